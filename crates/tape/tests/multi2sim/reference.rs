//! The recorded runs of AMD's kernels: counts equal Multi2Sim's.
//!
//! The folder is outside the repository. The environment variable `WARPLOOM_MULTI2SIM` names it; without it the tests look in
//! `../shared/reference/multi2sim` relative to the workspace, and are skipped if that does not exist either.

use super::drain;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Effect, Instruction};
use warploom_kernel::tape::{Cta, Launch};
use warploom_tape::accelsim::LineReader;
use warploom_tape::multi2sim::{Options, Reader, RecordedLaunch, RecordedRun, fetch_times, is_trace};

const VARIABLE: &str = "WARPLOOM_MULTI2SIM";
const NEIGHBOUR: &str = "../../../shared/reference/multi2sim";

/// The folder if it exists. Otherwise prints why the calling test is skipped.
fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join(NEIGHBOUR);
    let folder = std::env::var_os(VARIABLE).map_or(beside, PathBuf::from);
    if folder.join("trace").is_dir() {
        return Some(folder);
    }
    println!("skipped: {} does not exist; name the folder in {VARIABLE}", folder.display());
    None
}

/// Names and paths of all traces.
fn traces(folder: &Path) -> BTreeMap<String, PathBuf> {
    let files = std::fs::read_dir(folder.join("trace")).expect("the folder has traces");
    let paths = files.map(|file| file.expect("a file").path());
    let name = |path: &Path| path.file_name().and_then(|n| n.to_str()?.split('.').next().map(str::to_owned));
    paths.map(|path| (name(&path).expect("a name"), path)).collect()
}

/// A row of `multi2sim.csv`: values by column.
type Row = BTreeMap<String, String>;

/// Rows by run and launch.
fn rows(folder: &Path) -> BTreeMap<(String, usize), Row> {
    let text = std::fs::read_to_string(folder.join("multi2sim.csv")).expect("the folder has its table");
    let mut lines = text.lines().map(|line| line.split(','));
    let header: Vec<&str> = lines.next().expect("a header").collect();
    let row = |values| header.iter().map(|h| (*h).to_owned()).zip(values).collect::<Row>();
    let rows = lines.map(|line| row(line.map(str::to_owned).collect::<Vec<_>>()));
    rows.map(|row| ((row["run"].clone(), row["launch"].parse().expect("a number")), row)).collect()
}

fn number(row: &Row, column: &str) -> u64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?} is a number"))
}

/// Column of the table that counts an instruction.
fn column(instruction: &Instruction) -> &'static str {
    match instruction.class {
        Class::Scalar | Class::Wait | Class::Barrier => "scalar_alu",
        Class::Control if instruction.opcode == "s_endpgm" => "scalar_alu",
        Class::Control => "branch",
        Class::Constant => "scalar_mem",
        Class::Global | Class::Atomic | Class::Local => "vector_mem",
        Class::Shared => "lds",
        _ => "vector_alu",
    }
}

/// Instructions and lane accesses of a launch by column of the table; `lanes` are those of vector memory.
fn counts(launch: &Launch, ctas: &[Cta]) -> BTreeMap<&'static str, u64> {
    let mut counts = BTreeMap::new();
    let warps = ctas.iter().flat_map(|cta| (0..cta.warps()).map(|warp| cta.warp(warp)));
    for step in warps.flat_map(|warp| warp.steps(&launch.code)) {
        let instruction = &launch.code.instructions[step.pc.index()];
        let column = column(instruction);
        *counts.entry(column).or_default() += 1;
        *counts.entry("instructions").or_default() += 1;
        let lanes = step.access.map_or(0, |access| access.of(step.lanes).count() as u64);
        let accesses = match (column, instruction.effect) {
            ("vector_mem", _) => "lanes",
            ("lds", Effect::Memory { kind: AccessKind::Load, .. }) => "lds_accesses_read",
            ("lds", _) => "lds_accesses_write",
            _ => continue,
        };
        *counts.entry(accesses).or_default() += lanes;
    }
    counts
}

/// Stale lane accesses of a trace, by launch and column of the table.
fn stale(trace: &Path) -> BTreeMap<(usize, &'static str), u64> {
    let (mut lines, mut launch, mut counts) = (LineReader::open(trace).expect("a trace"), 0, BTreeMap::new());
    while let Some(line) = lines.next().expect("a line") {
        let words: Vec<&str> = std::str::from_utf8(line).expect("text").split(' ').collect();
        if words[0] == "wf" {
            launch = words[1].parse().expect("a launch");
        }
        if let Some(at) = words.iter().position(|word| *word == "|") {
            let column = if words[at + 1] == "r" { "lds_accesses_read" } else { "lds_accesses_write" };
            let mask = u64::from_str_radix(words[at + 2], 16).expect("a mask");
            *counts.entry((launch, column)).or_default() += u64::from(mask.count_ones());
        }
    }
    counts
}

