//! Runs and comparisons over the suite, and the records they leave.

use serde_json::Value;
use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use warploom_gpu::interrupt::Interrupt;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::{Options, RunError};
use warploom_kernel::execute::Mode;
use warploom_kernel::tape::{BackgroundSource, Source};
use warploom_lab::checkpoint::Checkpoint;
use warploom_lab::compare::{
    CompareError, CompareRequest, ComparedTape, Comparison, MachineComparison, MachinePolicies,
    MachinesRequest, RunOrigin, WorkComparison, compare, compare_machines,
};
use warploom_lab::record::Record;
use warploom_lab::record::by_line::LineStalls;
use warploom_lab::run::{RunConfig, RunResult, WorkLabel, run};
use warploom_lab::work_tape::WorkTape;
use warploom_policy::{CTA_POLICIES, Choice, CorePolicy, WARP_POLICIES};
use warploom_suite::{Size, application};
use warploom_tape::file::Error;

/// Every key that a record has, and those that depend on the host.
const KEYS: &str = "work kernel kernel_name launch machine policy cta_policy size cycles warp_instructions thread_instructions ipc \
    scheduler_cycles stalls missed l1 l2 dram occupancy seconds warp_instructions_per_second threads seed version digest \
    ended ctas l2_start host_copied microseconds details";
const HOST: [&str; 3] = ["seconds", "warp_instructions_per_second", "threads"];

fn machine() -> Machine {
    let mut machine = Machine::read(include_str!("../../gpu/machines/gtx480.toml")).unwrap();
    machine.sm_mut().count = 4;
    machine
}

fn tapes(name: &str, seed: u64) -> BackgroundSource<warploom_suite::Error> {
    application(name).unwrap().prepare(Size::Tiny, seed).unwrap().tapes(Mode::Warps32, 8)
}

fn label(name: &str) -> WorkLabel {
    WorkLabel { work: name.to_owned(), size: Some("tiny".to_owned()), seed: Some(1) }
}

fn policy(text: &str) -> CorePolicy {
    Choice::parse(text, WARP_POLICIES).unwrap().into()
}

fn done<S: Source>(name: &str, source: &mut S, machine: &Machine, text: &str, options: Options) -> RunResult
where
    S::Error: std::fmt::Debug,
{
    let policy = policy(text);
    run(&label(name), source, RunConfig { machine, policy: &policy, cta_policy: &Choice::default(), options })
        .unwrap()
}

fn simple(name: &str, text: &str) -> RunResult {
    done(name, &mut tapes(name, 1), &machine(), text, Options::default())
}

/// An application's tapes in a temporary file. An error of the suite is a bug.
fn taped(name: &str) -> WorkTape {
    let mut source = tapes(name, 1).map_err(|error| -> Error { panic!("{error}") });
    WorkTape::spool(label(name), &mut source).unwrap()
}

#[test]
fn a_record_has_its_keys_and_its_sums() {
    let done = simple("backprop", "gto");
    assert!(done.records.len() > 1);
    for record in done.all() {
        let json = serde_json::to_value(record).unwrap();
        let keys: BTreeSet<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, KEYS.split_whitespace().collect());
        let stalls = json["stalls"].as_object().unwrap();
        let sum: u64 = stalls.values().map(|cycles| cycles.as_u64().unwrap()).sum();
        assert_eq!(json["scheduler_cycles"], sum);
        assert_eq!(sum, record.cycles * 4 * 2, "every scheduler of every SM in every cycle, once");
        assert_eq!(stalls["issued"], json["warp_instructions"]);
        let causes: Vec<&str> = stalls.keys().map(String::as_str).collect();
        let mut named = "issued idle launch scoreboard_memory scoreboard_alu pipeline barrier fetch held"
            .split(' ')
            .collect::<Vec<_>>();
        named.sort_unstable();
        assert_eq!(causes, named);
        for level in ["l1", "l2"] {
            let count = |key: &str| json[level][key].as_u64().unwrap();
            assert_eq!(count("accesses"), count("hits") + count("pending") + count("misses"), "{level}");
            assert!(json[level]["reservation_fails"].is_u64());
        }
        assert_eq!(
            (&json["work"], &json["size"], &json["seed"]),
            (&"backprop".into(), &"tiny".into(), &1.into())
        );
        assert_eq!(
            (&json["machine"], &json["policy"], &json["cta_policy"]),
            (&"gtx480".into(), &"gto".into(), &"rr".into())
        );
        assert_eq!(record.ended, "complete");
    }
    let total = &done.total;
    let sum = |of: fn(&Record) -> u64| done.records.iter().map(of).sum::<u64>();
    assert_eq!((total.kernel.as_str(), total.launch), ("total", None));
    assert_eq!(total.cycles, sum(|r| r.cycles));
    assert_eq!(total.ctas, sum(|r| r.ctas));
    assert_eq!(total.warp_instructions, sum(|r| r.warp_instructions));
    assert_eq!(total.l1.accesses, sum(|r| r.l1.accesses));
    assert_eq!(total.dram.bytes, sum(|r| r.dram.bytes));
    assert_eq!(total.ipc, total.thread_instructions as f64 / total.cycles as f64);
}

