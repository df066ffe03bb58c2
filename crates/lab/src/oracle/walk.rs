//! The least time a CTA takes: its warps go on as if nobody else were there.
//!
//! A warp issues in order, at most one instruction in a cycle, waits for registers as the scoreboard would, and meets the others
//! of its CTA at barriers. Every time is reckoned from the cycle in which the CTA gets its place.

use super::footprint::{Again, Blocks};
use super::loads::{CtaLoads, Traffic};
use warploom_gpu::lower_bound::{Accesses, Action, Asked, Costs, GLOBAL_END, MinLatency, Path, Touch};
use warploom_kernel::code::AccessKind;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::{Cta, GenericWindows, Warp};

/// How many barriers a CTA has.
const BARRIERS: usize = 16;

/// What is known of memory when a launch begins.
pub(super) struct Knowledge<'a> {
    pub blocks: &'a mut Blocks,
    /// Whether a line is surely in no L1, by its address.
    pub l1_cold: &'a dyn Fn(u64) -> bool,
    /// Whether it is surely not in the L2.
    pub l2_cold: &'a dyn Fn(u64) -> bool,
}

/// What is the same for all CTAs of a launch.
pub(super) struct Walk<'a> {
    pub costs: &'a Costs,
    pub pace: &'a MinLatency,
    pub windows: &'a GenericWindows,
    /// Barriers where all warps of a CTA meet, and nothing else happens: a bit for each.
    pub meets: u16,
    /// If code has to come first: by instruction, when it can be issued. Such a walk is the second, of a CTA that gets its
    /// place before all others.
    pub issuable: Option<&'a [u64]>,
}

impl Walk<'_> {
    fn number(&self) -> Again {
        if self.issuable.is_some() { Again::Second } else { Again::First }
    }

    /// The barriers of code where all warps meet. One that some only arrive at, or that is for some, may let warps go in
    /// another order under another schedule.
    pub fn meets(costs: &Costs, warps: u32) -> u16 {
        costs.all().iter().fold(u16::MAX, |meets, cost| match cost.action {
            Action::Barrier { id, warps: wanted, waits }
                if !waits || wanted != 0 && u32::from(wanted) != warps =>
            {
                meets & !(1 << (usize::from(id) % BARRIERS))
            }
            _ => meets,
        })
    }
}

/// A warp on its way.
#[derive(Clone, Debug, Default)]
struct Walker {
    number: usize,
    /// Its run, and instructions of it that are behind.
    run: usize,
    done: u32,
    access: usize,
    issued: u64,
    /// When it issued last.
    at: u64,
    /// The first cycle in which it may issue.
    next: u64,
    /// When each register can be used.
    registers: Vec<u64>,
    /// When all that it issued is done.
    drained: u64,
    /// The barrier where it waits.
    waits: Option<u8>,
    ended: bool,
}

/// Walks CTAs, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Walkers {
    walkers: Vec<Walker>,
    accesses: Accesses,
}

impl Walkers {
    pub fn new(accesses: Accesses) -> Walkers {
        Walkers { walkers: Vec::new(), accesses }
    }

    /// The least number of cycles from a CTA's place to its end. What it asks of the SM and of memory is added up on the way.
    pub fn walk(
        &mut self,
        cta: &Cta,
        walk: &Walk<'_>,
        known: &mut Knowledge<'_>,
        (loads, traffic): (&mut CtaLoads, &mut Traffic),
    ) -> u64 {
        self.walkers.resize_with(cta.warps(), Walker::default);
        for (number, walker) in self.walkers.iter_mut().enumerate() {
            let mut registers = std::mem::take(&mut walker.registers);
            registers.clear();
            registers.resize(walk.costs.registers(), 0);
            *walker = Walker { number, registers, next: walk.pace.begin, ..Walker::default() };
        }
        loop {
            for walker in self.walkers.iter_mut().filter(|walker| !walker.ended && walker.waits.is_none()) {
                let mut step = Step { walk, known, loads, traffic, accesses: &mut self.accesses };
                walker.go(cta.warp(walker.number), &mut step);
            }
            if self.walkers.iter().all(|walker| walker.ended) {
                return self.walkers.iter().map(|walker| walker.drained.max(walker.at)).max().unwrap_or(0);
            }
            self.meet();
        }
    }

    /// All that have not ended wait: they go on when the last has come, and those that have ended had. Where they wait at
    /// different barriers, which no good kernel does, nothing is said of who waits for whom.
    fn meet(&mut self) {
        let mut waiting = self.walkers.iter().filter_map(|walker| walker.waits);
        let first = waiting.next();
        let all = waiting.all(|id| Some(id) == first);
        let last = self.walkers.iter().map(|walker| walker.at).max().unwrap_or(0);
        for walker in &mut self.walkers {
            if walker.waits.take().is_some() && all {
                walker.next = walker.next.max(last);
            }
        }
    }
}

/// What a step needs.
struct Step<'a, 'k> {
    walk: &'a Walk<'a>,
    known: &'a mut Knowledge<'k>,
    loads: &'a mut CtaLoads,
    traffic: &'a mut Traffic,
    accesses: &'a mut Accesses,
}

