//! Warp policies in Python.

use crate::error::{PolicyError, Problem};
use crate::simulate::interruptible;
use crate::view::{View, showing};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use warploom_gpu::fixture::laws::{self, Laws};
use warploom_gpu::interrupt::Interrupt;
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{Launch, SchedulerId, Slot};
use warploom_policy::CustomPolicy;

/// A policy as the Python layer passes it: the name of a built-in one, or a name for records with a function that makes the policy of
/// an SM.
pub enum PolicyArgument {
    /// A built-in policy, with its parameters.
    Named(String),
    /// A policy in Python.
    Python(PythonFactory),
}

impl<'a, 'py> FromPyObject<'a, 'py> for PolicyArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<PolicyArgument> {
        if let Ok(name) = object.extract::<String>() {
            return Ok(PolicyArgument::Named(name));
        }
        let (name, make) = object.extract::<(String, Py<PyAny>)>()?;
        Ok(PolicyArgument::Python(PythonFactory { name, make: Arc::new(make) }))
    }
}

/// A name for records, and a function in Python that makes the policy of an SM.
#[derive(Clone)]
pub struct PythonFactory {
    /// The name.
    pub name: String,
    make: Arc<Py<PyAny>>,
}

impl PythonFactory {
    /// The policy, whose exceptions go to `failures`.
    pub fn policy(&self, failures: &Arc<Failures>) -> CustomPolicy {
        let (name, make, failures) = (self.name.clone(), Arc::clone(&self.make), Arc::clone(failures));
        CustomPolicy::new(name.clone(), move |_| {
            let made = Python::attach(|py| PythonPolicy::new(py, &make, &name, &failures));
            match made {
                Ok(policy) => Box::new(policy),
                Err(exception) => {
                    failures.report(&name, exception);
                    Box::new(Stopped)
                }
            }
        })
    }
}

/// The first exception of a run's policies. It ends the run: the policies then call no Python, and the flag is raised.
pub struct Failures {
    first: Mutex<Option<(String, PyErr)>>,
    stopped: AtomicBool,
    interrupt: Interrupt,
}

impl Failures {
    /// None yet.
    pub fn new(interrupt: Interrupt) -> Arc<Failures> {
        Arc::new(Failures { first: Mutex::new(None), stopped: AtomicBool::new(false), interrupt })
    }

    fn report(&self, policy: &str, exception: PyErr) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| (policy.to_owned(), exception));
        self.stopped.store(true, Ordering::Relaxed);
        self.interrupt.raise();
    }

    /// Whether policies no longer call Python: after an exception, and after Ctrl-C.
    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.interrupt.is_raised()
    }

    /// The exception for the caller: it has that of the policy as its cause, with its traceback.
    pub fn exception(&self, py: Python<'_>) -> Option<PyErr> {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner).take();
        first.map(|(policy, cause)| {
            let raised = PolicyError::new_err(format!("the policy `{policy}` raised {cause}"));
            raised.set_cause(py, Some(cause));
            raised
        })
    }
}

/// The policy of an SM in Python.
struct PythonPolicy {
    name: String,
    pick: Py<PyAny>,
    /// Hooks that the class defines; others cost nothing.
    observe: Option<Py<PyAny>>,
    launch_begins: Option<Py<PyAny>>,
    view: Py<View>,
    failures: Arc<Failures>,
}

impl PythonPolicy {
    fn new(py: Python<'_>, make: &Py<PyAny>, name: &str, failures: &Arc<Failures>) -> PyResult<PythonPolicy> {
        let object = make.bind(py).call0()?;
        let hook = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            let own = object.get_type().getattr_opt(name)?;
            let base = py.import("warploom")?.getattr("Policy")?.getattr_opt(name)?;
            let inherited = own.as_ref().zip(base.as_ref()).is_some_and(|(own, base)| own.is(base));
            if own.is_none() || inherited { Ok(None) } else { Ok(Some(object.getattr(name)?.unbind())) }
        };
        if hook("pick")?.is_none() {
            let class = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "`{class}` has no method `pick(self, scheduler, view)`"
            )));
        }
        Ok(PythonPolicy {
            name: name.to_owned(),
            pick: object.getattr("pick")?.unbind(),
            observe: hook("observe")?,
            launch_begins: hook("launch_begins")?,
            view: Py::new(py, View)?,
            failures: Arc::clone(failures),
        })
    }

    /// Calls Python with the view, unless the run is to end. An exception ends the run.
    fn call<R>(&self, view: &SmView<'_>, call: impl FnOnce(Python<'_>) -> PyResult<R>) -> Option<R> {
        if self.failures.is_stopped() {
            return None;
        }
        let result = showing(*view, || Python::attach(call));
        result.map_err(|exception| self.failures.report(&self.name, exception)).ok()
    }
}

