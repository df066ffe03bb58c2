//! SIMT execution of warps with immediate post-dominator reconvergence.
//!
//! Each warp has a reconvergence stack of (pc, lanes) entries. A divergent branch sets the top entry to the reconvergence point
//! (the immediate post-dominator) and pushes one entry per target. An entry that reaches its reconvergence point is popped.
//! A call pushes a base entry; the callee's entries stay above it.

use super::access::{LaneFault, MemorySpaces, SharedMemory};
use super::asynchronous::FailedTest;
use super::barrier::{Arrival, BARRIERS, BarrierReduction, Barriers};
use super::checks::Checks;
use super::decode::{BarrierOp, DecodedInstr, DecodedProgram, MemoryOp, Operation};
use super::fault::{Fault, FaultKind};
use super::listener::{
    Access, CLUSTER_BARRIER, CtaId, ExecutedInstruction, LaneMask, Listener, SyncEvent, WarpId,
};
use super::perform::{AccessedMemory, Env};
use super::turns::{CtaExecutor, Turn};
use super::warp::{CtaContext, Warp, full};
use super::{Counts, Limits, calls, fault_location};
use crate::program::{Pc, Program};
use crate::ptx::isa::Mod;

/// Reconvergence point of an entry that never reconverges.
const NOWHERE: Pc = Pc(u32::MAX);

/// Rounds of all warps in which every live warp tests an mbarrier in vain, and no mbarrier changes, until it is a deadlock.
/// A test can be part of a loop with a limited number of attempts; a shorter one ends before this many.
pub(super) const VAIN_ROUNDS: u32 = 4096;

/// Instructions that a warp executes before the next warp runs. Large, because switching costs time.
/// Finite, so that a warp can spin on a value from another warp of its CTA.
const TURN_INSTRUCTIONS: u32 = 1 << 16;

#[derive(Clone, Copy, Debug)]
struct StackEntry {
    pc: Pc,
    /// Reconvergence point: the entry is popped here.
    reconvergence: Pc,
    mask: u64,
    /// The first entry of a call.
    base: bool,
    /// Waits at a barrier while sibling entries run first.
    held: bool,
}

impl StackEntry {
    fn new(pc: Pc, reconvergence: Pc, mask: u64) -> StackEntry {
        StackEntry { pc, reconvergence, mask, base: false, held: false }
    }

