//! Cycles below which no schedule can go.
//!
//! A launch's bound is the greatest of several, each of something that no scheduler can change: what has to be issued, computed,
//! moved and fetched, over the rate at which that can be done; and the time that the dependences of a CTA take. The tape is read
//! twice, a launch at a time: who touches which memory is known only when all CTAs were seen.

use super::fetch::Ways;
use super::footprint::{Blocks, Lines, Touched};
use super::loads::{Cold, CtaLoads, Rules, Traffic};
use super::walk::{Knowledge, Walk, Walkers, touched};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use warploom_gpu::DecodedCode;
use warploom_gpu::lower_bound::{Accesses, Costs, MinLatency};
use warploom_gpu::machine::{Machine, MachineError};
use warploom_gpu::memory::cache;
use warploom_gpu::memory::dram::AddressMap;
use warploom_gpu::occupancy::occupancy;
use warploom_kernel::code::{AccessKind, Code};
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{Cta, Launch, Source};

/// What keeps a launch from being faster.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Limit {
    /// Schedulers issue one instruction in a cycle each.
    Issue,
    /// Instructions are fetched for so many warps in a cycle.
    Fetch,
    /// So many results can be written in a cycle.
    Results,
    /// Units of a kind compute.
    Unit(String),
    /// The load-store unit has one instruction at a time.
    LoadStore,
    /// SMs' ports to the network.
    Network,
    /// The L2 slice with most to do.
    L2,
    /// The DRAM channel with most to do.
    Dram,
    /// What depends on each other in the CTA that takes longest.
    CriticalPath,
    /// CTAs have their places one after the other.
    CtasInTurn,
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
        };
        f.write_str(name)
    }
}

/// The bound of a launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The kernel.
    pub kernel: String,
    /// Its CTAs.
    pub ctas: u64,
    /// Cycles from the launch's start that each of these takes at least.
    pub terms: BTreeMap<Limit, u64>,
}

impl Bound {
    /// Cycles that it takes at least, and why.
    pub fn greatest(&self) -> (u64, Option<&Limit>) {
        let greatest = self.terms.iter().rev().max_by_key(|(_, cycles)| **cycles);
        greatest.map_or((0, None), |(limit, &cycles)| (cycles, Some(limit)))
    }

    /// Cycles that it takes at least.
    pub fn cycles(&self) -> u64 {
        self.greatest().0
    }
}

/// Why there is no bound.
#[derive(Debug, thiserror::Error)]
pub enum BoundError<E> {
    /// The tape ended in an error.
    #[error(transparent)]
    Tape(E),
    /// There is no such machine.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// A CTA needs more than an SM has.
    #[error("a CTA of `{kernel}` does not fit on an SM: {limiter} are too few")]
    TooLarge {
        /// The kernel.
        kernel: String,
        /// What there is too little of.
        limiter: &'static str,
    },
}

