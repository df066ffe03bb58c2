//! Why a tape cannot be written as a trace.

use std::io;
use std::path::PathBuf;
use warploom_kernel::class::Class;

/// Why a launch cannot be written as a trace, or the trace not to its place.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Warps of other than 32 lanes.
    #[error(
        "kernel `{kernel}` has warps of {width} lanes, and a trace only ones of 32: make the tape with 32 lanes"
    )]
    Width {
        /// The kernel.
        kernel: String,
        /// Lanes of its warps.
        width: u32,
    },
    /// A name that would break the header's line.
    #[error("the kernel's name {kernel:?} cannot stand in a line of text: rename it")]
    Name {
        /// The name.
        kernel: String,
    },
    /// A register without a place in a machine.
    #[error(
        "kernel `{kernel}`, instruction {at} (`{opcode}`): a trace has R0 to R254, not `{register}`: \
         make the tape of code that was lowered"
    )]
    Register {
        /// The kernel.
        kernel: String,
        /// The instruction's place in the code.
        at: usize,
        /// The instruction.
        opcode: String,
        /// The register.
        register: String,
    },
    /// Nothing a Volta machine has is like this instruction.
    #[error(
        "kernel `{kernel}`, instruction {at} (`{opcode}`): Volta has nothing of class `{class}` that {does}, \
         so a trace cannot tell it"
    )]
    Opcode {
        /// The kernel.
        kernel: String,
        /// The instruction's place in the code.
        at: usize,
        /// The instruction.
        opcode: String,
        /// Its class.
        class: Class,
        /// What it does beyond that.
        does: String,
    },
    /// More code than a program counter of a trace can tell.
    #[error("kernel `{kernel}` has {instructions} instructions: a trace's program counter has 32 bits")]
    Code {
        /// The kernel.
        kernel: String,
        /// How many it has.
        instructions: usize,
    },
    /// A CTA that is not of the grid.
    #[error("kernel `{kernel}` has no CTA {cta}: its grid has {ctas}")]
    Cta {
        /// The kernel.
        kernel: String,
        /// The CTA.
        cta: u64,
        /// How many there are.
        ctas: u64,
    },
    /// A CTA with too few or too many warps.
    #[error(
        "kernel `{kernel}`, CTA {cta}: {found} warps, but its threads make {expected}: Accel-Sim takes all or none"
    )]
    Warps {
        /// The kernel.
        kernel: String,
        /// The CTA.
        cta: u64,
        /// Those on the tape.
        found: usize,
        /// Those of a CTA.
        expected: u32,
    },
    /// A warp that did nothing.
    #[error("kernel `{kernel}`, CTA {cta}, warp {warp}: it executed nothing, which Accel-Sim does not take")]
    Idle {
        /// The kernel.
        kernel: String,
        /// The CTA.
        cta: u64,
        /// The warp.
        warp: usize,
    },
    /// A generic address that has no place in a trace.
    #[error(
        "kernel `{kernel}`, CTA {cta}, warp {warp}, instruction {at}: the generic address {address:#x} cannot be told: \
         in a trace, shared memory is at {shared:#x} and local at {local:#x}, 16 MiB each",
        shared = super::SHARED_BASE,
        local = super::LOCAL_BASE
    )]
    Generic {
        /// The kernel.
        kernel: String,
        /// The CTA.
        cta: u64,
        /// The warp.
        warp: usize,
        /// The instruction's place in the code.
        at: usize,
        /// The address on the tape.
        address: u64,
    },
    /// A CTA before any launch.
    #[error("a CTA came before its launch")]
    NoLaunch,
    /// The file system, or whatever is written to.
    #[error("`{}` cannot be written: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Why an export ended early.
#[derive(Debug, thiserror::Error)]
pub enum ExportFailure<E> {
    /// The tape does not go on.
    #[error(transparent)]
    Source(E),
    /// What it holds cannot be written.
    #[error(transparent)]
    Export(#[from] ExportError),
}
