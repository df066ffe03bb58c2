//! The processes of a cluster, found by a variable of their environment.
//!
//! Slurm's daemons, the steps that they start and the tasks of these steps are in sessions and process groups of their own, and a
//! step outlives its daemon. All of them inherit the environment, which therefore finds them wherever they are.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::Result;

/// The variable whose value is the directory of the cluster that a process belongs to.
pub(super) const MARK: &str = "WARPLOOM_SLURM_CLUSTER";
/// Longest time until killed processes are gone.
const PATIENCE: Duration = Duration::from_secs(20);

/// A process of a cluster.
#[derive(Clone, Debug)]
pub(super) struct Process {
    pub(super) id: i32,
    parent: i32,
    /// The name of its program.
    pub(super) name: String,
    /// Its environment: `KEY=VALUE`, each ended by a zero byte.
    environment: Vec<u8>,
}

impl Process {
    /// Reads a process from `/proc`; none if it ended.
    fn read(id: i32) -> Option<Process> {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name is in parentheses and may contain some itself.
        let (before, after) = stat.rsplit_once(')')?;
        let name = before.split_once('(')?.1.to_owned();
        let mut fields = after.split_whitespace();
        let state = fields.next()?;
        let parent = fields.next()?.parse().ok()?;
        let is_alive = !matches!(state, "Z" | "X");
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        is_alive.then_some(Process { id, parent, name, environment })
    }

    /// Whether its environment has this variable with this value.
    pub(super) fn has(&self, key: &str, value: impl AsRef<[u8]>) -> bool {
        let wanted = [key.as_bytes(), b"=", value.as_ref()].concat();
        self.environment.split(|byte| *byte == 0).any(|variable| variable == wanted)
    }

    /// Sends the process a signal. Returns whether the process was there.
    pub(super) fn signal(&self, signal: Signal) -> bool {
        Pid::from_raw(self.id).is_some_and(|id| kill_process(id, signal).is_ok())
    }
}

/// All processes of the host that can be read.
fn all() -> Result<Vec<Process>> {
    let entries = fs::read_dir("/proc").map_err(|e| format!("/proc: {e}"))?;
    let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    Ok(ids.filter_map(Process::read).collect())
}

/// The processes of a cluster, and all that they started.
pub(super) fn of_cluster(directory: &Path) -> Result<Vec<Process>> {
    let all = all()?;
    let own = std::process::id().cast_signed();
    let is_marked = |process: &&Process| process.has(MARK, directory.as_os_str().as_bytes());
    let mut members: BTreeSet<i32> = all.iter().filter(is_marked).map(|process| process.id).collect();
    // A job may start with an empty environment; its parent does not.
    loop {
        let children =
            all.iter().filter(|process| members.contains(&process.parent)).map(|process| process.id);
        let more: Vec<i32> = children.filter(|id| !members.contains(id)).collect();
        if more.is_empty() {
            break;
        }
        members.extend(more);
    }
    members.remove(&own);
    Ok(all.into_iter().filter(|process| members.contains(&process.id)).collect())
}

/// The processes of array task `task` of job `array`: two of them if the task runs twice.
pub(super) fn of_task(directory: &Path, array: &str, task: &str) -> Result<Vec<Process>> {
    let mut processes = of_cluster(directory)?;
    processes.retain(|process| {
        process.has("SLURM_ARRAY_JOB_ID", array)
            && process.has("SLURM_ARRAY_TASK_ID", task)
            && process.name != "slurmstepd"
    });
    // What a task started itself ends with it, or is not the chunk.
    let ids: BTreeSet<i32> = processes.iter().map(|process| process.id).collect();
    processes.retain(|process| !ids.contains(&process.parent));
    Ok(processes)
}

/// Kills all processes of a cluster until none is left.
pub(super) fn kill_cluster(directory: &Path) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        // A process may start another one between the look and the kill: look again.
        let processes = of_cluster(directory)?;
        if processes.is_empty() {
            return Ok(());
        }
        if Instant::now() > deadline {
            let names: Vec<String> =
                processes.iter().map(|process| format!("{} ({})", process.name, process.id)).collect();
            return Err(format!("these processes do not end: {}", names.join(", ")));
        }
        for process in processes {
            process.signal(Signal::KILL);
        }
        thread::sleep(Duration::from_millis(50));
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::process::{Command, Stdio};

    use super::*;

    fn directory(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("xtask-slurm-{}-{name}", std::process::id()))
    }

    #[test]
    fn a_cluster_is_killed_with_all_that_it_started_and_nothing_else() {
        let (own, other) = (directory("own"), directory("other"));
        let sleeper = |mark: &Path, script: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script]).env(MARK, mark).stdin(Stdio::piped()).stdout(Stdio::null());
            shell.spawn().expect("a shell")
        };
        // One grandchild has lost the mark: it is found by its parent.
        let mut first = sleeper(&own, "env -i sleep 60 & read line");
        let mut second = sleeper(&other, "read line");
        let deadline = Instant::now() + PATIENCE;
        while of_cluster(&own).expect("/proc is there").len() < 2 {
            assert!(Instant::now() < deadline, "the grandchild is not found");
            thread::sleep(Duration::from_millis(5));
        }
        kill_cluster(&own).expect("the processes end");
        assert!(!first.wait().expect("it was started").success());
        assert!(of_cluster(&own).expect("/proc is there").is_empty());
        assert_eq!(of_cluster(&other).expect("/proc is there").len(), 1);
        drop(second.stdin.take());
        second.wait().expect("it ends with its input");
    }

    #[test]
    fn a_task_is_found_by_its_array_and_index() {
        let place = directory("task");
        let task = |index: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", "sleep 60 & read line; kill $!"]).stdin(Stdio::piped());
            shell.env(MARK, &place).env("SLURM_ARRAY_JOB_ID", "7").env("SLURM_ARRAY_TASK_ID", index);
            shell.spawn().expect("a shell")
        };
        let mut tasks = [task("1"), task("1"), task("11")];
        let found = of_task(&place, "7", "1").expect("/proc is there");
        let ids: BTreeSet<u32> = found.iter().map(|process| process.id.cast_unsigned()).collect();
        assert_eq!(ids, BTreeSet::from([tasks[0].id(), tasks[1].id()]));
        assert!(of_task(&place, "8", "1").expect("/proc is there").is_empty());
        kill_cluster(&place).expect("the processes end");
        for task in &mut tasks {
            task.wait().expect("it was started");
        }
    }
}
