//! Loads, stores and atomics of a warp.
//!
//! Each operation has a fast path for lanes that access a single allocation, and a path that handles one lane at a time.
//! The second path covers every case and identifies the lane at fault.

use super::decode::{Constant, DecodedInstr, Dst, MemoryOp, SourceOperand};
use super::warp::{Scratch, Warp};
use crate::execute::LaneMask;
use crate::execute::lanes::{Results, Sources};
use crate::execute::memory::access::{
    AccessMode, CheckedAccess, LaneFault, LaneMemory, MemorySpaces, checked_slice, common_allocation,
};
use crate::program::Space;
use crate::ptx::program::Instr;

/// Calls the body with the element width as a constant, so that the loop inside is compiled per width.
macro_rules! by_width {
    ($width:expr, $n:ident, $body:block) => {
        match $width {
            1 => {
                const $n: usize = 1;
                $body
            }
            2 => {
                const $n: usize = 2;
                $body
            }
            4 => {
                const $n: usize = 4;
                $body
            }
            _ => {
                const $n: usize = 8;
                $body
            }
        }
    };
}

#[inline(always)]
fn read_le<const N: usize>(bytes: &[u8]) -> u64 {
    let mut padded = [0; 8];
    padded[..N].copy_from_slice(&bytes[..N]);
    u64::from_le_bytes(padded)
}

#[inline(always)]
fn sign_extend(value: u64, width: u32) -> u64 {
    let shift = 64 - 8 * width;
    ((value << shift) as i64 >> shift) as u64
}

impl<const W: usize> Warp<W> {
    /// Address of each lane. Entries of inactive lanes are unspecified.
    #[inline]
    pub fn addresses(&self, op: &MemoryOp, constants: &[Constant<W>]) -> [u64; W] {
        let frame = self.frame();
        let offset = op.offset as u64;
        match op.base {
            SourceOperand::Long(index) => {
                let base = &self.longs[frame.longs + index as usize];
                let mut all = [0; W];
                for lane in 0..W {
                    all[lane] = base[lane].wrapping_add(offset);
                }
                all
            }
            SourceOperand::Short(index) => {
                // A 32-bit address wraps in 32 bits.
                self.shorts[frame.shorts + index as usize].map(|b| u64::from(b.wrapping_add(offset as u32)))
            }
            SourceOperand::Const(index) => [constants[index as usize].l[0].wrapping_add(offset); W],
            SourceOperand::Frame(at) => [frame.local.wrapping_add_signed(at).wrapping_add(offset); W],
            SourceOperand::LongLow(_) | SourceOperand::Pred { .. } | SourceOperand::Special(_) => {
                panic!("the operand is not an address")
            }
        }
    }

    /// Loads for the lanes of `mask`.
    pub fn load(
        &mut self,
        spaces: &mut MemorySpaces<'_>,
        i: &Instr,
        step: &DecodedInstr<W>,
        op: &MemoryOp,
        (space, addresses): (Space, &[u64; W]),
        (mask, results): (u64, &mut Results<W>),
    ) -> Result<(), LaneFault> {
        if mask == 0 {
            return Ok(());
        }
        if matches!(space, Space::Global | Space::Const)
            && let Some((allocation, base, adjacent)) =
                common_allocation(spaces.memory, (op.bytes(), op.align), addresses, mask)
        {
            if adjacent && op.width == 4 && op.count == 1 && matches!(step.dst[..], [Dst::Short(..)]) {
                let start = (addresses[0] - base) as usize;
                for (to, from) in
                    results.s.iter_mut().zip(allocation.data[start..start + 4 * W].chunks_exact(4))
                {
                    *to = read_le::<4>(from) as u32;
                }
                self.write(&step.dst, results, mask);
                return Ok(());
            }
            self.load_from((&allocation.data, base), step, op, addresses, (mask, results));
            return Ok(());
        }
        if space == Space::Shared
            && spaces.shared.check_all_lanes((op.bytes(), op.align), addresses, mask, AccessMode::Read)
        {
            self.load_from((&spaces.shared.data, 0), step, op, addresses, (mask, results));
            return Ok(());
        }
        if matches!(op.base, SourceOperand::Const(_)) && space != Space::Local {
            return self.load_one(spaces, i, step, op, (space, addresses), (mask, results));
        }
        let mut values = [[0u64; W]; 4];
        for lane in LaneMask(mask).lanes() {
            let bytes = self.slice(spaces, i, op, space, (lane, addresses[lane]), AccessMode::Read)?;
            for (element, chunk) in bytes.chunks_exact(op.width as usize).enumerate() {
                let value = by_width!(op.width, N, { read_le::<N>(chunk) });
                values[element][lane] = if op.signed { sign_extend(value, op.width) } else { value };
            }
        }
        for (element, dst) in step.dst.iter().enumerate() {
            results.l = values[element];
            results.s = values[element].map(|v| v as u32);
            self.write(std::slice::from_ref(dst), results, mask);
        }
        Ok(())
    }

