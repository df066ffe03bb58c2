//! Tape files: launches, their static code, and the instruction streams of their warps.
//!
//! A [`Writer`] writes a file in one pass. A [`TapeFile`] is read in sequence ([`Reader`]), by batches, or by CTA number. Memory in use
//! is that of a batch.
//!
//! ```
//! use std::sync::Arc;
//! use warploom_kernel::class::Class;
//! use warploom_kernel::code::{Code, Effect, Instruction, AccessKind};
//! use warploom_kernel::execute::{CtaId, LaneMask};
//! use warploom_kernel::program::{Pc, Space};
//! use warploom_kernel::tape::{Cta, Launch, Source, WarpTape, GenericWindows};
//! use warploom_tape::file::{TapeFile, Writer};
//! # let dir = tempfile::tempdir()?;
//! # let path = dir.path().join("x.tape");
//!
//! let load = Effect::Memory { space: Space::Global, kind: AccessKind::Load, bytes: 4 };
//! let load = Instruction { effect: load, ..Instruction::new("ld.global.u32", Class::Global) };
//! let code = Code { instructions: vec![load, Instruction::new("ret", Class::Control)], ..Code::default() };
//! let launch = Launch {
//!     kernel: "k".to_owned(), code: Arc::new(code), grid: [3, 1, 1], block: [32, 1, 1], shared: 0, registers: 8, scalar_registers: 0,
//!     width: 32, windows: GenericWindows::default(), copies: Vec::new(), number: None,
//! };
//!
//! let mut writer = Writer::create(&path)?;
//! for id in 0..3 {
//!     let mut warp = WarpTape::default();
//!     warp.step(Pc(0), LaneMask(0xffff_ffff));
//!     warp.affine(0x1000 + 128 * id, 4);
//!     warp.step(Pc(1), LaneMask(0xffff_ffff));
//!     let mut cta = Cta::new(CtaId(id));
//!     cta.push(&warp);
//!     writer.cta(&cta, |number| launch.code.instructions[number as usize].accesses())?;
//! }
//! writer.end_launch(&launch, None)?;
//! let totals = writer.finish()?;
//! assert_eq!((totals.ctas, totals.warp_instructions), (3, 6));
//!
//! let file = TapeFile::open(&path)?;
//! assert_eq!(*file.launches()[0], launch);
//! assert_eq!(file.cta(0, CtaId(2))?.unwrap().instructions(), 2);
//! let mut reader = file.reader();
//! while let Some(launch) = reader.launch()? {
//!     while let Some(cta) = reader.cta()? {
//!         assert_eq!(cta.warp(0).steps(&launch.code).count(), 2);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The format
//!
//! A tape is an [Arrow IPC file](https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format) whose buffers are
//! compressed with zstd, so that other programs can read it. This Python program counts the executions of each opcode:
//!
//! ```python
#![doc = include_str!("opcodes.py")]
//! ```
//!
//! A row is a warp. The rows of a CTA are consecutive, in warp order. A record batch holds complete CTAs of one launch and ends with
//! the CTA that brings it to 65536 warp instructions. Batches are independent of each other.
//!
//! | column | type | |
//! |---|---|---|
//! | `launch` | uint32 | the launch, from 0 |
//! | `cta` | uint64 | the CTA: x + grid x · (y + grid y · z) |
//! | `warp` | uint32 | the warp in its CTA |
//! | `like` | uint32 | row of this batch that holds the `runs` of the warp; its own row if it stores them |
//! | `runs` | list of `first`: uint32, `count`: uint32, `lanes`: uint64 | runs of consecutive instruction numbers: first number, count, active lanes. Empty if another row holds them |
//! | `accesses` | list of `base`: int64, `stride`: int32 | one entry per execution of a memory instruction with at least one active lane |
//! | `offsets` | list of int16 | address differences of accesses that are not affine |
//! | `wide` | list of int64 | address differences that exceed 16 bits |
//!
//! `base` is the address of the first active lane minus that of the previous access by the same instruction in this batch (0 before
//! the first access). Regular walks through memory thus become constants, which compress well. `stride` is the distance from lane to
//! lane, active or not. A `stride` of -2³¹ marks non-affine addresses: the next entries of the row's `offsets`, one less than the active lanes,
//! are the differences between consecutive active lanes. An offset of -2¹⁵ refers to the next entry of the row's `wide`. All sums wrap.
//!
//! The schema *in the footer* has the metadata as JSON, because a tape is written in one pass and the code of a trace is known only at its end.
//!
//! | key | |
//! |---|---|
//! | `warploom.tape` | format `version`, numbers of `launches`, `ctas`, `warp_instructions` and `thread_instructions`, and a `digest` |
//! | `warploom.programs` | static code of each kernel: `instructions` with one list per property, start of each of the `functions`, source `files`. `runs` refer to the `number` of an instruction; numbers ascend, but may have gaps. `effect` is the side effect: `load global 4` (bytes per lane), `barrier 0`, `arrive 1 64` (threads), `fence`. `source` is a file and a line. `control` has the control fields of NVIDIA's machine code as [`Control`](warploom_kernel::code::Control) prints them, and `text` its instructions with operands; other code has no such lists. `phase` follows the default rules |
//! | `warploom.launches` | for each launch the index of its `program`, the fields of [`Launch`](warploom_kernel::tape::Launch), the number of `ctas` on the tape, and their instruction counts |
//! | `warploom.index` | for each batch its `launch`, its `ctas` (ranges: first number, count) and its `digest` |
//!
//! The digest of a batch is the 128-bit [XXH3](https://xxhash.com) hash of its uncompressed buffers in order, each preceded by its length
//! (8 bytes, little-endian). The digest of the file is the same hash of the metadata of programs, launches and index. The same work
//! has the same digest, and damage is detected.

mod columns;
mod decode;
mod encode;
mod error;
mod footer;
mod message;
mod metadata;
mod open;
mod program;
mod read;
mod write;

pub use error::Error;
pub use read::{Reader, TapeFile};
pub use write::Writer;

use xxhash_rust::xxh3::Xxh3;

/// Version of the file format, for writing and reading.
pub const VERSION: u32 = 1;

/// Warp instructions after which a batch ends, at the next CTA boundary.
const BATCH: u64 = 1 << 16;

/// Counts of a tape file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    pub launches: u64,
    /// Number of CTAs of all launches.
    pub ctas: u64,
    pub warp_instructions: u64,
    /// Thread instructions: each warp instruction counts once per active lane.
    pub thread_instructions: u64,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Digest of launches, code and CTAs, independent of compression.
    pub digest: u128,
}

/// Counts of a launch on a tape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LaunchCounts {
    /// Number of CTAs on the tape.
    pub ctas: u64,
    pub warp_instructions: u64,
    /// Thread instructions: each warp instruction counts once per active lane.
    pub thread_instructions: u64,
    /// Bytes of its batches in the file.
    pub bytes: u64,
}

/// Digest of a list of texts or columns: 128-bit XXH3 over the length (8 bytes) and the bytes of each.
fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u128 {
    let mut hash = Xxh3::new();
    for part in parts {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.digest128()
}

/// First CTA that appears twice or is outside a grid of `grid` CTAs, given sorted ranges (first number, count).
fn misplaced(ranges: impl IntoIterator<Item = (u64, u64)>, grid: u64) -> Option<u64> {
    let mut free = 0;
    for (first, count) in ranges {
        let end = first.checked_add(count).filter(|&end| end <= grid && count > 0 && first >= free);
        let Some(end) = end else { return Some(first) };
        free = end;
    }
    None
}
