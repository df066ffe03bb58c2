//! Fields of a line: words between spaces.

use super::error::{Reason, shown};

/// The words of a line that were not read yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Words<'a> {
        Words(text.trim())
    }

    /// The words of a line of a file.
    pub(super) fn of_line(line: &'a [u8]) -> Result<Words<'a>, Reason> {
        std::str::from_utf8(line).map(Words::new).map_err(|_| Reason::Text)
    }

    /// The rest of the line.
    pub(super) fn rest(self) -> &'a str {
        self.0
    }

    /// The next word. `None` at the end of the line.
    pub(super) fn word(&mut self) -> Option<&'a str> {
        let (word, rest) = self.0.split_once(char::is_whitespace).unwrap_or((self.0, ""));
        self.0 = rest.trim_start();
        Some(word).filter(|word| !word.is_empty())
    }

    /// The next word, which must exist.
    pub(super) fn expect(&mut self, expected: &'static str) -> Result<&'a str, Reason> {
        self.word().ok_or(Reason::LineEnds { expected })
    }

    /// The next word as a decimal number.
    pub(super) fn decimal(&mut self, expected: &'static str) -> Result<u64, Reason> {
        let word = self.expect(expected)?;
        digits(word, 10).ok_or_else(|| Reason::Field { expected, found: shown(word) })
    }

    /// The next word as a hexadecimal number without `0x`.
    pub(super) fn hexadecimal(&mut self, expected: &'static str) -> Result<u64, Reason> {
        let word = self.expect(expected)?;
        digits(word, 16).ok_or_else(|| Reason::Field { expected, found: shown(word) })
    }

    /// Checks that no word is left.
    pub(super) fn end(self) -> Result<(), Reason> {
        match self.0 {
            "" => Ok(()),
            found => Err(Reason::LeftOver { found: shown(found) }),
        }
    }

    /// The words after the word `key`.
    pub(super) fn after(mut self, key: &'static str) -> Result<Words<'a>, Reason> {
        while let Some(word) = self.word() {
            if word == key {
                return Ok(self);
            }
        }
        Err(Reason::LaunchLacks { key })
    }
}

/// A number without a sign: the standard library accepts `+1`.
fn digits(word: &str, radix: u32) -> Option<u64> {
    let plain = word.starts_with(|c: char| c.is_digit(radix));
    plain.then(|| u64::from_str_radix(word, radix).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_order_and_found_by_key() {
        let mut words = Words::new("  wf 1 ff\t-2 ");
        assert_eq!(words.word(), Some("wf"));
        assert_eq!(words.decimal("n").unwrap(), 1);
        assert_eq!(words.after("ff").unwrap().rest(), "-2");
        assert_eq!(words.hexadecimal("n").unwrap(), 0xff);
        assert!(words.end().is_err());
        assert_eq!(words.decimal("a number").unwrap_err().to_string(), "`-2` should be a number");
        assert!(words.end().is_ok() && words.word().is_none());
        assert_eq!(
            words.after("lds").unwrap_err().to_string(),
            "the line has no `lds …`; record the launch file again"
        );
    }

    #[test]
    fn numbers_have_no_sign_and_64_bits() {
        for wrong in ["+1", "-1", "", "0x1", "ffffffffffffffff0", "é"] {
            assert_eq!(digits(wrong, 16), None, "{wrong}");
        }
        assert_eq!(digits("ffffffffffffffff", 16), Some(u64::MAX));
    }
}
