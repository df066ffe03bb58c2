//! The state of a study in a store: its current plan, and the jobs that work on it.

use super::axes::{Policies, Study};
use super::chunk::{cancel_name, now_ms};
use super::error::StudyError;
use super::plan::{self, ChunkCost, Plan};
use super::status::{Status, status};
use crate::store::Store;
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The current plan of a study.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The plan's id.
    pub plan: String,
    /// The digest of what the study asked for: another digest needs another plan.
    pub inputs: String,
    /// When the plan was made, or the work on it last started, in milliseconds since 1970.
    #[serde(default)]
    pub started_ms: u64,
    /// Jobs of the batch engine.
    #[serde(default)]
    pub jobs: Vec<String>,
}

fn place(study: &str) -> String {
    format!("studies/{study}.json")
}

impl State {
    /// The state of a study, if it has a plan. One of another version is none.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn get(store: &Store, study: &str) -> Result<Option<State>, StudyError> {
        let text = store.read(&place(study))?.unwrap_or_default();
        Ok(serde_json::from_slice(&text).ok())
    }

    /// How far the work on the state's plan has come, with its rate since the start.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn status(&self, store: &Store, plan: &Plan) -> Result<Status, StudyError> {
        let started = UNIX_EPOCH + Duration::from_millis(self.started_ms);
        status(store, plan, started, SystemTime::now())
    }

    /// Writes the state.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn put(&self, store: &Store, study: &str) -> Result<(), StudyError> {
        let text = serde_json::to_vec_pretty(self).expect("a state is texts and numbers");
        Ok(store.write(&place(study), text)?)
    }
}

/// The current plan of a study.
///
/// # Errors
/// If it has none.
pub fn current(store: &Store, study: &str) -> Result<(State, Plan), StudyError> {
    let state = State::get(store, study)?.ok_or_else(|| StudyError::NoPlan { study: study.to_owned() })?;
    let plan = Plan::get(store, &state.plan)?;
    Ok((state, plan))
}

/// The plan of a study: the current one if the study asks for the same, otherwise a new one, which becomes the current one.
/// With `again` it is always a new one.
///
/// # Errors
/// If the study names something that does not exist, or the store cannot be read or written.
pub fn current_or_new(
    study: &Study,
    store: &Store,
    policies: &Policies,
    cost: ChunkCost,
    again: bool,
) -> Result<(State, Plan), StudyError> {
    let inputs = plan::inputs_digest(study, policies)?;
    let known = State::get(store, &study.name)?;
    if let Some(state) = known.filter(|state| state.inputs == inputs && !again)
        && let Ok(plan) = Plan::get(store, &state.plan)
    {
        return Ok((state, plan));
    }
    let plan = plan::make(study, policies, store, cost)?;
    plan.put(store)?;
    let state = State { plan: plan.id().to_owned(), inputs, started_ms: now_ms(), jobs: Vec::new() };
    state.put(store, &study.name)?;
    Ok((state, plan))
}

/// Cancels the work on a plan: chunks that are worked on stop at their next part.
///
/// # Errors
/// If the store cannot be written.
pub fn cancel(store: &Store, plan: &Plan) -> Result<(), StudyError> {
    Ok(store.write(&cancel_name(plan.id()), Vec::new())?)
}

/// Lets the work on a plan go on.
///
/// # Errors
/// If the store cannot be written.
pub fn resume(store: &Store, plan: &Plan) -> Result<(), StudyError> {
    Ok(store.delete(&cancel_name(plan.id()))?)
}
