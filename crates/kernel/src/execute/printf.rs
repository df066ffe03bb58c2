//! Formatting of `printf` as the C library does it: CUDA passes format and arguments to the host, which formats them.
//!
//! Conversions are `d i o u x X c s f F e E g G a A p %`, with all flags, a width and a precision (also `*`) and the lengths
//! `hh h l ll j z t`, on a host whose `long` has 64 bits. Anything else after `%` is printed as it is written.

/// Maximum width and precision.
const MOST_WIDTH: usize = 65_535;

/// How an argument lies in the argument buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PrintfArgument {
    /// An `int`, also for narrower types.
    Int,
    /// An integer of 64 bits, or a pointer.
    Long,
    /// A `double`, also for `float`.
    Double,
    /// A pointer to a string.
    String,
}

impl PrintfArgument {
    pub fn bytes(self) -> u64 {
        if self == PrintfArgument::Int { 4 } else { 8 }
    }
}

/// A piece of a format string.
#[derive(Debug)]
pub(crate) enum Piece<'a> {
    Literal(&'a [u8]),
    Conversion(Conversion),
}

/// A width or precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    None,
    Given(usize),
    /// `*`: an argument has it.
    Star,
}

#[derive(Clone, Copy, Default, Debug)]
struct Flags {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
}

/// A conversion: `%-08.3f`.
#[derive(Debug)]
pub(crate) struct Conversion {
    flags: Flags,
    width: Number,
    precision: Number,
    /// Bits of an integer argument.
    bits: u32,
    kind: u8,
    arguments: Vec<PrintfArgument>,
}

/// Splits a format string into literal text and conversions.
pub(crate) fn pieces(format: &[u8]) -> Vec<Piece<'_>> {
    let (mut all, mut start, mut at) = (Vec::new(), 0, 0);
    while at < format.len() {
        if format[at] != b'%' {
            at += 1;
            continue;
        }
        if format.get(at + 1) == Some(&b'%') {
            all.push(Piece::Literal(&format[start..=at]));
            at += 2;
            start = at;
        } else if let Some((conversion, end)) = Conversion::read(format, at + 1) {
            all.push(Piece::Literal(&format[start..at]));
            all.push(Piece::Conversion(conversion));
            at = end;
            start = at;
        } else {
            at += 1;
        }
    }
    all.push(Piece::Literal(&format[start..]));
    all
}

impl Piece<'_> {
    /// The arguments that the piece takes, in order.
    pub fn arguments(&self) -> &[PrintfArgument] {
        match self {
            Piece::Literal(_) => &[],
            Piece::Conversion(conversion) => &conversion.arguments,
        }
    }

    /// Appends the text of the piece. A value has the bits of an argument, and the string if it points to one.
    pub fn write(&self, values: &[(u64, Vec<u8>)], out: &mut Vec<u8>) {
        match self {
            Piece::Literal(text) => out.extend_from_slice(text),
            Piece::Conversion(conversion) => conversion.write(values, out),
        }
    }
}

/// The number at `at`, and where it ends.
fn number(format: &[u8], mut at: usize) -> (Number, usize) {
    if format.get(at) == Some(&b'*') {
        return (Number::Star, at + 1);
    }
    let start = at;
    let mut value = 0usize;
    while let Some(digit) = format.get(at).filter(|c| c.is_ascii_digit()) {
        value = (value * 10 + usize::from(digit - b'0')).min(MOST_WIDTH);
        at += 1;
    }
    (if at == start { Number::None } else { Number::Given(value) }, at)
}

impl Conversion {
    /// The conversion after `%` at `at`, and where it ends.
    fn read(format: &[u8], mut at: usize) -> Option<(Conversion, usize)> {
        let mut flags = Flags::default();
        loop {
            match format.get(at)? {
                b'-' => flags.left = true,
                b'+' => flags.plus = true,
                b' ' => flags.space = true,
                b'#' => flags.alternate = true,
                b'0' => flags.zero = true,
                _ => break,
            }
            at += 1;
        }
        let (width, end) = number(format, at);
        at = end;
        let mut precision = Number::None;
        if format.get(at) == Some(&b'.') {
            (precision, at) = number(format, at + 1);
            if precision == Number::None {
                precision = Number::Given(0);
            }
        }
        let rest = format.get(at..)?;
        let (bits, length) = match rest {
            [b'h', b'h', ..] => (8, 2),
            [b'h', ..] => (16, 1),
            [b'l', b'l', ..] => (64, 2),
            [b'l' | b'j' | b'z' | b't', ..] => (64, 1),
            _ => (32, 0),
        };
        let kind = *rest.get(length)?;
        let value = match kind {
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' if bits == 64 => PrintfArgument::Long,
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'c' => PrintfArgument::Int,
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => PrintfArgument::Double,
            b's' => PrintfArgument::String,
            b'p' => PrintfArgument::Long,
            _ => return None,
        };
        let stars = [width, precision].iter().filter(|n| **n == Number::Star).count();
        let mut arguments = vec![PrintfArgument::Int; stars];
        arguments.push(value);
        Some((Conversion { flags, width, precision, bits, kind, arguments }, at + length + 1))
    }

