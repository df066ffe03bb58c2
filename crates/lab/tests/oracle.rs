//! No schedule beats the bound: it is below what is simulated, for every launch of every application, whatever the policy and the
//! machine.

use std::fmt::Write as _;
use warploom_gpu::machine::{BUILT_IN, ClassName, Copies, Machine, named};
use warploom_gpu::simulation::{L2Start, Options};
use warploom_kernel::class::Class;
use warploom_kernel::execute::Mode;
use warploom_lab::oracle::{Bound, Limit, bounds};
use warploom_lab::run::{RunConfig, WorkLabel, run};
use warploom_lab::work_tape::WorkTape;
use warploom_policy::{Choice, WARP_POLICIES};
use warploom_suite::{APPLICATIONS, Application, Size};
use warploom_tape::file::Error;

fn machine(name: &str) -> Machine {
    named(name).unwrap_or_else(|| panic!("there is no `{name}`")).machine()
}

fn taped(application: &'static Application) -> WorkTape {
    let name = application.name;
    let work = application.prepare(Size::Tiny, 1).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut source = work.tapes(Mode::Warps32, 64);
    let label = WorkLabel { work: name.to_owned(), size: Some("tiny".to_owned()), seed: Some(1) };
    WorkTape::temporary(label, |writer| writer.copy(&mut Infallibly(&mut source)))
        .unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// A source whose errors are a test's failure.
struct Infallibly<'a, S>(&'a mut S);

impl<S: warploom_kernel::tape::Source<Error: std::fmt::Display>> warploom_kernel::tape::Source
    for Infallibly<'_, S>
{
    type Error = Error;

    fn launch(&mut self) -> Result<Option<std::sync::Arc<warploom_kernel::tape::Launch>>, Error> {
        Ok(self.0.launch().unwrap_or_else(|e| panic!("{e}")))
    }

    fn cta(&mut self) -> Result<Option<warploom_kernel::tape::Cta>, Error> {
        Ok(self.0.cta().unwrap_or_else(|e| panic!("{e}")))
    }
}

fn bounds_of(taped: &WorkTape, machine: &Machine, l2_start: L2Start) -> Vec<Bound> {
    bounds(&mut taped.file.reader(), &mut taped.file.reader(), machine, l2_start)
        .unwrap_or_else(|e| panic!("{} on {}: {e}", taped.label.work, machine.name))
}

/// Runs work under policies; of each, cycles. Says what beats the bound, in any launch.
fn check(
    taped: &WorkTape,
    machine: &Machine,
    policies: &[Choice],
    l2_start: L2Start,
    beaten: &mut String,
) -> (u64, Vec<u64>) {
    let bounds = bounds_of(taped, machine, l2_start);
    let mut all = Vec::new();
    for policy in policies {
        let options = Options::default().with_l2_start(l2_start);
        let config =
            RunConfig { machine, policy: &policy.clone().into(), cta_policy: &Choice::default(), options };
        let done = run(&taped.label, &mut taped.file.reader(), config)
            .unwrap_or_else(|e| panic!("{} on {} under {policy}: {e}", taped.label.work, machine.name));
        assert_eq!(done.launches.len(), bounds.len());
        for (launch, (record, bound)) in done.launches.iter().zip(&bounds).enumerate() {
            assert_eq!((record.ctas, &record.launch.kernel), (bound.ctas, &bound.kernel));
            for (limit, &cycles) in bound.terms.iter().filter(|&(_, &cycles)| cycles > record.cycles) {
                let _ = writeln!(
                    beaten,
                    "{} on {} under {policy}, {l2_start:?}, launch {launch} of `{}`: {} cycles, but {limit} takes {cycles}",
                    taped.label.work, machine.name, bound.kernel, record.cycles,
                );
            }
        }
        all.push(done.total.cycles);
    }
    (bounds.iter().map(Bound::cycles).sum(), all)
}

fn policies(names: &str) -> Vec<Choice> {
    Choice::parse_list(names, WARP_POLICIES).unwrap_or_else(|e| panic!("{e}"))
}

/// A GTX 480 with the quirks of GPGPU-Sim that an import has.
fn quirky() -> Machine {
    let mut machine = machine("gtx480");
    machine.l2.copies = Copies::Cut;
    machine.sm_mut().fetch.overlap = true;
    machine.sm_mut().load_store.misplaced_halves = true;
    let work = &mut machine.sm_mut().units.get_mut("sp").expect("it has SP units").work;
    let addition = work[&ClassName(Class::Integer)];
    work.insert(ClassName(Class::Constant), addition);
    machine
}

