//! Comparison with Multi2Sim: its recorded launches, instruction by instruction the same, and its micro kernels.
//!
//! Runs with a trace are imported, and executed too, so that both tapes can be compared. Runs without a trace are executed.
//! The recorded data are a folder that is not part of the repository; `README.md` in it explains its files.

mod execute;
mod micro;
mod table;

use execute::Execution;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use table::{Row, Table};
use warploom_gpu::machine::{Machine, named};
use warploom_gpu::policy::SmView;
use warploom_gpu::probe::{Issue, Probe, Probes};
use warploom_gpu::simulation::{Options, RunError, Simulation};
use warploom_gpu::{SmId, WaveUnit};
use warploom_kernel::tape::Source;
use warploom_lab::run::{RunConfig, RunResult, WorkLabel, run};
use warploom_policy::{CTA_POLICIES, Choice, CorePolicy, WAVE_POLICIES, WaveKind};
use warploom_tape::multi2sim;

pub use execute::{ExecutionComparison, ExecutionError, ExecutionReason};
pub use table::TableError;

/// The machine that describes what Multi2Sim simulates.
pub const MACHINE: &str = "hd7970-thesis";

/// Phases of the clocks of CU and memory in which a distance is measured.
const PHASES: u32 = 13;

/// Why a comparison failed.
#[derive(Debug, thiserror::Error)]
pub enum Multi2SimError {
    /// A table of results cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A trace cannot be read.
    #[error(transparent)]
    Trace(#[from] multi2sim::Error),
    /// A recorded run cannot be executed.
    #[error(transparent)]
    Execution(#[from] ExecutionError),
    /// A simulation failed.
    #[error("{name}: {error}")]
    Run { name: String, error: String },
    /// A run has other launches than the table.
    #[error("{file}: {run} has {ours} launches, and the table has {theirs}")]
    Launches { file: PathBuf, run: String, ours: usize, theirs: usize },
}

/// Two values: ours, and Multi2Sim's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Compared {
    /// Simulated here.
    pub ours: u64,
    /// Multi2Sim's.
    pub theirs: u64,
}

impl Compared {
    /// The error in percent of Multi2Sim's value. None if that is 0 and ours is not.
    pub fn error(self) -> Option<f64> {
        let Compared { ours, theirs } = self;
        match (ours, theirs) {
            (0, 0) => Some(0.0),
            (_, 0) => None,
            _ => Some(100.0 * (ours as f64 / theirs as f64 - 1.0)),
        }
    }
}

/// A launch of a recorded run.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct LaunchComparison {
    pub run: String,
    pub launch: usize,
    pub kernel: String,
    pub cycles: Compared,
    pub instructions: BTreeMap<&'static str, Compared>,
    /// Lane accesses to the LDS: reads, then writes, and the same without merged ones.
    pub lds: [Compared; 4],
    /// Hits of the vector L1s.
    pub l1_hits: Compared,
    /// Misses of the vector L1s.
    pub l1_misses: Compared,
    /// Blocks that Multi2Sim's L2 evicted in the launch.
    pub l2_evictions: u64,
}

/// A launch of an executed run without results of Multi2Sim.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct ExecutedLaunch {
    pub run: String,
    pub launch: usize,
    pub kernel: String,
    /// Work-groups.
    pub groups: u64,
    /// Wavefronts of all work-groups.
    pub waves: u64,
    /// Instructions of all wavefronts.
    pub instructions: u64,
    /// Hits of the vector L1s.
    pub l1_hits: u64,
    /// Misses of the vector L1s.
    pub l1_misses: u64,
    pub cycles: u64,
    /// Host copies of the run whose bytes are not recorded: small integers replace them.
    pub substituted_copies: u64,
}

/// A micro kernel with several waves on one CU.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct WavesComparison {
    pub kernel: String,
    /// Work-groups.
    pub groups: u32,
    /// Waves per work-group.
    pub waves: u32,
    pub cycles: Compared,
    /// Instructions of all waves.
    pub instructions: Compared,
}

/// The distance of an instruction to the next, of a wave alone.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct LatencyComparison {
    /// What is measured.
    pub test: String,
    /// Blocks of the access, as written.
    pub blocks: String,
    /// State of the caches, as written.
    pub state: String,
    /// Cycles from its issue to the next, from the least to the most over phases of the two clocks.
    pub ours: (u64, u64),
    /// The same of Multi2Sim, from the least to the most of its samples.
    pub theirs: (u64, u64),
}

