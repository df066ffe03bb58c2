//! The network between SMs and L2 slices, where packets of a port leave in order.
//!
//! A packet whose destination is busy holds up those behind it (head-of-line blocking), so the ports of all SMs and slices depend
//! on each other in every cycle. The engine therefore simulates the network between windows: a packet that enters in a window
//! arrives after it, since a window is not longer than the latency.
//!
//! The arbitration is that of GPGPU-Sim's local crossbar: each destination takes one flit per cycle, a packet at a time, from the
//! ports in turn.

use super::message::{NetworkLatency, PacketCycles, Reply, Request, Requester};
use crate::ids::NEVER;
use crate::machine::Machine;
use std::collections::VecDeque;

/// A message with its ports.
pub(crate) trait Packet {
    /// Cycle in which it enters the network; once it has left, the cycle of its arrival.
    fn at(&mut self) -> &mut u64;
    /// Port at which it enters.
    fn source(&self) -> usize;
    /// Port at which it leaves.
    fn destination(&self) -> usize;
    /// Number of sectors whose data it carries.
    fn data_sectors(&self) -> u32;
}

impl Packet for Request {
    fn at(&mut self) -> &mut u64 {
        &mut self.at
    }

    fn source(&self) -> usize {
        self.sm.into()
    }

    fn destination(&self) -> usize {
        self.slice.into()
    }

    fn data_sectors(&self) -> u32 {
        self.kind.data_sectors(self.sectors)
    }
}

impl Packet for Reply {
    fn at(&mut self) -> &mut u64 {
        &mut self.at
    }

    fn source(&self) -> usize {
        self.slice.into()
    }

    fn destination(&self) -> usize {
        self.sm.into()
    }

    fn data_sectors(&self) -> u32 {
        u32::from(!matches!(self.requester, Requester::Store(_)))
    }
}

/// Requests and replies on the network.
pub(crate) struct Network {
    pub requests: Crossbar<Request>,
    pub replies: Crossbar<Reply>,
}

impl Network {
    /// The network of a machine whose ports are queues; `None` if packets do not hold each other up.
    pub fn of(machine: &Machine) -> Option<Network> {
        if !machine.network.in_order {
            return None;
        }
        let latency = NetworkLatency::of(machine);
        let sms = machine.cores() as usize;
        let slices = (machine.l2.partitions * machine.l2.slices) as usize;
        let flit = machine.network.flit;
        Some(Network {
            requests: Crossbar::new((sms, slices), latency.request, flit),
            replies: Crossbar::new((slices, sms), latency.reply, flit),
        })
    }

    /// Whether no packet is on its way.
    pub fn is_idle(&self) -> bool {
        self.requests.packets == 0 && self.replies.packets == 0
    }
}

/// Set of ports, at most 4096.
#[derive(Clone, Debug)]
struct PortSet {
    /// One bit per word that is not 0, so that no operation loops over words.
    used: u64,
    /// One bit per port.
    words: Box<[u64]>,
}

impl PortSet {
    fn new(ports: usize) -> PortSet {
        assert!(ports <= 64 * 64, "a network has at most 4096 ports, not {ports}");
        PortSet { used: 0, words: vec![0; ports.div_ceil(64)].into() }
    }

    #[inline]
    fn insert(&mut self, port: usize) {
        self.words[port / 64] |= 1 << (port % 64);
        self.used |= 1 << (port / 64);
    }

    #[inline]
    fn remove(&mut self, port: usize) {
        let word = &mut self.words[port / 64];
        *word &= !(1 << (port % 64));
        if *word == 0 {
            self.used &= !(1 << (port / 64));
        }
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// First port from `from` on.
    #[inline]
    fn next_from(&self, from: usize) -> Option<usize> {
        let at = from / 64;
        let word = self.words.get(at)? & (u64::MAX << (from % 64));
        if word != 0 {
            return Some(at * 64 + word.trailing_zeros() as usize);
        }
        let later = self.used & (u64::MAX << at << 1);
        if later == 0 {
            return None;
        }
        let at = later.trailing_zeros() as usize;
        Some(at * 64 + self.words[at].trailing_zeros() as usize)
    }
}

/// Sources by the cycle in which their first packet enters, modulo 64.
struct Entries {
    sources: Vec<PortSet>,
    /// One bit per cycle with sources.
    cycles: u64,
}

impl Entries {
    /// Notes a source whose first packet enters after `now`. A source that is more than 63 cycles ahead is returned early, and the
    /// caller notes it again.
    #[inline]
    fn insert(&mut self, source: usize, at: u64, now: u64) {
        let slot = at.min(now + 63) % 64;
        self.sources[slot as usize].insert(source);
        self.cycles |= 1 << slot;
    }

