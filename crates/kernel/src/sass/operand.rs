//! SASS operands: registers read and written.

use super::opcode::{Opcode, Results};
use crate::class::Class;
use crate::code::{Register, RegisterFile};

/// Number of general, uniform and predicate registers. The last of each is constant (RZ, URZ, PT).
const FILES: [(RegisterFile, u32); 4] = [
    (RegisterFile::Uniform, 255),
    (RegisterFile::UniformPredicate, 7),
    (RegisterFile::General, 255),
    (RegisterFile::Predicate, 7),
];

/// The carry flag of architectures before sm_70.
const CARRY: Register = Register { file: RegisterFile::Carry, index: 0 };

/// Registers read and written by an instruction.
#[derive(Default)]
pub(super) struct Registers {
    pub(super) reads: Vec<Register>,
    pub(super) writes: Vec<Register>,
}

/// A name that looks like a register but is out of range: `R300`.
pub(super) struct NoRegister(pub(super) String);

impl Registers {
    /// The registers of an instruction without its guard.
    pub(super) fn of(
        opcode: Opcode<'_>,
        class: Class,
        results: Results,
        operands: &str,
    ) -> Result<Registers, NoRegister> {
        let mut found = Registers::default();
        let operands: Vec<&str> = split(operands);
        let results = count(results, &operands);
        // Before sm_70, `SHR.U32 R0.CC` writes the carry flag, and `.X` reads it. Later architectures use predicates.
        let (mut carries, mut predicates) = (false, false);
        let mut source = 0;
        for (at, operand) in operands.iter().enumerate() {
            let predicate = is_predicate(operand);
            if at < results {
                names(operand, opcode.result_width(class), &mut found.writes)?;
                carries |= operand.ends_with(".CC");
                continue;
            }
            predicates |= predicate;
            if let Some(open) =
                operand.find('[').filter(|_| class != Class::Constant || !operand.starts_with('c'))
            {
                let (before, inside) = operand.split_at(open);
                names(before, 1, &mut found.reads)?;
                address(opcode, inside, &mut found.reads)?;
                continue;
            }
            names(operand, opcode.source_width(class, source), &mut found.reads)?;
            source += usize::from(!predicate);
        }
        if carries {
            found.writes.push(CARRY);
        }
        if opcode.has("X") && !predicates {
            found.reads.push(CARRY);
        }
        Ok(found)
    }
}

/// The register that a guard (`P0`, `!UP1`) reads; none for `PT`.
pub(super) fn guard(text: &str) -> Result<Vec<Register>, NoRegister> {
    let mut reads = Vec::new();
    names(text, 1, &mut reads)?;
    Ok(reads)
}

/// Number of leading operands that are written.
pub(super) fn count(results: Results, operands: &[&str]) -> usize {
    let predicate = |at: usize| operands.get(at).is_some_and(|o| is_predicate(o));
    match results {
        Results::None => 0,
        Results::One => 1,
        Results::Two => 2,
        Results::ButLast => operands.len().saturating_sub(1),
        Results::Usual | Results::Carry if predicate(0) => 2,
        Results::Usual => 1,
        Results::Carry => {
            1 + (1..3).take_while(|&at| predicate(at) && !operands[at].starts_with('!')).count()
        }
    }
}

