//! The time that many runs will take, announced before they start.

use crate::command::Failure;
use crate::units;
use crate::work::{self, WorkKind};
use std::num::NonZero;
use std::path::Path;
use std::time::Duration;
use warploom_gpu::machine::Machine;
use warploom_gpu::run::Options;
use warploom_kernel::execute::Mode;
use warploom_lab::run::{RunConfig, WorkLabel, run};
use warploom_lab::work::WorkOptions;
use warploom_lab::work::suite;
use warploom_policy::{Choice, CoreChoice, WARP_POLICIES, WAVE_POLICIES};
use warploom_suite::{Size, application, facts, short};

/// Fewer warp instructions than this take seconds on any host: not worth a line.
const SHORT: u64 = 20_000_000;

/// A time that is worth announcing.
const LONG: Duration = Duration::from_secs(60);

/// Works that are simulated for a moment to measure the host's speed: one that waits for memory, one that computes.
const SAMPLES: [&str; 2] = ["bfs", "lud"];

/// Estimates the time of runs of `weight` warp instructions in total, and announces it if it is long. None if it is certainly short.
///
/// The speed of the host is measured: it runs a small work on the machine for a moment.
pub fn announce(
    runs: usize,
    weight: u64,
    machine: &Machine,
    options: Options,
    at_once: NonZero<usize>,
    quiet: bool,
) -> Option<Duration> {
    let is_limited = options.max_cycles.is_some() || options.max_ctas.is_some();
    if weight < SHORT || is_limited || quiet {
        return None;
    }
    let time = speed(machine, options).map(|speed| {
        let seconds = weight as f64 / speed / at_once.get().min(runs.max(1)) as f64;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    });
    if let Some(time) = time.filter(|&time| time >= LONG) {
        eprintln!(
            "{} of {} warp instructions in total: about {} with {} at a time",
            units::counted(runs as u64, "run", "runs"),
            short(weight),
            units::rough_time(time),
            at_once,
        );
    }
    time
}

/// Warp instructions per second that one run simulates. None if the samples cannot be run on this machine.
fn speed(machine: &Machine, options: Options) -> Option<f64> {
    let (mut instructions, mut seconds) = (0, 0.0);
    for name in SAMPLES {
        let application = application(name)?;
        let (work, mode, policy) = if machine.cu.is_some() {
            let policy = CoreChoice::Waves(Choice::new(&WAVE_POLICIES[0]));
            (application.work_gcn(Size::Tiny, 1), Mode::Warps64, policy)
        } else {
            (
                application.work(Size::Tiny, 1),
                Mode::Warps32,
                CoreChoice::Warps(Choice::new(&WARP_POLICIES[0])),
            )
        };
        let cta_policy = Choice::default();
        let options = options.with_threads(1);
        let config = RunConfig { machine, policy: &policy, cta_policy: &cta_policy, options };
        let result = run(&WorkLabel::default(), &mut work.ok()?.tapes(mode, 64), config).ok()?;
        // Weights are of PTX, whatever code runs.
        instructions += suite_weight(name, Size::Tiny);
        seconds += result.total.host.seconds;
    }
    Some(instructions as f64 / seconds.max(1e-6))
}

/// The warp instructions of works: those of the suite and of tapes are known before they run. None if one of them is not.
pub fn weights(works: &[(&Path, WorkKind)], options: &WorkOptions) -> Result<Option<Vec<u64>>, Failure> {
    works.iter().map(|&(path, kind)| weight(path, kind, options)).collect()
}

fn weight(work: &Path, kind: WorkKind, options: &WorkOptions) -> Result<Option<u64>, Failure> {
    Ok(match kind {
        // How many instructions the selected launches have is known when they have executed.
        _ if !options.select.is_all() => None,
        WorkKind::Suite => {
            let name = work.to_string_lossy();
            let (application, _) = suite::find(&name)?;
            Some(suite_weight(&name, suite::size(application, options.size())?))
        }
        WorkKind::Tape => Some(work::tape::open_file(work)?.totals().warp_instructions),
        WorkKind::Trace | WorkKind::Multi2Sim | WorkKind::Capture | WorkKind::Ptx | WorkKind::Gcn => None,
    })
}

/// The warp instructions of a work of the suite: of an application, or of one of its kernels.
pub fn suite_weight(work: &str, size: Size) -> u64 {
    let is_part = |fact: &warploom_suite::Fact| fact.application == work || fact.work() == work;
    let parts = facts().into_iter().filter(|fact| fact.size == size && is_part(fact));
    parts.map(|fact| fact.warp_instructions).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weight_of_an_application_is_the_sum_of_its_kernels() {
        let kernels = ["diagonal", "perimeter", "internal"]
            .map(|name| suite_weight(&format!("lud/{name}"), Size::Tiny));
        assert!(kernels.iter().all(|&weight| weight > 0), "{kernels:?}");
        assert_eq!(suite_weight("lud", Size::Tiny), kernels.iter().sum::<u64>());
    }

    #[test]
    fn the_work_of_a_trace_is_not_known_in_advance() {
        let works = [(Path::new("lud"), WorkKind::Suite), (Path::new("trace"), WorkKind::Trace)];
        let options = WorkOptions::default();
        assert!(weights(&works, &options).ok().flatten().is_none());
        let known = weights(&works[..1], &options).ok().flatten().unwrap();
        assert_eq!(known, [suite_weight("lud", Size::Small)]);
    }
}
