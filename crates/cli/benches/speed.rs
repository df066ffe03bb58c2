//! Speed of the simulation, compared with Accel-Sim: a measurement, not a test.
//!
//! `cargo bench -p warploom --bench speed [-- [--best-of N] TRACE…]`. The five traces are converted to tape files, which are decoded alone, and
//! then simulated on the imported configurations with `lrr` on one thread. Then two threads simulate one run, and two runs in parallel.
//! On Linux, seconds on one thread are processor time, so that other load on the host matters less. Seconds on two threads are
//! wall-clock time, which is meaningful only on a host with two idle cores.

mod accelsim;
mod support;

use accelsim::{CONFIGURATIONS, TRACES, answer, answers, import, machine, mean, policy, reference, simulate};
use std::process::Command;
use std::time::Instant;
use support::{arguments, best, decode, timed};
use warploom_gpu::simulation::Options;
use warploom_report::Table;

/// Targets: speedup over Accel-Sim of all runs and of each, and speed of two threads relative to two parallel runs.
const WANTED: (f64, f64, f64) = (200.0, 60.0, 0.85);

fn clocked<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let clock = Instant::now();
    let done = work();
    (clock.elapsed().as_secs_f64(), done)
}

/// Seconds of the calibration loop on this host.
fn calibration() -> Option<f64> {
    let said = Command::new("python3").arg(reference("calibrate.py")).output().ok()?;
    String::from_utf8(said.stdout).ok()?.trim().parse().ok()
}

fn main() {
    let (times, traces) = arguments();
    let traces: Vec<&str> =
        TRACES.into_iter().filter(|name| traces.is_empty() || traces.iter().any(|t| t == name)).collect();
    let directory = tempfile::tempdir().expect("a directory for tapes");
    let tape_of = |trace: &str| directory.path().join(format!("{trace}.tape"));
    let tapes: Vec<_> = traces
        .iter()
        .map(|&trace| {
            let (import_seconds, totals) = timed(|| import(trace, &tape_of(trace)));
            let (decode_seconds, decoded) = best(times, || timed(|| decode(&tape_of(trace))));
            assert_eq!(decoded, totals.warp_instructions);
            (trace, totals, import_seconds, decode_seconds)
        })
        .collect();
    let (lrr, answers) = (policy("lrr"), answers());
    let mut table = Table::new(&[
        "machine",
        "trace",
        ">warp instructions",
        ">import s",
        ">decode s",
        ">simulate s",
        ">all but decoding s",
        ">M/s",
        ">Accel-Sim s",
        ">times as fast",
    ]);
    let (mut runs, mut calibrations) = (Vec::new(), Vec::new());
    for configuration in CONFIGURATIONS {
        let machine = machine(configuration);
        for tape in &tapes {
            // The shortest time counts, because of other load on the host.
            calibrations.extend(calibration());
            let run = || timed(|| simulate(&tape_of(tape.0), &machine, &lrr, Options::default()));
            let (seconds, record) = best(times, run);
            assert_eq!(record.warp_instructions, tape.1.warp_instructions);
            runs.push((configuration, tape, seconds));
        }
    }
    let now = calibrations.iter().copied().reduce(f64::min);
    match now {
        Some(now) => println!(
            "calibrate.py takes {now:.3} s here and now (up to {:.3} s while this ran)\n",
            calibrations.iter().copied().fold(now, f64::max)
        ),
        None => println!("python3 did not run calibrate.py: Accel-Sim's seconds are not scaled\n"),
    }
    let mut ratios = Vec::new();
    for (configuration, &(trace, totals, import_seconds, decode_seconds), seconds) in runs {
        let theirs = answer(&answers, configuration, trace, "lrr");
        let scaled = theirs.seconds * now.map_or(1.0, |now| now / theirs.calibration);
        ratios.push(scaled / seconds);
        table.row([
            configuration.to_owned(),
            trace.to_owned(),
            totals.warp_instructions.to_string(),
            format!("{import_seconds:.3}"),
            format!("{decode_seconds:.3}"),
            format!("{seconds:.3}"),
            format!("{:.3}", seconds - decode_seconds),
            format!("{:.2}", totals.warp_instructions as f64 / seconds / 1e6),
            format!("{scaled:.1}"),
            format!("{:.0}", scaled / seconds),
        ]);
    }
    println!("{table}");
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    println!(
        "geometric mean {:.0} times as fast (wanted: {:.0}), the least {least:.0} (wanted: {:.0})\n",
        mean(&ratios),
        WANTED.0,
        WANTED.1
    );

    let machine = machine("SM7_QV100");
    let mut table =
        Table::new(&["SM7_QV100", ">one thread s", ">two threads s", ">two runs at once s", ">ratio"]);
    let mut ratios = Vec::new();
    for &trace in &traces {
        let run = |threads| {
            simulate(&tape_of(trace), &machine, &lrr, Options::default().with_threads(threads)).cycles
        };
        let (one, _) = best(times, || clocked(|| run(1)));
        let (two, _) = best(times, || clocked(|| run(2)));
        let both = || {
            std::thread::scope(|scope| {
                let other = scope.spawn(|| run(1));
                (run(1), other.join().expect("the other run ends"))
            })
        };
        let (both, _) = best(times, || clocked(both));
        // `both` does twice the work.
        ratios.push(both / 2.0 / two);
        table.row([
            trace.to_owned(),
            format!("{one:.3}"),
            format!("{two:.3}"),
            format!("{both:.3}"),
            format!("{:.2}", both / 2.0 / two),
        ]);
    }
    println!("{table}");
    println!(
        "two threads on one run do {:.2} times what they do on two runs at once (wanted: {})",
        mean(&ratios),
        WANTED.2
    );
}