#[test]
fn every_run_has_the_instructions_and_accesses_that_multi2sim_counted() {
    let Some(folder) = folder() else { return };
    let rows = rows(&folder);
    for (run, trace) in traces(&folder) {
        assert!(is_trace(&trace), "{run}");
        let mut reader = Reader::open(&trace, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
        let read = drain(&mut reader).unwrap_or_else(|e| panic!("{e}"));
        let stale = stale(&trace);
        let mut total = (0, 0);
        for (at, (launch, ctas)) in read.iter().enumerate() {
            let row = &rows[&(run.clone(), at)];
            let counts = counts(launch, ctas);
            let counted = |column| counts.get(column).copied().unwrap_or(0);
            for column in
                ["instructions", "scalar_alu", "scalar_mem", "branch", "vector_alu", "lds", "vector_mem"]
            {
                assert_eq!(counted(column), number(row, column), "{run}, launch {at}: {column}");
            }
            for column in ["lds_accesses_read", "lds_accesses_write"] {
                let stale = stale.get(&(at, column)).copied().unwrap_or(0);
                assert_eq!(counted(column) + stale, number(row, column), "{run}, launch {at}: {column}");
            }
            let looked_up = ["l1_hits", "l1_misses", "l1_merged"].map(|column| number(row, column));
            let looked_up = looked_up.iter().sum::<u64>();
            assert!(counted("lanes") <= looked_up, "{run}, launch {at}: {looked_up} L1 accesses");
            total = (total.0 + counted("lanes"), total.1 + looked_up);
            assert_eq!(ctas.len() as u64, number(row, "work_groups"), "{run}, launch {at}");
            assert_eq!(u64::from(launch.registers), number(row, "vgprs"), "{run}, launch {at}");
        }
        // Multi2Sim counts an access again when it retries it: at most 7 of the 320 of BSo-16.
        let (lanes, looked_up) = total;
        assert!(looked_up - lanes <= lanes / 40, "{run}: {lanes} lanes, {looked_up} L1 accesses");
        assert_eq!(read.len(), rows.keys().filter(|(name, _)| *name == run).count(), "{run}");
    }
}

/// Work-groups per compute unit by the rule of the folder's README, for given bytes of LDS.
fn occupancy(launch: &RecordedLaunch, lds: u32) -> u32 {
    let registers = launch.vgprs * 64 * launch.waves();
    let limits = [10, 10 / launch.waves(), 65536 / registers, 65536_u32.checked_div(lds).unwrap_or(10)];
    4 * limits.into_iter().min().unwrap_or(0)
}

#[test]
fn occupancy_follows_from_registers_and_lds_without_arguments() {
    let Some(folder) = folder() else { return };
    let mut unlike = Vec::new();
    for (run, trace) in traces(&folder) {
        let recorded = RecordedRun::open(trace).unwrap_or_else(|e| panic!("{e}"));
        for launch in recorded.launches() {
            assert_eq!(occupancy(launch, launch.counted_lds()), launch.groups_per_unit, "{run}: {launch:?}");
            if occupancy(launch, launch.lds) != launch.groups_per_unit {
                unlike.push(run.clone());
            }
        }
    }
    unlike.dedup();
    assert_eq!(unlike, ["RS-8192"], "runs whose occupancy would differ with LDS arguments");
}

#[test]
fn every_instruction_has_a_fetch_time_before_the_launch_ends() {
    let Some(folder) = folder() else { return };
    let rows = rows(&folder);
    for (run, trace) in traces(&folder) {
        let times = fetch_times(&trace).unwrap_or_else(|e| panic!("{e}"));
        let mut instructions = BTreeMap::<u32, u64>::new();
        for ((launch, ..), times) in &times {
            *instructions.entry(*launch).or_default() += times.len() as u64;
            let cycles = number(&rows[&(run.clone(), *launch as usize)], "cycles");
            assert!(
                times.is_sorted() && times.last().is_some_and(|&last| last <= cycles),
                "{run}, launch {launch}"
            );
        }
        for (launch, count) in instructions {
            let row = &rows[&(run.clone(), launch as usize)];
            assert_eq!(count, number(row, "instructions"), "{run}, launch {launch}");
        }
    }
}
