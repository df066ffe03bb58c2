//! Simulated time of launches.

use std::path::{Path, PathBuf};
use warploom_gpu::machine::Machine;
use warploom_policy::{CorePolicy, WARP_POLICIES, WAVE_POLICIES};
use warploom_tape::file::TapeFile;

/// The policy under which launches are timed.
const POLICY: &str = "gto";

/// Cycles of the launch on a tape; none, with a message, if it cannot be simulated.
pub fn simulate(machine: &Machine, tape: &Path) -> Option<u64> {
    match cycles(machine, tape) {
        Ok(cycles) => Some(cycles),
        Err(why) => {
            eprintln!("warploom: the launch is not timed: {why}");
            None
        }
    }
}

fn cycles(machine: &Machine, tape: &Path) -> Result<u64, String> {
    let policy = CorePolicy::parse(POLICY, machine, WARP_POLICIES, WAVE_POLICIES);
    let policy = policy.map_err(|error| error.to_string())?;
    let file = TapeFile::open(tape).map_err(|error| error.to_string())?;
    let launches = policy.simulation(machine).run(&mut file.reader());
    Ok(launches.map_err(|error| error.to_string())?.iter().map(|launch| launch.cycles).sum())
}

/// A path for a tape that is only simulated; the file is deleted with the value.
#[derive(Debug)]
pub struct Temporary(PathBuf);

impl Temporary {
    /// A path for launch `number` of this process.
    pub fn new(number: u64) -> Temporary {
        Temporary(std::env::temp_dir().join(format!("warploom-{}-{number}.tape", std::process::id())))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // It is not there if the tape was written elsewhere.
        let _ = std::fs::remove_file(&self.0);
    }
}
