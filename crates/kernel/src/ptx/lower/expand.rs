//! Expansion of divisions and roots into the instruction sequences that GPUs execute.
//!
//! A GPU has no divider. Compilers emit an approximation, Newton steps and a final rounding step for operands in a safe range, and a
//! slow path for the others (zero, infinity, NaN, denormals, extreme exponents). The sequences are those of ptxas for sm_50, except
//! that negations and range checks are separate instructions here. The slow path is the original instruction, where ptxas calls a
//! subroutine. Integer divisions need no slow path.
//!
//! A GT200 has no such sequences: it multiplies by the approximate reciprocal ([`Divisions::Approximate`]).
//!
//! Otherwise the results are equal to those of the original instruction for all operands:
//!
//! * In the safe range, all intermediate results are normal numbers and residuals are exact. With a correctly rounded reciprocal, the
//!   last step rounds a quotient correctly (Markstein's theorem).
//! * The reciprocal of an integer is rounded down, so that the quotient is at most two too small. Two corrections follow.
//!
//! These stay single instructions: `div.approx`, whose result the executor rounds once; divisions by constants, for which compilers
//! emit products; and 16-bit, 64-bit and double-precision divisions and roots.

use super::body::{Block, Body, negated};
use super::{Divisions, Options};
use crate::program::Pc;
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::program::{Detail, Guard, Instr, Reg, RegClass, Src};

/// Exponents of a dividend and a divisor (biased) between which quotient and residual are normal and exact.
const DIVIDEND: (u32, u32) = (64, 190);
const DIVISOR: (u32, u32) = (65, 189);
/// Exponents of a number with a normal reciprocal.
const RECIPROCAL: (u32, u32) = (1, 252);
/// The smallest number whose root has an exact residual, and the number of floats from there to infinity.
const ROOT: (u32, u32) = (0x0d00_0000, 0x7280_0000);
/// Added to the bits of a float in (0, 1], multiplies it by 2^32 and rounds down by two units in the last place.
const SCALE: u32 = 0x0fff_fffe;

pub(super) fn run(body: &mut Body, options: &Options) {
    let (mut block, mut at) = (0, 0);
    while block < body.blocks.len() {
        let Some(instr) = body.blocks[block].code.get(at) else {
            (block, at) = (block + 1, 0);
            continue;
        };
        match sequence(instr, options) {
            None => at += 1,
            Some(_) if instr.guard.is_some() => unguard(body, block, at),
            Some(sequence) => (block, at) = replace(body, block, at, sequence, options),
        }
    }
}

/// Whether the pass replaces an instruction.
pub(super) fn expands(instr: &Instr, options: &Options) -> bool {
    sequence(instr, options).is_some()
}

#[derive(Clone, Copy)]
enum Sequence {
    FloatQuotient,
    Reciprocal,
    Root,
    Integer { signed: bool, remainder: bool },
}

/// The sequence that replaces an instruction.
fn sequence(instr: &Instr, options: &Options) -> Option<Sequence> {
    let nearest = instr.has(Mod::Rn) || instr.has(Mod::Full);
    let safe = |src: &Src, (low, high): (u32, u32)| match *src {
        Src::Imm(value) => (low..=high).contains(&(value as u32 >> 23 & 0xff)),
        _ => true,
    };
    if options.divisions == Divisions::Single || !matches!(*instr.dst, [Some(_)]) {
        return None;
    }
    match (instr.opcode, instr.ty()?, &*instr.src) {
        (_, _, [Src::Imm(_)] | [Src::Imm(_), Src::Imm(_)]) => None,
        (Opcode::Div, Mod::F32, [a, b]) if nearest && safe(a, DIVIDEND) && safe(b, DIVISOR) => {
            Some(Sequence::FloatQuotient)
        }
        (Opcode::Rcp, Mod::F32, [_]) if nearest => Some(Sequence::Reciprocal),
        (Opcode::Sqrt, Mod::F32, [_]) if nearest => Some(Sequence::Root),
        (Opcode::Div | Opcode::Rem, ty @ (Mod::U32 | Mod::S32), [_, b]) if !matches!(b, Src::Imm(_)) => {
            Some(Sequence::Integer { signed: ty == Mod::S32, remainder: instr.opcode == Opcode::Rem })
        }
        _ => None,
    }
}

/// `@p div` becomes a branch over an unguarded division, so that the expansion has the same guard.
fn unguard(body: &mut Body, block: usize, at: usize) {
    let tail = body.blocks[block].code.split_off(at);
    let mut inner: Vec<Instr> = tail[..1].to_vec();
    let guard = inner[0].guard.take();
    let after = insert(body, block, vec![inner], tail[1..].to_vec());
    let skip = branch(&body.blocks[block + 1].code[0], guard.map(negated), after);
    body.blocks[block].code.push(skip);
}

