//! Deadlocks and illegal picks: the run ends with an error that explains them.

use super::common::*;
use warploom_gpu::machine::Machine;
use warploom_gpu::memory::cache::{Misses, MshrDescription};
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::simulation::RunError;
use warploom_gpu::{SchedulerId, Slot, SmId, WaitReason};
use warploom_kernel::class::Class;

/// Two warps that compute.
fn work() -> Kernel {
    let warp = Warp::default().steps(0..3);
    kernel(vec![alu(Class::Float, &[5], &[4]), alu(Class::Integer, &[6], &[5]), exit()], vec![vec![warp; 2]])
}

fn error(
    machine: &Machine,
    kernel: &Kernel,
    policy: &dyn Fn(SmId) -> Box<dyn WarpPolicy>,
) -> RunError<std::convert::Infallible> {
    try_policy(machine, kernel, policy).expect_err("it cannot end")
}

#[test]
fn a_policy_that_never_picks_deadlocks() {
    for machine in both().map(bare) {
        let never = |_: SchedulerId, _: &SmView<'_>| None;
        let error = error(&machine, &work(), &|_| Box::new(Picks(never)));
        let RunError::Deadlock { cycle, declined, blocked: waiting, .. } = &error else { panic!("{error}") };
        assert!(*declined && cycle.0 > 0);
        let waits: Vec<_> = waiting.iter().map(|(b, words)| (b.slot, b.reason, words.as_str())).collect();
        let first = "`FLOAT` (instruction 0)";
        assert_eq!(waits, [(Slot(0), WaitReason::Policy, first), (Slot(1), WaitReason::Policy, first)]);
        let text = error.to_string();
        let expected = format!(
            "`k` makes no progress after cycle {cycle}: the policy picks none of the warps that can issue
  SM 0, slot 0: warp 0 of CTA 0 could issue, and was not picked, before `FLOAT` (instruction 0)
  SM 0, slot 1: warp 1 of CTA 0 could issue, and was not picked, before `FLOAT` (instruction 0)"
        );
        assert_eq!(text, expected);
    }
}

#[test]
fn an_illegal_pick_is_an_error_that_names_slot_and_scheduler() {
    for machine in both().map(bare) {
        let text = |pick: Slot| {
            let wrong = move |id: SchedulerId, _: &SmView<'_>| (id.0 == 0).then_some(pick);
            error(&machine, &work(), &|_| Box::new(Picks(wrong))).to_string()
        };
        // No warp is there; a warp of another scheduler; no such slot.
        for pick in [17, 1, 63, 200] {
            let text = text(Slot(pick));
            let (before, after) = text.split_once(", which cannot issue in cycle ").expect(&text);
            assert_eq!(before, format!("the policy picked slot {pick} for scheduler 0 of SM 0"));
            assert!(after.ends_with(": pick one of {0}"), "{after}");
        }
    }
}

#[test]
fn a_warp_that_is_never_picked_is_listed() {
    for machine in both().map(bare) {
        // All but the warp in slot 1, even when it alone could issue.
        let starve = |scheduler: SchedulerId, view: &SmView<'_>| {
            view.issuable(scheduler).iter().find(|&slot| slot != Slot(1))
        };
        let error = error(&machine, &work(), &|_| Box::new(Picks(starve)));
        let RunError::Deadlock { declined: true, blocked: waiting, .. } = &error else { panic!("{error}") };
        let waits: Vec<_> = waiting.iter().map(|(b, _)| (b.warp, b.reason)).collect();
        assert_eq!(waits, [(1, WaitReason::Policy)], "the other is done");
    }
}

#[test]
fn a_policy_may_decline_for_a_while() {
    for machine in both().map(bare) {
        // Every other cycle, and for as long as any policy would.
        let machine = &machine;
        let patient = |scheduler: SchedulerId, view: &SmView<'_>| {
            let now = view.now().0;
            view.issuable(scheduler).first().filter(|_| now > 20_000 && now.is_multiple_of(2))
        };
        let records = try_policy(machine, &work(), &|_| Box::new(Picks(patient))).expect("it ends");
        assert!(records[0].cycles > 20_000);
    }
}

