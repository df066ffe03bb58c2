//! Functional execution.
pub mod alu;
