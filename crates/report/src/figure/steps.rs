//! Step charts: a number over time.

use super::canvas::{Anchor, Axis, Canvas, Frame, GAP, LINE, SIZE, Sample, Stroke};
use super::slots::axis_room;
use super::{FigureError, Fill, Titles, range};

/// The width and height of a panel, in pixels.
const PANEL: (f64, f64) = (720.0, 170.0);

/// A number over time.
#[derive(Clone, PartialEq, Debug)]
pub struct StepPanel {
    /// The label above the panel: a policy.
    pub label: String,
    /// Changes: a time and the number from then on, in order of time.
    pub points: Vec<(f64, f64)>,
    /// The end of the last step.
    pub end: f64,
}

/// A step chart: panels over the same time.
#[derive(Clone, PartialEq, Debug)]
pub struct Steps<'a> {
    /// Panels from top to bottom.
    pub panels: &'a [StepPanel],
    /// The maximum of the number, drawn as a line; the difference to it is shaded.
    pub full: Option<f64>,
    /// The label of the shaded area in the legend.
    pub lacking: &'a str,
}

/// Draws a number that changes in steps, in one panel per policy with common axes.
///
/// # Errors
/// If there is no panel, a panel has no point, or its points are not in order of time.
pub fn steps(titles: &Titles<'_>, steps: &Steps<'_>) -> Result<String, FigureError> {
    let panels = steps.panels;
    if panels.iter().any(|panel| panel.points.is_empty()) {
        return Err(FigureError::empty());
    }
    let times =
        |panel: &StepPanel| panel.points.iter().map(|&(at, _)| at).chain([panel.end]).collect::<Vec<_>>();
    if panels.iter().any(|panel| !times(panel).is_sorted()) {
        return Err(FigureError("its points are not in the order of time".to_owned()));
    }
    let (first, last) = range(panels.iter().flat_map(times))?;
    let (_, most) = range(panels.iter().flat_map(|panel| panel.points.iter().map(|&(_, number)| number)))?;
    let numbers = Axis::with_headroom(0.0, steps.full.map_or(most, |full| full.max(most)), 4.0);

    let left = axis_room(&numbers);
    let right = left + PANEL.0;
    let time = Axis::new((first.min(0.0), last * 1.02), (left, right), 7.0).integer_ticks();
    let (mut canvas, mut top) = Canvas::new(right + 4.0 * GAP, (left, right), titles);
    if let Some(full) = steps.full {
        let full = (Sample::Stroke(Stroke::DASHED), format!("full ({full})"));
        let entries = [full, (Sample::Fill(Fill::Light), steps.lacking.to_owned())];
        top = canvas.legend(top, (left, right), &entries);
    }
    let mut bottom = top;
    for (at, panel) in panels.iter().enumerate() {
        canvas.text((left, bottom + LINE - 4.0), SIZE, Anchor::Start, &panel.label);
        let frame = Frame { left, right, top: bottom + LINE + 2.0, bottom: bottom + LINE + 2.0 + PANEL.1 };
        let numbers = numbers.between(frame.bottom, frame.top);
        canvas.vertical_axis(frame, &numbers, titles.y);
        canvas.horizontal_axis(frame, &time, at + 1 == panels.len());
        one(&mut canvas, panel, steps.full, &time, &numbers);
        canvas.outline(frame);
        bottom = frame.bottom + GAP;
    }
    let y = bottom + LINE + SIZE;
    canvas.text(((left + right) / 2.0, y), SIZE, Anchor::Middle, titles.x);
    Ok(canvas.finish(y + GAP + GAP / 2.0))
}

/// Draws the shaded difference, the maximum, and the number.
fn one(canvas: &mut Canvas, panel: &StepPanel, full: Option<f64>, time: &Axis, numbers: &Axis) {
    let ends = panel.points.iter().skip(1).map(|&(at, _)| at).chain([panel.end]);
    let stretches = panel.points.iter().zip(ends);
    let corners: Vec<(f64, f64)> = stretches
        .flat_map(|(&(from, number), to)| {
            [from, to].map(|at| (time.coordinate(at), numbers.coordinate(number)))
        })
        .collect();
    if let (Some(full), [first, .., last]) = (full, corners.as_slice()) {
        let high = numbers.coordinate(full);
        let ends = [(last.0, high), (first.0, high)];
        // Nothing is shaded where the number exceeds the maximum. The y coordinate grows downwards.
        let lower = corners.iter().map(|&(x, y)| (x, y.max(high)));
        canvas.area(&lower.chain(ends).collect::<Vec<_>>(), Fill::Light);
        canvas.path(&ends, Stroke::DASHED);
    }
    canvas.path(&corners, Stroke::BOLD);
}
