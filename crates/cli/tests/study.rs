//! `warploom study` on this host.

use crate::common::bench;

use bench::Bench;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const STUDY: &str = "description = 'two policies on two machines'
work = 'transpose'
size = 'tiny'
seed = { from = 1, to = 2 }
machine = ['gtx480', { name = 'gtx480', set = { 'sm.count' = 4 } }]
policy = ['lrr', { name = 'two-level', ready = [4, 8] }]
";

/// Text without what depends on the host and on the build: times, rates, ids, paths.
fn plain(text: &str, directory: &Path) -> String {
    let text = text.replace(&directory.display().to_string(), "DIR");
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = match line.trim_start() {
            start if start.starts_with("plan ") => "  plan ID".to_owned(),
            start if start.contains(" of one thread, predicted") => "  CHUNKS".to_owned(),
            start if start.contains("chunks are done") => "  CHUNKS".to_owned(),
            start if start.contains("runs/s") => continue,
            _ => line
                .split(": ")
                .map(|part| if part.contains("bytes per record") { "SIZE" } else { part })
                .collect::<Vec<_>>()
                .join(": "),
        };
        lines.push(line);
    }
    lines.join("\n")
}

fn printed(bench: &Bench, command: &str) -> Value {
    serde_json::from_str(&bench.fine(&format!("{command} --json"))).unwrap()
}

/// The error of a command that fails.
fn fails_with(bench: &Bench, command: &str, code: i32) -> String {
    let ended = bench.run(command);
    assert_eq!(ended.code, code, "{command}\n{ended}");
    format!("$ warploom {command}\n{}", ended.stderr)
}

#[test]
fn a_study_is_planned_run_and_collected() {
    let bench = Bench::new();
    let directory = bench.0.path().to_owned();
    fs::write(directory.join("caches.toml"), STUDY).unwrap();
    let text = |command: &str| plain(&bench.fine(command), &directory);
    let mut all = vec![text("study plan caches.toml --store s")];
    all.push(text("study run caches.toml --store s --threads 2 --quiet"));
    all.push(text("study status caches.toml --store s"));
    all.push(text("study results caches.toml --store s"));
    all.push(text("study plan caches.toml --store s --again"));
    insta::assert_snapshot!("study", all.join("\n---\n"));
    let status = printed(&bench, "study status caches.toml --store s");
    assert_eq!((&status["finished"], &status["complete"]), (&json!(12), &json!(true)));
    let first = fs::read(directory.join("s/results/caches/records.parquet")).unwrap();
    // The same study elsewhere, one chunk at a time, as an engine of one's own would do it.
    bench.fine("study plan caches.toml --store t --chunk-seconds 1");
    let chunks = printed(&bench, "study plan caches.toml --store t")["chunks"].as_array().unwrap().len();
    for chunk in (0..chunks).rev() {
        bench.fine(&format!("study work caches.toml --store t --chunk {chunk}"));
    }
    bench.fine("study results caches.toml --store t -o out");
    assert!(fs::read(directory.join("out/records.parquet")).unwrap() == first, "the same bytes");
}

#[test]
fn results_are_a_table_over_seeds_and_csv() {
    let bench = Bench::new();
    let directory = bench.0.path().to_owned();
    let study = "work = ['transpose', 'lud/internal']\nsize = 'tiny'\nseed = { from = 1, to = 3 }\npolicy = ['lrr', 'gto']\n";
    fs::write(directory.join("seeds.toml"), study).unwrap();
    bench.fine("study run seeds.toml --store s --quiet");
    let text = bench.fine("study results seeds.toml --store s --csv out.csv");
    insta::assert_snapshot!("results", plain(&text, &directory));
    let csv = bench.fine("study results seeds.toml --store s --csv -");
    assert_eq!(fs::read_to_string(directory.join("out.csv")).unwrap(), csv);
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 4, "a row for each work and policy: {csv}");
    let runs = |policy: &str| -> Vec<f64> {
        let cycles = |seed: u64| {
            let command = format!("run transpose --size tiny --seed {seed} --policy {policy}");
            bench.json(&command).as_array().unwrap().last().unwrap()["cycles"].as_f64().unwrap()
        };
        (1..=3).map(cycles).collect()
    };
    let (lrr, gto) = (runs("lrr"), runs("gto"));
    let speedups: Vec<f64> = lrr.iter().zip(&gto).map(|(lrr, gto)| lrr / gto).collect();
    let row = rows.iter().find(|row| row[0] == "transpose" && row[3] == "gto").unwrap();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let sigma = |values: &[f64]| {
        (values.iter().map(|value| (value - mean(values)).powi(2)).sum::<f64>() / (values.len() - 1) as f64)
            .sqrt()
    };
    let near = |at: usize, value: f64| {
        assert!((row[at].parse::<f64>().unwrap() - value).abs() < 1e-3, "column {at}, {value}: {csv}");
    };
    near(6, mean(&gto));
    near(7, sigma(&gto));
    near(11, mean(&speedups));
    near(12, sigma(&speedups));
    assert_eq!((row[5], row[10], row[13]), ("3", "lrr", "3"), "{csv}");
    assert!(
        fails_with(&bench, "study results seeds.toml --store s --csv none/out.csv", 2)
            .contains("cannot be written")
    );
}

