//! What runs on the simulated GPU: PTX, read, printed, analysed and executed.
//!
//! The way of a kernel through this crate: text → [`ptx`] (a syntax tree) → [`program`] (names
//! resolved, one program per kernel) → [`execute`] (lanes, memory, results).

pub mod cfg;
pub mod class;
pub mod code;
pub mod execute;
pub mod latency;
pub mod lower;
pub mod phase;
pub mod program;
pub mod ptx;
pub mod sass;
pub mod tape;
