//! Calls and returns of device functions.

use super::perform::Env;
use super::runtime;
use super::warp::Warp;
use crate::execute::memory::access::LaneFault;
use crate::execute::{FaultKind, LaneMask, Limits};
use crate::program::Pc;
use crate::ptx::program::{Call, Callee, Detail, Program};

/// Enters the function called at `pc` for the lanes of `mask` and returns its first instruction.
///
/// A function of the device runtime executes at once: there is nothing to enter. All lanes of an indirect call must have
/// the same target (see [`lanes_of_first_target`]).
pub(super) fn enter<const W: usize>(
    warp: &mut Warp<W>,
    env: &mut Env<'_, W>,
    pc: Pc,
    mask: u64,
    limits: &Limits,
) -> Result<Option<Pc>, LaneFault> {
    let lane = mask.trailing_zeros() as usize;
    let call = call_at(env.program, pc);
    let id = match call.callee {
        Callee::Function(id) => id,
        Callee::Indirect => {
            let address = target_addresses(warp, env, pc)[lane];
            match call.targets.binary_search_by_key(&address, |&(at, _)| at) {
                Ok(at) => call.targets[at].1,
                Err(_) => return Err(LaneFault::new(lane, FaultKind::BadCallee { address })),
            }
        }
        Callee::Runtime(function) => {
            let done = runtime::call(warp, env, function, call, mask);
            warp.settle(env, pc);
            return done.map(|()| None);
        }
        Callee::Missing => return Err(LaneFault::new(lane, FaultKind::NoBody(call.name.clone()))),
    };
    let function = &env.program.functions[id.index()];
    let saved = warp.shorts.len() * size_of::<u32>() + warp.longs.len() * size_of::<u64>();
    let bytes = warp.stack_top + u64::from(function.frame) + saved as u64;
    if warp.frames.len() >= limits.depth || bytes > limits.stack {
        return Err(LaneFault::new(lane, FaultKind::StackOverflow { depth: warp.frames.len(), bytes }));
    }
    let caller = warp.frame();
    warp.enter(id, function, pc, mask);
    let inner = warp.frame();
    for (&from, &to) in call.arguments.iter().zip(&function.params) {
        warp.copy_location((&caller, from), (&inner, to), mask);
    }
    Ok(Some(function.entry))
}

/// The lanes of `mask` that call the same function at `pc` as the first of them.
pub(super) fn lanes_of_first_target<const W: usize>(
    warp: &mut Warp<W>,
    env: &mut Env<'_, W>,
    pc: Pc,
    mask: u64,
) -> u64 {
    if mask == 0 || call_at(env.program, pc).callee != Callee::Indirect {
        return mask;
    }
    let addresses = target_addresses(warp, env, pc);
    let first = addresses[mask.trailing_zeros() as usize];
    LaneMask(mask).lanes().filter(|&lane| addresses[lane] == first).fold(0, |all, lane| all | 1 << lane)
}

/// The function address of each lane of an indirect call.
fn target_addresses<const W: usize>(warp: &mut Warp<W>, env: &mut Env<'_, W>, pc: Pc) -> [u64; W] {
    let step = &env.decoded.instrs[pc.index()];
    *warp.gather(step, &env.decoded.constants, &mut env.scratch).l[0]
}

/// Leaves the innermost function and copies its results to the caller, for lanes that have not exited.
pub(super) fn leave<const W: usize>(warp: &mut Warp<W>, program: &Program, live: u64) {
    let inner = warp.frame();
    let caller = warp.frames[warp.frames.len() - 2];
    let function = &program.functions[inner.function.index()];
    for (&from, &to) in function.returns.iter().zip(&call_at(program, inner.call).results) {
        warp.copy_location((&inner, from), (&caller, to), inner.lanes & live);
    }
    warp.leave();
}

fn call_at(program: &Program, pc: Pc) -> &Call {
    match &program.code[pc.index()].detail {
        Detail::Call(call) => call,
        _ => panic!("the instruction at {pc} is not a call"),
    }
}
