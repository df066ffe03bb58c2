//! The output and exit codes of `warploom run`, `compare` and `policies`. Tests of `gpu` check the numbers of cycles.

use crate::common::bench;

use bench::Bench;
use serde_json::Value;
use std::fs;
use warploom_report::timeline::proto::Trace;

const MACHINES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../gpu/machines");

#[test]
fn help() {
    let bench = Bench::new();
    for (name, command) in [
        ("help_run", "run --help"),
        ("help_compare", "compare --help"),
        ("help_policies", "policies --help"),
        ("help_policies_show", "policies show --help"),
    ] {
        insta::assert_snapshot!(name, bench.fine(command));
    }
}

#[test]
fn policies_are_listed_as_declared() {
    let bench = Bench::new();
    insta::assert_snapshot!("policies", bench.fine("policies"));
    insta::assert_snapshot!("policy", bench.fine("policies show tl-gpgpusim"));
    insta::assert_snapshot!("policy_without_parameters", bench.fine("policies show gto"));
    insta::assert_snapshot!("cta_policy", bench.fine("policies show block"));
    insta::assert_snapshot!("policies_json", bench.fine("policies --json"));
    let set = bench.fine("policies show tl-gpgpusim:ready=9");
    assert!(set.ends_with("in records: tl-gpgpusim:ready=9\n"), "{set}");
}

/// The words of a line.
fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

#[test]
fn a_run_prints_a_table() {
    let bench = Bench::new();
    let text = bench.fine("run lud --size tiny --policy tl-gpgpusim:ready=8 --threads 2");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "lud at tiny, seed 1, on gtx480 under tl-gpgpusim:ready=8");
    assert_eq!(lines[1], "L2 at start: 36.9 kB copied by the host (--cold starts it empty)");
    assert_eq!(
        words(lines[3]).join(" "),
        "kernel CTAs cycles µs IPC per SM L1 hits L2 hits DRAM scheduler-cycles",
    );
    // A kernel with many launches has one row.
    let rows: Vec<Vec<&str>> = lines[4..8].iter().map(|line| words(line)).collect();
    assert_eq!([rows[0][0], rows[1][0], rows[2][0]], ["lud_diagonal", "lud_perimeter", "lud_internal"]);
    assert_eq!([rows[0][1], rows[1][1], rows[2][1]], ["×6", "×5", "×5"]);
    assert_eq!([rows[0][2], rows[1][2], rows[2][2]], ["6", "15", "55"]);
    assert_eq!(&rows[3][..2], ["total", "76"]);
    let cycles: Vec<u64> = rows.iter().map(|row| row[row.len().min(4) - 1].parse().unwrap_or(0)).collect();
    assert!(cycles[..3].iter().all(|&cycles| cycles > 0), "{text}");
    assert!(
        rows.iter().all(|row| row.contains(&"issued") && row.iter().any(|word| word.ends_with("B/s"))),
        "{text}"
    );
    assert!(lines[4].contains(" CTAs, "), "{text}");
    let last = lines.last().unwrap();
    let cpus = std::thread::available_parallelism().map_or(2, usize::from);
    let threads = if cpus == 1 { " on 1 thread" } else { " on 2 threads" };
    assert!(last.starts_with("97057 warp instructions in ") && last.ends_with(threads), "{last}");
    // A single launch has no total.
    let text = bench.fine("run saxpy.ptx --launch launch.toml");
    assert!(text.starts_with("saxpy.ptx with launch.toml, on gtx480 under gto\n"), "{text}");
    assert!(!text.contains("\ntotal") && text.contains("\n576 warp instructions in "), "{text}");
}

