//! Execution of one thread at a time: the reference for the control flow of the SIMT mode.
//!
//! There are no lane masks, reconvergence stacks or post-dominators here. Each thread runs until a barrier or its end.
//! A program must compute the same results in both modes. Warp-level instructions are faults.

use super::access::{LaneFault, MemorySpaces, SharedMemory};
use super::barrier::{Arrival, BARRIERS, Barriers};
use super::decode::{BarrierOp, DecodedInstr, DecodedProgram, Operation};
use super::fault::{Fault, FaultKind};
use super::perform::Env;
use super::simt::reduce;
use super::warp::{CtaContext, Warp};
use super::{Counts, Limits, Memory, calls, fault_location};
use crate::program::{Pc, Program};

enum State {
    Ready,
    AtBarrier(Pc),
    Finished,
}

struct Thread {
    warp: Warp<1>,
    pc: Pc,
    /// Return address of each open call.
    returns: Vec<Pc>,
    /// Executed instructions whose guard was true.
    effective: u64,
    state: State,
}

/// Executes a CTA, thread by thread.
pub(super) fn run_cta(
    program: &Program,
    decoded: &DecodedProgram<1>,
    params: &[u8],
    limits: &Limits,
    context: CtaContext,
    memory: &mut Memory,
) -> Result<Counts, Fault> {
    let mut shared = SharedMemory::new(context.total_shared as usize);
    let spaces = MemorySpaces { memory, shared: &mut shared, params };
    let mut env = Env::new(program, decoded, spaces);
    let count = context.block.iter().product::<u32>();
    let kernel = &program.functions[0];
    let new = |first| Thread {
        warp: Warp::new(first, context, kernel, 1),
        pc: Pc(0),
        returns: Vec::new(),
        effective: 0,
        state: State::Ready,
    };
    let mut threads: Vec<Thread> = (0..count).map(new).collect();
    let mut barriers = Barriers::default();
    loop {
        let mut moved = false;
        for t in 0..threads.len() {
            while matches!(threads[t].state, State::Ready) {
                moved = true;
                let pc = threads[t].pc;
                let done = step(&mut threads, t, &mut env, &mut barriers, limits);
                done.map_err(|LaneFault { kind, .. }| {
                    let thread = threads[t].warp.thread(0);
                    Fault {
                        kind: *kind,
                        location: Box::new(fault_location(program, pc, context.cta, thread)),
                    }
                })?;
            }
        }
        if threads.iter().all(|t| matches!(t.state, State::Finished)) {
            break;
        }
        if !moved {
            let stuck = threads.iter().find_map(|t| match t.state {
                State::AtBarrier(pc) => Some((t, pc)),
                _ => None,
            });
            let Some((thread, pc)) = stuck else { panic!("no thread is ready, done or waiting") };
            let kind = FaultKind::BarrierDeadlock { waiting: barriers.describe() };
            let at = fault_location(program, pc, context.cta, thread.warp.thread(0));
            return Err(Fault { kind, location: Box::new(at) });
        }
    }
    let executed = threads.iter().map(|t| t.effective).sum();
    Ok(Counts { ctas: 1, thread_instructions: executed, ..Counts::default() })
}

/// Executes one instruction of thread `t`.
fn step(
    threads: &mut [Thread],
    t: usize,
    env: &mut Env<'_, 1>,
    barriers: &mut Barriers,
    limits: &Limits,
) -> Result<(), LaneFault> {
    let thread = &mut threads[t];
    let pc = thread.pc;
    let step = &env.decoded.instrs[pc.index()];
    if thread.warp.executed >= limits.instructions {
        return Err(LaneFault::new(0, FaultKind::Budget { budget: limits.instructions }));
    }
    thread.warp.executed += 1;
    thread.pc.0 += 1;
    if thread.warp.guarded(step, 1) == 0 {
        return Ok(());
    }
    thread.effective += 1;
    match &step.kind {
        Operation::Branch(target) => thread.pc = *target,
        Operation::Table(targets) => {
            let x = thread.warp.gather(step, &env.decoded.constants, &mut env.scratch);
            let index = x.s[0][0];
            let Some(&target) = targets.get(index as usize) else {
                let instruction = env.program.code[pc.index()].mnemonic();
                return Err(LaneFault::new(
                    0,
                    FaultKind::BranchIndex { instruction, index, len: targets.len() },
                ));
            };
            thread.pc = target;
        }
        Operation::Call(call) => {
            thread.returns.push(thread.pc);
            thread.pc = calls::enter(&mut thread.warp, env, pc, call.callee, 1, limits)?;
        }
        Operation::Return => match thread.returns.pop() {
            Some(back) => {
                calls::leave(&mut thread.warp, env.program, 1);
                thread.pc = back;
            }
            None => finish(threads, t, env, barriers),
        },
        Operation::Exit => finish(threads, t, env, barriers),
        Operation::Trap => return Err(LaneFault::new(0, FaultKind::Trap)),
        Operation::Barrier(op) => arrive(threads, t, env, barriers, step, *op, pc)?,
        Operation::WarpBarrier => {}
        _ => {
            thread.warp.perform(env, step, pc, 1, 1)?;
        }
    }
    Ok(())
}

fn finish(threads: &mut [Thread], t: usize, env: &mut Env<'_, 1>, barriers: &mut Barriers) {
    threads[t].state = State::Finished;
    (0..BARRIERS).for_each(|id| release(threads, env, barriers, id));
}

fn arrive(
    threads: &mut [Thread],
    t: usize,
    env: &mut Env<'_, 1>,
    barriers: &mut Barriers,
    step: &DecodedInstr<1>,
    op: BarrierOp,
    pc: Pc,
) -> Result<(), LaneFault> {
    let thread = &mut threads[t];
    let x = thread.warp.gather(step, &env.decoded.constants, &mut env.scratch);
    let id = x.s[0][0];
    if id as usize >= BARRIERS {
        let instruction = env.program.code[pc.index()].mnemonic();
        return Err(LaneFault::new(0, FaultKind::BadBarrier { instruction, id }));
    }
    let expected = op.counted.then(|| x.s[1][0]);
    let holds = op.reduce.map_or(0, |_| x.p[step.src.len() - 1] & 1) as u32;
    if op.waits {
        thread.state = State::AtBarrier(pc);
    }
    barriers
        .arrive(id as usize, Arrival { waiter: t, threads: 1, expected, waits: op.waits, lanes: 1, holds });
    release(threads, env, barriers, id as usize);
    Ok(())
}

fn release(threads: &mut [Thread], env: &mut Env<'_, 1>, barriers: &mut Barriers, id: usize) {
    let alive = threads.iter().filter(|t| !matches!(t.state, State::Finished)).count();
    let Some((waiting, reduced)) = barriers.complete(id, alive) else { return };
    for t in waiting {
        let State::AtBarrier(pc) = threads[t].state else { panic!("thread {t} waits at a barrier") };
        threads[t].state = State::Ready;
        let step = &env.decoded.instrs[pc.index()];
        if let Operation::Barrier(BarrierOp { reduce: Some(mode), .. }) = step.kind {
            reduce(&mut env.results, mode, reduced);
            threads[t].warp.write(&step.dst, &env.results, 1);
        }
    }
}
