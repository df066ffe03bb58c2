//! Lower bounds of a launch's cycles that no schedule can beat.
//!
//! The bound is the maximum of several terms that scheduling cannot change. Throughput terms divide the amount of issue, computation,
//! data movement and fetch by the machine's rate. The latency term is the critical path of a CTA. The tape is read twice, one launch
//! at a time, because the sharing of memory blocks between warps is known only after the first pass.

use super::fetch::FetchPaths;
use super::footprint::{BlockAccess, Blocks, Lines};
use super::loads::{Cold, CtaLoads, Rules, Traffic};
use super::walk::{CtaWalker, MemoryState, Walk, touched_addresses};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use warploom_gpu::DecodedCode;
use warploom_gpu::lower_bound::{Accesses, Costs, MinLatency, cta_start_span};
use warploom_gpu::machine::{Machine, MachineError};
use warploom_gpu::memory::cache;
use warploom_gpu::memory::dram::AddressMap;
use warploom_gpu::occupancy::{Limiter, occupancy};
use warploom_gpu::simulation::L2Start;
use warploom_kernel::code::{AccessKind, Code};
use warploom_kernel::phase::Reading;
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{Cta, Launch, Source};

/// A limit of a launch's speed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// Each scheduler issues one instruction per cycle.
    Issue,
    /// The fetch stage fetches instructions of a fixed number of warps per cycle.
    Fetch,
    /// The register file takes a fixed number of results per cycle.
    Results,
    /// The execution units of one kind are busy.
    Unit(String),
    /// The load-store unit handles one instruction at a time.
    LoadStore,
    /// The SMs' ports to the network are busy.
    Network,
    /// The busiest L2 slice.
    L2,
    /// The busiest DRAM channel.
    Dram,
    /// The critical path of the longest CTA.
    CriticalPath,
    /// CTAs occupy the SMs' CTA slots one after another.
    CtasInTurn,
    /// The GPU starts CTAs one after another.
    CtaStarts,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Limit::Issue => "issue",
            Limit::Fetch => "fetch",
            Limit::Results => "results",
            Limit::Unit(unit) => return write!(f, "unit {unit}"),
            Limit::LoadStore => "load-store unit",
            Limit::Network => "network",
            Limit::L2 => "L2",
            Limit::Dram => "DRAM",
            Limit::CriticalPath => "critical path",
            Limit::CtasInTurn => "CTAs in turn",
            Limit::CtaStarts => "CTA starts",
        };
        f.write_str(name)
    }
}

/// The lower bound of a launch.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Bound {
    pub kernel: String,
    pub ctas: u64,
    /// The lower bound of each limit, in cycles from the start of the launch.
    pub terms: BTreeMap<Limit, u64>,
}

impl Bound {
    /// The lower bound, and the limit that sets it.
    pub fn greatest(&self) -> (u64, Option<&Limit>) {
        let greatest = self.terms.iter().rev().max_by_key(|(_, cycles)| **cycles);
        greatest.map_or((0, None), |(limit, &cycles)| (cycles, Some(limit)))
    }

    /// The lower bound, in cycles.
    pub fn cycles(&self) -> u64 {
        self.greatest().0
    }
}

/// An error of computing a bound.
#[derive(Debug, thiserror::Error)]
pub enum BoundError<E> {
    /// The tape cannot be read.
    #[error(transparent)]
    Tape(E),
    /// The machine's description is not valid.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// A CTA needs more than an SM has.
    #[error("a CTA of `{kernel}` does not fit on an SM, which has {}", .limiter.shortage())]
    TooLarge { kernel: String, limiter: Limiter },
}

