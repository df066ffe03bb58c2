//! Slurm as the engine of a study: job arrays of chunks.
//!
//! Slurm places, limits and requeues tasks. Whether a chunk is done is decided by its object in the store alone.

use super::error::StudyError;
use std::process::{Command, Stdio};

/// Tasks of one array at most. Slurm's own limit is read; this is what other engines and sites allow too.
pub const ARRAY_TASKS: usize = 1000;

/// How a study's chunks are submitted.
#[derive(Clone, Debug)]
pub struct Submission<'a> {
    pub study: &'a str,
    /// The words of the command that works on a chunk, without the chunk's number, which is added as the last word.
    pub command: &'a [String],
    /// The words of the command that collects the results.
    pub collector: &'a [String],
    /// The chunks to be worked on, ascending.
    pub chunks: &'a [usize],
    /// Tasks at a time, if limited.
    pub limit: Option<u32>,
    /// Options that are passed through to `sbatch`.
    pub options: &'a [String],
    /// The directory of the tasks' output.
    pub logs: &'a str,
}

/// An array: chunks `offset + index` for each index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// Added to an index of the array.
    pub offset: usize,
    /// The indices, as `--array` takes them.
    pub indices: String,
    pub tasks: usize,
}

/// Divides chunks into arrays of at most `most` tasks, with indices below `most`.
///
/// ```
/// use warploom_lab::study::slurm::arrays;
/// let found = arrays(&[0, 1, 2, 5, 1000, 1001, 1999], 1000);
/// let texts: Vec<(usize, &str)> = found.iter().map(|array| (array.offset, array.indices.as_str())).collect();
/// assert_eq!(texts, [(0, "0-2,5"), (1000, "0-1,999")]);
/// ```
pub fn arrays(chunks: &[usize], most: usize) -> Vec<Array> {
    let mut arrays: Vec<(usize, Vec<(usize, usize)>)> = Vec::new();
    for &chunk in chunks {
        let (offset, index) = (chunk / most * most, chunk % most);
        if arrays.last().is_none_or(|(last, _)| *last != offset) {
            arrays.push((offset, Vec::new()));
        }
        let Some((_, ranges)) = arrays.last_mut() else { continue };
        match ranges.last_mut().filter(|(_, end)| end + 1 == index) {
            Some((_, end)) => *end = index,
            None => ranges.push((index, index)),
        }
    }
    let text =
        |&(from, to): &(usize, usize)| if from == to { from.to_string() } else { format!("{from}-{to}") };
    let array = |(offset, ranges): (usize, Vec<(usize, usize)>)| Array {
        offset,
        indices: ranges.iter().map(text).collect::<Vec<_>>().join(","),
        tasks: ranges.iter().map(|(from, to)| to - from + 1).sum(),
    };
    arrays.into_iter().map(array).collect()
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn line(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// The script of an array's tasks. `exec` makes the chunk the process that receives Slurm's signals.
pub fn script(command: &[String], offset: usize) -> String {
    format!("#!/bin/sh\nexec {} \"$(({offset} + SLURM_ARRAY_TASK_ID))\"\n", line(command))
}

/// The options of `sbatch` for an array, before those of the user, which override them.
pub fn array_options(submission: &Submission<'_>, array: &Array) -> Vec<String> {
    let limit = submission.limit.map_or(String::new(), |limit| format!("%{limit}"));
    let own = [
        "--parsable".to_owned(),
        format!("--job-name=warploom-{}", submission.study),
        format!("--array={}{limit}", array.indices),
        "--requeue".to_owned(),
        "--open-mode=append".to_owned(),
        "--signal=B:TERM@60".to_owned(),
        "--ntasks=1".to_owned(),
        "--cpus-per-task=1".to_owned(),
        format!("--output={}/%A_%a.log", submission.logs),
    ];
    own.into_iter().chain(submission.options.iter().cloned()).collect()
}

/// Submits the chunks, and a collector after them. Returns the ids of the jobs, the collector's last.
///
/// # Errors
/// If `sbatch` cannot be run, or refuses. Jobs that it accepted before are cancelled.
pub fn submit(submission: &Submission<'_>) -> Result<Vec<String>, StudyError> {
    let most = max_array_size()?.min(ARRAY_TASKS);
    let mut jobs: Vec<String> = Vec::new();
    let submit_one = |options: &[String], script: &str, jobs: &mut Vec<String>| match sbatch(options, script)
    {
        Ok(job) => {
            jobs.push(job);
            Ok(())
        }
        Err(error) => {
            // Half a study in the queue would be a surprise.
            let _ = cancel(jobs);
            Err(error)
        }
    };
    for array in arrays(submission.chunks, most) {
        submit_one(&array_options(submission, &array), &script(submission.command, array.offset), &mut jobs)?;
    }
    let collector = [
        "--parsable".to_owned(),
        format!("--job-name=warploom-{}-results", submission.study),
        format!("--dependency=afterany:{}", jobs.join(":")),
        "--requeue".to_owned(),
        "--ntasks=1".to_owned(),
        format!("--output={}/results_%j.log", submission.logs),
    ];
    let options: Vec<String> = collector.into_iter().chain(submission.options.iter().cloned()).collect();
    submit_one(&options, &format!("#!/bin/sh\nexec {}\n", line(submission.collector)), &mut jobs)?;
    Ok(jobs)
}

fn sbatch(options: &[String], script: &str) -> Result<String, StudyError> {
    let output = run("sbatch", options, Some(script))?;
    // With --parsable: the job's id, and the cluster's name after a semicolon.
    Ok(output.trim().split(';').next().unwrap_or_default().to_owned())
}

/// Indices that an array may have: `MaxArraySize` of the cluster.
fn max_array_size() -> Result<usize, StudyError> {
    let config = run("scontrol", &["show".to_owned(), "config".to_owned()], None)?;
    let size = config.lines().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "MaxArraySize").then(|| value.trim().parse::<usize>().ok()).flatten()
    });
    Ok(size.unwrap_or(ARRAY_TASKS).max(1))
}

