//! Host instructions of simulations, counted by callgrind, which noise does not affect.
//!
//! `cargo bench -p warploom --bench counts` fails if a benchmark exceeds its limit, which was set 10 % above the
//! measured count. After an optimisation, lower the limits. It needs valgrind, and `gungraun-runner` of the version in `Cargo.lock`.

#![allow(unused_qualifications, reason = "the macros of gungraun make them")]

mod accelsim;
mod suite;

use accelsim::{import_some, policy};
use gungraun::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use std::hint::black_box;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::Options;
use warploom_lab::run::{RunConfig, WorkLabel, run};
use warploom_policy::Choice;
use warploom_tape::file::TapeFile;

/// A tape, and the machine and policy to run it with.
struct Piece {
    file: TapeFile,
    machine: Machine,
    policy: Choice,
    options: Options,
}

fn of(directory: &tempfile::TempDir, machine: Machine, policy_name: &str, max_ctas: Option<u64>) -> Piece {
    // The tape is in memory, so that reading the disk is not counted.
    let bytes = std::fs::read(directory.path().join("x.tape")).expect("the tape was just written");
    let file = TapeFile::from_bytes(bytes).expect("a tape");
    Piece { file, machine, policy: policy(policy_name), options: Options::default().with_max_ctas(max_ctas) }
}

/// The first CTAs of a trace.
fn trace(trace: &str, configuration: &str, ctas: usize) -> Piece {
    let directory = tempfile::tempdir().expect("a directory");
    import_some(trace, ctas, &directory.path().join("x.tape")).expect("a trace");
    of(&directory, accelsim::machine(configuration), "lrr", Some(ctas as u64))
}

/// An application of the suite.
fn application(name: &str, machine: &str, policy: &str) -> Piece {
    let directory = tempfile::tempdir().expect("a directory");
    suite::tape(name, warploom_suite::Size::Tiny, &directory.path().join("x.tape"));
    of(&directory, warploom_gpu::machine::named(machine).expect("a machine").machine(), policy, None)
}

/// The limit of host instructions.
fn at_most(instructions: u64) -> LibraryBenchmarkConfig {
    let mut callgrind = Callgrind::default();
    callgrind.hard_limits([(EventKind::Ir, instructions)]);
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind);
    config
}

#[library_benchmark]
#[bench::ffma_gtx480(args = (trace("ffma", "SM2_GTX480", 30)), config = at_most(278_000_000))]
#[bench::ffma_qv100(args = (trace("ffma", "SM7_QV100", 40)), config = at_most(413_000_000))]
#[bench::gather_gtx480(args = (trace("gather", "SM2_GTX480", 8)), config = at_most(350_000_000))]
#[bench::gather_qv100(args = (trace("gather", "SM7_QV100", 20)), config = at_most(400_000_000))]
#[bench::matmul_gtx480(args = (trace("matmul", "SM2_GTX480", 15)), config = at_most(204_000_000))]
#[bench::hotspot_v100(args = (application("hotspot", "v100", "gto")), config = at_most(132_000_000))]
fn simulate(piece: Piece) -> u64 {
    let Piece { file, machine, policy, options } = piece;
    let config =
        RunConfig { machine: &machine, policy: &policy.into(), cta_policy: &Choice::default(), options };
    black_box(run(&WorkLabel::default(), &mut file.reader(), config).expect("it runs").total.cycles)
}

library_benchmark_group!(name = simulator, benchmarks = simulate);
main!(library_benchmark_groups = simulator);
