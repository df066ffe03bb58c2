//! A warp policy with a parameter: declared, checked against the laws of policies, and compared with built-in ones.
//!
//! `burst` lets a warp issue up to `n` instructions in a row, then goes on to the next warp in slot order.
//! With `n=1` it is `lrr`; the larger `n`, the greedier it is.
//!
//! ```console
//! $ cargo run --release --example policy
//! burst keeps the laws of policies on 8 random kernels and 2 machines
//!
//! policy        cycles  speedup  L1 hits
//! lrr            38308    1.000   60.3 %
//! burst:n=1      38308    1.000   60.3 %
//! burst          28734    1.333   67.3 %
//! burst:n=16     28584    1.340   66.3 %
//! burst:n=64     28071    1.365   66.4 %
//! gto            16248    2.358   86.4 %
//! ```
//!
//! With arguments, the program is Warploom's command line, and every command knows the policy:
//!
//! ```console
//! $ cargo run --release --example policy -- compare nn/layer1 --size small --policies lrr,gto,burst:n=4
//! $ cargo run --release --example policy -- policies show burst
//! ```

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use warploom::fixture::laws::{self, Laws};
use warploom::{CommandLine, Cost, Parameter, SchedulerId, Slot, SmView, WarpDeclaration, WarpPolicy};
use warploom_gpu::machine;
use warploom_gpu::simulation::Options;
use warploom_lab::run::{RunConfig, run};
use warploom_lab::work::{self, WorkOptions};
use warploom_policy::{Choice, CorePolicy, Registry, WarpKind};

/// The command line checks values against the range; `oracle` also tries the values of `sweep`.
const LIMIT: Parameter<u64> =
    Parameter::whole("n", "instructions that a warp issues in a row", 4, 1..=1024).sweep(&[2, 16, 64]);

/// One object decides for all schedulers of an SM.
struct Burst {
    limit: u64,
    /// Instructions that the last warp of each scheduler has issued in a row.
    in_a_row: Vec<u64>,
}

impl WarpPolicy for Burst {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let issuable = view.issuable(scheduler);
        let in_a_row = &mut self.in_a_row[scheduler.index()];
        let last = view.last_issued(scheduler);
        if *in_a_row < self.limit && last.is_some_and(|last| issuable.contains(last)) {
            *in_a_row += 1;
            return last;
        }
        *in_a_row = 1;
        last.map_or(issuable.first(), |last| issuable.next_after(last))
    }
}

const BURST: WarpDeclaration = WarpDeclaration::new(
    "burst",
    "the warp that issued last, for at most n instructions in a row; then the next one in slot order",
    |values, sm| Box::new(Burst { limit: values.get(LIMIT), in_a_row: vec![0; sm.schedulers as usize] }),
)
.origin("an example")
.parameters(&[&LIMIT])
.cost(|_, sm| vec![Cost::sm("counters of a burst", sm.schedulers.into(), 10)]);

fn main() -> ExitCode {
    if std::env::args_os().len() > 1 {
        return CommandLine::new().warp_policies(&[BURST]).run();
    }
    match compare() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn compare() -> Result<(), Box<dyn Error>> {
    // Random kernels on two machines: legal picks only, no starved warp, the same result again and on two threads.
    let burst = Choice::new(&BURST);
    laws::check(&|sm| burst.make(sm), Laws { kernels: 8, ..Laws::default() })?;
    println!("burst keeps the laws of policies on 8 random kernels and 2 machines\n");

    let machine = machine::named("m2090").ok_or("m2090 is built in")?.machine();
    let policies = Registry::<WarpKind>::new(&[BURST])?;
    let options = WorkOptions { size: Some("small".to_owned()), ..WorkOptions::default() };
    println!("{:<12} {:>7} {:>8} {:>8}", "policy", "cycles", "speedup", "L1 hits");
    let mut baseline = None;
    for name in ["lrr", "burst:n=1", "burst", "burst:n=16", "burst:n=64", "gto"] {
        // Records do not depend on whether the work is executed again for each run. `compare` of warploom-lab executes it once.
        let mut work = work::open(Path::new("nn/layer1"), &options, &())?;
        let policy: CorePolicy = Choice::parse(name, &policies)?.into();
        let config = RunConfig {
            machine: &machine,
            policy: &policy,
            cta_policy: &Choice::default(),
            options: Options::default(),
        };
        let record = run(&work.label, &mut work.tapes, config)?.total;
        let speedup = *baseline.get_or_insert(record.cycles) as f64 / record.cycles as f64;
        let hits = 100.0 * record.l1.hits as f64 / record.l1.accesses as f64;
        println!("{name:<12} {:>7} {speedup:>8.3} {hits:>6.1} %", record.cycles);
    }
    Ok(())
}
