//! The finished runs of an interrupted command, kept in the user's cache directory until the same command continues.

use crate::ui::command::Failure;
use std::env;
use std::path::PathBuf;
use warploom_lab::checkpoint::Checkpoint;
use warploom_report::units;

/// The variable that names the cache directory.
const VARIABLE: &str = "WARPLOOM_CACHE";

/// Opens the checkpoint. None if there is no cache directory, or it cannot be written: the command then runs as usual, but cannot
/// continue after an interruption.
pub fn open() -> Option<Checkpoint> {
    Checkpoint::open(&directory()?.join("runs"), &env::current_exe().ok()?).ok()
}

fn directory() -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let user = || variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
    variable(VARIABLE).or_else(|| Some(user()?.join("warploom")))
}

/// Says how many runs were finished before.
pub fn report_reused(checkpoint: Option<&Checkpoint>, quiet: bool) {
    let reused = checkpoint.map_or(0, Checkpoint::reused);
    if reused > 0 && !quiet {
        let runs = units::counted(reused as u64, "run was", "runs were");
        eprintln!("{runs} finished by an earlier command and not repeated");
    }
}

/// The failure of an interrupted command with some finished runs.
pub fn interrupted(checkpoint: Option<&Checkpoint>, finished: usize, runs: usize) -> Failure {
    let kept = match checkpoint {
        Some(checkpoint) => {
            format!(
                "kept in {}; the same command continues with the others",
                checkpoint.directory().display()
            )
        }
        None => format!("not kept: {VARIABLE} names no directory that can be written"),
    };
    let verb = if finished == 1 { "is" } else { "are" };
    Failure::interrupted(&format!("{finished} of {runs} runs {verb} finished and {kept}"))
}