    /// The first entry of a kernel or call.
    fn first(pc: Pc, mask: u64) -> StackEntry {
        StackEntry { base: true, ..StackEntry::new(pc, NOWHERE, mask) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Ready,
    /// Waits at the barrier instruction at `pc`, with these lanes.
    AtBarrier {
        pc: Pc,
        lanes: u64,
    },
    Finished,
}

struct SimtWarp<const W: usize> {
    warp: Warp<W>,
    stack: Vec<StackEntry>,
    /// Lanes that have not exited.
    live: u64,
    state: State,
    /// The test of an mbarrier that ended its last turn.
    failed_test: Option<FailedTest>,
}

impl<const W: usize> SimtWarp<W> {
    /// Sets the warp to the first instruction of the kernel.
    fn start(&mut self, lanes: u64) {
        self.stack.clear();
        self.stack.push(StackEntry::first(Pc(0), lanes));
        (self.live, self.state, self.failed_test) = (lanes, State::Ready, None);
    }

    fn top(&mut self) -> &mut StackEntry {
        self.stack.last_mut().unwrap_or_else(|| panic!("a running warp has an entry"))
    }

    /// Pops empty and reconverged entries and returns the entry to execute; `None` at the end.
    #[inline]
    fn next(&mut self, env: &Env<'_, W>) -> Option<StackEntry> {
        loop {
            let top = *self.stack.last()?;
            if top.mask != 0 && top.pc != top.reconvergence {
                return Some(top);
            }
            self.stack.pop();
            if top.base && self.warp.frames.len() > 1 {
                calls::leave(&mut self.warp, env.program, self.live);
            }
        }
    }

    /// Removes lanes that exit the kernel.
    fn exit(&mut self, lanes: u64) {
        self.live &= !lanes;
        self.stack.iter_mut().for_each(|e| e.mask &= !lanes);
    }

    /// Removes lanes that return from the current function.
    fn ret(&mut self, lanes: u64) {
        if self.warp.frames.len() == 1 {
            return self.exit(lanes);
        }
        for entry in self.stack.iter_mut().rev() {
            entry.mask &= !lanes;
            if entry.base {
                break;
            }
        }
    }

    /// Runs lanes first whose next instruction ends the kernel. Returns true if there are such lanes.
    ///
    /// Lanes of `if (i >= n) return;` wait for reconvergence just before their exit. Barriers do not wait for exited lanes.
    fn run_exiting_lanes_first(&mut self, decoded: &DecodedProgram<W>) -> bool {
        let outermost = self.warp.frames.len() == 1;
        let ends = |pc: Pc| {
            let step = decoded.instrs.get(pc.index()).filter(|s| s.guard.is_none());
            step.is_some_and(|s| {
                matches!(s.kind, Operation::Exit) || outermost && matches!(s.kind, Operation::Return)
            })
        };
        let mut above = 0;
        let standing = self.stack.iter().rev().find_map(|e| {
            let lanes = e.mask & !above;
            above |= e.mask;
            (lanes != 0 && ends(e.pc)).then_some((e.pc, lanes))
        });
        let Some((pc, lanes)) = standing else { return false };
        self.stack.iter_mut().for_each(|e| e.mask &= !lanes);
        self.stack.push(StackEntry::new(pc, NOWHERE, lanes));
        true
    }

    /// Runs a sibling of the top entry first, which is at a barrier: the sibling may exit or reach the barrier.
    /// Returns true if there is one.
    fn run_sibling_first(&mut self) -> bool {
        let top = *self.top();
        let siblings =
            self.stack.iter().rev().take_while(|e| !e.base && e.reconvergence == top.reconvergence);
        let fresh =
            |e: &StackEntry| e.pc != e.reconvergence && e.mask != 0 && e.mask & top.mask == 0 && !e.held;
        let Some(depth) = siblings.map(fresh).position(|f| f) else { return false };
        self.top().held = true;
        let sibling = self.stack.remove(self.stack.len() - 1 - depth);
        self.stack.push(sibling);
        true
    }

    /// Lets other lanes of the warp run next, if there are some that could: the lanes that gave up their turn may wait for them.
    ///
    /// An entry can run if no entry above it has one of its lanes. The lowest such entry is next, so that all have their turn.
    /// Entries of a call stay where they are: their registers are on a stack, too.
    fn rotate(&mut self) {
        let start = self.stack.iter().rposition(|e| e.base).map_or(0, |base| base + 1);
        let mut above = 0;
        let mut next = None;
        for (at, entry) in self.stack.iter().enumerate().skip(start).rev() {
            if entry.mask != 0 && entry.mask & above == 0 && entry.pc != entry.reconvergence {
                next = Some(at);
            }
            above |= entry.mask;
        }
        if let Some(at) = next {
            self.stack[at..].rotate_left(1);
        }
    }

    /// Splits the lanes of the top entry into groups with different targets.
    fn branch(&mut self, groups: &[(Pc, u64)], reconvergence: Option<Pc>) {
        if let [(target, _)] = groups {
            self.top().pc = *target;
            return;
        }
        let reconvergence = reconvergence.unwrap_or(NOWHERE);
        let top = self.top();
        // An entry with the same reconvergence point is already on the stack: without this check,
        // every loop iteration would push another one.
        if top.reconvergence == reconvergence && !top.base {
            self.stack.pop();
        } else {
            top.pc = reconvergence;
        }
        for &(pc, mask) in groups.iter().filter(|(pc, _)| *pc != reconvergence) {
            self.stack.push(StackEntry::new(pc, reconvergence, mask));
        }
    }
}

/// Executor of the CTAs of a launch, with reused buffers.
pub(super) struct CtaRunner<'a, const W: usize> {
    pub program: &'a Program,
    pub decoded: &'a DecodedProgram<W>,
    pub params: &'a [u8],
    pub limits: Limits,
    pub checks: Checks,
    /// Launch dimensions and special registers of a CTA.
    pub context: &'a dyn Fn(CtaId) -> CtaContext,
    /// CTAs that have ended: the next ones use their memory.
    ended: Vec<OpenCta<'a, W>>,
}

/// A CTA in execution.
pub(super) struct OpenCta<'a, const W: usize> {
    program: &'a Program,
    decoded: &'a DecodedProgram<W>,
    limits: Limits,
    warps: Vec<SimtWarp<W>>,
    shared: SharedMemory,
    barriers: Barriers,
    cta: [u32; 3],
    counts: Counts,
    /// Rounds in a row in which all warps tested mbarriers in vain.
    vain: u32,
}

