//! `--kernel` and `--launches` on every command that takes WORK, and the names of kernels in tables and records.

use crate::common::bench;

use bench::Bench;
use serde_json::Value;
use std::fs;

const SYMBOLS: [&str; 6] = [
    "_Z4gemmPKfS0_Pfi",
    "_Z6reduceILi256EfEvPKT0_PS0_i",
    "_Z6reduceILi512EfEvPKT0_PS0_i",
    "_Z5scalePfi",
    "_Z5scalePdi",
    "plain",
];

/// Writes `k.ptx`, whose kernels have C++ symbols, and `k.toml`, which launches each of them once and the first twice more.
fn write_cpp_kernels(bench: &Bench) {
    let kernel = |name: &&str| format!(".visible .entry {name}()\n{{\n\tret;\n}}\n");
    let kernels: String = SYMBOLS.iter().map(kernel).collect();
    let ptx = format!(".version 7.0\n.target sm_70\n.address_size 64\n{kernels}");
    fs::write(bench.0.path().join("k.ptx"), ptx).unwrap();
    let launch = |name: &&str| format!("[[launch]]\nkernel = \"{name}\"\ngrid = 2\nblock = 32\n");
    let launches: String = SYMBOLS.iter().chain([&SYMBOLS[0]; 2]).map(launch).collect();
    fs::write(bench.0.path().join("k.toml"), launches).unwrap();
}

/// The launch numbers of records.
fn numbers(records: &Value) -> Vec<u64> {
    records.as_array().unwrap().iter().filter_map(|record| record["launch"].as_u64()).collect()
}

/// A text without the host's speed.
fn steady(text: &str) -> String {
    text.lines()
        .filter(|line| !line.contains(" warp instructions in "))
        .flat_map(|line| [line, "\n"])
        .collect()
}

#[test]
fn launches_keep_their_numbers_and_the_digest_has_the_selection() {
    let bench = Bench::new();
    let run = |options: &str| bench.json(format!("run lud --size tiny {options}").trim_end());
    let whole = bench.json("run lud --size tiny");
    assert_eq!(numbers(&whole), (0..16).collect::<Vec<u64>>());
    let internal = run("--kernel internal");
    assert_eq!(numbers(&internal), [2, 5, 8, 11, 14]);
    assert_eq!(numbers(&run("--kernel lud_internal,perimeter --launches ..6")), [1, 2, 4, 5]);
    assert_eq!(numbers(&run("--kernel lud_*l --launches 14..,2,3")), [2, 3, 14, 15]);
    // The data that the host copied before the first launch belongs to the first that is selected.
    assert_eq!(internal[0]["host_copied"], whole[0]["host_copied"]);
    assert_eq!(internal[1]["host_copied"], 0);
    assert_eq!(internal[1]["warp_instructions"], whole[5]["warp_instructions"]);
    let digest = |options: &str| run(options)[0]["digest"].clone();
    let digests = [digest(""), digest("--launches 5"), digest("--launches 8"), digest("--launches 5,8")];
    for (at, one) in digests.iter().enumerate() {
        assert!(!digests[..at].contains(one), "{digests:?}");
    }
    assert_eq!(digest("--launches 0.."), digests[0], "all launches are the work itself");
}

