//! Stacked bar charts.

use super::canvas::{Anchor, Axis, Canvas, Frame, GAP, SIZE, SMALL, Sample, Stroke, width};
use super::slots::{HEIGHT, Slots, axis_room};
use super::{FigureError, Fill, Titles, range};

/// The minimum width of a bar with a vertical label, in pixels.
const LEAST: f64 = 15.0;

/// A part of every bar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StackPart {
    /// The label in the legend.
    pub label: String,
    pub fill: Fill,
}

/// One bar.
#[derive(Clone, PartialEq, Debug)]
pub struct Stack {
    /// The label below it: a policy.
    pub label: String,
    /// The height of each part, from bottom to top.
    pub parts: Vec<f64>,
}

/// A group of bars.
#[derive(Clone, PartialEq, Debug)]
pub struct StackGroup {
    /// The label below the group: a kernel.
    pub label: String,
    /// Bars from left to right.
    pub stacks: Vec<Stack>,
}

/// A stacked bar chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Stacked<'a> {
    /// The parts of each bar, from bottom to top.
    pub parts: &'a [StackPart],
    /// Groups from left to right.
    pub groups: &'a [StackGroup],
    /// The last value of the vertical axis: 1 for shares; none fits the highest bar.
    pub to: Option<f64>,
}

/// Draws stacked bars.
///
/// # Errors
/// If there is no bar, or a bar does not have one height per part.
pub fn stacked(titles: &Titles<'_>, stacked: &Stacked<'_>) -> Result<String, FigureError> {
    let stacks = || stacked.groups.iter().flat_map(|group| &group.stacks);
    if stacks().any(|stack| stack.parts.len() != stacked.parts.len()) {
        return Err(FigureError("a bar has not one height for each part".to_owned()));
    }
    if stacks().flat_map(|stack| &stack.parts).any(|part| !part.is_finite() || *part < 0.0) {
        return Err(FigureError("a part of a bar has no height".to_owned()));
    }
    let (_, most) = range(stacks().map(|stack| stack.parts.iter().sum()))?;
    let axis = match stacked.to {
        // Rounding may make shares add up to slightly more than 1.
        Some(to) if most > to * (1.0 + 1e-6) => {
            return Err(FigureError(format!("a bar of {most} is higher than the axis, which ends at {to}")));
        }
        Some(to) => Axis::new((0.0, to), (0.0, 1.0), 5.0),
        None => Axis::with_headroom(0.0, most, 5.0),
    };

    let labels: Vec<&str> = stacked.groups.iter().map(|group| group.label.as_str()).collect();
    let bars = stacked.groups.iter().map(|group| group.stacks.len()).max().unwrap_or(1);
    let slots = Slots::new(&labels, LEAST * (bars as f64 + 1.0), axis_room(&axis));
    let parts = stacked.parts.iter().rev();
    let legend: Vec<_> = parts.map(|part| (Sample::Fill(part.fill), part.label.clone())).collect();
    let (mut canvas, top) = Canvas::new(slots.right + 2.0 * GAP, (slots.left, slots.right), titles);
    let top = canvas.legend(top, (slots.left, slots.right), &legend) + GAP;
    let frame = Frame { left: slots.left, right: slots.right, top, bottom: top + HEIGHT };
    let axis = axis.between(frame.bottom, frame.top);
    canvas.vertical_axis(frame, &axis, titles.y);
    let wide = slots.slot / (bars as f64 + 1.0);
    for (at, group) in stacked.groups.iter().enumerate() {
        // A group with fewer bars than others is centred.
        let first = slots.start(at) + (slots.slot - wide * group.stacks.len() as f64) / 2.0;
        for (bar, stack) in group.stacks.iter().enumerate() {
            let left = first + bar as f64 * wide;
            let mut below = 0.0;
            for (part, height) in stacked.parts.iter().zip(&stack.parts) {
                let (top, bottom) = (axis.coordinate(below + height), axis.coordinate(below));
                if *height > 0.0 {
                    canvas.bar(Frame { left: left + 1.0, right: left + wide - 1.0, top, bottom }, part.fill);
                }
                below += height;
            }
            let place = (left + wide / 2.0 + 4.0, frame.bottom + 6.0);
            canvas.rotated_text(place, 90.0, SMALL, Anchor::End, &stack.label);
        }
        if at > 0 {
            let x = slots.start(at);
            canvas.path(&[(x, frame.bottom), (x, frame.bottom + 6.0)], Stroke::AXIS);
        }
    }
    canvas.outline(frame);
    let names = stacks().map(|stack| width(&stack.label, SMALL)).fold(0.0, f64::max);
    let bottom = slots.labels(&mut canvas, frame.bottom + names, &labels);
    canvas.text(((frame.left + frame.right) / 2.0, bottom + SIZE), SIZE, Anchor::Middle, titles.x);
    Ok(canvas.finish(bottom + SIZE + GAP + GAP / 2.0))
}
