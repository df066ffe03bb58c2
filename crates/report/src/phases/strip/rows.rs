//! Layout of the figure, in cycles: the code wrapped into rows.

use crate::phases::Analysis;
use std::ops::Range;

/// Range of pixels per cycle: enough to distinguish bars, and not so many that short code fills the figure.
const PER_CYCLE: Range<f64> = 1.7..14.0;

/// Minimum distance between ticks, in pixels.
const TICKS: f64 = 48.0;

/// The scale of the time axis.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    /// Pixels per cycle.
    pub per_cycle: f64,
    /// Cycles that fit into a row.
    pub cycles_per_row: u64,
    /// Cycles between ticks.
    pub tick: u64,
}

impl Scale {
    /// The scale for `cycles` in rows of `width` pixels: as few rows as possible, about equally full.
    pub fn new(cycles: f64, width: f64) -> Scale {
        let rows = (cycles * PER_CYCLE.start / width).ceil().max(1.0);
        let cycles_per_row = (cycles / rows).ceil().max(1.0);
        let per_cycle = (width / cycles_per_row).min(PER_CYCLE.end);
        let steps = (0..12).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
        let tick = steps.into_iter().find(|&step| step as f64 * per_cycle >= TICKS).unwrap_or(u64::MAX);
        // The last instruction may exceed the row a little: better than a row for it alone.
        Scale { per_cycle, cycles_per_row: cycles_per_row as u64, tick }
    }
}

/// An instruction's extent.
#[derive(Debug, Clone)]
pub struct Bar {
    /// The instruction.
    pub at: usize,
    /// Cycles from the start of the code.
    pub cycles: Range<u64>,
}

/// The segment of a phase in one row.
#[derive(Debug, Clone)]
pub struct PhaseSegment {
    /// The phase, from 0.
    pub phase: usize,
    /// Cycles from the start of the code.
    pub cycles: Range<u64>,
    /// True if the phase starts here, not in an earlier row.
    pub starts: bool,
    /// True if this is the phase's longest segment, which has the label.
    pub labelled: bool,
}

/// A row of the figure.
#[derive(Debug, Clone)]
pub struct Row {
    /// Cycles from the start of the code.
    pub cycles: Range<u64>,
    /// Its instructions.
    pub bars: Vec<Bar>,
    pub segments: Vec<PhaseSegment>,
}

impl Row {
    /// The extent of an instruction, if it is in this row.
    pub fn bar(&self, at: usize) -> Option<Range<u64>> {
        let first = self.bars.first()?.at;
        self.bars.get(at.checked_sub(first)?).map(|bar| bar.cycles.clone())
    }
}

/// Wraps the code into rows of whole instructions.
pub fn rows(one: &Analysis, cycles_per_row: u64) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut now = 0;
    for (at, &latency) in one.latencies.iter().enumerate() {
        let cycles = now..now + u64::from(latency);
        now = cycles.end;
        let full = rows.last().is_none_or(|row| cycles.start >= row.cycles.start + cycles_per_row);
        if full {
            rows.push(Row { cycles: cycles.start..cycles.start, bars: Vec::new(), segments: Vec::new() });
        }
        if let Some(row) = rows.last_mut() {
            row.add(Bar { at, cycles }, one);
        }
    }
    label(&mut rows);
    rows
}

impl Row {
    fn add(&mut self, bar: Bar, one: &Analysis) {
        let phase = one.phases.of(bar.at).0 as usize;
        self.cycles.end = bar.cycles.end;
        match self.segments.last_mut() {
            Some(segment) if segment.phase == phase => segment.cycles.end = bar.cycles.end,
            _ => {
                let starts = one.phases.list()[phase].code.start == bar.at;
                self.segments.push(PhaseSegment {
                    phase,
                    cycles: bar.cycles.clone(),
                    starts,
                    labelled: false,
                });
            }
        }
        self.bars.push(bar);
    }
}

/// Chooses the segment of each phase that has the label.
fn label(rows: &mut [Row]) {
    let mut longest: Vec<(usize, u64)> = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        for segment in &row.segments {
            let cycles = segment.cycles.end - segment.cycles.start;
            match longest.get_mut(segment.phase) {
                Some(best) if best.1 >= cycles => {}
                Some(best) => *best = (number, cycles),
                None => longest.push((number, cycles)),
            }
        }
    }
    for (number, row) in rows.iter_mut().enumerate() {
        for segment in &mut row.segments {
            segment.labelled = longest.get(segment.phase).is_some_and(|best| best.0 == number);
        }
    }
}
