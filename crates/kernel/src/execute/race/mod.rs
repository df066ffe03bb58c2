//! Detection of data races by happens-before over the executed accesses.
//!
//! A [`RaceDetector`] is a [`Listener`] of one launch. Two accesses of different warps to the same byte race if one of them
//! writes, neither happened before the other, and they are not both strong (atomic, volatile or with a memory order). Barriers,
//! mbarriers, and strong accesses after fences order the accesses of warps. The rules:
//!
//! * The unit of order is the warp: accesses of one warp are ordered as executed. Only lanes of one `st` that write
//!   different values to the same address race with each other.
//! * A barrier orders what its warps did before their arrival before what the waiting warps do after it. A warp that has
//!   finished has arrived at every barrier that waits for all.
//! * A fence publishes all that happened before it. An atomic or another strong write releases what its warp has published;
//!   one with `.release` releases all. A strong read or an atomic that returns a value acquires what was released at its address.
//! * An asynchronous copy is an agent of its own. Its warp is ordered after it by a wait for its group, and other warps by an
//!   mbarrier that tracks it.
//! * A plain read races with an atomic unless its warp then makes a compare-and-swap at its address: the loops around
//!   `atomicCAS` start so.
//! * Writes of different warps that write the same value do not race: programs set flags so.
//!
//! Only what was executed is seen, so that a race on another path is not found. Textures and surfaces are not observed.
//!
//! ```
//! use warploom_kernel::execute::race::RaceDetector;
//! use warploom_kernel::execute::{Launch, Memory};
//! use warploom_kernel::ptx::{Module, run};
//!
//! // Each thread writes a word of shared memory and reads that of another warp, without a barrier between.
//! let module = Module::parse("
//!     .version 8.0 .target sm_75 .address_size 64
//!     .visible .entry k() {
//!         .reg .b32 %r<4>; .shared .b32 tile[64];
//!         mov.u32 %r1, tile; mov.u32 %r0, %tid.x;
//!         mad.lo.u32 %r1, %r0, 4, %r1;
//!         st.shared.b32 [%r1], %r0;
//!         xor.b32 %r2, %r1, 128;
//!         ld.shared.b32 %r3, [%r2];
//!         ret;
//!     }")?;
//! let mut memory = Memory::new();
//! let globals = memory.load(&module)?;
//! let (program, mut launch) = (&module.programs[0], Launch::new([1, 1, 1], [64, 1, 1]));
//! launch.checks = warploom_kernel::execute::Checks::Off;
//! let mut detector = RaceDetector::new(program, &launch);
//! run(program, &globals, &launch, &mut memory, &mut detector)?;
//! let races = detector.races(&memory);
//! assert_eq!(races.distinct.len(), 1);
//! let race = &races.distinct[0];
//! assert_eq!((race.first.location.line, race.second.location.line), (9, 7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod cta;
mod lanes;
mod report;
mod role;
mod shadow;
mod unconfirmed;

pub use report::{Race, RaceAccess, RaceKind, RaceVariable, Races};
pub use role::{AccessRole, Kind, OrderedProgram, Release, Role, Scope};

use super::listener::{Access, CtaId, ExecutedInstruction, Listener, StartedCopy, SyncEvent};
use super::{Launch, Memory, Mode};
use crate::execute::memory::access::window;
use crate::program::{Pc, Space};
use cta::{CtaOrder, Released};
use report::{FoundRaces, Geometry, RacyAddress};
use shadow::{GlobalShadow, Origin, SharedShadow, Stamp, WORD, WordAccess};
use std::collections::BTreeMap;
use unconfirmed::UnconfirmedReads;

