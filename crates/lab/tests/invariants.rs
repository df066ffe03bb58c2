//! What holds of every run, over the whole suite at `tiny`: the design's invariants of legality, probes, threads and accounts, and
//! what the window makes of cycles.
//!
//! Tapes are made once. Tests take turns: threads of several simulations at once would only wait for each other.

use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use warploom_gpu::counters::Cause;
use warploom_gpu::machine::{Machine, named};
use warploom_gpu::policy::{SmView, WarpEvent};
use warploom_gpu::probe::{Issue, OccupationProbe, Probe, ProbeSets, Probes};
use warploom_gpu::simulation::{Options, Simulation};
use warploom_gpu::{Cycle, SLOTS, SchedulerId, Slot};
use warploom_kernel::execute::Mode;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::{Cta, Launch, Source};
use warploom_lab::record::{Record, records, total};
use warploom_lab::run::{RunConfig, RunResult, WorkLabel, run};
use warploom_lab::watch::{CAUSES, PHASES, Sums, Watch, WatchOptions};
use warploom_policy::{Choice, WARP_POLICIES};
use warploom_suite::{APPLICATIONS, Size};

/// Work in memory.
struct Tape {
    name: &'static str,
    launches: Vec<(Arc<Launch>, Vec<Cta>)>,
}

impl Tape {
    fn reader(&self) -> Reader<'_> {
        Reader { launches: self.launches.iter(), ctas: VecDeque::new() }
    }
}

struct Reader<'a> {
    launches: std::slice::Iter<'a, (Arc<Launch>, Vec<Cta>)>,
    ctas: VecDeque<&'a Cta>,
}

impl Source for Reader<'_> {
    type Error = Infallible;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, Infallible> {
        let Some((launch, ctas)) = self.launches.next() else { return Ok(None) };
        self.ctas = ctas.iter().collect();
        Ok(Some(Arc::clone(launch)))
    }

    fn cta(&mut self) -> Result<Option<Cta>, Infallible> {
        Ok(self.ctas.pop_front().cloned())
    }
}

/// The suite at `tiny`.
fn suite() -> &'static [Tape] {
    static TAPES: OnceLock<Vec<Tape>> = OnceLock::new();
    TAPES.get_or_init(|| {
        let taped = |application: &'static warploom_suite::Application| {
            let name = application.name;
            let mut source = application
                .prepare(Size::Tiny, 1)
                .unwrap_or_else(|e| panic!("{name}: {e}"))
                .tapes(Mode::Warps32, 64);
            let mut launches = Vec::new();
            while let Some(launch) = source.launch().unwrap_or_else(|e| panic!("{name}: {e}")) {
                let mut ctas = Vec::new();
                while let Some(cta) = source.cta().unwrap_or_else(|e| panic!("{name}: {e}")) {
                    ctas.push(cta);
                }
                launches.push((launch, ctas));
            }
            Tape { name, launches }
        };
        APPLICATIONS.iter().map(|application| taped(application)).collect()
    })
}

/// Waits until no other test runs.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn machine(name: &str) -> Machine {
    named(name).unwrap_or_else(|| panic!("there is no `{name}`")).machine()
}

fn ran(tape: &Tape, machine: &Machine, policy: &Choice, options: Options) -> RunResult {
    let label = WorkLabel { work: tape.name.to_owned(), size: Some("tiny".to_owned()), seed: Some(1) };
    run(
        &label,
        &mut tape.reader(),
        RunConfig { machine, policy: &policy.clone().into(), cta_policy: &Choice::default(), options },
    )
    .unwrap_or_else(|e| panic!("{} on {} under {policy}: {e}", tape.name, machine.name))
}

/// Without what depends on the host.
fn steady<'a>(records: impl Iterator<Item = &'a Record>) -> Vec<Value> {
    let steady = |record: &Record| {
        let mut json = serde_json::to_value(record).expect("a record is JSON");
        ["seconds", "warp_instructions_per_second", "threads"].iter().for_each(|key| json[key] = Value::Null);
        json
    };
    records.map(steady).collect()
}

