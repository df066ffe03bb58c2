//! What nothing on a machine is faster than, whoever schedules: least times, and what accesses ask for.
//!
//! Bounds on cycles are made of these. Each is the time that the simulator takes with nothing in the way, so it changes with the
//! parts it is about: `sm::collectors`, `sm::load_store`, `sm::memory`, `memory::slice`, `memory::partition`.

pub use crate::decoded::Action;

use crate::decoded::{DecodedCode, DecodedInstruction, UnitId};
use crate::machine::{Machine, SmDescription};
use crate::memory::cache::{
    Description, Kind, SECTOR_BYTES, Sectors, Space as CacheSpace, WriteAllocate, WritePolicy,
};
use crate::memory::message::{HEADER, Hops};
use crate::sm::{Coalescer, LOCAL_BASE, Parts, Segment, Work, sectors_of};
use std::collections::{BTreeMap, VecDeque};
use warploom_kernel::code::AccessKind;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{Addresses, GenericWindows};

/// What an instruction takes at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Its unit: the load-store unit is the one after the machine's list.
    pub unit: UnitId,
    /// What it does.
    pub action: Action,
    /// Whether the load-store unit takes it.
    pub to_memory: bool,
    /// Cycles that it keeps a unit that computes.
    pub interval: u64,
    /// Cycles from its issue to the start of its unit, or to its first turn in the load-store unit.
    pub starts: u64,
    /// Cycles from the start of a unit that computes to the issue of who needs the result.
    pub done: u64,
}

/// What the instructions of code take at least.
#[derive(Clone, Debug)]
pub struct Costs {
    code: DecodedCode,
    costs: Vec<Cost>,
}

impl Costs {
    /// Of code that has met a machine.
    pub fn new(code: DecodedCode, machine: &Machine) -> Costs {
        let sm = &machine.sm;
        let cost = |instruction: &DecodedInstruction| {
            // Where operands are collected, it is the kind of unit that tells.
            let to_memory = match sm.operands {
                Some(_) => usize::from(instruction.unit.0) == sm.units.len(),
                None => matches!(instruction.action, Action::Memory { .. } | Action::Constant),
            };
            Cost {
                unit: instruction.unit,
                action: instruction.action,
                to_memory,
                interval: instruction.interval.into(),
                starts: starts(&code, instruction, sm, to_memory),
                done: u64::from(instruction.latency) + if sm.operands.is_some() { 2 } else { 0 },
            }
        };
        Costs { costs: code.instructions.iter().map(cost).collect(), code }
    }

    /// Those of an instruction.
    #[inline]
    pub fn of(&self, pc: Pc) -> &Cost {
        &self.costs[pc.index()]
    }

    /// Those of all instructions.
    pub fn all(&self) -> &[Cost] {
        &self.costs
    }

    /// The registers an instruction waits for, by number.
    #[inline]
    pub fn needs(&self, pc: Pc) -> &[u16] {
        self.code.needs(&self.code.instructions[pc.index()])
    }

    /// The registers it writes.
    #[inline]
    pub fn writes(&self, pc: Pc) -> &[u16] {
        self.code.writes(&self.code.instructions[pc.index()])
    }

    /// How many registers the code has.
    pub fn registers(&self) -> usize {
        self.code.register_count
    }
}

/// From issue to start: through collectors, if there are any. A collector is given in the first step of the next cycle; the
/// banks deliver one operand each in a step; it lets go in the step after; the unit starts in the cycle after that.
fn starts(code: &DecodedCode, instruction: &DecodedInstruction, sm: &SmDescription, to_memory: bool) -> u64 {
    let Some(operands) = &sm.operands else { return if to_memory { 2 } else { 0 } };
    let banks = Parts::of(sm).share(operands.banks).max(1);
    // Which bank it is depends on the slot, but not which operands are in the same.
    let mut of_bank: BTreeMap<u32, u64> = BTreeMap::new();
    for &register in code.operands(instruction) {
        *of_bank.entry(u32::from(register) % banks).or_default() += 1;
    }
    let steps = of_bank.values().max().map_or(1, |most| most + 1);
    2 + steps / u64::from(operands.reads.max(1)) + u64::from(to_memory)
}

/// Where an access goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Path {
    /// Nowhere: no lane takes part, or it is at hand.
    Nothing,
    /// To shared memory, in so many turns.
    Shared(u32),
    /// To the L1, by so many accesses at once.
    Cached,
    /// Past the L1.
    Direct,
    /// To the cache of constants.
    Constants,
}

/// A part of memory that an access touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    /// Where.
    pub address: u64,
    /// The sectors of its 128 bytes that are written or changed; of what is read past the L1, the sector.
    pub sectors: Sectors,
    /// The turn in the load-store unit in which it is sent at the earliest, the first being 0.
    pub turn: u64,
}

