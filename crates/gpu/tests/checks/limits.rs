//! Runs that are ended early, and windows.

use super::common::*;
use warploom_gpu::counters::Cause;
use warploom_gpu::interrupt::Interrupt;
use warploom_gpu::machine::Machine;
use warploom_gpu::policy::WarpEvent;
use warploom_gpu::simulation::{EndReason, LaunchRecord, Options, RunError};
use warploom_kernel::class::Class;

/// CTAs that load and compute for some hundred cycles each.
fn work(ctas: usize) -> Kernel {
    let code = vec![load(5, 4), alu(Class::Float, &[6], &[5, 6]), exit()];
    let cta = |cta: usize| {
        let warp = Warp::default().access(0, At::Affine(0x1000 + cta as u64 * 128, 4));
        let warp = (0..20).fold(warp, |warp, _| warp.step(1)).step(2);
        vec![warp; 2]
    };
    kernel(code, (0..ctas).map(cta).collect())
}

fn runs(machine: &Machine, kernels: &[Kernel], options: Options) -> Vec<LaunchRecord> {
    try_all(machine, kernels, options).expect("it runs")
}

fn accounted(machine: &Machine, record: &LaunchRecord) {
    let schedulers = u64::from(machine.sm().count * machine.sm().schedulers);
    assert_eq!(record.counters.scheduler_cycles(), record.cycles * schedulers);
    assert_eq!(record.counters.of(Cause::Issued), record.counters.warp_instructions);
}

#[test]
fn max_cycles_ends_a_run() {
    for machine in both().map(bare) {
        let whole = runs(&machine, &[work(40)], Options::default());
        let cycles = whole[0].cycles;
        assert_eq!(whole[0].end_reason, EndReason::Complete);
        for max in [1, 2, 65, 66, 67, cycles / 2, cycles - 1, cycles, cycles + 1] {
            let options = Options::default().with_max_cycles(max);
            let records = runs(&machine, &[work(40), work(1)], options);
            let first = &records[0];
            accounted(&machine, first);
            if max < cycles {
                assert_eq!((first.end_reason, first.cycles), (EndReason::MaxCycles, max), "{}", machine.name);
                assert!(first.ctas < 40 && records.len() == 1);
            } else {
                assert_eq!(
                    (first.end_reason, first.cycles),
                    (EndReason::Complete, cycles),
                    "{} {max}",
                    machine.name
                );
                // What is left is the next launch's.
                assert_eq!(records.len() as u64, 1 + (max - cycles).min(1));
                assert!(
                    records
                        .get(1)
                        .is_none_or(|next| (next.end_reason, next.cycles) == (EndReason::MaxCycles, 1))
                );
            }
        }
    }
}

#[test]
fn max_ctas_ends_a_run() {
    for machine in both().map(bare) {
        for max in [1, 5, 39, 40, 41, 60, 80, 100] {
            let options = Options::default().with_max_ctas(max);
            let records = runs(&machine, &[work(40), work(40)], options);
            let ended: Vec<_> = records.iter().map(|record| (record.end_reason, record.ctas)).collect();
            let expected = match max {
                0..40 => vec![(EndReason::MaxCtas, max)],
                40 => vec![(EndReason::Complete, 40)],
                41..80 => vec![(EndReason::Complete, 40), (EndReason::MaxCtas, max - 40)],
                _ => vec![(EndReason::Complete, 40); 2],
            };
            assert_eq!(ended, expected, "{} {max}", machine.name);
            records.iter().for_each(|record| accounted(&machine, record));
        }
    }
}

