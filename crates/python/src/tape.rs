//! Tapes.

use crate::arguments::WorkArguments;
use crate::error::Problem;
use crate::simulate::interruptible;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use warploom_lab::work::{self, Watched, tape::create};
use warploom_tape::file::Totals;

/// Executes a work and writes its tape to `path`. Returns the counts of the tape.
#[pyfunction]
pub fn tape<'py>(
    py: Python<'py>,
    work: PathBuf,
    path: PathBuf,
    work_options: WorkArguments,
) -> PyResult<Bound<'py, PyDict>> {
    let totals = interruptible(py, |interrupt| -> Result<Totals, Problem> {
        let progress = Some(interrupt);
        let work = work::open(&work, &work_options.resolve(None)?, &progress)?;
        let mut writer = create(&path)?;
        writer.copy(&mut Watched::new(work.tapes, &progress))?;
        Ok(writer.finish().map_err(work::WorkError::from)?)
    })?;
    let Totals { launches, ctas, warp_instructions, thread_instructions, bytes, digest } = totals;
    let counts = PyDict::new(py);
    counts.set_item("launches", launches)?;
    counts.set_item("ctas", ctas)?;
    counts.set_item("warp_instructions", warp_instructions)?;
    counts.set_item("thread_instructions", thread_instructions)?;
    counts.set_item("bytes", bytes)?;
    counts.set_item("digest", format!("{digest:032x}"))?;
    Ok(counts)
}
