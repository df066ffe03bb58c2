//! Order of the warps of one CTA: their clocks, barriers, mbarriers and copies.

use super::clock::{Clock, Slot, raise};
use super::role::Scope;
use crate::execute::listener::BarrierId;
use std::collections::{BTreeMap, VecDeque};

/// A warp, or the point that a warp has published.
#[derive(Clone, Debug, Default)]
pub(super) struct Points {
    /// All that happened before.
    pub now: Clock,
    /// The part of it that fences have made visible to the CTA.
    pub in_cta: Clock,
    /// The part of it that fences have made visible to all CTAs.
    pub in_gpu: Clock,
}

impl Points {
    fn new(slots: usize) -> Points {
        let clock = Clock::new(slots);
        Points { now: clock.clone(), in_cta: clock.clone(), in_gpu: clock }
    }

    fn join(&mut self, other: &Points) {
        self.now.join(&other.now);
        self.in_cta.join(&other.in_cta);
        self.in_gpu.join(&other.in_gpu);
    }
}

/// Copies of one thread that it can wait for: number of their group, and their time.
#[derive(Clone, Debug, Default)]
struct Groups {
    closed: u64,
    copies: VecDeque<(u64, u32)>,
}

/// Copies of a thread that are kept; older ones count as complete. The executor does the same.
const MOST_IN_FLIGHT: usize = 1 << 10;

/// A warp.
#[derive(Clone, Debug, Default)]
struct WarpOrder {
    points: Points,
    /// Number of copies that its threads have started.
    copies: u32,
    /// Groups of copies, and of bulk copies, by lane.
    groups: [Vec<Groups>; 2],
}

/// An mbarrier.
#[derive(Clone, Debug, Default)]
struct MbarrierOrder {
    /// All that happened before the arrivals of the open phase, and before those of completed phases.
    open: Option<Points>,
    completed: Option<Points>,
}

/// A CTA.
#[derive(Debug, Default)]
pub(super) struct CtaOrder {
    warps: Vec<WarpOrder>,
    barriers: BTreeMap<BarrierId, Points>,
    mbarriers: BTreeMap<u64, MbarrierOrder>,
    /// All that happened before the end of finished warps.
    finished: Option<Points>,
}

impl CtaOrder {
    pub fn new(warps: usize) -> CtaOrder {
        let mut all = vec![WarpOrder::default(); warps];
        for (w, warp) in all.iter_mut().enumerate() {
            warp.points = Points::new(2 * warps);
            warp.points.now.own[w] = 1;
        }
        CtaOrder { warps: all, ..CtaOrder::default() }
    }

    /// Whether the CTA was opened.
    pub fn is_open(&self) -> bool {
        !self.warps.is_empty()
    }

    /// Component of the copies of a warp.
    pub fn copies_of(&self, warp: usize) -> Slot {
        self.warps.len() + warp
    }

    pub fn clock(&self, warp: usize) -> &Clock {
        &self.warps[warp].points.now
    }

    pub fn points(&mut self, warp: usize) -> &mut Points {
        &mut self.warps[warp].points
    }

    /// Starts a new epoch of a warp: accesses from here on are not part of what it made visible before.
    pub fn advance(&mut self, warp: usize) {
        self.warps[warp].points.now.own[warp] += 1;
    }

    pub fn fence(&mut self, warp: usize, scope: Scope) {
        let points = &mut self.warps[warp].points;
        points.in_cta.clone_from(&points.now);
        if scope == Scope::Gpu {
            points.in_gpu.clone_from(&points.now);
        }
        self.advance(warp);
    }

    pub fn arrive(&mut self, warp: usize, barrier: BarrierId) {
        let points = &self.warps[warp].points;
        match self.barriers.get_mut(&barrier) {
            Some(before) => before.join(points),
            None => drop(self.barriers.insert(barrier, points.clone())),
        }
        self.advance(warp);
    }

    /// Lets `warps` go on behind a barrier. If it waits for `all` warps, it also waited for the end of finished ones.
    pub fn release(&mut self, barrier: BarrierId, warps: impl Iterator<Item = usize>, all: bool) {
        let Some(mut before) = self.barriers.remove(&barrier) else { return };
        if let Some(finished) = self.finished.as_ref().filter(|_| all) {
            before.join(finished);
        }
        warps.for_each(|warp| self.warps[warp].points.join(&before));
        if barrier == crate::execute::CLUSTER_BARRIER {
            // Each warp goes on from the cluster's barrier when it waits there: others may still do so.
            self.barriers.insert(barrier, before);
        }
    }

