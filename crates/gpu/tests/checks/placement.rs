//! Which CTA goes where, and what a policy cannot do about it.

use super::common::*;
use proptest::prelude::*;
use std::convert::Infallible;
use std::sync::Arc;
use warploom_gpu::machine::Machine;
use warploom_gpu::placement::{CtaPolicy, GridView, Placement, PlacementError, RoundRobin};
use warploom_gpu::policy::{SmView, WarpEvent};
use warploom_gpu::probe::{Probe, Probes};
use warploom_gpu::simulation::{EndReason, Options, RunError, Simulation};
use warploom_gpu::{Cycle, SmId};
use warploom_kernel::class::Class;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, Launch, Source};

/// A CTA policy that is a function.
struct Places<F>(F);

impl<F: FnMut(&GridView<'_>) -> Option<Placement> + Send> CtaPolicy for Places<F> {
    fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
        (self.0)(view)
    }
}

/// A tape that has its CTAs by number, but those of `missing`.
struct Numbered {
    tape: Tape,
    kernel: Kernel,
    missing: Option<CtaId>,
}

impl Source for Numbered {
    type Error = Infallible;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, Infallible> {
        self.tape.launch()
    }

    fn cta(&mut self) -> Result<Option<Cta>, Infallible> {
        let cta = self.tape.cta()?;
        if cta.as_ref().is_some_and(|cta| Some(cta.id()) == self.missing) { self.tape.cta() } else { Ok(cta) }
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, Infallible> {
        let warps = self.kernel.ctas.get(id.0 as usize).filter(|_| Some(id) != self.missing);
        let Some(warps) = warps else { return Ok(CtaLookup::Missing) };
        let mut cta = Cta::new(id);
        warps.iter().for_each(|warp| cta.push(&warp.0));
        Ok(CtaLookup::Cta(cta))
    }
}

/// CTAs of one warp, of which CTA n executes `lengths[n]` instructions one after the other.
fn lasting(lengths: &[u32]) -> Kernel {
    let code = vec![alu(Class::Float, &[5], &[5]), exit()];
    let cta = |&count: &u32| vec![Warp::default().steps(vec![0; count as usize]).step(1)];
    kernel(code, lengths.iter().map(cta).collect())
}

/// So many SMs, with places for `places` CTAs each.
fn machine(sms: u32, places: u32) -> Machine {
    let mut machine = bare(gtx480());
    (machine.sm_mut().count, machine.sm_mut().ctas) = (sms, places);
    machine
}

/// When CTAs began: SM, cycle, CTA.
type Begun = Vec<(u32, u64, u64)>;

struct Starts(SmId, Begun);

impl Probe for Starts {
    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        if let WarpEvent::CtaLaunched(cta) = event {
            self.1.push((self.0.0, view.now().0, view.cta_number(cta)));
        }
    }
}

type Outcome = Result<(Vec<warploom_gpu::simulation::LaunchRecord>, Begun), RunError<Infallible>>;

fn placed<S: Source<Error = Infallible>>(
    source: &mut S,
    machine: &Machine,
    policy: &mut dyn CtaPolicy,
    options: Options,
) -> Outcome {
    let mut probes = Probes::new(|sm| Some(Starts(sm, Begun::new())));
    let records = Simulation::new(machine, |_| Box::new(Lrr))
        .cta_policy(policy)
        .probes(&mut probes)
        .options(options)
        .run(source)?;
    let mut begun: Begun = probes.into_inner().into_iter().flat_map(|(_, Starts(_, begun))| begun).collect();
    begun.sort_unstable();
    Ok((records, begun))
}

fn numbered(kernel: &Kernel) -> Numbered {
    Numbered { tape: Tape::new([kernel.clone()]), kernel: kernel.clone(), missing: None }
}