impl Walker {
    /// Goes on to the next barrier, or to the end.
    fn go(&mut self, warp: Warp<'_>, step: &mut Step<'_, '_>) {
        let Walk { costs, pace, meets, issuable, .. } = *step.walk;
        while let Some(run) = warp.runs().get(self.run) {
            let pc = Pc(run.first.0 + self.done);
            let cost = costs.of(pc);
            self.done += 1;
            if self.done >= run.count {
                (self.run, self.done) = (self.run + 1, 0);
            }
            if let Some(issuable) = issuable
                && self.issued.is_multiple_of(pace.buffer)
            {
                self.next = self.next.max(issuable[pc.index()]);
            }
            let needs = costs.needs(pc).iter().map(|&register| self.registers[usize::from(register)]);
            self.at = needs.fold(self.next, u64::max);
            self.issued += 1;
            let refill = if self.issued.is_multiple_of(pace.buffer) { pace.refill } else { 0 };
            self.next = self.at + 1 + refill;
            step.loads.issue(self.number, cost);
            let access = matches!(cost.action, Action::Memory { .. }) && run.lanes.0 != 0;
            let done = match cost.action {
                _ if !cost.to_memory => self.at + cost.starts + cost.done,
                Action::Memory { space, kind, bytes } if access => {
                    let addresses = warp.addresses(self.access, run.lanes.count());
                    let asked =
                        step.accesses.ask(step.walk.windows, (space, kind, bytes), (addresses, run.lanes));
                    step.loads.turns(asked.turns);
                    step.traffic.send(pace, kind, &asked, step.loads);
                    self.at + cost.starts + answer(pace, kind, &asked, step.known, step.walk.number())
                }
                _ => {
                    step.loads.turns(1);
                    self.at + cost.starts
                }
            };
            self.access += usize::from(access);
            self.drained = self.drained.max(done);
            costs.writes(pc).iter().for_each(|&register| self.registers[usize::from(register)] = done);
            match cost.action {
                Action::Branch if pace.branches_wait => self.next = self.next.max(done),
                Action::Fence => self.next = self.next.max(self.drained),
                Action::Barrier { id, waits, .. }
                    if run.lanes.0 != 0 && waits && meets >> (usize::from(id) % BARRIERS) & 1 != 0 =>
                {
                    self.waits = Some(id);
                    return;
                }
                _ => {}
            }
        }
        self.ended = true;
        step.loads.warp(self.issued.div_ceil(pace.buffer));
    }
}

/// Cycles from an access's first turn to its result, or to its end if there is none.
fn answer(
    pace: &MinLatency,
    kind: AccessKind,
    asked: &Asked<'_>,
    known: &mut Knowledge<'_>,
    walk: Again,
) -> u64 {
    let path = match asked.path {
        Path::Shared(_) => return asked.turns - 1 + pace.shared,
        Path::Nothing | Path::Constants => return asked.turns - 1,
        Path::Cached => 0,
        Path::Direct => 1,
    };
    let writes = kind == AccessKind::Store;
    let through = pace.writes_through[usize::from(!asked.global)] || path == 1;
    let mut last = 0;
    for touch in asked.touches {
        let sectors = touch.sectors.0.count_ones();
        let alone = asked.global && first_of_one(touch, known.blocks, walk);
        let cold = alone && (path == 1 || (known.l1_cold)(touch.address));
        let takes = match (writes, path) {
            (true, _) if through => pace.written[path] + u64::from(sectors.saturating_sub(1)),
            (true, _) => pace.l1,
            (false, _) if cold && (known.l2_cold)(touch.address) => pace.dram[path],
            (false, _) if cold || path == 1 => pace.l2[path],
            (false, _) => pace.l1,
        };
        let carries = writes || matches!(kind, AccessKind::Atomic | AccessKind::Reduce);
        // Packets of the same access go one after the other.
        let turn = if path == 1 && carries { touch.turn * pace.packet(sectors.min(1)) } else { touch.turn };
        last = last.max(turn + takes);
    }
    last
}

/// Whether a warp touches what no other does, and does so now for the first time.
fn first_of_one(touch: &Touch, blocks: &mut Blocks, walk: Again) -> bool {
    // All are asked: each remembers that it was. Of what is beyond global memory, nothing is known.
    let (mut any, mut first) = (false, true);
    for address in touched(touch) {
        any = true;
        first &= blocks.is_first_of_one(address, walk);
    }
    any && first
}

/// Global memory that is touched: an address in each sector that is written, or else in what is read.
pub(super) fn touched(touch: &Touch) -> impl Iterator<Item = u64> + use<> {
    let Touch { address, sectors, .. } = *touch;
    let written = (0..4).filter(move |sector| sectors.0 >> sector & 1 != 0);
    let written = written.map(move |sector| (address & !127) + 32 * sector);
    let read = (sectors.0 == 0).then_some(address);
    read.into_iter().chain(written).filter(|&address| address < GLOBAL_END)
}
