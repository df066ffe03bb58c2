//! Points and lines in a frame with two axes of numbers.

use super::canvas::{Anchor, Axis, Canvas, Frame, GAP, LINE, SIZE, Sample, Stroke};
use super::slots::axis_room;
use super::{Fill, LineStyle, Series, Titles};

/// A line through points.
const fn stroke(line: LineStyle) -> Stroke {
    Stroke { line, ..Stroke::AXIS }
}

/// A chart of points and lines.
pub(super) struct Scatter<'a> {
    pub(super) titles: &'a Titles<'a>,
    /// The width and height of the frame, in pixels.
    pub(super) size: (f64, f64),
    pub(super) x: Axis,
    pub(super) y: Axis,
    /// A shaded area below all series: its name in the legend and its corners.
    pub(super) area: Option<(String, Vec<(f64, f64)>)>,
    pub(super) series: &'a [&'a Series],
}

impl Scatter<'_> {
    pub(super) fn svg(&self) -> String {
        let left = axis_room(&self.y);
        let right = left + self.size.0;
        let (mut canvas, top) = Canvas::new(right + 4.0 * GAP, (left, right), self.titles);
        let top = canvas.legend(top, (left, right), &self.samples()) + GAP / 2.0;
        let frame = Frame { left, right, top, bottom: top + self.size.1 };
        let (x, y) = (self.x.between(left, right), self.y.between(frame.bottom, frame.top));
        let place = |&(at, value): &(f64, f64)| (x.coordinate(at), y.coordinate(value));
        if let Some((_, corners)) = &self.area {
            canvas.area(&corners.iter().map(place).collect::<Vec<_>>(), Fill::Light);
        }
        canvas.vertical_axis(frame, &y, self.titles.y);
        canvas.horizontal_axis(frame, &x, true);
        canvas.outline(frame);
        for Series { mark, line, points, .. } in self.series {
            let places: Vec<(f64, f64)> = points.iter().map(place).collect();
            line.iter().for_each(|&line| canvas.path(&places, stroke(line)));
            mark.iter().for_each(|&mark| places.iter().for_each(|&at| canvas.mark(at, mark)));
        }
        let bottom = frame.bottom + 2.0 * LINE + GAP / 2.0;
        canvas.text(((left + right) / 2.0, bottom), SIZE, Anchor::Middle, self.titles.x);
        canvas.finish(bottom + GAP + GAP / 2.0)
    }

    fn samples(&self) -> Vec<(Sample, String)> {
        let area = self.area.iter().map(|(name, _)| (Sample::Fill(Fill::Light), name.clone()));
        let series = self.series.iter().map(|series| {
            let line = series.line.map(|line| Sample::Stroke(stroke(line)));
            let sample = series.mark.map(Sample::Mark).or(line).unwrap_or(Sample::Nothing);
            (sample, series.label.clone())
        });
        area.chain(series).collect()
    }
}
