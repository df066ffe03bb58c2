//! Machine code decoded for a sub-core: control fields, operands by register bank, and cache lines of code and constants.

use crate::machine::{Machine, MachineCode};
use warploom_kernel::code::{Code, Control};
use warploom_kernel::sass::OperandsRead;

/// No counter, and no line.
pub(crate) const NONE: u8 = u8::MAX;
pub(crate) const NO_LINE: u32 = u32::MAX;

/// A stall of more cycles than this needs a yield: without one the hardware does not stall.
const LONGEST_STALL: u8 = 11;

/// Places of register operands, each with its entries of the reuse cache.
pub(crate) const PLACES: usize = 3;

/// A register that an instruction reads through the ports of the register file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PortRead {
    pub register: u8,
    pub bank: u8,
    pub place: u8,
    /// It stays in the reuse cache.
    pub reuse: bool,
    /// Another operand of the instruction is the same register: both are one read.
    pub again: bool,
}

/// What a sub-core obeys of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fields {
    /// Cycles until the next instruction of the warp may issue.
    pub stall: u16,
    /// Counters that must be zero, a bit each.
    pub wait: u8,
    /// The counter that its results decrement, or [`NONE`].
    pub write: u8,
    /// The counter that its reads decrement, or [`NONE`].
    pub read: u8,
    /// `DEPBAR.LE`: a counter, or [`NONE`], and the number that it must not exceed after this instruction.
    pub awaits: (u8, u8),
    /// The line of its code.
    pub line: u32,
    /// The line that its issue makes the instruction buffer ask for, or [`NO_LINE`].
    pub ahead: u32,
    /// The line of its constant operand, or [`NO_LINE`].
    pub constant: u32,
    /// Its reads in the list of the code: first and number. An instruction of variable latency reads its registers later, and has none.
    reads: (u32, u8),
    /// It passes the stage that reads operands in a fixed window.
    pub fixed: bool,
}

/// Machine code of a kernel for the sub-cores of a machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SubcoreCode {
    pub fields: Vec<Fields>,
    reads: Vec<PortRead>,
    /// Distinct lines of the code, and of constants.
    pub lines: u32,
    pub constant_lines: u32,
}

impl SubcoreCode {
    /// Decodes a kernel, if the machine runs machine code by its fields and the kernel has them.
    pub fn new(code: &Code, machine: &Machine) -> Option<SubcoreCode> {
        let description = machine.sm.as_ref()?.machine_code.as_ref()?;
        let controls: Vec<Control> = code.instructions.iter().map(|i| i.control).collect::<Option<_>>()?;
        let bytes = description.instructions.as_ref().map_or(128, |caches| u64::from(caches.line_bytes));
        // Addresses come from files: lines are counted, so that caches are no larger than the code.
        let mut lines: Vec<u64> = code.instructions.iter().map(|i| i.address / bytes).collect();
        lines.sort_unstable();
        lines.dedup();
        let line =
            |at: usize| lines.partition_point(|&line| line < code.instructions[at].address / bytes) as u32;
        let count = lines.len() as u32;
        let mut own = SubcoreCode { fields: Vec::new(), reads: Vec::new(), lines: count, constant_lines: 0 };
        let mut constants: Vec<(u8, u32)> = Vec::new();
        for (at, (instruction, control)) in code.instructions.iter().zip(controls).enumerate() {
            let operands = OperandsRead::of(instruction);
            let fixed = control.write.is_none() && control.read.is_none() && !instruction.accesses();
            let first = own.reads.len();
            for read in port_reads(&operands, description).filter(|_| fixed) {
                let again = own.reads[first..].iter().any(|other| other.register == read.register);
                own.reads.push(PortRead { again, ..read });
            }
            let constant =
                operands.constant.zip(description.constants.as_ref()).map(|((bank, offset), cache)| {
                    let line = (bank, offset / cache.line_bytes);
                    constants.iter().position(|&other| other == line).unwrap_or_else(|| {
                        constants.push(line);
                        constants.len() - 1
                    }) as u32
                });
            // The buffer holds the next instructions: the last of them is asked for when this one leaves.
            let last = at + description.buffer as usize;
            let ahead = (last < code.instructions.len() && line(last) != line(last - 1)).then(|| line(last));
            own.fields.push(Fields {
                stall: stall(control, description.pause),
                wait: control.wait,
                write: control.write.unwrap_or(NONE),
                read: control.read.unwrap_or(NONE),
                awaits: operands.awaits.unwrap_or((NONE, 0)),
                line: line(at),
                ahead: ahead.unwrap_or(NO_LINE),
                constant: constant.unwrap_or(NO_LINE),
                reads: (first as u32, (own.reads.len() - first) as u8),
                fixed,
            });
        }
        own.constant_lines = constants.len() as u32;
        Some(own)
    }

    /// Registers that an instruction reads through the ports.
    #[inline]
    pub fn reads(&self, fields: &Fields) -> &[PortRead] {
        let (first, count) = fields.reads;
        &self.reads[first as usize..][..count.into()]
    }
}

/// Cycles from the issue of an instruction to that of the next one of its warp.
fn stall(control: Control, pause: u32) -> u16 {
    match (control.stall, control.yields) {
        (0, true) => pause as u16,
        (stall, false) if stall > LONGEST_STALL => 1,
        // The scheduler turns to another warp for a cycle.
        (stall, true) => u16::from(stall).max(2),
        (stall, false) => u16::from(stall).max(1),
    }
}

fn port_reads(operands: &OperandsRead, description: &MachineCode) -> impl Iterator<Item = PortRead> {
    let banks = description.registers.banks;
    let places = (0..).zip(operands.registers).filter_map(|(place, operand)| Some((place, operand?)));
    places.flat_map(move |(place, operand)| {
        (0..operand.count).map(move |nth| {
            let register = operand.first.saturating_add(nth);
            let bank = (u32::from(register) % banks) as u8;
            PortRead { register, bank, place, reuse: operand.reuse, again: false }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::named;
    use warploom_kernel::class::Class;
    use warploom_kernel::code::Instruction;

    #[test]
    fn lines_are_no_more_than_the_instructions_whatever_their_addresses() {
        let at = |address| Instruction {
            address,
            control: Some(Control::default()),
            ..Instruction::new("NOP", Class::Control)
        };
        let instructions = vec![at(0), at(112), at(128), at(1 << 40), at(u64::MAX)];
        let code = Code { instructions, ..Code::default() };
        let machine = named("a100").expect("it is built in").machine();
        let own = SubcoreCode::new(&code, &machine).expect("it has fields");
        let lines: Vec<u32> = own.fields.iter().map(|fields| fields.line).collect();
        assert_eq!((lines, own.lines), (vec![0, 0, 1, 2, 3], 4));
    }

    #[test]
    fn a_stall_has_its_special_cases() {
        let control = |stall, yields| Control { stall, yields, ..Control::default() };
        let cases = [
            ((1, false), 1),
            ((0, false), 1),
            ((4, false), 4),
            ((11, false), 11),
            ((12, false), 1),
            ((15, false), 1),
            ((1, true), 2),
            ((2, true), 2),
            ((11, true), 11),
            ((12, true), 12),
            ((15, true), 15),
            ((0, true), 54),
        ];
        for ((cycles, yields), expected) in cases {
            assert_eq!(stall(control(cycles, yields), 54), expected, "{cycles} {yields}");
        }
    }
}
