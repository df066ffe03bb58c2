//! Claims: the papers' statements about policies, in a form that a program can check.
//!
//! `claims.toml` holds them. It is part of the program, and a test checks every word in it.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use warploom_suite::{Paper, applications};

/// The claims that come with the program.
const TEXT: &str = include_str!("claims.toml");

/// The largest difference from 1 that still counts as 1, and the smallest that counts as a difference.
pub(super) const SAME: f64 = 0.02;
pub(super) const OTHER: f64 = 0.005;
/// The smallest relative difference by which one policy counts as better than another on a work.
pub(super) const CLEAR: f64 = 0.01;

/// A statement of a paper about the ratio of two policies.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Claim {
    /// The claim's name: `phase-aware/closer`.
    pub id: String,
    /// The place in the paper.
    pub from: String,
    /// The sentence of the paper; empty if the place says all.
    pub says: String,
    pub machine: String,
    /// The works it is about, and the policies that are compared on them.
    pub parts: Vec<ClaimPart>,
    /// The quantity.
    pub metric: Metric,
    /// How the works' values become one.
    pub mean: Mean,
    pub paper: PaperValue,
    /// Whether the paper's number is a lower bound: "within 96 % of rr", "matches rr".
    pub at_least: bool,
}

/// Works, and the policies that a claim compares on them. The abstract's claims have two: single level and two-level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimPart {
    /// Applications, or kernels of them, with the mark of their [grid](super::grid) if they have one.
    pub works: Vec<String>,
    pub policies: ClaimPolicies,
}

impl Claim {
    /// The works of all parts.
    pub fn works(&self) -> impl Iterator<Item = &String> {
        self.parts.iter().flat_map(|part| &part.works)
    }

    /// The policies in question, for tables.
    pub fn of(&self) -> String {
        self.policies(ClaimPolicies::of)
    }

    /// The policies that they are compared with, for tables.
    pub fn over(&self) -> String {
        self.policies(ClaimPolicies::over)
    }

    fn policies(&self, name: impl Fn(&ClaimPolicies) -> &str) -> String {
        let names: Vec<&str> = self.parts.iter().map(|part| name(&part.policies)).collect();
        names.join(" and ")
    }
}

/// What a paper says of a quantity.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub enum PaperValue {
    Number(f64),
    /// A direction without a number.
    Direction(Direction),
}

/// A direction without a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    More,
    Less,
}

impl PaperValue {
    /// The number, if there is one.
    pub const fn number(self) -> Option<f64> {
        match self {
            PaperValue::Number(number) => Some(number),
            PaperValue::Direction(_) => None,
        }
    }
}

impl fmt::Display for PaperValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PaperValue::Number(number) => f.pad(&format!("{number:.3}")),
            PaperValue::Direction(Direction::More) => f.pad("> 1"),
            PaperValue::Direction(Direction::Less) => f.pad("< 1"),
        }
    }
}

/// The policies that a claim compares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClaimPolicies {
    /// One policy compared with another, as the file spells them.
    Pair {
        /// The policy in question.
        of: String,
        /// The policy it is compared with.
        over: String,
    },
    /// `phase` compared with the better of round robin and gto, single level and two-level.
    PhaseWithBetter,
}

impl ClaimPolicies {
    /// The policy in question.
    pub fn of(&self) -> &str {
        match self {
            ClaimPolicies::Pair { of, .. } => of,
            ClaimPolicies::PhaseWithBetter => "phase",
        }
    }

    /// The policy it is compared with.
    pub fn over(&self) -> &str {
        match self {
            ClaimPolicies::Pair { over, .. } => over,
            ClaimPolicies::PhaseWithBetter => "better of lrr and gto",
        }
    }
}