#[test]
fn the_table_of_a_large_study_has_means_only() {
    let bench = Bench::new();
    let study = "work = ['transpose', 'scan']\nsize = 'tiny'\nseed = 1\nmax_cycles = 200\nmachine = { name = 'gtx480', set = { 'sm.count' = { from = 1, to = 16 } } }\npolicy = ['lrr', 'gto']\n";
    fs::write(bench.0.path().join("many.toml"), study).unwrap();
    bench.fine("study run many.toml --store s --quiet");
    let text = bench.fine("study results many.toml --store s");
    assert!(text.contains("64 combinations of workload, machine and policies: `--csv FILE`"), "{text}");
    assert!(text.contains("geometric mean of speedups") && !text.contains("transpose"), "{text}");
}

#[test]
fn help() {
    let bench = Bench::new();
    insta::assert_snapshot!("help_study_results", bench.fine("study results --help"));
    insta::assert_snapshot!("help_study", bench.fine("study --help"));
    insta::assert_snapshot!("help_study_run", bench.fine("study run --help"));
}

#[test]
fn mistakes_name_their_place_and_remedy() {
    let bench = Bench::new();
    let directory = bench.0.path().to_owned();
    let fails = |name: &str, text: &str| {
        fs::write(directory.join(format!("{name}.toml")), text).unwrap();
        fails_with(&bench, &format!("study plan {name}.toml --store s"), 2)
    };
    let mut all = vec![
        fails("key", "work = 'lud'\npolicies = 'gto'\n"),
        fails("work", "work = 'lut'\npolicy = 'gto'\n"),
        fails("pattern", "work = 'zz*'\npolicy = 'gto'\n"),
        fails(
            "machine",
            "work = 'lud'\npolicy = 'gto'\nmachine = { name = 'gtx480', set = { 'sm.cuont' = 4 } }\n",
        ),
        fails("name", "work = 'lud'\npolicy = 'gto'\nmachine = 'h10'\n"),
        fails("file", "work = 'lud'\npolicy = 'gto'\nmachine = 'own/h10.toml'\n"),
        fails("policy", "work = 'lud'\npolicy = { name = 'two-level', raedy = 4 }\n"),
        fails("fraction", "work = 'lud'\npolicy = { name = 'two-level', ready = [4, 8.0] }\n"),
        fails("cores", "work = 'lud'\npolicy = 'gto'\nmachine = 'hd7970'\n"),
        fails("twice", "work = 'lud'\npolicy = ['gto', 'gto']\n"),
        fails("seed", "work = 'lud'\npolicy = 'gto'\nseed = 'one'\n"),
    ];
    all.push(fails_with(&bench, "study status none.toml --store s", 2));
    all.push(fails_with(&bench, "study run none.toml --store s", 2));
    fs::write(directory.join("fine.toml"), "work = 'transpose'\nsize = 'tiny'\npolicy = 'gto'\n").unwrap();
    bench.fine("study plan fine.toml --store s");
    all.push(fails_with(&bench, "study work fine.toml --store s --chunk 1", 2));
    all.push(fails_with(&bench, "study results fine.toml --store s", 1));
    let text = all.join("\n---\n").replace(&directory.display().to_string(), "DIR");
    insta::assert_snapshot!("study_mistakes", text);
}

#[test]
fn a_cancelled_study_continues() {
    let bench = Bench::new();
    fs::write(bench.0.path().join("c.toml"), STUDY).unwrap();
    bench.fine("study plan c.toml --store s");
    let text = bench.fine("study cancel c.toml --store s");
    assert!(text.contains("finished runs stay"), "{text}");
    bench.fine("study run c.toml --store s --quiet");
    assert_eq!(printed(&bench, "study status c.toml --store s")["complete"], true);
}

#[test]
fn the_studies_of_the_repository_can_be_planned() {
    let bench = Bench::new();
    let studies = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let mut found = 0;
    for entry in fs::read_dir(&studies).unwrap() {
        let path = entry.unwrap().path();
        let plan = printed(&bench, &format!("study plan {} --store s", path.display()));
        assert!(plan["runs"].as_u64().unwrap() > 0, "{}", path.display());
        found += 1;
    }
    assert!(found >= 3, "{found} studies");
}
