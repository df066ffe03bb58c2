//! Results as pages for a browser.

use crate::command::Failure;
use crate::output;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use warploom_lab::html::Page;
use warploom_tape::atomic_file::AtomicFile;

/// The option of commands that can write their result as a page.
#[derive(Debug, clap::Args)]
pub struct PageOptions {
    /// Also write the result as a page for a browser: one HTML file that needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl PageOptions {
    /// Opens the page's file, if a page is requested. It must not be one of the command's inputs.
    pub fn open(&self, inputs: &[&Path]) -> Result<Option<PendingPage>, Failure> {
        let Some(path) = &self.html else { return Ok(None) };
        output::not_an_input(path, inputs)?;
        // An error is better reported before the runs than after them.
        let file = AtomicFile::create(path).map_err(|error| unwritable(path, &error))?;
        Ok(Some(PendingPage { path: path.clone(), file }))
    }
}

/// A page whose file is open.
pub struct PendingPage {
    path: PathBuf,
    file: AtomicFile,
}

impl PendingPage {
    /// Writes the file.
    pub fn write(self, page: &Page) -> Result<(), Failure> {
        let PendingPage { path, file } = self;
        let write = || {
            file.file()?.write_all(page.html().as_bytes())?;
            file.commit()
        };
        write().map_err(|error| unwritable(&path, &error))
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let help = "--html names the file to write".to_owned();
    Failure::mistake(format!("{} cannot be written: {error}", path.display()), Some(help))
}
