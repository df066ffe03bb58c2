//! Narrowing of shared-memory addresses to 32 bits.
//!
//! 64-bit PTX computes all addresses in 64 bits. Hardware computes shared-memory addresses in 32 bits.
//! Values that contribute to shared-memory addresses only become 32 bits wide.

use super::body::{Body, registers};
use crate::program::Space;
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::program::{Detail, Instr, Reg, RegClass, Src};

pub(super) fn run(body: &mut Body) {
    let mut narrow: Vec<bool> = vec![false; body.keys()];
    for instr in body.instrs() {
        for reg in instr.reads_and_writes().1 {
            narrow[body.key(reg)] = reg.class == RegClass::Long;
        }
    }
    super::body::in_registers(&body.params)
        .chain(super::body::in_registers(&body.returns))
        .for_each(|reg| narrow[body.key(reg)] = false);
    // A value that must stay wide keeps its operands and its readers wide.
    loop {
        let mut wide = Vec::new();
        for instr in body.instrs() {
            let (reads, writes) = instr.reads_and_writes();
            let written = writes.iter().any(|&reg| narrow[body.key(reg)]);
            let computes = written && narrowed(instr).is_some();
            let address = match &instr.detail {
                Detail::Access(Space::Shared, address) => match address.base {
                    Src::Reg(reg) => Some(reg),
                    _ => None,
                },
                _ => None,
            };
            for reg in reads {
                let is_address = address == Some(reg) && !instr.src.contains(&Src::Reg(reg));
                if narrow[body.key(reg)] && !is_address && !computes {
                    wide.push(reg);
                }
            }
            let fed = instr.src.iter().all(|src| match src {
                Src::Reg(reg) if reg.class == RegClass::Long => narrow[body.key(*reg)],
                Src::ConstBank(bank) => bank.bytes == 4,
                Src::Variable(..) => false,
                _ => true,
            });
            if written && !(computes && fed) {
                wide.extend(writes);
            }
        }
        let before = narrow.iter().filter(|&&n| n).count();
        wide.iter().for_each(|&reg| narrow[body.key(reg)] = false);
        if narrow.iter().filter(|&&n| n).count() == before {
            break;
        }
    }
    rewrite(body, &narrow);
}

fn rewrite(body: &mut Body, narrow: &[bool]) {
    let [preds, shorts, longs] = body.counts;
    // New registers follow the old ones, so that an index offset maps one to the other.
    let renamed = |reg: Reg| Reg { class: RegClass::Short, bits: 32, index: shorts + reg.index };
    let is_narrow = |reg: Reg| reg.class == RegClass::Long && narrow[(preds + shorts + reg.index) as usize];
    if !narrow.contains(&true) {
        return;
    }
    body.counts[1] += longs;
    for instr in body.instrs_mut() {
        if instr.dst.iter().flatten().any(|&reg| is_narrow(reg))
            && let Some((opcode, mods)) = narrowed(instr)
        {
            (instr.opcode, instr.mods) = (opcode, mods.into());
        }
        registers(instr, |reg| {
            if is_narrow(*reg) {
                *reg = renamed(*reg);
            }
        });
    }
}

/// The 32-bit instruction that computes the low half of a 64-bit result.
fn narrowed(instr: &Instr) -> Option<(Opcode, Vec<Mod>)> {
    let ([Some(_)], false) = (&*instr.dst, instr.has(Mod::Cc)) else { return None };
    Some(match (instr.opcode, &*instr.mods) {
        (Opcode::Mul, [Mod::Wide, Mod::S32 | Mod::U32]) | (Opcode::Mul, [Mod::Lo, Mod::S64 | Mod::U64]) => {
            (Opcode::Mul, vec![Mod::Lo, Mod::S32])
        }
        (Opcode::Mad, [Mod::Wide, Mod::S32 | Mod::U32]) | (Opcode::Mad, [Mod::Lo, Mod::S64 | Mod::U64]) => {
            (Opcode::Mad, vec![Mod::Lo, Mod::S32])
        }
        (Opcode::Add, [Mod::S64 | Mod::U64]) => (Opcode::Add, vec![Mod::S32]),
        (Opcode::Sub, [Mod::S64 | Mod::U64]) => (Opcode::Sub, vec![Mod::S32]),
        (Opcode::Mov, [Mod::U64 | Mod::S64 | Mod::B64]) if instr.src.len() == 1 => {
            (Opcode::Mov, vec![Mod::B32])
        }
        (Opcode::Cvt, [Mod::S64 | Mod::U64, Mod::S32 | Mod::U32]) => (Opcode::Mov, vec![Mod::B32]),
        (Opcode::Selp, [Mod::S64 | Mod::U64 | Mod::B64]) => (Opcode::Selp, vec![Mod::B32]),
        (Opcode::Shl, [Mod::B64]) if matches!(instr.src[1], Src::Imm(0..=31)) => {
            (Opcode::Shl, vec![Mod::B32])
        }
        (Opcode::And, [Mod::B64]) => (Opcode::And, vec![Mod::B32]),
        (Opcode::Or, [Mod::B64]) => (Opcode::Or, vec![Mod::B32]),
        (Opcode::Xor, [Mod::B64]) => (Opcode::Xor, vec![Mod::B32]),
        _ => return None,
    })
}
