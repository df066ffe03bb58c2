//! Machine code on the command line: what takes it, and how it is refused.

use crate::common;

use common::{Ended, warploom};
use std::path::Path;

fn run(directory: &Path, command: &str) -> Ended {
    warploom(directory, &command.split(' ').collect::<Vec<_>>())
}

#[test]
fn the_suite_is_checked_in_machine_code() {
    let directory = tempfile::tempdir().unwrap();
    let ended = run(directory.path(), "suite check --isa sass --arch 90 --json");
    assert_eq!(ended.code, 0, "{ended}");
    let all: Vec<serde_json::Value> = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(all.len(), 38);
    assert!(all.iter().all(|one| one["passed"] == true && one["isa"] == "sass"));
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../suite/kernels/sm_70");
    let ended = warploom(directory.path(), &["suite", "check", "bfs", "micro", "--sass", own]);
    assert_eq!(ended.code, 0, "{ended}");
}

#[test]
fn what_is_no_machine_code_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    std::fs::write(here.join("bfs.cubin"), "PTX").unwrap();
    let mut text = String::new();
    for command in [
        "suite check bfs --isa sass --arch 75",
        "suite check bfs --arch 80",
        "suite check bfs --isa sass --warp 64",
        "suite check bfs --isa sass --ptx .",
        "suite check lud --sass .",
    ] {
        let ended = run(here, command);
        assert_eq!(ended.code, 2, "{command}\n{ended}");
        text.push_str(&format!("$ warploom {command}\n{}\n", ended.stderr));
    }
    insta::assert_snapshot!(text);
    let ended = run(here, "suite check bfs --sass .");
    assert_eq!(ended.code, 1, "{ended}");
    assert!(ended.stderr.contains("bfs: the file is not a cubin"), "{ended}");
}

/// The record says what held back instructions: only code with control fields can obey them, and only where the machine does.
#[test]
fn a_record_says_what_held_back_its_instructions() {
    let directory = tempfile::tempdir().unwrap();
    let dependences = |options: &str| {
        let ended = run(directory.path(), &format!("run hotspot --size tiny --json --quiet {options}"));
        assert_eq!(ended.code, 0, "{ended}");
        let records: Vec<serde_json::Value> = serde_json::from_str(&ended.stdout).unwrap();
        assert!(records.iter().all(|record| record["dependences"] == records[0]["dependences"]));
        records[0]["dependences"].as_str().map(str::to_owned)
    };
    for machine in ["rtx2060", "a100", "rtx3070", "h100"] {
        let found = dependences(&format!("--isa sass --machine {machine}"));
        assert_eq!(found.as_deref(), Some("control-bits"), "{machine}");
    }
    assert_eq!(dependences("--isa sass --machine v100"), None);
    assert_eq!(dependences("--machine a100"), None, "lowered code has no fields");
    assert_eq!(dependences("--isa sass --machine a100 --set sm.dependences=scoreboard"), None);
    let ended = run(directory.path(), "run hotspot --size tiny --machine a100 --set sm.machine_code=none");
    assert_eq!(ended.code, 2, "{ended}");
    assert!(ended.stderr.contains("only a machine with `sm.machine_code` has it"), "{ended}");
}

/// The saxpy of the examples as machine code, with the launch file that reads `count` elements of 1000.
fn saxpy(directory: &Path, count: u32) {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/saxpy");
    std::fs::copy(examples.join("saxpy.cubin"), directory.join("saxpy.cubin")).unwrap();
    let text = std::fs::read_to_string(examples.join("launch.toml")).unwrap();
    let text = text.replace("{ i32 = 1000 }", &format!("{{ i32 = {count} }}"));
    std::fs::write(directory.join("launch.toml"), text).unwrap();
}

