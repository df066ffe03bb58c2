//! L1 events that a policy observes: hits, misses and evictions, with warp, pc and line.

use super::common::*;
use warploom_gpu::machine::Machine;
use warploom_gpu::memory::cache::Allocate;
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::simulation::Options;
use warploom_gpu::{Line, Pc, SchedulerId, Slot};
use warploom_kernel::class::Class;

/// Loose round robin with L1 events.
struct CacheObserver;

impl WarpPolicy for CacheObserver {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        Lrr.pick(scheduler, view)
    }

    fn wants_cache_events(&self) -> bool {
        true
    }
}

/// L1 events and completed loads of a run, with their cycles.
fn cache_events(machine: &Machine, kernel: &Kernel) -> Vec<(u64, WarpEvent)> {
    let policy = |_| Box::new(CacheObserver) as Box<dyn WarpPolicy>;
    let (_, events) = watch_policy(machine, std::slice::from_ref(kernel), &policy, Options::default());
    let of_memory = |event: &WarpEvent| {
        use WarpEvent::{L1Evicted, L1Hit, L1Miss, MemoryCompleted};
        matches!(event, L1Hit { .. } | L1Miss { .. } | L1Evicted { .. } | MemoryCompleted { .. })
    };
    events.into_iter().map(|(_, cycle, event)| (cycle, event)).filter(|(_, event)| of_memory(event)).collect()
}

/// A GTX 480 with one way in each of its 32 sets: addresses that differ in bits 12 and 16 alone share a line of it.
fn narrow(allocate: Allocate) -> Machine {
    let mut machine = bare(gtx480());
    let l1 = machine.sm_mut().l1.as_mut().expect("it has an L1");
    (l1.cache.ways, l1.cache.most_ways, l1.cache.allocate) = (1, None, allocate);
    machine.check().expect("such a machine can be");
    machine
}

const A: u64 = 0x1_0000;
const B: u64 = 0x1_1000;

#[test]
fn hits_misses_and_evictions_with_their_warps_and_lines() {
    let code = vec![load(5, 4), alu(Class::Float, &[6], &[5]), barrier(0, None, true), exit()];
    let one = |at| Warp::default().access_by(ONE, 0, At::Affine(at, 0)).step(1);
    let then = |warp: Warp, at| warp.access_by(ONE, 0, At::Affine(at, 0)).step(1);
    // The first brings a line and finds it; the second takes its place; the first does not find it.
    let first = then(then(one(A), A + 64).steps([2, 2]), A).step(3);
    let second = then(Warp::default().step(2), B).steps([2, 3]);
    let (a, b) = (Line(A / 128), Line(B / 128));
    let (zero, one) = (Slot(0), Slot(1));
    for allocate in [Allocate::OnMiss, Allocate::OnFill] {
        let events =
            cache_events(&narrow(allocate), &kernel(code.clone(), vec![vec![first.clone(), second.clone()]]));
        let kinds: Vec<WarpEvent> = events.iter().map(|&(_, event)| event).collect();
        let load = Pc(0);
        let completed = |slot| WarpEvent::memory_completed(slot, load);
        let (hit, miss) = (WarpEvent::l1_hit, WarpEvent::l1_miss);
        let evicted = WarpEvent::l1_evicted;
        assert_eq!(
            kinds,
            [
                miss(zero, load, a),
                completed(zero),
                hit(zero, load, a),
                completed(zero),
                miss(one, load, b),
                evicted(zero, a),
                completed(one),
                miss(zero, load, a),
                evicted(one, b),
                completed(zero),
            ],
            "{allocate:?}"
        );
        let at = |n: usize| events[n].0;
        assert_eq!(at(2), at(3), "what is found is there at once: it was told in its cycle");
        let (missed, evicted) = (at(4), at(5));
        assert_eq!(
            missed == evicted,
            allocate == Allocate::OnMiss,
            "on fill, a line goes when the other comes"
        );
    }
}

#[test]
fn merged_misses_and_stores_cause_no_l1_event() {
    let code = vec![load(5, 4), store(5, 4), exit()];
    let loads = |at| Warp::default().access_by(ONE, 0, At::Affine(at, 0)).step(2);
    let stores = |at| Warp::default().access_by(ONE, 1, At::Affine(at, 0)).step(2);
    for allocate in [Allocate::OnMiss, Allocate::OnFill] {
        let kernel = kernel(code.clone(), vec![vec![loads(A), loads(A + 4), stores(B + 128)]]);
        let events = cache_events(&narrow(allocate), &kernel);
        let misses = events.iter().filter(|(_, event)| matches!(event, WarpEvent::L1Miss { .. })).count();
        assert_eq!((misses, events.len()), (1, 3), "{allocate:?}: {events:?}");
    }
}

#[test]
fn a_policy_that_requests_no_l1_events_observes_none() {
    let kernel = kernel(vec![load(5, 4)], vec![vec![Warp::default().access_by(ONE, 0, At::Affine(A, 0))]]);
    let (_, events) = watch(&bare(gtx480()), &[kernel], Options::default());
    assert!(events.iter().all(|(_, _, event)| !matches!(event, WarpEvent::L1Miss { .. })));
}
