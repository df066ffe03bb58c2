//! Machine code on the command line: what takes it, and how it is refused.

use crate::common;

use common::{Ended, warploom};
use std::path::Path;

fn run(directory: &Path, command: &str) -> Ended {
    warploom(directory, &command.split(' ').collect::<Vec<_>>())
}

#[test]
fn the_suite_is_checked_in_machine_code() {
    let directory = tempfile::tempdir().unwrap();
    let ended = run(directory.path(), "suite check --isa sass --arch 90 --json");
    assert_eq!(ended.code, 0, "{ended}");
    let all: Vec<serde_json::Value> = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(all.len(), 38);
    assert!(all.iter().all(|one| one["passed"] == true && one["isa"] == "sass"));
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../suite/kernels/sm_70");
    let ended = warploom(directory.path(), &["suite", "check", "bfs", "micro", "--sass", own]);
    assert_eq!(ended.code, 0, "{ended}");
}

#[test]
fn what_is_no_machine_code_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    std::fs::write(here.join("bfs.cubin"), "PTX").unwrap();
    let mut text = String::new();
    for command in [
        "suite check bfs --isa sass --arch 75",
        "suite check bfs --arch 80",
        "suite check bfs --isa sass --warp 64",
        "suite check bfs --isa sass --ptx .",
        "suite check lud --sass .",
    ] {
        let ended = run(here, command);
        assert_eq!(ended.code, 2, "{command}\n{ended}");
        text.push_str(&format!("$ warploom {command}\n{}\n", ended.stderr));
    }
    insta::assert_snapshot!(text);
    let ended = run(here, "suite check bfs --sass .");
    assert_eq!(ended.code, 1, "{ended}");
    assert!(ended.stderr.contains("bfs: the file is not a cubin"), "{ended}");
}
