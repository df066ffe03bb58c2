//! The output of `warploom validate`, and the book's page, which it writes.
//!
//! Every test run simulates the page's rows of quick work; all rows are simulated by
//! `cargo nextest run --release -p warploom validate:: --run-ignored only`. `INSTA_UPDATE=always` updates the rows that differ;
//! `warploom validate all -o docs/explanation` writes the whole page and its figures.

use crate::common;

use common::{Ended, warploom};
use std::fs;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Works that take seconds in the dev profile. `scalarprod` and `transpose` are applications of the suite.
const QUICK: &str = "ffma,vecadd,matmul,ffma_1x32,ffma_ctas400,ffma_ctas600,scalarprod,transpose";

/// A row of a table, after the titles of its table.
type Row<'a> = (&'a str, &'a str);

/// The rows of a page's tables.
fn rows(page: &str) -> Vec<Row<'_>> {
    let (mut rows, mut titles) = (Vec::new(), None);
    for line in page.lines() {
        match titles {
            _ if !line.starts_with("| ") => titles = None,
            None => titles = Some(line),
            Some(_) if line.starts_with("| ---") => {}
            Some(titles) => rows.push((titles, line)),
        }
    }
    rows
}

/// The key of a row: its first three cells, and the fourth for a pair of policies.
fn key(row: &str) -> String {
    let named = if row.contains(" | yes | ") || row.contains(" | no | ") { 4 } else { 3 };
    row.split_inclusive(" | ").take(named).collect()
}

/// The titles of the tables with one row per point or kernel, which do not depend on the number of points.
fn of_points((titles, _): &Row<'_>) -> bool {
    titles.starts_with("| machine | work |") || titles.starts_with("| machine | kernel |")
}

/// Simulates the points of `only`, or all, and compares the rows with the book's.
fn check(only: Option<&str>) {
    let out = tempfile::tempdir().expect("a directory");
    let directory = out.path().display().to_string();
    let mut args = vec!["validate", "all", "--check", "--quiet", "-o", &directory];
    args.extend(only.into_iter().flat_map(|names| ["--only", names]));
    let ended = warploom(Path::new(ROOT), &args);
    assert_eq!(ended.code, 0, "{ended}");
    let path = Path::new(ROOT).join("docs/explanation/validation.md");
    let page = fs::read_to_string(&path).expect("the page can be read");
    let simulated = fs::read_to_string(out.path().join("validation.md")).expect("it was written");
    let simulated: Vec<Row<'_>> = rows(&simulated).into_iter().filter(of_points).collect();
    assert!(simulated.len() > 20, "{simulated:?}");
    let there = rows(&page);
    let differ: Vec<&Row<'_>> = simulated.iter().filter(|row| !there.contains(row)).collect();
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        let mut right = page.clone();
        for (titles, row) in differ {
            let same = |old: &&Row<'_>| old.0 == *titles && key(old.1) == key(row);
            let (_, old) = there.iter().find(same).unwrap_or_else(|| {
                panic!("the page has no such row; write it anew: warploom validate all -o docs/explanation\n{row}")
            });
            right = right.replace(old, row);
        }
        fs::write(&path, right).expect("the page can be written");
        return;
    }
    let differ: String = differ.iter().map(|(_, row)| format!("{row}\n")).collect();
    assert!(
        differ.is_empty(),
        "docs/explanation/validation.md should have these rows (INSTA_UPDATE=always writes them):\n{differ}"
    );
}

#[test]
fn the_book_tells_how_far_off_quick_work_is() {
    check(Some(QUICK));
}

#[test]
#[ignore = "takes minutes; run it in release after a model or a machine changed"]
fn the_book_tells_how_far_off_all_work_is() {
    check(None);
}

#[test]
fn help_teaches() {
    insta::assert_snapshot!("help", warploom(Path::new(ROOT), &["validate", "--help"]));
}

#[test]
fn without_answers_it_says_where_they_are() {
    let directory = tempfile::tempdir().expect("a directory");
    insta::assert_snapshot!("no_reference", warploom(directory.path(), &["validate", "all"]));
}

