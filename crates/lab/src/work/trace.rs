//! Accel-Sim traces.

use super::Work;
use super::error::WorkError;
use super::kind::WorkKind;
use super::multi2sim;
use super::options::{TraceOptions, WorkOptions};
use super::progress::{Progress, reports_to};
use super::tape::{create, outlines};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, Launch, Source};
use warploom_tape::accelsim::{self, ImportError, ImportProgress, OpcodeMap};
use warploom_tape::file::{Reader, TapeFile, Writer};

/// Opens a trace as work. It is imported to a temporary tape, which is deleted with the work.
pub(super) fn open(path: &Path, options: &TraceOptions, progress: &dyn Progress) -> Result<Work, WorkError> {
    let directory = tempfile::Builder::new().prefix("warploom-").tempdir();
    let directory =
        directory.map_err(|error| WorkError::TemporaryTape { directory: std::env::temp_dir(), error })?;
    let tape = directory.path().join("trace.tape");
    let mut writer = create(&tape)?;
    import(path, options, &mut writer, progress)?;
    writer.finish()?;
    let file = TapeFile::open(&tape)?;
    let launches = outlines(&file);
    let tapes = Reader::new(Arc::new(file)).map_err(WorkError::from);
    Ok(Work::of_file(path, launches, Box::new(Temporary { tapes, _directory: directory })))
}

/// Imports a trace of Accel-Sim or Multi2Sim to a tape.
///
/// # Errors
/// If the trace is wrong, an option does not apply to it, or the tape cannot be written.
pub fn import<W: Write>(
    path: &Path,
    options: &TraceOptions,
    writer: &mut Writer<W>,
    progress: &dyn Progress,
) -> Result<ImportProgress, WorkError> {
    if warploom_tape::multi2sim::is_trace(path) {
        let all = WorkOptions { trace: options.clone(), ..WorkOptions::default() };
        all.check(&[(path, WorkKind::Multi2Sim)])?;
        return multi2sim::import(path, options, writer, progress);
    }
    let options = import_options(options)?;
    let imported = accelsim::import(path, &options, writer, reports_to(progress));
    imported.map_err(|error| match error {
        ImportError::Interrupted => WorkError::Interrupted,
        ImportError::Trace(error) => error.into(),
        ImportError::Write(error) => error.into(),
    })
}

fn import_options(options: &TraceOptions) -> Result<accelsim::Options, WorkError> {
    let maps = match &options.opcodes {
        None => Vec::new(),
        Some(file) => vec![Arc::new(OpcodeMap::read(file)?)],
    };
    let version = options.architecture.as_ref().map(|name| {
        let own = maps.iter().find_map(|map| version(map, name));
        own.or_else(|| OpcodeMap::version_named(name)).ok_or_else(|| WorkError::NoArchitecture {
            name: name.clone(),
            known: maps.iter().chain(OpcodeMap::all()).map(|map| map.name().to_owned()).collect(),
        })
    });
    let (registers, partial) = (options.registers, options.partial);
    Ok(accelsim::Options { architecture: version.transpose()?, registers, maps, partial })
}

/// The version that `name` stands for in a map of the user.
fn version(map: &OpcodeMap, name: &str) -> Option<u32> {
    if map.name() == name {
        return map.versions().first().copied();
    }
    let number = name.strip_prefix("sm_").unwrap_or(name).parse().ok()?;
    map.versions().contains(&number).then_some(number)
}

/// Tapes of a file that is deleted with them.
struct Temporary<S> {
    tapes: S,
    _directory: TempDir,
}

impl<S: Source> Source for Temporary<S> {
    type Error = S::Error;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, S::Error> {
        self.tapes.launch()
    }

    fn cta(&mut self) -> Result<Option<Cta>, S::Error> {
        self.tapes.cta()
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, S::Error> {
        self.tapes.cta_at(id)
    }
}
