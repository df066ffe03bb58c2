//! Bulk copies of sm_90: one thread copies or reduces a piece of memory, whose addresses and size are in uniform registers.

use super::asynchronous::Place;
use super::decode::{register, update};
use super::memory::accessed;
use super::warp::Warp;
use crate::execute::copies::{GroupKind, PendingCopy};
use crate::execute::lanes::AtomicOp;
use crate::execute::memory::access::{AccessMode, CheckedAccess, LaneFault, MemorySpaces};
use crate::execute::{CopyRange, FaultKind, MbarrierProblem, StartedCopy, SyncEvent};
use crate::program::Space;
use crate::sass::machine::{Instruction, Value};

/// Alignment of addresses, and bytes of the unit of a size.
const ALIGN: u32 = 16;

/// A bulk copy. Numbers are those of uniform registers.
#[derive(Clone, Debug)]
pub(super) struct BulkAction {
    /// For a copy to shared memory the address, and the mbarrier that counts the bytes; otherwise both halves of the address.
    to: u8,
    from: u8,
    size: u8,
    way: Way,
}

#[derive(Clone, Debug)]
enum Way {
    Load,
    Store,
    /// With the bytes of an element.
    Reduce(AtomicOp, usize),
}

pub(super) fn decode(machine: &Instruction) -> Option<BulkAction> {
    let mut addresses = machine.operands.iter().filter_map(|operand| match operand.value {
        Value::Memory(address) => address.uniform.map(|register| register.index),
        _ => None,
    });
    let (to, from) = (addresses.next()?, addresses.next()?);
    let spaces: Vec<&str> =
        machine.modifiers.iter().copied().filter(|name| matches!(*name, "G" | "S")).collect();
    let way = match (machine.stem, &spaces[..]) {
        ("UBLKCP", ["S", "G"]) if !machine.has("MULTICAST") => Way::Load,
        ("UBLKCP", ["G", "S"]) => Way::Store,
        ("UBLKRED", ["G", "S"]) => {
            let width = if ["U64", "S64", "F64.RN"].iter().any(|name| machine.has(name)) { 8 } else { 4 };
            Way::Reduce(update(machine, Space::Global)?, width)
        }
        _ => return None,
    };
    Some(BulkAction { to, from, size: register(machine, "U64")?, way })
}

impl Warp {
    /// Copies for the first lane of a warp's group.
    pub fn bulk(
        &mut self,
        action: &BulkAction,
        lane: usize,
        spaces: &mut MemorySpaces<'_>,
        place: &Place<'_>,
    ) -> Result<(), LaneFault> {
        let short = |row: u8| u64::from(self.uniform.rows[usize::from(row)][0]);
        let bytes = short(action.size) as u32;
        let Some(bytes) = bytes.checked_mul(ALIGN) else {
            let problem = format!("it copies {bytes} times {ALIGN} bytes");
            let kind = FaultKind::CopySize { instruction: (place.instruction)(), problem };
            return Err(LaneFault::new(lane, kind));
        };
        let fault = |kind| LaneFault { lane, kind };
        match action.way {
            Way::Load => {
                let (to, mbarrier) = (short(action.to), short(action.to + 1));
                let from = self.uniform.pair(action.from, 0);
                self.bulk_load(lane, (from, to, mbarrier), bytes, spaces, place).map_err(fault)
            }
            Way::Store | Way::Reduce(..) => {
                let (to, from) = (self.uniform.pair(action.to, 0), short(action.from));
                self.bulk_store(lane, (from, to), bytes, &action.way, spaces, place).map_err(fault)
            }
        }
    }