#[test]
fn an_unknown_name_is_a_mistake() {
    let args = ["validate", "accelsim", "--only", "ffma,vecad"];
    insta::assert_snapshot!("no_point", warploom(Path::new(ROOT), &args));
}

#[test]
fn an_option_that_would_change_nothing_is_a_mistake() {
    for args in [
        ["accelsim", "--machine", "h100"],
        ["all", "--set", "sm.count=4"],
        ["micro", "--only", "ffma"],
        ["micro", "--output", "out"],
    ] {
        let all: Vec<&str> = ["validate"].into_iter().chain(args).collect();
        let ended = warploom(Path::new(ROOT), &all);
        let message = format!("`validate {}` does not use {}", args[0], args[1]);
        assert_eq!(ended.code, 2, "{ended}");
        assert!(ended.stderr.contains(&message), "{ended}");
    }
}

/// A reference with one point, in a temporary directory.
struct Reference(tempfile::TempDir);

/// One warp with a chain of FFMA, and an invented result.
const POINT: &str = r#"
[limits]
error = 5.0

[[points]]
name = "chain"
gpu = "a GPU"
machine = "gtx480"
set = ["sm.count=1"]
trace = "trace"
policies = ["gto"]
beside = ["lrr"]
truth = 1000
launch = { cycles = 100, source = "made up" }
held_out = true
source = "Made up."
"#;

/// Copies the files of a directory to another, which is made.
fn copy_files(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("it can be made");
    for entry in fs::read_dir(from).expect("the files are there") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("it can be copied");
    }
}

impl Reference {
    fn new(hardware: &str) -> Reference {
        let directory = tempfile::tempdir().expect("a directory");
        let trace = Path::new(ROOT).join("reference/traces/mgpusim_ffma_1x32_it10");
        copy_files(&trace, &directory.path().join("reference/trace"));
        fs::write(directory.path().join("reference/hardware.toml"), hardware).expect("it can be written");
        Reference(directory)
    }

    /// The text with the point's result replaced by `OURS` and its error by `ERROR`, since machines may change.
    fn stable(&self, text: &str) -> String {
        let ended = self.validate(&["--json"]);
        let reports: serde_json::Value = serde_json::from_str(&ended.stdout).expect("JSON");
        let number = |key: &str| reports[0]["rows"][0][key].as_f64().expect("a number");
        let (ours, error) = (format!("{:.0}", number("ours")), format!("{:+.1}", number("error")));
        text.replace(&ours, "OURS").replace(&error, "ERROR")
    }

    fn validate(&self, args: &[&str]) -> Ended {
        warploom(self.0.path(), &[&["validate", "hardware", "--quiet"], args].concat())
    }
}

#[test]
fn an_exceeded_limit_is_printed_and_fails() {
    let reference = Reference::new(POINT);
    let ended = reference.validate(&["--check"]);
    assert_eq!(ended.code, 1, "{ended}");
    insta::assert_snapshot!("exceeded", reference.stable(&ended.stderr));
    assert_eq!(reference.validate(&[]).code, 0);
}

#[test]
fn errors_in_points_name_their_place() {
    let changes = [
        ("truth = 1000", "thruth = 1000"),
        ("truth = 1000", "truth = \"fast\""),
        ("truth = 1000", "truth = 0"),
        ("truth = 1000", "truth = 1000\nsweep = \"s\""),
        ("policies = [\"gto\"]", "policies = [\"got\"]"),
        ("machine = \"gtx480\"", "machine = \"gtx48\""),
        ("sm.count=1", "sm.cuont=1"),
        ("sm.count=1", "sm.count"),
        ("truth = 1000", "truth = 1000\ngroup = \"alone\""),
        ("truth = 1000", "truth = 1000\nctas = 0"),
        ("[[points]]", "[[points]"),
        ("trace = \"trace\"", "trace = \"tarce\""),
    ];
    let mut printed = String::new();
    for (from, to) in changes {
        assert!(POINT.contains(from), "{from}");
        let ended = Reference::new(&POINT.replacen(from, to, 1)).validate(&[]);
        printed.push_str(&format!("{to}\n{ended}\n"));
    }
    insta::assert_snapshot!("mistakes", printed);
}

