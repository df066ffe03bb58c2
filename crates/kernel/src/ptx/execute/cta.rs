//! Execution of a CTA by agents that take turns: its warps or, in the one-thread-at-a-time mode, its threads.

use super::Prepared;
use super::asynchronous::FailedTest;
use super::decode::{BarrierOp, DecodedInstr, Operation};
use super::perform::Env;
use super::warp::{CtaContext, Warp};
use crate::execute::barrier::{Arrival, BARRIERS, BarrierReduction, Barriers};
use crate::execute::lanes::{Results, full};
use crate::execute::memory::access::LaneFault;
use crate::execute::memory::shared::SharedMemory;
use crate::execute::turns::{CtaExecutor, Turn};
use crate::execute::{CLUSTER_BARRIER, Counts, CtaId, Fault, FaultKind, Listener, Memory, SyncEvent, WarpId};
use crate::program::Pc;
use crate::ptx::isa::Mod;
use std::collections::BTreeSet;

/// Rounds of all warps in which every live warp tests an mbarrier in vain, and no mbarrier changes, until it is a deadlock.
/// A test can be part of a loop with a limited number of attempts; a shorter one ends before this many.
const VAIN_ROUNDS: u32 = 4096;

/// State of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Ready,
    /// Waits at the barrier instruction at `pc`, with these lanes.
    AtBarrier {
        pc: Pc,
        lanes: u64,
    },
    Finished,
}

/// A warp or thread in execution.
pub(super) struct Agent<C, const W: usize> {
    pub warp: Warp<W>,
    pub control: C,
    pub state: State,
    /// The test of an mbarrier that ended its last turn.
    pub failed_test: Option<FailedTest>,
}

/// Control flow of an agent.
pub(super) trait Control<const W: usize>: Default {
    /// Rounds in which all agents only poll after which a CTA waits for others.
    const POLLING_ROUNDS: u32;

    /// Goes to the first instruction of the kernel, with these lanes.
    fn start(&mut self, lanes: u64);
    /// The next instruction and its lanes.
    fn position(&self) -> Option<(Pc, u64)>;
    /// Runs agent `at` until it finishes, waits or has had its share. Returns true if it waits for memory to change.
    fn run_turn<L: Listener>(
        cta: &mut OpenCta<'_, Self, W>,
        at: usize,
        env: &mut Env<'_, W>,
        listener: &mut L,
    ) -> Result<bool, Fault>;
}

/// Executor of the CTAs of a launch, with reused buffers.
pub(super) struct CtaRunner<'a, C, const W: usize> {
    launch: &'a Prepared<'a, W>,
    /// CTAs that have ended: the next ones use their memory.
    pub ended: Vec<OpenCta<'a, C, W>>,
}

/// A CTA in execution.
pub(super) struct OpenCta<'a, C, const W: usize> {
    pub launch: &'a Prepared<'a, W>,
    pub agents: Vec<Agent<C, W>>,
    shared: SharedMemory,
    barriers: Barriers,
    cta: [u32; 3],
    pub counts: Counts,
    /// Rounds in a row in which all agents tested mbarriers in vain.
    vain: u32,
}

impl<'a, C, const W: usize> CtaRunner<'a, C, W> {
    pub fn new(launch: &'a Prepared<'a, W>) -> Self {
        CtaRunner { launch, ended: Vec::new() }
    }
}

impl<'a, C: Control<W>, L: Listener, const W: usize> CtaExecutor<L> for CtaRunner<'a, C, W> {
    type Open = OpenCta<'a, C, W>;

    fn open(&mut self, cta: CtaId) -> Self::Open {
        let mut open = self.ended.pop().unwrap_or_else(|| OpenCta {
            launch: self.launch,
            agents: Vec::new(),
            shared: SharedMemory::new(0),
            barriers: Barriers::default(),
            cta: [0; 3],
            counts: Counts::default(),
            vain: 0,
        });
        open.prepare((self.launch.context)(cta));
        open.counts = Counts { ctas: 1, ..Counts::default() };
        open
    }

    fn turn(&mut self, open: &mut Self::Open, memory: &mut Memory, listener: &mut L) -> Result<Turn, Fault> {
        let mut shared = std::mem::replace(&mut open.shared, SharedMemory::new(0));
        let mut env = self.launch.env(memory, &mut shared);
        env.events = L::ORDERED.then(Vec::new);
        let result = open.run(&mut env, listener);
        open.shared = shared;
        result
    }

    fn close(&mut self, open: Self::Open) {
        self.ended.push(open);
    }

    fn deadlock(&self, waiting: &Self::Open, open: usize) -> Fault {
        let polls = |(at, agent): (usize, &Agent<C, W>)| {
            Some((at, agent.control.position().filter(|_| agent.state == State::Ready)?))
        };
        let Some((at, (pc, mask))) = waiting.agents.iter().enumerate().find_map(polls) else {
            return waiting.deadlock();
        };
        let lane = mask.trailing_zeros() as usize;
        waiting.fault(at, pc, LaneFault::new(lane, FaultKind::WaitsForever { open }))
    }
}

