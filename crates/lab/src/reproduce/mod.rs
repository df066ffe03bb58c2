//! Reproductions: a paper's whole evaluation, with its figures, tables and claims beside ours.
//!
//! An [`Evaluation`] says what a paper ran. Its runs are [kept](kept::Store) as they end, so that a reproduction can be ended at any
//! time and goes on where it was. From them its [items](Item) are drawn: figures, tables, and the table of claims.

pub mod claim;
mod evaluation;
pub mod kept;
mod measure;
mod motrr;
mod page;
mod phase_aware;
mod pro;
mod runs;
mod tables;

pub use evaluation::{Evaluation, Needs, Selected, evaluation};
pub use measure::{Measured, measure};
pub use page::{Drawn, Page};
pub use runs::{Asked, Progress, run_all};
pub use tables::{records, series};

use crate::figure::FigureError;
use crate::table::TableError;
use kept::{Part, Runs};
use std::path::Path;
use warploom_gpu::run::RunError;
use warploom_suite::Paper;
use warploom_tape::file;

/// Why a reproduction ended.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    /// Work of the suite could not be made.
    #[error("{work}: {error}")]
    Work {
        /// Which.
        work: String,
        /// Why.
        error: Box<warploom_suite::Error>,
    },
    /// Its tape could not be kept.
    #[error(transparent)]
    Tape(#[from] file::Error),
    /// A run ended early.
    #[error("{work} under {policy}: {error}")]
    Run {
        /// Of what.
        work: String,
        /// Under which policy.
        policy: String,
        /// Why.
        error: Box<RunError<file::Error>>,
    },
    /// A file cannot be written.
    #[error("`{file}` cannot be written: {why}")]
    File {
        /// Which.
        file: String,
        /// Why.
        why: String,
    },
    /// A figure cannot be drawn.
    #[error(transparent)]
    Figure(#[from] FigureError),
    /// A table cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl ReproduceError {
    /// A file that cannot be written.
    pub fn file(path: &Path, why: &dyn std::fmt::Display) -> ReproduceError {
        ReproduceError::File { file: path.display().to_string(), why: why.to_string() }
    }
}

/// A figure or table of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// What it is called on the command line: `fig9`.
    pub id: &'static str,
    /// What it shows, with its number in the paper.
    pub title: &'static str,
    /// The works that it is drawn from; all, if none is named.
    pub works: &'static [&'static str],
    /// The policies.
    pub policies: &'static [&'static str],
    /// Draws it.
    pub draw: fn(&Scene<'_>) -> Result<Drawing, ReproduceError>,
}

/// What items are drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The paper.
    pub paper: Paper,
    /// What ran.
    pub runs: &'a Runs,
    /// Of its inputs.
    pub seeds: &'a [u64],
}

impl Scene<'_> {
    /// What is measured of a work, as the mean over seeds.
    fn mean(&self, of: impl Fn(u64) -> Option<f64>) -> Option<f64> {
        let values: Option<Vec<f64>> = self.seeds.iter().map(|&seed| of(seed)).collect();
        claim::Mean::Arithmetic.of(&values?)
    }

    /// The same by what two policies made of the work.
    fn ratio(&self, metric: claim::Metric, work: &str, of: &str, over: &str) -> Option<f64> {
        self.mean(|seed| {
            let (of, over) = (self.runs.part(work, of, seed)?, self.runs.part(work, over, seed)?);
            Some(measure::ratio(metric, &of, &over))
        })
    }

    /// A number of a work under a policy, as the mean over seeds.
    fn mean_of(&self, work: &str, policy: &str, what: impl Fn(&Part) -> f64) -> Option<f64> {
        self.mean(|seed| self.runs.part(work, policy, seed).map(|part| what(&part)))
    }

    /// How much more of something there is of a work under one policy than under another.
    fn ratio_of(&self, work: &str, of: &str, over: &str, what: impl Fn(&Part) -> f64) -> Option<f64> {
        self.mean(|seed| {
            let (of, over) = (self.runs.part(work, of, seed)?, self.runs.part(work, over, seed)?);
            Some(what(&of) / what(&over).max(1e-9))
        })
    }
}

/// What was drawn of an item.
#[derive(Clone, Default, Debug)]
pub struct Drawing {
    /// Figures: the name of each file without its ending, and its SVG.
    pub figures: Vec<(String, String)>,
    /// What is said below: Markdown.
    pub text: String,
}
