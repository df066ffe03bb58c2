//! The figures of a report.

use super::points::Origin;
use super::report::{Curve, Report, Row};
use crate::figure::{FigureError, LineStyle, Mark, Series, Shade, Shape, Titles, correlation, curves};

/// Half the width of the band around the line of equality.
const BAND: f64 = 0.1;

/// A figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValidationFigure {
    /// The report's origin.
    pub origin: Origin,
    /// The name of its file.
    pub file: String,
    /// The title.
    pub title: String,
    /// The SVG text.
    pub svg: String,
}

/// The figures of a report: a correlation plot, and one plot of cycles over CTAs per sweep. Points without runs are left out.
///
/// # Errors
/// If a figure cannot be drawn.
pub fn pictures(report: &Report) -> Result<Vec<ValidationFigure>, FigureError> {
    let (origin, name) = (report.origin, report.origin.name());
    let mut pictures = Vec::new();
    let series = series(report);
    if !series.is_empty() {
        let title = format!("Warploom compared with {}", origin.title());
        let of = if origin == Origin::Hardware { "measured" } else { "of Accel-Sim" };
        let titles = Titles { figure: &title, x: &format!("cycles {of}"), y: "cycles of Warploom" };
        let svg = correlation(&titles, &series, BAND)?;
        pictures.push(ValidationFigure { origin, file: format!("validation-{name}.svg"), title, svg });
    }
    for curve in &report.curves {
        let titles = Titles { figure: &curve.title, x: "CTAs", y: "cycles" };
        let svg = curves(&titles, &lines(curve))?;
        let (file, title) = (format!("validation-{name}-{}.svg", curve.sweep), curve.title.clone());
        pictures.push(ValidationFigure { origin, file, title, svg });
    }
    Ok(pictures)
}

/// The distinct values, in order of first occurrence.
fn distinct<'a>(rows: &[&'a Row], of: fn(&Row) -> &str) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    for row in rows {
        if !found.contains(&of(row)) {
            found.push(of(row));
        }
    }
    found
}

/// One series per machine and policy: the machine sets the shape, the policy the shade.
fn series(report: &Report) -> Vec<Series> {
    let rows: Vec<&Row> = report.rows.iter().filter(|row| row.counts).collect();
    let (machines, policies) = (distinct(&rows, |row| &row.machine), distinct(&rows, |row| &row.policy));
    let mut series = Vec::new();
    for (shape, machine) in machines.iter().enumerate() {
        for (shade, policy) in policies.iter().enumerate() {
            let own = rows.iter().filter(|row| row.machine == *machine && row.policy == *policy);
            let points: Vec<(f64, f64)> = own.map(|row| (row.theirs, row.ours)).collect();
            if !points.is_empty() {
                let (label, mark) = (format!("{machine}, {policy}"), Some(Mark::nth(shape, shade)));
                series.push(Series { label, mark, line: None, points });
            }
        }
    }
    series
}

/// Measured cycles as points, simulated cycles as one line per policy.
fn lines(curve: &Curve) -> Vec<Series> {
    let dashes = [LineStyle::Solid, LineStyle::Dashed, LineStyle::Dotted];
    let mut series = Vec::new();
    for (at, (policy, points)) in curve.simulated.iter().enumerate() {
        let (label, line) = (policy.clone(), Some(dashes[at % dashes.len()]));
        series.push(Series { label, mark: None, line, points: points.clone() });
    }
    let mark = Some(Mark { shape: Shape::Circle, shade: Shade::White });
    series.push(Series { label: "measured".to_owned(), mark, line: None, points: curve.known.clone() });
    series
}