/// A mistake in `claims.toml`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// The file is not TOML, or has an unknown key, metric or mean.
    #[error("claims.toml: {0}")]
    Syntax(#[from] toml::de::Error),
    /// A set takes the works of an unknown paper.
    #[error("claims.toml: the set `{set}` names an unknown paper `{paper}`")]
    Paper { set: String, paper: String },
    /// A claim names an unknown set of works.
    #[error("claims.toml: the claim `{claim}` names an unknown set `{set}`")]
    Set { claim: String, set: String },
    /// A claim lacks the policies that its metric compares, or has some although its metric fixes them.
    #[error(
        "claims.toml: the claim `{claim}` must have `of` and `over`, or neither if its metric is `closer`"
    )]
    Policies { claim: String },
    /// A claim's `mean` lacks the key that it needs, or the claim has one that it does not need.
    #[error(
        "claims.toml: the claim `{claim}`: `limit` belongs to the means count_above and count_below, `which` to rank"
    )]
    Mean { claim: String },
    /// A work that the paper's evaluation does not run.
    #[error("claims.toml: the claim `{claim}`: the evaluation of {paper} does not run `{work}`")]
    NotRun { claim: String, paper: &'static str, work: String },
    /// Another machine than that of the paper's evaluation.
    #[error(
        "claims.toml: the claim `{claim}`: the evaluation of {paper} runs on `{expected}`, not on `{machine}`"
    )]
    Machine {
        claim: String,
        paper: &'static str,
        /// The machine of the claim.
        machine: String,
        /// The machine of the evaluation.
        expected: &'static str,
    },
}

/// The quantity of a claim: a ratio of two policies on one work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Metric {
    /// Cycles of `over` / of `of`.
    Speedup,
    /// Scheduler-cycles without an issue, `of` / `over`.
    IdleCycles,
    /// Share of the works on which phase is closer to the better of rr and gto, where those differ by more than 1 %.
    Closer,
    /// Cycles in which an SM had fewer than its full number of warps while CTAs waited, `of` / `over`.
    TailCycles,
    /// Scheduler-cycles without an issue, `over` / `of`.
    StallCycles,
    /// Scheduler-cycles without a warp that has an instruction, `over` / `of`: PRO's idle stalls.
    IdleStalls,
    /// Scheduler-cycles with a ready warp and a full unit, `of` / `over`.
    PipelineStalls,
    /// Warps with an instruction in flight, `of` / `over`.
    WarpsInFlight,
    /// Warp or wave instructions per cycle, `of` / `over`.
    Ipc,
    /// Mean hit rate of the vector L1 of CUs over the works, `of` / `over`. A ratio by work could divide by a rate of 0.
    L1HitRate,
    /// Idle part of the units of CUs, `of` / `over`.
    CuIdle,
    /// Scheduler-cycles in which all warps wait for results, `over` / `of`: PRO's scoreboard stalls.
    ScoreboardStalls,
    /// Memory instructions in flight, `of` / `over`.
    MemoryLoad,
    /// Accesses of the L1 that did not hit, per access, `of` / `over`.
    L1MissRate,
    /// Accesses that the L1 rejected, `of` / `over`.
    ReservationFails,
}

impl Metric {
    /// The metric in a table for people.
    pub const fn title(self) -> &'static str {
        match self {
            Metric::Speedup => "speedup",
            Metric::IdleCycles => "idle time",
            Metric::Closer => "share of kernels",
            Metric::TailCycles => "tail cycles",
            Metric::StallCycles => "fewer stalls",
            Metric::IdleStalls => "fewer idle stalls",
            Metric::PipelineStalls => "pipeline stalls",
            Metric::WarpsInFlight => "warps in flight",
            Metric::Ipc => "IPC",
            Metric::L1HitRate => "L1 hit rate",
            Metric::CuIdle => "idle part of units",
            Metric::ScoreboardStalls => "fewer scoreboard stalls",
            Metric::MemoryLoad => "memory load",
            Metric::L1MissRate => "L1 miss rate",
            Metric::ReservationFails => "reservation fails of the L1",
        }
    }
}

/// How one number per work becomes one number: a mean, an extreme, a count, a rank, or a share of the works.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Mean {
    /// The geometric mean: `geometric`.
    #[default]
    Geometric,
    /// The arithmetic mean: `arithmetic`.
    Arithmetic,
    Lowest,
    Highest,
    /// The share of works whose number is above 1, by at least 0.005: `share_above`. Such a claim is judged as a lower bound.
    ShareAbove,
    /// The share of works whose number is above 1.01: `each`. The claim is about each of them.
    Each,
    /// The number of works above a limit: `count_above`.
    CountAbove(f64),
    /// The number of works below a limit: `count_below`.
    CountBelow(f64),
    /// The place of this work among all, 1 for the highest number: `rank`.
    Rank(String),
}

