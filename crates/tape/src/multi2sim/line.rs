//! The line of an executed instruction.

use super::error::{Reason, shown};
use super::listing::{KernelCode, kind};
use super::pages::Pages;
use super::words::Words;
use std::path::Path;
use warploom_kernel::code::{AccessKind, Effect, Instruction};
use warploom_kernel::execute::LaneMask;
use warploom_kernel::gcn::LANES;
use warploom_kernel::tape::WarpTape;

const OFFSET: &str = "a hexadecimal byte offset";
const CYCLES: &str = "the cycles since the previous fetch";
const KIND: &str = "the kind of the instruction";
const DIRECTION: &str = "r, w or a";
const MASK: &str = "a hexadecimal lane mask";
const BYTES: &str = "a number of bytes";
const ADDRESS: &str = "a hexadecimal address";
const RUN: &str = "DIFFERENCE*REPEATS, two decimal numbers";

/// A wavefront that is being read.
#[derive(Clone, Copy)]
pub(super) struct WaveContext<'a> {
    pub(super) kernel: &'a str,
    pub(super) code: &'a KernelCode,
    pub(super) pages: &'a Pages,
    pub(super) launch_file: &'a Path,
    /// Lanes that have a work-item.
    pub(super) lanes: u64,
}

/// An instruction appended to a tape.
pub(super) struct TakenLine {
    /// Cycles since the wavefront's previous fetch.
    pub(super) cycles: u64,
    /// Whether the wavefront ends.
    pub(super) ends: bool,
}

impl WaveContext<'_> {
    /// Reads a line and appends its instruction and access to `tape`.
    pub(super) fn take(&self, mut words: Words<'_>, tape: &mut WarpTape) -> Result<TakenLine, Reason> {
        let (offset, cycles) = (words.hexadecimal(OFFSET)?, words.decimal(CYCLES)?);
        let Some((pc, instruction)) = self.code.at(offset) else {
            return Err(Reason::Offset { offset, kernel: self.kernel.to_owned() });
        };
        let (found, expected) = (words.expect(KIND)?, kind(instruction));
        if found.chars().ne([expected]) {
            let (found, opcode) = (shown(found), instruction.opcode.to_string());
            return Err(Reason::Kind { found, opcode, expected });
        }
        let mut addresses = [0; LANES];
        let lanes = match (expected, instruction.effect) {
            ('M', Effect::Memory { bytes, .. }) => {
                addresses[0] = self.scalar(words, instruction, bytes)?;
                1
            }
            ('G' | 'L', Effect::Memory { kind, bytes, .. }) => {
                self.vector(words, (instruction, expected, kind, bytes), &mut addresses)?
            }
            // Cache and exchange instructions access no memory; the format has no fields for them.
            _ => {
                words.end()?;
                self.lanes
            }
        };
        tape.step(pc, LaneMask(lanes));
        if lanes != 0 && instruction.accesses() {
            tape.access(LaneMask(lanes), &addresses);
        }
        Ok(TakenLine { cycles, ends: expected == 'E' })
    }

    /// Reads the access of a scalar load. Returns its physical address.
    fn scalar(&self, mut words: Words<'_>, instruction: &Instruction, bytes: u32) -> Result<u64, Reason> {
        // The hardware ignores the lowest two bits.
        let address = self.physical(words.hexadecimal(ADDRESS)? & !3)?;
        check_bytes(words.decimal(BYTES)?, instruction, bytes)?;
        words.end()?;
        Ok(address)
    }

    /// Reads the access of a vector memory or LDS instruction into `addresses`, one per lane. Returns the active lanes.
    fn vector(
        &self,
        mut words: Words<'_>,
        (instruction, letter, kind, bytes): (&Instruction, char, AccessKind, u32),
        addresses: &mut [u64; LANES],
    ) -> Result<u64, Reason> {
        check_direction(words.expect(DIRECTION)?, instruction, kind)?;
        let mask = words.hexadecimal(MASK)?;
        if mask & !self.lanes != 0 {
            return Err(Reason::Lanes { mask, lanes: self.lanes });
        }
        let found = words.decimal(BYTES)?;
        if mask != 0 {
            check_bytes(found, instruction, bytes)?;
        }
        let mut stale = None;
        if letter == 'L' {
            check_accesses(&mut words, instruction, mask)?;
            let (active, rest) = words.rest().split_once('|').unzip();
            words = active.map_or(words, Words::new);
            stale = rest;
        }
        read_addresses(words, mask, addresses)?;
        if letter == 'G' {
            for lane in LaneMask(mask).lanes() {
                addresses[lane] = self.physical(addresses[lane])?;
            }
        }
        for text in stale.iter().flat_map(|stale| stale.split('|')) {
            check_stale(Words::new(text), !mask)?;
        }
        Ok(mask)
    }

    fn physical(&self, address: u64) -> Result<u64, Reason> {
        let no_page = || Reason::NoPage { address, file: self.launch_file.to_owned() };
        self.pages.physical(address).ok_or_else(no_page)
    }
}

