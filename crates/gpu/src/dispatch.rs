//! Dealing a launch's CTAs to SMs, as a policy says.
//!
//! CTAs wait at an SM's door before there is a place for them, so that none of its places is empty until the dealer, who hears
//! of an SM only at the end of a window, sends another. When there are no more to deal, SMs with empty places get those that
//! wait at other doors, unless they are bound to it.

use crate::engine::LaunchAbort;
use crate::placement::{CtaPolicy, CtaSelector, GridView, Placement};
use crate::sm::{CtaQueue, QueuedCta};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, CtaSet, Launch, Source};

/// A door, whoever else looked at it.
pub(crate) fn open(door: &Mutex<CtaQueue>) -> MutexGuard<'_, CtaQueue> {
    // Nobody panics holding one, unless the run is lost anyway.
    door.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) struct CtaDispatcher<'a, S> {
    source: &'a mut S,
    policy: &'a mut dyn CtaPolicy,
    launch: Arc<Launch>,
    /// Whether there may be more.
    more: bool,
    /// CTAs that were dealt, and those that turned out not to be there.
    placed: CtaSet,
    /// Whether some were asked for by number.
    numbered: bool,
    dealt: u64,
    /// How many may be dealt.
    limit: u64,
    /// CTAs at each SM: on it, or at its door.
    held: Vec<u32>,
    /// Places for CTAs on an SM.
    places: u32,
    /// CTAs to be dealt together, while they are got.
    got: Vec<Cta>,
    pub ended: u64,
    /// The cycle after the last in which a CTA ended.
    pub end: u64,
}

impl<'a, S: Source> CtaDispatcher<'a, S> {
    pub fn new(
        source: &'a mut S,
        policy: &'a mut dyn CtaPolicy,
        launch: Arc<Launch>,
        (sms, places): (usize, u32),
        limit: u64,
        start: u64,
    ) -> CtaDispatcher<'a, S> {
        CtaDispatcher {
            source,
            policy,
            launch,
            more: limit > 0,
            placed: CtaSet::default(),
            numbered: false,
            dealt: 0,
            limit,
            held: vec![0; sms],
            places,
            got: Vec::new(),
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

    /// Whether CTAs are left that were not dealt, because no more may be.
    pub fn is_cut_short(&mut self) -> Result<bool, S::Error> {
        if self.dealt < self.limit {
            return Ok(false);
        }
        if !self.numbered {
            return Ok(self.source.cta()?.is_some());
        }
        while let Some(id) = self.view(0).next_left(CtaId(0)) {
            if let CtaLookup::Cta(_) = self.source.cta_at(id)? {
                return Ok(true);
            }
            self.placed.insert(id);
        }
        Ok(false)
    }

    /// Whether CTAs are yet to begin.
    pub fn has_more(&self) -> bool {
        self.more || self.held.iter().any(|&held| held > self.places)
    }

    /// CTAs that wait for the policy, while nothing is under way.
    pub fn forgotten(&self) -> u64 {
        let none = self.ended == self.dealt;
        if self.more && none { self.view(0).left() } else { 0 }
    }

    fn view(&self, now: u64) -> GridView<'_> {
        let CtaDispatcher { launch, held, places, placed, .. } = self;
        GridView { now, launch, held, places: *places, placed }
    }

    /// Deals what the policy places. Says whether any SM got a CTA.
    pub fn deal(&mut self, doors: &[Mutex<CtaQueue>], at: u64) -> Result<bool, LaunchAbort<S::Error>> {
        let mut any = false;
        while self.more {
            let CtaDispatcher { policy, launch, held, places, placed, .. } = &mut *self;
            let view = GridView { now: at, launch, held, places: *places, placed };
            let Some(placement) = policy.place(&view) else { break };
            if let Some(mistake) = view.wrong(placement) {
                return Err(LaunchAbort::Misplaced { cycle: at, mistake });
            }
            any |= self.send(placement, doors, at)?;
        }
        Ok(!self.more && self.share(doors) || any)
    }

