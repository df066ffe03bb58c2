//! How far a study has come, from the objects in its store.

use super::error::StudyError;
use super::plan::Plan;
use crate::store::{Entry, Store};
use parquet::file::metadata::ParquetMetaDataReader;
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

/// How far a study has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Status {
    /// Runs of the study.
    pub runs: u64,
    /// Runs that were in the store before the plan was made.
    pub reused: u64,
    /// Runs that are finished, the reused ones among them.
    pub finished: u64,
    /// Runs of this plan that failed.
    pub failed: u64,
    /// Chunks that are done.
    pub done: Vec<usize>,
    /// Chunks with a part.
    pub parts: usize,
    /// Chunks of the plan.
    pub chunks: usize,
    /// Predicted seconds of all chunks.
    pub seconds: f64,
    /// Predicted seconds of what is finished.
    pub finished_seconds: f64,
    /// Runs per second since the start; none before the first run is finished.
    pub rate: Option<f64>,
    /// The time that is left at this rate.
    pub left: Option<Duration>,
}

impl Status {
    /// Whether every chunk is done.
    pub fn is_complete(&self) -> bool {
        self.done.len() == self.chunks
    }

    /// Chunks that are not done.
    pub fn missing(&self) -> Vec<usize> {
        let mut done = self.done.iter().peekable();
        (0..self.chunks).filter(|chunk| done.next_if_eq(&chunk).is_none()).collect()
    }
}

/// Runs and failures in an object, from its footer.
fn counts(store: &Store, name: &str) -> Result<Option<(u64, u64)>, StudyError> {
    let Some(content) = store.read(name)? else { return Ok(None) };
    let read = ParquetMetaDataReader::new().parse_and_finish(&bytes::Bytes::from(content));
    let metadata = read.map_err(|error| StudyError::damaged(name, &error))?;
    let pairs = metadata.file_metadata().key_value_metadata();
    let value = |key: &str| {
        let pair = pairs?.iter().find(|pair| pair.key == key)?;
        pair.value.as_ref()?.parse::<u64>().ok()
    };
    Ok(value("warploom.runs").zip(value("warploom.failed")))
}

/// The status of a plan whose work started at a time. The clock is the caller's.
///
/// # Errors
/// If the store cannot be read.
pub fn status(
    store: &Store,
    plan: &Plan,
    started: SystemTime,
    now: SystemTime,
) -> Result<Status, StudyError> {
    let of = |folder: &str| -> Result<BTreeMap<usize, Entry>, StudyError> {
        let entries = store.list(folder)?.into_iter();
        Ok(entries.filter_map(|entry| Some((plan.chunk_of(&entry.name)?, entry))).collect())
    };
    let (done, mut parts) = (of("chunks")?, of("parts")?);
    parts.retain(|chunk, _| !done.contains_key(chunk));
    let mut status = Status {
        runs: plan.runs,
        reused: plan.reused,
        finished: plan.reused,
        failed: 0,
        done: done.keys().copied().collect(),
        parts: parts.len(),
        chunks: plan.chunks.len(),
        seconds: plan.seconds(),
        finished_seconds: 0.0,
        rate: None,
        left: None,
    };
    let (mut recent_runs, mut recent_seconds) = (0, 0.0);
    for (chunk, entry) in done.iter().chain(&parts) {
        let Some((runs, failed)) = counts(store, &entry.name)? else { continue };
        let planned = &plan.chunks[*chunk];
        let seconds = planned.seconds * runs as f64 / planned.runs.max(1) as f64;
        status.finished += runs;
        status.failed += failed;
        status.finished_seconds += seconds;
        if entry.modified >= started {
            recent_runs += runs;
            recent_seconds += seconds;
        }
    }
    let elapsed = now.duration_since(started).unwrap_or_default().as_secs_f64();
    if recent_runs > 0 && elapsed > 0.0 {
        status.rate = Some(recent_runs as f64 / elapsed);
        let left = (status.seconds - status.finished_seconds).max(0.0) * elapsed / recent_seconds.max(1e-9);
        status.left = Some(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX));
    }
    Ok(status)
}
