//! Cycles of an earlier state, with their spread.

use super::measure::Measured;
use crate::ui::command::Failure;
use crate::ui::output;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use warploom_lab::sample::Sample;
use warploom_lab::work::text;

/// Cycles by check and kernel.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// By name of the check, then by symbol of the kernel.
    checks: BTreeMap<String, BTreeMap<String, Cycles>>,
}

/// Mean and spread of a kernel's cycles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cycles {
    cycles: f64,
    /// Standard deviation of a perturbed run.
    deviation: f64,
    runs: usize,
}

impl Baseline {
    /// Reads a file that [`Baseline::save`] wrote.
    pub fn read(path: &Path) -> Result<Baseline, Failure> {
        let wrong = |why: String| {
            let help = "write it with `warploom check LIMITS.toml --save-baseline FILE`".to_owned();
            Failure::mistake(format!("`{}` is no baseline: {why}", path.display()), Some(help))
        };
        let text = text::read(path).map_err(|error| wrong(error.to_string()))?;
        serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
    }

    /// Adds the kernels of a check.
    pub fn add(&mut self, check: &str, kernels: &[Measured]) {
        let entry = |kernel: &Measured| {
            let Sample { mean, deviation, runs } = kernel.cycles;
            (kernel.symbol.clone(), Cycles { cycles: mean, deviation, runs })
        };
        self.checks.insert(check.to_owned(), kernels.iter().map(entry).collect());
    }

    /// The cycles of a check's kernel.
    pub fn of(&self, check: &str, kernel: &Measured) -> Option<Sample> {
        let &Cycles { cycles, deviation, runs } = self.checks.get(check)?.get(&kernel.symbol)?;
        Some(Sample { mean: cycles, deviation, runs })
    }

    /// Writes the file.
    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self).map_err(|e| Failure::mistake(e.to_string(), None))?;
        output::write_file(path, format!("{text}\n").as_bytes())
    }
}
