//! The output of `warploom reproduce` and `warploom graph`.

use crate::common;
use crate::common::bench;

use bench::Bench;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

#[test]
fn help() {
    insta::assert_snapshot!("reproduce_help", Bench::new().fine("reproduce --help"));
    insta::assert_snapshot!("graph_help", Bench::new().fine("graph --help"));
}

#[test]
fn list_prints_figures_tables_and_claims() {
    let bench = Bench::new();
    let all: Vec<String> = ["phase-aware", "pro", "motrr", "gcn"]
        .iter()
        .map(|paper| bench.fine(&format!("reproduce {paper} --list")))
        .collect();
    insta::assert_snapshot!("list", all.join("\n"));
}

#[test]
fn errors_come_with_help() {
    insta::assert_snapshot!(
        "mistakes",
        Bench::new().mistakes(&[
            "reproduce gcn-thesis",
            "reproduce pro --only fig99",
            "reproduce pro --size large",
            "reproduce pro --machine gtx481",
            "reproduce pro --machine hd7970",
            "reproduce gcn --machine gtx480",
            "graph phases lud --sm 99",
            "graph phases lud --cycles 10..5",
            "graph phases lud/diagonal --size tiny --sm 14 --quiet",
            "graph colours lud",
        ])
    );
}

/// Files of stored runs, with their modification times.
fn runs(directory: &Path) -> BTreeMap<String, SystemTime> {
    let entries = fs::read_dir(directory.join("runs")).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "json"));
    let written = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, entry.metadata().unwrap().modified().unwrap())
    };
    files.map(written).collect()
}

#[test]
fn after_kill_nothing_is_lost_and_nothing_is_run_twice() {
    let bench = Bench::new();
    let directory = bench.0.path().join("out");
    let args =
        ["reproduce", "motrr", "--size", "tiny", "--only", "fig2,motrr/wlp", "--threads", "1", "-o", "out"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_warploom"))
        .args(args)
        .current_dir(bench.0.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while runs(&directory).len() < 3 && started.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(5));
    }
    // On Unix that is kill -9.
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9), "it was ended, and had not ended");
    let before = runs(&directory);
    assert!((3..18).contains(&before.len()), "{}", before.len());
    // An incomplete file is not a stored run.
    fs::write(directory.join("runs/sobol.gto.seed1.json"), "{\"key\":").unwrap();
    let text = bench.fine(&args.join(" "));
    assert!(text.contains("motrr/wlp") && text.contains("1 claim measured, not judged"), "{text}");
    let after = runs(&directory);
    assert_eq!(after.len(), 9 * 2);
    for (file, written) in &before {
        assert_eq!(after.get(file), Some(written), "{file} was run once");
    }
    // The second time, nothing runs, and the result is the same.
    let page = fs::read_to_string(directory.join("README.md")).unwrap();
    assert_eq!(bench.fine(&args.join(" ")), text);
    assert_eq!(runs(&directory), after);
    assert_eq!(fs::read_to_string(directory.join("README.md")).unwrap(), page);
    assert!(page.contains("![Fig. 2: warp level parallelism: fig2](figures/fig2.svg)"), "{page}");
    for file in ["figures/fig2.svg", "figures/fig2.png", "claims.json", "data/records.parquet"] {
        assert!(directory.join(file).is_file(), "{file}");
    }
    for folder in ["series", "ctas", "issues"] {
        let files = fs::read_dir(directory.join("data").join(folder)).unwrap().count();
        assert_eq!(files, 18, "{folder}");
    }
    // Runs on another machine are stored separately.
    let other = format!("{} --set sm.count=4", args.join(" "));
    assert_ne!(bench.fine(&other), text);
    assert!(runs(&directory).iter().all(|(file, written)| after[file] != *written));
}

#[test]
fn each_paper_is_reproduced() {
    for (paper, only, figures) in [
        ("phase-aware", "table2,fig6,fig13,phase-aware/tail", &["fig6a", "fig6b", "fig13"][..]),
        ("pro", "fig2,table4,pro/scalarprod/gto", &["fig2"]),
        ("motrr", "fig8,motrr/mvt", &["fig8"]),
        ("gcn", "table4.3,fig4.1,fig4.16,fig4.20,gcn/block-wg/hit-rate", &["fig4-1", "fig4-16", "fig4-20"]),
    ] {
        let bench = Bench::new();
        let command = format!("reproduce {paper} --size tiny --only {only}");
        let claims = bench.json(&command);
        let claims = claims.as_array().unwrap();
        assert_eq!(claims.len(), 1, "{paper}");
        assert!(claims[0]["measured"].as_f64().is_some_and(|value| value > 0.0), "{:#}", claims[0]);
        let folder = bench.0.path().join(format!("{paper}-tiny"));
        let page = fs::read_to_string(folder.join("README.md")).unwrap();
        for figure in figures {
            assert!(page.contains(&format!("figures/{figure}.svg")), "{figure}");
            let svg = fs::read_to_string(folder.join("figures").join(figure).with_extension("svg")).unwrap();
            assert!(svg.contains("Fig. "), "the paper's number is in its caption");
            let png = fs::read(folder.join("figures").join(figure).with_extension("png")).unwrap();
            assert!(png.starts_with(b"\x89PNG"));
        }
        let on_cus = folder.join("data/cus.parquet").is_file();
        assert_eq!(on_cus, paper == "gcn", "only CUs have counters of their own");
        assert_eq!(folder.join("data/series").is_dir(), !on_cus, "only SMs are watched over time");
    }
}