    fn bulk_load(
        &mut self,
        lane: usize,
        (from, to, mbarrier): (u64, u64, u64),
        bytes: u32,
        spaces: &mut MemorySpaces<'_>,
        place: &Place<'_>,
    ) -> Result<(), Box<FaultKind>> {
        let misuse = |problem: MbarrierProblem| {
            let instruction = (place.instruction)();
            Box::new(FaultKind::Mbarrier { instruction, address: mbarrier, problem })
        };
        self.shared_range((lane, mbarrier), (8, 8), spaces, place)?;
        spaces.shared.mbarrier(mbarrier).map_err(misuse)?;
        let (space, mode) = (Space::Global, AccessMode::Read);
        let what = CheckedAccess { bytes, align: ALIGN, space, address: from, mode };
        let own = (&mut self.local[..], &mut self.param_copy);
        let data = accessed(own, lane, spaces, what, place.instruction).map_err(|fault| fault.kind)?.to_vec();
        let range = self.shared_range((lane, to), (bytes, ALIGN), spaces, place)?;
        let copy = self.pending(lane, range, place);
        self.place(lane, &copy, &data, spaces, place)?;
        spaces.shared.track_by_mbarrier(mbarrier, self.first + lane as u32, copy);
        let before = spaces.shared.phase(mbarrier);
        spaces.shared.change_mbarrier(mbarrier, |m| m.transfer(bytes)).map_err(misuse)?;
        let range = |space, address| CopyRange { space, address, bytes };
        self.note_copy(lane, range(Space::Global, from), range(Space::Shared, to));
        self.note_arrival(spaces.shared, mbarrier, before, true);
        Ok(())
    }

    fn bulk_store(
        &mut self,
        lane: usize,
        (from, to): (u64, u64),
        bytes: u32,
        way: &Way,
        spaces: &mut MemorySpaces<'_>,
        place: &Place<'_>,
    ) -> Result<(), Box<FaultKind>> {
        let range = self.shared_range((lane, from), (bytes, ALIGN), spaces, place)?;
        if let Some(conflict) = spaces.shared.conflict(range.clone(), false) {
            let instruction = (place.instruction)();
            spaces.tolerate(lane, |_| conflict.fault(instruction, bytes, false))?;
        } else if !spaces.shared.was_written(range.clone()) {
            let instruction = (place.instruction)();
            spaces.tolerate(lane, |_| {
                Box::new(FaultKind::Uninitialised { instruction, address: from, bytes })
            })?;
        }
        let data = spaces.shared.data[range.clone()].to_vec();
        let mode = if matches!(way, Way::Reduce(..)) { AccessMode::Update } else { AccessMode::Write };
        let what = CheckedAccess { bytes, align: ALIGN, space: Space::Global, address: to, mode };
        let own = (&mut self.local[..], &mut self.param_copy);
        let target = accessed(own, lane, spaces, what, place.instruction).map_err(|fault| fault.kind)?;
        match *way {
            Way::Reduce(update, width) => {
                for (old, new) in target.chunks_exact_mut(width).zip(data.chunks_exact(width)) {
                    let value = update(little_endian(old), little_endian(new), 0);
                    old.copy_from_slice(&value.to_le_bytes()[..width]);
                }
            }
            _ => target.copy_from_slice(&data),
        }
        // Groups are the warp's: its first thread stands for it.
        let copy = self.pending(lane, range, place);
        spaces.shared.start_reading(self.first, copy);
        let range = |space, address| CopyRange { space, address, bytes };
        self.note_copy(lane, range(Space::Shared, from), range(Space::Global, to));
        Ok(())
    }

    fn note_copy(&mut self, lane: usize, read: CopyRange, written: CopyRange) {
        let warp = self.number();
        let copy = StartedCopy { warp, lane, read: Some(read), written, data: None };
        self.note(|| SyncEvent::CopyStarted(copy));
    }

    /// Closes the warp's group of bulk copies.
    pub fn commit_bulk(&self, spaces: &mut MemorySpaces<'_>) {
        spaces.shared.commit(GroupKind::Bulk, self.first);
    }

    pub fn pending(&self, lane: usize, range: std::ops::Range<usize>, place: &Place<'_>) -> PendingCopy {
        let thread = crate::execute::launch::coordinates(u64::from(self.first) + lane as u64, place.block);
        PendingCopy { range, line: place.line, thread }
    }

    /// Puts the bytes of a copy into shared memory.
    pub fn place(
        &self,
        lane: usize,
        copy: &PendingCopy,
        data: &[u8],
        spaces: &mut MemorySpaces<'_>,
        place: &Place<'_>,
    ) -> Result<(), Box<FaultKind>> {
        if let Some(conflict) = spaces.shared.copy_conflict(copy, data) {
            let instruction = (place.instruction)();
            spaces.tolerate(lane, |_| conflict.fault(instruction, data.len() as u32, true))?;
        }
        spaces.shared.place(copy, data);
        Ok(())
    }
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}