/// The bound of every launch of a tape on a machine. `first` and `second` read the same tape.
///
/// # Errors
/// If the tape or the machine is at fault: see [`BoundError`].
pub fn bounds<S: Source>(
    first: &mut S,
    second: &mut S,
    machine: &Machine,
) -> Result<Vec<Bound>, BoundError<S::Error>> {
    machine.check()?;
    let (l2, banks) = (&machine.l2, machine.dram.channel.banks);
    let map = AddressMap::new(&machine.dram.map, l2.partitions, l2.slices, banks)
        .map_err(|fault| MachineError::Part { part: "dram.map", fault: fault.to_string() })?;
    let pace = MinLatency::of(machine);
    let mut bounds = Vec::new();
    let mut all = All {
        machine,
        rules: Rules::of(machine, &pace),
        pace,
        map,
        accesses: Accesses::new(machine),
        walkers: Walkers::new(Accesses::new(machine)),
        codes: Vec::new(),
        reached: Lines::default(),
        copied: Lines::default(),
    };
    while let (Some(launch), Some(again)) =
        (first.launch().map_err(BoundError::Tape)?, second.launch().map_err(BoundError::Tape)?)
    {
        let fits = occupancy(&machine.sm, &launch);
        if fits.ctas == 0 {
            let (kernel, limiter) = (launch.kernel.clone(), fits.limiter.name());
            return Err(BoundError::TooLarge { kernel, limiter });
        }
        let begin = all.begin(&launch);
        let mut blocks = Blocks::new(all.pace.unit[0].max(all.pace.unit[1]));
        let mut warps = 0;
        let mut ways = all.ways(&launch).filter(|_| begin.fetching.is_some());
        while let Some(cta) = first.cta().map_err(BoundError::Tape)? {
            all.touch(&cta, &launch, warps, &mut blocks);
            if let Some(ways) = &mut ways {
                (0..cta.warps()).for_each(|warp| ways.take(cta.warp(warp)));
            }
            warps = warps.saturating_add(cta.warps() as u32);
        }
        let mut sums = Sums::new(machine, &all.map, fits.ctas);
        all.needed(&blocks, &mut sums.traffic);
        let walk = Walk {
            costs: &begin.costs,
            pace: &all.pace,
            windows: &again.windows,
            meets: Walk::meets(&begin.costs, again.warps()),
            issuable: None,
        };
        let instructions = launch.code.instructions.len();
        let issuable = ways.zip(begin.fetching).map(|(ways, takes)| ways.issuable(instructions, takes));
        let cold = Walk { issuable: issuable.as_deref(), ..walk };
        let (reached, copied, flush) =
            (&all.reached, &all.copied, machine.sm.l1.as_ref().is_none_or(|l1| l1.flush));
        let mut known = Knowledge {
            blocks: &mut blocks,
            l1_cold: &|address| flush || !reached.contains(address),
            l2_cold: &|address| !copied.contains(address) && (!machine.l2.keep || !reached.contains(address)),
        };
        let mut loads = CtaLoads::new(machine);
        // What the second walk asks for was counted on the first.
        let mut unused = (loads.clone(), sums.traffic.clone());
        while let Some(cta) = second.cta().map_err(BoundError::Tape)? {
            loads.clear();
            let path = all.walkers.walk(&cta, &walk, &mut known, (&mut loads, &mut sums.traffic));
            sums.last(&cta, &begin.costs);
            if cold.issuable.is_some() {
                let nothing = (&mut unused.0, &mut unused.1);
                sums.coldest = sums.coldest.max(all.walkers.walk(&cta, &cold, &mut known, nothing));
            }
            sums.add(&loads, path, &all.pace, &begin);
        }
        bounds.push(sums.bound(&launch, &all.pace, &all.rules, &begin));
        all.end(&blocks);
    }
    Ok(bounds)
}

/// What goes on from launch to launch.
struct All<'a> {
    machine: &'a Machine,
    pace: MinLatency,
    rules: Rules,
    map: AddressMap,
    accesses: Accesses,
    walkers: Walkers,
    /// Code that has been run.
    codes: Vec<Arc<Code>>,
    /// Lines that launches before touched, and those of their code: they may be in caches.
    reached: Lines,
    /// Lines that the host copied.
    copied: Lines,
}

/// What is known of a launch when it begins.
struct Begin {
    costs: Costs,
    /// Cycles from its start to the first CTA, and what its code takes to come.
    head: u64,
    cold: u64,
    /// From a fetch of a line of code that is in no cache of an SM to the issue, if all of it is so.
    fetching: Option<u64>,
    /// The least cycles from issue to start of a unit's instructions, the greatest interval, and the least time to a result.
    units: Vec<(u64, u64, u64)>,
    /// The least cycles from the issue to the first turn of an instruction that goes to memory.
    to_memory: u64,
}