impl<C: Control<W>, const W: usize> OpenCta<'_, C, W> {
    fn prepare(&mut self, context: CtaContext) {
        self.cta = context.cta;
        self.barriers = Barriers::default();
        self.vain = 0;
        let threads = context.block.iter().product::<u32>() as usize;
        let kernel = &self.launch.program.functions[0];
        if self.agents.is_empty() {
            self.shared = SharedMemory::new(context.shared_memory());
            for first in (0..threads).step_by(W) {
                let lanes = full((threads - first).min(W));
                let warp = Warp::new(first as u32, context, kernel, lanes);
                let control = C::default();
                self.agents.push(Agent { warp, control, state: State::Ready, failed_test: None });
            }
        } else {
            self.shared.reset();
            for agent in &mut self.agents {
                let lanes = full((threads - agent.warp.first as usize).min(W));
                agent.warp.reset(context, kernel, lanes);
            }
        }
        if context.reserved_shared != 0 {
            self.shared.initialise(context.reserved_start() as usize);
        }
        for agent in &mut self.agents {
            agent.control.start(full((threads - agent.warp.first as usize).min(W)));
            (agent.state, agent.failed_test) = (State::Ready, None);
        }
    }

    /// Runs the agents in turn until all are done or all wait for memory to change.
    fn run<L: Listener>(&mut self, env: &mut Env<'_, W>, listener: &mut L) -> Result<Turn, Fault> {
        let (mut moved, mut polling) = (false, 0);
        loop {
            let (mut ran, mut polled) = (false, true);
            let changes = env.spaces.shared.changes();
            let before = self.counts.warp_instructions;
            for w in 0..self.agents.len() {
                if self.agents[w].state == State::Ready {
                    ran = true;
                    polled &= C::run_turn(self, w, env, listener)?;
                }
            }
            if let Some(progress) = &env.spaces.memory.progress {
                progress.executed(self.counts.warp_instructions - before);
            }
            if self.agents.iter().all(|s| s.state == State::Finished) {
                return Ok(Turn::Done(self.counts));
            }
            if !ran {
                return Err(self.deadlock());
            }
            polled &= changes == env.spaces.shared.changes();
            let waits = |s: &Agent<C, W>| s.state != State::Ready || s.failed_test.is_some();
            self.vain = if polled && self.agents.iter().all(waits) { self.vain + 1 } else { 0 };
            if self.vain == VAIN_ROUNDS {
                return Err(self.mbarrier_deadlock(env));
            }
            moved |= !polled;
            polling = if polled { polling + 1 } else { 0 };
            if polling == C::POLLING_ROUNDS {
                return Ok(Turn::Waiting { moved });
            }
        }
    }

    /// Handles the arrival of a warp at a barrier.
    pub fn barrier(
        &mut self,
        w: usize,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        op: BarrierOp,
        (pc, mask, live): (Pc, u64, u64),
    ) -> Result<(), LaneFault> {
        if mask == 0 {
            return Ok(());
        }
        let lane = mask.trailing_zeros() as usize;
        let agent = &mut self.agents[w];
        let mnemonic = || env.program.code[pc.index()].mnemonic();
        if mask != live {
            let (here, elsewhere) = (mask, live & !mask);
            return Err(LaneFault::new(
                lane,
                FaultKind::BarrierDivergence { instruction: mnemonic(), here, elsewhere },
            ));
        }
        if op.cluster {
            match op.waits {
                true => agent.state = State::AtBarrier { pc, lanes: mask },
                false => {
                    self.barriers.arrive_cluster(w);
                    let (warp, barrier) = (WarpId(w as u32), CLUSTER_BARRIER);
                    env.note(|| SyncEvent::BarrierArrived { warp, barrier });
                }
            }
            self.release_cluster(env);
            return Ok(());
        }
        let x = agent.warp.gather(step, &env.decoded.constants, &mut env.scratch);
        let id = x.s[0][lane];
        if id as usize >= BARRIERS {
            return Err(LaneFault::new(lane, FaultKind::BadBarrier { instruction: mnemonic(), id }));
        }
        // A warp arrives as a whole: all of its lanes name the same barrier and the same number of threads.
        let same = |l: &usize| x.s[0][*l] == id && (!op.counted || x.s[1][*l] == x.s[1][lane]);
        let here = (0..W).filter(|l| mask >> l & 1 == 1).filter(same).fold(0, |all, l| all | 1 << l);
        if here != mask {
            let (instruction, elsewhere) = (mnemonic(), mask & !here);
            return Err(LaneFault::new(lane, FaultKind::BarrierMismatch { instruction, here, elsewhere }));
        }
        let unit = if W == 1 { 1 } else { 32 };
        let expected = op.counted.then(|| x.s[1][lane].checked_next_multiple_of(unit).unwrap_or(u32::MAX));
        let holds = op.reduce.map_or(0, |_| x.p[step.src.len() - 1] & mask);
        let threads = agent.warp.threads().next_multiple_of(unit);
        let arrival = Arrival {
            waiter: w,
            threads,
            expected,
            waits: op.waits,
            lanes: mask.count_ones(),
            holds: holds.count_ones(),
        };
        if op.waits {
            agent.state = State::AtBarrier { pc, lanes: mask };
        }
        self.barriers.arrive(id as usize, arrival);
        env.note(|| SyncEvent::BarrierArrived { warp: WarpId(w as u32), barrier: id as usize });
        self.release(id as usize, env);
        Ok(())
    }

    /// Releases the waiting warps if the barrier is complete.
    fn release(&mut self, id: usize, env: &mut Env<'_, W>) {
        let alive = self.agents.iter().filter(|s| s.state != State::Finished).count();
        let Some((waiting, reduced)) = self.barriers.complete(id, alive) else { return };
        env.note(|| {
            let counted = waiting.iter().any(|&w| self.waits_at_counted(w));
            let warps = waiting.iter().map(|&w| WarpId(w as u32)).collect();
            SyncEvent::BarrierReleased { barrier: id, warps, all: !counted }
        });
        for w in waiting {
            let agent = &mut self.agents[w];
            let State::AtBarrier { pc, lanes } = agent.state else { panic!("warp {w} waits at a barrier") };
            agent.state = State::Ready;
            let step = &self.launch.decoded.instrs[pc.index()];
            if let Operation::Barrier(BarrierOp { reduce: Some(mode), .. }) = step.kind {
                reduce(&mut env.results, mode, reduced);
                agent.warp.write(&step.dst, &env.results, lanes);
            }
        }
    }

    /// Whether a warp waits at a barrier instruction with a thread count.
    fn waits_at_counted(&self, w: usize) -> bool {
        let State::AtBarrier { pc, .. } = self.agents[w].state else { return false };
        let kind = &self.launch.decoded.instrs[pc.index()].kind;
        matches!(kind, Operation::Barrier(BarrierOp { counted: true, .. }))
    }

    /// Releases the warps that wait at the barrier of the cluster, if their phase is complete.
    fn release_cluster(&mut self, env: &mut Env<'_, W>) {
        for w in 0..self.agents.len() {
            let State::AtBarrier { pc, .. } = self.agents[w].state else { continue };
            let kind = &self.launch.decoded.instrs[pc.index()].kind;
            let alive = (0..self.agents.len()).filter(|&w| self.agents[w].state != State::Finished);
            if matches!(kind, Operation::Barrier(BarrierOp { cluster: true, .. }))
                && self.barriers.cluster_complete(w, alive)
            {
                self.agents[w].state = State::Ready;
                let warps = || vec![WarpId(w as u32)];
                env.note(|| SyncEvent::BarrierReleased {
                    barrier: CLUSTER_BARRIER,
                    warps: warps(),
                    all: true,
                });
            }
        }
    }

    /// Releases barriers that the exit of a warp completes.
    pub fn release_after_exit(&mut self, env: &mut Env<'_, W>) {
        for id in 0..BARRIERS {
            self.release(id, env);
        }
        self.release_cluster(env);
    }

    pub fn fault(&self, w: usize, pc: Pc, LaneFault { lane, kind }: LaneFault) -> Fault {
        let thread = self.agents[w].warp.thread(lane);
        self.launch.fault(*kind, pc, self.cta, thread)
    }

    fn deadlock(&self) -> Fault {
        let stuck = self.agents.iter().enumerate().find_map(|(w, s)| match s.state {
            State::AtBarrier { pc, lanes } => Some((w, pc, lanes)),
            _ => None,
        });
        let Some((w, pc, lanes)) = stuck else { panic!("no warp is ready, done or waiting") };
        let kind = FaultKind::BarrierDeadlock { waiting: self.barriers.describe() };
        self.fault(w, pc, LaneFault::new(lanes.trailing_zeros() as usize, kind))
    }

    fn mbarrier_deadlock(&self, env: &Env<'_, W>) -> Fault {
        let failed = |(w, s): (usize, &Agent<C, W>)| s.failed_test.map(|test| (w, test));
        let tests: Vec<_> = self.agents.iter().enumerate().filter_map(failed).collect();
        let Some(&(w, FailedTest { pc, lane, .. })) = tests.first() else {
            panic!("a warp waits at an mbarrier")
        };
        let waiting = describe_tests(&*env.spaces.shared, &tests);
        self.fault(w, pc, LaneFault::new(lane, FaultKind::MbarrierDeadlock { waiting }))
    }
}

/// Text of the mbarriers at which agents wait.
fn describe_tests(shared: &SharedMemory, tests: &[(usize, FailedTest)]) -> String {
    let addresses: BTreeSet<u64> = tests.iter().map(|(_, test)| test.address).collect();
    let all: Vec<String> = addresses.iter().map(|&address| shared.describe_mbarrier(address)).collect();
    all.join(", ")
}

/// Result of a reducing barrier, the same for all lanes.
fn reduce<const W: usize>(results: &mut Results<W>, mode: Mod, reduced: BarrierReduction) {
    let holds = match mode {
        Mod::And => reduced.all,
        _ => reduced.any,
    };
    results.s = [reduced.count; W];
    results.p = [if holds { u64::MAX } else { 0 }; 2];
}