    /// The next cycle from `now` on that has sources.
    #[inline]
    fn next(&self, now: u64) -> u64 {
        match self.cycles {
            0 => NEVER,
            cycles => now + u64::from(cycles.rotate_right(now as u32 % 64).trailing_zeros()),
        }
    }
}

/// One direction of the network.
///
/// Only cycles in which a packet enters or may leave are simulated, and only ports with packets are visited: most cycles of a
/// memory-bound launch have few of both, and the network was a tenth of its host instructions when every cycle looked at every
/// source that has packets.
pub(crate) struct Crossbar<T> {
    /// By source, its packets in order.
    queues: Vec<VecDeque<T>>,
    /// Sources with packets whose first has not entered yet.
    entries: Entries,
    /// By destination, the sources whose first packet waits for it.
    waiting: Vec<PortSet>,
    /// Destinations for which a packet waits.
    wanted: PortSet,
    outputs: Vec<Output>,
    latency: u64,
    packet_cycles: PacketCycles,
    packets: usize,
    /// First cycle that is not simulated.
    clock: u64,
    /// First cycle from the clock on in which a waiting packet may leave.
    next_departure: u64,
}

/// Output of the network to a destination.
#[derive(Clone, Copy, Default)]
struct Output {
    /// The source whose turn is next.
    turn: usize,
    /// The first cycle in which it can take a packet.
    free_at: u64,
}

impl<T: Packet> Crossbar<T> {
    fn new((sources, destinations): (usize, usize), latency: u64, flit: u32) -> Crossbar<T> {
        Crossbar {
            queues: (0..sources).map(|_| VecDeque::new()).collect(),
            entries: Entries { sources: vec![PortSet::new(sources); 64], cycles: 0 },
            waiting: vec![PortSet::new(sources); destinations],
            wanted: PortSet::new(destinations),
            outputs: vec![Output::default(); destinations],
            latency,
            packet_cycles: PacketCycles::new(flit),
            packets: 0,
            clock: 0,
            next_departure: NEVER,
        }
    }

    /// Queues a packet at its source. Packets of a source are pushed in the order of time.
    pub fn push(&mut self, mut packet: T) {
        let source = packet.source();
        let queue = &mut self.queues[source];
        if queue.is_empty() {
            self.entries.insert(source, (*packet.at()).max(self.clock), self.clock);
        }
        queue.push_back(packet);
        self.packets += 1;
    }

    /// Simulates the cycles before `until` and delivers the packets that leave in them, with the cycle of their arrival.
    pub fn advance(&mut self, until: u64, mut deliver: impl FnMut(T)) {
        loop {
            let entry = self.entries.next(self.clock);
            let now = entry.min(self.next_departure);
            if now >= until {
                break;
            }
            if entry == now {
                self.enter(now);
            }
            self.next_departure = NEVER;
            let mut from = 0;
            while let Some(destination) = self.wanted.next_from(from) {
                from = destination + 1;
                let free_at = self.outputs[destination].free_at;
                if free_at > now {
                    self.next_departure = self.next_departure.min(free_at);
                    continue;
                }
                let mut packet = self.take(destination, now);
                *packet.at() = now + self.latency;
                deliver(packet);
            }
            self.clock = now + 1;
        }
        self.clock = self.clock.max(until);
    }

    /// Lets the first packets of sources wait for their destinations, as far as they enter in this cycle.
    fn enter(&mut self, now: u64) {
        let slot = (now % 64) as usize;
        self.entries.cycles &= !(1 << slot);
        let mut from = 0;
        while let Some(source) = self.entries.sources[slot].next_from(from) {
            from = source + 1;
            self.entries.sources[slot].remove(source);
            let Some(first) = self.queues[source].front_mut() else { continue };
            let at = *first.at();
            if at > now {
                self.entries.insert(source, at, now);
                continue;
            }
            let destination = first.destination();
            self.waiting[destination].insert(source);
            self.wanted.insert(destination);
        }
    }

