//! `--svg`: a figure of the code, from left to right.
//!
//! A bar is an instruction: its width is the latency, its height and colour the group. Below the bars is the band of the
//! phase; an arc connects a load with the start of the phase that reads it. Long code is wrapped into rows.
//! Groups differ in lightness and height, so that the figure can be printed in grey.

mod groups;
mod rows;
mod svg;

use crate::phases::Analysis;
use groups::Group;
use rows::{Row, Scale};
use svg::Svg;
use warploom_kernel::phase::PhaseStart;

/// Width of the figure, and the margin at either side of rows.
const WIDTH: f64 = 1200.0;
const MARGIN: f64 = 40.0;
/// Height of title and legend.
const HEADER: f64 = 76.0;
/// Heights of a row's parts from its top: arcs, bars, bands, axis; and of the gap below.
const ARCS: f64 = 46.0;
const BARS: f64 = 48.0;
const BAND: f64 = 24.0;
const AXIS: f64 = 24.0;
const GAP: f64 = 16.0;
const ROW: f64 = ARCS + BARS + BAND + AXIS + GAP;

/// Background colours of consecutive phases, and colours of text and lines.
const BANDS: [&str; 2] = ["#e9e2d0", "#cfc4a8"];
const INK: &str = "#222222";
const FAINT: &str = "#777777";
const ARC: &str = "#b3261e";

/// A kernel's figure: a complete SVG file.
pub fn svg(one: &Analysis) -> String {
    let scale = Scale::new(one.cycles() as f64, WIDTH - 2.0 * MARGIN);
    let rows = rows::rows(one, scale.cycles_per_row);
    let height = HEADER + ROW * rows.len() as f64 + 22.0;
    let mut svg = Svg::new(WIDTH, height, &title(one));
    header(&mut svg, one);
    for (number, row) in rows.iter().enumerate() {
        let painter = RowPainter { one, scale, row, top: HEADER + ROW * number as f64 };
        painter.grounds(&mut svg);
        painter.bars(&mut svg);
        painter.bands(&mut svg);
        painter.axis(&mut svg);
        painter.arcs(&mut svg);
    }
    svg.text(WIDTH / 2.0, height - 10.0, "cycles, as the sum of latencies", "middle", 12.0, FAINT);
    svg.finish()
}

fn title(one: &Analysis) -> String {
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let mut parts = vec![
        count(one.phases.list().len(), "phase"),
        count(one.listing.lines.len(), "instruction"),
        format!("{} cycles", one.cycles()),
    ];
    parts.extend(one.listing.registers.map(|n| count(n as usize, "register")));
    format!("{}: {}", one.listing.name, parts.join(", "))
}

fn header(svg: &mut Svg, one: &Analysis) {
    svg.heading(MARGIN, 32.0, &one.listing.name, title(one).trim_start_matches(one.listing.name.as_str()));
    const WAITS: &str = "a phase that starts by reading a load";
    let mut x = MARGIN;
    let base = 66.0;
    for group in Group::ALL {
        let high = 18.0 * group.height();
        svg.rect(x, base - high, 9.0, high, group.colour(), None);
        svg.text(x + 14.0, base - 1.0, group.label(), "start", 12.0, INK);
        x += 14.0 + svg::width(group.label(), 12.0) + 22.0;
    }
    svg.path(&format!("M {x:.1} {base} q 14 -26 28 0"), ARC);
    svg.text(x + 34.0, base - 1.0, WAITS, "start", 12.0, INK);
    x += 34.0 + svg::width(WAITS, 12.0) + 22.0;
    svg.rect(x, base - 13.0, 34.0, 15.0, BANDS[0], None);
    svg.text(x + 17.0, base - 1.5, "3 · 46", "middle", 11.0, INK);
    svg.text(x + 40.0, base - 1.0, "phase 3, 46 cycles", "start", 12.0, INK);
}

/// A row that is being drawn.
struct RowPainter<'a> {
    one: &'a Analysis,
    scale: Scale,
    row: &'a Row,
    top: f64,
}

