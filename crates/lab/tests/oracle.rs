//! No schedule beats the bound: it is below what is simulated, for every launch of every application, whatever the policy and the
//! machine.

use std::fmt::Write as _;
use warploom_gpu::machine::{BUILT_IN, Machine, named};
use warploom_gpu::run::Options;
use warploom_kernel::execute::Mode;
use warploom_lab::oracle::{Bound, bounds};
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
    let work = application.work(Size::Tiny, 1).unwrap_or_else(|e| panic!("{name}: {e}"));
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

fn bounds_of(taped: &WorkTape, machine: &Machine) -> Vec<Bound> {
    bounds(&mut taped.file.reader(), &mut taped.file.reader(), machine)
        .unwrap_or_else(|e| panic!("{} on {}: {e}", taped.label.work, machine.name))
}

/// Runs work under policies; of each, cycles. Says what beats the bound, in any launch.
fn check(taped: &WorkTape, machine: &Machine, policies: &[Choice], beaten: &mut String) -> (u64, Vec<u64>) {
    let bounds = bounds_of(taped, machine);
    let mut all = Vec::new();
    for policy in policies {
        let config =
            RunConfig { machine, policy, cta_policy: &Choice::default(), options: Options::default() };
        let done = run(&taped.label, &mut taped.file.reader(), config)
            .unwrap_or_else(|e| panic!("{} on {} under {policy}: {e}", taped.label.work, machine.name));
        assert_eq!(done.launches.len(), bounds.len());
        for (launch, (record, bound)) in done.launches.iter().zip(&bounds).enumerate() {
            assert_eq!((record.ctas, &record.launch.kernel), (bound.ctas, &bound.kernel));
            for (limit, &cycles) in bound.terms.iter().filter(|&(_, &cycles)| cycles > record.cycles) {
                let _ = writeln!(
                    beaten,
                    "{} on {} under {policy}, launch {launch} of `{}`: {} cycles, but {limit} takes {cycles}",
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

/// The suite, a different policy for each application: all of it is checked by the test below, by hand.
#[test]
fn no_schedule_beats_the_bound() {
    let machines = [machine("m2090"), machine("v100")];
    let policies = policies("lrr,gto");
    let mut beaten = String::new();
    for (at, application) in APPLICATIONS.iter().enumerate() {
        let taped = taped(application);
        for (number, machine) in machines.iter().enumerate() {
            check(&taped, machine, &policies[(at + number) % 2..][..1], &mut beaten);
        }
    }
    assert_eq!(beaten, "");
}

/// Every application on every machine under every policy with every parameter worth trying. Prints how far the best is from the
/// bound.
#[test]
#[ignore = "takes long: cargo test --release -p warploom-lab --test oracle -- --ignored --nocapture"]
fn no_schedule_beats_the_bound_anywhere() {
    let policies: Vec<Choice> = WARP_POLICIES.iter().flat_map(Choice::variants).collect();
    let only = std::env::var("WARPLOOM_MACHINES").ok();
    let wanted = |name: &str| only.as_ref().is_none_or(|only| only.split(',').any(|one| one == name));
    let mut beaten = String::new();
    for application in APPLICATIONS {
        let taped = taped(application);
        for built_in in BUILT_IN.iter().filter(|built_in| wanted(built_in.name)) {
            let (bound, cycles) = check(&taped, &built_in.machine(), &policies, &mut beaten);
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
