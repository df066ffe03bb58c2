//! Constant-bank operands: instructions read parameters and constants directly instead of loading them first.
//!
//! An arithmetic instruction can have one constant-bank operand. An address cannot.

use super::body::Body;
use crate::class::Class;
use crate::program::Space;
use crate::ptx::isa::Opcode;
use crate::ptx::program::{ConstBankOperand, Detail, Instr, Program, Src};

pub(super) fn run(body: &mut Body, program: &Program) {
    let loads: Vec<Option<ConstBankOperand>> =
        body.only_writes().iter().map(|w| w.and_then(|i| loaded(i, body, program))).collect();
    for block in 0..body.blocks.len() {
        let mut code = std::mem::take(&mut body.blocks[block].code);
        for instr in code.iter_mut().filter(|i| takes_constant(i)) {
            let found = instr.src.iter().position(|src| match *src {
                Src::Reg(reg) => loads[body.key(reg)].is_some(),
                _ => false,
            });
            let taken = instr.src.iter().any(|src| matches!(src, Src::ConstBank(_)));
            if let (Some(at), false) = (found, taken)
                && let Src::Reg(reg) = instr.src[at]
                && let Some(bank) = loads[body.key(reg)]
            {
                instr.src[at] = Src::ConstBank(bank);
            }
        }
        body.blocks[block].code = code;
    }
}

/// The constant-bank operand that a load reads completely. An invalid access stays a load, so that execution reports it.
fn loaded(instr: &Instr, body: &Body, program: &Program) -> Option<ConstBankOperand> {
    let ([Some(to)], Opcode::Ld) = (&*instr.dst, instr.opcode) else { return None };
    let Detail::Access(space, address) = &instr.detail else { return None };
    let bytes = instr.ty()?.bytes();
    let (variable, base, size) = match (space, address.base) {
        (Space::Param, Src::Imm(base)) if body.is_kernel => {
            let size = program.params.last().map_or(0, |p| p.offset + p.size);
            (None, i64::try_from(base).ok()?, u64::from(size))
        }
        (Space::Const, Src::Variable(id, base)) => (Some(id), base, program.variable_sizes[id.index()]),
        _ => return None,
    };
    let offset = u32::try_from(base.checked_add(address.offset)?).ok()?;
    let whole = u32::from(to.bits) == 8 * bytes && bytes >= 4 && offset.is_multiple_of(bytes);
    (whole && u64::from(offset) + u64::from(bytes) <= size).then_some(ConstBankOperand {
        variable,
        offset,
        bytes,
    })
}

fn takes_constant(instr: &Instr) -> bool {
    let class = Class::of(instr);
    matches!(class, Class::Integer | Class::Float | Class::Double | Class::Special | Class::Conversion)
        && !(instr.opcode == Opcode::Mov && (instr.src.len() > 1 || instr.dst.len() > 1))
}
