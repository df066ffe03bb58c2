//! nvdisasm's notation.

use super::fields::RZ;
use super::{Address, File, Instruction, Operand, Register, Value};
use std::fmt::{self, Display, Formatter};

impl Display for Register {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.file, self.index) {
            (File::General, RZ) => f.write_str("RZ"),
            (File::General, index) => write!(f, "R{index}"),
            (File::Uniform, 63) => f.write_str("URZ"),
            (File::Uniform, index) => write!(f, "UR{index}"),
            (File::Predicate, 7) => f.write_str("PT"),
            (File::Predicate, index) => write!(f, "P{index}"),
            (File::UniformPredicate, 7) => f.write_str("UPT"),
            (File::UniformPredicate, index) => write!(f, "UP{index}"),
            (File::Barrier, index) => write!(f, "B{index}"),
        }
    }
}

/// A number in hexadecimal, with its sign.
fn hexadecimal(value: i64) -> String {
    if value < 0 { format!("-{:#x}", value.unsigned_abs()) } else { format!("{value:#x}") }
}

/// C's `%.20g`, and its `%.20e` from a thousand millions on.
fn float(value: f64) -> String {
    const DIGITS: i32 = 20;
    if value.is_infinite() {
        return if value < 0.0 { "-INF ".to_owned() } else { "+INF ".to_owned() };
    }
    if value == 0.0 {
        return if value.is_sign_negative() { "-0.0 ".to_owned() } else { "0".to_owned() };
    }
    let is_large = value.abs() >= 1e9;
    let scientific = if is_large { format!("{value:.20e}") } else { format!("{value:.19e}") };
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let short = |text: &str| {
        let digits = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
        digits.to_owned()
    };
    if is_large {
        return format!("{mantissa}e+{exponent:02}");
    }
    if exponent < -4 {
        return format!("{}e-{:02}", short(mantissa), exponent.abs());
    }
    short(&format!("{value:.*}", (DIGITS - 1 - exponent).max(0) as usize))
}

/// What is not a number, with the sign that its bits have; of a double, whether it is a signalling one.
fn nan(is_negative: bool, is_signalling: bool) -> String {
    format!("{}{}NAN ", if is_negative { '-' } else { '+' }, if is_signalling { 'S' } else { 'Q' })
}

fn single(bits: u32) -> String {
    let value = f32::from_bits(bits);
    if value.is_nan() { nan(bits >> 31 == 1, false) } else { float(value.into()) }
}

/// A double by its upper half.
fn double(bits: u32) -> String {
    let value = f64::from_bits(u64::from(bits) << 32);
    if value.is_nan() { nan(bits >> 31 == 1, bits >> 19 & 1 == 0) } else { float(value) }
}

fn half(bits: u16) -> String {
    let is_negative = bits >> 15 == 1;
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => return nan(is_negative, false),
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    float(if is_negative { -magnitude } else { magnitude })
}

impl Display for Address {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        // A base that is 0 is left out beside something else, unless it is multiplied and added to a register.
        let is_left_out = match self.uniform {
            Some(_) => !self.scale.starts_with('X'),
            None => self.offset != 0 && self.is_offset(),
        };
        if let Some(base) = self.base.filter(|base| base.index != RZ || !is_left_out) {
            let dot = if self.scale.is_empty() { "" } else { "." };
            parts.push(format!("{base}{dot}{}", self.scale));
        }
        if let Some(uniform) = self.uniform {
            parts.push(uniform.to_string());
        }
        if self.offset != 0 || parts.is_empty() {
            parts.push(hexadecimal(self.offset));
        }
        f.write_str(&parts.join("+"))
    }
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = match self.value {
            Value::Register(register) => register.to_string(),
            Value::Signed(value) => hexadecimal(value),
            Value::Unsigned(value) => format!("{value:#x}"),
            Value::Single(bits) => single(bits),
            Value::Double(bits) => double(bits),
            Value::Half(bits) => half(bits),
            Value::BFloat(bits) => single(u32::from(bits) << 16),
            Value::Constant { bank, address } => format!("c[{bank:#x}][{address}]"),
            Value::Memory(address) => match address.descriptor {
                Some(descriptor) => format!("desc[{descriptor}][{address}]"),
                None => format!("[{address}]"),
            },
            Value::Target(at) => hexadecimal(at),
            Value::Boards(set) => {
                let boards: Vec<_> = (0..8)
                    .rev()
                    .filter(|board| set >> board & 1 == 1)
                    .map(|board| board.to_string())
                    .collect();
                format!("{{{}}}", boards.join(","))
            }
            Value::Relocated(address) => format!("{address:#x}"),
            Value::Name(name) => name.to_owned(),
        };
        if let Some(sign) = self.sign {
            write!(f, "{sign}")?;
        }
        let bar = if self.absolute { "|" } else { "" };
        let reuse = if self.reuse { ".reuse" } else { "" };
        let dot = if self.suffix.is_empty() { "" } else { "." };
        match self.value {
            Value::Constant { .. } => write!(f, "{bar}{value}{dot}{}{bar}", self.suffix),
            _ => write!(f, "{bar}{value}{bar}{reuse}{dot}{}", self.suffix),
        }
    }
}

impl Display for Instruction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some((guard, negated)) = self.guard {
            write!(f, "@{}{guard} ", if negated { "!" } else { "" })?;
        }
        f.write_str(self.stem)?;
        self.modifiers.iter().try_for_each(|modifier| write!(f, ".{modifier}"))?;
        let mut before = None;
        for operand in &self.operands {
            // A target follows its register without a comma.
            let is_pair = matches!(operand.value, Value::Target(_))
                && matches!(self.stem, "RET" | "CALL" | "BRX")
                && matches!(
                    before,
                    Some(Value::Register(Register { file: File::General | File::Uniform, .. }))
                );
            write!(f, "{}{operand}", if before.is_none() || is_pair { " " } else { ", " })?;
            before = Some(operand.value);
        }
        Ok(())
    }
}
