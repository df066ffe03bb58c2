//! How far off Warploom is: work with known answers is run, and what is simulated stands beside them.
//!
//! The answers are in a directory of the repository, `reference/`: `accelsim.toml` has those of another simulator, `hardware.toml` those of
//! real GPUs. Both can be added to.

mod accelsim;
mod check;
mod error;
mod hardware;
mod order;
mod page;
mod pictures;
mod points;
mod read;
mod repeat;
mod report;
mod simulate;
mod statistics;

pub use error::ValidateError;
pub use order::OrderedPair;
pub use page::{fill, tables};
pub use pictures::{ValidationFigure, pictures};
pub use points::{
    Description, Gpu, Limits, Origin, Overhead, Point, Points, Policy, ReferenceCounters, Sweep, Work,
};
pub use repeat::RepeatedCtas;
pub use report::{CounterPairs, Curve, Pair, Report, Row, Summary};
pub use statistics::{error, mape, pearson};

use std::num::NonZero;

/// How many runs there will be.
pub fn runs(points: &Points) -> usize {
    report::jobs(points).len()
}

/// Runs the work of all points, several at once, each on one thread. `on_run_end` hears of every run that ended, from any thread.
///
/// # Errors
/// If a machine or a trace is not there or wrong, or if a run ends early.
pub fn validate(
    points: &Points,
    at_once: NonZero<usize>,
    on_run_end: &(dyn Fn(&str) + Sync),
) -> Result<Report, ValidateError> {
    let jobs = report::jobs(points);
    let ran = simulate::simulate(&jobs, &points.file, at_once, on_run_end)?;
    Ok(report::report(points, &ran))
}