#[test]
fn a_cubin_is_executed_and_its_faults_have_addresses() {
    let directory = tempfile::tempdir().unwrap();
    saxpy(directory.path(), 1000);
    let ended = run(directory.path(), "exec saxpy.cubin --launch launch.toml");
    assert_eq!(ended.code, 0, "{ended}");
    insta::assert_snapshot!("exec_of_a_cubin", ended.stdout);
    saxpy(directory.path(), 2000);
    let ended = run(directory.path(), "exec saxpy.cubin --launch launch.toml");
    assert_eq!(ended.code, 1, "{ended}");
    insta::assert_snapshot!("fault_of_a_cubin", ended.stderr);
    let ended = run(directory.path(), "exec saxpy.cubin --launch launch.toml --checks warn");
    assert!(ended.stderr.contains("and 999 more accesses of this line"), "{ended}");
}

/// A cubin of the kernel crate's tests of races, with a launch of one of its kernels.
fn racy(directory: &Path, [stem, name]: [&str; 2], kernel: &str) {
    let races = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kernel/tests/sass/races");
    std::fs::copy(races.join(format!("{stem}.sm_80.cubin")), directory.join(format!("{name}.cubin")))
        .unwrap();
    let launch = format!(
        "[buffers.out]\ntype = \"u32\"\nshape = 2048\n\n\
         [[launch]]\nkernel = \"{kernel}\"\ngrid = 1\nblock = 64\nargs = [{{ buffer = \"out\" }}]\n"
    );
    std::fs::write(directory.join(format!("{name}.toml")), launch).unwrap();
}

#[test]
fn data_races_of_a_cubin_are_reported() {
    let directory = tempfile::tempdir().unwrap();
    racy(directory.path(), ["sm70", "racy"], "r1_c1_read_without_barrier");
    let ended = run(directory.path(), "exec racy.cubin --launch racy.toml --checks off --race");
    assert_eq!(ended.code, 1, "{ended}");
    insta::assert_snapshot!("races_of_a_cubin", ended.stderr);
    racy(directory.path(), ["sm70", "fine"], "r0_c1_barrier");
    let ended = run(directory.path(), "exec fine.cubin --launch fine.toml --race");
    assert_eq!(ended.code, 0, "{ended}");
}

#[test]
fn what_does_not_apply_to_a_cubin_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    saxpy(directory.path(), 1000);
    racy(directory.path(), ["sm80", "mbarrier"], "r0_c1_mbarrier");
    let mut text = String::new();
    for command in [
        "exec mbarrier.cubin --launch mbarrier.toml --race",
        "exec saxpy.cubin --launch launch.toml --warp 64",
        "exec saxpy.cubin --launch launch.toml --one-thread-at-a-time",
        "exec saxpy.cubin --launch launch.toml --isa ptx",
        "run saxpy.cubin",
        "run saxpy.cubin --launch launch.toml --isa sass --arch 80",
        "run lud --size tiny --isa sass",
        "phases lud --isa sass --dump-after narrow",
        "phases saxpy.cubin --dump-after narrow",
    ] {
        let ended = run(directory.path(), command);
        assert_eq!(ended.code, 2, "{command}\n{ended}");
        text.push_str(&format!("$ warploom {command}\n{}\n", ended.stderr));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn machine_code_is_work_as_any_other() {
    let directory = tempfile::tempdir().unwrap();
    saxpy(directory.path(), 1000);
    let mut text = String::new();
    for command in [
        "tape saxpy.cubin --launch launch.toml -o saxpy.tape",
        "tape info saxpy.tape",
        "phases saxpy.cubin --summary",
        "phases lud --isa sass --summary",
        "compare lud --size tiny --isa sass --machine v100 --policies lrr,gto --quiet",
        "tape lud/internal --size tiny --isa sass -o 80.tape",
        "tape lud/internal --size tiny --isa sass --arch 90 -o 90.tape",
        "suite show lud --mix --size tiny --isa sass",
    ] {
        let ended = run(directory.path(), command);
        assert_eq!(ended.code, 0, "{command}\n{ended}");
        text.push_str(&format!("$ warploom {command}\n{}\n", ended.stdout));
    }
    insta::assert_snapshot!(text);
    // What a run prints has the host's time.
    let ended = run(directory.path(), "run saxpy.cubin --launch launch.toml --machine a100 --quiet");
    assert!(ended.code == 0 && ended.stdout.contains("608 warp instructions in "), "{ended}");
}
