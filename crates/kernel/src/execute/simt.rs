//! Warps that diverge and meet again: the SIMT mode of execution.
//!
//! Each warp keeps a stack of (place, lanes) entries. A divergent branch leaves an entry for the place
//! where its lanes meet again (the immediate post-dominator) and pushes one per way; an entry that
//! arrives there is popped. Calls push an entry of their own, below which nothing of the callee goes.

use super::access::{LaneFault, Reach, Shared};
use super::barrier::{Arrival, BARRIERS, Barriers, Reduced};
use super::fault::{Fault, FaultKind};
use super::listener::{Access, CtaId, ExecutedInstruction, LaneMask, Listener, WarpId};
use super::perform::{Env, Touched};
use super::step::{BarrierOp, Kind, Step, Steps};
use super::warp::{Position, Warp, full};
use super::{Counts, Limits, calls, fault_location};
use crate::program::{Callee, Pc, Program};
use crate::ptx::isa::Mod;

/// No place: an entry whose lanes never meet again.
const NOWHERE: Pc = Pc(u32::MAX);

/// Instructions a warp executes before the next gets its turn. Large, because switching costs; finite,
/// so that a warp may wait for another of its CTA.
const TURN: u32 = 1 << 16;

#[derive(Clone, Copy, Debug)]
struct Entry {
    pc: Pc,
    /// Where it is popped.
    meet: Pc,
    mask: u64,
    /// The first entry of a call.
    base: bool,
    /// Stands at a barrier and lets its siblings go first.
    held: bool,
}

impl Entry {
    fn new(pc: Pc, meet: Pc, mask: u64) -> Entry {
        Entry { pc, meet, mask, base: false, held: false }
    }

    /// The first entry of a kernel or call.
    fn first(pc: Pc, mask: u64) -> Entry {
        Entry { base: true, ..Entry::new(pc, NOWHERE, mask) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Ready,
    /// Waits at the barrier instruction at `pc`, with these lanes.
    Waiting {
        pc: Pc,
        lanes: u64,
    },
    Done,
}

struct Simt<const W: usize> {
    warp: Warp<W>,
    stack: Vec<Entry>,
    /// Lanes that have not exited.
    live: u64,
    state: State,
}

impl<const W: usize> Simt<W> {
    /// Puts the warp at the kernel's start.
    fn start(&mut self, lanes: u64) {
        self.stack.clear();
        self.stack.push(Entry::first(Pc(0), lanes));
        (self.live, self.state) = (lanes, State::Ready);
    }

    fn top(&mut self) -> &mut Entry {
        self.stack.last_mut().unwrap_or_else(|| panic!("a running warp has an entry"))
    }

    /// The entry to execute, after those that are empty or have met are popped; `None` at the end.
    #[inline]
    fn next(&mut self, env: &Env<'_, W>) -> Option<Entry> {
        loop {
            let top = *self.stack.last()?;
            if top.mask != 0 && top.pc != top.meet {
                return Some(top);
            }
            self.stack.pop();
            if top.base && self.warp.frames.len() > 1 {
                calls::leave(&mut self.warp, env.program, self.live);
            }
        }
    }

    /// Lanes leave the kernel.
    fn exit(&mut self, lanes: u64) {
        self.live &= !lanes;
        self.stack.iter_mut().for_each(|e| e.mask &= !lanes);
    }

    /// Lanes leave the function they are in.
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

    /// Lets lanes run first that stand before the kernel's end, as those of `if (i >= n) return;` do
    /// until the others have come there: nobody waits for a lane that has exited. Says whether there
    /// are any.
    fn exits_first(&mut self, steps: &Steps<W>) -> bool {
        let outermost = self.warp.frames.len() == 1;
        let ends = |pc: Pc| {
            let step = steps.steps.get(pc.index()).filter(|s| s.guard.is_none());
            step.is_some_and(|s| matches!(s.kind, Kind::Exit) || outermost && matches!(s.kind, Kind::Return))
        };
        let mut above = 0;
        let standing = self.stack.iter().rev().find_map(|e| {
            let lanes = e.mask & !above;
            above |= e.mask;
            (lanes != 0 && ends(e.pc)).then_some((e.pc, lanes))
        });
        let Some((pc, lanes)) = standing else { return false };
        self.stack.iter_mut().for_each(|e| e.mask &= !lanes);
        self.stack.push(Entry::new(pc, NOWHERE, lanes));
        true
    }

    /// The topmost entry stands at a barrier. Lets a sibling that does not run first: it may exit.
    /// Says whether there is one.
    fn siblings_first(&mut self) -> bool {
        let top = *self.top();
        let siblings = self.stack.iter().rev().take_while(|e| !e.base && e.meet == top.meet);
        let fresh = |e: &Entry| e.pc != e.meet && e.mask != 0 && e.mask & top.mask == 0 && !e.held;
        let Some(depth) = siblings.map(fresh).position(|f| f) else { return false };
        self.top().held = true;
        let sibling = self.stack.remove(self.stack.len() - 1 - depth);
        self.stack.push(sibling);
        true
    }

    /// Sends groups of lanes to their targets; together they are the topmost entry's lanes.
    fn branch(&mut self, groups: &[(Pc, u64)], meet: Option<Pc>) {
        if let [(target, _)] = groups {
            self.top().pc = *target;
            return;
        }
        let meet = meet.unwrap_or(NOWHERE);
        let top = self.top();
        // Lanes that will be popped at the same place already need no second entry for it: without
        // this, each turn of a loop would leave one.
        if top.meet == meet && !top.base {
            self.stack.pop();
        } else {
            top.pc = meet;
        }
        for &(pc, mask) in groups.iter().filter(|(pc, _)| *pc != meet) {
            self.stack.push(Entry::new(pc, meet, mask));
        }
    }
}

/// Executes the CTAs of a launch, one after the other, with the same room for each.
pub(super) struct CtaRunner<'a, const W: usize> {
    program: &'a Program,
    steps: &'a Steps<W>,
    params: &'a [u8],
    limits: Limits,
    warps: Vec<Simt<W>>,
    shared: Shared,
    barriers: Barriers,
    cta: [u32; 3],
    counts: Counts,
}

impl<'a, const W: usize> CtaRunner<'a, W> {
    pub fn new(program: &'a Program, steps: &'a Steps<W>, params: &'a [u8], limits: Limits) -> Self {
        CtaRunner {
            program,
            steps,
            params,
            limits,
            warps: Vec::new(),
            shared: Shared::new(0),
            barriers: Barriers::default(),
            cta: [0; 3],
            counts: Counts::default(),
        }
    }