/// A rate or a share is never shown as 0.0: small ones have significant digits, and zero is 0.
#[test]
fn rates_and_shares_never_round_to_zero() {
    let bench = Bench::new();
    for command in [
        "run lud --size tiny --by-line",
        "run micro/ffma_chain --size tiny --machine h100 --by-line",
        "run nn/layer1 --size tiny --by-line --policy lrr",
    ] {
        let text = bench.fine(command);
        // A run may take less than a hundredth of a second.
        let lines = text.lines().filter(|line| !line.contains(" warp instructions in "));
        let zero = lines.flat_map(words).find(|word| word.parse() == Ok(0.0) && *word != "0");
        assert_eq!(zero, None, "{text}");
    }
    let text = bench.fine("run micro/ffma_chain --size tiny --machine h100");
    assert!(text.contains(" MB/s ") || text.contains(" kB/s ") || text.contains(" 0 B/s "), "{text}");
}

/// Without host-dependent values.
fn steady(mut json: Value) -> Value {
    for record in json.as_array_mut().unwrap() {
        for key in ["seconds", "warp_instructions_per_second", "threads"] {
            assert!(record[key].as_f64().is_some_and(|number| number > 0.0), "{record:#}");
            record[key] = Value::Null;
        }
    }
    json
}

#[test]
fn json_has_every_launch_and_the_total() {
    let bench = Bench::new();
    let json = bench.json("run lud --size tiny --threads 1");
    let records = json.as_array().unwrap();
    assert_eq!(records.len(), 16 + 1);
    for (at, record) in records[..16].iter().enumerate() {
        assert_eq!(record["launch"], at);
        assert_eq!(record["work"], "lud");
        assert_eq!(record["policy"], "gto");
        assert!(record["cycles"].as_u64().unwrap() > 0);
    }
    assert_eq!(records[16]["kernel"], "total");
    assert_eq!(records[16]["warp_instructions"], 97057);
    assert_eq!(records[16]["digest"], records[0]["digest"]);
    let sum: u64 = records[..16].iter().map(|record| record["cycles"].as_u64().unwrap()).sum();
    assert_eq!(records[16]["cycles"], sum);
    assert_eq!(
        steady(bench.json("run lud --size tiny --threads 2")),
        steady(json.clone()),
        "any number of threads gives the same"
    );
    // A record of a tape differs from that of its work only in the name.
    bench.fine("tape lud --size tiny -o lud.tape");
    let taped = bench.json("run lud.tape");
    assert_eq!(taped[16]["cycles"], json[16]["cycles"]);
    assert_eq!(taped[16]["digest"], json[16]["digest"]);
    assert_eq!((&taped[16]["work"], &taped[16]["size"]), (&"lud.tape".into(), &Value::Null));
}

#[test]
fn every_kind_of_work_runs() {
    let bench = Bench::new();
    let trace = bench.json("run TRACE --machine v100 --policy lrr");
    let total = trace.as_array().unwrap().last().unwrap();
    assert_eq!((&total["machine"], &total["policy"]), (&"v100".into(), &"lrr".into()));
    assert!(total["l1"]["accesses"].as_u64().unwrap() > 0, "{total:#}");
    fs::copy(format!("{MACHINES}/gtx480.toml"), bench.0.path().join("mine.toml")).unwrap();
    let json = bench.json("run saxpy.ptx --launch launch.toml --machine mine.toml");
    assert_eq!(json[1]["warp_instructions"], 576);
    let internal = bench.json("run lud/internal --size tiny");
    assert_eq!(internal.as_array().unwrap().len(), 5 + 1);
}