fn on(
    machine: &Machine,
    kernel: &Kernel,
    place: impl FnMut(&GridView<'_>) -> Option<Placement> + Send,
) -> Outcome {
    placed(&mut numbered(kernel), machine, &mut Places(place), Options::default())
}

fn mistake(place: impl FnMut(&GridView<'_>) -> Option<Placement> + Send) -> (PlacementError, String) {
    let error = on(&machine(2, 3), &lasting(&[1; 20]), place).expect_err("it is wrong");
    let RunError::IllegalPlacement { error: mistake, .. } = error else { panic!("{error}") };
    (mistake, error.to_string())
}

fn by_number(first: u64, count: u32, sm: u32) -> Placement {
    Placement::by_id(CtaId(first), SmId(sm)).with_count(count)
}

fn pin(placement: Placement, pinned: bool) -> Placement {
    if pinned { placement.pinned() } else { placement }
}

#[test]
fn an_illegal_placement_is_an_error_that_names_cta_and_sm() {
    let (wrong, text) = mistake(|_| Some(Placement::next(SmId(2))));
    assert_eq!(wrong, PlacementError::UnknownSm { sm: SmId(2), sms: 2 });
    assert_eq!(text, "the CTA policy placed a CTA on SM 2, but the machine has 2 SMs, in cycle 1");
    let (wrong, text) = mistake(|_| Some(Placement::next(SmId(1))));
    assert_eq!(wrong, PlacementError::SmFull { sm: SmId(1), count: 1, free: 0 });
    assert_eq!(text, "the CTA policy placed 1 CTAs on SM 1, which has room for 0, in cycle 1");
    let (wrong, text) = mistake(|view| Some(by_number(3, 1, u32::from(view.dispatched() > 0))));
    assert_eq!(wrong, PlacementError::AlreadyPlaced { cta: CtaId(3), sm: SmId(1) });
    assert_eq!(text, "the CTA policy placed CTA 3 a second time, on SM 1, in cycle 1");
    let (wrong, _) = mistake(|view| Some(by_number(if view.dispatched() == 0 { 4 } else { 2 }, 3, 0)));
    assert_eq!(
        wrong,
        PlacementError::AlreadyPlaced { cta: CtaId(4), sm: SmId(0) },
        "within those that go together"
    );
    // What came in its turn is placed too.
    let (wrong, _) = mistake(|view| {
        Some(if view.dispatched() == 0 { Placement::next(SmId(0)) } else { by_number(0, 1, 0) })
    });
    assert_eq!(wrong, PlacementError::AlreadyPlaced { cta: CtaId(0), sm: SmId(0) });
    for (first, count, cta) in [(20, 1, 20), (19, 2, 20), (u64::MAX, 3, u64::MAX)] {
        let (wrong, _) = mistake(|_| Some(by_number(first, count, 0)));
        assert_eq!(wrong, PlacementError::UnknownCta { cta: CtaId(cta), ctas: 20 });
    }
    for count in [0, 4, u32::MAX] {
        let (wrong, text) = mistake(|_| Some(Placement::next(SmId(0)).with_count(count)));
        assert_eq!(wrong, PlacementError::InvalidCount { count, ctas_per_sm: 3 });
        assert!(
            text.ends_with("CTAs together, but a placement has 1 to 3 on this machine, in cycle 1"),
            "{text}"
        );
    }
    // A mistake in the middle of a run ends it as well.
    let late = |view: &GridView<'_>| {
        let sm = if view.dispatched() < 12 { 0 } else { 7 };
        (view.now().0 == 0 && view.free_capacity(SmId(0)) > 0 || sm == 7 || view.free_cta_slots(SmId(0)) > 0)
            .then_some(Placement::next(SmId(sm)))
    };
    let error = on(&machine(2, 3), &lasting(&[50; 20]), late).expect_err("it is wrong");
    assert!(matches!(error, RunError::IllegalPlacement { cycle: Cycle(1..), .. }), "{error}");
}

#[test]
fn a_cta_policy_that_places_nothing_deadlocks() {
    let text = |most: u64| {
        let few = move |view: &GridView<'_>| (view.dispatched() < most).then_some(Placement::next(SmId(0)));
        let error = on(&machine(2, 3), &lasting(&[1; 20]), few).expect_err("it cannot end");
        let RunError::Deadlock { declined: false, undispatched, ref blocked, cycle, .. } = error else {
            panic!("{error}")
        };
        assert_eq!((undispatched, blocked.len()), (20 - most, 0));
        error.to_string().replace(&cycle.to_string(), "N")
    };
    assert_eq!(
        text(0),
        "`k` makes no progress after cycle N: the SMs are empty, and the CTA policy places none of the 20 undispatched CTAs"
    );
    assert!(text(5).ends_with("none of the 15 undispatched CTAs"));
}

#[test]
fn a_forward_only_source_has_no_ctas_by_id() {
    let kernel = lasting(&[1; 20]);
    let mut policy = Places(|_: &GridView<'_>| Some(by_number(7, 1, 0)));
    let error = placed(&mut Tape::new([kernel]), &machine(2, 3), &mut policy, Options::default());
    let error = error.expect_err("it is not possible");
    assert!(matches!(error, RunError::ForwardOnly { cta: CtaId(7) }));
    assert_eq!(
        error.to_string(),
        "the CTA policy places CTA 7 by its id, but this work has no random access: record it on a tape first"
    );
}

#[test]
fn placements_by_id_and_in_tape_order_mix_and_missing_ctas_are_skipped() {
    let kernel = lasting(&[5; 20]);
    let mut source = Numbered { missing: Some(CtaId(11)), ..numbered(&kernel) };
    // Some from the middle first, then all that are left in their turn.
    let mut policy = Places(|view: &GridView<'_>| {
        let sm = view.sms().find(|&sm| view.free_capacity(sm) > 2)?;
        let middle = Some(view.next_undispatched(CtaId(9))?.0).filter(|&next| next < 13);
        Some(middle.map_or(Placement::next(sm), |first| by_number(first, 2, sm.0)))
    });
    let (records, begun) =
        placed(&mut source, &machine(2, 3), &mut policy, Options::default()).expect("it ends");
    assert_eq!((records[0].ctas, records[0].end_reason), (19, EndReason::Complete));
    let mut ctas: Vec<u64> = begun.iter().map(|&(.., cta)| cta).collect();
    let first: Vec<u64> = ctas.iter().copied().filter(|cta| (9..13).contains(cta)).collect();
    assert_eq!(first, [9, 10, 12], "{begun:?}");
    ctas.sort_unstable();
    assert_eq!(ctas, (0..20).filter(|&cta| cta != 11).collect::<Vec<_>>());
}

/// The CTAs of an SM, and when each began.
fn of(begun: &Begun, sm: u32) -> Vec<(u64, u64)> {
    begun.iter().filter(|&&(there, ..)| there == sm).map(|&(_, cycle, cta)| (cycle, cta)).collect()
}

#[test]
fn ctas_placed_together_start_when_slots_are_free_for_all() {
    // CTA 0 ends long before 1: while one place is free the pair waits, and CTA 4 behind it.
    let kernel = lasting(&[10, 200, 10, 10, 10]);
    let pairs = |view: &GridView<'_>| {
        let count = if view.undispatched() > 1 { 2 } else { 1 };
        (view.free_capacity(SmId(0)) >= count).then_some(Placement::next(SmId(0)).with_count(count))
    };
    let (_, begun) = on(&machine(1, 2), &kernel, pairs).expect("it ends");
    let paired = of(&begun, 0);
    let (_, begun) = on(&machine(1, 2), &kernel, |view| {
        (view.free_capacity(SmId(0)) > 0).then_some(Placement::next(SmId(0)))
    })
    .expect("it ends");
    let single = of(&begun, 0);
    assert_eq!(paired.iter().map(|&(_, cta)| cta).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(paired[..2], single[..2]);
    let began = |list: &[(u64, u64)], cta: usize| list[cta].0;
    assert!(began(&single, 2) < 1000 && began(&paired, 2) > 10 * 200, "{single:?} {paired:?}");
    assert_eq!(began(&paired, 3), began(&paired, 2) + 1, "an SM begins one in a cycle");
}

#[test]
fn pinned_ctas_stay_and_other_queued_ctas_are_balanced_in_groups() {
    // All to the first SM of two: what waits at its door when there are no more is given away, or not.
    let all = |count: u32, pinned: bool| {
        let kernel = lasting(&[100; 4]);
        let place = move |view: &GridView<'_>| {
            (view.free_capacity(SmId(0)) >= count)
                .then_some(pin(Placement::next(SmId(0)).with_count(count), pinned))
        };
        let (_, begun) = on(&machine(2, 2), &kernel, place).expect("it ends");
        of(&begun, 1).iter().map(|&(_, cta)| cta).collect::<Vec<_>>()
    };
    assert_eq!(all(1, true), []);
    assert_eq!(all(1, false), [3, 2], "the last first");
    assert_eq!(all(2, true), []);
    assert_eq!(all(2, false), [2, 3], "a pair as it is");
}

