//! Errors as Python exceptions. The help of an error and its line of a file are notes of the exception.

use arrow_schema::ArrowError;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt};
use pyo3::prelude::*;
use warploom_gpu::simulation::RunError;
use warploom_lab::diagnosis::Diagnosis;
use warploom_lab::work::WorkError as LabWorkError;
use warploom_tape::file;

create_exception!(
    warploom,
    WarploomError,
    PyException,
    "An error of Warploom. Its notes say where it is and how to fix it."
);
create_exception!(warploom, WorkError, WarploomError, "A work that cannot be opened, read or written.");
create_exception!(
    warploom,
    KernelFault,
    WorkError,
    "A kernel that faulted: an access out of bounds, a deadlock, a barrier that diverges."
);
create_exception!(
    warploom,
    MachineError,
    WarploomError,
    "A machine that does not exist, whose description is invalid, or that cannot run the work."
);
create_exception!(
    warploom,
    PolicyError,
    WarploomError,
    "A policy that does not exist, has no such parameter, broke a rule of the hardware, or raised an exception."
);

/// Adds the exceptions to the module.
pub fn add(py: Python<'_>, module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("WarploomError", py.get_type::<WarploomError>())?;
    module.add("WorkError", py.get_type::<WorkError>())?;
    module.add("KernelFault", py.get_type::<KernelFault>())?;
    module.add("MachineError", py.get_type::<MachineError>())?;
    module.add("PolicyError", py.get_type::<PolicyError>())
}

/// The part of Warploom that an error belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    General,
    Work,
    Fault,
    Machine,
    Policy,
    /// Ctrl-C: the exception is the interpreter's own.
    Interrupted,
}

/// An error on its way from a simulation's thread to the interpreter.
#[derive(Debug)]
pub struct Problem {
    kind: Kind,
    message: String,
    notes: Vec<String>,
}

impl Problem {
    fn new(kind: Kind, error: Diagnosis) -> Problem {
        let location = error.place.map(|place| format!("at {}", place.line()));
        let help = error.help.map(|help| format!("help: {help}"));
        Problem { kind, message: error.message, notes: location.into_iter().chain(help).collect() }
    }

    /// An error without a kind of its own.
    pub fn general(message: impl Into<String>, help: Option<&str>) -> Problem {
        let notes = help.map(|help| format!("help: {help}")).into_iter().collect();
        Problem { kind: Kind::General, message: message.into(), notes }
    }

    /// An error of a machine.
    pub fn machine(error: Diagnosis) -> Problem {
        Problem::new(Kind::Machine, error)
    }

    /// An error of a policy.
    pub fn policy(error: Diagnosis) -> Problem {
        Problem::new(Kind::Policy, error)
    }

    /// An error of a policy that only Python has.
    pub fn policy_message(message: String) -> Problem {
        Problem { kind: Kind::Policy, message, notes: Vec::new() }
    }

    /// An error of a work.
    pub fn work(error: Diagnosis) -> Problem {
        let kind = if error.is_fault { Kind::Fault } else { Kind::Work };
        Problem::new(kind, error)
    }

    /// An error of a run.
    pub fn run(error: RunError<LabWorkError>, work: &str, policy: &str) -> Problem {
        match error {
            RunError::Tape(error) => error.into(),
            error => Problem::new(kind(&error), Diagnosis::run(error, work, policy)),
        }
    }

    /// An error of a run of a tape file.
    pub fn tape_run(error: RunError<file::Error>, work: &str, policy: &str) -> Problem {
        match error {
            RunError::Tape(error) => LabWorkError::from(error).into(),
            error => Problem::new(kind(&error), Diagnosis::run(error, work, policy)),
        }
    }

    /// The exception.
    pub fn into_exception(self, py: Python<'_>) -> PyErr {
        let Problem { kind, message, notes } = self;
        let exception = match kind {
            Kind::General => WarploomError::new_err(message),
            Kind::Work => WorkError::new_err(message),
            Kind::Fault => KernelFault::new_err(message),
            Kind::Machine => MachineError::new_err(message),
            Kind::Policy => PolicyError::new_err(message),
            Kind::Interrupted => PyKeyboardInterrupt::new_err(()),
        };
        for note in notes {
            // Python 3.10 has no notes. The message alone then says what is wrong.
            let _ = exception.value(py).call_method1("add_note", (note,));
        }
        exception
    }
}

/// The kind of an error of a run that is not the work's.
fn kind<E>(error: &RunError<E>) -> Kind {
    match error {
        RunError::IllegalPick { .. }
        | RunError::IllegalWave { .. }
        | RunError::IllegalPlacement { .. }
        | RunError::ForwardOnly { .. }
        | RunError::WrongPolicy { .. }
        | RunError::Deadlock { .. } => Kind::Policy,
        RunError::Machine(_) | RunError::CtaTooLarge { .. } | RunError::WrongCode { .. } => Kind::Machine,
        _ => Kind::General,
    }
}

impl From<LabWorkError> for Problem {
    fn from(error: LabWorkError) -> Problem {
        let interrupted = matches!(error, LabWorkError::Interrupted);
        let problem = Problem::work(error.into());
        if interrupted { Problem { kind: Kind::Interrupted, ..problem } } else { problem }
    }
}

impl From<ArrowError> for Problem {
    fn from(error: ArrowError) -> Problem {
        Problem::general(format!("a table cannot be made: {error}"), None)
    }
}
