//! A memory partition: L2 slices and the DRAM channel they share.

use super::cache::{self, Cache, MshrId, Sectors};
use super::clock::{ClockRatio, MemoryClock};
use super::dram::{self, AddressMap, Channel, Completion, DramCycle, RequestId};
use super::message::{NetworkLatency, PacketCycles, Reply, Request};
use super::pressure::{Load, is_saturated};
use super::slice::{Credits, DramRequest, Slice, SliceContext};
use crate::ids::NEVER;
use crate::machine::Machine;
use crate::slab::Slab;
use std::sync::Arc;

/// A read or write in flight to or from DRAM.
#[derive(Clone, Copy, Debug)]
struct DramAccess {
    mshr: MshrId,
    slice: u8,
    sectors: Sectors,
    write: bool,
}

/// A memory partition.
pub(crate) struct Partition {
    slices: Vec<Slice>,
    /// The number of the first slice, counted over all partitions.
    first_slice: u16,
    channel: Channel,
    /// Cores and the partition may have different clocks. All cycles in here are those of the partition.
    memory_clock: MemoryClock,
    clocks: ClockRatio,
    map: Arc<AddressMap>,
    in_flight: Slab<DramAccess>,
    completed: Vec<Completion>,
    /// Number of requests of all slices that wait for DRAM.
    dram_requests: usize,
    /// Cycle of the next event.
    next: u64,
    /// The slice that sends to DRAM next.
    turn: usize,
    /// DRAM cycle in which the last request arrives at the channel.
    last_arrival: u64,
    /// DRAM cycles from the last command of a request to its data. The channel may be advanced this much later than its
    /// next event.
    lookahead: u64,
    /// Cycle in which the channel is advanced next.
    next_dram: u64,
    /// The DRAM cycle before which it is advanced, and the same in SM cycles.
    channel_due: (u64, u64),
    dram_latency: u64,
    /// Cycles from a slice to memory and back, if memory has a fixed latency.
    fixed: Option<u64>,
    /// Accesses of a memory with a fixed latency.
    fixed_accesses: dram::Counters,
    /// Requests that the pipeline to DRAM holds: one per DRAM cycle of latency.
    dram_pipe: usize,
    reply_latency: u64,
    packet_cycles: PacketCycles,
    queue: usize,
    pub replies: Vec<Reply>,
    credits: Credits,
    /// Requests that the channel can queue.
    channel_queue: u32,
    /// Something moved since the last call of [`Partition::load`].
    moved: bool,
    /// State when the load was last measured.
    loaded: LoadMark,
}

/// Counters of a partition when its load was last measured.
#[derive(Clone, Copy, Default)]
struct LoadMark {
    cycle: u64,
    lookups: u64,
    dram_busy: u64,
}

/// Cycles that the first request of a slice waits in a saturated L2.
const L2_WAIT: u64 = 32;

impl Partition {
    pub fn new(number: u32, machine: &Machine, map: &Arc<AddressMap>) -> Partition {
        let l2 = &machine.l2;
        let cache = || Cache::new(&l2.cache).expect("the machine was checked");
        let timing = &machine.dram.channel.timing;
        Partition {
            slices: (0..l2.slices)
                .map(|slice| {
                    Slice::new((number * l2.slices + slice) as u16, cache(), l2.queue, l2.flush_written)
                })
                .collect(),
            first_slice: (number * l2.slices) as u16,
            channel: Channel::new(&machine.dram.channel).expect("the machine was checked"),
            memory_clock: MemoryClock::of(machine),
            clocks: ClockRatio::of(machine),
            map: Arc::clone(map),
            in_flight: Slab::default(),
            completed: Vec::new(),
            dram_requests: 0,
            next: NEVER,
            turn: 0,
            last_arrival: 0,
            lookahead: u64::from(timing.cl),
            next_dram: NEVER,
            channel_due: (0, 0),
            dram_latency: u64::from(l2.dram_latency),
            fixed: machine.dram.fixed.map(u64::from),
            fixed_accesses: dram::Counters::default(),
            dram_pipe: (f64::from(l2.dram_latency) * machine.clock.dram / machine.clock.sm).ceil() as usize
                + 1,
            reply_latency: if machine.network.in_order { 0 } else { NetworkLatency::of(machine).reply },
            packet_cycles: PacketCycles::new(machine.network.flit),
            queue: l2.queue as usize,
            replies: Vec::new(),
            credits: Credits::new(machine.cores() as usize),
            channel_queue: machine.dram.channel.queue,
            moved: false,
            loaded: LoadMark::default(),
        }
    }

