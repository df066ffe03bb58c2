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
    Gcn { kernel: String },
    #[error(
        "kernel `{kernel}` has warps of {width} lanes, but traces support only 32; record the tape with 32 lanes"
    )]
    Width { kernel: String, width: u32 },
    #[error("the kernel name {kernel:?} is empty or has control characters; rename the kernel")]
    Name { kernel: String },
    #[error(
        "kernel `{kernel}`, instruction {at} (`{opcode}`): traces have registers R0 to R254, not `{register}`; record the tape from lowered code"
    )]
    Register { kernel: String, at: usize, opcode: String, register: String },
    #[error(
        "kernel `{kernel}`, instruction {at} (`{opcode}`): Volta has no instruction of class `{class}` that {does}"
    )]
    Opcode { kernel: String, at: usize, opcode: String, class: Class, does: String },
    #[error(
        "kernel `{kernel}` has {instructions} instructions, too many for the 32-bit program counter of a trace"
    )]
    Code { kernel: String, instructions: usize },
    #[error("kernel `{kernel}` has no CTA {cta}: its grid has {ctas}")]
    Cta { kernel: String, cta: u64, ctas: u64 },
    #[error(
        "kernel `{kernel}`, CTA {cta}: the tape has {found} warps, but the CTA has {expected}; Accel-Sim needs all of them"
    )]
    Warps { kernel: String, cta: u64, found: usize, expected: u32 },
    #[error(
        "kernel `{kernel}`, CTA {cta}, warp {warp}: the warp executed no instructions, which Accel-Sim does not support"
    )]
    Idle { kernel: String, cta: u64, warp: usize },
    #[error(
        "kernel `{kernel}`, CTA {cta}, warp {warp}, instruction {at}: the generic address {address:#x} cannot be represented: traces have shared memory at {shared:#x} and local memory at {local:#x}, 16 MiB each",
        shared = super::SHARED_BASE,
        local = super::LOCAL_BASE
    )]
    Generic { kernel: String, cta: u64, warp: usize, at: usize, address: u64 },
    #[error("a CTA was written before its launch")]
    NoLaunch,
    #[error("`{}` cannot be written: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
}

/// Error of [`export`](super::export()).
#[derive(Debug, thiserror::Error)]
pub enum ExportFailure<E> {
    #[error(transparent)]
    Source(E),
    #[error(transparent)]
    Export(#[from] ExportError),
}
