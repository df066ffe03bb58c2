//! The port of an SM or CU to the network.

use super::cache::{Cache, LowerRequest, LowerRequestKind, MshrId, Sectors};
use super::dram::AddressMap;
use super::message::{NetworkLatency, PacketCycles, Request, RequestKind, Requester};
use crate::machine::Machine;
use std::sync::Arc;

/// Port to the interconnect.
pub(crate) struct Port {
    sm: u16,
    map: Arc<AddressMap>,
    free_at: u64,
    packet_cycles: PacketCycles,
    misplaced_halves: bool,
    /// Latency to the slice; 0 if the engine simulates the network.
    latency: u64,
    /// Packets that can be sent before more credits return.
    pub credits: u32,
    pub sent: Vec<Request>,
}

impl Port {
    pub fn new(sm: u16, machine: &Machine, map: &Arc<AddressMap>) -> Port {
        let network = NetworkLatency::of(machine);
        Port {
            sm,
            map: Arc::clone(map),
            free_at: 0,
            packet_cycles: PacketCycles::new(machine.network.flit),
            misplaced_halves: machine.sm.as_ref().is_some_and(|sm| sm.load_store.misplaced_halves),
            latency: if machine.network.in_order { 0 } else { network.request },
            // The buffer, plus one packet per cycle of the round trip of a packet and its credit.
            credits: machine.network.buffer + (network.request + network.reply) as u32,
            sent: Vec::new(),
        }
    }

    /// Takes the port for a packet without data that needs no slice. Returns the cycle in which it leaves.
    pub fn take_cycle(&mut self, now: u64) -> u64 {
        let at = self.free_at.max(now);
        self.free_at = at + self.packet_cycles.of(0);
        at
    }

    /// Sends a request. The port must have a credit.
    pub fn inject(&mut self, now: u64, mut request: Request) {
        let data_sectors = request.kind.data_sectors(request.sectors);
        let at = self.free_at.max(now);
        self.free_at = at + self.packet_cycles.of(data_sectors);
        self.credits -= 1;
        // The packet has arrived with its last flit.
        request.at = self.free_at - 1 + self.latency;
        request.sm = self.sm;
        request.slice = self.map.sub_partition(request.address).0;
        if self.misplaced_halves && request.kind == RequestKind::Write && request.sectors.0 == 0b1100 {
            // GPGPU-Sim adds the offset of the half twice when it splits the store into sectors.
            request.address += 128;
        }
        self.sent.push(request);
    }

    /// Injects the first request of a cache, if there is one and the network accepts it.
    pub fn inject_miss(
        &mut self,
        now: u64,
        cache: &mut Cache,
        requester: fn(MshrId) -> Requester,
    ) -> Option<LowerRequest> {
        if self.credits == 0 {
            return None;
        }
        let (mut request, mshr) = cache.pop_request_of_mshr()?;
        let requester = requester(mshr);
        // Sector masks of requests refer to 128-byte lines, whatever the line size of this cache.
        request.sectors = Sectors(request.sectors.0 << cache.first_sector(request.address));
        let LowerRequest { kind, address, sectors, bytes, waiter } = request;
        let (requester, kind) = match kind {
            LowerRequestKind::Fetch => (requester, RequestKind::Read),
            LowerRequestKind::WriteBack => (requester, RequestKind::WriteBack),
            LowerRequestKind::Write => (Requester::Store(waiter.0), RequestKind::Write),
        };
        self.inject(now, Request::new(kind, requester, (address, sectors), bytes));
        Some(request)
    }
}