#[test]
fn a_window_longer_than_the_shortest_message_latency_is_an_error() {
    for machine in both().map(bare) {
        let longest = u64::from((2 * machine.network.latency + machine.l2.latency) / 2);
        let ends = |window| {
            let options = Options::default().with_window(window);
            try_all(&machine, &[work(4)], options)
        };
        for window in [1, 2, longest - 1, longest] {
            assert_eq!(ends(window).expect("it runs")[0].end_reason, EndReason::Complete);
        }
        for window in [0, longest + 1, u64::MAX] {
            let error = ends(window).expect_err("too long, or none");
            assert!(
                matches!(error, RunError::InvalidWindow { window: found, longest: most } if (found, most) == (window, longest))
            );
            let text = format!(
                "a window of {window} cycles is not possible: choose 1 to {longest}, the shortest delay of a message on this machine"
            );
            assert_eq!(error.to_string(), text);
        }
    }
}

#[test]
fn an_interrupted_run_ends_after_its_window_and_accounts_for_every_cycle() {
    for machine in both().map(bare) {
        let interrupt = Interrupt::new();
        for threads in [1, 2] {
            let options = Options::default().with_interrupt(interrupt).with_threads(threads).with_window(2);
            let complete = runs(&machine, &[work(4), work(4)], options);
            assert!(complete.iter().all(|record| record.end_reason == EndReason::Complete));
            assert_eq!(complete.len(), 2);
        }
        interrupt.raise();
        for threads in [1, 2] {
            let options = Options::default().with_interrupt(interrupt).with_threads(threads).with_window(2);
            let records = runs(&machine, &[work(4), work(4)], options);
            assert_eq!(records.len(), 1, "no launch starts after the interrupt");
            assert_eq!((records[0].end_reason, records[0].cycles), (EndReason::Interrupted, 2));
            accounted(&machine, &records[0]);
        }
    }
}

#[test]
fn a_launch_begins_after_its_latency() {
    for machine in both().map(bare) {
        let cycles = |latency| {
            let mut machine = machine.clone();
            machine.launch_latency = latency;
            let records = runs(&machine, &[work(1)], Options::default());
            accounted(&machine, &records[0]);
            let schedulers = u64::from(machine.sm().count * machine.sm().schedulers);
            assert_eq!(records[0].counters.of(Cause::Launch), u64::from(latency) * schedulers);
            records[0].cycles
        };
        let [none, some, much] = [0, 1, 5000].map(cycles);
        // What meets DRAM at another moment of its clock may take a cycle more or less.
        assert!((some - none).abs_diff(1) <= 2 && (much - none).abs_diff(5000) <= 2, "{none} {some} {much}");
    }
}

/// Cycles before a launch's first CTA can start are its launch latency on every SM, whether it gets a CTA or not, and the cycle of
/// the dispatch; those after it are not.
#[test]
fn launch_latency_is_no_idle_time() {
    for mut machine in both().map(bare) {
        machine.sm_mut().count = 3;
        let schedulers = u64::from(machine.sm().count * machine.sm().schedulers);
        let mut causes = |latency: u32, options: Options| {
            machine.launch_latency = latency;
            let records = runs(&machine, &[work(1), work(1)], options);
            records.iter().for_each(|record| accounted(&machine, record));
            let of = |cause| move |record: &LaunchRecord| record.counters.of(cause);
            let launch: Vec<u64> = records.iter().map(of(Cause::Launch)).collect();
            (launch, records.iter().map(of(Cause::Idle)).sum::<u64>())
        };
        let (launch, idle) = causes(0, Options::default());
        assert_eq!(launch, [0; 2]);
        for latency in [1, 2, 63, 64, 65, 66, 67, 1000, 5000] {
            for options in
                [Options::default(), Options::default().with_window(1), Options::default().with_threads(3)]
            {
                let (launch, same_idle) = causes(latency, options);
                assert_eq!(launch, [u64::from(latency) * schedulers; 2]);
                // What meets DRAM at another moment of its clock may take a cycle more or less.
                assert!(same_idle.abs_diff(idle) <= 8 * schedulers, "{latency}: {same_idle} {idle}");
            }
            // The run ends within the latency, or just after it.
            let latency_end = u64::from(latency);
            for cycles in
                [latency_end - 1, latency_end, latency_end + 1].into_iter().filter(|cycles| *cycles > 0)
            {
                let (launch, _) = causes(latency, Options::default().with_max_cycles(cycles));
                assert_eq!(launch, [latency_end.min(cycles) * schedulers]);
            }
        }
    }
}

