//! PTX: its words, its instruction table, and text to and from a syntax tree.
pub mod forms;
pub mod isa;
