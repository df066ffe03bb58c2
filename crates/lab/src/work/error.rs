//! Why work cannot be opened, or its tapes end early.

use super::code_form::{CodeForm, PtxCommand};
use super::kind::{WORK_FORMS, WorkKind};
use super::launch;
use super::select::{LaunchRange, LaunchSelection};
use super::symbol::KernelNames;
use super::text::{SourceSpan, line_span};
use std::io;
use std::path::PathBuf;
use warploom_kernel::execute::RunError;
use warploom_suite::Application;
use warploom_tape::accelsim;
use warploom_tape::{capture, file, multi2sim};

/// Why work cannot be opened, or its tapes end early.
///
/// `Display` gives the message and its place; [`message`](WorkError::message), [`span`](WorkError::span) and
/// [`help`](WorkError::help) give its parts.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkError {
    /// The work was stopped: see [`Progress::is_interrupted`](super::Progress::is_interrupted).
    #[error("interrupted")]
    Interrupted,
    /// A file whose name and content show no kind of work.
    #[error("`{}` is not a workload", path.display())]
    UnknownKind { path: PathBuf },
    /// CUDA code that must be compiled first.
    #[error("`{}` is {}", path.display(), form.words())]
    NotPtx {
        path: PathBuf,
        form: CodeForm,
        /// The command that was given it.
        command: PtxCommand,
    },
    /// Neither a file nor a name of the suite.
    #[error("file not found: `{}`", path.display())]
    NoFile { path: PathBuf },
    /// An application that the suite does not have.
    #[error("the suite has no application `{name}`")]
    NoApplication {
        name: String,
        /// The most similar name.
        near: Option<&'static str>,
    },
    /// A kernel that an application does not have.
    #[error("`{application}` has no kernel `{kernel}`")]
    NoKernel {
        application: &'static str,
        kernel: String,
        /// The kernels of the application.
        known: Vec<&'static str>,
    },
    /// A selected kernel that the work does not launch.
    #[error("`{work}` launches no kernel `{name}`")]
    NoSuchKernel {
        work: String,
        name: String,
        /// Symbols of the kernels that the work launches.
        kernels: Vec<String>,
    },
    /// Selected launches that the work does not have.
    #[error("`{work}` has no launch {range}")]
    NoSuchLaunch {
        work: String,
        range: LaunchRange,
        /// The first and the last launch of the work.
        numbers: Option<(u64, u64)>,
    },
    /// Selected kernels and launches that have no launch in common.
    #[error("`{work}` has no launch of {selection}")]
    NothingSelected {
        work: String,
        selection: LaunchSelection,
        /// The launches of the selected kernels.
        launches: Vec<u64>,
    },
    /// A size that an application does not have.
    #[error("`{application}` has no size `{size}`")]
    NoSize {
        application: &'static str,
        size: String,
        /// The sizes of the application.
        known: Vec<String>,
    },
    /// A kernel that an application does not launch at this size.
    #[error("`{work}` is not launched at size {size}")]
    NotLaunched { work: String, application: &'static str, size: String },
    /// An option that applies to other kinds of work only.
    #[error("option `{option}` does not apply to `{}`, which is {}", work.display(), kind.with_article())]
    UnusedOption {
        option: &'static str,
        work: PathBuf,
        kind: WorkKind,
        /// The kinds that the option applies to.
        applies_to: &'static [WorkKind],
    },
    /// Machine code of the suite for a machine whose GPU executes none of it.
    #[error("the suite has no machine code for `{machine}`: its code is for GPUs of sm_70 and later")]
    NoMachineCode { machine: String },
    /// PTX without a launch file.
    #[error("`{}` needs a launch file", kernel.display())]
    NoLaunchFile { kernel: PathBuf },
    /// An application of the suite failed.
    #[error("{}: {error}", application.name)]
    Suite { application: &'static Application, error: Box<warploom_suite::Error> },
    /// PTX or its launch file is wrong, or the kernel faulted.
    #[error(transparent)]
    Launch(#[from] launch::Error),
    /// A tape file is wrong.
    #[error(transparent)]
    Tape(#[from] file::Error),
    /// A tape file cannot be opened.
    #[error("`{}` cannot be read: {error}", path.display())]
    ReadTape { path: PathBuf, error: io::Error },
    /// A tape file cannot be created.
    #[error("`{}` cannot be written: {error}", path.display())]
    WriteTape { path: PathBuf, error: io::Error },
    /// No directory for a temporary tape can be created.
    #[error("cannot create a temporary tape in `{}`: {error}", directory.display())]
    TemporaryTape { directory: PathBuf, error: io::Error },
    /// A trace is wrong.
    #[error(transparent)]
    Trace(#[from] accelsim::Error),
    /// The list of a captured program is wrong.
    #[error(transparent)]
    Capture(#[from] capture::CaptureError),
    /// A captured program of which no launch was recorded.
    #[error("`{}` has no recorded launch, of {launches}", path.display())]
    NothingRecorded { path: PathBuf, launches: usize },
    /// A trace of Multi2Sim, its launch file or a listing is wrong.
    #[error(transparent)]
    Multi2Sim(#[from] multi2sim::Error),
    /// An opcode map is wrong.
    #[error(transparent)]
    OpcodeMap(#[from] accelsim::MapError),
    /// An architecture without an opcode map.
    #[error("no opcode map for architecture `{name}`")]
    NoArchitecture {
        name: String,
        /// The architectures with an opcode map.
        known: Vec<String>,
    },
}

/// Kernels or launches that a help text lists.
const LISTED: usize = 20;

/// The number of kernels or launches that a help text does not list.
fn more(count: usize) -> String {
    if count > LISTED { format!(" and {} more", count - LISTED) } else { String::new() }
}

impl WorkError {
    /// What is wrong, without its place.
    pub fn message(&self) -> String {
        match self {
            WorkError::Launch(error) => error.message(),
            WorkError::Suite { error, application } => match &**error {
                warploom_suite::Error::Ptx(error) => error.kind.to_string(),
                warploom_suite::Error::Gcn(error) => error.kind.to_string(),
                no_code @ warploom_suite::Error::NoGcn { .. } => no_code.to_string(),
                warploom_suite::Error::Run(RunError::Fault(fault)) => fault.to_string(),
                other => format!("{}: {other}", application.name),
            },
            other => other.to_string(),
        }
    }

    /// How to fix it, if that is known.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            WorkError::UnknownKind { .. } | WorkError::NoFile { .. } => WORK_FORMS.to_owned(),
            WorkError::NotPtx { path, form, command } => form.help(path, *command),
            WorkError::NothingRecorded { .. } => {
                "`warploom capture` without --no-record, --kernel, --launches and --first records all launches".to_owned()
            }
            WorkError::NoApplication { near: Some(near), .. } => format!("did you mean `{near}`?"),
            WorkError::NoApplication { near: None, .. } => {
                "`warploom suite list` lists all applications".to_owned()
            }
            WorkError::NoKernel { known, .. } => format!("its kernels are {}", known.join(", ")),
            WorkError::NoSuchKernel { kernels, .. } => {
                let names = KernelNames::new(kernels.iter().map(String::as_str));
                let listed: Vec<&str> = kernels.iter().take(LISTED).map(|symbol| names.of(symbol)).collect();
                format!("its kernels are {}{}", listed.join(", "), more(kernels.len()))
            }
            WorkError::NoSuchLaunch { numbers: Some((first, last)), .. } if first == last => {
                format!("its only launch is {first}")
            }
            WorkError::NoSuchLaunch { numbers: Some((first, last)), .. } => {
                format!("its launches are {first} to {last}")
            }
            WorkError::NothingSelected { launches, .. } => {
                let listed: Vec<String> = launches.iter().take(LISTED).map(u64::to_string).collect();
                format!("launches of this kernel are {}{}", listed.join(", "), more(launches.len()))
            }
            WorkError::NoSize { known, .. } => {
                format!("its sizes are {}; `paper` is the first paper's", known.join(", "))
            }
            WorkError::NotLaunched { application, .. } => {
                format!("`warploom suite show {application}` shows the launches of each size")
            }
            WorkError::UnusedOption { applies_to, .. } => {
                let kinds: Vec<&str> = applies_to.iter().map(|kind| kind.plural()).collect();
                format!("it applies to {}; remove it", kinds.join(" and "))
            }
            WorkError::NoMachineCode { .. } => {
                "choose a newer machine, such as `--machine a100`, or an architecture: `--arch 80`".to_owned()
            }
            WorkError::NoLaunchFile { kernel } => {
                let kernel = kernel.display();
                format!("add one: {kernel} --launch launch.toml; `warploom exec --help` shows an example")
            }
            WorkError::Suite { error, .. } => match &**error {
                warploom_suite::Error::Ptx(error) => error.help.clone()?,
                warploom_suite::Error::Gcn(error) => error.help.clone()?,
                warploom_suite::Error::NoGcn { .. } => "remove `--isa gcn`".to_owned(),
                _ => return None,
            },
            WorkError::Launch(error) => error.help()?,
            WorkError::Tape(file::Error::NotATape { .. }) => {
                "`warploom tape WORK -o x.tape` writes one".to_owned()
            }
            WorkError::ReadTape { path, .. } if path.is_dir() => {
                "`warploom import` converts a trace to a tape".to_owned()
            }
            WorkError::TemporaryTape { .. } => {
                "set TMPDIR to a directory with enough space, or import the trace first: warploom import"
                    .to_owned()
            }
            WorkError::NoArchitecture { known, .. } => format!(
                "known architectures: {}, or sm_NN; `--opcodes FILE` adds others (docs/reference/tapes.md)",
                known.join(", ")
            ),
            _ => return None,
        })
    }

    /// The text that the error is about.
    pub fn span(&self) -> Option<SourceSpan<'_>> {
        match self {
            WorkError::Launch(error) => error.span(),
            WorkError::Suite { application, error } => {
                let gcn = application.gcn.unwrap_or_default();
                let (text, end, span, label) = match &**error {
                    warploom_suite::Error::Ptx(error) => (application.ptx, "ptx", error.span.range(), "here"),
                    warploom_suite::Error::Gcn(error) => {
                        (gcn, "s", line_span(gcn, error.line).unwrap_or(0..0), "here")
                    }
                    warploom_suite::Error::Run(RunError::Fault(fault)) => {
                        let (text, end) = match fault.location.language {
                            "GCN" => (gcn, "s"),
                            // Its lines are those of no file.
                            "SASS" => return None,
                            _ => (application.ptx, "ptx"),
                        };
                        let span = line_span(text, fault.location.line).unwrap_or(0..0);
                        (text, end, span, "this instruction")
                    }
                    _ => return None,
                };
                let name = format!("{}.{end}", application.name);
                Some(SourceSpan { name, text, span, label: label.to_owned() })
            }
            _ => None,
        }
    }

    /// True if a kernel faulted; otherwise the work could not be opened or read.
    pub fn is_fault(&self) -> bool {
        match self {
            WorkError::Launch(error) => matches!(error, launch::Error::Fault { .. }),
            WorkError::Suite { error, .. } => {
                matches!(&**error, warploom_suite::Error::Run(RunError::Fault(_)))
            }
            _ => false,
        }
    }
}
