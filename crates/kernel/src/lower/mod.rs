//! From PTX to what a machine would run.
//!
//! PTX is written before instructions are scheduled, with as many registers as there are values. A short list of
//! passes makes of it what a GPU would be given: copies and dead code gone, addresses folded, parameters as
//! operands, short branches as guards, loads early and uses late, and physical registers, whose number
//! decides how many warps fit on an SM. The result is a [`Program`] like any other, and computes the same.
//!
//! ```
//! use warploom_kernel::lower::{Options, lower};
//! use warploom_kernel::program::Module;
//! let module = Module::parse(".version 8.0 .target sm_75 .address_size 64
//!     .visible .entry k(.param .u64 x, .param .u32 n) {
//!         .reg .b32 %r<4>; .reg .b64 %d<4>;
//!         ld.param.u64 %d0, [x];
//!         ld.param.u32 %r0, [n];
//!         cvta.to.global.u64 %d1, %d0;
//!         mov.u32 %r1, %tid.x;
//!         add.u32 %r2, %r1, %r0;
//!         mul.wide.u32 %d2, %r1, 4;
//!         add.s64 %d3, %d1, %d2;
//!         st.global.u32 [%d3], %r2;
//!         ret;
//!     }")?;
//! let lowered = lower(&module.programs[0], &Options::default());
//! assert_eq!(lowered.code.len(), 5); // the index, two sums, the store, the return
//! assert_eq!(lowered.registers, Some(5)); // four, and the stack pointer
//! # Ok::<(), warploom_kernel::ptx::Error>(())
//! ```

mod address;
mod allocate;
mod body;
mod branch;
mod coalesce;
mod constant;
mod copy;
mod dead;
mod narrow;
mod predicate;
mod schedule;
mod uniform;

use crate::cfg::Flow;
use crate::latency::Latencies;
use crate::program::Program;
use body::Body;

/// What a program is lowered for.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Most registers a thread may have; what does not fit is kept in local memory.
    pub registers: u32,
    /// Registers in use from which the scheduler rather frees some than hides latency.
    pub comfort: u32,
    /// What instructions are scheduled for.
    pub latencies: Latencies,
}

impl Options {
    /// For a Fermi, the machine of the papers: 63 registers a thread at most, and 20 if an SM is to be full (32768
    /// for 1536 threads).
    pub const fn fermi() -> Options {
        Options { registers: 63, comfort: 20, latencies: Latencies::fermi() }
    }

    /// For a Maxwell: 255 registers a thread at most, and 32 if an SM is to be full.
    pub const fn maxwell() -> Options {
        Options { registers: 255, comfort: 31, latencies: Latencies::fermi() }
    }

    /// For a Turing: 255 registers a thread at most, and 64 if an SM is to be full.
    pub const fn turing() -> Options {
        Options { registers: 255, comfort: 63, latencies: Latencies::fermi() }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::fermi()
    }
}

/// A pass.
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub what: &'static str,
    run: fn(&mut Body, &Context<'_>),
}

struct Context<'a> {
    program: &'a Program,
    options: &'a Options,
}

/// Every pass, in the order in which they run.
pub const PASSES: &[Pass] = &[
    Pass { name: "copy", what: "who reads a copy reads the original", run: |b, _| copy::run(b) },
    Pass {
        name: "address",
        what: "offsets and scaled indices in one instruction",
        run: |b, _| address::run(b),
    },
    Pass { name: "narrow", what: "shared addresses in 32 bits", run: |b, _| narrow::run(b) },
    Pass {
        name: "constant",
        what: "parameters and constants as operands",
        run: |b, c| constant::run(b, c.program),
    },
    Pass { name: "branch", what: "detours taken out, blocks joined", run: |b, _| branch::run(b) },
    Pass { name: "dead", what: "what nobody reads is not computed", run: |b, _| dead::run(b) },
    Pass { name: "predicate", what: "short branches become guards", run: |b, _| predicate::run(b) },
    Pass { name: "coalesce", what: "copies share a register", run: |b, _| coalesce::run(b) },
    Pass { name: "uniform", what: "what is the same in all lanes is marked", run: |b, _| uniform::run(b) },
    Pass { name: "schedule", what: "loads rise, uses sink", run: |b, c| schedule::run(b, c.options) },
    Pass { name: "allocate", what: "physical registers", run: |b, c| allocate::run(b, c.options) },
];

/// The program after all passes.
pub fn lower(program: &Program, options: &Options) -> Program {
    run(program, options, PASSES)
}

/// The program after the passes up to and with the one called `last`; `None` if there is none.
pub fn lower_until(program: &Program, options: &Options, last: &str) -> Option<Program> {
    let at = PASSES.iter().position(|pass| pass.name == last)?;
    Some(run(program, options, &PASSES[..=at]))
}

fn run(program: &Program, options: &Options, passes: &[Pass]) -> Program {
    let mut code = Vec::with_capacity(program.code.len());
    let mut functions = Vec::with_capacity(program.functions.len());
    let mut registers = None;
    for (at, function) in program.functions.iter().enumerate() {
        let mut body = Body::new(program, function, at == 0);
        for pass in passes {
            (pass.run)(&mut body, &Context { program, options });
        }
        // The most any function takes: a call saves its caller's.
        registers = registers.max(body.registers);
        functions.push(body.place(&mut code));
    }
    let flow = Flow::new(&code, &functions);
    Program { code, functions, flow, registers, ..program.clone() }
}
