//! Import of traces into tape files.

use super::error::Error;
use super::reader::{Options, Reader};
use crate::accelsim::{ImportProgress, find_compressed};
use crate::file::{self, Writer};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use warploom_kernel::tape::Source as _;

/// Error of an import.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// An error in the recorded run.
    #[error(transparent)]
    Trace(#[from] Error),
    /// An error while writing the tape.
    #[error(transparent)]
    Write(#[from] file::Error),
    #[error("the import was interrupted")]
    Interrupted,
}

/// Imports a trace, `DIR/trace/RUN.trace`, into a tape.
///
/// Calls `progress` after each work-group, and stops with [`ImportError::Interrupted`] if it returns `Break`. The tape stays
/// open, so that more launches can follow.
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use warploom_tape::file::Writer;
/// use warploom_tape::multi2sim::{Options, import};
/// let mut writer = Writer::create("FW-8.tape")?;
/// import("multi2sim/trace/FW-8.trace.gz", &Options::default(), &mut writer, |_| ControlFlow::Continue(()))?;
/// writer.finish()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import<W: Write>(
    path: impl AsRef<Path>,
    options: &Options,
    writer: &mut Writer<W>,
    mut progress: impl FnMut(&ImportProgress) -> ControlFlow<()>,
) -> Result<ImportProgress, ImportError> {
    let path = path.as_ref();
    let mut reader = Reader::open(path, options)?;
    let size = find_compressed(path).and_then(|found| found.metadata().ok()).map_or(0, |found| found.len());
    let mut done = ImportProgress { total_bytes: size, ..ImportProgress::default() };
    while let Some(launch) = reader.launch()? {
        let instructions = &launch.code.instructions;
        while let Some(cta) = reader.cta()? {
            writer.cta(&cta, |n| instructions.get(n as usize).is_some_and(|i| i.accesses()))?;
            done.ctas += 1;
            done.bytes = reader.lines().bytes();
            done.text_bytes = reader.lines().text_bytes();
            done.warp_instructions += cta.instructions();
            if progress(&done).is_break() {
                return Err(ImportError::Interrupted);
            }
        }
        writer.end_launch(&launch, None)?;
        done.launches += 1;
    }
    done.missing_ctas = reader.run().groups().saturating_sub(done.ctas);
    Ok(done)
}
