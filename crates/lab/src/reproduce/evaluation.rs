//! What each paper ran, and what it showed.

use super::claim::{Claim, Metric, applications_of, claims};
use super::measure::KINDS;
use super::{Item, motrr, phase_aware, pro};
use std::collections::BTreeSet;
use warploom_suite::{Paper, Size};

/// A paper's evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The paper.
    pub paper: Paper,
    /// The machine it is run on.
    pub machine: &'static str,
    /// What it ran: applications, or kernels of them alone.
    pub works: Vec<String>,
    /// Every figure and table.
    pub items: &'static [Item],
    /// Every claim.
    pub claims: Vec<Claim>,
}

/// The evaluation of a paper, if it can be reproduced here.
pub fn evaluation(paper: Paper) -> Option<Evaluation> {
    let claims = claims(paper);
    let (machine, items, works) = match paper {
        Paper::PhaseAware => {
            ("m2090", phase_aware::ITEMS, phase_aware::KERNELS.iter().map(|k| (*k).to_owned()).collect())
        }
        Paper::Pro => ("gtx480-pro", pro::ITEMS, applications_of(paper)),
        Paper::Motrr => ("gtx480-motrr", motrr::ITEMS, applications_of(paper)),
        Paper::Thesis | Paper::ThesisUnsaturated => return None,
    };
    Some(Evaluation { paper, machine, works, items, claims })
}

/// Runs that are needed: of which work under which policy.
pub type Needs = BTreeSet<(String, &'static str)>;

/// What is wanted of an evaluation.
#[derive(Clone, Debug)]
pub struct Selected {
    /// Figures and tables.
    pub items: Vec<Item>,
    /// Claims.
    pub claims: Vec<Claim>,
}

impl Evaluation {
    /// How large works are made at a size of this name, if there is one; plain `paper` is this paper's.
    pub fn size(&self, name: &str) -> Option<Size> {
        match name {
            "paper" => Some(Size::Paper(self.paper)),
            name => Size::from_text(name),
        }
    }

    /// How many seeds are run at a size.
    pub fn seeds(&self, size: Size) -> u64 {
        if matches!(size, Size::Paper(_)) { 3 } else { 1 }
    }

    /// What goes by these names: ids of items, `claims`, or the beginnings of claims' ids. All, if there are none. A name that nothing
    /// has is an error.
    ///
    /// # Errors
    /// The name.
    pub fn select(&self, names: &[String]) -> Result<Selected, String> {
        if names.is_empty() {
            return Ok(Selected { items: self.items.to_vec(), claims: self.claims.clone() });
        }
        let is_claim = |claim: &Claim, name: &str| name == "claims" || claim.id.starts_with(name);
        for name in names {
            let known = self.items.iter().any(|item| item.id == name)
                || self.claims.iter().any(|claim| is_claim(claim, name));
            if !known {
                return Err(name.clone());
            }
        }
        let named = |item: &&Item| names.iter().any(|name| item.id == name);
        let claimed = |claim: &&Claim| names.iter().any(|name| is_claim(claim, name));
        Ok(Selected {
            items: self.items.iter().filter(named).copied().collect(),
            claims: self.claims.iter().filter(claimed).cloned().collect(),
        })
    }

    /// The runs that these need.
    pub fn needs(&self, selected: &Selected) -> Needs {
        let mut needs = Needs::new();
        let mut need = |work: &str, policy: &'static str| {
            let ran = self.works.iter().find(|ran| *ran == work);
            let ran = ran.or_else(|| self.works.iter().find(|ran| work.split('/').next() == Some(ran)));
            needs.extend(ran.map(|ran| (ran.clone(), policy)));
        };
        for item in &selected.items {
            for &policy in item.policies {
                match item.works {
                    [] => self.works.iter().for_each(|work| need(work, policy)),
                    works => works.iter().for_each(|work| need(work, policy)),
                }
            }
        }
        for claim in &selected.claims {
            for work in &claim.works {
                if claim.metric == Metric::Closer {
                    for kind in &KINDS {
                        [kind.rr, kind.gto, kind.phase].into_iter().for_each(|policy| need(work, policy));
                    }
                } else {
                    [&claim.of, &claim.over]
                        .into_iter()
                        .filter_map(|policy| known(policy))
                        .for_each(|policy| need(work, policy));
                }
            }
        }
        needs
    }
}

/// Every policy that a claim or item is of.
const POLICIES: [&str; 12] = [
    "lrr",
    "gto",
    "oldest",
    "phase",
    "two-level:order=rr",
    "two-level:order=gto",
    "two-level:order=phase",
    "tl-gpgpusim",
    "pro",
    "pro:barrier=off",
    "motrr",
    "motrr:recency=true",
];

fn known(policy: &str) -> Option<&'static str> {
    POLICIES.into_iter().find(|known| *known == policy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_of_a_claim_is_known_and_run() {
        for paper in [Paper::PhaseAware, Paper::Pro, Paper::Motrr] {
            let evaluation = evaluation(paper).unwrap();
            for claim in &evaluation.claims {
                let one = Selected { items: Vec::new(), claims: vec![claim.clone()] };
                let needs = evaluation.needs(&one);
                let policies: BTreeSet<&str> = needs.iter().map(|(_, policy)| *policy).collect();
                let expected = if claim.metric == Metric::Closer { 6 } else { 2 };
                assert_eq!(policies.len(), expected, "{}", claim.id);
            }
        }
    }

    #[test]
    fn names_select() {
        let evaluation = evaluation(Paper::PhaseAware).unwrap();
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let selected = evaluation.select(&names(&["fig13", "phase-aware/robust"])).unwrap();
        assert_eq!((selected.items.len(), selected.claims.len()), (1, 4));
        assert_eq!(evaluation.select(&names(&["fig13", "fig99"])).unwrap_err(), "fig99");
        let all = evaluation.select(&[]).unwrap();
        assert_eq!(evaluation.needs(&all).len(), 14 * 7);
    }
}
