//! Parser of blank-separated fields of a line.

use super::error::{Reason, shown};

pub(super) type Parse<T> = Result<T, Box<Reason>>;

/// Value of a hexadecimal digit; 255 for other bytes.
const HEX: [u8; 256] = {
    let mut values = [u8::MAX; 256];
    let mut digit = 0;
    while digit < 16 {
        values[b"0123456789abcdef"[digit] as usize] = digit as u8;
        values[b"0123456789ABCDEF"[digit] as usize] = digit as u8;
        digit += 1;
    }
    values
};

fn blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// Cursor over the fields of a line.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> Fields<'a> {
    pub(super) fn new(line: &'a [u8]) -> Fields<'a> {
        Fields { line, at: 0 }
    }

    #[inline]
    fn skip(&mut self) {
        while self.line.get(self.at).is_some_and(|&byte| blank(byte)) {
            self.at += 1;
        }
    }

    /// The rest of the line, from the next field on.
    #[inline]
    pub(super) fn rest(&mut self) -> &'a [u8] {
        self.skip();
        &self.line[self.at..]
    }

    /// Skips bytes.
    #[inline]
    pub(super) fn pass(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.line.len());
    }

    #[inline]
    fn ends(&self, at: usize) -> bool {
        self.line.get(at).is_none_or(|&byte| blank(byte))
    }

    /// The next field without consuming it; `None` at the end.
    pub(super) fn peek(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest();
        let end = rest.iter().position(|&byte| blank(byte)).unwrap_or(rest.len());
        (end > 0).then(|| &rest[..end])
    }

    /// Consumes the next field.
    pub(super) fn word(&mut self, expected: &'static str) -> Parse<&'a [u8]> {
        let word = self.peek().ok_or_else(|| Box::new(Reason::LineEnds { expected }))?;
        self.at += word.len();
        Ok(word)
    }

    #[cold]
    fn wrong(mut self, start: usize, expected: &'static str) -> Box<Reason> {
        self.at = start;
        Box::new(match self.peek() {
            None => Reason::LineEnds { expected },
            Some(word) => Reason::Field { expected, found: shown(word) },
        })
    }

    /// Parses a hexadecimal number, with or without `0x`.
    #[inline]
    pub(super) fn hex(&mut self, expected: &'static str) -> Parse<u64> {
        self.skip();
        let start = self.at;
        let digits = if self.line[start..].starts_with(b"0x") { start + 2 } else { start };
        let (mut at, mut value) = (digits, 0);
        while let Some(&byte) = self.line.get(at) {
            let digit = HEX[byte as usize];
            if digit > 15 {
                break;
            }
            value = value << 4 | u64::from(digit);
            at += 1;
        }
        if at == digits || at - digits > 16 || !self.ends(at) {
            return Err(self.wrong(start, expected));
        }
        self.at = at;
        Ok(value)
    }

    /// Parses a decimal number.
    #[inline]
    pub(super) fn decimal(&mut self, expected: &'static str) -> Parse<u64> {
        self.skip();
        let start = self.at;
        let (value, at) = self.digits(start);
        // Nineteen digits cannot overflow, and no field needs more.
        if at == start || at - start > 19 || !self.ends(at) {
            return Err(self.wrong(start, expected));
        }
        self.at = at;
        Ok(value)
    }

    /// Parses a decimal number with optional sign.
    #[inline]
    pub(super) fn signed(&mut self, expected: &'static str) -> Parse<i64> {
        self.skip();
        let start = self.at;
        let minus = self.line.get(start) == Some(&b'-');
        let digits = start + usize::from(minus);
        let (value, at) = self.digits(digits);
        let in_range = value <= i64::MAX as u64 + u64::from(minus);
        if at == digits || at - digits > 19 || !in_range || !self.ends(at) {
            return Err(self.wrong(start, expected));
        }
        self.at = at;
        Ok(if minus { (value as i64).wrapping_neg() } else { value as i64 })
    }

    /// Parses an immediate. A number beyond 64 bits becomes `i64::MAX`: no such value has a meaning here.
    #[inline]
    pub(super) fn immediate(&mut self) -> Parse<i64> {
        const EXPECTED: &str = "the immediate operand, a decimal number";
        let start = self.at;
        match self.signed(EXPECTED) {
            Ok(value) => Ok(value),
            Err(_) if self.peek().is_some_and(number) => {
                self.word(EXPECTED)?;
                Ok(i64::MAX)
            }
            Err(_) => Err(self.wrong(start, EXPECTED)),
        }
    }

    /// Value and end of the decimal digits at `at`. The value wraps if there are too many digits.
    #[inline]
    fn digits(&self, mut at: usize) -> (u64, usize) {
        let mut value = 0_u64;
        while let Some(digit) = self.line.get(at).map(|byte| byte.wrapping_sub(b'0'))
            && digit < 10
        {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            at += 1;
        }
        (value, at)
    }

    /// Checks that the line has no more fields.
    #[inline]
    pub(super) fn end(mut self) -> Parse<()> {
        match self.rest() {
            [] => Ok(()),
            rest => Err(Box::new(Reason::LeftOver { found: shown(rest.trim_ascii_end()) })),
        }
    }
}