/// Invariant 6: each cycle of each scheduler is accounted for once, in every launch and in all.
fn accounted(done: &RunResult, machine: &Machine, what: &str) {
    let schedulers = u64::from(machine.sm().count) * u64::from(machine.sm().schedulers);
    for record in done.all() {
        let what = format!("{what}, {} {:?}", record.kernel, record.launch);
        assert_eq!(record.stalls.total(), record.scheduler_cycles, "{what}");
        assert_eq!(record.scheduler_cycles, record.cycles * schedulers, "{what}");
        assert_eq!(record.stalls.of(Cause::Issued), record.warp_instructions, "{what}");
        assert_eq!(record.ended, "complete", "{what}");
    }
    let cycles: u64 = done.records.iter().map(|record| record.cycles).sum();
    assert_eq!(done.total.cycles, cycles, "{what}");
}

/// Invariant 3, as events tell it: no warp issues that waits at a barrier or for a long result, is not there or has ended, and no
/// scheduler issues twice in a cycle.
struct Lawful {
    occupation: OccupationProbe,
    there: u64,
    barrier: u64,
    blocked: u64,
    /// When each scheduler issued last.
    last: Vec<Option<u64>>,
    /// By slot, instructions that were issued and are not told to be done.
    flights: [u32; SLOTS],
    /// By scheduler, cycles that were charged.
    charged: Vec<u64>,
    cycles: u64,
}

impl Lawful {
    fn new() -> Lawful {
        Lawful {
            occupation: OccupationProbe::default(),
            there: 0,
            barrier: 0,
            blocked: 0,
            last: vec![None; 8],
            flights: [0; SLOTS],
            charged: vec![0; 8],
            cycles: 0,
        }
    }

    /// Every instruction completes once, and every scheduler is charged for every cycle.
    fn check(&self) {
        assert_eq!(self.flights, [0; SLOTS]);
        let charged = &self.charged;
        assert!(charged.iter().all(|&cycles| cycles == self.cycles || cycles == 0), "{charged:?}");
    }
}

impl Probe for Lawful {
    fn charge(&mut self, scheduler: SchedulerId, _: Cause, cycles: u64) {
        self.charged[scheduler.index()] += cycles;
    }

    fn issue(&mut self, issue: Issue, view: &SmView<'_>) {
        assert_eq!(view.next(issue.slot).map(|next| next.class), Some(issue.class));
        self.flights[issue.slot.index()] += 1;
    }

    fn done(&mut self, slot: Slot, _: Pc, _: Cycle) {
        assert!(self.flights[slot.index()] > 0, "what is done was issued");
        self.flights[slot.index()] -= 1;
    }

    fn cycle(&mut self, view: &SmView<'_>) {
        self.cycles += 1;
        self.occupation.cycle(view);
    }

    fn pass(&mut self, view: &SmView<'_>, cycles: u64) {
        let schedulers = (0..view.schedulers()).map(|scheduler| SchedulerId(scheduler as u8));
        let resident = schedulers.fold(0, |all, scheduler| all | view.resident(scheduler).0);
        assert_eq!(resident & !self.there, 0, "who is there was told");
        self.cycles += cycles;
        self.occupation.pass(view, cycles);
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        let bit = |slot: Slot| 1 << slot.0;
        match event {
            WarpEvent::Launched(slot) => {
                assert_eq!(self.there & bit(slot), 0, "{slot:?} is free");
                self.there |= bit(slot);
            }
            WarpEvent::Finished(slot) => {
                assert_ne!(self.there & bit(slot), 0, "{slot:?} was there");
                self.there &= !bit(slot);
            }
            WarpEvent::AtBarrier(slot) => self.barrier |= bit(slot),
            WarpEvent::BarrierReleased(slot) => self.barrier &= !bit(slot),
            WarpEvent::Blocked(slot) => self.blocked |= bit(slot),
            WarpEvent::Released(slot) => self.blocked &= !bit(slot),
            WarpEvent::Issued { slot, .. } => {
                let now = view.now().0;
                assert_ne!(self.there & bit(slot), 0, "{slot:?} issues in cycle {now}, but is not there");
                assert_eq!(self.barrier & bit(slot), 0, "{slot:?} issues in cycle {now} at a barrier");
                assert_eq!(
                    self.blocked & bit(slot),
                    0,
                    "{slot:?} issues in cycle {now} and waits for memory"
                );
                let scheduler = usize::from(slot.0) % view.schedulers();
                let before = self.last[scheduler].replace(now);
                assert!(before.is_none_or(|before| before < now), "{scheduler} issues twice in cycle {now}");
            }
            _ => {}
        }
    }
}