/// What accesses ask for, one after the other.
#[derive(Clone, Debug)]
pub struct Accesses {
    coalescer: Coalescer,
    segments: VecDeque<Segment>,
    touches: Vec<Touch>,
    banks: u32,
    /// When each bank of the L1 was last given an access.
    last: Vec<u64>,
}

/// What an access asks for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Where it goes.
    pub path: Path,
    /// Whether that is global memory.
    pub global: bool,
    /// Turns that it has in the load-store unit at least.
    pub turns: u64,
    /// What it touches behind that.
    pub touches: &'a [Touch],
}

impl Accesses {
    /// Of a machine.
    pub fn new(machine: &Machine) -> Accesses {
        let banks = machine.sm.l1.as_ref().map_or(1, |l1| l1.banks);
        Accesses {
            coalescer: Coalescer::of(&machine.sm),
            segments: VecDeque::new(),
            touches: Vec::new(),
            banks,
            last: vec![0; banks as usize],
        }
    }

    /// What an access asks for. Where local memory lies depends on the slot: only how much is touched is told of it.
    pub fn ask(
        &mut self,
        windows: &GenericWindows,
        (space, kind, bytes): (Space, AccessKind, u32),
        (addresses, lanes): (Addresses<'_>, LaneMask),
    ) -> Asked<'_> {
        self.segments.clear();
        self.touches.clear();
        let first = addresses.of(lanes).next().unwrap_or_default();
        let (space, _) = windows.resolve(space, first);
        let work = self.coalescer.ask((space, kind, bytes), (addresses, lanes), 0, &mut self.segments);
        let global = matches!(space, Space::Global | Space::Generic);
        let (path, turns) = match work {
            Work::Nothing => (Path::Nothing, 1),
            Work::Shared(turns) => (Path::Shared(turns), u64::from(turns.max(1))),
            Work::Cached(..) => (Path::Cached, self.through_banks()),
            Work::Direct(kind) => (Path::Direct, self.one_by_one(kind)),
            Work::Constants => (Path::Constants, self.one_by_one(Kind::Read)),
        };
        Asked { path, global, turns, touches: &self.touches }
    }

    /// Accesses to the L1 go in order, in a turn as many as go to different banks.
    fn through_banks(&mut self) -> u64 {
        let (mut turn, mut in_turn) = (1, 0);
        self.last.fill(0);
        for segment in &self.segments {
            let bank = (segment.address / u64::from(SECTOR_BYTES)) as usize % self.last.len();
            if in_turn == self.banks || self.last[bank] == turn {
                turn += 1;
                in_turn = 0;
            }
            self.last[bank] = turn;
            in_turn += 1;
            let sectors = sectors_of(crate::memory::cache::Bytes(segment.bytes));
            self.touches.push(Touch { address: segment.address, sectors, turn: turn - 1 });
        }
        turn
    }

    fn one_by_one(&mut self, kind: Kind) -> u64 {
        for (segment, turn) in self.segments.iter().zip(0..) {
            let sectors = match kind {
                Kind::Read => Sectors(1 << (segment.address / u64::from(SECTOR_BYTES) % 4)),
                _ => sectors_of(crate::memory::cache::Bytes(segment.bytes)),
            };
            self.touches.push(Touch { address: segment.address, sectors, turn });
        }
        (self.segments.len() as u64).max(1)
    }
}

/// Addresses from here on are of no global memory behind the caches.
pub const GLOBAL_END: u64 = LOCAL_BASE;

/// What the ways of a machine take at least, in cycles.
#[derive(Clone, PartialEq, Debug)]
pub struct MinLatency {
    /// From the cycle in which a CTA gets its place to a warp's first issue.
    pub begin: u64,
    /// How much later that is when the instructions are in no cache of the SM, but in the L2; and when not even there.
    pub cold_code: [u64; 2],
    /// Cycles beside the one between two issues of a warp, after each so many instructions.
    pub refill: u64,
    /// That many.
    pub buffer: u64,
    /// Whether a warp waits until it knows where it branches to.
    pub branches_wait: bool,
    /// From the last turn of an access to shared memory to its result.
    pub shared: u64,
    /// From an access's turn to its result, of what is in the L1; or to its end, of what is not waited for.
    pub l1: u64,
    /// The same, of what has to come from the L2: through the L1, and past it.
    pub l2: [u64; 2],
    /// The same, of what has to come from DRAM.
    pub dram: [u64; 2],
    /// From an access's turn to the word that it is written, of what has to be written to the L2.
    pub written: [u64; 2],
    /// From an access's turn to the arrival of its request at a slice.
    pub there: [u64; 2],
    /// From a slice to the SM.
    pub back: u64,
    /// Bytes that are fetched into the L1 at once, and into the L2.
    pub unit: [u32; 2],
    /// Whether writes to global and local memory go to the L2, whatever is in the L1.
    pub writes_through: [bool; 2],
    /// From a request's look-up in a slice to its arrival at the channel.
    pub to_dram: u64,
    clocks: (u64, u64),
    flit: u32,
}