impl Mean {
    /// The words before a metric's title in a table for people; none for means.
    pub fn title(&self) -> String {
        match self {
            Mean::Geometric | Mean::Arithmetic => String::new(),
            Mean::Lowest => "lowest ".to_owned(),
            Mean::Highest => "highest ".to_owned(),
            Mean::ShareAbove => "share of workloads with higher ".to_owned(),
            Mean::Each => "share of workloads with more than 1 % higher ".to_owned(),
            Mean::CountAbove(limit) => format!("number of workloads above {limit}: "),
            Mean::CountBelow(limit) => format!("number of workloads below {limit}: "),
            Mean::Rank(work) => format!("rank of {work} by "),
        }
    }

    /// The number of some values by work, if there are any.
    pub fn of(&self, values: &[(&str, f64)]) -> Option<f64> {
        let count = (!values.is_empty()).then_some(values.len() as f64)?;
        let all = || values.iter().map(|&(_, value)| value);
        let number_of = |counted: &dyn Fn(f64) -> bool| all().filter(|&value| counted(value)).count() as f64;
        Some(match self {
            Mean::Geometric => (all().map(f64::ln).sum::<f64>() / count).exp(),
            Mean::Arithmetic => all().sum::<f64>() / count,
            Mean::Lowest => all().fold(f64::INFINITY, f64::min),
            Mean::Highest => all().fold(f64::NEG_INFINITY, f64::max),
            Mean::ShareAbove => number_of(&is_above) / count,
            Mean::Each => number_of(&|value| value > 1.0 + CLEAR) / count,
            Mean::CountAbove(limit) => number_of(&|value| value > *limit),
            Mean::CountBelow(limit) => number_of(&|value| value < *limit),
            Mean::Rank(work) => {
                let &(_, own) = values.iter().find(|(name, _)| name == work)?;
                1.0 + number_of(&|value| value > own)
            }
        })
    }
}

/// The geometric mean of some values, if there are any.
pub(super) fn geometric(values: &[f64]) -> Option<f64> {
    Mean::Geometric.of(&unnamed(values))
}

/// The arithmetic mean of some values, if there are any.
pub(super) fn arithmetic(values: &[f64]) -> Option<f64> {
    Mean::Arithmetic.of(&unnamed(values))
}

fn unnamed(values: &[f64]) -> Vec<(&str, f64)> {
    values.iter().map(|&value| ("", value)).collect()
}

/// Whether a ratio is above 1 by at least the smallest difference that counts, whatever its binary rounding.
fn is_above(ratio: f64) -> bool {
    ratio - 1.0 >= OTHER - 1e-12
}

/// The claims of a paper that come with the program.
///
/// # Errors
/// If the file has a mistake. A test reads it.
pub fn claims(paper: Paper) -> Result<Vec<Claim>, ClaimError> {
    let name = evaluation_name(paper);
    Ok(read(TEXT)?.into_iter().filter(|claim| Some(paper_of(&claim.id)) == name).collect())
}

/// The name of a paper's evaluation on the command line and in claims; none for a table whose works are part of another
/// evaluation.
pub const fn evaluation_name(paper: Paper) -> Option<&'static str> {
    match paper {
        Paper::PhaseAware | Paper::Pro | Paper::Motrr => Some(paper.name()),
        Paper::Thesis => Some("gcn"),
        Paper::ThesisUnsaturated => None,
    }
}

/// The paper of a claim: the first part of its id.
fn paper_of(id: &str) -> &str {
    id.split('/').next().unwrap_or(id)
}

/// A file of claims as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimsFile {
    sets: BTreeMap<String, KernelSet>,
    claim: Vec<ClaimEntry>,
}

/// A set of applications or kernels: listed one by one, or those of a paper's table of benchmarks.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum KernelSet {
    Kernels(Vec<String>),
    KernelsOf(String),
    ApplicationsOf(String),
}

/// A claim as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimEntry {
    id: String,
    from: String,
    #[serde(default)]
    says: String,
    machine: String,
    metric: Metric,
    #[serde(default)]
    mean: MeanName,
    limit: Option<f64>,
    which: Option<String>,
    set: String,
    of: Option<String>,
    over: Option<String>,
    /// Further parts.
    #[serde(default)]
    also: Vec<PartEntry>,
    paper: PaperValue,
    #[serde(default)]
    at_least: bool,
    #[serde(default, rename = "note")]
    _note: String,
}

