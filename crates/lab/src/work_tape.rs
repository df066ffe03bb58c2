//! Works on tape files, which can be run any number of times.

use crate::run::WorkLabel;
use std::num::NonZero;
use std::sync::Arc;
use tempfile::TempDir;
use warploom_gpu::machine::Machine;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, Launch, Source};
use warploom_policy::{Choice, CtaKind};
use warploom_tape::file::{Error, Reader, TapeFile, Writer};

/// A work on a tape file. Functional execution happens once; every run reads the file again.
#[derive(Debug)]
pub struct WorkTape {
    /// The name, size and seed of the work.
    pub label: WorkLabel,
    pub file: TapeFile,
    /// The directory of a temporary tape. It is a later field than `file`, and so dropped after it.
    directory: Option<TempDir>,
}

impl WorkTape {
    /// A work whose tape file exists and is kept.
    pub fn from_file(label: WorkLabel, file: TapeFile) -> WorkTape {
        WorkTape { label, file, directory: None }
    }

    /// A work whose tape `make` writes to a temporary file, which is deleted when the value is dropped.
    ///
    /// # Errors
    /// If the file cannot be written, or `make` fails.
    pub fn temporary<E: From<Error>>(
        label: WorkLabel,
        make: impl FnOnce(&mut Writer) -> Result<(), E>,
    ) -> Result<WorkTape, E> {
        let directory = tempfile::Builder::new().prefix("warploom-").tempdir();
        let directory = directory
            .map_err(|error| Error::Io { file: std::env::temp_dir().display().to_string(), error })?;
        let path = directory.path().join("work.tape");
        let mut writer = Writer::create(&path)?;
        make(&mut writer)?;
        writer.finish()?;
        Ok(WorkTape { label, file: TapeFile::open(&path)?, directory: Some(directory) })
    }

    /// Executes a work now and stores its tape in a temporary file.
    ///
    /// # Errors
    /// If the work fails or the file cannot be written.
    pub fn spool<S: Source>(label: WorkLabel, source: &mut S) -> Result<WorkTape, S::Error>
    where
        S::Error: From<Error>,
    {
        WorkTape::temporary(label, |writer| writer.copy(source))
    }

    /// The same work with a cache of decoded CTAs for `at_once` concurrent runs, if the CTA policy requests CTAs by number: each core
    /// then reads at its own position of the grid.
    pub fn cached_for(
        mut self,
        machine: &Machine,
        cta_policy: &Choice<CtaKind>,
        at_once: NonZero<usize>,
    ) -> WorkTape {
        if cta_policy.declaration().properties.by_number {
            self.file = self.file.with_batch_cache(machine.cores() as usize * at_once.get());
        }
        self
    }

    /// The tape as a source for one run. A temporary file is deleted with the source.
    pub fn into_source(self) -> WorkTapeSource {
        WorkTapeSource { reader: Reader::new(Arc::new(self.file)), _directory: self.directory }
    }

    /// Whether the tape file is temporary.
    pub fn is_temporary(&self) -> bool {
        self.directory.is_some()
    }
}

/// A source that reads a work's tape once.
pub struct WorkTapeSource {
    reader: Reader<Arc<TapeFile>>,
    /// The directory of a temporary tape, dropped after the file.
    _directory: Option<TempDir>,
}

impl Source for WorkTapeSource {
    type Error = Error;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, Error> {
        self.reader.launch()
    }

    fn cta(&mut self) -> Result<Option<Cta>, Error> {
        self.reader.cta()
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, Error> {
        self.reader.cta_at(id)
    }
}
