//! Lexer.

use super::error::{Error, ErrorKind, Span};

/// A token. Its text is the source text of its span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    /// A name: register, symbol, label, opcode.
    Word,
    /// `.` and a name: a directive or suffix. The text includes the dot.
    Dot,
    Int(u64),
    /// A single-precision literal (`0f…`), by bits.
    F32(u32),
    /// A double-precision literal (`0d…` or decimal), by bits.
    F64(u64),
    /// A string in quotes. The text includes them.
    Text,
    /// Anything else, one character.
    Punct(char),
    End,
}

/// Splits `source` into tokens. The last token is [`Token::End`].
pub fn lex(source: &str) -> Result<Vec<(Token, Span)>, Error> {
    if u32::try_from(source.len()).is_err() {
        return Err(Error::new(ErrorKind::TooLong(source.len()), Span::default(), ""));
    }
    let bytes = source.as_bytes();
    let mut tokens = Vec::with_capacity(source.len() / 4);
    // Some editors start a file with a byte-order mark.
    let mut at = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    while at < bytes.len() {
        let start = at;
        let span = |end: usize| Span { start: start as u32, end: end as u32 };
        let fail = |kind, end| Err(Error::new(kind, span(end), source));
        let token = match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += bytes[at..].iter().position(|&b| b == b'\n').unwrap_or(bytes.len() - at);
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => match source[at + 2..].find("*/") {
                Some(len) => {
                    at += len + 4;
                    continue;
                }
                None => return fail(ErrorKind::Unclosed("comment"), at + 2),
            },
            b'"' => match source[at + 1..].find(['"', '\n']) {
                Some(len) if bytes[at + 1 + len] == b'"' => {
                    at += len + 2;
                    Token::Text
                }
                _ => return fail(ErrorKind::Unclosed("string"), at + 1),
            },
            b'.' if bytes.get(at + 1).is_some_and(|&b| word_start(b) || b.is_ascii_digit()) => {
                at = word_end(bytes, at + 1);
                // Suffixes such as `.L2::128B` and `.shared::cta`.
                while bytes[at..].starts_with(b"::") && bytes.get(at + 2).is_some_and(|&b| word_byte(b)) {
                    at = word_end(bytes, at + 2);
                }
                Token::Dot
            }
            b if word_start(b) => {
                at = word_end(bytes, at + 1);
                Token::Word
            }
            b if b.is_ascii_digit() => {
                let (token, end) = number(source, at);
                at = end;
                match token {
                    Some(token) => token,
                    None => return fail(ErrorKind::Number(source[start..end].to_owned()), end),
                }
            }
            b if b.is_ascii_punctuation() => {
                at += 1;
                Token::Punct(b as char)
            }
            _ => {
                let c = source[at..].chars().next().unwrap_or('\u{fffd}');
                return fail(ErrorKind::Character(c), at + c.len_utf8());
            }
        };
        tokens.push((token, span(at)));
    }
    let end = source.len() as u32;
    tokens.push((Token::End, Span { start: end, end }));
    Ok(tokens)
}

fn word_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || matches!(b, b'_' | b'$' | b'%')
}

fn word_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$')
}

fn word_end(bytes: &[u8], from: usize) -> usize {
    from + bytes[from..].iter().take_while(|&&b| word_byte(b)).count()
}

/// Reads the number at `at` and returns it with its end; `None` if it is malformed.
fn number(source: &str, at: usize) -> (Option<Token>, usize) {
    let bytes = source.as_bytes();
    let mut end = word_end(bytes, at);
    let text = &source[at..end];
    let lower = text.to_ascii_lowercase();
    if let Some(hex) = lower.strip_prefix("0f") {
        return (hex_of(hex, 8).map(|v| Token::F32(v as u32)), end);
    }
    if let Some(hex) = lower.strip_prefix("0d") {
        return (hex_of(hex, 16).map(Token::F64), end);
    }
    let digits = lower.strip_suffix('u').unwrap_or(&lower);
    if let Some(hex) = digits.strip_prefix("0x") {
        return (u64::from_str_radix(hex, 16).ok().filter(|_| plain(hex)).map(Token::Int), end);
    }
    if let Some(bin) = digits.strip_prefix("0b") {
        return (u64::from_str_radix(bin, 2).ok().filter(|_| plain(bin)).map(Token::Int), end);
    }
    // A decimal point (not a range or a suffix) or an exponent makes it a double.
    let point = bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
    if point {
        end = word_end(bytes, end + 1);
    }
    if bytes.get(end - 1).is_some_and(|b| matches!(b, b'e' | b'E'))
        && bytes.get(end).is_some_and(|b| matches!(b, b'+' | b'-'))
    {
        end = word_end(bytes, end + 1);
    }
    let text = &source[at..end];
    if point || text.contains(['e', 'E']) {
        return (text.parse::<f64>().ok().map(|v| Token::F64(v.to_bits())), end);
    }
    let value = if digits.len() > 1 && digits.starts_with('0') {
        u64::from_str_radix(&digits[1..], 8).ok()
    } else {
        digits.parse().ok()
    };
    (value.map(Token::Int), end)
}

fn plain(digits: &str) -> bool {
    digits.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn hex_of(digits: &str, len: usize) -> Option<u64> {
    (digits.len() == len && plain(digits)).then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(source: &str) -> Vec<Token> {
        lex(source).unwrap().into_iter().map(|(t, _)| t).collect()
    }

    #[test]
    fn numbers_of_every_notation() {
        use Token::*;
        assert_eq!(
            tokens("10 0x1F 017 0b101 7U 0f3F800000 0d3FF0000000000000 1.5 2e3 0xFFFFFFFFFFFFFFFF"),
            [
                Int(10),
                Int(31),
                Int(15),
                Int(5),
                Int(7),
                F32(0x3f80_0000),
                F64(1f64.to_bits()),
                F64(1.5f64.to_bits()),
                F64(2000f64.to_bits()),
                Int(u64::MAX),
                End
            ]
        );
    }

    #[test]
    fn names_suffixes_and_comments() {
        use Token::*;
        assert_eq!(
            tokens("ld.global.L2::128B %r1, [$x+4]; // gone\n/* gone */ %tid.x"),
            [
                Word,
                Dot,
                Dot,
                Word,
                Punct(','),
                Punct('['),
                Word,
                Punct('+'),
                Int(4),
                Punct(']'),
                Punct(';'),
                Word,
                Dot,
                End
            ]
        );
    }

    #[test]
    fn what_cannot_be_read_is_located() {
        let e = lex("a\n  0f12 ").unwrap_err();
        assert_eq!(e.to_string(), "line 2, column 3: `0f12` is not a valid PTX number");
        assert_eq!(lex("é").unwrap_err().kind, ErrorKind::Character('é'));
        assert_eq!(lex("/* x").unwrap_err().kind, ErrorKind::Unclosed("comment"));
        assert_eq!(lex("\"x\n\"").unwrap_err().kind, ErrorKind::Unclosed("string"));
    }
}
