//! A pool of host threads that runs jobs in order.

use crate::work_tape::WorkTape;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// An error that ends a pool before all jobs are done.
#[derive(Debug)]
pub enum PoolError<P, E> {
    /// The source of jobs failed.
    Source(P),
    /// A job failed: the first by number of those that did.
    Job(usize, E),
}

/// Results of jobs, each with the job's number, and the error that ended the pool early.
pub type PoolResult<R, P, E> = (Vec<(usize, R)>, Option<PoolError<P, E>>);

/// Runs jobs on `at_once` threads. Returns the results of the jobs that succeeded, each with its number and in their order, and the
/// error that ended the pool early.
///
/// At most `ahead` jobs are taken from the iterator before they start. After a failure no further job starts; jobs that run are
/// completed.
pub fn each<J: Send, R: Send, P, E: Send>(
    jobs: impl IntoIterator<Item = Result<J, P>>,
    at_once: NonZero<usize>,
    ahead: usize,
    run: &(dyn Fn(J) -> Result<R, E> + Sync),
) -> PoolResult<R, P, E> {
    let (sender, receiver) = sync_channel::<(usize, J)>(ahead.max(1));
    let receiver = Mutex::new(Some(receiver));
    let failed = AtomicBool::new(false);
    let mut source_error = None;
    let mut results = std::thread::scope(|scope| {
        let worker = |_| scope.spawn(|| run_jobs(&receiver, &failed, run));
        let workers: Vec<_> = (0..at_once.get()).map(worker).collect();
        for (number, job) in jobs.into_iter().enumerate() {
            match job {
                Ok(job) => {
                    if sender.send((number, job)).is_err() {
                        // All workers have stopped after a failure.
                        break;
                    }
                }
                Err(error) => {
                    source_error = Some(error);
                    break;
                }
            }
        }
        drop(sender);
        let ended = workers.into_iter().map(|worker| worker.join());
        let ended = ended.map(|r| r.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        ended.flatten().collect::<Vec<_>>()
    });
    results.sort_by_key(|(number, _)| *number);
    let (mut succeeded, mut error) = (Vec::new(), source_error.map(PoolError::Source));
    for (number, result) in results {
        match result {
            Ok(result) => succeeded.push((number, result)),
            Err(failed) => error = error.or(Some(PoolError::Job(number, failed))),
        }
    }
    (succeeded, error)
}

/// A tape, and the jobs that read it.
#[derive(Debug)]
pub struct TapeJobs<J> {
    pub tape: WorkTape,
    pub jobs: Vec<J>,
}

/// Runs jobs of tapes as [`each`] does. The next tape is made while the jobs of earlier ones run, and dropped after its last job.
pub fn each_of_tapes<J: Send, R: Send, P, E: Send>(
    tapes: impl IntoIterator<Item = Result<TapeJobs<J>, P>>,
    at_once: NonZero<usize>,
    ahead: usize,
    run: &(dyn Fn(&WorkTape, J) -> Result<R, E> + Sync),
) -> PoolResult<R, P, E> {
    let jobs = tapes.into_iter().flat_map(|taped| match taped {
        Err(error) => vec![Err(error)],
        Ok(TapeJobs { tape, jobs }) => {
            let tape = Arc::new(tape);
            jobs.into_iter().map(|job| Ok((Arc::clone(&tape), job))).collect()
        }
    });
    each(jobs, at_once, ahead, &|(tape, job)| run(&tape, job))
}

/// Runs jobs until there are no more or one fails.
fn run_jobs<J, R, E>(
    receiver: &Mutex<Option<Receiver<(usize, J)>>>,
    failed: &AtomicBool,
    run: &(dyn Fn(J) -> Result<R, E> + Sync),
) -> Vec<(usize, Result<R, E>)> {
    let next = || {
        let mut receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
        let job = receiver.as_ref().and_then(|receiver| receiver.recv().ok());
        if failed.load(Ordering::Relaxed) {
            // Dropping the receiver makes the sender stop too.
            *receiver = None;
        }
        job.filter(|_| receiver.is_some())
    };
    let mut results = Vec::new();
    while let Some((number, job)) = next() {
        let result = run(job);
        if result.is_err() {
            failed.store(true, Ordering::Relaxed);
        }
        results.push((number, result));
    }
    results
}

/// Host threads: as given, but at most one per CPU, or one per CPU.
pub fn threads(given: Option<u32>) -> NonZero<usize> {
    at_most(given, std::thread::available_parallelism().ok())
}

/// More threads than CPUs would take turns, and wait for each other. Without a known number of CPUs, as given.
fn at_most(given: Option<u32>, cpus: Option<NonZero<usize>>) -> NonZero<usize> {
    let given = given.and_then(|threads| NonZero::new(threads as usize));
    given.into_iter().chain(cpus).min().unwrap_or(NonZero::<usize>::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    const TWO: NonZero<usize> = NonZero::new(2).expect("it is not 0");

    #[test]
    fn results_are_in_the_order_of_jobs() {
        let all = each((0..50).map(Ok::<u64, ()>), TWO, 3, &|job| Ok::<u64, ()>(job * job));
        assert_eq!(all.0, (0..50).map(|job| (job as usize, job * job)).collect::<Vec<_>>());
        assert!(all.1.is_none());
    }

    #[test]
    fn after_a_failure_no_job_starts() {
        let begun = AtomicUsize::new(0);
        let (succeeded, error) = each((0..1000).map(Ok::<u64, ()>), TWO, 1, &|job| {
            begun.fetch_add(1, Ordering::Relaxed);
            if job == 10 { Err("no") } else { Ok(job) }
        });
        assert!(matches!(error, Some(PoolError::Job(10, "no"))));
        assert!((0..10).all(|job| succeeded.contains(&(job as usize, job))), "jobs before it have results");
        assert!(begun.into_inner() < 20);
    }

    #[test]
    fn a_failed_source_of_jobs_ends_the_pool() {
        let jobs = [Ok(1), Err("gone"), Ok(2)];
        let (succeeded, error) = each(jobs, TWO, 1, &|job: u64| Ok::<u64, ()>(job));
        assert_eq!(succeeded, [(0, 1)]);
        assert!(matches!(error, Some(PoolError::Source("gone"))));
    }

    #[test]
    fn threads_are_limited_to_the_cpus() {
        let threads = |given, cpus| at_most(given, NonZero::new(cpus)).get();
        assert_eq!(
            [threads(None, 2), threads(Some(1), 2), threads(Some(2), 2), threads(Some(64), 2)],
            [2, 1, 2, 2]
        );
        assert_eq!([threads(Some(64), 0), threads(None, 0)], [64, 1]);
    }
}
