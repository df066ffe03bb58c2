//! The evaluations of the papers: machine, works, figures, tables and claims.

use super::claim::{Claim, ClaimError, ClaimPolicies, applications_of, claims, evaluation_name};
use super::family::FAMILIES;
use super::{Item, gcn, motrr, phase_aware, pro};
use std::collections::BTreeSet;
use warploom_suite::{Paper, Size};

/// A paper's evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Its name on the command line and in claims.
    pub name: &'static str,
    pub paper: Paper,
    /// The name of the machine it runs on.
    pub machine: &'static str,
    /// The code of the works, if not PTX lowered for the usual target.
    pub code: Option<&'static str>,
    /// The works it runs: applications, or single kernels of them, with the mark of their [grid](super::grid) if they have one.
    pub works: Vec<String>,
    /// Every figure and table.
    pub items: &'static [Item],
    pub claims: Vec<Claim>,
    /// The paper's works that it does not run, because they were [left out](Evaluation::without).
    pub left_out: Vec<String>,
}

/// The evaluation of a paper; none for a paper that cannot be reproduced here.
///
/// ```
/// use warploom_papers::reproduce::evaluation;
/// use warploom_suite::Paper;
/// let evaluation = evaluation(Paper::Motrr)?.expect("it can be reproduced");
/// assert_eq!(evaluation.machine, "gtx480-motrr");
/// let selection = evaluation.select(&["fig2".to_owned()]).expect("there is such a figure");
/// assert_eq!(evaluation.required_runs(&selection).len(), 9 * 2, "nine applications under two policies");
/// # Ok::<(), warploom_papers::reproduce::claim::ClaimError>(())
/// ```
///
/// # Errors
/// If the file of claims has a mistake.
pub fn evaluation(paper: Paper) -> Result<Option<Evaluation>, ClaimError> {
    let (machine, items, works) = match paper {
        Paper::PhaseAware => {
            ("m2090", phase_aware::ITEMS, phase_aware::KERNELS.iter().map(|k| (*k).to_owned()).collect())
        }
        Paper::Pro => ("gtx480-pro", pro::ITEMS, applications_of(paper)),
        Paper::Motrr => ("gtx480-motrr", motrr::ITEMS, applications_of(paper)),
        Paper::Thesis => ("hd7970-thesis", gcn::ITEMS, gcn::works()),
        Paper::ThesisUnsaturated => return Ok(None),
    };
    let Some(name) = evaluation_name(paper) else { return Ok(None) };
    let code = match paper {
        // PTXPlus, on which the phase-aware paper ran, is the machine code of a GT200.
        Paper::PhaseAware => Some("gt200"),
        // PRO, IV: "used the PTX code for simulation". On a Fermi, GPGPU-Sim 3.2 executes nothing else: PTXPlus is for the GT200.
        Paper::Pro | Paper::Motrr => Some("ptx"),
        Paper::Thesis => Some("gcn"),
        _ => None,
    };
    let (claims, left_out) = (claims(paper)?, Vec::new());
    let evaluation = Evaluation { name, paper, machine, code, works, items, claims, left_out };
    evaluation.claims.iter().try_for_each(|claim| evaluation.check(claim))?;
    Ok(Some(evaluation))
}

/// The runs that a selection needs, by work and policy.
pub type RequiredRuns = BTreeSet<(String, String)>;

/// The figures, tables and claims of an evaluation that are asked for.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Figures and tables.
    pub items: Vec<Item>,
    pub claims: Vec<Claim>,
}

impl Evaluation {
    /// The size of this name; `paper` is the size of this paper's grids.
    pub fn size(&self, name: &str) -> Option<Size> {
        match name.to_ascii_lowercase().as_str() {
            "paper" => Some(Size::Paper(self.paper)),
            name => Size::from_text(name),
        }
    }