    /// Sends CTAs to the door of an SM that has room for them. Says whether there were any.
    fn send(
        &mut self,
        placement: Placement,
        doors: &[Mutex<CtaQueue>],
        at: u64,
    ) -> Result<bool, LaunchAbort<S::Error>> {
        let Placement { ctas, count, sm, bound } = placement;
        match ctas {
            CtaSelector::Next => self.take_next(count).map_err(LaunchAbort::Tape)?,
            CtaSelector::From(first) => self.take_from(first, count)?,
        }
        let count = self.got.len() as u32;
        let mut door = open(&doors[sm.0 as usize]);
        for (cta, wants) in self.got.drain(..).zip((1..=count).rev()) {
            door.push_back(QueuedCta { at, cta, wants, bound });
        }
        self.held[sm.0 as usize] += count;
        Ok(count > 0)
    }

    /// A CTA was got.
    fn take(&mut self, cta: Cta) {
        self.pass(cta.id());
        self.got.push(cta);
        self.dealt += 1;
        self.more &= self.dealt < self.limit;
    }

    /// A CTA is not to be placed any more.
    fn pass(&mut self, id: CtaId) {
        self.placed.insert(id);
        self.more &= self.placed.len() < self.launch.ctas();
    }

    /// Gets the tape's next.
    fn take_next(&mut self, count: u32) -> Result<(), S::Error> {
        while self.more && self.got.len() < count as usize {
            match self.source.cta()? {
                // It was asked for before its turn.
                Some(cta) if self.numbered && self.placed.contains(cta.id()) => {}
                Some(cta) => self.take(cta),
                None => self.more = false,
            }
        }
        Ok(())
    }

    /// Gets those with these numbers. None of them was placed.
    fn take_from(&mut self, CtaId(first): CtaId, count: u32) -> Result<(), LaunchAbort<S::Error>> {
        self.numbered = true;
        for id in (first..first + u64::from(count)).map(CtaId) {
            if !self.more {
                break;
            }
            match self.source.cta_at(id).map_err(LaunchAbort::Tape)? {
                CtaLookup::Cta(cta) => self.take(cta),
                CtaLookup::Missing => self.pass(id),
                CtaLookup::ForwardOnly => return Err(LaunchAbort::OnlyForward { cta: id }),
            }
        }
        Ok(())
    }

    /// Moves CTAs that belong together from the longest queue to empty places, while there are both.
    fn share(&mut self, doors: &[Mutex<CtaQueue>]) -> bool {
        let mut any = false;
        if self.held.iter().all(|&held| held <= self.places) {
            return any;
        }
        for to in 0..self.held.len() {
            while self.held[to] < self.places {
                let free = self.places - self.held[to];
                let gives = |sm: &usize| {
                    self.held[*sm] > self.places && last_group(&open(&doors[*sm]), free).is_some()
                };
                let longest =
                    (0..self.held.len()).filter(gives).max_by_key(|&sm| (self.held[sm], usize::MAX - sm));
                let Some(from) = longest else { break };
                let mut left = open(&doors[from]);
                let Some(count) = last_group(&left, free) else { break };
                let start = left.len() - count as usize;
                open(&doors[to]).extend(left.drain(start..));
                self.held[from] -= count;
                self.held[to] += count;
                any = true;
            }
        }
        any
    }
}

/// How many CTAs the last of a door belong together, if they are at most so many and not bound to the SM.
fn last_group(door: &CtaQueue, most: u32) -> Option<u32> {
    let last = door.back().filter(|caller| !caller.bound)?;
    // Of those that belong together, each wants one place less than the one before it.
    let (mut count, mut wants) = (1, last.wants);
    for caller in door.iter().rev().skip(1) {
        if caller.wants != wants + 1 {
            break;
        }
        (count, wants) = (count + 1, caller.wants);
    }
    Some(count).filter(|&count| count <= most)
}