#[test]
fn json_has_the_numbers_and_the_page_its_figures() {
    let reference = Reference::new(POINT);
    let ended = reference.validate(&["--json"]);
    let reports: serde_json::Value =
        serde_json::from_str(&ended.stdout).unwrap_or_else(|e| panic!("{e}: {ended}"));
    let rows = reports[0]["rows"].as_array().expect("rows");
    assert_eq!((rows.len(), &reports[0]["held_out"]["points"]), (2, &serde_json::json!(1)));
    assert_eq!((&rows[0]["counts"], &rows[1]["counts"]), (&true.into(), &false.into()));
    let explained =
        "# Page\n\n{{hardware.figures}}\n{{hardware.cycles}}\n{{hardware.notes}}\n{{accelsim.order}}\n";
    fs::write(reference.0.path().join("reference/explained.md"), explained).expect("it can be written");
    let ended = reference.validate(&["-o", "out"]);
    assert_eq!(ended.code, 0, "{ended}");
    let read =
        |name: &str| fs::read_to_string(reference.0.path().join("out").join(name)).expect("it was written");
    insta::assert_snapshot!("page", reference.stable(&read("validation.md")));
    let figure = read("validation-hardware.svg");
    assert!(figure.starts_with("<svg") && figure.contains("cycles measured"), "{figure}");
}

/// The suite's `transpose` on one machine under one policy, in a temporary directory with other results.
struct SuiteReference(tempfile::TempDir);

const SUITE: &str = r#"
results = "results.csv"
source = "Made up."
kernels = []
limits = {}
policies = [{ name = "gto", theirs = "gto" }]
machines = [{ name = "SM7_QV100", config = "config", dram_command = 32 }]

[suite]
results = "suite.csv"
traces = "traces"
policies = ["gto"]
tuned_on = []
held_out = ["transpose"]
limits = { error = 0.0, exact = true }
"#;

const RESULTS: &str = "config,sched,app,launch,kernel,cycles,insn,l1_acc,l1_miss,l2_acc,l2_miss
SM7_QV100,gto,transpose,1,transpose_transpose,1005000,32,100,50,50,50
";

impl SuiteReference {
    fn new(results: &str) -> SuiteReference {
        let directory = tempfile::tempdir().expect("a directory");
        let reference = directory.path().join("reference");
        let from = Path::new(ROOT).join("reference/accelsim");
        for (from, to) in
            [(from.join("configs/SM7_QV100"), "config"), (from.join("suite/transpose"), "traces/transpose")]
        {
            copy_files(&from, &reference.join(to));
        }
        for (name, text) in [("accelsim.toml", SUITE), ("results.csv", "config\n"), ("suite.csv", results)] {
            fs::write(reference.join(name), text).expect("it can be written");
        }
        SuiteReference(directory)
    }

    fn validate(&self, args: &[&str]) -> Ended {
        warploom(self.0.path(), &[&["validate", "accelsim", "--quiet"], args].concat())
    }
}

#[test]
fn the_suite_is_compared_launch_by_launch() {
    let ended = SuiteReference::new(RESULTS).validate(&["--json", "--check"]);
    assert_eq!(ended.code, 1, "{ended}");
    let reports: serde_json::Value =
        serde_json::from_str(&ended.stdout).unwrap_or_else(|e| panic!("{e}: {ended}"));
    let suite = &reports[0]["suite"];
    let launch = &suite["launches"][0];
    // The launch latency is excluded on both sides.
    assert_eq!((&launch["theirs"], &launch["held_out"]), (&1_000_000.0.into(), &true.into()));
    assert_eq!((&launch["kernel"], &launch["launch"]), (&"transpose/transpose".into(), &1.into()));
    assert_eq!((&launch["l1_hits"]["theirs"], &launch["l2_hits"]["theirs"]), (&50.0.into(), &0.0.into()));
    assert_eq!(
        (&suite["kernels"][0]["signed"], &suite["summary"][2]["signed"]),
        (&launch["error"], &launch["error"])
    );
    let lines: Vec<&str> = ended.stderr.lines().collect();
    let [error, instructions] = lines[..] else { panic!("two limits are exceeded: {ended}") };
    let launch = "limit exceeded: SM7_QV100 transpose/transpose gto, launch 1: ";
    assert!(error.starts_with(&format!("{launch}the error is -")), "{error}");
    assert!(instructions.starts_with(launch) && instructions.ends_with(" thread instructions instead of 32"));
}

