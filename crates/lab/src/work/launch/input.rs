//! A file of code and its launch file, and the errors of reading and running them.

use super::error::LaunchFileError;
use super::file::{self, LaunchFile, SyntaxError};
use super::plan::{self, Plan};
use crate::work::code_form::{is_cubin_file, is_gcn};
use crate::work::options::CodeTarget;
use crate::work::symbol;
use crate::work::text::{self, SourceSpan, TextFile};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use warploom_kernel::execute::{Fault, Limits, Mode, RunError};
use warploom_kernel::gcn;
use warploom_kernel::image::{Image, Isa};
use warploom_kernel::ptx;
use warploom_kernel::ptx::Module;
use warploom_kernel::sass;

const COMPILE: &str =
    "compile the kernel to PTX, which is text: nvcc -ptx -arch=compute_75 -lineinfo kernel.cu";

/// Why a kernel could not be launched, or not all of its launches completed.
///
/// `Display` gives the message and its place; [`message`](Error::message), [`span`](Error::span) and [`help`](Error::help) give
/// its parts.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read.
    Read {
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The PTX has a syntax error, or uses an unsupported feature.
    Ptx { ptx: TextFile, error: Box<ptx::Error> },
    /// The GCN assembly has an error, or uses an unsupported feature.
    Gcn {
        /// The assembly file.
        code: TextFile,
        error: Box<gcn::Error>,
    },
    /// The cubin cannot be executed.
    Cubin { path: PathBuf, error: Box<sass::CubinError> },
    /// The launch file has a syntax error.
    Syntax {
        /// The launch file.
        file: TextFile,
        error: Box<SyntaxError>,
    },
    /// The launch file contradicts itself or the code.
    LaunchFile {
        /// The launch file.
        file: TextFile,
        error: LaunchFileError,
    },
    /// A kernel faulted.
    Fault { code: TextFile, fault: Box<Fault> },
}

impl Error {
    /// What is wrong, without its place.
    pub fn message(&self) -> String {
        match self {
            Error::Read { path, error } => format!("`{}` cannot be read: {error}", path.display()),
            Error::Ptx { error, .. } => error.kind.to_string(),
            Error::Gcn { error, .. } => error.kind.to_string(),
            Error::Cubin { path, error } => format!("`{}`: {error}", path.display()),
            Error::Syntax { file, error } if error.span.is_none() => {
                format!("{error} in `{}`", file.path.display())
            }
            Error::Syntax { error, .. } => error.to_string(),
            Error::LaunchFile { error, .. } => error.to_string(),
            Error::Fault { fault, .. } => symbol::readable_fault(fault).to_string(),
        }
    }

    /// How to fix it, if that is known.
    pub fn help(&self) -> Option<String> {
        match self {
            Error::Read { error, .. } => {
                (error.kind() == io::ErrorKind::InvalidData).then(|| COMPILE.to_owned())
            }
            Error::Ptx { error, .. } => error.help.clone(),
            Error::Gcn { error, .. } => error.help.clone(),
            Error::Syntax { error, .. } => error.help.clone(),
            Error::LaunchFile { error, .. } => error.kind.help(),
            Error::Fault { .. } | Error::Cubin { .. } => None,
        }
    }

    /// The text that the error is about.
    pub fn span(&self) -> Option<SourceSpan<'_>> {
        let (file, span, label) = match self {
            Error::Read { .. } | Error::Cubin { .. } => return None,
            Error::Ptx { ptx, error } => (ptx, error.span.range(), "here".to_owned()),
            Error::Syntax { file, error } => (file, error.span.clone()?, String::new()),
            Error::LaunchFile { file, error } => (file, error.key.span(&file.text)?, error.key.to_string()),
            Error::Gcn { code, error } => {
                (code, text::line_span(&code.text, error.line).unwrap_or(0..0), "here".to_owned())
            }
            Error::Fault { code, fault } => {
                let span = text::line_span(&code.text, fault.location.line).unwrap_or(0..0);
                (code, span, "this instruction".to_owned())
            }
        };
        Some(SourceSpan { name: file.path.display().to_string(), text: &file.text, span, label })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(span) = self.span() {
            write!(f, "{}:{}: ", span.name, span.line())?;
        }
        f.write_str(&self.message())
    }
}

