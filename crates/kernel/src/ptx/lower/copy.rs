//! Copy propagation: readers of a copy read the original.
//!
//! `cvta` of a global address is a copy, because generic and global addresses are equal.

use super::body::{Body, registers};
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::program::{Detail, Instr, Reg, RegClass, Src};

pub(super) fn run(body: &mut Body) {
    once(body);
    // Propagation may create additions of zero.
    once(body);
}

fn once(body: &mut Body) {
    let originals = originals(body);
    let original = |reg: Reg, body: &Body| originals.get(body.key(reg)).copied().flatten();
    for block in 0..body.blocks.len() {
        let mut code = std::mem::take(&mut body.blocks[block].code);
        for instr in &mut code {
            for src in &mut instr.src {
                match *src {
                    Src::Reg(reg) => *src = original(reg, body).unwrap_or(*src),
                    Src::Not(reg) => {
                        if let Some(Src::Reg(of)) = original(reg, body) {
                            *src = Src::Not(of);
                        }
                    }
                    _ => {}
                }
            }
            if let Detail::Access(_, address) = &mut instr.detail
                && let Src::Reg(reg) = address.base
            {
                address.base = original(reg, body).unwrap_or(address.base);
                // A 32-bit address wraps in 32 bits. The address of a constant is now known.
                if let (Src::Imm(value), 32) = (address.base, reg.bits) {
                    address.base = Src::Imm(u64::from((value as u32).wrapping_add(address.offset as u32)));
                    address.offset = 0;
                }
            }
            // Guards and call arguments must stay registers.
            let writes = instr.dst.clone();
            registers(instr, |reg| {
                if let Some(Src::Reg(of)) = original(*reg, body)
                    && !writes.contains(&Some(*reg))
                {
                    *reg = of;
                }
            });
        }
        body.blocks[block].code = code;
    }
}

/// The original of each register that is a copy.
fn originals(body: &Body) -> Vec<Option<Src>> {
    let (only, steady) = (body.only_writes(), body.steady());
    let mut originals: Vec<Option<Src>> = only.iter().map(|w| w.and_then(copied)).collect();
    // A copy of a register that changes later is not equal later.
    for original in &mut originals {
        if let Some(Src::Reg(of)) = *original
            && !steady[body.key(of)]
        {
            *original = None;
        }
    }
    // Copies of copies. Registers with a single write cannot form a cycle of copies.
    for key in 0..originals.len() {
        let mut seen = 0;
        while let Some(Src::Reg(of)) = originals[key]
            && let Some(further) = originals[body.key(of)]
            && seen < originals.len()
        {
            originals[key] = Some(further);
            seen += 1;
        }
    }
    originals
}

/// The source of a plain copy instruction.
fn copied(instr: &Instr) -> Option<Src> {
    let [Some(to)] = &*instr.dst else { return None };
    let from = match (instr.opcode, &*instr.src, &*instr.mods) {
        (Opcode::Mov, [from], _) => from,
        (Opcode::Cvta, [from], mods) if mods.contains(&Mod::Global) || mods.contains(&Mod::Const) => from,
        // An array at the start of shared memory has address 0.
        (
            Opcode::Add,
            [from, Src::Imm(0)] | [Src::Imm(0), from],
            [Mod::S64 | Mod::U64 | Mod::S32 | Mod::U32],
        ) => from,
        _ => return None,
    };
    let ty = instr.ty()?;
    if to.class == RegClass::Quad || ty.bits() != u32::from(to.bits) {
        return None;
    }
    match *from {
        Src::Reg(from) if from.class == to.class && from.bits == to.bits => Some(Src::Reg(from)),
        Src::Imm(value) if to.class != RegClass::Pred => {
            Some(Src::Imm(if to.bits >= 64 { value } else { value & ((1 << to.bits) - 1) }))
        }
        Src::Variable(..) | Src::Dynamic(_) if to.bits == 64 => Some(*from),
        _ => None,
    }
}
