//! Loads, stores and atomics of a warp.
//!
//! Each operation has a fast path for lanes that access a single allocation, and a path that handles one lane at a time.
//! The second path covers every case and identifies the lane at fault.

use super::alu::{Results, Sources};
use super::asynchronous::early;
use super::checks::Checks;
use super::copies::AsyncState;
use super::decode::{Constant, DecodedInstr, Dst, MemoryOp, SourceOperand};
use super::fault::{FaultKind, NearestAllocation};
use super::listener::LaneMask;
use super::memory::{Allocation, LOCAL_WINDOW, Memory, PARAM_WINDOW, SHARED_WINDOW, WINDOW};
use super::warp::{Scratch, Warp, full};
use crate::program::{Instr, Space};

/// Shared memory of a CTA, with a record of the bytes written.
pub(crate) struct SharedMemory {
    pub data: Vec<u8>,
    /// One bit per byte: set when the byte is written.
    written: Vec<u64>,
    /// Number of bytes not yet written. At 0, reads need no check.
    unwritten: usize,
    /// Asynchronous copies in flight and mbarriers; `None` before the first. The bytes of a copy in flight count as not written.
    pub asynchronous: Option<Box<AsyncState>>,
}

impl SharedMemory {
    pub fn new(bytes: usize) -> SharedMemory {
        let written = vec![0; bytes.div_ceil(64)];
        SharedMemory { data: vec![0; bytes], written, unwritten: bytes, asynchronous: None }
    }

    pub fn reset(&mut self) {
        self.data.fill(0);
        self.written.fill(0);
        self.unwritten = self.data.len();
        self.asynchronous = None;
    }

    /// Counts the zeros from `start` on as written: the system initialises the memory that it reserves.
    pub fn initialise(&mut self, start: usize) {
        (start..self.data.len()).for_each(|at| self.mark(at, 1));
    }

    /// Counts bytes as not written.
    pub fn unmark(&mut self, range: std::ops::Range<usize>) {
        for at in range {
            let word = &mut self.written[at / 64];
            self.unwritten += (*word >> (at % 64) & 1) as usize;
            *word &= !(1 << (at % 64));
        }
    }

    pub fn mark(&mut self, start: usize, bytes: usize) {
        if self.unwritten == 0 {
            return;
        }
        // The bits of an aligned access of up to 16 bytes are in one word.
        let bits = ((1u64 << bytes) - 1) << (start % 64);
        let word = &mut self.written[start / 64];
        self.unwritten -= (bits & !*word).count_ones() as usize;
        *word |= bits;
    }

    /// Checks an access for all lanes of `mask` at once and marks written bytes.
    /// Returns false if a lane needs the slow path.
    pub fn check_all_lanes<const W: usize>(
        &mut self,
        (bytes, align): (u32, u32),
        addresses: &[u64; W],
        mask: u64,
        mode: AccessMode,
    ) -> bool {
        let (bytes, size) = (bytes as usize, self.data.len() as u64);
        let last = size.wrapping_sub(bytes as u64);
        let mut good = size >= bytes as u64;
        for (lane, &a) in addresses.iter().enumerate() {
            good &= mask >> lane & 1 == 0 || (a <= last && a & u64::from(align - 1) == 0);
        }
        if !good {
            return false;
        }
        let mut lanes = LaneMask(mask).lanes();
        match mode {
            _ if self.unwritten == 0 => true,
            AccessMode::Read => lanes.all(|lane| self.is_written(addresses[lane] as usize, bytes)),
            // A write may conflict with a copy in flight.
            _ if self.asynchronous.is_some() => false,
            _ => {
                lanes.for_each(|lane| self.mark(addresses[lane] as usize, bytes));
                true
            }
        }
    }

    pub fn is_written(&self, start: usize, bytes: usize) -> bool {
        let bits = ((1u64 << bytes) - 1) << (start % 64);
        self.unwritten == 0 || self.written[start / 64] & bits == bits
    }
}

/// Memory spaces shared by the threads of a warp.
pub(crate) struct MemorySpaces<'a> {
    pub memory: &'a mut Memory,
    pub shared: &'a mut SharedMemory,
    pub params: &'a [u8],
    pub checks: Checks,
    /// Whether the instruction in execution made an error that was let pass.
    pub tolerated: bool,
}

/// A fault and the lane that caused it.
///
/// The kind is boxed to keep the result type of an instruction small.
pub(crate) struct LaneFault {
    pub lane: usize,
    pub kind: Box<FaultKind>,
}

