//! What can go wrong while a kernel runs, told as compute-sanitizer would.

use crate::program::Space;
use std::fmt;

/// An error in a kernel's execution and where it happened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}\n  in {location}{}", kind.note())]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// Where.
    pub location: Box<FaultLocation>,
}

/// Where a fault happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultLocation {
    /// The kernel.
    pub kernel: String,
    /// The function called by it, if it is not the kernel itself.
    pub function: Option<String>,
    /// Line of the PTX.
    pub line: u32,
    /// File and line of the source language.
    pub source: Option<(String, u64)>,
    /// Coordinates of the CTA.
    pub cta: [u32; 3],
    /// Coordinates of the thread.
    pub thread: [u32; 3],
}

impl fmt::Display for FaultLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernel `{}`", self.kernel)?;
        if let Some(function) = &self.function {
            write!(f, ", function `{function}`")?;
        }
        write!(f, ", PTX line {}", self.line)?;
        if let Some((file, line)) = &self.source {
            write!(f, " ({file}:{line})")?;
        }
        let ([a, b, c], [x, y, z]) = (self.cta, self.thread);
        write!(f, ", CTA ({a},{b},{c}), thread ({x},{y},{z})")
    }
}

/// The allocation nearest to a bad address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearestAllocation {
    /// Its name.
    pub name: String,
    /// Its first address.
    pub base: u64,
    /// Its size in bytes.
    pub size: u64,
    /// The bad address.
    pub address: u64,
}

impl fmt::Display for NearestAllocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NearestAllocation { name, base, size, .. } = self;
        write!(f, "`{name}`, {} at {base:#x}; the access starts {}", in_bytes(*size), self.start())
    }
}

impl NearestAllocation {
    /// Where the access starts, seen from the allocation.
    fn start(&self) -> String {
        // An address below zero wraps around, in 32 bits or in 64.
        let wrapped = match self.base {
            0 if self.address > u64::MAX / 2 => self.address.wrapping_neg(),
            0 if (1 << 31..1 << 32).contains(&self.address) => (1 << 32) - self.address,
            _ => 0,
        };
        if wrapped != 0 {
            return format!("{} before it", in_bytes(wrapped));
        }
        match self.address.checked_sub(self.base) {
            None => format!("{} before it", in_bytes(self.base - self.address)),
            Some(offset) if offset < self.size => format!("at its byte {offset}"),
            Some(offset) if offset == self.size => "right at its end".to_owned(),
            Some(offset) => format!("{} past its end", in_bytes(offset - self.size)),
        }
    }

    /// A further line of a fault in `space`.
    fn note(&self, space: Space) -> String {
        match space {
            Space::Shared | Space::Local | Space::Param if self.size == 0 => {
                format!("\n  the {} is empty", self.name)
            }
            Space::Shared | Space::Local | Space::Param => {
                format!("\n  the {}: {}; the access starts {}", self.name, in_bytes(self.size), self.start())
            }
            _ if self.address < NULL_PAGE => {
                "\n  it is a null pointer, or one with a small offset".to_owned()
            }
            _ => format!("\n  nearest allocation: {self}"),
        }
    }
}

/// Addresses below this come from null pointers.
const NULL_PAGE: u64 = 1 << 16;

