//! PTX: vocabulary, instruction table, parser and printer; programs, their lowering and their execution.

pub mod ast;
mod code;
mod error;
pub mod execute;
pub mod forms;
pub mod isa;
mod lex;
pub mod lower;
pub mod matrix;
mod parse;
mod print;
pub mod program;

pub use error::{Error, ErrorKind, Span};
pub use execute::run;
pub use parse::parse;
pub use program::{LinkError, LinkErrorKind, Module, Program};
