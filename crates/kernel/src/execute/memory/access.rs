//! Checks of memory accesses.

use super::shared::SharedMemory;
use super::{Allocation, LOCAL_WINDOW, Memory, PARAM_WINDOW, SHARED_WINDOW, WINDOW};
use crate::execute::checks::Checks;
use crate::execute::fault::{FaultKind, NearestAllocation};
use crate::execute::lanes::full;
use crate::program::Space;

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
                    spaces.tolerate(own.lane, |_| conflict.fault(instruction(), bytes, writes))?;
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

/// Converts generic addresses to one memory space, if all lanes access the same space.
#[inline]
pub(crate) fn resolve<const W: usize>(space: Space, addresses: &mut [u64; W], mask: u64) -> Space {
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
