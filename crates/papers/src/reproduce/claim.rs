//! Claims: the papers' statements about policies, in a form that a program can check.
//!
//! `claims.toml` holds them. Every word in it that names a metric, a set of kernels, a kernel, a machine, a paper or a policy is
//! checked when the file is read: an unknown word is a [`ClaimError`] with its line and column.

use super::grid::{self, UNSATURATED};
use super::schedule::Schedule;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use toml::Spanned;
use warploom_gpu::machine::{self, Machine};
use warploom_kernel::ptx::nearest;
use warploom_policy::ChoiceError;
use warploom_suite::{Paper, application, applications};

/// The claims that come with the program.
const FILE: &str = "crates/papers/src/reproduce/claims.toml";
const TEXT: &str = include_str!("claims.toml");

/// The largest difference from 1 that still counts as 1, and the smallest that counts as a difference.
pub(super) const SAME: f64 = 0.02;
pub(super) const OTHER: f64 = 0.005;

/// A statement of a paper about the ratio of two policies.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Claim {
    /// The claim's name: `phase-aware/closer`.
    pub id: String,
    /// The place in the paper.
    pub from: String,
    /// The machine's name.
    pub machine: String,
    /// The works it is about: applications, or kernels of them, with the mark of their [grid] if they have one.
    pub works: Vec<String>,
    /// The quantity.
    pub metric: Metric,
    /// How the works' values become one.
    pub mean: Mean,
    /// The policies that are compared.
    pub policies: ClaimPolicies,
    /// The paper's number.
    pub paper: f64,
    /// Whether the paper's number is a lower bound: "within 96 % of rr", "matches rr".
    pub at_least: bool,
    /// The claim's place in the file.
    pub location: Location,
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

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Location {
    fn of(file: &str, text: &str, at: usize) -> Location {
        let before = text.get(..at).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.matches('\n').count() + 1;
        Location { file: file.to_owned(), line, column: before[start..].chars().count() + 1 }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// An error in a file of claims.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{location}: {problem}")]
pub struct ClaimError {
    /// The place in the file.
    pub location: Location,
    /// The problem there.
    pub problem: ClaimProblem,
}

/// A problem in a file of claims.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimProblem {
    /// The file is not TOML, or has a key that claims do not have.
    #[error("{0}")]
    Syntax(String),
    /// A word that is not in its vocabulary.
    #[error("there is no {vocabulary} `{word}`: {}", suggestion(near.as_deref(), known))]
    UnknownWord {
        /// The vocabulary.
        vocabulary: Vocabulary,
        /// The word.
        word: String,
        /// The known word nearest to it.
        near: Option<String>,
        /// All known words.
        known: Vec<String>,
    },
    /// A text that names no policy.
    #[error("{error}: {}", error.help())]
    Policy {
        /// The parser's error.
        error: Box<ChoiceError>,
    },
    /// A key that the metric needs is missing, or one that it cannot have is there.
    #[error("the metric `{metric}` {rule}")]
    Policies {
        /// The metric.
        metric: &'static str,
        /// Its rule.
        rule: &'static str,
    },
    /// A work that the paper's evaluation does not run.
    #[error("the evaluation of {paper} does not run `{work}`: add the work to it, or take it out of the set")]
    NotRun {
        /// The paper.
        paper: &'static str,
        /// The work.
        work: String,
    },
    /// Another machine than that of the paper's evaluation.
    #[error("the evaluation of {paper} runs on `{expected}`, not on `{machine}`")]
    Machine {
        /// The paper.
        paper: &'static str,
        /// The machine of the claim.
        machine: String,
        /// The machine of the evaluation.
        expected: &'static str,
    },
}

/// The remedy for an unknown word.
fn suggestion(near: Option<&str>, known: &[String]) -> String {
    near.map_or_else(|| format!("known are {}", known.join(", ")), |near| format!("did you mean `{near}`?"))
}

/// A list of known words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Vocabulary {
    /// Papers, by the first part of a claim's id.
    Paper,
    /// [`Metric`]s.
    Metric,
    /// [`Mean`]s.
    Mean,
    /// Keys of the file's table `sets`.
    Set,
    /// Applications of the suite and their kernels.
    Work,
    /// Marks of works' [grids](grid).
    Grid,
    /// Built-in machines.
    Machine,
}

