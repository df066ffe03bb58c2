//! `--seeds`: perturbed runs, and how their statistics are written.

use serde_json::{Value, json};
use std::num::NonZero;
use std::path::Path;
use warploom_lab::perturb::LATENCY_CHANGES;
use warploom_lab::sample::Sample;
use warploom_lab::work::WorkKind;

/// `--seeds`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct SeedOptions {
    /// Make N perturbed runs of each combination, and show mean and standard deviation: see below
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=1000), conflicts_with = "seed")]
    seeds: Option<u16>,
}

/// The explanation of `--seeds`, for help texts.
pub const SEEDS_HELP: &str = "\
--seeds N shows whether a difference is more than chance. Each combination runs N times, with the seeds 1 to N: a suite workload has
other inputs and addresses with each, other workloads are moved in memory, and the network's latency changes by 0, +1, -1, +2 and -2
cycles, then from the start. Seed 1 is the run without --seeds. A speedup is then a mean ± σ over the seeds, where σ is the sample
standard deviation. `*` marks no difference: the mean is within 2 σ of 1. Five seeds are a good start.";

impl SeedOptions {
    /// Runs of each combination.
    pub fn count(self) -> NonZero<usize> {
        self.seeds.and_then(|seeds| NonZero::new(usize::from(seeds))).unwrap_or(NonZero::<usize>::MIN)
    }

    /// The seeds; none if runs are not perturbed.
    pub fn seeds(self) -> Vec<Option<u64>> {
        self.seeds.map_or(vec![None], |seeds| (1..=u64::from(seeds)).map(Some).collect())
    }

    /// The line on perturbed runs: what was changed; empty if nothing was.
    pub fn note(self, works: &[(&Path, WorkKind)]) -> String {
        let Some(seeds) = self.seeds else { return String::new() };
        let changes: Vec<String> = changes(seeds).iter().map(|change| signed(*change)).collect();
        let what = match perturbed(works) {
            [_, _, _] => "inputs, addresses and the network's latency change",
            _ => "addresses and the network's latency change, inputs do not",
        };
        let some = match works.iter().find(|(_, kind)| *kind != WorkKind::Suite) {
            Some((path, _)) if perturbed(works).len() == 3 => {
                format!("; inputs of {} do not, it has no seed", path.display())
            }
            _ => String::new(),
        };
        format!("{seeds} seeds: {what} (latency by {} cycles){some}\n", changes.join(", "))
    }

    /// The perturbation as JSON; null if there is none.
    pub fn json(self, works: &[(&Path, WorkKind)]) -> Value {
        self.seeds.map_or(Value::Null, |seeds| {
            json!({
                "n": seeds,
                "perturbed": perturbed(works),
                "network_latency_changes": changes(seeds),
            })
        })
    }
}

/// What the seeds change. Only workloads of the suite have inputs by seed.
fn perturbed(works: &[(&Path, WorkKind)]) -> &'static [&'static str] {
    let has_inputs = works.iter().any(|(_, kind)| *kind == WorkKind::Suite);
    if has_inputs { &["inputs", "addresses", "network latency"] } else { &["addresses", "network latency"] }
}

/// The changes of latency that this many seeds make.
fn changes(seeds: u16) -> &'static [i32] {
    &LATENCY_CHANGES[..LATENCY_CHANGES.len().min(usize::from(seeds))]
}

fn signed(change: i32) -> String {
    if change == 0 { "0".to_owned() } else { format!("{change:+}") }
}

/// A speedup as a cell: of several runs with its deviation, and with a mark if it is no difference.
pub fn speedup_cell(sample: Option<Sample>) -> String {
    match sample {
        None => "-".to_owned(),
        Some(Sample { mean, runs: 1, .. }) => format!("{mean:.3}"),
        Some(sample) => {
            let mark = if sample.is_no_difference() { "* " } else { "" };
            format!("{mark}{:.3} ± {:.3}", sample.mean, sample.deviation)
        }
    }
}

/// The line that explains the mark of [`speedup_cell`], after an empty line; empty if no sample has it.
pub fn mark_note(samples: impl IntoIterator<Item = Option<Sample>>, baseline: &str) -> String {
    match samples.into_iter().flatten().any(Sample::is_no_difference) {
        true => format!("\nno difference from {baseline} (*): the mean is within 2 σ of 1\n"),
        false => String::new(),
    }
}

/// A sample as JSON: mean, sigma, n and whether it is no difference.
pub fn sample_json(sample: Option<Sample>) -> Value {
    sample.map_or(Value::Null, |sample| {
        json!({
            "mean": sample.mean,
            "sigma": sample.deviation,
            "n": sample.runs,
            "no_difference": sample.is_no_difference(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_has_its_deviation_and_a_mark_if_it_is_no_difference() {
        let cell = |values: &[f64]| speedup_cell(Sample::of(values));
        assert_eq!(cell(&[]), "-");
        assert_eq!(cell(&[1.25]), "1.250");
        assert_eq!(cell(&[1.2, 1.3]), "1.250 ± 0.071");
        assert_eq!(cell(&[0.99, 1.02]), "* 1.005 ± 0.021");
    }

    #[test]
    fn the_note_says_what_changes() {
        let options = SeedOptions { seeds: Some(3) };
        let (suite, tape) = ((Path::new("lud"), WorkKind::Suite), (Path::new("x.tape"), WorkKind::Tape));
        assert_eq!(
            options.note(&[suite]),
            "3 seeds: inputs, addresses and the network's latency change (latency by 0, +1, -1 cycles)\n"
        );
        assert_eq!(
            options.note(&[tape]),
            "3 seeds: addresses and the network's latency change, inputs do not (latency by 0, +1, -1 cycles)\n"
        );
        assert!(options.note(&[suite, tape]).ends_with("; inputs of x.tape do not, it has no seed\n"));
        assert_eq!(SeedOptions { seeds: None }.note(&[suite]), "");
        assert_eq!(
            SeedOptions { seeds: Some(9) }.json(&[tape])["network_latency_changes"],
            json!([0, 1, -1, 2, -2])
        );
    }
}
