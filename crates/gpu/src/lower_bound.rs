//! Lower bounds on latencies and on memory traffic, which hold under every policy.
//!
//! Bounds on the cycles of a kernel are computed from these. Each bound is the latency of the model without contention: it
//! must change with `sm::collectors`, `sm::load_store`, `sm::memory`, `memory::slice` and `memory::partition`. Latencies that
//! both sides need are stated once, in `latencies`, `memory::message`, `memory::clock` and `memory::dram`.
//!
//! ```
//! use warploom_gpu::lower_bound::MinLatency;
//! use warploom_gpu::machine::named;
//!
//! let gtx480 = MinLatency::of(&named("gtx480").unwrap().machine());
//! // A load that misses the L1 and the L2 is slower than one that hits the L2, which is slower than an L1 hit.
//! assert!(gtx480.l1 < gtx480.l2[0] && gtx480.l2[0] < gtx480.dram[0]);
//! ```

pub use crate::decoded::Action;

use crate::core::{LOCAL_BASE, LocalLayout};
use crate::decoded::{DecodedCode, DecodedInstruction, UnitId};
use crate::dispatch::StartRate;
use crate::latencies::{ISSUE_TO_QUEUE, QUEUE_TO_UNIT, RESULT_PORT, WRITEBACK};
use crate::machine::{Dependences, Machine, SmDescription};
use crate::memory::cache::{AccessType, Bytes, SECTOR_BYTES, Sectors, Space as CacheSpace};
use crate::memory::clock::ClockRatio;
use crate::memory::dram::CommandDelays;
use crate::memory::message::{NetworkLatency, packet_cycles};
use crate::sm::{Coalescer, LsuOp, Segment, Subcores, copied_lanes};
use std::collections::{BTreeMap, VecDeque};
use warploom_kernel::code::AccessKind;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{Addresses, GenericWindows};

/// Lower bounds on the latencies of an instruction, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Its unit; the load-store unit follows the machine's units.
    pub unit: UnitId,
    /// Its action at issue.
    pub action: Action,
    /// Its address, in bytes from the start of the code.
    pub address: u64,
    /// Whether the tape has the addresses that it accesses.
    pub recorded: bool,
    /// Whether the load-store unit executes it.
    pub to_memory: bool,
    /// Initiation interval: cycles that it occupies an execution unit.
    pub interval: u64,
    /// Cycles from issue to the start on its unit, or to its first cycle in the load-store unit.
    pub issue_to_start: u64,
    /// Cycles from the start on an execution unit to the issue of a dependent instruction.
    pub start_to_dependent: u64,
}

/// Lower bounds on the latencies of a kernel's instructions.
#[derive(Clone, Debug)]
pub struct Costs {
    code: DecodedCode,
    costs: Vec<Cost>,
}

impl Costs {
    /// The bounds of decoded code.
    pub fn new(code: DecodedCode, machine: &Machine) -> Costs {
        let sm = machine.sm();
        // Nothing checks registers there: a stall may be shorter than the latency.
        let obeys = code.machine_code.is_some() && sm.dependences == Dependences::ControlBits;
        let cost = |instruction: &DecodedInstruction| {
            // With collectors, the unit decides; without, the action.
            let to_memory = match sm.operands {
                Some(_) => usize::from(instruction.unit.0) == sm.units.len(),
                None => matches!(instruction.action, Action::Memory { .. } | Action::Constant),
            };
            Cost {
                unit: instruction.unit,
                action: instruction.action,
                address: instruction.address.into(),
                recorded: instruction.recorded,
                to_memory,
                interval: instruction.interval.into(),
                issue_to_start: issue_to_start(&code, instruction, sm, to_memory),
                start_to_dependent: match obeys {
                    true => 0,
                    false => {
                        u64::from(instruction.latency) + if sm.operands.is_some() { WRITEBACK } else { 0 }
                    }
                },
            }
        };
        Costs { costs: code.instructions.iter().map(cost).collect(), code }
    }

    /// The bounds of an instruction.
    #[inline]
    pub fn of(&self, pc: Pc) -> &Cost {
        &self.costs[pc.index()]
    }

    /// The bounds of all instructions.
    pub fn all(&self) -> &[Cost] {
        &self.costs
    }

    /// The registers that an instruction depends on, by number.
    #[inline]
    pub fn needs(&self, pc: Pc) -> &[u16] {
        self.code.depends_on(&self.code.instructions[pc.index()])
    }

    /// The registers that an instruction writes, by number.
    #[inline]
    pub fn writes(&self, pc: Pc) -> &[u16] {
        self.code.writes(&self.code.instructions[pc.index()])
    }

    /// Number of registers of the code.
    pub fn registers(&self) -> usize {
        self.code.register_count
    }
}

