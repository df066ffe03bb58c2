//! GCN code on the command line: what takes it, what it prints, and how it is refused.

use crate::common;

use common::{Ended, warploom};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/saxpy");

/// A temporary directory with the example's assembly and its launch file, in which `from` is replaced.
fn example(from: &str, to: &str) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read_to_string(format!("{EXAMPLE}/{name}")).unwrap();
    fs::write(directory.path().join("saxpy.s"), read("saxpy.s")).unwrap();
    fs::write(directory.path().join("saxpy.ptx"), read("saxpy.ptx")).unwrap();
    let launch = read("launch.toml");
    assert!(launch.contains(from), "{from}");
    fs::write(directory.path().join("launch.toml"), launch.replacen(from, to, 1)).unwrap();
    directory
}

fn run(directory: &Path, command: &str) -> Ended {
    warploom(directory, &command.split(' ').collect::<Vec<_>>())
}

#[test]
fn the_example_computes_the_same_in_gcn_code() {
    let directory = example("", "");
    let ended = run(directory.path(), "exec saxpy.s --launch launch.toml --isa gcn");
    insta::assert_snapshot!(ended);
}

#[test]
fn a_fault_names_the_wave_and_the_lane() {
    let directory = example("{ i32 = 1000 }", "{ i32 = 1024 }");
    insta::assert_snapshot!(run(directory.path(), "exec saxpy.s --launch launch.toml"));
    let ended = run(directory.path(), "exec saxpy.s --launch launch.toml --json");
    let value: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(value["fault"]["wave"], serde_json::json!({ "wave": 3, "lane": 40 }));
    assert_eq!(value["lanes"], 64);
}

#[test]
fn assembly_that_cannot_be_read_is_shown_with_its_line() {
    let directory = example("", "");
    let path = directory.path().join("saxpy.s");
    let text = fs::read_to_string(&path).unwrap().replacen("s_and_b32", "s_end_b32", 1);
    fs::write(&path, text).unwrap();
    insta::assert_snapshot!(run(directory.path(), "exec saxpy.s --launch launch.toml"));
}