    /// Executes a CTA from start to end.
    pub fn run<L: Listener>(
        &mut self,
        id: CtaId,
        position: Position,
        memory: &mut super::Memory,
        listener: &mut L,
    ) -> Result<Counts, Fault> {
        self.prepare(position);
        self.counts = Counts { ctas: 1, ..Counts::default() };
        if L::ENABLED {
            listener.cta_started(id);
        }
        let mut shared = std::mem::replace(&mut self.shared, Shared::new(0));
        let reach = Reach { memory, shared: &mut shared, params: self.params };
        let mut env = Env::new(self.program, self.steps, reach);
        let result = self.turns(&mut env, listener);
        self.shared = shared;
        result.map(|()| self.counts)
    }

    fn prepare(&mut self, position: Position) {
        self.cta = position.cta;
        self.barriers = Barriers::default();
        let threads = position.block.iter().product::<u32>() as usize;
        let kernel = &self.program.functions[0];
        if self.warps.is_empty() {
            self.shared = Shared::new(position.total_shared as usize);
            for first in (0..threads).step_by(W) {
                let lanes = full((threads - first).min(W));
                let warp = Warp::new(first as u32, position, kernel, lanes);
                self.warps.push(Simt { warp, stack: Vec::new(), live: lanes, state: State::Ready });
            }
        } else {
            self.shared.reset();
            for simt in &mut self.warps {
                let lanes = full((threads - simt.warp.first as usize).min(W));
                simt.warp.reset(position, kernel, lanes);
            }
        }
        for simt in &mut self.warps {
            simt.start(full((threads - simt.warp.first as usize).min(W)));
        }
    }

    /// Gives each warp its turn until all are done.
    fn turns<L: Listener>(&mut self, env: &mut Env<'_, W>, listener: &mut L) -> Result<(), Fault> {
        loop {
            let mut moved = false;
            for w in 0..self.warps.len() {
                if self.warps[w].state == State::Ready {
                    moved = true;
                    self.turn(w, env, listener)?;
                }
            }
            if self.warps.iter().all(|s| s.state == State::Done) {
                return Ok(());
            }
            if !moved {
                return Err(self.deadlock());
            }
        }
    }

