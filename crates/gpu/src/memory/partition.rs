//! A memory partition: L2 slices, and the DRAM channel they share.

use super::cache::{self, Cache, Sectors, SendKind};
use super::dram::{self, AddressMap, Channel, Done, DramCycle, RequestId};
use super::message::{Hops, Reply, Request};
use super::slice::{Common, Slice};
use crate::ids::NEVER;
use crate::machine::Machine;
use crate::slab::Slab;
use std::sync::Arc;

/// What is under way to or from DRAM.
#[derive(Clone, Copy, Debug)]
struct UnderWay {
    address: u64,
    slice: u8,
    sectors: Sectors,
    write: bool,
}

/// The two clocks, without what they have in common: so that a run may have 10^13 cycles.
#[derive(Clone, Copy, Debug)]
struct Clocks {
    sm: u64,
    dram: u64,
}

impl Clocks {
    /// From MHz.
    fn new(sm: f64, dram: f64) -> Clocks {
        let (sm, dram) = ((sm * 1000.0).round() as u64, (dram * 1000.0).round() as u64);
        let (mut a, mut b) = (sm, dram);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Clocks { sm: sm / a, dram: dram / a }
    }

    /// The DRAM cycles that are over in this cycle.
    fn dram(self, cycle: u64) -> u64 {
        cycle * self.dram / self.sm
    }

    /// The first cycle in which so many DRAM cycles are over.
    fn sm(self, cycles: u64) -> u64 {
        (cycles * self.sm).div_ceil(self.dram)
    }
}

pub(crate) struct Partition {
    slices: Vec<Slice>,
    first: u16,
    channel: Channel,
    clocks: Clocks,
    map: Arc<AddressMap>,
    under_way: Slab<UnderWay>,
    done: Vec<Done>,
    /// The slice whose turn it is to send to DRAM.
    turn: usize,
    /// When the last request to DRAM arrives there.
    last: u64,
    /// DRAM cycles between the last command of a request and its data: so much later is soon enough to look at what the
    /// channel did.
    ahead: u64,
    /// When the channel has to be looked at.
    next_dram: u64,
    dram_latency: u64,
    /// Requests that can be on their way to DRAM: one a DRAM cycle.
    pipe: usize,
    hop: u64,
    flit: u32,
    queue: usize,
    pub replies: Vec<Reply>,
    /// Packets taken since this was last asked, by SM.
    taken: Vec<u32>,
}

impl Partition {
    pub fn new(number: u32, machine: &Machine, map: &Arc<AddressMap>) -> Partition {
        let l2 = &machine.l2;
        let cache = || Cache::new(&l2.cache).expect("the machine was checked");
        let timing = &machine.dram.channel.timing;
        Partition {
            slices: (0..l2.slices)
                .map(|slice| Slice::new((number * l2.slices + slice) as u16, cache(), l2.queue))
                .collect(),
            first: (number * l2.slices) as u16,
            channel: Channel::new(&machine.dram.channel).expect("the machine was checked"),
            clocks: Clocks::new(machine.clock.sm, machine.clock.dram),
            map: Arc::clone(map),
            under_way: Slab::default(),
            done: Vec::new(),
            turn: 0,
            last: 0,
            ahead: u64::from(timing.cl),
            next_dram: NEVER,
            dram_latency: u64::from(l2.dram_latency),
            pipe: (f64::from(l2.dram_latency) * machine.clock.dram / machine.clock.sm).ceil() as usize + 1,
            hop: Hops::of(machine).back,
            flit: machine.network.flit,
            queue: l2.queue as usize,
            replies: Vec::new(),
            taken: vec![0; machine.sm.count as usize],
        }
    }

    /// A request will come. They are delivered in order of time.
    pub fn deliver(&mut self, request: Request) {
        self.slices[usize::from(request.slice - self.first)].deliver(request);
    }

    /// Hands over how many packets of which SM were taken since the last time.
    pub fn take_credits(&mut self, mut each: impl FnMut(u16, u32)) {
        for (sm, taken) in self.taken.iter_mut().enumerate().filter(|(_, taken)| **taken > 0) {
            each(sm as u16, std::mem::take(taken));
        }
    }