impl LatencyComparison {
    /// Whether one of ours is one of Multi2Sim's values.
    pub fn agrees(&self) -> bool {
        self.ours.0 <= self.theirs.1 && self.theirs.0 <= self.ours.1
    }
}

/// A comparison with Multi2Sim.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Comparison {
    /// Launches of recorded runs.
    pub launches: Vec<LaunchComparison>,
    /// Executions of the runs that have a trace.
    pub executions: Vec<ExecutionComparison>,
    /// Launches of runs without results.
    pub unanswered: Vec<ExecutedLaunch>,
    /// Micro kernels with several waves.
    pub waves: Vec<WavesComparison>,
    /// Distances of instructions.
    pub latencies: Vec<LatencyComparison>,
}

/// Compares everything that a folder has. `done` is called with the name of each finished part.
///
/// # Errors
/// See [`Multi2SimError`].
pub fn compare(folder: &Path, done: &dyn Fn(&str)) -> Result<Comparison, Multi2SimError> {
    let machine = named(MACHINE).map(|machine| machine.machine());
    let machine = machine.unwrap_or_else(|| unreachable!("{MACHINE} comes with the program"));
    let table = Table::read(&folder.join("multi2sim.csv"))?;
    let runs = runs(&table)?;
    let (launches, executions) = launches(folder, &table.file, &runs, &machine, done)?;
    let unanswered = unanswered(folder, &runs, &machine, done)?;
    let waves = waves(folder, &machine)?;
    done("microwaves.csv");
    let latencies = latencies(folder, &machine)?;
    done("microlat.csv");
    Ok(Comparison { launches, executions, unanswered, waves, latencies })
}

/// A run, and its rows of the table.
type RunRows<'a> = (&'a str, Vec<Row<'a>>);

fn runs(table: &Table) -> Result<Vec<RunRows<'_>>, TableError> {
    let mut runs: Vec<RunRows<'_>> = Vec::new();
    for row in table.rows() {
        let name = row.text("run")?;
        match runs.last_mut().filter(|(last, _)| *last == name) {
            Some((_, rows)) => rows.push(row),
            None => runs.push((name, vec![row])),
        }
    }
    Ok(runs)
}