#[test]
fn a_tape_without_launches_or_ctas_takes_no_cycles() {
    for machine in both().map(bare) {
        assert!(runs(&machine, &[], Options::default()).is_empty());
        for latency in [0, 1, 1000] {
            let mut machine = machine.clone();
            machine.launch_latency = latency;
            let none = kernel(vec![exit()], vec![]).with(|launch| launch.grid = [0, 1, 1]);
            let records = runs(&machine, &[none], Options::default());
            assert_eq!(
                (records[0].end_reason, records[0].ctas, records[0].cycles),
                (EndReason::Complete, 0, 0)
            );
            accounted(&machine, &records[0]);
        }
        // A warp that does nothing, beside one that does.
        let warps = vec![Warp::default(), Warp::default().step(0)];
        let records = runs(&machine, &[kernel(vec![exit()], vec![warps])], Options::default());
        assert_eq!((records[0].end_reason, records[0].ctas), (EndReason::Complete, 1));
    }
}

#[test]
fn more_threads_than_sms_give_the_same_cycles() {
    for machine in both() {
        let cycles =
            |threads| runs(&machine, &[work(200)], Options::default().with_threads(threads))[0].cycles;
        assert_eq!(cycles(1), cycles(7));
        assert_eq!(cycles(1), cycles(300));
    }
}

/// The cycles in which CTAs start, in order.
fn cta_starts(machine: &Machine, kernel: &Kernel, options: Options) -> Vec<u64> {
    let (records, events) = watch(machine, std::slice::from_ref(kernel), options);
    accounted(machine, &records[0]);
    assert_eq!(records[0].end_reason, EndReason::Complete);
    let starts = |(_, cycle, event)| matches!(event, WarpEvent::CtaLaunched(_)).then_some(cycle);
    let mut starts: Vec<u64> = events.into_iter().filter_map(starts).collect();
    starts.sort_unstable();
    starts
}

#[test]
fn the_kth_cta_of_a_gpu_starts_k_cta_intervals_after_the_first() {
    for mut machine in both().map(bare) {
        machine.sm_mut().count = 3;
        for (interval, milli) in [(1.0, 1000), (1.042, 1042), (2.5, 2500), (400.0, 400_000)] {
            machine.cta_interval = Some(interval);
            for options in
                [Options::default(), Options::default().with_window(1), Options::default().with_threads(3)]
            {
                let starts = cta_starts(&machine, &work(20), options);
                let expected: Vec<u64> = (0..20_u64).map(|k| 1 + (k * milli).div_ceil(1000)).collect();
                assert_eq!(starts, expected, "{} {interval}", machine.name);
            }
        }
        // Without it, each SM starts one per cycle.
        machine.cta_interval = None;
        let starts = cta_starts(&machine, &work(12), Options::default());
        assert_eq!(starts, [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4], "{}", machine.name);
    }
}

#[test]
fn a_cta_interval_counts_from_the_end_of_the_launch_latency() {
    for mut machine in both().map(bare) {
        machine.sm_mut().count = 2;
        (machine.launch_latency, machine.cta_interval) = (100, Some(10.0));
        assert_eq!(cta_starts(&machine, &work(4), Options::default()), [101, 111, 121, 131]);
    }
}

#[test]
fn no_wait_for_a_cta_start_is_taken_for_a_deadlock() {
    for mut machine in both().map(bare) {
        machine.sm_mut().count = 2;
        machine.cta_interval = Some(1e5);
        let starts = cta_starts(&machine, &work(4), Options::default());
        assert_eq!(starts, [1, 100_001, 200_001, 300_001]);
    }
}