/// The suite, with a different policy and state of the L2 for each application: all of it is checked by the test below, by hand.
#[test]
fn no_schedule_beats_the_bound() {
    let machines = [machine("m2090"), machine("v100"), quirky()];
    let policies = policies("lrr,gto");
    let mut beaten = String::new();
    for (at, application) in APPLICATIONS.iter().enumerate() {
        let taped = taped(application);
        for (number, machine) in machines.iter().enumerate() {
            let l2_start = if (at / 2 + number).is_multiple_of(2) { L2Start::Cold } else { L2Start::Warm };
            check(&taped, machine, &policies[(at + number) % 2..][..1], l2_start, &mut beaten);
        }
    }
    assert_eq!(beaten, "");
}

/// A stream of data that the host copied and that fits the L2: without the copies in the L2, every line comes from DRAM, and the
/// bound knows it.
#[test]
fn the_bound_of_a_cold_l2_is_higher() {
    let taped = taped(APPLICATIONS.iter().find(|app| app.name == "scalarprod").expect("it is in the suite"));
    let machine = machine("v100");
    let bound = |l2_start| bounds_of(&taped, &machine, l2_start).iter().map(Bound::cycles).sum::<u64>();
    let (warm, cold) = (bound(L2Start::Warm), bound(L2Start::Cold));
    assert!(warm < cold, "{warm} {cold}");
    let mut beaten = String::new();
    let [(_, warm), (_, cold)] = [L2Start::Warm, L2Start::Cold]
        .map(|l2_start| check(&taped, &machine, &policies("lrr,gto"), l2_start, &mut beaten));
    assert_eq!(beaten, "");
    assert!(warm[0] < cold[0] && warm[1] < cold[1], "{warm:?} {cold:?}");
}

/// A GPU that starts a CTA in ten thousand cycles: its rate of CTA starts is the limit, and no schedule beats it.
#[test]
fn a_cta_interval_is_a_limit_of_the_bound() {
    let taped = taped(APPLICATIONS.iter().find(|app| app.name == "scalarprod").expect("it is in the suite"));
    let mut machine = machine("v100");
    machine.cta_interval = Some(10_000.5);
    let mut beaten = String::new();
    let (_, cycles) = check(&taped, &machine, &policies("lrr,gto"), L2Start::Warm, &mut beaten);
    assert_eq!(beaten, "");
    let bounds = bounds_of(&taped, &machine, L2Start::Warm);
    let most = bounds.iter().max_by_key(|bound| bound.ctas).expect("it launches");
    assert_eq!(most.greatest().1, Some(&Limit::CtaStarts));
    // The bound is almost reached: what is left is the last CTA.
    let bound: u64 = bounds.iter().map(Bound::cycles).sum();
    assert!(cycles[0] < bound + bound / 50, "{bound} {cycles:?}");
}

/// Every application on every machine under every policy with every parameter worth trying. Prints how far the best is from the
/// bound.
#[test]
#[ignore = "takes long: cargo test --release -p warploom-lab --test tests -- oracle:: --ignored --nocapture"]
fn no_schedule_beats_the_bound_anywhere() {
    let policies: Vec<Choice> = WARP_POLICIES.iter().flat_map(Choice::variants).collect();
    let only = std::env::var("WARPLOOM_MACHINES").ok();
    let wanted = |name: &str| only.as_ref().is_none_or(|only| only.split(',').any(|one| one == name));
    let mut beaten = String::new();
    for application in APPLICATIONS {
        let taped = taped(application);
        for built_in in BUILT_IN.iter().filter(|built_in| wanted(built_in.name)) {
            check(&taped, &built_in.machine(), &policies, L2Start::Cold, &mut beaten);
            let (bound, cycles) = check(&taped, &built_in.machine(), &policies, L2Start::Warm, &mut beaten);
            let (lrr, best) = (cycles[0], cycles.iter().copied().min().unwrap_or(0));
            println!(
                "{:<16} {:<14} bound {bound:>9} lrr {lrr:>9} best {best:>9} bound/best {:.3}",
                application.name,
                built_in.name,
                bound as f64 / best.max(1) as f64
            );
        }
    }
    assert_eq!(beaten, "");
}
