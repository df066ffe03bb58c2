//! Grouped bar charts.

use super::canvas::{Anchor, Axis, Canvas, Frame, GAP, LINE, SIZE, SMALL, Sample, Stroke, width};
use super::slots::{HEIGHT, Slots, axis_room};
use super::{FigureError, Fill, Titles, range};

/// The minimum width of a bar, in pixels.
const LEAST: f64 = 5.0;

/// A category on the horizontal axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Category {
    /// The label below it.
    pub label: String,
    /// The label above a group of neighbouring categories; a thin line separates groups.
    pub group: Option<String>,
}

/// A series of bars: one per category.
#[derive(Clone, PartialEq, Debug)]
pub struct BarSeries {
    /// The label in the legend.
    pub label: String,
    pub fill: Fill,
    /// The height in each category; none draws nothing.
    pub values: Vec<Option<f64>>,
    /// The paper's value in each category; empty if the paper has none.
    pub paper: Vec<Option<f64>>,
}

/// A grouped bar chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Bars<'a> {
    /// Categories from left to right.
    pub categories: &'a [Category],
    /// Series from left to right in each category.
    pub series: &'a [BarSeries],
    /// The height of the reference line, if there is one. Bars grow up and down from it: a ratio of 1 is no change, and a bar from 0
    /// would hide how small a change is.
    pub reference: Option<f64>,
    /// The first value of the vertical axis.
    pub from: f64,
    /// The last value of the vertical axis; none fits all bars. A bar beyond it is cut, and its value is written on it.
    pub to: Option<f64>,
}

impl Bars<'_> {
    /// The value from which bars grow.
    pub(crate) fn base(&self) -> f64 {
        self.reference.unwrap_or(self.from)
    }
}

/// The first value of an axis for bars that grow from 1: a round value below the lowest.
pub fn ratio_axis_start(series: &[BarSeries]) -> f64 {
    let values = series.iter().flat_map(|series| series.values.iter().flatten().copied());
    let least = values.filter(|value| value.is_finite()).fold(1.0, f64::min);
    (20.0 * least - 1.0).floor().max(0.0) / 20.0
}

/// Draws grouped bars, with a black diamond at each value of the paper.
///
/// # Errors
/// If no bar has a value, or a series does not have one entry per category.
pub fn bars(titles: &Titles<'_>, bars: &Bars<'_>) -> Result<String, FigureError> {
    let values = range(bars.series.iter().flat_map(|series| series.values.iter().flatten().copied()))?;
    let count = bars.categories.len();
    let whole = |list: &[Option<f64>]| list.len() == count;
    if !bars
        .series
        .iter()
        .all(|series| whole(&series.values) && (series.paper.is_empty() || whole(&series.paper)))
    {
        return Err(FigureError("a series has not one value for each category".to_owned()));
    }
    let papers = bars.series.iter().flat_map(|series| series.paper.iter().flatten().copied());
    let most = papers.chain(bars.reference).fold(values.1, f64::max);
    let axis = match bars.to {
        Some(to) => Axis::new((bars.from, to), (0.0, 1.0), 6.0),
        None => Axis::with_headroom(bars.from, most, 6.0),
    };

    let labels: Vec<&str> = bars.categories.iter().map(|category| category.label.as_str()).collect();
    let groups = groups(bars.categories);
    let names = groups.iter().map(|group| (width(group.name, SIZE) + GAP / 2.0) / group.count as f64);
    let least = names.fold(LEAST * (bars.series.len() as f64 + 1.0), f64::max);
    let left = axis_room(&axis);
    let slots = Slots::new(&labels, least, left);
    let mut legend = Vec::new();
    for series in bars.series {
        legend.push((Sample::Fill(series.fill), series.label.clone()));
    }
    if bars.series.iter().any(|series| series.paper.iter().any(Option::is_some)) {
        legend.push((Sample::Diamond, "paper".to_owned()));
    }
    let (mut canvas, top) = Canvas::new(slots.right + 2.0 * GAP, (slots.left, slots.right), titles);
    let mut top = canvas.legend(top, (slots.left, slots.right), &legend) + GAP / 2.0;
    if groups.iter().any(|group| !group.name.is_empty()) {
        top += LINE;
    }
    let frame = Frame { left: slots.left, right: slots.right, top, bottom: top + HEIGHT };
    let axis = axis.between(frame.bottom, frame.top);
    canvas.vertical_axis(frame, &axis, titles.y);
    for group in &groups {
        let (start, end) = (slots.start(group.first), slots.start(group.first + group.count));
        canvas.text(((start + end) / 2.0, top - 6.0), SIZE, Anchor::Middle, group.name);
        if group.first > 0 {
            canvas.path(&[(start, top - LINE), (start, frame.bottom)], Stroke::GROUP);
        }
    }
    columns(&mut canvas, bars, &slots, &axis);
    canvas.outline(frame);
    let bottom = slots.labels(&mut canvas, frame.bottom, &labels);
    canvas.text(((frame.left + frame.right) / 2.0, bottom + SIZE), SIZE, Anchor::Middle, titles.x);
    Ok(canvas.finish(bottom + SIZE + GAP + GAP / 2.0))
}

