//! Gantt charts: spans over time.

use super::canvas::{Anchor, Axis, Canvas, Frame, GAP, LINE, SIZE, Stroke};
use super::slots::axis_room;
use super::{FigureError, Fill, Titles, grouped, range};

/// The width of a panel, and the intended height of all its bars, in pixels.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;

/// The minimum and maximum height of a bar with its gap, in pixels.
const THIN: f64 = 3.0;
const THICK: f64 = 16.0;

/// The minimum height of a bar with an outline, in pixels.
const OUTLINED: f64 = 7.0;

/// A span of cycles: the residency of a CTA.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Span {
    /// Its number, which is its position on the vertical axis.
    pub number: u64,
    /// Its first cycle.
    pub from: f64,
    /// Its last cycle.
    pub to: f64,
}

/// The spans under one policy.
#[derive(Clone, PartialEq, Debug)]
pub struct GanttPanel {
    /// The label above the panel: the policy.
    pub label: String,
    /// The spans, in any order.
    pub spans: Vec<Span>,
}

/// Draws a thin horizontal bar per span, in one panel per policy with common axes. A line marks the end of the
/// last span.
///
/// # Errors
/// If there is no panel, a panel has no span, or a span ends before it starts.
pub fn gantt(titles: &Titles<'_>, panels: &[GanttPanel]) -> Result<String, FigureError> {
    if panels.iter().any(|panel| panel.spans.is_empty()) {
        return Err(FigureError::empty());
    }
    let spans = || panels.iter().flat_map(|panel| &panel.spans);
    if spans().any(|span| !(span.from <= span.to && span.from.is_finite() && span.to.is_finite())) {
        return Err(FigureError("something ends before it begins".to_owned()));
    }
    let (first, last) = range(spans().flat_map(|span| [span.from, span.to]))?;
    let (lowest, highest) = range(spans().map(|span| span.number as f64))?;
    let rows = highest - lowest + 1.0;
    let pitch = (HEIGHT / rows).clamp(THIN, THICK);
    let numbers =
        Axis::new((lowest - 0.5, highest + 0.5), (0.0, 1.0), (rows * pitch / 30.0).max(2.0)).integer_ticks();

    let left = axis_room(&numbers);
    let right = left + WIDTH;
    let time = Axis::new((first.min(0.0), last * 1.02), (left, right), 7.0).integer_ticks();
    let (mut canvas, mut bottom) = Canvas::new(right + 4.0 * GAP, (left, right), titles);
    for (at, panel) in panels.iter().enumerate() {
        let top = bottom + LINE + 2.0;
        let frame = Frame { left, right, top, bottom: top + rows * pitch + GAP };
        // The first span is at the top, as in a list.
        let numbers = numbers.between(frame.top + GAP / 2.0, frame.bottom - GAP / 2.0);
        canvas.vertical_axis(frame, &numbers, titles.y);
        canvas.horizontal_axis(frame, &time, at + 1 == panels.len());
        for span in &panel.spans {
            let (middle, half) = (numbers.coordinate(span.number as f64), pitch * 0.38);
            let (left, right) = (time.coordinate(span.from), time.coordinate(span.to));
            let (top, bottom) = (middle - half, middle + half);
            if pitch >= OUTLINED {
                canvas.bar(Frame { left, right, top, bottom }, Fill::Mid);
            } else {
                canvas.area(&[(left, top), (right, top), (right, bottom), (left, bottom)], Fill::Dark);
            }
        }
        let end = panel.spans.iter().map(|span| span.to).fold(first, f64::max);
        canvas
            .path(&[(time.coordinate(end), frame.top), (time.coordinate(end), frame.bottom)], Stroke::DASHED);
        canvas.outline(frame);
        let text = format!("{} (the last ends at {})", panel.label, grouped(end));
        canvas.text((left, top - 6.0), SIZE, Anchor::Start, &text);
        bottom = frame.bottom + GAP;
    }
    let y = bottom + LINE + SIZE;
    canvas.text(((left + right) / 2.0, y), SIZE, Anchor::Middle, titles.x);
    Ok(canvas.finish(y + GAP + GAP / 2.0))
}
