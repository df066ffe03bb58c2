//! A canvas that writes SVG: texts, lines, bars, marks, legends and axes.

use super::{Fill, LineStyle, Mark, Shape, TEXT, TITLE, Titles, grouped};
use std::fmt::Write;

/// The gap between elements, in pixels.
pub(super) const GAP: f64 = 8.0;

/// The size of text, in pixels.
pub(super) const SIZE: f64 = TEXT as f64;
pub(super) const SMALL: f64 = 11.0;
/// The distance of two lines of text, in pixels.
pub(super) const LINE: f64 = 18.0;

/// A point of the figure, in pixels.
type Point = (f64, f64);

/// The alignment of a text to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// The style of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Stroke {
    pub(super) colour: &'static str,
    pub(super) width: f64,
    pub(super) line: LineStyle,
}

impl Stroke {
    pub(super) const AXIS: Stroke = Stroke { colour: "#000000", width: 1.0, line: LineStyle::Solid };
    pub(super) const GRID: Stroke = Stroke { colour: "#dddddd", width: 1.0, line: LineStyle::Solid };
    pub(super) const GROUP: Stroke = Stroke { colour: "#777777", width: 1.0, line: LineStyle::Solid };
    pub(super) const SEAM: Stroke = Stroke { colour: "#ffffff", width: 1.4, line: LineStyle::Solid };
    pub(super) const EDGE: Stroke = Stroke { colour: "#000000", width: 0.6, line: LineStyle::Solid };
    pub(super) const BOLD: Stroke = Stroke { colour: "#000000", width: 1.6, line: LineStyle::Solid };
    pub(super) const DASHED: Stroke = Stroke { colour: "#000000", width: 1.4, line: LineStyle::Dashed };

    fn attributes(self) -> String {
        let dashes = match self.line.dashes() {
            None => String::new(),
            Some((dash, gap)) => format!(" stroke-dasharray=\"{dash} {gap}\""),
        };
        format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{dashes}", self.colour, px(self.width))
    }
}

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

/// The sample of a legend entry.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Sample {
    Fill(Fill),
    Stroke(Stroke),
    Mark(Mark),
    Diamond,
    Nothing,
}

/// A figure that is being drawn.
pub(super) struct Canvas {
    width: f64,
    body: String,
}

impl Canvas {
    /// A white canvas with the title centred between two edges; and the y coordinate below the title.
    pub(super) fn new(width: f64, edges: (f64, f64), titles: &Titles<'_>) -> (Canvas, f64) {
        let mut canvas = Canvas { width, body: String::new() };
        let (mut y, middle) = (GAP, (edges.0 + edges.1) / 2.0);
        let room = 2.0 * middle.min(width - middle) - 2.0 * GAP;
        for line in wrapped(titles.figure, f64::from(TITLE), room) {
            y += 22.0;
            canvas.text((middle, y - 6.0), f64::from(TITLE), Anchor::Middle, &line);
        }
        (canvas, y + GAP / 2.0)
    }

