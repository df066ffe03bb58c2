//! `accelsim.toml`: results of Accel-Sim. Every trace runs on every machine under every policy.

use super::points::{
    Description, Gpu, Limits, Origin, Overhead, Point, Points, ReferenceCounters, Work, policy,
};
use super::{ValidateError, read};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The file of Accel-Sim's results.
    results: PathBuf,
    /// The origin of the results.
    source: String,
    limits: Limits,
    policies: Vec<Policy>,
    machines: Vec<Machine>,
    kernels: Vec<Kernel>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Policy {
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
    let table = Table::read(&reference.join(&file.results))?;
    let mut points = Vec::new();
    for machine in &file.machines {
        if let Some(title) = machine.invalid.iter().find(|title| !table.titles.contains(title)) {
            let place = format!("machine `{}`", machine.name);
            let fault =
                format!("`invalid` names `{title}`, which is not a column of {}", table.file.display());
            return Err(ValidateError::wrong(path, place, fault));
        }
        let from = Description::Configuration(reference.join(&machine.config));
        let gpu = Gpu { label: machine.name.clone(), from };
        for kernel in &file.kernels {
            for Policy { name, theirs } in &file.policies {
                let row = table.row(&machine.name, &kernel.name, theirs)?;
                points.push(Point {
                    name: kernel.name.clone(),
                    gpu: gpu.clone(),
                    policy: policy(name, path, &format!("policy `{name}`"))?,
                    work: Work { trace: reference.join(&kernel.trace), ctas: None },
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
    let (origin, limits) = (Origin::Accelsim, file.limits);
    Ok(Points { origin, file: path.to_owned(), limits, points, sweeps: Vec::new(), whole: true })
}

fn answer(row: &Row<'_>, machine: &Machine) -> Result<ReferenceCounters, ValidateError> {
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

/// Comma-separated values with a header line.
struct Table {
    file: PathBuf,
    titles: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(file: &Path) -> Result<Table, ValidateError> {
        let text = read::text(file)?;
        let cells = |line: &str| line.split(',').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
        let mut lines = text.lines().map(cells);
        let titles = lines.next().unwrap_or_default();
        Ok(Table { file: file.to_owned(), titles, rows: lines.collect() })
    }

    /// The row of a run.
    fn row(&self, machine: &str, kernel: &str, scheduler: &str) -> Result<Row<'_>, ValidateError> {
        let wanted = BTreeMap::from([("config", machine), ("kernel", kernel), ("sched", scheduler)]);
        let all = self.rows.iter().enumerate().map(|(at, cells)| Row { table: self, line: at + 2, cells });
        let mut found = all.filter(|row| wanted.iter().all(|(title, &cell)| row.cell(title) == Some(cell)));
        found.next().ok_or_else(|| {
            let fault = "this run is missing (columns config, kernel, sched)";
            ValidateError::wrong(&self.file, format!("{machine}, {kernel}, {scheduler}"), fault)
        })
    }
}

struct Row<'a> {
    table: &'a Table,
    line: usize,
    cells: &'a [String],
}

impl<'a> Row<'a> {
    fn cell(&self, title: &str) -> Option<&'a str> {
        let column = self.table.titles.iter().position(|known| known == title)?;
        self.cells.get(column).map(String::as_str)
    }

    /// A number in the column with this title.
    fn get<T: FromStr>(&self, title: &str) -> Result<T, ValidateError> {
        let found = self.cell(title);
        found.and_then(|cell| cell.parse().ok()).ok_or_else(|| {
            let found = found.map_or("nothing".to_owned(), |cell| format!("`{cell}`"));
            let fault = format!("`{title}` is {found}: give a number");
            ValidateError::wrong(&self.table.file, format!("line {}", self.line), fault)
        })
    }
}
