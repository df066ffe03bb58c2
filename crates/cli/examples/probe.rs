//! A probe: an observer of a run that cannot change it. It counts the cycles between two instructions of a warp.
//!
//! Under a greedy policy a warp issues again soon or waits long; under round robin all warps wait their turn.
//!
//! ```console
//! $ cargo run --release --example probe
//! lrr: 38308 cycles, 217728 warp instructions
//! gto: 16248 cycles, 217728 warp instructions
//!
//! cycles between two instructions of a warp, in percent
//! cycles          lrr    gto
//! 1               6.8   24.5
//! 2 to 3         17.9   23.8
//! 4 to 7         15.4   14.1
//! 8 to 15        16.5   21.5
//! 16 to 31       10.9    8.1
//! 32 to 63        6.3    2.7
//! 64 to 127       6.5    1.5
//! 128 to 255      6.4    1.8
//! 256 to 511      7.3    1.3
//! 512 to 1023     5.2    0.4
//! 1024 to 2047    0.6    0.2
//! 2048 or more    0.0    0.3
//! ```

use std::error::Error;
use std::path::Path;
use warploom_gpu::policy::{SmView, WarpEvent};
use warploom_gpu::probe::{Issue, Probe, Probes};
use warploom_gpu::simulation::Options;
use warploom_gpu::{SLOTS, machine};
use warploom_lab::run::{RunConfig, run_probed};
use warploom_lab::work::{self, WorkOptions};
use warploom_policy::{Choice, CorePolicy, WARP_POLICIES};

/// Cycles between two instructions of a warp: 1, 2 to 3, 4 to 7, and so on.
const BINS: usize = 12;

/// Observer of one SM: SMs are simulated in parallel, so that probes share nothing.
struct Gaps {
    /// The cycle in which the warp in each slot issued last.
    issued: [Option<u64>; SLOTS],
    /// Number of gaps of each length.
    bins: [u64; BINS],
}

impl Gaps {
    fn new() -> Gaps {
        Gaps { issued: [None; SLOTS], bins: [0; BINS] }
    }
}

impl Probe for Gaps {
    fn issue(&mut self, issue: Issue, view: &SmView<'_>) {
        let now = view.now().0;
        if let Some(before) = self.issued[issue.slot.index()].replace(now) {
            self.bins[((now - before).max(1).ilog2() as usize).min(BINS - 1)] += 1;
        }
    }

    fn observe(&mut self, event: WarpEvent, _: &SmView<'_>) {
        // A slot's next warp has not issued yet.
        if let WarpEvent::Launched(slot) = event {
            self.issued[slot.index()] = None;
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let machine = machine::named("m2090").ok_or("m2090 is built in")?.machine();
    let options = WorkOptions { size: Some("small".to_owned()), ..WorkOptions::default() };
    let mut columns = Vec::new();
    for name in ["lrr", "gto"] {
        let mut work = work::open(Path::new("nn/layer1"), &options, &())?;
        let policy: CorePolicy = Choice::parse(name, WARP_POLICIES)?.into();
        let config = RunConfig {
            machine: &machine,
            policy: &policy,
            cta_policy: &Choice::default(),
            options: Options::default(),
        };
        // The closure makes the probe of each SM. It may return `None` for an SM that is not of interest.
        let mut probes = Probes::new(|_| Some(Gaps::new()));
        let record = run_probed(&work.label, &mut work.tapes, config, Some(&mut probes))?.total;
        let mut bins = [0; BINS];
        for (_, gaps) in probes.into_inner() {
            bins.iter_mut().zip(gaps.bins).for_each(|(sum, count)| *sum += count);
        }
        println!("{name}: {} cycles, {} warp instructions", record.cycles, record.warp_instructions);
        columns.push(bins);
    }
    println!(
        "\ncycles between two instructions of a warp, in percent\n{:<12} {:>6} {:>6}",
        "cycles", "lrr", "gto"
    );
    let totals: Vec<u64> = columns.iter().map(|bins| bins.iter().sum()).collect();
    for bin in 0..BINS {
        let (from, to) = (1 << bin, (2 << bin) - 1);
        let range = match bin {
            0 => "1".to_owned(),
            _ if bin == BINS - 1 => format!("{from} or more"),
            _ => format!("{from} to {to}"),
        };
        let share = |policy: usize| 100.0 * columns[policy][bin] as f64 / totals[policy] as f64;
        println!("{range:<12} {:>6.1} {:>6.1}", share(0), share(1));
    }
    Ok(())
}
