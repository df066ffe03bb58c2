//! Host cost of policies: instructions per scheduler-cycle of whole runs, counted by callgrind, relative to `lrr`.
//!
//! `cargo bench -p warploom --bench policies` fails if a policy takes more than 1.5 times as many. It needs valgrind. With names, as in
//! `… --bench policies -- pro phase`, it measures those alone.

mod suite;

use std::path::Path;
use std::process::{Command, ExitCode};
use warploom_gpu::machine::named;
use warploom_gpu::simulation::Options;
use warploom_lab::run::{RunConfig, WorkLabel, run};
use warploom_policy::{Choice, WARP_POLICIES};
use warploom_report::Table;
use warploom_tape::file::TapeFile;

/// Limit of instructions relative to `lrr`.
const LIMIT: f64 = 1.5;

const MACHINE: &str = "m2090";
const WORKS: [&str; 2] = ["btree", "matmul"];

/// Settings that the papers compare, in addition to the defaults of every policy.
const SET: &[&str] = &[
    "two-level:order=gto",
    "two-level:order=phase",
    "two-level:order=phase,affinity=cta",
    "motrr:recency=true",
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    if let [child, tape, policy] = args.as_slice()
        && child == "child"
    {
        println!("{}", simulate(Path::new(tape), policy));
        return ExitCode::SUCCESS;
    }
    let names = WARP_POLICIES.iter().map(|policy| policy.name).chain(SET.iter().copied());
    let wanted = |name: &&str| {
        *name == "lrr" || args.is_empty() || args.iter().any(|arg| name.starts_with(arg.as_str()))
    };
    let names: Vec<&str> = names.filter(wanted).collect();
    let directory = tempfile::tempdir().expect("a directory");
    let mut table = Table::new(&["work", "policy", ">instructions per scheduler-cycle", ">beside lrr"]);
    let mut worst: f64 = 0.0;
    for work in WORKS {
        let tape = directory.path().join(work);
        suite::tape(work, warploom_suite::Size::Tiny, &tape);
        // Everything but the simulation: reading the tape's index, creating the machine.
        let (before, _) = counted(&tape, "none");
        let mut first = None;
        for name in &names {
            let (instructions, cycles) = counted(&tape, name);
            let each = instructions.saturating_sub(before) as f64 / cycles.max(1) as f64;
            let ratio = each / *first.get_or_insert(each);
            worst = worst.max(ratio);
            table.row([work.to_owned(), (*name).to_owned(), format!("{each:.1}"), format!("{ratio:.3}")]);
        }
    }
    println!("On {MACHINE}, at tiny:\n\n{table}");
    if worst > LIMIT {
        println!("\nA policy takes {worst:.2} times as many instructions as lrr: {LIMIT} is the limit.");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Simulates, unless the policy is `none`; returns the number of scheduler-cycles.
fn simulate(tape: &Path, policy: &str) -> u64 {
    let file = TapeFile::open(tape).expect("a tape");
    let machine = named(MACHINE).expect("a machine").machine();
    if policy == "none" {
        return 0;
    }
    let policy = Choice::parse(policy, WARP_POLICIES).expect("a policy").into();
    let config = RunConfig {
        machine: &machine,
        policy: &policy,
        cta_policy: &Choice::default(),
        options: Options::default(),
    };
    run(&WorkLabel::default(), &mut file.reader(), config).expect("it runs").total.scheduler_cycles
}

/// Instructions that callgrind counts, and scheduler-cycles.
fn counted(tape: &Path, policy: &str) -> (u64, u64) {
    let own = std::env::current_exe().expect("this program");
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(own);
    let output = valgrind.arg("child").arg(tape).arg(policy).output().expect("valgrind is installed");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{policy}: {err}");
    let collected = err.lines().find_map(|line| line.split("Collected : ").nth(1)?.trim().parse().ok());
    (collected.expect("callgrind counts"), out.trim().parse().expect("the child counts"))
}
