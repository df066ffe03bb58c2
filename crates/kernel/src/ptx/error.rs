//! What can be wrong with a PTX file, and where.

use std::fmt;
use std::ops::Range;

/// A stretch of source text, in bytes.
///
/// Two spans are always equal: where a thing was written is not part of what it says, and so
/// syntax trees compare by meaning (parse → print → parse is the identity).
#[derive(Clone, Copy, Default, Eq)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

impl Span {
    /// From the start of `self` to the end of `other`.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }

    /// The span as a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// The file is too long for byte offsets of 32 bits.
    #[error("the file has {0} bytes; the limit is 4 GiB")]
    TooLong(usize),
    /// A character no PTX token starts with.
    #[error("unexpected character `{}`", .0.escape_debug())]
    Character(char),
    /// A comment or string without its end.
    #[error("this {0} is never closed")]
    Unclosed(&'static str),
    /// A number that cannot be read.
    #[error("`{0}` is not a valid PTX number")]
    Number(String),
    /// Another token was due.
    #[error("expected {wanted}, found {found}")]
    Token {
        /// What could have stood here.
        wanted: String,
        /// What stands here.
        found: String,
    },
    /// Braces nested beyond reason.
    #[error("braces are nested more than {0} deep")]
    TooDeep(usize),
    /// PTX that Warploom knows of and does not execute.
    #[error("`{what}` is not supported: {why}")]
    Unsupported {
        /// The instruction or directive.
        what: String,
        /// What it belongs to.
        why: &'static str,
    },
    /// A word that is no PTX instruction.
    #[error("`{0}` is not an instruction")]
    Instruction(String),
    /// A word that is no directive.
    #[error("`{0}` is not a directive that is allowed here")]
    Directive(String),
    /// An instruction whose suffixes fit no row of the table.
    #[error("`{0}` is not a form of this instruction")]
    Form(String),
    /// Operands that fit no row of the table.
    #[error("`{instruction}` takes {wanted}, found {found}")]
    Operands {
        /// The instruction with its suffixes.
        instruction: String,
        /// The operands of the row.
        wanted: String,
        /// What was found instead.
        found: String,
    },
    /// A name nothing declares.
    #[error("{what} `{name}` is not declared")]
    Undeclared {
        /// Register, label, function, …
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A name declared twice in one scope.
    #[error("`{0}` is declared twice")]
    Redeclared(String),
    /// A register of the wrong width.
    #[error("`{name}` has {has} bits; `{instruction}` needs {needs} here")]
    Width {
        /// The register.
        name: String,
        /// Its width.
        has: u32,
        /// The instruction.
        instruction: String,
        /// The width asked for.
        needs: String,
    },
    /// A declaration or value beyond what can be.
    #[error("{0}")]
    Limit(String),
    /// Control flow that runs off the end of a function, and the like.
    #[error("{0}")]
    Malformed(String),
}

/// An error in a PTX file: what is wrong, where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where, in bytes.
    pub span: Span,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What to do, if something can be said.
    pub help: Option<String>,
}

impl Error {
    /// An error at `span` of `source`.
    pub fn new(kind: ErrorKind, span: Span, source: &str) -> Error {
        let start = (span.start as usize).min(source.len());
        let before = source.get(..start).unwrap_or("");
        let line = before.bytes().filter(|&b| b == b'\n').count() as u32 + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() as u32 + 1;
        Error { kind, span, line, column, help: None }
    }

    /// The same with a remedy.
    pub fn help(mut self, help: impl Into<String>) -> Error {
        self.help = Some(help.into());
        self
    }
}

/// The known word nearest to `word`, if one is near enough to be what was meant.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|k| (distance(word, k), k))
        .filter(|&(d, k)| d <= 1 + k.len().min(word.len()) / 4 && d < word.len())
        .min_by_key(|&(d, _)| d)
        .map(|(_, k)| k)
}

/// Levenshtein's distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut left = std::mem::replace(&mut row[0], i + 1);
        for (j, &cb) in b.iter().enumerate() {
            let up = row[j + 1];
            row[j + 1] = (left + usize::from(ca != cb)).min(up + 1).min(row[j] + 1);
            left = up;
        }
    }
    row[b.len()]
}
