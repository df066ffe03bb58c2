//! Data races: kernels with seeded races and their mended twins, compiled from `samples/race_*.cu`.
//!
//! Comments `// race: NAME` mark the lines of the race of kernel `NAME_racy`. The detector must report these lines, no
//! others, and nothing for `NAME_mended`.

mod oracle;
mod rules;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use warploom_kernel::execute::race::{RaceDetector, Races};
use warploom_kernel::execute::{Arg, Checks, Launch, Memory, Mode};
use warploom_kernel::program::Space;
use warploom_kernel::ptx::run;
use warploom_kernel::ptx::{Module, Program};

/// A source of kernels, and the PTX that compilers made of it.
struct Source {
    text: String,
    /// By compiler and architecture.
    compiled: Vec<(String, Module)>,
}

impl Source {
    fn read(name: &str) -> Source {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
        let read =
            |path: &Path| fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut compiled = Vec::new();
        let folders = fs::read_dir(samples.join("ptx")).unwrap();
        for folder in folders.map(|entry| entry.unwrap().path()) {
            let path = folder.join(format!("{name}.ptx"));
            if path.exists() {
                let compiler = folder.file_name().unwrap().to_string_lossy().into_owned();
                compiled.push((compiler, Module::parse(&read(&path)).unwrap()));
            }
        }
        compiled.sort_by(|a, b| a.0.cmp(&b.0));
        assert!(!compiled.is_empty(), "`cargo xtask samples {name}` compiles it");
        Source { text: read(&samples.join(format!("{name}.cu"))), compiled }
    }

    /// The lines that are marked as the race of a kernel.
    fn marked(&self, name: &str) -> BTreeSet<u64> {
        let mark = format!("// race: {name}");
        let lines = (1..).zip(self.text.lines());
        lines.filter(|(_, line)| line.trim_end().ends_with(&mark)).map(|(n, _)| n).collect()
    }

    /// Names of the kernels that end with `suffix`, without it.
    fn kernels(&self, suffix: &str) -> Vec<String> {
        let programs = &self.compiled[0].1.programs;
        programs.iter().filter_map(|p| p.name.strip_suffix(suffix).map(str::to_owned)).collect()
    }
}

/// Executes a kernel with 128 threads per CTA on `data` and `out`, and returns its races.
fn races_of(module: &Module, program: &Program, mode: Mode) -> Races {
    let mut memory = Memory::new();
    let globals = memory.load(module).unwrap();
    let data: Vec<u8> = (0..8192u32).flat_map(|i| (i * 7 % 61).to_le_bytes()).collect();
    let (from, to) =
        (memory.allocate("data", data.len() as u64).unwrap(), memory.allocate("out", 32768).unwrap());
    memory.write(from, &data).unwrap();
    let mut launch = Launch::new([4, 1, 1], [128, 1, 1]).arg(Arg::u64(from)).arg(Arg::u64(to));
    // The detector, not the memory checks, must find reads of copies in flight.
    (launch.mode, launch.checks) = (mode, Checks::Off);
    launch.cooperative = program.name.starts_with("grid_");
    let mut detector = RaceDetector::new(program, &launch);
    run(program, &globals, &launch, &mut memory, &mut detector).unwrap();
    detector.races(&memory)
}

/// Checks all kernels of a source.
fn check(name: &str, least: usize) {
    let source = Source::read(name);
    let racy = source.kernels("_racy");
    assert!(racy.len() >= least, "{racy:?}");
    let mut failed = Vec::new();
    for (compiler, module) in &source.compiled {
        for mode in [Mode::Warps32, Mode::Warps64] {
            for kernel in &racy {
                let marked = source.marked(kernel.trim_end_matches("_scope"));
                assert!(!marked.is_empty(), "no line is marked as the race of {kernel}");
                let program = module.kernel(&format!("{kernel}_racy")).unwrap();
                let races = races_of(module, program, mode);
                let lines: BTreeSet<u64> = races
                    .distinct
                    .iter()
                    .flat_map(|race| [&race.first, &race.second].map(|a| a.location.source.clone()))
                    .map(|source| source.expect("the kernels are compiled with line information").1)
                    .collect();
                // A warp of 64 lanes orders more.
                let less = mode == Mode::Warps64 && lines.is_empty();
                if lines != marked && !less {
                    failed.push(format!(
                        "{compiler} {mode:?} {kernel}: {lines:?}, not {marked:?}\n{}",
                        text(&races)
                    ));
                }
            }
            for kernel in source.kernels("_mended") {
                let program = module.kernel(&format!("{kernel}_mended")).unwrap();
                let races = races_of(module, program, mode);
                if !races.is_empty() {
                    failed.push(format!("{compiler} {mode:?} {kernel}, mended:\n{}", text(&races)));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn text(races: &Races) -> String {
    races.distinct.iter().map(|race| format!("{race}\n")).collect()
}

#[test]
fn races_in_shared_memory_are_found_with_both_lines() {
    check("race_shared", 12);
}

#[test]
fn races_in_global_memory_are_found_with_both_lines() {
    check("race_global", 12);
}

#[test]
fn races_of_asynchronous_copies_and_mbarriers_are_found_with_both_lines() {
    check("race_async", 5);
}

#[test]
fn a_race_names_variable_threads_kinds_and_remedy() {
    let source = Source::read("race_shared");
    let (_, module) = source.compiled.iter().find(|(name, _)| name == "nvcc13-compute_80").unwrap();
    let races = races_of(module, module.kernel("handover_racy").unwrap(), Mode::Warps32);
    let [race] = &races.distinct[..] else { panic!("{}", text(&races)) };
    assert_eq!((race.space, race.bytes, race.count), (Space::Shared, 4, 4));
    insta::assert_snapshot!(race, @"
    data race in kernel `handover_racy`: shared memory, `value` + 0 (0x4)
      race_shared.cu:193: write by CTA (0,0,0), thread (0,0,0)
      race_shared.cu:200: read by CTA (0,0,0), thread (32,0,0)
      and 3 more accesses of these lines
      no barrier orders these accesses: add `__syncthreads()` between them, also from one iteration to the next
    ");
    let source = Source::read("race_global");
    let (_, module) = source.compiled.iter().find(|(name, _)| name == "nvcc13-compute_80").unwrap();
    let races = races_of(module, module.kernel("last_block_racy").unwrap(), Mode::Warps32);
    insta::assert_snapshot!(text(&races), @"
    data race in kernel `last_block_racy`: global memory, `out` + 0 (0x7f0000008300)
      race_global.cu:96: write by CTA (0,0,0), thread (0,0,0)
      race_global.cu:105: read by CTA (3,0,0), thread (32,0,0)
      and 2 more accesses of these lines
      threads of different CTAs: use an atomic, a fence and a flag, or separate launches
    ");
}
