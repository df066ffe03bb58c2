//! The printed results of a reproduction.

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use warploom_lab::reproduce::{Evaluation, MeasuredClaim, Page};

/// Figures, tables and claims of an evaluation.
pub fn list(evaluation: &Evaluation) -> String {
    let mut text = String::new();
    for item in evaluation.items {
        let _ = writeln!(text, "{:<12} {}", item.id, item.title);
    }
    let width = evaluation.claims.iter().map(|claim| claim.id.len()).max().unwrap_or(0);
    text += "\n";
    for claim in &evaluation.claims {
        let _ = writeln!(text, "{:<width$} {:>6.3}  {}", claim.id, claim.paper, claim.from);
    }
    text
}

/// Claims with their measured values, and the folder's README.
pub fn text(page: &Page, directory: &Path) -> String {
    let mut text = String::new();
    if !page.claims.is_empty() {
        let width = page.claims.iter().map(|measured| measured.claim.id.len()).max().unwrap_or(0).max(5);
        let _ = writeln!(text, "{:<width$} {:>7} {:>7}  same direction", "claim", "paper", "ours");
        for measured in &page.claims {
            let ours = measured.value().map_or("-".to_owned(), |value| format!("{value:.3}"));
            let same = match measured.same_direction() {
                Some(true) => "yes",
                Some(false) => "no",
                None => "not measured",
            };
            let spread = measured.spread().filter(|(least, most)| least < most);
            let spread = spread.map_or(String::new(), |(least, most)| format!(", {least:.3} to {most:.3}"));
            let _ = writeln!(
                text,
                "{:<width$} {:>7.3} {ours:>7}  {same}{spread}",
                measured.claim.id, measured.claim.paper
            );
        }
        let (same, of) = page.score();
        let _ = writeln!(text, "\n{same} of {of} claims have the same direction as in the paper.");
    }
    let _ = writeln!(text, "All results are in {}", directory.join("README.md").display());
    text
}

/// Claims as JSON.
pub fn json(claims: &[MeasuredClaim]) -> Value {
    let one = |measured: &MeasuredClaim| {
        let claim = &measured.claim;
        json!({
            "id": claim.id,
            "from": claim.from,
            "machine": claim.machine,
            "works": claim.works,
            "of": claim.policies.of(),
            "over": claim.policies.over(),
            "paper": claim.paper,
            "measured": measured.value(),
            "by_seed": measured.values,
            "same_direction": measured.same_direction(),
            "why": measured.why,
        })
    };
    claims.iter().map(one).collect()
}
