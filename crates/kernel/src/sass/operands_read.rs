//! What a sub-core needs to know of an instruction's operands: registers by their place, constants, counters.

use super::opcode::Opcode;
use super::operand::{count, is_predicate, split};
use crate::code::Instruction;

/// Registers that an operand of an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandRegisters {
    /// Number of the first general register.
    pub first: u8,
    /// How many: two of a 64-bit operand.
    pub count: u8,
    /// They stay in the reuse cache.
    pub reuse: bool,
}

/// Operands of an instruction of machine code, as its text has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OperandsRead {
    /// General registers, by the place of the operand: each place has its entry of the reuse cache.
    pub registers: [Option<OperandRegisters>; 3],
    /// Bank and offset of a constant at an address that the instruction holds.
    pub constant: Option<(u8, u32)>,
    /// `DEPBAR.LE SB2, 0x1`: the counter, and the number that it must not exceed.
    pub awaits: Option<(u8, u8)>,
}

impl OperandsRead {
    /// Reads an instruction's text. Without one there are no operands.
    ///
    /// ```
    /// use warploom_kernel::class::Class;
    /// use warploom_kernel::code::Instruction;
    /// use warploom_kernel::sass::{OperandRegisters, OperandsRead};
    /// let text = Some("@P0 FFMA R1, R2.reuse, c[0x0][0x160], R7".into());
    /// let read = OperandsRead::of(&Instruction { text, ..Instruction::new("FFMA", Class::Float) });
    /// assert_eq!(read.registers[0], Some(OperandRegisters { first: 2, count: 1, reuse: true }));
    /// assert_eq!((read.registers[1], read.constant), (None, Some((0, 0x160))));
    /// ```
    pub fn of(instruction: &Instruction) -> OperandsRead {
        let text = instruction.text.as_deref().unwrap_or_default().trim_end_matches([' ', ';']);
        let text =
            text.strip_prefix('@').and_then(|text| text.split_once(' ')).map_or(text, |(_, rest)| rest);
        let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
        let opcode = Opcode::new(name);
        let mut found = OperandsRead::default();
        let Some((class, results)) = opcode.known() else { return found };
        let operands = split(operands);
        if opcode.stem == "DEPBAR" {
            let counter = operands.first().and_then(|operand| operand.strip_prefix("SB")?.parse().ok());
            let most = operands.get(1).and_then(|operand| hexadecimal(operand));
            found.awaits =
                counter.filter(|&counter| counter < 6).map(|counter| (counter, most.unwrap_or(0) as u8));
            return found;
        }
        let sources =
            operands.iter().skip(count(results, &operands)).filter(|operand| !is_predicate(operand));
        for (place, operand) in sources.enumerate() {
            if found.constant.is_none() {
                found.constant = constant(operand);
            }
            let (Some(slot), Some(first)) = (found.registers.get_mut(place), general(operand)) else {
                continue;
            };
            let count = opcode.source_width(class, place) as u8;
            *slot = Some(OperandRegisters { first, count, reuse: operand.contains(".reuse") });
        }
        found
    }
}

/// The number of the general register that an operand is: `-|R4.reuse|`. An address is none.
fn general(operand: &str) -> Option<u8> {
    let name = operand.trim_start_matches(['-', '+', '~', '!', '|']).strip_prefix('R')?;
    let digits = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len());
    name[..digits].parse().ok().filter(|&register| register != u8::MAX)
}

/// Bank and offset of `c[0x0][0x160]`.
fn constant(operand: &str) -> Option<(u8, u32)> {
    let (bank, offset) = operand[operand.find("c[")?..].strip_prefix("c[")?.split_once("][")?;
    let offset = offset.split_once(']')?.0;
    Some((u8::try_from(hexadecimal(bank)?).ok()?, hexadecimal(offset)?))
}

fn hexadecimal(text: &str) -> Option<u32> {
    u32::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::Class;

    fn read(text: &str) -> OperandsRead {
        OperandsRead::of(&Instruction { text: Some(text.into()), ..Instruction::new("X", Class::Float) })
    }

    fn registers(text: &str) -> Vec<(usize, u8, u8, bool)> {
        let registers = read(text).registers.into_iter().enumerate();
        registers.filter_map(|(at, r)| r.map(|r| (at, r.first, r.count, r.reuse))).collect()
    }

    #[test]
    fn registers_have_the_place_of_their_operand() {
        assert_eq!(registers("FADD R8, R9, -|R10|"), [(0, 9, 1, false), (1, 10, 1, false)]);
        assert_eq!(registers("IADD3 R0, P1, R2.reuse, 0x4, RZ"), [(0, 2, 1, true)]);
        assert_eq!(
            registers("DFMA R2, R4, R6.reuse, R8"),
            [(0, 4, 2, false), (1, 6, 2, true), (2, 8, 2, false)]
        );
        assert_eq!(
            registers("IMAD.WIDE.U32 R2, R11, R12, c[0x0][0x160]"),
            [(0, 11, 1, false), (1, 12, 1, false)]
        );
        assert_eq!(registers("ISETP.NE.AND P0, PT, R4, R5, !P2"), [(0, 4, 1, false), (1, 5, 1, false)]);
        assert_eq!(registers("NOP"), []);
        assert_eq!(
            registers("STG.E desc[UR4][R2.64+0x8], R13"),
            [(1, 13, 1, false)],
            "addresses are not of the window"
        );
    }

    #[test]
    fn constants_and_counters() {
        assert_eq!(read("ULDC.64 UR4, c[0x0][0x118]").constant, Some((0, 0x118)));
        assert_eq!(read("@!P0 MOV R1, c[0x3][0x28] ;").constant, Some((3, 0x28)));
        assert_eq!(read("LDC R1, c[0x0][R4]").constant, None, "the address is in a register");
        assert_eq!(read("DEPBAR.LE SB2, 0x1").awaits, Some((2, 1)));
        assert_eq!(read("DEPBAR.LE SB0, 0x0, {4,3}").awaits, Some((0, 0)));
        assert_eq!(read("DEPBAR {5,4}").awaits, None);
    }
}
