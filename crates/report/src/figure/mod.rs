//! Figures, as SVG and as PNG.
//!
//! On a screen, bars and areas have colours. In print, and in programs that do not know media queries, they differ by shade and
//! hatching, so that a figure survives printing in grey. Points and lines differ by shape and dashes.

mod bars;
mod canvas;
mod correlation;
mod curves;
mod fill;
#[cfg(all(test, feature = "export"))]
mod gallery;
mod gantt;
mod mark;
mod phase_graph;
#[cfg(feature = "export")]
mod png;
mod scatter;
mod slots;
mod stacked;
mod steps;

pub use bars::{BarSeries, Bars, Category, bars, ratio_axis_start};
pub use correlation::correlation;
pub use curves::curves;
pub use fill::Fill;
pub use gantt::{GanttPanel, Span, gantt};
pub use mark::{Mark, Shade, Shape};
pub use phase_graph::{PhaseGraph, PhaseWarps, phase_graph, sampled_phase_graph};
#[cfg(feature = "export")]
pub use png::png;
pub use stacked::{Stack, StackGroup, StackPart, Stacked, stacked};
pub use steps::{StepPanel, Steps, steps};

/// The scale of images for print.
pub const SHARP: f32 = 2.0;

/// The sizes of titles and of all other text, in pixels.
const TITLE: u32 = 17;
const TEXT: u32 = 13;

/// An error of drawing a figure.
#[derive(Debug, thiserror::Error)]
#[error("the figure cannot be drawn: {0}")]
pub struct FigureError(String);

impl FigureError {
    #[cfg(feature = "export")]
    fn of(error: impl std::fmt::Display) -> FigureError {
        FigureError(error.to_string())
    }

    fn empty() -> FigureError {
        FigureError("it has no points".to_owned())
    }
}

/// A figure as PNG: not in a build without the feature `export`.
#[cfg(not(feature = "export"))]
pub fn png(_: &str, _: f32) -> Result<Vec<u8>, FigureError> {
    Err(FigureError("this build cannot write PNG images".to_owned()))
}

/// The titles of a figure and its axes.
#[derive(Clone, Debug)]
pub struct Titles<'a> {
    /// The title of the figure.
    pub figure: &'a str,
    /// The title of the horizontal axis, with its unit.
    pub x: &'a str,
    /// The title of the vertical axis, with its unit.
    pub y: &'a str,
}

/// A series of points.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The label in the legend.
    pub label: String,
    /// The mark of each point, if points are drawn.
    pub mark: Option<Mark>,
    /// The line that connects the points, if there is one.
    pub line: Option<LineStyle>,
    pub points: Vec<(f64, f64)>,
}

/// The style of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineStyle {
    Solid,
    Dashed,
    Dotted,
}

impl LineStyle {
    /// The lengths of a dash and a gap, in pixels.
    pub(crate) fn dashes(self) -> Option<(i32, i32)> {
        match self {
            LineStyle::Solid => None,
            LineStyle::Dashed => Some((7, 4)),
            LineStyle::Dotted => Some((2, 3)),
        }
    }
}

/// A whole number with commas: `12,500`.
pub(crate) fn grouped(value: f64) -> String {
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

/// The minimum and the maximum of some values, if any is finite.
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
            curves(&TITLES, &[Series { line: Some(LineStyle::Dashed), ..series(&[(1.0, 2.0), (3.0, 5.0)]) }]);
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
