//! Memory accesses of a warp.
//!
//! As in PTX, accesses of all lanes to one allocation take a short path; the other path takes one lane at a time, covers every case and
//! finds the lane at fault.

use super::decode::{AccessAction, Banks, Shape};
use super::warp::{LANES, PT, RZ, Warp};
use crate::code::AccessKind;
use crate::execute::LaneMask;
use crate::execute::memory::access::{
    AccessMode, CheckedAccess, LaneFault, LaneMemory, MemorySpaces, checked_slice, common_allocation,
    resolve, window,
};
use crate::program::Space;
use crate::sass::machine::Address;

/// Addresses of an access: one per lane.
pub(super) struct Addresses {
    pub space: Space,
    pub all: [u64; LANES],
}

impl Warp {
    /// The addresses of an access.
    #[inline]
    pub fn addresses(&self, address: &Address, space: Space, mask: u64) -> Addresses {
        let mut all = [0; LANES];
        let scale = match address.scale {
            "X4" => 2,
            "X8" => 3,
            "X16" => 4,
            _ => 0,
        };
        let long = address.scale != "U32" && matches!(space, Space::Global | Space::Generic);
        let uniform = address.uniform.map_or(0, |register| match space {
            Space::Global | Space::Generic => self.uniform.pair(register.index, 0),
            _ => self.uniform.rows[usize::from(register.index)][0].into(),
        });
        let offset = uniform.wrapping_add_signed(address.offset);
        match address.base.map(|base| base.index) {
            None | Some(RZ) => all = [offset; LANES],
            Some(base) if long => {
                let (low, high) =
                    (&self.file.rows[usize::from(base)], &self.file.rows[(usize::from(base) + 1).min(255)]);
                for lane in 0..LANES {
                    all[lane] = (u64::from(low[lane]) | u64::from(high[lane]) << 32).wrapping_add(offset);
                }
            }
            Some(base) => {
                let base = &self.file.rows[usize::from(base)];
                for lane in 0..LANES {
                    all[lane] = u64::from(base[lane] << scale).wrapping_add(offset);
                }
            }
        }
        if matches!(space, Space::Shared | Space::Local) {
            all.iter_mut().for_each(|a| *a &= 0xffff_ffff);
        }
        let space = resolve(space, &mut all, mask);
        Addresses { space, all }
    }

    /// Executes a load, a store or an atomic.
    pub fn access(
        &mut self,
        action: &AccessAction,
        at: &Addresses,
        mask: u64,
        spaces: &mut MemorySpaces<'_>,
        instruction: &dyn Fn() -> String,
    ) -> Result<(), LaneFault> {
        if mask == 0 {
            return Ok(());
        }
        if matches!(action.kind, AccessKind::Atomic | AccessKind::Reduce) {
            return self.atomic(action, at, mask, spaces, instruction);
        }
        let load = action.kind == AccessKind::Load;
        let mode = if load { AccessMode::Read } else { AccessMode::Write };
        let first = if load { action.destination.unwrap_or(RZ) } else { action.data[0] };
        let Shape { bytes, .. } = action.shape;
        let sized = (bytes, bytes);
        match at.space {
            Space::Global | Space::Const => {
                if let Some((allocation, base, _)) = common_allocation(spaces.memory, sized, &at.all, mask)
                    && (load || !allocation.read_only)
                {
                    self.transfer((&mut allocation.data, base), &at.all, action.shape, (load, first), mask);
                    return Ok(());
                }
            }
            Space::Shared if spaces.shared.check_all_lanes(sized, &at.all, mask, mode) => {
                self.transfer((&mut spaces.shared.data, 0), &at.all, action.shape, (load, first), mask);
                return Ok(());
            }
            _ => {}
        }
        for lane in LaneMask(mask).lanes() {
            let what = CheckedAccess { bytes, align: bytes, space: at.space, address: at.all[lane], mode };
            let slice = accessed((&mut self.local, &mut self.param_copy), lane, spaces, what, instruction)?;
            for (nth, chunk) in slice.chunks_mut(4).enumerate() {
                let row = usize::from(first) + nth;
                if load {
                    if first != RZ {
                        self.file.rows[row][lane] = extended(chunk, action.shape);
                    }
                } else {
                    let value = if first == RZ { 0 } else { self.file.rows[row][lane] };
                    chunk.copy_from_slice(&value.to_le_bytes()[..chunk.len()]);
                }
            }
        }
        Ok(())
    }

