//! Exclusions, decided for every value of an axis once: a run is then a few lookups.

use super::file::{Exclusion, OneOrMany};
use super::sweep::{Scalar, Sweep};
use warploom_tape::capture::matches_pattern;

/// One exclusion: for each axis, which of its values it matches.
#[derive(Debug)]
pub struct Rule {
    groups: Vec<bool>,
    machines: Vec<bool>,
    policies: Vec<bool>,
    cta_policies: Vec<bool>,
    /// Whether it is about machines, policies and CTA policies only.
    is_of_configs: bool,
}

/// The texts of the axes that patterns are matched against.
pub struct Names<'a> {
    /// Work, size and seed of each group.
    pub groups: Vec<(&'a str, Option<&'a str>, Option<u64>)>,
    pub machines: Vec<&'a str>,
    /// Policies: as written, and with all parameters.
    pub policies: Vec<[&'a str; 2]>,
    pub cta_policies: Vec<String>,
}

fn matched(patterns: Option<&OneOrMany<String>>, text: &str) -> bool {
    patterns.is_none_or(|patterns| patterns.values().iter().any(|pattern| matches_pattern(pattern, text)))
}

fn has_seed(seeds: Option<&Sweep>, seed: Option<u64>) -> bool {
    let is = |value: &Scalar| seed.is_some_and(|seed| *value.to_string() == seed.to_string());
    seeds.is_none_or(|seeds| seeds.values().iter().any(is))
}

impl Rule {
    /// The exclusion over these axes.
    pub fn new(exclusion: &Exclusion, names: &Names<'_>) -> Rule {
        let Exclusion { work, size, seed, machine, policy, cta_policy } = exclusion;
        let group = |&(name, own_size, own_seed): &(&str, Option<&str>, Option<u64>)| {
            matched(work.as_ref(), name)
                && (size.is_none() || own_size.is_some_and(|own| matched(size.as_ref(), own)))
                && has_seed(seed.as_ref(), own_seed)
        };
        let is_policy = |texts: &[&str; 2]| texts.iter().any(|text| matched(policy.as_ref(), text));
        Rule {
            groups: names.groups.iter().map(group).collect(),
            machines: names.machines.iter().map(|name| matched(machine.as_ref(), name)).collect(),
            policies: names.policies.iter().map(is_policy).collect(),
            cta_policies: names.cta_policies.iter().map(|name| matched(cta_policy.as_ref(), name)).collect(),
            is_of_configs: work.is_none() && size.is_none() && seed.is_none() && cta_policy.is_none(),
        }
    }

    /// Whether the exclusion leaves out a run.
    pub fn excludes(&self, group: usize, machine: usize, policy: usize, cta_policy: usize) -> bool {
        self.groups[group] && self.machines[machine] && self.policies[policy] && self.cta_policies[cta_policy]
    }

    /// Whether the exclusion leaves out every run of a policy on a machine.
    pub fn excludes_pair(&self, machine: usize, policy: usize) -> bool {
        self.is_of_configs && self.machines[machine] && self.policies[policy]
    }
}