/// Rounds in which all warps only poll after which a CTA waits for others. In the first, a warp may poll what another one
/// writes in the same round.
const POLLING_ROUNDS: u32 = 2;

impl<'a, const W: usize> CtaRunner<'a, W> {
    pub fn new(
        program: &'a Program,
        decoded: &'a DecodedProgram<W>,
        params: &'a [u8],
        (limits, checks): (Limits, Checks),
        context: &'a dyn Fn(CtaId) -> CtaContext,
    ) -> Self {
        CtaRunner { program, decoded, params, limits, checks, context, ended: Vec::new() }
    }
}

impl<'a, L: Listener, const W: usize> CtaExecutor<L> for CtaRunner<'a, W> {
    type Open = OpenCta<'a, W>;

    fn open(&mut self, cta: CtaId) -> OpenCta<'a, W> {
        let mut open = self.ended.pop().unwrap_or_else(|| OpenCta {
            program: self.program,
            decoded: self.decoded,
            limits: self.limits,
            warps: Vec::new(),
            shared: SharedMemory::new(0),
            barriers: Barriers::default(),
            cta: [0; 3],
            counts: Counts::default(),
            vain: 0,
        });
        open.prepare((self.context)(cta));
        open.counts = Counts { ctas: 1, ..Counts::default() };
        open
    }

    fn turn(
        &mut self,
        open: &mut OpenCta<'a, W>,
        memory: &mut super::Memory,
        listener: &mut L,
    ) -> Result<Turn, Fault> {
        let mut shared = std::mem::replace(&mut open.shared, SharedMemory::new(0));
        let spaces = MemorySpaces {
            memory,
            shared: &mut shared,
            params: self.params,
            checks: self.checks,
            tolerated: false,
        };
        let mut env = Env::new(self.program, self.decoded, spaces);
        env.events = L::ORDERED.then(Vec::new);
        let result = open.run_warps(&mut env, listener);
        open.shared = shared;
        result
    }

    fn close(&mut self, open: OpenCta<'a, W>) {
        self.ended.push(open);
    }

    fn deadlock(&self, waiting: &OpenCta<'a, W>, open: usize) -> Fault {
        let polls = |(w, simt): (usize, &SimtWarp<W>)| {
            let entry = simt.stack.last().filter(|_| simt.state == State::Ready)?;
            Some((w, *entry))
        };
        let Some((w, entry)) = waiting.warps.iter().enumerate().find_map(polls) else {
            return waiting.deadlock();
        };
        let lane = entry.mask.trailing_zeros() as usize;
        waiting.fault(w, entry.pc, LaneFault::new(lane, FaultKind::WaitsForever { open }))
    }
}

