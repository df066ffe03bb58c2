//! Execution of one instruction for the lanes of a mask. The callers handle control flow.

use super::asynchronous::FailedTest;
use super::collective::{self, MaskError};
use super::decode::{Collective, DecodedInstr, DecodedProgram, MemoryOp, Operation, SourceOperand};
use super::fault_location;
use super::warp::{Scratch, Warp};
use crate::execute::lanes::Results;
use crate::execute::memory::access::{LaneFault, MemorySpaces, resolve};
use crate::execute::{FaultKind, SyncEvent};
use crate::program::{Pc, Space};
use crate::ptx::isa::Mod;
use crate::ptx::program::Program;

/// Execution environment: the program, the memory spaces and scratch buffers.
pub(super) struct Env<'a, const W: usize> {
    pub program: &'a Program,
    pub decoded: &'a DecodedProgram<W>,
    pub spaces: MemorySpaces<'a>,
    pub scratch: Scratch<W>,
    pub results: Results<W>,
    /// Addresses of the last access.
    pub addresses: [u64; W],
    /// Whether the warp has nothing to do until others have run: its turn ends after this instruction.
    pub yields: bool,
    /// The test of an mbarrier that set `yields`.
    pub failed_test: Option<FailedTest>,
    /// Lanes of an asynchronous copy that read no global memory.
    pub unread: u64,
    /// Addresses of the lines that a bulk copy accesses.
    pub lines: Vec<u64>,
    /// Generic address of the mbarrier that shows the end of a bulk copy from global memory.
    pub line_mbarrier: Option<u64>,
    /// Effects of the instruction on the order of accesses; `None` if no listener wants them.
    pub events: Option<Vec<SyncEvent>>,
}

impl<'a, const W: usize> Env<'a, W> {
    pub fn new(program: &'a Program, decoded: &'a DecodedProgram<W>, spaces: MemorySpaces<'a>) -> Env<'a, W> {
        let results = Results { s: [0; W], l: [0; W], p: [0; 2] };
        Env {
            program,
            decoded,
            spaces,
            scratch: Scratch::new(),
            results,
            addresses: [0; W],
            yields: false,
            failed_test: None,
            unread: 0,
            lines: Vec::new(),
            line_mbarrier: None,
            events: None,
        }
    }

    /// Notes an effect on the order of accesses, if a listener wants it.
    pub fn note(&mut self, event: impl FnOnce() -> SyncEvent) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }
}

/// Memory space and bytes per lane of an access. The addresses are in [`Env::addresses`].
pub(super) type AccessedMemory = Option<(Space, u32)>;

impl<const W: usize> Warp<W> {
    /// Executes `step` for the lanes of `mask`, of which `live` have not exited.
    #[inline]
    pub fn perform(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        pc: Pc,
        mask: u64,
        live: u64,
    ) -> Result<AccessedMemory, LaneFault> {
        match &step.kind {
            Operation::Lanes(op) => {
                let x = self.gather(step, &env.decoded.constants, &mut env.scratch);
                op(&x, &mut env.results);
                if step.carries {
                    self.carry = self.carry & !mask | env.results.p[1] & mask;
                }
                self.write(&step.dst, &env.results, mask);
                Ok(None)
            }
            Operation::Load(op) | Operation::Store(op) | Operation::Prefetch(op) => {
                let done = self.access(env, step, op, pc, mask);
                self.settle(env, pc);
                done
            }
            Operation::Atomic(op, _) | Operation::Atomic128(op, _) => {
                let done = self.atomic(env, step, op, pc, mask);
                self.settle(env, pc);
                done
            }
            Operation::Pack(bits) => {
                self.pack(env, step, *bits, mask);
                Ok(None)
            }
            Operation::Unpack(bits) => {
                self.unpack(env, step, *bits, mask);
                Ok(None)
            }
            Operation::ActiveMask => {
                for lane in 0..W {
                    // The mask of the half with this lane. A single thread sets the bit of its own lane.
                    let shift = if W == 1 { 0 } else { lane & 32 };
                    env.results.s[lane] =
                        ((mask >> shift) as u32) << if W == 1 { self.first % 32 } else { 0 };
                }
                self.write(&step.dst, &env.results, mask);
                Ok(None)
            }
            Operation::Collective(op) => {
                self.collective(env, step, *op, pc, (mask, live))?;
                Ok(None)
            }
            Operation::Sleep => {
                env.yields = true;
                Ok(None)
            }
            Operation::Texture(op) => {
                let done = self.texture(env, step, op, pc, mask);
                self.settle(env, pc);
                done
            }
            Operation::Asynchronous(op) => {
                let done = self.asynchronous(env, step, *op, pc, mask);
                self.settle(env, pc);
                done
            }
            Operation::WarpBarrier => {
                let x = self.gather(step, &env.decoded.constants, &mut env.scratch);
                let checked = collective::check(x.s[0], mask, live);
                self.check_masks(env, checked, pc)?;
                Ok(None)
            }
            Operation::Tensor(op) => {
                let done = self.tensor(env, step, op, pc, mask);
                self.settle(env, pc);
                done
            }
            _ => Ok(None),
        }
    }

