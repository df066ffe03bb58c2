//! Asynchronous copies and mbarriers.
//!
//! A copy moves its bytes when it is issued, and who reads them before it has been waited for gets a fault, as in PTX.
//!
//! sm_90 has instructions for mbarriers (`SYNCS`): their words are the executor's, and states that an arrival returns have the parts at
//! which compiled code looks where the hardware has them. On sm_80 an mbarrier is a word of which kernels initialise, read and count the
//! parts with ordinary instructions: the upper half has the phase in bit 31 and below it the missing arrivals, negated; the lower half the
//! arrivals that a phase needs, negated in 30 bits. `ATOMS.ARRIVE` adds 1 to the upper half, and where that completes the phase, sets it
//! to what the lower half says.

use super::decode::{condition, memory, number, register, shape};
use super::memory::{Addresses, accessed};
use super::warp::{LANES, PredicateSource, RZ, Warp};
use crate::execute::copies::GroupKind;
use crate::execute::mbarrier::{MOST, Mbarrier};
use crate::execute::memory::access::{AccessMode, CheckedAccess, LaneFault, MemorySpaces};
use crate::execute::memory::shared::SharedMemory;
use crate::execute::{CopyRange, FaultKind, LaneMask, MbarrierProblem, StartedCopy, SyncEvent};
use crate::program::{Pc, Space};
use crate::sass::machine::{Address, Instruction, Value};
use crate::sass::program::Program;

/// Bytes of an mbarrier.
const WORD: u32 = 8;
/// Bits of a count of arrivals, and where it is in each half of a state.
const EXPECTED: u32 = 1;
const PENDING: u32 = 11;

/// A copy from global to shared memory.
#[derive(Clone, Debug)]
pub(super) struct CopyAction {
    from: Address,
    to: Address,
    bytes: u32,
    /// Lanes that read: others write zeros.
    reads: Option<PredicateSource>,
    /// Whether the copy begins at a multiple of its size, and what is before its address is zeros.
    fills: bool,
}

/// What an arrival counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Counts {
    /// Arrivals: one, or as many as the register says.
    Arrivals { one: bool },
    /// One arrival, and as many bytes as the register says are expected.
    ArrivalAndBytes,
    /// Bytes that are expected: one, or as many as the register says.
    Expected { one: bool },
    /// Bytes that have arrived.
    Arrived,
}

#[derive(Clone, Debug)]
pub(super) enum AsyncAction {
    Copy(CopyAction),
    Bulk(super::bulk::BulkAction),
    /// Closes a group of copies, or of bulk copies.
    Commit {
        bulk: bool,
    },
    /// Waits for all but some groups.
    Wait {
        left: u64,
        copies: bool,
        bulk: bool,
    },
    /// An arrival at an mbarrier of sm_80.
    ArriveWord {
        address: Address,
        destination: u8,
    },
    /// An arrival once the thread's copies are complete; of sm_80, or else of an arrival or of a byte.
    CopyArrive {
        address: Address,
        counts: Option<Counts>,
    },
    /// The count is in the lower half of a pair of uniform registers.
    Init {
        address: Address,
        source: u8,
    },
    Invalidate {
        address: Address,
    },
    Arrive {
        address: Address,
        counts: Counts,
        drops: bool,
        data: u8,
        destination: u8,
    },
    Test {
        address: Address,
        state: u8,
        predicate: u8,
    },
}

/// A test of an mbarrier that failed in all lanes: where, the first lane, and the mbarrier's address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FailedTest {
    pub pc: u32,
    pub lane: usize,
    pub address: u64,
}

/// The number of groups that a wait for a scoreboard leaves open, and whether copies and bulk copies are counted on that scoreboard.
pub(super) fn waited(program: &Program, machine: &Instruction) -> Option<(u64, bool, bool)> {
    let Value::Name(board) = machine.operand("n44")?.value else { return None };
    let left = number(machine, "i38")?;
    let counts = |stem: &str| {
        program.code.iter().map(|instr| &instr.machine).filter(|machine| machine.stem == stem).any(
            |machine| {
                machine
                    .control
                    .write
                    .is_some_and(|write| board.strip_prefix("SB") == Some(&write.to_string()))
            },
        )
    };
    Some((left, counts("LDGDEPBAR"), counts("UTMACMDFLUSH"))).filter(|&(_, copies, bulk)| copies || bulk)
}