    /// Loads all lanes from `data`, which starts at address `base`.
    fn load_from(
        &mut self,
        (data, base): (&[u8], u64),
        step: &DecodedInstr<W>,
        op: &MemoryOp,
        addresses: &[u64; W],
        (mask, results): (u64, &mut Results<W>),
    ) {
        for (element, dst) in step.dst.iter().enumerate() {
            let data = &data[element * op.width as usize..];
            by_width!(op.width, N, {
                load_lanes::<N, W>(data, base, addresses, mask, op.signed, dst, results)
            });
            self.write(std::slice::from_ref(dst), results, mask);
        }
    }

    /// Loads a value with the same address in all lanes, such as a parameter, once.
    fn load_one(
        &mut self,
        spaces: &mut MemorySpaces<'_>,
        i: &Instr,
        step: &DecodedInstr<W>,
        op: &MemoryOp,
        (space, addresses): (Space, &[u64; W]),
        (mask, results): (u64, &mut Results<W>),
    ) -> Result<(), LaneFault> {
        let lane = mask.trailing_zeros() as usize;
        let bytes = self.slice(spaces, i, op, space, (lane, addresses[lane]), AccessMode::Read)?;
        let mut values = [0; 4];
        for (value, chunk) in values.iter_mut().zip(bytes.chunks_exact(op.width as usize)) {
            *value = by_width!(op.width, N, { read_le::<N>(chunk) });
            if op.signed {
                *value = sign_extend(*value, op.width);
            }
        }
        if spaces.tolerated {
            spaces.memory.warnings.repeat(mask.count_ones() - 1);
        }
        for (value, dst) in values.into_iter().zip(&step.dst) {
            (results.l, results.s) = ([value; W], [value as u32; W]);
            self.write(std::slice::from_ref(dst), results, mask);
        }
        Ok(())
    }

    /// Stores for the lanes of `mask`.
    #[allow(clippy::too_many_arguments, reason = "one call site; grouping them would only rename them")]
    pub fn store(
        &mut self,
        spaces: &mut MemorySpaces<'_>,
        i: &Instr,
        step: &DecodedInstr<W>,
        op: &MemoryOp,
        (space, addresses): (Space, &[u64; W]),
        mask: u64,
        (constants, scratch): (&[Constant<W>], &mut Scratch<W>),
    ) -> Result<(), LaneFault> {
        if mask == 0 {
            return Ok(());
        }
        let x = self.gather(step, constants, scratch);
        if space == Space::Global
            && let Some((allocation, base, _)) =
                common_allocation(spaces.memory, (op.bytes(), op.align), addresses, mask)
            && !allocation.read_only
        {
            store_lanes((&mut allocation.data, base), &x, op, addresses, mask);
            return Ok(());
        }
        if space == Space::Shared
            && spaces.shared.check_all_lanes((op.bytes(), op.align), addresses, mask, AccessMode::Write)
        {
            store_lanes((&mut spaces.shared.data, 0), &x, op, addresses, mask);
            return Ok(());
        }
        let mut values = [[0u64; W]; 4];
        for (element, all) in values.iter_mut().enumerate().take(op.count as usize) {
            *all = if op.width == 8 { *x.l[element] } else { x.s[element].map(u64::from) };
        }
        for lane in LaneMask(mask).lanes() {
            let bytes = self.slice(spaces, i, op, space, (lane, addresses[lane]), AccessMode::Write)?;
            for (element, chunk) in bytes.chunks_exact_mut(op.width as usize).enumerate() {
                chunk.copy_from_slice(&values[element][lane].to_le_bytes()[..op.width as usize]);
            }
        }
        Ok(())
    }

