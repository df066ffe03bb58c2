//! The runs of a study by number, and the digest of each.
//!
//! Runs are ordered by group (work, size, seed), so that the runs of a chunk share few tapes, then by machine, policy and CTA policy.
//! A million runs are never listed: a run is computed from its number.

use super::axes::{Axes, PlannedWork, Policies, cta_choices, listed_twice};
use super::error::StudyError;
use super::exclude::{Names, Rule};
use crate::build_id::BUILD_ID;
use crate::digest::machine_digest;
use crate::run::{RunConfig, WorkLabel};
use crate::store::{RunKey, config_digest, work_digest};
use crate::work::{CodeTarget, WorkError, WorkKind, WorkOptions, suite};
use std::sync::Arc;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::{L2Start, Options};
use warploom_policy::{Choice, CorePolicy, CtaKind};
use warploom_tape::digest::Encoding;

/// A work at a size with a seed: runs that can share a tape.
#[derive(Clone, Debug)]
pub struct Group {
    pub work: usize,
    /// The size, for works of the suite.
    pub size: Option<String>,
    /// The seed, for works of the suite.
    pub seed: Option<u64>,
    digest: u128,
}

/// A machine, a policy and a CTA policy, by index.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    pub machine: usize,
    pub policy: usize,
    pub cta_policy: usize,
    digest: u128,
}

/// The runs of a study.
#[derive(Debug)]
pub struct Matrix {
    pub works: Vec<PlannedWork>,
    /// Works with sizes and seeds.
    pub groups: Vec<Group>,
    pub machines: Vec<Arc<Machine>>,
    /// Machines, policies and CTA policies together.
    pub configs: Vec<Config>,
    /// By machine and policy; none for pairs that are left out.
    choices: Vec<Vec<Option<CorePolicy>>>,
    cta_policies: Vec<Choice<CtaKind>>,
    kinds: Vec<WorkKind>,
    rules: Vec<Rule>,
    options: Options,
}

/// A run.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    pub work: &'a PlannedWork,
    pub kind: WorkKind,
    pub group: &'a Group,
    pub machine: &'a Arc<Machine>,
    pub policy: &'a CorePolicy,
    pub cta_policy: &'a Choice<CtaKind>,
    pub digest: RunKey,
}

impl Matrix {
    /// The matrix of these axes.
    ///
    /// # Errors
    /// If a machine, a size or a policy is not valid.
    pub fn new(axes: &Axes, policies: &Policies) -> Result<Matrix, StudyError> {
        let kinds = axes.works.iter().map(PlannedWork::kind).collect::<Result<Vec<_>, _>>()?;
        let machines = axes.machines.iter().map(|planned| {
            let failed =
                |error| StudyError::Machine { machine: planned.name.clone(), error: Box::new(error) };
            planned.machine().map(Arc::new).map_err(failed)
        });
        let machines = machines.collect::<Result<Vec<_>, _>>()?;
        let cta_policies = cta_choices(axes, policies)?;
        let groups = groups(axes, &kinds)?;
        let written: Vec<Vec<Result<CorePolicy, StudyError>>> = machines
            .iter()
            .map(|machine| axes.policies.iter().map(|text| parse(text, machine, policies)).collect())
            .collect();
        // A policy has the same text on every machine that has it.
        let full =
            |policy: usize| written.iter().find_map(|row| Some(row[policy].as_ref().ok()?.to_string()));
        let full: Vec<String> =
            (0..axes.policies.len()).map(|policy| full(policy).unwrap_or_default()).collect();
        let names = Names {
            groups: groups
                .iter()
                .map(|group| (axes.works[group.work].name.as_str(), group.size.as_deref(), group.seed))
                .collect(),
            machines: axes.machines.iter().map(|machine| machine.name.as_str()).collect(),
            policies: axes
                .policies
                .iter()
                .zip(&full)
                .map(|(text, full)| [text.as_str(), full.as_str()])
                .collect(),
            cta_policies: cta_policies.iter().map(Choice::to_string).collect(),
        };
        let rules: Vec<Rule> = axes.exclude.iter().map(|exclusion| Rule::new(exclusion, &names)).collect();
        let mut choices = Vec::new();
        for (machine, row) in written.into_iter().enumerate() {
            let mut known: Vec<Option<CorePolicy>> = Vec::new();
            for (policy, choice) in row.into_iter().enumerate() {
                let is_excluded = rules.iter().any(|rule| rule.excludes_pair(machine, policy));
                let choice = if is_excluded { None } else { Some(choice?) };
                let text = choice.as_ref().map(CorePolicy::to_string);
                if text.is_some()
                    && known.iter().any(|other| other.as_ref().map(CorePolicy::to_string) == text)
                {
                    return Err(listed_twice("policy", &text.unwrap_or_default()));
                }
                known.push(choice);
            }
            choices.push(known);
        }
        let start = if axes.cold { L2Start::Cold } else { L2Start::Warm };
        let options = Options::default()
            .with_max_cycles(axes.max_cycles)
            .with_max_ctas(axes.max_ctas)
            .with_l2_start(start);
        let mut matrix = Matrix {
            works: axes.works.clone(),
            groups,
            machines,
            configs: Vec::new(),
            choices,
            cta_policies,
            kinds,
            rules,
            options,
        };
        matrix.configs = matrix.all_configs(policies);
        Ok(matrix)
    }

