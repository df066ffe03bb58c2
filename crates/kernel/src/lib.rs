//! Kernels and their execution: PTX parsing, lowering, phase analysis, functional execution and tapes.
//!
//! | module | input → output |
//! |---|---|
//! | [`ptx`] | PTX text → syntax tree → one [`Program`](ptx::Program) per kernel → scheduled code with physical registers ([`ptx::lower`]); executed |
//! | [`gcn`] | AMD assembly → programs, executed in waves of 64 lanes |
//! | [`sass`] | cubins → programs, executed; `nvdisasm` text → code |
//! | [`execute`] | what executors share: memory and checks, faults, races, textures, launches, listeners |
//! | [`program`] | what programs share: program counters, memory spaces, variables |
//! | [`code`] | program, SASS text or trace → instructions as analyses and timing models see them |
//! | [`phase`] | code → phases, with distances and lengths in cycles |
//! | [`image`] | code of any instruction set behind one interface; what a further one has to provide |
//! | [`tape`] | execution → the instructions, active lanes and addresses of every warp |
//! | [`names`] | symbols → C++ names; misspelt names → suggestions |
//!
//! A kernel from its text to the tape of its first CTA:
//!
//! ```
//! use warploom_kernel::execute::{Launch, Memory};
//! use warploom_kernel::ptx::{Module, lower};
//! use warploom_kernel::tape;
//!
//! let module = Module::parse(".version 8.0 .target sm_75 .address_size 64
//!     .visible .entry k() { .reg .b32 %r<2>; mov.u32 %r0, %tid.x; add.u32 %r1, %r0, 1; ret; }")?
//!     .lower(&lower::Options::default());
//! let mut memory = Memory::new();
//! let globals = memory.load(&module)?;
//! let launch = Launch::new([1, 1, 1], [64, 1, 1]);
//! let mut ctas = Vec::new();
//! tape::record(module.kernel("k").unwrap(), &globals, &launch, &mut memory, |cta| {
//!     ctas.push(cta);
//!     true
//! })?;
//! assert_eq!(ctas[0].warps(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod class;
pub mod code;
pub mod execute;
pub mod gcn;
pub mod image;
pub mod latency;
pub mod names;
pub mod operation;
pub mod phase;
pub mod program;
pub mod ptx;
pub mod sass;
pub mod tape;
