//! SIMT execution of warps with immediate post-dominator reconvergence.
//!
//! [`convergence`](crate::execute::convergence) has the reconvergence stack of a warp.

mod notify;

use super::cta::{Agent, Control, OpenCta, State};
use super::decode::{DecodedInstr, DecodedProgram, Operation};
use super::perform::Env;
use super::{Prepared, calls};
use crate::execute::convergence::{ReconvergenceStack, StackEntry};
use crate::execute::lanes::full;
use crate::execute::memory::access::LaneFault;
use crate::execute::{Fault, FaultKind, LaneMask, Limits, Listener, SyncEvent, WarpId};
use crate::program::Pc;
use crate::ptx::program::Program;
use notify::{notify, notify_order, notify_values};

/// Instructions that a warp executes before the next warp runs. Large, because switching costs time.
/// Finite, so that a warp can spin on a value from another warp of its CTA.
const TURN_INSTRUCTIONS: u32 = 1 << 16;

impl<const W: usize> Control<W> for ReconvergenceStack {
    // In the first round, a warp may poll what another one writes in the same round.
    const POLLING_ROUNDS: u32 = 2;

    fn start(&mut self, lanes: u64) {
        self.start(lanes);
    }

    fn position(&self) -> Option<(Pc, u64)> {
        self.last().map(|entry| (entry.pc, entry.mask))
    }

