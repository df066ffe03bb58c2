//! The option of a page in a build that cannot write one.

use crate::command::Failure;
use std::path::{Path, PathBuf};
use warploom_lab::html::Page;

/// The option of commands that can write their result as a page.
#[derive(Debug, clap::Args)]
pub struct PageOptions {
    /// Not in this build: it needs the feature `html`
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl PageOptions {
    /// An error if a page is requested.
    pub fn open(&self, _: &[&Path]) -> Result<Option<PendingPage>, Failure> {
        if self.html.is_none() {
            return Ok(None);
        }
        let help = "build `warploom` with its feature `html`, which is a default feature";
        Err(Failure::mistake("this build cannot write pages".to_owned(), Some(help.to_owned())))
    }
}

/// A page, which this build cannot write.
pub enum PendingPage {}

impl PendingPage {
    /// Writes the file.
    pub fn write(self, _: &Page) -> Result<(), Failure> {
        match self {}
    }
}