/// Draws bars, reference line, values of cut bars, and last the paper's marks, so that no bar hides them.
fn columns(canvas: &mut Canvas, bars: &Bars<'_>, slots: &Slots, axis: &Axis) {
    let wide = slots.slot / (bars.series.len() as f64 + 1.0);
    let base = axis.coordinate(bars.base());
    let mut columns = Vec::new();
    for category in 0..bars.categories.len() {
        for (at, series) in bars.series.iter().enumerate() {
            let left = slots.start(category) + (at as f64 + 0.5) * wide;
            let value = drawable(series.values[category]);
            let paper = drawable(series.paper.get(category).copied().flatten());
            if let Some(value) = value {
                let end = axis.coordinate(value);
                let frame = Frame { left, right: left + wide, top: end.min(base), bottom: end.max(base) };
                canvas.bar(frame, series.fill);
            }
            columns.push(Column { x: left + wide / 2.0, value, paper });
        }
    }
    if let Some(reference) = bars.reference {
        let y = axis.coordinate(reference);
        for stroke in [Stroke::SEAM, Stroke::DASHED] {
            canvas.path(&[(slots.left, y), (slots.right, y)], stroke);
        }
    }
    numbers(canvas, &columns, bars.from, axis);
    for Column { x, paper, .. } in columns {
        if let Some(paper) = paper.filter(|&paper| paper >= bars.from && paper <= axis.last()) {
            canvas.diamond((x, axis.coordinate(paper)));
        }
    }
}

/// A bar and the paper's mark on it.
struct Column {
    x: f64,
    value: Option<f64>,
    paper: Option<f64>,
}

/// Writes the values of cut bars, near the end of the axis.
fn numbers(canvas: &mut Canvas, columns: &[Column], from: f64, axis: &Axis) {
    // The position of the last value and its extent, so that the next value can stand next to it.
    let mut taken = (f64::NEG_INFINITY, 0.0);
    for &Column { x, value, paper } in columns {
        let above = |value: &f64| *value > axis.last();
        let beyond = |value: &f64| above(value) || *value < from;
        let mut words = Vec::new();
        words.extend(value.filter(beyond).map(|value| format!("{value:.2}")));
        words.extend(paper.filter(beyond).map(|paper| format!("paper {paper:.2}")));
        if words.is_empty() {
            continue;
        }
        let words = words.join(", ");
        let long = width(&words, SMALL) + GAP;
        let high = value.iter().chain(&paper).any(above);
        let end = axis.coordinate(if high { axis.last() } else { from });
        let mut inward = GAP / 2.0 + if x - taken.0 < SMALL + 4.0 { taken.1 } else { 0.0 };
        // The paper's mark must not cover the value.
        if let Some(paper) = paper.filter(|paper| !beyond(paper)) {
            let mark = (axis.coordinate(paper) - end).abs();
            if mark > inward - GAP && mark < inward + long + GAP {
                inward = mark + GAP;
            }
        }
        taken = (x, if inward > HEIGHT / 2.0 { 0.0 } else { inward + long });
        let middle = inward + long / 2.0;
        canvas.boxed((x, if high { end + middle } else { end - middle }), &words);
    }
}