    /// Whether nothing is under way that somebody waits for.
    pub fn is_idle(&self) -> bool {
        self.slices.iter().all(Slice::is_idle)
    }

    /// What happened in the slices and in DRAM since the last time.
    pub fn take_counters(&mut self) -> (cache::Counters, dram::Counters) {
        let mut l2 = cache::Counters::default();
        self.slices.iter_mut().for_each(|slice| l2 += slice.cache.take_counters());
        (l2, self.channel.take_counters())
    }

    /// The next cycle in which something can happen.
    pub fn next_time(&self) -> u64 {
        self.slices.iter().fold(self.next_dram, |next, slice| next.min(slice.next))
    }

    /// What a copy of the host leaves here, if its address is of this partition.
    pub fn install(&mut self, address: u64, slice: u16, now: u64) {
        let index = self.map.local(address);
        self.slices[usize::from(slice - self.first)].install(address, index, now);
    }

    /// Nothing of what the launch before left is here.
    pub fn forget(&mut self) {
        self.slices.iter_mut().for_each(|slice| slice.cache.invalidate());
    }

    /// Simulates up to cycle `until`, which is not itself looked at.
    pub fn advance(&mut self, until: u64) {
        loop {
            let now = self.next_time();
            if now >= until {
                return;
            }
            if self.next_dram <= now {
                self.dram(now);
            }
            let mut common = Common {
                map: &self.map,
                replies: &mut self.replies,
                taken: &mut self.taken,
                hop: self.hop,
                flit: self.flit,
                queue: self.queue,
            };
            for slice in self.slices.iter_mut().filter(|slice| slice.next <= now) {
                slice.cycle(now, &mut common);
            }
            if self.can_send() {
                self.send_to_dram(now);
            }
        }
    }

    /// Sees what the channel did.
    fn dram(&mut self, now: u64) {
        let over = self.clocks.dram(now);
        self.channel.advance(DramCycle(over), &mut self.done);
        for done in self.done.drain(..) {
            let UnderWay { address, slice, sectors, write } = self.under_way.take(done.id.0);
            if !write {
                let at = self.clocks.sm(done.at.0).max(now);
                self.slices[usize::from(slice)].fill(at, address, sectors);
            }
        }
        self.plan(now);
    }

    /// Says when the channel has to be looked at again.
    fn plan(&mut self, now: u64) {
        // What it does is known some time before its data come; that there is room on the way is wanted at once.
        let ahead = if self.waits() { 1 } else { self.ahead };
        let event = self.channel.next_event();
        self.next_dram = event.map_or(NEVER, |event| self.clocks.sm(event.0 + ahead).max(now + 1));
    }

    fn waits(&self) -> bool {
        self.slices.iter().any(|slice| !slice.to_dram.is_empty())
    }

    /// Whether a slice has something for DRAM, and there is room on the way there.
    fn can_send(&self) -> bool {
        self.channel.coming() < self.pipe && self.waits()
    }

    /// Slices send to DRAM in turn.
    fn send_to_dram(&mut self, now: u64) {
        let count = self.slices.len();
        while self.can_send() {
            let at = self.turn;
            self.turn = (self.turn + 1) % count;
            let slice = &mut self.slices[at];
            let Some(&send) = slice.to_dram.front() else { continue };
            let write = send.kind != SendKind::Fetch;
            slice.to_dram.pop_front();
            slice.drained(now);
            let under_way = UnderWay { address: send.address, slice: at as u8, sectors: send.sectors, write };
            let id = self.under_way.put(under_way);
            let arrival = self.clocks.dram(now + self.dram_latency).max(self.last + 1);
            self.last = arrival;
            let place = self.map.place(send.address);
            let request = dram::Request {
                id: RequestId(id),
                arrival: DramCycle(arrival),
                write,
                bank: place.bank,
                row: place.row,
                bytes: send.sectors.0.count_ones() * cache::SECTOR_BYTES,
            };
            self.channel.push(request);
        }
        self.plan(now);
    }
}
