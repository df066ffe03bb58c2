//! The part of each instruction in the order of accesses.

pub use super::shadow::Kind;
use crate::execute::FaultLocation;
use crate::program::{Pc, SharedVariable};
use std::fmt;

/// A program whose races a [`RaceDetector`](super::RaceDetector) finds: what an instruction set provides.
pub trait OrderedProgram: fmt::Debug {
    /// Part of each instruction in the order of accesses.
    fn roles(&self) -> Vec<Role>;
    /// Location of an instruction. A line of an inlined function of the toolkit, such as `atomicAdd`, is that of its call.
    fn location(&self, pc: Pc, cta: [u32; 3], thread: [u32; 3]) -> FaultLocation;
    /// Variables in static shared memory, ascending by offset, and the offset of dynamic shared memory.
    fn shared_memory(&self) -> (&[SharedVariable], u32);
}

/// Threads among which a fence or a release orders accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Those of the CTA.
    Cta,
    /// All threads of the launch.
    Gpu,
}

/// What a strong write makes visible to a thread that reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Release {
    /// All that the warp has published with a fence.
    Published,
    /// All that happened before.
    Everything(Scope),
}

/// Part of an instruction in the order of accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It accesses no memory that threads share, or the executor reports its accesses as
    /// [`SyncEvent`](crate::execute::SyncEvent)s.
    None,
    Access(AccessRole),
    Fence(Scope),
    /// Starts an asynchronous copy, which the executor reports.
    Copy {
        /// Whether it is a bulk copy.
        bulk: bool,
        /// Whether it changes what is there: a reduction, which is atomic.
        reduces: bool,
    },
    /// Closes a group of copies; true for bulk copies.
    Commit(bool),
    /// Waits for all but some groups of copies, of bulk copies or of both, or for all copies.
    Wait {
        copies: bool,
        bulk: bool,
        left: Option<u64>,
    },
}

/// A memory access and its memory order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessRole {
    pub kind: Kind,
    /// Whether it happens after the writes that the value read shows.
    pub acquires: bool,
    /// What it makes visible, if it is a strong write.
    pub releases: Option<Release>,
    /// Bytes of an element whose values the executor reports; 0 if it does not.
    pub width: u32,
}
