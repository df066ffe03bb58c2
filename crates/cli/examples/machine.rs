//! A machine built in code: a built-in one, changed, checked and run. It asks what a larger L1 would be worth.
//!
//! ```console
//! $ cargo run --release --example machine
//! 48 sets: `sm.l1.cache.sets` is 48: it must be a power of two; the nearest are 32 and 64
//!
//! machine             L1        lrr        gto lrr ÷ gto
//! m2090-l1-32x2     8 kB      71102      30913     2.300
//! m2090-l1-32x4    16 kB      38308      16248     2.358
//! m2090-l1-32x8    32 kB      21202      15935     1.331
//! m2090-l1-32x16   64 kB      21155      15935     1.328
//! m2090-l1-32x32  128 kB      21155      15935     1.328
//! ```
//!
//! `Machine::to_toml` writes a machine as a file for `--machine`. `--set` makes the same change on the command line:
//!
//! ```console
//! $ warploom compare nn/layer1 --size small --machine m2090 --set sm.l1.cache.ways=8 --policies lrr,gto
//! ```

use std::error::Error;
use std::path::Path;
use warploom_gpu::machine::{self, Machine};
use warploom_gpu::simulation::Options;
use warploom_lab::run::{RunConfig, run};
use warploom_lab::work::{self, WorkOptions};
use warploom_policy::{Choice, CorePolicy, WARP_POLICIES};

/// The M2090 with another number of sets and ways in the L1 of each SM.
fn with_l1(sets: u32, ways: u32) -> Result<Machine, Box<dyn Error>> {
    let mut machine = machine::named("m2090").ok_or("m2090 is built in")?.machine();
    // The records of a run name its machine, so that a changed machine needs another name.
    machine.name = format!("m2090-l1-{sets}x{ways}");
    let cache = &mut machine.sm_mut().l1.as_mut().ok_or("the M2090 has an L1")?.cache;
    (cache.sets, cache.ways) = (sets, ways);
    // A description that was changed in code has not been checked yet.
    machine.check()?;
    Ok(machine)
}

fn main() -> Result<(), Box<dyn Error>> {
    // The check names the key and its valid values.
    match with_l1(48, 4) {
        Ok(machine) => return Err(format!("{} should not be valid", machine.name).into()),
        Err(error) => println!("48 sets: {error}\n"),
    }
    let policies = ["lrr", "gto"].map(|name| Choice::parse(name, WARP_POLICIES).map(CorePolicy::from));
    println!("{:<15} {:>6} {:>10} {:>10} {:>9}", "machine", "L1", "lrr", "gto", "lrr ÷ gto");
    for ways in [2, 4, 8, 16, 32] {
        let machine = with_l1(32, ways)?;
        let options = WorkOptions { size: Some("small".to_owned()), ..WorkOptions::default() };
        let mut cycles = Vec::new();
        for policy in &policies {
            let mut work = work::open(Path::new("nn/layer1"), &options, &())?;
            let policy = policy.as_ref().map_err(ToString::to_string)?;
            let config = RunConfig {
                machine: &machine,
                policy,
                cta_policy: &Choice::default(),
                options: Options::default(),
            };
            cycles.push(run(&work.label, &mut work.tapes, config)?.total.cycles);
        }
        let kilobytes = machine.sm().l1.as_ref().map_or(0, |l1| l1.cache.bytes() / 1024);
        let speedup = cycles[0] as f64 / cycles[1] as f64;
        println!("{:<15} {kilobytes:>3} kB {:>10} {:>10} {speedup:>9.3}", machine.name, cycles[0], cycles[1]);
    }
    Ok(())
}