/// Data that the host copied starts in the L2, or, with `--cold`, in DRAM; the output says which.
#[test]
fn the_l2_starts_warm_or_cold() {
    let bench = Bench::new();
    bench.fine("tape scalarprod --size tiny -o s.tape");
    let second = |command: &str| bench.fine(command).lines().nth(1).unwrap().to_owned();
    let mut notes = String::new();
    for command in [
        "run s.tape --quiet",
        "run s.tape --warm --quiet",
        "run s.tape --cold --quiet",
        "run s.tape --machine gtx480 --set l2.cache.sets=2 --quiet",
        "run s.tape --cold --set l2.cache.sets=2 --quiet",
        "run bfs --size tiny --quiet",
        "run TRACE --quiet",
        "compare s.tape --policies lrr --quiet",
        "compare s.tape bfs --size tiny --policies lrr --quiet",
        "compare s.tape --policies lrr --cold --quiet",
        "oracle s.tape --policies lrr --quiet",
        "oracle s.tape --policies lrr --cold --quiet",
    ] {
        notes.push_str(&format!("$ warploom {command}\n{}\n", second(command)));
    }
    insta::assert_snapshot!("l2_at_start", notes);
    let total = |command: &str| bench.json(command).as_array().unwrap().last().unwrap().clone();
    let [plain, warm, cold] = ["", " --warm", " --cold"].map(|start| total(&format!("run s.tape{start}")));
    assert_eq!([&plain["l2_start"], &warm["l2_start"], &cold["l2_start"]], ["warm", "warm", "cold"]);
    assert_eq!((&warm["digest"], &warm["cycles"]), (&plain["digest"], &plain["cycles"]));
    assert_ne!(cold["digest"], plain["digest"]);
    let number = |record: &Value, part: &str, key: &str| record[part][key].as_u64().unwrap();
    assert!(number(&cold, "dram", "reads") > number(&plain, "dram", "reads"), "{cold:#}");
    assert!(number(&cold, "l2", "hits") < number(&plain, "l2", "hits"), "{cold:#}");
    assert!(cold["cycles"].as_u64() > plain["cycles"].as_u64(), "{cold:#}");
    let compared = bench.json("compare s.tape --policies gto --cold");
    assert_eq!(compared["works"][0]["runs"][0]["cycles"], cold["cycles"]);
    let found = bench.json("oracle s.tape --policies gto --cold");
    assert_eq!(found["l2_start"], "cold");
    let total = &found["works"][0]["total"];
    assert_eq!(total["cycles"]["gto"], cold["cycles"]);
    assert!(total["bound"].as_u64() <= cold["cycles"].as_u64(), "{total:#}");
    let warmer = bench.json("oracle s.tape --policies gto");
    assert!(warmer["works"][0]["total"]["bound"].as_u64() < total["bound"].as_u64(), "{total:#}");
    bench.fine("graph phases s.tape --cycles 0..2000 --cold --quiet");
    for command in ["run s.tape", "compare s.tape", "oracle s.tape", "graph phases s.tape"] {
        assert_eq!(bench.run(&format!("{command} --cold --warm")).code, 2);
    }
    assert_eq!(bench.run("validate accelsim --cold").code, 2);
    assert_eq!(bench.run("reproduce motrr --cold").code, 2);
}

/// Built-in machines have no launch latency. One that is set, or imported, is shown apart from idle time.
#[test]
fn launch_latency_is_shown_apart() {
    let bench = Bench::new();
    let total = |command: &str| bench.json(command).as_array().unwrap().last().unwrap().clone();
    let plain = total("run saxpy.ptx --launch launch.toml --machine v100");
    assert_eq!(plain["stalls"]["launch"], 0);
    let late = total("run saxpy.ptx --launch launch.toml --machine v100 --set launch_latency=5000");
    let schedulers = 80 * 4;
    assert_eq!(late["stalls"]["launch"], 5000 * schedulers);
    let sum: u64 = late["stalls"].as_object().unwrap().values().map(|cycles| cycles.as_u64().unwrap()).sum();
    assert_eq!(late["scheduler_cycles"], sum);
    assert_eq!(sum, late["cycles"].as_u64().unwrap() * schedulers);
    let text = bench.fine("run saxpy.ptx --launch launch.toml --machine v100 --set launch_latency=5000");
    assert!(text.contains(" launch ") && text.contains(" idle.no_cta "), "{text}");
    let text = bench.fine("run saxpy.ptx --launch launch.toml --machine v100");
    assert!(!text.contains(" launch "), "{text}");
    let configuration = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reference/accelsim/configs/SM7_QV100");
    bench.fine(&format!(
        "machines import {configuration}/gpgpusim.config {configuration}/trace.config -o imported.toml"
    ));
    let imported = total("run saxpy.ptx --launch launch.toml --machine imported.toml");
    assert_eq!(imported["stalls"]["launch"], late["stalls"]["launch"]);
}