/// Invariant 4: with probes, the same record; and what they saw fits it.
fn probed(tape: &Tape, machine: &Machine, policy: &Choice, plain: &RunResult, what: &str) {
    let mut watch = Watch::new(WatchOptions::default());
    let mut lawful = Probes::new(|_| Some(Lawful::new()));
    let mut probes = ProbeSets::new([&mut watch, &mut lawful]);
    let policy = |_| policy.make(machine.sm());
    let launches = Simulation::new(machine, policy)
        .probes(&mut probes)
        .run(&mut tape.reader())
        .unwrap_or_else(|e| panic!("{what}: {e}"));
    let (setting, host) = (&plain.total.setting, plain.total.host);
    let mut with = records(&launches, setting, host);
    with.push(total("total", &launches.iter().collect::<Vec<_>>(), setting, host));
    assert_eq!(steady(with.iter()), steady(plain.all()), "{what}, with a probe");
    let watched = watch.take();
    for (number, record) in (0..).zip(&plain.records) {
        let own = || watched.iter().filter(|seen| seen.launch == number);
        for cause in Cause::ALL {
            let sum: u64 = own().flat_map(|seen| seen.tracks.sums(CAUSES + cause as usize)).sum();
            let rest = record.stalls.of(cause);
            // What is left of a launch's last window is idle.
            assert!(sum == rest || cause == Cause::Idle && sum > rest, "{what}: {cause:?} {sum} {rest}");
        }
        let ctas: usize = own().map(|seen| seen.ctas.len()).sum();
        assert_eq!(ctas as u64, record.ctas, "{what}");
        let sums = own().fold(Sums::default(), |sums, seen| sums.plus(seen.sums));
        let phases: u64 =
            own().flat_map(|seen| (0..seen.phases).flat_map(|phase| seen.tracks.sums(PHASES + phase))).sum();
        assert_eq!(phases, sums.resident, "{what}: every resident warp is in a phase");
        assert!(sums.compute_only + sums.both <= sums.compute && sums.memory_only + sums.both <= sums.memory);
        let sm_cycles = record.cycles * u64::from(machine.sm().count);
        assert!(sums.compute_only + sums.memory_only + sums.both <= sm_cycles, "{what}");
        assert!(sums.flying > 0 && sums.tail <= sm_cycles, "{what}");
    }
    let lawful = lawful.into_inner();
    lawful.iter().for_each(|(_, probe)| probe.check());
    let seen: Vec<_> = lawful.iter().map(|(sm, probe)| (sm, probe.occupation.occupation())).collect();
    assert_eq!(seen.len(), machine.sm().count as usize, "{what}");
    let cycles = |spans: &[warploom_gpu::probe::Span]| spans.iter().map(|span| span.cycles).sum::<u64>();
    assert!(seen.iter().all(|(_, spans)| cycles(spans) == cycles(seen[0].1)), "{what}: all SMs, all cycles");
    assert!(cycles(seen[0].1) >= plain.total.cycles, "{what}");
    let most = plain.launches.iter().map(|launch| launch.occupancy.ctas * launch.occupancy.warps).max();
    let spans = || seen.iter().flat_map(|(_, spans)| *spans);
    assert!(spans().map(|span| span.resident).max() <= most, "{what}: no more warps than have room");
    let (mut busy, mut could) = (0, 0);
    for span in spans() {
        busy += span.cycles * u64::from(span.resident.min(1));
        could += span.cycles * u64::from(span.issuable);
    }
    assert!(busy > 0 && could >= plain.total.warp_instructions, "{what}: whoever issues could");
}