/// The tasks of some jobs that wait and that run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Queue {
    /// Tasks that wait.
    pub pending: usize,
    /// Tasks that run.
    pub running: usize,
    /// Tasks that wait until somebody releases them: Slurm holds a task whose start failed.
    pub held: usize,
    /// Tasks in another state: completing, suspended.
    pub other: usize,
}

impl Queue {
    /// Whether no task is left.
    pub fn is_empty(self) -> bool {
        self == Queue::default()
    }

    /// Whether a task runs, or will without anybody's help.
    pub fn is_active(self) -> bool {
        self.pending + self.running + self.other > 0
    }

    /// The states in `squeue`'s output, one per line, each with its reason.
    pub fn read(states: &str) -> Queue {
        let mut queue = Queue::default();
        for line in states.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (state, reason) = line.split_once(' ').unwrap_or((line, ""));
            match state {
                "PENDING" if reason.to_ascii_lowercase().contains("held") => queue.held += 1,
                "PENDING" => queue.pending += 1,
                "RUNNING" => queue.running += 1,
                _ => queue.other += 1,
            }
        }
        queue
    }
}

/// The tasks of jobs that are in the queue. Jobs that Slurm has forgotten have none.
///
/// # Errors
/// If `squeue` cannot be run.
pub fn queue(jobs: &[String]) -> Result<Queue, StudyError> {
    let mut queue = Queue::default();
    for job in jobs {
        let options = ["--noheader", "--array", "--format=%T %r", "--jobs", job].map(str::to_owned);
        match run("squeue", &options, None) {
            Ok(states) => {
                let Queue { pending, running, held, other } = Queue::read(&states);
                queue.pending += pending;
                queue.running += running;
                queue.held += held;
                queue.other += other;
            }
            Err(StudyError::Engine { message, .. }) if message.contains("Invalid job id") => {}
            Err(error) => return Err(error),
        }
    }
    Ok(queue)
}

/// Cancels jobs.
///
/// # Errors
/// If `scancel` cannot be run.
pub fn cancel(jobs: &[String]) -> Result<(), StudyError> {
    if jobs.is_empty() {
        return Ok(());
    }
    match run("scancel", jobs, None) {
        Err(StudyError::Engine { message, .. }) if message.contains("Invalid job id") => Ok(()),
        other => other.map(|_| ()),
    }
}

/// Runs a command of Slurm and returns what it prints.
fn run(command: &str, arguments: &[String], input: Option<&str>) -> Result<String, StudyError> {
    let failed = |message: String, help: Option<String>| StudyError::Engine {
        command: command.to_owned(),
        message,
        help,
    };
    let absent = |error: std::io::Error| {
        let help = "Slurm's commands must be in PATH, as on a login node; `--on local` needs none".to_owned();
        failed(error.to_string(), Some(help))
    };
    let stdin = if input.is_some() { Stdio::piped() } else { Stdio::null() };
    let child = Command::new(command)
        .args(arguments)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.map_err(absent)?;
    if let (Some(input), Some(mut stdin)) = (input, child.stdin.take()) {
        use std::io::Write as _;
        // A command that ends before it has read all says why on standard error.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().map_err(absent)?;
    if !output.status.success() {
        let help =
            "`--sbatch OPTION` passes an option to sbatch, such as --sbatch=--partition=main".to_owned();
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned(), Some(help)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn an_array_is_a_script_and_options() {
        let command =
            [words("warploom study work"), vec!["my study.toml".to_owned(), "--chunk".to_owned()]].concat();
        assert_eq!(
            script(&command, 2000),
            "#!/bin/sh\nexec warploom study work 'my study.toml' --chunk \"$((2000 + SLURM_ARRAY_TASK_ID))\"\n"
        );
        let submission = Submission {
            study: "caches",
            command: &command,
            collector: &[],
            chunks: &[0, 1, 2],
            limit: Some(8),
            options: &words("--partition=main --time=20"),
            logs: "store/logs",
        };
        let array = &arrays(submission.chunks, ARRAY_TASKS)[0];
        let options = array_options(&submission, array).join(" ");
        assert!(
            options.contains("--array=0-2%8 --requeue") && options.contains("--signal=B:TERM@60"),
            "{options}"
        );
        assert!(options.ends_with("--partition=main --time=20"), "the user's options are last: {options}");
        assert_eq!(array.tasks, 3);
    }

    #[test]
    fn a_queue_counts_states() {
        let text = "PENDING Resources\nRUNNING None\nPENDING Dependency\nCOMPLETING None\nPENDING launch failed requeued held\n\n";
        let queue = Queue::read(text);
        assert_eq!(queue, Queue { pending: 2, running: 1, held: 1, other: 1 });
        assert!(!queue.is_empty() && Queue::read("").is_empty());
        assert!(queue.is_active() && !Queue::read("PENDING JobHeldUser\n").is_active());
    }
}