/// A listener that finds the data races of one launch. The [module](self) has the rules and an example.
#[derive(Debug)]
pub struct RaceDetector<'a> {
    program: &'a dyn OrderedProgram,
    roles: Vec<Role>,
    geometry: Geometry,
    /// Number of the running CTA.
    cta: u64,
    running: OpenCta,
    /// The other open CTAs: those that wait for each other run in turns.
    open: BTreeMap<u64, OpenCta>,
    /// Shadows of CTAs that have ended.
    unused: Vec<SharedShadow>,
    global: GlobalShadow,
    /// By address; those of shared memory belong to a CTA.
    released: BTreeMap<(Option<u64>, u64), Released>,
    /// Values of the last store.
    values: Vec<u64>,
    unconfirmed: UnconfirmedReads,
    found: FoundRaces,
}

/// A CTA in execution.
#[derive(Debug, Default)]
struct OpenCta {
    order: CtaOrder,
    shadow: SharedShadow,
}

/// Bytes that a lane or a copy accesses, with the value that it writes, if that is known.
#[derive(Clone, Copy)]
struct AccessedBytes {
    space: Space,
    address: u64,
    bytes: u32,
    value: u128,
}

impl<'a> RaceDetector<'a> {
    /// A detector for one launch of a program. Launches on a stream are ordered, so that each has its own.
    ///
    /// [`Mode::Threads`] reports nothing to listeners, and no race is found.
    pub fn new(program: &'a dyn OrderedProgram, launch: &Launch) -> RaceDetector<'a> {
        let lanes = if launch.mode == Mode::Warps64 { 64 } else { 32 };
        RaceDetector {
            program,
            roles: program.roles(),
            geometry: Geometry { grid: launch.grid, block: launch.block, lanes },
            cta: 0,
            running: OpenCta::default(),
            open: BTreeMap::new(),
            unused: Vec::new(),
            global: GlobalShadow::default(),
            released: BTreeMap::new(),
            values: Vec::new(),
            unconfirmed: UnconfirmedReads::default(),
            found: FoundRaces::default(),
        }
    }

    /// The races of the launch. `memory` names the allocations.
    pub fn races(&self, memory: &Memory) -> Races {
        self.found.report(self.program, &self.geometry, memory)
    }

    fn access(&mut self, event: &ExecutedInstruction<'_>, access: Access<'_>, role: AccessRole) {
        let warp = event.warp.0 as usize;
        let lanes = self.geometry.lanes;
        let matrix = role.width == 0;
        let whole = if role.width == 0 { u64::MAX } else { u64::MAX >> (64 - 8 * role.width.min(8)) };
        for lane in event.active.lanes() {
            let Some((space, address)) = locate(access.space, access.addresses[lane]) else { continue };
            let mut value = 0;
            if !matrix {
                for (element, all) in self.values.chunks_exact(lanes).enumerate() {
                    value |= u128::from(all[lane] & whole) << (8 * role.width as usize * element);
                }
            }
            let range = AccessedBytes { space, address, bytes: access.bytes, value };
            if role.acquires {
                self.acquire(warp, range);
            }
            let order = &self.running.order;
            let time = order.clock(warp).own[warp];
            let origin = Origin { cta: self.cta, slot: warp, time, pc: event.pc.0, kind: role.kind };
            self.touch(warp, origin, lane, range);
            if let Some(release) = role.releases {
                self.release(warp, release, range);
            }
        }
        if matches!(role.releases, Some(Release::Everything(_))) && event.active.0 != 0 {
            self.running.order.advance(warp);
        }
        if role.width != 0 && !role.kind.is_strong() {
            self.lanes(event, access, role);
        }
    }

    /// Checks and records an access to bytes.
    fn touch(&mut self, warp: usize, origin: Origin, lane: usize, range: AccessedBytes) {
        let AccessedBytes { space, address, bytes, value } = range;
        let RaceDetector { running: OpenCta { order, shadow }, global, unconfirmed, found, cta, .. } = self;
        let clock = order.clock(warp);
        let end = address + u64::from(bytes);
        let mut at = address & !(WORD - 1);
        while at < end {
            let skip = address.saturating_sub(at);
            let mask = (15u8 << skip) & (15 >> (at + WORD).saturating_sub(end).min(3));
            let done = at.saturating_sub(address);
            let part = if done < 16 { (value >> (8 * done)) as u32 } else { 0 };
            let stamp = Stamp::new(origin, lane, mask);
            let access = WordAccess { stamp, value: part << (8 * skip), clock, cta: *cta };
            if origin.kind.is_swap() {
                unconfirmed.confirm(stamp, at);
            }
            let race = |earlier: Stamp| {
                let both = earlier.bytes() & stamp.bytes();
                let address = at + u64::from(both.trailing_zeros());
                let racy = RacyAddress { space, address, bytes: both.count_ones() };
                if earlier.kind().is_atomic() && !origin.kind.writes() && !origin.kind.is_copy() {
                    unconfirmed.add(earlier, stamp, racy, found);
                } else {
                    found.add(earlier, stamp, racy);
                }
            };
            match space {
                Space::Shared => shadow.access(at, &access, race),
                _ => global.access(at, &access, race),
            }
            at += WORD;
        }
    }

    fn words(&self, range: AccessedBytes) -> impl Iterator<Item = (Option<u64>, u64)> + use<> {
        let owner = (range.space == Space::Shared).then_some(self.cta);
        let start = range.address & !(WORD - 1);
        (start..range.address + u64::from(range.bytes)).step_by(WORD as usize).map(move |at| (owner, at))
    }

    fn acquire(&mut self, warp: usize, range: AccessedBytes) {
        if self.released.is_empty() {
            return;
        }
        for key in self.words(range) {
            if let Some(released) = self.released.get(&key) {
                released.acquire(self.cta, &mut self.running.order.points(warp).now);
            }
        }
    }

    fn release(&mut self, warp: usize, release: Release, range: AccessedBytes) {
        let points = self.running.order.points(warp);
        let (in_cta, in_gpu) = match release {
            Release::Published => (&points.in_cta, Some(&points.in_gpu)),
            Release::Everything(Scope::Cta) => (&points.now, Some(&points.in_gpu)),
            Release::Everything(Scope::Gpu) => (&points.now, Some(&points.now)),
        };
        let nothing = |times: &[u32]| times.iter().all(|&time| time == 0);
        if nothing(&in_cta.own) {
            return;
        }
        // What all CTAs can see need not be kept for the own one.
        let in_cta = Some(in_cta).filter(|c| in_gpu.is_none_or(|gpu| gpu.own != c.own));
        let in_gpu = in_gpu.filter(|gpu| !nothing(&gpu.own));
        let (owner, start) =
            ((range.space == Space::Shared).then_some(self.cta), range.address & !(WORD - 1));
        for at in (start..range.address + u64::from(range.bytes)).step_by(WORD as usize) {
            let released = self.released.entry((owner, at)).or_default();
            if let Some(clock) = in_cta {
                released.add_in_cta(self.cta, clock);
            }
            if let Some(clock) = in_gpu {
                released.add_in_gpu(self.cta, clock);
            }
        }
    }

    /// The accesses of an asynchronous copy that the instruction at `pc` starts.
    fn copy(&mut self, pc: Pc, copy: &StartedCopy) {
        let warp = copy.warp.0 as usize;
        let Role::Copy { bulk, reduces } = self.roles[pc.index()] else {
            panic!("the instruction at {pc} starts no copy")
        };
        let time = self.running.order.start_copy(warp, copy.lane, bulk);
        let slot = self.running.order.copies_of(warp);
        let write = if reduces { Kind::ATOMIC } else { Kind::WRITE };
        let write = if copy.data.is_some() { write.valued() } else { write };
        let accesses = [copy.read.map(|range| (range, Kind::READ)), Some((copy.written, write))];
        for (range, kind) in accesses.into_iter().flatten() {
            let origin = Origin { cta: self.cta, slot, time, pc: pc.0, kind: kind.copy() };
            let value = copy.data.map_or(0, u128::from_le_bytes);
            let (space, address, bytes) = (range.space, range.address, range.bytes);
            self.touch(warp, origin, copy.lane, AccessedBytes { space, address, bytes, value });
        }
    }

    fn switch(&mut self, cta: u64) {
        let next = self.open.remove(&cta).unwrap_or_else(|| OpenCta {
            order: CtaOrder::new(self.geometry.warps()),
            shadow: self.unused.pop().unwrap_or_default(),
        });
        let before = std::mem::replace(&mut self.running, next);
        if before.order.is_open() {
            self.open.insert(self.cta, before);
        }
        self.cta = cta;
    }
}

/// Space and address in it of an access of one lane; `None` if other threads cannot access it.
fn locate(space: Space, address: u64) -> Option<(Space, u64)> {
    let (space, address) = match space {
        Space::Generic => {
            let (space, base) = window(address);
            (space, address.wrapping_sub(base))
        }
        space => (space, address),
    };
    matches!(space, Space::Global | Space::Shared).then_some((space, address))
}

impl Listener for RaceDetector<'_> {
    const ORDERED: bool = true;

