//! Claims: what papers say of policies, in a form a program can check.

use serde::Deserialize;
use warploom_suite::{Paper, applications};

/// All claims, as they are kept.
const TEXT: &str = include_str!("claims.toml");

/// How much a number may differ from 1 and still be called 1, and how much it must to be called another.
const SAME: f64 = 0.02;
const OTHER: f64 = 0.005;

/// What a paper says.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// Its name: `phase-aware/closer`.
    pub id: String,
    /// Where the paper says so.
    pub from: String,
    /// On which machine.
    pub machine: String,
    /// Of which works: applications, or kernels of them.
    pub works: Vec<String>,
    /// What is measured.
    pub metric: Metric,
    /// How works are taken together.
    pub mean: Mean,
    /// Of which policy.
    pub of: String,
    /// Compared with which.
    pub over: String,
    /// What the paper measured.
    pub paper: f64,
}

/// What is measured of a work under two policies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Cycles of `over` / of `of`.
    Speedup,
    /// Scheduler-cycles without an issue, `of` / `over`.
    Idle,
    /// On how many of the works where lrr and gto differ by more than 1 % phase is closer to the better one.
    Closer,
    /// Cycles in which an SM was not full while CTAs waited, `of` / `over`.
    Tail,
    /// Scheduler-cycles without an issue, `over` / `of`.
    Stalls,
    /// Scheduler-cycles without a warp that has an instruction, `over` / `of`: what PRO calls idle.
    IdleStalls,
    /// Scheduler-cycles in which units were full, `of` / `over`.
    PipelineStalls,
    /// Warps with an instruction in flight, `of` / `over`.
    WarpsInFlight,
}

impl Metric {
    /// What it is, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Metric::Speedup => "speedup",
            Metric::Idle => "idle time",
            Metric::Closer => "share of kernels",
            Metric::Tail => "tail cycles",
            Metric::Stalls => "fewer stalls",
            Metric::IdleStalls => "fewer idle stalls",
            Metric::PipelineStalls => "pipeline stalls",
            Metric::WarpsInFlight => "warps in flight",
        }
    }

    fn of(text: &str) -> Option<Metric> {
        Some(match text {
            "speedup" => Metric::Speedup,
            "idle cycles of `of` / of `over`" => Metric::Idle,
            "stall cycles of `over` / of `of`" => Metric::Stalls,
            "idle stalls of `over` / of `of`" => Metric::IdleStalls,
            "pipeline stalls of `of` / of `over`" => Metric::PipelineStalls,
            text if text.starts_with("share of kernels") => Metric::Closer,
            text if text.starts_with("per SM, while CTAs still wait") => Metric::Tail,
            text if text.starts_with("mean number of warps with an instruction issued") => {
                Metric::WarpsInFlight
            }
            _ => return None,
        })
    }
}

/// How numbers of several works become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mean {
    /// The geometric mean.
    Geometric,
    /// The arithmetic mean.
    Arithmetic,
}

impl Mean {
    /// The mean of some values, if there are any.
    pub fn of(self, values: &[f64]) -> Option<f64> {
        let count = (!values.is_empty()).then_some(values.len() as f64)?;
        Some(match self {
            Mean::Geometric => (values.iter().map(|value| value.ln()).sum::<f64>() / count).exp(),
            Mean::Arithmetic => values.iter().sum::<f64>() / count,
        })
    }
}

/// Whether a measured number goes where the paper's goes. Where the paper has a 1, it has to be one.
pub fn same_direction(measured: f64, paper: f64) -> bool {
    // What is exact in decimals is to be so here.
    let (measured, paper) = (measured - 1.0, paper - 1.0);
    if paper.abs() < OTHER {
        measured.abs() <= SAME + 1e-12
    } else {
        measured * paper > 0.0 && measured.abs() >= OTHER - 1e-12
    }
}

/// The claims of a paper whose metrics are known.
///
/// # Panics
/// If the claims that come with the program cannot be read.
pub fn claims(paper: Paper) -> Vec<Claim> {
    let file: File = toml::from_str(TEXT).expect("the claims that come with the program can be read");
    let own = file.claim.iter().filter(|stated| stated.id.split('/').next() == Some(paper.name()));
    own.filter_map(|stated| stated.claim(&file.claim)).collect()
}

#[derive(Deserialize)]
struct File {
    claim: Vec<Stated>,
}

/// A claim as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stated {
    id: String,
    from: String,
    machine: String,
    kernels: Option<Kernels>,
    same_kernels_as: Option<String>,
    metric: String,
    agg: Option<String>,
    #[serde(default)]
    of: String,
    #[serde(default)]
    over: String,
    paper: f64,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Kernels {
    Listed(Vec<String>),
    Described(String),
}

impl Stated {
    fn claim(&self, all: &[Stated]) -> Option<Claim> {
        let other = self.same_kernels_as.as_ref().and_then(|id| all.iter().find(|stated| stated.id == *id));
        Some(Claim {
            id: self.id.clone(),
            from: self.from.clone(),
            machine: self.machine.clone(),
            works: other.unwrap_or(self).works(),
            metric: Metric::of(&self.metric)?,
            mean: if self.agg.as_deref() == Some("mean") { Mean::Arithmetic } else { Mean::Geometric },
            of: self.of.clone(),
            over: self.over.clone(),
            paper: self.paper,
        })
    }

    fn works(&self) -> Vec<String> {
        match &self.kernels {
            Some(Kernels::Listed(works)) => works.clone(),
            Some(Kernels::Described(text)) if text.contains("25 kernels of PRO") => kernels_of(Paper::Pro),
            Some(Kernels::Described(text)) if text.contains("15 applications of PRO") => {
                applications_of(Paper::Pro)
            }
            _ => Vec::new(),
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

    #[test]
    fn every_claim_of_the_three_papers_is_understood() {
        let counts = [Paper::PhaseAware, Paper::Pro, Paper::Motrr].map(|paper| claims(paper).len());
        assert_eq!(counts, [17, 10, 7]);
        let file: File = toml::from_str(TEXT).unwrap();
        let gcn = file.claim.iter().filter(|stated| stated.id.starts_with("gcn/")).count();
        assert_eq!(file.claim.len(), 34 + gcn);
        for claim in [Paper::PhaseAware, Paper::Pro, Paper::Motrr].into_iter().flat_map(claims) {
            assert!(!claim.works.is_empty(), "{}", claim.id);
        }
        let pro = claims(Paper::Pro);
        assert_eq!((pro[0].works.len(), pro[4].works.len()), (25, 15));
    }

    #[test]
    fn directions_at_their_edges() {
        for (measured, paper, same) in [
            (1.005, 1.10, true),
            (1.0049, 1.10, false),
            (0.995, 1.10, false),
            (0.995, 0.99, true),
            (1.02, 1.0, true),
            (0.98, 1.0, true),
            (1.021, 1.0, false),
        ] {
            assert_eq!(same_direction(measured, paper), same, "{measured} against {paper}");
        }
    }

    #[test]
    fn means() {
        assert_eq!(Mean::Arithmetic.of(&[1.0, 4.0]), Some(2.5));
        assert!((Mean::Geometric.of(&[1.0, 4.0]).unwrap() - 2.0).abs() < 1e-12);
        assert_eq!(Mean::Geometric.of(&[]), None);
    }
}
