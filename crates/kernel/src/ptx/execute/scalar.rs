//! Execution of one thread at a time: the reference for the control flow of the SIMT mode.
//!
//! There are no lane masks, reconvergence stacks or post-dominators here. Each thread runs until a barrier or its end.
//! A program must compute the same results in both modes. Warp-level instructions are faults.

use super::calls;
use super::cta::{Agent, Control, OpenCta, State};
use super::decode::{DecodedInstr, Operation};
use super::perform::Env;
use crate::execute::memory::access::LaneFault;
use crate::execute::{Fault, FaultKind, Listener};
use crate::program::Pc;

/// Control flow of a thread.
#[derive(Default)]
pub(super) struct ThreadControl {
    pc: Pc,
    /// Return address of each open call.
    returns: Vec<Pc>,
}

impl Control<1> for ThreadControl {
    const POLLING_ROUNDS: u32 = 1;

    fn start(&mut self, _: u64) {
        self.pc = Pc(0);
        self.returns.clear();
    }

    fn position(&self) -> Option<(Pc, u64)> {
        Some((self.pc, 1))
    }

    fn run_turn<L: Listener>(
        cta: &mut OpenCta<'_, Self, 1>,
        t: usize,
        env: &mut Env<'_, 1>,
        _: &mut L,
    ) -> Result<bool, Fault> {
        let earlier_test = cta.agents[t].failed_test.take();
        let mut sleeps = false;
        env.yields = false;
        while cta.agents[t].state == State::Ready && !env.yields {
            let pc = cta.agents[t].control.pc;
            let step = &env.decoded.instrs[pc.index()];
            sleeps = matches!(step.kind, Operation::Sleep);
            cta.step(t, env, step, pc).map_err(|fault| cta.fault(t, pc, fault))?;
        }
        // A thread that sleeps between two tests still waits at the mbarrier.
        let test = env.failed_test.take().or(earlier_test.filter(|_| sleeps));
        cta.agents[t].failed_test = test.filter(|_| env.yields);
        Ok(env.yields)
    }
}

impl OpenCta<'_, ThreadControl, 1> {
    /// Executes one instruction of thread `t`.
    fn step(
        &mut self,
        t: usize,
        env: &mut Env<'_, 1>,
        step: &DecodedInstr<1>,
        pc: Pc,
    ) -> Result<(), LaneFault> {
        let limits = &self.launch.limits;
        let Agent { warp, control, .. } = &mut self.agents[t];
        if warp.executed >= limits.instructions {
            return Err(LaneFault::new(0, FaultKind::Budget { budget: limits.instructions }));
        }
        warp.executed += 1;
        control.pc.0 += 1;
        if warp.guarded(step, 1) == 0 {
            return Ok(());
        }
        self.counts.thread_instructions += 1;
        match &step.kind {
            Operation::Branch(target) => control.pc = *target,
            Operation::Table(targets) => {
                let x = warp.gather(step, &env.decoded.constants, &mut env.scratch);
                let (index, len) = (x.s[0][0], targets.len());
                let Some(&target) = targets.get(index as usize) else {
                    let instruction = env.program.code[pc.index()].mnemonic();
                    return Err(LaneFault::new(0, FaultKind::BranchIndex { instruction, index, len }));
                };
                control.pc = target;
            }
            Operation::Call => {
                if let Some(entry) = calls::enter(warp, env, pc, 1, limits)? {
                    control.returns.push(control.pc);
                    control.pc = entry;
                }
            }
            Operation::Return => match control.returns.pop() {
                Some(back) => {
                    calls::leave(warp, env.program, 1);
                    control.pc = back;
                }
                None => self.finish(t, env),
            },
            Operation::Exit => self.finish(t, env),
            Operation::Trap => return Err(LaneFault::new(0, FaultKind::Trap)),
            Operation::Barrier(op) => self.barrier(t, env, step, *op, (pc, 1, 1))?,
            Operation::WarpBarrier => {}
            _ => {
                warp.perform(env, step, pc, 1, 1)?;
            }
        }
        Ok(())
    }

    fn finish(&mut self, t: usize, env: &mut Env<'_, 1>) {
        self.agents[t].state = State::Finished;
        self.release_after_exit(env);
    }
}
