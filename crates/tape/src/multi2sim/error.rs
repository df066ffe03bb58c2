//! Errors of Multi2Sim traces.

use crate::accelsim;
use std::fmt;
use std::path::{Path, PathBuf};
use warploom_kernel::gcn;

/// Error in a recorded run, with file and line.
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

impl From<accelsim::Error> for Error {
    fn from(error: accelsim::Error) -> Error {
        Error { file: error.file, line: error.line, reason: Box::new(Reason::Read(error.reason)) }
    }
}

/// Reason why a recorded run is invalid.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// A file that cannot be read or decompressed.
    #[error(transparent)]
    Read(Box<accelsim::Reason>),
    /// A missing launch file.
    #[error(
        "its launch file {} does not exist; a trace DIR/trace/RUN.trace needs DIR/launch/RUN.txt", .expected.display()
    )]
    NoLaunchFile {
        /// Expected path.
        expected: PathBuf,
    },
    /// Text that is not UTF-8.
    #[error("the line is not UTF-8 text: this is not a file of Multi2Sim")]
    Text,
    /// A launch file or listing that is too long.
    #[error("the file has more than {most} lines; split the run")]
    LongFile {
        /// Maximum number of lines.
        most: u64,
    },
    /// An unknown line in a launch file.
    #[error(
        "expected a line that starts with N, T, R, A, H or P, found `{found}`: this is not a launch file"
    )]
    LaunchLine {
        /// The line.
        found: String,
    },
    /// A launch file without launches.
    #[error("the file has no launch (`N 0 KERNEL …`); use the launch file that was recorded with the trace")]
    NoLaunches,
    /// A missing field in a launch file.
    #[error("the line has no `{key} …`; record the launch file again")]
    LaunchLacks {
        /// The key.
        key: &'static str,
    },
    /// A launch out of order.
    #[error("found launch {found}, expected launch {expected}; launches are numbered from 0 in order")]
    LaunchNumber {
        /// The number found.
        found: u64,
        /// The expected number.
        expected: usize,
    },
    /// An argument before the first launch, or of another launch.
    #[error(
        "the line belongs to launch {found}, which is not the launch above it; put it after its `N` line"
    )]
    Misplaced {
        /// The launch.
        found: u64,
    },
    /// Dimensions that do not fit together.
    #[error(
        "the launch has {groups} work-groups, but its sizes give {expected}; correct `groups` or the sizes"
    )]
    Groups {
        /// Work-groups of the line.
        groups: u64,
        /// Work-groups of the sizes.
        expected: u64,
    },
    /// A global size that is not a multiple of the local size.
    #[error("the global size {global:?} is not a multiple of the local size {local:?}; correct the sizes")]
    Divide {
        /// Global size.
        global: [u32; 3],
        /// Local size.
        local: [u32; 3],
    },
    /// A page in two places.
    #[error(
        "page {page:x} is at physical page {first:x} above; a page has one place, remove one of the lines"
    )]
    Page {
        /// Virtual page.
        page: u64,
        /// Physical page of the earlier line.
        first: u64,
    },
    /// A kernel without a listing.
    #[error(
        "{} has no file that ends in `.{kernel}.s`; add the listing of kernel `{kernel}`", .directory.display()
    )]
    NoListing {
        /// Directory of the listings.
        directory: PathBuf,
        /// The kernel.
        kernel: String,
    },
    /// A kernel with several listings.
    #[error(
        "kernel `{kernel}` has two listings, {first} and {second}; remove the one of another application"
    )]
    Listings {
        /// The kernel.
        kernel: String,
        /// A listing.
        first: String,
        /// Another listing.
        second: String,
    },
    /// An error in a listing.
    #[error("{}{}", .0.kind, help(.0))]
    Listing(gcn::Error),
    /// An invalid field.
    #[error("`{found}` should be {expected}")]
    Field {
        /// The expected text.
        expected: &'static str,
        /// The text found.
        found: String,
    },
    /// A line that ends too early.
    #[error("the line ends before {expected}: the file is truncated or damaged")]
    LineEnds {
        /// The expected text.
        expected: &'static str,
    },
    /// Extra fields at the end of a line.
    #[error("unexpected `{found}` at the end of the line; remove it")]
    LeftOver {
        /// The text found.
        found: String,
    },
    /// An instruction before the first wavefront.
    #[error("expected `wf LAUNCH GROUP WAVEFRONT`, found `{found}`: this is not a trace of Multi2Sim")]
    NoWavefront {
        /// The line.
        found: String,
    },
    /// A launch that the launch file does not have.
    #[error("launch {launch} is not in {}, which has {launches}; use the launch file of this trace", .file.display())]
    NoLaunch {
        /// The launch.
        launch: u64,
        /// Number of launches.
        launches: usize,
        /// The launch file.
        file: PathBuf,
    },
    /// Wavefronts of an earlier launch.
    #[error("a wavefront of launch {launch} follows launch {current}; sort the trace by launch")]
    LaunchOrder {
        /// The launch.
        launch: usize,
        /// The launch before it.
        current: usize,
    },
    /// A work-group outside the launch.
    #[error(
        "work-group {group} is outside launch {launch}, which has {groups}; use the launch file of this trace"
    )]
    OutsideGrid {
        /// The work-group.
        group: u64,
        /// The launch.
        launch: usize,
        /// Number of work-groups.
        groups: u64,
    },
    /// A wavefront of another work-group.
    #[error(
        "wavefront {wave} is not in work-group {group}, which has wavefronts {first} to {last}; use the launch file of this trace"
    )]
    Wavefront {
        /// The wavefront.
        wave: u64,
        /// The work-group.
        group: u64,
        /// First wavefront of the work-group.
        first: u64,
        /// Last wavefront of the work-group.
        last: u64,
    },
    /// A wavefront that appears twice.
    #[error("wavefront {wave} of launch {launch} appears twice; remove one of them")]
    Twice {
        /// The wavefront.
        wave: u64,
        /// The launch.
        launch: usize,
    },
    /// A work-group with missing wavefronts.
    #[error("work-group {group} of launch {launch} has no wavefront {wave}; record the trace again")]
    MissingWavefront {
        /// The launch.
        launch: usize,
        /// The work-group.
        group: u64,
        /// The missing wavefront.
        wave: u64,
    },
    /// Missing work-groups.
    #[error(
        "the trace lacks {missing} of {all} work-groups of launch {launch}, the first is {first}; record the trace again, or import the rest with --partial"
    )]
    MissingGroups {
        /// The launch.
        launch: usize,
        /// Number of missing work-groups.
        missing: u64,
        /// Number of work-groups in the launch.
        all: u64,
        /// The first missing work-group.
        first: u64,
    },
    /// Missing launches.
    #[error(
        "the trace has no launch {first}, and the launch file has {launches}; record the trace again, or import the rest with --partial"
    )]
    MissingLaunch {
        /// The first missing launch.
        first: usize,
        /// Number of launches of the launch file.
        launches: usize,
    },
    /// A trace without wavefronts.
    #[error("the trace has no wavefront; record it again")]
    Empty,
    /// A wavefront that does not end.
    #[error(
        "wavefront {wave} of launch {launch} ends without s_endpgm: the trace is truncated; record it again"
    )]
    NoEnd {
        /// The wavefront.
        wave: u64,
        /// The launch.
        launch: usize,
    },
    /// An instruction after the end of a wavefront.
    #[error("the wavefront executed s_endpgm above; a wavefront starts with `wf LAUNCH GROUP WAVEFRONT`")]
    AfterEnd,
    /// An offset without an instruction.
    #[error(
        "no instruction of `{kernel}` is at offset {offset:x}; use the listing of the code that was traced"
    )]
    Offset {
        /// The offset in bytes.
        offset: u64,
        /// The kernel.
        kernel: String,
    },
    /// A kind that contradicts the listing.
    #[error(
        "kind `{found}`, but `{opcode}` is of kind {expected}; use the listing of the code that was traced"
    )]
    Kind {
        /// The kind found.
        found: String,
        /// The mnemonic in the listing.
        opcode: String,
        /// Its kind.
        expected: char,
    },
    /// A direction of an access that contradicts the listing.
    #[error(
        "access `{found}`, but `{opcode}` makes accesses `{expected}`; use the listing of the code that was traced"
    )]
    Direction {
        /// The direction found.
        found: String,
        /// The mnemonic in the listing.
        opcode: String,
        /// Its direction.
        expected: char,
    },
    /// A size of an access that contradicts the listing.
    #[error("{found} bytes, but `{opcode}` accesses {expected}; use the listing of the code that was traced")]
    Bytes {
        /// The bytes found.
        found: u64,
        /// The mnemonic in the listing.
        opcode: String,
        /// Its bytes.
        expected: u32,
    },
    /// Several accesses per lane.
    #[error(
        "`{opcode}` makes {accesses} accesses per lane, which tapes do not support; trace a kernel without it"
    )]
    PerLane {
        /// The mnemonic.
        opcode: String,
        /// Accesses per lane.
        accesses: u64,
    },
    /// Active lanes that the wavefront does not have.
    #[error("lanes {mask:x} are active, but only lanes {lanes:x} can be; use the launch file of this trace")]
    Lanes {
        /// The lanes.
        mask: u64,
        /// Lanes that may be active.
        lanes: u64,
    },
    /// A number of addresses that differs from the number of lanes.
    #[error("{lanes} lanes are active, but the line has {}; record the trace again", counted(.addresses, .lanes))]
    AddressCount {
        /// Number of active lanes.
        lanes: u32,
        /// Number of addresses; not counted beyond the lanes.
        addresses: u64,
    },
    /// An address beyond 64 bits.
    #[error("an address is outside the 64-bit range; record the trace again")]
    Overflow,
    /// A page without a physical page.
    #[error("address {address:x} is in a page without a `P` line in {}; use the launch file of this trace", .file.display())]
    NoPage {
        /// The virtual address.
        address: u64,
        /// The launch file.
        file: PathBuf,
    },
    /// A cycle count that is too large.
    #[error("the fetch times exceed 64 bits; record the trace again")]
    LongTime,
    /// Too many wavefronts of unfinished work-groups.
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
        Error { file: file.as_ref().to_owned(), line, reason: Box::new(self) }
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
