//! From PTX to what a machine would run: a list of passes.

use crate::latency::Latencies;
use crate::program::Program;

/// What a program is lowered for.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Most registers a thread may have; what does not fit is kept in local memory.
    pub registers: u32,
    /// What instructions are scheduled for.
    pub latencies: Latencies,
}

impl Default for Options {
    fn default() -> Options {
        Options { registers: 63, latencies: Latencies::fermi() }
    }
}

/// A pass.
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub what: &'static str,
}

/// Every pass, in the order in which they run.
pub const PASSES: &[Pass] = &[];

/// The program after all passes.
pub fn lower(program: &Program, _options: &Options) -> Program {
    program.clone()
}

/// The program after the passes up to and with the one called `last`; `None` if there is none.
pub fn lower_until(program: &Program, _options: &Options, _last: &str) -> Option<Program> {
    Some(program.clone())
}
