//! Every command line of the README, the book and the other pages: executed here, by another test, or by CI, and where a page shows
//! output, compared with it.
//!
//! The commands of a page run in order in one temporary directory, as in a terminal. Three tables say what differs from the page:
//! [`COVERED`] names the tests that execute commands and compare their output already, [`SHORTENED`] what runs in place of a
//! command that takes too long or needs something that is not everywhere, and [`OTHERS`] who executes the commands of other
//! tools, or why nobody can. A command that is in no class fails, and so does an entry that no page has any more.
//!
//! `INSTA_UPDATE=always` writes the output of executed commands into the pages.

use crate::common;
use crate::example;
mod packed;
mod pages;
mod spelling;
mod tables;

use common::Ended;
use pages::{Command, all_pages, read, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tables::{By, COVERED, OTHERS, PREPARED, Prepared, SHORTENED};
use tempfile::TempDir;

/// One test per page, so that pages are checked in parallel.
macro_rules! sessions {
    ($($name:ident: $page:literal,)*) => {
        $(#[test]
        fn $name() {
            session($page);
        })*
        /// The pages whose commands are executed here.
        const SESSIONS: &[&str] = &[$($page),*];
    };
}

sessions! {
    readme: "README.md",
    capture: "docs/tutorials/capture.md",
    cluster: "docs/how-to/cluster.md",
    compute_unit: "docs/reference/compute-unit.md",
    exec: "docs/tutorials/exec.md",
    gallery: "docs/how-to/gallery.md",
    gcn: "docs/reference/gcn.md",
    install: "docs/how-to/install.md",
    introduction: "docs/introduction.md",
    launch_files: "docs/reference/launch-files.md",
    lecture_1: "docs/tutorials/lectures/session-1.md",
    lecture_1_answers: "docs/tutorials/lectures/answers-1.md",
    lecture_2: "docs/tutorials/lectures/session-2.md",
    lecture_2_answers: "docs/tutorials/lectures/answers-2.md",
    lecture_3: "docs/tutorials/lectures/session-3.md",
    lecture_3_answers: "docs/tutorials/lectures/answers-3.md",
    machines: "docs/reference/machines.md",
    new_policy: "docs/tutorials/new-policy.md",
    profile: "docs/how-to/profile.md",
    reproduce: "docs/how-to/reproduce.md",
    run: "docs/how-to/run.md",
    studies: "docs/how-to/studies.md",
    sass: "docs/reference/sass.md",
    suite: "docs/reference/suite.md",
    timeline: "docs/how-to/timeline.md",
    machine_code: "docs/explanation/machine-code.md",
    check: "docs/how-to/check.md",
    nsight: "docs/reference/nsight.md",
    examples: "examples/README.md",
}

/// What happens to a command.
enum Fate {
    /// This line runs: the page's, or a shortened one.
    Run { line: String, is_shortened: bool },
    /// Another test or CI executes it, or nobody.
    Elsewhere,
}

fn fate(command: &Command) -> Option<Fate> {
    if OTHERS.iter().any(|other| other.command == command.text) {
        return Some(Fate::Elsewhere);
    }
    if COVERED.iter().any(|covered| covered.covers(command)) {
        return Some(Fate::Elsewhere);
    }
    if let Some(shortened) = SHORTENED.iter().find(|s| s.page == command.page && s.command == command.text) {
        return Some(Fate::Run { line: shortened.instead.to_owned(), is_shortened: true });
    }
    let own = ["warploom ", "cd ", "export ", EXAMPLE].iter().any(|start| command.text.starts_with(start));
    own.then(|| Fate::Run { line: command.text.clone(), is_shortened: false })
}

/// An example is started as Cargo does: it is built with the tests.
const EXAMPLE: &str = "cargo run --release --example ";

fn with_built_example(line: &str) -> String {
    let Some(rest) = line.strip_prefix(EXAMPLE) else { return line.to_owned() };
    let (name, arguments) = rest.split_once(" -- ").unwrap_or((rest, ""));
    format!("'{}' {arguments}", example::binary(name).display())
}

/// A directory in which a page's commands run.
struct Session {
    directory: TempDir,
    /// Commands that change the shell's state, and so precede each of the later ones.
    state: String,
}

impl Session {
    fn new(page: &str) -> Session {
        let session = Session { directory: tempfile::tempdir().unwrap(), state: String::new() };
        let here = session.directory.path();
        for prepared in PREPARED.iter().filter(|prepared| prepared.page() == page) {
            match prepared {
                Prepared::Copy { from, to, .. } => copy(&root().join(from), &here.join(to)),
                Prepared::Run { command, .. } => {
                    let ended = session.run(command);
                    assert_eq!(ended.code, 0, "{page}: {command}\n{ended}");
                }
            }
        }
        session
    }

    /// Runs a line in a shell whose `warploom` is the tested one.
    fn run(&self, line: &str) -> Ended {
        let here = self.directory.path();
        let program = Path::new(assert_cmd::cargo::cargo_bin!("warploom")).parent().unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = [program.to_owned()].into_iter().chain(std::env::split_paths(&path));
        let mut shell = assert_cmd::Command::new("bash");
        let shell = shell.current_dir(here).env("PATH", std::env::join_paths(path).unwrap());
        let shell = shell.env("HOME", here).env("WARPLOOM_CACHE", here.join(".cache"));
        let shell = shell.env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8").env_remove("WARPLOOM_STORE");
        let output = shell
            .args(["-c", &format!("set -e\n{}{}", self.state, with_built_example(line))])
            .output()
            .unwrap();
        Ended {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Copies a file or a directory.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    if !from.is_dir() {
        fs::copy(from, to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
        return;
    }
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        copy(&path, &to.join(path.file_name().unwrap()));
    }
}

/// Runs the commands of a page and compares the output that the page shows.
fn session(page: &str) {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let mut session = Session::new(page);
    for (name, content) in pages::named_files(&text) {
        fs::write(session.directory.path().join(name), content).unwrap();
    }
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut wrong = Vec::new();
    let mut executed = 0;
    // From the end of the page in the second pass, so that line numbers stay true.
    let mut replaced = Vec::new();
    for command in pages::commands(page, &text) {
        let Some(Fate::Run { line, is_shortened }) = fate(&command) else { continue };
        let ended = session.run(&line);
        executed += 1;
        if ended.code != 0 {
            wrong.push(format!("{page}:{}: {line}\n{ended}", command.line));
            continue;
        }
        if ["cd ", "export "].iter().any(|start| line.starts_with(start)) {
            session.state.push_str(&format!("{line}\n"));
        }
        if command.shown.is_empty() {
            continue;
        }
        assert!(!is_shortened, "{page} shows the output of a command that is shortened here: {line}");
        let shown = &lines[command.shown.clone()];
        let printed: Vec<String> = ended.stdout.lines().map(str::to_owned).collect();
        if !pages::is_same_output(shown, &printed) {
            wrong.push(format!("{page}:{}: {line}\nprints\n{}", command.line, ended.stdout));
            replaced.push((command.shown.clone(), printed));
        }
    }
    assert!(executed > 0, "{page} has no command of its own: remove it from the sessions");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") && !replaced.is_empty() {
        for (range, printed) in replaced.into_iter().rev() {
            lines.splice(range, printed);
        }
        fs::write(root().join(page), lines.join("\n") + "\n").unwrap();
    }
    assert!(wrong.is_empty(), "INSTA_UPDATE=always writes output into the page\n{}", wrong.join("\n"));
}

#[test]
fn every_command_line_is_executed_or_says_why_not() {
    let mut unknown = Vec::new();
    let without_prompt: Vec<String> =
        all_pages().iter().flat_map(|page| pages::without_prompt(page)).collect();
    assert!(
        without_prompt.is_empty(),
        "give these a prompt, or the block a language:\n{}",
        without_prompt.join("\n")
    );
    let mut with_sessions = BTreeSet::new();
    for page in all_pages() {
        for command in pages::commands(&page, &read(&page)) {
            match fate(&command) {
                None => unknown.push(format!("{page}:{}: {}", command.line, command.text)),
                Some(Fate::Run { .. }) => {
                    with_sessions.insert(page.clone());
                }
                Some(Fate::Elsewhere) => {}
            }
        }
    }
    assert!(unknown.is_empty(), "in no table of tests/commands/tables.rs:\n{}", unknown.join("\n"));
    let listed: BTreeSet<String> = SESSIONS.iter().map(|page| (*page).to_owned()).collect();
    assert_eq!(listed, with_sessions, "the sessions are the pages with commands that run here");
}

#[test]
fn no_entry_of_a_table_is_out_of_date() {
    let all: Vec<Command> = all_pages().iter().flat_map(|page| pages::commands(page, &read(page))).collect();
    let mut unused = Vec::new();
    for other in OTHERS {
        if !all.iter().any(|command| command.text == other.command) {
            unused.push(other.command.to_owned());
        }
    }
    for shortened in SHORTENED {
        assert!(!shortened.reason.is_empty(), "{}", shortened.command);
        if !all.iter().any(|command| command.page == shortened.page && command.text == shortened.command) {
            unused.push(format!("{}: {}", shortened.page, shortened.command));
        }
    }
    for covered in COVERED {
        if !all.iter().any(|command| covered.covers(command)) {
            unused.push(format!("{}: {}", covered.page, covered.containing));
        }
    }
    for prepared in PREPARED {
        if !SESSIONS.contains(&prepared.page()) {
            unused.push(prepared.page().to_owned());
        }
    }
    assert!(unused.is_empty(), "no page has any more:\n{}", unused.join("\n"));
}

/// The tests and steps of CI that the tables name exist.
#[test]
fn who_executes_a_command_exists() {
    let has_test = |file: &str, function: &str| {
        let source = fs::read_to_string(root().join(file)).unwrap_or_default();
        // A function of Rust or of Python.
        source.contains(&format!("fn {function}(")) || source.contains(&format!("def {function}("))
    };
    for covered in COVERED {
        let file = format!("crates/cli/tests/{}", covered.test);
        assert!(has_test(&file, covered.function), "{file} has no test {}", covered.function);
        let name = Path::new(covered.page).file_name().unwrap().to_str().unwrap();
        assert!(read(&file).contains(name), "{file} does not read {}", covered.page);
    }
    for other in OTHERS {
        match other.by {
            By::Ci(step) => assert!(read(".ci/run").contains(step), "{}: {step}", other.command),
            By::Nightly(step) => assert!(read(".ci/nightly").contains(step), "{}: {step}", other.command),
            By::Test(file, function) => assert!(has_test(file, function), "{}: {file}", other.command),
            By::Nobody(reason) => assert!(reason.len() > 10, "{}: {reason}", other.command),
        }
    }
}
