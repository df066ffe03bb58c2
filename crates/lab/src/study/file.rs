//! Study files: `studies/NAME.toml`.

use super::error::StudyError;
use super::sweep::Sweep;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A study as it is written. Every axis is one value or a list; the study is their product without its exclusions.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct StudyFile {
    /// What the study is for.
    #[serde(default)]
    pub description: String,
    /// Works: names of the suite (with `*` and `?`), tapes, traces, captured programs, kernels with a launch file.
    pub work: OneOrMany<WorkEntry>,
    /// Sizes of works of the suite.
    #[serde(default = "small")]
    pub size: OneOrMany<String>,
    /// Seeds of the inputs and addresses of works of the suite.
    #[serde(default = "first_seed")]
    pub seed: Sweep,
    /// Machines: names or files, with keys set.
    #[serde(default = "default_machine")]
    pub machine: OneOrMany<MachineEntry>,
    /// Policies with their parameters; `all` for every policy with its defaults.
    pub policy: OneOrMany<PolicyEntry>,
    /// CTA policies with their parameters.
    #[serde(default = "default_cta_policy")]
    pub cta_policy: OneOrMany<PolicyEntry>,
    /// Runs that the study leaves out.
    #[serde(default)]
    pub exclude: Vec<Exclusion>,
    /// What to keep besides records.
    #[serde(default)]
    pub keep: Vec<Kept>,
    /// Whether to keep a record of every launch; otherwise only the record of each run.
    #[serde(default = "yes")]
    pub launches: bool,
    /// End each run after this many cycles.
    pub max_cycles: Option<u64>,
    /// End each run after this many CTAs.
    pub max_ctas: Option<u64>,
    /// Start without the data that the host copied to the device in the L2.
    #[serde(default)]
    pub cold: bool,
}

/// One value or a list.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// The values.
    pub fn values(&self) -> &[T] {
        match self {
            OneOrMany::One(value) => std::slice::from_ref(value),
            OneOrMany::Many(values) => values,
        }
    }
}

/// A work: its name, or a table with its options.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum WorkEntry {
    /// A name or a file.
    Name(String),
    /// A name or a file with options.
    Table(WorkTable),
}

/// A work with options.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WorkTable {
    /// The name or file.
    pub name: String,
    /// The launch file of a kernel.
    pub launch: Option<String>,
    /// Only launches of these kernels.
    pub kernel: Option<String>,
    /// Only launches of these numbers: `3`, `0..4`.
    pub launches: Option<String>,
    /// The GPU that PTX is lowered for.
    pub target: Option<String>,
}

impl WorkEntry {
    /// The work with its options.
    pub fn table(&self) -> WorkTable {
        match self {
            WorkEntry::Name(name) => WorkTable { name: name.clone(), ..WorkTable::default() },
            WorkEntry::Table(table) => table.clone(),
        }
    }
}

/// A machine: its name, or a table with keys to set.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum MachineEntry {
    /// A name or a description file.
    Name(String),
    /// A name or a description file with keys to set.
    Table {
        /// The name or file.
        name: String,
        /// The values of keys; every combination is a machine.
        #[serde(default)]
        set: BTreeMap<String, Sweep>,
    },
}

/// A policy: as on the command line, or a table with its parameters.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum PolicyEntry {
    /// As on the command line: `two-level:ready=8`.
    Text(String),
    /// A name, and values of parameters; every combination is a policy.
    Table {
        /// The policy's name.
        name: String,
        /// The values of its parameters.
        #[serde(flatten)]
        parameters: BTreeMap<String, Sweep>,
    },
}

/// Runs to leave out: those that match all the patterns that are given.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Exclusion {
    /// Patterns of works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<OneOrMany<String>>,
    /// Patterns of sizes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<OneOrMany<String>>,
    /// Seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Sweep>,
    /// Patterns of machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<OneOrMany<String>>,
    /// Patterns of policies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<OneOrMany<String>>,
    /// Patterns of CTA policies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cta_policy: Option<OneOrMany<String>>,
}

/// What a study can keep besides records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kept {
    /// Samples of SM 0 over time, one Parquet file per run.
    Series,
    /// Timelines of SM 0 for Perfetto, one file per run.
    Timelines,
}

impl StudyFile {
    /// Reads a study's text.
    ///
    /// # Errors
    /// If it is not valid, with its place.
    pub fn read(text: &str) -> Result<StudyFile, StudyError> {
        toml::from_str(text)
            .map_err(|error| StudyError::File { message: error.message().to_owned(), span: error.span() })
    }
}

fn yes() -> bool {
    true
}

fn small() -> OneOrMany<String> {
    OneOrMany::One("small".to_owned())
}

fn first_seed() -> Sweep {
    Sweep::One(super::sweep::Scalar::Whole(1))
}

fn default_machine() -> OneOrMany<MachineEntry> {
    OneOrMany::One(MachineEntry::Name("gtx480".to_owned()))
}

fn default_cta_policy() -> OneOrMany<PolicyEntry> {
    OneOrMany::One(PolicyEntry::Text("rr".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_is_an_error_with_its_place() {
        let text = "work = 'lud'\npolicy = 'gto'\nsead = 1\n";
        let Err(StudyError::File { message, span }) = StudyFile::read(text) else {
            panic!("it has no `sead`")
        };
        assert!(message.starts_with("unknown field `sead`, expected one of"), "{message}");
        assert_eq!(&text[span.unwrap()], "sead");
    }

    #[test]
    fn what_is_not_said_has_its_default() {
        let file = StudyFile::read("work = 'lud'\npolicy = ['gto', { name = 'swl', n = [2, 4] }]\n").unwrap();
        assert_eq!(file.size.values(), ["small"]);
        assert_eq!(file.policy.values().len(), 2);
        assert!(file.launches && !file.cold && file.keep.is_empty());
    }
}
