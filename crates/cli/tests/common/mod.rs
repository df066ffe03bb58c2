//! Runs of the program.

pub mod bench;
pub mod saxpy;

use assert_cmd::Command;
use std::path::Path;

/// The exit code and output of the program.
pub struct Ended {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Ended { code, stdout, stderr } = self;
        write!(f, "exit code {code}\n----- stdout\n{stdout}----- stderr\n{stderr}")
    }
}

/// Runs the program in a directory.
pub fn warploom(directory: &Path, args: &[&str]) -> Ended {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("warploom"));
    let command = command.current_dir(directory).args(args);
    let command = command.env("WARPLOOM_CACHE", directory.join(".cache"));
    let output = command.env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8").output().unwrap();
    Ended {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}
