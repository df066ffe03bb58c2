//! Results as pages for a browser.

use crate::ui::command::Failure;
use crate::ui::output;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use warploom_lab::work::text::shell_word;
use warploom_report::html::Page;
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

/// The command of this process, without the option that names the page.
pub fn command_line() -> String {
    words(std::env::args_os())
}

/// The words of a command, without the option that names the page.
fn words(arguments: impl Iterator<Item = OsString>) -> String {
    let mut words = Vec::new();
    let mut arguments = arguments.enumerate();
    while let Some((at, argument)) = arguments.next() {
        if argument == "--html" {
            arguments.next();
        } else if at == 0 {
            words.push(shell_word(Path::new(&argument).file_name().unwrap_or(OsStr::new("warploom"))));
        } else if !argument.as_encoded_bytes().starts_with(b"--html=") {
            words.push(shell_word(&argument));
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_does_not_name_the_page() {
        let given = [
            "/usr/bin/warploom",
            "compare",
            "my work",
            "--html",
            "a.html",
            "--html=b.html",
            "--policies",
            "lrr",
        ];
        let line = words(given.into_iter().map(OsString::from));
        assert_eq!(line, "warploom compare 'my work' --policies lrr");
    }
}
