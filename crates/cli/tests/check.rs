//! `warploom check`: verdicts, exit codes and reports, on the kernels of `examples/check`.

use crate::common::{self, Ended};

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/check");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A directory with the files of the example.
fn example() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for file in fs::read_dir(EXAMPLE).unwrap() {
        let path = file.unwrap().path();
        fs::copy(&path, directory.path().join(path.file_name().unwrap())).unwrap();
    }
    directory
}

/// Checks limits of one kernel file of the example.
fn check(ptx: &str, limits: &str, options: &[&str]) -> (Ended, tempfile::TempDir) {
    let directory = example();
    let text = format!(
        "baseline = 'baseline.json'\nruns = 2\n[[check]]\nname = 'blur'\nptx = '{ptx}'\nlaunch = 'launch.toml'\n\
         [check.kernel.blur]\n{limits}\n"
    );
    fs::write(directory.path().join("own.toml"), text).unwrap();
    let ended = common::warploom(directory.path(), &[&["check", "own.toml", "--quiet"], options].concat());
    (ended, directory)
}

fn json(directory: &Path, file: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(directory.join(file)).unwrap()).unwrap()
}

#[test]
fn the_example_passes() {
    let directory = example();
    let ended = common::warploom(directory.path(), &["check", "limits.toml", "--quiet"]);
    assert_eq!(ended.code, 0, "{ended}");
    let page = fs::read_to_string(format!("{ROOT}/docs/how-to/check.md")).unwrap();
    assert!(page.contains(&format!("```text\n{}```\n", ended.stdout)), "{ended}");
}

#[test]
fn a_race_fails_at_its_source_lines() {
    let (ended, directory) = check("race.ptx", "cycles = 5000", &["--sarif", "s.sarif", "--junit", "j.xml"]);
    assert_eq!(ended.code, 1, "{ended}");
    let source = fs::read_to_string(format!("{EXAMPLE}/blur.cu")).unwrap();
    let sarif = json(directory.path(), "s.sarif");
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let races: Vec<&Value> = results.iter().filter(|result| result["ruleId"] == "races").collect();
    assert!(!races.is_empty(), "{sarif:#}");
    for race in races {
        let place = &race["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "blur.cu");
        let line = place["region"]["startLine"].as_u64().unwrap() as usize;
        assert!(source.lines().nth(line - 1).unwrap().contains("tile["), "line {line}");
    }
    let xml = fs::read_to_string(directory.path().join("j.xml")).unwrap();
    assert!(
        xml.contains("<testcase classname=\"blur\" name=\"races\">\n      <failure message=\"races: "),
        "{xml}"
    );
}

#[test]
fn a_slower_kernel_fails_against_the_baseline_only() {
    let limit = "cycles = 5000\nchange = 0.05";
    let (same, _) = check("blur.ptx", limit, &[]);
    assert_eq!(same.code, 0, "{same}");
    let (slower, _) = check("slow.ptx", limit, &["--json"]);
    assert_eq!(slower.code, 1, "{slower}");
    let checked: Value = serde_json::from_str(&slower.stdout).unwrap();
    let failed: Vec<&str> = checked[0]["verdicts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|verdict| verdict["status"] != "passed")
        .map(|verdict| verdict["what"].as_str().unwrap())
        .collect();
    assert_eq!(failed, ["change"]);
}

/// The baseline of the example is what the program measures now: a baseline that drifted away would hide slowdowns.
#[test]
fn the_baseline_of_the_example_is_up_to_date() {
    let directory = example();
    let args = ["check", "limits.toml", "--quiet", "--save-baseline", "new.json"];
    let ended = common::warploom(directory.path(), &args);
    assert_eq!(ended.code, 0, "{ended}");
    let new = fs::read_to_string(directory.path().join("new.json")).unwrap();
    let path = format!("{EXAMPLE}/baseline.json");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, &new).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), new);
}

#[test]
fn each_limit_fails_beyond_its_edge() {
    let limits = "cycles = 10\nseconds = 1e-9\nregisters = 1\noccupancy = 1\nspilled_bytes = 0\ncoalescing = 1\n\
         passes_per_shared_request = 0.5";
    let (ended, _) = check("blur.ptx", limits, &["--json"]);
    assert_eq!(ended.code, 1, "{ended}");
    let checked: Value = serde_json::from_str(&ended.stdout).unwrap();
    let verdicts = checked[0]["verdicts"].as_array().unwrap();
    let status = |what: &str| &verdicts.iter().find(|verdict| verdict["what"] == what).unwrap()["status"];
    for what in ["cycles", "seconds", "registers", "coalescing", "passes_per_shared_request"] {
        assert_eq!(status(what), "failed", "{what}");
    }
    for what in ["results", "faults", "races", "spilled_bytes", "occupancy"] {
        assert_eq!(status(what), "passed", "{what}");
    }
}

