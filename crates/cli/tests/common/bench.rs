//! A directory to run the program in, with the example's kernel and launch file.

use super::{Ended, saxpy, warploom};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

const TRACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reference/traces/mgpusim_vecadd_50000_sm80");

/// A temporary directory with the example's kernel and launch file.
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

    /// Runs the program, which must succeed.
    pub fn fine(&self, command: &str) -> String {
        let ended = self.run(command);
        assert_eq!(ended.code, 0, "{command}\n{ended}");
        ended.stdout
    }

    /// The JSON that the program prints.
    pub fn json(&self, command: &str) -> Value {
        serde_json::from_str(&self.fine(&format!("{command} --json --quiet"))).unwrap()
    }

    /// The errors of commands that cannot start: exit code 2, and nothing on standard output.
    pub fn mistakes(&self, commands: &[&str]) -> String {
        let mut all = String::new();
        for command in commands {
            let ended = self.run(command);
            assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{command}\n{ended}");
            all.push_str(&format!("$ warploom {command}\n{}", ended.stderr));
        }
        all
    }

    /// Checks that a page of the book shows real output: runs each `$ warploom` line and compares the rest of its code block.
    /// `INSTA_UPDATE=always` writes the output into the page.
    pub fn shown_in(&self, page: &str) {
        let path = format!("{}/../../docs/{page}", env!("CARGO_MANIFEST_DIR"));
        let book = fs::read_to_string(&path).unwrap();
        let mut printed = String::new();
        let mut lines = book.lines();
        let mut commands = 0;
        while let Some(line) = lines.next() {
            printed.extend([line, "\n"]);
            if let Some(command) = line.strip_prefix("$ warploom ") {
                let shown: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
                for line in self.fine(command).lines() {
                    printed.extend([without_host_speed(line, &shown), "\n"]);
                }
                printed.push_str("```\n");
                commands += 1;
            }
        }
        assert!(commands > 0, "{page} shows nothing");
        if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
            fs::write(&path, &printed).unwrap();
        }
        let there = fs::read_to_string(&path).unwrap();
        assert!(
            there == printed,
            "docs/{page} is not what is printed: run with INSTA_UPDATE=always\n{printed}"
        );
    }
}

/// A printed line. A line with the host's speed, which differs between runs, is taken from the page if the count of instructions is the same.
fn without_host_speed<'a>(line: &'a str, shown: &[&'a str]) -> &'a str {
    const SPEED: &str = " warp instructions in ";
    let Some((count, _)) = line.split_once(SPEED) else { return line };
    let same = |other: &&&str| other.split_once(SPEED).is_some_and(|(theirs, _)| theirs == count);
    shown.iter().find(same).copied().unwrap_or(line)
}
