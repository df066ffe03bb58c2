//! Warp-level communication: shuffles, votes, matches and reductions.
//!
//! PTX lane masks have 32 bits. In a 64-lane wavefront, each half communicates like a 32-lane warp.
//! A program therefore computes the same results with both widths.

use super::decode::Collective;
use crate::execute::lanes::{Results, Sources};
use crate::ptx::isa::Mod;

/// Lanes covered by a PTX lane mask.
const HALF: usize = 32;

/// Lanes of a half that execute a collective with the same member mask, relative to the first lane of the half.
///
/// Tiles of a warp execute one instruction with one mask each. Lanes communicate within their own group only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Group {
    first: usize,
    lanes: u64,
    named: u64,
}

impl Group {
    /// Lanes that take part: those that execute the instruction and that its mask names.
    fn members(self) -> u64 {
        self.lanes & self.named
    }
}

/// Groups of the active lanes. Without a mask, the active lanes of a half are one group.
fn groups<const W: usize>(masks: Option<&[u32; W]>, active: u64) -> impl Iterator<Item = Group> {
    let mut rest = active;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let first = rest.trailing_zeros() as usize / HALF * HALF;
        let here = rest >> first & 0xffff_ffff;
        let group = match masks {
            None => Group { first, lanes: here, named: here },
            Some(masks) => {
                let mask = masks[first + here.trailing_zeros() as usize];
                let same =
                    (0..HALF).filter(|lane| masks[first + lane] == mask).fold(0, |all, lane| all | 1 << lane);
                Group { first, lanes: here & same, named: u64::from(mask) }
            }
        };
        rest &= !(group.lanes << first);
        Some(group)
    })
}

/// A violation of the rules for member masks.
pub(super) enum MaskError {
    /// Live lanes in the mask do not execute the instruction with this mask. Masks are relative to the half.
    Missing { named: u64, missing: u64, lane: usize },
    /// The mask of a lane does not name the lane itself.
    Outside { named: u64, lane: usize },
}

/// Checks the member mask of each active lane: all live lanes that it names execute the instruction with the same mask, and the lane
/// is one of them.
pub(super) fn check<const W: usize>(masks: &[u32; W], active: u64, live: u64) -> Result<(), MaskError> {
    let lane = |group: Group, lanes: u64| group.first + lanes.trailing_zeros() as usize;
    let mut outside = None;
    for group in groups(Some(masks), active) {
        let missing = group.named & (live >> group.first) & !group.lanes;
        if missing != 0 {
            return Err(MaskError::Missing { named: group.named, missing, lane: lane(group, group.lanes) });
        }
        let strangers = group.lanes & !group.named;
        if strangers != 0 && outside.is_none() {
            outside = Some(MaskError::Outside { named: group.named, lane: lane(group, strangers) });
        }
    }
    outside.map_or(Ok(()), Err)
}

fn lanes(mask: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |lane| mask >> lane & 1 == 1)
}

/// Index of the source that holds the member mask, if the operation has one.
pub(super) fn mask_operand(op: Collective) -> Option<usize> {
    match op {
        Collective::Shuffle(_, true) => Some(3),
        Collective::Vote(_, true) | Collective::MatchAny | Collective::MatchAll | Collective::Redux(..) => {
            Some(1)
        }
        Collective::Elect => Some(0),
        Collective::Shuffle(_, false) | Collective::Vote(_, false) => None,
    }
}

/// Computes `op` for the lanes of `active`, each group of equal member masks by itself.
pub(super) fn collect<const W: usize>(
    op: Collective,
    wide: bool,
    x: &Sources<'_, W>,
    active: u64,
    r: &mut Results<W>,
) {
    r.p = [0; 2];
    for group in groups(mask_operand(op).map(|operand| x.s[operand]), active) {
        let Group { first, lanes: here, .. } = group;
        let members = group.members();
        match op {
            Collective::Shuffle(mode, _) => shuffle(mode, x, first, here, r),
            Collective::Vote(mode, _) => vote(mode, x.p[0], group, r),
            Collective::MatchAny | Collective::MatchAll => {
                let value = |lane: usize| match wide {
                    true => x.l[0][first + lane],
                    false => u64::from(x.s[0][first + lane]),
                };
                let equal =
                    |to: u64| lanes(members).filter(|&l| value(l) == to).fold(0u32, |m, l| m | 1 << l);
                for lane in lanes(here) {
                    let same = equal(value(lane));
                    let all = u64::from(same) == members;
                    r.s[first + lane] = if op == Collective::MatchAny || all { same } else { 0 };
                    r.p[1] |= u64::from(all) << (first + lane);
                }
            }
            Collective::Redux(mode, signed) => {
                let mut values = lanes(members).map(|lane| x.s[0][first + lane]);
                let start = values.next().unwrap_or(0);
                let total = values.fold(start, |a, b| match (mode, signed) {
                    (Mod::Add, _) => a.wrapping_add(b),
                    (Mod::Min, true) => (a as i32).min(b as i32) as u32,
                    (Mod::Max, true) => (a as i32).max(b as i32) as u32,
                    (Mod::Min, false) => a.min(b),
                    (Mod::Max, false) => a.max(b),
                    (Mod::And, _) => a & b,
                    (Mod::Or, _) => a | b,
                    _ => a ^ b,
                });
                lanes(here).for_each(|lane| r.s[first + lane] = total);
            }
            Collective::Elect => {
                let leader = members.trailing_zeros().min(31);
                lanes(here).for_each(|lane| r.s[first + lane] = leader);
                r.p[1] |= (members & 1 << leader) << first;
            }
        }
    }
}

fn shuffle<const W: usize>(mode: Mod, x: &Sources<'_, W>, first: usize, here: u64, r: &mut Results<W>) {
    for lane in lanes(here) {
        let l = lane as u32;
        let (b, c) = (x.s[1][first + lane] & 31, x.s[2][first + lane]);
        let (clamp, segment) = (c & 31, c >> 8 & 31);
        let last = l & segment | clamp & !segment;
        let (from, good) = match mode {
            Mod::Up => (l.wrapping_sub(b), l as i32 - b as i32 >= last as i32),
            Mod::Down => (l + b, l + b <= last),
            Mod::Bfly => (l ^ b, l ^ b <= last),
            _ => {
                let from = l & segment | b & !segment;
                (from, from <= last)
            }
        };
        let from = if good { from & 31 } else { l };
        r.s[first + lane] = x.s[0][first + from as usize];
        r.p[1] |= u64::from(good) << (first + lane);
    }
}

fn vote<const W: usize>(mode: Mod, holds: u64, group: Group, r: &mut Results<W>) {
    let (first, members) = (group.first, group.members());
    let yes = holds >> first & members;
    let answer = match mode {
        Mod::All => yes == members,
        Mod::Any => yes != 0,
        Mod::Uni => yes == 0 || yes == members,
        _ => {
            lanes(group.lanes).for_each(|lane| r.s[first + lane] = yes as u32);
            return;
        }
    };
    if answer {
        r.p[0] |= group.lanes << first;
    }
}
