//! One line of assembly: an instruction with its operands and modifiers.

use super::error::{Error, ErrorKind};
use super::program::{
    Counts, Encoding, HardwareField, Modifiers, Operand, Part, Sgpr, SourceModifiers, Unused,
};
use super::table::{self, Form, FormOperand, Format, Role, Target, Type};
use crate::names::nearest;

/// An operand before labels and variables are known.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Parsed {
    Known(Operand),
    Label(String),
    Symbol { name: String, addend: i64, high: bool },
}

/// An instruction before labels and variables are known.
#[derive(Debug)]
pub(super) struct Line {
    pub form: &'static Form,
    pub operands: Vec<Parsed>,
    pub sources: Vec<SourceModifiers>,
    pub modifiers: Modifiers,
    pub encoding: Encoding,
    pub size: u32,
}

/// Parses an instruction. `text` has no comment and no label.
///
/// One function: its steps share the operands that are left.
pub(super) fn parse(text: &str, number: u32, target: Target) -> Result<Line, Error> {
    let fail = |kind| Err(Error::new(number, kind));
    let (written, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (name, mut encoding) = match written {
        _ if written.ends_with("_e32") => (&written[..written.len() - 4], Encoding::Native),
        _ if written.ends_with("_e64") => (&written[..written.len() - 4], Encoding::Wide),
        _ if written.ends_with("_sdwa") => (&written[..written.len() - 5], Encoding::Sdwa),
        _ => (written, Encoding::Native),
    };
    let Some(form) = table::form(name, target) else {
        let known = table::forms().keys().map(String::as_str);
        let error =
            Error::new(number, ErrorKind::Instruction { mnemonic: name.to_owned(), target: target.name() });
        return Err(match nearest(name, known) {
            Some(near) if near == name => error.help("another architecture has it"),
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error,
        });
    };
    if encoding == Encoding::Wide && form.format == Format::Vop3 {
        encoding = Encoding::Native;
    }
    let mut pieces = split(rest, ',');
    let mut words: Vec<&str> = Vec::new();
    if form.operands.iter().any(|o| o.role == Role::Counts) {
        pieces = vec![rest.trim()];
    } else if let Some(last) = pieces.pop() {
        let mut parts = split_spaces(last).into_iter();
        if form.operands.is_empty() {
            words.extend(parts);
        } else {
            pieces.extend(parts.next());
            words.extend(parts);
        }
    }
    pieces.retain(|p| !p.is_empty());
    let optional = form.operands.iter().filter(|o| o.optional).count();
    let all = form.operands.len();
    if pieces.len() != all && pieces.len() + optional != all {
        let wanted = form.row.to_owned();
        let (instruction, found) = (written.to_owned(), rest.trim().to_owned());
        return fail(ErrorKind::Operands { instruction, wanted, found });
    }
    let modifiers_of = |m: &str| ErrorKind::Modifier { modifier: m.to_owned(), instruction: name.to_owned() };
    let mut modifiers = Modifiers::default();
    let mut parts = [Part::Dword; 2];
    for &word in &words {
        match modifier(word, &mut modifiers, &mut parts) {
            Some(()) => {}
            None => return fail(modifiers_of(word)),
        }
    }
    let mut next = pieces.iter();
    let (mut operands, mut sources) = (Vec::with_capacity(all), Vec::with_capacity(all));
    let mut literal = false;
    let mut nth_source = 0;
    for wanted in &form.operands {
        let mut marks = SourceModifiers::default();
        if wanted.optional && pieces.len() < all {
            operands.push(Parsed::Known(Operand::Absent));
            sources.push(marks);
            continue;
        }
        let text = next.next().copied().unwrap_or("");
        let bare = if matches!(wanted.role, Role::VectorSrc | Role::VectorSrc1) {
            let bare = strip_marks(text, &mut marks);
            if encoding == Encoding::Sdwa && nth_source < 2 {
                marks.part = parts[nth_source];
            }
            nth_source += 1;
            bare
        } else {
            text
        };
        let parsed = operand(bare, wanted, form, modifiers, target, &mut literal)
            .ok_or_else(|| Error::new(number, ErrorKind::Operand(text.to_owned())))?;
        if (marks.neg || marks.abs) && !wanted.ty.is_float() && wanted.ty != Type::B32 {
            return fail(modifiers_of(text));
        }
        operands.push(parsed);
        sources.push(marks);
    }
    let is_float = form.operands.first().is_some_and(|o| o.role == Role::VectorDst && o.ty.is_float());
    let output = words.iter().find(|word| ["clamp", "mul:", "div:"].iter().any(|m| word.starts_with(m)));
    if let Some(word) = output.filter(|_| !is_float) {
        return fail(modifiers_of(word));
    }
    if encoding == Encoding::Native && needs_wide(form, &operands, &sources, modifiers) {
        encoding = Encoding::Wide;
    }
    let size = size(form, encoding, literal, target);
    Ok(Line { form, operands, sources, modifiers, encoding, size })
}

/// Splits at `separator` outside brackets and bars.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut pieces, mut depth, mut start) = (Vec::new(), 0i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            _ if c == separator && depth <= 0 => {
                pieces.push(text[start..at].trim());
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    pieces.push(text[start..].trim());
    pieces
}

