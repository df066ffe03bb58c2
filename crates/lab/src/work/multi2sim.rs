//! Multi2Sim traces.

use super::Work;
use super::error::WorkError;
use super::options::TraceOptions;
use super::progress::{Progress, reports_to};
use super::select::LaunchOutline;
use std::io::Write;
use std::path::Path;
use warploom_kernel::tape::Source as _;
use warploom_tape::accelsim::ImportProgress;
use warploom_tape::file::Writer;
use warploom_tape::multi2sim::{self, ImportError, Options, Reader, RecordedLaunch};

/// Opens a trace as work. It is read while its tapes are taken: the listings have its code.
pub(super) fn open(path: &Path, options: &TraceOptions) -> Result<Work, WorkError> {
    let reader = Reader::open(path, &Options { partial: options.partial })?;
    let one = |(number, launch): (u64, &RecordedLaunch)| LaunchOutline {
        kernel: launch.kernel.clone(),
        alias: None,
        number,
        ctas: launch.groups(),
    };
    let launches = (0..).zip(reader.run().launches()).map(one).collect();
    Ok(Work::of_file(path, launches, Box::new(reader.map_err(WorkError::from))))
}

/// Imports a trace to a tape.
pub(super) fn import<W: Write>(
    path: &Path,
    options: &TraceOptions,
    writer: &mut Writer<W>,
    progress: &dyn Progress,
) -> Result<ImportProgress, WorkError> {
    let options = Options { partial: options.partial };
    let imported = multi2sim::import(path, &options, writer, reports_to(progress));
    imported.map_err(|error| match error {
        ImportError::Interrupted => WorkError::Interrupted,
        ImportError::Trace(error) => error.into(),
        ImportError::Write(error) => error.into(),
    })
}
