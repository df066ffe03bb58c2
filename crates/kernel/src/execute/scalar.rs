//! Execution of one thread at a time: the reference for the control flow of the SIMT mode.
//!
//! There are no lane masks, reconvergence stacks or post-dominators here. Each thread runs until a barrier or its end.
//! A program must compute the same results in both modes. Warp-level instructions are faults.

use super::access::{LaneFault, MemorySpaces, SharedMemory};
use super::asynchronous::FailedTest;
use super::barrier::{Arrival, BARRIERS, Barriers};
use super::checks::Checks;
use super::decode::{BarrierOp, DecodedInstr, DecodedProgram, Operation};
use super::fault::{Fault, FaultKind};
use super::listener::{CtaId, Listener};
use super::perform::Env;
use super::simt::{VAIN_ROUNDS, describe_tests, reduce};
use super::turns::{CtaExecutor, Turn};
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
    /// The test of an mbarrier that ended its last turn.
    failed_test: Option<FailedTest>,
}

/// Executor of CTAs, thread by thread.
pub(super) struct ThreadRunner<'a> {
    pub program: &'a Program,
    pub decoded: &'a DecodedProgram<1>,
    pub params: &'a [u8],
    pub limits: Limits,
    pub checks: Checks,
    /// Launch dimensions and special registers of a CTA.
    pub context: &'a dyn Fn(CtaId) -> CtaContext,
}

/// A CTA in execution.
pub(super) struct ThreadCta {
    threads: Vec<Thread>,
    barriers: Barriers,
    shared: SharedMemory,
    cta: [u32; 3],
    /// Rounds in a row in which all threads tested mbarriers in vain.
    vain: u32,
}

impl ThreadRunner<'_> {
    fn fault(&self, cta: &ThreadCta, t: usize, pc: Pc, kind: FaultKind) -> Fault {
        let at = fault_location(self.program, pc, cta.cta, cta.threads[t].warp.thread(0));
        Fault { kind, location: Box::new(at) }
    }
}

impl<L: Listener> CtaExecutor<L> for ThreadRunner<'_> {
    type Open = ThreadCta;

    fn open(&mut self, cta: CtaId) -> ThreadCta {
        let context = (self.context)(cta);
        let count = context.block.iter().product::<u32>();
        let kernel = &self.program.functions[0];
        let new = |first| Thread {
            warp: Warp::new(first, context, kernel, 1),
            pc: Pc(0),
            returns: Vec::new(),
            effective: 0,
            state: State::Ready,
            failed_test: None,
        };
        let mut shared = SharedMemory::new(context.shared_memory());
        if context.reserved_shared != 0 {
            shared.initialise(context.reserved_start() as usize);
        }
        ThreadCta {
            threads: (0..count).map(new).collect(),
            barriers: Barriers::default(),
            shared,
            cta: context.cta,
            vain: 0,
        }
    }

    fn turn(&mut self, open: &mut ThreadCta, memory: &mut Memory, _: &mut L) -> Result<Turn, Fault> {
        let mut shared = std::mem::replace(&mut open.shared, SharedMemory::new(0));
        let spaces = MemorySpaces {
            memory,
            shared: &mut shared,
            params: self.params,
            checks: self.checks,
            tolerated: false,
        };
        let mut env = Env::new(self.program, self.decoded, spaces);
        let result = self.run(open, &mut env);
        open.shared = shared;
        result
    }

    fn close(&mut self, _: ThreadCta) {}

    fn deadlock(&self, waiting: &ThreadCta, open: usize) -> Fault {
        let ready = |t: &Thread| matches!(t.state, State::Ready);
        let t = waiting.threads.iter().position(ready).unwrap_or(0);
        self.fault(waiting, t, waiting.threads[t].pc, FaultKind::WaitsForever { open })
    }
}

