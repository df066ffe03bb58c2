//! Lowering: compiler passes from PTX to code as a GPU would execute it.
//!
//! PTX has virtual registers and is not scheduled. The [`PASSES`] remove copies and dead code, fold addresses, turn parameters into
//! constant-bank operands and short branches into guards, schedule loads early, and allocate physical registers.
//! The register count limits the occupancy of an SM. The result is a [`Program`] that computes the same values.
//!
//! ```
//! use warploom_kernel::ptx::lower::{Options, lower};
//! use warploom_kernel::ptx::Module;
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
mod expand;
mod narrow;
mod predicate;
mod schedule;
mod uniform;
mod unroll;

use crate::latency::Latencies;
use crate::ptx::program::Flow;
use crate::ptx::program::{Module, Program};
use body::Body;

impl Module {
    /// [Lowers](self) all programs.
    pub fn lower(mut self, options: &Options) -> Module {
        for program in &mut self.programs {
            *program = lower(program, options);
        }
        self
    }
}

/// Target of the lowering passes.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Maximum registers per thread. Values beyond it are spilled to local memory.
    pub registers: u32,
    /// Registers in use above which the scheduler prefers fewer live registers to hidden latency.
    pub comfort: u32,
    /// Registers that the calling convention reserves, such as a stack pointer. They count, but hold no value of the kernel.
    pub reserved: u32,
    /// Whether counted loops are unrolled.
    pub unroll: bool,
    /// Code for divisions and roots.
    pub divisions: Divisions,
    /// Latencies for instruction scheduling.
    pub latencies: Latencies,
}

/// Code for divisions and roots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Divisions {
    /// A single instruction, as in PTX.
    Single,
    /// The sequences of GPUs without IEEE arithmetic: a scaled product with the reciprocal, and no slow path. Quotients and roots
    /// are off by up to 2 and 3 units in the last place.
    Approximate,
    /// A sequence for operands in a safe range, with the results of the single instruction. A branch skips the slow path for the others,
    /// which is a basic block.
    Branching,
}

impl Options {
    /// GT200, whose machine code GPGPU-Sim calls PTXPlus: at most 124 registers per thread and no stack pointer.
    ///
    /// The phase-aware paper compiled its kernels to PTXPlus and simulated a Fermi, whose full occupancy leaves 20 registers.
    /// Divisions and roots of a GT200 are not correctly rounded, and have no branches.
    pub const fn gt200() -> Options {
        Options {
            registers: 124,
            comfort: 20,
            reserved: 0,
            unroll: false,
            divisions: Divisions::Approximate,
            latencies: Latencies::fermi(),
        }
    }

    /// Fermi, the GPU of the papers: at most 63 registers per thread.
    ///
    /// An SM has 32768 registers for 1536 threads, and allocates them to threads in fours: full occupancy leaves 20.
    /// The stack pointer is one of them. With a 20th value, a thread would take 24 registers and the SM would lose CTAs.
    pub const fn fermi() -> Options {
        Options {
            registers: 63,
            comfort: 19,
            reserved: 1,
            unroll: false,
            divisions: Divisions::Branching,
            latencies: Latencies::fermi(),
        }
    }

    /// Maxwell, as ptxas compiles for it: at most 255 registers per thread, and 32 for full occupancy.
    pub const fn maxwell() -> Options {
        Options {
            registers: 255,
            comfort: 31,
            reserved: 1,
            unroll: true,
            divisions: Divisions::Branching,
            latencies: Latencies::fermi(),
        }
    }

    /// Turing: at most 255 registers per thread, and 64 for full occupancy.
    pub const fn turing() -> Options {
        Options {
            registers: 255,
            comfort: 63,
            reserved: 1,
            unroll: true,
            divisions: Divisions::Branching,
            latencies: Latencies::fermi(),
        }
    }
}

/// Names and options of all targets.
pub const TARGETS: &[(&str, Options)] = &[
    ("gt200", Options::gt200()),
    ("fermi", Options::fermi()),
    ("maxwell", Options::maxwell()),
    ("turing", Options::turing()),
];

impl Default for Options {
    fn default() -> Options {
        Options::fermi()
    }
}

/// A lowering pass.
pub struct Pass {
    /// Name of the pass.
    pub name: &'static str,
    /// One-line description.
    pub what: &'static str,
    run: fn(&mut Body, &Context<'_>),
}

struct Context<'a> {
    program: &'a Program,
    options: &'a Options,
}

/// All passes, in execution order.
pub const PASSES: &[Pass] = &[
    Pass { name: "copy", what: "copy propagation", run: |b, _| copy::run(b) },
    Pass {
        name: "address",
        what: "address folding: offsets and scaled indices in one instruction",
        run: |b, _| address::run(b),
    },
    Pass { name: "narrow", what: "32-bit addresses for shared memory", run: |b, _| narrow::run(b) },
    Pass {
        name: "constant",
        what: "parameters and constants as constant-bank operands",
        run: |b, c| constant::run(b, c.program),
    },
    Pass { name: "branch", what: "branch threading and block merging", run: |b, _| branch::run(b) },
    Pass {
        name: "dead",
        what: "dead-code elimination; atomics without a reader become reductions",
        run: |b, _| dead::run(b),
    },
    Pass {
        name: "predicate",
        what: "if-conversion: short branches become guards",
        run: |b, c| predicate::run(b, c.options),
    },
    Pass {
        name: "unroll",
        what: "loop unrolling: four iterations at a time, then two",
        run: |b, c| unroll::run(b, c.options),
    },
    Pass {
        name: "expand",
        what: "divisions and roots as instruction sequences with slow paths",
        run: |b, c| expand::run(b, c.options),
    },
    Pass {
        name: "coalesce",
        what: "register coalescing: copies share a register",
        run: |b, _| coalesce::run(b),
    },
    Pass {
        name: "uniform",
        what: "marks values that are the same in all lanes",
        run: |b, _| uniform::run(b),
    },
    Pass {
        name: "schedule",
        what: "list scheduling: loads early, uses late",
        run: |b, c| schedule::run(b, c.options),
    },
    Pass { name: "allocate", what: "register allocation", run: |b, c| allocate::run(b, c.options) },
];

/// Runs all passes.
pub fn lower(program: &Program, options: &Options) -> Program {
    run(program, options, PASSES)
}

/// Runs the passes up to and including `last`; `None` if there is no pass of this name.
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
        // The maximum over all functions: a call saves the registers of its caller.
        registers = registers.max(body.registers);
        functions.push(body.place(&mut code));
    }
    let flow = Flow::new(&code, &functions);
    Program { code, functions, flow, registers, ..program.clone() }
}