/// The warp that `pick` returned.
fn picked(object: &Bound<'_, PyAny>) -> PyResult<Option<Slot>> {
    if object.is_none() {
        return Ok(None);
    }
    let Ok(number) = object.extract::<i64>() else {
        let class = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "`pick` returned an object of type `{class}`: return a warp of `view.issuable(scheduler)`, or None"
        )));
    };
    match u8::try_from(number).ok().filter(|&number| number < 64) {
        Some(number) => Ok(Some(Slot(number))),
        None => Err(PyIndexError::new_err(format!(
            "`pick` returned {number}: return a warp of `view.issuable(scheduler)`, or None"
        ))),
    }
}

impl WarpPolicy for PythonPolicy {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let choice = self.call(view, |py| picked(&self.pick.bind(py).call1((scheduler.0, &self.view))?));
        // Without an answer the run ends after this window. Until then any legal pick will do.
        choice.unwrap_or_else(|| view.issuable(scheduler).first())
    }

    fn launch_begins(&mut self, launch: &Launch, view: &SmView<'_>) {
        if let Some(hook) = &self.launch_begins {
            self.call(view, |py| hook.bind(py).call1((&launch.kernel, &self.view)).map(|_| ()));
        }
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        if let (Some(hook), Some((event, number))) = (&self.observe, named(event)) {
            self.call(view, |py| hook.bind(py).call1((event, number, &self.view)).map(|_| ()));
        }
    }
}

/// An event's name, and the number of its warp or CTA slot.
fn named(event: WarpEvent) -> Option<(&'static str, u8)> {
    Some(match event {
        WarpEvent::Launched(slot) => ("launched", slot.0),
        WarpEvent::Issued { slot, .. } => ("issued", slot.0),
        WarpEvent::Blocked(slot) => ("blocked", slot.0),
        WarpEvent::Released(slot) => ("released", slot.0),
        WarpEvent::MemoryCompleted { slot, .. } => ("memory_completed", slot.0),
        WarpEvent::StoreCompleted { slot, .. } => ("store_completed", slot.0),
        WarpEvent::AtBarrier(slot) => ("at_barrier", slot.0),
        WarpEvent::BarrierReleased(slot) => ("barrier_released", slot.0),
        WarpEvent::Finished(slot) => ("finished", slot.0),
        WarpEvent::CtaLaunched(cta) => ("cta_launched", cta.0),
        WarpEvent::CtaFinished(cta) => ("cta_finished", cta.0),
        _ => return None,
    })
}

/// The policy of an SM whose Python policy could not be made. The run ends after its first window.
struct Stopped;

impl WarpPolicy for Stopped {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        view.issuable(scheduler).first()
    }
}

/// Checks a policy on random kernels: it picks only issuable warps, starves none, repeats its picks, and does not depend on the
/// number of threads.
#[pyfunction]
pub fn check_policy(py: Python<'_>, policy: PolicyArgument, kernels: u64, seed: u64) -> PyResult<()> {
    let PolicyArgument::Python(factory) = policy else {
        return Err(PyTypeError::new_err("only policies in Python can be checked: the built-in ones are"));
    };
    let mut reported = None;
    let checked = interruptible(py, |interrupt| {
        let failures = reported.insert(Failures::new(interrupt));
        let policy = factory.policy(failures);
        // Two threads simulate some kernels, so the lock is taken for each pick and not for the whole check.
        let laws = Laws { kernels, seed, ..Laws::default() };
        laws::check(&|sm| policy.make(sm), laws).map_err(|violation| {
            Problem::policy_message(format!("the policy `{}`: {violation}", factory.name))
        })
    });
    match reported.and_then(|failures| failures.exception(py)) {
        Some(exception) => Err(exception),
        None => checked,
    }
}