    /// One long loop: a call per instruction would cost time.
    fn run_turn<L: Listener>(
        cta: &mut OpenCta<'_, Self, W>,
        w: usize,
        env: &mut Env<'_, W>,
        listener: &mut L,
    ) -> Result<bool, Fault> {
        let Prepared { decoded, limits, .. } = cta.launch;
        let earlier_test = cta.agents[w].failed_test.take();
        for _ in 0..TURN_INSTRUCTIONS {
            let simt = &mut cta.agents[w];
            let Some(entry) = simt.next(env) else {
                simt.state = State::Finished;
                env.note(|| SyncEvent::WarpFinished { warp: WarpId(w as u32) });
                cta.release_after_exit(env);
                if L::ORDERED {
                    notify_order(listener, env, None);
                }
                return Ok(false);
            };
            if simt.warp.executed >= limits.instructions {
                let kind = FaultKind::Budget { budget: limits.instructions };
                return Err(cta.fault(
                    w,
                    entry.pc,
                    LaneFault::new(entry.mask.trailing_zeros() as usize, kind),
                ));
            }
            let step = &decoded.instrs[entry.pc.index()];
            let mask = simt.warp.guarded(step, entry.mask);
            if matches!(step.kind, Operation::Barrier(_))
                && mask != 0
                && mask != simt.control.live()
                && (simt.run_exiting_lanes_first(decoded) || simt.control.run_sibling_first())
            {
                continue;
            }
            simt.warp.executed += 1;
            cta.counts.warp_instructions += 1;
            cta.counts.thread_instructions += if mask == full(W) { W as u64 } else { partial(mask) };
            let done = match &step.kind {
                Operation::Branch(target) => {
                    cta.counts.branches(mask, entry.mask);
                    simt.diverge(env.program, entry, mask, *target);
                    Ok(None)
                }
                Operation::Table(targets) => simt.table(env, step, entry, mask, targets).map(|()| None),
                Operation::Call => {
                    let together = calls::lanes_of_first_target(&mut simt.warp, env, entry.pc, mask);
                    if together != mask {
                        // One call per function: each group of lanes executes the instruction by itcta.
                        let groups = [(entry.pc, mask & !together), (entry.pc, together)];
                        simt.control.branch(&groups, Some(Pc(entry.pc.0 + 1)));
                        simt.warp.executed -= 1;
                        cta.counts.warp_instructions -= 1;
                        cta.counts.thread_instructions -= u64::from(mask.count_ones());
                        continue;
                    }
                    simt.control.top().pc.0 += 1;
                    simt.call(env, entry.pc, mask, limits).map(|()| None)
                }
                Operation::Return => {
                    simt.control.top().pc.0 += 1;
                    simt.ret(mask);
                    Ok(None)
                }
                Operation::Exit => {
                    simt.control.top().pc.0 += 1;
                    simt.control.exit(mask);
                    Ok(None)
                }
                Operation::Trap if mask != 0 => {
                    Err(LaneFault::new(mask.trailing_zeros() as usize, FaultKind::Trap))
                }
                Operation::Barrier(op) => {
                    simt.control.top().pc.0 += 1;
                    simt.control.top().held = false;
                    let live = simt.control.live();
                    let done = cta.barrier(w, env, step, *op, (entry.pc, mask, live));
                    done.map(|()| None)
                }
                _ => {
                    let done = simt.warp.perform(env, step, entry.pc, mask, simt.control.live());
                    if matches!(&done, Err(f) if matches!(*f.kind, FaultKind::WarpDivergence { .. }))
                        && simt.run_exiting_lanes_first(decoded)
                    {
                        // The instruction had no effect. It executes again after those lanes have exited.
                        simt.warp.executed -= 1;
                        cta.counts.warp_instructions -= 1;
                        cta.counts.thread_instructions -= u64::from(mask.count_ones());
                        continue;
                    }
                    simt.control.top().pc.0 += 1;
                    done
                }
            };
            let accessed = match done {
                Ok(accessed) => accessed,
                Err(lane_fault) => return Err(cta.fault(w, entry.pc, lane_fault)),
            };
            if L::ORDERED {
                notify_order(listener, env, Some(entry.pc));
                if let Operation::Store(op) = &step.kind {
                    notify_values(listener, env, &cta.agents[w].warp, step, op);
                }
            }
            if L::ENABLED {
                notify(listener, env, w, entry.pc, mask, accessed);
            }
            if cta.agents[w].state != State::Ready {
                return Ok(false);
            }
            if env.yields {
                env.yields = false;
                // A warp that sleeps between two tests still waits at the mbarrier.
                let sleeps = matches!(step.kind, Operation::Sleep);
                cta.agents[w].failed_test = env.failed_test.take().or(earlier_test.filter(|_| sleeps));
                cta.agents[w].control.rotate();
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl<const W: usize> Agent<ReconvergenceStack, W> {
    /// The lanes that execute next; `None` at the end.
    #[inline]
    fn next(&mut self, env: &Env<'_, W>) -> Option<StackEntry> {
        let Agent { warp, control: stack, .. } = self;
        stack.next(|live| {
            if warp.frames.len() > 1 {
                calls::leave(warp, env.program, live);
            }
        })
    }

    /// Removes lanes that return from the current function.
    fn ret(&mut self, lanes: u64) {
        match self.warp.frames.len() {
            1 => self.control.exit(lanes),
            _ => self.control.ret(lanes),
        }
    }

    fn run_exiting_lanes_first(&mut self, decoded: &DecodedProgram<W>) -> bool {
        let outermost = self.warp.frames.len() == 1;
        self.control.run_exiting_lanes_first(|pc| {
            let step = decoded.instrs.get(pc.index()).filter(|s| s.guard.is_none());
            step.is_some_and(|s| {
                matches!(s.kind, Operation::Exit) || outermost && matches!(s.kind, Operation::Return)
            })
        })
    }

    fn diverge(&mut self, program: &Program, entry: StackEntry, taken: u64, target: Pc) {
        let next = Pc(entry.pc.0 + 1);
        let skipped = entry.mask & !taken;
        if skipped == 0 {
            self.control.top().pc = target;
        } else if taken == 0 {
            self.control.top().pc = next;
        } else {
            let reconvergence = program.flow.reconvergence(entry.pc);
            self.control.branch(&[(target, taken), (next, skipped)], reconvergence);
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
        self.control.branch(&groups, env.program.flow.reconvergence(entry.pc));
        Ok(())
    }

    fn call(&mut self, env: &mut Env<'_, W>, pc: Pc, mask: u64, limits: &Limits) -> Result<(), LaneFault> {
        if mask == 0 {
            return Ok(());
        }
        if let Some(entry) = calls::enter(&mut self.warp, env, pc, mask, limits)? {
            self.control.call(entry, mask);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::turns;
    use crate::execute::{Launch, Memory};
    use crate::ptx::execute::cta::CtaRunner;
    use crate::ptx::program::Module;

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
        let (limits, checks) = (launch.limits, launch.checks);
        let prepared =
            Prepared { program, decoded: &decoded, params: &[], limits, checks, context: &context };
        let mut runner = CtaRunner::<ReconvergenceStack, 32>::new(&prepared);
        let counts = turns::run(&mut runner, 1, 1, &mut memory, &mut ()).unwrap();
        assert!(counts.divergent_branches > 10_000, "{counts:?}");
        let stack = &runner.ended[0].agents[0].control;
        assert!(stack.capacity() <= 16, "{}", stack.capacity());
    }
}
