//! Ours against theirs.

use super::{FigureError, Line, SQUARE, Series, Titles, axes, frame, legend, put, range, svg};
use plotters::prelude::*;

/// How far the axes go beyond the points, as a factor.
const ROOM: f64 = 1.6;

/// A scatter plot with logarithmic axes of the same range: the line on which both are equal, and a band of so much (0.1 is ten percent) to
/// either side of it.
///
/// # Errors
/// If there are no points.
pub fn correlation(titles: &Titles<'_>, series: &[Series], band: f64) -> Result<String, FigureError> {
    let all = series.iter().flat_map(|series| &series.points).flat_map(|&(x, y)| [x, y]);
    let (least, most) = range(all.filter(|&value| value > 0.0))?;
    let (low, high) = (least / ROOM, most * ROOM);
    svg(SQUARE, |area| {
        let axis = || (low..high).log_scale();
        let mut chart = frame(area, titles).build_cartesian_2d(axis(), axis()).map_err(FigureError::of)?;
        let inside = |factor: f64| {
            // The band ends where the axes do.
            let (from, to) = (low.max(low / factor), high.min(high / factor));
            [(from, from * factor), (to, to * factor)]
        };
        let (above, below) = (inside(1.0 + band), inside(1.0 - band));
        let corners = vec![(low, low), above[0], above[1], (high, high), below[1], below[0]];
        let shaded = Polygon::new(corners, BLACK.mix(0.1).filled());
        let drawn = chart.draw_series([shaded]).map_err(FigureError::of)?;
        drawn
            .label(format!("within {:.0} %", 100.0 * band))
            .legend(|(x, y)| Rectangle::new([(x, y - 5), (x + 24, y + 5)], BLACK.mix(0.1).filled()));
        axes(&mut chart, titles)?;
        let points = vec![(low, low), (high, high)];
        let identity = Series { label: "identity".to_owned(), mark: None, line: Some(Line::Solid), points };
        put(&mut chart, &[identity])?;
        put(&mut chart, series)?;
        legend(&mut chart, SeriesLabelPosition::UpperLeft)
    })
}