/// A part of a claim as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartEntry {
    set: String,
    of: Option<String>,
    over: Option<String>,
}

/// The words of the key `mean`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum MeanName {
    #[default]
    Geometric,
    Arithmetic,
    Lowest,
    Highest,
    ShareAbove,
    Each,
    CountAbove,
    CountBelow,
    Rank,
}

fn read(text: &str) -> Result<Vec<Claim>, ClaimError> {
    let file: ClaimsFile = toml::from_str(text)?;
    let mut sets = BTreeMap::new();
    for (name, set) in file.sets {
        let works = works(&name, set)?;
        sets.insert(name, works);
    }
    file.claim.into_iter().map(|entry| entry.claim(&sets)).collect()
}

fn works(set: &str, works: KernelSet) -> Result<Vec<String>, ClaimError> {
    let named = |name: String| {
        let found = Paper::ALL.into_iter().find(|paper| paper.name() == name);
        found.ok_or_else(|| ClaimError::Paper { set: set.to_owned(), paper: name })
    };
    Ok(match works {
        KernelSet::Kernels(works) => works,
        KernelSet::KernelsOf(paper) => kernels_of(named(paper)?),
        KernelSet::ApplicationsOf(paper) => applications_of(named(paper)?),
    })
}

impl ClaimEntry {
    fn claim(self, sets: &BTreeMap<String, Vec<String>>) -> Result<Claim, ClaimError> {
        let ClaimEntry { id, from, says, machine, metric, mean, limit, which, also, paper, at_least, .. } =
            self;
        let first = PartEntry { set: self.set, of: self.of, over: self.over };
        let mean = match (mean, limit, which) {
            (MeanName::CountAbove, Some(limit), None) => Mean::CountAbove(limit),
            (MeanName::CountBelow, Some(limit), None) => Mean::CountBelow(limit),
            (MeanName::Rank, None, Some(work)) => Mean::Rank(work),
            (MeanName::Geometric, None, None) => Mean::Geometric,
            (MeanName::Arithmetic, None, None) => Mean::Arithmetic,
            (MeanName::Lowest, None, None) => Mean::Lowest,
            (MeanName::Highest, None, None) => Mean::Highest,
            (MeanName::ShareAbove, None, None) => Mean::ShareAbove,
            (MeanName::Each, None, None) => Mean::Each,
            _ => return Err(ClaimError::Mean { claim: id }),
        };
        let read = |PartEntry { set, of, over }: PartEntry| {
            let policies = match (metric, of, over) {
                (Metric::Closer, None, None) => ClaimPolicies::PhaseWithBetter,
                (metric, Some(of), Some(over)) if metric != Metric::Closer => {
                    ClaimPolicies::Pair { of, over }
                }
                _ => return Err(ClaimError::Policies { claim: id.clone() }),
            };
            match sets.get(&set).cloned() {
                Some(works) => Ok(ClaimPart { works, policies }),
                None => Err(ClaimError::Set { claim: id.clone(), set }),
            }
        };
        let parts = std::iter::once(first).chain(also).map(read).collect::<Result<_, _>>()?;
        Ok(Claim { id, from, says, machine, parts, metric, mean, paper, at_least })
    }
}

/// The kernels of a paper's table of benchmarks.
pub fn kernels_of(paper: Paper) -> Vec<String> {
    let rows = applications().flat_map(|application| application.rows());
    rows.filter(|row| row.paper == paper).map(|row| row.work.to_owned()).collect()
}

