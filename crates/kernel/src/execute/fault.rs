//! Runtime errors of a kernel, reported with the detail of compute-sanitizer.

use super::mbarrier::MbarrierProblem;
use super::texture::Geometry;
use crate::names::short_name;
use crate::program::Space;
use std::fmt;

/// Runtime error of a kernel and its location.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}\n  in {location}{}", kind.note())]
pub struct Fault {
    pub kind: FaultKind,
    pub location: Box<FaultLocation>,
}

/// Location of a fault: kernel, line, CTA and thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultLocation {
    pub kernel: String,
    /// The device function, if the fault is not in the kernel itself.
    pub function: Option<String>,
    /// Language of the code: `PTX`, `GCN` or `SASS`.
    pub language: &'static str,
    /// Line in the file of the code; of a cubin, in its [listing](crate::sass::Module::listing).
    pub line: u32,
    /// Byte address in the function, if the code has no lines but addresses: SASS.
    pub address: Option<u64>,
    /// Source file and line, if the code has `.loc` directives.
    pub source: Option<(String, u64)>,
    pub cta: [u32; 3],
    pub thread: [u32; 3],
    /// Wave of the work-group and lane of the wave, in GCN code.
    pub wave: Option<(u32, u32)>,
}

impl Fault {
    /// The same fault with the C++ names of its kernel and function, for a message. Records have the symbols.
    pub fn readable(&self) -> Fault {
        Fault { kind: self.kind.clone(), location: Box::new(self.location.readable()) }
    }
}

impl FaultLocation {
    /// The same location with the C++ names of kernel and function, for a message. Records have the symbols.
    pub fn readable(&self) -> FaultLocation {
        let function = self.function.as_deref().map(short_name);
        FaultLocation { kernel: short_name(&self.kernel), function, ..self.clone() }
    }

    /// Where it is in the code: `PTX line 12`, `SASS 0x01f0`.
    pub fn in_code(&self) -> String {
        match self.address {
            Some(address) => format!("{} {address:#06x}", self.language),
            None => format!("{} line {}", self.language, self.line),
        }
    }

    /// Whether both are of one kernel and source line, or of one line of code that has no source lines.
    pub(crate) fn is_same_line(&self, other: &FaultLocation) -> bool {
        let line = match (&self.source, &other.source) {
            (None, None) => self.line == other.line && self.function == other.function,
            (one, two) => one == two,
        };
        line && self.kernel == other.kernel
    }
}

impl fmt::Display for FaultLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernel `{}`", self.kernel)?;
        if let Some(function) = &self.function {
            write!(f, ", function `{function}`")?;
        }
        write!(f, ", {}", self.in_code())?;
        if let Some((file, line)) = &self.source {
            write!(f, " ({file}:{line})")?;
        }
        let ([a, b, c], [x, y, z]) = (self.cta, self.thread);
        write!(f, ", CTA ({a},{b},{c}), thread ({x},{y},{z})")?;
        match self.wave {
            Some((wave, lane)) => write!(f, ", wave {wave}, lane {lane}"),
            None => Ok(()),
        }
    }
}

/// The allocation nearest to an invalid address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearestAllocation {
    pub name: String,
    /// Start address of the allocation.
    pub base: u64,
    /// Its size in bytes.
    pub size: u64,
    pub address: u64,
}

impl fmt::Display for NearestAllocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NearestAllocation { name, base, size, .. } = self;
        write!(f, "`{name}`, {} at {base:#x}; the access starts {}", in_bytes(*size), self.start())
    }
}

