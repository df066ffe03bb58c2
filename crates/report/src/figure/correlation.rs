//! Two measurements of the same works against each other.

use super::canvas::Axis;
use super::scatter::Scatter;
use super::{FigureError, LineStyle, Series, Titles, range};

/// The factor by which the axes exceed the points.
const ROOM: f64 = 1.6;

/// The width and height of the frame, in pixels.
const SIZE: f64 = 560.0;

/// Draws a scatter plot with two logarithmic axes of the same range, the line of equality, and a band around the line: 0.1 is ten
/// percent to either side.
///
/// # Errors
/// If there are no points.
pub fn correlation(titles: &Titles<'_>, series: &[Series], band: f64) -> Result<String, FigureError> {
    let all = series.iter().flat_map(|series| &series.points).flat_map(|&(x, y)| [x, y]);
    let (least, most) = range(all.filter(|&value| value > 0.0))?;
    let (low, high) = (least / ROOM, most * ROOM);
    let inside = |factor: f64| {
        // The band ends where the axes do.
        let (from, to) = (low.max(low / factor), high.min(high / factor));
        [(from, from * factor), (to, to * factor)]
    };
    let (above, below) = (inside(1.0 + band), inside(1.0 - band));
    let corners = vec![(low, low), above[0], above[1], (high, high), below[1], below[0]];
    let points = vec![(low, low), (high, high)];
    let identity = Series { label: "identity".to_owned(), mark: None, line: Some(LineStyle::Solid), points };
    let axis = Axis::logarithmic((low, high), (0.0, 1.0));
    let series: Vec<&Series> = std::iter::once(&identity).chain(series).collect();
    let area = Some((format!("within {:.0} %", 100.0 * band), corners));
    Ok(Scatter { titles, size: (SIZE, SIZE), x: axis, y: axis, area, series: &series }.svg())
}
