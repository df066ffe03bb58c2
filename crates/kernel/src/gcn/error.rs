//! Errors of GCN assembly, with their location.

/// Error in an assembly file with its line and a remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct Error {
    pub kind: ErrorKind,
    /// Line, from 1.
    pub line: u32,
    /// Suggested remedy.
    pub help: Option<String>,
}

/// Kind of an error in assembly.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// An instruction that is not in the table.
    #[error("`{mnemonic}` is not an instruction of {target} that Warploom supports")]
    Instruction { mnemonic: String, target: &'static str },
    /// Operands that do not fit the instruction.
    #[error("`{instruction}` takes `{wanted}`, found `{found}`")]
    Operands { instruction: String, wanted: String, found: String },
    /// An operand that is not one.
    #[error("`{0}` is not an operand")]
    Operand(String),
    /// A modifier that is not supported.
    #[error("`{modifier}` is not a modifier of `{instruction}` that Warploom supports")]
    Modifier { modifier: String, instruction: String },
    /// A label without a definition.
    #[error("label `{0}` is not defined in this kernel")]
    Label(String),
    /// A variable without a definition.
    #[error("variable `{0}` is not defined in this file")]
    Variable(String),
    /// An architecture that is not supported.
    #[error("`{0}` is not an architecture that Warploom supports")]
    Target(String),
    /// A number that is not one, or out of range.
    #[error("`{text}` is not a valid {what}")]
    Number { text: String, what: &'static str },
    /// A directive of a kernel descriptor with a value that is not supported.
    #[error("`{directive} {value}` is not supported: {why}")]
    Descriptor { directive: String, value: String, why: &'static str },
    /// A file that is incomplete.
    #[error("{0}")]
    Malformed(String),
}

impl Error {
    pub(super) fn new(line: u32, kind: ErrorKind) -> Error {
        Error { kind, line, help: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Error {
        self.help = Some(help.into());
        self
    }
}