    fn all_configs(&self, policies: &Policies) -> Vec<Config> {
        let mut configs = Vec::new();
        for (machine, description) in self.machines.iter().enumerate() {
            for (policy, choice) in self.choices[machine].iter().enumerate() {
                let Some(choice) = choice else { continue };
                for (cta_policy, placement) in self.cta_policies.iter().enumerate() {
                    let config = RunConfig {
                        machine: description,
                        policy: choice,
                        cta_policy: placement,
                        options: self.options,
                    };
                    let digest = config_digest(policies.program, &config);
                    configs.push(Config { machine, policy, cta_policy, digest });
                }
            }
        }
        configs
    }

    /// Numbers of runs: below this, and not [left out](Matrix::excludes).
    pub fn numbers(&self) -> u64 {
        self.groups.len() as u64 * self.configs.len() as u64
    }

    fn parts(&self, number: u64) -> (usize, Config) {
        let (group, config) = self.group_and_config(number);
        (group, self.configs[config])
    }

    /// The group of a run.
    pub fn group_of(&self, number: u64) -> usize {
        self.parts(number).0
    }

    /// The group and the configuration of a run, by index.
    pub fn group_and_config(&self, number: u64) -> (usize, usize) {
        let configs = self.configs.len() as u64;
        ((number / configs) as usize, (number % configs) as usize)
    }

    /// The machine of a run.
    pub fn machine_of(&self, number: u64) -> usize {
        self.parts(number).1.machine
    }

    /// The machine and the policy of a run.
    pub fn machine_and_policy(&self, number: u64) -> (usize, usize) {
        let config = self.parts(number).1;
        (config.machine, config.policy)
    }

    /// Whether the study leaves out a run.
    pub fn excludes(&self, number: u64) -> bool {
        let (group, Config { machine, policy, cta_policy, .. }) = self.parts(number);
        self.rules.iter().any(|rule| rule.excludes(group, machine, policy, cta_policy))
    }

    /// The digest of a run.
    pub fn digest(&self, number: u64) -> RunKey {
        let (group, config) = self.parts(number);
        RunKey::new(self.groups[group].digest, config.digest)
    }

    /// A run.
    pub fn run(&self, number: u64) -> Run<'_> {
        let (group, config) = self.parts(number);
        let digest = self.digest(number);
        let group = &self.groups[group];
        let policy = self.choices[config.machine][config.policy].as_ref();
        Run {
            work: &self.works[group.work],
            kind: self.kinds[group.work],
            group,
            machine: &self.machines[config.machine],
            policy: policy.expect("a config has a policy that its machine has"),
            cta_policy: &self.cta_policies[config.cta_policy],
            digest,
        }
    }

    /// The options of every run, on one thread.
    pub fn options(&self) -> Options {
        self.options
    }
}

impl Run<'_> {
    /// The code that the work runs as.
    pub fn code(&self) -> Result<CodeTarget, StudyError> {
        let machine = Some(Arc::clone(self.machine));
        let machine_code = CodeTarget::for_machine(self.machine);
        Ok(WorkOptions { machine, machine_code, ..self.work.options()? }.code())
    }

    /// The key of the work's tape: runs with the same key can share it.
    pub fn tape_key(&self) -> Result<String, StudyError> {
        let mut encoding = Encoding::default();
        encoding.text(BUILD_ID);
        encoding.bytes(&self.group.digest.to_le_bytes());
        encoding.text(self.code()?.name());
        // CTAs that wait for each other run as many at a time as the machine holds.
        if matches!(self.kind, WorkKind::Ptx | WorkKind::Gcn | WorkKind::Sass) {
            encoding.bytes(&machine_digest(self.machine).to_le_bytes());
        }
        Ok(format!("{:032x}", encoding.digest()))
    }
}

fn parse(text: &str, machine: &Machine, policies: &Policies) -> Result<CorePolicy, StudyError> {
    CorePolicy::parse(text, machine, &policies.warp, &policies.wave).map_err(|error| StudyError::Policy {
        policy: text.to_owned(),
        machine: machine.name.clone(),
        error: Box::new(error),
    })
}

/// Works with sizes and seeds, where they have any.
fn groups(axes: &Axes, kinds: &[WorkKind]) -> Result<Vec<Group>, StudyError> {
    let mut groups = Vec::new();
    for (work, planned) in axes.works.iter().enumerate() {
        let mut add = |size: Option<String>, seed: Option<u64>| {
            let label = WorkLabel { work: planned.label(), size, seed };
            let digest = work_digest(&label, &planned.content);
            let WorkLabel { size, seed, .. } = label;
            groups.push(Group { work, size, seed, digest });
        };
        if kinds[work] != WorkKind::Suite {
            add(None, None);
            continue;
        }
        let failed =
            |error: WorkError| StudyError::Work { work: planned.name.clone(), error: Box::new(error) };
        let (application, _) = suite::find(&planned.name).map_err(failed)?;
        for size in &axes.sizes {
            let size = suite::size(application, size).map_err(failed)?;
            for &seed in &axes.seeds {
                add(Some(size.to_string()), Some(seed));
            }
        }
    }
    Ok(groups)
}
