//! Edges of the result port and of the port to the interconnect.

use super::*;
use crate::machine::named;
use crate::memory::cache::Bytes;
use crate::memory::message::NetworkLatency;

fn gtx480() -> Machine {
    named("gtx480").expect("it is built in").machine()
}

fn memory(machine: &Machine) -> SmMemory {
    let (l2, banks) = (&machine.l2, machine.dram.channel.banks);
    let map = AddressMap::new(&machine.dram.map, l2.partitions, l2.slices, banks).expect("it was checked");
    SmMemory::new(0, machine, &Arc::new(map))
}

/// Cycles in which accesses complete, with their tags.
fn completions(memory: &mut SmMemory) -> Vec<(u64, u32)> {
    let mut events = MemoryEvents::default();
    let mut completed = Vec::new();
    for now in 0..30 {
        memory.cycle(now, &mut events);
        completed.extend(events.completed_accesses.drain(..).map(|tag| (now, tag)));
    }
    assert!(memory.is_idle());
    completed
}

fn reply(at: u64, requester: Requester) -> Reply {
    Reply { at, address: 0, requester, sm: 0, slice: 0, sectors: Sectors(1) }
}

#[test]
fn a_result_is_written_in_the_cycle_after_it_entered_the_result_port() {
    let mut memory = memory(&gtx480());
    memory.push_shared_result(10, 1);
    assert_eq!(completions(&mut memory), [(11, 1)]);
    // It leaves the network, enters the port in the next cycle, and is written in the one after.
    memory.deliver(reply(10, Requester::Load(2)));
    assert_eq!(completions(&mut memory), [(12, 2)]);
    memory.deliver(reply(10, Requester::Store(3)));
    assert_eq!(completions(&mut memory), [(10, 3)], "a store has no result");
}

#[test]
fn the_second_of_two_results_enters_the_result_port_a_cycle_later() {
    let mut memory = memory(&gtx480());
    memory.push_shared_result(10, 1);
    memory.deliver(reply(9, Requester::Load(2)));
    assert_eq!(completions(&mut memory), [(11, 1), (12, 2)]);
}

#[test]
fn sources_of_results_take_turns() {
    let mut memory = memory(&gtx480());
    (1..=3).for_each(|tag| memory.push_shared_result(10, tag));
    memory.deliver(reply(8, Requester::Load(7)));
    // Without shared memory, the next reply enters at once; with it, the one after waits for its turn.
    memory.deliver(reply(9, Requester::Load(8)));
    memory.deliver(reply(9, Requester::Load(9)));
    assert_eq!(completions(&mut memory), [(10, 7), (11, 1), (12, 8), (13, 2), (14, 9), (15, 3)]);
}

/// A machine whose packets pass each other, so that a request carries the cycle of its arrival.
fn passing() -> Machine {
    let mut machine = gtx480();
    machine.network.in_order = false;
    machine
}

#[test]
fn the_request_of_an_instruction_cache_miss_leaves_in_the_cycle_of_the_miss() {
    let machine = passing();
    let mut memory = memory(&machine);
    let latency = NetworkLatency::of(&machine).request;
    let line = machine.sm().fetch.code_base(0);
    assert_eq!(memory.fetch(5, Slot(0), line), Offer::Accepted);
    let sent: Vec<_> = memory.drain_requests().map(|request| (request.at, request.address)).collect();
    assert_eq!(sent, [(5 + latency, line)]);
    assert_eq!(memory.fetch(6, Slot(1), line), Offer::Accepted, "it waits for the same line");
    assert_eq!(memory.drain_requests().count(), 0);
}

/// A store of these sectors of the line at `0x1000` in cycle 5.
fn store(machine: &Machine, sectors: u8) -> Request {
    let mut memory = memory(machine);
    let access = Access::write(0x1000, 128, Bytes(u128::MAX), Waiter(1));
    assert_eq!(memory.offer_bypass(5, &access, Sectors(sectors)), Offer::Accepted);
    memory.drain_requests().next().expect("it was sent")
}

#[test]
fn a_packet_of_several_flits_arrives_with_its_last_flit() {
    let machine = passing();
    let latency = NetworkLatency::of(&machine).request;
    // 8 bytes of header and 32 of each sector, in flits of 40.
    for (sectors, flits) in [(0b0001, 1), (0b0011, 2), (0b1111, 4)] {
        assert_eq!(store(&machine, sectors).at, 5 + flits - 1 + latency);
    }
}

#[test]
fn a_misplaced_store_to_an_upper_half_goes_to_the_next_line_of_the_same_slice() {
    let mut machine = gtx480();
    let placed =
        |machine: &Machine, sectors| (store(machine, sectors).address, store(machine, sectors).slice);
    let (address, slice) = placed(&machine, 0b1100);
    assert_eq!(address, 0x1000);
    machine.sm_mut().load_store.misplaced_halves = true;
    assert_eq!(placed(&machine, 0b1100), (0x1080, slice));
    for sectors in [0b0011, 0b1111, 0b0100, 0b1000] {
        assert_eq!(placed(&machine, sectors), (0x1000, slice), "{sectors:b}");
    }
}