#[test]
fn every_command_that_takes_work_selects() {
    let bench = Bench::new();
    bench.fine("tape lud --size tiny --kernel internal --launches 5..9 -o two.tape --quiet");
    insta::assert_snapshot!("tape_info", bench.fine("tape info two.tape"));
    assert_eq!(numbers(&bench.json("tape info two.tape")["launches"]), [5, 8]);
    let of_tape = bench.json("run two.tape --launches 8");
    assert_eq!(numbers(&of_tape), [8]);
    assert_eq!(numbers(&bench.json("run two.tape --launches 5 --cta-policy block")), [5]);
    let compared = bench.json("compare two.tape lud --size tiny --launches 8");
    for work in compared["works"].as_array().unwrap() {
        assert_eq!(numbers(&work["runs"][1]["records"]), [8], "{work:#}");
    }
    let cycles = |at: usize| compared["works"][at]["runs"][0]["cycles"].as_u64();
    assert!(cycles(0).is_some() && cycles(0) == cycles(1), "a tape of a selection is the selection");
    insta::assert_snapshot!("compared", bench.fine("compare lud --size tiny --launches 5,8 --quiet"));
    insta::assert_snapshot!(
        "oracle",
        bench.fine("oracle lud --size tiny --kernel internal --policies gto --quiet")
    );
    let exported = bench.fine("export lud --size tiny --launches 14 -o trace");
    assert!(exported.starts_with("trace: lud at tiny, seed 1, launch 14\n1 launch, 1 CTA, "), "{exported}");
    let graph = bench.fine("graph phases lud --size tiny --kernel internal --launches 5 -o g.svg --quiet");
    assert!(graph.starts_with("lud_internal under gto on gtx480, SM 0"), "{graph}");
    let trace = bench.fine("run TRACE --launches 0 --max-ctas 1 --quiet");
    assert!(trace.starts_with("TRACE, launch 0, on gtx480"), "{trace}");
}

#[test]
fn a_selection_without_launches_is_an_error_with_its_remedy() {
    let bench = Bench::new();
    write_cpp_kernels(&bench);
    bench.fine("tape lud --size tiny --launches 5..9 -o some.tape --quiet");
    insta::assert_snapshot!(
        "mistakes",
        bench.mistakes(&[
            "run lud --size tiny --kernel lud",
            "run lud --size tiny --launches 16",
            "run lud --size tiny --launches 3,20..",
            "run lud --size tiny --kernel internal --launches 0",
            "run lud/internal --size tiny --kernel perimeter",
            "run some.tape --launches ..5",
            "run saxpy.ptx --launch launch.toml --launches 1",
            "run k.ptx --launch k.toml --kernel gem",
            "compare lud bfs --size tiny --kernel internal",
            "tape lud --size tiny --kernel lut -o t.tape",
            "run lud --launches 5..5",
            "run lud --launches two",
        ])
    );
}

#[test]
fn kernels_have_their_shortest_cpp_name_in_tables_and_their_symbol_in_records() {
    let bench = Bench::new();
    write_cpp_kernels(&bench);
    let run = bench.fine("run k.ptx --launch k.toml --quiet");
    insta::assert_snapshot!("cpp_names_run", steady(&run));
    insta::assert_snapshot!("cpp_names_exec", bench.fine("exec k.ptx --launch k.toml"));
    bench.fine("tape k.ptx --launch k.toml -o k.tape --quiet");
    insta::assert_snapshot!("cpp_names_tape", bench.fine("tape info k.tape"));
    insta::assert_snapshot!(
        "cpp_names_oracle",
        bench.fine("oracle k.tape --policies gto --kernel reduce,scale(float*,int) --quiet")
    );
    // A name without template arguments stands for all kernels that have it.
    assert_eq!(numbers(&bench.json("run k.tape --kernel reduce")), [1, 2]);
    let one = bench.fine("run k.tape --kernel reduce<512,float> --quiet");
    assert!(one.contains("\nreduce ") && !one.contains("256"), "alone, its base name is unambiguous: {one}");
    let records = bench.json("run k.ptx --launch k.toml");
    assert_eq!(records[1]["kernel"], SYMBOLS[1]);
    assert_eq!(records[1]["kernel_name"], "reduce<256, float>(float const*, float*, int)");
    assert_eq!(records[5]["kernel_name"], "plain");
    let info = bench.json("tape info k.tape");
    assert_eq!(info["launches"][4]["kernel_name"], "scale(double*, int)");
    let executed = serde_json::from_str::<Value>(&bench.fine("exec k.ptx --launch k.toml --json")).unwrap();
    assert_eq!(executed["launches"][0]["kernel"], SYMBOLS[0]);
    assert_eq!(executed["launches"][0]["kernel_name"], "gemm(float const*, float const*, float*, int)");
}