    /// Ends the instruction at `pc`, which has accessed memory: records the errors that were let pass.
    #[inline]
    pub fn settle(&self, env: &mut Env<'_, W>, pc: Pc) {
        if env.spaces.tolerated {
            self.record_tolerated(env, pc);
        }
    }

    #[cold]
    fn record_tolerated(&self, env: &mut Env<'_, W>, pc: Pc) {
        let (program, memory) = (env.program, &mut *env.spaces.memory);
        env.spaces.tolerated = false;
        memory.settle_write();
        for pending in memory.warnings.take_pending() {
            let lane = pending.lane;
            let location = || fault_location(program, pc, self.context.cta, self.thread(lane));
            memory.warnings.record((&program.name, pc), pending, location);
        }
    }

    fn access(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        op: &MemoryOp,
        pc: Pc,
        mask: u64,
    ) -> Result<AccessedMemory, LaneFault> {
        let i = &env.program.code[pc.index()];
        let constants = &env.decoded.constants;
        env.addresses = self.addresses(op, constants);
        let space = resolve(op.space, &mut env.addresses, mask);
        let at = (space, &env.addresses);
        match step.kind {
            Operation::Load(_) => self.load(&mut env.spaces, i, step, op, at, (mask, &mut env.results))?,
            Operation::Store(_) => {
                self.store(&mut env.spaces, i, step, op, at, mask, (constants, &mut env.scratch))?;
            }
            _ => {}
        }
        if step.polls {
            env.yields |= mask != 0 && self.polls_again(pc, &step.dst, mask);
        } else if matches!(step.kind, Operation::Store(_)) && space != Space::Local {
            self.wrote();
        }
        Ok(Some((space, op.bytes())))
    }

    fn atomic(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        op: &MemoryOp,
        pc: Pc,
        mask: u64,
    ) -> Result<AccessedMemory, LaneFault> {
        let i = &env.program.code[pc.index()];
        env.addresses = self.addresses(op, &env.decoded.constants);
        let space = resolve(op.space, &mut env.addresses, mask);
        let at = (space, &env.addresses);
        let x = self.gather(step, &env.decoded.constants, &mut env.scratch);
        let source = |n: usize, lane: usize| match (step.src.get(n), op.width) {
            (None, _) => 0,
            (Some(_), 8) => x.l[n][lane],
            (Some(_), _) => u64::from(x.s[n][lane]),
        };
        let mut old = [0u128; W];
        match step.kind {
            Operation::Atomic(_, update) => {
                let mut operands = [(0, 0); W];
                for (lane, pair) in operands.iter_mut().enumerate() {
                    *pair = (source(0, lane), source(1, lane));
                }
                let new = |lane: usize, was: u128| {
                    u128::from(update(was as u64, operands[lane].0, operands[lane].1))
                };
                self.update(&mut env.spaces, i, op, at, (mask, &mut old), new)?;
            }
            Operation::Atomic128(_, swap) => {
                let mut operands = [(0, 0); W];
                let pair = |n: usize, lane: usize| {
                    u128::from(source(n + 1, lane)) << 64 | u128::from(source(n, lane))
                };
                for (lane, both) in operands.iter_mut().enumerate() {
                    *both = (pair(0, lane), if swap { pair(2, lane) } else { 0 });
                }
                let new = |lane: usize, was: u128| match operands[lane] {
                    (b, _) if !swap => b,
                    (compare, value) if was == compare => value,
                    _ => was,
                };
                self.update(&mut env.spaces, i, op, at, (mask, &mut old), new)?;
            }
            _ => panic!("the operation is not an atomic"),
        }
        for (part, dst) in step.dst.iter().enumerate() {
            env.results.l = old.map(|v| (v >> (64 * part)) as u64);
            env.results.s = old.map(|v| v as u32);
            self.write(std::slice::from_ref(dst), &env.results, mask);
        }
        if !step.polls {
            self.wrote();
        } else if mask != 0 {
            env.yields |= self.polls_again(pc, &step.dst, mask);
        }
        Ok(Some((space, op.bytes())))
    }

