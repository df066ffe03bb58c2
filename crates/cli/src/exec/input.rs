//! A kernel and its launch file, read; and what can be wrong with them.

use super::launch_file::{self, LaunchFile};
use super::plan::{self, Plan};
use super::{fault, mistake};
use crate::command::Failure;
use crate::{diagnose, text};
use miette::Report;
use std::io;
use std::path::{Path, PathBuf};
use warploom_kernel::execute::{Fault, Limits, Mode, RunError};
use warploom_kernel::lower::Options;
use warploom_kernel::program::Module;
use warploom_kernel::ptx;

const COMPILE: &str = "a kernel is given as PTX, which is text: nvcc -ptx -arch=compute_75 kernel.cu";

/// A file and what it says.
#[derive(Debug, Clone)]
pub struct Text {
    path: PathBuf,
    text: String,
}

/// Why nothing, or not all, was executed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("`{}` cannot be read: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("{error}")]
    Ptx { ptx: Text, error: Box<ptx::Error> },
    #[error("{error}")]
    Syntax { file: Text, error: Box<launch_file::SyntaxError> },
    #[error("{error}")]
    Mistake { file: Text, error: mistake::Mistake },
    #[error("{fault}")]
    Fault { ptx: Text, fault: Box<Fault> },
    #[error("`{}` cannot be written: {error}", path.display())]
    Save { path: PathBuf, error: io::Error },
    #[error("standard output cannot be written: {0}")]
    Output(io::Error),
}

/// A kernel and its launch file, each read, not yet judged together.
pub struct Input {
    ptx: Text,
    module: Module,
    launch: Text,
    pub file: LaunchFile,
}

impl Input {
    /// Reads both files.
    pub fn read(kernel: &Path, launch: &Path) -> Result<Input, Error> {
        let ptx = read_text(kernel)?;
        let module = match Module::parse(&ptx.text) {
            Ok(module) => module,
            Err(error) => return Err(Error::Ptx { ptx, error: Box::new(error) }),
        };
        let launch = read_text(launch)?;
        match launch_file::read(&launch.text) {
            Ok(file) => Ok(Input { ptx, module, launch, file }),
            Err(error) => Err(Error::Syntax { file: launch, error: Box::new(error) }),
        }
    }

    /// With code as a machine would run it.
    pub fn lowered(self, options: &Options) -> Input {
        Input { module: self.module.lower(options), ..self }
    }

    /// Where paths in the launch file start.
    pub fn base(&self) -> &Path {
        self.launch.path.parent().unwrap_or(Path::new(""))
    }

    /// The launch file given its meaning: memory filled, launches laid out.
    pub fn plan(&self, mode: Mode, limits: Limits) -> Result<Plan<'_>, Error> {
        plan::plan(&self.file, &self.module, self.base(), mode, limits)
            .map_err(|error| Error::Mistake { file: self.launch.clone(), error })
    }

    /// A launch of the plan that came to no good end.
    pub fn went_wrong(&self, error: RunError) -> Error {
        match error {
            RunError::Fault(fault) => Error::Fault { ptx: self.ptx.clone(), fault: Box::new(fault) },
            RunError::Launch(error) => unreachable!("the plan has judged this launch: {error}"),
        }
    }
}

fn read_text(path: &Path) -> Result<Text, Error> {
    match text::read(path) {
        Ok(text) => Ok(Text { path: path.to_owned(), text }),
        Err(error) => Err(Error::Read { path: path.to_owned(), error }),
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let code = if matches!(error, Error::Fault { .. }) { 1 } else { 2 };
        Failure { report: diagnosis(error), code }
    }
}

/// The error with the line it is about.
fn diagnosis(error: Error) -> Report {
    let message = error.to_string();
    let name = |text: &Text| text.path.display().to_string();
    match error {
        Error::Read { error, .. } => {
            let binary = error.kind() == io::ErrorKind::InvalidData;
            diagnose::plain(message, binary.then(|| COMPILE.to_owned()))
        }
        Error::Save { .. } | Error::Output(_) => diagnose::plain(message, None),
        Error::Ptx { ptx, error } => {
            let mut error = *error;
            if ptx.path.extension().is_some_and(|e| e == "cu") {
                error.help = Some(COMPILE.to_owned());
            }
            diagnose::ptx(&error, name(&ptx), &ptx.text)
        }
        Error::Syntax { file, error } => match error.span {
            Some(span) => diagnose::located(message, "", error.help, name(&file), &file.text, span),
            None => diagnose::plain(format!("{message} in `{}`", name(&file)), error.help),
        },
        Error::Mistake { file, error } => {
            let (help, place) = (error.kind.help(), error.place.to_string());
            match error.place.span(&file.text) {
                Some(span) => diagnose::located(message, &place, help, name(&file), &file.text, span),
                None => diagnose::plain(message, help),
            }
        }
        Error::Fault { ptx, fault } => {
            diagnose::fault(&fault, fault::help(&fault.kind), name(&ptx), &ptx.text)
        }
    }
}
