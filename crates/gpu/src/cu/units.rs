//! Units of a CU: what an instruction does in each stage.

use super::Cu;
use super::lds::LaneAccess;
use super::pipeline::{Op, OpKind};
use crate::core::LOCAL_BASE;
use crate::decoded::Action;
use crate::ids::{NEVER, Slot};
use crate::machine::Waits;
use crate::memory::cache::AccessType;
use crate::policy::{SmView, WarpEvent};
use warploom_kernel::code::AccessKind;
use warploom_kernel::program::Space;

impl Cu {
    /// Simulates a cycle of all units, the last stage first.
    pub(super) fn run_units(&mut self) {
        let now = self.base.state.now;
        for simd in &mut self.simds {
            if !simd.is_empty()
                && let Some(slot) = simd.cycle(now)
            {
                self.ready_next.insert(slot);
            }
        }
        if !self.units.vector_memory.is_empty() {
            self.run_vector_memory(now);
        }
        if !self.units.lds.is_empty() {
            self.run_lds(now);
        }
        if !self.units.scalar.is_empty() {
            self.run_scalar(now);
        }
        if !self.units.branch.is_empty() {
            self.run_branch(now);
        }
    }

    fn run_vector_memory(&mut self, now: u64) {
        if let Some(op) = self.units.vector_memory.complete(now, |_| true) {
            self.complete_access(op, |accesses| &mut accesses.vector);
        }
        let (unit, memory) = (&mut self.units.vector_memory, &self.back_end.memory);
        unit.write(now, |op| memory.is_done(op.tag));
        if let Some(op) = unit.startable(now) {
            let tag = self.start_vector_access(op);
            self.units.vector_memory.start(Op { tag, ..op });
        }
        let unit = &mut self.units.vector_memory;
        if let Some(op) = unit.read(now) {
            self.ready_next.insert(op.slot);
        }
        unit.decode(now);
    }

    fn run_lds(&mut self, now: u64) {
        if let Some(op) = self.units.lds.complete(now, |_| true) {
            self.complete_access(op, |accesses| &mut accesses.local);
        }
        if let Some(op) = self.units.lds.write(now, |op| op.ready_at <= now) {
            self.ready_next.insert(op.slot);
        }
        if let Some(op) = self.units.lds.startable(now) {
            let done = self.start_lds_access(op);
            self.units.lds.start(Op { ready_at: self.clock_ratio.sees(done), ..op });
        }
        self.units.lds.read(now);
        self.units.lds.decode(now);
    }

    fn run_scalar(&mut self, now: u64) {
        let accesses = &self.accesses;
        let can = |op: &Op| op.kind != OpKind::End || accesses[op.slot.index()].none();
        if let Some(op) = self.units.scalar.complete(now, can) {
            self.complete_scalar(op);
        }
        let memory = &self.back_end.memory;
        let is_done = |op: &Op| match op.kind {
            OpKind::Memory => memory.is_done(op.tag),
            _ => op.ready_at <= now,
        };
        self.units.scalar.write(now, is_done);
        if let Some(op) = self.units.scalar.startable(now) {
            let started = match op.kind {
                OpKind::Memory => Op { tag: self.start_scalar_load(op), ..op },
                _ => Op { ready_at: now + self.scalar_latency, ..op },
            };
            self.units.scalar.start(started);
        }
        if let Some(op) = self.units.scalar.read(now)
            && !op.kind.holds_wave()
        {
            self.ready_next.insert(op.slot);
        }
        self.units.scalar.decode(now);
    }

    fn run_branch(&mut self, now: u64) {
        let unit = &mut self.units.branch;
        if let Some(op) = unit.complete(now, |_| true) {
            self.ready.insert(op.slot);
            self.notify_done(op);
        }
        let unit = &mut self.units.branch;
        unit.write(now, |op| op.ready_at <= now);
        if let Some(op) = unit.startable(now) {
            unit.start(Op { ready_at: now + self.branch_latency, ..op });
        }
        unit.read(now);
        unit.decode(now);
    }

    /// Next cycle, from `now` on, in which an instruction of a unit can move.
    pub(super) fn next_unit_time(&self, now: u64) -> u64 {
        let memory = &self.back_end.memory;
        let timed = |op: &Op| op.ready_at;
        let accessed = |op: &Op| if memory.is_done(op.tag) { now } else { NEVER };
        let mut next = self.simds.iter().map(|simd| simd.next_time(now)).min().unwrap_or(NEVER);
        let units = &self.units;
        next = next.min(units.vector_memory.next_time(now, accessed, |_| true));
        next = next.min(units.lds.next_time(now, timed, |_| true));
        let scalar = |op: &Op| if op.kind == OpKind::Memory { accessed(op) } else { timed(op) };
        let can = |op: &Op| op.kind != OpKind::End || self.accesses[op.slot.index()].none();
        next = next.min(units.scalar.next_time(now, scalar, can));
        next.min(units.branch.next_time(now, timed, |_| true))
    }

    /// Completes a memory instruction: its wave has one access less in flight.
    fn complete_access(&mut self, op: Op, count: impl FnOnce(&mut super::WaveAccesses) -> &mut u32) {
        *count(&mut self.accesses[op.slot.index()]) -= 1;
        if op.tag != u32::MAX {
            self.back_end.memory.end(op.tag);
        }
        self.update_waiting(op.slot);
        self.notify_done(op);
    }

