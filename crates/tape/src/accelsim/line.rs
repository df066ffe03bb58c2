//! Parser of instruction lines: instruction, active lanes and addresses.

use super::code_builder::{Access, CodeBuilder, Dialect};
use super::error::{Reason, shown};
use super::fields::{Fields, Parse, number};
use super::role::Role;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::{InstructionRun, WarpTape};

/// Lanes per warp in a trace.
const LANES: usize = 32;

/// State of a warp while its lines are read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WarpProgress {
    /// Control-flow number and role of the previous instruction.
    before: Option<(u32, Role)>,
    /// Start of the current region: index of its first run, and number of instructions of that run before it.
    region: (usize, u32),
}

/// Parsed addresses of a line.
enum ParsedAddresses {
    /// Base address and stride.
    Affine { base: u64, stride: i32 },
    /// One address per lane, in a separate array.
    Listed { first: u64 },
}

/// Parses a line and appends its instruction to the tape of the warp. `lanes` are the lanes of the warp.
#[inline]
pub(super) fn take(
    line: &[u8],
    dialect: &Dialect,
    code: &mut CodeBuilder,
    lanes: u32,
    progress: &mut WarpProgress,
    tape: &mut WarpTape,
) -> Parse<()> {
    let mut fields = Fields::new(line);
    let source = match dialect.lineinfo {
        true => fields.decimal("the source line, a decimal number")?,
        false => 0,
    };
    let pc = small(&mut fields, "the instruction's address, a hexadecimal number of up to 32 bits")?;
    let mask = small(&mut fields, "the mask of active lanes, a hexadecimal number of up to 32 bits")?;
    if mask & !lanes != 0 {
        return Err(Box::new(Reason::Lanes { mask, lanes }));
    }
    let (entry, new) = match code.find(dialect.map.layout(), pc, fields.rest()) {
        Some((entry, length)) => {
            fields.pass(length);
            (entry, false)
        }
        None => code.learn(dialect, pc, u32::try_from(source).unwrap_or(0), &mut fields)?,
    };
    let mut listed = [0; LANES];
    let given = match code.entry(entry).access {
        Access::None => None,
        Access::Ignored | Access::Recorded => Some(addresses(&mut fields, mask, &mut listed)?),
    };
    let immediates = trailing(&mut fields, dialect.tracer)?;
    fields.end()?;
    if new {
        code.immediates(entry, immediates);
    }
    let entry = match given {
        Some(ParsedAddresses::Affine { base: first, .. } | ParsedAddresses::Listed { first }) => {
            code.half(entry, first)
        }
        None => entry,
    };

    let lanes = LaneMask(u64::from(mask));
    step(code, entry, lanes, progress, tape);
    if mask != 0 && code.entry(entry).access == Access::Recorded {
        match given {
            Some(ParsedAddresses::Affine { base, stride }) => tape.affine(base, stride),
            Some(ParsedAddresses::Listed { .. }) => tape.access(lanes, &listed),
            None => {}
        }
    }
    Ok(())
}

#[inline]
fn small(fields: &mut Fields<'_>, expected: &'static str) -> Parse<u32> {
    let before = *fields;
    let value = fields.hex(expected)?;
    u32::try_from(value).map_err(|_| {
        let found = before.clone().word(expected).map(shown).unwrap_or_default();
        Box::new(Reason::Field { expected, found })
    })
}

/// Parses the addresses of the active lanes.
#[inline]
fn addresses(fields: &mut Fields<'_>, mask: u32, listed: &mut [u64; LANES]) -> Parse<ParsedAddresses> {
    const BASE: &str = "the first active lane's address, a hexadecimal number";
    let mode = fields.decimal("the address mode")?;
    let first = (mask.trailing_zeros() as usize).min(LANES - 1);
    match mode {
        0 => {
            for lane in LaneMask(u64::from(mask)).lanes() {
                listed[lane] = fields.hex("an active lane's address, a hexadecimal number")?;
            }
            Ok(ParsedAddresses::Listed { first: listed[first] })
        }
        1 => {
            let base = fields.hex(BASE)?;
            let stride = fields.signed("how far lanes are apart, a decimal number of 32 bits")?;
            // The active lanes are contiguous if the shifted mask is one less than a power of two.
            let run = u64::from(mask) >> first;
            if run & (run + 1) != 0 {
                return Err(Box::new(Reason::Gap { mask }));
            }
            let Ok(stride) = i32::try_from(stride) else {
                let found = stride.to_string();
                let expected = "how far lanes are apart, a decimal number of 32 bits";
                return Err(Box::new(Reason::Field { expected, found }));
            };
            // A single lane has no stride.
            Ok(ParsedAddresses::Affine { base, stride: if run > 1 { stride } else { 0 } })
        }
        2 => {
            let mut address = fields.hex(BASE)?;
            for lane in LaneMask(u64::from(mask)).lanes() {
                if lane > first {
                    let apart =
                        fields.signed("how far an active lane is from the one before, a decimal number")?;
                    address = address.wrapping_add_signed(apart);
                }
                listed[lane] = address;
            }
            Ok(ParsedAddresses::Listed { first: listed[first] })
        }
        3 | 4 => Err(Box::new(Reason::Tma { opcode: "this instruction".to_owned() })),
        found => Err(Box::new(Reason::Mode { found })),
    }
}

