//! Register operands in trace lines.

use warploom_kernel::code::{Effect, Instruction, Register, RegisterFile};
use warploom_kernel::program::Space;

/// Maximum number of sources that Accel-Sim reads.
const SOURCES: usize = 4;
/// Number of general registers. R255 is constant zero.
const REGISTERS: u32 = 255;

/// Register operands of an instruction in a trace.
pub(super) struct RegisterOperands {
    /// First destination register.
    pub destination: Option<u32>,
    /// Source registers, the address first.
    pub sources: Vec<u32>,
    /// Whether they stand for all general registers of the instruction.
    pub complete: bool,
}

/// Register operands of an instruction, or the register that a trace cannot represent.
///
/// Traces have no predicates and no uniform registers. A pair is represented by its first register. There is at most one destination and
/// there are at most four sources.
pub(super) fn of(instruction: &Instruction) -> Result<RegisterOperands, Register> {
    let sources = general(&instruction.reads)?;
    let written = general(&instruction.writes)?;
    let destination = written.first().copied();
    let consecutive = written.windows(2).all(|pair| pair[1] == pair[0] + 1);
    if instruction.opcode.starts_with(|c: char| c.is_ascii_uppercase()) {
        // An imported instruction: its registers already have trace form.
        let complete = consecutive && sources.len() <= SOURCES;
        let sources = sources.into_iter().take(SOURCES).collect();
        return Ok(RegisterOperands { destination, sources, complete });
    }
    let pair = |at: usize| sources[at].is_multiple_of(2) && sources.get(at + 1) == Some(&(sources[at] + 1));
    let crowded = sources.len() > SOURCES;
    let mut firsts = Vec::new();
    let mut at = 0;
    while at < sources.len() {
        firsts.push(sources[at]);
        at += if pair(at) && (crowded || wide(instruction, at, sources.len())) { 2 } else { 1 };
    }
    if instruction.accesses() && !firsts.is_empty() {
        // The address is the last source of PTX code.
        firsts.rotate_right(1);
    }
    let complete = consecutive && firsts.len() <= SOURCES;
    firsts.truncate(SOURCES);
    Ok(RegisterOperands { destination, sources: firsts, complete })
}

/// Whether the operand at source register `at` of `of` can be a 64-bit pair, judged by the opcode: neighbouring registers are not
/// always a pair.
fn wide(instruction: &Instruction, at: usize, of: usize) -> bool {
    let Instruction { ref opcode, effect, .. } = *instruction;
    let address =
        matches!(effect, Effect::Memory { space, .. } if !matches!(space, Space::Shared | Space::Local));
    let mut parts = opcode.split('.').skip(1);
    address && at + 2 == of
        || parts.clone().any(|part| matches!(part, "b64" | "u64" | "s64" | "f64"))
        // The factors of `mad.wide` are 32 bits wide; the addend has 64 bits.
        || at == 2 && parts.any(|part| part == "wide")
}

fn general(registers: &[Register]) -> Result<Vec<u32>, Register> {
    use RegisterFile::*;
    let mut numbers = Vec::new();
    for &register in registers {
        match register.file {
            General if register.index < REGISTERS => numbers.push(register.index),
            // Constant zero has no dependencies.
            General if register.index == REGISTERS => {}
            General | Short | Long | Vector | Scalar | Vcc | Exec | Scc | M => return Err(register),
            Predicate | Uniform | UniformPredicate | Carry | Virtual => {}
        }
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_kernel::class::Class;
    use warploom_kernel::code::AccessKind;

    fn registers(names: &str) -> Vec<Register> {
        names.split_whitespace().map(|name| Register::named(name).unwrap()).collect()
    }

    fn listed(opcode: &str, space: Option<Space>, writes: &str, reads: &str) -> (Option<u32>, Vec<u32>) {
        let effect =
            space.map_or(Effect::None, |space| Effect::Memory { space, kind: AccessKind::Load, bytes: 4 });
        let plain = Instruction::new(opcode, Class::Integer);
        let instruction = Instruction { effect, writes: registers(writes), reads: registers(reads), ..plain };
        of(&instruction).map(|l| (l.destination, l.sources)).unwrap()
    }

    #[test]
    fn pairs_are_told_by_their_first_where_there_are_pairs() {
        assert_eq!(listed("add.s32", None, "R0", "R4 R5"), (Some(0), vec![4, 5]));
        assert_eq!(listed("add.s64", None, "R0 R1", "R4 R5 R6 R7"), (Some(0), vec![4, 6]));
        assert_eq!(listed("mad.wide.u32", None, "R0 R1", "R4 R5 R6 R7"), (Some(0), vec![4, 5, 6]));
        assert_eq!(listed("ld.global.f32", Some(Space::Global), "R9", "R4 R5 P1"), (Some(9), vec![4]));
        assert_eq!(listed("ld.shared.f32", Some(Space::Shared), "R9", "R4"), (Some(9), vec![4]));
    }

    #[test]
    fn an_address_comes_first_and_no_more_than_four_are_told() {
        assert_eq!(listed("st.global.f32", Some(Space::Global), "", "R7 R4 R5"), (None, vec![4, 7]));
        assert_eq!(listed("st.shared.f32", Some(Space::Shared), "", "R6 R7"), (None, vec![7, 6]));
        let four = listed("st.global.v4.f32", Some(Space::Global), "", "R9 R14 R15 R16 R2 R3");
        assert_eq!(four, (None, vec![2, 9, 14, 16]));
        let apart = listed("st.global.v4.f32", Some(Space::Global), "", "R9 R11 R13 R16 R2 R3");
        assert_eq!(apart, (None, vec![2, 9, 11, 13]));
        let complete = |writes, reads| {
            let (writes, reads) = (registers(writes), registers(reads));
            of(&Instruction { writes, reads, ..Instruction::new("x", Class::Integer) })
                .map(|l| l.complete)
                .unwrap()
        };
        assert!(complete("R0 R1 R2 R3", "R4 R5 R6 R8") && complete("", "R4 R5 R6 R7 R8 R9 R10 R11"));
        assert!(!complete("R0 R2", "R4") && !complete("R0", "R1 R3 R5 R7 R9"));
    }

    #[test]
    fn those_of_a_trace_are_told_as_they_came() {
        assert_eq!(listed("STG.E.SYS", Some(Space::Global), "", "R4 R5"), (None, vec![4, 5]));
        assert_eq!(listed("IMAD.WIDE", None, "R2", "R0 R1 R8 R9 R10"), (Some(2), vec![0, 1, 8, 9]));
    }

    #[test]
    fn registers_without_a_place_are_not_told() {
        let code = |reads| Instruction { reads: registers(reads), ..Instruction::new("x", Class::Integer) };
        assert_eq!(of(&code("P0 UR4 UP1 CC0 R255")).map(|l| l.sources).ok(), Some(vec![]));
        assert_eq!(of(&code("R3 %d7")).err(), Register::named("%d7"));
        assert_eq!(of(&code("R300")).err(), Register::named("R300"));
    }
}