/// Replaces an instruction. Returns the position after the sequence.
fn replace(
    body: &mut Body,
    block: usize,
    at: usize,
    sequence: Sequence,
    options: &Options,
) -> (usize, usize) {
    let tail = body.blocks[block].code.split_off(at + 1);
    let Some(original) = body.blocks[block].code.pop() else { return (block, at) };
    let mut out = Emitter { body, original: original.clone(), code: Vec::new() };
    let sources: Vec<Src> = original.src.iter().map(|&src| out.operand(src)).collect();
    let Some(to) = original.dst[0] else { return (block, at) };
    let slow = Instr { src: sources.clone().into(), ..original.clone() };
    // Instructions before the branch, on the fast path, and the predicate of the fast path.
    let approximate = options.divisions == Divisions::Approximate;
    let (before, fast, safe) = match (sequence, &*sources) {
        (Sequence::FloatQuotient, &[a, b]) if approximate => {
            out.approximate_quotient(a, b, to);
            (out.code, Vec::new(), None)
        }
        (Sequence::Reciprocal, &[a]) if approximate => {
            out.push(Opcode::Rcp, &[Mod::Approx, Mod::F32], to, &[a]);
            (out.code, Vec::new(), None)
        }
        (Sequence::Root, &[a]) if approximate => {
            let inverse = out.value(Opcode::Rsqrt, &[Mod::Approx, Mod::F32], &[a]);
            out.push(Opcode::Rcp, &[Mod::Approx, Mod::F32], to, &[inverse]);
            (out.code, Vec::new(), None)
        }
        (Sequence::FloatQuotient, &[a, b]) => {
            let safe = out.in_range(a, DIVIDEND, None);
            let safe = out.in_range(b, DIVISOR, safe);
            let before = std::mem::take(&mut out.code);
            out.quotient(a, b, to);
            (before, out.code, safe)
        }
        (Sequence::Reciprocal, &[a]) => {
            let safe = out.in_range(a, RECIPROCAL, None);
            let before = std::mem::take(&mut out.code);
            out.reciprocal(a, to);
            (before, out.code, safe)
        }
        (Sequence::Root, &[a]) => {
            let guess = out.value(Opcode::Rsqrt, &[Mod::Approx, Mod::F32], &[a]);
            let above = out.value(Opcode::Add, &[Mod::U32], &[a, imm(ROOT.0.wrapping_neg())]);
            let safe = out.test(&[Mod::Lt, Mod::U32], &[above, imm(ROOT.1)]);
            let before = std::mem::take(&mut out.code);
            out.root(a, guess, to);
            (before, out.code, Some(safe))
        }
        (Sequence::Integer { signed, remainder }, &[a, b]) => {
            out.whole(a, b, to, signed, remainder);
            (out.code, Vec::new(), None)
        }
        _ => (vec![original], Vec::new(), None),
    };
    let start = &mut body.blocks[block].code;
    start.extend(before);
    let Some(safe) = safe else {
        start.extend(fast);
        let next = start.len();
        start.extend(tail);
        return (block, next);
    };
    let guard = Guard { reg: safe, negated: false };
    // If no operand is the destination, the fast path can write the result before the slow path reads the operands.
    let distinct = !sources.contains(&Src::Reg(to));
    // ptxas computes a quotient before it branches, and reciprocals and roots after.
    if matches!(sequence, Sequence::FloatQuotient) && distinct {
        start.extend(fast);
        let after = insert(body, block, vec![vec![slow.clone()]], tail);
        body.blocks[block].code.push(branch(&slow, Some(guard), after));
        return (after, 0);
    }
    let after = insert(body, block, vec![vec![slow.clone()], fast], tail);
    body.blocks[block].code.push(branch(&slow, Some(guard), block + 2));
    body.blocks[block + 1].code.push(branch(&slow, None, after));
    (after, 0)
}

/// Inserts blocks after a block, and one for the rest of its code, if there is any. Returns the number of the block after the
/// inserted ones.
fn insert(body: &mut Body, block: usize, inserted: Vec<Vec<Instr>>, rest: Vec<Instr>) -> usize {
    let after = block + 1 + inserted.len();
    let more = inserted.len() + usize::from(!rest.is_empty());
    let mut all: Vec<Block> = inserted.into_iter().map(|code| Block { code, nounroll: false }).collect();
    if !rest.is_empty() {
        all.push(Block { code: rest, nounroll: false });
    }
    body.blocks.splice(block + 1..block + 1, all);
    let moved = |target: &mut Pc| {
        if target.index() > block {
            target.0 += more as u32;
        }
    };
    for instr in body.instrs_mut() {
        match &mut instr.detail {
            Detail::Branch(target) => moved(target),
            Detail::Table(targets) => targets.iter_mut().for_each(moved),
            _ => {}
        }
    }
    after
}

