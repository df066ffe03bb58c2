//! The network between SMs and L2 slices, where packets of a port leave in order.
//!
//! A packet whose destination is busy holds up those behind it (head-of-line blocking), so the ports of all SMs and slices depend
//! on each other in every cycle. The engine therefore simulates the network between windows: a packet that enters in a window
//! arrives after it, since a window is not longer than the latency.
//!
//! The arbitration is that of GPGPU-Sim's local crossbar: each destination takes one flit per cycle, a packet at a time, from the
//! ports in turn.

use super::cache::SECTOR_BYTES;
use super::message::{NetworkLatency, Reply, Request, Requester, packet_cycles};
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
    /// Bytes of data that it carries.
    fn data_bytes(&self) -> u32;
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

    fn data_bytes(&self) -> u32 {
        self.kind.data_bytes(self.sectors)
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

    fn data_bytes(&self) -> u32 {
        if matches!(self.requester, Requester::Store(_)) { 0 } else { SECTOR_BYTES }
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
        let sms = machine.sm.count as usize;
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

/// Set of ports.
#[derive(Clone, Debug)]
struct PortSet(Vec<u64>);

impl PortSet {
    fn new(ports: usize) -> PortSet {
        PortSet(vec![0; ports.div_ceil(64)])
    }

    #[inline]
    fn insert(&mut self, port: usize) {
        self.0[port / 64] |= 1 << (port % 64);
    }

    #[inline]
    fn remove(&mut self, port: usize) {
        self.0[port / 64] &= !(1 << (port % 64));
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// First port from `from` on.
    #[inline]
    fn next_from(&self, from: usize) -> Option<usize> {
        let mut at = from / 64;
        let mut word = self.0.get(at)? & (u64::MAX << (from % 64));
        while word == 0 {
            at += 1;
            word = *self.0.get(at)?;
        }
        Some(at * 64 + word.trailing_zeros() as usize)
    }
}

/// One direction of the network.
pub(crate) struct Crossbar<T> {
    /// By source, its packets in order.
    queues: Vec<VecDeque<T>>,
    /// Sources with packets whose first has not entered yet.
    later: PortSet,
    /// By destination, the sources whose first packet waits for it.
    waiting: Vec<PortSet>,
    /// Destinations for which a packet waits.
    wanted: PortSet,
    /// By destination, the source whose turn is next.
    turn: Vec<usize>,
    /// By destination, the first cycle in which it can take a packet.
    free_at: Vec<u64>,
    latency: u64,
    flit: u32,
    packets: usize,
    /// First cycle that is not simulated.
    clock: u64,
}

impl<T: Packet> Crossbar<T> {
    fn new((sources, destinations): (usize, usize), latency: u64, flit: u32) -> Crossbar<T> {
        Crossbar {
            queues: (0..sources).map(|_| VecDeque::new()).collect(),
            later: PortSet::new(sources),
            waiting: vec![PortSet::new(sources); destinations],
            wanted: PortSet::new(destinations),
            turn: vec![0; destinations],
            free_at: vec![0; destinations],
            latency,
            flit,
            packets: 0,
            clock: 0,
        }
    }

    /// Queues a packet at its source. Packets of a source are pushed in the order of time.
    pub fn push(&mut self, packet: T) {
        let source = packet.source();
        if self.queues[source].is_empty() {
            self.later.insert(source);
        }
        self.queues[source].push_back(packet);
        self.packets += 1;
    }

    /// Simulates the cycles before `until` and delivers the packets that leave in them, with the cycle of their arrival.
    pub fn advance(&mut self, until: u64, mut deliver: impl FnMut(T)) {
        let mut now = self.clock;
        while now < until && self.packets > 0 {
            let next = self.enter(now);
            if self.wanted.is_empty() {
                now = next;
                continue;
            }
            let mut from = 0;
            while let Some(destination) = self.wanted.next_from(from) {
                from = destination + 1;
                if self.free_at[destination] > now {
                    continue;
                }
                let mut packet = self.take(destination, now);
                self.free_at[destination] = now + packet_cycles(packet.data_bytes(), self.flit);
                *packet.at() = now + self.latency;
                deliver(packet);
            }
            now += 1;
        }
        self.clock = self.clock.max(until);
    }

    /// Lets the first packets of sources wait for their destinations, as far as they have entered. Returns the cycle in which the
    /// next one enters.
    fn enter(&mut self, now: u64) -> u64 {
        let (mut next, mut from) = (NEVER, 0);
        while let Some(source) = self.later.next_from(from) {
            from = source + 1;
            let Some(first) = self.queues[source].front_mut() else { continue };
            let at = *first.at();
            if at > now {
                next = next.min(at);
                continue;
            }
            let destination = first.destination();
            self.later.remove(source);
            self.waiting[destination].insert(source);
            self.wanted.insert(destination);
        }
        next
    }

    /// Removes the packet that leaves for a destination. The one behind it may leave in the same cycle, if its destination's turn
    /// comes later.
    fn take(&mut self, destination: usize, now: u64) -> T {
        let waiting = &mut self.waiting[destination];
        let source = waiting.next_from(self.turn[destination]).or_else(|| waiting.next_from(0));
        let source = source.expect("a packet waits for the destination");
        waiting.remove(source);
        if waiting.is_empty() {
            self.wanted.remove(destination);
        }
        self.turn[destination] = (source + 1) % self.queues.len();
        let packet = self.queues[source].pop_front().expect("the source has a packet");
        self.packets -= 1;
        if let Some(first) = self.queues[source].front_mut() {
            if *first.at() <= now {
                let next = first.destination();
                self.waiting[next].insert(source);
                self.wanted.insert(next);
            } else {
                self.later.insert(source);
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
        fn data_bytes(&self) -> u32 {
            if (100..200).contains(&self.3) { 128 } else { 32 }
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