    /// The values that a store has written, whose registers still hold them: the first 8 bytes of each lane, then the next.
    pub fn stored(&self, action: &AccessAction) -> Vec<u64> {
        let elements = action.shape.bytes.div_ceil(8) as u8;
        let rows = (0..elements).map(|nth| if action.data[0] == RZ { RZ } else { action.data[0] + 2 * nth });
        let short = action.shape.bytes < 8;
        let value = |row: u8, lane: usize| match short {
            true => self.file.rows[usize::from(row)][lane].into(),
            false => self.file.pair(row, lane),
        };
        rows.flat_map(|row| (0..LANES).map(move |lane| value(row, lane))).collect()
    }

    /// Copies the lanes of `mask` between registers and `data`, which starts at address `base`. The accesses were checked.
    #[inline]
    fn transfer(
        &mut self,
        (data, base): (&mut [u8], u64),
        addresses: &[u64; LANES],
        shape: Shape,
        (load, first): (bool, u8),
        mask: u64,
    ) {
        let bytes = shape.bytes as usize;
        let chunk = 4.min(bytes);
        // Most accesses are of all lanes, side by side: their loop has no checks, so that it is one copy.
        let stride = |lane: usize| u64::from(shape.bytes) * lane as u64;
        let side_by_side = chunk == 4
            && mask == u64::from(u32::MAX)
            && (0..LANES).all(|lane| addresses[lane] == addresses[0].wrapping_add(stride(lane)));
        for nth in 0..bytes.div_ceil(4) {
            let row = if first == RZ { usize::from(RZ) } else { usize::from(first) + nth };
            if load && row == usize::from(RZ) {
                continue;
            }
            let register = &mut self.file.rows[row];
            if side_by_side {
                let start = (addresses[0] - base) as usize;
                let elements = data[start..start + bytes * LANES].chunks_exact_mut(bytes);
                for (element, value) in elements.zip(register) {
                    let element = &mut element[4 * nth..4 * nth + 4];
                    match load {
                        true => *value = word(element),
                        false => element.copy_from_slice(&value.to_le_bytes()),
                    }
                }
                continue;
            }
            for lane in LaneMask(mask).lanes() {
                let start = (addresses[lane] - base) as usize + 4 * nth;
                let bytes = &mut data[start..start + chunk];
                match (load, chunk) {
                    (true, 4) => register[lane] = word(bytes),
                    (true, _) => register[lane] = extended(bytes, shape),
                    (false, _) => bytes.copy_from_slice(&register[lane].to_le_bytes()[..chunk]),
                }
            }
        }
    }

    /// Atomics, in the order of the lanes.
    fn atomic(
        &mut self,
        action: &AccessAction,
        at: &Addresses,
        mask: u64,
        spaces: &mut MemorySpaces<'_>,
        instruction: &dyn Fn() -> String,
    ) -> Result<(), LaneFault> {
        let Some(update) = action.update else { panic!("`{}` has no operation", instruction()) };
        let bytes = action.shape.bytes;
        // An atomic of halves that names a predicate leaves shared memory to other code.
        let mut mask = mask;
        if action.done != PT {
            let is_global = |lane: &usize| {
                at.space == Space::Global
                    || at.space == Space::Generic && window(at.all[*lane]).0 == Space::Global
            };
            let done = LaneMask(mask).lanes().filter(is_global).fold(0, |all, lane| all | 1 << lane);
            self.file.set_predicate(action.done, done, mask);
            mask = done;
        }
        for lane in LaneMask(mask).lanes() {
            let operand = |row: u8| match bytes {
                8 => self.file.pair(row, lane),
                _ => self.file.rows[usize::from(row)][lane].into(),
            };
            let [a, b] = action.data.map(operand);
            let what = CheckedAccess {
                bytes,
                align: bytes,
                space: at.space,
                address: at.all[lane],
                mode: AccessMode::Update,
            };
            let slice = accessed((&mut self.local, &mut self.param_copy), lane, spaces, what, instruction)?;
            let mut padded = [0; 8];
            padded[..slice.len()].copy_from_slice(slice);
            let old = u64::from_le_bytes(padded);
            slice.copy_from_slice(&update(old, a, b).to_le_bytes()[..slice.len()]);
            let old = if action.succeeds { u64::from(old == a) } else { old };
            if let Some(row) = action.destination.filter(|&row| row != RZ) {
                self.file.rows[usize::from(row)][lane] = old as u32;
                if bytes == 8 {
                    self.file.rows[usize::from(row) + 1][lane] = (old >> 32) as u32;
                }
            }
        }
        Ok(())
    }

