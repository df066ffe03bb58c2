//! Figures, as SVG and as PNG: they are made to survive grey printing, so series differ by shape, shade, hatching and dashes, never by
//! colour alone.

mod bars;
mod canvas;
mod correlation;
mod curves;
mod fill;
#[cfg(test)]
mod gallery;
mod gantt;
mod mark;
mod phase_graph;
mod png;
mod slots;
mod stacked;
mod steps;

pub use bars::{BarSeries, Bars, Category, bars};
pub use correlation::correlation;
pub use curves::curves;
pub use fill::Fill;
pub use gantt::{GanttPanel, Span, gantt};
pub use mark::{Mark, Shade, Shape};
pub use phase_graph::{PhaseGraph, PhaseWarps, phase_graph};
pub use png::{SHARP, png};
pub use stacked::{Part, Stack, StackGroup, Stacked, stacked};
pub use steps::{StepPanel, Steps, steps};

use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::coord::{CoordTranslate, Shift};
use plotters::prelude::*;

/// Width and height, in pixels: of a figure whose axes mean the same, and of others.
const SQUARE: (u32, u32) = (700, 660);
const WIDE: (u32, u32) = (760, 500);

/// Of titles and of all else, in pixels.
const TITLE: u32 = 17;
const TEXT: u32 = 13;

/// A figure that could not be drawn.
#[derive(Debug, thiserror::Error)]
#[error("the figure cannot be drawn: {0}")]
pub struct FigureError(String);

impl FigureError {
    fn of(error: impl std::fmt::Display) -> FigureError {
        FigureError(error.to_string())
    }

    fn empty() -> FigureError {
        FigureError("it has no points".to_owned())
    }
}

/// What stands at a figure's edges.
#[derive(Clone, Debug)]
pub struct Titles<'a> {
    /// Above it.
    pub figure: &'a str,
    /// Of the horizontal axis, with its unit.
    pub x: &'a str,
    /// Of the vertical axis, with its unit.
    pub y: &'a str,
}

/// Points that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// What the legend says of them.
    pub label: String,
    /// How each is drawn, if points are.
    pub mark: Option<Mark>,
    /// Whether a line connects them, and how.
    pub line: Option<Line>,
    /// Where they are.
    pub points: Vec<(f64, f64)>,
}

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// Without gaps.
    Solid,
    /// With short dashes.
    Dashed,
    /// With dots.
    Dotted,
}

impl Line {
    /// Pixels drawn and left out.
    fn dashes(self) -> Option<(i32, i32)> {
        match self {
            Line::Solid => None,
            Line::Dashed => Some((7, 4)),
            Line::Dotted => Some((2, 3)),
        }
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b, C> = ChartContext<'a, SVGBackend<'b>, C>;

/// Draws on a white ground.
fn svg(
    size: (u32, u32),
    draw: impl FnOnce(&Area<'_>) -> Result<(), FigureError>,
) -> Result<String, FigureError> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        area.fill(&WHITE).map_err(FigureError::of)?;
        draw(&area)?;
        area.present().map_err(FigureError::of)?;
    }
    Ok(text)
}

/// A chart's frame, before it has axes.
fn frame<'a, 'b>(area: &'a Area<'b>, titles: &Titles<'_>) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut builder = ChartBuilder::on(area);
    builder
        .caption(titles.figure, ("sans-serif", TITLE))
        .margin(14)
        .x_label_area_size(46)
        .y_label_area_size(84);
    builder
}

/// Draws axes with their titles, and a faint grid.
fn axes<'a, 'b: 'a, X, Y>(
    chart: &mut Chart<'a, 'b, Cartesian2d<X, Y>>,
    titles: &Titles<'_>,
) -> Result<(), FigureError>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    chart
        .configure_mesh()
        .bold_line_style(BLACK.mix(0.12))
        .light_line_style(TRANSPARENT)
        .x_desc(titles.x)
        .y_desc(titles.y)
        .x_label_formatter(&|value| grouped(*value))
        .y_label_formatter(&|value| grouped(*value))
        .label_style(("sans-serif", TEXT))
        .axis_desc_style(("sans-serif", TEXT + 1))
        .draw()
        .map_err(FigureError::of)
}

