//! A reproduction as a page.

use super::verdict::Grade;
use super::{DrawnFigure, DrawnItem, MeasuredClaim, Page, ReproduceRequest};
use warploom_report::html::{self, Cell, Column, Section, Svg, Table, Tone, markdown};

/// The page of a reproduction.
pub fn html_page(page: &Page, request: ReproduceRequest<'_>) -> html::Page {
    let ReproduceRequest { evaluation, machine, size, seeds, .. } = request;
    let mut written =
        html::Page::new(format!("Reproduction: {}", evaluation.name), evaluation.paper.title().to_owned());
    if !page.claims.is_empty() {
        written.heading("Claims");
        written.paragraph(page.score());
        written.push(claims(&page.claims));
        let why = page.claims.iter().filter_map(|claim| claim.why.as_ref().map(|why| (&claim.claim.id, why)));
        let notes: Vec<String> = why.map(|(id, why)| format!("`{id}`: {why}")).collect();
        if !notes.is_empty() {
            written.paragraph("The counters behind the other claims, in the first run:");
            written.push(Section::Notes(notes));
        }
    }
    for DrawnItem { item, drawing } in &page.drawn {
        written.heading(item.title);
        let charts = drawing.figures.iter().map(|figure| figure.charts.len()).sum::<usize>();
        for DrawnFigure { svg, charts: own, .. } in &drawing.figures {
            if own.is_empty() {
                let (label, svg) = (item.title.to_owned(), svg.clone());
                written.push(Svg { title: String::new(), label, caption: String::new(), svg });
            }
            for chart in own {
                let mut chart = chart.clone();
                // The heading is the title of a single chart.
                if charts == 1 {
                    chart.title.clear();
                }
                written.push(chart);
            }
        }
        written.extend(markdown(&drawing.text));
    }
    written.heading("Setting");
    written.extend(markdown(evaluation.note(size)));
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let list: Vec<String> = seeds.iter().map(u64::to_string).collect();
    written.push(Section::Facts(vec![
        fact("paper", format!("{}, {}", evaluation.paper.title(), evaluation.paper.published())),
        fact("machine", format!("`{}`: {}", machine.name, machine.about)),
        fact("size", size.to_string()),
        fact(if list.len() == 1 { "seed" } else { "seeds" }, list.join(", ")),
        fact("version", format!("Warploom {}", env!("CARGO_PKG_VERSION"))),
        fact("command", format!("`{}`", page.command)),
    ]));
    written
}

fn claims(claims: &[MeasuredClaim]) -> Table {
    let has_deviations = claims.iter().any(|claim| claim.grade.is_some());
    let columns = [
        Some(Column::text("claim")),
        Some(Column::text("grade")),
        Some(Column::number("paper")),
        Some(Column::number("ours")),
        has_deviations.then(|| Column::number("σ")),
        Some(Column::number("runs")),
        Some(Column::number("part of the effect")),
        Some(Column::text("measured")),
        Some(Column::text("where")),
    ];
    let mut table = Table::new("Claims of the paper, and what we measure", columns.into_iter().flatten());
    for measured in claims {
        let claim = &measured.claim;
        let sample = measured.sample();
        let number = |value: Option<f64>| value.map_or(Cell::Empty, |value| Cell::number(value, 3));
        let percent = |part: f64| Cell::Number { value: part, text: format!("{:.0} %", 100.0 * part) };
        let (of, over) = (claim.of(), claim.over());
        let deviation = sample.filter(|_| measured.grade.is_some()).map(|sample| sample.deviation);
        let bound = if claim.at_least { "≥ " } else { "" };
        let paper = match claim.paper.number() {
            Some(value) => Cell::Number { value, text: format!("{bound}{value:.3}") },
            None => Cell::text(claim.paper.to_string()),
        };
        let cells = [
            Some(Cell::code(&claim.id)),
            Some(grade(measured)),
            Some(paper),
            Some(number(sample.map(|sample| sample.mean))),
            has_deviations.then(|| number(deviation)),
            Some(Cell::number(measured.values.len() as f64, 0)),
            Some(measured.part_of_effect().map_or(Cell::Empty, percent)),
            Some(Cell::text(format!("{}{} of {of} over {over}", claim.mean.title(), claim.metric.title()))),
            Some(Cell::text(&*claim.from)),
        ];
        table.row(cells.into_iter().flatten());
    }
    table
}

fn grade(measured: &MeasuredClaim) -> Cell {
    let tone = match measured.grade {
        Some(Grade::Reproduced) => Tone::Good,
        Some(Grade::NotReproduced) => Tone::Bad,
        Some(Grade::DirectionOnly | Grade::Undecided) | None => Tone::Open,
    };
    Cell::Verdict { text: measured.grade_name().to_owned(), tone }
}