/// How many bytes, in words.
fn in_bytes(many: u64) -> String {
    format!("{many} byte{}", if many == 1 { "" } else { "s" })
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// An access outside every allocation.
    #[error("out of bounds: `{instruction}` touches {} at {space} address {address:#x}", in_bytes((*bytes).into()))]
    OutOfBounds {
        /// The instruction.
        instruction: String,
        /// The memory.
        space: Space,
        /// The address.
        address: u64,
        /// Bytes touched.
        bytes: u32,
        /// The allocation nearest to it.
        nearest: Option<NearestAllocation>,
    },
    /// An address that is no multiple of the access's size.
    #[error(
        "misaligned: `{instruction}` needs a multiple of {align}, and {space} address {address:#x} is none"
    )]
    Misaligned {
        /// The instruction.
        instruction: String,
        /// The memory.
        space: Space,
        /// The address.
        address: u64,
        /// The alignment needed.
        align: u32,
        /// The allocation nearest to it.
        nearest: Option<NearestAllocation>,
    },
    /// An access to an allocation that was freed.
    #[error("use after free: `{instruction}` touches {} at global address {address:#x}", in_bytes((*bytes).into()))]
    UseAfterFree {
        /// The instruction.
        instruction: String,
        /// The address.
        address: u64,
        /// Bytes touched.
        bytes: u32,
        /// Name of the freed allocation.
        name: String,
    },
    /// A store to constant memory.
    #[error("read-only: `{instruction}` writes to `{name}`, which is in constant memory, at {address:#x}")]
    ReadOnly {
        /// The instruction.
        instruction: String,
        /// The address.
        address: u64,
        /// The variable.
        name: String,
    },
    /// A read of shared memory nothing was written to.
    #[error(
        "uninitialised: `{instruction}` reads {} at shared address {address:#x} that no thread has written",
        in_bytes((*bytes).into())
    )]
    Uninitialised {
        /// The instruction.
        instruction: String,
        /// The address.
        address: u64,
        /// Bytes read.
        bytes: u32,
    },
    /// A barrier some lanes of the warp do not reach.
    #[error(
        "barrier divergence: `{instruction}` is reached by lanes {here:#x} of the warp while lanes {elsewhere:#x} are elsewhere"
    )]
    BarrierDivergence {
        /// The instruction.
        instruction: String,
        /// Lanes at the barrier.
        here: u64,
        /// Lanes that live and are elsewhere.
        elsewhere: u64,
    },
    /// A barrier that can never complete.
    #[error("barrier deadlock: no warp can go on: {waiting}")]
    BarrierDeadlock {
        /// Who waits where.
        waiting: String,
    },
    /// A warp-synchronous instruction some of whose lanes are elsewhere.
    #[error("warp divergence: `{instruction}` names lanes {named:#x}, of which {missing:#x} are elsewhere")]
    WarpDivergence {
        /// The instruction.
        instruction: String,
        /// The lanes its mask names.
        named: u64,
        /// Those that live and do not execute it.
        missing: u64,
    },
    /// More instructions than the budget allows.
    #[error("endless: a warp has executed {budget} instructions without finishing")]
    Budget {
        /// The budget.
        budget: u64,
    },
    /// Calls nested too deeply.
    #[error("stack overflow: calls are nested {depth} deep, {bytes} bytes of stack per thread")]
    StackOverflow {
        /// Depth of calls.
        depth: usize,
        /// Stack in use.
        bytes: u64,
    },
    /// A branch table's index beyond its end.
    #[error("bad branch: `{instruction}` has index {index}, and its table has {len} targets, counted from 0")]
    BranchIndex {
        /// The instruction.
        instruction: String,
        /// The index.
        index: u32,
        /// The table's length.
        len: usize,
    },
    /// `trap`.
    #[error("trap: the kernel executed `trap`")]
    Trap,
    /// A call of a function that has no body.
    #[error("no body: `{0}` is called, and the file does not define it")]
    NoBody(String),
    /// A failed `assert`.
    #[error("assertion failed: {0}")]
    Assertion(String),
    /// A barrier number of 16 or more.
    #[error("bad barrier: `{instruction}` names barrier {id}, and there are 16, counted from 0")]
    BadBarrier {
        /// The instruction.
        instruction: String,
        /// The number.
        id: u32,
    },
    /// Something one-thread execution cannot do.
    #[error("`{0}` needs a warp, and each thread is executed alone here")]
    NeedsWarp(String),
}

impl FaultKind {
    /// A further line: what is near, or what to do.
    fn note(&self) -> String {
        match self {
            FaultKind::OutOfBounds { nearest: Some(n), space, .. }
            | FaultKind::Misaligned { nearest: Some(n), space, .. } => n.note(*space),
            FaultKind::OutOfBounds { nearest: None, .. } => "\n  nothing is allocated there".to_owned(),
            FaultKind::UseAfterFree { name, .. } => format!("\n  it lies in `{name}`, which was freed"),
            FaultKind::Uninitialised { .. } => {
                "\n  write it first, and put a barrier between the write and the read".to_owned()
            }
            FaultKind::BarrierDivergence { .. } => {
                "\n  all threads of a warp that have not exited must reach it together".to_owned()
            }
            FaultKind::NoBody(_) => {
                "\n  functions of other files and of the device runtime (printf, malloc) are not modelled".to_owned()
            }
            FaultKind::WarpDivergence { .. } => "\n  the lanes named must execute it together".to_owned(),
            FaultKind::Budget { .. } => {
                "\n  if it is meant to run this long, raise the budget; a thread that waits for another of its warp or of a later CTA never ends here"
                    .to_owned()
            }
            _ => String::new(),
        }
    }
}