fn split_spaces(text: &str) -> Vec<&str> {
    split(text, ' ').into_iter().flat_map(|p| split(p, '\t')).filter(|p| !p.is_empty()).collect()
}

/// A modifier after the operands; `None` if it is not supported.
fn modifier(word: &str, into: &mut Modifiers, parts: &mut [Part; 2]) -> Option<()> {
    let (name, value) = word.split_once(':').unwrap_or((word, ""));
    let number = || integer(value).and_then(|n| u32::try_from(n).ok());
    match name {
        "offset" | "offset0" => into.offset = number().filter(|&n| n < 1 << 16)?,
        "offset1" => into.offset1 = number().filter(|&n| n < 256)?,
        "offen" => into.offen = true,
        "idxen" => into.idxen = true,
        "addr64" => into.addr64 = true,
        "glc" => into.glc = true,
        // Hints for the caches.
        "slc" => {}
        "clamp" => into.clamp = true,
        "mul" => into.omod = if value == "2" { 1 } else { (value == "4").then_some(2)? },
        "div" => into.omod = (value == "2").then_some(-1)?,
        // The formats that AMD's compiler uses keep the bits of 32-bit elements.
        "format" => {
            let format = value.trim_start_matches('[').split(',').next()?;
            matches!(
                format,
                "BUF_DATA_FORMAT_32"
                    | "BUF_DATA_FORMAT_32_32"
                    | "BUF_DATA_FORMAT_32_32_32"
                    | "BUF_DATA_FORMAT_32_32_32_32"
            )
            .then_some(())?;
        }
        "dst_sel" => into.part = part(value)?,
        "src0_sel" => parts[0] = part(value)?,
        "src1_sel" => parts[1] = part(value)?,
        "dst_unused" => {
            into.unused = match value {
                "UNUSED_PAD" => Unused::Pad,
                "UNUSED_SEXT" => Unused::Sext,
                "UNUSED_PRESERVE" => Unused::Preserve,
                _ => return None,
            }
        }
        _ => return None,
    }
    Some(())
}

fn part(value: &str) -> Option<Part> {
    Some(match value {
        "DWORD" => Part::Dword,
        "BYTE_0" => Part::Byte(0),
        "BYTE_1" => Part::Byte(1),
        "BYTE_2" => Part::Byte(2),
        "BYTE_3" => Part::Byte(3),
        "WORD_0" => Part::Word(0),
        "WORD_1" => Part::Word(1),
        _ => return None,
    })
}

