//! The output of `warploom oracle`. Tests of `lab` check that no schedule beats the bound.

use crate::common::bench;

use bench::Bench;
use serde_json::Value;
use std::fs;

const MACHINES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../gpu/machines");

#[test]
fn help() {
    insta::assert_snapshot!("help", Bench::new().fine("oracle --help"));
}

#[test]
fn json_adds_up() {
    let bench = Bench::new();
    let json = bench.json("oracle lud --size tiny --policies gto,oldest");
    assert_eq!(json["policies"], serde_json::json!(["lrr", "gto", "oldest"]), "lrr is always run");
    let work = &json["works"][0];
    let (kernels, total) = (work["kernels"].as_array().unwrap(), &work["total"]);
    assert_eq!(kernels.len(), 3);
    let number = |part: &Value, key: &str| part[key].as_u64().unwrap();
    for key in ["launches", "ctas", "bound", "baseline"] {
        let sum: u64 = kernels.iter().map(|kernel| number(kernel, key)).sum();
        assert_eq!(sum, number(total, key), "{key}");
    }
    assert_eq!((number(total, "launches"), number(total, "ctas")), (16, 76));
    for part in kernels.iter().chain([total]) {
        let cycles: Vec<u64> =
            part["cycles"].as_object().unwrap().values().map(|c| c.as_u64().unwrap()).collect();
        let (bound, lrr, best) = (number(part, "bound"), number(part, "baseline"), number(part, "best"));
        assert!(bound > 0 && bound <= best && best <= lrr, "{part:#}");
        assert_eq!(Some(&best), cycles.iter().min());
        assert_eq!(part["cycles"][part["policy"].as_str().unwrap()], best);
        let limits: u64 =
            part["limits"].as_array().unwrap().iter().map(|limit| number(limit, "cycles")).sum();
        assert_eq!(limits, bound);
        let reached = part["reached"].as_f64().unwrap();
        assert!((reached - (lrr - best) as f64 / (lrr - bound) as f64).abs() < 1e-12, "{reached}");
    }
    let alone = bench.json("run lud --size tiny --policy lrr");
    assert_eq!(alone.as_array().unwrap().last().unwrap()["cycles"], total["baseline"]);
}

#[test]
fn seeds_have_means_and_the_speedup_of_the_best() {
    let bench = Bench::new();
    let command = "oracle lud scan --size tiny --policies gto,oldest --seeds 3";
    let json = bench.json(command);
    let works = json["works"].as_array().unwrap();
    assert_eq!((works.len(), &json["seeds"]["n"]), (6, &serde_json::json!(3)), "each work with each seed");
    for (at, work) in json["speedups"].as_array().unwrap().iter().enumerate() {
        let seeds = &works[3 * at..][..3];
        let number = |work: &Value, key: &str| work["total"][key].as_u64().unwrap() as f64;
        let mean = |of: &dyn Fn(&Value) -> f64| seeds.iter().map(of).sum::<f64>() / 3.0;
        let total = &work["total"];
        let bound = mean(&|seed| number(seed, "bound"));
        assert!((total["bound"].as_f64().unwrap() - bound).abs() < 1e-6, "{total}");
        let cycles = |seed: &Value, policy: &str| seed["total"]["cycles"][policy].as_u64().unwrap() as f64;
        let speedup = mean(&|seed| cycles(seed, "lrr") / cycles(seed, "gto"));
        let sample = &total["policies"]["gto"];
        assert!((sample["mean"].as_f64().unwrap() - speedup).abs() < 1e-12, "{total}");
        assert_eq!(sample["n"], 3);
        let best = total["policy"].as_str().unwrap();
        for policy in ["lrr", "gto", "oldest"] {
            let mean_of = |policy: &str| mean(&|seed| cycles(seed, policy));
            assert!(mean_of(best) <= mean_of(policy), "{best} {policy}");
        }
    }
    insta::assert_snapshot!("seeds", bench.fine(&format!("{command} --quiet")));
}

#[test]
fn every_kind_of_work_has_a_bound() {
    let bench = Bench::new();
    bench.fine("tape scan --size tiny -o scan.tape");
    let text = bench.fine("oracle scan.tape --policies gto --machine v100 --threads 1");
    assert!(text.starts_with("on v100: lrr and 1 other, and") && text.contains("\nscan.tape\n"), "{text}");
    let text = bench.fine("oracle saxpy.ptx --launch launch.toml --policies lrr --set sm.count=1");
    assert!(text.starts_with("on gtx480 with sm.count=1: lrr alone, and"), "{text}");
    assert!(!text.contains("\ntotal"), "one kernel is the total: {text}");
    // Fewer SMs raise the bound.
    let bound = |sms: u32| {
        let json = bench.json(&format!("oracle scan.tape --policies lrr --set sm.count={sms}"));
        json["works"][0]["total"]["bound"].as_u64().unwrap()
    };
    assert!(bound(1) > bound(8), "{} {}", bound(1), bound(8));
}

#[test]
fn errors_come_with_help() {
    let bench = Bench::new();
    let small = fs::read_to_string(format!("{MACHINES}/gtx480.toml"))
        .unwrap()
        .replace("threads = 1536", "threads = 64");
    fs::write(bench.0.path().join("small.toml"), small).unwrap();
    let all = bench.mistakes(&[
        "oracle lud --policies gta",
        "oracle lut",
        "oracle backprop --size tiny --machine small.toml",
        "oracle saxpy.ptx",
    ]);
    insta::assert_snapshot!("mistakes", all);
}

#[test]
fn the_book_shows_real_output() {
    Bench::new().shown_in("how-to/oracle.md");
}
