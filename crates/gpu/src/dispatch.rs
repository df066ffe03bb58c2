//! Dealing a launch's CTAs to SMs.
//!
//! CTAs wait at an SM's door before there is a place for them, so that none of its places is empty until the dealer, who hears
//! of an SM only at the end of a window, sends another. When there are no more to deal, SMs with empty places get those that
//! wait at other doors.

use crate::sm::Door;
use std::sync::{Mutex, MutexGuard, PoisonError};
use warploom_kernel::tape::Source;

/// A door, whoever else looked at it.
pub(crate) fn open(door: &Mutex<Door>) -> MutexGuard<'_, Door> {
    // Nobody panics holding one, unless the run is lost anyway.
    door.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) struct Dealer<'a, S> {
    source: &'a mut S,
    /// Whether there may be more.
    more: bool,
    dealt: u64,
    /// How many may be dealt.
    limit: u64,
    /// CTAs at each SM: on it, or at its door.
    held: Vec<u32>,
    /// Places for CTAs on an SM.
    places: u32,
    /// Whose turn it is.
    turn: usize,
    pub ended: u64,
    /// The cycle after the last in which a CTA ended.
    pub end: u64,
}

impl<'a, S: Source> Dealer<'a, S> {
    pub fn new(source: &'a mut S, sms: usize, places: u32, limit: u64, start: u64) -> Dealer<'a, S> {
        Dealer {
            source,
            more: limit > 0,
            dealt: 0,
            limit,
            held: vec![0; sms],
            places,
            turn: 0,
            ended: 0,
            end: start,
        }
    }

    /// A CTA of an SM ended.
    pub fn ended(&mut self, sm: usize, at: u64) {
        self.held[sm] -= 1;
        self.ended += 1;
        self.end = self.end.max(at + 1);
    }

    /// Whether all that were dealt have ended, and there are no more.
    pub fn is_done(&self) -> bool {
        !self.more && self.ended == self.dealt
    }

    /// Whether CTAs are left that were not dealt.
    pub fn is_cut_short(&mut self) -> Result<bool, S::Error> {
        Ok(self.dealt == self.limit && self.source.cta()?.is_some())
    }

    /// Whether CTAs are yet to begin.
    pub fn has_more(&self) -> bool {
        self.more || self.held.iter().any(|&held| held > self.places)
    }

    /// Deals to every SM that has room at its door, one in turn. Says whether any SM got one.
    pub fn deal(&mut self, doors: &[Mutex<Door>], at: u64) -> Result<bool, S::Error> {
        let most = 2 * self.places;
        let mut any = false;
        let mut passed = 0;
        while self.more && passed < self.held.len() {
            let sm = self.turn;
            if self.held[sm] >= most {
                passed += 1;
            } else if let Some(cta) = self.source.cta()? {
                open(&doors[sm]).push_back((at, cta));
                self.held[sm] += 1;
                self.dealt += 1;
                self.more = self.dealt < self.limit;
                passed = 0;
                any = true;
            } else {
                self.more = false;
                return Ok(self.share(doors) || any);
            }
            self.turn = (sm + 1) % self.held.len();
        }
        Ok(!self.more && self.share(doors) || any)
    }

    /// Moves CTAs from the longest queue to an empty place, while there are both.
    fn share(&mut self, doors: &[Mutex<Door>]) -> bool {
        let mut any = false;
        for to in 0..self.held.len() {
            while self.held[to] < self.places {
                let longest = (0..self.held.len()).max_by_key(|&sm| (self.held[sm], usize::MAX - sm));
                let Some(from) = longest.filter(|&sm| self.held[sm] > self.places) else { return any };
                let Some(moved) = open(&doors[from]).pop_back() else { return any };
                open(&doors[to]).push_back(moved);
                self.held[from] -= 1;
                self.held[to] += 1;
                any = true;
            }
        }
        any
    }
}