#[test]
fn max_ctas_limits_dispatch() {
    let kernel = lasting(&[5; 20]);
    let backwards = |view: &GridView<'_>| {
        let sm = view.sms().find(|&sm| view.free_capacity(sm) > 0)?;
        Some(by_number(view.undispatched() - 1, 1, sm.0))
    };
    let run = |max_ctas, place: &mut dyn CtaPolicy| {
        let options = Options::default().with_max_ctas(max_ctas);
        let (records, begun) =
            placed(&mut numbered(&kernel), &machine(2, 3), place, options).expect("it ends");
        let mut ctas: Vec<u64> = begun.iter().map(|&(.., cta)| cta).collect();
        ctas.sort_unstable();
        (records[0].ctas, records[0].end_reason, ctas)
    };
    assert_eq!(run(3, &mut Places(backwards)), (3, EndReason::MaxCtas, vec![17, 18, 19]));
    assert_eq!(run(20, &mut Places(backwards)), (20, EndReason::Complete, (0..20).collect()));
    let pairs = |view: &GridView<'_>| {
        let sm = view.sms().find(|&sm| view.free_capacity(sm) > 1)?;
        Some(Placement::next(sm).with_count(2))
    };
    assert_eq!(run(3, &mut Places(pairs)), (3, EndReason::MaxCtas, vec![0, 1, 2]));
    assert_eq!(run(3, &mut RoundRobin::default()), (3, EndReason::MaxCtas, vec![0, 1, 2]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a policy does that is legal, every CTA runs once, and none before its turn of the GPU's CTA starts.
    #[test]
    fn every_cta_runs_once_wherever_it_goes(
        interval in prop::option::of(1..20_000_u64),
        lengths in prop::collection::vec(1..60_u32, 1..60),
        sms in 1..6_u32,
        places in 1..8_u32,
        choices in prop::collection::vec((0..100_u64, 0..4_u32, any::<bool>(), 0..6_u32), 1..20),
    ) {
        let kernel = lasting(&lengths);
        let mut machine = machine(sms, places);
        machine.cta_interval = interval.map(|thousandths| thousandths as f64 / 1000.0);
        let run = |threads| {
            let mut turn = 0;
            let policy = |view: &GridView<'_>| {
                let (from, count, pinned, sm) = choices[turn % choices.len()];
                turn += 1;
                // Now and then nothing, but not while there is nothing to do.
                if sm == 5 && view.sms().any(|sm| view.assigned_ctas(sm) > 0) {
                    return None;
                }
                let sm = view.sms().skip(sm as usize).chain(view.sms()).find(|&sm| view.free_capacity(sm) > 0)?;
                let first = view.next_undispatched(CtaId(from % view.ctas())).or_else(|| view.next_undispatched(CtaId(0)))?;
                let next = |id: &CtaId| view.next_undispatched(*id) == Some(*id);
                let row = (first.0..).map(CtaId).take_while(next).count() as u32;
                let count = count.clamp(1, view.ctas_per_sm().min(view.free_capacity(sm)));
                Some(if from % 3 == 0 {
                    pin(Placement::next(sm).with_count(count), pinned)
                } else {
                    pin(Placement::by_id(first, sm).with_count(count.min(row)), pinned)
                })
            };
            let options = Options::default().with_threads(threads).with_by_instruction(true);
            placed(&mut numbered(&kernel), &machine, &mut Places(policy), options).expect("it ends")
        };
        let (records, begun) = run(1);
        let mut ctas: Vec<u64> = begun.iter().map(|&(.., cta)| cta).collect();
        ctas.sort_unstable();
        prop_assert_eq!(ctas, (0..lengths.len() as u64).collect::<Vec<_>>());
        prop_assert_eq!((records[0].ctas, records[0].end_reason), (lengths.len() as u64, EndReason::Complete));
        let mut starts: Vec<u64> = begun.iter().map(|&(_, cycle, _)| cycle).collect();
        starts.sort_unstable();
        for (number, start) in (0..).zip(starts) {
            prop_assert!(start * 1000 >= number * interval.unwrap_or(0), "CTA start {} in cycle {}", number, start);
        }
        let (two, same) = run(2);
        prop_assert_eq!(same, begun);
        prop_assert_eq!((two[0].cycles, &two[0].counters), (records[0].cycles, &records[0].counters));
    }
}