impl NearestAllocation {
    /// Position of the access relative to the allocation.
    fn start(&self) -> String {
        // A negative address wraps around in 32 or 64 bits.
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

    /// Second line of a fault message in `space`.
    fn note(&self, space: Space) -> String {
        match space {
            Space::Shared | Space::Local | Space::Param if self.size == 0 => {
                format!("\n  the {} is empty", self.name)
            }
            Space::Shared | Space::Local | Space::Param => {
                format!("\n  the {}: {}; the access starts {}", self.name, in_bytes(self.size), self.start())
            }
            _ if self.address < NULL_PAGE => {
                "\n  the address is a null pointer plus a small offset".to_owned()
            }
            _ => format!("\n  nearest allocation: {self}"),
        }
    }
}

/// Addresses below this are offsets from a null pointer.
const NULL_PAGE: u64 = 1 << 16;

/// A byte count with its unit.
fn in_bytes(many: u64) -> String {
    format!("{many} byte{}", if many == 1 { "" } else { "s" })
}

/// Kind of a fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// An access outside every allocation.
    #[error("out of bounds: `{instruction}` accesses {} at {space} address {address:#x}", in_bytes((*bytes).into()))]
    OutOfBounds {
        instruction: String,
        space: Space,
        address: u64,
        bytes: u32,
        nearest: Option<NearestAllocation>,
    },
    /// An address that is not a multiple of the access size.
    #[error(
        "misaligned: `{instruction}` needs an address aligned to {align} bytes, but {space} address {address:#x} is not"
    )]
    Misaligned {
        instruction: String,
        space: Space,
        address: u64,
        /// Required alignment in bytes.
        align: u32,
        nearest: Option<NearestAllocation>,
    },
    /// An access to freed memory.
    #[error("use after free: `{instruction}` accesses {} at global address {address:#x}", in_bytes((*bytes).into()))]
    UseAfterFree { instruction: String, address: u64, bytes: u32, name: String },
    /// A store to constant memory.
    #[error("read-only: `{instruction}` writes to `{name}`, which is in constant memory, at {address:#x}")]
    ReadOnly { instruction: String, address: u64, name: String },
    /// A read of shared memory that was not written before.
    #[error(
        "uninitialised: `{instruction}` reads {} at shared address {address:#x} that no thread has written",
        in_bytes((*bytes).into())
    )]
    Uninitialised { instruction: String, address: u64, bytes: u32 },
    /// A barrier that only some live lanes of the warp reach.
    #[error(
        "barrier divergence: lanes {here:#x} of the warp reach `{instruction}` while lanes {elsewhere:#x} are elsewhere"
    )]
    BarrierDivergence { instruction: String, here: u64, elsewhere: u64 },
    /// A barrier at which the lanes of a warp name different barriers or numbers of threads.
    #[error(
        "barrier mismatch: lanes {here:#x} and {elsewhere:#x} of the warp reach `{instruction}` with different operands"
    )]
    BarrierMismatch { instruction: String, here: u64, elsewhere: u64 },
    /// A barrier that can never complete.
    #[error("barrier deadlock: no warp can continue: {waiting}")]
    BarrierDeadlock {
        /// Threads that wait at each barrier.
        waiting: String,
    },
    /// An access to shared memory that an asynchronous copy in flight still writes or reads.
    #[error(
        "{} before the wait: `{instruction}` {} {} at shared address {address:#x}, which the asynchronous copy of line {line} by thread ({},{},{}) has not {} yet",
        if *writes { "written" } else { "read" },
        if *writes { "writes" } else { "reads" },
        in_bytes((*bytes).into()),
        thread[0], thread[1], thread[2],
        if *copy_reads { "read" } else { "delivered" }
    )]
    BeforeWait {
        instruction: String,
        writes: bool,
        bytes: u32,
        /// The first address that the copy accesses, too.
        address: u64,
        /// Whether the copy reads shared memory: a bulk copy to global memory.
        copy_reads: bool,
        line: u32,
        /// Thread that issued the copy.
        thread: [u32; 3],
    },
    /// An asynchronous copy of a size that it cannot have.
    #[error("bad copy size: `{instruction}`: {problem}")]
    CopySize { instruction: String, problem: String },
    /// Misuse of an mbarrier.
    #[error("bad mbarrier: `{instruction}` on the mbarrier at address {address:#x}: {problem}")]
    Mbarrier { instruction: String, address: u64, problem: MbarrierProblem },
    /// Warps that wait at mbarriers, and nothing that could complete a phase.
    #[error("mbarrier deadlock: no warp can continue: {waiting}")]
    MbarrierDeadlock {
        /// The mbarriers at which warps wait.
        waiting: String,
    },
    /// A CTA that the cluster does not have.
    #[error("bad cluster rank: `{instruction}` asks for CTA {rank}, but the cluster has one CTA, of rank 0")]
    ClusterRank { instruction: String, rank: u32 },
    /// A warp-synchronous instruction that lanes in its mask do not execute.
    #[error(
        "warp divergence: the mask of `{instruction}` includes lanes {named:#x}, but lanes {missing:#x} do not execute it"
    )]
    WarpDivergence {
        instruction: String,
        /// Lanes in the mask.
        named: u64,
        /// Live lanes in the mask that do not execute the instruction.
        missing: u64,
    },
    /// A warp-synchronous instruction in a lane that its own mask does not name.
    #[error(
        "outside its mask: the mask of `{instruction}` includes lanes {named:#x}, but not the lane that executes it"
    )]
    OutsideMask {
        instruction: String,
        /// Lanes in the mask.
        named: u64,
    },
    /// More instructions than the limit per warp.
    #[error("endless: a warp has executed {budget} instructions without finishing")]
    Budget { budget: u64 },
    /// Warps that wait for memory to change, while nothing changes it.
    #[error("deadlock: the warps of {open} CTA{} wait for values that no warp will write", if *open == 1 { "" } else { "s" })]
    WaitsForever { open: usize },
    /// Call depth or stack size above the limit.
    #[error("stack overflow: calls are nested {depth} deep, {bytes} bytes of stack per thread")]
    StackOverflow {
        depth: usize,
        /// Stack bytes in use per thread.
        bytes: u64,
    },
    /// An index outside a branch table.
    #[error(
        "bad branch: `{instruction}` has index {index}, but its table has {len} targets, numbered from 0"
    )]
    BranchIndex {
        instruction: String,
        index: u32,
        /// Number of entries in the table.
        len: usize,
    },
    /// A jump to an address without an instruction.
    #[error("bad jump: `{instruction}` jumps to byte {address:#x} of the code, where no instruction starts")]
    JumpOutside { instruction: String, address: u64 },
    /// An instruction of the table that is not executed.
    #[error("`{instruction}` is not executed yet")]
    NotExecuted { instruction: String },
    /// The instruction `trap`.
    #[error("trap: the kernel executed `trap`")]
    Trap,
    /// A call of a function without a body.
    #[error("undefined function: the kernel calls `{0}`, but the file does not define it")]
    NoBody(String),
    /// An indirect call of an address that is no function of the right kind.
    #[error("bad call: the address {address:#x} is not that of a function with this prototype")]
    BadCallee { address: u64 },
    /// A `free` of an address that `malloc` did not return, or a second one.
    #[error("bad free: {address:#x} is not the start of a live block of the device heap")]
    BadFree { address: u64 },
    /// A failed `assert`.
    #[error("assertion failed: {0}")]
    Assertion(String),
    /// A barrier number of 16 or more.
    #[error("bad barrier: `{instruction}` uses barrier {id}, but barriers are numbered 0 to 15")]
    BadBarrier { instruction: String, id: u32 },
    /// A value that is not a texture or surface object.
    #[error("bad {wanted}: `{instruction}` uses {handle:#x}, which is not a {wanted} object")]
    BadTextureObject {
        instruction: String,
        /// "texture" or "surface".
        wanted: &'static str,
        handle: u64,
    },
    /// An instruction for another shape than that of the texture or surface.
    #[error("bad {what}: `{instruction}` uses a {what} that is {shape}")]
    TextureShape {
        instruction: String,
        /// "texture" or "surface".
        what: &'static str,
        shape: Geometry,
    },
    /// An access outside a surface.
    #[error("out of bounds: `{instruction}` accesses {} at byte {}, row {}, slice {} of a surface", in_bytes((*bytes).into()), at[0], at[1], at[2])]
    SurfaceBounds {
        instruction: String,
        /// Byte, row, and slice or layer.
        at: [i64; 3],
        bytes: u32,
        /// Bytes per row, rows and slices of the surface.
        extent: [u64; 3],
    },
    /// A warp-level instruction in [`Mode::Threads`](super::Mode::Threads).
    #[error("`{0}` needs a warp, but this mode executes one thread at a time")]
    NeedsWarp(String),
}