/// The lower bound of every launch of a tape on a machine. `first` and `second` read the same tape; `l2_start` is that of the runs
/// that the bound is for.
///
/// # Errors
/// If the tape cannot be read, the machine is not valid, or a CTA does not fit.
pub fn bounds<S: Source>(
    first: &mut S,
    second: &mut S,
    machine: &Machine,
    l2_start: L2Start,
) -> Result<Vec<Bound>, BoundError<S::Error>> {
    machine.check()?;
    let (l2, banks) = (&machine.l2, machine.dram.channel.banks);
    let map = AddressMap::new(&machine.dram.map, l2.partitions, l2.slices, banks)
        .map_err(|fault| MachineError::Part { part: "dram.map", fault: fault.to_string() })?;
    let min_latency = MinLatency::of(machine);
    let mut bounds = Vec::new();
    let mut all = BoundState {
        machine,
        l2_start,
        rules: Rules::of(machine, &min_latency),
        min_latency,
        map,
        accesses: Accesses::new(machine),
        walkers: CtaWalker::new(Accesses::new(machine)),
        codes: Vec::new(),
        reached: Lines::default(),
        copied: Lines::default(),
    };
    while let (Some(launch), Some(again)) =
        (first.launch().map_err(BoundError::Tape)?, second.launch().map_err(BoundError::Tape)?)
    {
        let fits = occupancy(machine.sm(), &launch);
        if fits.ctas == 0 {
            let (kernel, limiter) = (launch.kernel.clone(), fits.limiter);
            return Err(BoundError::TooLarge { kernel, limiter });
        }
        let begin = all.start_launch(&launch);
        let mut blocks = Blocks::new(all.min_latency.fetch_unit[0].max(all.min_latency.fetch_unit[1]));
        let mut warps = 0;
        let mut paths = all.fetch_paths(&begin.costs).filter(|_| begin.fetching.is_some());
        while let Some(cta) = first.cta().map_err(BoundError::Tape)? {
            all.record_footprint(&cta, &launch, warps, &mut blocks);
            if let Some(paths) = &mut paths {
                (0..cta.warps()).for_each(|warp| paths.add_warp(cta.warp(warp)));
            }
            warps = warps.saturating_add(cta.warps() as u32);
        }
        let mut sums = Sums::new(machine, &all.map, fits.ctas);
        all.add_block_traffic(&blocks, &mut sums.traffic);
        let walk = Walk {
            costs: &begin.costs,
            min_latency: &all.min_latency,
            windows: &again.windows,
            full_barriers: Walk::full_barriers(&begin.costs, again.warps()),
            issuable: None,
        };
        let issuable = paths.zip(begin.fetching).map(|(paths, takes)| paths.issuable(takes));
        let cold = Walk { issuable: issuable.as_deref(), ..walk };
        let (reached, copied, flush) =
            (&all.reached, &all.copied, machine.sm().l1.as_ref().is_none_or(|l1| l1.flush));
        let mut known = MemoryState {
            blocks: &mut blocks,
            l1_cold: &|address| flush || !reached.contains(address),
            l2_cold: &|address| !copied.contains(address) && (!machine.l2.keep || !reached.contains(address)),
        };
        let mut loads = CtaLoads::new(machine);
        // The first walk has counted the loads of the second.
        let mut unused = (loads.clone(), sums.traffic.clone());
        while let Some(cta) = second.cta().map_err(BoundError::Tape)? {
            loads.clear();
            let path = all.walkers.walk(&cta, &walk, &mut known, (&mut loads, &mut sums.traffic));
            sums.update_tail(&cta, &begin.costs);
            if cold.issuable.is_some() {
                let nothing = (&mut unused.0, &mut unused.1);
                sums.coldest = sums.coldest.max(all.walkers.walk(&cta, &cold, &mut known, nothing));
            }
            sums.add(&loads, path, &all.min_latency, &begin);
        }
        bounds.push(sums.bound(&launch, &all.min_latency, &all.rules, &begin));
        all.finish_launch(&blocks);
    }
    Ok(bounds)
}

