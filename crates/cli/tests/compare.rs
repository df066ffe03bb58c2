//! `warploom compare` on several machines, and the files it writes.

use crate::common::bench;

use bench::Bench;
use serde_json::{Value, json};
use std::fs;

/// A comparison that takes little time.
const QUICK: &str = "compare lud/internal nn/layer1 --size tiny --quiet";

#[test]
fn machines_are_compared_one_after_the_other_and_ranked() {
    let bench = Bench::new();
    let command = format!("{QUICK} --policies lrr,gto,two-level:order=gto,ready=4");
    let text = bench.fine(&format!("{command} --machine gtx480,v100"));
    insta::assert_snapshot!("machines", text);
    assert_eq!(bench.fine(&format!("{command} --machine gtx480 --machine v100")), text, "repeated");
    for machine in ["gtx480", "v100"] {
        let alone = bench.fine(&format!("{command} --machine {machine}"));
        assert!(
            text.contains(&alone),
            "the table of a machine is that of a comparison on it alone:\n{alone}"
        );
    }
    let set = bench
        .fine("compare lud --size tiny --max-cycles 2000 --machine gtx480,v100 --set sm.count=4 --quiet");
    assert!(
        set.contains("on gtx480 with sm.count=4: ") && set.contains("on v100 with sm.count=4: "),
        "{set}"
    );
}

#[test]
fn json_has_an_object_for_each_machine_and_the_ranking() {
    let bench = Bench::new();
    let both = bench.json("compare lud --size tiny --max-cycles 6000 --machine gtx480,v100");
    let machines = both["machines"].as_array().unwrap();
    let names: Vec<&Value> = machines.iter().map(|one| &one["machine"]).collect();
    assert_eq!(names, ["gtx480", "v100"]);
    let record = &machines[1]["works"][0]["runs"][1]["records"][0];
    assert_eq!((&record["machine"], &record["policy"]), (&json!("v100"), &json!("gto")));
    assert!(both["ranking"]["agrees"].is_boolean() && both["ranking"]["changes"].is_array(), "{both:#}");
    assert_eq!(both["complete"], true);
    let alone = bench.json("compare lud --size tiny --max-cycles 6000 --machine v100");
    for key in ["machine", "policies", "geometric_mean", "cta_policy"] {
        assert_eq!(alone[key], machines[1][key], "{key}");
    }
}

/// A CSV text without the column of digests.
fn without_digests(text: &str) -> String {
    text.lines().filter_map(|line| line.rsplit_once(',')).flat_map(|(line, _)| [line, "\n"]).collect()
}

#[test]
fn csv_and_markdown_go_to_files_or_to_standard_output() {
    let bench = Bench::new();
    let read = |name: &str| fs::read_to_string(bench.0.path().join(name)).unwrap();
    let command = format!("{QUICK} --machine gtx480,v100 --policies lrr,two-level:ready=4,order=gto");
    let table = bench.fine(&format!("{command} --csv runs.csv --markdown runs.md"));
    assert!(table.starts_with("on gtx480: speedup over lrr\n"), "{table}");
    insta::assert_snapshot!("csv", without_digests(&read("runs.csv")));
    insta::assert_snapshot!("markdown", read("runs.md"));
    assert_eq!(bench.fine(&format!("{command} --csv -")), read("runs.csv"));
    assert_eq!(bench.fine(&format!("{command} --markdown - --csv again.csv")), read("runs.md"));
    assert_eq!(read("again.csv"), read("runs.csv"));
}

#[test]
fn a_chart_is_drawn_as_svg_or_png() {
    let bench = Bench::new();
    let read = |name: &str| fs::read(bench.0.path().join(name)).unwrap();
    bench.fine(&format!("{QUICK} --machine gtx480,v100 --chart c.svg"));
    let svg = String::from_utf8(read("c.svg")).unwrap();
    for word in [
        "Speedup over lrr",
        "workload",
        "cycles under lrr ÷ cycles",
        "gtx480",
        "v100",
        "geometric mean",
        "gto",
        "nn/layer1 at tiny",
    ] {
        assert!(svg.contains(word), "{word} in {svg}");
    }
    assert!(
        svg.contains("@media screen") && svg.contains("<pattern id=\"diagonal\""),
        "for screens, and for print"
    );
    let of_baseline = svg.matches("class=\"fill-white\"").count();
    assert_eq!(of_baseline, 0, "bars of the baseline would have no height");
    bench.fine(&format!("{QUICK} --chart c.png"));
    assert!(read("c.png").starts_with(b"\x89PNG\r\n"));
}

