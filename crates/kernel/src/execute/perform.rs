//! One instruction that moves data, for the lanes of a mask. Control flow is the callers' matter.

use super::access::{LaneFault, Reach};
use super::alu::Results;
use super::collective::{self, Missing};
use super::fault::FaultKind;
use super::step::{Arg, Collective, Kind, MemoryOp, Step, Steps};
use super::warp::{Scratch, Warp};
use crate::program::{Instr, Pc, Program, Space};
use crate::ptx::isa::Mod;

/// What instructions are executed with: the program, the memories, and room to work.
pub(super) struct Env<'a, const W: usize> {
    pub program: &'a Program,
    pub steps: &'a Steps<W>,
    pub reach: Reach<'a>,
    pub scratch: Scratch<W>,
    pub results: Results<W>,
    /// Addresses of the access just made.
    pub addresses: [u64; W],
}

impl<'a, const W: usize> Env<'a, W> {
    pub fn new(program: &'a Program, steps: &'a Steps<W>, reach: Reach<'a>) -> Env<'a, W> {
        let results = Results { s: [0; W], l: [0; W], p: [0; 2] };
        Env { program, steps, reach, scratch: Scratch::new(), results, addresses: [0; W] }
    }
}

/// Memory an instruction touched: the space, and bytes per lane. The addresses are in [`Env`].
pub(super) type Touched = Option<(Space, u32)>;

impl<const W: usize> Warp<W> {
    /// Executes `step` for the lanes of `mask`, of which `live` have not exited.
    #[inline]
    pub fn perform(
        &mut self,
        env: &mut Env<'_, W>,
        step: &Step<W>,
        pc: Pc,
        mask: u64,
        live: u64,
    ) -> Result<Touched, LaneFault> {
        match &step.kind {
            Kind::Lanes(op) => {
                let x = self.gather(step, &env.steps.constants, &mut env.scratch);
                op(&x, &mut env.results);
                if step.carries {
                    self.carry = self.carry & !mask | env.results.p[1] & mask;
                }
                self.write(&step.dst, &env.results, mask);
                Ok(None)
            }
            Kind::Load(op) | Kind::Store(op) | Kind::Prefetch(op) => self.access(env, step, op, pc, mask),
            Kind::Atomic(op, _) | Kind::Atomic128(op, _) => self.atomic(env, step, op, pc, mask),
            Kind::Pack(bits) => {
                self.pack(env, step, *bits, mask);
                Ok(None)
            }
            Kind::Unpack(bits) => {
                self.unpack(env, step, *bits, mask);
                Ok(None)
            }
            Kind::ActiveMask => {
                for lane in 0..W {
                    // The half of 32 lanes the lane is in; a thread alone is in its own place.
                    let shift = if W == 1 { 0 } else { lane & 32 };
                    env.results.s[lane] =
                        ((mask >> shift) as u32) << if W == 1 { self.first % 32 } else { 0 };
                }
                self.write(&step.dst, &env.results, mask);
                Ok(None)
            }
            Kind::Collective(op) => {
                self.collective(env, step, *op, pc, (mask, live))?;
                Ok(None)
            }
            Kind::WarpBarrier => {
                let x = self.gather(step, &env.steps.constants, &mut env.scratch);
                missing(collective::check(x.s[0], mask, live), &env.program.code[pc.index()])?;
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    fn access(
        &mut self,
        env: &mut Env<'_, W>,
        step: &Step<W>,
        op: &MemoryOp,
        pc: Pc,
        mask: u64,
    ) -> Result<Touched, LaneFault> {
        let i = &env.program.code[pc.index()];
        let constants = &env.steps.constants;
        env.addresses = self.addresses(op, constants);
        let space = Self::resolve(op.space, &mut env.addresses, mask);
        let at = (space, &env.addresses);
        match step.kind {
            Kind::Load(_) => self.load(&mut env.reach, i, step, op, at, (mask, &mut env.results))?,
            Kind::Store(_) => {
                self.store(&mut env.reach, i, step, op, at, mask, (constants, &mut env.scratch))?;
            }
            _ => {}
        }
        Ok(Some((space, op.bytes())))
    }

    fn atomic(
        &mut self,
        env: &mut Env<'_, W>,
        step: &Step<W>,
        op: &MemoryOp,
        pc: Pc,
        mask: u64,
    ) -> Result<Touched, LaneFault> {
        let i = &env.program.code[pc.index()];
        env.addresses = self.addresses(op, &env.steps.constants);
        let space = Self::resolve(op.space, &mut env.addresses, mask);
        let at = (space, &env.addresses);
        let x = self.gather(step, &env.steps.constants, &mut env.scratch);
        let source = |n: usize, lane: usize| match (step.src.get(n), op.width) {
            (None, _) => 0,
            (Some(_), 8) => x.l[n][lane],
            (Some(_), _) => u64::from(x.s[n][lane]),
        };
        let mut old = [0u128; W];
        match step.kind {
            Kind::Atomic(_, update) => {
                let mut operands = [(0, 0); W];
                for (lane, pair) in operands.iter_mut().enumerate() {
                    *pair = (source(0, lane), source(1, lane));
                }
                let new = |lane: usize, was: u128| {
                    u128::from(update(was as u64, operands[lane].0, operands[lane].1))
                };
                self.update(&mut env.reach, i, op, at, (mask, &mut old), new)?;
            }
            Kind::Atomic128(_, swap) => {
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
                self.update(&mut env.reach, i, op, at, (mask, &mut old), new)?;
            }
            _ => panic!("an atomic was called for"),
        }
        for (part, dst) in step.dst.iter().enumerate() {
            env.results.l = old.map(|v| (v >> (64 * part)) as u64);
            env.results.s = old.map(|v| v as u32);
            self.write(std::slice::from_ref(dst), &env.results, mask);
        }
        Ok(Some((space, op.bytes())))
    }

    fn collective(
        &mut self,
        env: &mut Env<'_, W>,
        step: &Step<W>,
        op: Collective,
        pc: Pc,
        (mask, live): (u64, u64),
    ) -> Result<(), LaneFault> {
        let i = &env.program.code[pc.index()];
        if W == 1 {
            return Err(LaneFault::new(0, FaultKind::NeedsWarp(i.mnemonic())));
        }
        let x = self.gather(step, &env.steps.constants, &mut env.scratch);
        if let Some(operand) = collective::mask_operand(op) {
            missing(collective::check(x.s[operand], mask, live), i)?;
        }
        let wide = i.ty() == Some(Mod::B64);
        collective::collect(op, wide, &x, mask, &mut env.results);
        self.write(&step.dst, &env.results, mask);
        Ok(())
    }

    /// `mov d, {a, b, …}`: the first part is the lowest.
    fn pack(&mut self, env: &mut Env<'_, W>, step: &Step<W>, bits: u32, mask: u64) {
        let x = self.gather(step, &env.steps.constants, &mut env.scratch);
        let mut all = [0u128; W];
        for part in 0..step.src.len() {
            for (lane, value) in all.iter_mut().enumerate() {
                let piece = match step.src[part] {
                    Arg::Long(_) => x.l[part][lane],
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
    fn unpack(&mut self, env: &mut Env<'_, W>, step: &Step<W>, bits: u32, mask: u64) {
        let x = self.gather(step, &env.steps.constants, &mut env.scratch);
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

fn missing(found: Result<(), Missing>, i: &Instr) -> Result<(), LaneFault> {
    found.map_err(|m| {
        let Missing { named, missing, lane } = m;
        LaneFault::new(lane, FaultKind::WarpDivergence { instruction: i.mnemonic(), named, missing })
    })
}
