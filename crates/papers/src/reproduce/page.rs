//! The page of a reproduction.

use super::claim::Claim;
use super::measure::{MeasuredClaim, NOT_JUDGED, count};
use super::runs::ReproduceRequest;
use super::verdict::Grade;
use super::waves::Part;
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
    /// The grades in a sentence.
    pub fn score(&self) -> String {
        let all = self.claims.iter().filter(|claim| !claim.values.is_empty()).count();
        let form = |count: usize, one: &'static str, many: &'static str| if count == 1 { one } else { many };
        let claims = form(all, "claim", "claims");
        if self.claims.iter().all(|claim| claim.grade.is_none()) {
            return format!("{all} {claims} measured, {NOT_JUDGED}: there are too few runs.");
        }
        let [reproduced, direction, not, undecided] = Grade::ALL.map(|grade| count(&self.claims, grade));
        let is = |count| form(count, "is", "are");
        format!(
            "Of {all} {claims}, {reproduced} {} reproduced, {direction} in direction only, {not} {} not reproduced, and {undecided} {} \
             undecided.",
            is(reproduced),
            is(not),
            is(undecided),
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
             Machine `{}`, size `{}`, {} {}{}, Warploom {}. Reproduce it with `{}`. Runs in \
             `runs` are reused.\n\n",
            request.machine.name,
            request.size,
            if seeds.len() == 1 { "seed" } else { "seeds" },
            seeds.join(", "),
            request.waves.map_or(String::new(), |waves| format!(", at least {waves} waves of CTAs")),
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
        text += &without(request);
        text += &parts(request);
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
            "| claim | where | measured | paper | ours | σ | runs | grade | part of the effect |\n\
             |---|---|---|---:|---:|---:|---:|---|---:|\n",
        );
        for measured in &self.claims {
            let Claim { id, from, says, metric, mean, paper, at_least, .. } = &measured.claim;
            let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
            let sample = measured.sample();
            let deviation = sample.filter(|_| measured.grade.is_some()).map(|sample| sample.deviation);
            let grade = match measured.grade {
                Some(Grade::NotReproduced) => "**not reproduced**",
                _ => measured.grade_name(),
            };
            let said = if says.is_empty() { String::new() } else { format!(": \"{says}\"") };
            let bound = if *at_least { "≥ " } else { "" };
            let _ = writeln!(
                table,
                "| `{id}` | {from}{said} | {}{} of {} over {} | {bound}{paper} | {} | {} | {} | {grade} | {} |",
                mean.title(),
                metric.title(),
                measured.claim.of(),
                measured.claim.over(),
                number(sample.map(|sample| sample.mean)),
                number(deviation),
                measured.values.len(),
                measured.part_of_effect().map_or("-".to_owned(), |part| format!("{:.0} %", 100.0 * part)),
            );
        }
        table
    }
}

/// A paragraph on the works that were left out.
pub(super) fn without(request: ReproduceRequest<'_>) -> String {
    match &request.evaluation.left_out[..] {
        [] => String::new(),
        works => format!(
            "Without {}: claims are about the paper's other works, and claims about these alone are left out.\n\n",
            works.iter().map(|work| format!("`{work}`")).collect::<Vec<_>>().join(", ")
        ),
    }
}

/// The parts of the machine that run the works, as a table; empty if all of it runs all of them.
fn parts(request: ReproduceRequest<'_>) -> String {
    let Some(waves) = request.waves else { return String::new() };
    let rows: Vec<(&String, Part)> = request
        .evaluation
        .works
        .iter()
        .filter_map(|work| Some((work, request.part(work)?)))
        .filter(|(_, part)| part.partitions < request.machine.l2.partitions)
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "Grids of this size are smaller than the paper's. Each work runs on as many SMs and memory partitions as give it at least {waves} \
         waves of CTAs per SM, or as many as in the paper; kernels of an application run on the largest part that one of them needs. Works on \
         a part of the machine:\n\n\
         | work | SMs | partitions | waves | waves in the paper |\n|---|---:|---:|---:|---:|\n",
    );
    for (work, Part { sms, partitions, waves, papers }) in rows {
        let _ = writeln!(text, "| {work} | {sms} | {partitions} | {waves:.1} | {papers:.1} |");
    }
    text + "\n"
}

/// How the grades of a page are found.
pub(super) fn explanation(request: ReproduceRequest<'_>) -> String {
    let needed = request.evaluation.runs_to_judge(request.size);
    if request.seeds.len() < needed {
        let runs = match request.seeds.len() {
            1 => "is one run".to_owned(),
            runs => format!("are {runs} runs"),
        };
        return format!(
            " There {runs} of each measurement. Grades need {needed}, so that claims are {NOT_JUDGED}."
        );
    }
    format!(
        " Each measurement has {} perturbed runs: other inputs, other addresses, and the network's latency changed by 0, +1, -1, \
         +2 and -2 cycles. σ is the standard deviation of a run. A claim is *reproduced* if the mean is on the paper's side of 1 by more \
         than 2σ, with 50 to 150 % of the paper's effect; outside of these limits it is *direction only*. Bounds (≥), counts, ranks and \
         directions without a number are reproduced or not. A claim is *undecided* if the limit is within 2σ of the mean.",
        request.seeds.len()
    )
}
