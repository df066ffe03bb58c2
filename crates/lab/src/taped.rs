//! Work on a tape file, to be run more than once.

use crate::run::About;
use std::num::NonZero;
use std::sync::Arc;
use tempfile::TempDir;
use warploom_gpu::machine::Machine;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, Launch, Source};
use warploom_policy::CtaChoice;
use warploom_tape::file::{Error, File, Reader, Writer};

/// Work on a tape file, which every run reads anew.
#[derive(Debug)]
pub struct Taped {
    /// What it is.
    pub about: About,
    /// Its tape.
    pub file: File,
    /// Where the tape is, if it goes with this. Dropped after the file.
    directory: Option<TempDir>,
}

impl Taped {
    /// Work whose tape is there, and stays.
    pub fn lasting(about: About, file: File) -> Taped {
        Taped { about, file, directory: None }
    }

    /// Work whose tape `make` writes to a file that goes when this does.
    pub fn passing<E: From<Error>>(
        about: About,
        make: impl FnOnce(&mut Writer) -> Result<(), E>,
    ) -> Result<Taped, E> {
        let directory = tempfile::Builder::new().prefix("warploom-").tempdir();
        let directory = directory
            .map_err(|error| Error::Io { file: std::env::temp_dir().display().to_string(), error })?;
        let path = directory.path().join("work.tape");
        let mut writer = Writer::create(&path)?;
        make(&mut writer)?;
        writer.finish()?;
        Ok(Taped { about, file: File::open(&path)?, directory: Some(directory) })
    }

    /// Work that is executed now, once for all its runs.
    pub fn spooled<S: Source>(about: About, source: &mut S) -> Result<Taped, S::Error>
    where
        S::Error: From<Error>,
    {
        Taped::passing(about, |writer| writer.copy(source))
    }

    /// The same, kept in memory as far as so many runs at once need it: a CTA policy that asks for CTAs by number has every SM read
    /// at its own place of the grid.
    pub fn for_runs(mut self, machine: &Machine, cta_policy: CtaChoice, at_once: NonZero<usize>) -> Taped {
        if cta_policy.declaration().by_number {
            self.file = self.file.keeping(machine.sm.count as usize * at_once.get());
        }
        self
    }

    /// The tape alone, to be run once. If it goes with this, it goes with what is returned.
    pub fn into_source(self) -> TapedSource {
        TapedSource { reader: Reader::new(Arc::new(self.file)), _directory: self.directory }
    }

    /// Whether the tape goes with this.
    pub fn is_passing(&self) -> bool {
        self.directory.is_some()
    }
}

/// A tape to be run once.
pub struct TapedSource {
    reader: Reader<Arc<File>>,
    /// Dropped after the file.
    _directory: Option<TempDir>,
}

impl Source for TapedSource {
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
