//! Address folding: constant offsets move into the access, scaled indices become one multiply-add.
//!
//! PTX computes `x[i + 4]` with a widening multiplication and two additions. Hardware has the offset in the access and computes the
//! rest with one instruction.

use super::body::Body;
use crate::program::Space;
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::program::{Detail, Instr, Src};

/// Range of the immediate offset of an access.
const OFFSETS: std::ops::Range<i64> = -(1 << 23)..1 << 23;

pub(super) fn run(body: &mut Body) {
    offsets(body);
    widen(body);
    fuse(body, wide);
    fuse(body, narrow);
}

/// `[r + a]` where r is q + b becomes `[q + (a + b)]`.
fn offsets(body: &mut Body) {
    let steady = body.steady();
    let mut known: Vec<Option<(Src, i64)>> = Vec::new();
    for instr in body.only_writes() {
        known.push(instr.and_then(added).filter(|(base, _)| match base {
            Src::Reg(reg) => steady[body.key(*reg)],
            _ => true,
        }));
    }
    let resolve = |body: &Body, mut base: Src, mut offset: i64, shared: bool| {
        while let Src::Reg(reg) = base
            && let Some((further, more)) = known[body.key(reg)]
            // 32-bit arithmetic wraps, 64-bit addresses do not. Only shared-memory addresses agree in both.
            && (shared || reg.bits == 64)
            && OFFSETS.contains(&offset.saturating_add(more))
        {
            (base, offset) = (further, offset + more);
        }
        (base, offset)
    };
    for block in 0..body.blocks.len() {
        let mut code = std::mem::take(&mut body.blocks[block].code);
        for instr in &mut code {
            if let Detail::Access(space, address) = &mut instr.detail {
                let shared = *space == Space::Shared;
                (address.base, address.offset) = resolve(body, address.base, address.offset, shared);
            }
        }
        body.blocks[block].code = code;
    }
}

/// Constant and other operand of an addition of a constant.
fn added(instr: &Instr) -> Option<(Src, i64)> {
    let ty = instr.ty()?;
    if instr.opcode != Opcode::Add || instr.has(Mod::Cc) || instr.has(Mod::Sat) || ty.kind().is_none() {
        return None;
    }
    if !matches!(ty, Mod::S64 | Mod::U64 | Mod::S32 | Mod::U32) {
        return None;
    }
    let signed = |value: u64| if ty.bits() == 32 { i64::from(value as u32 as i32) } else { value as i64 };
    match *instr.src {
        [base @ (Src::Reg(_) | Src::Dynamic(_) | Src::Variable(..)), Src::Imm(value)]
        | [Src::Imm(value), base @ (Src::Reg(_) | Src::Dynamic(_) | Src::Variable(..))] => {
            Some((base, signed(value)))
        }
        _ => None,
    }
}

/// `shl(cvt.s64.s32 x, n)` becomes `mul.wide.s32 x, 2ⁿ`.
fn widen(body: &mut Body) {
    let steady = body.steady();
    let mut found = Vec::new();
    {
        let only = body.only_writes();
        for (b, block) in body.blocks.iter().enumerate() {
            for (n, instr) in block.code.iter().enumerate() {
                if let (Opcode::Shl, Some(Mod::B64), [Src::Reg(reg), Src::Imm(shift @ 1..=30)]) =
                    (instr.opcode, instr.ty(), &*instr.src)
                    && let Some(extended) = only[body.key(*reg)]
                    && extended.opcode == Opcode::Cvt
                    && let [index @ Src::Reg(of)] = &*extended.src
                    && steady[body.key(*of)]
                    && of.bits == 32
                {
                    let ty = match &*extended.mods {
                        [Mod::S64 | Mod::U64, Mod::S32] => Mod::S32,
                        [Mod::S64 | Mod::U64, Mod::U32] => Mod::U32,
                        _ => continue,
                    };
                    found.push((b, n, *index, 1_u64 << shift, ty));
                }
            }
        }
    }
    for (b, n, index, factor, ty) in found {
        let instr = &mut body.blocks[b].code[n];
        instr.opcode = Opcode::Mul;
        instr.mods = [Mod::Wide, ty].into();
        instr.src = [index, Src::Imm(factor)].into();
    }
}

/// A product that can become part of a multiply-add.
struct Product {
    factors: [Src; 2],
    mods: Vec<Mod>,
}

/// Replaces additions of products by multiply-adds; `product` recognises a product.
fn fuse(body: &mut Body, product: fn(&Instr, &Instr, bool) -> Option<Product>) {
    let steady = body.steady();
    let mut reads = vec![0_u32; body.keys()];
    for instr in body.instrs() {
        instr.reads_and_writes().0.iter().for_each(|&reg| reads[body.key(reg)] += 1);
    }
    let mut found = Vec::new();
    {
        let only = body.only_writes();
        let stable = |src: &Src| match src {
            Src::Reg(reg) => steady[body.key(*reg)],
            _ => true,
        };
        for (b, block) in body.blocks.iter().enumerate() {
            for (n, sum) in block.code.iter().enumerate() {
                if sum.opcode != Opcode::Add || sum.mods.len() != 1 {
                    continue;
                }
                let [left, right] = &*sum.src else { continue };
                for (term, other) in [(right, left), (left, right)] {
                    let Src::Reg(reg) = term else { continue };
                    let once = reads[body.key(*reg)] == 1;
                    if let Some(instr) = only[body.key(*reg)]
                        && let Some(Product { factors, mods }) = product(instr, sum, once)
                        && factors.iter().all(stable)
                    {
                        let [a, b_] = factors;
                        found.push((b, n, [a, b_, *other], mods));
                        break;
                    }
                }
            }
        }
    }
    for (b, n, src, mods) in found {
        let instr = &mut body.blocks[b].code[n];
        instr.opcode = Opcode::Mad;
        instr.mods = mods.into();
        instr.src = src.into();
    }
}

/// Widening products, for 64-bit sums. Each reader of a product gets its own multiply-add, which costs no more than the sum.
fn wide(instr: &Instr, sum: &Instr, _once: bool) -> Option<Product> {
    let (Opcode::Mul, [Mod::Wide, ty @ (Mod::S32 | Mod::U32)]) = (instr.opcode, &*instr.mods) else {
        return None;
    };
    let (Some(Mod::S64 | Mod::U64), &[a, b]) = (sum.ty(), &*instr.src) else { return None };
    Some(Product { factors: [a, b], mods: vec![Mod::Wide, *ty] })
}

/// 32-bit products and shifts that only the sum reads.
fn narrow(instr: &Instr, sum: &Instr, once: bool) -> Option<Product> {
    let (Some(Mod::S32 | Mod::U32), true, &[a, b]) = (sum.ty(), once, &*instr.src) else { return None };
    match (instr.opcode, &*instr.mods, b) {
        (Opcode::Mul, [Mod::Lo, Mod::S32 | Mod::U32], _) => {
            Some(Product { factors: [a, b], mods: vec![Mod::Lo, Mod::S32] })
        }
        (Opcode::Shl, [Mod::B32], Src::Imm(shift @ 0..=31)) => {
            Some(Product { factors: [a, Src::Imm(1 << shift)], mods: vec![Mod::Lo, Mod::S32] })
        }
        _ => None,
    }
}