impl RowPainter<'_> {
    fn x(&self, cycle: u64) -> f64 {
        MARGIN + (cycle as f64 - self.row.cycles.start as f64) * self.scale.per_cycle
    }

    /// The baseline of the bars.
    fn floor(&self) -> f64 {
        self.top + ARCS + BARS
    }

    fn ground(&self, number: usize) -> &'static str {
        BANDS[number % BANDS.len()]
    }

    /// The background of the bars, in the phase's colour.
    fn grounds(&self, svg: &mut Svg) {
        for segment in &self.row.segments {
            let (from, to) = (self.x(segment.cycles.start), self.x(segment.cycles.end));
            svg.faint(from, self.top + ARCS, to - from, BARS, self.ground(segment.phase));
        }
    }

    fn bars(&self, svg: &mut Svg) {
        for bar in &self.row.bars {
            let group = Group::of(&self.one.listing.code.instructions[bar.at]);
            let (from, to) = (self.x(bar.cycles.start), self.x(bar.cycles.end));
            let width = to - from;
            // A narrow gap between bars that are wide enough.
            let free = if width >= 3.0 { (width * 0.12).min(1.5) } else { 0.0 };
            let high = BARS * group.height();
            let label = format!("{}: {}", bar.at, self.one.listing.lines[bar.at].text);
            let place = (from + free / 2.0, self.floor() - high);
            svg.rect(place.0, place.1, width - free, high, group.colour(), Some(&label));
        }
    }

    fn bands(&self, svg: &mut Svg) {
        for segment in &self.row.segments {
            let (from, to) = (self.x(segment.cycles.start), self.x(segment.cycles.end));
            let length = self.one.timing.lengths()[segment.phase];
            let number = segment.phase + 1;
            let long = format!("{number} · {length}");
            let label = format!("phase {number}: {length} cycles");
            svg.rect(from, self.floor(), to - from, BAND, self.ground(segment.phase), Some(&label));
            let fits = |text: &str| svg::width(text, 12.0) + 4.0 <= to - from;
            let short = number.to_string();
            let text = [&long, &short].into_iter().find(|text| fits(text));
            if let (true, Some(text)) = (segment.labelled, text) {
                svg.text((from + to) / 2.0, self.floor() + 16.0, text, "middle", 12.0, INK);
            }
            if segment.starts {
                // A start that waits for a load is emphasised over starts of blocks.
                let waits =
                    matches!(self.one.phases.list()[segment.phase].start, PhaseStart::LongLatencyUse { .. });
                let (ink, width) = if waits { (INK, 1.3) } else { (FAINT, 0.7) };
                svg.line((from, self.top + ARCS), (from, self.floor() + BAND), ink, width);
            }
        }
    }

    fn axis(&self, svg: &mut Svg) {
        let y = self.floor() + BAND;
        let (from, to) = (self.x(self.row.cycles.start), self.x(self.row.cycles.end));
        svg.line((from, y), (to, y), FAINT, 0.8);
        let step = self.scale.tick;
        let first = self.row.cycles.start.div_ceil(step) * step;
        for cycle in (first..=self.row.cycles.end).step_by(step as usize) {
            let x = self.x(cycle);
            svg.line((x, y), (x, y + 4.0), FAINT, 0.8);
            svg.text(x, y + 16.0, &cycle.to_string(), "middle", 11.0, FAINT);
        }
    }

    /// Arcs of waits that start or end in this row; an arc to another row is cut at the edge.
    fn arcs(&self, svg: &mut Svg) {
        let foot = self.top + ARCS;
        for phase in self.one.phases.list() {
            let PhaseStart::LongLatencyUse { producer, .. } = phase.start else { continue };
            let start = self.row.bar(producer).map(|bar| (self.x(bar.start) + self.x(bar.end)) / 2.0);
            let end = self.row.bar(phase.code.start).map(|bar| self.x(bar.start));
            let rise = |width: f64| (10.0 + width * 0.14).min(ARCS - 6.0);
            match (start, end) {
                (Some(start), Some(end)) => {
                    // The top of a Bézier curve is at three quarters of its control points' height.
                    let summit = foot - rise(end - start) / 0.75;
                    let (one, two) = (start + (end - start) * 0.15, end - (end - start) * 0.15);
                    let path = format!(
                        "M {start:.1} {foot:.1} C {one:.1} {summit:.1} {two:.1} {summit:.1} {end:.1} {foot:.1}"
                    );
                    // An arrowhead would hide a load next to its use.
                    if end - start < 8.0 { svg.path(&path, ARC) } else { svg.arrow(&path, ARC) }
                }
                (Some(start), None) => {
                    let edge = self.x(self.row.cycles.end) + 10.0;
                    let high = foot - rise(edge - start);
                    let handle = start + (edge - start) * 0.2;
                    svg.path(
                        &format!("M {start:.1} {foot:.1} Q {handle:.1} {high:.1} {edge:.1} {high:.1}"),
                        ARC,
                    );
                }
                (None, Some(end)) => {
                    let edge = MARGIN - 10.0;
                    let high = foot - rise(end - edge);
                    let handle = end - (end - edge) * 0.2;
                    svg.arrow(
                        &format!("M {edge:.1} {high:.1} Q {handle:.1} {high:.1} {end:.1} {foot:.1}"),
                        ARC,
                    );
                }
                (None, None) => continue,
            }
            if let Some(start) = start {
                svg.dot(start, foot, ARC);
            }
        }
    }
}
