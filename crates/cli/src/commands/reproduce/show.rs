//! The printed results of a reproduction.

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use warploom_papers::reproduce::variant::Variant;
use warploom_papers::reproduce::verdict::Grade;
use warploom_papers::reproduce::{Evaluation, MeasuredClaim, Page, VariantClaims};

/// Figures, tables and claims of an evaluation.
pub fn list(evaluation: &Evaluation) -> String {
    let mut text = String::new();
    for item in evaluation.items {
        let _ = writeln!(text, "{:<12} {}", item.id, item.title);
    }
    let width = evaluation.claims.iter().map(|claim| claim.id.len()).max().unwrap_or(0);
    text += "\n";
    for claim in &evaluation.claims {
        let _ = writeln!(text, "{:<width$} {:>6}  {}", claim.id, claim.paper, claim.from);
    }
    text += "\nVariants (--variants):\n";
    let variants = Variant::all(evaluation.paper);
    let width = variants.iter().map(|variant| variant.id.len()).max().unwrap_or(0);
    for variant in variants {
        let _ = writeln!(text, "{:<width$}  {}", variant.id, variant.about);
    }
    text
}

/// The score of each variant, and the page.
pub fn variants(all: &[VariantClaims], directory: &Path) -> String {
    let width = all.iter().map(|one| one.variant.id.len()).max().unwrap_or(0).max(7);
    let [a, b, c, d] = Grade::ALL.map(Grade::name);
    let mut text = format!("{:<width$} {a:>10} {b:>14} {c:>14} {d:>9}\n", "variant");
    for one in all {
        let [a, b, c, d] = one.score();
        let _ = writeln!(
            text,
            "{:<width$} {a:>10} {b:>14} {c:>14} {d:>9}  {}",
            one.variant.id, one.variant.about
        );
    }
    let _ = writeln!(text, "\nAll results are in {}", directory.join("variants.md").display());
    text
}

/// Claims with their measured values, and the folder's README.
pub fn text(page: &Page, directory: &Path) -> String {
    let mut text = String::new();
    if !page.claims.is_empty() {
        let width = page.claims.iter().map(|measured| measured.claim.id.len()).max().unwrap_or(0).max(5);
        let _ = writeln!(
            text,
            "{:<width$} {:>7} {:>7} {:>7} {:>4}  grade",
            "claim", "paper", "ours", "±2σ", "runs"
        );
        for measured in &page.claims {
            let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
            let sample = measured.sample();
            let spread = sample.filter(|_| measured.grade.is_some()).map(|sample| 2.0 * sample.deviation);
            let _ = writeln!(
                text,
                "{:<width$} {:>7} {:>7} {:>7} {:>4}  {}",
                measured.claim.id,
                measured.claim.paper,
                number(sample.map(|sample| sample.mean)),
                number(spread),
                measured.values.len(),
                measured.grade_name(),
            );
        }
        let _ = writeln!(text, "\n{}", page.score());
    }
    let _ = writeln!(text, "All results are in {}", directory.join("README.md").display());
    text
}

/// Claims as JSON.
pub fn json(claims: &[MeasuredClaim]) -> Value {
    let one = |measured: &MeasuredClaim| {
        let claim = &measured.claim;
        let works: Vec<&String> = claim.works().collect();
        json!({
            "id": claim.id,
            "from": claim.from,
            "says": claim.says,
            "machine": claim.machine,
            "works": works,
            "of": claim.of(),
            "over": claim.over(),
            "paper": claim.paper.number(),
            "direction": claim.paper.number().is_none().then(|| claim.paper.to_string()),
            "at_least": claim.at_least,
            "measured": measured.sample().map(|sample| sample.mean),
            "deviation": measured.grade.and(measured.sample()).map(|sample| sample.deviation),
            "by_run": measured.values,
            "grade": measured.grade_name(),
            "part_of_effect": measured.part_of_effect(),
            "why": measured.why,
        })
    };
    claims.iter().map(one).collect()
}