/// The applications of a paper's table.
pub fn applications_of(paper: Paper) -> Vec<String> {
    let own = applications().filter(|application| application.papers.contains(&paper));
    own.map(|application| application.name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::grid::{self, UNSATURATED};
    use crate::reproduce::schedule::Schedule;
    use warploom_suite::application;

    const PAPERS: [Paper; 4] = [Paper::PhaseAware, Paper::Pro, Paper::Motrr, Paper::Thesis];

    #[test]
    fn every_claim_is_read() {
        let counts = PAPERS.map(|paper| claims(paper).unwrap().len());
        assert_eq!(counts, [35, 30, 14, 36]);
        assert_eq!(read(TEXT).unwrap().len(), counts.iter().sum::<usize>(), "each is of one of the papers");
        let pro = claims(Paper::Pro).unwrap();
        let works = |id: &str| pro.iter().find(|claim| claim.id == id).unwrap().works().count();
        assert_eq!((works("pro/speedup/tl"), works("pro/stalls/tl")), (25, 15));
    }

    #[test]
    fn every_claim_names_works_machines_and_policies_that_exist() {
        for claim in read(TEXT).unwrap() {
            assert!(claim.parts.iter().all(|part| !part.works.is_empty()), "{}", claim.id);
            if let Mean::Rank(work) = &claim.mean {
                assert!(claim.works().any(|known| known == work), "{}: {work}", claim.id);
            }
            for work in claim.works() {
                let (name, mark) = grid::split(work);
                let (name, kernel) = name.split_once('/').map_or((name, None), |(name, k)| (name, Some(k)));
                let found = application(name).unwrap_or_else(|| panic!("{}: {work}", claim.id));
                assert!(mark.is_none_or(|mark| mark == UNSATURATED), "{}: {work}", claim.id);
                assert!(
                    kernel.is_none_or(|kernel| found.kernels.iter().any(|known| known.name == kernel)),
                    "{}: {work}",
                    claim.id
                );
            }
            let machine = warploom_gpu::machine::named(&claim.machine).expect(&claim.id).machine();
            for part in &claim.parts {
                if let ClaimPolicies::Pair { of, over } = &part.policies {
                    assert!(Schedule::parse(of, &machine).is_ok(), "{}: {of}", claim.id);
                    assert!(Schedule::parse(over, &machine).is_ok(), "{}: {over}", claim.id);
                }
            }
        }
    }

    const GOOD: &str = r#"[sets]
lud.kernels = ["lud/internal"]
pro.kernels_of = "pro"

[[claim]]
id = "pro/x"
from = "a test"
machine = "gtx480"
set = "lud"
metric = "speedup"
of = "pro"
over = "lrr"
paper = 1.1
"#;

    #[test]
    fn a_mistake_is_an_error_that_names_its_line_or_claim() {
        assert_eq!(read(GOOD).unwrap().len(), 1);
        let expected = [
            ("\"speedup\"", "\"speedups\"", "line 10, column 10"),
            ("over = \"lrr\"", "against = \"lrr\"", "unknown field `against`"),
            ("1.1", "much", "line 13, column"),
            ("set = \"lud\"", "set = \"lut\"", "the claim `pro/x` names an unknown set `lut`"),
            ("kernels_of = \"pro\"", "kernels_of = \"motr\"", "the set `pro` names an unknown paper `motr`"),
            ("\"speedup\"", "\"closer\"", "the claim `pro/x` must have `of` and `over`, or neither"),
            ("over = \"lrr\"\n", "", "the claim `pro/x` must have `of` and `over`"),
        ];
        for (word, other, message) in expected {
            assert_eq!(GOOD.matches(word).count(), 1, "{word}");
            let error = read(&GOOD.replace(word, other)).unwrap_err().to_string();
            assert!(error.starts_with("claims.toml: ") && error.contains(message), "{error}");
        }
    }

    #[test]
    fn means() {
        assert_eq!(arithmetic(&[1.0, 4.0]), Some(2.5));
        assert!((geometric(&[1.0, 4.0]).unwrap() - 2.0).abs() < 1e-12);
        assert_eq!(geometric(&[]), None);
        let values = [("a", 2.0), ("b", 0.5), ("c", 1.0)];
        let of = |mean: Mean| mean.of(&values).unwrap();
        assert_eq!((of(Mean::Lowest), of(Mean::Highest)), (0.5, 2.0));
        assert_eq!((of(Mean::CountAbove(0.9)), of(Mean::CountBelow(0.9))), (2.0, 1.0));
        assert_eq!(["a", "b", "c"].map(|work| of(Mean::Rank(work.to_owned()))), [1.0, 3.0, 2.0]);
        let share = |mean: Mean| mean.of(&unnamed(&[1.004, 1.005, 1.1, 0.9]));
        assert_eq!((share(Mean::ShareAbove), share(Mean::Each)), (Some(0.5), Some(0.25)));
    }
}