impl fmt::Display for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Vocabulary::Paper => "paper",
            Vocabulary::Metric => "metric",
            Vocabulary::Mean => "mean",
            Vocabulary::Set => "kernel set",
            Vocabulary::Work => "application or kernel",
            Vocabulary::Grid => "grid",
            Vocabulary::Machine => "machine",
        })
    }
}

/// The quantity of a claim: a ratio of two policies on one work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
}

impl Metric {
    /// Every metric.
    pub const ALL: [Metric; 11] = {
        use Metric::*;
        [
            Speedup,
            IdleCycles,
            Closer,
            TailCycles,
            StallCycles,
            IdleStalls,
            PipelineStalls,
            WarpsInFlight,
            Ipc,
            L1HitRate,
            CuIdle,
        ]
    };

    /// The metric's word in a file of claims.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Speedup => "speedup",
            Metric::IdleCycles => "idle_cycles",
            Metric::Closer => "closer",
            Metric::TailCycles => "tail_cycles",
            Metric::StallCycles => "stall_cycles",
            Metric::IdleStalls => "idle_stalls",
            Metric::PipelineStalls => "pipeline_stalls",
            Metric::WarpsInFlight => "warps_in_flight",
            Metric::Ipc => "ipc",
            Metric::L1HitRate => "l1_hit_rate",
            Metric::CuIdle => "cu_idle",
        }
    }

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
        }
    }
}

/// How one number per work becomes one number: a mean, an extreme, or a share of the works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mean {
    /// The geometric mean: `geometric`.
    Geometric,
    /// The arithmetic mean: `arithmetic`.
    Arithmetic,
    /// The lowest: `lowest`.
    Lowest,
    /// The highest: `highest`.
    Highest,
    /// The share of works whose number is above 1, by at least 0.005: `share_above`. Such a claim is judged as a lower bound.
    ShareAbove,
}

impl Mean {
    /// Every mean.
    pub const ALL: [Mean; 5] =
        [Mean::Geometric, Mean::Arithmetic, Mean::Lowest, Mean::Highest, Mean::ShareAbove];

    /// The mean's word in a file of claims.
    pub const fn name(self) -> &'static str {
        match self {
            Mean::Geometric => "geometric",
            Mean::Arithmetic => "arithmetic",
            Mean::Lowest => "lowest",
            Mean::Highest => "highest",
            Mean::ShareAbove => "share_above",
        }
    }

    /// The words before a metric's title in a table for people; none for means.
    pub const fn title(self) -> &'static str {
        match self {
            Mean::Geometric | Mean::Arithmetic => "",
            Mean::Lowest => "lowest ",
            Mean::Highest => "highest ",
            Mean::ShareAbove => "share of works with higher ",
        }
    }

    /// The number of some values, if there are any.
    pub fn of(self, values: &[f64]) -> Option<f64> {
        let count = (!values.is_empty()).then_some(values.len() as f64)?;
        Some(match self {
            Mean::Geometric => (values.iter().map(|value| value.ln()).sum::<f64>() / count).exp(),
            Mean::Arithmetic => values.iter().sum::<f64>() / count,
            Mean::Lowest => values.iter().copied().fold(f64::INFINITY, f64::min),
            Mean::Highest => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            Mean::ShareAbove => values.iter().filter(|value| is_above(**value)).count() as f64 / count,
        })
    }
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
    let all = read_claims(FILE, TEXT)?;
    let name = evaluation_name(paper);
    Ok(all.into_iter().filter(|claim| Some(paper_of(&claim.id)) == name).collect())
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

