//! Data races: `warploom exec --race`.

use crate::common;

use common::{Ended, warploom};
use std::fs;
use std::path::Path;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/race");

fn exec(flags: &[&str]) -> Ended {
    let mut args = vec!["exec", "exchange.ptx", "--launch", "launch.toml"];
    args.extend(flags);
    warploom(Path::new(EXAMPLE), &args)
}

#[test]
fn a_race_is_shown_at_both_lines_of_the_source() {
    let ended = exec(&["--race"]);
    assert_eq!(ended.code, 1, "{ended}");
    insta::assert_snapshot!(ended);
    // The book shows this report.
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tutorials/exec.md");
    let book = fs::read_to_string(book).unwrap();
    for line in ended.stderr.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        assert!(book.lines().any(|shown| shown.trim_end() == line), "the book lacks: {line}");
    }
}

#[test]
fn without_the_option_nothing_is_said() {
    let ended = exec(&[]);
    assert_eq!(ended.code, 0, "{ended}");
    assert!(!ended.to_string().contains("race"), "{ended}");
    assert!(!exec(&["--json"]).stdout.contains("\"races\""));
}

#[test]
fn a_race_without_its_source_file_is_shown_in_the_ptx() {
    let bench = tempfile::tempdir().unwrap();
    for file in ["exchange.ptx", "launch.toml"] {
        fs::copy(Path::new(EXAMPLE).join(file), bench.path().join(file)).unwrap();
    }
    let ended = warploom(bench.path(), &["exec", "exchange.ptx", "--launch", "launch.toml", "--race"]);
    assert_eq!(ended.code, 1, "{ended}");
    insta::assert_snapshot!(ended);
}

#[test]
fn races_are_an_array_in_json() {
    let ended = exec(&["--race", "--json"]);
    assert_eq!(ended.code, 1, "{ended}");
    let record: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(record["passed"], false);
    insta::assert_snapshot!(serde_json::to_string_pretty(&record["races"]).unwrap());
}

#[test]
fn a_launch_without_races_passes() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/saxpy");
    let exec = |flags: &[&str]| {
        let mut args = vec!["exec", "saxpy.ptx", "--launch", "launch.toml", "--race"];
        args.extend(flags);
        warploom(Path::new(example), &args)
    };
    let ended = exec(&[]);
    assert_eq!(ended.code, 0, "{ended}");
    assert!(ended.stdout.contains("no data races"), "{ended}");
    assert!(exec(&["--json"]).stdout.contains("\"races\": []"));
}

#[test]
fn the_option_is_explained_and_needs_warps() {
    let help = exec(&["--help"]);
    assert!(help.stdout.contains("--race"), "{help}");
    assert!(help.stdout.contains("Find data races"), "{help}");
    let ended = exec(&["--race", "--one-thread-at-a-time"]);
    assert_eq!(ended.code, 2, "{ended}");
}