/// Invariants 3 to 6 for the whole suite; records with more threads than one for each of `threads`.
fn holds(machine_name: &str, policy: &str, threads: &[usize]) {
    let _turn = turn();
    let machine = machine(machine_name);
    let policy = Choice::parse(policy, WARP_POLICIES).expect("there is such a policy");
    for tape in suite() {
        let what = format!("{} on {machine_name} under {policy}", tape.name);
        let plain = ran(tape, &machine, &policy, Options::default());
        accounted(&plain, &machine, &what);
        probed(tape, &machine, &policy, &plain, &what);
        for &threads in threads {
            let more = ran(tape, &machine, &policy, Options::default().with_threads(threads));
            assert_eq!(steady(more.all()), steady(plain.all()), "{what}, {threads} threads");
        }
    }
}

macro_rules! hold {
    ($($test:ident: $machine:literal, $policy:literal, $threads:expr;)*) => {
        $(#[test]
        fn $test() {
            holds($machine, $policy, &$threads);
        })*
    };
}

// Three threads under one policy: what threads do does not depend on who picks.
hold! {
    invariants_hold_on_gtx480_under_lrr: "gtx480", "lrr", [2];
    invariants_hold_on_gtx480_under_gto: "gtx480", "gto", [2, 3];
    invariants_hold_on_v100_under_lrr: "v100", "lrr", [2];
    invariants_hold_on_v100_under_gto: "v100", "gto", [2, 3];
}

/// Every policy as it is unless set, and as papers set it.
fn policies() -> Vec<Choice> {
    let set = [
        "two-level:order=gto",
        "two-level:order=phase",
        "two-level:order=phase,affinity=cta",
        "two-level:order=gto,leave=wait",
        "two-level:order=phase,scope=sm",
        "motrr:recency=true",
        "pro:barrier=off",
        "pro:barrier=auto",
        "swl:n=2",
    ];
    let names = WARP_POLICIES.iter().map(|policy| policy.name).chain(set);
    names.map(|name| Choice::parse(name, WARP_POLICIES).unwrap_or_else(|e| panic!("{name}: {e}"))).collect()
}

/// The papers' machines, and one of today.
const MACHINES: [&str; 4] = ["m2090", "gtx480-pro", "gtx480-motrr", "v100"];

/// A policy runs a work: without an error, with a whole account, the same on one thread and two.
fn runs(tape: &Tape, machine: &Machine, policy: &Choice) {
    let what = format!("{} on {} under {policy}", tape.name, machine.name);
    let one = ran(tape, machine, policy, Options::default());
    accounted(&one, machine, &what);
    let two = ran(tape, machine, policy, Options::default().with_threads(2));
    assert_eq!(steady(two.all()), steady(one.all()), "{what}, 2 threads");
}

/// A part of `every_policy_runs_the_suite_on_every_machine` in which each policy meets each machine, and each application meets
/// many of the policies.
#[test]
fn every_policy_runs_a_part_of_the_suite() {
    let _turn = turn();
    let machines = MACHINES.map(machine);
    for (at, policy) in policies().iter().enumerate() {
        for (number, tape) in suite().iter().enumerate().filter(|(number, _)| (number + at) % 4 == 0) {
            runs(tape, &machines[(number / 4 + at) % machines.len()], policy);
        }
    }
}