    pub fn finish(&mut self, warp: usize) {
        let points = std::mem::take(&mut self.warps[warp].points);
        match &mut self.finished {
            Some(finished) => finished.join(&points),
            None => self.finished = Some(points),
        }
    }

    /// An arrival at an mbarrier, after the copies of the warp if `copies`.
    pub fn arrive_mbarrier(&mut self, warp: usize, address: u64, copies: bool, completes: bool) {
        let slot = self.copies_of(warp);
        let mbarrier = self.mbarriers.entry(address).or_default();
        let mut points = self.warps[warp].points.clone();
        if copies {
            points.now.own[slot] = self.warps[warp].copies;
        }
        match &mut mbarrier.open {
            Some(open) => open.join(&points),
            None => mbarrier.open = Some(points),
        }
        if completes && let Some(open) = mbarrier.open.take() {
            match &mut mbarrier.completed {
                Some(completed) => completed.join(&open),
                None => mbarrier.completed = Some(open),
            }
        }
        self.advance(warp);
    }

    pub fn pass_mbarrier(&mut self, warp: usize, address: u64) {
        let completed = self.mbarriers.get(&address).and_then(|m| m.completed.as_ref());
        if let Some(completed) = completed {
            self.warps[warp].points.join(completed);
        }
    }

    /// Time of a copy that a thread starts.
    pub fn start_copy(&mut self, warp: usize, lane: usize, bulk: bool) -> u32 {
        let warp = &mut self.warps[warp];
        warp.copies += 1;
        let time = warp.copies;
        let groups = groups(&mut warp.groups[usize::from(bulk)], lane);
        groups.copies.push_back((groups.closed, time));
        if groups.copies.len() > MOST_IN_FLIGHT {
            groups.copies.pop_front();
        }
        time
    }

    pub fn commit(&mut self, warp: usize, lane: usize, bulk: bool) {
        groups(&mut self.warps[warp].groups[usize::from(bulk)], lane).closed += 1;
    }

    /// Waits for all but the `left` youngest closed groups of a thread; for all its copies for `None`.
    pub fn wait(&mut self, warp: usize, lane: usize, bulk: bool, left: Option<u64>) {
        let slot = self.copies_of(warp);
        let warp = &mut self.warps[warp];
        let groups = groups(&mut warp.groups[usize::from(bulk)], lane);
        let end = left.map_or(u64::MAX, |left| groups.closed.saturating_sub(left));
        while let Some(&(group, time)) = groups.copies.front()
            && group < end
        {
            groups.copies.pop_front();
            let known = &mut warp.points.now.own[slot];
            *known = time.max(*known);
        }
    }
}

fn groups(lanes: &mut Vec<Groups>, lane: usize) -> &mut Groups {
    if lanes.len() <= lane {
        lanes.resize_with(lane + 1, Groups::default);
    }
    &mut lanes[lane]
}

/// What strong writes to an address have made visible to threads that read it.
#[derive(Clone, Debug, Default)]
pub(super) struct Released {
    /// To threads of the same CTA, by CTA.
    in_cta: BTreeMap<u64, Clock>,
    /// To threads of all CTAs.
    in_gpu: super::clock::Others,
}

impl Released {
    pub fn add_in_cta(&mut self, cta: u64, clock: &Clock) {
        match self.in_cta.get_mut(&cta) {
            Some(known) => known.join(clock),
            None => drop(self.in_cta.insert(cta, clock.clone())),
        }
    }

    pub fn add_in_gpu(&mut self, cta: u64, clock: &Clock) {
        self.in_gpu.join(&clock.others);
        self.in_gpu.add(cta, &clock.own);
    }

    /// Makes all this happen before `clock`, of CTA `cta`.
    pub fn acquire(&self, cta: u64, clock: &mut Clock) {
        if let Some(known) = self.in_cta.get(&cta) {
            clock.join(known);
        }
        if let Some(own) = self.in_gpu.of(cta) {
            raise(&mut clock.own, own);
        }
        clock.others.join(&self.in_gpu);
    }
}
