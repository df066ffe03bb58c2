//! Host threads: records are the same at any number of them, and a panic on any of them ends the run.

use super::common::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use warploom_gpu::machine::Machine;
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::simulation::{LaunchRecord, Options, Simulation};
use warploom_gpu::{SchedulerId, SmId};
use warploom_kernel::class::Class;
use warploom_kernel::program::Space;

const THREADS: [usize; 5] = [1, 2, 3, 8, 64];

/// Loads, arithmetic and stores of all SMs: enough work for helpers to take part.
fn streaming(ctas: u64) -> Kernel {
    let code =
        vec![load(1, 0), alu(Class::Float, &[2], &[1]), alu(Class::Integer, &[3], &[2]), store(3, 0), exit()];
    let warp = |at: u64| {
        (0..4).fold(Warp::default(), |warp, turn| {
            let base = 1024 * at + 131_072 * turn;
            warp.access(0, At::Affine(base, 4)).steps([1, 2]).access(3, At::Affine(base + 512, 32))
        })
    };
    let warps = |cta: u64| (0..4).map(|number| warp(4 * cta + number).step(4)).collect();
    kernel(code, (0..ctas).map(warps).collect())
}

/// Arithmetic and barriers, with CTAs of unequal length: SMs finish at different times.
fn computing(ctas: u64) -> Kernel {
    let code =
        vec![alu(Class::Float, &[1], &[1]), alu(Class::Special, &[2], &[1]), barrier(0, None, true), exit()];
    let warp = |turns: u64| (0..turns).fold(Warp::default(), |warp, _| warp.steps([0, 0, 0, 1, 2])).step(3);
    kernel(code, (0..ctas).map(|cta| vec![warp(4 + cta % 13); 4]).collect())
}

/// Atomics on a few lines: partitions have unequal work.
fn contended(ctas: u64) -> Kernel {
    let atomic = access(Space::Global, warploom_kernel::code::AccessKind::Atomic, 4, &[1], &[0]);
    let code = vec![atomic, alu(Class::Integer, &[2], &[1]), exit()];
    let warp = |cta: u64| {
        (0..6)
            .fold(Warp::default(), |warp, turn| {
                warp.access(0, At::Affine(256 * ((cta + turn) % 5), 4)).step(1)
            })
            .step(2)
    };
    kernel(code, (0..ctas).map(|cta| vec![warp(cta); 4]).collect())
}

/// The machines, each also with a network whose packets hold each other up.
fn machines() -> Vec<Machine> {
    let in_order = |mut machine: Machine| {
        machine.network.in_order = true;
        machine
    };
    both().into_iter().chain(both().map(in_order)).collect()
}

fn bytes(records: &[LaunchRecord]) -> Vec<String> {
    let text = |record: &LaunchRecord| {
        let LaunchRecord { cycles, ctas, end_reason, counters, by_instruction, .. } = record;
        format!("{cycles} {ctas} {end_reason:?} {counters:?} {by_instruction:?}")
    };
    records.iter().map(text).collect()
}

#[test]
fn records_are_the_same_at_any_number_of_threads() {
    // Launches of unequal size: helpers start in some and not in others.
    let kernels = [streaming(300), computing(3), contended(200), computing(300)];
    for machine in machines() {
        let records = |threads| {
            let options = Options::default().with_by_instruction(true).with_threads(threads);
            bytes(&try_all(&machine, &kernels, options).expect("it runs"))
        };
        let [one, others @ ..] = THREADS.map(records);
        assert_eq!(one.len(), kernels.len());
        for (threads, other) in THREADS[1..].iter().zip(others) {
            assert_eq!(one, other, "{}, {threads} threads", machine.name);
        }
    }
}

#[test]
fn records_of_a_run_that_ends_early_are_the_same_at_any_number_of_threads() {
    for machine in machines() {
        for limit in [
            Options::default().with_max_cycles(1234),
            Options::default().with_max_ctas(150),
            Options::default().with_window(7).with_max_cycles(800),
        ] {
            let records = |threads| {
                bytes(&try_all(&machine, &[streaming(300)], limit.with_threads(threads)).expect("it runs"))
            };
            let one = records(1);
            assert!([2, 64].map(records).iter().all(|other| *other == one), "{}", machine.name);
        }
    }
}

/// Issues the lowest slot, and panics at its `left`th pick.
struct Bug {
    left: u32,
}

impl WarpPolicy for Bug {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<warploom_gpu::Slot> {
        self.left = self.left.checked_sub(1).expect("a bug of the policy");
        view.issuable(scheduler).first()
    }
}

#[test]
fn a_panic_of_a_policy_ends_the_run_at_any_number_of_threads() {
    // The SM belongs to the lead or to a helper, and helpers may have started or not.
    for (sm, left) in [(0, 10), (14, 10), (0, 150), (7, 150), (14, 150)] {
        for threads in THREADS {
            let policy = |id: SmId| -> Box<dyn WarpPolicy> {
                Box::new(Bug { left: if id.0 == sm { left } else { u32::MAX } })
            };
            let simulate = || {
                let options = Options::default().with_threads(threads);
                Simulation::new(&gtx480(), policy)
                    .options(options)
                    .run(&mut Tape::new([streaming(300)]))
                    .map(|_| ())
            };
            let panic = catch_unwind(AssertUnwindSafe(simulate)).expect_err("it panics");
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            assert_eq!(text, Some("a bug of the policy"), "SM {sm}, {threads} threads");
        }
    }
}