/// Compares the runs that have results, and the executions of those with a trace.
fn launches(
    folder: &Path,
    table: &Path,
    runs: &[RunRows<'_>],
    machine: &Machine,
    done: &dyn Fn(&str),
) -> Result<(Vec<LaunchComparison>, Vec<ExecutionComparison>), Multi2SimError> {
    let (mut all, mut executions) = (Vec::new(), Vec::new());
    let executable = execute::runs(folder)?;
    for (name, rows) in runs {
        let trace = execute::trace(folder, name);
        let result = if trace.is_file() {
            let mut source = multi2sim::Reader::open(&trace, &multi2sim::Options::default())?;
            let result = simulate(name, &mut source, machine)?;
            executions.push(execution(folder, name, &result, machine));
            result
        } else if executable.iter().any(|run| run == name) {
            simulate(name, &mut Execution::open(folder, name)?, machine)?
        } else {
            // Nothing of the run is recorded but its results.
            continue;
        };
        // A trace may have fewer launches than the run had.
        if result.launches.len() > rows.len() {
            let (ours, theirs) = (result.launches.len(), rows.len());
            let (file, run) = (table.to_owned(), (*name).to_owned());
            return Err(Multi2SimError::Launches { file, run, ours, theirs });
        }
        for (number, row) in (0..result.launches.len()).zip(rows) {
            all.push(launch(name, number, &result, row)?);
        }
        done(name);
    }
    Ok((all, executions))
}

/// Executes a run with a trace. Compares its tapes with the trace, and its cycles with those of the `imported` trace.
///
/// An error is the difference: the trace alone can be compared with results, as of a run whose data are missing.
fn execution(folder: &Path, name: &str, imported: &RunResult, machine: &Machine) -> ExecutionComparison {
    let sum = |result: &RunResult| result.launches.iter().map(|launch| launch.cycles).sum();
    let execute = || -> Result<ExecutionComparison, Multi2SimError> {
        let tapes = execute::compare(folder, name)?;
        let cycles = sum(&simulate(name, &mut Execution::open(folder, name)?, machine)?);
        Ok(ExecutionComparison { cycles, ..tapes })
    };
    let failed = |error: Multi2SimError| {
        let difference = Some(error.to_string());
        ExecutionComparison { run: name.to_owned(), difference, ..ExecutionComparison::default() }
    };
    ExecutionComparison { trace_cycles: sum(imported), ..execute().unwrap_or_else(failed) }
}

/// Executes the runs without results.
fn unanswered(
    folder: &Path,
    answered: &[RunRows<'_>],
    machine: &Machine,
    done: &dyn Fn(&str),
) -> Result<Vec<ExecutedLaunch>, Multi2SimError> {
    let mut all = Vec::new();
    for name in execute::runs(folder)? {
        if answered.iter().any(|(run, _)| *run == name) {
            continue;
        }
        let mut source = Execution::open(folder, &name)?;
        let result = simulate(&name, &mut source, machine)?;
        for (number, record) in result.launches.iter().enumerate() {
            let (launch, counters) = (&record.launch, &record.counters);
            all.push(ExecutedLaunch {
                run: name.clone(),
                launch: number,
                kernel: launch.kernel.clone(),
                groups: launch.ctas(),
                waves: launch.ctas() * u64::from(launch.warps()),
                instructions: counters.warp_instructions,
                l1_hits: counters.l1.reads.hits + counters.l1.writes.hits,
                l1_misses: counters.l1.reads.misses + counters.l1.writes.misses,
                cycles: record.cycles,
                substituted_copies: source.substituted(),
            });
        }
        done(&name);
    }
    Ok(all)
}

fn simulate<S: Source<Error: Display>>(
    name: &str,
    source: &mut S,
    machine: &Machine,
) -> Result<RunResult, Multi2SimError> {
    let policy: CorePolicy = round_robin().into();
    let cta_policy = Choice::parse("first-available", CTA_POLICIES)
        .unwrap_or_else(|error| unreachable!("it is built in: {error}"));
    let label = WorkLabel { work: name.to_owned(), ..WorkLabel::default() };
    let config = RunConfig { machine, policy: &policy, cta_policy: &cta_policy, options: Options::default() };
    run(&label, source, config)
        .map_err(|error| Multi2SimError::Run { name: name.to_owned(), error: error.to_string() })
}

fn round_robin() -> Choice<WaveKind> {
    Choice::new(&WAVE_POLICIES[0])
}

fn launch(
    run: &str,
    number: usize,
    result: &RunResult,
    row: &Row<'_>,
) -> Result<LaunchComparison, Multi2SimError> {
    let record = &result.launches[number];
    let (counters, cu) = (&record.counters, &record.counters.cu);
    let compared = |ours: u64, column: &str| -> Result<Compared, TableError> {
        Ok(Compared { ours, theirs: row.number(column)? })
    };
    let issues = |unit: WaveUnit| cu.issues[unit.index()];
    let types = [
        ("scalar ALU", issues(WaveUnit::Scalar) - cu.scalar_loads, "scalar_alu"),
        ("scalar memory", cu.scalar_loads, "scalar_mem"),
        ("branch", issues(WaveUnit::Branch), "branch"),
        ("vector ALU", issues(WaveUnit::Simd), "vector_alu"),
        ("LDS", issues(WaveUnit::Lds), "lds"),
        ("vector memory", issues(WaveUnit::VectorMemory), "vector_mem"),
    ];
    let instructions = types
        .into_iter()
        .map(|(name, ours, column)| Ok((name, compared(ours, column)?)))
        .collect::<Result<_, TableError>>()?;
    let lds = [
        compared(counters.lds.reads, "lds_accesses_read")?,
        compared(counters.lds.writes, "lds_accesses_write")?,
        compared(counters.lds.unmerged_reads, "lds_accesses_read_unmerged")?,
        compared(counters.lds.unmerged_writes, "lds_accesses_write_unmerged")?,
    ];
    let l1 = &counters.l1;
    Ok(LaunchComparison {
        run: run.to_owned(),
        launch: number,
        kernel: record.launch.kernel.clone(),
        cycles: compared(record.cycles, "cycles")?,
        instructions,
        lds,
        l1_hits: compared(l1.reads.hits + l1.writes.hits, "l1_hits")?,
        l1_misses: compared(l1.reads.misses + l1.writes.misses, "l1_misses")?,
        l2_evictions: row.number("l2_evictions")?,
    })
}

/// The machine with a single CU, on which micro kernels run.
fn one_cu(machine: &Machine) -> Machine {
    let mut machine = machine.clone();
    machine.cu_mut().count = 1;
    machine
}

fn waves(folder: &Path, machine: &Machine) -> Result<Vec<WavesComparison>, Multi2SimError> {
    let table = Table::read(&folder.join("microwaves.csv"))?;
    let machine = one_cu(machine);
    let mut all = Vec::new();
    for row in table.rows() {
        let name = row.text("kernel")?;
        let Some(kernel) = micro::waves_kernel(name) else { continue };
        let (groups, waves) = (row.number("work_groups")? as u32, row.number("waves_per_group")? as u32);
        let mut cta_policy = Choice::parse("first-available", CTA_POLICIES)
            .unwrap_or_else(|error| unreachable!("it is built in: {error}"))
            .make(&machine);
        let records = Simulation::of_cus(&machine, |_| round_robin().make(machine.cu()))
            .cta_policy(&mut *cta_policy)
            .run(&mut kernel.tape(groups, waves));
        let record = records.map_err(|error| failed(name, &error))?.remove(0);
        all.push(WavesComparison {
            kernel: name.to_owned(),
            groups,
            waves,
            cycles: Compared { ours: record.cycles, theirs: row.number("cycles")? },
            instructions: Compared {
                ours: record.counters.warp_instructions,
                theirs: row.number("instructions")?,
            },
        });
    }
    Ok(all)
}

fn failed(name: &str, error: &RunError<std::convert::Infallible>) -> Multi2SimError {
    Multi2SimError::Run { name: name.to_owned(), error: error.to_string() }
}

fn latencies(folder: &Path, machine: &Machine) -> Result<Vec<LatencyComparison>, Multi2SimError> {
    let table = Table::read(&folder.join("microlat.csv"))?;
    let machine = one_cu(machine);
    let mut all = Vec::new();
    for row in table.rows() {
        let [test, blocks, state] = ["test", "lane_blocks", "cache_state"].map(|column| row.text(column));
        let (test, blocks, state) = (test?, blocks?, state?);
        let theirs = (row.number("issue_to_next_issue_min")?, row.number("issue_to_next_issue_max")?);
        let mut ours: Option<(u64, u64)> = None;
        for phase in 0..PHASES {
            let cycles = if test.starts_with("s_endpgm") {
                end_latency(&machine)?
            } else {
                let Some(measured) = micro::latency(test, blocks, state, phase) else { break };
                let issues = issues(test, &measured.kernel, &machine)?.0;
                issues[measured.instruction + 1] - issues[measured.instruction]
            };
            ours = Some(ours.map_or((cycles, cycles), |(least, most)| (least.min(cycles), most.max(cycles))));
        }
        let Some(ours) = ours else { continue };
        let [test, blocks, state] = [test, blocks, state].map(str::to_owned);
        all.push(LatencyComparison { test, blocks, state, ours, theirs });
    }
    Ok(all)
}

/// Cycles from the issue of the end of a wave to its free place.
fn end_latency(machine: &Machine) -> Result<u64, Multi2SimError> {
    let mut kernel = warploom_gpu::fixture::WaveKernel::new();
    kernel.valu();
    kernel.end();
    let (issues, end) = issues("s_endpgm", &kernel, machine)?;
    // The place is free in the cycle in which the work-group ends, which is the last of the launch.
    Ok(end - 1 - issues[1])
}

/// The cycle of each instruction's issue, of a wave alone, and the cycles of the launch.
fn issues(
    name: &str,
    kernel: &warploom_gpu::fixture::WaveKernel,
    machine: &Machine,
) -> Result<(Vec<u64>, u64), Multi2SimError> {
    let mut probes = Probes::new(|_: SmId| Some(Issues::default()));
    let records = Simulation::of_cus(machine, |_| round_robin().make(machine.cu()))
        .probes(&mut probes)
        .run(&mut kernel.tape(1, 1));
    let cycles = records.map_err(|error| failed(name, &error))?.remove(0).cycles;
    let seen = probes.into_inner().into_iter().next().map(|(_, issues)| issues.0).unwrap_or_default();
    Ok((seen, cycles))
}

/// Records the cycle of each issue.
#[derive(Default)]
struct Issues(Vec<u64>);

impl Probe for Issues {
    fn issue(&mut self, _issue: Issue, view: &SmView<'_>) {
        self.0.push(view.now().0);
    }
}
