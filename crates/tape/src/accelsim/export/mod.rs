//! Export of tapes as Accel-Sim traces, to run the same work on Accel-Sim.
//!
//! An export directory contains a `kernelslist.g` with the host copies and launches, and a `kernel-N.traceg` per launch. The traces
//! have tracer version 5 and binary version 70 (Volta), plain or xz-compressed, as Accel-Sim of 2024 reads them (it does not
//! read gzip or zstd). Memory in use is that of one CTA.
//!
//! [`export`] writes all launches of a [`Source`]. [`Exporter`] takes launches and CTAs one by one. [`KernelWriter`] writes a single
//! launch to any output.
//!
//! A trace preserves for every warp the instructions by class, the active lanes, and the kind, bytes and addresses of memory
//! accesses. The following is lost or changed:
//!
//! * Opcodes: a PTX instruction becomes a Volta instruction of the same class. An imported instruction keeps its opcode if that has
//!   the same meaning on Volta.
//! * Matrix products of PTX become one `HMMA` or `IMMA`, however large they are; `ldmatrix` becomes `LDS.128`. Accesses of more than 16
//!   bytes per lane (`wmma.load` and `wmma.store` of 32-bit elements) are rejected.
//! * Registers: only general registers, at most one destination and four sources. A pair is represented by its first register. Of
//!   a vector in scattered registers, only the first is kept. Code that is not lowered is rejected.
//! * Generic addresses of shared and local memory are moved to the windows in the trace header. Accel-Sim treats addresses between
//!   the two bases as shared memory, so that the shared window is placed below the local one. Generic addresses of kernel parameters
//!   become global addresses.
//! * Parameters and constants both become `LDC`. Accel-Sim reads their addresses, but does not use them.
//! * The line of a barrier ends with the barrier number, or with the thread count of barrier 0, but not both. Accel-Sim treats
//!   every barrier as barrier 0 of all threads.
//! * A shared-memory reduction becomes an atomic. A local-memory prefetch has no address.
//! * Source lines, guards and uniformity are dropped.

mod error;
mod kernel;
mod line;
mod loss;
mod opcode;
mod output;
mod registers;

pub use error::{ExportError, ExportFailure};
pub use kernel::{KernelWriter, TraceCounts};
pub use loss::TraceLosses;

use super::Compression;
use crate::atomic_file;
use output::{Output, extension};
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_kernel::tape::{Cta, Launch, Source};

/// Tracer version: the last one whose text Accel-Sim reads.
const TRACER_VERSION: u32 = 5;
/// Binary version: sm_70 (Volta).
const BINARY_VERSION: u32 = 70;
/// Bytes of the generic address ranges of shared and local memory.
const WINDOW: u64 = 1 << 24;
/// Generic address of shared memory. Global memory never starts so low.
const SHARED_BASE: u64 = WINDOW;
/// Generic address of local memory: directly above shared memory, because Accel-Sim treats addresses between the bases as shared.
const LOCAL_BASE: u64 = SHARED_BASE + WINDOW;

/// Name of the list of kernels.
const LIST: &str = "kernelslist.g";

/// Summary of an exported launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportedLaunch {
    pub launch: Arc<Launch>,
    /// Path of the trace file.
    pub path: PathBuf,
    pub written: TraceCounts,
}

impl ExportedLaunch {
    /// Number of CTAs of the grid that are not on the tape. Accel-Sim stops with an error at a missing CTA.
    pub fn missing(&self) -> u64 {
        self.launch.ctas().saturating_sub(self.written.ctas)
    }
}

