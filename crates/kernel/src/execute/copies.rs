//! Asynchronous copies in flight and mbarriers of a CTA.
//!
//! A copy moves its bytes when it is issued, and they count as not written until the copy has been waited for:
//! a thread that reads them too early gets a fault instead of a value that a GPU might not have there yet.

use super::fault::FaultKind;
use super::mbarrier::{Mbarrier, MbarrierProblem};
use super::memory::shared::SharedMemory;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// Most copies of a thread, and of all mbarriers of a CTA, that are kept as in flight: older ones count as complete, as they would
/// be on a GPU by then. A kernel that never waits needs no more memory than that.
const MOST_IN_FLIGHT: (usize, usize) = (1 << 10, 1 << 16);

/// An asynchronous copy that has been issued and not waited for.
#[derive(Clone, Debug)]
pub(crate) struct PendingCopy {
    /// Bytes of shared memory that it writes or, for a copy to global memory, reads.
    pub range: Range<usize>,
    /// Line of the copy in the PTX file.
    pub line: u32,
    /// Coordinates of the thread that issued it.
    pub thread: [u32; 3],
}

/// Copies of one thread that it can wait for, by the number of their group.
#[derive(Default)]
struct Groups {
    /// Number of closed groups.
    closed: u64,
    copies: VecDeque<(u64, PendingCopy)>,
}

impl Groups {
    fn add(&mut self, copy: PendingCopy) {
        self.copies.push_back((self.closed, copy));
    }

    /// Takes the oldest copy if there are too many.
    fn surplus(&mut self) -> Option<PendingCopy> {
        let many = self.copies.len() > MOST_IN_FLIGHT.0;
        many.then(|| self.copies.pop_front()).flatten().map(|(_, copy)| copy)
    }

    /// Takes the copies of all but the `left` youngest closed groups; all copies for `None`.
    fn take(&mut self, left: Option<u64>) -> Vec<PendingCopy> {
        let end = left.map(|left| self.closed.saturating_sub(left));
        let done = self.copies.iter().take_while(|(group, _)| end.is_none_or(|end| *group < end)).count();
        self.copies.drain(..done).map(|(_, copy)| copy).collect()
    }
}

/// Way of waiting for a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GroupKind {
    /// `cp.async.wait_group`.
    Copies,
    /// `cp.async.bulk.wait_group`.
    Bulk,
}

/// Asynchronous copies and mbarriers of a CTA.
#[derive(Default)]
pub(crate) struct AsyncState {
    /// For each byte of shared memory, the number of copies in flight that write it.
    writers: Vec<u32>,
    /// For each byte of shared memory, the number of copies in flight that read it.
    readers: Vec<u32>,
    /// By number of the thread in its CTA.
    copies: Vec<Groups>,
    bulk: Vec<Groups>,
    /// Copies whose completion an mbarrier shows, with its address and phase and the thread's number.
    tracked: Vec<(u64, u64, u32, PendingCopy)>,
    mbarriers: BTreeMap<u64, Mbarrier>,
    /// Number of changes of mbarriers and of successful tests.
    changes: u64,
}

impl AsyncState {
    fn groups(&mut self, kind: GroupKind, thread: u32) -> &mut Groups {
        let list = match kind {
            GroupKind::Copies => &mut self.copies,
            GroupKind::Bulk => &mut self.bulk,
        };
        let thread = thread as usize;
        if list.len() <= thread {
            list.resize_with(thread + 1, Groups::default);
        }
        &mut list[thread]
    }
}

/// A conflict of an access with a copy in flight.
pub(crate) struct Conflict {
    /// First byte of the conflict.
    pub address: usize,
    pub copy: PendingCopy,
    /// Whether the copy reads shared memory.
    pub reads: bool,
}

impl Conflict {
    /// The fault of an access that conflicts with a copy in flight.
    #[cold]
    pub fn fault(self, instruction: String, bytes: u32, writes: bool) -> Box<FaultKind> {
        let Conflict { address, copy, reads: copy_reads } = self;
        let (address, line, thread) = (address as u64, copy.line, copy.thread);
        Box::new(FaultKind::BeforeWait { instruction, writes, bytes, address, copy_reads, line, thread })
    }
}

impl SharedMemory {
    fn state(&mut self) -> &mut AsyncState {
        let bytes = self.data.len();
        self.asynchronous.get_or_insert_with(|| {
            Box::new(AsyncState { writers: vec![0; bytes], readers: vec![0; bytes], ..AsyncState::default() })
        })
    }