#[test]
fn one_bad_policy_among_good_ones_is_found() {
    for mut machine in both() {
        machine.launch_latency = 0;
        let warp = Warp::default().steps(0..3);
        let code = vec![alu(Class::Float, &[5], &[4]), alu(Class::Integer, &[6], &[5]), exit()];
        let kernel = kernel(code, vec![vec![warp; 2]; 200]);
        let policy = |SmId(id)| -> Box<dyn WarpPolicy> {
            if id == 7 { Box::new(Picks(|_: SchedulerId, _: &SmView<'_>| None)) } else { Box::new(Lrr) }
        };
        let error = error(&machine, &kernel, &policy);
        let RunError::Deadlock { declined: true, blocked: waiting, .. } = &error else { panic!("{error}") };
        assert!(!waiting.is_empty() && waiting.iter().all(|(blocked, _)| blocked.sm == 7), "{error}");
    }
}

#[test]
fn a_barrier_that_cannot_complete_is_explained() {
    for machine in both().map(bare) {
        // Each warp waits where the other does not come.
        let code = vec![barrier(0, None, true), barrier(1, None, true), exit()];
        let warps = vec![Warp::default().step(0).step(2), Warp::default().step(1).step(2)];
        let error = error(&machine, &kernel(code, vec![warps]), &|_| Box::new(Lrr));
        let RunError::Deadlock { cycle, declined, blocked: waiting, .. } = &error else { panic!("{error}") };
        assert!(
            !declined
                && waiting.iter().all(|(blocked, _)| matches!(blocked.reason, WaitReason::Barrier { .. }))
        );
        let expected = format!(
            "`k` makes no progress after cycle {cycle}: every warp is blocked
  SM 0, slot 0: warp 0 of CTA 0 waits at barrier 0, where 1 of 2 warps are, before `EXIT` (instruction 2)
  SM 0, slot 1: warp 1 of CTA 0 waits at barrier 1, where 1 of 2 warps are, before `EXIT` (instruction 2)"
        );
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_barrier_for_more_warps_than_there_are_is_explained() {
    for machine in both().map(bare) {
        let code = vec![barrier(0, Some(96), true), exit()];
        let kernel = kernel(code, vec![vec![Warp::default().steps(0..2); 2]]);
        let error = error(&machine, &kernel, &|_| Box::new(Lrr));
        assert!(matches!(error, RunError::Deadlock { declined: false, .. }), "{error}");
    }
}

#[test]
fn a_deadlock_lists_at_most_sixteen_blocked_warps() {
    let machine = bare(gtx480());
    let code = vec![barrier(0, None, true), barrier(1, None, true), exit()];
    let mut warps = vec![Warp::default().step(0).step(2); 31];
    warps.push(Warp::default().step(1).step(2));
    let text = error(&machine, &kernel(code, vec![warps]), &|_| Box::new(Lrr)).to_string();
    assert_eq!(text.lines().count(), 18, "{text}");
    assert!(text.ends_with("and 16 more"), "{text}");
}

#[test]
fn a_cta_that_does_not_fit_is_an_error() {
    for machine in both() {
        let text = |kernel: Kernel| {
            try_policy(&machine, &kernel, &|_| Box::new(Lrr)).expect_err("too large").to_string()
        };
        let registers = work().with(|launch| launch.registers = 100_000);
        assert_eq!(text(registers), "a CTA of `k` does not fit on an SM, which has too few registers");
        let shared = work().with(|launch| launch.shared = 1 << 20);
        assert_eq!(text(shared), "a CTA of `k` does not fit on an SM, which has too little shared memory");
    }
}

#[test]
fn a_policy_may_wait_for_memory_as_long_as_it_takes() {
    for mut machine in both().map(bare) {
        // One miss at a time, each as slow as can be, and a policy that lets nobody else go on meanwhile.
        (machine.l2.latency, machine.l2.dram_latency) = (10_000, 10_000);
        if let Misses::Mshrs(MshrDescription { entries, .. }) =
            &mut machine.sm_mut().l1.as_mut().unwrap().cache.misses
        {
            *entries = 1;
        }
        let first = Warp::default().access(0, At::Affine(0x1000, 128)).step(1);
        let code = vec![load(5, 4), alu(Class::Integer, &[6], &[5]), alu(Class::Integer, &[7], &[6])];
        let mut warps = vec![first];
        warps.extend(vec![Warp::default().step(2); 7]);
        let oldest = |scheduler: SchedulerId, view: &SmView<'_>| {
            let loading = view.issuable(SchedulerId(0)) | view.blocked_on_long(SchedulerId(0));
            view.issuable(scheduler).first().filter(|&slot| slot == Slot(0) || !loading.contains(Slot(0)))
        };
        let records = try_policy(&machine, &kernel(code, vec![warps]), &|_| Box::new(Picks(oldest)));
        let cycles = records.expect("it ends")[0].cycles;
        assert!(cycles > 32 * 20_000, "{}: {cycles}", machine.name);
    }
}