    fn collective(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        op: Collective,
        pc: Pc,
        (mask, live): (u64, u64),
    ) -> Result<(), LaneFault> {
        let i = &env.program.code[pc.index()];
        if W == 1 {
            return Err(LaneFault::new(0, FaultKind::NeedsWarp(i.mnemonic())));
        }
        let x = self.gather(step, &env.decoded.constants, &mut env.scratch);
        let checked = collective::mask_operand(op)
            .map_or(Ok(()), |operand| collective::check(x.s[operand], mask, live));
        collective::collect(op, i.ty() == Some(Mod::B64), &x, mask, &mut env.results);
        self.check_masks(env, checked, pc)?;
        self.write(&step.dst, &env.results, mask);
        Ok(())
    }

    /// Decides about a violation of the rules for member masks by the instruction at `pc`.
    fn check_masks(
        &self,
        env: &mut Env<'_, W>,
        checked: Result<(), MaskError>,
        pc: Pc,
    ) -> Result<(), LaneFault> {
        let instruction = || env.program.code[pc.index()].mnemonic();
        match checked {
            Ok(()) => Ok(()),
            Err(MaskError::Missing { named, missing, lane }) => Err(LaneFault::new(
                lane,
                FaultKind::WarpDivergence { instruction: instruction(), named, missing },
            )),
            Err(MaskError::Outside { named, lane }) => {
                let kind = Box::new(FaultKind::OutsideMask { instruction: instruction(), named });
                env.spaces.tolerate(lane, |_| kind).map_err(|kind| LaneFault { lane, kind })?;
                self.settle(env, pc);
                Ok(())
            }
        }
    }

    /// `mov d, {a, b, …}`: the first element has the lowest bits.
    fn pack(&mut self, env: &mut Env<'_, W>, step: &DecodedInstr<W>, bits: u32, mask: u64) {
        let x = self.gather(step, &env.decoded.constants, &mut env.scratch);
        let mut all = [0u128; W];
        for part in 0..step.src.len() {
            for (lane, value) in all.iter_mut().enumerate() {
                let piece = match step.src[part] {
                    SourceOperand::Long(_) => x.l[part][lane],
                    _ if bits == 64 => x.l[part][lane],
                    _ => u64::from(x.s[part][lane]),
                };
                let piece = u128::from(piece) & ((1u128 << bits) - 1);
                *value |= piece << (bits * part as u32);
            }
        }
        for (half, dst) in step.dst.iter().enumerate() {
            env.results.l = all.map(|v| (v >> (64 * half)) as u64);
            env.results.s = all.map(|v| v as u32);
            self.write(std::slice::from_ref(dst), &env.results, mask);
        }
    }

    /// `mov {a, b, …}, s`.
    fn unpack(&mut self, env: &mut Env<'_, W>, step: &DecodedInstr<W>, bits: u32, mask: u64) {
        let x = self.gather(step, &env.decoded.constants, &mut env.scratch);
        let total = bits * step.dst.len() as u32;
        let mut all = [0u128; W];
        for (lane, value) in all.iter_mut().enumerate() {
            *value = match total {
                128 => u128::from(x.l[1][lane]) << 64 | u128::from(x.l[0][lane]),
                64 => u128::from(x.l[0][lane]),
                _ => u128::from(x.s[0][lane]),
            };
        }
        for (part, dst) in step.dst.iter().enumerate() {
            let cut = (1u128 << bits) - 1;
            env.results.l = all.map(|v| (v >> (bits * part as u32) & cut) as u64);
            env.results.s = env.results.l.map(|v| v as u32);
            self.write(std::slice::from_ref(dst), &env.results, mask);
        }
    }
}