    /// Removes the packet that leaves for a destination. The one behind it may leave in the same cycle, if its destination's turn
    /// comes later.
    #[inline]
    fn take(&mut self, destination: usize, now: u64) -> T {
        let output = &mut self.outputs[destination];
        let waiting = &mut self.waiting[destination];
        let source = waiting.next_from(output.turn).or_else(|| waiting.next_from(0));
        let source = source.expect("a packet waits for the destination");
        waiting.remove(source);
        let is_last = waiting.is_empty();
        output.turn = if source + 1 == self.queues.len() { 0 } else { source + 1 };
        let queue = &mut self.queues[source];
        let packet = queue.pop_front().expect("the source has a packet");
        self.packets -= 1;
        output.free_at = now + self.packet_cycles.of(packet.data_sectors());
        if is_last {
            self.wanted.remove(destination);
        } else {
            self.next_departure = self.next_departure.min(output.free_at);
        }
        if let Some(first) = queue.front_mut() {
            let at = *first.at();
            if at <= now {
                let next = first.destination();
                self.waiting[next].insert(source);
                self.wanted.insert(next);
                // A destination that had its turn takes it in a later cycle; one whose turn comes is looked at in this one.
                if next <= destination {
                    self.next_departure = self.next_departure.min(now + 1);
                }
            } else {
                self.entries.insert(source, at, now);
            }
        }
        packet
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A packet: cycle, source, destination, number.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Numbered(u64, usize, usize, usize);

    impl Packet for Numbered {
        fn at(&mut self) -> &mut u64 {
            &mut self.0
        }

        fn source(&self) -> usize {
            self.1
        }

        fn destination(&self) -> usize {
            self.2
        }

        /// Packets 100 to 199 have four flits, others one.
        fn data_sectors(&self) -> u32 {
            if (100..200).contains(&self.3) { 4 } else { 1 }
        }
    }

    /// The arrivals of packets on a network of 4 × 4 ports with a latency of 10, simulated in windows of this length.
    fn arrivals(packets: &[Numbered], window: u64) -> Vec<(usize, u64)> {
        let mut crossbar = Crossbar::new((4, 4), 10, 40);
        let (mut arrived, mut until, mut next) = (Vec::new(), 0, 0);
        while arrived.len() < packets.len() {
            until += window;
            while let Some(packet) = packets.get(next).filter(|packet| packet.0 < until) {
                crossbar.push(*packet);
                next += 1;
            }
            crossbar.advance(until, |packet| arrived.push((packet.3, packet.0)));
        }
        arrived.sort_unstable();
        arrived
    }

    #[test]
    fn a_packet_without_contention_takes_the_latency() {
        assert_eq!(arrivals(&[Numbered(5, 0, 3, 0)], 8), [(0, 15)]);
    }

    #[test]
    fn a_destination_takes_one_packet_per_cycle_from_the_sources_in_turn() {
        let packets =
            [Numbered(0, 0, 2, 0), Numbered(0, 1, 2, 1), Numbered(0, 3, 2, 2), Numbered(1, 0, 2, 3)];
        assert_eq!(arrivals(&packets, 8), [(0, 10), (1, 11), (2, 12), (3, 13)]);
    }

    #[test]
    fn a_packet_for_a_busy_destination_holds_up_those_behind_it() {
        // Source 1 waits a cycle for destination 2; its packet for the idle destination 0 waits with it.
        let packets =
            [Numbered(0, 0, 2, 0), Numbered(0, 1, 2, 1), Numbered(1, 1, 0, 2), Numbered(1, 0, 2, 3)];
        let held_up = arrivals(&packets, 8);
        assert_eq!(held_up[1], (1, 11));
        // Destination 0 has had its turn in cycle 1 before source 1 gets rid of its first packet.
        assert_eq!(held_up[2], (2, 12));
    }

    #[test]
    fn a_packet_follows_in_the_same_cycle_to_a_later_destination() {
        let packets = [Numbered(0, 0, 2, 0), Numbered(0, 1, 2, 1), Numbered(1, 1, 3, 2)];
        assert_eq!(arrivals(&packets, 8)[2], (2, 11));
    }

    #[test]
    fn a_destination_is_busy_for_each_flit() {
        let packets = [Numbered(0, 0, 2, 100), Numbered(0, 1, 2, 1), Numbered(0, 2, 1, 2)];
        assert_eq!(arrivals(&packets, 8), [(1, 14), (2, 10), (100, 10)]);
    }

    proptest! {
        /// Windows are no part of the model; packets of a source arrive in order, and a destination gets one per cycle.
        #[test]
        fn arrivals_do_not_depend_on_windows(
            mut packets in prop::collection::vec((0..40_u64, 0..4_usize, 0..4_usize), 1..60),
            window in 1..20_u64,
        ) {
            packets.sort_unstable();
            // A port sends one packet per cycle.
            packets.dedup_by_key(|(at, source, _)| (*at, *source));
            let packets: Vec<_> =
                packets.into_iter().zip(0..).map(|((at, from, to), number)| Numbered(at, from, to, number)).collect();
            let arrived = arrivals(&packets, window);
            prop_assert_eq!(&arrived, &arrivals(&packets, 1));
            let mut seen = Vec::new();
            for (packet, (_, at)) in packets.iter().zip(&arrived) {
                prop_assert!(*at >= packet.0 + 10);
                prop_assert!(!seen.contains(&(packet.2, *at)));
                seen.push((packet.2, *at));
            }
            for (one, first) in packets.iter().zip(&arrived) {
                for (other, second) in packets.iter().zip(&arrived) {
                    prop_assert!(one.1 != other.1 || one.3 >= other.3 || first.1 <= second.1);
                }
            }
        }
    }
}
