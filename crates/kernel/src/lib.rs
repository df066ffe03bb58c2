//! Kernels and their execution: PTX parsing, lowering, phase analysis, functional execution and tapes.
//!
//! | module | input → output |
//! |---|---|
//! | [`ptx`] | PTX text → syntax tree |
//! | [`program`] | syntax tree → one [`Program`](program::Program) per kernel, all names resolved |
//! | [`lower`] | virtual registers → scheduled code with physical registers |
//! | [`execute`] | program, launch and memory → results in memory |
//! | [`tape`] | execution → the instructions, active lanes and addresses of every warp |
//! | [`code`] | program, SASS text or trace → instructions as analyses and timing models see them |
//! | [`phase`] | code → phases, with distances and lengths in cycles |
//! | [`sass`] | `nvdisasm` text → code |
//! | [`image`] | code of either kind behind one interface |
//! | [`gcn`] | AMD assembly → programs, executed in waves of 64 lanes |
//!
//! A kernel from its text to the tape of its first CTA:
//!
//! ```
//! use warploom_kernel::execute::{Launch, Memory};
//! use warploom_kernel::{lower, program::Module, tape};
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

pub mod cfg;
pub mod class;
pub mod code;
pub mod execute;
pub mod gcn;
pub mod image;
pub mod latency;
pub mod lower;
pub mod operation;
pub mod phase;
pub mod program;
pub mod ptx;
pub mod sass;
pub mod tape;