/// A branch, with the source line of an instruction.
fn branch(of: &Instr, guard: Option<Guard>, to: usize) -> Instr {
    Instr {
        guard,
        opcode: Opcode::Bra,
        mods: Box::default(),
        dst: Box::default(),
        src: Box::default(),
        detail: Detail::Branch(Pc(to as u32)),
        ..of.clone()
    }
}

fn imm(value: u32) -> Src {
    Src::Imm(value.into())
}

fn float(value: f32) -> Src {
    imm(value.to_bits())
}

/// Writes instructions in place of one.
struct Emitter<'a> {
    body: &'a mut Body,
    original: Instr,
    code: Vec<Instr>,
}

impl Emitter<'_> {
    fn push(&mut self, opcode: Opcode, mods: &[Mod], dst: Reg, src: &[Src]) {
        self.code.push(Instr {
            guard: None,
            opcode,
            mods: mods.into(),
            // A comparison can have a second result.
            dst: if opcode == Opcode::Setp { [Some(dst), None].into() } else { [Some(dst)].into() },
            src: src.into(),
            detail: Detail::None,
            ..self.original.clone()
        });
    }

    /// An operand that several instructions can read: a constant-bank operand or special register is loaded once.
    fn operand(&mut self, src: Src) -> Src {
        match src {
            Src::Reg(_) | Src::Imm(_) => src,
            other => self.value(Opcode::Mov, &[Mod::B32], &[other]),
        }
    }

    /// An instruction with a new 32-bit destination.
    fn value(&mut self, opcode: Opcode, mods: &[Mod], src: &[Src]) -> Src {
        let to = self.body.fresh(RegClass::Short, 32);
        self.push(opcode, mods, to, src);
        Src::Reg(to)
    }

    fn fma(&mut self, a: Src, b: Src, c: Src) -> Src {
        self.value(Opcode::Fma, &[Mod::Rn, Mod::F32], &[a, b, c])
    }

    /// A comparison with a new predicate.
    fn test(&mut self, mods: &[Mod], src: &[Src]) -> Reg {
        let to = self.body.fresh(RegClass::Pred, 1);
        self.push(Opcode::Setp, mods, to, src);
        to
    }

    /// Tests whether the exponent of an operand is in a range, and `also` holds. A constant is known to be.
    fn in_range(&mut self, a: Src, (low, high): (u32, u32), also: Option<Reg>) -> Option<Reg> {
        if matches!(a, Src::Imm(_)) {
            return also;
        }
        // Exponents above the range wrap to the smallest.
        let shift = 255 - high;
        let moved = self.value(Opcode::Add, &[Mod::U32], &[a, imm(shift << 23)]);
        let exponent = self.value(Opcode::And, &[Mod::B32], &[moved, imm(0x7f80_0000)]);
        let limit = imm((low + shift) << 23);
        Some(match also {
            None => self.test(&[Mod::Ge, Mod::U32], &[exponent, limit]),
            Some(also) => self.test(&[Mod::Ge, Mod::And, Mod::U32], &[exponent, limit, Src::Reg(also)]),
        })
    }

    /// `to = a / b` as a product with the approximate reciprocal. The reciprocal of a large divisor would be flushed to zero, so
    /// both are scaled.
    fn approximate_quotient(&mut self, a: Src, b: Src, to: Reg) {
        let size = self.value(Opcode::Abs, &[Mod::F32], &[b]);
        let large = self.test(&[Mod::Gt, Mod::F32], &[size, float(8.507_059e37)]);
        let scale = self.value(Opcode::Selp, &[Mod::F32], &[float(0.25), float(1.0), Src::Reg(large)]);
        let [dividend, divisor] =
            [a, b].map(|operand| self.value(Opcode::Mul, &[Mod::Rn, Mod::F32], &[operand, scale]));
        let reciprocal = self.value(Opcode::Rcp, &[Mod::Approx, Mod::F32], &[divisor]);
        self.push(Opcode::Mul, &[Mod::Rn, Mod::F32], to, &[dividend, reciprocal]);
    }

    /// `to = a / b`.
    fn quotient(&mut self, a: Src, b: Src, to: Reg) {
        let minus = self.value(Opcode::Neg, &[Mod::F32], &[b]);
        let guess = self.value(Opcode::Rcp, &[Mod::Approx, Mod::F32], &[b]);
        let error = self.fma(guess, minus, float(1.0));
        let reciprocal = self.fma(guess, error, guess);
        let quotient = self.value(Opcode::Mul, &[Mod::Rn, Mod::F32], &[a, reciprocal]);
        let rest = self.fma(quotient, minus, a);
        self.push(Opcode::Fma, &[Mod::Rn, Mod::F32], to, &[reciprocal, rest, quotient]);
    }

    /// `to = 1 / a`.
    fn reciprocal(&mut self, a: Src, to: Reg) {
        let guess = self.value(Opcode::Rcp, &[Mod::Approx, Mod::F32], &[a]);
        let error = self.fma(a, guess, float(-1.0));
        let minus = self.value(Opcode::Neg, &[Mod::F32], &[error]);
        self.push(Opcode::Fma, &[Mod::Rn, Mod::F32], to, &[guess, minus, guess]);
    }

    /// `to = √a`, from an approximation of 1/√a.
    fn root(&mut self, a: Src, guess: Src, to: Reg) {
        let root = self.value(Opcode::Mul, &[Mod::Rn, Mod::F32], &[a, guess]);
        let half = self.value(Opcode::Mul, &[Mod::Rn, Mod::F32], &[guess, float(0.5)]);
        let minus = self.value(Opcode::Neg, &[Mod::F32], &[root]);
        let rest = self.fma(root, minus, a);
        self.push(Opcode::Fma, &[Mod::Rn, Mod::F32], to, &[rest, half, root]);
    }

    /// `to = a / b` or `a % b` of integers. Division by zero gives all ones, and the dividend as remainder.
    fn whole(&mut self, a: Src, b: Src, to: Reg, signed: bool, remainder: bool) {
        use Opcode::*;
        let (dividend, divisor) = if signed {
            (self.value(Abs, &[Mod::S32], &[a]), self.value(Abs, &[Mod::S32], &[b]))
        } else {
            (a, b)
        };
        let float = self.value(Cvt, &[Mod::Rp, Mod::F32, Mod::U32], &[divisor]);
        let reciprocal = self.value(Rcp, &[Mod::Approx, Mod::Ftz, Mod::F32], &[float]);
        let scaled = self.value(Add, &[Mod::U32], &[reciprocal, imm(SCALE)]);
        let guess = self.value(Cvt, &[Mod::Rzi, Mod::Ftz, Mod::U32, Mod::F32], &[scaled]);
        let minus = self.value(Neg, &[Mod::S32], &[divisor]);
        let error = self.value(Mul, &[Mod::Lo, Mod::U32], &[minus, guess]);
        let inverse = self.value(Mad, &[Mod::Hi, Mod::U32], &[guess, error, guess]);
        let quotient = self.value(Mul, &[Mod::Hi, Mod::U32], &[inverse, dividend]);
        let rest = self.value(Mad, &[Mod::Lo, Mod::U32], &[quotient, minus, dividend]);
        let (Src::Reg(quotient_register), Src::Reg(rest_register)) = (quotient, rest) else { return };
        for first in [true, false] {
            let more = self.test(&[Mod::Ge, Mod::U32], &[rest, divisor]);
            if first || remainder {
                self.push(Sub, &[Mod::U32], rest_register, &[rest, divisor]);
                self.guard(more);
            }
            if !remainder {
                self.push(Add, &[Mod::U32], quotient_register, &[quotient, imm(1)]);
                self.guard(more);
            }
        }
        let (result, register) =
            if remainder { (rest, rest_register) } else { (quotient, quotient_register) };
        if signed {
            // A remainder has the sign of the dividend.
            let sign = if remainder { a } else { self.value(Xor, &[Mod::B32], &[a, b]) };
            let negative = self.test(&[Mod::Lt, Mod::S32], &[sign, imm(0)]);
            self.push(Neg, &[Mod::S32], register, &[result]);
            self.guard(negative);
        }
        let by_zero = self.test(&[Mod::Eq, Mod::U32], &[b, imm(0)]);
        let undefined = if remainder { a } else { imm(u32::MAX) };
        self.push(Selp, &[Mod::B32], to, &[undefined, result, Src::Reg(by_zero)]);
    }

    /// Guards the last instruction.
    fn guard(&mut self, by: Reg) {
        if let Some(last) = self.code.last_mut() {
            last.guard = Some(Guard { reg: by, negated: false });
        }
    }
}
