//! Memory accesses of a wave.
//!
//! As in PTX, accesses of all lanes to one allocation take a short path; the other path takes one lane at a time, covers
//! every case and finds the lane at fault.

use super::super::LANES;
use super::super::program::AccessShape;
use super::decode::{AddressFrom, MemoryAction, ScalarSource};
use super::wave::Wave;
use crate::code::AccessKind;
use crate::execute::memory::access::{
    AccessMode, CheckedAccess, LaneFault, LaneMemory, MemorySpaces, checked_slice, common_allocation, resolve,
};
use crate::execute::{LOCAL_WINDOW, LaneMask};
use crate::program::Space;

/// Bit of the fourth word of a buffer resource: the lane's number is added to the index, as in scratch.
pub(super) const ADD_LANE: u32 = 1 << 23;

/// Addresses of an access: one per lane.
pub(super) struct LaneAddresses {
    pub space: Space,
    pub addresses: [u64; LANES],
    /// Active lanes; one for a scalar access.
    pub mask: u64,
}

impl Wave {
    /// The addresses of an access.
    #[inline]
    pub fn addresses(&self, action: &MemoryAction) -> LaneAddresses {
        let constant = u64::from(action.offset);
        let scalar = |source: ScalarSource| self.scalar(source, false) & 0xffff_ffff;
        let one = |address: u64| LaneAddresses {
            space: Space::Generic,
            // The lowest two bits of a scalar address are ignored.
            addresses: [address & !3; LANES],
            mask: 1,
        };
        let mask = self.exec();
        let mut addresses = [0; LANES];
        match action.from {
            AddressFrom::Scalar { base, offset } => {
                let resolved = one(self.pair(base).wrapping_add(scalar(offset)).wrapping_add(constant));
                return split_window(resolved);
            }
            AddressFrom::ScalarBuffer { resource, offset } => {
                let base = self.pair(resource) & 0xffff_ffff_ffff;
                return split_window(one(base.wrapping_add(scalar(offset))));
            }
            AddressFrom::Local { address } => {
                for (lane, base) in self.vgprs[usize::from(address)].iter().enumerate() {
                    addresses[lane] = u64::from(base.wrapping_add(action.offset));
                }
                return LaneAddresses { space: Space::Shared, addresses, mask };
            }
            AddressFrom::Flat { address } => self.pairs(address, constant, &mut addresses),
            AddressFrom::Buffer { resource, address, offset, offen, idxen, addr64 } => {
                let words = self.pair(resource);
                let (base, stride) = (words & 0xffff_ffff_ffff, words >> 48 & 0x3fff);
                let adds_lane = self.sgprs[(usize::from(resource) + 3) & 127] & ADD_LANE != 0;
                let common = base.wrapping_add(scalar(offset)).wrapping_add(constant);
                let vgpr = |at: u16| &self.vgprs[usize::from(at)];
                match address {
                    Some(first) if addr64 => self.pairs(first, common, &mut addresses),
                    Some(first) if offen || idxen => {
                        let index = idxen.then_some(first);
                        let offset = offen.then_some(first + u16::from(idxen));
                        for (lane, address) in addresses.iter_mut().enumerate() {
                            let of = |at: Option<u16>| at.map_or(0, |at| u64::from(vgpr(at)[lane]));
                            *address = common.wrapping_add(of(offset)).wrapping_add(of(index) * stride);
                        }
                    }
                    _ => addresses = [common; LANES],
                }
                if adds_lane && base.wrapping_sub(LOCAL_WINDOW) < 1 << 40 {
                    addresses.iter_mut().for_each(|a| *a = a.wrapping_sub(LOCAL_WINDOW));
                    return LaneAddresses { space: Space::Local, addresses, mask };
                }
            }
        }
        split_window(LaneAddresses { space: Space::Generic, addresses, mask })
    }

    /// Adds the 64-bit values of two VGPRs to `common`.
    #[inline]
    fn pairs(&self, first: u16, common: u64, addresses: &mut [u64; LANES]) {
        let (low, high) = (&self.vgprs[usize::from(first)], &self.vgprs[usize::from(first) + 1]);
        for lane in 0..LANES {
            let value = u64::from(low[lane]) | u64::from(high[lane]) << 32;
            addresses[lane] = common.wrapping_add(value);
        }
    }

