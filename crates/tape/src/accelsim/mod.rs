//! Accel-Sim's traces.
//!
//! A trace is what a GPU executed, written down by Accel-Sim's tracer: a list (`kernelslist.g`) of copies and launches,
//! and for each launch a text file (`.traceg`, often compressed) with a line for each instruction that each warp
//! executed. [`list()`] reads the list, [`KernelReader`] a launch's file, CTA by CTA: a file is never held whole, and what is
//! in memory is one CTA.
//!
//! Tracer versions 3, 4, 5 and the text form of 6 are read. How the parts are understood:
//!
//! * *Opcodes.* What each does is told by an [`OpcodeMap`], a TOML file per architecture. One that the map lacks is an error.
//! * *Registers.* Those listed are those that count, as for Accel-Sim: of a vector only the first, of predicates and
//!   uniform registers none up to version 5. R255, which is always zero, is left out.
//! * *Lanes.* A line's mask is of the lanes for which the instruction had effect: active, and its guard true.
//! * *Accesses.* `mem_width` is what each lane accesses, taken from the opcode by the tracer. Addresses of LDL and STL are
//!   offsets into the thread's own memory, and stay so.
//! * *Generic addresses* ([`Header::windows`]). Those in 16 MiB from `-shmem base_addr` on lead to shared memory, those in
//!   16 MiB from `-local mem base_addr` on to local memory, others to global memory; a base of 0 is not known, and its
//!   window empty. Accel-Sim takes for shared what lies between the two bases, though on the GPUs seen shared memory's is
//!   the higher, so that it finds none there; for local memory 8 KiB from its base on; and where a base is 0, all for
//!   shared memory. It goes by the first active lane, where a [`GenericWindows`] goes by each.
//! * *Barriers.* Their number and how many threads they wait for are not in a trace, but for one immediate operand from
//!   version 5 on: below 16, it is the number; from 32 on, the threads. Accel-Sim takes every barrier for number 0 of all
//!   warps.
//! * *Asynchronous copies* (LDGSTS). The tracer writes two lines for each, one with the addresses in shared memory and one
//!   with those in global memory. Each is taken for an instruction.
//!
//! The code is recovered from the lines ([`KernelReader::finish`]): sorted by address, with what the map says of each
//! instruction. A basic block starts after a branch, and wherever a warp came from elsewhere than the instruction before.
//! An instruction is taken to be guarded if it ever had effect for fewer lanes than another of the same stretch, a
//! stretch being what lies between instructions that may change which lanes are active. A guard that was never false goes
//! unnoticed, and so does one that all instructions of a stretch share.
//!
//! [`GenericWindows`]: warploom_kernel::tape::GenericWindows

mod code_builder;
mod error;
pub mod export;
mod fields;
mod header;
mod import;
mod kernel;
mod line;
mod lines;
mod list;
mod opcodes;
mod options;
mod role;

pub use code_builder::{MAX_INSTRUCTIONS, MAX_SLOTS, VARIANTS};
pub use error::{CtaCoordinates, Error, Reason};
pub use header::{Header, MAX_CTAS};
pub use import::{ImportError, ImportProgress, import};
pub use kernel::KernelReader;
pub use lines::{Compression, LineReader, MAX_LINE, find_compressed};
pub use list::{ListEntry, list};
pub use opcodes::{Layout, MapError, MapReason, OpcodeMap};
pub use options::Options;
pub use role::Role;
