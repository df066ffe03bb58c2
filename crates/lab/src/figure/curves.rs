//! Something that grows with something.

use super::{FigureError, Series, TEXT, Titles, WIDE, frame, grouped, legend, put, range, svg};
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
            .map_err(FigureError::of)?;
        put(&mut chart, series)?;
        legend(&mut chart, SeriesLabelPosition::UpperLeft)
    })
}