/// The claims in the text of a file, but those of papers that the file says to skip.
///
/// ```
/// use warploom_papers::reproduce::claim::read_claims;
/// let text = r#"
/// [sets]
/// lud.kernels = ["lud/internal"]
///
/// [[claim]]
/// id = "pro/example"
/// from = "an example"
/// machine = "gtx480"
/// set = "lud"
/// metric = "speedup"
/// of = "pro"
/// over = "lrr"
/// paper = 1.1
/// "#;
/// assert_eq!(read_claims("my.toml", text)?.len(), 1);
/// let wrong = read_claims("my.toml", &text.replace("speedup", "speadup")).unwrap_err();
/// assert_eq!(wrong.to_string(), "my.toml:10:10: there is no metric `speadup`: did you mean `speedup`?");
/// # Ok::<(), warploom_papers::reproduce::claim::ClaimError>(())
/// ```
///
/// # Errors
/// If the text is not TOML, has a key that claims do not have, or an unknown word.
pub fn read_claims(file: &str, text: &str) -> Result<Vec<Claim>, ClaimError> {
    let reader = Reader { file, text };
    let table: ClaimsFile = toml::from_str(text).map_err(|error| {
        let span = error.span().unwrap_or_default();
        reader.error(span, ClaimProblem::Syntax(error.message().to_owned()))
    })?;
    let ClaimsFile { skip, sets, claim } = table;
    let mut known_sets = BTreeMap::new();
    for (name, set) in &sets {
        known_sets.insert(name.as_str(), reader.works(set)?);
    }
    let skipped: Vec<&str> = skip.iter().map(|skip| skip.paper.as_str()).collect();
    let mut claims = Vec::new();
    let mut machines = Machines::default();
    for entry in &claim {
        reader.paper(&entry.id, &skipped)?;
        if !skipped.contains(&paper_of(entry.id.get_ref())) {
            claims.push(reader.claim(entry, &known_sets, &mut machines)?);
        }
    }
    Ok(claims)
}

/// The paper of a claim: the first part of its id.
fn paper_of(id: &str) -> &str {
    id.split('/').next().unwrap_or(id)
}

/// A file of claims as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimsFile {
    #[serde(default)]
    skip: Vec<SkippedPaper>,
    sets: BTreeMap<String, KernelSet>,
    claim: Vec<ClaimEntry>,
}

/// A paper whose claims are not checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SkippedPaper {
    paper: String,
    #[serde(rename = "why")]
    _why: String,
}

/// A set of applications or kernels.
// An untagged enum would lose the places of its words.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum KernelSet {
    /// Listed one by one.
    Kernels(Vec<Spanned<String>>),
    /// The kernels of a paper's table of benchmarks.
    KernelsOf(Spanned<String>),
    /// The applications of a paper's table of benchmarks.
    ApplicationsOf(Spanned<String>),
}

/// A claim as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimEntry {
    id: Spanned<String>,
    from: String,
    machine: Spanned<String>,
    set: Spanned<String>,
    metric: Spanned<String>,
    mean: Option<Spanned<String>>,
    of: Option<Spanned<String>>,
    over: Option<Spanned<String>>,
    paper: f64,
    #[serde(default)]
    at_least: bool,
    #[serde(default, rename = "note")]
    _note: String,
}

/// Built-in machines by name. Claims name the same few again and again, and a description takes a while to read.
#[derive(Default)]
struct Machines(BTreeMap<String, Machine>);

impl Machines {
    fn find(&mut self, name: &str) -> Option<&Machine> {
        if !self.0.contains_key(name) {
            self.0.insert(name.to_owned(), machine::named(name)?.machine());
        }
        self.0.get(name)
    }
}

/// The file that is being read, for the places of errors.
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
}