/// Where CTAs go in turn, by the rule as it is written: the next SM with room gets the next CTA.
#[test]
fn ctas_are_dispatched_round_robin_by_default() {
    let kernel = lasting(&[40, 10, 10, 40, 10, 10, 40, 10, 10, 10, 10, 10, 10, 10, 10]);
    let (said, begun) = placed(
        &mut Tape::new([kernel.clone()]),
        &machine(3, 1),
        &mut RoundRobin::default(),
        Options::default(),
    )
    .expect("it ends");
    let first: Vec<u64> = (0..3).map(|sm| of(&begun, sm)[0].1).collect();
    assert_eq!(first, [0, 1, 2]);
    assert_eq!(record(&machine(3, 1), &kernel).cycles, said[0].cycles, "and that is what `run` does");
}

#[test]
fn round_robin_continues_at_the_next_sm_from_launch_to_launch() {
    let one = lasting(&[1; 2]);
    let (_, begun) = placed(
        &mut Tape::new([one.clone(), one.clone(), one]),
        &machine(3, 1),
        &mut RoundRobin::default(),
        Options::default(),
    )
    .expect("it ends");
    let ctas = |sm| of(&begun, sm).iter().map(|&(_, cta)| cta).collect::<Vec<_>>();
    assert_eq!([0, 1, 2].map(ctas), [vec![0, 1], vec![1, 0], vec![0, 1]]);
}

