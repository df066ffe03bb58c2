//! Warp-level communication: shuffles, votes, matches and reductions.
//!
//! PTX lane masks have 32 bits. In a 64-lane wavefront, each half communicates like a 32-lane warp.
//! A program therefore computes the same results with both widths.

use super::alu::{Results, Sources};
use super::decode::Collective;
use crate::ptx::isa::Mod;

/// Lanes covered by a PTX lane mask.
const HALF: usize = 32;

/// Lanes in the mask of a collective that do not execute it, relative to their half.
pub(super) struct MissingLanes {
    pub named: u64,
    pub missing: u64,
    pub lane: usize,
}

/// Checks that all live lanes in the member mask are active.
pub(super) fn check<const W: usize>(members: &[u32; W], active: u64, live: u64) -> Result<(), MissingLanes> {
    for (first, here) in halves::<W>(active) {
        let named = u64::from(members[first + here.trailing_zeros() as usize]);
        let alive = live >> first & 0xffff_ffff;
        let missing = named & alive & !here;
        if missing != 0 {
            return Err(MissingLanes { named, missing, lane: first + here.trailing_zeros() as usize });
        }
    }
    Ok(())
}

/// Halves with active lanes: the first lane, and the active lanes relative to it.
fn halves<const W: usize>(active: u64) -> impl Iterator<Item = (usize, u64)> {
    let half = move |first: usize| (first, active >> first & 0xffff_ffff);
    (0..W).step_by(HALF).map(half).filter(|(_, here)| *here != 0)
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

/// Computes `op` for the lanes of `active`.
pub(super) fn collect<const W: usize>(
    op: Collective,
    wide: bool,
    x: &Sources<'_, W>,
    active: u64,
    r: &mut Results<W>,
) {
    r.p = [0; 2];
    for (first, here) in halves::<W>(active) {
        match op {
            Collective::Shuffle(mode, _) => shuffle(mode, x, first, here, r),
            Collective::Vote(mode, _) => vote(mode, x.p[0] >> first, first, here, r),
            Collective::MatchAny | Collective::MatchAll => {
                let value = |lane: usize| match wide {
                    true => x.l[0][first + lane],
                    false => u64::from(x.s[0][first + lane]),
                };
                let equal = |to: u64| lanes(here).filter(|&l| value(l) == to).fold(0u32, |m, l| m | 1 << l);
                for lane in lanes(here) {
                    let same = equal(value(lane));
                    let all = u64::from(same) == here;
                    r.s[first + lane] = if op == Collective::MatchAny || all { same } else { 0 };
                    r.p[1] |= u64::from(all) << (first + lane);
                }
            }
            Collective::Redux(mode, signed) => {
                let mut values = lanes(here).map(|lane| x.s[0][first + lane]);
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
                let named = u64::from(x.s[0][first + here.trailing_zeros() as usize]) & here;
                let leader = named.trailing_zeros().min(31);
                lanes(here).for_each(|lane| r.s[first + lane] = leader);
                r.p[1] |= 1 << (first as u32 + leader);
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

fn vote<const W: usize>(mode: Mod, holds: u64, first: usize, here: u64, r: &mut Results<W>) {
    let yes = holds & here;
    let answer = match mode {
        Mod::All => yes == here,
        Mod::Any => yes != 0,
        Mod::Uni => yes == 0 || yes == here,
        _ => {
            lanes(here).for_each(|lane| r.s[first + lane] = yes as u32);
            return;
        }
    };
    if answer {
        r.p[0] |= here << first;
    }
}