    /// Accepts a request for one of the slices.
    pub fn deliver(&mut self, request: Request) {
        self.next = self.next.min(request.at);
        self.slices[usize::from(request.slice - self.first_slice)].deliver(request);
    }

    /// Hands out the credits of each SM since the last call: the number of its packets that slices have consumed.
    pub fn take_credits(&mut self, each: impl FnMut(u16, u32)) {
        self.credits.take(each);
    }

    /// Whether no request is in flight that an SM waits for.
    pub fn is_idle(&self) -> bool {
        self.slices.iter().all(Slice::is_idle)
    }

    /// Counters of the slices and of the channel since the last call.
    pub fn take_counters(&mut self) -> (cache::Counters, dram::Counters) {
        let mut l2 = cache::Counters::default();
        self.slices.iter_mut().for_each(|slice| l2 += &slice.cache.take_counters());
        let mut dram = self.channel.take_counters();
        dram += &std::mem::take(&mut self.fixed_accesses);
        (l2, dram)
    }

    /// Load since the last call, up to core cycle `until`. Most windows of a small launch move nothing in a partition.
    #[inline]
    pub fn load(&mut self, until: u64) -> Load {
        if std::mem::take(&mut self.moved) {
            self.measure(until)
        } else {
            Load { partitions: 1, dram: 0, l2: 0 }
        }
    }

    fn measure(&mut self, until: u64) -> Load {
        let cycle = self.memory_clock.memory_cycle(until);
        let now = LoadMark {
            cycle,
            lookups: self.slices.iter().map(|slice| slice.cache.lookups()).sum(),
            dram_busy: self.channel.counters().busy,
        };
        let last = std::mem::replace(&mut self.loaded, now);
        // Counters start again with each launch.
        let since = |now: u64, last: u64| now.checked_sub(last).unwrap_or(now);
        let cycles = cycle.saturating_sub(last.cycle);
        let dram_cycles = self.clocks.dram_cycles(cycles);
        let backlog = self.channel.backlog() * 2 >= self.channel_queue;
        let waits = self.slices.iter().any(|slice| slice.waits_since(cycle) >= L2_WAIT);
        let lookups = since(now.lookups, last.lookups);
        Load {
            partitions: 1,
            dram: u32::from(backlog || is_saturated(since(now.dram_busy, last.dram_busy), dram_cycles)),
            l2: u32::from(waits || is_saturated(lookups, cycles * self.slices.len() as u64)),
        }
    }

    /// Core cycle of the next event.
    pub fn next_time(&self) -> u64 {
        self.memory_clock.core_cycle(self.next)
    }

    /// Installs a sector of a host-to-device copy in a slice.
    pub fn install(&mut self, address: u64, slice: u16, now: u64) {
        let (index, now) = (self.map.local(address), self.memory_clock.memory_cycle(now));
        self.slices[usize::from(slice - self.first_slice)].install(address, index, now);
    }

    /// Removes lines on written pages from the slices, see [`Slice::flush`].
    pub fn flush(&mut self, pages: &[u64], removed: &mut Vec<u64>) {
        self.slices.iter_mut().for_each(|slice| slice.flush(pages, removed));
    }

    /// Invalidates all slices.
    pub fn invalidate(&mut self) {
        self.slices.iter_mut().for_each(|slice| slice.cache.invalidate());
    }

    /// Simulates all cycles before core cycle `until`.
    pub fn advance(&mut self, until: u64) {
        let until = self.memory_clock.memory_cycle(until);
        self.moved |= self.next < until;
        while self.next < until {
            let now = self.next;
            if self.next_dram <= now {
                self.advance_channel(now);
            }
            let mut context = SliceContext {
                map: &self.map,
                replies: &mut self.replies,
                credits: &mut self.credits,
                dram_requests: &mut self.dram_requests,
                reply_latency: self.reply_latency,
                packet_cycles: self.packet_cycles,
                queue: self.queue,
            };
            let mut next = NEVER;
            for slice in &mut self.slices {
                if slice.next <= now {
                    slice.cycle(now, &mut context);
                }
                next = next.min(slice.next);
            }
            if self.can_send() {
                next = next.min(match self.fixed {
                    Some(latency) => self.send_to_fixed_memory(now, latency),
                    None => self.send_to_dram(now),
                });
            }
            self.next = next.min(self.next_dram);
        }
    }

