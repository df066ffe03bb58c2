//! The work on one chunk: its runs one after the other, and one object with their records.
//!
//! Several processes may work on the same chunk at once, and each may be killed at any time. All of them would write the same
//! records, and the first to finish does. From time to time the records so far are written as a part, with which the next process
//! continues.

use super::axes::Policies;
use super::error::StudyError;
use super::file::Kept;
use super::matrix::{Matrix, Run};
use super::plan::Plan;
use super::tapes::Tapes;
use crate::columns::{self, Row, SCHEMA_VERSION};
use crate::record::{Record, Setting};
use crate::run::{RunConfig, RunResult, WorkLabel, run_probed};
use crate::store::Store;
use crate::table::{Table, parquet_of};
use crate::watch::{NewTimeline, Watch, WatchOptions};
use crate::work_tape::WorkTape;
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray as _;
use arrow_select::concat::concat_batches;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};
use warploom_gpu::SmId;
use warploom_gpu::interrupt::Interrupt;
use warploom_gpu::probe::{ProbeSet, ProbeSets};
use warploom_gpu::simulation::RunError;
use warploom_tape::file;
use warploom_tape::spool::Spool;

/// Time between parts, unless another is asked for.
pub const PART_INTERVAL: Duration = Duration::from_secs(30);
/// Cycles that a timeline of a study shows.
const TIMELINE_CYCLES: u64 = 20_000;
/// Bytes of tapes that a spool keeps.
pub const SPOOL_BYTES: u64 = 50_000_000_000;

/// Where runs are made: it is part of their rows, not of their results.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Origin {
    pub host: String,
    /// The engine's name for the task.
    pub job: String,
}

/// What to work on, and with what.
#[derive(Clone, Debug)]
pub struct ChunkRequest<'a> {
    pub store: &'a Store,
    pub plan: &'a Plan,
    pub chunk: usize,
    /// The policies that the plan names.
    pub policies: &'a Policies,
    /// The directory of tapes.
    pub spool: Spool,
    /// The flag that ends the work early; finished runs are kept.
    pub interrupt: Option<Interrupt>,
    /// Time between parts.
    pub part_interval: Duration,
    /// The recorder of timelines, for studies that keep them.
    pub timeline: Option<NewTimeline>,
}

impl<'a> ChunkRequest<'a> {
    /// A request with the usual intervals, and with tapes in the store's directory.
    pub fn new(store: &'a Store, plan: &'a Plan, chunk: usize, policies: &'a Policies) -> ChunkRequest<'a> {
        ChunkRequest {
            store,
            plan,
            chunk,
            policies,
            spool: default_spool(store),
            interrupt: None,
            part_interval: PART_INTERVAL,
            timeline: None,
        }
    }
}

/// The spool in a store's directory; of a bucket, in the directory of temporary files.
pub fn default_spool(store: &Store) -> Spool {
    let directory: PathBuf = match store.directory() {
        Some(directory) => directory.join("tapes"),
        None => std::env::temp_dir().join("warploom-tapes"),
    };
    Spool::new(directory).with_capacity(SPOOL_BYTES)
}

/// How the work on a chunk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChunkEnd {
    /// Its object is written.
    Done {
        /// Runs that were made now.
        made: u64,
        /// Runs of the chunk that failed.
        failed: u64,
    },
    /// Its object was there before.
    WasDone,
    /// The flag was raised, or the study cancelled. The finished runs are in a part.
    Stopped { finished: u64 },
}

/// A finished run.
struct Finished {
    run: String,
    setting: Setting,
    /// Records of launches, if they are kept, then of the run; none of a run that failed.
    records: Vec<Record>,
    error: Option<String>,
    at: u64,
}

/// Works on a chunk. `done` is called with the number of runs that are finished, after each.
///
/// # Errors
/// If the plan is of another build, a work cannot be opened, or the store cannot be written. A run that fails (a policy that picks
/// nothing, a kernel that faults) is a result, not an error.
pub fn work(request: &ChunkRequest<'_>, origin: &Origin, done: &dyn Fn(u64)) -> Result<ChunkEnd, StudyError> {
    let matrix = request.plan.matrix(request.policies)?;
    work_on(request, &matrix, origin, done)
}