/// Without what depends on the host.
fn steady<'a>(records: impl Iterator<Item = &'a Record>) -> Vec<Value> {
    let record = |record| {
        let mut json = serde_json::to_value(record).unwrap();
        HOST.iter().for_each(|key| json[key] = Value::Null);
        json
    };
    records.map(record).collect()
}

#[test]
fn the_same_work_leaves_the_same_record_wherever_its_tape_comes_from() {
    let machine = machine();
    for name in ["backprop", "bfs"] {
        let memory = simple(name, "gto");
        let taped = taped(name);
        let file = done(name, &mut taped.file.reader(), &machine, "gto", Options::default());
        assert_eq!(steady(memory.all()), steady(file.all()));
        let threads = Options::default().with_threads(2);
        assert_eq!(
            steady(memory.all()),
            steady(done(name, &mut tapes(name, 1), &machine, "gto", threads).all())
        );
    }
}

#[test]
fn ctas_by_number_need_a_tape_and_leave_the_same_record_on_any_number_of_threads() {
    let (machine, policy) = (machine(), policy("gto"));
    let (rr, cta_policy) = (Choice::default(), Choice::parse("block", CTA_POLICIES).unwrap());
    let config = |threads, cta_policy| {
        let options = Options::default().with_threads(threads);
        RunConfig { machine: &machine, policy: &policy, cta_policy, options }
    };
    let forward = run(&label("bfs"), &mut tapes("bfs", 1), config(1, &cta_policy)).unwrap_err();
    assert!(matches!(forward, RunError::ForwardOnly { .. }), "{forward}");
    let taped = taped("bfs");
    let placed =
        |threads, policy| run(&taped.label, &mut taped.file.reader(), config(threads, policy)).unwrap();
    let block = placed(1, &cta_policy);
    assert_eq!(steady(block.all()), steady(placed(2, &cta_policy).all()));
    let rr = placed(1, &rr);
    assert_eq!(
        (block.total.ctas, block.total.warp_instructions),
        (rr.total.ctas, rr.total.warp_instructions)
    );
    assert_ne!(block.total.setting.digest, rr.total.setting.digest, "the CTA policy is part of it");
}

#[test]
fn the_digest_is_of_all_that_determines_a_record() {
    let machine = machine();
    let digest = |machine: &Machine, text: &str, seed, options| {
        done("bfs", &mut tapes("bfs", seed), machine, text, options).total.setting.digest
    };
    let mut faster = machine.clone();
    faster.clock.dram += 1.0;
    let plain = Options::default();
    let digests = [
        digest(&machine, "gto", 1, plain),
        digest(&machine, "lrr", 1, plain),
        digest(&machine, "tl-gpgpusim", 1, plain),
        digest(&machine, "tl-gpgpusim:ready=7", 1, plain),
        digest(&faster, "gto", 1, plain),
        digest(&machine, "gto", 2, plain),
        digest(&machine, "gto", 1, plain.with_window(1)),
        digest(&machine, "gto", 1, plain.with_max_cycles(10_000_000)),
    ];
    assert_eq!(digests.iter().collect::<BTreeSet<_>>().len(), digests.len(), "{digests:?}");
    assert_eq!(digest(&machine, "tl-gpgpusim:ready=6", 1, plain.with_threads(2)), digests[2]);
    assert!(digests.iter().all(|digest| digest.len() == 32));
}

#[test]
fn lines_are_charged_what_was_not_idle() {
    let options = Options::default().with_by_instruction(true);
    let done = done("lud", &mut tapes("lud", 1), &machine(), "gto", options);
    let lines = done.lines();
    assert_eq!(done.total.lines.as_ref(), Some(&lines));
    let issued: u64 = lines.iter().map(|line| line.stalls.0[0]).sum();
    assert_eq!(issued, done.total.warp_instructions);
    let cycles = |line: &LineStalls| line.stalls.total();
    assert!(lines.windows(2).all(|pair| cycles(&pair[0]) >= cycles(&pair[1])), "the worst come first");
    let json = serde_json::to_value(&lines[0]).unwrap();
    assert!(json["file"].as_str().unwrap().ends_with("lud.cu") && json["line"].is_u64(), "{json}");
    assert!(simple("lud", "gto").total.lines.is_none());
}