/// A work of the thesis runs at two sizes, under policies that differ in their placement only: each is stored by itself.
#[test]
fn runs_of_two_grids_and_placements_are_stored_apart() {
    let bench = Bench::new();
    let command = "reproduce gcn --size tiny --only fig4.16 -o out --quiet";
    let text = bench.fine(command);
    let directory = bench.0.path().join("out");
    let files = runs(&directory);
    assert_eq!(files.len(), (12 + 11) * 2);
    for name in [
        "matmul.rr_order_wave.first-available.seed1.json",
        "matmul.rr_order_wave.block.seed1.json",
        "matmul_unsaturated.rr_order_wave.block.seed1.json",
        "fwt_step.rr_order_wave.block.seed1.json",
    ] {
        assert!(files.contains_key(name), "{name}");
    }
    assert_eq!(bench.fine(command), text);
    assert_eq!(runs(&directory), files, "nothing runs twice");
}

#[test]
fn the_book_shows_real_output() {
    Bench::new().shown_in("how-to/reproduce.md");
}

#[test]
fn the_page_has_the_whole_command_that_made_it() {
    let bench = Bench::new();
    let page = |folder: &str| fs::read_to_string(bench.0.path().join(folder).join("README.md")).unwrap();
    let command = "reproduce motrr --size tiny --seeds 2 --only motrr/mvt,motrr/mvt/recency --machine v100 --set sm.count=4 -o out";
    bench.fine(&format!("{command} --quiet --threads 1"));
    assert!(
        page("out").contains(&format!("Reproduce it with `warploom {command}`. Runs in `runs`")),
        "{}",
        page("out")
    );
    bench.fine("reproduce MOTRR --only motrr/mvt --size Tiny --quiet");
    let text = page("motrr-tiny");
    assert!(text.contains("`warploom reproduce motrr --size tiny --only motrr/mvt`"), "{text}");
    // A folder with a space is quoted for the shell.
    let spaced =
        ["reproduce", "motrr", "--size", "tiny", "--only", "motrr/mvt", "--quiet", "-o", "my folder"];
    assert_eq!(common::warploom(bench.0.path(), &spaced).code, 0);
    let text = page("my folder");
    assert!(
        text.contains("`warploom reproduce motrr --size tiny --only motrr/mvt -o 'my folder'`"),
        "{text}"
    );
}

#[test]
fn a_graph_shows_the_fullest_sm_and_launch_unless_others_are_given() {
    let bench = Bench::new();
    let all: Vec<String> = [
        "lud --size tiny",
        "bfs --size tiny",
        "lud/diagonal --size tiny",
        "nn --size tiny --policy LRR",
        "lud --size tiny --sm 3",
        "lud --size tiny --cycles 0..1000",
        "lud --size tiny --sm 0 --cycles 0..1000",
        "lud --size tiny --max-cycles 83000",
    ]
    .iter()
    .map(|command| {
        let printed = bench.fine(&format!("graph phases {command} -o graph.svg --quiet"));
        let (shown, _) = printed.split_once(": ").unwrap();
        format!("$ warploom graph phases {command}\n{shown}\n")
    })
    .collect();
    insta::assert_snapshot!("graph_choice", all.concat());
    // A single warp does not fill the panel: the axis has whole numbers up to 4.
    bench.fine("graph phases lud/diagonal --size tiny -o one.svg --quiet");
    let svg = fs::read_to_string(bench.0.path().join("one.svg")).unwrap();
    for tick in ["0", "1", "2", "3", "4"] {
        assert!(svg.contains(&format!(">{tick}</text>")), "{tick}");
    }
    assert!(!svg.contains(">0.5</text>") && svg.contains("most resident"));
}

#[test]
fn a_graph_of_any_work() {
    let bench = Bench::new();
    let printed = bench
        .fine("graph phases lud/internal --size tiny --machine m2090 --policy two-level:order=gto --quiet");
    assert!(printed.contains("memory instructions in flight"), "{printed}");
    for ending in ["svg", "png", "parquet"] {
        let name = format!("phases-lud_internal-tiny-two-level_order_gto.{ending}");
        assert!(bench.0.path().join(&name).is_file(), "{name}");
    }
    bench.fine("graph phases saxpy.ptx --launch launch.toml --cycles 0..2000 -o saxpy.svg --quiet");
    let svg = fs::read_to_string(bench.0.path().join("saxpy.svg")).unwrap();
    for word in [
        "saxpy under gto on gtx480, SM ",
        "warps in each phase",
        "instructions in flight",
        "phase 1",
        "cycle",
    ] {
        assert!(svg.contains(word), "{word}");
    }
}