    fn turn<L: Listener>(&mut self, w: usize, env: &mut Env<'_, W>, listener: &mut L) -> Result<(), Fault> {
        for _ in 0..TURN {
            let simt = &mut self.warps[w];
            let Some(entry) = simt.next(env) else {
                simt.state = State::Done;
                self.released_by_end(env);
                return Ok(());
            };
            if simt.warp.executed >= self.limits.instructions {
                let kind = FaultKind::Budget { budget: self.limits.instructions };
                return Err(self.fault(
                    w,
                    entry.pc,
                    LaneFault::new(entry.mask.trailing_zeros() as usize, kind),
                ));
            }
            let step = &self.steps.steps[entry.pc.index()];
            let mask = simt.warp.guarded(step, entry.mask);
            if matches!(step.kind, Kind::Barrier(_))
                && mask != 0
                && mask != simt.live
                && (simt.exits_first(self.steps) || simt.siblings_first())
            {
                continue;
            }
            simt.warp.executed += 1;
            self.counts.warp_instructions += 1;
            self.counts.thread_instructions += if mask == full(W) { W as u64 } else { partial(mask) };
            let done = match &step.kind {
                Kind::Branch(target) => {
                    self.counts.branches(mask, entry.mask);
                    simt.diverge(env.program, entry, mask, *target);
                    Ok(None)
                }
                Kind::Table(targets) => simt.table(env, step, entry, mask, targets).map(|()| None),
                Kind::Call(call) => {
                    simt.top().pc.0 += 1;
                    simt.call(env, entry.pc, call.callee, mask, &self.limits).map(|()| None)
                }
                Kind::Return => {
                    simt.top().pc.0 += 1;
                    simt.ret(mask);
                    Ok(None)
                }
                Kind::Exit => {
                    simt.top().pc.0 += 1;
                    simt.exit(mask);
                    Ok(None)
                }
                Kind::Trap if mask != 0 => {
                    Err(LaneFault::new(mask.trailing_zeros() as usize, FaultKind::Trap))
                }
                Kind::Barrier(op) => {
                    simt.top().pc.0 += 1;
                    simt.top().held = false;
                    let done = self.barrier(w, env, step, *op, (entry.pc, mask));
                    done.map(|()| None)
                }
                _ => {
                    let done = simt.warp.perform(env, step, entry.pc, mask, simt.live);
                    if matches!(&done, Err(f) if matches!(*f.kind, FaultKind::WarpDivergence { .. }))
                        && simt.exits_first(self.steps)
                    {
                        // It has had no effect, and is executed once those lanes are gone.
                        simt.warp.executed -= 1;
                        self.counts.warp_instructions -= 1;
                        self.counts.thread_instructions -= u64::from(mask.count_ones());
                        continue;
                    }
                    simt.top().pc.0 += 1;
                    done
                }
            };
            let touched = match done {
                Ok(touched) => touched,
                Err(lane_fault) => return Err(self.fault(w, entry.pc, lane_fault)),
            };
            if L::ENABLED {
                heard(listener, env, w, entry.pc, mask, touched);
            }
            if self.warps[w].state != State::Ready {
                return Ok(());
            }
        }
        Ok(())
    }

    /// A warp arrives at a barrier.
    fn barrier(
        &mut self,
        w: usize,
        env: &mut Env<'_, W>,
        step: &Step<W>,
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
        let x = simt.warp.gather(step, &env.steps.constants, &mut env.scratch);
        let id = x.s[0][lane];
        if id as usize >= BARRIERS {
            return Err(LaneFault::new(lane, FaultKind::BadBarrier { instruction: mnemonic(), id }));
        }
        let expected = op.counted.then(|| x.s[1][lane].checked_next_multiple_of(32).unwrap_or(u32::MAX));
        let holds = op.reduce.map_or(0, |_| x.p[step.src.len() - 1] & mask);
        let threads = simt.warp.threads().next_multiple_of(32);
        let arrival = Arrival {
            who: w,
            threads,
            expected,
            waits: op.waits,
            lanes: mask.count_ones(),
            holds: holds.count_ones(),
        };
        if op.waits {
            simt.state = State::Waiting { pc, lanes: mask };
        }
        self.barriers.arrive(id as usize, arrival);
        self.release(id as usize, env);
        Ok(())
    }