    /// The SVG text.
    pub(super) fn finish(self, height: f64) -> String {
        let (width, height) = (px(self.width.ceil()), px(height.ceil()));
        let patterns: String = Fill::ALL.into_iter().filter_map(Fill::pattern).collect();
        let style = Fill::screen_style();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n<defs>{patterns}{style}</defs>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{}</svg>\n",
            self.body
        )
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(element);
        self.body.push('\n');
    }

    /// Writes a text on a baseline through the point.
    pub(super) fn text(&mut self, (x, y): Point, size: f64, anchor: Anchor, text: &str) {
        self.put(format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\">{}</text>",
            px(x),
            px(y),
            px(size),
            anchor.name(),
            escaped(text)
        ));
    }

    /// Writes a text that is rotated counterclockwise by some degrees around the point.
    pub(super) fn rotated_text(
        &mut self,
        (x, y): Point,
        degrees: f64,
        size: f64,
        anchor: Anchor,
        text: &str,
    ) {
        self.put(format_args!(
            "<text transform=\"translate({} {}) rotate({})\" font-size=\"{}\" text-anchor=\"{}\">{}</text>",
            px(x),
            px(y),
            px(-degrees),
            px(size),
            anchor.name(),
            escaped(text)
        ));
    }

    /// Writes small vertical text in a white box, which is readable on every fill.
    pub(super) fn boxed(&mut self, (x, y): Point, text: &str) {
        let (half, long) = (SMALL / 2.0 + 1.5, width(text, SMALL) / 2.0 + 3.0);
        self.rectangle(
            Frame { left: x - half, right: x + half, top: y - long, bottom: y + long },
            "fill=\"#ffffff\"",
        );
        self.rotated_text((x + 4.0, y), 90.0, SMALL, Anchor::Middle, text);
    }

    /// Draws a line through all points.
    pub(super) fn path(&mut self, points: &[Point], stroke: Stroke) {
        self.put(format_args!("<polyline points=\"{}\" {}/>", list(points), stroke.attributes()));
    }

    /// Fills a polygon without an outline.
    pub(super) fn area(&mut self, corners: &[Point], fill: Fill) {
        self.put(format_args!(
            "<polygon points=\"{}\" class=\"fill-{}\" fill=\"{}\"/>",
            list(corners),
            fill.name(),
            fill.paint()
        ));
    }

    /// Draws a filled rectangle with an outline.
    pub(super) fn bar(&mut self, frame: Frame, fill: Fill) {
        let (name, paint) = (fill.name(), fill.paint());
        self.rectangle(frame, &format!("class=\"fill-{name}\" fill=\"{paint}\""));
    }

    /// Draws a rectangle with an outline and these attributes of its fill.
    fn rectangle(&mut self, frame: Frame, fill: &str) {
        let Frame { left, right, top, bottom } = frame;
        self.put(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {fill} stroke=\"#000000\" \
             stroke-width=\"0.8\"/>",
            px(left),
            px(top),
            px(right - left),
            px(bottom - top),
        ));
    }

    /// Draws the mark of a point.
    pub(super) fn mark(&mut self, (x, y): Point, mark: Mark) {
        let Mark { shape, shade } = mark;
        if shape == Shape::Circle {
            return self.put(format_args!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"{}\" stroke=\"#000000\"/>",
                px(x),
                px(y),
                shade.colour()
            ));
        }
        let corners: Vec<Point> = shape.corners().iter().map(|at| (x + at.0, y + at.1)).collect();
        self.put(format_args!(
            "<polygon points=\"{}\" fill=\"{}\" stroke=\"#000000\"/>",
            list(&corners),
            shade.colour()
        ));
    }

    /// Draws a black diamond with a white outline, which is visible on every fill.
    pub(super) fn diamond(&mut self, (x, y): Point) {
        let corners = [(x, y - 5.5), (x + 4.5, y), (x, y + 5.5), (x - 4.5, y)];
        self.put(format_args!(
            "<polygon points=\"{}\" fill=\"#000000\" stroke=\"#ffffff\" stroke-width=\"1.4\"/>",
            list(&corners)
        ));
    }

    /// Draws a legend between two edges, in as many lines as it needs. Returns the y coordinate below it.
    pub(super) fn legend(&mut self, top: f64, edges: (f64, f64), entries: &[(Sample, String)]) -> f64 {
        const SAMPLE: f64 = 26.0;
        let (left, right) = edges;
        let wide = |(sample, label): &(Sample, String)| {
            let sample = if *sample == Sample::Nothing { 0.0 } else { SAMPLE + 6.0 };
            sample + width(label, SIZE) + 2.0 * GAP
        };
        let mut lines: Vec<Vec<&(Sample, String)>> = Vec::new();
        let mut used = f64::INFINITY;
        for entry in entries {
            if used + wide(entry) > right - left {
                lines.push(Vec::new());
                used = 0.0;
            }
            used += wide(entry);
            if let Some(line) = lines.last_mut() {
                line.push(entry);
            }
        }
        let longest = lines.iter().map(|line| line.iter().map(|entry| wide(entry)).sum());
        let longest = longest.fold(0.0, f64::max);
        let mut y = top;
        for line in &lines {
            let mut x = (left + right - longest) / 2.0 + GAP;
            for entry in line {
                let (sample, label) = entry;
                let middle = y + LINE / 2.0;
                match *sample {
                    Sample::Fill(fill) => {
                        let (top, bottom) = (middle - 6.0, middle + 6.0);
                        self.bar(Frame { left: x, right: x + SAMPLE, top, bottom }, fill);
                    }
                    Sample::Stroke(stroke) => self.path(&[(x, middle), (x + SAMPLE, middle)], stroke),
                    Sample::Mark(mark) => self.mark((x + SAMPLE / 2.0, middle), mark),
                    Sample::Diamond => self.diamond((x + SAMPLE / 2.0, middle)),
                    Sample::Nothing => {}
                }
                let room = if *sample == Sample::Nothing { 0.0 } else { SAMPLE + 6.0 };
                self.text((x + room, middle + 4.5), SIZE, Anchor::Start, label);
                x += wide(entry);
            }
            y += LINE;
        }
        y + GAP / 2.0
    }

    /// Draws a vertical axis to the left of a frame, with grid and title.
    pub(super) fn vertical_axis(&mut self, frame: Frame, axis: &Axis, title: &str) {
        for (value, label) in axis.ticks() {
            let y = axis.coordinate(value);
            self.path(&[(frame.left, y), (frame.right, y)], Stroke::GRID);
            self.path(&[(frame.left - 4.0, y), (frame.left, y)], Stroke::AXIS);
            self.text((frame.left - 7.0, y + 4.5), SIZE, Anchor::End, &label);
        }
        let x = frame.left - 7.0 - axis.room() - GAP;
        for (at, line) in wrapped(title, SIZE, frame.bottom - frame.top + 2.0 * LINE).iter().rev().enumerate()
        {
            let place = (x - at as f64 * (LINE - 2.0), (frame.top + frame.bottom) / 2.0);
            self.rotated_text(place, 90.0, SIZE, Anchor::Middle, line);
        }
    }

    /// Draws a horizontal axis below a frame, with grid, and with labels if `numbers` is set.
    pub(super) fn horizontal_axis(&mut self, frame: Frame, axis: &Axis, numbers: bool) {
        for (value, label) in axis.ticks() {
            let x = axis.coordinate(value);
            self.path(&[(x, frame.top), (x, frame.bottom)], Stroke::GRID);
            self.path(&[(x, frame.bottom), (x, frame.bottom + 4.0)], Stroke::AXIS);
            if numbers {
                self.text((x, frame.bottom + LINE), SIZE, Anchor::Middle, &label);
            }
        }
    }

    /// Draws the outline of a frame.
    pub(super) fn outline(&mut self, frame: Frame) {
        let Frame { left, right, top, bottom } = frame;
        self.path(&[(left, top), (left, bottom), (right, bottom), (right, top), (left, top)], Stroke::AXIS);
    }
}

