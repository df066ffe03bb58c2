//! The page of an evaluation's variants.

use super::measure::{MeasuredClaim, count};
use super::runs::ReproduceRequest;
use super::variant::Variant;
use super::verdict::Grade;
use super::{ReproduceError, page};
use std::fmt::Write as _;

/// The claims under one variant.
#[derive(Clone, Debug)]
pub struct VariantClaims {
    pub variant: Variant,
    pub claims: Vec<MeasuredClaim>,
}

impl VariantClaims {
    /// The number of claims by grade, in the order of [`Grade::ALL`].
    pub fn score(&self) -> [usize; Grade::ALL.len()] {
        Grade::ALL.map(|grade| count(&self.claims, grade))
    }
}

/// Writes `variants.md`: each variant with its evidence and its score, and every claim under every variant.
///
/// # Errors
/// If the file cannot be written.
pub fn write_variants(
    all: &[VariantClaims],
    command: &str,
    request: ReproduceRequest<'_>,
) -> Result<(), ReproduceError> {
    let mut text = format!(
        "# What depends on what: {}\n\n\
         Machine `{}`, size `{}`, Warploom {}. Reproduce it with `{command}`.{}\n\n{}\
         Each variant changes one choice of the [reproduction](README.md). The first row has the defaults, which were chosen by the \
         evidence in the third column, not by the scores.\n\n\
         | variant | choice | evidence | reproduced | direction only | not reproduced | undecided |\n|---|---|---|---:|---:|---:|---:|\n",
        request.evaluation.name,
        request.machine.name,
        request.size,
        env!("CARGO_PKG_VERSION"),
        page::explanation(request),
        page::without(request),
    );
    for one in all {
        let [reproduced, direction, not, undecided] = one.score();
        let Variant { id, about, evidence, .. } = one.variant;
        let _ = writeln!(
            text,
            "| `{id}` | {about} | {evidence} | {reproduced} | {direction} | {not} | {undecided} |"
        );
    }
    text += "\nEvery claim under every variant, `+` where it is reproduced, `~` in direction only, `-` where it is not reproduced, and `?` \
             where it is undecided:\n\n| claim | paper |";
    all.iter().for_each(|one| text += &format!(" {} |", one.variant.id));
    text += "\n|---|---:|";
    all.iter().for_each(|_| text += "---:|");
    text += "\n";
    let claims = all.first().map_or(&[][..], |one| &one.claims);
    for (at, first) in claims.iter().enumerate() {
        let _ = write!(text, "| `{}` | {} |", first.claim.id, first.claim.paper);
        for one in all {
            let measured = &one.claims[at];
            let mark = measured.grade.map_or("", Grade::mark);
            let value = measured.sample().map_or("-".to_owned(), |sample| format!("{:.3}", sample.mean));
            let _ = write!(text, " {value} {mark} |");
        }
        text += "\n";
    }
    Ok(request.store().write("variants.md", text.into_bytes())?)
}
