//! The output and exit codes of `warploom suite`.

use crate::common;

use common::{Ended, warploom};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use warploom_suite::{APPLICATIONS, MICROBENCHMARKS};

fn suite(args: &[&str]) -> Ended {
    warploom(Path::new("."), &[&["suite"], args].concat())
}

/// Without times, and the ends of lines after them.
fn timeless(mut ended: Ended) -> Ended {
    let no_time = |line: &str| match line.rsplit_once(' ') {
        Some((head, word)) if word.parse::<f64>().is_ok() && word.contains('.') => head.trim_end().to_owned(),
        _ => match line.rsplit_once(" (") {
            Some((head, tail)) if tail.ends_with(" s)") => head.to_owned(),
            _ => line.to_owned(),
        },
    };
    ended.stdout = ended.stdout.lines().map(|line| no_time(line) + "\n").collect();
    ended
}

#[test]
fn list() {
    insta::assert_snapshot!(suite(&["list"]));
}

#[test]
fn list_as_json_has_every_kernel_at_every_size() {
    let list: Vec<Value> = serde_json::from_str(&suite(&["list", "--json"]).stdout).unwrap();
    assert_eq!(list.len(), APPLICATIONS.len() + MICROBENCHMARKS.len(), "those of the papers, and ours");
    let lud = list.iter().find(|a| a["name"] == "lud").unwrap();
    assert_eq!(lud["sizes"], serde_json::json!(["tiny", "small", "paper:phase-aware"]));
    let internal = lud["kernels"].as_array().unwrap().iter().find(|k| k["name"] == "internal").unwrap();
    let paper = &internal["sizes"][2];
    assert_eq!(paper["grid"], serde_json::json!([127, 127, 1]));
    assert_eq!(paper["block"], serde_json::json!([16, 16, 1]));
    assert!(paper["warp_instructions"].as_u64().unwrap() > 1_000_000);
    let classes: u64 = paper["mix"].as_object().unwrap().values().map(|v| v.as_u64().unwrap()).sum();
    assert_eq!(paper["warp_instructions"].as_u64(), Some(classes));
}

#[test]
fn show() {
    insta::assert_snapshot!("show", suite(&["show", "transpose"]));
    insta::assert_snapshot!("show_kernel", suite(&["show", "radixsort/permute"]));
    insta::assert_snapshot!("show_mix", suite(&["show", "reduction", "--mix", "--size", "tiny"]));
    let ptx = suite(&["show", "transpose", "--ptx"]).stdout;
    assert!(ptx.contains(".entry transpose_transpose("));
    let json: Value = serde_json::from_str(&suite(&["show", "transpose", "--json"]).stdout).unwrap();
    assert!(json["source"].as_str().unwrap().contains("__global__ void transpose_transpose"));
    let json: Value =
        serde_json::from_str(&suite(&["show", "scan", "--mix", "--size", "tiny", "--json"]).stdout).unwrap();
    assert!(json.as_array().unwrap().iter().all(|k| k["memory_share"].as_f64().unwrap() > 0.0));
}

#[test]
fn names_and_sizes_that_do_not_exist() {
    insta::assert_snapshot!("no_application", suite(&["show", "backpop"]));
    insta::assert_snapshot!("no_kernel", suite(&["show", "lud/diag"]));
    insta::assert_snapshot!("no_size", suite(&["check", "lud", "--size", "paper:pro"]));
    insta::assert_snapshot!("a_kernel_alone", suite(&["check", "lud/internal"]));
    insta::assert_snapshot!("no_directory", suite(&["check", "lud", "--ptx", "nowhere"]));
}

#[test]
fn help() {
    insta::assert_snapshot!("help", suite(&["--help"]));
    insta::assert_snapshot!("help_check", suite(&["check", "--help"]));
    insta::assert_snapshot!("help_show", suite(&["show", "--help"]));
}

#[test]
fn check_passes() {
    insta::assert_snapshot!("check", timeless(suite(&["check", "transpose", "backprop"])));
    let lanes = suite(&["check", "reduction", "--warp", "64", "--seed", "5", "--threads", "1", "--quiet"]);
    assert_eq!(lanes.to_string(), "exit code 0\n----- stdout\n----- stderr\n");
}

/// A directory with the PTX of backprop, changed.
fn broken(from: &str, to: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let ptx = suite(&["show", "backprop", "--ptx"]).stdout;
    assert!(ptx.contains(from), "{from}");
    fs::write(directory.path().join("backprop.ptx"), ptx.replacen(from, to, 1)).unwrap();
    directory
}

fn check_in(directory: &tempfile::TempDir, flags: &[&str]) -> Ended {
    let args = ["suite", "check", "backprop", "transpose", "--ptx", "."];
    timeless(warploom(directory.path(), &[&args, flags].concat()))
}

#[test]
fn a_broken_kernel_makes_it_fail() {
    let directory = broken("add.f32", "sub.f32");
    insta::assert_snapshot!("broken", check_in(&directory, &[]));
    let ended = check_in(&directory, &["--json"]);
    assert_eq!(ended.code, 1);
    let json: Vec<Value> = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!((&json[0]["passed"], &json[1]["passed"]), (&Value::Bool(false), &Value::Bool(true)));
    assert_eq!(json[0]["buffers"][0]["buffer"], "partial");
    assert!(json[0]["buffers"][0]["wrong"].as_u64().unwrap() > 0);
}

#[test]
fn a_kernel_that_does_something_wrong_is_shown_with_its_line() {
    insta::assert_snapshot!("fault", check_in(&broken("shl.b32", "not.b32 %r6, %r5; //"), &[]));
}

#[test]
fn a_ptx_file_that_cannot_be_read_is_shown_with_its_line() {
    insta::assert_snapshot!("syntax", check_in(&broken("add.f32", "ad.f32"), &[]));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("warploom"))
        .args(["suite", "list", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
