//! Errors of Accel-Sim traces.

use super::lines::Compression;
use std::fmt;
use std::path::PathBuf;

/// Error in a trace, with file and line.
#[derive(Debug)]
pub struct Error {
    /// The file.
    pub file: PathBuf,
    /// Line number, from 1; 0 for the file as a whole.
    pub line: u64,
    /// Reason.
    pub reason: Box<Reason>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file.display(), self.reason),
            line => write!(f, "{}, line {line}: {}", self.file.display(), self.reason),
        }
    }
}

impl std::error::Error for Error {}

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
    /// An I/O error.
    #[error("the file cannot be read: {0}")]
    Io(std::io::Error),
    /// A missing file.
    #[error("the file does not exist, not even with .xz, .gz or .zst appended")]
    NoFile,
    /// A directory without `kernelslist.g`.
    #[error(
        "the directory has no kernelslist.g; if it has a kernelslist, run Accel-Sim's post-traces-processing on it first"
    )]
    NoList,
    /// A list without kernels.
    #[error("the list names no kernel")]
    NoKernels,
    /// A list with too many entries.
    #[error("the list has more than {most} entries")]
    LongList {
        /// The limit.
        most: usize,
    },
    /// An invalid line in the list.
    #[error("`{found}` is neither a copy (MemcpyHtoD,ADDRESS,BYTES) nor the name of a kernel's .traceg")]
    ListLine {
        /// The line.
        found: String,
    },
    /// A malformed copy in the list.
    #[error("`{found}` should be MemcpyHtoD,ADDRESS,BYTES: a hexadecimal address and a number of bytes")]
    Copy {
        /// The line.
        found: String,
    },
    /// Corrupt compressed data.
    #[error("the {compression} data is corrupt or truncated: {error}")]
    Broken {
        /// The compression.
        compression: Compression,
        /// Error of the decompressor.
        error: std::io::Error,
    },
    /// A line that is too long.
    #[error("the line is longer than {most} bytes: this is not a trace")]
    LongLine {
        /// Maximum bytes of a line.
        most: usize,
    },
    /// A raw trace, before post-processing.
    #[error(
        "this is a raw trace with interleaved warps; run Accel-Sim's post-traces-processing on its kernelslist and import the resulting kernelslist.g"
    )]
    Raw,
    /// A container of tracer version 6.
    #[error(
        "this is a .tracez container, which is not supported; configure the tracer to write text (.traceg), or unpack it with Accel-Sim's tools"
    )]
    Tracez,
    /// A missing header.
    #[error("expected a header line such as `-kernel name = …`, found `{found}`: this is not a trace")]
    NoHeader {
        /// The line.
        found: String,
    },
    /// A file that ends within its header.
    #[error("the file ends within the header, before `#traces format = …`")]
    HeaderEnds,
    /// A missing key in the header.
    #[error("the header has no `-{key} = …`")]
    HeaderLacks {
        /// The key.
        key: &'static str,
    },
    /// An invalid value in the header.
    #[error("`-{key} = {found}`: {expected}")]
    HeaderValue {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
        /// The expected value and a remedy.
        expected: &'static str,
    },
    /// An unsupported old tracer version.
    #[error(
        "tracer version {found} is not supported (supported: 3, 4, 5 and the text form of 6); trace again with a newer tracer"
    )]
    OldVersion {
        /// The version.
        found: String,
    },
    /// An unknown newer tracer version.
    #[error("tracer version {found} is unknown (supported: 3, 4, 5 and the text form of 6)")]
    NewVersion {
        /// The version.
        found: String,
    },
    /// An architecture without an opcode map.
    #[error(
        "no opcode map for binary version {version}; pass one with --opcodes FILE, or select a known architecture with --architecture (sm_70, volta, …)"
    )]
    Architecture {
        /// The version.
        version: u32,
    },
    /// An unexpected line.
    #[error("expected {expected}, found `{found}`")]
    Expected {
        /// The expected text.
        expected: &'static str,
        /// The text found.
        found: String,
    },
    /// A file that ends within a CTA.
    #[error("the file ends within CTA {cta}: it is truncated")]
    Ends {
        /// The CTA.
        cta: CtaCoordinates,
    },
    /// A CTA outside the grid.
    #[error("CTA {cta} is outside the grid, which has {grid} CTAs")]
    OutsideGrid {
        /// The CTA.
        cta: CtaCoordinates,
        /// The grid.
        grid: CtaCoordinates,
    },
    /// A duplicate CTA.
    #[error("CTA {cta} appears twice")]
    Twice {
        /// The CTA.
        cta: CtaCoordinates,
    },
    /// CTAs in random order.
    #[error("the CTAs are not in order; sort the trace by CTA, as post-traces-processing does")]
    NoOrder,
    /// Missing CTAs.
    #[error(
        "the trace lacks {missing} of {all} CTAs, the first is {first}; post-traces-processing omits CTAs without instructions; trace again, or import the rest with --partial"
    )]
    Missing {
        /// Number of missing CTAs.
        missing: u64,
        /// Number of CTAs in the grid.
        all: u64,
        /// The first missing CTA.
        first: CtaCoordinates,
    },
    /// A warp out of order.
    #[error("found warp {found} of CTA {cta}, expected warp {expected}")]
    Warp {
        /// The warp.
        found: u64,
        /// The expected warp.
        expected: u32,
        /// The CTA.
        cta: CtaCoordinates,
    },
    /// Too many warps.
    #[error("warp {found} of CTA {cta}: a CTA of this launch has {warps} warps")]
    TooManyWarps {
        /// The warp.
        found: u64,
        /// The CTA.
        cta: CtaCoordinates,
        /// Number of warps per CTA.
        warps: u32,
    },
    /// Too few warps.
    #[error("CTA {cta} ends after {found} of its {warps} warps")]
    TooFewWarps {
        /// The CTA.
        cta: CtaCoordinates,
        /// Number found.
        found: u32,
        /// Number of warps per CTA.
        warps: u32,
    },
    /// Fewer instructions than `insts` announces.
    #[error(
        "warp {warp} of CTA {cta} ends after {found} of {announced} instructions (`insts = {announced}`)"
    )]
    TooFewInstructions {
        /// The warp.
        warp: u32,
        /// Its CTA.
        cta: CtaCoordinates,
        /// Number found.
        found: u64,
        /// Number announced.
        announced: u64,
    },
    /// More instructions than `insts` announces.
    #[error("warp {warp} of CTA {cta} has more than {announced} instructions (`insts = {announced}`)")]
    TooManyInstructions {
        /// The warp.
        warp: u32,
        /// Its CTA.
        cta: CtaCoordinates,
        /// Number announced.
        announced: u64,
    },
    /// An invalid field in an instruction line.
    #[error("`{found}` should be {expected}")]
    Field {
        /// The expected text.
        expected: &'static str,
        /// The text found.
        found: String,
    },
    /// A line that ends too early.
    #[error("the line ends before {expected}")]
    LineEnds {
        /// The expected text.
        expected: &'static str,
    },
    /// Extra fields at the end of a line.
    #[error("unexpected `{found}` at the end of the line")]
    LeftOver {
        /// The text found.
        found: String,
    },
    /// Active lanes that the warp does not have.
    #[error("lanes {mask:08x} are active, but the warp has only lanes {lanes:08x}")]
    Lanes {
        /// The lanes.
        mask: u32,
        /// Lanes of the warp.
        lanes: u32,
    },
    /// Base and stride for lanes that are not contiguous.
    #[error(
        "addresses are given as base and stride, but the active lanes ({mask:08x}) are not contiguous; Accel-Sim's reader would set the later addresses to 0"
    )]
    Gap {
        /// The lanes.
        mask: u32,
    },
    /// An unknown address mode.
    #[error("unknown address mode {found} (supported: 0, 1 and 2)")]
    Mode {
        /// The mode.
        found: u64,
    },
    /// An access of the tensor memory accelerator.
    #[error(
        "`{opcode}` copies through the tensor memory accelerator (TMA, address modes 3 and 4), which tapes do not support; trace a program built without TMA"
    )]
    Tma {
        /// The opcode.
        opcode: String,
    },
    /// An opcode that is not in the map.
    #[error(
        "the opcode map `{map}` has no `{stem}` (of `{opcode}`){}; add it to a copy of the map under its role and pass the copy with --opcodes FILE", similar(.nearest)
    )]
    Opcode {
        /// The opcode.
        opcode: String,
        /// Its stem.
        stem: String,
        /// The map.
        map: String,
        /// A similar opcode that the map has.
        nearest: Option<String>,
    },
    /// Unexpected addresses.
    #[error(
        "`{opcode}` has addresses, but the opcode map `{map}` says it is `{role}`, which accesses no memory; correct its role in a copy of the map and pass the copy with --opcodes FILE"
    )]
    Addresses {
        /// The opcode.
        opcode: String,
        /// The map.
        map: String,
        /// Its role in the map.
        role: &'static str,
    },
    /// Missing addresses.
    #[error(
        "`{opcode}` has no addresses (its width is 0), but the opcode map `{map}` says it is `{role}`; correct its role in a copy of the map and pass the copy with --opcodes FILE"
    )]
    NoAddresses {
        /// The opcode.
        opcode: String,
        /// The map.
        map: String,
        /// Its role in the map.
        role: &'static str,
    },
    /// An instruction address beyond the limit.
    #[error("instruction address {pc:#x} exceeds the limit of {most} instructions")]
    LargeCode {
        /// The address.
        pc: u32,
        /// Maximum number of instructions.
        most: u32,
    },
    /// Too many different instructions at one address.
    #[error("more than {most} different instructions at {pc:#x}: this is not the trace of one kernel")]
    ManyMeanings {
        /// The address.
        pc: u32,
        /// The limit.
        most: u32,
    },
    /// A CTA whose tape is too large.
    #[error("the tape of CTA {cta} exceeds the limit of {most} MiB")]
    LargeCta {
        /// The CTA.
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
        Error { file: file.into(), line, reason: Box::new(self) }
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