    /// Lets waiting warps go on if the barrier is complete.
    fn release(&mut self, id: usize, env: &mut Env<'_, W>) {
        let alive = self.warps.iter().filter(|s| s.state != State::Done).count();
        let Some((waiting, reduced)) = self.barriers.complete(id, alive) else { return };
        for w in waiting {
            let simt = &mut self.warps[w];
            let State::Waiting { pc, lanes } = simt.state else { panic!("warp {w} waits at a barrier") };
            simt.state = State::Ready;
            let step = &self.steps.steps[pc.index()];
            if let Kind::Barrier(BarrierOp { reduce: Some(mode), .. }) = step.kind {
                reduce(&mut env.results, mode, reduced);
                simt.warp.write(&step.dst, &env.results, lanes);
            }
        }
    }

    /// A warp's end may complete barriers that wait for all that live.
    fn released_by_end(&mut self, env: &mut Env<'_, W>) {
        for id in 0..BARRIERS {
            self.release(id, env);
        }
    }

    fn fault(&self, w: usize, pc: Pc, LaneFault { lane, kind }: LaneFault) -> Fault {
        let thread = self.warps[w].warp.thread(lane);
        Fault { kind: *kind, location: Box::new(fault_location(self.program, pc, self.cta, thread)) }
    }

    fn deadlock(&self) -> Fault {
        let stuck = self.warps.iter().enumerate().find_map(|(w, s)| match s.state {
            State::Waiting { pc, lanes } => Some((w, pc, lanes)),
            _ => None,
        });
        let Some((w, pc, lanes)) = stuck else { panic!("no warp is ready, done or waiting") };
        let kind = FaultKind::BarrierDeadlock { waiting: self.barriers.describe() };
        self.fault(w, pc, LaneFault::new(lanes.trailing_zeros() as usize, kind))
    }
}

impl<const W: usize> Simt<W> {
    fn diverge(&mut self, program: &Program, entry: Entry, taken: u64, target: Pc) {
        let next = Pc(entry.pc.0 + 1);
        let skipped = entry.mask & !taken;
        if skipped == 0 {
            self.top().pc = target;
        } else if taken == 0 {
            self.top().pc = next;
        } else {
            let meet = program.flow.reconvergence(entry.pc);
            self.branch(&[(target, taken), (next, skipped)], meet);
        }
    }

    fn table(
        &mut self,
        env: &mut Env<'_, W>,
        step: &Step<W>,
        entry: Entry,
        mask: u64,
        targets: &[Pc],
    ) -> Result<(), LaneFault> {
        let x = self.warp.gather(step, &env.steps.constants, &mut env.scratch);
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

    fn call(
        &mut self,
        env: &mut Env<'_, W>,
        pc: Pc,
        callee: Callee,
        mask: u64,
        limits: &Limits,
    ) -> Result<(), LaneFault> {
        if mask == 0 {
            return Ok(());
        }
        let entry = calls::enter(&mut self.warp, env, pc, callee, mask, limits)?;
        self.stack.push(Entry::first(entry, mask));
        Ok(())
    }
}

/// Lanes of a mask that is not full. On a baseline host this takes twenty instructions, and LLVM would
/// spend them on full masks too if it were not kept apart.
#[cold]
#[inline(never)]
fn partial(mask: u64) -> u64 {
    u64::from(mask.count_ones())
}

/// The value a reducing barrier gives to everyone.
pub(super) fn reduce<const W: usize>(results: &mut super::alu::Results<W>, mode: Mod, reduced: Reduced) {
    let holds = match mode {
        Mod::And => reduced.all,
        _ => reduced.any,
    };
    results.s = [reduced.count; W];
    results.p = [if holds { u64::MAX } else { 0 }; 2];
}

fn heard<L: Listener, const W: usize>(
    listener: &mut L,
    env: &Env<'_, W>,
    w: usize,
    pc: Pc,
    mask: u64,
    touched: Touched,
) {
    let access = touched.map(|(space, bytes)| Access { space, bytes, addresses: &env.addresses });
    listener.instruction_executed(ExecutedInstruction {
        warp: WarpId(w as u32),
        pc,
        active: LaneMask(mask),
        access,
    });
}

#[cfg(test)]
mod tests {
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
        let steps = Steps::<32>::new(program, &globals, &|_| 0);
        let mut runner = CtaRunner::new(program, &steps, &[], Limits::default());
        let position = super::super::position(program, &Launch::new([1, 1, 1], [32, 1, 1]), 0);
        let counts = runner.run(CtaId(0), position, &mut memory, &mut ()).unwrap();
        assert!(counts.divergent_branches > 10_000, "{counts:?}");
        assert!(runner.warps[0].stack.capacity() <= 16, "{}", runner.warps[0].stack.capacity());
    }
}