impl<const W: usize> OpenCta<'_, W> {
    fn prepare(&mut self, context: CtaContext) {
        self.cta = context.cta;
        self.barriers = Barriers::default();
        self.vain = 0;
        let threads = context.block.iter().product::<u32>() as usize;
        let kernel = &self.program.functions[0];
        if self.warps.is_empty() {
            self.shared = SharedMemory::new(context.shared_memory());
            for first in (0..threads).step_by(W) {
                let lanes = full((threads - first).min(W));
                let warp = Warp::new(first as u32, context, kernel, lanes);
                self.warps.push(SimtWarp {
                    warp,
                    stack: Vec::new(),
                    live: lanes,
                    state: State::Ready,
                    failed_test: None,
                });
            }
        } else {
            self.shared.reset();
            for simt in &mut self.warps {
                let lanes = full((threads - simt.warp.first as usize).min(W));
                simt.warp.reset(context, kernel, lanes);
            }
        }
        if context.reserved_shared != 0 {
            self.shared.initialise(context.reserved_start() as usize);
        }
        for simt in &mut self.warps {
            simt.start(full((threads - simt.warp.first as usize).min(W)));
        }
    }

    /// Runs the warps in turn until all are done or all wait for memory to change.
    fn run_warps<L: Listener>(&mut self, env: &mut Env<'_, W>, listener: &mut L) -> Result<Turn, Fault> {
        let (mut moved, mut polling) = (false, 0);
        loop {
            let (mut ran, mut polled) = (false, true);
            let changes = env.spaces.shared.changes();
            for w in 0..self.warps.len() {
                if self.warps[w].state == State::Ready {
                    ran = true;
                    polled &= self.run_turn(w, env, listener)?;
                }
            }
            if self.warps.iter().all(|s| s.state == State::Finished) {
                return Ok(Turn::Done(self.counts));
            }
            if !ran {
                return Err(self.deadlock());
            }
            polled &= changes == env.spaces.shared.changes();
            let waits = |s: &SimtWarp<W>| s.state != State::Ready || s.failed_test.is_some();
            self.vain = if polled && self.warps.iter().all(waits) { self.vain + 1 } else { 0 };
            if self.vain == VAIN_ROUNDS {
                return Err(self.mbarrier_deadlock(env));
            }
            moved |= !polled;
            polling = if polled { polling + 1 } else { 0 };
            if polling == POLLING_ROUNDS {
                return Ok(Turn::Waiting { moved });
            }
        }
    }

    /// Runs a warp until it finishes, waits or has had its share. Returns true if it waits for memory to change.
    fn run_turn<L: Listener>(
        &mut self,
        w: usize,
        env: &mut Env<'_, W>,
        listener: &mut L,
    ) -> Result<bool, Fault> {
        let earlier_test = self.warps[w].failed_test.take();
        for _ in 0..TURN_INSTRUCTIONS {
            let simt = &mut self.warps[w];
            let Some(entry) = simt.next(env) else {
                simt.state = State::Finished;
                env.note(|| SyncEvent::WarpFinished { warp: WarpId(w as u32) });
                self.release_after_exit(env);
                if L::ORDERED {
                    notify_order(listener, env, None);
                }
                return Ok(false);
            };
            if simt.warp.executed >= self.limits.instructions {
                let kind = FaultKind::Budget { budget: self.limits.instructions };
                return Err(self.fault(
                    w,
                    entry.pc,
                    LaneFault::new(entry.mask.trailing_zeros() as usize, kind),
                ));
            }
            let step = &self.decoded.instrs[entry.pc.index()];
            let mask = simt.warp.guarded(step, entry.mask);
            if matches!(step.kind, Operation::Barrier(_))
                && mask != 0
                && mask != simt.live
                && (simt.run_exiting_lanes_first(self.decoded) || simt.run_sibling_first())
            {
                continue;
            }
            simt.warp.executed += 1;
            self.counts.warp_instructions += 1;
            self.counts.thread_instructions += if mask == full(W) { W as u64 } else { partial(mask) };
            let done = match &step.kind {
                Operation::Branch(target) => {
                    self.counts.branches(mask, entry.mask);
                    simt.diverge(env.program, entry, mask, *target);
                    Ok(None)
                }
                Operation::Table(targets) => simt.table(env, step, entry, mask, targets).map(|()| None),
                Operation::Call => {
                    let together = calls::lanes_of_first_target(&mut simt.warp, env, entry.pc, mask);
                    if together != mask {
                        // One call per function: each group of lanes executes the instruction by itself.
                        let groups = [(entry.pc, mask & !together), (entry.pc, together)];
                        simt.branch(&groups, Some(Pc(entry.pc.0 + 1)));
                        simt.warp.executed -= 1;
                        self.counts.warp_instructions -= 1;
                        self.counts.thread_instructions -= u64::from(mask.count_ones());
                        continue;
                    }
                    simt.top().pc.0 += 1;
                    simt.call(env, entry.pc, mask, &self.limits).map(|()| None)
                }
                Operation::Return => {
                    simt.top().pc.0 += 1;
                    simt.ret(mask);
                    Ok(None)
                }
                Operation::Exit => {
                    simt.top().pc.0 += 1;
                    simt.exit(mask);
                    Ok(None)
                }
                Operation::Trap if mask != 0 => {
                    Err(LaneFault::new(mask.trailing_zeros() as usize, FaultKind::Trap))
                }
                Operation::Barrier(op) => {
                    simt.top().pc.0 += 1;
                    simt.top().held = false;
                    let done = self.barrier(w, env, step, *op, (entry.pc, mask));
                    done.map(|()| None)
                }
                _ => {
                    let done = simt.warp.perform(env, step, entry.pc, mask, simt.live);
                    if matches!(&done, Err(f) if matches!(*f.kind, FaultKind::WarpDivergence { .. }))
                        && simt.run_exiting_lanes_first(self.decoded)
                    {
                        // The instruction had no effect. It executes again after those lanes have exited.
                        simt.warp.executed -= 1;
                        self.counts.warp_instructions -= 1;
                        self.counts.thread_instructions -= u64::from(mask.count_ones());
                        continue;
                    }
                    simt.top().pc.0 += 1;
                    done
                }
            };
            let accessed = match done {
                Ok(accessed) => accessed,
                Err(lane_fault) => return Err(self.fault(w, entry.pc, lane_fault)),
            };
            if L::ORDERED {
                notify_order(listener, env, Some(entry.pc));
                if let Operation::Store(op) = &step.kind {
                    notify_values(listener, env, &self.warps[w].warp, step, op);
                }
            }
            if L::ENABLED {
                notify(listener, env, w, entry.pc, mask, accessed);
            }
            if self.warps[w].state != State::Ready {
                return Ok(false);
            }
            if env.yields {
                env.yields = false;
                // A warp that sleeps between two tests still waits at the mbarrier.
                let sleeps = matches!(step.kind, Operation::Sleep);
                self.warps[w].failed_test = env.failed_test.take().or(earlier_test.filter(|_| sleeps));
                self.warps[w].rotate();
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Handles the arrival of a warp at a barrier.
    fn barrier(
        &mut self,
        w: usize,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        op: BarrierOp,
        (pc, mask): (Pc, u64),
    ) -> Result<(), LaneFault> {
        if mask == 0 {
            return Ok(());
        }
        let lane = mask.trailing_zeros() as usize;
        let simt = &mut self.warps[w];
        let mnemonic = || env.program.code[pc.index()].mnemonic();
        if mask != simt.live {
            let (here, elsewhere) = (mask, simt.live & !mask);
            return Err(LaneFault::new(
                lane,
                FaultKind::BarrierDivergence { instruction: mnemonic(), here, elsewhere },
            ));
        }
        if op.cluster {
            match op.waits {
                true => simt.state = State::AtBarrier { pc, lanes: mask },
                false => {
                    self.barriers.arrive_cluster(w);
                    let (warp, barrier) = (WarpId(w as u32), CLUSTER_BARRIER);
                    env.note(|| SyncEvent::BarrierArrived { warp, barrier });
                }
            }
            self.release_cluster(env);
            return Ok(());
        }
        let x = simt.warp.gather(step, &env.decoded.constants, &mut env.scratch);
        let id = x.s[0][lane];
        if id as usize >= BARRIERS {
            return Err(LaneFault::new(lane, FaultKind::BadBarrier { instruction: mnemonic(), id }));
        }
        // A warp arrives as a whole: all of its lanes name the same barrier and the same number of threads.
        let same = |l: &usize| x.s[0][*l] == id && (!op.counted || x.s[1][*l] == x.s[1][lane]);
        let here = (0..W).filter(|l| mask >> l & 1 == 1).filter(same).fold(0, |all, l| all | 1 << l);
        if here != mask {
            let (instruction, elsewhere) = (mnemonic(), mask & !here);
            return Err(LaneFault::new(lane, FaultKind::BarrierDivergence { instruction, here, elsewhere }));
        }
        let expected = op.counted.then(|| x.s[1][lane].checked_next_multiple_of(32).unwrap_or(u32::MAX));
        let holds = op.reduce.map_or(0, |_| x.p[step.src.len() - 1] & mask);
        let threads = simt.warp.threads().next_multiple_of(32);
        let arrival = Arrival {
            waiter: w,
            threads,
            expected,
            waits: op.waits,
            lanes: mask.count_ones(),
            holds: holds.count_ones(),
        };
        if op.waits {
            simt.state = State::AtBarrier { pc, lanes: mask };
        }
        self.barriers.arrive(id as usize, arrival);
        env.note(|| SyncEvent::BarrierArrived { warp: WarpId(w as u32), barrier: id as usize });
        self.release(id as usize, env);
        Ok(())
    }

    /// Releases the waiting warps if the barrier is complete.
    fn release(&mut self, id: usize, env: &mut Env<'_, W>) {
        let alive = self.warps.iter().filter(|s| s.state != State::Finished).count();
        let Some((waiting, reduced)) = self.barriers.complete(id, alive) else { return };
        env.note(|| {
            let counted = waiting.iter().any(|&w| self.waits_at_counted(w));
            let warps = waiting.iter().map(|&w| WarpId(w as u32)).collect();
            SyncEvent::BarrierReleased { barrier: id, warps, all: !counted }
        });
        for w in waiting {
            let simt = &mut self.warps[w];
            let State::AtBarrier { pc, lanes } = simt.state else { panic!("warp {w} waits at a barrier") };
            simt.state = State::Ready;
            let step = &self.decoded.instrs[pc.index()];
            if let Operation::Barrier(BarrierOp { reduce: Some(mode), .. }) = step.kind {
                reduce(&mut env.results, mode, reduced);
                simt.warp.write(&step.dst, &env.results, lanes);
            }
        }
    }

    /// Whether a warp waits at a barrier instruction with a thread count.
    fn waits_at_counted(&self, w: usize) -> bool {
        let State::AtBarrier { pc, .. } = self.warps[w].state else { return false };
        let kind = &self.decoded.instrs[pc.index()].kind;
        matches!(kind, Operation::Barrier(BarrierOp { counted: true, .. }))
    }

    /// Releases the warps that wait at the barrier of the cluster, if their phase is complete.
    fn release_cluster(&mut self, env: &mut Env<'_, W>) {
        for w in 0..self.warps.len() {
            let State::AtBarrier { pc, .. } = self.warps[w].state else { continue };
            let kind = &self.decoded.instrs[pc.index()].kind;
            let alive = (0..self.warps.len()).filter(|&w| self.warps[w].state != State::Finished);
            if matches!(kind, Operation::Barrier(BarrierOp { cluster: true, .. }))
                && self.barriers.cluster_complete(w, alive)
            {
                self.warps[w].state = State::Ready;
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
    fn release_after_exit(&mut self, env: &mut Env<'_, W>) {
        for id in 0..BARRIERS {
            self.release(id, env);
        }
        self.release_cluster(env);
    }

    fn fault(&self, w: usize, pc: Pc, LaneFault { lane, kind }: LaneFault) -> Fault {
        let thread = self.warps[w].warp.thread(lane);
        Fault { kind: *kind, location: Box::new(fault_location(self.program, pc, self.cta, thread)) }
    }

    fn deadlock(&self) -> Fault {
        let stuck = self.warps.iter().enumerate().find_map(|(w, s)| match s.state {
            State::AtBarrier { pc, lanes } => Some((w, pc, lanes)),
            _ => None,
        });
        let Some((w, pc, lanes)) = stuck else { panic!("no warp is ready, done or waiting") };
        let kind = FaultKind::BarrierDeadlock { waiting: self.barriers.describe() };
        self.fault(w, pc, LaneFault::new(lanes.trailing_zeros() as usize, kind))
    }
}

impl<const W: usize> OpenCta<'_, W> {
    fn mbarrier_deadlock(&self, env: &Env<'_, W>) -> Fault {
        let failed = |(w, s): (usize, &SimtWarp<W>)| s.failed_test.map(|test| (w, test));
        let tests: Vec<_> = self.warps.iter().enumerate().filter_map(failed).collect();
        let Some(&(w, FailedTest { pc, lane, .. })) = tests.first() else {
            panic!("a warp waits at an mbarrier")
        };
        let waiting = describe_tests(&*env.spaces.shared, tests.iter().map(|(_, test)| test.address));
        self.fault(w, pc, LaneFault::new(lane, FaultKind::MbarrierDeadlock { waiting }))
    }
}

/// Text of the mbarriers at which warps (or threads) wait.
pub(super) fn describe_tests(shared: &SharedMemory, addresses: impl Iterator<Item = u64>) -> String {
    let addresses: std::collections::BTreeSet<u64> = addresses.collect();
    let all: Vec<String> = addresses.iter().map(|&address| shared.describe_mbarrier(address)).collect();
    all.join(", ")
}

impl<const W: usize> SimtWarp<W> {
    fn diverge(&mut self, program: &Program, entry: StackEntry, taken: u64, target: Pc) {
        let next = Pc(entry.pc.0 + 1);
        let skipped = entry.mask & !taken;
        if skipped == 0 {
            self.top().pc = target;
        } else if taken == 0 {
            self.top().pc = next;
        } else {
            let reconvergence = program.flow.reconvergence(entry.pc);
            self.branch(&[(target, taken), (next, skipped)], reconvergence);
        }
    }

    fn table(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        entry: StackEntry,
        mask: u64,
        targets: &[Pc],
    ) -> Result<(), LaneFault> {
        let x = self.warp.gather(step, &env.decoded.constants, &mut env.scratch);
        let mut groups: Vec<(Pc, u64)> = Vec::new();
        let mut add = |pc: Pc, lane: usize| match groups.iter_mut().find(|(p, _)| *p == pc) {
            Some((_, lanes)) => *lanes |= 1 << lane,
            None => groups.push((pc, 1 << lane)),
        };
        for lane in LaneMask(entry.mask).lanes() {
            if mask >> lane & 1 == 0 {
                add(Pc(entry.pc.0 + 1), lane);
                continue;
            }
            let index = x.s[0][lane];
            let Some(&target) = targets.get(index as usize) else {
                let instruction = env.program.code[entry.pc.index()].mnemonic();
                return Err(LaneFault::new(
                    lane,
                    FaultKind::BranchIndex { instruction, index, len: targets.len() },
                ));
            };
            add(target, lane);
        }
        self.branch(&groups, env.program.flow.reconvergence(entry.pc));
        Ok(())
    }

    fn call(&mut self, env: &mut Env<'_, W>, pc: Pc, mask: u64, limits: &Limits) -> Result<(), LaneFault> {
        if mask == 0 {
            return Ok(());
        }
        if let Some(entry) = calls::enter(&mut self.warp, env, pc, mask, limits)? {
            self.stack.push(StackEntry::first(entry, mask));
        }
        Ok(())
    }
}

/// Number of lanes in a partial mask. Out of line, because `count_ones` takes twenty instructions on a baseline host
/// and LLVM would execute them for full masks, too.
#[cold]
#[inline(never)]
fn partial(mask: u64) -> u64 {
    u64::from(mask.count_ones())
}

/// Result of a reducing barrier, the same for all lanes.
pub(super) fn reduce<const W: usize>(
    results: &mut super::alu::Results<W>,
    mode: Mod,
    reduced: BarrierReduction,
) {
    let holds = match mode {
        Mod::And => reduced.all,
        _ => reduced.any,
    };
    results.s = [reduced.count; W];
    results.p = [if holds { u64::MAX } else { 0 }; 2];
}

fn notify<L: Listener, const W: usize>(
    listener: &mut L,
    env: &mut Env<'_, W>,
    w: usize,
    pc: Pc,
    mask: u64,
    accessed: AccessedMemory,
) {
    let warp = WarpId(w as u32);
    if !env.lines.is_empty() {
        let mbarrier = env.line_mbarrier.take();
        for lines in env.lines.chunks(W - usize::from(mbarrier.is_some())) {
            env.addresses[..lines.len()].copy_from_slice(lines);
            let mut lanes = lines.len();
            if let Some(mbarrier) = mbarrier {
                env.addresses[lanes] = mbarrier;
                lanes += 1;
            }
            let access = accessed.map(|(space, bytes)| Access { space, bytes, addresses: &env.addresses });
            let active = LaneMask(full(lanes));
            listener.instruction_executed(ExecutedInstruction { warp, pc, active, access });
        }
        env.lines.clear();
        return;
    }
    let mask = mask & !std::mem::take(&mut env.unread);
    let access = accessed.map(|(space, bytes)| Access { space, bytes, addresses: &env.addresses });
    listener.instruction_executed(ExecutedInstruction { warp, pc, active: LaneMask(mask), access });
}

/// Reports the effects of an instruction on the order of accesses.
fn notify_order<L: Listener, const W: usize>(listener: &mut L, env: &mut Env<'_, W>, pc: Option<Pc>) {
    for event in env.events.iter_mut().flat_map(|events| events.drain(..)) {
        listener.synchronised(pc, &event);
    }
}

/// Reports the values that a store has written. Its sources are still in their registers.
fn notify_values<L: Listener, const W: usize>(
    listener: &mut L,
    env: &mut Env<'_, W>,
    warp: &Warp<W>,
    step: &DecodedInstr<W>,
    op: &MemoryOp,
) {
    let x = warp.gather(step, &env.decoded.constants, &mut env.scratch);
    let mut values = [[0; W]; 4];
    let elements = op.count as usize;
    for (element, all) in values.iter_mut().enumerate().take(elements) {
        *all = if op.width == 8 { *x.l[element] } else { x.s[element].map(u64::from) };
    }
    listener.values_stored(values[..elements].as_flattened());
}

#[cfg(test)]
mod tests {
    use super::super::turns;
    use super::*;
    use crate::execute::{Launch, Memory};
    use crate::program::Module;

    #[test]
    fn the_stack_does_not_grow_with_the_trips_of_a_loop() {
        // A `continue` and a call in one arm: each trip diverges several times.
        let module = Module::parse(
            ".version 8.0 .target sm_80 .address_size 64
            .func f(.reg .b32 x) { .reg .pred %p; setp.lt.u32 %p, x, 20; @%p ret; ret; }
            .entry k()
            {
                .reg .pred %p<4>; .reg .b32 %r<4>;
                mov.u32 %r0, %tid.x;
            LOOP:
                add.u32 %r1, %r1, 1;
                xor.b32 %r2, %r1, %r0;
                mul.lo.u32 %r2, %r2, 2654435761;
                shr.u32 %r2, %r2, 30;
                setp.eq.u32 %p0, %r2, 0;
                @%p0 bra LOOP;
                setp.eq.u32 %p1, %r2, 1;
                @%p1 bra ARM;
                call f, (%r0);
            ARM:
                setp.lt.u32 %p3, %r1, 20000;
                @%p3 bra LOOP;
                ret;
            }",
        )
        .unwrap();
        let program = &module.programs[0];
        let mut memory = Memory::new();
        let globals = memory.load(&module).unwrap();
        let decoded = DecodedProgram::<32>::new(program, &globals, &|_| 0);
        let launch = Launch::new([1, 1, 1], [32, 1, 1]);
        let context = |cta| super::super::cta_context(program, &launch, cta, 0);
        let mut runner = CtaRunner::new(program, &decoded, &[], Default::default(), &context);
        let counts = turns::run(&mut runner, 0..1, 1, &mut memory, &mut ()).unwrap();
        assert!(counts.divergent_branches > 10_000, "{counts:?}");
        let stack = &runner.ended[0].warps[0].stack;
        assert!(stack.capacity() <= 16, "{}", stack.capacity());
    }
}