/// Takes `-`, `|…|`, `abs(…)`, `neg(…)` and `sext(…)` off a source.
fn strip_marks<'a>(text: &'a str, marks: &mut SourceModifiers) -> &'a str {
    let mut text = text;
    // The sign of a number is its own.
    if let Some(rest) = text.strip_prefix('-')
        && !rest.starts_with(|c: char| c.is_ascii_digit())
    {
        marks.neg = true;
        text = rest;
    }
    loop {
        if let Some(inner) = text.strip_prefix('|').and_then(|t| t.strip_suffix('|')) {
            marks.abs = true;
            text = inner;
        } else if let Some(inner) = text.strip_prefix("abs(").and_then(|t| t.strip_suffix(')')) {
            marks.abs = true;
            text = inner;
        } else if let Some(inner) = text.strip_prefix("neg(").and_then(|t| t.strip_suffix(')')) {
            marks.neg = true;
            text = inner;
        } else if let Some(inner) = text.strip_prefix("sext(").and_then(|t| t.strip_suffix(')')) {
            marks.sext = true;
            text = inner;
        } else {
            return text;
        }
    }
}

/// Parses an operand of a role.
fn operand(
    text: &str,
    wanted: &FormOperand,
    form: &Form,
    modifiers: Modifiers,
    target: Target,
    literal: &mut bool,
) -> Option<Parsed> {
    let registers = wanted.ty.registers();
    let known = |operand| Some(Parsed::Known(operand));
    match wanted.role {
        Role::ScalarDst => known(Operand::Scalar(scalar(text, registers, target)?)),
        Role::MaskDst | Role::MaskSrc => known(Operand::Scalar(scalar(text, 2, target)?)),
        Role::VectorDst | Role::VectorOnly => known(Operand::Vector(vector(text, registers)?)),
        Role::BufferAddress if text == "off" => known(Operand::Absent),
        Role::BufferAddress => {
            let both = modifiers.offen && modifiers.idxen;
            known(Operand::Vector(vector(text, if both || modifiers.addr64 { 2 } else { 1 })?))
        }
        Role::ScalarOffset => match scalar(text, 1, target) {
            Some(register) => known(Operand::Scalar(register)),
            None => known(Operand::Constant(u64::from(u32::try_from(integer(text)?).ok()?))),
        },
        Role::Imm => {
            let value = integer(text)?;
            let wide = match value {
                -0x8000..=0xffff if form.mnemonic.ends_with("_u32") => value & 0xffff,
                0x8000..=0xffff => value - 0x1_0000,
                -0x8000..=0x7fff => value,
                _ => return None,
            };
            known(Operand::Constant(u64::from(wide as u32)))
        }
        Role::Literal => {
            *literal = true;
            known(Operand::Constant(constant(text, wanted.ty, &mut false)?))
        }
        Role::Label => name(text).then(|| Parsed::Label(text.to_owned())),
        Role::Counts => known(Operand::Counts(counts(text)?)),
        Role::HardwareRegister => known(Operand::Hardware(hardware(text)?)),
        Role::ScalarSrc | Role::VectorSrc | Role::VectorSrc1 => {
            if wanted.role != Role::ScalarSrc
                && let Some(first) = vector(text, registers)
            {
                return known(Operand::Vector(first));
            }
            if let Some(first) = scalar(text, registers, target) {
                return known(Operand::Scalar(first));
            }
            if text == "scc" {
                return known(Operand::Scalar(Sgpr::SCC));
            }
            if let Some(bits) = constant(text, wanted.ty, literal) {
                return known(Operand::Constant(bits));
            }
            *literal = true;
            symbol(text)
        }
    }
}

fn name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$'))
}

/// `NAME@rel32@lo+4`.
fn symbol(text: &str) -> Option<Parsed> {
    let (symbol, rest) = text.split_once("@rel32@")?;
    if !name(symbol) {
        return None;
    }
    let (half, addend) = match rest.find(['+', '-']) {
        Some(at) => (&rest[..at], integer(rest[at..].trim_start_matches('+'))?),
        None => (rest, 0),
    };
    let high = match half {
        "lo" => false,
        "hi" => true,
        _ => return None,
    };
    Some(Parsed::Symbol { name: symbol.to_owned(), addend, high })
}

