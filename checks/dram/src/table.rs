//! All comparisons, and how they are shown.

use crate::parts::{Part, Rule};
use crate::sides::{Case, Outcome, ours, theirs};
use crate::streams::{Load, Mix, Stream};
use std::fmt;

/// A comparison.
pub struct Line {
    pub case: Case,
    /// Requests offered, of what the channel can do; `None`: as many as it takes.
    pub offered: Option<f64>,
    pub ours: Outcome,
    pub theirs: Outcome,
}

const LATENCY_PERCENT: f64 = 10.;
const BANDWIDTH_PERCENT: f64 = 5.;
const REQUESTS: u64 = 30_000;

/// What the lines say, above them.
pub const HEAD: &str = concat!(
    "                                        |  latency of reads, cycles | bandwidth, % of peak      |   row hits, %\n",
    "rule        stream     writes    offered|    ours   theirs  differs |   ours  theirs   differs  |   ours  theirs",
);

/// Runs all comparisons of a part, and hands each to `show` as it is done.
pub fn compare(part: Part, mut show: impl FnMut(Line)) {
    use Rule::{FirstReady, InOrder, Machine};
    use Stream::{Pages, Random, Streaming, Thrashing, Walks};
    for (rule, streams) in [
        (Machine, &[Streaming, Random, Thrashing][..]),
        (InOrder, &[Pages, Walks]),
        (FirstReady, &[Streaming, Random, Thrashing, Pages, Walks]),
    ] {
        for &stream in streams {
            for mix in [Mix::Reads, Mix::OneInThreeWrites] {
                let load = Load::Full { in_flight: 48 };
                let full = Case { part, rule, stream, mix, load, requests: REQUESTS };
                let capacity = ours(full).bandwidth;
                for offered in [Some(0.1), Some(0.5), Some(0.8), None] {
                    let d = part.description(rule);
                    let burst = f64::from(d.atom()) / f64::from(d.peak());
                    let load = offered.map_or(load, |of| Load::Every { cycles: burst / (capacity * of) });
                    let case = Case { load, ..full };
                    show(Line { case, offered, ours: ours(case), theirs: theirs(case) });
                }
            }
        }
    }
}

fn percent(ours: f64, theirs: f64) -> f64 {
    100. * (ours / theirs - 1.)
}

impl Line {
    fn latency(&self) -> f64 {
        percent(self.ours.latency, self.theirs.latency)
    }

    fn bandwidth(&self) -> f64 {
        percent(self.ours.bandwidth, self.theirs.bandwidth)
    }

    /// Whether the two are as close as they must be.
    pub fn agrees(&self) -> bool {
        self.latency().abs() <= LATENCY_PERCENT && self.bandwidth().abs() <= BANDWIDTH_PERCENT
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let rule = match self.case.rule {
            Rule::Machine => "machine",
            Rule::InOrder => "in-order",
            Rule::FirstReady => "first-ready",
        };
        let writes = if self.case.mix == Mix::Reads { "none" } else { "1 in 3" };
        let offered = self.offered.map_or("all".to_owned(), |of| format!("{of:.1}"));
        let stream = format!("{:?}", self.case.stream).to_lowercase();
        let (a, b) = (&self.ours, &self.theirs);
        write!(f, "{rule:11} {stream:10} {writes:9} {offered:7}|")?;
        write!(f, "{:8.1} {:8.1} {:+7.1}% |", a.latency, b.latency, self.latency())?;
        write!(f, "{:7.1} {:7.1} {:+8.1}%  |", 100. * a.bandwidth, 100. * b.bandwidth, self.bandwidth())?;
        write!(f, "{:7.1} {:7.1}", 100. * a.row_hits, 100. * b.row_hits)?;
        f.write_str(if self.agrees() { "" } else { "  too far" })
    }
}
