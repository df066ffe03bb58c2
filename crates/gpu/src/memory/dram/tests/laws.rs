use super::super::channel::Command::{Read, Write};
use super::super::checker::check;
use super::*;
use proptest::prelude::*;

fn any_description() -> impl Strategy<Value = Description> {
    let timing = (
        (1u32..4, 0u32..5, 1u32..8, 1u32..16, prop::option::of(0u32..16)),
        (1u32..40, 1u32..16, 1u32..50, 1u32..16, 0u32..16),
        (0u32..8, 0u32..16, 0u32..8, any::<bool>(), prop::option::of(1u32..60), any::<bool>()),
    );
    let rest = (
        (0u32..6, 0u32..4, any::<bool>()),
        (0u32..3, 0u32..2),
        1u32..20,
        (any::<bool>(), any::<bool>()),
        (0u32..5, any::<bool>(), prop::option::of(1u32..5)),
    );
    (timing, rest).prop_map(|(((ccd, ccd_l, rrd, rcd, rcd_write), (ras, rp, rc, cl, wl), t), rest)| {
        let (wtr, wr, rtp, bank, faw, refreshes) = t;
        let ((banks, groups, low), (burst, rate), queue, (dual_command, closed), (scheduler, one, row_hits)) =
            rest;
        Description {
            banks: 1 << banks,
            bank_groups: 1 << groups.min(banks),
            bank_group_bits: if low { GroupBits::Low } else { GroupBits::High },
            timing: Timing {
                ccd,
                ccd_l,
                rrd,
                rcd,
                rcd_write,
                ras,
                rp,
                rc,
                cl,
                wl,
                wtr,
                wr,
                rtp,
                rtp_scope: if bank { RtpScope::Bank } else { RtpScope::Group },
                faw,
                refi: refreshes.then_some(400),
                rfc: refreshes.then_some(70),
            },
            bus_bytes: 8,
            chips: 2,
            burst_length: (1 << burst) * (1 << rate),
            data_rate: 1 << rate,
            queue,
            write_queue: (scheduler == 2).then(|| WriteQueue {
                size: queue,
                high: queue.div_ceil(2),
                low: queue.div_ceil(4),
            }),
            scheduler: match scheduler {
                1 => Scheduler::Fcfs,
                3 => Scheduler::BankFcfs,
                4 => Scheduler::FirstReady,
                _ => Scheduler::FrFcfs,
            },
            take_ups: if one { TakeUps::One } else { TakeUps::Every },
            row_hits: row_hits.filter(|_| scheduler == 4),
            row_policy: if closed { RowPolicy::Closed } else { RowPolicy::Open },
            dual_command,
        }
    })
}

fn any_requests() -> impl Strategy<Value = Vec<(u64, bool, u8, u32, u32)>> {
    let pause = prop_oneof![4 => Just(0u64), 4 => 0u64..4, 1 => 0u64..300];
    prop::collection::vec((pause, any::<bool>(), any::<u8>(), 0u32..4, 1u32..100), 1..120)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// No command is ever illegal, every request is done, once and in the order of the data on the bus; and a channel that
    /// is looked at in every cycle does the same as one that goes from event to event.
    #[test]
    fn commands_are_legal_and_event_driven_equals_cycle_by_cycle((d, requests) in (any_description(), any_requests())) {
        let (mut jumping, mut stepping) = (Channel::new(&d).unwrap(), Channel::new(&d).unwrap());
        let (mut done, mut stepped) = (Vec::new(), Vec::new());
        let (mut now, mut step) = (0, 0);
        let mut catch_up = |stepping: &mut Channel, until| while step < until {
            stepping.step(step, &mut stepped);
            step += 1;
        };
        let mut bursts = 0;
        for (i, &(pause, write, bank, row, bytes)) in requests.iter().enumerate() {
            now += pause;
            jumping.advance(DramCycle(now), &mut done);
            while jumping.free_entries(write) == 0 {
                now = jumping.next_event().unwrap().0 + 1;
                jumping.advance(DramCycle(now), &mut done);
            }
            catch_up(&mut stepping, now);
            let bank = Bank(bank % d.banks as u8);
            let request = Request { id: RequestId(i as u32), arrival: DramCycle(now), write, bank, row: Row(row), bytes };
            jumping.push(request);
            stepping.push(request);
            bursts += bytes.div_ceil(d.atom()) as usize;
        }
        while jumping.next_event().is_some() {
            now = jumping.next_event().unwrap().0 + 1;
            prop_assert!(now < 100_000, "no progress");
            jumping.advance(DramCycle(now), &mut done);
        }
        jumping.advance(DramCycle(now + 100), &mut done);
        catch_up(&mut stepping, now + 100);
        if let Err(fault) = check(&d, &jumping.log) {
            prop_assert!(false, "{fault}");
        }
        prop_assert_eq!(&jumping.log, &stepping.log);
        prop_assert_eq!(&done, &stepped);
        prop_assert!(done.is_sorted_by_key(|done| done.at));
        let mut ids: Vec<_> = done.iter().map(|done| done.id.0).collect();
        ids.sort_unstable();
        prop_assert!(ids.into_iter().eq(0..requests.len() as u32));
        let counters = jumping.counters();
        prop_assert_eq!(counters.reads + counters.writes, requests.len() as u64);
        prop_assert_eq!(counters.row_hits + counters.row_misses, requests.len() as u64);
        prop_assert!(counters.activates >= counters.row_misses);
        let columns = jumping.log.iter().filter(|l| matches!(l.1, Read | Write)).count();
        prop_assert_eq!(columns, bursts);
    }

    /// A request may be pushed long before it arrives.
    #[test]
    fn requests_may_be_pushed_before_they_arrive((mut d, requests) in (any_description(), any_requests())) {
        d.queue = 200;
        if let Some(writes) = &mut d.write_queue {
            writes.size = 200;
        }
        let (mut early, mut punctual) = (Channel::new(&d).unwrap(), Channel::new(&d).unwrap());
        let (mut done, mut then) = (Vec::new(), Vec::new());
        let mut now = 0;
        for (i, &(pause, write, bank, row, bytes)) in requests.iter().enumerate() {
            now += pause;
            let (id, arrival, bank) = (RequestId(i as u32), DramCycle(now), Bank(bank % d.banks as u8));
            let request = Request { id, arrival, write, bank, row: Row(row), bytes };
            early.push(request);
            punctual.advance(arrival, &mut then);
            punctual.push(request);
        }
        early.advance(DramCycle(now + 100_000), &mut done);
        punctual.advance(DramCycle(now + 100_000), &mut then);
        prop_assert_eq!(done.len(), requests.len());
        prop_assert_eq!(early.log, punctual.log);
    }
}
