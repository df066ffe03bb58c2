//! Quantities over another quantity.

use super::canvas::Axis;
use super::scatter::Scatter;
use super::{FigureError, Series, Titles, range};

/// The width and height of the frame, in pixels.
const SIZE: (f64, f64) = (640.0, 380.0);

/// Draws lines and points over linear axes that start at 0.
///
/// # Errors
/// If there are no points.
pub fn curves(titles: &Titles<'_>, series: &[Series]) -> Result<String, FigureError> {
    let all = || series.iter().flat_map(|series| &series.points).copied();
    let (_, right) = range(all().map(|(x, _)| x))?;
    let (_, top) = range(all().map(|(_, y)| y))?;
    let axis =
        |end: f64, ticks: f64| Axis::new((0.0, (end * 1.06).max(1.0)), (0.0, 1.0), ticks).integer_ticks();
    let series: Vec<&Series> = series.iter().collect();
    let (x, y) = (axis(right, 8.0), axis(top, 6.0));
    Ok(Scatter { titles, size: SIZE, x, y, area: None, series: &series }.svg())
}