impl MinLatency {
    /// Of a machine.
    pub fn of(machine: &Machine) -> MinLatency {
        let (hops, flit) = (Hops::of(machine), machine.network.flit);
        let sm = &machine.sm;
        let fetch = |cache: &Description| if cache.sectored { SECTOR_BYTES } else { cache.line_bytes };
        let replies = |bytes: u32| u64::from(bytes / SECTOR_BYTES - 1) * reply(flit);
        let l2_unit = fetch(&machine.l2.cache);
        let l1 = sm.l1.as_ref();
        let l1_unit = l1.map_or(SECTOR_BYTES, |l1| fetch(&l1.cache));
        let l1_latency = l1.map_or(0, |l1| u64::from(l1.latency));
        let there = [l1_latency + 1 + hops.there, hops.there];
        let clocks = clocks(machine);
        let to_dram = 1 + u64::from(machine.l2.dram_latency);
        let mut pace = MinLatency {
            begin: if sm.fetch.warps > 1 { 1 } else { 2 },
            cold_code: [0; 2],
            refill: u64::from(sm.fetch.warps == 1),
            buffer: u64::from(sm.fetch.instructions).max(1),
            branches_wait: sm.operands.is_none(),
            shared: u64::from(sm.load_store.shared_latency) + 2,
            l1: l1_latency,
            l2: [there[0] + hops.back + replies(l1_unit) + 1, there[1] + hops.back],
            dram: [0; 2],
            written: [there[0] + hops.back, there[1] + hops.back],
            there,
            back: hops.back,
            unit: [l1_unit, l2_unit],
            writes_through: [CacheSpace::Global, CacheSpace::Local]
                .map(|space| l1.is_none_or(|l1| goes_below(&l1.cache, space))),
            to_dram,
            clocks,
            flit,
        };
        let channel = &machine.dram.channel;
        let bursts = u64::from(l2_unit.div_ceil(channel.atom()).max(1));
        let burst = u64::from(channel.burst_length / channel.data_rate);
        let column = u64::from(channel.timing.ccd).max(burst);
        let from_dram =
            to_dram + pace.in_dram((bursts - 1) * column + u64::from(channel.timing.cl) + burst) + 1;
        pace.dram = pace.l2.map(|l2| l2 + from_dram);
        if let Some(cache) = &sm.fetch.cache {
            let l2 = 1 + hops.there + hops.back + replies(fetch(cache)) + 2;
            pace.cold_code = [l2 - pace.begin, l2 + from_dram - pace.begin];
        }
        pace
    }

    /// Cycles from the arrival of requests at a channel that is at them for so many DRAM cycles to their data: the arrival is
    /// rounded to a DRAM cycle that may have begun.
    pub fn in_dram(&self, cycles: u64) -> u64 {
        let (sm, dram) = self.clocks;
        (u128::from(cycles.saturating_sub(1)) * u128::from(sm) / u128::from(dram)) as u64
    }

    /// Cycles that a packet with so many sectors keeps its port.
    #[inline]
    pub fn packet(&self, sectors: u32) -> u64 {
        u64::from((HEADER + sectors * SECTOR_BYTES).div_ceil(self.flit))
    }
}

/// Cycles that a sector's reply keeps its port.
fn reply(flit: u32) -> u64 {
    u64::from((HEADER + SECTOR_BYTES).div_ceil(flit))
}

fn clocks(machine: &Machine) -> (u64, u64) {
    let khz = |mhz: f64| (mhz * 1000.0).round().max(1.0) as u64;
    (khz(machine.clock.sm), khz(machine.clock.dram))
}

/// Whether every write to a space goes below this cache, and is answered from there.
fn goes_below(cache: &Description, space: CacheSpace) -> bool {
    let stays = match cache.write {
        WritePolicy::WriteBack => true,
        WritePolicy::LocalBackGlobalEvict => space == CacheSpace::Local,
        _ => false,
    };
    let misses_go = match cache.write_allocate {
        WriteAllocate::None | WriteAllocate::Fetch => true,
        WriteAllocate::LazyFetchOnRead => cache.write == WritePolicy::WriteThrough,
        WriteAllocate::FetchOnWrite => false,
    };
    !stays && misses_go
}
