//! Errors of Multi2Sim traces.

use crate::accelsim;
use crate::trace_error::TraceError;
use std::path::{Path, PathBuf};
use warploom_kernel::gcn;

/// Error in a recorded run, with file and line.
pub type Error = TraceError<Reason>;

impl From<accelsim::Error> for Error {
    fn from(error: accelsim::Error) -> Error {
        Error::new(error.file, error.line, Reason::Read(error.reason))
    }
}

/// Reason why a recorded run is invalid.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// A file that cannot be read or decompressed.
    #[error(transparent)]
    Read(Box<accelsim::Reason>),
    #[error(
        "its launch file {} does not exist; a trace DIR/trace/RUN.trace needs DIR/launch/RUN.txt", .expected.display()
    )]
    NoLaunchFile { expected: PathBuf },
    #[error("the line is not UTF-8 text: this is not a file of Multi2Sim")]
    Text,
    #[error("the file has more than {most} lines; split the run")]
    LongFile { most: u64 },
    #[error(
        "expected a line that starts with N, T, R, A, H or P, found `{found}`: this is not a launch file"
    )]
    LaunchLine { found: String },
    #[error("the file has no launch (`N 0 KERNEL …`); use the launch file that was recorded with the trace")]
    NoLaunches,
    #[error("the line has no `{key} …`; record the launch file again")]
    LaunchLacks { key: &'static str },
    #[error("found launch {found}, expected launch {expected}; launches are numbered from 0 in order")]
    LaunchNumber { found: u64, expected: usize },
    #[error(
        "the line belongs to launch {found}, which is not the launch above it; put it after its `N` line"
    )]
    Misplaced { found: u64 },
    #[error(
        "the launch has {groups} work-groups, but its sizes give {expected}; correct `groups` or the sizes"
    )]
    Groups { groups: u64, expected: u64 },
    #[error("the global size {global:?} is not a multiple of the local size {local:?}; correct the sizes")]
    Divide { global: [u32; 3], local: [u32; 3] },
    #[error(
        "page {page:x} is at physical page {first:x} above; a page has one place, remove one of the lines"
    )]
    Page { page: u64, first: u64 },
    #[error(
        "{} has no file that ends in `.{kernel}.s`; add the listing of kernel `{kernel}`", .directory.display()
    )]
    NoListing { directory: PathBuf, kernel: String },
    #[error(
        "kernel `{kernel}` has two listings, {first} and {second}; remove the one of another application"
    )]
    Listings { kernel: String, first: String, second: String },
    #[error("{}{}", .0.kind, help(.0))]
    Listing(gcn::Error),
    #[error("`{found}` should be {expected}")]
    Field { expected: &'static str, found: String },
    #[error("the line ends before {expected}: the file is truncated or damaged")]
    LineEnds { expected: &'static str },
    #[error("unexpected `{found}` at the end of the line; remove it")]
    LeftOver { found: String },
    #[error("expected `wf LAUNCH GROUP WAVEFRONT`, found `{found}`: this is not a trace of Multi2Sim")]
    NoWavefront { found: String },
    #[error("launch {launch} is not in {}, which has {launches}; use the launch file of this trace", .file.display())]
    NoLaunch { launch: u64, launches: usize, file: PathBuf },
    #[error("a wavefront of launch {launch} follows launch {current}; sort the trace by launch")]
    LaunchOrder { launch: usize, current: usize },
    #[error(
        "work-group {group} is outside launch {launch}, which has {groups}; use the launch file of this trace"
    )]
    OutsideGrid { group: u64, launch: usize, groups: u64 },
    #[error(
        "wavefront {wave} is not in work-group {group}, which has wavefronts {first} to {last}; use the launch file of this trace"
    )]
    Wavefront { wave: u64, group: u64, first: u64, last: u64 },
    #[error("wavefront {wave} of launch {launch} appears twice; remove one of them")]
    Twice { wave: u64, launch: usize },
    #[error("work-group {group} of launch {launch} has no wavefront {wave}; record the trace again")]
    MissingWavefront { launch: usize, group: u64, wave: u64 },
    #[error(
        "the trace lacks {missing} of {all} work-groups of launch {launch}, the first is {first}; record the trace again, or import the rest with --partial"
    )]
    MissingGroups { launch: usize, missing: u64, all: u64, first: u64 },
    #[error(
        "the trace has no launch {first}, and the launch file has {launches}; record the trace again, or import the rest with --partial"
    )]
    MissingLaunch { first: usize, launches: usize },
    #[error("the trace has no wavefront; record it again")]
    Empty,
    #[error(
        "wavefront {wave} of launch {launch} ends without s_endpgm: the trace is truncated; record it again"
    )]
    NoEnd { wave: u64, launch: usize },
    #[error("the wavefront executed s_endpgm above; a wavefront starts with `wf LAUNCH GROUP WAVEFRONT`")]
    AfterEnd,
    #[error(
        "no instruction of `{kernel}` is at offset {offset:x}; use the listing of the code that was traced"
    )]
    Offset { offset: u64, kernel: String },
    #[error(
        "kind `{found}`, but `{opcode}` is of kind {expected}; use the listing of the code that was traced"
    )]
    Kind { found: String, opcode: String, expected: char },
    #[error(
        "access `{found}`, but `{opcode}` makes accesses `{expected}`; use the listing of the code that was traced"
    )]
    Direction { found: String, opcode: String, expected: char },
    #[error("{found} bytes, but `{opcode}` accesses {expected}; use the listing of the code that was traced")]
    Bytes { found: u64, opcode: String, expected: u32 },
    #[error(
        "`{opcode}` makes {accesses} accesses per lane, which tapes do not support; trace a kernel without it"
    )]
    PerLane { opcode: String, accesses: u64 },
    #[error("lanes {mask:x} are active, but only lanes {lanes:x} can be; use the launch file of this trace")]
    Lanes { mask: u64, lanes: u64 },
    #[error("{lanes} lanes are active, but the line has {}; record the trace again", counted(.addresses, .lanes))]
    AddressCount {
        lanes: u32,
        /// Number of addresses; not counted beyond the lanes.
        addresses: u64,
    },
    #[error("an address is outside the 64-bit range; record the trace again")]
    Overflow,
    #[error("address {address:x} is in a page without a `P` line in {}; use the launch file of this trace", .file.display())]
    NoPage { address: u64, file: PathBuf },
    #[error("the fetch times exceed 64 bits; record the trace again")]
    LongTime,
    #[error("unfinished work-groups exceed the limit of {most} MiB; sort the trace by work-group")]
    Large {
        /// Maximum size in MiB.
        most: usize,
    },
}

fn help(error: &gcn::Error) -> String {
    error.help.as_ref().map_or_else(String::new, |help| format!("; {help}"))
}

fn counted(addresses: &u64, lanes: &u32) -> String {
    if *addresses > u64::from(*lanes) {
        return "more addresses".to_owned();
    }
    format!("{addresses} addresses")
}

impl Reason {
    /// Adds file and line.
    pub(super) fn at(self, file: impl AsRef<Path>, line: u64) -> Error {
        Error::new(file.as_ref(), line, self)
    }
}

/// Excerpt of a file for an error message: short and printable.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let printable = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut short: String = text.chars().take(MOST).map(printable).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}
