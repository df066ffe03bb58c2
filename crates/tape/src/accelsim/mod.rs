//! Import and export of Accel-Sim traces.
//!
//! A trace of Accel-Sim's tracer consists of a list (`kernelslist.g`) of host copies and launches, and a text file (`.traceg`, often
//! compressed) per launch with one line per executed warp instruction. [`import`] converts a trace to a tape file.
//! [`list()`] reads the list; [`KernelReader`] reads one launch, CTA by CTA. Memory in use is that of one CTA.
//!
//! Supported are tracer versions 3, 4, 5 and the text form of version 6. The fields are interpreted as follows:
//!
//! * *Opcodes.* An [`OpcodeMap`] (a TOML file per architecture) gives the role of each opcode. An unknown opcode is an error.
//! * *Registers.* Only listed registers count, as in Accel-Sim: the first of a vector and, up to version 5, no predicates or
//!   uniform registers. R255, which is constant zero, is ignored.
//! * *Lanes.* The mask of a line contains the active lanes whose guard is true.
//! * *Accesses.* `mem_width` is the number of bytes per lane, which the tracer derives from the opcode. Addresses of LDL and STL are
//!   offsets in local memory.
//! * *Generic addresses* ([`Header::windows`]). The 16 MiB from `-shmem base_addr` are shared memory, the 16 MiB from
//!   `-local mem base_addr` are local memory, and all other addresses are global. A base of 0 means unknown: its range is
//!   empty. Accel-Sim differs: it treats the addresses between the two bases as shared memory, and 8 KiB from the local base as
//!   local memory. On the GPUs seen, the shared base is the higher one, so that Accel-Sim finds no shared accesses there. If a base
//!   is 0, it treats all generic accesses as shared. It checks the first active lane only; a [`GenericWindows`] checks each lane.
//! * *Barriers.* Traces do not contain barrier numbers and thread counts, except one immediate operand from version 5 on.
//!   A value below 16 is the barrier number; a value from 32 on is the thread count. Accel-Sim treats every barrier as barrier 0 of
//!   all warps.
//! * *Asynchronous copies* (LDGSTS). The tracer writes two lines for each copy: one with shared-memory addresses and one with
//!   global-memory addresses. Each line becomes an instruction.
//!
//! The static code is recovered from the lines ([`KernelReader::finish`]) and sorted by address. A basic block starts after a branch, and
//! where a warp arrives from another instruction than the preceding one. An instruction is guarded if it ever executed with fewer lanes than
//! another instruction of the same region; a region is the code between instructions that may change the active lanes. A guard
//! that is never false is not detected, and neither is a guard common to all instructions of a region.
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