    /// Executes an access.
    pub fn access(
        &mut self,
        action: &MemoryAction,
        at: &LaneAddresses,
        spaces: &mut MemorySpaces<'_>,
        instruction: &dyn Fn() -> String,
    ) -> Result<(), LaneFault> {
        if at.mask == 0 {
            return Ok(());
        }
        if matches!(action.from, AddressFrom::Scalar { .. } | AddressFrom::ScalarBuffer { .. }) {
            return self.scalar_load(action, at, spaces, instruction);
        }
        match action.shape.kind {
            AccessKind::Atomic | AccessKind::Reduce => self.atomic(action, at, spaces, instruction),
            kind => match action.shape.pair {
                None => self.plain(action, at, (action.shape, 0, 0), kind, spaces, instruction),
                Some(offsets) => {
                    let registers = (action.shape.width / 4) as u16;
                    let shape = AccessShape { count: 1, pair: None, ..action.shape };
                    for (nth, offset) in [offsets.0, offsets.1].into_iter().enumerate() {
                        let mut moved = LaneAddresses { addresses: at.addresses, ..*at };
                        moved.addresses.iter_mut().for_each(|a| *a = (*a as u32).wrapping_add(offset).into());
                        let skip = registers * nth as u16;
                        self.plain(action, &moved, (shape, nth, skip), kind, spaces, instruction)?;
                    }
                    Ok(())
                }
            },
        }
    }

    /// A load into SGPRs.
    fn scalar_load(
        &mut self,
        action: &MemoryAction,
        at: &LaneAddresses,
        spaces: &mut MemorySpaces<'_>,
        instruction: &dyn Fn() -> String,
    ) -> Result<(), LaneFault> {
        let mut copy = Vec::new();
        let own = LaneMemory { lane: 0, local: &mut [], param_copy: &mut copy };
        let what = checked(action.shape.bytes(), 4, at.space, at.addresses[0], AccessMode::Read);
        let bytes = checked_slice(spaces, own, what, instruction);
        let bytes = bytes.map_err(|kind| LaneFault { lane: 0, kind })?;
        let first = usize::from(action.dst.unwrap_or(0));
        for (nth, chunk) in bytes.chunks_exact(4).enumerate() {
            self.sgprs[(first + nth) & 127] = word(chunk);
        }
        Ok(())
    }

    /// Loads or stores of adjacent elements. `data` is the operand that has the data, `skip` the registers of the
    /// result before it.
    fn plain(
        &mut self,
        action: &MemoryAction,
        at: &LaneAddresses,
        (shape, data, skip): (AccessShape, usize, u16),
        kind: AccessKind,
        spaces: &mut MemorySpaces<'_>,
        instruction: &dyn Fn() -> String,
    ) -> Result<(), LaneFault> {
        let bytes = shape.bytes();
        let load = kind == AccessKind::Load;
        let mode = if load { AccessMode::Read } else { AccessMode::Write };
        let first = if load { action.dst.unwrap_or(0) + skip } else { action.data[data] };
        let sized = (bytes, action.align);
        match at.space {
            Space::Global => {
                if let Some((allocation, base, _)) =
                    common_allocation(spaces.memory, sized, &at.addresses, at.mask)
                    && (load || !allocation.read_only)
                {
                    self.transfer(&mut allocation.data, base, at, shape, (load, first));
                    return Ok(());
                }
            }
            Space::Shared if spaces.shared.check_all_lanes(sized, &at.addresses, at.mask, mode) => {
                self.transfer(&mut spaces.shared.data, 0, at, shape, (load, first));
                return Ok(());
            }
            _ => {}
        }
        let mut copy = Vec::new();
        for lane in LaneMask(at.mask).lanes() {
            let local: &mut [u8] = self.scratch.get_mut(lane).map_or(&mut [], |s| &mut s[..]);
            let own = LaneMemory { lane, local, param_copy: &mut copy };
            let what = checked(bytes, action.align, at.space, at.addresses[lane], mode);
            let slice = checked_slice(spaces, own, what, instruction);
            let slice = slice.map_err(|kind| LaneFault { lane, kind })?;
            for (nth, chunk) in slice.chunks_mut(4.min(shape.width as usize)).enumerate() {
                let register = &mut self.vgprs[usize::from(first) + nth];
                if load {
                    register[lane] = extended(chunk, shape);
                } else {
                    chunk.copy_from_slice(&register[lane].to_le_bytes()[..chunk.len()]);
                }
            }
        }
        Ok(())
    }