/// A mapping from values to coordinates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Axis {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
    /// The distance of two ticks; none on a logarithmic axis.
    step: Option<f64>,
}

impl Axis {
    /// A linear axis from one value to another, between two coordinates, with about `numbers` ticks.
    pub(super) fn new(values: (f64, f64), places: (f64, f64), numbers: f64) -> Axis {
        let (from, to) = values;
        let to = if to > from { to } else { from + 1.0 };
        Axis { from, to, start: places.0, end: places.1, step: Some(step((to - from) / numbers)) }
    }

    /// A linear axis from a value to slightly more than another.
    pub(super) fn with_headroom(from: f64, most: f64, numbers: f64) -> Axis {
        Axis::new((from, most + 0.05 * (most - from)), (0.0, 1.0), numbers)
    }

    /// A logarithmic axis from one positive value to a larger one, with ticks at powers of ten.
    pub(super) fn logarithmic(values: (f64, f64), places: (f64, f64)) -> Axis {
        Axis { from: values.0, to: values.1, start: places.0, end: places.1, step: None }
    }

    /// The same axis with ticks at whole values only.
    pub(super) fn integer_ticks(self) -> Axis {
        Axis { step: self.step.map(|step| step.max(1.0)), ..self }
    }

    /// The same axis between other coordinates.
    pub(super) fn between(self, start: f64, end: f64) -> Axis {
        Axis { start, end, ..self }
    }