    /// Finds whether a wave at an `s_waitcnt` still waits.
    fn update_waiting(&mut self, slot: Slot) {
        if self.accesses[slot.index()].satisfied() {
            self.view.waiting.remove(slot);
        }
    }

    fn complete_scalar(&mut self, op: Op) {
        let slot = op.slot;
        match op.kind {
            OpKind::Memory => return self.complete_access(op, |accesses| &mut accesses.local),
            OpKind::Wait { vector, local } => {
                let limit = |count: Option<u8>| count.map_or(u32::MAX, u32::from);
                let accesses = &mut self.accesses[slot.index()];
                accesses.limits = match self.waits {
                    Waits::All => (0, 0),
                    Waits::Counted => (limit(vector), limit(local)),
                };
                self.view.waiting.set(slot, !accesses.satisfied());
                self.ready.insert(slot);
            }
            OpKind::Barrier => {
                self.ready.insert(slot);
                self.arrive_at_barrier(slot);
            }
            OpKind::End => self.finish_wave(slot),
            OpKind::Compute | OpKind::Branch => {}
        }
        self.notify_done(op);
    }

    fn notify_done(&mut self, op: Op) {
        if let Some(probe) = &mut self.base.probe {
            probe.done(op.slot, op.pc, crate::ids::Cycle(self.base.state.now));
        }
    }

    pub(super) fn notify(&mut self, event: WarpEvent) {
        if let Some(probe) = &mut self.base.probe {
            probe.observe(event, &SmView::new(&self.base.state, &self.back_end));
        }
    }

    /// Space, kind and bytes per lane of an instruction's access.
    fn access_of(&self, op: Op) -> (Space, AccessKind, u32) {
        match self.base.state.code.instructions[op.pc.index()].action {
            Action::Memory { space, kind, bytes } => (space, kind, bytes),
            _ => (Space::Const, AccessKind::Load, 4),
        }
    }

    /// Starts the accesses of a vector memory instruction: one for each line of a load, and for each run of lanes with the same line
    /// of a store.
    fn start_vector_access(&mut self, op: Op) -> u32 {
        let now = self.clock_ratio.memory_cycle(self.base.state.now);
        let (space, kind, _) = self.access_of(op);
        let is_store = kind == AccessKind::Store;
        let tag = self.back_end.memory.begin(op.slot, is_store);
        if op.lanes.0 == 0 {
            return tag;
        }
        let Some(tape) = self.base.tape(op.slot) else { return tag };
        let addresses = tape.addresses(op.access as usize, op.lanes.count());
        let line = self.back_end.memory.line_bytes();
        let local = (space == Space::Local).then(|| self.base.local_layout(op.slot, 2));
        let mut merged = 0;
        self.blocks.clear();
        for (lane, address) in op.lanes.lanes().zip(addresses.of(op.lanes)) {
            let address = match local {
                Some(local) => local.first + address / 4 * local.word_stride + lane as u64 * 4,
                None => address,
            };
            debug_assert!(local.is_none() || address >= LOCAL_BASE);
            let block = address & !(line - 1);
            let merges = match kind {
                AccessKind::Store => self.blocks.last() == Some(&block),
                AccessKind::Atomic | AccessKind::Reduce => false,
                _ => self.blocks.contains(&block),
            };
            merged += u64::from(merges);
            if !merges {
                self.blocks.push(block);
            }
        }
        self.base.counters.cu.merged_lanes += merged;
        for block in &self.blocks {
            match kind {
                AccessKind::Atomic | AccessKind::Reduce => self.back_end.memory.access_l2(now, tag, *block),
                AccessKind::Store => self.back_end.memory.access(now, tag, *block, AccessType::Write),
                // GCN code has no asynchronous copies.
                _ => self.back_end.memory.access(now, tag, *block, AccessType::Read),
            }
        }
        tag
    }

    fn start_scalar_load(&mut self, op: Op) -> u32 {
        let now = self.clock_ratio.memory_cycle(self.base.state.now);
        let tag = self.back_end.memory.begin(op.slot, false);
        if let Some(tape) = self.base.tape(op.slot)
            && self.base.state.code.instructions[op.pc.index()].recorded
            && op.lanes.0 != 0
        {
            let addresses = tape.addresses(op.access as usize, op.lanes.count());
            if let Some(address) = addresses.of(op.lanes).next() {
                self.back_end.memory.access_scalar(now, tag, address);
            }
        }
        tag
    }

    /// Starts the accesses of an LDS instruction. Returns the memory cycle in which they are done.
    fn start_lds_access(&mut self, op: Op) -> u64 {
        let now = self.clock_ratio.memory_cycle(self.base.state.now);
        let (_, kind, _) = self.access_of(op);
        let write = matches!(kind, AccessKind::Store | AccessKind::Atomic | AccessKind::Reduce);
        self.lanes.clear();
        let Some(tape) = self.base.tape(op.slot) else { return now };
        let mut active = (op.lanes.0 != 0)
            .then(|| tape.addresses(op.access as usize, op.lanes.count()).of(op.lanes))
            .into_iter()
            .flatten();
        if !self.stale_lanes {
            self.lanes.extend(active.map(|address| LaneAccess { address, write }));
            return self.lds.access(now, &self.lanes);
        }
        let stale = &mut self.stale[op.slot.index() * 64..][..64];
        for (lane, last) in stale.iter_mut().enumerate() {
            if op.lanes.0 >> lane & 1 == 1 {
                *last = active.next().map(|address| LaneAccess { address, write });
            }
            self.lanes.extend(*last);
        }
        self.lds.access(now, &self.lanes)
    }
}