#[test]
fn results_without_the_launches_of_a_trace_are_a_mistake() {
    let second = "SM7_QV100,gto,transpose,2,transpose_transpose,6000,32,100,50,50,50\n";
    let changes = [
        format!("{RESULTS}{second}"),
        RESULTS.replace("transpose_transpose", "transpose_naive"),
        RESULTS.replace("1005000", "5000"),
    ];
    let mut printed = String::new();
    for results in changes {
        let ended = SuiteReference::new(&results).validate(&[]);
        printed.push_str(&format!("{ended}\n"));
    }
    insta::assert_snapshot!("suite_mistakes", printed);
}

/// The folder of Multi2Sim's recorded runs, which is not part of the repository.
fn recorded_runs() -> Option<std::path::PathBuf> {
    let folder = std::env::var_os("WARPLOOM_MULTI2SIM")
        .map_or_else(|| Path::new(ROOT).join("../shared/reference/multi2sim"), Into::into);
    folder.is_dir().then_some(folder)
}

/// The page about Multi2Sim shows what the command prints, where the recorded runs exist.
#[test]
fn the_page_about_multi2sim_is_what_is_measured() {
    let Some(folder) = recorded_runs() else {
        return println!("skipped: there are no recorded runs of Multi2Sim");
    };
    let folder = folder.canonicalize().expect("it is there").display().to_string();
    let ended = warploom(Path::new(ROOT), &["validate", "multi2sim", "--quiet", "--reference", &folder]);
    assert_eq!(ended.code, 0, "{ended}");
    assert!(!ended.stdout.contains("differ"), "instructions and LDS accesses are equal:\n{ended}");
    // The tables of executed runs have a section of their own.
    const EXECUTED: &str = "executed from launch files";
    let (imported, executed) = ended.stdout.split_once(EXECUTED).expect("runs are executed");
    let printed = [format!("{}\n", imported.trim_end()), format!("{EXECUTED}{executed}")];
    assert!(printed[1].contains("13 of 13 runs have the tapes and cycles of their traces"), "{ended}");
    let path = Path::new(ROOT).join("docs/explanation/beside-multi2sim.md");
    let page = fs::read_to_string(&path).expect("the page can be read");
    let (mut right, mut rest) = (String::new(), page.as_str());
    for block in &printed {
        let (before, shown) = rest.split_once("```text\n").expect("it has a block of text");
        let (_, after) = shown.split_once("```\n").expect("which ends");
        right.push_str(&format!("{before}```text\n{block}```\n"));
        rest = after;
    }
    right.push_str(rest);
    if right != page && std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        fs::write(&path, right).expect("it can be written");
    } else {
        assert!(
            right == page,
            "run with INSTA_UPDATE=always to write it anew; it should show\n{}",
            ended.stdout
        );
    }
}

#[test]
fn a_comparison_with_multi2sim_needs_its_folder() {
    let run = |args: &[&str]| warploom(&std::env::temp_dir(), &[&["validate", "multi2sim"], args].concat());
    let ended = run(&["--reference", "nowhere"]);
    assert_eq!(ended.code, 2);
    assert!(ended.stderr.contains("multi2sim.csv"), "{ended}");
    let ended = run(&["--machine", "v100"]);
    assert_eq!(ended.code, 2);
    assert!(ended.stderr.contains("`validate multi2sim` does not use --machine"), "{ended}");
}