/// The number of groups of copies that a wait for a scoreboard leaves open.
pub(in crate::sass) fn waited_groups(program: &Program, machine: &Instruction) -> Option<u64> {
    waited(program, machine).filter(|&(_, copies, _)| copies).map(|(left, ..)| left)
}

pub(super) fn decode(program: &Program, machine: &Instruction) -> Option<AsyncAction> {
    let has = |modifier: &str| machine.has(modifier);
    Some(match machine.stem {
        "LDGSTS" => {
            let mut addresses = machine.operands.iter().filter_map(|operand| match operand.value {
                Value::Memory(address) => Some(address),
                _ => None,
            });
            AsyncAction::Copy(CopyAction {
                to: addresses.next()?,
                from: addresses.next()?,
                bytes: shape(machine).bytes,
                reads: condition(machine, "q87"),
                fills: has("ZFILL"),
            })
        }
        "LDGDEPBAR" => AsyncAction::Commit { bulk: false },
        "UTMACMDFLUSH" => AsyncAction::Commit { bulk: true },
        "UBLKCP" | "UBLKRED" => AsyncAction::Bulk(super::bulk::decode(machine)?),
        "DEPBAR" => {
            let (left, copies, bulk) = waited(program, machine)?;
            AsyncAction::Wait { left, copies, bulk }
        }
        "ATOMS" => {
            AsyncAction::ArriveWord { address: memory(machine)?, destination: register(machine, "d")? }
        }
        "ARRIVES" => AsyncAction::CopyArrive {
            address: memory(machine)?,
            counts: match () {
                () if has("ARVCNT") => Some(Counts::Arrivals { one: true }),
                () if has("TRANSCNT") => Some(Counts::Arrived),
                () if program.architecture < 90 => None,
                () => return None,
            },
        },
        _ if has("EXCH") && register(machine, "U16").is_none_or(|row| row == 63) => {
            AsyncAction::Init { address: memory(machine)?, source: register(machine, "U32")? }
        }
        _ if has("CCTL") && has("IV") => AsyncAction::Invalidate { address: memory(machine)? },
        _ if has("PHASECHK") => AsyncAction::Test {
            address: memory(machine)?,
            state: register(machine, "R32")?,
            predicate: register(machine, "p81")?,
        },
        // With `TMASK`, lanes arrive together and compute their states themselves.
        _ if has("ARRIVE") && !has("TMASK") => AsyncAction::Arrive {
            address: memory(machine)?,
            counts: match () {
                () if has("A1T0") => Counts::Arrivals { one: true },
                () if has("ART0") => Counts::Arrivals { one: false },
                () if has("A0T1") => Counts::Expected { one: true },
                () if has("A0TR") => Counts::Expected { one: false },
                () if has("A0TX") => Counts::Arrived,
                () => Counts::ArrivalAndBytes,
            },
            drops: has("OPTOUT"),
            data: register(machine, "R32")?,
            destination: register(machine, "d")?,
        },
        _ => return None,
    })
}

/// The state that an arrival at an mbarrier of sm_90 returns.
fn state(mbarrier: &Mbarrier) -> u64 {
    let negated = |count: u32| u64::from((MOST + 1).wrapping_sub(count) & MOST);
    (mbarrier.phase & 1) << 63
        | negated(mbarrier.pending) << (32 + PENDING)
        | negated(mbarrier.expected) << EXPECTED
}

/// The word of an mbarrier of sm_80 after an arrival, and whether a phase is complete.
fn arrived(word: u64) -> (u64, bool) {
    let (low, high) = (word as u32, (word >> 32) as u32);
    let next = high.wrapping_add(1);
    let completes = (next ^ high) >> 31 == 1;
    let high = if completes { next & 1 << 31 | low.wrapping_add(1 << 30) & !(1 << 31) } else { next };
    (u64::from(high) << 32 | u64::from(low), completes)
}