impl LaneFault {
    #[cold]
    pub fn new(lane: usize, kind: FaultKind) -> LaneFault {
        LaneFault { lane, kind: Box::new(kind) }
    }
}

/// Access mode: read, write, or read-modify-write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccessMode {
    Read,
    Write,
    Update,
}

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

    /// Converts generic addresses to one memory space, if all lanes access the same space.
    #[inline]
    pub fn resolve(space: Space, addresses: &mut [u64; W], mask: u64) -> Space {
        if space != Space::Generic || mask == 0 {
            return space;
        }
        let (first, base) = window(addresses[mask.trailing_zeros() as usize]);
        let same = (0..W).all(|lane| mask >> lane & 1 == 0 || window(addresses[lane]).0 == first);
        if !same {
            return Space::Generic;
        }
        if base != 0 {
            addresses.iter_mut().for_each(|a| *a = a.wrapping_sub(base));
        }
        first
    }

    /// The allocation that contains the aligned accesses of all lanes, its start address, and whether the accesses are contiguous.
    #[inline]
    fn common_allocation<'a>(
        memory: &'a mut Memory,
        op: &MemoryOp,
        addresses: &[u64; W],
        mask: u64,
    ) -> Option<(&'a mut Allocation, u64, bool)> {
        common_allocation(memory, (op.bytes(), op.align), addresses, mask)
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
                Self::common_allocation(spaces.memory, op, addresses, mask)
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
            && let Some((allocation, base, _)) = Self::common_allocation(spaces.memory, op, addresses, mask)
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

/// The allocation that contains the aligned accesses of all lanes, its start address, and whether the accesses are contiguous.
#[inline]
pub(crate) fn common_allocation<'a, const W: usize>(
    memory: &'a mut Memory,
    (bytes, align): (u32, u32),
    addresses: &[u64; W],
    mask: u64,
) -> Option<(&'a mut Allocation, u64, bool)> {
    let (mut least, mut most, mut bits) = (u64::MAX, 0, 0);
    let adjacent = mask == full(W) && contiguous(addresses, u64::from(bytes));
    if adjacent {
        (least, most, bits) = (addresses[0], addresses[W - 1], addresses[0]);
    } else {
        for lane in 0..W {
            if mask >> lane & 1 == 1 {
                let a = addresses[lane];
                least = least.min(a);
                most = most.max(a);
                bits |= a;
            }
        }
    }
    if bits & u64::from(align - 1) != 0 {
        return None;
    }
    let len = most.checked_sub(least)?.checked_add(u64::from(bytes))?;
    let (allocation, offset) = memory.find(least, len)?;
    let base = least - offset as u64;
    Some((allocation, base, adjacent))
}

/// Memory of one lane: its stack, and room for a copy of parameters.
pub(crate) struct LaneMemory<'a> {
    pub lane: usize,
    pub local: &'a mut [u8],
    pub param_copy: &'a mut Vec<u8>,
}

/// An access of one lane, to be checked.
#[derive(Clone, Copy)]
pub(crate) struct CheckedAccess {
    pub bytes: u32,
    pub align: u32,
    pub space: Space,
    pub address: u64,
    pub mode: AccessMode,
}