    /// Copies all lanes between registers and `data`, which starts at address `base`. The accesses were checked.
    #[inline]
    fn transfer(
        &mut self,
        data: &mut [u8],
        base: u64,
        at: &LaneAddresses,
        shape: AccessShape,
        (load, first): (bool, u16),
    ) {
        let chunk = 4.min(shape.width as usize);
        for nth in 0..(shape.bytes() as usize).div_ceil(4) {
            let register = &mut self.vgprs[usize::from(first) + nth];
            for lane in LaneMask(at.mask).lanes() {
                let start = (at.addresses[lane] - base) as usize + 4 * nth;
                let bytes = &mut data[start..start + chunk];
                match (load, chunk) {
                    (true, 4) => register[lane] = word(bytes),
                    (true, _) => register[lane] = extended(bytes, shape),
                    (false, 4) => bytes.copy_from_slice(&register[lane].to_le_bytes()),
                    (false, _) => bytes.copy_from_slice(&register[lane].to_le_bytes()[..chunk]),
                }
            }
        }
    }

    /// Atomics, in the order of the lanes.
    fn atomic(
        &mut self,
        action: &MemoryAction,
        at: &LaneAddresses,
        spaces: &mut MemorySpaces<'_>,
        instruction: &dyn Fn() -> String,
    ) -> Result<(), LaneFault> {
        let Some(update) = action.update else { panic!("`{}` has no operation", instruction()) };
        let wide = action.shape.width == 8;
        let mut copy = Vec::new();
        for lane in LaneMask(at.mask).lanes() {
            let operand = |wave: &Wave, register: u16| {
                let low = u64::from(wave.vgprs[usize::from(register)][lane]);
                match wide {
                    true => low | u64::from(wave.vgprs[usize::from(register) + 1][lane]) << 32,
                    false => low,
                }
            };
            let [first, second] = action.data;
            let a = operand(self, first);
            // Only a compare-and-swap has a second operand.
            let b = if usize::from(second) + usize::from(wide) < self.vgprs.len() {
                operand(self, second)
            } else {
                0
            };
            let local: &mut [u8] = self.scratch.get_mut(lane).map_or(&mut [], |s| &mut s[..]);
            let own = LaneMemory { lane, local, param_copy: &mut copy };
            let what =
                checked(action.shape.width, action.align, at.space, at.addresses[lane], AccessMode::Update);
            let slice = checked_slice(spaces, own, what, instruction);
            let slice = slice.map_err(|kind| LaneFault { lane, kind })?;
            let mut padded = [0; 8];
            padded[..slice.len()].copy_from_slice(slice);
            let old = u64::from_le_bytes(padded);
            slice.copy_from_slice(&update(old, a, b).to_le_bytes()[..slice.len()]);
            if let Some(dst) = action.dst {
                self.vgprs[usize::from(dst)][lane] = old as u32;
                if wide {
                    self.vgprs[usize::from(dst) + 1][lane] = (old >> 32) as u32;
                }
            }
        }
        Ok(())
    }
}

fn checked(bytes: u32, align: u32, space: Space, address: u64, mode: AccessMode) -> CheckedAccess {
    CheckedAccess { bytes, align, space, address, mode }
}

fn word(bytes: &[u8]) -> u32 {
    let mut padded = [0; 4];
    padded[..bytes.len()].copy_from_slice(bytes);
    u32::from_le_bytes(padded)
}

/// A narrow value as a register holds it.
fn extended(bytes: &[u8], shape: AccessShape) -> u32 {
    let bits = 8 * bytes.len() as u32;
    let value = word(bytes);
    if shape.signed && bits < 32 { ((value << (32 - bits)) as i32 >> (32 - bits)) as u32 } else { value }
}

/// Addresses within one window, if all active lanes are in the same.
#[inline]
fn split_window(mut at: LaneAddresses) -> LaneAddresses {
    at.space = match at.mask {
        0 => Space::Global,
        mask => resolve(Space::Generic, &mut at.addresses, mask),
    };
    at
}