/// What an instruction is, for faults.
pub(super) struct Place<'a> {
    pub pc: Pc,
    /// Its line in the module's listing.
    pub line: u32,
    pub instruction: &'a dyn Fn() -> String,
    /// Threads of a CTA.
    pub block: [u32; 3],
}

impl Warp {
    /// Executes an asynchronous operation for the lanes of `mask`: its addresses, and the bytes of one.
    pub fn asynchronous(
        &mut self,
        action: &AsyncAction,
        mask: u64,
        spaces: &mut MemorySpaces<'_>,
        place: &Place<'_>,
    ) -> Result<Option<(Addresses, u32)>, LaneFault> {
        let thread = |lane: usize| self.first + lane as u32;
        let address = match action {
            AsyncAction::Commit { bulk: false } => {
                LaneMask(mask).lanes().for_each(|lane| spaces.shared.commit(GroupKind::Copies, thread(lane)));
                return Ok(None);
            }
            AsyncAction::Commit { bulk: true } => {
                if mask != 0 {
                    self.commit_bulk(spaces);
                }
                return Ok(None);
            }
            &AsyncAction::Wait { left, copies, bulk } => {
                for lane in LaneMask(mask).lanes().filter(|_| copies) {
                    spaces.shared.wait(GroupKind::Copies, thread(lane), Some(left));
                }
                if bulk && mask != 0 {
                    spaces.shared.wait(GroupKind::Bulk, self.first, Some(left));
                }
                return Ok(None);
            }
            AsyncAction::Bulk(bulk) => {
                if mask != 0 {
                    self.bulk(bulk, mask.trailing_zeros() as usize, spaces, place)?;
                }
                return Ok(None);
            }
            AsyncAction::Copy(copy) => return self.copies(copy, mask, spaces, place),
            AsyncAction::ArriveWord { address, .. }
            | AsyncAction::CopyArrive { address, .. }
            | AsyncAction::Init { address, .. }
            | AsyncAction::Invalidate { address }
            | AsyncAction::Arrive { address, .. }
            | AsyncAction::Test { address, .. } => address,
        };
        let at = self.addresses(address, Space::Shared, mask);
        let mut passed = 0;
        // An instruction of the uniform datapath executes once.
        let once = matches!(action, AsyncAction::Init { .. });
        for lane in LaneMask(mask).lanes().take(if once { 1 } else { LANES }) {
            let done = self.mbarrier(action, (lane, at.all[lane]), spaces, place);
            passed |= u64::from(done.map_err(|kind| LaneFault { lane, kind })?) << lane;
        }
        if let AsyncAction::Test { predicate, .. } = *action {
            self.file.set_predicate(predicate, passed, mask);
            if passed != 0 {
                spaces.shared.note_progress();
            } else if mask != 0 {
                let lane = mask.trailing_zeros() as usize;
                self.failed_test = Some(FailedTest { pc: place.pc.0, lane, address: at.all[lane] });
            }
        }
        Ok(Some((at, WORD)))
    }

