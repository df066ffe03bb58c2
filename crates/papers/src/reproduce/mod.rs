//! Reproductions: a paper's evaluation run again, its numbers compared with the paper's.
//!
//! An [`Evaluation`] names the works and policies of a paper. [`run_all`] makes the runs and [stores](warploom_lab::store) each as it
//! ends, so that an interrupted reproduction continues where it stopped. The paper's figures and tables ([`Item`]) and its
//! [claims](claim::Claim) are then computed from the stored runs.

pub mod claim;
pub mod cu_counters;
mod drawing;
mod evaluation;
pub mod family;
mod gcn;
pub mod grid;
mod html;
mod measure;
mod motrr;
mod page;
mod phase_aware;
mod pro;
mod runs;
pub mod schedule;
pub mod stored;
mod tables;
pub mod variant;
mod variants_page;
pub mod verdict;
pub mod waves;

pub use drawing::{Drawing, DrawnFigure};
pub use evaluation::{Evaluation, RequiredRuns, Selection, evaluation};
pub use html::html_page;
pub use measure::{MeasuredClaim, measure};
pub use page::{DrawnItem, Page};
pub use runs::{Progress, ReproduceRequest, run_all};
pub use tables::{cus, records};
pub use variants_page::{VariantClaims, write_variants};

use stored::{Runs, WorkCounters};
use warploom_gpu::simulation::RunError;
use warploom_lab::store::StoreError;
use warploom_lab::table::TableError;
use warploom_lab::work::WorkError;
use warploom_policy::ChoiceError;
use warploom_report::figure::FigureError;
use warploom_suite::Paper;
use warploom_tape::file;

/// An error that ends a reproduction.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    /// The file of claims has a mistake.
    #[error(transparent)]
    Claims(#[from] claim::ClaimError),
    /// A work of the suite failed, or its tape cannot be written.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The reproduction was interrupted. The finished runs are stored.
    #[error("{finished} of {runs} runs are finished")]
    Interrupted { finished: usize, runs: usize },
    /// A simulation failed.
    #[error("{work} under {policy}: {error}")]
    Run { work: String, policy: String, error: Box<RunError<file::Error>> },
    /// The cores of the machine cannot have a policy of the evaluation.
    #[error(transparent)]
    Policy { error: ChoiceError },
    /// A file cannot be written.
    #[error("`{file}` cannot be written: {why}")]
    File { file: String, why: String },
    /// A machine cannot have the settings of a variant.
    #[error("the machine `{machine}` cannot have the variant `{variant}`: {why}")]
    Variant { variant: &'static str, machine: String, why: String },
    /// A figure cannot be drawn.
    #[error(transparent)]
    Figure(#[from] FigureError),
    /// A table cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl From<StoreError> for ReproduceError {
    fn from(error: StoreError) -> ReproduceError {
        ReproduceError::File { file: error.place, why: error.message }
    }
}

/// A figure or table of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// Its name on the command line: `fig9`.
    pub id: &'static str,
    /// Its title, with its number in the paper.
    pub title: &'static str,
    /// The works it shows; empty for all works of the evaluation.
    pub works: &'static [&'static str],
    /// The policies it shows.
    pub policies: &'static [&'static str],
    /// Draws it from the runs.
    pub draw: fn(&Results<'_>) -> Result<Drawing, ReproduceError>,
}

/// The runs that items are drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Results<'a> {
    pub paper: Paper,
    pub runs: &'a Runs,
    /// The seeds of the works' inputs.
    pub seeds: &'a [u64],
    /// Whether there are enough runs to judge.
    pub judged: bool,
}

impl Results<'_> {
    /// The mean over seeds; none if a run is missing.
    fn mean(&self, of: impl Fn(u64) -> Option<f64>) -> Option<f64> {
        let values: Option<Vec<f64>> = self.seeds.iter().map(|&seed| of(seed)).collect();
        claim::arithmetic(&values?)
    }

    /// A metric of a work under `of` compared with `over`, as the mean over seeds.
    fn ratio(&self, metric: claim::Metric, work: &str, of: &str, over: &str) -> Option<f64> {
        self.mean(|seed| {
            let (of, over) = (self.runs.counters(work, of, seed)?, self.runs.counters(work, over, seed)?);
            Some(measure::ratio(metric, &of, &over))
        })
    }

    /// A number of a work under a policy, as the mean over seeds.
    fn mean_of(&self, work: &str, policy: &str, number: impl Fn(&WorkCounters) -> f64) -> Option<f64> {
        self.mean(|seed| self.runs.counters(work, policy, seed).map(|counters| number(&counters)))
    }

    /// The ratio of a work's number under `of` to that under `over`, as the mean over seeds.
    fn ratio_of(
        &self,
        work: &str,
        of: &str,
        over: &str,
        number: impl Fn(&WorkCounters) -> f64,
    ) -> Option<f64> {
        self.mean(|seed| {
            let (of, over) = (self.runs.counters(work, of, seed)?, self.runs.counters(work, over, seed)?);
            Some(number(&of) / number(&over).max(1e-9))
        })
    }
}