#[test]
fn cycles_are_charged_to_lines() {
    let bench = Bench::new();
    let text = bench.fine("run lud --size tiny --by-line");
    let table: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("line ")).collect();
    assert_eq!(words(table[0]), ["line", "issued", "stalled", "share", "for"]);
    assert!(table[1].starts_with("lud.cu:"), "{text}");
    assert!(table.last().unwrap().ends_with("more lines: `--json` has all"), "{text}");
    let json = bench.json("run lud --size tiny --by-line");
    let lines = json[16]["lines"].as_array().unwrap();
    assert!(lines.len() > 30);
    let issued: u64 = lines.iter().map(|line| line["stalls"]["issued"].as_u64().unwrap()).sum();
    assert_eq!(issued, 97057);
    // A trace has no source lines: instructions are listed instead.
    let text = bench.fine("run TRACE --by-line");
    assert!(text.contains("+0x") && text.contains(" LDG"), "{text}");
}

#[test]
fn a_timeline_does_not_change_the_run() {
    let bench = Bench::new();
    let plain = bench.json("run lud --size tiny");
    let ended = bench.run("run lud --size tiny --timeline lud.pftrace --json --quiet");
    assert_eq!(ended.code, 0, "{ended}");
    assert_eq!(steady(serde_json::from_str(&ended.stdout).unwrap()), steady(plain));
    // With JSON, the description goes to standard error.
    let described = &ended.stderr;
    assert!(described.starts_with("timeline: lud.pftrace shows cycles 0..20000 of SM 0: "), "{described}");
    assert!(described.contains("--timeline-cycles 20000..40000 continues it"), "{described}");
    let bytes = fs::read(bench.0.path().join("lud.pftrace")).unwrap();
    let trace = Trace::read(&bytes).unwrap();
    let names: Vec<&str> =
        trace.packet.iter().filter_map(|packet| packet.track_descriptor.as_ref()?.name.as_deref()).collect();
    for name in ["SM 0", "kernel", "resident warps", "scheduler 1", "CTA slot 0", "warp slot 0", "in flight"]
    {
        assert!(names.contains(&name), "{name} in {names:?}");
    }
    // A shorter timeline replaces a longer one, and shows the requested SM.
    let text = bench.fine(
        "run lud --size tiny --timeline lud.pftrace --timeline-cycles 9000..9100 --timeline-sms 14,2,14",
    );
    assert!(text.contains("\ntimeline: lud.pftrace shows cycles 9000..9100 of SMs 2, 14: "), "{text}");
    assert!(text.ends_with("  open it in https://ui.perfetto.dev, where 1 ns is 1 cycle\n"), "{text}");
    let bytes = fs::read(bench.0.path().join("lud.pftrace")).unwrap();
    let trace = Trace::read(&bytes).unwrap();
    let groups: Vec<&str> = trace
        .packet
        .iter()
        .filter_map(|packet| packet.track_descriptor.as_ref()?.process.as_ref()?.process_name.as_deref())
        .collect();
    assert_eq!(groups, ["SM 2", "SM 14"]);
    assert!(trace.packet.iter().filter_map(|packet| packet.timestamp).all(|at| (9000..=9100).contains(&at)));
    let text = bench
        .fine("run saxpy.ptx --launch launch.toml --timeline s.pftrace --timeline-cycles 900000..900001");
    assert!(text.contains("s.pftrace is empty: the run ended before cycle 900000\n  try "), "{text}");
}

#[test]
fn a_run_can_be_ended_early_and_says_so() {
    let bench = Bench::new();
    let text = bench.fine("run backprop --size tiny --max-ctas 2");
    assert!(text.contains(" ended early, by --max-ctas\n"), "{text}");
    let json = bench.json("run backprop --size tiny --max-cycles 100");
    assert_eq!(json.as_array().unwrap().last().unwrap()["ended"], "max-cycles");
    let text = bench.fine("compare backprop --size tiny --max-ctas 2");
    assert!(text.contains("\nended early: backprop at tiny\n"), "{text}");
}