    /// A paragraph for the page about the sizes of the works; empty where all works have the size of the request.
    pub fn note(&self, size: Size) -> &'static str {
        match (self.paper, size) {
            (Paper::Thesis, Size::Tiny) => {
                "The applications are those of the thesis's Table 4.2 (saturated) and 4.3 (unsaturated), all at the suite's size \
                 `tiny`: the two differ in nothing here, and the page only shows that everything runs.\n\n"
            }
            (Paper::Thesis, Size::Small) => {
                "The applications are those of the thesis's Table 4.2 (saturated), at the suite's size `small`, and of its Table 4.3 \
                 (unsaturated), with the thesis's own grids, which are small themselves.\n\n"
            }
            (Paper::Thesis, Size::Paper(_)) => {
                "The applications have the grids of the thesis's Table 4.2 (saturated) and 4.3 (unsaturated).\n\n"
            }
            _ => "",
        }
    }

    /// The number of perturbed runs of a measurement at a size.
    pub fn seeds(&self, size: Size) -> u64 {
        match size {
            Size::Tiny => 1,
            Size::Small => 5,
            Size::Paper(_) => 3,
        }
    }

    /// The waves of CTAs per SM that works at a size have at least, unless the request says otherwise; none for the whole machine.
    pub fn waves(&self, size: Size) -> Option<u32> {
        (size == Size::Small && self.paper != Paper::Thesis).then_some(16)
    }

    /// The number of perturbed runs that a verdict needs at a size.
    pub fn runs_to_judge(&self, size: Size) -> usize {
        if matches!(size, Size::Paper(_)) { 3 } else { 5 }
    }

    /// The items and claims of these names: ids of items, `claims`, or prefixes of claims' ids, in capital or small letters. No
    /// names select everything.
    ///
    /// # Errors
    /// The first name that selects nothing.
    pub fn select(&self, names: &[String]) -> Result<Selection, String> {
        if names.is_empty() {
            return Ok(Selection { items: self.items.to_vec(), claims: self.claims.clone() });
        }
        let is_item = |item: &Item, name: &str| item.id.eq_ignore_ascii_case(name);
        let is_claim = |claim: &Claim, name: &str| {
            let start = claim.id.get(..name.len());
            name.eq_ignore_ascii_case("claims") || start.is_some_and(|start| start.eq_ignore_ascii_case(name))
        };
        for name in names {
            let known = self.items.iter().any(|item| is_item(item, name))
                || self.claims.iter().any(|claim| is_claim(claim, name));
            if !known {
                return Err(name.clone());
            }
        }
        let named = |item: &&Item| names.iter().any(|name| is_item(item, name));
        let claimed = |claim: &&Claim| names.iter().any(|name| is_claim(claim, name));
        Ok(Selection {
            items: self.items.iter().filter(named).copied().collect(),
            claims: self.claims.iter().filter(claimed).cloned().collect(),
        })
    }

    /// The evaluation without some of its works, which may take most of its time: claims are about the others, and those that have no
    /// others are left out. It has no figures and tables, because they show all works.
    ///
    /// # Errors
    /// The first name that is not a work of the evaluation.
    pub fn without(mut self, works: &[String]) -> Result<Evaluation, String> {
        if works.is_empty() {
            return Ok(self);
        }
        if let Some(unknown) = works.iter().find(|work| !self.works.contains(work)) {
            return Err(unknown.clone());
        }
        let mut claims = std::mem::take(&mut self.claims);
        for part in claims.iter_mut().flat_map(|claim| &mut claim.parts) {
            part.works.retain(|work| self.ran(work).is_some_and(|ran| !works.contains(ran)));
        }
        claims.retain(|claim| claim.parts.iter().all(|part| !part.works.is_empty()));
        self.works.retain(|work| !works.contains(work));
        Ok(Evaluation { claims, items: &[], left_out: works.to_vec(), ..self })
    }

    /// The work of the evaluation that includes `work`: itself, or the application of a kernel.
    fn ran(&self, work: &str) -> Option<&String> {
        let itself = self.works.iter().find(|ran| *ran == work);
        itself.or_else(|| self.works.iter().find(|ran| work.split('/').next() == Some(ran)))
    }

    /// Checks that the evaluation makes the runs that a claim is about.
    fn check(&self, claim: &Claim) -> Result<(), ClaimError> {
        let (claimed, paper) = (claim.id.clone(), self.name);
        if let Some(work) = claim.works().find(|work| self.ran(work).is_none()) {
            return Err(ClaimError::NotRun { claim: claimed, paper, work: work.clone() });
        }
        if claim.machine != self.machine {
            let (machine, expected) = (claim.machine.clone(), self.machine);
            return Err(ClaimError::Machine { claim: claimed, paper, machine, expected });
        }
        Ok(())
    }

    /// The runs that a selection needs.
    pub fn required_runs(&self, selection: &Selection) -> RequiredRuns {
        let mut required = RequiredRuns::new();
        let mut require = |work: &str, policy: &str| {
            let ran = self.ran(work).expect("items and claims name works of the evaluation");
            required.insert((ran.clone(), policy.to_owned()));
        };
        for item in &selection.items {
            for &policy in item.policies {
                match item.works {
                    [] => self.works.iter().for_each(|work| require(work, policy)),
                    works => works.iter().for_each(|work| require(work, policy)),
                }
            }
        }
        for part in selection.claims.iter().flat_map(|claim| &claim.parts) {
            let policies: Vec<&str> = match &part.policies {
                ClaimPolicies::Pair { of, over } => vec![of, over],
                ClaimPolicies::PhaseWithBetter => {
                    FAMILIES.iter().flat_map(|family| [family.rr, family.gto, family.phase]).collect()
                }
            };
            for work in &part.works {
                policies.iter().for_each(|policy| require(work, policy));
            }
        }
        required
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claim::ClaimPart;
    use crate::reproduce::schedule::Schedule;

    const PAPERS: [Paper; 4] = [Paper::PhaseAware, Paper::Pro, Paper::Motrr, Paper::Thesis];

    #[test]
    fn the_runs_of_every_claim_and_item_are_scheduled() {
        for paper in PAPERS {
            let evaluation = evaluation(paper).unwrap().unwrap();
            for claim in &evaluation.claims {
                let one = Selection { items: Vec::new(), claims: vec![claim.clone()] };
                let required = evaluation.required_runs(&one);
                let policies: BTreeSet<&str> = required.iter().map(|(_, policy)| policy.as_str()).collect();
                let works: BTreeSet<&str> = required.iter().map(|(work, _)| work.as_str()).collect();
                let expected = match &claim.parts[..] {
                    [ClaimPart { policies: ClaimPolicies::PhaseWithBetter, .. }] => 6,
                    [_] => 2,
                    // Pairs may share a policy.
                    parts => policies.len().min(2 * parts.len()),
                };
                assert_eq!(policies.len(), expected, "{}", claim.id);
                assert!(required.len() <= works.len() * policies.len(), "{}", claim.id);
                for work in claim.works() {
                    assert!(works.contains(evaluation.ran(work).unwrap().as_str()), "{}: {work}", claim.id);
                }
            }
            let all = evaluation.select(&[]).unwrap();
            let machine = warploom_gpu::machine::named(evaluation.machine).unwrap().machine();
            for (_, policy) in evaluation.required_runs(&all) {
                assert!(Schedule::parse(&policy, &machine).is_ok(), "{policy}");
            }
        }
    }

    #[test]
    fn a_claim_about_a_work_or_machine_that_is_not_run_is_an_error() {
        let evaluation = evaluation(Paper::Motrr).unwrap().unwrap();
        let mut claim = evaluation.claims[0].clone();
        claim.parts[0].works.push("nn".to_owned());
        let error = evaluation.check(&claim).unwrap_err().to_string();
        assert!(error.contains("claims.toml:"), "{error}");
        assert!(error.contains("the evaluation of motrr does not run `nn`"), "{error}");
        let claim = Claim { machine: "gtx480".to_owned(), ..evaluation.claims[0].clone() };
        let error = evaluation.check(&claim).unwrap_err().to_string();
        assert!(error.ends_with("runs on `gtx480-motrr`, not on `gtx480`"), "{error}");
    }

    #[test]
    fn names_select() {
        let evaluation = evaluation(Paper::PhaseAware).unwrap().unwrap();
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let selected = evaluation.select(&names(&["fig13", "phase-aware/robust"])).unwrap();
        assert_eq!((selected.items.len(), selected.claims.len()), (1, 4));
        assert_eq!(evaluation.select(&names(&["fig13", "fig99"])).unwrap_err(), "fig99");
        let all = evaluation.select(&[]).unwrap();
        assert_eq!(evaluation.required_runs(&all).len(), 14 * 7);
    }

    #[test]
    fn works_can_be_left_out() {
        let all = evaluation(Paper::PhaseAware).unwrap().unwrap();
        let left_out = ["heartwall/track".to_owned(), "cfd/compute_flux".to_owned()];
        let others = all.clone().without(&left_out).unwrap();
        let works = |of: &Evaluation, id: &str| {
            let claim = of.claims.iter().find(|claim| claim.id == id);
            claim.map(|claim| claim.works().map(String::as_str).collect::<Vec<_>>().join(" "))
        };
        let id = "phase-aware/single/typeB/rr-over-gto";
        assert_eq!(works(&all, id).unwrap(), "heartwall/track cfd/compute_flux fwt/batch1");
        assert_eq!(works(&others, id).unwrap(), "fwt/batch1");
        assert_eq!(works(&others, "phase-aware/cfd/single"), None, "it has no other work");
        assert_eq!((others.works.len(), others.items.len()), (12, 0));
        assert_eq!(all.without(&["fwt".to_owned()]).unwrap_err(), "fwt");
    }

    #[test]
    fn the_thesis_has_184_runs() {
        let evaluation = evaluation(Paper::Thesis).unwrap().unwrap();
        let all = evaluation.select(&[]).unwrap();
        assert_eq!(evaluation.required_runs(&all).len(), (12 + 11) * 4 * 2);
    }
}