    /// Executes an instruction on an mbarrier for a lane. Returns whether a test found its phase complete.
    fn mbarrier(
        &mut self,
        action: &AsyncAction,
        (lane, address): (usize, u64),
        spaces: &mut MemorySpaces<'_>,
        place: &Place<'_>,
    ) -> Result<bool, Box<FaultKind>> {
        let thread = self.first + lane as u32;
        let mode = match action {
            AsyncAction::ArriveWord { .. } | AsyncAction::CopyArrive { counts: None, .. } => {
                AccessMode::Update
            }
            // The check of an mbarrier of sm_90 knows its words.
            _ => AccessMode::Write,
        };
        if mode == AccessMode::Update {
            let what = CheckedAccess { bytes: WORD, align: WORD, space: Space::Shared, address, mode };
            let bytes =
                accessed((&mut self.local, &mut self.param_copy), lane, spaces, what, place.instruction)
                    .map_err(|fault| fault.kind)?;
            let mut word = [0; 8];
            word.copy_from_slice(bytes);
            let old = u64::from_le_bytes(word);
            let (new, completes) = arrived(old);
            bytes.copy_from_slice(&new.to_le_bytes());
            match *action {
                AsyncAction::ArriveWord { destination, .. } => self.put_long(destination, lane, old),
                _ => spaces.shared.follow_copies(address, thread),
            }
            if completes {
                spaces.shared.complete_followed(address);
            }
            return Ok(false);
        }
        self.shared_range((lane, address), (WORD, WORD), spaces, place)?;
        let misuse = |problem: MbarrierProblem| {
            Box::new(FaultKind::Mbarrier { instruction: (place.instruction)(), address, problem })
        };
        let shared = &mut *spaces.shared;
        let before = shared.phase(address);
        match *action {
            AsyncAction::Init { source, .. } => {
                let count = (MOST + 1) - (self.uniform.rows[usize::from(source)][0] >> EXPECTED & MOST);
                shared.init_mbarrier(address, count).map_err(misuse)?;
            }
            AsyncAction::Invalidate { .. } => shared.invalidate_mbarrier(address).map_err(misuse)?,
            AsyncAction::CopyArrive { counts: Some(Counts::Arrivals { .. }), .. } => {
                shared.arrive_after_copies(address, thread, false).map_err(misuse)?;
                self.note_arrival(shared, address, before, true);
            }
            AsyncAction::CopyArrive { .. } => {
                shared.mbarrier(address).map_err(misuse)?;
                shared.follow_copies(address, thread);
                shared.change_mbarrier(address, |m| m.transfer(1)).map_err(misuse)?;
                self.note_arrival(shared, address, before, true);
            }
            AsyncAction::Arrive { counts, drops, data, destination, .. } => {
                let data = self.file.rows[usize::from(data)][lane];
                let mut old = 0;
                let change = |m: &mut Mbarrier| {
                    old = state(m);
                    match counts {
                        Counts::Arrivals { one } => m.arrive_expecting(if one { 1 } else { data }, 0, drops),
                        Counts::ArrivalAndBytes => m.arrive_expecting(1, data, drops),
                        Counts::Expected { one } => m.expect(if one { 1 } else { data }).map(|()| false),
                        Counts::Arrived => m.transfer(data),
                    }
                };
                shared.change_mbarrier(address, change).map_err(misuse)?;
                if !matches!(counts, Counts::Expected { .. }) {
                    self.note_arrival(shared, address, before, false);
                }
                self.put_long(destination, lane, old);
            }
            AsyncAction::Test { state, .. } => {
                let state = self.file.rows[usize::from(state)][lane];
                let passed = shared.mbarrier(address).map_err(misuse)?.passed_parity(state >> 31);
                if passed {
                    let warp = self.number();
                    self.note(|| SyncEvent::MbarrierPassed { warp, address });
                }
                return Ok(passed);
            }
            _ => {}
        }
        Ok(false)
    }

    /// Notes an arrival at an mbarrier whose phase was `before`.
    pub fn note_arrival(&mut self, shared: &SharedMemory, address: u64, before: Option<u64>, copies: bool) {
        let (warp, completes) = (self.number(), shared.phase(address) != before);
        self.note(|| SyncEvent::MbarrierArrived { warp, address, copies, completes });
    }

    fn put_long(&mut self, row: u8, lane: usize, value: u64) {
        if row != RZ {
            self.file.rows[usize::from(row)][lane] = value as u32;
            self.file.rows[usize::from(row) + 1][lane] = (value >> 32) as u32;
        }
    }

    /// The bytes of an aligned access of one lane to shared memory.
    pub fn shared_range(
        &mut self,
        (lane, address): (usize, u64),
        (bytes, align): (u32, u32),
        spaces: &mut MemorySpaces<'_>,
        place: &Place<'_>,
    ) -> Result<std::ops::Range<usize>, Box<FaultKind>> {
        let end = address.checked_add(bytes.into());
        let inside = end.is_some_and(|end| end <= spaces.shared.data.len() as u64);
        if !inside || address & u64::from(align - 1) != 0 {
            let (space, mode) = (Space::Shared, AccessMode::Write);
            let what = CheckedAccess { bytes, align, space, address, mode };
            // The check fails and says why.
            accessed((&mut self.local, &mut self.param_copy), lane, spaces, what, place.instruction)
                .map_err(|fault| fault.kind)?;
        }
        Ok(address as usize..address as usize + bytes as usize)
    }

