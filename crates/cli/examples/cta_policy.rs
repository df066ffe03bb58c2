//! A CTA policy with a parameter, tested on a grid without a machine, and used to ask how many SMs a kernel needs.
//!
//! `first-sms` gives work to the first `n` SMs only. A kernel that is limited by computation slows down in proportion;
//! a kernel that is limited by memory keeps its speed until the remaining SMs no longer saturate the memory.
//!
//! ```console
//! $ cargo run --release --example cta_policy
//! SMs in use of m2090: speedup over one, and traffic to DRAM
//! pathfinder       1:  1.00   5.0 GB/s   4:  3.93  19.7 GB/s  16: 11.33  56.6 GB/s
//! scalarprod       1:  1.00   9.5 GB/s   4:  3.59  34.1 GB/s  16:  7.93  75.2 GB/s
//! ```
//!
//! With arguments, the program is Warploom's command line with the policy added:
//!
//! ```console
//! $ cargo run --release --example cta_policy -- run scalarprod --size small --machine m2090 --cta-policy first-sms:n=4
//! ```

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use warploom::fixture::Grid;
use warploom::{CommandLine, CtaDeclaration, CtaPolicy, GridView, Parameter, Placement, SmId};
use warploom_gpu::machine;
use warploom_gpu::simulation::Options;
use warploom_lab::run::{RunConfig, run};
use warploom_lab::work::{self, WorkOptions};
use warploom_policy::{Choice, CorePolicy, CtaKind, Registry, WARP_POLICIES};

const SMS: Parameter<u64> = Parameter::whole("n", "SMs that receive CTAs", 8, 1..=1024).sweep(&[1, 2, 4, 16]);

struct FirstSms {
    sms: u64,
}

impl CtaPolicy for FirstSms {
    /// Called at the start of a launch and after every window, until it returns `None` or all CTAs are placed.
    fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
        let used = view.sms().filter(|&SmId(sm)| u64::from(sm) < self.sms);
        let with_room = used.filter(|&sm| view.free_cta_slots(sm) > 0);
        with_room.min_by_key(|&sm| view.assigned_ctas(sm)).map(Placement::next)
    }
}

const FIRST_SMS: CtaDeclaration = CtaDeclaration::new(
    "first-sms",
    "each CTA goes to the SM with the fewest CTAs of the first n",
    |values, _| Box::new(FirstSms { sms: values.get(SMS) }),
)
.origin("an example")
.parameters(&[&SMS]);

fn main() -> ExitCode {
    if std::env::args_os().len() > 1 {
        return CommandLine::new().cta_policies(&[FIRST_SMS]).run();
    }
    match scale() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn scale() -> Result<(), Box<dyn Error>> {
    // A grid of 7 CTAs on 4 SMs with 2 CTA slots each: the policy alone, without a machine.
    let mut grid = Grid::new(FirstSms { sms: 3 }, 4, 2);
    grid.launch(7);
    let placed: Vec<u32> = grid.place().into_iter().map(|(sm, _)| sm).collect();
    assert_eq!(placed, [0, 1, 2, 0, 1, 2], "the fourth SM stays empty, and the seventh CTA waits");

    let machine = machine::named("m2090").ok_or("m2090 is built in")?.machine();
    let cta_policies = Registry::<CtaKind>::new(&[FIRST_SMS])?;
    let gto: CorePolicy = Choice::parse("gto", WARP_POLICIES)?.into();
    let options = WorkOptions { size: Some("small".to_owned()), ..WorkOptions::default() };
    println!("SMs in use of {}: speedup over one, and traffic to DRAM", machine.name);
    for name in WORKS {
        print!("{name:<14}");
        let mut alone = None;
        for sms in [1, 4, 16] {
            let mut work = work::open(Path::new(name), &options, &())?;
            let cta_policy = Choice::parse(&format!("first-sms:n={sms}"), &cta_policies)?;
            let config = RunConfig {
                machine: &machine,
                policy: &gto,
                cta_policy: &cta_policy,
                options: Options::default(),
            };
            let record = run(&work.label, &mut work.tapes, config)?.total;
            let speedup = *alone.get_or_insert(record.cycles) as f64 / record.cycles as f64;
            let bandwidth = record.dram.bytes as f64 / record.microseconds / 1e3;
            print!("  {sms:>2}: {speedup:>5.2} {bandwidth:>5.1} GB/s");
        }
        println!();
    }
    Ok(())
}

/// The first computes, the second streams through memory.
const WORKS: [&str; 2] = ["pathfinder", "scalarprod"];
