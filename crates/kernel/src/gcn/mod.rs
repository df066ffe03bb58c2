//! GCN machine code: assembly read, executed in waves of 64 lanes, and recorded on tapes.
//!
//! PTX is an intermediate language; this is what AMD's hardware runs: scalar and vector instructions, lane masks in
//! EXEC, and explicit waits. [`Module`] reads the assembly that clang writes, [`run`] executes a launch, and
//! [`code`] reduces a kernel to what analyses and timing models need.
//!
//! ```
//! use warploom_kernel::execute::{Launch, Memory};
//! use warploom_kernel::gcn::{self, Module};
//!
//! let module = Module::listing("k", "v_lshlrev_b32 v1, 2, v0
//!     ds_write_b32 v1, v0
//!     s_waitcnt lgkmcnt(0)
//!     s_endpgm")?;
//! let mut memory = Memory::new();
//! let globals = memory.load_variables(&module.variables)?;
//! let mut launch = Launch::new([2, 1, 1], [64, 1, 1]);
//! launch.shared = 256;
//! let counts = gcn::run(&module.programs[0], &globals, &launch, &mut memory, &mut ())?;
//! assert_eq!(counts.warp_instructions, 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod code;
mod error;
mod execute;
mod line;
mod program;
mod read;
mod real;
mod scalar;
pub mod table;
mod vector;

pub use code::code;
pub use error::{Error, ErrorKind};
pub use execute::{InitialState, run, run_from};
pub use program::{
    AccessShape, Argument, ArgumentKind, Counts, Descriptor, Encoding, HardwareField, Instr, Modifiers,
    Module, Operand, Part, Program, Sgpr, SourceModifiers, Unused, UserRegister,
};

/// Lanes of a wave.
pub const LANES: usize = 64;