impl All<'_> {
    fn begin(&mut self, launch: &Launch) -> Begin {
        let Machine { sm, l2, .. } = self.machine;
        if !l2.keep {
            self.copied.clear();
        }
        for copy in &launch.copies {
            self.copied.insert_range(copy.address, copy.address.saturating_add(copy.bytes));
        }
        let known = self.codes.iter().position(|code| Arc::ptr_eq(code, &launch.code));
        let number = known.unwrap_or(self.codes.len());
        if known.is_none() {
            self.codes.push(Arc::clone(&launch.code));
        }
        let start = (number as u64) << 32;
        let end = start + launch.code.instructions.len() as u64 * u64::from(sm.fetch.bytes);
        let mut lines = (start..end).step_by(128);
        let somewhere = lines.any(|line| self.copied.contains(line) || self.reached.contains(line));
        let cold = if known.is_some() { 0 } else { self.pace.cold_code[usize::from(!somewhere)] };
        if sm.fetch.cache.is_some() {
            // Instructions have addresses too, that data may have: what they bring to the L2 may be data's.
            self.copied.insert_range(start, end);
            self.reached.insert_range(start, end);
        }
        let costs = Costs::new(DecodedCode::new(&launch.code, self.machine, launch.width), self.machine);
        let unit = |unit: usize| {
            let of = costs.all().iter().filter(|cost| !cost.to_memory && cost.unit.index() == unit);
            of.fold((u64::MAX, 0, u64::MAX), |(starts, interval, done), cost| {
                (starts.min(cost.starts), interval.max(cost.interval), done.min(cost.done))
            })
        };
        let units = (0..sm.units.len()).map(unit).collect();
        let to_memory = costs.all().iter().filter(|cost| cost.to_memory);
        let to_memory = to_memory.map(|cost| cost.starts).min().unwrap_or(0);
        let head = u64::from(self.machine.launch_latency);
        // A line that comes from DRAM may bring others to the L2.
        let unit = sm.fetch.cache.as_ref().map_or(0, fetched_at_once);
        let colder = usize::from(!somewhere && self.pace.unit[1] <= unit);
        let fetching = (known.is_none() && sm.fetch.cache.is_some())
            .then(|| self.pace.begin + self.pace.cold_code[colder]);
        Begin { costs, head, cold, fetching, units, to_memory }
    }

    /// Where the ways of a launch's warps over its code are noted, if that is cached.
    fn ways(&self, launch: &Launch) -> Option<Ways> {
        let fetch = &self.machine.sm.fetch;
        let unit = fetched_at_once(fetch.cache.as_ref()?);
        Some(Ways::new(launch.code.instructions.len(), fetch.bytes, unit, &self.pace))
    }

    /// Notes what a CTA touches.
    fn touch(&mut self, cta: &Cta, launch: &Launch, first: u32, blocks: &mut Blocks) {
        let l1 = self.machine.sm.l1.is_some();
        for number in 0..cta.warps() {
            let owner = first.saturating_add(number as u32);
            for step in cta.warp(number).steps(&launch.code) {
                let (Some(addresses), Some(effect)) = (step.access, effect(&launch.code, step.pc)) else {
                    continue;
                };
                if !matches!(effect.0, Space::Global | Space::Generic) {
                    continue;
                }
                let asked = self.accesses.ask(&launch.windows, effect, (addresses, step.lanes));
                let how = match effect.1 {
                    AccessKind::Store => Touched::Written,
                    AccessKind::Load | AccessKind::Prefetch if l1 => Touched::Cached,
                    _ => Touched::Direct,
                };
                let global = asked.touches.iter().filter(|_| asked.global);
                global.flat_map(touched).for_each(|address| blocks.touch(address, owner, how));
            }
        }
    }

    /// What the launch needs of memory, whoever touches it first.
    fn needed(&self, blocks: &Blocks, traffic: &mut Traffic) {
        let flush = self.machine.sm.l1.as_ref().is_none_or(|l1| l1.flush);
        for (address, block) in blocks.iter() {
            let reached = self.reached.contains(address);
            let l2 = !self.copied.contains(address) && (!self.machine.l2.keep || !reached);
            traffic.block(&self.pace, address, block, &self.rules, Cold { l1: flush || !reached, l2 });
        }
    }

    fn end(&mut self, blocks: &Blocks) {
        blocks.iter().for_each(|(address, _)| self.reached.insert(address));
    }
}

