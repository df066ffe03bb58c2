//! Tape files: launches with their code and what their warps did, CTA by CTA.
//!
//! A file is written in one pass, without knowing its launches beforehand, and read in sequence, by batches, or CTA by
//! CTA. Memory in use is that of a batch.
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
//!     kernel: "k".to_owned(), code: Arc::new(code), grid: [3, 1, 1], block: [32, 1, 1], shared: 0, registers: 8,
//!     width: 32, windows: GenericWindows::default(), copies: Vec::new(),
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
//! compressed with zstd, so other programs can read it too. This counts how often the warps of a kernel executed each
//! opcode:
//!
//! ```python
#![doc = include_str!("../../tests/opcodes.py")]
//! ```
//!
//! A row is a warp. The rows of a CTA follow each other, in the order of its warps. A record batch holds whole CTAs of one
//! launch, and ends with the one that brings it to 65536 warp instructions. It can be understood by itself.
//!
//! | column | type | |
//! |---|---|---|
//! | `launch` | uint32 | the launch, from 0 |
//! | `cta` | uint64 | the CTA: x + grid x · (y + grid y · z) |
//! | `warp` | uint32 | the warp in its CTA |
//! | `like` | uint32 | the row of this batch whose `runs` the warp's are; its own row if it has its own |
//! | `runs` | list of `first`: uint32, `count`: uint32, `lanes`: uint64 | stretches of instructions of consecutive numbers: the first's, how many, the lanes for which they had effect. Empty where they are another row's |
//! | `accesses` | list of `base`: int64, `stride`: int32 | an access for each execution, by at least one lane, of an instruction that accesses memory |
//! | `offsets` | list of int16 | of accesses that are not affine |
//! | `wide` | list of int64 | of offsets that are not so short |
//!
//! Of an access, `base` is the address of the first active lane, less that of the access before by the same instruction in
//! this batch (0 before the first). Walks through memory so become constants, which compress to nothing. Each next
//! lane, active or not, is `stride` further. If `stride` is -2³¹ the addresses are not affine, and the next of the row's `offsets` are
//! the differences between the addresses of one active lane and the next, one less than there are; an offset of -2¹⁵ stands for the next of the
//! row's `wide`. All sums wrap.
//!
//! The schema *in the footer* has metadata, as JSON: a tape is written in one pass, and a trace's code is known when it ends.
//!
//! | key | |
//! |---|---|
//! | `warploom.tape` | `version` of the format, how many `launches`, `ctas`, `warp_instructions`, `thread_instructions`, and a `digest` |
//! | `warploom.programs` | the code of each kernel: its `instructions`, a list for each property; where `functions` begin; source `files`. `runs` name an instruction by its `number`; numbers ascend, but may have gaps. `effect` is what it does beyond its registers: `load global 4` (bytes per lane), `barrier 0`, `arrive 1 64` (threads), `fence`. `source` is a file and a line. `phase` is found with the default rules |
//! | `warploom.launches` | for each launch the number of its `program`, and all that [`Launch`](warploom_kernel::tape::Launch) says; how many `ctas` are there, and what they executed |
//! | `warploom.index` | for each batch its `launch`, its `ctas` (stretches of ascending ones: the first, how many) and its `digest` |
//!
//! A batch's digest is [XXH3](https://xxhash.com) of 128 bits over its uncompressed buffers, in order, each after its length (8 bytes,
//! little-endian); the file's is the same over the texts of programs, launches and index. So the same work has the same digest, and
//! a damaged file is noticed.

mod atomic_file;
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

/// The version of the format: of files that are written, and of those that can be read.
pub const VERSION: u32 = 1;

/// A batch ends with the CTA that brings it to this many warp instructions.
const BATCH: u64 = 1 << 16;

/// What a tape holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Launches.
    pub launches: u64,
    /// CTAs of all launches.
    pub ctas: u64,
    /// Instructions executed by warps.
    pub warp_instructions: u64,
    /// The same, counted once for each active lane.
    pub thread_instructions: u64,
    /// The file's size.
    pub bytes: u64,
    /// A digest of launches, code and CTAs: the same for the same, however it is compressed.
    pub digest: u128,
}

/// What a launch's part of a tape holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LaunchCounts {
    /// CTAs that are there.
    pub ctas: u64,
    /// Instructions executed by warps.
    pub warp_instructions: u64,
    /// The same, counted once for each active lane.
    pub thread_instructions: u64,
    /// What its batches take in the file.
    pub bytes: u64,
}

/// The digest of some texts or columns: XXH3 of 128 bits over each one's length, in 8 bytes, and its bytes.
fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u128 {
    let mut hash = Xxh3::new();
    for part in parts {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.digest128()
}

/// Of stretches of CTAs (the first, how many), sorted, the first CTA that is there twice or not in a grid of so many.
fn misplaced(stretches: impl IntoIterator<Item = (u64, u64)>, grid: u64) -> Option<u64> {
    let mut free = 0;
    for (first, count) in stretches {
        let end = first.checked_add(count).filter(|&end| end <= grid && count > 0 && first >= free);
        let Some(end) = end else { return Some(first) };
        free = end;
    }
    None
}
