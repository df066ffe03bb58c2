//! Validation: simulated cycles compared with Accel-Sim and with real GPUs.
//!
//! The reference values are in the directory `reference/` of the repository: `accelsim.toml` has the results of Accel-Sim,
//! `hardware.toml` those of real GPUs. Both files can be extended.

mod accelsim;
mod check;
mod csv;
mod error;
mod hardware;
pub mod multi2sim;
mod order;
mod page;
mod pictures;
mod points;
mod read;
mod repeat;
mod report;
mod simulate;
mod statistics;
mod suite;

pub use error::ValidateError;
pub use order::OrderedPair;
pub use page::{fill, tables};
pub use pictures::{ValidationFigure, pictures};
pub use points::{
    Description, Gpu, Limits, Origin, Overhead, Point, Points, Policy, ReferenceCounters, Sweep, TraceWork,
};
pub use repeat::RepeatedCtas;
pub use report::{CounterPairs, Curve, Pair, Report, Row, Summary};
pub use statistics::{error, mape, mean_signed_error, pearson};
pub use suite::{
    Activity, Bound, BoundSummary, CacheAccesses, HitRateRow, HitRateSummary, KernelRow, LaunchResult,
    LaunchRow, Suite, SuiteLimits, SuiteReport, SuiteRun, SuiteSummary,
};

use std::num::NonZero;
use warploom_gpu::interrupt::Interrupt;

/// The number of runs that a validation makes.
pub fn runs(points: &Points) -> usize {
    report::jobs(points).len()
}

/// Runs the works of all points, `at_once` at a time, each on one thread, until the `interrupt` is raised. `on_run_end` is called
/// with the name of every finished run, from any thread.
///
/// ```no_run
/// use std::num::NonZero;
/// use std::path::Path;
/// use warploom_papers::validate::{Origin, Points, validate};
///
/// let points = Points::read(Origin::Accelsim, Path::new("reference"))?;
/// let report = validate(&points, NonZero::<usize>::MIN, None, &|run| eprintln!("{run}"))?;
/// println!("mean absolute error: {:?} %", report.all.mape);
/// # Ok::<(), warploom_papers::validate::ValidateError>(())
/// ```
///
/// # Errors
/// If a machine or a trace is missing or not valid, if a trace does not have the launches of its results, or if a simulation fails.
pub fn validate(
    points: &Points,
    at_once: NonZero<usize>,
    interrupt: Option<Interrupt>,
    on_run_end: &(dyn Fn(&str) + Sync),
) -> Result<Report, ValidateError> {
    let jobs = report::jobs(points);
    let ran = simulate::simulate(&jobs, &points.file, at_once, interrupt, on_run_end)?;
    report::report(points, &ran)
}