    /// Advances the channel and passes its completed reads to the slices.
    fn advance_channel(&mut self, now: u64) {
        let over = self.clocks.dram_cycles(now);
        self.channel.advance(DramCycle(over), &mut self.completed);
        for completion in self.completed.drain(..) {
            let DramAccess { mshr, slice, sectors, write } = self.in_flight.take(completion.id.0);
            if !write {
                let at = self.clocks.sm_cycle(completion.at.0).max(now);
                self.slices[usize::from(slice)].fill(at, mshr, sectors);
            }
        }
        self.schedule_channel(now);
    }

    /// Schedules the next advance of the channel.
    fn schedule_channel(&mut self, now: u64) {
        // Data follow the last command by a fixed latency, so completions may be collected late. While a slice waits for the
        // pipeline to DRAM, the channel is advanced without delay, because arrivals free entries of the pipeline.
        let ahead = if self.has_dram_requests() { 1 } else { self.lookahead };
        let Some(event) = self.channel.next_event() else {
            self.next_dram = NEVER;
            return;
        };
        // Most calls schedule the same event again, without the division.
        let due = event.0 + ahead;
        if self.channel_due.0 != due {
            self.channel_due = (due, self.clocks.sm_cycle(due));
        }
        self.next_dram = self.channel_due.1.max(now + 1);
    }

    fn has_dram_requests(&self) -> bool {
        self.dram_requests > 0
    }

    /// Whether a slice has a request for DRAM and the pipeline has room.
    fn can_send(&self) -> bool {
        self.channel.not_arrived() < self.dram_pipe && self.has_dram_requests()
    }

    /// Sends requests to a memory with a fixed latency, which accepts one per cycle. Returns the next event of the slices.
    fn send_to_fixed_memory(&mut self, now: u64, latency: u64) -> u64 {
        let mut next = NEVER;
        for slice in &mut self.slices {
            while let Some(DramRequest { mshr, sectors, write, .. }) = slice.pop_dram_request(now, self.queue)
            {
                self.dram_requests -= 1;
                self.last_arrival = now.max(self.last_arrival + 1);
                let bytes = u64::from(sectors.0.count_ones() * cache::SECTOR_BYTES);
                self.fixed_accesses.bytes += bytes;
                if write {
                    self.fixed_accesses.writes += 1;
                } else {
                    self.fixed_accesses.reads += 1;
                    slice.fill(self.last_arrival + latency, mshr, sectors);
                }
            }
            next = next.min(slice.next);
        }
        next
    }

    /// Sends requests to DRAM, round robin over the slices. Returns the next event of the slices that sent.
    fn send_to_dram(&mut self, now: u64) -> u64 {
        let mut next = NEVER;
        while self.can_send() {
            let at = self.turn;
            self.turn = if at + 1 == self.slices.len() { 0 } else { at + 1 };
            let slice = &mut self.slices[at];
            let Some(send) = slice.pop_dram_request(now, self.queue) else { continue };
            self.dram_requests -= 1;
            next = next.min(slice.next);
            let write = send.write;
            let access = DramAccess { mshr: send.mshr, slice: at as u8, sectors: send.sectors, write };
            let id = self.in_flight.put(access);
            // It arrives in the DRAM cycle that begins after its latency, and the channel's scheduler sees it in the next.
            let arrival = (self.clocks.dram_cycles(now + self.dram_latency) + 2).max(self.last_arrival + 1);
            self.last_arrival = arrival;
            let (bank, row) = self.map.bank_and_row(send.address);
            let request = dram::Request {
                id: RequestId(id),
                arrival: DramCycle(arrival),
                write,
                bank,
                row,
                bytes: send.sectors.0.count_ones() * cache::SECTOR_BYTES,
            };
            self.channel.push(request);
        }
        self.schedule_channel(now);
        next
    }
}