#[test]
fn what_cannot_be_checked_is_no_pass() {
    // The other check is made all the same.
    let directory = example();
    let text = "[[check]]\nname = 'a'\ncapture = 'a.capture'\n\
                [[check]]\nname = 'b'\nptx = 'blur.ptx'\nlaunch = 'launch.toml'\n";
    fs::write(directory.path().join("own.toml"), text).unwrap();
    let ended = common::warploom(directory.path(), &["check", "own.toml", "--markdown", "summary.md"]);
    assert_eq!(ended.code, 2, "{ended}");
    assert!(ended.stdout.contains("3 of 4 passed, 1 could not be checked on v100"), "{ended}");
    let summary = fs::read_to_string(directory.path().join("summary.md")).unwrap();
    assert!(summary.starts_with("### Warploom: 3 of 4 passed"), "{summary}");
}

#[test]
fn mistakes() {
    let directory = example();
    let args = ["check", "limits.toml", "--only", "nothing"];
    let ended = common::warploom(directory.path(), &args);
    assert_eq!(ended.code, 2);
    assert!(ended.stderr.contains("its checks: blur"), "{ended}");
    let ended = common::warploom(directory.path(), &["check", "launch.toml"]);
    assert_eq!(ended.code, 2);
    assert!(ended.stderr.contains("is not a file of limits"), "{ended}");
    let text = fs::read_to_string(directory.path().join("limits.toml")).unwrap();
    for (limit, other, why) in [
        (
            "occupancy = 0.9",
            "occupancy = 90",
            "[check.kernel.blur] of `blur`: `occupancy` is a share from 0 to 1, not 90",
        ),
        ("cycles = 1500", "cycles = -1", "`cycles` cannot be below 0"),
    ] {
        assert!(text.contains(limit), "{text}");
        fs::write(directory.path().join("wrong.toml"), text.replace(limit, other)).unwrap();
        let ended = common::warploom(directory.path(), &["check", "wrong.toml"]);
        assert!(ended.code == 2 && ended.stderr.contains(why), "{ended}");
    }
}

/// The shell steps of the action run in an empty directory, as a runner would start them.
#[test]
fn the_steps_of_the_action_run() {
    let directory = example();
    let action = fs::read_to_string(format!("{ROOT}/action.yml")).unwrap();
    let gitlab = fs::read_to_string(format!("{EXAMPLE}/gitlab.yml")).unwrap();
    for (text, summary) in [(action, "summary.md"), (gitlab, "reports/check.md")] {
        let steps = blocks(&text);
        assert_eq!(steps.len(), 3, "install, compile, check");
        let program = assert_cmd::cargo::cargo_bin!("warploom");
        let path = std::env::join_paths(
            [program.parent().unwrap().to_owned()]
                .into_iter()
                .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
        );
        for step in steps {
            let output = Command::new("bash")
                .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &step])
                .current_dir(directory.path())
                .env("PATH", path.as_ref().unwrap())
                .env("ARCHIVE", "")
                .env("COMPILE", "echo $NVCC_FLAGS > flags.txt")
                .env("LIMITS", "limits.toml")
                .env("REPORTS", "reports")
                .env("RUNNER_TEMP", directory.path().join("temp"))
                .env("GITHUB_PATH", directory.path().join("path"))
                .env("GITHUB_STEP_SUMMARY", directory.path().join("summary.md"))
                .output()
                .unwrap();
            assert!(output.status.success(), "{step}\n{}", String::from_utf8_lossy(&output.stderr));
        }
        let read = |file: &str| fs::read_to_string(directory.path().join(file)).unwrap();
        assert!(read("flags.txt").contains("-cudart shared"));
        assert!(read("reports/junit.xml").contains("failures=\"0\""));
        assert_eq!(json(directory.path(), "reports/check.sarif")["version"], "2.1.0");
        assert!(read(summary).contains("passed on v100"));
    }
}

/// The literal blocks of shell in a file of YAML: those after `run: |` or `- |`.
fn blocks(text: &str) -> Vec<String> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let lines: Vec<&str> = text.lines().collect();
    let starts = lines.iter().enumerate().filter(|(_, line)| matches!(line.trim(), "run: |" | "- |"));
    let block = |(at, line): (usize, &&str)| {
        let inside = lines[at + 1..].iter().take_while(|next| next.is_empty() || indent(next) > indent(line));
        inside.map(|line| line.trim_start_matches(' ')).collect::<Vec<_>>().join("\n")
    };
    starts.map(block).collect()
}
