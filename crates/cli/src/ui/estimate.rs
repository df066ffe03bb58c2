//! The time that many runs will take, announced before they start.

use crate::ui::command::Failure;
use crate::ui::work::{self, WorkKind};
use std::num::NonZero;
use std::path::Path;
use std::time::Duration;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::Options;
use warploom_lab::speed;
use warploom_lab::work::WorkOptions;
use warploom_lab::work::suite;
use warploom_report::short;
use warploom_report::units;

/// Fewer warp instructions than this take seconds on any host: not worth a line.
const SHORT: u64 = 20_000_000;

/// A time that is worth announcing.
const LONG: Duration = Duration::from_secs(60);

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
    let time = speed::measure(machine, options).map(|speed| {
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
            Some(suite::warp_instructions(&name, suite::size(application, options.size())?))
        }
        WorkKind::Tape => Some(work::tape::open_file(work)?.totals().warp_instructions),
        WorkKind::Trace | WorkKind::Multi2Sim | WorkKind::Capture => None,
        WorkKind::Ptx | WorkKind::Gcn | WorkKind::Sass => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_suite::Size;

    #[test]
    fn the_work_of_a_trace_is_not_known_in_advance() {
        let works = [(Path::new("lud"), WorkKind::Suite), (Path::new("trace"), WorkKind::Trace)];
        let options = WorkOptions::default();
        assert!(weights(&works, &options).ok().flatten().is_none());
        let known = weights(&works[..1], &options).ok().flatten().unwrap();
        assert_eq!(known, [suite::warp_instructions("lud", Size::Small)]);
    }
}