/// The same with the plan's matrix, for processes that work on several chunks.
///
/// # Errors
/// As [`work`].
pub fn work_on(
    request: &ChunkRequest<'_>,
    matrix: &Matrix,
    origin: &Origin,
    done: &dyn Fn(u64),
) -> Result<ChunkEnd, StudyError> {
    let ChunkRequest { store, plan, chunk: number, interrupt, .. } = request;
    let no_chunk = || StudyError::NoChunk { chunk: *number, chunks: plan.chunks.len() };
    let chunk = plan.chunks.get(*number).ok_or_else(no_chunk)?;
    let name = plan.chunk_name(*number);
    let (whole, part) = (format!("chunks/{name}"), format!("parts/{name}"));
    if store.has(&whole)? {
        return Ok(ChunkEnd::WasDone);
    }
    let mut rows =
        Rows::resume(store, &part, &mut chunk.numbers().map(|run| matrix.digest(run).to_string()))?;
    let before = rows.runs;
    done(before);
    let mut tapes = Tapes::new(&request.spool, *interrupt);
    let mut written = Instant::now();
    for run in chunk.numbers().skip(before as usize) {
        if written.elapsed() >= request.part_interval {
            written = Instant::now();
            rows.put_part(store, &part, plan, *number, origin)?;
            if store.has(&whole)? {
                return Ok(ChunkEnd::WasDone);
            }
            if is_cancelled(store, plan)? {
                return Ok(ChunkEnd::Stopped { finished: rows.runs });
            }
        }
        match make(request, matrix, &matrix.run(run), &mut tapes) {
            Ok(finished) => rows.add(finished),
            Err(StudyError::Interrupted) => {
                rows.put_part(store, &part, plan, *number, origin)?;
                return Ok(ChunkEnd::Stopped { finished: rows.runs });
            }
            Err(error) => {
                // What is finished is worth keeping, whatever is wrong with the next run.
                rows.put_part(store, &part, plan, *number, origin)?;
                return Err(error);
            }
        }
        done(rows.runs);
    }
    rows.settle(plan, *number, origin)?;
    let failed = rows.failed;
    let content = parquet_of(&rows.whole()?, &rows.footer(plan))?;
    store.write_new(&whole, content)?;
    store.delete(&part)?;
    Ok(ChunkEnd::Done { made: rows.runs - before, failed })
}

/// The object whose presence cancels a plan.
pub(super) fn cancel_name(plan: &str) -> String {
    format!("cancelled/{plan}")
}

/// Whether the work on a plan is cancelled.
///
/// # Errors
/// If the store cannot be read.
pub fn is_cancelled(store: &Store, plan: &Plan) -> Result<bool, StudyError> {
    Ok(store.has(&cancel_name(plan.id()))?)
}

/// Makes one run.
fn make(
    request: &ChunkRequest<'_>,
    matrix: &Matrix,
    run: &Run<'_>,
    tapes: &mut Tapes<'_>,
) -> Result<Finished, StudyError> {
    if request.interrupt.is_some_and(Interrupt::is_raised) {
        return Err(StudyError::Interrupted);
    }
    let label = WorkLabel { work: run.work.label(), size: run.group.size.clone(), seed: run.group.seed };
    let failed = |error: String| Finished {
        run: run.digest.to_string(),
        setting: setting_of(&label, run, matrix),
        records: Vec::new(),
        error: Some(error),
        at: now_ms(),
    };
    let tape = match tapes.of(run) {
        Ok(tape) => tape,
        // The kernel is at fault, and will be again.
        Err(StudyError::Work { error, .. }) if error.is_fault() => return Ok(failed(error.to_string())),
        Err(error) => return Err(error),
    };
    match simulate(request, matrix, run, tape) {
        Ok(result) if result.is_interrupted() => Err(StudyError::Interrupted),
        Ok(result) => {
            let setting = result.total.setting.clone();
            let RunResult { mut records, total, .. } = result;
            if !request.plan.axes.launches {
                records.clear();
            }
            records.push(total);
            Ok(Finished { run: run.digest.to_string(), setting, records, error: None, at: now_ms() })
        }
        Err(SimulateError::Run(RunError::Tape(error))) => {
            Err(StudyError::Work { work: run.work.name.clone(), error: Box::new(error.into()) })
        }
        Err(SimulateError::Run(error)) => Ok(failed(error.to_string())),
        Err(SimulateError::Study(error)) => Err(error),
    }
}

