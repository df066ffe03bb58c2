//! Errors of Accel-Sim traces.

use super::lines::Compression;
use crate::trace_error::TraceError;
use std::fmt;
use std::path::PathBuf;

/// Error in a trace, with file and line.
pub type Error = TraceError<Reason>;

/// Coordinates of a CTA in the grid, or dimensions of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CtaCoordinates(pub [u32; 3]);

impl fmt::Display for CtaCoordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "{x},{y},{z}")
    }
}

/// Reason why a trace is invalid.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    #[error("the file cannot be read: {0}")]
    Io(std::io::Error),
    #[error("the file does not exist, not even with .xz, .gz or .zst appended")]
    NoFile,
    #[error(
        "the directory has no kernelslist.g; if it has a kernelslist, run Accel-Sim's post-traces-processing on it first"
    )]
    NoList,
    #[error("the list names no kernel")]
    NoKernels,
    #[error("the list has more than {most} entries")]
    LongList { most: usize },
    #[error("`{found}` is neither a copy (MemcpyHtoD,ADDRESS,BYTES) nor the name of a kernel's .traceg")]
    ListLine { found: String },
    #[error("`{found}` should be MemcpyHtoD,ADDRESS,BYTES: a hexadecimal address and a number of bytes")]
    Copy { found: String },
    #[error("the {compression} data is corrupt or truncated: {error}")]
    Broken { compression: Compression, error: std::io::Error },
    #[error("the line is longer than {most} bytes: this is not a trace")]
    LongLine { most: usize },
    #[error(
        "this is a raw trace with interleaved warps; run Accel-Sim's post-traces-processing on its kernelslist and import the resulting kernelslist.g"
    )]
    Raw,
    #[error(
        "this is a .tracez container, which is not supported; configure the tracer to write text (.traceg), or unpack it with Accel-Sim's tools"
    )]
    Tracez,
    #[error("expected a header line such as `-kernel name = …`, found `{found}`: this is not a trace")]
    NoHeader { found: String },
    #[error("the file ends within the header, before `#traces format = …`")]
    HeaderEnds,
    #[error("the header has no `-{key} = …`")]
    HeaderLacks { key: &'static str },
    #[error("`-{key} = {found}`: {expected}")]
    HeaderValue { key: &'static str, found: String, expected: &'static str },
    #[error(
        "tracer version {found} is not supported (supported: 3, 4, 5 and the text form of 6); trace again with a newer tracer"
    )]
    OldVersion { found: String },
    #[error("tracer version {found} is unknown (supported: 3, 4, 5 and the text form of 6)")]
    NewVersion { found: String },
    #[error(
        "no opcode map for binary version {version}; pass one with --opcodes FILE, or select a known architecture with --architecture (sm_70, volta, …)"
    )]
    Architecture { version: u32 },
    #[error("expected {expected}, found `{found}`")]
    Expected { expected: &'static str, found: String },
    #[error("the file ends within CTA {cta}: it is truncated")]
    Ends { cta: CtaCoordinates },
    #[error("CTA {cta} is outside the grid, which has {grid} CTAs")]
    OutsideGrid { cta: CtaCoordinates, grid: CtaCoordinates },
    #[error("CTA {cta} appears twice")]
    Twice { cta: CtaCoordinates },
    #[error("the CTAs are not in order; sort the trace by CTA, as post-traces-processing does")]
    NoOrder,
    #[error(
        "the trace lacks {missing} of {all} CTAs, the first is {first}; post-traces-processing omits CTAs without instructions; trace again, or import the rest with --partial"
    )]
    Missing { missing: u64, all: u64, first: CtaCoordinates },
    #[error("found warp {found} of CTA {cta}, expected warp {expected}")]
    Warp { found: u64, expected: u32, cta: CtaCoordinates },
    #[error("warp {found} of CTA {cta}: a CTA of this launch has {warps} warps")]
    TooManyWarps { found: u64, cta: CtaCoordinates, warps: u32 },
    #[error("CTA {cta} ends after {found} of its {warps} warps")]
    TooFewWarps { cta: CtaCoordinates, found: u32, warps: u32 },
    #[error(
        "warp {warp} of CTA {cta} ends after {found} of {announced} instructions (`insts = {announced}`)"
    )]
    TooFewInstructions { warp: u32, cta: CtaCoordinates, found: u64, announced: u64 },
    #[error("warp {warp} of CTA {cta} has more than {announced} instructions (`insts = {announced}`)")]
    TooManyInstructions { warp: u32, cta: CtaCoordinates, announced: u64 },
    #[error("`{found}` should be {expected}")]
    Field { expected: &'static str, found: String },
    #[error("the line ends before {expected}")]
    LineEnds { expected: &'static str },
    #[error("unexpected `{found}` at the end of the line")]
    LeftOver { found: String },
    #[error("lanes {mask:08x} are active, but the warp has only lanes {lanes:08x}")]
    Lanes { mask: u32, lanes: u32 },
    #[error(
        "addresses are given as base and stride, but the active lanes ({mask:08x}) are not contiguous; Accel-Sim's reader would set the later addresses to 0"
    )]
    Gap { mask: u32 },
    #[error("unknown address mode {found} (supported: 0, 1 and 2)")]
    Mode { found: u64 },
    #[error(
        "`{opcode}` copies through the tensor memory accelerator (TMA, address modes 3 and 4), which tapes do not support; trace a program built without TMA"
    )]
    Tma { opcode: String },
    #[error(
        "the opcode map `{map}` has no `{stem}` (of `{opcode}`){}; add it to a copy of the map under its role and pass the copy with --opcodes FILE", similar(.nearest)
    )]
    Opcode { opcode: String, stem: String, map: String, nearest: Option<String> },
    #[error(
        "`{opcode}` has addresses, but the opcode map `{map}` says it is `{role}`, which accesses no memory; correct its role in a copy of the map and pass the copy with --opcodes FILE"
    )]
    Addresses { opcode: String, map: String, role: &'static str },
    #[error(
        "`{opcode}` has no addresses (its width is 0), but the opcode map `{map}` says it is `{role}`; correct its role in a copy of the map and pass the copy with --opcodes FILE"
    )]
    NoAddresses { opcode: String, map: String, role: &'static str },
    #[error("instruction address {pc:#x} exceeds the limit of {most} instructions")]
    LargeCode { pc: u32, most: u32 },
    #[error("more than {most} different instructions at {pc:#x}: this is not the trace of one kernel")]
    ManyMeanings { pc: u32, most: u32 },
    #[error("the tape of CTA {cta} exceeds the limit of {most} MiB")]
    LargeCta {
        cta: CtaCoordinates,
        /// Maximum size in MiB.
        most: usize,
    },
}

fn similar(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |known| format!("; a similar one is `{known}`"))
}

impl Reason {
    /// Adds file and line.
    pub(super) fn at(self, file: impl Into<PathBuf>, line: u64) -> Error {
        Error::new(file, line, self)
    }
}

/// Excerpt of a trace for an error message: short and printable.
pub(super) fn shown(bytes: &[u8]) -> String {
    const MOST: usize = 60;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MOST)]);
    let mut text: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if bytes.len() > MOST {
        text.push('…');
    }
    text
}