/// Writes all launches of a source as traces into a directory, which is created if necessary.
///
/// ```
/// use std::sync::Arc;
/// use warploom_kernel::class::Class;
/// use warploom_kernel::code::{Code, Instruction};
/// use warploom_kernel::execute::{CtaId, LaneMask};
/// use warploom_kernel::program::Pc;
/// use warploom_kernel::tape::{Cta, Launch, WarpTape, GenericWindows, produce};
/// use warploom_tape::accelsim::{Compression, export::export};
///
/// let code = Code { instructions: vec![Instruction::new("ret", Class::Control)], ..Code::default() };
/// let launch = Launch {
///     kernel: "nothing".to_owned(), code: Arc::new(code), grid: [3, 1, 1], block: [32, 1, 1], shared: 0,
///     registers: 8, scalar_registers: 0, width: 32, windows: GenericWindows::default(), copies: Vec::new(), number: None,
/// };
/// let mut tapes = produce::<std::io::Error>(4, move |sink| {
///     let mut warp = WarpTape::default();
///     warp.step(Pc(0), LaneMask(0xffff_ffff));
///     let cta = |id| {
///         let mut cta = Cta::new(CtaId(id));
///         cta.push(&warp);
///         cta
///     };
///     sink.launch(launch).and_then(|()| (0..3).try_for_each(|id| sink.cta(cta(id)))).ok();
///     Ok(())
/// });
/// let directory = tempfile::tempdir()?;
/// let launches = export(&mut tapes, directory.path(), Compression::None)?;
/// assert_eq!(launches[0].written.warp_instructions, 3);
/// assert_eq!(std::fs::read_to_string(directory.path().join("kernelslist.g"))?, "kernel-1.traceg\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export<S: Source>(
    source: &mut S,
    directory: &Path,
    compression: Compression,
) -> Result<Vec<ExportedLaunch>, ExportFailure<S::Error>> {
    let mut exporter = Exporter::new(directory, compression)?;
    while let Some(launch) = source.launch().map_err(ExportFailure::Source)? {
        exporter.launch(launch)?;
        while let Some(cta) = source.cta().map_err(ExportFailure::Source)? {
            exporter.cta(&cta)?;
        }
    }
    Ok(exporter.finish()?)
}

/// Writer of an export directory: see [`export`].
pub struct Exporter {
    directory: PathBuf,
    compression: Compression,
    list: String,
    current: Option<KernelWriter<Output>>,
    exported: Vec<ExportedLaunch>,
    /// True if the directory did not exist before.
    created: bool,
}

impl Drop for Exporter {
    /// Deletes the files of an export that is not finished, and the directory if the export created it.
    fn drop(&mut self) {
        // The error that ended the export matters, not one of cleaning up.
        self.exported.iter().for_each(|launch| drop(fs::remove_file(&launch.path)));
        if self.created {
            let _ = fs::remove_dir(&self.directory);
        }
    }
}

impl Exporter {
    /// Starts an export into a directory, which is created if necessary.
    ///
    /// Deletes an existing `kernelslist.g`. The new list is written last, so that an interrupted export is not mistaken for a
    /// complete one.
    pub fn new(directory: &Path, compression: Compression) -> Result<Exporter, ExportError> {
        let failed = |source| ExportError::Io { path: directory.to_owned(), source };
        let created = !directory.exists();
        fs::create_dir_all(directory).map_err(failed)?;
        let list = directory.join(LIST);
        match fs::remove_file(&list) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(ExportError::Io { path: list, source: error });
            }
            _ => {}
        }
        Ok(Exporter {
            directory: directory.to_owned(),
            compression,
            list: String::new(),
            current: None,
            exported: Vec::new(),
            created,
        })
    }

    /// Starts the next launch.
    pub fn launch(&mut self, launch: Arc<Launch>) -> Result<(), ExportError> {
        self.end_launch()?;
        for copy in &launch.copies {
            self.list.push_str(&format!("MemcpyHtoD,{:#018x},{}\n", copy.address, copy.bytes));
        }
        let id = self.exported.len() as u64 + 1;
        let name = format!("kernel-{id}.traceg{}", extension(self.compression));
        let path = self.directory.join(&name);
        let failed = |source| ExportError::Io { path: path.clone(), source };
        let file = BufWriter::new(File::create(&path).map_err(failed)?);
        let output = Output::new(file, self.compression).map_err(failed)?;
        self.current = Some(KernelWriter::new(output, &path, Arc::clone(&launch), id)?);
        self.list.push_str(&format!("{name}\n"));
        self.exported.push(ExportedLaunch { launch, path, written: TraceCounts::default() });
        Ok(())
    }

    /// Writes the next CTA of the launch.
    pub fn cta(&mut self, cta: &Cta) -> Result<(), ExportError> {
        self.current.as_mut().ok_or(ExportError::NoLaunch)?.cta(cta)
    }

    /// Writes the list and returns a summary of each launch.
    pub fn finish(mut self) -> Result<Vec<ExportedLaunch>, ExportError> {
        self.end_launch()?;
        let path = self.directory.join(LIST);
        atomic_file::write(&path, self.list.as_bytes()).map_err(|source| ExportError::Io { path, source })?;
        self.created = false;
        Ok(std::mem::take(&mut self.exported))
    }

    fn end_launch(&mut self) -> Result<(), ExportError> {
        if let (Some(writer), Some(last)) = (self.current.take(), self.exported.last_mut()) {
            let (output, written) = writer.finish()?;
            output.finish().map_err(|source| ExportError::Io { path: last.path.clone(), source })?;
            last.written = written;
        }
        Ok(())
    }
}
