//! Calls and returns of device functions.

use super::Limits;
use super::access::LaneFault;
use super::fault::FaultKind;
use super::perform::Env;
use super::warp::Warp;
use crate::program::{Call, Callee, Detail, Pc, Program, ValueLocation};

/// Enters the function called at `pc` for the lanes of `mask` and returns its first instruction.
pub(super) fn enter<const W: usize>(
    warp: &mut Warp<W>,
    env: &mut Env<'_, W>,
    pc: Pc,
    callee: Callee,
    mask: u64,
    limits: &Limits,
) -> Result<Pc, LaneFault> {
    let lane = mask.trailing_zeros() as usize;
    let call = call_at(env.program, pc);
    let id = match callee {
        Callee::Function(id) => id,
        Callee::AssertFail => {
            return Err(LaneFault::new(lane, FaultKind::Assertion(assertion(warp, env, call, lane))));
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
    Ok(function.entry)
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

/// Message of a failed `assert`: `__assertfail(message, file, line, function, …)`.
fn assertion<const W: usize>(warp: &Warp<W>, env: &mut Env<'_, W>, call: &Call, lane: usize) -> String {
    let frame = warp.frame();
    let value = |n: usize| match call.arguments.get(n) {
        Some(&ValueLocation::Frame { offset, size }) => {
            let start = frame.local as usize + offset as usize;
            let bytes = warp.local[lane].get(start..start + size.min(8) as usize).unwrap_or_default();
            bytes.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b))
        }
        Some(&location) => {
            u64::from_le_bytes(warp.read_location(&frame, location, lane)[..8].try_into().unwrap_or_default())
        }
        None => 0,
    };
    let text = |n: usize| {
        let address = value(n);
        let byte = |i: u64| Some(env.spaces.memory.read(address.checked_add(i)?, 1).ok()?[0]);
        let bytes: Vec<u8> = (0..256).map_while(byte).take_while(|&b| b != 0).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let (message, file, function) = (text(0), text(1), text(3));
    format!("`{message}` ({file}:{}, {function})", value(2) as u32)
}