#[test]
fn machines_of_sms_and_cus_are_compared_under_policies_that_both_have() {
    let bench = Bench::new();
    let command = "compare transpose --size tiny --machine hd7970,gtx480 --policies oldest,two-level --quiet";
    let text = bench.fine(command);
    assert!(text.contains("on hd7970: speedup over oldest\n") && text.contains("on gtx480: "), "{text}");
    assert!(text.contains("\nranking: "), "{text}");
}

#[test]
fn mistakes_have_their_remedy_before_anything_runs() {
    let bench = Bench::new();
    bench.fine("tape saxpy.ptx --launch launch.toml -o saxpy.tape");
    insta::assert_snapshot!(
        "mistakes",
        bench.mistakes(&[
            "compare lud --machine gtx480,gtx480",
            "compare lud --machine gtx480,v101",
            "compare lud --machine gtx480,hd7970",
            "compare lud --machine gtx480,hd7970 --policies all",
            "compare lud --chart bars.pdf",
            "compare lud --chart -",
            "compare lud --csv - --markdown -",
            "compare lud --csv - --json",
            "compare lud --csv none/runs.csv",
            "compare saxpy.tape --csv saxpy.tape",
        ])
    );
}

#[test]
fn seeds_show_mean_and_sigma_and_no_difference() {
    let bench = Bench::new();
    let text = bench.fine(&format!("{QUICK} --policies lrr,gto,two-level:ready=4 --seeds 3"));
    insta::assert_snapshot!("seeds", text);
    assert!(text.contains("3 seeds: inputs, addresses and the network's latency change"), "{text}");
    let explained = bench.fine(&format!("{QUICK} --policies lrr,gto --seeds 2 --explain"));
    assert_eq!(
        explained.matches("lud/internal at tiny, gto: ").count(),
        1,
        "one line for all seeds: {explained}"
    );
    let markdown = bench.fine(&format!("{QUICK} --policies lrr,gto --seeds 2 --markdown -"));
    assert!(markdown.contains("2 seeds: ") && markdown.contains(" ± "), "{markdown}");
}

/// Mean and sample standard deviation.
fn statistics(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt())
}

#[test]
fn statistics_over_seeds_are_those_of_the_runs_and_seed_1_is_the_run_without_seeds() {
    let bench = Bench::new();
    let command = "compare nn/layer1 lud/internal --size tiny --policies lrr,gto";
    let (plain, seeds) = (bench.json(command), bench.json(&format!("{command} --seeds 3")));
    assert_eq!(
        seeds["seeds"],
        json!({
            "n": 3,
            "perturbed": ["inputs", "addresses", "network latency"],
            "network_latency_changes": [0, 1, -1],
        })
    );
    let works = seeds["works"].as_array().unwrap();
    assert_eq!(works.iter().map(|work| &work["seed"]).collect::<Vec<_>>(), [1, 2, 3, 1, 2, 3]);
    let digest = |work: &Value| work["runs"][1]["records"][0]["digest"].clone();
    let other = works.iter().filter(|work| work["seed"] != 1);
    for (at, work) in plain["works"].as_array().unwrap().iter().enumerate() {
        assert_eq!(digest(&works[3 * at]), digest(work), "seed 1 is not perturbed");
        assert!(other.clone().all(|other| digest(other) != digest(work)));
        let speedups: Vec<f64> =
            works[3 * at..][..3].iter().map(|seed| seed["runs"][1]["speedup"].as_f64().unwrap()).collect();
        let (mean, sigma) = statistics(&speedups);
        let sample = &seeds["speedups"]["works"][at]["policies"]["gto"];
        assert!((sample["mean"].as_f64().unwrap() - mean).abs() < 1e-12, "{sample}");
        assert!((sample["sigma"].as_f64().unwrap() - sigma).abs() < 1e-12, "{sample}");
        assert_eq!(sample["n"], 3);
        assert_eq!(sample["no_difference"], (mean - 1.0).abs() <= 2.0 * sigma, "{sample}");
    }
    // The geometric mean of each seed, then the mean over seeds.
    let of = |seed: usize, work: usize| works[3 * work + seed]["runs"][1]["speedup"].as_f64().unwrap();
    let means: Vec<f64> = (0..3).map(|seed| (of(seed, 0) * of(seed, 1)).sqrt()).collect();
    let (mean, sigma) = statistics(&means);
    let sample = &seeds["speedups"]["geometric_mean"]["gto"];
    assert!((sample["mean"].as_f64().unwrap() - mean).abs() < 1e-12, "{sample}");
    assert!((sample["sigma"].as_f64().unwrap() - sigma).abs() < 1e-12, "{sample}");
    assert_eq!(seeds["geometric_mean"][1]["speedup"], sample["mean"]);
    assert_eq!((&plain["seeds"], &plain["speedups"]), (&Value::Null, &Value::Null));
}