/// Whether a field consists of digits with optional sign.
pub(super) fn number(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Value of a line `key = value`, if the key matches.
pub(super) fn value_of<'a>(line: &'a [u8], key: &str) -> Option<&'a [u8]> {
    let rest = line.trim_ascii_start().strip_prefix(key.as_bytes())?.trim_ascii_start();
    Some(rest.strip_prefix(b"=")?.trim_ascii())
}

/// Parses three comma-separated numbers: `1,2,3`.
pub(super) fn triple(text: &[u8]) -> Option<[u64; 3]> {
    let mut parts = std::str::from_utf8(text).ok()?.split(',').map(|part| part.trim().parse().ok());
    let triple = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(triple)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_their_edges() {
        let hex = |text: &str| Fields::new(text.as_bytes()).hex("an address").map_err(|e| e.to_string());
        assert_eq!(hex("0xffffffffffffffff "), Ok(u64::MAX));
        assert_eq!(hex("  00FF\r"), Ok(255));
        assert_eq!(hex("0x10000000000000000"), Err("`0x10000000000000000` should be an address".to_owned()));
        assert_eq!(hex("0x"), Err("`0x` should be an address".to_owned()));
        assert_eq!(hex("1g"), Err("`1g` should be an address".to_owned()));
        assert_eq!(hex(" "), Err("the line ends before an address".to_owned()));
        let signed = |text: &str| Fields::new(text.as_bytes()).signed("a difference").ok();
        assert_eq!(signed("-9223372036854775808"), Some(i64::MIN));
        assert_eq!(signed("9223372036854775807"), Some(i64::MAX));
        assert_eq!(signed("9223372036854775808"), None);
        assert_eq!(signed("--1"), None);
        assert_eq!(signed("-"), None);
        let decimal = |text: &str| Fields::new(text.as_bytes()).decimal("a count").ok();
        assert_eq!(decimal("9999999999999999999"), Some(9_999_999_999_999_999_999));
        assert_eq!(decimal("10000000000000000000"), None);
        let immediate = |text: &str| Fields::new(text.as_bytes()).immediate().ok();
        assert_eq!(immediate("18446744073709551615 "), Some(i64::MAX));
        assert_eq!(immediate("-264"), Some(-264));
        assert_eq!(immediate("x"), None);
    }

    #[test]
    fn lines_with_a_key() {
        assert_eq!(value_of(b"insts = 13 \r", "insts"), Some(&b"13"[..]));
        assert_eq!(value_of(b"insts 13", "insts"), None);
        assert_eq!(triple(b"1, 2,3"), Some([1, 2, 3]));
        assert_eq!(triple(b"1,2,3,4"), None);
        assert_eq!(triple(b"1,-2,3"), None);
        assert_eq!(triple(b"1,2"), None);
    }
}