/// Cycles from issue to the start on the unit, through collectors if there are any.
///
/// A collector is allocated in the first step of the next cycle, each bank delivers one operand per step, and the collector
/// is released in the step after the last operand.
fn issue_to_start(
    code: &DecodedCode,
    instruction: &DecodedInstruction,
    sm: &SmDescription,
    to_memory: bool,
) -> u64 {
    let load_store = if to_memory { QUEUE_TO_UNIT } else { 0 };
    let Some(operands) = &sm.operands else {
        return if to_memory { ISSUE_TO_QUEUE + load_store } else { 0 };
    };
    let banks = Subcores::of(sm).share(operands.banks).max(1);
    // The bank of a register depends on the slot, but the registers that share a bank do not.
    let mut by_bank: BTreeMap<u32, u64> = BTreeMap::new();
    for &register in instruction.operands.of(code.banked()) {
        *by_bank.entry(u32::from(register) % banks).or_default() += 1;
    }
    let steps = by_bank.values().max().map_or(1, |most| most + 1);
    ISSUE_TO_QUEUE + steps / u64::from(operands.reads.max(1)) + QUEUE_TO_UNIT + load_store
}

/// The path of an access through the memory system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Path {
    /// No memory access: no lane is active, or the data are at hand.
    Nothing,
    /// Shared memory, in this many cycles of the load-store unit.
    Shared(u32),
    /// The L1.
    Cached,
    /// The L2, past the L1.
    Direct,
    Constants,
}

/// A segment of memory that an access touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    pub address: u64,
    /// The sectors of its 128 bytes that are written; for a read past the L1, the sector.
    pub sectors: Sectors,
    /// The earliest cycle of the instruction in the load-store unit in which it is sent, from 0.
    pub turn: u64,
}

/// The coalescer, as a source of lower bounds on traffic.
#[derive(Clone, Debug)]
pub struct Accesses {
    coalescer: Coalescer,
    segments: VecDeque<Segment>,
    touches: Vec<Touch>,
    banks: u32,
    /// By L1 bank, the cycle of its last access.
    last: Vec<u64>,
}

/// The memory traffic of an access.
#[derive(Clone, Copy, Debug)]
pub struct AccessDemand<'a> {
    pub path: Path,
    /// Whether it accesses global memory.
    pub global: bool,
    /// Lower bound on its cycles in the load-store unit.
    pub turns: u64,
    /// The segments that it touches.
    pub touches: &'a [Touch],
}

impl Accesses {
    /// The coalescer of a machine.
    pub fn new(machine: &Machine) -> Accesses {
        let banks = machine.sm().l1.as_ref().map_or(1, |l1| l1.banks);
        Accesses {
            coalescer: Coalescer::of(machine.sm()),
            segments: VecDeque::new(),
            touches: Vec::new(),
            banks,
            last: vec![0; banks as usize],
        }
    }

    /// Coalesces an access. Addresses of local memory depend on the slot, so only the amount of local memory is meaningful.
    pub fn coalesce(
        &mut self,
        windows: &GenericWindows,
        (space, kind, bytes): (Space, AccessKind, u32),
        (addresses, lanes): (Addresses<'_>, LaneMask),
    ) -> AccessDemand<'_> {
        self.segments.clear();
        self.touches.clear();
        let first = addresses.of(lanes).next().unwrap_or_default();
        let (space, _) = windows.resolve(space, first);
        let lanes = if kind.is_copy() { copied_lanes(windows, addresses, lanes) } else { lanes };
        let op = self.coalescer.coalesce(
            (space, kind, bytes),
            (addresses, lanes),
            || LocalLayout::ALONE,
            &mut self.segments,
        );
        let global = matches!(space, Space::Global | Space::Generic);
        let (path, turns) = match op {
            LsuOp::NoAccess => (Path::Nothing, 1),
            LsuOp::Shared(turns) => (Path::Shared(turns), u64::from(turns.max(1))),
            LsuOp::Cached(..) => (Path::Cached, self.through_banks()),
            LsuOp::Bypass(kind) => (Path::Direct, self.one_by_one(kind)),
            // The bound leaves out the texture unit.
            LsuOp::Texture => (Path::Nothing, 1),
            LsuOp::Constant => (Path::Constants, self.one_by_one(AccessType::Read)),
        };
        AccessDemand { path, global, turns, touches: &self.touches }
    }

    /// Cycles for the accesses to the L1: they go in order, and those to different banks share a cycle.
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
            let sectors = Sectors::of(Bytes(segment.bytes));
            self.touches.push(Touch { address: segment.address, sectors, turn: turn - 1 });
        }
        turn
    }

    /// Cycles for accesses that go one per cycle.
    fn one_by_one(&mut self, kind: AccessType) -> u64 {
        for (segment, turn) in self.segments.iter().zip(0..) {
            let sectors = match kind {
                AccessType::Read => Sectors(1 << (segment.address / u64::from(SECTOR_BYTES) % 4)),
                _ => Sectors::of(Bytes(segment.bytes)),
            };
            self.touches.push(Touch { address: segment.address, sectors, turn });
        }
        (self.segments.len() as u64).max(1)
    }
}

