//! Wave policies on works of the suite: laws that hold under every policy and placement.

use std::path::Path;
use warploom_gpu::counters::Cause;
use warploom_gpu::machine::{Machine, named};
use warploom_gpu::simulation::Options;
use warploom_lab::run::{RunConfig, RunResult, run};
use warploom_lab::work::{self, CodeTarget, WorkKind, WorkOptions};
use warploom_lab::work_tape::WorkTape;
use warploom_policy::{CTA_POLICIES, Choice, CorePolicy, WAVE_POLICIES};

fn machine(name: &str) -> Machine {
    named(name).expect("it is built in").machine()
}

fn tape(name: &str) -> WorkTape {
    let options =
        WorkOptions { size: Some("tiny".to_owned()), code: Some(CodeTarget::GCN), ..WorkOptions::default() };
    work::spool(Path::new(name), WorkKind::Suite, &options, &None)
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn ran(tape: &WorkTape, machine: &Machine, policy: &str, placement: &str, options: Options) -> RunResult {
    let policy: CorePolicy = Choice::parse(policy, WAVE_POLICIES).expect("there is such a policy").into();
    let cta_policy = Choice::parse(placement, CTA_POLICIES).expect("there is such a policy");
    let config = RunConfig { machine, policy: &policy, cta_policy: &cta_policy, options };
    run(&tape.label, &mut tape.file.reader(), config)
        .unwrap_or_else(|error| panic!("{}: {error}", tape.label.work))
}

const WORKS: [&str; 5] = ["transpose", "matmul", "fwt", "reduction", "bitonic"];

#[test]
fn instructions_by_type_are_the_same_under_every_policy_and_placement() {
    let machine = machine("hd7970-thesis");
    for name in WORKS {
        let tape = tape(name);
        let first = ran(&tape, &machine, "rr", "first-available", Options::default()).total;
        let units = first.cu.expect("it has CUs");
        for policy in WAVE_POLICIES.iter().flat_map(Choice::variants) {
            for placement in ["first-available", "block", "rr"] {
                let other = ran(&tape, &machine, &policy.to_string(), placement, Options::default()).total;
                let own = other.cu.expect("it has CUs");
                let counts = |units: warploom_lab::record::CuUnits| {
                    [
                        units.branch,
                        units.scalar,
                        units.scalar_loads,
                        units.simd,
                        units.vector_memory,
                        units.lds,
                    ]
                };
                assert_eq!(counts(own), counts(units), "{name} under {policy}, {placement}");
                assert_eq!(other.stalls.of(Cause::Issued), other.warp_instructions);
                assert_eq!(other.stalls.total(), other.cycles * 32 * 5, "{name} under {policy}");
                let idle = 1.0 - other.warp_instructions as f64 / own.busy_cycles as f64 / 5.0;
                assert!((own.idle - idle).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn with_one_pool_both_policies_with_lookahead_are_the_same_cycle_for_cycle() {
    let mut machine = machine("hd7970-thesis");
    // Every work-group has a CU of its own, and so is in its first pool.
    machine.cu_mut().count = 1024;
    for name in ["transpose", "reduction"] {
        let tape = tape(name);
        let ctas = tape.file.totals().ctas;
        assert!(ctas <= 1024, "{name} has {ctas} work-groups: more than one on a CU use several pools");
        let [one, both] = ["lookahead", "two-level+lookahead"]
            .map(|policy| ran(&tape, &machine, policy, "first-available", Options::default()));
        assert_eq!(one.total.cycles, both.total.cycles, "{name}");
        assert_eq!(one.total.stalls, both.total.stalls, "{name}");
        assert_eq!(one.total.l1, both.total.l1, "{name}");
    }
}

#[test]
fn records_do_not_depend_on_threads_and_the_window_changes_little() {
    for machine in ["hd7970-thesis", "hd7970"].map(machine) {
        let (mut cycles, mut stepped) = (0, 0);
        for name in WORKS {
            let tape = tape(name);
            let with = |options: Options| ran(&tape, &machine, "lookahead", "first-available", options).total;
            let one = with(Options::default());
            for threads in [2, 8] {
                let other = with(Options::default().with_threads(threads));
                let same = |record: &warploom_lab::record::Record| {
                    (record.cycles, record.stalls, record.l1, record.l2, record.setting.digest.clone())
                };
                assert_eq!(same(&other), same(&one), "{name} on {} with {threads} threads", machine.name);
            }
            cycles += one.cycles;
            stepped += with(Options::default().with_window(1)).cycles;
        }
        let change = (stepped as f64 / cycles as f64 - 1.0).abs();
        assert!(change < 0.01, "{}: {cycles} cycles, and {stepped} with a window of 1", machine.name);
    }
}
