//! Studies on this host.

use crate::batches::Batches;
use crate::error::Problem;
use crate::simulate::interruptible;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use warploom_lab::pool;
use warploom_lab::store::Store;
use warploom_lab::study::local::{self, LocalRequest};
use warploom_lab::study::plan::ChunkCost;
use warploom_lab::study::status::Status;
use warploom_lab::study::{Origin, Plan, Policies, Study, StudyError, StudyFile, chunk, results, state};
use warploom_report::timeline;

/// A study: the keys of the dictionary that the Python layer passes.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct StudyArguments {
    name: String,
    /// TOML, or JSON if `is_json`.
    text: String,
    is_json: bool,
    directory: PathBuf,
    store: String,
}

impl StudyArguments {
    fn study(&self) -> Result<Study, Problem> {
        let file = match self.is_json {
            true => serde_json::from_str::<StudyFile>(&self.text)
                .map_err(|error| Problem::general(format!("the study is not valid: {error}"), None))?,
            false => StudyFile::read(&self.text)?,
        };
        Ok(Study::new(&self.name, file, &self.directory)?)
    }

    fn store(&self) -> Result<Store, Problem> {
        Ok(Store::open(&self.store).map_err(StudyError::from)?)
    }
}

/// A plan and how far it is.
struct Planned {
    plan: Plan,
    status: Status,
}

impl Planned {
    fn of(arguments: &StudyArguments, threads: usize, again: bool) -> Result<Planned, Problem> {
        let (store, policies) = (arguments.store()?, Policies::default());
        let cost = ChunkCost::for_threads(threads);
        let (state, plan) = state::current_or_new(&arguments.study()?, &store, &policies, cost, again)?;
        let status = state.status(&store, &plan)?;
        Ok(Planned { plan, status })
    }
}

/// Plans a study, and says how far it is.
#[pyfunction]
pub fn study_status<'py>(
    py: Python<'py>,
    arguments: StudyArguments,
    threads: Option<u32>,
    again: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let Planned { plan, status } =
        interruptible(py, |_| Planned::of(&arguments, pool::threads(threads).get(), again))?;
    let found = PyDict::new(py);
    found.set_item("study", &plan.study)?;
    found.set_item("plan", plan.id())?;
    found.set_item("runs", status.runs)?;
    found.set_item("finished", status.finished)?;
    found.set_item("reused", status.reused)?;
    found.set_item("failed", status.failed)?;
    found.set_item("chunks", status.chunks)?;
    found.set_item("chunks_done", status.done.len())?;
    found.set_item("seconds", status.seconds)?;
    found.set_item("complete", status.is_complete())?;
    Ok(found)
}

/// Runs a study on this host, or continues it.
#[pyfunction]
pub fn study_run(py: Python<'_>, arguments: StudyArguments, threads: Option<u32>) -> PyResult<()> {
    interruptible(py, |interrupt| {
        let (store, policies) = (arguments.store()?, Policies::default());
        let threads = pool::threads(threads);
        let Planned { plan, .. } = Planned::of(&arguments, threads.get(), false)?;
        state::resume(&store, &plan)?;
        let request = LocalRequest {
            store: &store,
            plan: &plan,
            policies: &policies,
            spool: chunk::default_spool(&store),
            threads,
            interrupt: Some(interrupt),
            timeline: Some(timeline::recorder),
        };
        local::run(&request, &Origin::default(), &|_, _| {})?;
        Ok(())
    })
}

/// The records of a study, and where they were made.
#[pyfunction]
pub fn study_results(py: Python<'_>, arguments: StudyArguments) -> PyResult<(Batches, Batches)> {
    interruptible(py, |_| {
        let store = arguments.store()?;
        let (_, plan) = state::current(&store, &arguments.name)?;
        let found = results::collect(&store, &plan, &Policies::default())?;
        Ok((Batches::parquet(found.records)?, Batches::parquet(found.hosts)?))
    })
}

impl From<StudyError> for Problem {
    fn from(error: StudyError) -> Problem {
        match error {
            StudyError::Work { error, .. } => (*error).into(),
            error => {
                let help = error.help();
                Problem::general(error.to_string(), help.as_deref())
            }
        }
    }
}
