//! The loads that a launch puts on the resources of SMs and memory.

use super::footprint::Block;
use std::collections::BTreeSet;
use warploom_gpu::lower_bound::{AccessDemand, Cost, MinLatency, Path};
use warploom_gpu::machine::Machine;
use warploom_gpu::memory::cache::{Misses, MshrDescription, SECTOR_BYTES, WriteAllocate, WritePolicy};
use warploom_gpu::memory::dram::AddressMap;
use warploom_kernel::code::AccessKind;

/// The loads of a CTA on its SM. Warps whose numbers are equal modulo the schedulers share a scheduler, in every CTA slot.
#[derive(Clone, Debug)]
pub(super) struct CtaLoads {
    schedulers: usize,
    /// Instructions, by scheduler.
    pub issued: Vec<u64>,
    /// Busy cycles of execution units, by unit and then by scheduler.
    pub units: Vec<u64>,
    /// Instructions of execution units.
    pub computed: u64,
    /// Turns of the load-store unit.
    pub turns: u64,
    pub fetched: u64,
    /// Busy cycles of the SM's port to the network.
    pub port: u64,
    /// Replies from the network.
    pub answers: u64,
}

impl CtaLoads {
    pub fn new(machine: &Machine) -> CtaLoads {
        let schedulers = machine.sm().schedulers as usize;
        CtaLoads {
            schedulers,
            issued: vec![0; schedulers],
            units: vec![0; schedulers * machine.sm().units.len()],
            computed: 0,
            turns: 0,
            fetched: 0,
            port: 0,
            answers: 0,
        }
    }

    pub fn clear(&mut self) {
        self.issued.fill(0);
        self.units.fill(0);
        (self.computed, self.turns, self.fetched, self.port, self.answers) = (0, 0, 0, 0, 0);
    }

    /// Adds an instruction of a warp.
    #[inline]
    pub fn issue(&mut self, warp: usize, cost: &Cost) {
        let scheduler = warp % self.schedulers;
        self.issued[scheduler] += 1;
        if !cost.to_memory {
            self.units[cost.unit.index() * self.schedulers + scheduler] += cost.interval;
            self.computed += 1;
        }
    }

    /// Adds an instruction's turns in the load-store unit.
    #[inline]
    pub fn turns(&mut self, turns: u64) {
        self.turns += turns;
    }

    /// Adds a finished warp's instruction fetches.
    pub fn warp(&mut self, fetched: u64) {
        self.fetched += fetched;
    }

    /// Busy cycles of a kind of unit: the sum over schedulers, and the maximum.
    pub fn unit(&self, unit: usize) -> (u64, u64) {
        let of = &self.units[unit * self.schedulers..][..self.schedulers];
        (of.iter().sum(), of.iter().copied().max().unwrap_or(0))
    }
}

/// The load of an L2 slice.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct SliceLoad {
    pub sectors: u64,
    /// Busy cycles of its port to the network.
    pub port: u64,
    /// Written blocks.
    written: u64,
}

/// The load of a DRAM channel.
#[derive(Clone, Default, Debug)]
struct ChannelLoad {
    /// Read bursts that an SM waits for, by bank.
    reads: Vec<u64>,
    /// Blocks that are only written and were not in the L2.
    write_misses: u64,
    rows: BTreeSet<(u8, u32)>,
}

/// The load of a launch on the memory behind the SMs.
#[derive(Clone, Debug)]
pub(super) struct Traffic {
    map: AddressMap,
    pub slices: Vec<SliceLoad>,
    channels: Vec<ChannelLoad>,
    slices_per_channel: usize,
    /// Busy cycles of the SMs' ports, and replies, for L1 fills that no schedule avoids.
    pub port: u64,
    pub answers: u64,
    /// Whether an access bypasses the L1.
    pub direct: bool,
}

impl Traffic {
    pub fn new(machine: &Machine, map: &AddressMap) -> Traffic {
        let banks = machine.dram.channel.banks as usize;
        let channel = ChannelLoad { reads: vec![0; banks], ..ChannelLoad::default() };
        Traffic {
            map: map.clone(),
            slices: vec![SliceLoad::default(); map.sub_partitions() as usize],
            channels: vec![channel; map.partitions() as usize],
            slices_per_channel: machine.l2.slices as usize,
            port: 0,
            answers: 0,
            direct: false,
        }
    }