/// Draws series and lets the legend know of them.
fn put<'a, 'b: 'a, C>(chart: &mut Chart<'a, 'b, C>, series: &[Series]) -> Result<(), FigureError>
where
    C: CoordTranslate<From = (f64, f64)> + 'a,
{
    for Series { label, mark, line, points } in series {
        let style = BLACK.stroke_width(1);
        if let Some(line) = *line {
            let drawn = match line.dashes() {
                None => chart.draw_series(LineSeries::new(points.iter().copied(), style)),
                Some((dash, gap)) => {
                    chart.draw_series(DashedLineSeries::new(points.iter().copied(), dash, gap, style))
                }
            };
            let drawn = drawn.map_err(FigureError::of)?;
            if mark.is_none() {
                drawn.label(label).legend(move |(x, y)| mark::stroke(line, (x, y)));
            }
        }
        if let Some(mark) = *mark {
            let marks = points.iter().map(|&at| mark.at(at));
            let drawn = chart.draw_series(marks).map_err(FigureError::of)?;
            drawn.label(label).legend(move |(x, y)| mark.at((x + 12, y)));
        }
    }
    Ok(())
}

/// Draws the legend.
fn legend<'a, 'b: 'a, C>(
    chart: &mut Chart<'a, 'b, C>,
    position: SeriesLabelPosition,
) -> Result<(), FigureError>
where
    C: CoordTranslate<From = (f64, f64)> + 'a,
{
    chart
        .configure_series_labels()
        .position(position)
        .margin(12)
        .legend_area_size(28)
        .label_font(("sans-serif", TEXT))
        .background_style(WHITE.filled())
        .border_style(BLACK.mix(0.5))
        .draw()
        .map_err(FigureError::of)
}

/// A whole number with commas: `12,500`.
fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = String::from(if value < 0.0 { "-" } else { "" });
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The least and the greatest of some values, if there are any that can be drawn.
fn range(values: impl Iterator<Item = f64>) -> Result<(f64, f64), FigureError> {
    let ends = values.filter(|value| value.is_finite()).fold(None, |ends: Option<(f64, f64)>, value| {
        let (least, most) = ends.unwrap_or((value, value));
        Some((least.min(value), most.max(value)))
    });
    ends.ok_or_else(FigureError::empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(points: &[(f64, f64)]) -> Series {
        let mark = Mark { shape: Shape::Circle, shade: Shade::Black };
        Series { label: "ours".to_owned(), mark: Some(mark), line: None, points: points.to_vec() }
    }

    const TITLES: Titles<'_> = Titles { figure: "f", x: "x (cycles)", y: "y (cycles)" };

    #[test]
    fn figures_have_their_titles_and_are_the_same_each_time() {
        let drawn = || correlation(&TITLES, &[series(&[(100.0, 90.0), (10_000.0, 11_000.0)])], 0.1);
        let text = drawn().expect("it can be drawn");
        for word in ["<svg", "x (cycles)", "y (cycles)", "ours", "10,000", "identity"] {
            assert!(text.contains(word), "{word} in {text}");
        }
        assert_eq!(text, drawn().expect("it can be drawn"));
        let text =
            curves(&TITLES, &[Series { line: Some(Line::Dashed), ..series(&[(1.0, 2.0), (3.0, 5.0)]) }]);
        assert!(text.expect("it can be drawn").contains("y (cycles)"));
    }

    #[test]
    fn nothing_is_no_figure() {
        assert!(correlation(&TITLES, &[], 0.1).is_err());
        assert!(curves(&TITLES, &[series(&[(f64::NAN, 1.0)])]).is_err());
    }

    #[test]
    fn numbers_have_commas() {
        assert_eq!([0.0, 950.0, 12_500.0, 1e6].map(grouped), ["0", "950", "12,500", "1,000,000"]);
    }
}