/// The numbers of `x[a:b]` or `xN`.
fn range(text: &str, prefix: char) -> Option<(u32, u32)> {
    let rest = text.strip_prefix(prefix)?;
    let number = |t: &str| (t.len() <= 4 && t.bytes().all(|b| b.is_ascii_digit())).then(|| t.parse().ok())?;
    if let Some(inner) = rest.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        let (first, last) = inner.split_once(':').unwrap_or((inner, inner));
        let (first, last): (u32, u32) = (number(first)?, number(last)?);
        return (first <= last).then(|| (first, last - first + 1));
    }
    Some((number(rest)?, 1))
}

fn vector(text: &str, registers: u32) -> Option<u16> {
    let (first, many) = range(text, 'v')?;
    (many == registers && first + many <= 256).then_some(first as u16)
}

fn scalar(text: &str, registers: u32, target: Target) -> Option<Sgpr> {
    let special = match text {
        "vcc" => Some((Sgpr::VCC, 2)),
        "vcc_lo" => Some((Sgpr::VCC, 1)),
        "vcc_hi" => Some((Sgpr(107), 1)),
        "exec" => Some((Sgpr::EXEC, 2)),
        "exec_lo" => Some((Sgpr::EXEC, 1)),
        "exec_hi" => Some((Sgpr(127), 1)),
        "m0" => Some((Sgpr::M0, 1)),
        "flat_scratch" if target == Target::VolcanicIslands => Some((Sgpr::FLAT_SCRATCH, 2)),
        "flat_scratch_lo" if target == Target::VolcanicIslands => Some((Sgpr::FLAT_SCRATCH, 1)),
        "flat_scratch_hi" if target == Target::VolcanicIslands => Some((Sgpr(103), 1)),
        _ => None,
    };
    if let Some((register, many)) = special {
        return (many == registers).then_some(register);
    }
    let (first, many) = range(text, 's')?;
    (many == registers && first + many <= 104).then_some(Sgpr(first as u8))
}

/// A decimal or hexadecimal integer.
pub(super) fn integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (digits, radix) = digits.strip_prefix("0x").map_or((digits, 10), |hex| (hex, 16));
    if digits.starts_with(['+', '-']) {
        return None;
    }
    let value = i64::from_str_radix(digits, radix).ok()?;
    Some(if negative { -value } else { value })
}

/// Bits of a constant as an operand of a type. Sets `literal` if it does not fit into the operand field.
fn constant(text: &str, ty: Type, literal: &mut bool) -> Option<u64> {
    if let Some(value) = integer(text) {
        let inline = (-16..=64).contains(&value);
        *literal |= !inline;
        if !(-0x8000_0000..=0xffff_ffff).contains(&value) {
            return None;
        }
        return Some(match ty {
            _ if inline && ty.registers() == 2 => value as u64,
            // The literal is the upper half.
            Type::F64 => (value as u64) << 32,
            Type::I64 => i64::from(value as i32) as u64,
            Type::B16 | Type::U16 | Type::I16 | Type::F16 => u64::from(value as u16),
            _ => u64::from(value as u32),
        });
    }
    let value: f64 = match text.trim_start_matches('-') {
        "0.5" | "1.0" | "2.0" | "4.0" => text.parse().ok()?,
        // The inverse of 2π has no negative counterpart.
        "0.15915494" | "0.15915494309189532" if !text.starts_with('-') => text.parse().ok()?,
        _ => return None,
    };
    let inverse = value.abs() < 0.2;
    Some(match ty {
        Type::B16 | Type::U16 | Type::I16 | Type::F16 if inverse => 0x3118,
        Type::B16 | Type::U16 | Type::I16 | Type::F16 => {
            let exponent = (value.abs().log2() as i64 + 15) as u64;
            exponent << 10 | u64::from(value < 0.0) << 15
        }
        _ if ty.registers() == 2 && inverse => 0x3fc4_5f30_6dc9_c882,
        _ if ty.registers() == 2 => value.to_bits(),
        _ if inverse => 0x3e22_f983,
        _ => u64::from((value as f32).to_bits()),
    })
}

