//! What each pass of the lowering makes of small programs.
//!
//! `lower/PASS/NAME.txt` holds PTX, a line `----`, and the program after that pass and all before it. The first
//! line tells what it shows; `// registers N` sets the limit, `// target NAME` the target (default: fermi).
//! `INSTA_UPDATE=always` writes the programs anew.

use crate::common;

use common::HEADER;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use warploom_kernel::program::Pc;
use warploom_kernel::ptx::lower::{Options, PASSES, TARGETS, lower_until};
use warploom_kernel::ptx::program::instruction_text;
use warploom_kernel::ptx::{Module, Program};

const CUT: &str = "----\n";

/// A program as text: an empty line before each block, `=` before what is the same in all lanes.
fn listing(program: &Program) -> String {
    let mut all = String::new();
    for function in &program.functions {
        let of_the_machine = program.registers.map(|n| format!(", {n} registers")).unwrap_or_default();
        let frame = if function.frame > 0 { format!(", {} bytes", function.frame) } else { String::new() };
        let _ = writeln!(all, "{}{of_the_machine}{frame}", function.name);
        for pc in function.entry.0..function.end.0 {
            if pc != function.entry.0 && program.flow.leaders.contains(&Pc(pc)) {
                all.push('\n');
            }
            let instr = &program.code[pc as usize];
            let mark = if instr.uniform { '=' } else { ' ' };
            let _ = writeln!(all, "{pc:4} {mark} {}", instruction_text(program, instr));
        }
    }
    all
}

fn options(ptx: &str) -> Options {
    let line = |start: &str| ptx.lines().find_map(|line| line.strip_prefix(start));
    let named = |name: &str| TARGETS.iter().find(|(target, _)| *target == name).expect("a target").1;
    let target = line("// target ").map_or_else(Options::default, named);
    let registers = line("// registers ").map(|n| n.parse().expect("a number of registers"));
    Options { registers: registers.unwrap_or(target.registers), ..target }
}

/// The programs of a file after a pass.
fn lowered(ptx: &str, pass: &str) -> String {
    let module = Module::parse(&format!("{HEADER}{ptx}")).unwrap_or_else(|e| panic!("{e}\n{ptx}"));
    let after = |program: &Program| {
        listing(
            &lower_until(program, &options(ptx), pass).unwrap_or_else(|| panic!("no pass is called {pass}")),
        )
    };
    module.programs.iter().map(after).collect()
}

fn files(place: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(place).unwrap_or_else(|e| panic!("{}: {e}", place.display()));
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    all.sort();
    all
}

/// Both texts, line by line, with what differs marked.
fn difference(want: &str, got: &str) -> String {
    let (want, got): (Vec<&str>, Vec<&str>) = (want.lines().collect(), got.lines().collect());
    let mut all = String::new();
    for at in 0..want.len().max(got.len()) {
        let (a, b) = (want.get(at), got.get(at));
        if a == b {
            let _ = writeln!(all, "    {}", a.unwrap_or(&""));
        } else {
            a.iter().for_each(|a| all.push_str(&format!("  - {a}\n")));
            b.iter().for_each(|b| all.push_str(&format!("  + {b}\n")));
        }
    }
    all
}

#[test]
fn each_pass_does_what_it_is_for() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower");
    let bless = std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always");
    let mut wrong = String::new();
    for place in files(&root) {
        let pass = place.file_name().expect("a directory has a name").to_string_lossy();
        for path in files(&place) {
            let file = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let (ptx, want) = file.split_once(CUT).unwrap_or((&file, ""));
            let got = lowered(ptx, &pass);
            if bless {
                fs::write(&path, format!("{ptx}{CUT}{got}")).expect("it can be written");
            } else if got != want {
                let _ = writeln!(wrong, "{}:\n{}", path.display(), difference(want, &got));
            }
        }
    }
    assert!(wrong.is_empty(), "not as they were (INSTA_UPDATE=always writes them anew):\n{wrong}");
}

#[test]
fn every_pass_has_cases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower");
    for pass in PASSES {
        let cases = files(&root.join(pass.name));
        assert!(cases.len() >= 2, "{}: {} cases", pass.name, cases.len());
        for case in cases {
            let text = fs::read_to_string(&case).expect("it can be read");
            assert!(text.starts_with("// "), "{}: the first line tells what it shows", case.display());
        }
    }
}
