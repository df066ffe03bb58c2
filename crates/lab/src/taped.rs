//! Work on a tape file, to be run more than once.

use crate::run::About;
use tempfile::TempDir;
use warploom_kernel::tape::Source;
use warploom_tape::file::{Error, File, Writer};

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

    /// Whether the tape goes with this.
    pub fn is_passing(&self) -> bool {
        self.directory.is_some()
    }
}