/// The counters of `s_waitcnt`: names with counts, or the encoded number.
fn counts(text: &str) -> Option<Counts> {
    let mut counts = Counts::default();
    if let Some(raw) = integer(text) {
        let field = |value: i64, none: i64| (value != none).then_some(value as u8);
        return Some(Counts {
            vector: field(raw & 0xf, 0xf),
            export: field(raw >> 4 & 7, 7),
            local: field(raw >> 8 & 0xf, 0xf),
        });
    }
    for word in text.split([' ', '&', ',', '\t']).filter(|w| !w.is_empty()) {
        let (name, value) = word.strip_suffix(')')?.split_once('(')?;
        let value = u8::try_from(integer(value)?).ok()?;
        match name {
            "vmcnt" => counts.vector = (value < 15).then_some(value),
            "lgkmcnt" => counts.local = (value < 15).then_some(value),
            "expcnt" => counts.export = (value < 7).then_some(value),
            _ => return None,
        }
    }
    Some(counts)
}

/// `hwreg(HW_REG_MODE, 4, 2)`.
fn hardware(text: &str) -> Option<HardwareField> {
    let inner = text.strip_prefix("hwreg(")?.strip_suffix(')')?;
    let mut parts = inner.split(',').map(str::trim);
    let register = match parts.next()? {
        "HW_REG_MODE" | "1" => 1,
        _ => return None,
    };
    let mut number = |default| match parts.next() {
        Some(text) => integer(text).filter(|n| (0..=32).contains(n)).map(|n| n as u8),
        None => Some(default),
    };
    let (offset, bits) = (number(0)?, number(32)?);
    (offset < 32 && bits >= 1 && offset + bits <= 32).then_some(HardwareField { register, offset, bits })
}

/// Whether an instruction without encoding suffix needs the 64-bit encoding.
fn needs_wide(form: &Form, operands: &[Parsed], sources: &[SourceModifiers], m: Modifiers) -> bool {
    if !matches!(form.format, Format::Vop1 | Format::Vop2 | Format::Vopc) {
        return false;
    }
    let marked = sources.iter().any(|s| s.neg || s.abs) || m.clamp || m.omod != 0;
    let not_vcc = form.operands.iter().zip(operands).any(|(wanted, operand)| match wanted.role {
        Role::MaskDst | Role::MaskSrc => *operand != Parsed::Known(Operand::Scalar(Sgpr::VCC)),
        Role::VectorSrc1 => !matches!(operand, Parsed::Known(Operand::Vector(_))),
        _ => false,
    });
    marked || not_vcc
}

/// Bytes of an instruction.
fn size(form: &Form, encoding: Encoding, literal: bool, target: Target) -> u32 {
    let with_literal = if literal { 8 } else { 4 };
    let volcanic = target == Target::VolcanicIslands;
    match form.format {
        Format::Sop1 | Format::Sop2 | Format::Sopc | Format::Sopk | Format::Sopp => with_literal,
        Format::Smem => 4 + 4 * u32::from(volcanic),
        Format::Vop1 | Format::Vop2 | Format::Vopc if encoding == Encoding::Native => {
            // Volcanic Islands moved these to VOP3.
            let moved = ["lane_b32", "bfm_b32", "bcnt_u32_b32", "mbcnt_", "ldexp_f32", "cvt_pkrtz"];
            let is_moved = form.format == Format::Vop2 && moved.iter().any(|m| form.mnemonic.contains(m));
            if volcanic && is_moved { 8 } else { with_literal }
        }
        _ => 8,
    }
}
