//! Names that nvdisasm gives to special cases of an instruction: a multiplication by 1 or 0 is a move or an addition.

use super::fields::RZ;
use super::{File, Instruction, Register, Value};

pub(super) fn rename(instruction: &mut Instruction) {
    // Neither one whose result is wider, nor one that extends another.
    if instruction.stem != "IMAD" || instruction.modifiers.iter().any(|&modifier| modifier != "U32") {
        return;
    }
    let [_, first, second, third] = &instruction.operands[..] else { return };
    let is_zero = |value| {
        matches!(value, Value::Register(Register { file: File::General, index: RZ }) | Value::Signed(0))
    };
    let is_uniform = [second, third]
        .iter()
        .any(|source| matches!(source.value, Value::Register(Register { file: File::Uniform, .. })));
    let name = match second.value {
        _ if is_uniform => return,
        _ if is_zero(first.value) || is_zero(second.value) => "MOV",
        Value::Signed(1) if is_zero(third.value) => "MOV",
        Value::Signed(1) => "IADD",
        // nvdisasm leaves out 16 bits, which is how halves are widened.
        Value::Signed(value)
            if value > 0 && value.count_ones() == 1 && value != 0x10000 && is_zero(third.value) =>
        {
            "SHL"
        }
        _ => return,
    };
    instruction.modifiers.insert(0, name);
}
