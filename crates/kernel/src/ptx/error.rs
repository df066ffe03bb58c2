//! Errors of PTX files, with their location.

use std::fmt;
use std::ops::Range;

/// A range of source text, in bytes.
///
/// All spans compare equal, so that syntax trees compare by content: parse → print → parse is the identity.
#[derive(Clone, Copy, Default, Eq)]
pub struct Span {
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

/// Kind of a PTX error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// A file that is too long for 32-bit byte offsets.
    #[error("the file has {0} bytes; the limit is 4 GiB")]
    TooLong(usize),
    /// A character that starts no PTX token.
    #[error("unexpected character `{}`", .0.escape_debug())]
    Character(char),
    /// A comment or string without an end.
    #[error("this {0} is never closed")]
    Unclosed(&'static str),
    /// A malformed number.
    #[error("`{0}` is not a valid PTX number")]
    Number(String),
    /// An unexpected token.
    #[error("expected {wanted}, found {found}")]
    Token { wanted: String, found: String },
    /// Braces nested too deeply.
    #[error("braces are nested more than {0} deep")]
    TooDeep(usize),
    /// Valid PTX that Warploom does not support.
    #[error("`{what}` is not supported: {why}")]
    Unsupported {
        what: String,
        /// Reason: the feature it belongs to.
        why: &'static str,
    },
    /// An unknown instruction.
    #[error("`{0}` is not an instruction")]
    Instruction(String),
    /// An unknown directive, or one in the wrong context.
    #[error("`{0}` is not a directive that is allowed here")]
    Directive(String),
    /// An instruction whose modifiers match no form of the table.
    #[error("`{0}` is not a form of this instruction")]
    Form(String),
    /// Operands that match no form of the table.
    #[error("`{instruction}` takes {wanted}, found {found}")]
    Operands { instruction: String, wanted: String, found: String },
    /// An undeclared name.
    #[error("{what} `{name}` is not declared")]
    Undeclared {
        /// Register, label, function, …
        what: &'static str,
        name: String,
    },
    /// A name declared twice in one scope.
    #[error("`{0}` is declared twice")]
    Redeclared(String),
    /// A register of the wrong width.
    #[error("`{name}` has {has} bits; `{instruction}` needs {needs} here")]
    Width {
        name: String,
        /// Its width.
        has: u32,
        instruction: String,
        /// The required width.
        needs: String,
    },
    /// A declaration or value that exceeds a limit.
    #[error("{0}")]
    Limit(String),
    /// Malformed code, such as control flow past the end of a function.
    #[error("{0}")]
    Malformed(String),
}

/// Error in a PTX file with its location and a remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct Error {
    pub kind: ErrorKind,
    pub span: Span,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Suggested remedy.
    pub help: Option<String>,
}

impl Error {
    /// Creates an error at `span` of `source`.
    pub fn new(kind: ErrorKind, span: Span, source: &str) -> Error {
        let start = (span.start as usize).min(source.len());
        let before = source.get(..start).unwrap_or("");
        let line = before.bytes().filter(|&b| b == b'\n').count() as u32 + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() as u32 + 1;
        Error { kind, span, line, column, help: None }
    }

    /// Adds a remedy.
    pub fn help(mut self, help: impl Into<String>) -> Error {
        self.help = Some(help.into());
        self
    }
}
