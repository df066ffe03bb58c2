//! Accel-Sim's traces, configurations and results: see `reference/accelsim/README.md`.

#![allow(dead_code, reason = "each bench uses some of it")]

use std::error::Error;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::Machine;
use warploom_gpu::machine::gpgpusim::{import_with_network, network_file};
use warploom_gpu::simulation::Options;
use warploom_lab::record::Record;
use warploom_lab::run::{RunConfig, WorkLabel, run};
use warploom_policy::{Choice, WARP_POLICIES};
use warploom_tape::accelsim;
use warploom_tape::file::{TapeFile, Totals, Writer};

/// The traces.
pub const TRACES: [&str; 5] = ["ffma", "vecadd", "matmul", "gather", "rowwalk"];

/// The configurations, by their directories.
pub const CONFIGURATIONS: [&str; 2] = ["SM2_GTX480", "SM7_QV100"];

/// Policies, with their names in Accel-Sim.
pub const POLICIES: [(&str, &str); 3] =
    [("lrr", "lrr"), ("gto", "gto"), ("tl-gpgpusim", "two_level_active_6_0_1")];

/// A file of Accel-Sim's inputs or results.
pub fn reference(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/accelsim").join(file)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A configuration as a machine.
pub fn machine(configuration: &str) -> Machine {
    let directory = reference("configs").join(configuration);
    let config = read(&directory.join("gpgpusim.config"));
    let network = network_file(&config).map(|file| read(&directory.join(file)));
    let trace = read(&directory.join("trace.config"));
    import_with_network(configuration, &config, Some(&trace), network.as_deref())
        .unwrap_or_else(|e| panic!("{configuration}: {e}"))
        .machine
}

fn trace(name: &str) -> PathBuf {
    reference("traces").join(name)
}

/// Converts a trace to a tape file.
pub fn import(name: &str, tape: &Path) -> Totals {
    let mut writer = Writer::create(tape).unwrap_or_else(|e| panic!("{e}"));
    accelsim::import(trace(name), &accelsim::Options::default(), &mut writer, |_| ControlFlow::Continue(()))
        .unwrap_or_else(|e| panic!("{e}"));
    writer.finish().unwrap_or_else(|e| panic!("{e}"))
}

/// Converts the first CTAs of a trace to a tape file, without reading the rest.
pub fn import_some(name: &str, ctas: usize, tape: &Path) -> Result<Totals, Box<dyn Error>> {
    let file = trace(name).join("kernel-1.traceg");
    let (mut lines, mut text, mut ended) = (accelsim::LineReader::open(&file)?, Vec::new(), 0);
    while let Some(line) = lines.next()?.filter(|_| ended < ctas) {
        ended += usize::from(line.starts_with(b"#END_TB"));
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    let options = accelsim::Options { partial: true, ..accelsim::Options::default() };
    let mut kernel = accelsim::KernelReader::from_reader(file, &*text, &options)?;
    let mut writer = Writer::create(tape)?;
    while let Some(cta) = kernel.next_cta()? {
        writer.cta(&cta, |number| kernel.accesses(number))?;
    }
    let (launch, numbers) = kernel.finish()?;
    writer.end_launch(&launch, Some(&numbers))?;
    Ok(writer.finish()?)
}

/// A policy.
pub fn policy(name: &str) -> Choice {
    Choice::parse(name, WARP_POLICIES).unwrap_or_else(|e| panic!("{e}"))
}

/// Runs a tape file, from its opening to its record.
pub fn simulate(tape: &Path, machine: &Machine, policy: &Choice, options: Options) -> Record {
    let file = TapeFile::open(tape).unwrap_or_else(|e| panic!("{e}"));
    let label = WorkLabel { work: tape.display().to_string(), ..WorkLabel::default() };
    run(
        &label,
        &mut file.reader(),
        RunConfig { machine, policy: &policy.clone().into(), cta_policy: &Choice::default(), options },
    )
    .unwrap_or_else(|e| panic!("{e}"))
    .total
}

/// A result of Accel-Sim.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub configuration: String,
    pub trace: String,
    /// Its scheduler.
    pub scheduler: String,
    pub cycles: u64,
    pub warp_instructions: u64,
    pub l1_accesses: u64,
    /// Misses per access.
    pub l1_misses: f64,
    pub l2_accesses: u64,
    /// Misses per access.
    pub l2_misses: f64,
    /// Host seconds.
    pub seconds: f64,
    /// Seconds of the loop of `calibrate.py` on that host.
    pub calibration: f64,
}

/// All results of Accel-Sim.
pub fn answers() -> Vec<Answer> {
    let text = read(&reference("results.csv"));
    let mut lines = text.lines();
    let titles: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let answer = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let cell = |title: &str| {
            let at = titles.iter().position(|t| *t == title);
            at.and_then(|at| cells.get(at).copied()).unwrap_or_else(|| panic!("no {title} in {line}"))
        };
        let whole = |title| cell(title).parse::<u64>().unwrap_or_else(|e| panic!("{title} in {line}: {e}"));
        let real = |title| cell(title).parse::<f64>().unwrap_or_else(|e| panic!("{title} in {line}: {e}"));
        Answer {
            configuration: cell("config").to_owned(),
            trace: cell("kernel").to_owned(),
            scheduler: cell("sched").to_owned(),
            cycles: whole("cycles"),
            warp_instructions: whole("warp_insn"),
            l1_accesses: whole("l1d_acc"),
            l1_misses: real("l1d_missrate"),
            l2_accesses: whole("l2_acc"),
            l2_misses: real("l2_missrate"),
            seconds: real("user"),
            calibration: real("calibration"),
        }
    };
    lines.map(answer).collect()
}

/// Accel-Sim's result of a run.
pub fn answer<'a>(answers: &'a [Answer], configuration: &str, trace: &str, scheduler: &str) -> &'a Answer {
    let of = |a: &&Answer| (&*a.configuration, &*a.trace, &*a.scheduler) == (configuration, trace, scheduler);
    answers.iter().find(of).unwrap_or_else(|| panic!("no {configuration}, {trace}, {scheduler}"))
}

/// The geometric mean.
pub fn mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}