#[test]
#[ignore = "some 20 minutes: .ci/nightly runs it"]
fn every_policy_runs_the_suite_on_every_machine() {
    for machine in MACHINES.map(machine) {
        policies().iter().for_each(|policy| suite().iter().for_each(|tape| runs(tape, &machine, policy)));
    }
}

/// Cycles of each kernel of the suite, all its launches together.
fn by_kernel(machine: &Machine, policy: &Choice, window: Option<u64>) -> BTreeMap<String, u64> {
    let mut cycles = BTreeMap::new();
    for tape in suite() {
        let done = ran(tape, machine, policy, Options::default().with_window(window));
        for record in &done.records {
            *cycles.entry(record.kernel.clone()).or_default() += record.cycles;
        }
    }
    cycles
}

/// Largest change of the suite's cycles by the window, in percent.
const SUITE_LIMIT: f64 = 1.0;
/// Largest change of any kernel's cycles by the window, in percent. It is larger than [`SUITE_LIMIT`] because a CTA that starts
/// one cycle later can meet full collectors and another scheduler order, which can change the order of its warps. The largest is
/// that of `backprop/adjust_weights`, which reloads lines that other warps have just written.
const KERNEL_LIMIT: f64 = 7.0;

/// The tables of the book; `INSTA_UPDATE=always` writes them anew.
#[test]
fn the_window_changes_cycles_by_less_than_a_percent() {
    let _turn = turn();
    let gto = Choice::parse("gto", WARP_POLICIES).expect("there is such a policy");
    let mut tables = format!(
        "The test that writes these tables (`crates/lab/tests/invariants.rs`) fails if the difference exceeds {SUITE_LIMIT} % over the \
         suite or {KERNEL_LIMIT} % for any kernel.\n"
    );
    for name in ["gtx480", "v100"] {
        let machine = machine(name);
        let [default, single] = [None, Some(1)].map(|window| by_kernel(&machine, &gto, window));
        let percent = |with: u64, without: u64| 100.0 * (with as f64 - without as f64) / without as f64;
        let mut rows: Vec<(&String, u64, u64)> =
            default.iter().map(|(kernel, &cycles)| (kernel, cycles, single[kernel])).collect();
        rows.sort_by(|a, b| percent(b.1, b.2).abs().total_cmp(&percent(a.1, a.2).abs()));
        let sums = rows.iter().fold((0, 0), |sums, row| (sums.0 + row.1, sums.1 + row.2));
        let all = percent(sums.0, sums.1);
        assert!(all.abs() <= SUITE_LIMIT, "{name}: {all:.3} % over the suite");
        let _ = write!(
            tables,
            "\n### {name}\n\n| kernel | cycles, default window | cycles, window of 1 | difference, % |\n| --- | ---: | ---: | ---: |\n\
             | all | {} | {} | {all:.3} |\n",
            sums.0, sums.1
        );
        let mut same = 0;
        for (kernel, with, without) in rows {
            let change = percent(with, without);
            assert!(change.abs() <= KERNEL_LIMIT, "{name}, {kernel}: {change:.3} %");
            if with == without {
                same += 1;
            } else {
                let _ = writeln!(tables, "| {kernel} | {with} | {without} | {change:.3} |");
            }
        }
        let _ = writeln!(tables, "\nThe other {same} kernels take the same cycles with both windows.");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/explanation/simulator.md");
    let page = std::fs::read_to_string(&path).expect("the page can be read");
    let (begin, end) = ("<!-- window -->\n", "<!-- end of window -->\n");
    let (before, rest) = page.split_once(begin).expect("the page has a place for the tables");
    let (_, after) = rest.split_once(end).expect("the tables have an end");
    let wanted = format!("{before}{begin}{tables}{end}{after}");
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        std::fs::write(&path, &wanted).expect("the page can be written");
    } else {
        assert!(
            page == wanted,
            "{} is not what was measured: run with INSTA_UPDATE=always\n{tables}",
            path.display()
        );
    }
}