#[test]
fn options_of_ptx_do_not_apply() {
    let directory = example("", "");
    let here = directory.path();
    let mut text = String::new();
    for command in [
        "exec saxpy.s --launch launch.toml --isa ptx",
        "exec saxpy.ptx --launch launch.toml --isa gcn",
        "exec saxpy.s --launch launch.toml --warp 32",
        "exec saxpy.s --launch launch.toml --one-thread-at-a-time",
        "exec saxpy.s",
        "tape bitonic --isa gcn --target fermi -o x.tape",
        "tape saxpy.s -o x.tape",
        "tape saxpy.ptx --launch launch.toml --isa gcn -o x.tape",
        "tape micro --isa gcn -o x.tape",
        "phases saxpy.ptx --isa gcn",
        "phases saxpy.s --dump-after dead",
        "phases micro --isa gcn",
        "suite check micro --isa gcn",
        "suite check --isa gcn --ptx .",
        "suite check --gcn .",
        "suite show micro --gcn",
        "run bitonic --isa gcn --size tiny",
    ] {
        let ended = run(here, command);
        assert_eq!(ended.code, 2, "{command}\n{ended}");
        text.push_str(&format!("$ warploom {command}\n{}\n", ended.stderr));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_tape_of_gcn_code_has_its_registers_and_waits() {
    let directory = example("", "");
    let here = directory.path();
    let ended = run(here, "tape saxpy.s --launch launch.toml -o saxpy.tape");
    assert_eq!(ended.code, 0, "{ended}");
    insta::assert_snapshot!(run(here, "tape info saxpy.tape --mix --quiet"));
    let ended = run(here, "run saxpy.tape");
    assert_eq!(ended.code, 2, "{ended}");
    assert!(ended.stderr.contains("`saxpy` is GCN code"), "{ended}");
    let ended = run(here, "export saxpy.tape -o trace");
    assert_ne!(ended.code, 0, "{ended}");
    assert!(ended.stderr.contains("kernel `saxpy` is GCN code"), "{ended}");
}

#[test]
fn a_wait_starts_a_phase() {
    let directory = example("", "");
    insta::assert_snapshot!(run(directory.path(), "phases saxpy.s --kernel saxpy"));
    let ended = run(directory.path(), "phases bitonic --isa gcn --explain 26");
    insta::assert_snapshot!(ended);
}

/// The first goal of GCN code: every application computes what its reference says.
#[test]
fn the_suite_is_checked_in_gcn_code() {
    let directory = tempfile::tempdir().unwrap();
    let ended = run(directory.path(), "suite check --isa gcn --json");
    assert_eq!(ended.code, 0, "{ended}");
    let all: Vec<serde_json::Value> = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(all.len(), 37);
    assert!(all.iter().all(|one| one["passed"] == true && one["isa"] == "gcn"));
    let ended = run(directory.path(), "suite show bitonic --gcn");
    assert!(ended.stdout.contains("bitonic_stage:") && ended.stdout.contains("s_waitcnt"), "{ended}");
    insta::assert_snapshot!(run(directory.path(), "suite show bitonic --mix --isa gcn --size tiny"));
}

/// A run recorded from Multi2Sim: a kernel whose work-items each load a word.
fn recorded() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(
        "isa/Test.words.s",
        "  v_lshlrev_b32 v1, 2, v0\n  buffer_load_dword v2, v1, s[8:11], 0 offen\n  s_endpgm\n",
    );
    write(
        "launch/r.txt",
        "N 0 words dim 1 global 96 1 1 local 48 1 1 groups 2 wgs_per_cu 40 vgpr 3 sgpr 12 lds 64 wgid_sgpr 12\n\
         A 0 x pointer cb 1 off 0 scope 7 buf 1 ptr 0 size 64\nP 0 80000000 0\n",
    );
    write(
        "trace/r.trace",
        "wf 0 0 0\n0 1 V\n4 4 G r ffffffffffff 4 80000000 4*47\nc 4 E\n\
         wf 0 1 1\n0 1 V\n4 4 G r ffffffffffff 4 800000c0 4*47\nc 4 E\n",
    );
    directory
}

#[test]
fn a_trace_of_multi2sim_is_a_workload_and_a_tape() {
    let directory = recorded();
    let here = directory.path();
    let imported = run(here, "import trace/r.trace").to_string();
    let end = imported.find(" of text").unwrap_or(imported.len());
    let mut text = imported[..end].to_owned();
    text +=
        &format!("\n{}{}", run(here, "tape info r.tape"), run(here, "import trace/r.trace --registers 8"));
    run(here, "tape trace/r.trace -o again.tape --quiet");
    assert_eq!(fs::read(here.join("r.tape")).unwrap(), fs::read(here.join("again.tape")).unwrap());
    fs::write(here.join("trace/r.trace"), "wf 0 0 0\n0 1 S\n").unwrap();
    text += &run(here, "import trace/r.trace").to_string();
    fs::remove_file(here.join("launch/r.txt")).unwrap();
    text += &run(here, "import trace/r.trace").to_string();
    insta::assert_snapshot!(text);
}

/// Records of a run, without those of the host.
fn records(ended: &Ended) -> Vec<serde_json::Value> {
    assert_eq!(ended.code, 0, "{ended}");
    serde_json::from_str(&ended.stdout).unwrap()
}

#[test]
fn assembly_and_the_suite_run_on_compute_units() {
    let directory = example("", "");
    let saxpy = records(&run(directory.path(), "run saxpy.s --launch launch.toml --machine hd7970 --json"));
    let total = saxpy.last().unwrap();
    assert_eq!(
        (total["policy"].as_str(), total["machine"].as_str()),
        (Some("rr:order=wave"), Some("hd7970"))
    );
    let cu = &total["cu"];
    let issued: u64 = ["branch", "scalar", "scalar_loads", "simd", "vector_memory", "lds"]
        .iter()
        .map(|unit| cu[unit].as_u64().unwrap())
        .sum();
    assert_eq!(Some(issued), total["warp_instructions"].as_u64());
    let suite = records(&run(
        directory.path(),
        "run transpose --size tiny --machine hd7970-thesis --policy lookahead --json",
    ));
    assert!(suite.last().unwrap()["cycles"].as_u64() > Some(100));
    let compared = run(
        directory.path(),
        "compare transpose --size tiny --machine hd7970-thesis --policies all --cta-policy block",
    );
    assert_eq!(compared.code, 0, "{compared}");
    for policy in ["rr", "lookahead", "two-level", "two-level+lookahead", "oldest"] {
        assert!(compared.stdout.contains(policy), "{compared}");
    }
}

#[test]
fn a_wrong_pairing_of_machine_policy_and_code_names_the_right_one() {
    let directory = example("", "");
    insta::assert_snapshot!(
        "wave_policy_needed",
        run(directory.path(), "run transpose --machine hd7970 --policy gto")
    );
    insta::assert_snapshot!(
        "warp_policy_needed",
        run(directory.path(), "run transpose --machine gtx480 --policy lookahead")
    );
    insta::assert_snapshot!(
        "gcn_code_needed",
        run(directory.path(), "run saxpy.ptx --launch launch.toml --machine hd7970")
    );
    insta::assert_snapshot!(
        "sms_do_not_execute_gcn",
        run(directory.path(), "run saxpy.s --launch launch.toml --machine gtx480")
    );
    insta::assert_snapshot!("oracle_needs_sms", run(directory.path(), "oracle transpose --machine hd7970"));
    insta::assert_snapshot!(
        "timeline_needs_sms",
        run(directory.path(), "run transpose --size tiny --machine hd7970 --timeline x.pftrace")
    );
}
