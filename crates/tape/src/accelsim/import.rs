//! Traces made tape files.

use super::error::Error;
use super::kernel::KernelReader;
use super::lines::find_compressed;
use super::list::list;
use super::options::Options;
use crate::file::{self, Writer};
use std::io::Write;
use std::path::Path;

/// Why a trace was not imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The trace is wrong.
    #[error(transparent)]
    Trace(#[from] Error),
    /// The tape cannot be written.
    #[error(transparent)]
    Write(#[from] file::Error),
}

/// How far an import is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ImportProgress {
    /// Bytes of the kernels' files taken in, compressed as they are.
    pub bytes: u64,
    /// Bytes of all of them.
    pub total_bytes: u64,
    /// Bytes of text these were.
    pub text_bytes: u64,
    /// Launches that are done.
    pub launches: u64,
    /// CTAs.
    pub ctas: u64,
    /// Warp instructions.
    pub warp_instructions: u64,
}

/// Imports a trace: a directory with a kernelslist.g, such a list, or one kernel's file. `progress` is told how far it is,
/// after each CTA. The tape is not finished, so that more can follow.
///
/// ```no_run
/// use warploom_tape::accelsim::{Options, import};
/// use warploom_tape::file::Writer;
/// let mut writer = Writer::create("vecadd.tape")?;
/// let imported = import("traces/vecadd", &Options::default(), &mut writer, |_| {})?;
/// println!("{} warp instructions", imported.warp_instructions);
/// writer.finish()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import<W: Write>(
    path: impl AsRef<Path>,
    options: &Options,
    writer: &mut Writer<W>,
    mut progress: impl FnMut(&ImportProgress),
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
            progress(&done);
        }
        let (launch, numbers) = kernel.finish()?;
        writer.end_launch(&launch, Some(&numbers))?;
        done.launches += 1;
    }
    Ok(done)
}
