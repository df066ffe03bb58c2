//! The order of policies by cycles, compared with the reference.

use super::statistics::error;
use serde::Serialize;

/// The smallest relative difference of cycles that separates two policies.
const APART: f64 = 0.02;

/// Two policies that the reference separates.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OrderedPair {
    pub machine: String,
    /// The work.
    pub name: String,
    /// The policy with fewer cycles in the reference.
    pub faster: String,
    /// The policy with more cycles in the reference.
    pub slower: String,
    /// The slower policy's additional cycles in the reference, in percent.
    pub theirs: f64,
    /// The slower policy's additional cycles in the simulation, in percent.
    pub ours: f64,
    /// Whether the work was held out of tuning.
    pub held_out: bool,
    /// Whether the simulation agrees that it is slower.
    pub agrees: bool,
}

/// The cycles of a work under one policy.
#[derive(Clone, Copy, Debug)]
pub struct PolicyCycles<'a> {
    pub machine: &'a str,
    /// The work.
    pub name: &'a str,
    pub policy: &'a str,
    /// Cycles simulated.
    pub ours: f64,
    /// Cycles of the reference.
    pub theirs: f64,
    /// Whether the work was held out of tuning.
    pub held_out: bool,
}

/// All pairs of policies on the same work that the reference separates.
pub fn order(rows: &[PolicyCycles<'_>]) -> Vec<OrderedPair> {
    let mut pairs = Vec::new();
    for (at, first) in rows.iter().enumerate() {
        let same = |other: &&PolicyCycles<'_>| other.machine == first.machine && other.name == first.name;
        for second in rows[at + 1..].iter().filter(same) {
            let (faster, slower) =
                if first.theirs < second.theirs { (first, second) } else { (second, first) };
            if slower.theirs <= faster.theirs * (1.0 + APART) {
                continue;
            }
            pairs.push(OrderedPair {
                machine: first.machine.to_owned(),
                name: first.name.to_owned(),
                faster: faster.policy.to_owned(),
                slower: slower.policy.to_owned(),
                theirs: error(slower.theirs, faster.theirs),
                ours: error(slower.ours, faster.ours),
                held_out: first.held_out,
                agrees: slower.ours > faster.ours,
            });
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(policy: &str, ours: f64, theirs: f64) -> PolicyCycles<'_> {
        PolicyCycles { machine: "m", name: "k", policy, ours, theirs, held_out: false }
    }

    #[test]
    fn only_separated_pairs_are_judged() {
        let rows = [row("lrr", 100.0, 103.0), row("gto", 104.0, 100.0), row("tl", 102.0, 101.5)];
        let found: Vec<_> = order(&rows).into_iter().map(|p| (p.faster, p.slower, p.agrees)).collect();
        // tl is within 2 % of both, so its order is not judged.
        assert_eq!(found, [("gto".to_owned(), "lrr".to_owned(), false)]);
        let rows = [row("lrr", 120.0, 103.0), row("gto", 104.0, 100.0)];
        assert!(order(&rows)[0].agrees);
    }

    #[test]
    fn other_work_is_not_compared() {
        let rows = [row("lrr", 1.0, 1.0), PolicyCycles { name: "j", ..row("gto", 2.0, 2.0) }];
        assert_eq!(order(&rows), []);
    }
}
