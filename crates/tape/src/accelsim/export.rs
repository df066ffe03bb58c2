//! Tapes written as Accel-Sim's traces, so that the same work can be run there.
//!
//! A directory gets a `kernelslist.g`, with what the host copied and the launches in their order, and a `kernel-N.traceg` for
//! each launch: tracer version 5, binary version 70 (Volta), which Accel-Sim's reader of 2024 takes, plain or compressed by xz
//! (with gzip or zstd it does not). No more than a CTA is in memory.
//!
//! [`export`] takes any [`Source`]; [`Exporter`] is told of launches and CTAs as they come; [`KernelWriter`] writes one launch
//! to wherever it is wanted.
//!
//! What a trace says is what the tape says: every warp's instructions by class, their lanes, the memory they access, which
//! way, how many bytes, where. Lost or changed is:
//!
//! * Opcodes: an instruction of PTX gets one of Volta of the same class; one of a trace keeps its own if that says the same on
//!   Volta.
//! * Registers: general ones only, one that is written and up to four that are read. A pair is told by its first; of a vector
//!   whose registers lie apart, the rest is lost. Code that was not lowered has no such registers and is refused.
//! * Generic addresses of shared and local memory are moved to where the trace's header says these are: Accel-Sim takes what
//!   lies between the two bases for shared memory, so shared is put below local. A generic address of a kernel's parameters
//!   leads to global memory.
//! * Parameters and constants are one memory: `LDC`. Accel-Sim reads their addresses and does not use them.
//! * A barrier's line ends with its number, or with how many threads the first one waits for; not both. Accel-Sim takes each
//!   barrier for the first, and waits for all.
//! * A reduction of shared memory becomes an atomic operation, and a prefetch of local memory has no address.
//! * Source lines, guards, and what is uniform.

mod error;
mod kernel;
mod line;
mod opcode;
mod output;
mod registers;

pub use error::{ExportError, ExportFailure};
pub use kernel::{KernelWriter, TraceCounts};

use super::Compression;
use output::{Output, extension};
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_kernel::tape::{Cta, Launch, Source};

/// The tracer's version: the last whose text Accel-Sim's own reader takes.
const TRACER_VERSION: u32 = 5;
/// sm_70: the architecture whose opcodes are used.
const BINARY_VERSION: u32 = 70;
/// How much generic memory each of shared and local has.
const WINDOW: u64 = 1 << 24;
/// Where shared memory is among generic addresses. No GPU has global memory so low.
const SHARED_BASE: u64 = WINDOW;
/// Where local memory is among them: right behind, since Accel-Sim takes all between the two for shared.
const LOCAL_BASE: u64 = SHARED_BASE + WINDOW;

/// The file that lists the others.
const LIST: &str = "kernelslist.g";

/// A launch that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportedLaunch {
    /// The launch.
    pub launch: Arc<Launch>,
    /// Its file.
    pub path: PathBuf,
    /// What was written.
    pub written: TraceCounts,
}

impl ExportedLaunch {
    /// CTAs of the grid that the tape does not have. Accel-Sim stops with an error where it misses them.
    pub fn missing(&self) -> u64 {
        self.launch.ctas().saturating_sub(self.written.ctas)
    }
}

/// Writes all launches of a source as traces into a directory, which is made if there is none.
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
///     registers: 8, width: 32, windows: GenericWindows::default(), copies: Vec::new(),
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

/// Traces being written into a directory: see [`export`].
pub struct Exporter {
    directory: PathBuf,
    compression: Compression,
    list: String,
    current: Option<KernelWriter<Output>>,
    exported: Vec<ExportedLaunch>,
}

impl Exporter {
    /// Begins in a directory, which is made if there is none. A list that is there is deleted: the new one is written in
    /// the end, so that traces half written are not taken for whole ones.
    pub fn new(directory: &Path, compression: Compression) -> Result<Exporter, ExportError> {
        let failed = |source| ExportError::Io { path: directory.to_owned(), source };
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
        })
    }

    /// Begins the next launch.
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

    /// Writes the launch's next CTA.
    pub fn cta(&mut self, cta: &Cta) -> Result<(), ExportError> {
        self.current.as_mut().ok_or(ExportError::NoLaunch)?.cta(cta)
    }

    /// Writes the list, and tells what was written.
    pub fn finish(mut self) -> Result<Vec<ExportedLaunch>, ExportError> {
        self.end_launch()?;
        let path = self.directory.join(LIST);
        fs::write(&path, &self.list).map_err(|source| ExportError::Io { path, source })?;
        Ok(self.exported)
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