    /// Updates one element for each lane of `mask`, in lane order. `update` maps lane and old value to the new value.
    /// The old values are written to `old`.
    pub fn update(
        &mut self,
        spaces: &mut MemorySpaces<'_>,
        i: &Instr,
        op: &MemoryOp,
        (space, addresses): (Space, &[u64; W]),
        (mask, old): (u64, &mut [u128; W]),
        update: impl Fn(usize, u128) -> u128,
    ) -> Result<(), LaneFault> {
        for lane in LaneMask(mask).lanes() {
            let bytes = self.slice(spaces, i, op, space, (lane, addresses[lane]), AccessMode::Update)?;
            let mut padded = [0; 16];
            padded[..bytes.len()].copy_from_slice(bytes);
            old[lane] = u128::from_le_bytes(padded);
            let len = bytes.len();
            bytes.copy_from_slice(&update(lane, old[lane]).to_le_bytes()[..len]);
        }
        Ok(())
    }

    /// The bytes that one lane accesses, after all checks.
    pub fn slice<'a>(
        &'a mut self,
        spaces: &'a mut MemorySpaces<'_>,
        i: &Instr,
        op: &MemoryOp,
        space: Space,
        (lane, address): (usize, u64),
        mode: AccessMode,
    ) -> Result<&'a mut [u8], LaneFault> {
        let own = LaneMemory { lane, local: &mut self.local[lane], param_copy: &mut self.param_copy };
        let what = CheckedAccess { bytes: op.bytes(), align: op.align, space, address, mode };
        checked_slice(spaces, own, what, &|| i.mnemonic()).map_err(|kind| LaneFault { lane, kind })
    }
}

/// Stores the elements of all lanes to `data`, which starts at address `base`.
fn store_lanes<const W: usize>(
    (data, base): (&mut [u8], u64),
    x: &Sources<'_, W>,
    op: &MemoryOp,
    addresses: &[u64; W],
    mask: u64,
) {
    for element in 0..op.count as usize {
        let skip = element as u64 * u64::from(op.width);
        by_width!(op.width, N, {
            for lane in 0..W {
                if mask >> lane & 1 == 1 {
                    let at = (addresses[lane] - base + skip) as usize;
                    let value = if N == 8 { x.l[element][lane] } else { u64::from(x.s[element][lane]) };
                    data[at..at + N].copy_from_slice(&value.to_le_bytes()[..N]);
                }
            }
        });
    }
}

/// Loads one element of each lane from `data`, which starts at address `base`.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "a loop body lifted out to be compiled per width")]
fn load_lanes<const N: usize, const W: usize>(
    data: &[u8],
    base: u64,
    addresses: &[u64; W],
    mask: u64,
    signed: bool,
    dst: &Dst,
    results: &mut Results<W>,
) {
    let long = matches!(dst, Dst::Long(_));
    for lane in 0..W {
        if mask >> lane & 1 == 1 {
            let at = (addresses[lane] - base) as usize;
            let mut value = read_le::<N>(&data[at..at + N]);
            if signed {
                value = sign_extend(value, N as u32);
            }
            match long {
                true => results.l[lane] = value,
                false => results.s[lane] = value as u32,
            }
        }
    }
}