    fn write(&self, values: &[(u64, Vec<u8>)], out: &mut Vec<u8>) {
        let mut flags = self.flags;
        let mut stars = values.iter().map(|(bits, _)| *bits as u32 as i32);
        let mut resolve = |n: Number| match n {
            Number::None => None,
            Number::Given(n) => Some(n as i64),
            Number::Star => stars.next().map(i64::from),
        };
        let (width, precision) = (resolve(self.width).unwrap_or(0), resolve(self.precision));
        flags.left |= width < 0;
        let width = (width.unsigned_abs() as usize).min(MOST_WIDTH);
        // A negative precision counts as none.
        let precision = precision.and_then(|p| usize::try_from(p).ok()).map(|p| p.min(MOST_WIDTH));
        let Some((bits, string)) = values.last() else { return };
        let bits = *bits;
        let text = match self.kind {
            b'c' => Text::plain(vec![bits as u8]),
            b's' => Text::plain(string[..precision.unwrap_or(usize::MAX).min(string.len())].to_vec()),
            b'p' if bits == 0 => Text::plain(b"(nil)".to_vec()),
            b'p' => integer(b'x', bits, 64, precision, Flags { alternate: true, ..flags }),
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                real(self.kind, f64::from_bits(bits), precision, flags)
            }
            kind => integer(kind, bits, self.bits, precision, flags),
        };
        text.pad(width, flags, out);
    }
}

/// A converted value: sign or prefix, then digits. Zeros for the width go between them.
struct Text {
    prefix: Vec<u8>,
    digits: Vec<u8>,
    /// Whether the flag `0` pads with zeros.
    zeros: bool,
}

impl Text {
    fn plain(digits: Vec<u8>) -> Text {
        Text { prefix: Vec::new(), digits, zeros: false }
    }

    fn pad(self, width: usize, flags: Flags, out: &mut Vec<u8>) {
        let missing = width.saturating_sub(self.prefix.len() + self.digits.len());
        let zeros = self.zeros && flags.zero && !flags.left;
        if !flags.left && !zeros {
            out.resize(out.len() + missing, b' ');
        }
        out.extend_from_slice(&self.prefix);
        if zeros {
            out.resize(out.len() + missing, b'0');
        }
        out.extend_from_slice(&self.digits);
        if flags.left {
            out.resize(out.len() + missing, b' ');
        }
    }
}

fn sign(negative: bool, flags: Flags) -> Vec<u8> {
    match (negative, flags.plus, flags.space) {
        (true, ..) => b"-".to_vec(),
        (_, true, _) => b"+".to_vec(),
        (_, _, true) => b" ".to_vec(),
        _ => Vec::new(),
    }
}

fn integer(kind: u8, bits: u64, width: u32, precision: Option<usize>, flags: Flags) -> Text {
    let unused = 64 - width;
    let signed = ((bits << unused) as i64) >> unused;
    let unsigned = bits << unused >> unused;
    let (mut prefix, magnitude) = match kind {
        b'd' | b'i' => (sign(signed < 0, flags), signed.unsigned_abs()),
        _ => (Vec::new(), unsigned),
    };
    let mut digits = match kind {
        b'o' => format!("{magnitude:o}"),
        b'x' => format!("{magnitude:x}"),
        b'X' => format!("{magnitude:X}"),
        _ => magnitude.to_string(),
    };
    if magnitude == 0 && precision == Some(0) {
        digits.clear();
    }
    if let Some(least) = precision {
        digits.insert_str(0, &"0".repeat(least.saturating_sub(digits.len())));
    }
    if flags.alternate {
        match kind {
            b'o' if !digits.starts_with('0') => digits.insert(0, '0'),
            b'x' if magnitude != 0 => prefix = b"0x".to_vec(),
            b'X' if magnitude != 0 => prefix = b"0X".to_vec(),
            _ => {}
        }
    }
    // A pointer is a hexadecimal number with the sign flags of the conversion.
    Text { prefix, digits: digits.into_bytes(), zeros: precision.is_none() }
}