/// Bytes that a cache fetches at once.
fn fetched_at_once(cache: &cache::Description) -> u32 {
    if cache.sectored { cache::SECTOR_BYTES } else { cache.line_bytes }
}

fn effect(code: &Code, pc: Pc) -> Option<(Space, AccessKind, u32)> {
    match code.instructions.get(pc.index())?.effect {
        warploom_kernel::code::Effect::Memory { space, kind, bytes } => Some((space, kind, bytes)),
        _ => None,
    }
}

/// A sum over CTAs, and the least of them.
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

    /// What the place that gets most has, if there are so many places: no less than the average, and where CTAs cannot be
    /// shared evenly, no less than so many of the least.
    fn most(self, ctas: u64, places: u64) -> u64 {
        let places = places.min(ctas).max(1);
        let least = if ctas == 0 { 0 } else { self.least };
        self.all.div_ceil(places).max(ctas.div_ceil(places).saturating_mul(least))
    }
}

/// What a launch comes to.
struct Sums<'a> {
    machine: &'a Machine,
    /// CTAs an SM holds.
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
    /// Cycles that a CTA has its place.
    stays: Sum,
    /// From a CTA's place to its end, of the one that takes longest.
    longest: u64,
    /// The same, if it gets its place before all others and its code has to come.
    coldest: u64,
    /// From a warp's last issue to its end, at least.
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
            units: vec![Sum::NONE; machine.sm.units.len()],
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

    /// Looks at the last instructions of a CTA's warps.
    fn last(&mut self, cta: &Cta, costs: &Costs) {
        let last = (0..cta.warps()).filter_map(|number| cta.warp(number).runs().last());
        for run in last {
            let cost = costs.of(Pc(run.first.0 + run.count.saturating_sub(1)));
            self.tail = self.tail.min(cost.starts + if cost.to_memory { 0 } else { cost.done });
        }
    }

    /// A CTA: `path` is what its dependences take.
    fn add(&mut self, loads: &CtaLoads, path: u64, pace: &MinLatency, begin: &Begin) {
        let sm = &self.machine.sm;
        self.ctas += 1;
        self.issued.add(loads.issued.iter().sum());
        self.fetched.add(loads.fetched);
        self.computed.add(loads.computed);
        self.turns.add(loads.turns);
        self.port.add(loads.port);
        self.answers.add(loads.answers);
        let mut least = path;
        let issued = loads.issued.iter().copied().max().unwrap_or(0);
        least = least.max((pace.begin + issued).saturating_sub(1));
        for (at, unit) in sm.units.values().enumerate() {
            let (all, most) = loads.unit(at);
            self.units[at].add(all);
            // Where schedulers have units of their own, the one with most to do has its share of them.
            let share = unit.count.div_ceil(if sm.subcores { sm.schedulers } else { 1 }).max(1);
            let busy = if sm.subcores { most } else { all }.div_ceil(share.into());
            if let Some(at) = in_unit(begin, at, busy) {
                least = least.max(pace.begin + at);
            }
        }
        if loads.turns > 0 {
            least = least.max(pace.begin + begin.to_memory + loads.turns - 1);
        }
        self.longest = self.longest.max(least);
        self.stays.add(least + 1);
    }

    fn bound(&self, launch: &Launch, pace: &MinLatency, rules: &Rules, begin: &Begin) -> Bound {
        let (sm, ctas) = (&self.machine.sm, self.ctas);
        let sms = u64::from(sm.count);
        let most = |sum: Sum| sum.most(ctas, sms);
        let first = begin.head + begin.cold + pace.begin;
        let mut terms = BTreeMap::new();
        let mut term = |limit: Limit, cycles: u64| {
            terms.insert(limit, cycles);
        };
        if ctas > 0 {
            term(Limit::CriticalPath, begin.head + (begin.cold + self.longest).max(self.coldest) + 1);
            term(Limit::CtasInTurn, begin.head + begin.cold + self.stays.most(ctas, sms * self.places));
        }
        if self.issued.all > 0 {
            let tail = if self.tail == u64::MAX { 0 } else { self.tail };
            term(Limit::Issue, first + most(self.issued).div_ceil(sm.schedulers.into()) + tail);
            // What is missing is fetched before the first comes.
            let fetched = most(self.fetched).div_ceil(u64::from(sm.fetch.warps).max(1));
            term(Limit::Fetch, begin.head + pace.begin + fetched);
        }
        if let Some(operands) = sm.operands.as_ref().filter(|_| self.computed.all > 0) {
            let results = most(self.computed).div_ceil(u64::from(operands.results).max(1));
            let least = begin.units.iter().fold(u64::MAX, |least, unit| least.min(unit.0));
            term(Limit::Results, first + least + results);
        }
        for (at, (name, unit)) in sm.units.iter().enumerate() {
            let parts = if sm.subcores { sm.schedulers } else { 1 };
            let units = u64::from(unit.count.div_ceil(parts) * parts).max(1);
            if let Some(at) = in_unit(begin, at, most(self.units[at]).div_ceil(units)) {
                term(Limit::Unit(name.clone()), first + at + 1);
            }
        }
        if self.turns.all > 0 {
            let to_memory = first + begin.to_memory;
            term(Limit::LoadStore, to_memory + most(self.turns));
            self.behind(to_memory, pace, rules, &mut term);
        }
        Bound { kernel: launch.kernel.clone(), ctas, terms }
    }

    /// What is behind the load-store units.
    fn behind(&self, to_memory: u64, pace: &MinLatency, rules: &Rules, term: &mut dyn FnMut(Limit, u64)) {
        let (ctas, sms) = (self.ctas, u64::from(self.machine.sm.count));
        let used = sms.min(ctas).max(1);
        let traffic = &self.traffic;
        let kind = usize::from(traffic.direct || self.machine.sm.l1.is_none());
        let there = to_memory + pace.there[kind];
        let port = self.port.most(ctas, sms).max((self.port.all + traffic.port).div_ceil(used));
        let answers = self.answers.most(ctas, sms).max((self.answers.all + traffic.answers).div_ceil(used));
        let widest = pace.packet(4);
        if port > 0 {
            let sent = there + port.saturating_sub(widest) + pace.back + 1;
            term(Limit::Network, sent.max(there + pace.back + answers));
        }
        let slice = traffic
            .slices
            .iter()
            .map(|slice| slice.sectors.max(1 + slice.port.saturating_sub(pace.packet(1))));
        let slice = slice.max().unwrap_or(0);
        if traffic.slices.iter().any(|slice| slice.sectors > 0) {
            term(Limit::L2, there + slice + pace.back);
        }
        let [reads, commands] = traffic.in_dram(rules);
        let arrives = there + pace.to_dram;
        let reads = if reads > 0 { arrives + pace.in_dram(reads) + 1 + pace.back + 1 } else { 0 };
        let commands = if commands > 0 { arrives + pace.in_dram(commands) } else { 0 };
        if reads.max(commands) > 0 {
            term(Limit::Dram, reads.max(commands));
        }
    }
}

/// From the first issue to the result of the last instruction of a unit that is busy for so many cycles.
fn in_unit(begin: &Begin, unit: usize, busy: u64) -> Option<u64> {
    let (starts, interval, done) = begin.units[unit];
    (busy > 0).then(|| starts + busy.saturating_sub(interval) + done)
}
