//! Import of traces into tape files.

use super::error::Error;
use super::kernel::KernelReader;
use super::lines::find_compressed;
use super::list::list;
use super::options::Options;
use crate::file::{self, Writer};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use warploom_kernel::class::Class;
use warploom_kernel::code::Instruction;

/// Error of an import.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    Trace(#[from] Error),
    /// An error while writing the tape.
    #[error(transparent)]
    Write(#[from] file::Error),
    #[error("the import was interrupted")]
    Interrupted,
}

/// Progress of an import.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ImportProgress {
    /// Compressed bytes read so far.
    pub bytes: u64,
    /// Compressed bytes of all kernel files.
    pub total_bytes: u64,
    /// Decompressed bytes read so far.
    pub text_bytes: u64,
    /// Launches imported so far.
    pub launches: u64,
    /// CTAs imported so far.
    pub ctas: u64,
    /// Warp instructions imported so far.
    pub warp_instructions: u64,
    /// Texture and surface instructions in the code of the launches. Traces have no addresses for them.
    pub unaddressed: u64,
    /// CTAs of the grids that the trace does not have.
    pub missing_ctas: u64,
}

/// Imports a trace into a tape: a directory with a `kernelslist.g`, the list itself, or the `.traceg` file of one kernel.
///
/// Calls `progress` after each CTA, and stops with [`ImportError::Interrupted`] if it returns `Break`. The tape stays open, so
/// that more launches can follow.
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use warploom_tape::accelsim::{Options, import};
/// use warploom_tape::file::Writer;
/// let mut writer = Writer::create("vecadd.tape")?;
/// let imported = import("traces/vecadd", &Options::default(), &mut writer, |_| ControlFlow::Continue(()))?;
/// println!("{} warp instructions", imported.warp_instructions);
/// writer.finish()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import<W: Write>(
    path: impl AsRef<Path>,
    options: &Options,
    writer: &mut Writer<W>,
    mut progress: impl FnMut(&ImportProgress) -> ControlFlow<()>,
) -> Result<ImportProgress, ImportError> {
    let launches = list(path)?;
    let size = |path: &Path| {
        find_compressed(path).and_then(|path| path.metadata().ok()).map_or(0, |found| found.len())
    };
    let mut done = ImportProgress {
        total_bytes: launches.iter().map(|launch| size(&launch.file)).sum(),
        ..ImportProgress::default()
    };
    for launch in launches {
        let before = done;
        let mut kernel = KernelReader::open(launch.file, options)?.with_host_copies(launch.copies);
        while let Some(cta) = kernel.next_cta()? {
            writer.cta(&cta, |number| kernel.accesses(number))?;
            done.ctas += 1;
            done.bytes = before.bytes + kernel.lines().bytes();
            done.text_bytes = before.text_bytes + kernel.lines().text_bytes();
            done.warp_instructions = before.warp_instructions + kernel.instructions();
            if progress(&done).is_break() {
                return Err(ImportError::Interrupted);
            }
        }
        let (launch, numbers) = kernel.finish()?;
        writer.end_launch(&launch, Some(&numbers))?;
        done.launches += 1;
        done.unaddressed += launch.code.instructions.iter().filter(|i| is_unaddressed(i)).count() as u64;
        done.missing_ctas += launch.ctas().saturating_sub(done.ctas - before.ctas);
    }
    Ok(done)
}

/// Whether an instruction accesses a texture or a surface.
fn is_unaddressed(instruction: &Instruction) -> bool {
    instruction.class == Class::Texture || instruction.opcode.starts_with("SU")
}