#[test]
fn policies_are_compared_with_the_first() {
    let bench = Bench::new();
    bench.fine("tape bfs --size tiny -o bfs.tape");
    let text = bench.fine("compare backprop lud/internal --size tiny --policies lrr,tl-gpgpusim:ready=8,gto");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "on gtx480: speedup over lrr");
    assert_eq!(
        lines[1],
        "L2 at start: up to 71.9 kB per workload copied by the host (--cold starts it empty)"
    );
    assert_eq!(words(lines[3]), ["work", "cycles", "under", "lrr", "lrr", "tl-gpgpusim:ready=8", "gto"]);
    for (line, name) in lines[4..6].iter().zip(["backprop at tiny ", "lud/internal at tiny "]) {
        let numbers = line.strip_prefix(name).map(words).unwrap_or_default();
        assert_eq!((numbers.len(), numbers[1]), (4, "1.000"), "{text}");
    }
    assert!(lines[6].starts_with("geometric mean") && lines.len() == 7, "{text}");
    // An option is accepted if it applies to one of the works.
    let text = bench.fine("compare bfs.tape scan --size tiny");
    assert!(text.contains("\nbfs.tape  ") && text.contains("\nscan at tiny  "), "{text}");
    assert_eq!(bench.run("compare bfs.tape TRACE --size tiny").code, 2);
    let text = bench.fine("compare bfs.tape --policies lrr,gto --explain");
    assert!(!text.contains("geometric mean"), "of one there is none: {text}");
    assert!(text.contains("\n  bfs.tape, gto: "), "{text}");
    let json = bench.json("compare bfs.tape TRACE --policies gto,lrr");
    assert_eq!(json["policies"], serde_json::json!(["gto", "lrr"]));
    let works = json["works"].as_array().unwrap();
    for work in works {
        let cycles = |run: usize| work["runs"][run]["cycles"].as_u64().unwrap();
        assert_eq!(work["runs"][0]["speedup"], 1.0);
        let speedup = work["runs"][1]["speedup"].as_f64().unwrap();
        assert!((speedup - cycles(0) as f64 / cycles(1) as f64).abs() < 1e-12, "{speedup}");
        let records = work["runs"][1]["records"].as_array().unwrap();
        assert_eq!(records.last().unwrap()["cycles"], cycles(1));
    }
    let alone = bench.json("run bfs.tape --policy lrr");
    assert_eq!(alone.as_array().unwrap().last().unwrap()["cycles"], works[0]["runs"][1]["cycles"]);
    assert_eq!(json["geometric_mean"][1]["policy"], "lrr");
}

#[test]
fn ctas_are_placed_as_is_said() {
    let bench = Bench::new();
    bench.fine("tape lud --size tiny -o lud.tape");
    let total = |command: &str| bench.json(command).as_array().unwrap().last().unwrap().clone();
    let plain = total("run lud --size tiny --threads 1");
    for policy in ["rr", "block", "fill", "bcs"] {
        let placed = total(&format!("run lud --size tiny --threads 1 --cta-policy {policy}"));
        assert_eq!(placed["cta_policy"], policy);
        for key in ["ctas", "warp_instructions", "thread_instructions", "size", "seed", "ended"] {
            assert_eq!(placed[key], plain[key], "{policy}: {key}");
        }
        assert_eq!(placed["digest"] == plain["digest"], policy == "rr");
        assert_eq!(placed["cycles"] == plain["cycles"], policy == "rr", "{policy} makes a difference here");
        // Executed or from a tape, on any number of threads, alone or in a comparison.
        let taped = total(&format!("run lud.tape --threads 2 --cta-policy {policy}"));
        let compared = bench.json(&format!("compare lud.tape --policies gto,lrr --cta-policy {policy}"));
        assert_eq!(compared["cta_policy"], policy);
        let compared = compared["works"][0]["runs"][0]["records"].as_array().unwrap().last().unwrap().clone();
        for other in [taped, compared] {
            assert_eq!((&other["cycles"], &other["digest"]), (&placed["cycles"], &placed["digest"]));
        }
    }
    let text = bench.fine("run TRACE --max-ctas 3 --cta-policy block");
    assert!(text.starts_with("TRACE, on gtx480 under gto, CTA policy block\n"), "{text}");
    assert!(text.contains(" ended early, by --max-ctas\n"), "{text}");
    let text = bench.fine("run saxpy.ptx --launch launch.toml --cta-policy block");
    assert!(
        text.starts_with("saxpy.ptx with launch.toml, on gtx480 under gto, CTA policy block\n"),
        "{text}"
    );
    let text = bench.fine("compare lud.tape --cta-policy bcs");
    assert!(text.starts_with("on gtx480, CTA policy bcs: speedup over lrr\n"), "{text}");
}

