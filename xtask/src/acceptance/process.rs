//! Processes with a time limit, ended together with all that they started.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::Result;

/// Time between two looks at a process.
const POLL: Duration = Duration::from_millis(10);

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum End {
    Exited(i32),
    Signalled(i32),
    TimedOut,
}

impl End {
    /// The end as part of a sentence about the process.
    pub(super) fn describe(self, limit: Duration) -> String {
        match self {
            End::Exited(code) => format!("exit code {code}"),
            End::Signalled(signal) => format!("ended by signal {signal}"),
            End::TimedOut => format!("no end within {} s", limit.as_secs()),
        }
    }
}

/// A command to run: its surroundings and its limit.
pub(super) struct Job<'a> {
    pub(super) arguments: &'a [String],
    pub(super) directory: &'a Path,
    pub(super) environment: &'a BTreeMap<String, String>,
    /// Files that receive the standard output and the standard error; they may be the same.
    pub(super) stdout: &'a Path,
    pub(super) stderr: &'a Path,
    pub(super) limit: Duration,
}

impl Job<'_> {
    /// Runs the command to its end or its limit. Its standard input is empty.
    pub(super) fn run(&self) -> Result<(End, Duration)> {
        let Some((program, arguments)) = self.arguments.split_first() else {
            return Err("an empty command cannot be run".to_owned());
        };
        let create = |path: &Path| File::create(path).map_err(|e| format!("{}: {e}", path.display()));
        let stdout = create(self.stdout)?;
        let stderr = if self.stderr == self.stdout {
            stdout.try_clone().map_err(|e| format!("{}: {e}", self.stdout.display()))?
        } else {
            create(self.stderr)?
        };
        let start = Instant::now();
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(self.directory)
            .envs(self.environment)
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(stderr)
            .process_group(0)
            .spawn()
            .map_err(|e| format!("cannot start `{program}` in {}: {e}", self.directory.display()))?;
        let end = wait(&mut child, start + self.limit).map_err(|e| format!("`{program}`: {e}"));
        // What the process left behind is ended too, so that it cannot disturb the next one.
        kill_group(&child);
        let end = end?;
        if end == End::TimedOut {
            child.wait().map_err(|e| format!("`{program}`: {e}"))?;
        }
        Ok((end, start.elapsed()))
    }
}

fn wait(child: &mut Child, deadline: Instant) -> std::io::Result<End> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(end_of(status));
        }
        if Instant::now() >= deadline {
            return Ok(End::TimedOut);
        }
        thread::sleep(POLL);
    }
}

fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, signal) => End::Signalled(signal.unwrap_or_default()),
    }
}

/// Ends the process group of a child. A group without processes is no error.
fn kill_group(child: &Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn shell(name: &str, script: &str, limit: Duration) -> (End, Duration, String) {
        let directory = std::env::temp_dir().join(format!("xtask-process-{}-{name}", std::process::id()));
        fs::create_dir_all(&directory).expect("a temporary directory");
        let output = directory.join("output.txt");
        let arguments = ["sh", "-c", script].map(str::to_owned);
        let environment = BTreeMap::from([("GREETING".to_owned(), "hello".to_owned())]);
        let job = Job {
            arguments: &arguments,
            directory: &directory,
            environment: &environment,
            stdout: &output,
            stderr: &output,
            limit,
        };
        let (end, time) = job.run().expect("the shell can be started");
        let text = fs::read_to_string(&output).expect("the output was written");
        fs::remove_dir_all(&directory).expect("the directory can be removed");
        (end, time, text)
    }

    #[test]
    fn both_outputs_and_the_exit_code_are_kept() {
        let (end, _, text) = shell("exit", "echo $GREETING; echo error >&2; exit 3", Duration::from_secs(10));
        assert_eq!(end, End::Exited(3));
        assert_eq!(text, "hello\nerror\n");
        let (end, ..) = shell("signal", "kill -TERM $$", Duration::from_secs(10));
        assert_eq!(end, End::Signalled(15));
    }

    #[test]
    fn a_process_group_ends_at_the_time_limit() {
        // The child of the shell holds the output open: without it, the group would not be tested.
        let (end, time, text) =
            shell("limit", "echo begun; (sleep 60; echo late) & wait", Duration::from_millis(300));
        assert_eq!(end, End::TimedOut);
        assert!(time < Duration::from_secs(30), "{time:?}");
        assert_eq!(text, "begun\n");
    }

    #[test]
    fn a_missing_program_is_named() {
        let arguments = ["/nonexistent/program".to_owned()];
        let environment = BTreeMap::new();
        let output = std::env::temp_dir().join(format!("xtask-process-{}-missing.txt", std::process::id()));
        let job = Job {
            arguments: &arguments,
            directory: Path::new("/"),
            environment: &environment,
            stdout: &output,
            stderr: &output,
            limit: Duration::from_secs(1),
        };
        assert!(job.run().expect_err("there is no such program").contains("/nonexistent/program"));
        fs::remove_file(&output).expect("the file was created");
    }
}