    /// The copy in flight with which a read or, if `writes`, a write of `range` conflicts.
    pub fn conflict(&self, range: Range<usize>, writes: bool) -> Option<Conflict> {
        let state = self.asynchronous.as_deref()?;
        let address = range.clone().find(|&at| state.writers[at] != 0 || writes && state.readers[at] != 0)?;
        let reads = state.writers[address] == 0;
        let own = if reads { &state.bulk } else { &state.copies };
        let grouped = own.iter().flat_map(|groups| groups.copies.iter().map(|(_, copy)| copy));
        let tracked = state.tracked.iter().map(|(.., copy)| copy).filter(|_| !reads);
        let copy = grouped.chain(tracked).find(|copy| copy.range.contains(&address))?.clone();
        Some(Conflict { address, copy, reads })
    }

    /// Whether a read of `range` finds bytes that were written. Slow; for memory with copies in flight.
    pub fn was_written(&self, range: Range<usize>) -> bool {
        let state = self.asynchronous.as_deref();
        range.into_iter().all(|at| self.is_written(at, 1) || state.is_some_and(|s| s.readers[at] != 0))
    }

    /// The copy in flight with which a new copy conflicts.
    pub(crate) fn copy_conflict(&self, copy: &PendingCopy, bytes: &[u8]) -> Option<Conflict> {
        // Threads that copy the same bytes to the same place do no harm.
        let same = self.data[copy.range.clone()] == *bytes;
        self.conflict(copy.range.clone(), true).filter(|conflict| !same || conflict.reads)
    }

    /// Puts the bytes of a copy that one thread issues into shared memory and counts it as in flight.
    pub(crate) fn place(&mut self, copy: &PendingCopy, bytes: &[u8]) {
        self.data[copy.range.clone()].copy_from_slice(bytes);
        self.unmark(copy.range.clone());
        self.state().writers[copy.range.clone()].iter_mut().for_each(|n| *n += 1);
    }

    /// Counts a placed copy to the open group of its thread.
    pub(crate) fn track_by_group(&mut self, thread: u32, copy: PendingCopy) {
        let groups = self.state().groups(GroupKind::Copies, thread);
        groups.add(copy);
        if let Some(oldest) = groups.surplus() {
            self.finish(oldest.range);
        }
    }

    /// Counts a placed copy to the phase of an mbarrier.
    pub(crate) fn track_by_mbarrier(&mut self, address: u64, thread: u32, copy: PendingCopy) {
        let state = self.state();
        let phase = state.mbarriers.get(&address).map_or(0, |m| m.phase);
        state.tracked.push((address, phase, thread, copy));
        self.limit_tracked();
    }

    fn limit_tracked(&mut self) {
        let tracked = &mut self.state().tracked;
        let surplus = tracked.len().saturating_sub(MOST_IN_FLIGHT.1);
        let oldest: Vec<_> = tracked.drain(..surplus).collect();
        oldest.into_iter().for_each(|(.., copy)| self.finish(copy.range));
    }

    /// Counts a bulk copy from shared memory to the open bulk group of its thread.
    pub(crate) fn start_reading(&mut self, thread: u32, copy: PendingCopy) {
        self.unmark(copy.range.clone());
        let state = self.state();
        state.readers[copy.range.clone()].iter_mut().for_each(|n| *n += 1);
        let groups = state.groups(GroupKind::Bulk, thread);
        groups.add(copy);
        if let Some(oldest) = groups.surplus() {
            self.finish_reading(oldest.range);
        }
    }

    /// Closes the open group of a thread.
    pub(crate) fn commit(&mut self, kind: GroupKind, thread: u32) {
        self.state().groups(kind, thread).closed += 1;
    }

    /// Completes the copies of all but the `left` youngest closed groups of a thread; all its copies for `None`.
    pub(crate) fn wait(&mut self, kind: GroupKind, thread: u32, left: Option<u64>) {
        for copy in self.state().groups(kind, thread).take(left) {
            match kind {
                GroupKind::Copies => self.finish(copy.range),
                GroupKind::Bulk => self.finish_reading(copy.range),
            }
        }
        // A thread that waits for all its copies waits for those that an mbarrier tracks, too.
        if kind == GroupKind::Copies && left.is_none_or(|left| left == 0) {
            self.finish_tracked(|(.., by, _)| *by == thread);
        }
    }

    fn finish_tracked(&mut self, done: impl Fn(&(u64, u64, u32, PendingCopy)) -> bool) {
        let finished: Vec<_> = self.state().tracked.extract_if(.., |entry| done(entry)).collect();
        finished.into_iter().for_each(|(.., copy)| self.finish(copy.range));
    }

    /// Shows the bytes of a copy: they count as written once no other copy in flight writes them.
    fn finish(&mut self, range: Range<usize>) {
        for at in range {
            let state = self.state();
            state.writers[at] -= 1;
            if state.writers[at] == 0 {
                self.mark(at, 1);
            }
        }
    }