/// Lower bound on the cycles from the first to the last start of a launch's CTAs, under every CTA policy.
pub fn cta_start_span(machine: &Machine, ctas: u64) -> u64 {
    StartRate::of(machine).span(ctas)
}

/// The first address beyond global memory: local memory lies behind it.
pub const GLOBAL_END: u64 = LOCAL_BASE;

/// Lower bounds on the memory latencies of a machine, in cycles. Pairs are through the L1, and past it.
#[derive(Clone, PartialEq, Debug)]
pub struct MinLatency {
    /// From the start of a CTA to a warp's first issue.
    pub begin: u64,
    /// Additional cycles to the first issue if the instructions are only in the L2, and if they are only in DRAM.
    pub cold_code: [u64; 2],
    /// Additional cycles between two issues of a warp when its instruction buffer is refilled.
    pub refill: u64,
    /// Instructions per refill.
    pub buffer: u64,
    /// Whether a warp waits for the target of a branch.
    pub branches_wait: bool,
    /// From the last cycle of a load of shared memory in the load-store unit to the issue of a dependent instruction. A store
    /// completes in that cycle.
    pub shared: u64,
    /// From sending an access to its result on an L1 hit.
    pub l1: u64,
    /// From sending an access to its result on an L2 hit.
    pub l2: [u64; 2],
    /// From sending an access to its result from DRAM.
    pub dram: [u64; 2],
    /// From sending a write to its acknowledgement by the L2.
    pub written: [u64; 2],
    /// From sending an access to the arrival of its request at a slice.
    pub request: [u64; 2],
    /// From a slice to the SM.
    pub reply: u64,
    /// Bytes per fetch into the L1, and into the L2.
    pub fetch_unit: [u32; 2],
    /// Whether every write to global, and to local memory, goes to the L2.
    pub writes_through: [bool; 2],
    /// From the tag lookup of a request in a slice to its arrival at the channel.
    pub to_dram: u64,
    clocks: ClockRatio,
    flit: u32,
}

impl MinLatency {
    /// The bounds of a machine.
    pub fn of(machine: &Machine) -> MinLatency {
        let (network, flit) = (NetworkLatency::of(machine), machine.network.flit);
        let sm = machine.sm();
        // Replies of one fetch follow each other through the port.
        let last_reply = |bytes: u32| u64::from(bytes / SECTOR_BYTES - 1) * packet_cycles(SECTOR_BYTES, flit);
        let l2_unit = machine.l2.cache.fetch_bytes();
        let l1 = sm.l1.as_ref();
        let l1_unit = l1.map_or(SECTOR_BYTES, |l1| l1.cache.fetch_bytes());
        let l1_latency = l1.map_or(0, |l1| u64::from(l1.latency));
        let request = [l1_latency + 1 + network.request, network.request];
        let clocks = ClockRatio::of(machine);
        let to_dram = 1 + u64::from(machine.l2.dram_latency);
        let mut bounds = MinLatency {
            begin: if sm.fetch.warps > 1 { 1 } else { 2 },
            cold_code: [0; 2],
            refill: u64::from(sm.fetch.warps == 1),
            buffer: u64::from(sm.fetch.instructions).max(1),
            branches_wait: sm.operands.is_none(),
            shared: u64::from(sm.load_store.shared_latency) + RESULT_PORT,
            l1: l1_latency,
            l2: [
                request[0] + network.reply + last_reply(l1_unit) + 1 + RESULT_PORT,
                request[1] + network.reply + 1 + RESULT_PORT,
            ],
            dram: [0; 2],
            written: request.map(|request| request + network.reply),
            request,
            reply: network.reply,
            fetch_unit: [l1_unit, l2_unit],
            writes_through: [CacheSpace::Global, CacheSpace::Local]
                .map(|space| l1.is_none_or(|l1| l1.cache.forwards_every_write(space))),
            to_dram,
            clocks,
            flit,
        };
        let delays = CommandDelays::of(&machine.dram.channel);
        let bursts = u64::from(l2_unit.div_ceil(delays.atom).max(1));
        let from_dram = to_dram + bounds.in_dram((bursts - 1) * delays.column + delays.read_done) + 1;
        bounds.dram = bounds.l2.map(|l2| l2 + from_dram);
        if let Some(cache) = &sm.fetch.cache {
            let l2 = network.request + network.reply + last_reply(cache.fetch_bytes()) + 2;
            bounds.cold_code = [l2 - bounds.begin, l2 + from_dram - bounds.begin];
        }
        bounds
    }

    /// Cycles from the arrival of requests at a channel, which is busy with them for this many DRAM cycles, to their data. The
    /// arrival is rounded to a DRAM cycle that may already have started.
    pub fn in_dram(&self, dram_cycles: u64) -> u64 {
        self.clocks.sm_cycles_at_least(dram_cycles.saturating_sub(1))
    }

    /// Cycles that a packet with this many sectors occupies a network port.
    #[inline]
    pub fn packet(&self, sectors: u32) -> u64 {
        packet_cycles(sectors * SECTOR_BYTES, self.flit)
    }
}
