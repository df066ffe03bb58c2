//! A place to run the program in, with the example's kernel and launch file.

#[path = "saxpy.rs"]
mod saxpy;

use crate::common::{Ended, warploom};
use serde_json::Value;
use tempfile::TempDir;

const TRACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reference/traces/mgpusim_vecadd_50000_sm80");

/// A directory of its own, with the example's kernel and launch file.
pub struct Bench(pub TempDir);

impl Bench {
    pub fn new() -> Bench {
        Bench(saxpy::saxpy())
    }

    /// Runs the program; `TRACE` in an argument is a small trace.
    pub fn run(&self, command: &str) -> Ended {
        let command = command.replace("TRACE", TRACE);
        let mut ended = warploom(self.0.path(), &command.split(' ').collect::<Vec<_>>());
        ended.stdout = ended.stdout.replace(TRACE, "TRACE");
        ended
    }

    /// The same, where nothing may go wrong.
    pub fn fine(&self, command: &str) -> String {
        let ended = self.run(command);
        assert_eq!(ended.code, 0, "{command}\n{ended}");
        ended.stdout
    }

    /// What it prints as JSON.
    pub fn json(&self, command: &str) -> Value {
        serde_json::from_str(&self.fine(&format!("{command} --json --quiet"))).unwrap()
    }
}
