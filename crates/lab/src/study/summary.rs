//! The results of a study by combination of its axes, with the seeds as a sample.

use super::axes::Policies;
use super::error::StudyError;
use super::matrix::{Config, Matrix};
use super::plan::Plan;
use super::results::MeasuredRun;
use crate::sample::Sample;
use std::collections::BTreeMap;

/// A combination of work, size, machine, policy and CTA policy. Its runs differ in their seeds.
#[derive(Clone, PartialEq, Debug)]
pub struct Combination {
    pub work: String,
    /// The size, for works of the suite.
    pub size: Option<String>,
    pub machine: String,
    /// The policy as the study writes it.
    pub policy: String,
    /// The policy as records spell it.
    pub full_policy: String,
    pub cta_policy: String,
    /// Cycles over seeds.
    pub cycles: Sample,
    /// Thread instructions per cycle over seeds.
    pub ipc: Sample,
    /// The policy that speedups are relative to, as the study writes it: the first that the machine has.
    pub baseline: String,
    /// The speedup over the baseline, both with the same seed. None without a finished run of both.
    pub speedup: Option<Sample>,
}

/// The geometric mean of a configuration's speedups over works and sizes.
#[derive(Clone, PartialEq, Debug)]
pub struct ConfigMean {
    pub machine: String,
    /// The policy as the study writes it.
    pub policy: String,
    pub cta_policy: String,
    /// Works with their sizes that are averaged: those that all policies of the machine have finished with every seed.
    pub works: usize,
    /// The geometric mean of each seed, over seeds.
    pub speedup: Sample,
}

/// The results of a study by combination.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The combinations that have a finished run, in the order of the study's axes.
    pub combinations: Vec<Combination>,
    /// Geometric means by configuration; none where no work is finished.
    pub means: Vec<ConfigMean>,
}

/// The runs of a work at a size with a configuration, by seed.
type SeedRuns = BTreeMap<Option<u64>, MeasuredRun>;

/// Finished runs by case (a work at a size) and configuration.
struct Cases {
    /// The first group of each case.
    first_groups: Vec<usize>,
    runs: BTreeMap<(usize, usize), SeedRuns>,
}

impl Cases {
    fn new(matrix: &Matrix, measured: &[MeasuredRun]) -> Cases {
        let (mut case_of, mut first_groups) = (Vec::new(), Vec::new());
        for (at, group) in matrix.groups.iter().enumerate() {
            let same = |&first: &usize| {
                let first = &matrix.groups[first];
                first.work == group.work && first.size == group.size
            };
            // The seeds of a work at a size follow each other.
            if !first_groups.last().is_some_and(same) {
                first_groups.push(at);
            }
            case_of.push(first_groups.len() - 1);
        }
        let mut runs: BTreeMap<(usize, usize), SeedRuns> = BTreeMap::new();
        for run in measured {
            let (group, config) = matrix.group_and_config(run.number);
            let seeds = runs.entry((case_of[group], config)).or_default();
            seeds.insert(matrix.groups[group].seed, *run);
        }
        Cases { first_groups, runs }
    }

    /// By seed, the speedup of a configuration over another in a case.
    fn speedups(&self, case: usize, config: usize, baseline: usize) -> BTreeMap<Option<u64>, f64> {
        let (Some(own), Some(base)) = (self.runs.get(&(case, config)), self.runs.get(&(case, baseline)))
        else {
            return BTreeMap::new();
        };
        let cycles = |run: &MeasuredRun| run.cycles.max(1) as f64;
        own.iter().filter_map(|(seed, run)| Some((*seed, cycles(base.get(seed)?) / cycles(run)))).collect()
    }