pub(super) fn is_predicate(operand: &str) -> bool {
    let name = operand.trim_start_matches('!');
    let name = name.strip_prefix('U').unwrap_or(name);
    name.strip_prefix('P').is_some_and(|rest| {
        rest.starts_with('T') || rest.starts_with('R') || rest.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Splits operands at commas outside brackets.
pub(super) fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut list) = (0_usize, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                list.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    list.push(text[start..].trim());
    list
}

/// The registers of an address, from its bracket on: `[R2+0x4]`, `[R2.64]`, `[R4.U32+UR6]`, `[UR4][R2.64]`.
fn address(opcode: Opcode<'_>, text: &str, into: &mut Vec<Register>) -> Result<(), NoRegister> {
    // Extended addresses have 64 bits, except a 32-bit index with a uniform base.
    let extended = opcode.has("E");
    for word in words(text) {
        let short = word.ends_with(".U32") || word.ends_with(".S32") || word.contains(".X");
        let long = word.ends_with(".64") || extended && !short;
        names(word, if long { 2 } else { 1 }, into)?;
    }
    Ok(())
}

/// Registers named in `text`, each expanded to `width` consecutive registers.
fn names(text: &str, width: u32, into: &mut Vec<Register>) -> Result<(), NoRegister> {
    for word in words(text) {
        let name = word.split('.').next().unwrap_or(word);
        match name {
            "PR" => into.extend((0..7).map(|index| Register { file: RegisterFile::Predicate, index })),
            "UPR" => {
                into.extend((0..7).map(|index| Register { file: RegisterFile::UniformPredicate, index }))
            }
            _ => {}
        }
        let number = |&(file, limit): &(RegisterFile, u32)| {
            let digits = name.strip_prefix(file.name())?;
            let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            number.then(|| (file, limit, digits.parse::<u32>().unwrap_or(u32::MAX)))
        };
        let Some((file, limit, index)) = FILES.iter().find_map(number) else { continue };
        if index >= limit {
            return Err(NoRegister(name.to_owned()));
        }
        let width =
            if matches!(file, RegisterFile::Predicate | RegisterFile::UniformPredicate) { 1 } else { width };
        into.extend((index..(index + width).min(limit)).map(|index| Register { file, index }));
    }
    Ok(())
}

/// Names and numbers with their suffixes, without parenthesised labels.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let text = text.split('(').next().unwrap_or(text);
    text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$')))
        .filter(|w| !w.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        let (opcode, operands) = text.split_once(' ').unwrap_or((text, ""));
        let opcode = Opcode::new(opcode);
        let (class, results) = opcode.known().expect("known");
        let found = Registers::of(opcode, class, results, operands).unwrap_or_else(|e| panic!("{}", e.0));
        let list = |regs: &[Register]| regs.iter().map(Register::to_string).collect::<Vec<_>>().join(" ");
        format!("{} <- {}", list(&found.writes), list(&found.reads))
    }

    #[test]
    fn what_is_written_and_read() {
        for (text, expected) in [
            ("MOV R1, c[0x0][0x28]", "R1 <- "),
            ("S2R R4, SR_CTAID.X", "R4 <- "),
            ("ISETP.GE.OR P0, PT, R4, c[0x0][0x164], !P0", "P0 <- R4 P0"),
            ("IMAD.WIDE R2, R4, R5, c[0x0][0x178]", "R2 R3 <- R4 R5"),
            ("IMAD.WIDE.U32 R6, R4, R9, R6", "R6 R7 <- R4 R9 R6 R7"),
            ("LDG.E.SYS R10, [R2+0x4]", "R10 <- R2 R3"),
            ("LDG.E.64.SYS R10, [UR4]", "R10 R11 <- UR4 UR5"),
            ("LDG.E R0, desc[UR6][R2.64+0x40]", "R0 <- UR6 UR7 R2 R3"),
            ("STG.E.128 desc[UR6][R2.64], R8", " <- UR6 UR7 R2 R3 R8 R9 R10 R11"),
            ("LDG.E.SYS R0, [R4.U32+UR6]", "R0 <- R4 UR6 UR7"),
            ("LDS.U.64 R14, [R19+0x800]", "R14 R15 <- R19"),
            ("STS [R19+0xc00], R11", " <- R19 R11"),
            ("LDC R11, c[0x3][R4]", "R11 <- R4"),
            ("ULDC.64 UR4, c[0x0][0x170]", "UR4 UR5 <- "),
            ("IADD3 R9, P1, R9, 0x4, RZ", "R9 P1 <- R9"),
            ("IADD3.X R5, RZ, R5, RZ, P1, !PT", "R5 <- R5 P1"),
            ("LEA R10, P1, R4.reuse, c[0x0][0x168], 0x2", "R10 P1 <- R4"),
            ("LEA.HI.X R11, R4, c[0x0][0x16c], R9, 0x2, P1", "R11 <- R4 R9 P1"),
            ("LOP3.LUT P0, RZ, R15, R14, RZ, 0xfc, !PT", "P0 <- R15 R14"),
            ("SEL R0, R1, R2, !P3", "R0 <- R1 R2 P3"),
            ("PLOP3.LUT P0, PT, PT, P1, PT, 0x80, 0x0", "P0 <- P1"),
            ("FCHK P0, R2, R3", "P0 <- R2 R3"),
            ("SHFL.IDX PT, R8, R16, R14, 0x1f", "R8 <- R16 R14"),
            ("VOTE.ANY R14, PT, P2", "R14 <- P2"),
            ("VOTE.ALL P0, P1", "P0 <- P1"),
            ("ATOMG.E.ADD.64.STRONG.GPU PT, R2, [UR4+0x70], R6", "R2 R3 <- UR4 UR5 R6 R7"),
            ("ATOM.E.CAS R12, [R2+0x64], R14, R13", "R12 <- R2 R3 R14 R13"),
            ("RED.E.ADD.STRONG.GPU [UR4+0x80], R8", " <- UR4 UR5 R8"),
            ("ATOMS.ADD RZ, [R4], R5", " <- R4 R5"),
            ("TEX.SCR.LL R14, R12, R10, R12, 0x0, 0x58, 2D", "R14 R15 R12 R13 <- R10 R11 R12 R13"),
            ("DSETP.GT.AND P0, PT, |R4|, R6, PT", "P0 <- R4 R5 R6 R7"),
            ("F2I.S64.F64.TRUNC R4, R2", "R4 R5 <- R2 R3"),
            ("CS2R R2, SRZ", "R2 R3 <- "),
            ("P2R R0, PR, RZ, 0x1", "R0 <- P0 P1 P2 P3 P4 P5 P6"),
            ("IADD R8.CC, R8, R21", "R8 CC0 <- R8 R21"),
            ("IADD.X R9, R0, R18", "R9 <- R0 R18 CC0"),
            ("XMAD.PSL.CBCC R0, R0.H1, R3.H1, R2", "R0 <- R0 R3 R2"),
            ("XMAD.MRG R3, R0.reuse, c[0x0] [0x8].H1, RZ", "R3 <- R0"),
            ("BRA P2, `(.L_x_1)", " <- P2"),
            ("RET.REL.NODEC R2 `(ray_render)", " <- R2"),
            ("BMOV.32.CLEAR RZ, B0", " <- "),
            ("BSSY B0, `(R7)", " <- "),
            ("EXIT", " <- "),
        ] {
            assert_eq!(of(text), expected, "{text}");
        }
    }
}
