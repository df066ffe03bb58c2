//! The native half of the Python package `warploom`: the module `warploom._warploom`.
//!
//! The package's public functions, their types and their documentation are in `python/warploom`; the functions here take plain values and
//! return `Batches`, whose columns Python reads in place through the Arrow C data interface.
//! Nothing here prints. Simulations run on a thread of their own, without the interpreter's lock, so that Ctrl-C ends them.

mod arguments;
mod batches;
mod catalogue;
mod compare;
mod device;
mod error;
mod figure;
mod phases;
mod policy;
mod profile;
mod records;
mod run;
mod simulate;
mod study;
mod tape;
mod view;

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command line. The first argument is the program's name. Returns the exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| warploom::CommandLine::new().run_from(arguments))
}

#[pymodule]
fn _warploom(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<batches::Batches>()?;
    module.add_class::<device::CaptureSettings>()?;
    module.add_class::<device::Device>()?;
    module.add_class::<device::Left>()?;
    module.add_class::<device::Properties>()?;
    module.add_class::<view::View>()?;
    module.add_class::<view::NextInstruction>()?;
    error::add(py, module)?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(batches::read_parquet, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::machines, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::policies, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::suite, module)?)?;
    module.add_function(wrap_pyfunction!(compare::compare, module)?)?;
    module.add_function(wrap_pyfunction!(device::capture_settings, module)?)?;
    module.add_function(wrap_pyfunction!(figure::bars, module)?)?;
    module.add_function(wrap_pyfunction!(figure::stacked, module)?)?;
    module.add_function(wrap_pyfunction!(figure::png, module)?)?;
    module.add_function(wrap_pyfunction!(phases::phases, module)?)?;
    module.add_function(wrap_pyfunction!(policy::check_policy, module)?)?;
    module.add_function(wrap_pyfunction!(profile::profile, module)?)?;
    module.add_function(wrap_pyfunction!(run::run, module)?)?;
    module.add_function(wrap_pyfunction!(study::study_results, module)?)?;
    module.add_function(wrap_pyfunction!(study::study_run, module)?)?;
    module.add_function(wrap_pyfunction!(study::study_status, module)?)?;
    module.add_function(wrap_pyfunction!(tape::tape, module)?)?;
    Ok(())
}
