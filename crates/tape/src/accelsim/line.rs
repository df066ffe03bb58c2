//! A line of an instruction: what a warp executed, with which lanes, at which addresses.

use super::code_builder::{Access, CodeBuilder, Dialect};
use super::error::{Reason, shown};
use super::fields::{Fields, Parse, number};
use super::role::Role;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::{InstructionRun, WarpTape};

/// The lanes of a warp in a trace.
const LANES: usize = 32;

/// Where a warp is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WarpProgress {
    /// The instruction before, by the number that control flow is judged by, and its role.
    before: Option<(u32, Role)>,
    /// The first run of the stretch that the warp is in, and how many of the run's instructions come before it.
    stretch: (usize, u32),
}

/// Addresses as a line gives them.
enum ParsedAddresses {
    /// At equal distances.
    Affine { base: u64, stride: i32 },
    /// In `addresses`, each lane at its place.
    Listed { first: u64 },
}

/// Puts an executed instruction on a warp's tape. `lanes` are those that the warp has.
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

/// Reads the addresses of the active lanes.
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
            // Side by side: shifted down to lane 0, one less than a power of two.
            let run = u64::from(mask) >> first;
            if run & (run + 1) != 0 {
                return Err(Box::new(Reason::Gap { mask }));
            }
            let Ok(stride) = i32::try_from(stride) else {
                let found = stride.to_string();
                let expected = "how far lanes are apart, a decimal number of 32 bits";
                return Err(Box::new(Reason::Field { expected, found }));
            };
            // Of one lane alone any stride would do.
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

/// Reads what a tracer's version puts at the end of every line: the immediate operands.
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
                // What registers held follows; a tape has no place for it.
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

/// Puts the instruction on the tape, and notes what its way there tells of the code.
#[inline]
fn step(code: &mut CodeBuilder, at: u32, lanes: LaneMask, progress: &mut WarpProgress, tape: &mut WarpTape) {
    let entry = code.entry(at);
    let (flow, role, number) = (entry.flow, entry.role, entry.number);
    let (straight, same_stretch) = match progress.before {
        None => (false, false),
        // The halves of an asynchronous copy are one instruction.
        Some((before, was)) => {
            let straight = before.wrapping_add(1) == flow || before == flow && is_half(was, role);
            (straight, straight && !changes_lanes(was))
        }
    };
    if !straight {
        entry.leader = true;
    }
    if !same_stretch {
        end_stretch(code, progress, tape);
    }
    tape.step(Pc(number), lanes);
    if let (false, [earlier @ .., run]) = (same_stretch, tape.runs()) {
        progress.stretch = (earlier.len(), run.count - 1);
    }
    progress.before = Some((flow, role));
}

fn is_half(before: Role, role: Role) -> bool {
    matches!((before, role), (Role::SharedStore, Role::AsyncCopy) | (Role::AsyncCopy, Role::SharedStore))
}

/// Whether other lanes may be active after it: where warps diverge, meet or end.
fn changes_lanes(role: Role) -> bool {
    matches!(role, Role::Branch | Role::Control | Role::Wait | Role::Barrier | Role::Fence)
}

/// Between two instructions that may change which lanes are active, all instructions have the same lanes, unless a guard
/// takes some away: those with fewer are guarded.
#[inline]
pub(super) fn end_stretch(code: &mut CodeBuilder, progress: &WarpProgress, tape: &WarpTape) {
    let (first, skipped) = progress.stretch;
    let runs = tape.runs().get(first..).unwrap_or_default();
    // Nearly always, all have the same.
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