/// The dispatcher sends the first CTA when the launch latency is over; an SM starts it in the next cycle.
#[test]
fn the_first_cta_starts_in_the_cycle_after_the_launch_latency() {
    for latency in [0, 1, 5000] {
        let mut machine = machine(2, 1);
        machine.launch_latency = latency;
        let tape = &mut Tape::new([lasting(&[1; 2])]);
        let (_, begun) =
            placed(tape, &machine, &mut RoundRobin::default(), Options::default()).expect("it ends");
        let first = u64::from(latency) + 1;
        assert_eq!(begun, [(0, first, 0), (1, first, 1)]);
    }
}

/// What a view says of SMs that do not exist, and of CTAs.
#[test]
fn the_grid_view_shows_dispatched_and_assigned_ctas() {
    let mut seen = Vec::new();
    let look = |view: &GridView<'_>| {
        let none = SmId(9);
        assert_eq!(
            (view.assigned_ctas(none), view.free_capacity(none), view.free_cta_slots(none)),
            (0, 0, 0)
        );
        assert_eq!((view.ctas(), view.ctas_per_sm(), view.sm_count(), view.sms().count()), (4, 3, 2, 2));
        assert_eq!(view.launch().kernel, "k");
        assert_eq!(view.next_undispatched(CtaId(4)), None);
        let sm = SmId(1);
        seen.push((
            view.dispatched(),
            view.undispatched(),
            view.assigned_ctas(sm),
            view.free_cta_slots(sm),
            view.free_capacity(sm),
        ));
        Some(Placement::next(sm))
    };
    on(&machine(2, 3), &lasting(&[1; 4]), look).expect("it ends");
    assert_eq!(seen[..4], [(0, 4, 0, 3, 6), (1, 3, 1, 2, 5), (2, 2, 2, 1, 4), (3, 1, 3, 0, 3)]);
}
