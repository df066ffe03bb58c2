//! Ctrl-C and SIGTERM: what is finished is printed, nothing is left behind, the exit code is 130, and the command continues.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// A working directory, a directory of temporary files and a cache, all empty.
struct Place {
    directory: TempDir,
}

/// The end of a command.
struct Ended {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Ended {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ended { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

impl Place {
    fn new() -> Place {
        let directory = tempfile::tempdir().unwrap();
        ["work", "tmp", "cache"].iter().for_each(|name| fs::create_dir(directory.path().join(name)).unwrap());
        Place { directory }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn start(&self, command: &str) -> Child {
        Command::new(assert_cmd::cargo::cargo_bin!("warploom"))
            .args(command.split(' '))
            .current_dir(self.path("work"))
            .env("TMPDIR", self.path("tmp"))
            .env("WARPLOOM_CACHE", self.path("cache"))
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn ended(&self, command: &str) -> Ended {
        self.start(command).wait_with_output().unwrap().into()
    }

    /// Starts a command, waits until it handles signals and `ready` is true, and sends it a signal.
    fn interrupted(&self, command: &str, signal: &str, ready: impl Fn() -> bool) -> Ended {
        let mut child = self.start(command);
        let pid = child.id();
        while !(handles_signals(pid) && ready()) {
            assert!(child.try_wait().unwrap().is_none(), "`{command}` ended before it was interrupted");
            sleep(Duration::from_millis(5));
        }
        let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {pid}")]).status().unwrap();
        assert!(sent.success());
        child.wait_with_output().unwrap().into()
    }

    /// All files below a directory.
    fn files(&self, name: &str) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut directories = vec![self.path(name)];
        while let Some(directory) = directories.pop() {
            for entry in fs::read_dir(directory).into_iter().flatten() {
                let path = entry.unwrap().path();
                found.push(path.clone());
                if path.is_dir() {
                    directories.push(path);
                }
            }
        }
        found.sort();
        found
    }

    fn has_no_litter(&self) {
        assert_eq!(self.files("tmp"), Vec::<PathBuf>::new());
        let is_litter = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            name.starts_with('.') || name.ends_with(".part") || name.contains(".tmp")
        };
        let litter: Vec<PathBuf> = self.files("work").into_iter().filter(is_litter).collect();
        assert_eq!(litter, Vec::<PathBuf>::new());
    }
}

/// Whether the process catches SIGINT and SIGTERM: signals 2 and 15.
fn handles_signals(pid: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0");
    let caught = u64::from_str_radix(caught.trim(), 16).unwrap_or(0);
    caught & (1 << 1) != 0 && caught & (1 << 14) != 0
}

fn has_json(directory: &Path, least: usize) -> bool {
    let is_json = |path: &Path| path.extension().is_some_and(|extension| extension == "json");
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries.filter(|entry| is_json(&entry.path())).count() >= least
}

#[test]
fn an_interrupted_run_prints_the_cycles_that_it_simulated() {
    for signal in ["INT", "TERM"] {
        let place = Place::new();
        let ended = place.interrupted("run lud --size paper --threads 1", signal, || true);
        let Ended { code, stdout, stderr } = &ended;
        assert_eq!(*code, Some(130), "{stdout}{stderr}");
        assert!(
            stdout.contains("lud_diagonal") && stdout.contains("the last launch was interrupted"),
            "{stdout}"
        );
        assert!(stderr.contains("interrupted after "), "{stderr}");
        place.has_no_litter();
    }
}

#[test]
fn an_interrupted_comparison_prints_its_finished_runs_and_continues() {
    let place = Place::new();
    assert_eq!(place.ended("tape backprop --size tiny -o tiny.tape").code, Some(0));
    let runs = place.path("cache").join("runs");
    let command = "compare tiny.tape lud --size paper --policies lrr,gto --threads 1";
    let ended = place.interrupted(command, "INT", || has_json(&runs, 2));
    let Ended { code, stdout, stderr } = &ended;
    assert_eq!(*code, Some(130), "{stdout}{stderr}");
    assert!(stdout.lines().any(|line| line.starts_with("tiny.tape ") && line.contains("1.000")), "{stdout}");
    assert!(stderr.contains("interrupted: 2 of 4 runs are finished and kept in "), "{stderr}");
    assert!(stderr.contains("the same command continues with the others"), "{stderr}");
    place.has_no_litter();
    let whole = place.ended("compare tiny.tape --policies lrr,gto --threads 1");
    assert_eq!(whole.code, Some(0));
    assert!(
        whole.stderr.contains("2 runs were finished by an earlier command and not repeated"),
        "{}",
        whole.stderr
    );
    assert_eq!(place.files("cache"), Vec::<PathBuf>::new(), "a complete comparison keeps nothing");
    let again = place.ended("compare tiny.tape --policies lrr,gto --threads 1");
    assert_eq!((again.code, again.stdout, again.stderr.as_str()), (Some(0), whole.stdout, ""));
}

#[test]
fn an_interrupted_oracle_prints_its_finished_works() {
    let place = Place::new();
    assert_eq!(place.ended("tape backprop --size tiny -o tiny.tape").code, Some(0));
    let runs = place.path("cache").join("runs");
    let command = "oracle tiny.tape lud --size paper --policies gto --threads 1";
    let ended = place.interrupted(command, "TERM", || has_json(&runs, 2));
    let Ended { code, stdout, stderr } = &ended;
    assert_eq!(*code, Some(130), "{stdout}{stderr}");
    assert!(stdout.contains("lrr and 1 other, ") && stdout.contains("backprop_layerforward"), "{stdout}");
    assert!(stderr.contains("interrupted: 2 of 4 runs are finished"), "{stderr}");
    place.has_no_litter();
}

#[test]
fn an_interrupted_reproduction_keeps_its_finished_runs() {
    let place = Place::new();
    let runs = place.path("work").join("out").join("runs");
    // 98 runs of a second each: many are left when the first is stored.
    let command = "reproduce phase-aware --size tiny --threads 1 -o out";
    let ended = place.interrupted(command, "INT", || has_json(&runs, 1));
    let Ended { code, stdout, stderr } = &ended;
    assert_eq!(*code, Some(130), "{stdout}{stderr}");
    assert!(
        stderr.contains(" of 98 runs are finished; the same command continues with the others"),
        "{stderr}"
    );
    assert!(stdout.is_empty(), "{stdout}");
    place.has_no_litter();
}

#[test]
fn interrupted_commands_leave_no_unfinished_file() {
    for (command, signal) in [
        ("tape lud --size paper -o lud.tape", "INT"),
        ("export lud --size paper -o lud --compress none", "TERM"),
        ("graph phases lud --size paper --cycles 0..100000000 --threads 1", "INT"),
        ("run lud --size paper --cta-policy block --threads 1", "INT"),
    ] {
        let place = Place::new();
        let is_writing = || !place.files("work").is_empty() || !place.files("tmp").is_empty();
        let waits_for_file = command.starts_with("tape") || command.starts_with("export");
        let ended = place.interrupted(command, signal, || !waits_for_file || is_writing());
        assert_eq!(ended.code, Some(130), "{command}: {}{}", ended.stdout, ended.stderr);
        assert!(
            ended.stderr.ends_with("interrupted: nothing is finished, and no file is left behind\n"),
            "{command}: {}",
            ended.stderr
        );
        place.has_no_litter();
        assert_eq!(place.files("work"), Vec::<PathBuf>::new(), "{command}");
    }
}

/// The first lines of a command's standard error, up to one that contains `end`. The command is then stopped.
fn announced(place: &Place, command: &str, end: &str) -> String {
    let mut child = place.start(command);
    let mut text = String::new();
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    while !text.contains(end) && lines.read_line(&mut text).unwrap() > 0 {}
    Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    // The pipe must stay open until the end: the command prints to it.
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{text}{rest}");
    text
}

#[test]
fn long_commands_say_at_the_start_how_long_they_take() {
    let place = Place::new();
    for (command, start) in [
        ("compare lud --size paper --threads 1", "2 runs of 934 M warp instructions in total: about "),
        (
            "oracle lud --size paper --policies gto --threads 1",
            "2 runs of 934 M warp instructions in total: about ",
        ),
        ("reproduce motrr --size paper --seeds 1 --only fig2 --threads 1 -o out", "18 runs of "),
    ] {
        let text = announced(&place, command, "at a time");
        assert!(text.starts_with(start) && text.ends_with(" with 1 at a time\n"), "{command}: {text}");
        let quiet = place.interrupted(&format!("{command} --quiet"), "INT", || true);
        assert!(quiet.stderr.starts_with("interrupted: "), "{command}: {}", quiet.stderr);
    }
}

#[test]
fn progress_that_is_piped_has_the_time_left() {
    let text = announced(&Place::new(), "compare lud --size paper --threads 1", " left\n");
    let line = text.lines().last().unwrap();
    assert!(line.starts_with("0 of 2 runs after ") && line.ends_with(" left"), "{text}");
}