enum SimulateError {
    Run(RunError<file::Error>),
    Study(StudyError),
}

fn simulate(
    request: &ChunkRequest<'_>,
    matrix: &Matrix,
    run: &Run<'_>,
    tape: &WorkTape,
) -> Result<RunResult, SimulateError> {
    let plan = request.plan;
    let options = matrix.options().with_interrupt(request.interrupt);
    let config = RunConfig { machine: run.machine, policy: run.policy, cta_policy: run.cta_policy, options };
    let mut source = tape.file.reader();
    let is_of_sms = run.machine.cu.is_none();
    let first = vec![SmId(0)];
    let mut series = (is_of_sms && plan.keeps(Kept::Series))
        .then(|| Watch::new(WatchOptions { sms: Some(first.clone()), ..WatchOptions::default() }));
    let new_timeline = request.timeline.filter(|_| is_of_sms && plan.keeps(Kept::Timelines));
    let mut timeline = new_timeline.map(|new| new(0..TIMELINE_CYCLES, &first));
    let mut sets: Vec<&mut dyn ProbeSet> = Vec::new();
    if let Some(series) = &mut series {
        sets.push(series);
    }
    if let Some(timeline) = &mut timeline {
        sets.push(&mut **timeline);
    }
    let mut probes = ProbeSets::from(sets);
    let is_probed = is_of_sms && !plan.axes.keep.is_empty();
    let probes: Option<&mut dyn ProbeSet> = if is_probed { Some(&mut probes) } else { None };
    let result = run_probed(&tape.label, &mut source, config, probes).map_err(SimulateError::Run)?;
    if result.is_interrupted() {
        return Ok(result);
    }
    let keep = || -> Result<(), StudyError> {
        if let Some(series) = &mut series {
            let table = columns::series(&result.total.setting, &series.take()).parquet()?;
            request.store.write(&format!("series/{}.parquet", run.digest), table)?;
        }
        if let Some(timeline) = &mut timeline {
            let name = format!("timelines/{}.pftrace", run.digest);
            let content = timeline.content().map_err(|error| StudyError::store(&name, &error))?;
            request.store.write(&name, content)?;
        }
        Ok(())
    };
    let mut keep = keep;
    keep().map_err(SimulateError::Study)?;
    Ok(result)
}

/// The inputs of a run that has no record.
fn setting_of(label: &WorkLabel, run: &Run<'_>, matrix: &Matrix) -> Setting {
    Setting {
        work: label.work.clone(),
        size: label.size.clone(),
        seed: label.seed,
        machine: run.machine.name.clone(),
        policy: run.policy.to_string(),
        cta_policy: run.cta_policy.to_string(),
        l2_start: matrix.options().l2_start,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        digest: String::new(),
    }
}

/// Milliseconds since 1970.
pub fn now_ms() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// The rows of a chunk so far.
struct Rows {
    batches: Vec<RecordBatch>,
    /// Finished runs that are in no batch yet.
    new: Vec<Finished>,
    runs: u64,
    failed: u64,
    seconds: f64,
}