fn real(kind: u8, value: f64, precision: Option<usize>, flags: Flags) -> Text {
    let mut prefix = sign(value.is_sign_negative(), flags);
    let magnitude = value.abs();
    if !value.is_finite() {
        let text = if value.is_nan() { "nan" } else { "inf" };
        let text = if kind.is_ascii_uppercase() { text.to_uppercase() } else { text.to_owned() };
        return Text { prefix, digits: text.into_bytes(), zeros: false };
    }
    let mut digits = match kind.to_ascii_lowercase() {
        b'f' => fixed(magnitude, precision.unwrap_or(6), flags.alternate),
        b'e' => exponential(magnitude, precision.unwrap_or(6), flags.alternate),
        b'g' => general(magnitude, precision.unwrap_or(6).max(1), flags.alternate),
        _ => {
            prefix.extend_from_slice(if kind == b'A' { b"0X" } else { b"0x" });
            hexadecimal(magnitude, precision, flags.alternate)
        }
    };
    if kind.is_ascii_uppercase() {
        digits = digits.to_uppercase();
    }
    Text { prefix, digits: digits.into_bytes(), zeros: true }
}

fn fixed(value: f64, precision: usize, alternate: bool) -> String {
    let mut text = format!("{value:.precision$}");
    if alternate && precision == 0 {
        text.push('.');
    }
    text
}

/// Digits before the exponent and the exponent, of a value in scientific notation.
fn scientific(value: f64, precision: usize) -> (String, i32) {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (digits.to_owned(), exponent.parse().unwrap_or(0))
}

fn with_exponent(mut digits: String, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    digits.push_str(&format!("e{sign}{:02}", exponent.unsigned_abs()));
    digits
}

fn exponential(value: f64, precision: usize, alternate: bool) -> String {
    let (mut digits, exponent) = scientific(value, precision);
    if alternate && precision == 0 {
        digits.push('.');
    }
    with_exponent(digits, exponent)
}

fn general(value: f64, precision: usize, alternate: bool) -> String {
    let (digits, exponent) = scientific(value, precision - 1);
    let trim = |text: String, alternate: bool| match alternate {
        true if text.contains('.') => text,
        true => text + ".",
        false if text.contains('.') => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    if exponent < -4 || exponent >= precision as i32 {
        return with_exponent(trim(digits, alternate), exponent);
    }
    let places = (precision as i32 - 1 - exponent) as usize;
    trim(format!("{value:.places$}"), alternate)
}

/// Digits of `%a`, without `0x`.
fn hexadecimal(value: f64, precision: Option<usize>, alternate: bool) -> String {
    const FRACTION: u32 = 52;
    let bits = value.to_bits();
    let (stored, mut fraction) = ((bits >> FRACTION) as i32, bits & ((1 << FRACTION) - 1));
    let (mut lead, exponent) = match (stored, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1, stored - 1023),
    };
    let mut places = 13;
    match precision {
        Some(wanted) if wanted < 13 => {
            // Round to the nearest, ties to even.
            let cut = 4 * (13 - wanted as u32);
            let all = lead << FRACTION | fraction;
            let (kept, rest, half) = (all >> cut, all & ((1 << cut) - 1), 1u64 << (cut - 1));
            let kept = kept + u64::from(rest > half || rest == half && kept & 1 == 1);
            let rounded = kept << cut;
            (lead, fraction) = (rounded >> FRACTION, rounded & ((1 << FRACTION) - 1));
            places = wanted;
        }
        Some(_) => {}
        None => {
            while places > 0 && fraction >> (4 * (13 - places)) & 15 == 0 {
                places -= 1;
            }
        }
    }
    let mut text = lead.to_string();
    if places > 0 || precision.is_some_and(|p| p > 0) || alternate {
        text.push('.');
    }
    let digits = format!("{fraction:013x}");
    text.push_str(&digits[..places]);
    text.push_str(&"0".repeat(precision.unwrap_or(0).saturating_sub(13)));
    text.push_str(&format!("p{exponent:+}"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(format: &str, value: u64, string: &str) -> String {
        let mut out = Vec::new();
        for piece in pieces(format.as_bytes()) {
            let values: Vec<_> = piece.arguments().iter().map(|_| (value, string.into())).collect();
            piece.write(&values, &mut out);
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn text_that_is_no_conversion_is_kept() {
        assert_eq!(printed("a 100%% b%", 0, ""), "a 100% b%");
        assert_eq!(printed("%y %5 %", 0, ""), "%y %5 %");
        assert_eq!(printed("", 0, ""), "");
    }

    #[test]
    fn arguments_are_taken_in_order() {
        let format = pieces(b"%*.*f %d %lld %s %c %p");
        let kinds: Vec<PrintfArgument> = format.iter().flat_map(|p| p.arguments()).copied().collect();
        use PrintfArgument::*;
        assert_eq!(kinds, [Int, Int, Double, Int, Long, String, Int, Long]);
    }

    #[test]
    fn a_null_string_and_a_null_pointer() {
        assert_eq!(printed("%6s|%-6p|", 0, "(null)"), "(null)|(nil) |");
    }
}