#[test]
fn csv_of_seeds_has_the_statistics_in_every_row() {
    let bench = Bench::new();
    let csv = bench.fine("compare nn/layer1 --size tiny --quiet --policies lrr,gto --seeds 3 --csv -");
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().ends_with(",digest,mean,sigma,n,no_difference"), "{csv}");
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 6, "{csv}");
    let gto: Vec<&Vec<&str>> = rows.iter().filter(|row| row[4] == "gto").collect();
    let speedups: Vec<f64> = gto.iter().map(|row| row[8].parse().unwrap()).collect();
    let (mean, sigma) = statistics(&speedups);
    for (row, seed) in gto.iter().zip(["1", "2", "3"]) {
        assert_eq!((row[2], row[14]), (seed, "3"), "{csv}");
        let number = |at: usize| row[at].parse::<f64>().unwrap();
        assert!((number(12) - mean).abs() < 2e-6 && (number(13) - sigma).abs() < 2e-6, "{csv}");
    }
}

#[test]
fn workloads_without_inputs_by_seed_are_moved_in_memory() {
    let bench = Bench::new();
    bench.fine("tape nn/layer1 --size tiny -o nn.tape");
    let (plain, seeds) = (
        bench.json("compare nn.tape --policies lrr,gto"),
        bench.json("compare nn.tape --policies lrr,gto --seeds 2"),
    );
    assert_eq!(seeds["seeds"]["perturbed"], json!(["addresses", "network latency"]));
    let record = |all: &Value, work: usize| all["works"][work]["runs"][0]["records"][0].clone();
    let (first, second) = (record(&seeds, 0), record(&seeds, 1));
    assert_eq!(first["digest"], record(&plain, 0)["digest"]);
    assert_ne!(first["digest"], second["digest"]);
    assert_eq!(first["warp_instructions"], second["warp_instructions"]);
    let text = bench.fine("compare nn.tape --policies lrr,gto --seeds 2 --quiet");
    assert!(text.contains("2 seeds: addresses and the network's latency change, inputs do not"), "{text}");
}

#[test]
fn a_page_of_seeds_has_mean_sigma_and_n() {
    let bench = Bench::new();
    bench.fine("compare nn/layer1 --size tiny --quiet --policies lrr,gto --seeds 2 --html page.html");
    let page = fs::read_to_string(bench.0.path().join("page.html")).unwrap();
    for text in ["mean ± σ over seeds, n = 2", " ± 0.", "2 seeds: inputs, addresses"] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn mistakes_of_seeds() {
    let commands =
        ["compare lud --seeds 1", "compare lud --seed 2 --seeds 3", "oracle lud --seed 2 --seeds 3"];
    insta::assert_snapshot!("seed_mistakes", Bench::new().mistakes(&commands));
}
