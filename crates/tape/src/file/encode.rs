//! Encoder from CTAs to columns.

use super::columns::{Columns, LISTED, Sizes, WIDE};
use std::collections::HashMap;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::tape::{Addresses, Cta, InstructionRun, Warp};

/// Limit of instruction numbers (exclusive).
pub(super) const MAX_NUMBER: u32 = 1 << 25;

/// State of an instruction, by its number.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// Whether it accesses memory; `None` before its first execution.
    accesses: Option<bool>,
    /// Batch in which `last` was set, from 1.
    batch: u32,
    /// First active address of its last access.
    last: u64,
}

/// Page table of instruction states: numbers may have wide gaps.
const PAGE: usize = 1 << 12;

#[derive(Default)]
struct Slots {
    pages: Vec<Option<Box<[Slot]>>>,
}

impl Slots {
    /// States from `number` to the end of its page.
    fn from(&mut self, number: u32) -> &mut [Slot] {
        let (page, at) = (number as usize / PAGE, number as usize % PAGE);
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        &mut self.pages[page].get_or_insert_with(|| vec![Slot::default(); PAGE].into())[at..]
    }

    /// Executed numbers, and whether each accesses memory.
    fn executed(&self) -> impl Iterator<Item = (u32, bool)> {
        let pages = self.pages.iter().enumerate().filter_map(|(page, slots)| Some((page, slots.as_ref()?)));
        pages.flat_map(|(page, slots)| {
            slots
                .iter()
                .enumerate()
                .filter_map(move |(at, slot)| Some(((page * PAGE + at) as u32, slot.accesses?)))
        })
    }
}

/// Encoder of CTAs.
#[derive(Default)]
pub(super) struct Encoder {
    pub columns: Columns,
    slots: Slots,
    batch: u32,
    /// Rows that store runs, by a hash of the runs.
    rows: HashMap<u64, u32>,
}

impl Encoder {
    /// Starts a batch.
    pub fn clear(&mut self) {
        self.columns.resize(Sizes([0; 5]));
        self.rows.clear();
        self.batch += 1;
    }

    /// Starts a launch with other instructions.
    pub fn forget(&mut self) {
        self.slots = Slots::default();
    }

    /// Executed numbers of the launch, ascending, and whether each accesses memory.
    pub fn executed(&self) -> impl Iterator<Item = (u32, bool)> {
        self.slots.executed()
    }

    /// Encodes a CTA.
    pub fn cta(&mut self, launch: u32, cta: &Cta, accesses: impl Fn(u32) -> bool) -> Result<(), String> {
        let start = self.columns.cta.len();
        for index in 0..cta.warps() {
            let warp = cta.warp(index);
            let row = self.columns.cta.len() as u32;
            self.columns.launch.push(launch);
            self.columns.cta.push(cta.id().0);
            self.columns.warp.push(index as u32);
            let like = match cta.same_runs_as(index) {
                Some(earlier) => self.columns.like[start + earlier],
                None => self.runs(row, warp.runs()),
            };
            self.columns.like.push(like);
            self.accesses(&warp, &accesses).map_err(|reason| format!("warp {index}: {reason}"))?;
            let Columns { run_ends, access_ends, offset_ends, wide_ends, first, base, offset, wide, .. } =
                &mut self.columns;
            run_ends.push(first.len() as u32);
            access_ends.push(base.len() as u32);
            offset_ends.push(offset.len() as u32);
            wide_ends.push(wide.len() as u32);
        }
        Ok(())
    }

    /// First row with these runs; `row` if they are new.
    fn runs(&mut self, row: u32, runs: &[InstructionRun]) -> u32 {
        let Columns { first, count, lanes, run_ends, .. } = &mut self.columns;
        let start = first.len();
        first.extend(runs.iter().map(|run| run.first.0));
        count.extend(runs.iter().map(|run| run.count));
        lanes.extend(runs.iter().map(|run| run.lanes.0));
        let hash = super::digest([
            bytemuck::cast_slice(&first[start..]),
            bytemuck::cast_slice(&count[start..]),
            bytemuck::cast_slice(&lanes[start..]),
        ]);
        let like = *self.rows.entry(hash as u64).or_insert(row);
        if like == row {
            return row;
        }
        // A hash collision: the row stores its own runs.
        let there = run_ends[like as usize] as usize..run_ends[like as usize + 1] as usize;
        let same = first[there.clone()] == first[start..]
            && count[there.clone()] == count[start..]
            && lanes[there] == lanes[start..];
        if !same {
            return row;
        }
        first.truncate(start);
        count.truncate(start);
        lanes.truncate(start);
        like
    }

    fn accesses(&mut self, warp: &Warp<'_>, accesses: impl Fn(u32) -> bool) -> Result<(), String> {
        let mut done = 0;
        for run in warp.runs() {
            let mut number = run.first.0;
            let end = number.checked_add(run.count).filter(|&end| end <= MAX_NUMBER && end > number);
            let end =
                end.ok_or_else(|| format!("invalid run of {} instructions from {number}", run.count))?;
            while number < end {
                let slots = self.slots.from(number);
                let length = slots.len().min((end - number) as usize);
                for slot in &mut slots[..length] {
                    let known = *slot.accesses.get_or_insert_with(|| accesses(number));
                    number += 1;
                    if !known || run.lanes.0 == 0 {
                        continue;
                    }
                    if done == warp.accesses() {
                        return Err(format!("{done} accesses, but the instructions need more"));
                    }
                    let addresses = warp.addresses(done, run.lanes.count());
                    done += 1;
                    if slot.batch != self.batch {
                        (slot.batch, slot.last) = (self.batch, 0);
                    }
                    slot.last = push(&mut self.columns, run.lanes, addresses, slot.last);
                }
            }
        }
        match warp.accesses() {
            all if all != done => Err(format!("{all} accesses, but the instructions need {done}")),
            _ => Ok(()),
        }
    }
}

/// Encodes an access relative to `last`, the first active address of the previous one, and returns the new one.
fn push(columns: &mut Columns, lanes: LaneMask, addresses: Addresses<'_>, last: u64) -> u64 {
    let mut list = |addresses: &mut dyn Iterator<Item = u64>| {
        let first = addresses.next().unwrap_or(last);
        columns.base.push(first.wrapping_sub(last) as i64);
        columns.stride.push(LISTED);
        let mut before = first;
        for address in addresses {
            let difference = address.wrapping_sub(before) as i64;
            before = address;
            let short = i16::try_from(difference).ok().filter(|&short| short != WIDE);
            columns.offset.push(short.unwrap_or(WIDE));
            columns.wide.extend(short.is_none().then_some(difference));
        }
        first
    };
    match addresses {
        Addresses::Listed(listed) => list(&mut listed.iter().copied()),
        // This stride value marks non-affine addresses.
        Addresses::Affine { stride: LISTED, .. } => list(&mut addresses.of(lanes)),
        Addresses::Affine { base, stride } => {
            columns.base.push(base.wrapping_sub(last) as i64);
            columns.stride.push(stride);
            base
        }
    }
}
