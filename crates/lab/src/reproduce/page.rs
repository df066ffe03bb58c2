//! The page of a reproduction.

use super::claim::Claim;
use super::measure::MeasuredClaim;
use super::runs::ReproduceRequest;
use super::stored::write_atomically;
use super::{Drawing, Item, ReproduceError};
use crate::figure::{SHARP, png};
use std::fmt::Write as _;

/// A figure or table with its drawing.
#[derive(Clone, Debug)]
pub struct DrawnItem {
    /// The figure or table.
    pub item: Item,
    /// Its drawing.
    pub drawing: Drawing,
}

/// The results of a reproduction.
#[derive(Clone, Debug)]
pub struct Page {
    /// Claims with their measured values.
    pub claims: Vec<MeasuredClaim>,
    /// Figures and tables.
    pub drawn: Vec<DrawnItem>,
    /// The command that makes the same page.
    pub command: String,
}

impl Page {
    /// The number of claims with the paper's direction, and the number of measured claims.
    pub fn score(&self) -> (usize, usize) {
        let same = self.claims.iter().filter_map(MeasuredClaim::same_direction);
        (same.clone().filter(|same| *same).count(), same.count())
    }

    /// Writes the page and its figures.
    ///
    /// # Errors
    /// If a figure cannot be drawn, or a file cannot be written.
    pub fn write(&self, request: ReproduceRequest<'_>) -> Result<(), ReproduceError> {
        for (name, svg) in self.drawn.iter().flat_map(|drawn| &drawn.drawing.figures) {
            let at = request.directory.join("figures").join(name);
            write_atomically(&at.with_extension("svg"), svg.as_bytes())?;
            write_atomically(&at.with_extension("png"), &png(svg, SHARP)?)?;
        }
        write_atomically(&request.directory.join("README.md"), self.text(request).as_bytes())
    }

    fn text(&self, request: ReproduceRequest<'_>) -> String {
        let paper = request.evaluation.paper.name();
        let seeds: Vec<String> = request.seeds.iter().map(u64::to_string).collect();
        let mut text = format!(
            "# Reproduction: {paper}\n\n\
             Machine `{}`, size `{}`, {} {}, Warploom {}. Reproduce it with `{}`. Runs in \
             `runs` are reused.\n\n",
            request.machine.name,
            request.size,
            if seeds.len() == 1 { "seed" } else { "seeds" },
            seeds.join(", "),
            env!("CARGO_PKG_VERSION"),
            self.command,
        );
        text += "`data/records.parquet` has every record. `data/series`, `data/ctas` and `data/issues` have the samples over \
                 time: one file per run, with machine, policy, seed and version in every row. Figures are in `figures`, as \
                 SVG and PNG.\n\n";
        if !self.claims.is_empty() {
            let (same, of) = self.score();
            let _ = write!(
                text,
                "## Claims\n\n{same} of {of} claims have the paper's direction.\n\n{}\n",
                self.table()
            );
            let why = self.claims.iter().filter_map(|m| m.why.as_ref().map(|why| (&m.claim.id, why)));
            let why: String = why.map(|(id, why)| format!("- `{id}`: {why}\n")).collect();
            if !why.is_empty() {
                let _ = write!(text, "The counters behind the other claims:\n\n{why}\n");
            }
        }
        for DrawnItem { item, drawing } in &self.drawn {
            let _ = write!(text, "## {}\n\n", item.title);
            for (name, _) in &drawing.figures {
                let _ = write!(text, "![{}: {name}](figures/{name}.svg)\n\n", item.title);
            }
            text += &drawing.text;
            text += "\n";
        }
        text.truncate(text.trim_end().len());
        text + "\n"
    }

    /// The table of claims, as Markdown.
    fn table(&self) -> String {
        let mut table = String::from(
            "| claim | where | measured | paper | ours | spread | same direction | distance |\n|---|---|---|---:|---:|---:|---|---:|\n",
        );
        for measured in &self.claims {
            let Claim { id, from, metric, policies, paper, .. } = &measured.claim;
            let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
            let spread = measured.spread().filter(|(least, most)| least < most);
            let spread = spread.map_or("-".to_owned(), |(least, most)| format!("{least:.3} to {most:.3}"));
            let same = match measured.same_direction() {
                Some(true) => "yes",
                Some(false) => "**no**",
                None => "not measured",
            };
            let distance = measured.value().map_or("-".to_owned(), |value| format!("{:+.3}", value - paper));
            let _ = writeln!(
                table,
                "| `{id}` | {from} | {} of {} over {} | {paper:.3} | {} | {spread} | {same} | {distance} |",
                metric.title(),
                policies.of(),
                policies.over(),
                number(measured.value()),
            );
        }
        table
    }
}