impl FaultKind {
    /// Additional line of the message: the nearest allocation or a remedy.
    fn note(&self) -> String {
        match self {
            FaultKind::OutOfBounds { nearest: Some(n), space, .. }
            | FaultKind::Misaligned { nearest: Some(n), space, .. } => n.note(*space),
            FaultKind::OutOfBounds { nearest: None, .. } => "\n  nothing is allocated there".to_owned(),
            FaultKind::UseAfterFree { name, .. } => format!("\n  the address is in `{name}`, which was freed"),
            FaultKind::Uninitialised { .. } => {
                "\n  write it first and put a barrier between the write and the read".to_owned()
            }
            FaultKind::BeforeWait { copy_reads: true, .. } => {
                "\n  the thread of the copy waits with `cp.async.bulk.wait_group.read` first".to_owned()
            }
            FaultKind::BeforeWait { .. } => {
                "\n  wait with `cp.async.wait_group`, `cp.async.wait_all` or at the copy's mbarrier; a barrier shows the bytes to other threads".to_owned()
            }
            FaultKind::Mbarrier { problem, .. } => problem.note().to_owned(),
            FaultKind::MbarrierDeadlock { .. } => {
                "\n  every thread that the count of `mbarrier.init` includes must arrive, and the bytes of `expect_tx` must be those copied".to_owned()
            }
            FaultKind::BarrierDivergence { .. } => {
                "\n  all threads of the warp that have not exited must reach the barrier together".to_owned()
            }
            FaultKind::BarrierMismatch { .. } => {
                "\n  a warp arrives as a whole: its threads must name the same barrier and the same number of threads".to_owned()
            }
            FaultKind::NoBody(_) => {
                "\n  of other files and of the device runtime, only printf, malloc, free and assert are known; launches by the device are not modelled".to_owned()
            }
            FaultKind::BadTextureObject { wanted, .. } => {
                format!("\n  pass the handle of a {wanted} object that exists; a destroyed one is not valid any more")
            }
            FaultKind::TextureShape { .. } => {
                "\n  the function that reads it must be the one for this shape".to_owned()
            }
            FaultKind::SurfaceBounds { extent: [width, rows, slices], .. } => {
                format!(
                    "\n  the surface has {rows} rows of {} and {slices} slices; `.clamp` and `.zero` permit any coordinates",
                    in_bytes(*width)
                )
            }
            FaultKind::WarpDivergence { .. } => "\n  all lanes in the mask must execute the instruction together".to_owned(),
            FaultKind::OutsideMask { .. } => "\n  each lane names itself and the lanes that it communicates with".to_owned(),
            FaultKind::Budget { .. } => {
                "\n  raise the instruction limit if the kernel is meant to run this long; a thread that spins on a value from its own warp or from a later CTA never finishes"
                    .to_owned()
            }
            FaultKind::WaitsForever { .. } => {
                "\n  a value from a CTA that is not resident never comes: CTAs wait for each other only within what the machine holds at a time (a cooperative launch checks it)"
                    .to_owned()
            }
            _ => String::new(),
        }
    }
}
