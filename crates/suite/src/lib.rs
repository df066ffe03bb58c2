//! The applications on which the papers evaluate their schedulers, written anew, and microbenchmarks of our own.
//!
//! Each is CUDA C++ of our own (`kernels/NAME.cu`), the PTX compiled from it, and a host side
//! (`src/apps/NAME.rs`): inputs made from a seed, the launches in order, and a reference computed on the
//! host. Neither a compiler nor a download is needed to run them.
//!
//! ```
//! use warploom_kernel::execute::Mode;
//! use warploom_suite::{Size, application};
//!
//! let mut work = application("backprop").unwrap().prepare(Size::Tiny, 1)?;
//! work.run(Mode::Warps32, |kernel, launch, counts| {
//!     println!("{}: {} CTAs, {} warp instructions", kernel.name, launch.ctas(), counts.warp_instructions);
//! })?;
//! assert!(work.check()?.iter().all(|check| check.passed()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod application;
mod apps;
mod check;
mod element;
mod facts;
mod measure;
mod mix;
mod random;
mod size;
pub mod standards;
mod table_two;
mod tables;

pub use application::workload::{Buffer, Dim3, Error, PreparedLaunch, Workload};
pub use application::{Application, Kernel};
pub use apps::{APPLICATIONS, MICROBENCHMARKS, application, applications, micro::extra_operations};
pub use check::{BufferCheck, Mismatch, Tolerance};
pub use element::Element;
pub use facts::{KernelFacts, facts, write as write_facts};
pub use measure::{launch_facts, measure};
pub use mix::{InstructionMix, MEMORY_INTENSIVE, MixListener};
pub use random::Random;
pub use size::{Paper, Size};
pub use table_two::{HIST_MERGE, MeasuredPhases, PhaseRow, TABLE_TWO};
pub use tables::{BENCHMARK_TABLES, BenchmarkRow};