    /// The coordinate of a value, clamped to the axis.
    pub(super) fn coordinate(&self, value: f64) -> f64 {
        let value = value.clamp(self.from, self.to);
        let share = match self.step {
            Some(_) => (value - self.from) / (self.to - self.from),
            None => (value / self.from).ln() / (self.to / self.from).ln(),
        };
        self.start + share * (self.end - self.start)
    }

    /// The last value of the axis.
    pub(super) fn last(&self) -> f64 {
        self.to
    }

    /// Ticks: round values and their labels.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let Some(step) = self.step else { return self.powers_of_ten() };
        let first = (self.from / step - 1e-9).ceil() as i64;
        let last = (self.to / step + 1e-9).floor() as i64;
        (first..=last).map(|at| at as f64 * step).map(|value| (value, number(value, step))).collect()
    }

    fn powers_of_ten(&self) -> Vec<(f64, String)> {
        let first = (self.from.log10() - 1e-9).ceil() as i32;
        let last = (self.to.log10() + 1e-9).floor() as i32;
        (first..=last)
            .map(|power| 10f64.powi(power))
            .map(|value| (value, number(value, value.min(1.0))))
            .collect()
    }

    /// The width of the widest label.
    pub(super) fn room(&self) -> f64 {
        self.ticks().iter().map(|(_, label)| width(label, SIZE)).fold(0.0, f64::max)
    }
}

/// The smallest of 1, 2, 5, 10 … that is not less than a value.
fn step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// A number with as many digits as the step needs.
fn number(value: f64, step: f64) -> String {
    if step >= 1.0 - 1e-9 {
        return grouped(value);
    }
    let digits = (-(step.log10() + 1e-9).floor()) as usize;
    // A value that rounds to zero has no sign.
    format!("{:.*}", digits, if value.abs() < step / 2.0 { 0.0 } else { value })
}

/// An upper estimate of a text's width, in pixels, for a wide font.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let em = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.32,
        'f' | 'r' | 't' | '(' | ')' | '/' | '-' | '[' | ']' => 0.41,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '…' => 0.96,
        letter if letter.is_uppercase() => 0.70,
        _ => 0.62,
    };
    text.chars().map(em).sum::<f64>() * size
}

/// A text broken into lines of at most `most` pixels, where words allow it.
fn wrapped(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].is_empty() {
            lines[last].push_str(word);
        } else if width(&lines[last], size) + width(" ", size) + width(word, size) <= most {
            lines[last].push(' ');
            lines[last].push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn list(points: &[Point]) -> String {
    points.iter().map(|&(x, y)| format!("{},{}", px(x), px(y))).collect::<Vec<_>>().join(" ")
}

/// A length with at most one decimal.
fn px(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    if tenths % 10 == 0 { format!("{}", tenths / 10) } else { format!("{:.1}", tenths as f64 / 10.0) }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        let labels = |axis: Axis| axis.ticks().into_iter().map(|(_, label)| label).collect::<Vec<_>>();
        assert_eq!(labels(Axis::with_headroom(0.6, 1.19, 4.0)), ["0.6", "0.8", "1.0", "1.2"]);
        assert_eq!(labels(Axis::new((0.0, 12_500.0), (0.0, 1.0), 3.0)), ["0", "5,000", "10,000"]);
        assert_eq!(labels(Axis::new((0.0, 2.0), (0.0, 1.0), 10.0).integer_ticks()), ["0", "1", "2"]);
        let logarithmic = Axis::logarithmic((0.05, 2_000.0), (0.0, 1.0));
        assert_eq!(labels(logarithmic), ["0.1", "1", "10", "100", "1,000"]);
        assert_eq!(
            [0.05, 10.0, 2_000.0].map(|value| (logarithmic.coordinate(value) * 1e6).round()),
            [0.0, 5e5, 1e6]
        );
    }

    #[test]
    fn long_texts_are_broken_and_signs_escaped() {
        assert_eq!(wrapped("one two three", 10.0, 60.0), ["one two", "three"]);
        assert_eq!(escaped("a<b & c"), "a&lt;b &amp; c");
    }
}