/// State that persists from launch to launch.
struct BoundState<'a> {
    machine: &'a Machine,
    l2_start: L2Start,
    min_latency: MinLatency,
    rules: Rules,
    map: AddressMap,
    accesses: Accesses,
    walkers: CtaWalker,
    /// Code that earlier launches ran.
    codes: Vec<Arc<Code>>,
    /// Lines of data and code that earlier launches touched: they may be in caches.
    reached: Lines,
    /// Lines that the host copied to the L2.
    copied: Lines,
}

/// Properties of a launch at its start.
struct LaunchStart {
    costs: Costs,
    /// Cycles from the start to the first CTA, which an SM starts in the cycle after its dispatch, and the latency of fetching its
    /// code.
    head: u64,
    cold: u64,
    /// Cycles from the fetch of a code line to its issue, if no code is in an SM's cache.
    fetching: Option<u64>,
    /// By unit: the minimum cycles from issue to start, the maximum interval, and the minimum latency.
    units: Vec<(u64, u64, u64)>,
    /// The minimum cycles from the issue of a memory instruction to its first turn in the load-store unit.
    to_memory: u64,
}

impl BoundState<'_> {
    fn start_launch(&mut self, launch: &Launch) -> LaunchStart {
        let (sm, l2) = (self.machine.sm(), &self.machine.l2);
        if !l2.keep {
            self.copied.clear();
        }
        for copy in launch.copies.iter().filter(|_| self.l2_start == L2Start::Warm) {
            for (start, end) in l2.copies.filled(copy.address, copy.bytes) {
                self.copied.insert_range(start, end);
            }
        }
        let known = self.codes.iter().position(|code| Arc::ptr_eq(code, &launch.code));
        let number = known.unwrap_or(self.codes.len());
        if known.is_none() {
            self.codes.push(Arc::clone(&launch.code));
        }
        let costs = Costs::new(
            DecodedCode::new(&launch.code, self.machine, launch.width, Reading::default()),
            self.machine,
        );
        let start = sm.fetch.code_base(number as u64);
        let mut lines = costs.all().iter().map(|cost| start + cost.address);
        let somewhere = lines.any(|line| self.copied.contains(line) || self.reached.contains(line));
        // Other code at the same addresses serves this code too.
        let in_cache = known.is_some() || sm.fetch.overlap && number > 0;
        let cold = if in_cache { 0 } else { self.min_latency.cold_code[usize::from(!somewhere)] };
        if sm.fetch.cache.is_some() {
            // Code and data share addresses in the L2, so a fetched code line may serve a data access.
            for line in costs.all().iter().map(|cost| start + cost.address) {
                self.copied.insert(line);
                self.reached.insert(line);
            }
        }
        let unit = |unit: usize| {
            let of = costs.all().iter().filter(|cost| !cost.to_memory && cost.unit.index() == unit);
            of.fold((u64::MAX, 0, u64::MAX), |(starts, interval, done), cost| {
                (
                    starts.min(cost.issue_to_start),
                    interval.max(cost.interval),
                    done.min(cost.start_to_dependent),
                )
            })
        };
        let units = (0..sm.units.len()).map(unit).collect();
        let to_memory = costs.all().iter().filter(|cost| cost.to_memory);
        let to_memory = to_memory.map(|cost| cost.issue_to_start).min().unwrap_or(0);
        let head = u64::from(self.machine.launch_latency) + 1;
        // A line from DRAM may bring neighbouring lines to the L2.
        let unit = sm.fetch.cache.as_ref().map_or(0, fetched_at_once);
        let colder = usize::from(!somewhere && self.min_latency.fetch_unit[1] <= unit);
        let fetching = (!in_cache && sm.fetch.cache.is_some())
            .then(|| self.min_latency.begin + self.min_latency.cold_code[colder]);
        LaunchStart { costs, head, cold, fetching, units, to_memory }
    }

    /// An empty set of fetch paths for a launch, if the machine has an instruction cache.
    fn fetch_paths(&self, costs: &Costs) -> Option<FetchPaths> {
        let unit = fetched_at_once(self.machine.sm().fetch.cache.as_ref()?);
        Some(FetchPaths::new(costs.all().iter().map(|cost| cost.address), unit, &self.min_latency))
    }

    /// Records the blocks that a CTA touches.
    fn record_footprint(&mut self, cta: &Cta, launch: &Launch, first: u32, blocks: &mut Blocks) {
        let l1 = self.machine.sm().l1.is_some();
        let misplaced = self.machine.sm().load_store.misplaced_halves;
        for number in 0..cta.warps() {
            let owner = first.saturating_add(number as u32);
            for step in cta.warp(number).steps(&launch.code) {
                let (Some(addresses), Some(effect)) = (step.access, effect(&launch.code, step.pc)) else {
                    continue;
                };
                if !matches!(effect.0, Space::Global | Space::Generic) {
                    continue;
                }
                let demand = self.accesses.coalesce(&launch.windows, effect, (addresses, step.lanes));
                let how = match effect.1 {
                    AccessKind::Store => BlockAccess::Written,
                    AccessKind::Load | AccessKind::Prefetch | AccessKind::Copy if l1 => BlockAccess::Cached,
                    _ => BlockAccess::Direct,
                };
                let global = demand.touches.iter().filter(|_| demand.global);
                for touch in global {
                    touched_addresses(touch).for_each(|address| blocks.touch(address, owner, how));
                    if misplaced && how == BlockAccess::Written {
                        // The L2 may have written the line after it instead.
                        self.copied.insert((touch.address & !127).saturating_add(128));
                    }
                }
            }
        }
    }

    /// Adds the traffic that the launch's blocks cause under any schedule.
    fn add_block_traffic(&self, blocks: &Blocks, traffic: &mut Traffic) {
        let flush = self.machine.sm().l1.as_ref().is_none_or(|l1| l1.flush);
        for (address, block) in blocks.iter() {
            let reached = self.reached.contains(address);
            let l2 = !self.copied.contains(address) && (!self.machine.l2.keep || !reached);
            traffic.block(&self.min_latency, address, block, &self.rules, Cold { l1: flush || !reached, l2 });
        }
    }

    fn finish_launch(&mut self, blocks: &Blocks) {
        blocks.iter().for_each(|(address, _)| self.reached.insert(address));
    }
}

