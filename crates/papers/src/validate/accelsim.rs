//! `accelsim.toml`: results of Accel-Sim. Every trace runs on every machine under every policy.

use super::csv::{ResultRow, ResultTable};
use super::points::{
    Description, Gpu, Limits, Origin, Overhead, Point, Points, Policy, ReferenceCounters, TraceWork, policy,
};
use super::suite::{SuiteFile, SuiteSetting};
use super::{ValidateError, read};
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The file of Accel-Sim's results.
    results: PathBuf,
    /// The origin of the results.
    source: String,
    limits: Limits,
    policies: Vec<NamedPolicy>,
    machines: Vec<Machine>,
    kernels: Vec<Kernel>,
    suite: Option<SuiteFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedPolicy {
    name: String,
    /// Accel-Sim's name of the policy.
    theirs: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Machine {
    name: String,
    /// The directory of the GPGPU-Sim configuration.
    config: PathBuf,
    /// Bytes per DRAM command.
    dram_command: u64,
    /// Columns of the results that are not valid for this machine.
    #[serde(default)]
    invalid: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kernel {
    name: String,
    trace: PathBuf,
    #[serde(default)]
    held_out: bool,
    note: Option<String>,
}

/// Reads the file.
pub fn read(path: &Path, reference: &Path) -> Result<Points, ValidateError> {
    let file: File = read::toml(path)?;
    let table = ResultTable::read(&reference.join(&file.results))?;
    let mut policies: Vec<(Policy, String)> = Vec::new();
    for NamedPolicy { name, theirs } in file.policies {
        policies.push((policy(&name, path, &format!("policy `{name}`"))?, theirs));
    }
    let mut gpus = Vec::new();
    for machine in &file.machines {
        if let Some(title) = machine.invalid.iter().find(|title| !table.has_column(title)) {
            let place = format!("machine `{}`", machine.name);
            let fault =
                format!("`invalid` names `{title}`, which is not a column of {}", table.file.display());
            return Err(ValidateError::wrong(path, place, fault));
        }
        let from = Description::Configuration(reference.join(&machine.config));
        gpus.push(Gpu { label: machine.name.clone(), from });
    }
    let mut points = Vec::new();
    for (machine, gpu) in file.machines.iter().zip(&gpus) {
        for kernel in &file.kernels {
            for (policy, theirs) in &policies {
                let row = row(&table, &machine.name, &kernel.name, theirs)?;
                points.push(Point {
                    name: kernel.name.clone(),
                    gpu: gpu.clone(),
                    policy: policy.clone(),
                    work: TraceWork { trace: reference.join(&kernel.trace), ctas: None },
                    truth: row.get("cycles")?,
                    overhead: Overhead::InBoth,
                    held_out: kernel.held_out,
                    counts: true,
                    group: None,
                    sweep: None,
                    answer: Some(answer(&row, machine)?),
                    source: file.source.clone(),
                    note: kernel.note.clone(),
                });
            }
        }
    }
    let setting = SuiteSetting { file: path, reference, gpus: &gpus, policies: &policies };
    let suite = file.suite.map(|suite| suite.read(&setting)).transpose()?;
    let (origin, limits) = (Origin::Accelsim, file.limits);
    Ok(Points { origin, file: path.to_owned(), limits, points, sweeps: Vec::new(), whole: true, suite })
}

/// The row of a run.
fn row<'a>(
    table: &'a ResultTable,
    machine: &str,
    kernel: &str,
    scheduler: &str,
) -> Result<ResultRow<'a>, ValidateError> {
    let wanted = [("config", machine), ("kernel", kernel), ("sched", scheduler)];
    table.rows().find(|row| row.has(&wanted)).ok_or_else(|| {
        let fault = "this run is missing (columns config, kernel, sched)";
        ValidateError::wrong(&table.file, format!("{machine}, {kernel}, {scheduler}"), fault)
    })
}

fn answer(row: &ResultRow<'_>, machine: &Machine) -> Result<ReferenceCounters, ValidateError> {
    let bytes = |title: &str| match machine.invalid.iter().any(|word| word == title) {
        true => Ok(None),
        false => row.get::<u64>(title).map(|commands| Some(commands * machine.dram_command)),
    };
    Ok(ReferenceCounters {
        warp_instructions: row.get("warp_insn")?,
        l1_accesses: row.get("l1d_acc")?,
        l1_misses: row.get("l1d_missrate")?,
        l2_misses: row.get("l2_missrate")?,
        dram_read: bytes("dram_reads")?,
        dram_written: bytes("dram_writes")?,
        pipeline: row.get("stall_pipe")?,
        idle: row.get("stall_idle")?,
        scoreboard: row.get("stall_scoreboard")?,
    })
}