#[test]
fn errors_come_with_help() {
    let bench = Bench::new();
    fs::write(bench.0.path().join("broken.toml"), "name = \"x\"\n").unwrap();
    let small = fs::read_to_string(format!("{MACHINES}/gtx480.toml"))
        .unwrap()
        .replace("threads = 1536", "threads = 64");
    fs::write(bench.0.path().join("small.toml"), small).unwrap();
    let all = bench.mistakes(&[
        "run lud --policy gta",
        "run lud --policy newest-policy",
        "run lud --policy gto:ready=6",
        "run lud --policy tl-gpgpusim:redy=6",
        "run lud --policy tl-gpgpusim:ready=0",
        "run lud --policy tl-gpgpusim:8",
        "run lut",
        "run backprop --size tiny --machine small.toml",
        "compare lud --policies lrr,gto,lrr",
        "compare lud --policies lrr,,gto",
        "compare backprop lut --size tiny --policies lrr",
        "policies show gta",
        "run lud --cta-policy blok",
        "run lud --cta-policy scatter",
        "compare lud --cta-policy bcs:size=4",
        "run lud --timeline t.pftrace --timeline-cycles 100",
        "run lud --timeline t.pftrace --timeline-cycles 100..x",
        "run lud --timeline t.pftrace --timeline-cycles 200..100",
        "run lud --timeline t.pftrace --timeline-sms 0,15",
        "run lud --timeline t.pftrace --timeline-sms first",
        "run lud --timeline none/t.pftrace",
    ]);
    insta::assert_snapshot!("mistakes", all);
    for command in [
        "run",
        "compare",
        "run lud --machine gtx48",
        "run lud --machine broken.toml",
        "run lud --machine none.toml",
        "run lud --threads 0",
        "run lud --max-cycles 0",
        "run lud --window 0",
        "run lud --timeline-cycles 0..10",
        "run lud --launch launch.toml",
        "run saxpy.ptx",
    ] {
        let ended = bench.run(command);
        assert!(ended.code == 2 && ended.stdout.is_empty() && !ended.stderr.is_empty(), "{command}\n{ended}");
    }
}

#[test]
fn the_book_shows_real_output() {
    for page in ["reference/policies.md", "how-to/run.md", "how-to/compare.md"] {
        Bench::new().shown_in(page);
    }
}

#[test]
fn the_tutorial_shows_real_output() {
    Bench::new().shown_in("tutorials/first-comparison.md");
}

#[test]
fn the_readme_shows_real_output() {
    Bench::new().shown_in("../README.md");
}

#[test]
fn a_kernel_that_does_wrong_ends_a_run() {
    let bench = Bench::new();
    let launch = fs::read_to_string(bench.0.path().join("launch.toml")).unwrap();
    fs::write(bench.0.path().join("launch.toml"), launch.replacen("i32 = 1000", "i32 = 1024", 1)).unwrap();
    for command in ["run saxpy.ptx --launch launch.toml", "compare saxpy.ptx --launch launch.toml"] {
        let ended = bench.run(command);
        assert!(ended.code == 1 && ended.stdout.is_empty() && ended.stderr.contains("saxpy.ptx:"), "{ended}");
    }
    // It leaves no timeline.
    assert_eq!(bench.run("run saxpy.ptx --launch launch.toml --timeline t.pftrace").code, 1);
    assert!(!bench.0.path().join("t.pftrace").exists());
}
