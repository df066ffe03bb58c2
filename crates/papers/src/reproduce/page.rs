//! The page of a reproduction.

use super::claim::Claim;
use super::measure::{MeasuredClaim, count};
use super::runs::ReproduceRequest;
use super::verdict::Verdict;
use super::{Drawing, DrawnFigure, Item, ReproduceError};
use std::fmt::Write as _;
use warploom_report::figure::{SHARP, png};

/// A figure or table with its drawing.
#[derive(Clone, Debug)]
pub struct DrawnItem {
    /// The figure or table.
    pub item: Item,
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
    /// The verdicts in a sentence.
    pub fn score(&self) -> String {
        let measured = self.claims.iter().filter(|claim| claim.verdict.is_some()).count();
        let [holds, fails, undecided] = Verdict::ALL.map(|verdict| count(&self.claims, verdict));
        let form = |count: usize, one: &'static str, many: &'static str| if count == 1 { one } else { many };
        format!(
            "Of {measured} {}, {holds} {}, {fails} {} not, and {undecided} {} undecided.",
            form(measured, "claim", "claims"),
            form(holds, "holds", "hold"),
            form(fails, "does", "do"),
            form(undecided, "is", "are"),
        )
    }

    /// Writes the page and its figures.
    ///
    /// # Errors
    /// If a figure cannot be drawn, or a file cannot be written.
    pub fn write(&self, request: ReproduceRequest<'_>) -> Result<(), ReproduceError> {
        let store = request.store();
        for DrawnFigure { name, svg, .. } in self.drawn.iter().flat_map(|drawn| &drawn.drawing.figures) {
            store.write(&format!("figures/{name}.svg"), svg.clone().into_bytes())?;
            store.write(&format!("figures/{name}.png"), png(svg, SHARP)?)?;
        }
        Ok(store.write("README.md", self.text(request).into_bytes())?)
    }

    fn text(&self, request: ReproduceRequest<'_>) -> String {
        let paper = request.evaluation.name;
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
        text += match request.machine.cu {
            None => {
                "`data/records.parquet` has every record. `data/series`, `data/ctas` and `data/issues` have the samples over \
                 time: one file per run, with machine, policy, seed and version in every row. Figures are in `figures`, as \
                 SVG and PNG.\n\n"
            }
            Some(_) => {
                "`data/records.parquet` has every record, and `data/cus.parquet` the counters of each CU in each run. Figures are \
                 in `figures`, as SVG and PNG.\n\n"
            }
        };
        text += request.evaluation.note(request.size);
        if !self.claims.is_empty() {
            let _ =
                write!(text, "## Claims\n\n{}{}\n\n{}\n", self.score(), explanation(request), self.table());
            let why = self.claims.iter().filter_map(|m| m.why.as_ref().map(|why| (&m.claim.id, why)));
            let why: String = why.map(|(id, why)| format!("- `{id}`: {why}\n")).collect();
            if !why.is_empty() {
                let _ = write!(text, "The counters behind the other claims, in the first run:\n\n{why}\n");
            }
        }
        for DrawnItem { item, drawing } in &self.drawn {
            let _ = write!(text, "## {}\n\n", item.title);
            for DrawnFigure { name, .. } in &drawing.figures {
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
            "| claim | where | measured | paper | ours | σ | verdict | lower bound | part of the effect |\n\
             |---|---|---|---:|---:|---:|---|---|---:|\n",
        );
        for measured in &self.claims {
            let Claim { id, from, metric, mean, policies, paper, .. } = &measured.claim;
            let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
            let sample = measured.sample();
            let deviation = sample.filter(|sample| sample.runs > 1).map(|sample| sample.deviation);
            let verdict = match measured.verdict {
                Some(Verdict::Fails) => "**does not hold**",
                Some(verdict) => verdict.name(),
                None => "not measured",
            };
            let part = measured.part_of_effect();
            let _ = writeln!(
                table,
                "| `{id}` | {from} | {}{} of {} over {} | {paper:.3} | {} | {} | {verdict} | {} | {} |",
                mean.title(),
                metric.title(),
                policies.of(),
                policies.over(),
                number(sample.map(|sample| sample.mean)),
                number(deviation),
                measured.at_least.map_or("-", Verdict::name),
                part.map_or("-".to_owned(), |part| format!("{:.0} %", 100.0 * part)),
            );
        }
        table
    }
}

/// How the verdicts of a page are found.
pub(super) fn explanation(request: ReproduceRequest<'_>) -> String {
    if request.seeds.len() < 2 {
        return " There is one run of each measurement, so the verdicts ignore noise.".to_owned();
    }
    format!(
        " Each measurement has {} perturbed runs: other inputs, other addresses, and the network's latency changed by 0, +1, -1, \
         +2 and -2 cycles. σ is the standard deviation of a run. A claim holds, or does not hold, if the mean is more than 2σ from \
         the limit; otherwise it is undecided. \"lower bound\" judges claims such as \"within 96 %\" from one side. \"part of the \
         effect\" compares sizes: 100 % is the paper's number, and 0 % no difference between the policies.",
        request.seeds.len()
    )
}