/// Bytes per fill of a cache.
fn fetched_at_once(cache: &cache::Description) -> u32 {
    if cache.sectored { cache::SECTOR_BYTES } else { cache.line_bytes }
}

fn effect(code: &Code, pc: Pc) -> Option<(Space, AccessKind, u32)> {
    match code.instructions.get(pc.index())?.effect {
        warploom_kernel::code::Effect::Memory { space, kind, bytes } => Some((space, kind, bytes)),
        _ => None,
    }
}

/// A sum over CTAs, and its smallest summand.
#[derive(Clone, Copy, Debug)]
struct Sum {
    all: u64,
    least: u64,
}

impl Sum {
    const NONE: Sum = Sum { all: 0, least: u64::MAX };

    fn add(&mut self, one: u64) {
        self.all += one;
        self.least = self.least.min(one);
    }

    /// A lower bound of the largest share when CTAs are distributed over `places`: the average, or the smallest summand times the
    /// CTAs of the fullest place.
    fn largest_share(self, ctas: u64, places: u64) -> u64 {
        let places = places.min(ctas).max(1);
        let least = if ctas == 0 { 0 } else { self.least };
        self.all.div_ceil(places).max(ctas.div_ceil(places).saturating_mul(least))
    }
}

/// The loads of a launch, summed over its CTAs.
struct Sums<'a> {
    machine: &'a Machine,
    /// Resident CTAs per SM.
    places: u64,
    ctas: u64,
    issued: Sum,
    fetched: Sum,
    computed: Sum,
    units: Vec<Sum>,
    turns: Sum,
    port: Sum,
    answers: Sum,
    traffic: Traffic,
    /// Cycles that a CTA occupies its slot.
    stays: Sum,
    /// The longest residency of a CTA.
    longest: u64,
    /// The longest residency of a CTA that is dispatched first and waits for its code.
    coldest: u64,
    /// The minimum cycles from a warp's last issue to its end.
    tail: u64,
}