    fn slice(&mut self, address: u64) -> &mut SliceLoad {
        let slice = self.map.decode(address).sub_partition.0;
        &mut self.slices[usize::from(slice)]
    }

    /// Adds the packets that an access sends under every schedule. Reads through the L1 may hit, and send none.
    pub fn add_packets(
        &mut self,
        min_latency: &MinLatency,
        kind: AccessKind,
        demand: &AccessDemand<'_>,
        loads: &mut CtaLoads,
    ) {
        let direct = demand.path == Path::Direct;
        let through = kind == AccessKind::Store && min_latency.writes_through[usize::from(!demand.global)];
        if !(direct || demand.path == Path::Cached && through) {
            return;
        }
        self.direct |= direct;
        let reads = kind.is_load() || kind == AccessKind::Prefetch || kind.is_copy();
        for touch in demand.touches {
            let sectors = touch.sectors.0.count_ones();
            loads.port += min_latency.packet(if reads { 0 } else { sectors });
            loads.answers += u64::from(sectors);
            // The address of local memory depends on the warp slot.
            if demand.global {
                let slice = self.slice(touch.address);
                slice.sectors += u64::from(sectors);
                slice.port += u64::from(sectors) * min_latency.packet(u32::from(kind != AccessKind::Store));
            }
        }
    }

    /// Adds the traffic that a block causes under every schedule.
    pub fn block(&mut self, min_latency: &MinLatency, address: u64, block: Block, rules: &Rules, cold: Cold) {
        let needs = block.needs_data(rules.ordered);
        if needs && block.is_cached() && cold.l1 {
            let sectors = u64::from(min_latency.fetch_unit[0] / SECTOR_BYTES);
            self.port += min_latency.packet(0);
            self.answers += sectors;
            let slice = self.slice(address);
            slice.sectors += sectors;
            slice.port += sectors * min_latency.packet(1);
        }
        if block.is_written() {
            self.slice(address).written += 1;
        }
        if !cold.l2 {
            return;
        }
        let channel = usize::from(self.map.decode(address).partition.0);
        let channel = &mut self.channels[channel];
        if needs && (cold.l1 || !block.is_cached()) {
            // An L1 fill fetches all its L2 units from DRAM.
            let units = if block.is_cached() {
                (min_latency.fetch_unit[0] / min_latency.fetch_unit[1]).max(1)
            } else {
                1
            };
            for unit in 0..units {
                let place = self.map.decode(address + u64::from(unit * min_latency.fetch_unit[1]));
                channel.reads[place.bank.index()] += rules.bursts;
                channel.rows.insert((place.bank.0, place.row.0));
            }
        } else if !needs && block.is_written() {
            channel.write_misses += 1;
        }
    }

    /// DRAM cycles of the busiest channel: from its first command to the last data that an SM waits for, and to its last command.
    pub fn in_dram(&self, rules: &Rules) -> [u64; 2] {
        let slices = self.slices.chunks(self.slices_per_channel.max(1));
        let all = self.channels.iter().zip(slices);
        all.fold([0; 2], |[reads, commands], (channel, slices)| {
            [reads.max(channel.reads(rules)), commands.max(channel.commands(rules, slices))]
        })
    }
}

/// Whether a block is certainly absent from the caches at the start of a launch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cold {
    pub l1: bool,
    pub l2: bool,
}

/// The rules and timings of a machine's memory.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// Whether accesses of a warp to a block reach the caches in program order.
    pub ordered: bool,
    /// DRAM bursts per L2 fill.
    pub bursts: u64,
    burst: u64,
    column: u64,
    column_group: u64,
    activate: u64,
    row_cycle: u64,
    to_read: u64,
    read: u64,
    /// L2 fills of a channel that may be in flight at the end of the launch, if write misses fetch.
    write_fetches: Option<u64>,
    /// Units that a slice holds, and units of a channel in flight to DRAM, if the L2 writes back.
    holds: Option<(u64, u64)>,
    /// Units per burst.
    per_burst: u64,
}