    /// By baseline, the cases that every configuration with this baseline has finished with every seed: over them, means can be
    /// compared.
    fn complete(&self, matrix: &Matrix, baselines: &[usize]) -> BTreeMap<usize, Vec<usize>> {
        let mut complete: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (case, &first) in self.first_groups.iter().enumerate() {
            let end = self.first_groups.get(case + 1).copied().unwrap_or(matrix.groups.len());
            let mut is_complete: BTreeMap<usize, bool> = BTreeMap::new();
            for (config, &baseline) in baselines.iter().enumerate() {
                let seeds = self.runs.get(&(case, config)).map_or(0, BTreeMap::len);
                *is_complete.entry(baseline).or_insert(true) &= seeds == end - first;
            }
            let of = is_complete.into_iter().filter(|(_, is_complete)| *is_complete);
            of.for_each(|(baseline, _)| complete.entry(baseline).or_default().push(case));
        }
        complete
    }

    /// The geometric mean of a configuration's speedups over cases, by seed and then over seeds.
    fn mean(&self, cases: &[usize], config: usize, baseline: usize) -> Option<Sample> {
        let speedups = |&case: &usize| self.speedups(case, config, baseline);
        let speedups: Vec<BTreeMap<Option<u64>, f64>> = cases.iter().map(speedups).collect();
        let seeds = speedups.iter().max_by_key(|speedups| speedups.len())?.keys();
        let mean = |seed: &Option<u64>| {
            // A work without seeds has one speedup, which counts with every seed.
            let of = |speedups: &BTreeMap<Option<u64>, f64>| {
                speedups.get(seed).or_else(|| speedups.get(&None)).copied().unwrap_or(1.0).ln()
            };
            (speedups.iter().map(of).sum::<f64>() / speedups.len() as f64).exp()
        };
        Sample::of(&seeds.map(mean).collect::<Vec<_>>())
    }
}

/// By configuration, the one that it is compared with: the first policy of the same machine with the same CTA policy.
fn baselines(configs: &[Config]) -> Vec<usize> {
    let mut first: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let of = |(at, config): (usize, &Config)| *first.entry((config.machine, config.cta_policy)).or_insert(at);
    configs.iter().enumerate().map(of).collect()
}

/// Summarises the runs that [`collect`](super::results::collect) found.
///
/// # Errors
/// If the plan is of another build.
pub fn summarise(plan: &Plan, policies: &Policies, measured: &[MeasuredRun]) -> Result<Summary, StudyError> {
    let matrix = plan.matrix(policies)?;
    let cases = Cases::new(&matrix, measured);
    let baselines = baselines(&matrix.configs);
    let written = |config: usize| plan.axes.policies[matrix.configs[config].policy].clone();
    let mut combinations = Vec::new();
    for (&(case, config), runs) in &cases.runs {
        let group = cases.first_groups[case];
        let run = matrix.run(group as u64 * matrix.configs.len() as u64 + config as u64);
        let baseline = baselines[config];
        let speedups: Vec<f64> = cases.speedups(case, config, baseline).into_values().collect();
        let cycles: Vec<f64> = runs.values().map(|run| run.cycles as f64).collect();
        let ipc: Vec<f64> = runs.values().map(|run| run.ipc).collect();
        let (Some(cycles), Some(ipc)) = (Sample::of(&cycles), Sample::of(&ipc)) else { continue };
        combinations.push(Combination {
            work: run.work.label(),
            size: run.group.size.clone(),
            machine: run.machine.name.clone(),
            policy: written(config),
            full_policy: run.policy.to_string(),
            cta_policy: run.cta_policy.to_string(),
            cycles,
            ipc,
            baseline: written(baseline),
            speedup: Sample::of(&speedups),
        });
    }
    let complete = cases.complete(&matrix, &baselines);
    let means = baselines.iter().enumerate().filter_map(|(config, &baseline)| {
        let works = complete.get(&baseline)?;
        let run = matrix.run(config as u64);
        Some(ConfigMean {
            machine: run.machine.name.clone(),
            policy: written(config),
            cta_policy: run.cta_policy.to_string(),
            works: works.len(),
            speedup: cases.mean(works, config, baseline)?,
        })
    });
    Ok(Summary { means: means.collect(), combinations })
}
