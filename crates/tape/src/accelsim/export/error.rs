//! Errors of the export.

use std::io;
use std::path::PathBuf;
use warploom_kernel::class::Class;

/// Error of the export of a launch.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// GCN code, which Accel-Sim does not simulate.
    #[error(
        "kernel `{kernel}` is GCN code, which traces of NVIDIA GPUs cannot have; record the tape from PTX"
    )]
    Gcn {
        /// The kernel.
        kernel: String,
    },
    /// Warps that do not have 32 lanes.
    #[error(
        "kernel `{kernel}` has warps of {width} lanes, but traces support only 32; record the tape with 32 lanes"
    )]
    Width {
        /// The kernel.
        kernel: String,
        /// Lanes of its warps.
        width: u32,
    },
    /// A kernel name that is empty or has control characters.
    #[error("the kernel name {kernel:?} is empty or has control characters; rename the kernel")]
    Name {
        /// The name.
        kernel: String,
    },
    /// A register that a trace cannot represent.
    #[error(
        "kernel `{kernel}`, instruction {at} (`{opcode}`): traces have registers R0 to R254, not `{register}`; record the tape from lowered code"
    )]
    Register {
        /// The kernel.
        kernel: String,
        /// Index of the instruction in the code.
        at: usize,
        /// The instruction.
        opcode: String,
        /// The register.
        register: String,
    },
    /// An instruction without a Volta equivalent.
    #[error(
        "kernel `{kernel}`, instruction {at} (`{opcode}`): Volta has no instruction of class `{class}` that {does}"
    )]
    Opcode {
        /// The kernel.
        kernel: String,
        /// Index of the instruction in the code.
        at: usize,
        /// The instruction.
        opcode: String,
        /// Its class.
        class: Class,
        /// Its side effect.
        does: String,
    },
    /// Code that exceeds the program counter of a trace.
    #[error(
        "kernel `{kernel}` has {instructions} instructions, too many for the 32-bit program counter of a trace"
    )]
    Code {
        /// The kernel.
        kernel: String,
        /// Number of instructions.
        instructions: usize,
    },
    /// A CTA outside the grid.
    #[error("kernel `{kernel}` has no CTA {cta}: its grid has {ctas}")]
    Cta {
        /// The kernel.
        kernel: String,
        /// The CTA.
        cta: u64,
        /// Number of CTAs in the grid.
        ctas: u64,
    },
    /// A CTA with the wrong number of warps.
    #[error(
        "kernel `{kernel}`, CTA {cta}: the tape has {found} warps, but the CTA has {expected}; Accel-Sim needs all of them"
    )]
    Warps {
        /// The kernel.
        kernel: String,
        /// The CTA.
        cta: u64,
        /// Number of warps on the tape.
        found: usize,
        /// Number of warps per CTA.
        expected: u32,
    },
    /// A warp without instructions.
    #[error(
        "kernel `{kernel}`, CTA {cta}, warp {warp}: the warp executed no instructions, which Accel-Sim does not support"
    )]
    Idle {
        /// The kernel.
        kernel: String,
        /// The CTA.
        cta: u64,
        /// The warp.
        warp: usize,
    },
    /// A generic address that a trace cannot represent.
    #[error(
        "kernel `{kernel}`, CTA {cta}, warp {warp}, instruction {at}: the generic address {address:#x} cannot be represented: traces have shared memory at {shared:#x} and local memory at {local:#x}, 16 MiB each",
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
        /// Index of the instruction in the code.
        at: usize,
        /// The address on the tape.
        address: u64,
    },
    /// A CTA before the first launch.
    #[error("a CTA was written before its launch")]
    NoLaunch,
    /// An I/O error.
    #[error("`{}` cannot be written: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
}

/// Error of [`export`](super::export()).
#[derive(Debug, thiserror::Error)]
pub enum ExportFailure<E> {
    /// An error of the source.
    #[error(transparent)]
    Source(E),
    /// An error of the export.
    #[error(transparent)]
    Export(#[from] ExportError),
}