fn policies(text: &str) -> Vec<CorePolicy> {
    Choice::parse_list(text, WARP_POLICIES).unwrap().into_iter().map(CorePolicy::from).collect()
}

fn compared(names: &[&str], text: &str, at_once: usize) -> Comparison {
    let (machine, policies) = (machine(), policies(text));
    let at_once = NonZero::new(at_once).unwrap();
    let request = CompareRequest {
        machine: &machine,
        policies: &policies,
        cta_policy: &Choice::default(),
        options: Options::default(),
        at_once,
        seeds: NonZero::<usize>::MIN,
        checkpoint: None,
    };
    compare(names.iter().map(|name| Ok::<_, String>(taped(name))), request, &|_, _, _| ()).unwrap()
}

#[test]
fn a_comparison_is_of_runs_and_the_same_however_many_go_at_once() {
    let (names, text) = (["backprop", "bfs", "lud"], "lrr,gto,tl-gpgpusim:ready=2");
    let one = compared(&names, text, 1);
    let other = compared(&names, text, 3);
    assert_eq!(one.policies, ["lrr", "gto", "tl-gpgpusim:ready=2"]);
    for (row, same) in one.rows.iter().zip(&other.rows) {
        let finished =
            |row: &WorkComparison| row.runs.iter().cloned().map(Option::unwrap).collect::<Vec<_>>();
        let runs = |row| finished(row).iter().map(|run| steady(run.all())).collect::<Vec<_>>();
        assert_eq!(runs(row), runs(same));
        let alone = simple(&row.label.work, "gto");
        assert_eq!(runs(row)[1], steady(alone.all()), "as if run alone");
        let speedups: Vec<f64> = row.speedups().into_iter().map(Option::unwrap).collect();
        assert_eq!(speedups[0], 1.0);
        let cycles: Vec<u64> = finished(row).iter().map(|run| run.total.cycles).collect();
        assert_eq!(speedups[1], cycles[0] as f64 / cycles[1] as f64);
        // What moved adds up to the change of cycles.
        for (policy, speedup) in speedups.iter().enumerate() {
            let moved: f64 = row.stall_shift(policy).unwrap().by.iter().map(|(_, by)| by).sum();
            assert!((moved - (1.0 / speedup - 1.0)).abs() < 1e-9, "{moved} {speedup}");
        }
        assert!(row.stall_shift(0).unwrap().by.iter().all(|(_, by)| *by == 0.0));
    }
    let means: Vec<f64> = one.means().into_iter().map(Option::unwrap).collect();
    let product: f64 = one.rows.iter().map(|row| row.speedups()[1].unwrap()).product();
    assert!((means[1] - product.powf(1.0 / 3.0)).abs() < 1e-12);
    assert_eq!(means[0], 1.0);
}

#[test]
fn an_interrupted_comparison_has_its_finished_runs_and_continues_with_the_others() {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("program");
    std::fs::write(&program, "its code").unwrap();
    let runs = directory.path().join("runs");
    let (machine, policies) = (machine(), policies("lrr,gto"));
    let names = ["backprop", "bfs"];
    let whole = compared(&names, "lrr,gto", 1);
    let compared = |interrupt: Interrupt, checkpoint: &Checkpoint| {
        let request = CompareRequest {
            machine: &machine,
            policies: &policies,
            cta_policy: &Choice::default(),
            options: Options::default().with_interrupt(interrupt),
            at_once: NonZero::<usize>::MIN,
            seeds: NonZero::<usize>::MIN,
            checkpoint: Some(checkpoint),
        };
        let done = AtomicUsize::new(0);
        let end = |_: &WorkLabel, _: &CorePolicy, _: RunOrigin| {
            if done.fetch_add(1, Ordering::Relaxed) == 2 {
                interrupt.raise();
            }
        };
        compare(names.iter().map(|name| Ok::<_, String>(taped(name))), request, &end).unwrap()
    };
    let checkpoint = Checkpoint::open(&runs, &program).unwrap();
    let cut = compared(Interrupt::new(), &checkpoint);
    assert!(cut.interrupted);
    assert_eq!((cut.finished(), checkpoint.reused()), (3, 0));
    assert_eq!(cut.rows[1].speedups(), [Some(1.0), None]);
    assert!(cut.rows[1].stall_shift(1).is_none());
    assert_eq!(cut.means()[1], cut.rows[0].speedups()[1], "over the works that both policies have run");
    let checkpoint = Checkpoint::open(&runs, &program).unwrap();
    // The flag is raised after the third run again, which leaves one that is not interrupted by it: all runs were found but one.
    let continued = compared(Interrupt::new(), &checkpoint);
    assert_eq!(checkpoint.reused(), 3);
    assert!(continued.interrupted);
    let checkpoint = Checkpoint::open(&runs, &program).unwrap();
    let request = CompareRequest {
        machine: &machine,
        policies: &policies,
        cta_policy: &Choice::default(),
        options: Options::default(),
        at_once: NonZero::<usize>::MIN,
        seeds: NonZero::<usize>::MIN,
        checkpoint: Some(&checkpoint),
    };
    let works = names.iter().map(|name| Ok::<_, String>(taped(name)));
    let complete = compare(works, request, &|_, _, _| ()).unwrap();
    assert_eq!((complete.interrupted, complete.finished(), checkpoint.reused()), (false, 4, 3));
    assert_eq!(complete.means(), whole.means(), "as if it had never been interrupted");
    assert!(!runs.exists(), "a complete comparison leaves nothing");
}