/// The bytes that one lane accesses, after all checks. `instruction` names the instruction in a fault.
pub(crate) fn checked_slice<'a>(
    spaces: &'a mut MemorySpaces<'_>,
    own: LaneMemory<'a>,
    access: CheckedAccess,
    instruction: &dyn Fn() -> String,
) -> Result<&'a mut [u8], Box<FaultKind>> {
    let CheckedAccess { bytes, align, mode, .. } = access;
    let (space, address) = match access.space {
        Space::Generic => {
            let (space, base) = window(access.address);
            (space, access.address.wrapping_sub(base))
        }
        space => (space, access.address),
    };
    let fault = |kind| Err(Box::new(kind));
    if address & u64::from(align - 1) != 0 {
        let nearest = nearest_allocation(spaces, space, address, own.local);
        let instruction = instruction();
        return fault(FaultKind::Misaligned { instruction, space, address, align, nearest });
    }
    if matches!(space, Space::Global | Space::Const) {
        return global_slice(spaces, own.lane, instruction, (address, bytes), mode);
    }
    let size = match space {
        Space::Shared => spaces.shared.data.len(),
        Space::Param => spaces.params.len(),
        _ => own.local.len(),
    };
    let end = address.checked_add(u64::from(bytes)).filter(|&end| end <= size as u64);
    let (Some(end), true) = (end, space != Space::Param || mode == AccessMode::Read) else {
        let nearest = nearest_allocation(spaces, space, address, own.local);
        let instruction = instruction();
        return fault(FaultKind::OutOfBounds { instruction, space, address, bytes, nearest });
    };
    let range = address as usize..end as usize;
    match space {
        Space::Shared => {
            if spaces.shared.asynchronous.is_some() {
                let writes = mode != AccessMode::Read;
                if let Some(conflict) = spaces.shared.conflict(range.clone(), writes) {
                    spaces.tolerate(own.lane, |_| early(&instruction(), bytes, conflict, writes))?;
                    // The bytes stay in flight: what follows is an error, too.
                    return Ok(&mut spaces.shared.data[range]);
                }
            }
            let unwritten = mode != AccessMode::Write
                && !spaces.shared.is_written(range.start, range.len())
                && !spaces.shared.was_written(range.clone());
            if unwritten {
                spaces.tolerate(own.lane, |_| {
                    Box::new(FaultKind::Uninitialised { instruction: instruction(), address, bytes })
                })?;
            }
            if mode != AccessMode::Read {
                spaces.shared.mark(range.start, range.len());
            }
            Ok(&mut spaces.shared.data[range])
        }
        Space::Param => {
            own.param_copy.clear();
            own.param_copy.extend_from_slice(&spaces.params[range]);
            Ok(own.param_copy)
        }
        _ => Ok(&mut own.local[range]),
    }
}

fn global_slice<'a>(
    spaces: &'a mut MemorySpaces<'_>,
    lane: usize,
    instruction: &dyn Fn() -> String,
    (address, bytes): (u64, u32),
    mode: AccessMode,
) -> Result<&'a mut [u8], Box<FaultKind>> {
    let read_only = |name: &str| {
        let (instruction, name) = (instruction(), name.to_owned());
        Err(Box::new(FaultKind::ReadOnly { instruction, address, name }))
    };
    if spaces.memory.find(address, u64::from(bytes)).is_none() {
        if mode != AccessMode::Read
            && let Some(name) = spaces.memory.constant_in(address, bytes)
        {
            return read_only(name);
        }
        spaces.tolerate_outside(lane, (address, bytes), instruction)?;
        return Ok(spaces.memory.bytes_around(address, bytes, mode != AccessMode::Read));
    }
    let Some((allocation, offset)) = spaces.memory.find(address, u64::from(bytes)) else {
        panic!("an allocation found twice")
    };
    if allocation.read_only && mode != AccessMode::Read {
        return read_only(&allocation.name);
    }
    Ok(&mut allocation.data[offset..offset + bytes as usize])
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

/// Whether the addresses of neighbouring lanes differ by `stride`.
#[inline]
fn contiguous<const W: usize>(addresses: &[u64; W], stride: u64) -> bool {
    let mut differ = 0;
    for lane in 0..W {
        differ |= addresses[lane] ^ addresses[0].wrapping_add(stride * lane as u64);
    }
    differ == 0
}

/// Memory space of a generic address, and the generic start address of that space.
#[inline]
pub(crate) fn window(address: u64) -> (Space, u64) {
    if address.wrapping_sub(SHARED_WINDOW) < WINDOW {
        (Space::Shared, SHARED_WINDOW)
    } else if address.wrapping_sub(LOCAL_WINDOW) < WINDOW {
        (Space::Local, LOCAL_WINDOW)
    } else if address.wrapping_sub(PARAM_WINDOW) < WINDOW {
        (Space::Param, PARAM_WINDOW)
    } else {
        (Space::Global, 0)
    }
}

/// The allocation nearest to an invalid address.
fn nearest_allocation(
    spaces: &MemorySpaces<'_>,
    space: Space,
    address: u64,
    local: &[u8],
) -> Option<NearestAllocation> {
    let (name, size) = match space {
        Space::Shared => ("shared memory of the CTA", spaces.shared.data.len()),
        Space::Local => ("stack of the thread", local.len()),
        Space::Param => ("parameters of the kernel", spaces.params.len()),
        _ => return spaces.memory.nearest(address),
    };
    Some(NearestAllocation { name: name.to_owned(), base: 0, size: size as u64, address })
}
