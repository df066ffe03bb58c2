//! The figures of a report.

use super::page::part;
use super::points::Origin;
use super::report::{Curve, Report};
use warploom_report::figure::{
    FigureError, LineStyle, Mark, Series, Shade, Shape, Titles, correlation, curves,
};

/// Half the width of the band around the line of equality.
const BAND: f64 = 0.1;

/// A figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValidationFigure {
    pub origin: Origin,
    /// Whether it shows the suite's kernels.
    pub of_suite: bool,
    pub file: String,
    pub title: String,
    pub svg: String,
}

/// The figures of a report: a correlation plot of its points, one of the suite's kernels, and one plot of cycles over CTAs per sweep.
/// Figures without points are left out.
///
/// # Errors
/// If a figure cannot be drawn.
pub fn pictures(report: &Report) -> Result<Vec<ValidationFigure>, FigureError> {
    let (origin, name) = (report.origin, report.origin.name());
    let mut pictures = Vec::new();
    let rows = report.rows.iter().filter(|row| row.counts);
    let rows: Vec<Compared<'_>> = rows
        .map(|row| Compared { shape: &row.machine, shade: &row.policy, point: (row.theirs, row.ours) })
        .collect();
    let kernels = report.suite.iter().flat_map(|suite| &suite.kernels);
    let kernels: Vec<Compared<'_>> = kernels
        .map(|row| Compared { shape: &row.machine, shade: part(row.held_out), point: (row.theirs, row.ours) })
        .collect();
    let theirs = origin.title();
    let suite_title = format!("The suite's kernels, compared with {theirs}");
    for (of_suite, compared, title, file) in [
        (false, rows, format!("Warploom compared with {theirs}"), format!("validation-{name}.svg")),
        (true, kernels, suite_title, format!("validation-{name}-suite.svg")),
    ] {
        if compared.is_empty() {
            continue;
        }
        let of = if origin == Origin::Hardware { "measured" } else { "of Accel-Sim" };
        let titles = Titles { figure: &title, x: &format!("cycles {of}"), y: "cycles of Warploom" };
        let svg = correlation(&titles, &series(&compared), BAND)?;
        pictures.push(ValidationFigure { origin, of_suite, file, title, svg });
    }
    for curve in &report.curves {
        let titles = Titles { figure: &curve.title, x: "CTAs", y: "cycles" };
        let svg = curves(&titles, &lines(curve))?;
        let (file, title) = (format!("validation-{name}-{}.svg", curve.sweep), curve.title.clone());
        pictures.push(ValidationFigure { origin, of_suite: false, file, title, svg });
    }
    Ok(pictures)
}

/// A point of a correlation plot.
struct Compared<'a> {
    /// The machine, which sets the shape.
    shape: &'a str,
    /// The policy or the part, which sets the shade.
    shade: &'a str,
    /// Cycles of the reference and of the simulation.
    point: (f64, f64),
}

/// The distinct values, in order of first occurrence.
fn distinct<'a>(values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    for value in values {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

/// One series per shape and shade.
fn series(compared: &[Compared<'_>]) -> Vec<Series> {
    let shapes = distinct(compared.iter().map(|compared| compared.shape));
    let shades = distinct(compared.iter().map(|compared| compared.shade));
    let mut series = Vec::new();
    for (nth_shape, shape) in shapes.iter().enumerate() {
        for (nth_shade, shade) in shades.iter().enumerate() {
            let own = compared.iter().filter(|compared| compared.shape == *shape && compared.shade == *shade);
            let points: Vec<(f64, f64)> = own.map(|compared| compared.point).collect();
            if !points.is_empty() {
                let (label, mark) = (format!("{shape}, {shade}"), Some(Mark::nth(nth_shape, nth_shade)));
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