#[test]
fn each_machine_of_a_comparison_is_as_if_compared_alone_and_all_runs_of_an_interrupted_one_are_kept() {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("program");
    std::fs::write(&program, "its code").unwrap();
    let runs = directory.path().join("runs");
    let mut larger = machine();
    (larger.name, larger.sm_mut().count) = ("larger".to_owned(), 6);
    let (machines, policies) = ([machine(), larger], policies("lrr,gto"));
    let names = ["backprop", "bfs"];
    // The flag is raised after so many runs.
    let compared = |interrupted_after: usize, checkpoint: &Checkpoint| -> MachineComparison {
        let interrupt = Interrupt::new();
        let request = MachinesRequest {
            machines: &machines.each_ref().map(|machine| MachinePolicies { machine, policies: &policies }),
            cta_policy: &Choice::default(),
            options: Options::default().with_interrupt(interrupt),
            at_once: NonZero::<usize>::MIN,
            seeds: NonZero::<usize>::MIN,
            checkpoint: Some(checkpoint),
        };
        let done = AtomicUsize::new(0);
        let end = |_: &WorkLabel, _: &CorePolicy, _: RunOrigin| {
            if done.fetch_add(1, Ordering::Relaxed) + 1 == interrupted_after {
                interrupt.raise();
            }
        };
        let works = names
            .iter()
            .map(|name| Ok::<_, String>(ComparedTape { tape: taped(name), machines: vec![0, 1] }));
        compare_machines(works, request, &end).unwrap()
    };
    let checkpoint = Checkpoint::open(&runs, &program).unwrap();
    let cut = compared(3, &checkpoint);
    assert_eq!((cut.interrupted, cut.finished()), (true, 3));
    assert_eq!(cut.machines[0].finished(), 2, "both policies on the first work");
    let checkpoint = Checkpoint::open(&runs, &program).unwrap();
    let complete = compared(usize::MAX, &checkpoint);
    assert_eq!((complete.interrupted, complete.finished(), checkpoint.reused()), (false, 8, 3));
    assert!(!runs.exists(), "a complete comparison leaves nothing");
    assert_eq!(complete.machines[1].machine, "larger");
    assert_eq!(complete.machines[0].means(), self::compared(&names, "lrr,gto", 1).means());
    assert_ne!(complete.machines[1].means(), complete.machines[0].means());
}

#[test]
fn what_goes_wrong_ends_a_comparison() {
    let (machine, policies) = (machine(), policies("lrr,gto"));
    let at_once = NonZero::new(2).unwrap();
    let request = CompareRequest {
        machine: &machine,
        policies: &policies,
        cta_policy: &Choice::default(),
        options: Options::default(),
        at_once,
        seeds: NonZero::<usize>::MIN,
        checkpoint: None,
    };
    let works = [Ok(taped("bfs")), Err("no such work".to_owned())];
    let failed = compare(works, request, &|_, _, _| ()).unwrap_err();
    assert!(matches!(&failed, CompareError::Work(error) if error == "no such work"), "{failed}");
    // No CTA fits.
    let mut small = machine.clone();
    small.sm_mut().threads = 32;
    let request = CompareRequest { machine: &small, ..request };
    let works = ["backprop", "bfs", "lud"].map(|name| Ok::<_, String>(taped(name)));
    let failed = compare(works, request, &|_, _, _| ()).unwrap_err();
    let CompareError::Run { work, error, .. } = &failed else { panic!("{failed}") };
    assert!(matches!(**error, RunError::CtaTooLarge { .. }), "{failed}");
    assert_eq!(work, "backprop");
    assert!(failed.to_string().starts_with("backprop under "), "{failed}");
}

#[test]
fn a_limit_is_in_the_record() {
    let options = Options::default().with_max_ctas(3);
    let done = done("backprop", &mut tapes("backprop", 1), &machine(), "gto", options);
    assert_eq!((&*done.total.ended, &*done.records[0].ended), ("max-ctas", "max-ctas"));
    assert!(done.total.ctas <= 3 * done.records.len() as u64);
}