fn drawable(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite())
}

/// Neighbouring categories of the same group.
struct Group<'a> {
    name: &'a str,
    first: usize,
    count: usize,
}

fn groups(categories: &[Category]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (at, category) in categories.iter().enumerate() {
        let name = category.group.as_deref().unwrap_or_default();
        match groups.last_mut() {
            Some(group) if group.name == name => group.count += 1,
            _ => groups.push(Group { name, first: at, count: 1 }),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    const TITLES: Titles<'_> = Titles { figure: "f", x: "kernel", y: "speed-up" };

    fn drawn(values: &[Option<f64>], paper: &[Option<f64>], to: Option<f64>) -> Result<String, FigureError> {
        let categories = ["a", "b"].map(|label| Category { label: label.to_owned(), group: None });
        let (label, values, paper) = ("gto".to_owned(), values.to_vec(), paper.to_vec());
        let series = [BarSeries { label, fill: Fill::Cross, values, paper }];
        bars(&TITLES, &Bars { categories: &categories, series: &series, reference: None, from: 0.6, to })
    }

    #[test]
    fn only_what_is_beyond_the_axis_has_its_number_written() {
        let whole = drawn(&[Some(1.1), Some(1.87)], &[], None).expect("it can be drawn");
        assert!(!whole.contains(">1.87<"), "{whole}");
        let cut = drawn(&[Some(1.1), Some(1.87)], &[], Some(1.5)).expect("it can be drawn");
        assert!(cut.contains(">1.87<") && !cut.contains("1.10<"), "{cut}");
        let low = drawn(&[Some(0.34), Some(1.1)], &[], None).expect("it can be drawn");
        assert!(low.contains(">0.34<"), "{low}");
        let paper = drawn(&[Some(1.1), Some(1.2)], &[None, Some(2.5)], Some(1.5)).expect("it can be drawn");
        assert!(paper.contains(">paper 2.50<"), "{paper}");
    }

    #[test]
    fn bars_of_ratios_grow_up_and_down_from_one() {
        let categories = ["a", "b"].map(|label| Category { label: label.to_owned(), group: None });
        let values = vec![Some(1.2), Some(0.8)];
        let series = [BarSeries { label: "gto".to_owned(), fill: Fill::Mid, values, paper: Vec::new() }];
        assert_eq!(ratio_axis_start(&series), 0.75);
        let chart =
            Bars { categories: &categories, series: &series, reference: Some(1.0), from: 0.5, to: Some(1.5) };
        let svg = bars(&TITLES, &chart).expect("it can be drawn");
        let attribute = |line: &str, name: &str| -> f64 {
            let (_, rest) = line.split_once(&format!(" {name}=\"")).expect(name);
            rest.split('"').next().and_then(|text| text.parse().ok()).expect(name)
        };
        let of_series = |line: &&str| line.contains("class=\"fill-mid\"");
        let bars: Vec<(f64, f64)> = svg
            .lines()
            .filter(of_series)
            .map(|line| (attribute(line, "y"), attribute(line, "y") + attribute(line, "height")))
            .collect();
        // The first is the legend's.
        let [_, up, down] = bars[..] else { panic!("{svg}") };
        assert!((up.1 - down.0).abs() < 0.2, "one ends where the other begins: {up:?} {down:?}");
        assert!((up.1 - up.0 - (down.1 - down.0)).abs() < 0.3, "equal changes have equal heights");
    }

    #[test]
    fn where_there_is_no_value_there_is_no_bar() {
        let count = |text: Result<String, _>| text.expect("it can be drawn").matches("url(#cross)").count();
        // The legend has one more.
        assert_eq!(count(drawn(&[Some(1.0), Some(1.1)], &[], None)), 3);
        assert_eq!(count(drawn(&[Some(1.0), None], &[], None)), 2);
    }

    #[test]
    fn no_values_or_too_few_are_errors() {
        assert!(drawn(&[None, Some(f64::NAN)], &[], None).is_err());
        assert!(drawn(&[Some(1.0)], &[], None).is_err());
        assert!(drawn(&[Some(1.0), Some(1.0)], &[Some(1.0)], None).is_err());
    }
}
