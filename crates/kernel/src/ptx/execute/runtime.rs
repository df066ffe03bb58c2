//! Calls of functions of CUDA's device runtime.
//!
//! Lanes execute them one after the other, in lane order. In timing, each costs one call instruction: the code behind it on a
//! GPU is not part of the PTX.

use super::perform::Env;
use super::warp::Warp;
use crate::execute::LaneMask;
use crate::execute::memory::access::LaneFault;
use crate::execute::runtime::{RuntimeCall, RuntimeFunction};
use crate::ptx::program::{Call, ValueLocation};

/// Calls `function` for the lanes of `mask`.
pub(super) fn call<const W: usize>(
    warp: &mut Warp<W>,
    env: &mut Env<'_, W>,
    function: RuntimeFunction,
    call: &Call,
    mask: u64,
) -> Result<(), LaneFault> {
    for lane in LaneMask(mask).lanes() {
        let arguments = std::array::from_fn(|n| argument(warp, call, lane, n));
        let mut lane_call = RuntimeCall { spaces: &mut env.spaces, lane, local: &mut warp.local[lane] };
        let result = lane_call.call(function, arguments).map_err(|kind| LaneFault { lane, kind })?;
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