/// Parses the immediate operands at the end of a line, which depend on the tracer version.
#[inline]
fn trailing(fields: &mut Fields<'_>, tracer: u32) -> Parse<[i64; 2]> {
    match tracer {
        ..5 => Ok([0; 2]),
        5 => Ok([fields.immediate()?, 0]),
        _ => {
            let first = fields.immediate()?;
            let second = match fields.peek() {
                Some(word) if number(word) => fields.immediate()?,
                _ => 0,
            };
            match fields.peek() {
                None => {}
                Some(b"NoVal") => drop(fields.word("NoVal")?),
                // Register values follow. Tapes do not contain them.
                Some(b"Val") => fields.pass(fields.clone().rest().len()),
                Some(word) => {
                    let expected = "`Val` or `NoVal`";
                    return Err(Box::new(Reason::Field { expected, found: shown(word) }));
                }
            }
            Ok([first, second])
        }
    }
}

/// Appends the instruction to the tape and updates basic blocks and guards of the static code.
#[inline]
fn step(code: &mut CodeBuilder, at: u32, lanes: LaneMask, progress: &mut WarpProgress, tape: &mut WarpTape) {
    let entry = code.entry(at);
    let (flow, role, number) = (entry.flow, entry.role, entry.number);
    let (straight, same_region) = match progress.before {
        None => (false, false),
        // Both halves of an asynchronous copy are one instruction.
        Some((before, was)) => {
            let straight = before.wrapping_add(1) == flow || before == flow && is_half(was, role);
            (straight, straight && !changes_lanes(was))
        }
    };
    if !straight {
        entry.leader = true;
    }
    if !same_region {
        end_region(code, progress, tape);
    }
    tape.step(Pc(number), lanes);
    if let (false, [earlier @ .., run]) = (same_region, tape.runs()) {
        progress.region = (earlier.len(), run.count - 1);
    }
    progress.before = Some((flow, role));
}

fn is_half(before: Role, role: Role) -> bool {
    matches!((before, role), (Role::SharedStore, Role::AsyncCopy) | (Role::AsyncCopy, Role::SharedStore))
}

/// Whether the active lanes may change after the instruction: divergence, reconvergence or exit.
fn changes_lanes(role: Role) -> bool {
    matches!(role, Role::Branch | Role::Control | Role::Wait | Role::Barrier | Role::Fence)
}

/// Ends a region of constant active lanes. Instructions with fewer lanes than others of the region are guarded.
#[inline]
pub(super) fn end_region(code: &mut CodeBuilder, progress: &WarpProgress, tape: &WarpTape) {
    let (first, skipped) = progress.region;
    let runs = tape.runs().get(first..).unwrap_or_default();
    // Common case: all instructions have the same lanes.
    if !matches!(runs, [] | [InstructionRun { lanes: LaneMask(1..), .. }]) {
        find_guarded(code, runs, skipped);
    }
}

#[cold]
fn find_guarded(code: &mut CodeBuilder, runs: &[InstructionRun], skipped: u32) {
    let all = runs.iter().fold(0, |all, run| all | run.lanes.0);
    for (at, run) in runs.iter().enumerate().filter(|(_, run)| run.lanes.0 != all || all == 0) {
        let skipped = if at == 0 { skipped } else { 0 };
        for number in run.first.0 + skipped..run.first.0 + run.count {
            if let Some(at) = code.numbered(number) {
                code.entry(at).guarded = true;
            }
        }
    }
}