impl Reader<'_> {
    fn error(&self, span: Range<usize>, problem: ClaimProblem) -> ClaimError {
        ClaimError { location: Location::of(self.file, self.text, span.start), problem }
    }

    fn unknown(&self, word: &Spanned<String>, vocabulary: Vocabulary, known: &[&str]) -> ClaimError {
        let near = nearest(word.get_ref(), known.iter().copied()).map(str::to_owned);
        let known = known.iter().map(|&known| known.to_owned()).collect();
        let problem = ClaimProblem::UnknownWord { vocabulary, word: word.get_ref().clone(), near, known };
        self.error(word.span(), problem)
    }

    /// Checks that a claim's id begins with a paper.
    fn paper(&self, id: &Spanned<String>, skipped: &[&str]) -> Result<(), ClaimError> {
        let mut known: Vec<&str> = Paper::ALL.into_iter().filter_map(evaluation_name).collect();
        known.extend(skipped);
        let word = paper_of(id.get_ref());
        if known.contains(&word) {
            return Ok(());
        }
        Err(self.unknown(&Spanned::new(id.span(), word.to_owned()), Vocabulary::Paper, &known))
    }

    fn works(&self, set: &KernelSet) -> Result<Vec<String>, ClaimError> {
        let paper = |word: &Spanned<String>| {
            let found = Paper::ALL.into_iter().find(|paper| paper.name() == word.get_ref());
            found.ok_or_else(|| self.unknown(word, Vocabulary::Paper, &Paper::ALL.map(Paper::name)))
        };
        match set {
            KernelSet::Kernels(works) => works.iter().map(|work| self.work(work)).collect(),
            KernelSet::KernelsOf(word) => Ok(kernels_of(paper(word)?)),
            KernelSet::ApplicationsOf(word) => Ok(applications_of(paper(word)?)),
        }
    }

    fn work(&self, work: &Spanned<String>) -> Result<String, ClaimError> {
        let (text, grid) = grid::split(work.get_ref());
        if let Some(grid) = grid.filter(|grid| *grid != UNSATURATED) {
            let word = Spanned::new(work.span(), grid.to_owned());
            return Err(self.unknown(&word, Vocabulary::Grid, &[UNSATURATED]));
        }
        let (name, kernel) = text.split_once('/').map_or((text, None), |(name, kernel)| (name, Some(kernel)));
        let Some(found) = application(name) else {
            let known: Vec<&str> = applications().map(|application| application.name).collect();
            return Err(self.unknown(&Spanned::new(work.span(), name.to_owned()), Vocabulary::Work, &known));
        };
        if kernel.is_none_or(|kernel| found.kernels.iter().any(|known| known.name == kernel)) {
            return Ok(work.get_ref().clone());
        }
        let known: Vec<String> =
            found.kernels.iter().map(|kernel| format!("{name}/{}", kernel.name)).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Err(self.unknown(work, Vocabulary::Work, &known))
    }

    fn claim(
        &self,
        entry: &ClaimEntry,
        sets: &BTreeMap<&str, Vec<String>>,
        machines: &mut Machines,
    ) -> Result<Claim, ClaimError> {
        let ClaimEntry {
            id,
            from,
            machine,
            set,
            metric: metric_word,
            mean,
            of,
            over,
            paper,
            at_least,
            _note,
        } = entry;
        let Some(described) = machines.find(machine.get_ref()) else {
            let known: Vec<&str> = machine::BUILT_IN.iter().map(|machine| machine.name).collect();
            return Err(self.unknown(machine, Vocabulary::Machine, &known));
        };
        let works = sets.get(set.get_ref().as_str());
        let works = works.ok_or_else(|| {
            let known: Vec<&str> = sets.keys().copied().collect();
            self.unknown(set, Vocabulary::Set, &known)
        })?;
        let metric = Metric::ALL.into_iter().find(|metric| metric.name() == metric_word.get_ref());
        let metric = metric
            .ok_or_else(|| self.unknown(metric_word, Vocabulary::Metric, &Metric::ALL.map(Metric::name)))?;
        Ok(Claim {
            id: id.get_ref().clone(),
            from: from.clone(),
            machine: machine.get_ref().clone(),
            works: works.clone(),
            metric,
            mean: self.mean(mean.as_ref())?,
            policies: self.policies(metric_word, metric, (of.as_ref(), over.as_ref()), described)?,
            paper: *paper,
            at_least: *at_least,
            location: Location::of(self.file, self.text, id.span().start),
        })
    }

    fn mean(&self, word: Option<&Spanned<String>>) -> Result<Mean, ClaimError> {
        let Some(word) = word else { return Ok(Mean::Geometric) };
        let found = Mean::ALL.into_iter().find(|mean| mean.name() == word.get_ref());
        found.ok_or_else(|| self.unknown(word, Vocabulary::Mean, &Mean::ALL.map(Mean::name)))
    }

    fn policies(
        &self,
        word: &Spanned<String>,
        metric: Metric,
        (of, over): (Option<&Spanned<String>>, Option<&Spanned<String>>),
        machine: &Machine,
    ) -> Result<ClaimPolicies, ClaimError> {
        let wrong = |rule| self.error(word.span(), ClaimProblem::Policies { metric: metric.name(), rule });
        match (metric, of, over) {
            (Metric::Closer, None, None) => Ok(ClaimPolicies::PhaseWithBetter),
            (Metric::Closer, ..) => Err(wrong("compares fixed policies: leave out `of` and `over`")),
            (_, Some(of), Some(over)) => {
                Ok(ClaimPolicies::Pair { of: self.policy(of, machine)?, over: self.policy(over, machine)? })
            }
            _ => Err(wrong("compares two policies: name them with `of` and `over`")),
        }
    }

    fn policy(&self, word: &Spanned<String>, machine: &Machine) -> Result<String, ClaimError> {
        match Schedule::parse(word.get_ref(), machine) {
            Ok(_) => Ok(word.get_ref().clone()),
            Err(error) => Err(self.error(word.span(), ClaimProblem::Policy { error: Box::new(error) })),
        }
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

    const PAPERS: [Paper; 4] = [Paper::PhaseAware, Paper::Pro, Paper::Motrr, Paper::Thesis];

    #[test]
    fn every_claim_is_read() {
        let counts = PAPERS.map(|paper| claims(paper).unwrap().len());
        assert_eq!(counts, [17, 10, 7, 36]);
        let file: ClaimsFile = toml::from_str(TEXT).unwrap();
        assert_eq!(file.claim.len(), counts.iter().sum::<usize>());
        assert!(file.skip.is_empty());
        for claim in PAPERS.into_iter().flat_map(|paper| claims(paper).unwrap()) {
            assert!(!claim.works.is_empty(), "{}", claim.id);
        }
        let pro = claims(Paper::Pro).unwrap();
        assert_eq!((pro[0].works.len(), pro[4].works.len()), (25, 15));
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
mean = "geometric"
of = "pro"
over = "lrr"
paper = 1.1
"#;

    /// The error for the text above with one word replaced.
    fn error(word: &str, other: &str) -> String {
        assert_eq!(GOOD.matches(word).count(), 1, "{word}");
        read_claims("c.toml", &GOOD.replace(word, other)).unwrap_err().to_string()
    }

    #[test]
    fn an_unknown_word_is_an_error_with_file_line_column_and_remedy() {
        assert_eq!(read_claims("c.toml", GOOD).unwrap().len(), 1);
        let expected = [
            (
                "\"speedup\"",
                "\"speedups\"",
                "c.toml:10:10: there is no metric `speedups`: did you mean `speedup`?",
            ),
            (
                "\"geometric\"",
                "\"geomtric\"",
                "c.toml:11:8: there is no mean `geomtric`: did you mean `geometric`?",
            ),
            (
                "set = \"lud\"",
                "set = \"lut\"",
                "c.toml:9:7: there is no kernel set `lut`: did you mean `lud`?",
            ),
            (
                "\"lud/internal\"",
                "\"lud/intern\"",
                "c.toml:2:16: there is no application or kernel `lud/intern`: did you mean `lud/internal`?",
            ),
            (
                "\"lud/internal\"",
                "\"kmean/assign\"",
                "c.toml:2:16: there is no application or kernel `kmean`: did you mean `kmeans`?",
            ),
            (
                "\"lud/internal\"",
                "\"lud/internal@unsaturatd\"",
                "c.toml:2:16: there is no grid `unsaturatd`: did you mean `unsaturated`?",
            ),
            ("\"gtx480\"", "\"gtx48\"", "c.toml:8:11: there is no machine `gtx48`: did you mean `gtx480`?"),
            ("pro/x", "prro/x", "c.toml:6:6: there is no paper `prro`: did you mean `pro`?"),
            (
                "kernels_of = \"pro\"",
                "kernels_of = \"motr\"",
                "c.toml:3:18: there is no paper `motr`: did you mean `motrr`?",
            ),
            ("over = \"lrr\"", "over = \"lr\"", "c.toml:13:8: there is no policy `lr`: did you mean `lrr`?"),
            (
                "of = \"pro\"\nover",
                "of = \"pro:barier=off\"\nover",
                "c.toml:12:6: the policy `pro` has no parameter `barier`: did you mean `barrier`?",
            ),
            (
                "over = \"lrr\"",
                "over = \"lrr/blok\"",
                "c.toml:13:8: there is no CTA policy `blok`: did you mean `block`?",
            ),
        ];
        for (word, other, message) in expected {
            assert_eq!(error(word, other), message);
        }
        let far = error("\"speedup\"", "\"power\"");
        assert!(
            far.starts_with("c.toml:10:10: there is no metric `power`: known are speedup, idle_cycles,"),
            "{far}"
        );
    }

    #[test]
    fn a_claim_names_two_policies_unless_its_metric_fixes_them() {
        let closer = error("\"speedup\"", "\"closer\"");
        assert_eq!(
            closer,
            "c.toml:10:10: the metric `closer` compares fixed policies: leave out `of` and `over`"
        );
        let one = error("over = \"lrr\"\n", "");
        assert_eq!(
            one,
            "c.toml:10:10: the metric `speedup` compares two policies: name them with `of` and `over`"
        );
    }

    #[test]
    fn an_unknown_key_is_an_error_with_its_line() {
        let wrong = error("over = \"lrr\"", "against = \"lrr\"");
        assert!(wrong.starts_with("c.toml:13:1: unknown field `against`"), "{wrong}");
        assert!(error("1.1", "much").starts_with("c.toml:14:"), "not TOML");
    }

    #[test]
    fn only_a_paper_that_the_file_skips_may_have_unknown_words() {
        let text = GOOD.replace("pro/x", "owl/x").replace("speedup", "power").replace("gtx480", "gtx285");
        assert!(
            read_claims("c.toml", &text)
                .unwrap_err()
                .to_string()
                .starts_with("c.toml:6:6: there is no paper `owl`")
        );
        let text = format!("[[skip]]\npaper = \"owl\"\nwhy = \"a test\"\n\n{text}");
        assert_eq!(read_claims("c.toml", &text).unwrap().len(), 0);
    }

    #[test]
    fn means() {
        assert_eq!(Mean::Arithmetic.of(&[1.0, 4.0]), Some(2.5));
        assert!((Mean::Geometric.of(&[1.0, 4.0]).unwrap() - 2.0).abs() < 1e-12);
        assert_eq!(Mean::Geometric.of(&[]), None);
        assert_eq!(
            [Mean::Lowest, Mean::Highest].map(|mean| mean.of(&[2.0, 0.5, 1.0])),
            [Some(0.5), Some(2.0)]
        );
        assert_eq!(Mean::ShareAbove.of(&[1.004, 1.005, 1.1, 0.9]), Some(0.5));
    }
}