    /// Loads rows of matrices of 8 × 8 elements of 16 bits: lanes 8n to 8n + 7 have the addresses of the n-th one's rows.
    pub fn load_matrix(
        &mut self,
        (destination, count, transposed): (u8, u8, bool),
        at: &Addresses,
        mask: u64,
        spaces: &mut MemorySpaces<'_>,
        instruction: &dyn Fn() -> String,
    ) -> Result<(), LaneFault> {
        for matrix in 0..usize::from(count) {
            let mut rows = [[0u8; 16]; 8];
            for (row, bytes) in rows.iter_mut().enumerate() {
                let lane = matrix * 8 + row;
                let what = CheckedAccess {
                    bytes: 16,
                    align: 16,
                    space: at.space,
                    address: at.all[lane],
                    mode: AccessMode::Read,
                };
                let slice =
                    accessed((&mut self.local, &mut self.param_copy), lane, spaces, what, instruction)?;
                bytes.copy_from_slice(slice);
            }
            let element = |row: usize, column: usize| {
                let (row, column) = if transposed { (column, row) } else { (row, column) };
                u32::from(u16::from_le_bytes([rows[row][2 * column], rows[row][2 * column + 1]]))
            };
            let found = std::array::from_fn(|lane| {
                let (row, column) = (lane / 4, lane % 4 * 2);
                element(row, column) | element(row, column + 1) << 16
            });
            self.file.set(usize::from(destination) + matrix, &found, mask);
        }
        Ok(())
    }

    /// Loads from a constant bank.
    pub fn constant(
        &mut self,
        banks: &Banks,
        (bank, offset, shape): (u8, i64, Shape),
        (destination, index): (u8, Option<u8>),
        mask: u64,
    ) {
        let read = |index: u32| {
            let value = banks.read(bank, offset + i64::from(index), shape.bytes as usize);
            match shape.bytes {
                1..4 => extended(&value.to_le_bytes()[..shape.bytes as usize], shape).into(),
                _ => value,
            }
        };
        // Lanes mostly read the same constant.
        let mut found = [0u64; LANES];
        let mut last = None;
        for lane in LaneMask(mask).lanes() {
            let index = index.map_or(0, |row| self.file.rows[usize::from(row)][lane]);
            let value = match last {
                Some((of, value)) if of == index => value,
                _ => read(index),
            };
            (found[lane], last) = (value, Some((index, value)));
        }
        match shape.bytes {
            8 => self.file.set_long(destination, &found, mask),
            _ => self.file.set(usize::from(destination), &found.map(|value| value as u32), mask),
        }
    }
}

/// The bytes that a lane accesses, after all checks.
pub(super) fn accessed<'a>(
    (local, param_copy): (&'a mut [Vec<u8>], &'a mut Vec<u8>),
    lane: usize,
    spaces: &'a mut MemorySpaces<'_>,
    what: CheckedAccess,
    instruction: &dyn Fn() -> String,
) -> Result<&'a mut [u8], LaneFault> {
    let own = LaneMemory { lane, local: &mut local[lane], param_copy };
    checked_slice(spaces, own, what, instruction).map_err(|kind| LaneFault { lane, kind })
}

fn word(bytes: &[u8]) -> u32 {
    let mut padded = [0; 4];
    padded[..bytes.len()].copy_from_slice(bytes);
    u32::from_le_bytes(padded)
}

/// A narrow value as a register holds it.
fn extended(bytes: &[u8], shape: Shape) -> u32 {
    let bits = 8 * bytes.len() as u32;
    let value = word(bytes);
    if shape.signed && bits < 32 { ((value << (32 - bits)) as i32 >> (32 - bits)) as u32 } else { value }
}