impl std::error::Error for Error {}

/// A file of code and its launch file, parsed but not yet checked against each other.
pub struct Input {
    code: TextFile,
    image: Image,
    launch: TextFile,
    pub file: LaunchFile,
}

impl Input {
    /// Reads both files.
    ///
    /// # Errors
    /// If a file cannot be read or has a syntax error.
    pub fn read(kernel: &Path, launch: &Path) -> Result<Input, Error> {
        if is_cubin_file(kernel) || kernel.extension().is_some_and(|extension| extension == "cubin") {
            let wrong = |error| Error::Read { path: kernel.to_owned(), error };
            let cubin = std::fs::read(kernel).map_err(wrong)?;
            let module = sass::Module::parse(&cubin)
                .map_err(|error| Error::Cubin { path: kernel.to_owned(), error: Box::new(error) })?;
            let code = TextFile { path: kernel.to_owned(), text: module.listing() };
            return Input::of(code, Image::Sass(module), launch);
        }
        let code = read_text(kernel)?;
        let image = if is_gcn(&code.text) || kernel.extension().is_some_and(|e| e == "s") {
            match gcn::Module::parse(&code.text) {
                Ok(module) => Image::Gcn(module),
                Err(error) => return Err(Error::Gcn { code, error: Box::new(error) }),
            }
        } else {
            match Module::parse(&code.text) {
                Ok(module) => Image::Ptx(module),
                Err(error) => return Err(Error::Ptx { ptx: code, error: Box::new(error) }),
            }
        };
        Input::of(code, image, launch)
    }

    fn of(code: TextFile, image: Image, launch: &Path) -> Result<Input, Error> {
        let launch = read_text(launch)?;
        match file::parse(&launch.text) {
            Ok(file) => Ok(Input { code, image, launch, file }),
            Err(error) => Err(Error::Syntax { file: launch, error: Box::new(error) }),
        }
    }

    /// The same input with PTX as a machine runs it. Other code is machine code already.
    pub fn with_code(self, code: CodeTarget) -> Input {
        let image = match self.image {
            Image::Ptx(module) => Image::Ptx(code.of(module)),
            machine_code => machine_code,
        };
        Input { image, ..self }
    }

    /// Instruction set of the code.
    pub fn isa(&self) -> Isa {
        self.image.isa()
    }

    /// Symbols of the code's kernels.
    pub fn kernels(&self) -> Vec<&str> {
        self.image.kernels()
    }

    /// The file of the code; of a cubin, with its listing.
    pub fn code(&self) -> &TextFile {
        &self.code
    }

    /// The directory that the launch file's paths are relative to.
    pub fn base(&self) -> &Path {
        self.launch.path.parent().unwrap_or(Path::new(""))
    }

    /// Checks the launch file against the module, initialises device memory and lays out the launches.
    ///
    /// # Errors
    /// [`Error::LaunchFile`].
    pub fn plan(&self, mode: Mode, limits: Limits) -> Result<Plan<'_>, Error> {
        plan::plan(&self.file, &self.image, self.base(), mode, limits)
            .map_err(|error| Error::LaunchFile { file: self.launch.clone(), error })
    }

    /// The error of a launch of the plan, with its code.
    ///
    /// # Panics
    /// If the kernel rejects the launch: [`plan`](Input::plan) has checked every launch.
    pub fn run_error(&self, error: RunError) -> Error {
        match error {
            RunError::Fault(fault) => Error::Fault { code: self.code.clone(), fault: Box::new(fault) },
            RunError::Launch(error) => unreachable!("the plan has checked this launch: {error}"),
        }
    }
}

fn read_text(path: &Path) -> Result<TextFile, Error> {
    match text::read(path) {
        Ok(text) => Ok(TextFile { path: path.to_owned(), text }),
        Err(error) => Err(Error::Read { path: path.to_owned(), error }),
    }
}
