//! Issue of a CU: each unit receives at most one instruction per cycle, from the wave that the policy picks.

use super::Cu;
use super::pipeline::{Op, OpKind};
use crate::decoded::{Action, WaveUnit};
use crate::ids::{SchedulerId, Slot, WarpSet};
use crate::policy::{SmView, WarpEvent};
use crate::probe::Issue;
use crate::view::TapeCursor;
use crate::wave_policy::{CuView, POOLS, PoolId};
use warploom_kernel::program::Space;

/// A wave that the policy picked and that cannot issue to the unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IllegalWave {
    pub unit: WaveUnit,
    pub picked: Slot,
    pub issuable: WarpSet,
}

impl Cu {
    /// Waves with a fetched instruction for a unit, which has room for it.
    pub(super) fn issuable(&self, unit: WaveUnit) -> WarpSet {
        let fetched = self.base.state.buffered & self.base.state.needs_unit[unit.index()];
        if fetched.is_empty() {
            return fetched;
        }
        let room = |is_full: bool| if is_full { WarpSet::EMPTY } else { fetched };
        match unit {
            WaveUnit::Branch => room(self.units.branch.issue.is_some()),
            WaveUnit::Scalar => room(self.units.scalar.issue.is_some()),
            WaveUnit::VectorMemory => room(self.units.vector_memory.issue.is_some()),
            WaveUnit::Lds => room(self.units.lds.issue.is_some()),
            WaveUnit::Simd => {
                let full = |pool: &u8| self.simds[usize::from(*pool)].issue.is_some();
                (0..POOLS as u8).filter(full).fold(fetched, |left, pool| left - PoolId(pool).slots())
            }
        }
    }

    /// Issues to every unit. Returns the units that received an instruction.
    pub(super) fn issue_cycle(&mut self) -> Result<[bool; WaveUnit::ALL.len()], IllegalWave> {
        let mut issued = [false; WaveUnit::ALL.len()];
        self.view.issued = [0; POOLS];
        self.view.resident = self.base.state.resident;
        self.view.at_barrier = self.base.state.at_barrier;
        if self.base.state.buffered.is_empty() {
            self.view.issuable = [WarpSet::EMPTY; WaveUnit::ALL.len()];
            return Ok(issued);
        }
        let mut any = false;
        for unit in WaveUnit::ALL {
            let issuable = self.issuable(unit);
            self.view.issuable[unit.index()] = issuable;
            any |= !issuable.is_empty();
        }
        for unit in WaveUnit::ALL {
            let issuable = self.view.issuable[unit.index()];
            if issuable.is_empty() {
                continue;
            }
            let Some(slot) = self.policy.pick(unit, &CuView { state: &self.view }) else { continue };
            if !issuable.contains(slot) {
                return Err(IllegalWave { unit, picked: slot, issuable });
            }
            issued[unit.index()] = true;
            self.view.issued[slot.0 as usize % POOLS] += 1;
            self.issue(unit, slot);
        }
        self.base.declined =
            if any && issued == [false; WaveUnit::ALL.len()] { self.base.declined + 1 } else { 0 };
        Ok(issued)
    }

    fn issue(&mut self, unit: WaveUnit, slot: Slot) {
        let now = self.base.state.now;
        let pool = SchedulerId(slot.0 % POOLS as u8);
        let Some(cursor) = self.base.state.warps[slot.index()].cursor else { return };
        let TapeCursor { pc, lanes, access, .. } = cursor;
        if self.base.probe.is_some() {
            let issue = Issue { scheduler: pool, slot, pc, class: self.base.state.code.class(pc), lanes };
            if let Some(probe) = &mut self.base.probe {
                probe.issue(issue, &SmView::new(&self.base.state, &self.back_end));
            }
        }
        let threads = u64::from(cursor.threads);
        self.base.state.issue(pool, slot, threads);
        self.base.count_issue(pc, threads);
        self.base.counters.cu.issues[unit.index()] += 1;
        let decoded = &self.base.state.code.instructions[pc.index()];
        let accessed = decoded.recorded && lanes.0 != 0;
        let kind = match decoded.action {
            Action::Branch => OpKind::Branch,
            Action::Wait { vector, local } => OpKind::Wait { vector, local },
            Action::Barrier { .. } => OpKind::Barrier,
            Action::End => OpKind::End,
            Action::Memory { .. } | Action::Constant => OpKind::Memory,
            // Copies of PTX: GCN code has none.
            Action::CloseCopies | Action::AwaitCopies(_) => OpKind::Compute,
            Action::Compute | Action::Fence => OpKind::Compute,
        };
        let accesses = &mut self.accesses[slot.index()];
        match (kind, unit) {
            (OpKind::Memory, WaveUnit::VectorMemory) => accesses.vector += 1,
            (OpKind::Memory, _) => accesses.local += 1,
            _ => {}
        }
        if matches!(decoded.action, Action::Memory { space: Space::Const, .. } | Action::Constant) {
            self.base.counters.cu.scalar_loads += 1;
        }
        let op = Op { slot, pc, kind, ready_at: now + 1, tag: u32::MAX, access, lanes };
        match unit {
            WaveUnit::Branch => self.units.branch.issue = Some(op),
            WaveUnit::Scalar => self.units.scalar.issue = Some(op),
            WaveUnit::VectorMemory => self.units.vector_memory.issue = Some(op),
            WaveUnit::Lds => self.units.lds.issue = Some(op),
            WaveUnit::Simd => self.simds[usize::from(pool.0) % POOLS].issue = Some(op),
        }
        self.base.step(slot, unit.id(), accessed);
        self.notify(WarpEvent::Issued { slot, pc, lanes });
    }
}