    fn copies(
        &mut self,
        copy: &CopyAction,
        mask: u64,
        spaces: &mut MemorySpaces<'_>,
        place: &Place<'_>,
    ) -> Result<Option<(Addresses, u32)>, LaneFault> {
        let from = self.addresses(&copy.from, Space::Global, mask);
        let to = self.addresses(&copy.to, Space::Shared, mask);
        let reads = copy.reads.map_or(u64::MAX, |q| self.holds(q));
        for lane in LaneMask(mask).lanes() {
            let source = (reads >> lane & 1 == 1).then_some(from.all[lane]);
            self.copy_lane(copy, (lane, source, to.all[lane]), spaces, place)
                .map_err(|kind| LaneFault { lane, kind })?;
        }
        Ok(Some((from, copy.bytes)))
    }

    fn copy_lane(
        &mut self,
        copy: &CopyAction,
        (lane, from, to): (usize, Option<u64>, u64),
        spaces: &mut MemorySpaces<'_>,
        place: &Place<'_>,
    ) -> Result<(), Box<FaultKind>> {
        let bytes = copy.bytes;
        let mut data = [0; 16];
        if let Some(address) = from {
            let skip = if copy.fills { address & u64::from(bytes - 1) } else { 0 };
            let what = CheckedAccess {
                bytes: bytes - skip as u32,
                align: if skip == 0 { bytes } else { 1 },
                space: Space::Global,
                address: address - skip,
                mode: AccessMode::Read,
            };
            let own = (&mut self.local[..], &mut self.param_copy);
            let slice = accessed(own, lane, spaces, what, place.instruction).map_err(|fault| fault.kind)?;
            data[..slice.len()].copy_from_slice(slice);
        }
        let range = self.shared_range((lane, to), (bytes, bytes), spaces, place)?;
        let pending = self.pending(lane, range, place);
        self.place(lane, &pending, &data[..bytes as usize], spaces, place)?;
        spaces.shared.track_by_group(self.first + lane as u32, pending);
        let warp = self.number();
        self.note(|| {
            let skip = |address: u64| if copy.fills { address & u64::from(bytes - 1) } else { 0 };
            let read = from.map(|address| CopyRange {
                space: Space::Global,
                address: address - skip(address),
                bytes: bytes - skip(address) as u32,
            });
            let written = CopyRange { space: Space::Shared, address: to, bytes };
            SyncEvent::CopyStarted(StartedCopy { warp, lane, read, written, data: Some(data) })
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The word that `mbarrier.init` of a count stores on sm_80.
    fn word(count: u32) -> u64 {
        u64::from((1u32 << 31) - count) << 32 | u64::from((1u32 << 30) - count)
    }

    #[test]
    fn a_word_of_sm_80_counts_arrivals_and_starts_the_next_phase() {
        assert_eq!(word(5), 0x7fff_fffb_3fff_fffb);
        let (once, completes) = arrived(word(2));
        assert_eq!((once >> 32, completes), (0x7fff_ffff, false));
        let (twice, completes) = arrived(once);
        assert_eq!((twice, completes), (word(2) | 1 << 63, true));
        let (third, _) = arrived(twice);
        assert_eq!(arrived(third), (word(2), true));
        // Without any arrival to wait for, the next phase lacks none.
        assert_eq!(arrived(word(1) + 1), (1 << 63 | 1 << 30, true));
    }

    #[test]
    fn a_state_of_sm_90_has_the_missing_arrivals_where_compiled_code_looks() {
        let mut mbarrier = Mbarrier::new(5).unwrap();
        mbarrier.arrive(2).unwrap();
        let high = (state(&mbarrier) >> 32) as u32;
        assert_eq!(0x10_0000 - (high >> 11 & 0xf_ffff), 3);
        mbarrier.arrive(3).unwrap();
        assert_eq!(state(&mbarrier) >> 63, 1);
    }
}