fn check_direction(found: &str, instruction: &Instruction, kind: AccessKind) -> Result<(), Reason> {
    let expected = match kind {
        AccessKind::Load => 'r',
        AccessKind::Store => 'w',
        _ => 'a',
    };
    // `g` marks accesses that bypass the L1 (glc); the listing has the modifier.
    if found.strip_suffix('g').unwrap_or(found).chars().eq([expected]) {
        return Ok(());
    }
    Err(Reason::Direction { found: shown(found), opcode: instruction.opcode.to_string(), expected })
}

fn check_bytes(found: u64, instruction: &Instruction, expected: u32) -> Result<(), Reason> {
    if found == u64::from(expected) {
        return Ok(());
    }
    Err(Reason::Bytes { found, opcode: instruction.opcode.to_string(), expected })
}

/// Checks the accesses per lane of an LDS instruction. Without active lanes the field may be missing.
fn check_accesses(words: &mut Words<'_>, instruction: &Instruction, mask: u64) -> Result<(), Reason> {
    if mask == 0 && words.rest().starts_with('-') {
        return Ok(());
    }
    match words.decimal("the accesses per lane")? {
        accesses @ 0..=1 if accesses == 1 || mask == 0 => Ok(()),
        accesses => Err(Reason::PerLane { opcode: instruction.opcode.to_string(), accesses }),
    }
}

/// Checks the last accesses of inactive lanes, which Multi2Sim repeats.
fn check_stale(mut words: Words<'_>, inactive: u64) -> Result<(), Reason> {
    let direction = words.expect(DIRECTION)?;
    if !["r", "w", "a"].contains(&direction) {
        return Err(Reason::Field { expected: DIRECTION, found: shown(direction) });
    }
    let mask = words.hexadecimal(MASK)?;
    if mask & !inactive != 0 {
        return Err(Reason::Lanes { mask, lanes: inactive });
    }
    read_addresses(words, mask, &mut [0; LANES])
}

/// Reads the address of each lane of `mask`: the first address, and runs of differences; `-` if there is no lane.
fn read_addresses(mut words: Words<'_>, mask: u64, addresses: &mut [u64; LANES]) -> Result<(), Reason> {
    let lanes = mask.count_ones();
    if mask == 0 {
        return match words.expect("`-`")? {
            "-" => words.end(),
            _ => Err(Reason::AddressCount { lanes, addresses: 1 }),
        };
    }
    let mut active = LaneMask(mask).lanes();
    let mut address = words.hexadecimal(ADDRESS)?;
    let mut count = 1;
    if let Some(lane) = active.next() {
        addresses[lane] = address;
    }
    while let Some(run) = words.word() {
        let (difference, repeats) = difference_run(run)?;
        for _ in 0..repeats {
            count += 1;
            let Some(lane) = active.next() else {
                return Err(Reason::AddressCount { lanes, addresses: count });
            };
            address = address.checked_add_signed(difference).ok_or(Reason::Overflow)?;
            addresses[lane] = address;
        }
    }
    match active.next() {
        None => Ok(()),
        Some(_) => Err(Reason::AddressCount { lanes, addresses: count }),
    }
}

/// Reads a difference and the number of times that it repeats.
fn difference_run(text: &str) -> Result<(i64, u64), Reason> {
    let parsed = text.split_once('*').and_then(|(difference, repeats)| {
        Some((difference.parse::<i64>().ok()?, repeats.parse::<u64>().ok()?))
    });
    parsed.ok_or_else(|| Reason::Field { expected: RUN, found: shown(text) })
}
