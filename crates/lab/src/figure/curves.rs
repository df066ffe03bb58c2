//! Something that grows with something.

use super::{FigureError, Series, Titles, WIDE, axes, frame, legend, put, range, svg};
use plotters::prelude::*;

/// Lines and points over linear axes that begin at 0.
///
/// # Errors
/// If there are no points.
pub fn curves(titles: &Titles<'_>, series: &[Series]) -> Result<String, FigureError> {
    let all = || series.iter().flat_map(|series| &series.points).copied();
    let (_, right) = range(all().map(|(x, _)| x))?;
    let (_, top) = range(all().map(|(_, y)| y))?;
    svg(WIDE, |area| {
        let axis = |end: f64| 0.0..(end * 1.06).max(1.0);
        let chart = frame(area, titles).build_cartesian_2d(axis(right), axis(top));
        let mut chart = chart.map_err(FigureError::of)?;
        axes(&mut chart, titles)?;
        put(&mut chart, series)?;
        legend(&mut chart, SeriesLabelPosition::UpperLeft)
    })
}
