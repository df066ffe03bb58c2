//! What can be wrong with a trace.

use super::lines::Compression;
use std::fmt;
use std::path::PathBuf;

/// What is wrong with a trace, and where.
#[derive(Debug)]
pub struct Error {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; 0 where it is the file as a whole.
    pub line: u64,
    /// Why.
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

/// A place in a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CtaCoordinates(pub [u32; 3]);

impl fmt::Display for CtaCoordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "{x},{y},{z}")
    }
}

/// Why a trace is not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// A file cannot be read.
    #[error("the file cannot be read: {0}")]
    Io(std::io::Error),
    /// A file does not exist, compressed or not.
    #[error("there is no such file, nor one with .xz, .gz or .zst appended")]
    NoFile,
    /// A directory has no list of kernels.
    #[error(
        "the directory has no kernelslist.g; if it has a kernelslist, run Accel-Sim's post-traces-processing on it first"
    )]
    NoList,
    /// A list without kernels.
    #[error("the list names no kernel")]
    NoKernels,
    /// More entries than any program makes.
    #[error("the list has more than {most} entries")]
    LongList {
        /// How many are accepted.
        most: usize,
    },
    /// A line of a list.
    #[error("`{found}` is neither a copy (MemcpyHtoD,ADDRESS,BYTES) nor the name of a kernel's .traceg")]
    ListLine {
        /// The line.
        found: String,
    },
    /// What should be a copy.
    #[error("`{found}` should be MemcpyHtoD,ADDRESS,BYTES: a hexadecimal address and how many bytes")]
    Copy {
        /// The line.
        found: String,
    },
    /// Compressed data is broken.
    #[error("the {compression} data is broken or cut short: {error}")]
    Broken {
        /// How it is compressed.
        compression: Compression,
        /// What the decompressor says.
        error: std::io::Error,
    },
    /// A line without end.
    #[error("the line is longer than {most} bytes: this is no trace")]
    LongLine {
        /// How long a line may be.
        most: usize,
    },
    /// The raw trace.
    #[error(
        "this is a raw trace, whose warps are mixed; run Accel-Sim's post-traces-processing on the kernelslist it \
         belongs to, and import the kernelslist.g that this writes"
    )]
    Raw,
    /// The container of version 6.
    #[error(
        "this is a .tracez container, which is not read; have the tracer write text (.traceg), or unpack it with Accel-Sim's tools"
    )]
    Tracez,
    /// There is no header.
    #[error("`{found}` should be a line of the header, such as `-kernel name = …`: this is no trace")]
    NoHeader {
        /// The line.
        found: String,
    },
    /// The file ends in its header.
    #[error("the file ends within the header, before `#traces format = …`")]
    HeaderEnds,
    /// The header lacks something.
    #[error("the header has no `-{key} = …`")]
    HeaderLacks {
        /// What.
        key: &'static str,
    },
    /// A value of the header.
    #[error("`-{key} = {found}`: {expected}")]
    HeaderValue {
        /// Of which key.
        key: &'static str,
        /// The value.
        found: String,
        /// What it should be, and what can be done.
        expected: &'static str,
    },
    /// A version of the format that is not read.
    #[error(
        "tracer version {found} is not read: versions 3, 4, 5 and the text of 6 are; trace again with a newer tracer"
    )]
    OldVersion {
        /// The version.
        found: String,
    },
    /// A version of the format that is not known yet.
    #[error("tracer version {found} is not known: versions 3, 4, 5 and the text of 6 are read")]
    NewVersion {
        /// The version.
        found: String,
    },
    /// An architecture without a map.
    #[error(
        "there is no opcode map for binary version {version}; give one for it with --opcodes FILE, or say with --architecture \
         (sm_70, volta, …) which of the known architectures to take it for"
    )]
    Architecture {
        /// The version.
        version: u32,
    },
    /// A line that is not expected where it is.
    #[error("expected {expected}, found `{found}`")]
    Expected {
        /// What should be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// The file ends in the middle of a CTA.
    #[error("the file ends within CTA {cta}: it was cut short")]
    Ends {
        /// The CTA.
        cta: CtaCoordinates,
    },
    /// A CTA that the grid does not have.
    #[error("CTA {cta} is outside the grid, which has {grid} CTAs")]
    OutsideGrid {
        /// The CTA.
        cta: CtaCoordinates,
        /// The grid.
        grid: CtaCoordinates,
    },
    /// A CTA twice.
    #[error("CTA {cta} was there already")]
    Twice {
        /// The CTA.
        cta: CtaCoordinates,
    },
    /// CTAs in no order at all.
    #[error("the CTAs are in no order: sort the trace by CTA, as post-traces-processing does")]
    NoOrder,
    /// CTAs are missing.
    #[error(
        "{missing} of {all} CTAs are missing, the first being {first}: post-traces-processing leaves out those of which it saw no \
         instruction; trace again, or import the others alone with --partial"
    )]
    Missing {
        /// How many.
        missing: u64,
        /// Of how many.
        all: u64,
        /// The first of them.
        first: CtaCoordinates,
    },
    /// A warp out of turn.
    #[error("warp {found} of CTA {cta} comes where warp {expected} should")]
    Warp {
        /// The warp.
        found: u64,
        /// Which it should be.
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
        /// How many it may have.
        warps: u32,
    },
    /// Too few warps.
    #[error("CTA {cta} ends after {found} of its {warps} warps")]
    TooFewWarps {
        /// The CTA.
        cta: CtaCoordinates,
        /// How many there are.
        found: u32,
        /// How many there should be.
        warps: u32,
    },
    /// Fewer instructions than were announced.
    #[error(
        "warp {warp} of CTA {cta} ends after {found} of the {announced} instructions that `insts = ` says"
    )]
    TooFewInstructions {
        /// The warp.
        warp: u32,
        /// Its CTA.
        cta: CtaCoordinates,
        /// How many there are.
        found: u64,
        /// How many were announced.
        announced: u64,
    },
    /// More instructions than were announced.
    #[error("warp {warp} of CTA {cta} has more than the {announced} instructions that `insts = ` says")]
    TooManyInstructions {
        /// The warp.
        warp: u32,
        /// Its CTA.
        cta: CtaCoordinates,
        /// How many were announced.
        announced: u64,
    },
    /// A field of an instruction's line.
    #[error("`{found}` should be {expected}")]
    Field {
        /// What should be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// The line ends too early.
    #[error("the line ends where it should go on with {expected}")]
    LineEnds {
        /// What should be there.
        expected: &'static str,
    },
    /// The line goes on.
    #[error("`{found}` is left over at the line's end")]
    LeftOver {
        /// What is there.
        found: String,
    },
    /// Lanes that the warp does not have.
    #[error("lanes {mask:08x} are active, but the warp has only lanes {lanes:08x}")]
    Lanes {
        /// The lanes.
        mask: u32,
        /// Those that exist.
        lanes: u32,
    },
    /// A base and a stride for lanes with others between them.
    #[error(
        "addresses are given as base and stride, but the active lanes ({mask:08x}) are not side by side: Accel-Sim's reader would \
         take the later ones for 0"
    )]
    Gap {
        /// The lanes.
        mask: u32,
    },
    /// An address mode that is not read.
    #[error("there is no address mode {found}: 0, 1 and 2 are read")]
    Mode {
        /// The mode.
        found: u64,
    },
    /// An access of the tensor memory accelerator.
    #[error(
        "`{opcode}` copies through the tensor memory accelerator (TMA), address modes 3 and 4, which a tape of lanes cannot hold; \
         trace a program built without TMA"
    )]
    Tma {
        /// The opcode.
        opcode: String,
    },
    /// An opcode that the map does not have.
    #[error(
        "the opcode map `{map}` has no `{stem}` (of `{opcode}`){}; add it to a copy of the map, to the role that says what it \
         does, and give that with --opcodes FILE", similar(.nearest)
    )]
    Opcode {
        /// The opcode.
        opcode: String,
        /// Its first part.
        stem: String,
        /// The map.
        map: String,
        /// A similar opcode that the map has.
        nearest: Option<String>,
    },
    /// Addresses where there can be none.
    #[error(
        "`{opcode}` has addresses, but the opcode map `{map}` says it is `{role}`, which accesses no memory; correct its role in a \
         copy of the map, and give that with --opcodes FILE"
    )]
    Addresses {
        /// The opcode.
        opcode: String,
        /// The map.
        map: String,
        /// Its role there.
        role: &'static str,
    },
    /// No addresses where there must be.
    #[error(
        "`{opcode}` has no addresses (its width is 0), but the opcode map `{map}` says it is `{role}`; correct its role in a copy of \
         the map, and give that with --opcodes FILE"
    )]
    NoAddresses {
        /// The opcode.
        opcode: String,
        /// The map.
        map: String,
        /// Its role there.
        role: &'static str,
    },
    /// Code that is too large.
    #[error("the code has an instruction at {pc:#x}: code of more than {most} instructions is not accepted")]
    LargeCode {
        /// The address.
        pc: u32,
        /// How many instructions code may have.
        most: u32,
    },
    /// Too many meanings of an address.
    #[error("at {pc:#x} there are more than {most} different instructions: this is no trace of one kernel")]
    ManyMeanings {
        /// The address.
        pc: u32,
        /// How many are accepted.
        most: u32,
    },
    /// A CTA that takes too much memory.
    #[error(
        "CTA {cta} takes more than {most} MiB of memory: a tape is made CTA by CTA, and this one is too long"
    )]
    LargeCta {
        /// The CTA.
        cta: CtaCoordinates,
        /// How much it may take.
        most: usize,
    },
}

fn similar(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |known| format!(", but `{known}`"))
}

impl Reason {
    /// Puts it in a file.
    pub(super) fn at(self, file: impl Into<PathBuf>, line: u64) -> Error {
        Error { file: file.into(), line, reason: Box::new(self) }
    }
}

/// A piece of a trace as an error shows it: short, and printable.
pub(super) fn shown(bytes: &[u8]) -> String {
    const MOST: usize = 60;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MOST)]);
    let mut text: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if bytes.len() > MOST {
        text.push('…');
    }
    text
}
