//! Text files, and spans in them.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Largest text that is read; the PTX of whole libraries is smaller.
const LONGEST: u64 = 256 << 20;

/// A text file that was read.
#[derive(Debug, Clone)]
pub struct TextFile {
    pub path: PathBuf,
    /// Its content.
    pub text: String,
}

/// A span of a text that an error is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceSpan<'a> {
    pub name: String,
    pub text: &'a str,
    /// Bytes of the text.
    pub span: Range<usize>,
    /// A label for the span; may be empty.
    pub label: String,
}

impl SourceSpan<'_> {
    /// The line in which the span starts, from 1.
    pub fn line(&self) -> usize {
        let before = self.text.as_bytes().iter().take(self.span.start);
        1 + before.filter(|&&byte| byte == b'\n').count()
    }
}

/// The first `most` bytes of a file, or all if it is shorter.
///
/// # Errors
/// If the file cannot be read.
pub fn beginning(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a text file.
///
/// # Errors
/// If the file cannot be read. A file that is not UTF-8 is an error of kind [`ErrorKind::InvalidData`].
pub fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        let text = format!("the file is longer than {} MiB", LONGEST >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, text));
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        io::Error::new(ErrorKind::InvalidData, format!("it is not a text file (byte {at} is not UTF-8)"))
    })
}

/// A word as a shell takes it: in quotes if it has characters that a shell treats specially.
///
/// ```
/// use warploom_lab::work::text::shell_word;
/// assert_eq!(shell_word("a/b-1.cu".as_ref()), "a/b-1.cu");
/// assert_eq!(shell_word("it's mine.cu".as_ref()), r"'it'\''s mine.cu'");
/// ```
pub fn shell_word(word: &OsStr) -> String {
    let text = word.to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || "-_./,:=+@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.into_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The bytes of a text's line, counted from 1, without the white space around it.
pub fn line_span(text: &str, line: u32) -> Option<Range<usize>> {
    let found = text.split('\n').nth((line as usize).checked_sub(1)?)?;
    let start = found.as_ptr() as usize - text.as_ptr() as usize;
    let indent = found.len() - found.trim_start().len();
    Some(start + indent..start + found.trim_end().len().max(indent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_spans_exclude_indentation() {
        let text = "one\n\ttwo\r\n\n   \nfive";
        let found = |n| line_span(text, n).map(|r| &text[r]);
        assert_eq!(found(1), Some("one"));
        assert_eq!(found(2), Some("two"));
        assert_eq!(found(3), Some(""));
        assert_eq!(found(4), Some(""));
        assert_eq!(found(5), Some("five"));
        assert_eq!((found(0), found(6)), (None, None));
    }

    #[test]
    fn a_span_starts_in_its_line() {
        let text = "one\ntwo\n";
        let line =
            |at: usize| SourceSpan { name: String::new(), text, span: at..at, label: String::new() }.line();
        assert_eq!([0, 3, 4, 8].map(line), [1, 1, 2, 3]);
    }
}