impl Rules {
    pub fn of(machine: &Machine, min_latency: &MinLatency) -> Rules {
        let channel = &machine.dram.channel;
        let timing = &channel.timing;
        let burst = u64::from(channel.burst_length / channel.data_rate);
        let column = u64::from(timing.ccd).max(burst);
        let (l2, cache) = (&machine.l2, &machine.l2.cache);
        let banks = machine.sm().l1.as_ref().map_or(1, |l1| l1.banks);
        let (entries, queue) = match cache.misses {
            Misses::Mshrs(MshrDescription { entries, queue, .. }) => (entries, queue),
            Misses::Fifo { reorder, requests, .. } => (reorder, requests),
        };
        let slices = u64::from(l2.slices);
        // Misplaced stores leave it open which lines of the L2 are written.
        let back = cache.write == WritePolicy::WriteBack
            && min_latency.writes_through[0]
            && !machine.sm().load_store.misplaced_halves;
        let pipe = (f64::from(l2.dram_latency) * machine.clock.dram / machine.clock.sm).ceil() as u64 + 1;
        let writes = channel.write_queue.as_ref().map_or(0, |queue| queue.size);
        // A request in flight may carry all sectors of a line.
        let on_way = slices * u64::from(queue + 1 + l2.queue)
            + pipe
            + u64::from(channel.queue + writes + channel.banks);
        let lines = u64::from(cache.sets) * u64::from(cache.ways);
        let in_line = u64::from(cache.line_bytes / min_latency.fetch_unit[1]);
        Rules {
            ordered: min_latency.fetch_unit[0] >= min_latency.fetch_unit[1]
                && (banks == 1 || min_latency.fetch_unit[0] == SECTOR_BYTES),
            bursts: u64::from(min_latency.fetch_unit[1].div_ceil(channel.atom()).max(1)),
            burst,
            column,
            column_group: column.max(timing.ccd_l.into()),
            activate: timing.rrd.into(),
            row_cycle: timing.rc.into(),
            to_read: timing.rcd.into(),
            read: timing.cl.into(),
            write_fetches: (back && cache.write_allocate == WriteAllocate::Fetch)
                .then(|| slices * u64::from(entries)),
            holds: back.then_some((lines * in_line, on_way * 4)),
            per_burst: u64::from(channel.atom() / min_latency.fetch_unit[1].min(SECTOR_BYTES)).max(1),
        }
    }
}

impl ChannelLoad {
    /// DRAM cycles from the first command to the last data of reads.
    fn reads(&self, rules: &Rules) -> u64 {
        let reads: u64 = self.reads.iter().sum();
        if reads == 0 {
            return 0;
        }
        let data = rules.read + rules.burst;
        let bus = (reads - 1) * rules.column + data;
        let most = self.reads.iter().copied().max().unwrap_or(0);
        let bank = most.saturating_sub(1) * rules.column_group + data;
        // One row per bank may be open already; every other row needs an activation.
        let mut rows = vec![0_u64; self.reads.len()];
        self.rows.iter().for_each(|&(bank, _)| rows[usize::from(bank)] += 1);
        let opened = |&rows: &u64| rows.saturating_sub(1);
        let after = rules.to_read + data;
        let apart = |opened: u64, by: u64| if opened > 0 { (opened - 1) * by + after } else { 0 };
        let in_bank = apart(rows.iter().map(opened).max().unwrap_or(0), rules.row_cycle);
        let in_all = apart(rows.iter().map(opened).sum(), rules.activate);
        bus.max(bank).max(in_bank).max(in_all)
    }

    /// DRAM cycles from the first command to the last, of reads and writes.
    fn commands(&self, rules: &Rules, slices: &[SliceLoad]) -> u64 {
        let reads: u64 = self.reads.iter().sum();
        let fetched =
            rules.write_fetches.map_or(0, |most| self.write_misses.saturating_sub(most) * rules.bursts);
        // Written blocks beyond the capacity of the slices were written back, except those in flight.
        let written = rules.holds.map_or(0, |(holds, on_way)| {
            let over: u64 = slices.iter().map(|slice| slice.written.saturating_sub(holds)).sum();
            over.saturating_sub(on_way) / rules.per_burst
        });
        (reads + fetched + written).saturating_sub(1) * rules.column
    }
}
