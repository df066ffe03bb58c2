//! Functions of CUDA's device runtime that a kernel can call: `printf`, `malloc`, `free` and the report of a failed `assert`.
//!
//! Lanes execute them one after the other, in lane order. In timing, each costs one call instruction: the code behind it on a
//! GPU is not part of the PTX.

use super::access::{AccessMode, CheckedAccess, LaneFault, LaneMemory, checked_slice};
use super::fault::FaultKind;
use super::listener::LaneMask;
use super::perform::Env;
use super::printf::{self, PrintfArgument};
use super::warp::Warp;
use crate::program::{Call, RuntimeFunction, Space, ValueLocation};

/// Maximum bytes of a format string or of a string that it prints. It ends the search for the end of a broken string.
const MOST_TEXT: u64 = 64 << 10;

/// Calls `function` for the lanes of `mask`.
pub(super) fn call<const W: usize>(
    warp: &mut Warp<W>,
    env: &mut Env<'_, W>,
    function: RuntimeFunction,
    call: &Call,
    mask: u64,
) -> Result<(), LaneFault> {
    for lane in LaneMask(mask).lanes() {
        let result = match function {
            RuntimeFunction::AssertFail => {
                let text = assertion(warp, env, call, lane)?;
                return Err(LaneFault::new(lane, FaultKind::Assertion(text)));
            }
            RuntimeFunction::Printf => u64::from(print(warp, env, call, lane)?),
            RuntimeFunction::Malloc => env.spaces.memory.heap_allocate(argument(warp, call, lane, 0)),
            RuntimeFunction::Free => {
                let address = argument(warp, call, lane, 0);
                if !env.spaces.memory.heap_free(address) {
                    return Err(LaneFault::new(lane, FaultKind::BadFree { address }));
                }
                0
            }
        };
        if let Some(&to) = call.results.first() {
            let frame = warp.frame();
            let bytes = to.size().min(8) as usize;
            warp.write_location(&frame, to, lane, &result.to_le_bytes()[..bytes]);
        }
    }
    Ok(())
}

/// The `n`-th argument of one lane.
fn argument<const W: usize>(warp: &Warp<W>, call: &Call, lane: usize, n: usize) -> u64 {
    let frame = warp.frame();
    match call.arguments.get(n) {
        Some(&ValueLocation::Frame { offset, size }) => {
            let start = frame.local as usize + offset as usize;
            let bytes = warp.local[lane].get(start..start + size.min(8) as usize).unwrap_or_default();
            bytes.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b))
        }
        Some(&location) => {
            u64::from_le_bytes(warp.read_location(&frame, location, lane)[..8].try_into().unwrap_or_default())
        }
        None => 0,
    }
}

/// Reads `N` bytes at a generic address for one lane.
fn read<const W: usize, const N: usize>(
    warp: &mut Warp<W>,
    env: &mut Env<'_, W>,
    (lane, address): (usize, u64),
    function: &'static str,
) -> Result<[u8; N], LaneFault> {
    let own = LaneMemory { lane, local: &mut warp.local[lane], param_copy: &mut warp.param_copy };
    let (bytes, align) = (N as u32, N as u32);
    let access = CheckedAccess { bytes, align, space: Space::Generic, address, mode: AccessMode::Read };
    let found = checked_slice(&mut env.spaces, own, access, &|| function.to_owned());
    let found = found.map_err(|kind| LaneFault { lane, kind })?;
    Ok((&*found).try_into().unwrap_or([0; N]))
}

/// The string at a generic address, without its terminating zero.
fn text<const W: usize>(
    warp: &mut Warp<W>,
    env: &mut Env<'_, W>,
    (lane, address): (usize, u64),
    function: &'static str,
) -> Result<Vec<u8>, LaneFault> {
    let mut all = Vec::new();
    for at in 0..MOST_TEXT {
        match read::<W, 1>(warp, env, (lane, address.wrapping_add(at)), function)? {
            [0] => break,
            [byte] => all.push(byte),
        }
    }
    Ok(all)
}

/// `vprintf(format, arguments)`: appends the text to the output and returns the number of arguments, as CUDA does.
fn print<const W: usize>(
    warp: &mut Warp<W>,
    env: &mut Env<'_, W>,
    call: &Call,
    lane: usize,
) -> Result<u32, LaneFault> {
    let (format, packed) = (argument(warp, call, lane, 0), argument(warp, call, lane, 1));
    let format = text(warp, env, (lane, format), "printf")?;
    let (mut output, mut offset, mut count) = (Vec::new(), 0u64, 0);
    for piece in printf::pieces(&format) {
        let mut values = Vec::new();
        for &kind in piece.arguments() {
            // Arguments lie one after the other, each aligned to its own size.
            let size = kind.bytes();
            offset = offset.next_multiple_of(size);
            let at = packed.wrapping_add(offset);
            offset += size;
            count += 1;
            let value = match size {
                4 => u64::from(u32::from_le_bytes(read(warp, env, (lane, at), "printf")?)),
                _ => u64::from_le_bytes(read(warp, env, (lane, at), "printf")?),
            };
            let string = match kind {
                PrintfArgument::String if value != 0 => text(warp, env, (lane, value), "printf")?,
                PrintfArgument::String => b"(null)".to_vec(),
                _ => Vec::new(),
            };
            values.push((value, string));
        }
        piece.write(&values, &mut output);
    }
    env.spaces.memory.print(&output);
    Ok(count)
}

/// Message of a failed `assert`: `__assertfail(message, file, line, function, …)`.
fn assertion<const W: usize>(
    warp: &mut Warp<W>,
    env: &mut Env<'_, W>,
    call: &Call,
    lane: usize,
) -> Result<String, LaneFault> {
    let mut string = |n: usize| {
        let address = argument(warp, call, lane, n);
        let bytes = text(warp, env, (lane, address), "__assertfail")?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let (message, file, function) = (string(0)?, string(1)?, string(3)?);
    Ok(format!("`{message}` ({file}:{}, {function})", argument(warp, call, lane, 2) as u32))
}