impl Rows {
    /// The rows of a part, if it has the first runs of the chunk; no rows otherwise.
    fn resume(store: &Store, part: &str, runs: &mut dyn Iterator<Item = String>) -> Result<Rows, StudyError> {
        let mut rows = Rows { batches: Vec::new(), new: Vec::new(), runs: 0, failed: 0, seconds: 0.0 };
        let Some(content) = store.read(part)? else { return Ok(rows) };
        let read = || -> Option<RecordBatch> {
            let reader = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(content))
                .ok()?
                .with_batch_size(1 << 20)
                .build()
                .ok()?;
            let batches: Vec<RecordBatch> = reader.collect::<Result<_, _>>().ok()?;
            concat_batches(&batches.first()?.schema(), &batches).ok()
        };
        // A damaged part is no part: its runs are made again.
        let Some(batch) = read() else { return Ok(rows) };
        let column = |name: &str| batch.column_by_name(name);
        let (Some(names), Some(errors)) = (column("run"), column("error")) else { return Ok(rows) };
        let (names, errors) = (names.as_string::<i32>(), errors.as_string::<i32>());
        let mut last: Option<&str> = None;
        for row in 0..batch.num_rows() {
            if last == Some(names.value(row)) {
                continue;
            }
            last = Some(names.value(row));
            if runs.next().as_deref() != last {
                return Ok(Rows { batches: Vec::new(), new: Vec::new(), runs: 0, failed: 0, seconds: 0.0 });
            }
            rows.runs += 1;
            rows.failed += u64::from(arrow_array::Array::is_valid(errors, row));
        }
        rows.batches.push(batch);
        Ok(rows)
    }

    fn add(&mut self, finished: Finished) {
        self.runs += 1;
        self.failed += u64::from(finished.error.is_some());
        self.seconds += finished.records.last().map_or(0.0, |record| record.host.seconds);
        self.new.push(finished);
    }

    /// Moves new runs to a batch.
    fn settle(&mut self, plan: &Plan, chunk: usize, origin: &Origin) -> Result<(), StudyError> {
        if !self.new.is_empty() {
            let new = std::mem::take(&mut self.new);
            self.batches.push(batch(&new, plan, chunk, origin)?);
        }
        Ok(())
    }

    /// All rows.
    fn whole(&self) -> Result<RecordBatch, StudyError> {
        let schema = self.batches.first().map(RecordBatch::schema).expect("a chunk has runs");
        concat_batches(&schema, &self.batches).map_err(|error| StudyError::store("chunk", &error))
    }

    fn put_part(
        &mut self,
        store: &Store,
        part: &str,
        plan: &Plan,
        chunk: usize,
        origin: &Origin,
    ) -> Result<(), StudyError> {
        if self.new.is_empty() {
            return Ok(());
        }
        self.settle(plan, chunk, origin)?;
        let content = parquet_of(&self.whole()?, &self.footer(plan))?;
        Ok(store.write(part, content)?)
    }

    /// What `status` reads without the rows.
    fn footer(&self, plan: &Plan) -> Vec<(&'static str, String)> {
        vec![
            ("warploom.schema", SCHEMA_VERSION.to_string()),
            ("warploom.build", plan.build.clone()),
            ("warploom.study", plan.study.clone()),
            ("warploom.runs", self.runs.to_string()),
            ("warploom.failed", self.failed.to_string()),
        ]
    }
}

/// The columns of a chunk that depend on where it was worked on. [`results`](super::results) keeps them apart.
pub(super) const HOST_COLUMNS: [&str; 8] =
    ["seconds", "threads", "host", "job", "study", "plan", "chunk", "finished_ms"];

/// Runs as rows.
fn batch(runs: &[Finished], plan: &Plan, chunk: usize, origin: &Origin) -> Result<RecordBatch, StudyError> {
    let mut rows: Vec<(&Finished, Row<'_>)> = Vec::new();
    for run in runs {
        rows.extend(run.records.iter().map(|record| (run, Row::from(record))));
        if run.records.is_empty() {
            rows.push((run, Row { setting: &run.setting, record: None }));
        }
    }
    let of = || rows.iter().map(|(run, _)| *run);
    let mut table = Table::default();
    table.text("run", of().map(|run| run.run.as_str()));
    table.text("build", of().map(|_| plan.build.as_str()));
    let records: Vec<Row<'_>> = rows.iter().map(|(_, row)| *row).collect();
    columns::add_records(&mut table, &records);
    table.maybe_text("error", of().map(|run| run.error.as_deref()));
    columns::add_hosts(&mut table, &records);
    table.text("host", of().map(|_| origin.host.as_str()));
    table.text("job", of().map(|_| origin.job.as_str()));
    table.text("study", of().map(|_| plan.study.as_str()));
    table.text("plan", of().map(|_| plan.id()));
    table.number("chunk", of().map(|_| chunk as u64));
    table.number("finished_ms", of().map(|run| run.at));
    Ok(table.batch()?)
}