impl ThreadRunner<'_> {
    /// Runs the threads in turn until all are done or all wait for memory to change.
    fn run(&self, open: &mut ThreadCta, env: &mut Env<'_, 1>) -> Result<Turn, Fault> {
        let mut moved = false;
        loop {
            let (mut ran, mut polled) = (false, true);
            let changes = env.spaces.shared.changes();
            for t in 0..open.threads.len() {
                env.yields = false;
                let (mut runs, mut sleeps) = (false, false);
                let earlier_test = open.threads[t].failed_test.take();
                while matches!(open.threads[t].state, State::Ready) && !env.yields {
                    runs = true;
                    let pc = open.threads[t].pc;
                    sleeps = matches!(self.decoded.instrs[pc.index()].kind, Operation::Sleep);
                    let done = step(&mut open.threads, t, env, &mut open.barriers, &self.limits);
                    done.map_err(|LaneFault { kind, .. }| self.fault(open, t, pc, *kind))?;
                }
                ran |= runs;
                // A thread that sleeps between two tests still waits at the mbarrier.
                let test = env.failed_test.take().or(earlier_test.filter(|_| sleeps));
                open.threads[t].failed_test = test.filter(|_| env.yields);
                polled &= env.yields || !runs;
            }
            if open.threads.iter().all(|t| matches!(t.state, State::Finished)) {
                let thread_instructions = open.threads.iter().map(|t| t.effective).sum();
                return Ok(Turn::Done(Counts { ctas: 1, thread_instructions, ..Counts::default() }));
            }
            if !ran {
                let at_barrier = |t: &Thread| match t.state {
                    State::AtBarrier(pc) => Some(pc),
                    _ => None,
                };
                let stuck =
                    open.threads.iter().enumerate().find_map(|(t, thread)| Some((t, at_barrier(thread)?)));
                let Some((t, pc)) = stuck else { panic!("no thread is ready, done or waiting") };
                let kind = FaultKind::BarrierDeadlock { waiting: open.barriers.describe() };
                return Err(self.fault(open, t, pc, kind));
            }
            polled &= changes == env.spaces.shared.changes();
            let waits = |t: &Thread| !matches!(t.state, State::Ready) || t.failed_test.is_some();
            open.vain = if polled && open.threads.iter().all(waits) { open.vain + 1 } else { 0 };
            if open.vain == VAIN_ROUNDS {
                return Err(self.mbarrier_deadlock(open, env));
            }
            if polled {
                return Ok(Turn::Waiting { moved });
            }
            moved = true;
        }
    }

    fn mbarrier_deadlock(&self, open: &ThreadCta, env: &Env<'_, 1>) -> Fault {
        let failed = |(t, thread): (usize, &Thread)| thread.failed_test.map(|test| (t, test));
        let tests: Vec<_> = open.threads.iter().enumerate().filter_map(failed).collect();
        let Some(&(t, FailedTest { pc, .. })) = tests.first() else {
            panic!("a thread waits at an mbarrier")
        };
        let waiting = describe_tests(&*env.spaces.shared, tests.iter().map(|(_, test)| test.address));
        self.fault(open, t, pc, FaultKind::MbarrierDeadlock { waiting })
    }
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
        Operation::Call => {
            if let Some(entry) = calls::enter(&mut thread.warp, env, pc, 1, limits)? {
                thread.returns.push(thread.pc);
                thread.pc = entry;
            }
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
    release_cluster(threads, env, barriers);
}

/// Releases the threads that wait at the barrier of the cluster, if their phase is complete.
fn release_cluster(threads: &mut [Thread], env: &Env<'_, 1>, barriers: &mut Barriers) {
    for t in 0..threads.len() {
        let State::AtBarrier(pc) = threads[t].state else { continue };
        let kind = &env.decoded.instrs[pc.index()].kind;
        let alive = (0..threads.len()).filter(|&t| !matches!(threads[t].state, State::Finished));
        if matches!(kind, Operation::Barrier(BarrierOp { cluster: true, .. }))
            && barriers.cluster_complete(t, alive)
        {
            threads[t].state = State::Ready;
        }
    }
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
    if op.cluster {
        match op.waits {
            true => thread.state = State::AtBarrier(pc),
            false => barriers.arrive_cluster(t),
        }
        release_cluster(threads, env, barriers);
        return Ok(());
    }
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