    fn cta_started(&mut self, cta: CtaId) {
        self.switch(cta.0);
    }

    fn cta_resumed(&mut self, cta: CtaId) {
        self.switch(cta.0);
    }

    fn values_stored(&mut self, values: &[u64]) {
        self.values.clear();
        self.values.extend_from_slice(values);
    }

    fn synchronised(&mut self, pc: Option<Pc>, event: &SyncEvent) {
        let order = &mut self.running.order;
        if let SyncEvent::BarrierArrived { warp, .. } | SyncEvent::WarpFinished { warp } = event {
            self.unconfirmed.report(self.cta, warp.0 as usize, &mut self.found);
        }
        match event {
            SyncEvent::BarrierArrived { warp, barrier } => order.arrive(warp.0 as usize, *barrier),
            SyncEvent::BarrierReleased { barrier, warps, all } => {
                order.release(*barrier, warps.iter().map(|warp| warp.0 as usize), *all);
            }
            SyncEvent::WarpFinished { warp } => order.finish(warp.0 as usize),
            SyncEvent::MbarrierArrived { warp, address, copies, completes } => {
                order.arrive_mbarrier(warp.0 as usize, *address, *copies, *completes);
            }
            SyncEvent::MbarrierPassed { warp, address } => order.pass_mbarrier(warp.0 as usize, *address),
            SyncEvent::CopyStarted(copy) => {
                let Some(pc) = pc else { panic!("an instruction starts a copy") };
                self.copy(pc, copy);
            }
        }
    }

    fn instruction_executed(&mut self, event: ExecutedInstruction<'_>) {
        if event.active.0 == 0 {
            return;
        }
        let warp = event.warp.0 as usize;
        match self.roles[event.pc.index()] {
            Role::None | Role::Copy { .. } => {}
            Role::Access(role) => {
                if let Some(access) = event.access {
                    self.access(&event, access, role);
                }
            }
            Role::Fence(scope) => self.running.order.fence(warp, scope),
            Role::Commit(bulk) => {
                event.active.lanes().for_each(|lane| self.running.order.commit(warp, lane, bulk))
            }
            Role::Wait { copies, bulk, left } => {
                for (kind, _) in [(false, copies), (true, bulk)].into_iter().filter(|&(_, waits)| waits) {
                    event.active.lanes().for_each(|lane| self.running.order.wait(warp, lane, kind, left));
                }
            }
        }
    }

    fn cta_ended(&mut self) -> bool {
        let ended = std::mem::take(&mut self.running);
        self.unused.push(ended.shadow);
        let own = Some(self.cta);
        let gone: Vec<_> = self.released.range((own, 0)..=(own, u64::MAX)).map(|(key, _)| *key).collect();
        gone.iter().for_each(|key| drop(self.released.remove(key)));
        true
    }
}