impl<'a> Sums<'a> {
    fn new(machine: &'a Machine, map: &AddressMap, places: u32) -> Sums<'a> {
        Sums {
            machine,
            places: places.into(),
            ctas: 0,
            issued: Sum::NONE,
            fetched: Sum::NONE,
            computed: Sum::NONE,
            units: vec![Sum::NONE; machine.sm().units.len()],
            turns: Sum::NONE,
            port: Sum::NONE,
            answers: Sum::NONE,
            traffic: Traffic::new(machine, map),
            stays: Sum::NONE,
            longest: 0,
            coldest: 0,
            tail: u64::MAX,
        }
    }

    /// Updates `tail` from the last instructions of a CTA's warps.
    fn update_tail(&mut self, cta: &Cta, costs: &Costs) {
        let last = (0..cta.warps()).filter_map(|number| cta.warp(number).runs().last());
        for run in last {
            let cost = costs.of(Pc(run.first.0 + run.count.saturating_sub(1)));
            self.tail =
                self.tail.min(cost.issue_to_start + if cost.to_memory { 0 } else { cost.start_to_dependent });
        }
    }

    /// Adds a CTA with its critical path, in cycles.
    fn add(&mut self, loads: &CtaLoads, path: u64, min_latency: &MinLatency, begin: &LaunchStart) {
        let sm = self.machine.sm();
        self.ctas += 1;
        self.issued.add(loads.issued.iter().sum());
        self.fetched.add(loads.fetched);
        self.computed.add(loads.computed);
        self.turns.add(loads.turns);
        self.port.add(loads.port);
        self.answers.add(loads.answers);
        let mut least = path;
        let issued = loads.issued.iter().copied().max().unwrap_or(0);
        least = least.max((min_latency.begin + issued).saturating_sub(1));
        for (at, unit) in sm.units.values().enumerate() {
            let (all, most) = loads.unit(at);
            self.units[at].add(all);
            // With sub-cores, each scheduler has its own share of the units.
            let share = unit.count.div_ceil(if sm.subcores { sm.schedulers } else { 1 }).max(1);
            let busy = if sm.subcores { most } else { all }.div_ceil(share.into());
            if let Some(at) = unit_term(begin, at, busy) {
                least = least.max(min_latency.begin + at);
            }
        }
        if loads.turns > 0 {
            least = least.max(min_latency.begin + begin.to_memory + loads.turns - 1);
        }
        self.longest = self.longest.max(least);
        self.stays.add(least + 1);
    }

    fn bound(&self, launch: &Launch, min_latency: &MinLatency, rules: &Rules, begin: &LaunchStart) -> Bound {
        let (sm, ctas) = (self.machine.sm(), self.ctas);
        let sms = u64::from(sm.count);
        let most = |sum: Sum| sum.largest_share(ctas, sms);
        let first = begin.head + begin.cold + min_latency.begin;
        let mut terms = BTreeMap::new();
        let mut term = |limit: Limit, cycles: u64| {
            terms.insert(limit, cycles);
        };
        if ctas > 0 {
            let path = begin.head + (begin.cold + self.longest).max(self.coldest) + 1;
            term(Limit::CriticalPath, path);
            term(
                Limit::CtasInTurn,
                begin.head + begin.cold + self.stays.largest_share(ctas, sms * self.places),
            );
            if self.machine.cta_interval.is_some() {
                // The last CTA to start stays, too: the longer of both names the limit.
                let span = cta_start_span(self.machine, ctas);
                let cycles = begin.head + span + self.stays.least;
                if span >= self.stays.least {
                    term(Limit::CtaStarts, cycles);
                } else {
                    term(Limit::CriticalPath, path.max(cycles));
                }
            }
        }
        if self.issued.all > 0 {
            let tail = if self.tail == u64::MAX { 0 } else { self.tail };
            term(Limit::Issue, first + most(self.issued).div_ceil(sm.schedulers.into()) + tail);
            // Misses are requested before the first reply arrives, so cold code adds nothing here.
            let fetched = most(self.fetched).div_ceil(u64::from(sm.fetch.warps).max(1));
            term(Limit::Fetch, begin.head + min_latency.begin + fetched);
        }
        if let Some(operands) = sm.operands.as_ref().filter(|_| self.computed.all > 0) {
            let results = most(self.computed).div_ceil(u64::from(operands.results).max(1));
            let least = begin.units.iter().fold(u64::MAX, |least, unit| least.min(unit.0));
            term(Limit::Results, first + least + results);
        }
        for (at, (name, unit)) in sm.units.iter().enumerate() {
            let parts = if sm.subcores { sm.schedulers } else { 1 };
            let units = u64::from(unit.count.div_ceil(parts) * parts).max(1);
            if let Some(at) = unit_term(begin, at, most(self.units[at]).div_ceil(units)) {
                term(Limit::Unit(name.clone()), first + at + 1);
            }
        }
        if self.turns.all > 0 {
            let to_memory = first + begin.to_memory;
            term(Limit::LoadStore, to_memory + most(self.turns));
            self.memory_terms(to_memory, min_latency, rules, &mut term);
        }
        Bound { kernel: launch.kernel.clone(), ctas, terms }
    }

    /// The terms of the memory system behind the load-store units.
    fn memory_terms(
        &self,
        to_memory: u64,
        min_latency: &MinLatency,
        rules: &Rules,
        term: &mut dyn FnMut(Limit, u64),
    ) {
        let (ctas, sms) = (self.ctas, u64::from(self.machine.sm().count));
        let used = sms.min(ctas).max(1);
        let traffic = &self.traffic;
        let kind = usize::from(traffic.direct || self.machine.sm().l1.is_none());
        let there = to_memory + min_latency.request[kind];
        let port = self.port.largest_share(ctas, sms).max((self.port.all + traffic.port).div_ceil(used));
        let answers =
            self.answers.largest_share(ctas, sms).max((self.answers.all + traffic.answers).div_ceil(used));
        let widest = min_latency.packet(4);
        if port > 0 {
            let sent = there + port.saturating_sub(widest) + min_latency.reply + 1;
            term(Limit::Network, sent.max(there + min_latency.reply + answers));
        }
        let slice = traffic
            .slices
            .iter()
            .map(|slice| slice.sectors.max(1 + slice.port.saturating_sub(min_latency.packet(1))));
        let slice = slice.max().unwrap_or(0);
        if traffic.slices.iter().any(|slice| slice.sectors > 0) {
            term(Limit::L2, there + slice + min_latency.reply);
        }
        let [reads, commands] = traffic.in_dram(rules);
        let arrives = there + min_latency.to_dram;
        let reads =
            if reads > 0 { arrives + min_latency.in_dram(reads) + 1 + min_latency.reply + 1 } else { 0 };
        let commands = if commands > 0 { arrives + min_latency.in_dram(commands) } else { 0 };
        if reads.max(commands) > 0 {
            term(Limit::Dram, reads.max(commands));
        }
    }
}

/// Cycles from the first issue to the last result of a unit that is busy for `busy` cycles.
fn unit_term(begin: &LaunchStart, unit: usize, busy: u64) -> Option<u64> {
    let (starts, interval, done) = begin.units[unit];
    (busy > 0).then(|| starts + busy.saturating_sub(interval) + done)
}
