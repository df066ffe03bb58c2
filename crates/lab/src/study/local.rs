//! Threads of this host as the engine of a study, one simulation each.

use super::axes::Policies;
use super::chunk::{self, ChunkEnd, ChunkRequest, Origin};
use super::error::StudyError;
use super::plan::Plan;
use crate::pool::{self, PoolError};
use crate::store::Store;
use crate::watch::NewTimeline;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use warploom_gpu::interrupt::Interrupt;
use warploom_tape::spool::Spool;

/// A plan to be worked on by threads.
#[derive(Clone, Debug)]
pub struct LocalRequest<'a> {
    pub store: &'a Store,
    pub plan: &'a Plan,
    /// The policies that the plan names.
    pub policies: &'a Policies,
    /// The directory of tapes.
    pub spool: Spool,
    pub threads: NonZero<usize>,
    /// The flag that ends the work early.
    pub interrupt: Option<Interrupt>,
    /// The recorder of timelines, for studies that keep them.
    pub timeline: Option<NewTimeline>,
}

/// Works on all chunks that are not done. `progress` is called from any thread with a number of runs that were finished and their
/// predicted seconds. Returns whether every chunk is done.
///
/// # Errors
/// As [`chunk::work`]. Chunks that other threads work on are finished first.
pub fn run(
    request: &LocalRequest<'_>,
    origin: &Origin,
    progress: &(dyn Fn(u64, f64) + Sync),
) -> Result<bool, StudyError> {
    let LocalRequest { store, plan, policies, threads, .. } = request;
    let matrix = plan.matrix(policies)?;
    let mut chunks = Vec::new();
    for number in 0..plan.chunks.len() {
        if !store.has(&format!("chunks/{}", plan.chunk_name(number)))? {
            chunks.push(number);
        }
    }
    let work = |number: usize| {
        if request.interrupt.is_some_and(Interrupt::is_raised) {
            return Ok(false);
        }
        let own = ChunkRequest {
            spool: request.spool.clone(),
            interrupt: request.interrupt,
            timeline: request.timeline,
            ..ChunkRequest::new(store, plan, number, policies)
        };
        let planned = &plan.chunks[number];
        let each = planned.seconds / planned.runs.max(1) as f64;
        let reported = AtomicU64::new(0);
        let done = |runs: u64| {
            let new = runs.saturating_sub(reported.swap(runs, Ordering::Relaxed));
            progress(new, new as f64 * each);
        };
        let end = chunk::work_on(&own, &matrix, origin, &done)?;
        Ok(!matches!(end, ChunkEnd::Stopped { .. }))
    };
    let jobs = chunks.into_iter().map(Ok::<usize, StudyError>);
    let (ended, error) = pool::each(jobs, *threads, 1, &work);
    match error {
        Some(PoolError::Source(error) | PoolError::Job(_, error)) => Err(error),
        None => Ok(ended.iter().all(|(_, done)| *done)),
    }
}
