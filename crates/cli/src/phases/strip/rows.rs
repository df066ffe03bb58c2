//! Where everything in the strip lies, in cycles: the code wrapped into rows.

use crate::phases::analysis::Analysis;
use std::ops::Range;

/// Pixels of a cycle: no fewer, so that bars can be told apart; no more, so that short code is not inflated.
const PER_CYCLE: Range<f64> = 1.7..14.0;

/// Pixels between ticks, at least.
const TICKS: f64 = 48.0;

/// How long a cycle is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    /// Pixels of a cycle.
    pub per_cycle: f64,
    /// Cycles that fit into a row.
    pub cycles_per_row: u64,
    /// Cycles between ticks.
    pub tick: u64,
}

impl Scale {
    /// For so many cycles in rows of so many pixels: as few rows as can be, all about equally full.
    pub fn new(cycles: f64, width: f64) -> Scale {
        let rows = (cycles * PER_CYCLE.start / width).ceil().max(1.0);
        let cycles_per_row = (cycles / rows).ceil().max(1.0);
        let per_cycle = (width / cycles_per_row).min(PER_CYCLE.end);
        let steps = (0..12).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
        let tick = steps.into_iter().find(|&step| step as f64 * per_cycle >= TICKS).unwrap_or(u64::MAX);
        // A last instruction may stand out a little; better than a row for it alone.
        Scale { per_cycle, cycles_per_row: cycles_per_row as u64, tick }
    }
}

/// An instruction's place.
#[derive(Debug, Clone)]
pub struct Bar {
    /// The instruction.
    pub at: usize,
    /// From the beginning of the code.
    pub cycles: Range<u64>,
}

/// The part of a phase that is in a row.
#[derive(Debug, Clone)]
pub struct Part {
    /// The phase, from 0.
    pub phase: usize,
    /// From the beginning of the code.
    pub cycles: Range<u64>,
    /// Whether the phase starts here rather than in a row before.
    pub starts: bool,
    /// Whether this is the phase's longest part, where its label stands.
    pub labelled: bool,
}

/// A row of the strip.
#[derive(Debug, Clone)]
pub struct Row {
    /// From the beginning of the code.
    pub cycles: Range<u64>,
    /// Its instructions.
    pub bars: Vec<Bar>,
    /// Its phases.
    pub parts: Vec<Part>,
}

impl Row {
    /// Where an instruction lies, if it is in this row.
    pub fn bar(&self, at: usize) -> Option<Range<u64>> {
        let first = self.bars.first()?.at;
        self.bars.get(at.checked_sub(first)?).map(|bar| bar.cycles.clone())
    }
}

/// The code in rows of whole instructions.
pub fn rows(one: &Analysis, cycles_per_row: u64) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut now = 0;
    for (at, item) in one.listing.code.instructions.iter().enumerate() {
        let cycles = now..now + u64::from(one.latencies.of(item.class));
        now = cycles.end;
        let full = rows.last().is_none_or(|row| cycles.start >= row.cycles.start + cycles_per_row);
        if full {
            rows.push(Row { cycles: cycles.start..cycles.start, bars: Vec::new(), parts: Vec::new() });
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
        match self.parts.last_mut() {
            Some(part) if part.phase == phase => part.cycles.end = bar.cycles.end,
            _ => {
                let starts = one.phases.list()[phase].code.start == bar.at;
                self.parts.push(Part { phase, cycles: bar.cycles.clone(), starts, labelled: false });
            }
        }
        self.bars.push(bar);
    }
}

/// Chooses the part of each phase that has its label.
fn label(rows: &mut [Row]) {
    let mut longest: Vec<(usize, u64)> = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        for part in &row.parts {
            let cycles = part.cycles.end - part.cycles.start;
            match longest.get_mut(part.phase) {
                Some(best) if best.1 >= cycles => {}
                Some(best) => *best = (number, cycles),
                None => longest.push((number, cycles)),
            }
        }
    }
    for (number, row) in rows.iter_mut().enumerate() {
        for part in &mut row.parts {
            part.labelled = longest.get(part.phase).is_some_and(|best| best.0 == number);
        }
    }
}
