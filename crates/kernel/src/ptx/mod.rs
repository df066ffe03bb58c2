//! PTX: vocabulary, instruction table, parser and printer.

pub mod ast;
mod error;
pub mod forms;
pub mod isa;
mod lex;
pub mod matrix;
mod parse;
mod print;

pub use error::{Error, ErrorKind, Span, nearest};
pub(crate) use parse::fits;
pub use parse::parse;