    fn finish_reading(&mut self, range: Range<usize>) {
        for at in range {
            let state = self.state();
            state.readers[at] -= 1;
            if state.readers[at] == 0 {
                self.mark(at, 1);
            }
        }
    }

    /// Counts a test that found a completed phase: the warp goes on.
    pub(crate) fn note_progress(&mut self) {
        self.state().changes += 1;
    }

    /// Number of changes of mbarriers and of tests that found a completed phase, so far.
    pub(crate) fn changes(&self) -> u64 {
        self.asynchronous.as_deref().map_or(0, |state| state.changes)
    }

    /// The mbarriers at which a phase is open, as text.
    pub(crate) fn describe_mbarrier(&self, address: u64) -> String {
        let known = self.asynchronous.as_deref().and_then(|state| state.mbarriers.get(&address));
        let Some(m) = known else { return format!("the mbarrier at shared address {address:#x} is gone") };
        format!(
            "phase {} of the mbarrier at shared address {address:#x} lacks {} of {} arrivals and {} bytes",
            m.phase, m.pending, m.expected, m.transactions
        )
    }

    /// Creates an mbarrier.
    pub(crate) fn init_mbarrier(&mut self, address: u64, count: u32) -> Result<(), MbarrierProblem> {
        self.put_mbarrier(address, Mbarrier::new(count)?);
        Ok(())
    }

    /// Removes an mbarrier.
    pub(crate) fn invalidate_mbarrier(&mut self, address: u64) -> Result<(), MbarrierProblem> {
        self.mbarrier(address)?;
        let state = self.state();
        state.changes += 1;
        state.mbarriers.remove(&address);
        Ok(())
    }

    /// The mbarrier at `address`, whose eight bytes lie in shared memory.
    pub(crate) fn mbarrier(&self, address: u64) -> Result<Mbarrier, MbarrierProblem> {
        let known = self.asynchronous.as_deref().and_then(|state| state.mbarriers.get(&address));
        let mbarrier = *known.ok_or(MbarrierProblem::NotInitialised)?;
        let start = address as usize;
        match self.data[start..start + 8] == mbarrier.word().to_le_bytes() {
            true => Ok(mbarrier),
            false => Err(MbarrierProblem::Overwritten),
        }
    }

    /// Number of completed phases of the mbarrier at `address`, if there is one.
    pub(crate) fn phase(&self, address: u64) -> Option<u64> {
        Some(self.asynchronous.as_deref()?.mbarriers.get(&address)?.phase)
    }

    fn put_mbarrier(&mut self, address: u64, mbarrier: Mbarrier) {
        let start = address as usize;
        self.data[start..start + 8].copy_from_slice(&mbarrier.word().to_le_bytes());
        self.mark(start, 8);
        let state = self.state();
        state.changes += 1;
        state.mbarriers.insert(address, mbarrier);
    }

    /// Changes an mbarrier. If `change` returns true, its phase completes, and with it the copies that it tracks.
    pub(crate) fn change_mbarrier(
        &mut self,
        address: u64,
        change: impl FnOnce(&mut Mbarrier) -> Result<bool, MbarrierProblem>,
    ) -> Result<(), MbarrierProblem> {
        let mut mbarrier = self.mbarrier(address)?;
        let completes = change(&mut mbarrier)?;
        self.put_mbarrier(address, mbarrier);
        if completes {
            self.finish_tracked(|&(at, phase, ..)| at == address && phase < mbarrier.phase);
        }
        Ok(())
    }

    /// Makes the mbarrier at an address track all copies of a thread. It may be one that is a plain word of memory.
    pub(crate) fn follow_copies(&mut self, address: u64, thread: u32) {
        let phase = self.phase(address).unwrap_or(0);
        let state = self.state();
        let copies = state.groups(GroupKind::Copies, thread).take(None);
        state.tracked.extend(copies.into_iter().map(|copy| (address, phase, thread, copy)));
        self.limit_tracked();
    }

    /// Completes the copies that an mbarrier tracks that is a plain word of memory.
    pub(crate) fn complete_followed(&mut self, address: u64) {
        if self.asynchronous.is_some() {
            self.finish_tracked(|&(at, ..)| at == address);
        }
    }

    /// Makes an mbarrier track all copies of a thread, and counts their arrival.
    pub(crate) fn arrive_after_copies(
        &mut self,
        address: u64,
        thread: u32,
        increments: bool,
    ) -> Result<(), MbarrierProblem> {
        self.mbarrier(address)?;
        self.follow_copies(address, thread);
        self.change_mbarrier(address, |mbarrier| {
            if increments {
                mbarrier.increment()?;
            }
            mbarrier.arrive(1)
        })
    }
}
