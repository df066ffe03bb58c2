//! The program while it runs: its progress, its end, and what it left.

use crate::ui::command::Failure;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};
use warploom_report::units;
use warploom_tape::capture::{Capture, LIST, LaunchEntry};

/// Time between two lines of progress.
const EVERY: Duration = Duration::from_secs(5);
/// Longest time between two looks at the program.
const LONGEST_LOOK: Duration = Duration::from_millis(50);

/// Signals that are not acted on while this exists.
pub struct Ignored(Vec<signal_hook::SigId>);

/// Lets the program decide what Ctrl-C does: it gets the signal, too.
pub fn ignore_interrupts() -> Result<Ignored, Failure> {
    let failed = |error: io::Error| Failure::mistake(format!("signals cannot be handled: {error}"), None);
    let flag = Arc::new(AtomicBool::new(false));
    let signals = [signal_hook::consts::SIGINT, signal_hook::consts::SIGQUIT];
    let ids = signals.into_iter().map(|signal| signal_hook::flag::register(signal, Arc::clone(&flag)));
    Ok(Ignored(ids.collect::<io::Result<_>>().map_err(failed)?))
}

impl Drop for Ignored {
    fn drop(&mut self) {
        self.0.iter().for_each(|&id| {
            signal_hook::low_level::unregister(id);
        });
    }
}

/// Waits for the program; on a terminal, says from time to time how far it is.
pub fn wait(child: &mut Child, folder: &Path, quiet: bool) -> Result<ExitStatus, Failure> {
    let failed =
        |error: io::Error| Failure::mistake(format!("the program cannot be waited for: {error}"), None);
    if quiet || !io::stderr().is_terminal() {
        return child.wait().map_err(failed);
    }
    let (mut look, mut shown) = (Duration::from_millis(1), Instant::now());
    let mut size = 0;
    loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            return Ok(status);
        }
        thread::sleep(look);
        look = (2 * look).min(LONGEST_LOOK);
        if shown.elapsed() >= EVERY {
            shown = Instant::now();
            let grown = folder.join(LIST).metadata().map_or(0, |list| list.len());
            if grown != size {
                size = grown;
                if let Ok(capture) = Capture::read(folder) {
                    eprintln!("warploom: {}", so_far(&capture));
                }
            }
        }
    }
}

/// How many launches there were, and how much they executed.
fn so_far(capture: &Capture) -> String {
    let instructions: u64 = capture.launches.iter().map(|launch| launch.warp_instructions).sum();
    let last =
        capture.launches.last().map(|launch| format!("; the last is {}", launch.kernel)).unwrap_or_default();
    format!(
        "{}, {}{last}",
        units::counted(capture.launches.len() as u64, "launch", "launches"),
        units::counted(instructions, "warp instruction", "warp instructions"),
    )
}

/// Whether a launch ended with a fault, made a bad access or had a data race, in the process of the program or in one that it started.
pub fn has_errors(folder: &Path) -> bool {
    let below = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let folders = below.filter(|path| path.is_dir()).chain([folder.to_owned()]);
    let mut captures = folders.filter_map(|folder| Capture::read(&folder).ok());
    captures.any(|capture| capture.launches.iter().any(LaunchEntry::has_errors))
}

/// Says what the program left. `nothing_recorded` says that no tapes are expected.
pub fn summary(folder: &Path, status: ExitStatus, nothing_recorded: bool) {
    if let Some(signal) = status.signal() {
        eprintln!("warploom: signal {signal} ended the program");
    }
    let Ok(capture) = Capture::read(folder) else {
        eprintln!("warploom: the program launched no kernel");
        return;
    };
    let tapes = capture.tapes().count() as u64;
    let bytes: u64 = capture.tapes().filter_map(|tape| tape.metadata().ok()).map(|tape| tape.len()).sum();
    let instructions: u64 = capture.launches.iter().map(|launch| launch.warp_instructions).sum();
    eprintln!(
        "warploom: {}: {}, {}, {} of {}",
        folder.display(),
        units::counted(capture.launches.len() as u64, "launch", "launches"),
        units::counted(instructions, "warp instruction", "warp instructions"),
        units::counted(tapes, "tape", "tapes"),
        units::bytes(bytes),
    );
    if tapes == 0 && !nothing_recorded && capture.launches.iter().all(|launch| launch.fault.is_none()) {
        let kernels: BTreeSet<&str> = capture.launches.iter().map(|launch| launch.kernel.as_str()).collect();
        let kernels = kernels.into_iter().map(|kernel| format!("`{kernel}`")).collect::<Vec<_>>().join(", ");
        eprintln!("warploom: warning: the options select no launch; the program launched {kernels}");
    }
    let bad_accesses: u64 = capture.launches.iter().map(|launch| launch.bad_accesses).sum();
    if bad_accesses > 0 {
        let kernels = capture.launches.iter().filter(|launch| launch.bad_accesses > 0);
        let kernels: BTreeSet<&str> = kernels.map(|launch| launch.symbol.as_str()).collect();
        eprintln!(
            "warploom: {} in {}, which a GPU lets pass",
            units::counted(bad_accesses, "bad access", "bad accesses"),
            units::counted(kernels.len() as u64, "kernel", "kernels"),
        );
    }
    let looked: Vec<_> = capture.launches.iter().filter(|launch| launch.races.is_some()).collect();
    let racy = looked.iter().filter(|launch| launch.races > Some(0));
    let kernels: BTreeSet<&str> = racy.map(|launch| launch.symbol.as_str()).collect();
    match looked.iter().filter_map(|launch| launch.races).sum() {
        _ if looked.is_empty() => {}
        0 if capture.launches.iter().any(|launch| launch.fault.is_some()) => {
            eprintln!("warploom: data races: incomplete (none was found before the fault)")
        }
        0 => eprintln!("warploom: no data races"),
        races => eprintln!(
            "warploom: {} in {}",
            units::counted(races, "data race", "data races"),
            units::counted(kernels.len() as u64, "kernel", "kernels"),
        ),
    }
}
