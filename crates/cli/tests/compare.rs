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
