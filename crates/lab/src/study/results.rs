//! The results of a study as two tables: what was measured, and where.
//!
//! `records.parquet` has the records of all runs, in the order of the study's axes. Its bytes depend on the study alone: not on the
//! engine, on the chunks, or on how often they were worked on. `hosts.parquet` has one row per run: where it was made, and how long
//! it took.

use super::axes::{Axes, Policies};
use super::chunk::HOST_COLUMNS;
use super::cost::read_columns;
use super::error::StudyError;
use super::matrix::Matrix;
use super::plan::Plan;
use crate::columns::SCHEMA_VERSION;
use crate::store::{RunKey, Store};
use crate::table::properties;
use arrow_array::cast::AsArray as _;
use arrow_array::types::{Float64Type, UInt64Type};
use arrow_array::{Array as _, ArrayRef, Float64Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use arrow_select::coalesce::BatchCoalescer;
use arrow_select::concat::concat_batches;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::errors::ParquetError;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// Rows that are written at a time. The bytes of a file depend on it, so it is the same for all.
const BATCH: usize = 8192;
/// Objects that are in memory at a time.
const OPEN: usize = 4;

/// The numbers of a run that succeeded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeasuredRun {
    /// The number of the run in the study's matrix.
    pub number: u64,
    pub cycles: u64,
    /// Thread instructions per cycle.
    pub ipc: f64,
}

/// The collected results.
#[derive(Clone, PartialEq, Debug)]
pub struct Collected {
    /// Runs that have records or failed.
    pub runs: u64,
    pub failed: u64,
    /// The first errors of runs that failed, each with its run.
    pub errors: Vec<String>,
    /// Rows of `records.parquet`.
    pub rows: u64,
    /// The content of `records.parquet`.
    pub records: Vec<u8>,
    /// The content of `hosts.parquet`.
    pub hosts: Vec<u8>,
    /// Seconds of simulation, summed over runs.
    pub seconds: f64,
    /// The runs that succeeded.
    pub measured: Vec<MeasuredRun>,
}

/// Rows of one run in an object.
struct Span {
    number: u64,
    file: usize,
    rows: Range<usize>,
}

/// Collects the records of a study's runs, as far as they are finished.
///
/// # Errors
/// If an object cannot be read.
pub fn collect(store: &Store, plan: &Plan, policies: &Policies) -> Result<Collected, StudyError> {
    let matrix = plan.matrix(policies)?;
    let mut numbers: Vec<(u128, u64)> = (0..matrix.numbers())
        .filter(|&number| !matrix.excludes(number))
        .map(|number| (matrix.digest(number).0, number))
        .collect();
    numbers.sort_unstable();
    let of = |folder: &str| -> Result<BTreeMap<usize, String>, StudyError> {
        let entries = store.list(folder)?.into_iter();
        Ok(entries.filter_map(|entry| Some((plan.chunk_of(&entry.name)?, entry.name))).collect())
    };
    // An unfinished chunk has its finished runs in a part.
    let (done, mut parts) = (of("chunks")?, of("parts")?);
    parts.retain(|chunk, _| !done.contains_key(chunk));
    let own = done.into_values().chain(parts.into_values());
    let files: Vec<String> = own.chain(plan.reused_from.iter().cloned()).collect();
    let mut spans = Vec::new();
    for (file, name) in files.iter().enumerate() {
        let Some(content) = store.read(name)? else { continue };
        let mut row = 0;
        let mut add = |batch: &RecordBatch| {
            let runs = batch.column(0).as_string::<i32>();
            for at in 0..batch.num_rows() {
                let run = RunKey::parse(runs.value(at)).map_or(0, |run| run.0);
                if let Ok(found) = numbers.binary_search_by_key(&run, |(run, _)| *run) {
                    let number = numbers[found].1;
                    match spans.last_mut().filter(|last: &&mut Span| {
                        last.number == number && last.file == file && last.rows.end == row
                    }) {
                        Some(last) => last.rows.end += 1,
                        None => spans.push(Span { number, file, rows: row..row + 1 }),
                    }
                }
                row += 1;
            }
        };
        match read_columns(content.into(), &["run"], &mut add) {
            Ok(_) => {}
            // Its runs are made again.
            Err(_) if name.starts_with("parts/") => spans.retain(|span| span.file != file),
            Err(error) => return Err(StudyError::damaged(name, &error)),
        }
    }
    // A run that two studies made at the same time is in two objects, with the same records: one of them counts.
    spans.sort_by_key(|span| (span.number, span.file));
    spans.dedup_by_key(|span| span.number);
    let mut writers = Writers::new(plan);
    let mut open: Vec<(usize, RecordBatch)> = Vec::new();
    let mut spans = spans.into_iter().peekable();
    while let Some(Span { file, mut rows, .. }) = spans.next() {
        // Runs that follow each other in the same object are one slice.
        while let Some(next) = spans.next_if(|next| next.file == file && next.rows.start == rows.end) {
            rows.end = next.rows.end;
        }
        if !open.iter().any(|(known, _)| *known == file) {
            open.truncate(OPEN - 1);
            open.insert(0, (file, read(store, &files[file])?));
        }
        let Some((_, batch)) = open.iter().find(|(known, _)| *known == file) else { continue };
        let slice = batch.slice(rows.start, rows.len());
        writers.add(&slice, &matrix, &numbers).map_err(|error| StudyError::store(&files[file], &error))?;
    }
    writers.finish()
}

fn read(store: &Store, name: &str) -> Result<RecordBatch, StudyError> {
    let gone = || StudyError::store(name, &"it was deleted meanwhile");
    let content = store.read(name)?.ok_or_else(gone)?;
    let read = || -> Result<RecordBatch, ParquetError> {
        let reader =
            ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(content))?.with_batch_size(1 << 20);
        let schema = Arc::clone(reader.schema());
        let batches = reader.build()?.collect::<Result<Vec<_>, ArrowError>>()?;
        Ok(concat_batches(&schema, &batches)?)
    };
    read().map_err(|error| StudyError::damaged(name, &error))
}

/// An axis within an axis: a parameter of policies, or a key of machines, that the study sets. A column for each saves its reader
/// from taking names apart.
struct Swept {
    column: String,
    /// By index of the policy or machine.
    values: Vec<Option<String>>,
    is_of_machines: bool,
    kind: DataType,
}

impl Swept {
    fn all(axes: &Axes) -> Vec<Swept> {
        let mut found = Vec::new();
        let mut add = |column: String, values: Vec<Option<String>>, is_of_machines: bool| {
            let all = |holds: fn(&str) -> bool| values.iter().flatten().all(|value| holds(value));
            let kind = if all(|value| value.parse::<u64>().is_ok()) {
                DataType::UInt64
            } else if all(|value| value.parse::<f64>().is_ok_and(f64::is_finite)) {
                DataType::Float64
            } else {
                DataType::Utf8
            };
            found.push(Swept { column, values, is_of_machines, kind });
        };
        let keys: BTreeSet<&String> =
            axes.machines.iter().flat_map(|machine| machine.set.iter().map(|(key, _)| key)).collect();
        for key in keys {
            let value = |set: &[(String, String)]| {
                set.iter().find(|(own, _)| own == key).map(|(_, value)| value.clone())
            };
            add(
                format!("machine.{key}"),
                axes.machines.iter().map(|machine| value(&machine.set)).collect(),
                true,
            );
        }
        let settings = |text: &str| -> Vec<(String, String)> {
            let settings = text.split_once(':').map_or("", |(_, settings)| settings);
            settings
                .split(',')
                .filter_map(|one| one.split_once('='))
                .map(|(a, b)| (a.to_owned(), b.to_owned()))
                .collect()
        };
        let policies: Vec<Vec<(String, String)>> = axes.policies.iter().map(|text| settings(text)).collect();
        let names: BTreeSet<&String> = policies.iter().flatten().map(|(name, _)| name).collect();
        for name in names {
            let value = |own: &Vec<(String, String)>| {
                own.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
            };
            add(format!("policy.{name}"), policies.iter().map(value).collect(), false);
        }
        found
    }

    fn field(&self) -> Field {
        Field::new(&self.column, self.kind.clone(), true)
    }

    fn array(&self, rows: &[(usize, usize)]) -> ArrayRef {
        let value = |&(machine, policy): &(usize, usize)| {
            self.values[if self.is_of_machines { machine } else { policy }].as_deref()
        };
        let values = rows.iter().map(value);
        match self.kind {
            DataType::UInt64 => Arc::new(values.map(|value| value?.parse().ok()).collect::<UInt64Array>()),
            DataType::Float64 => Arc::new(values.map(|value| value?.parse().ok()).collect::<Float64Array>()),
            _ => Arc::new(values.collect::<StringArray>()),
        }
    }
}

/// The writers of both tables.
struct Writers {
    swept: Vec<Swept>,
    study: Vec<(&'static str, String)>,
    records: Option<Output>,
    hosts: Option<Output>,
    collected: Collected,
}

/// One table: batches of a fixed size, so that the bytes do not depend on the sizes of what is added.
struct Output {
    writer: ArrowWriter<Vec<u8>>,
    coalescer: BatchCoalescer,
}

impl Output {
    fn new(schema: &SchemaRef, pairs: &[(&str, String)]) -> Result<Output, ArrowError> {
        let writer = ArrowWriter::try_new(Vec::new(), Arc::clone(schema), Some(properties(pairs)))?;
        Ok(Output { writer, coalescer: BatchCoalescer::new(Arc::clone(schema), BATCH) })
    }

    fn add(&mut self, batch: RecordBatch) -> Result<(), ArrowError> {
        self.coalescer.push_batch(batch)?;
        while let Some(full) = self.coalescer.next_completed_batch() {
            self.writer.write(&full)?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<u8>, ArrowError> {
        self.coalescer.finish_buffered_batch()?;
        while let Some(rest) = self.coalescer.next_completed_batch() {
            self.writer.write(&rest)?;
        }
        Ok(self.writer.into_inner()?)
    }
}

impl Writers {
    fn new(plan: &Plan) -> Writers {
        let study = vec![
            ("warploom.schema", SCHEMA_VERSION.to_string()),
            ("warploom.study", plan.study.clone()),
            ("warploom.build", plan.build.clone()),
        ];
        let collected = Collected {
            runs: 0,
            failed: 0,
            errors: Vec::new(),
            rows: 0,
            records: Vec::new(),
            hosts: Vec::new(),
            seconds: 0.0,
            measured: Vec::new(),
        };
        Writers { swept: Swept::all(&plan.axes), study, records: None, hosts: None, collected }
    }

    /// Adds rows of runs that follow each other.
    fn add(
        &mut self,
        rows: &RecordBatch,
        matrix: &Matrix,
        numbers: &[(u128, u64)],
    ) -> Result<(), ArrowError> {
        let schema = rows.schema();
        let is_of_host = |name: &str| HOST_COLUMNS.contains(&name);
        let (own, host): (Vec<usize>, Vec<usize>) =
            (0..schema.fields().len()).partition(|&at| !is_of_host(schema.field(at).name()));
        let run = schema.index_of("run")?;
        let runs = rows.column(run).as_string::<i32>();
        let number = |row: usize| {
            let run = RunKey::parse(runs.value(row)).map_or(0, |run| run.0);
            Some(numbers[numbers.binary_search_by_key(&run, |(run, _)| *run).ok()?].1)
        };
        let number: Vec<Option<u64>> = (0..rows.num_rows()).map(number).collect();
        let part = |number: &Option<u64>| number.map_or((0, 0), |number| matrix.machine_and_policy(number));
        let parts: Vec<(usize, usize)> = number.iter().map(part).collect();
        let records = rows.project(&own)?;
        let fields = records.schema_ref().fields().iter().map(|field| field.as_ref().clone());
        let fields: Vec<Field> = fields.chain(self.swept.iter().map(Swept::field)).collect();
        let columns = records.columns().iter().cloned();
        let columns = columns.chain(self.swept.iter().map(|swept| swept.array(&parts))).collect();
        let records = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)?;
        // The last row of a run is that of the whole run.
        let whole: Vec<u64> = (0..rows.num_rows() as u64)
            .filter(|&row| {
                row + 1 == rows.num_rows() as u64 || runs.value(row as usize) != runs.value(row as usize + 1)
            })
            .collect();
        let hosts = rows.project(&[vec![run], host].concat())?;
        let hosts = arrow_select::take::take_record_batch(&hosts, &UInt64Array::from(whole.clone()))?;
        self.count(rows, &whole, &number)?;
        Writers::put(&mut self.records, records, &self.study)?;
        Writers::put(&mut self.hosts, hosts, &self.study)
    }

    /// Counts the runs whose last rows are `whole`; `numbers` are those of each row's run.
    fn count(
        &mut self,
        rows: &RecordBatch,
        whole: &[u64],
        numbers: &[Option<u64>],
    ) -> Result<(), ArrowError> {
        let text = |name: &str| -> Result<&StringArray, ArrowError> {
            Ok(rows.column(rows.schema_ref().index_of(name)?).as_string::<i32>())
        };
        let (errors, works, policies, machines) =
            (text("error")?, text("work")?, text("policy")?, text("machine")?);
        let column = |name: &str| Ok::<_, ArrowError>(rows.column(rows.schema_ref().index_of(name)?));
        let seconds = column("seconds")?.as_primitive::<Float64Type>();
        let (cycles, ipc) =
            (column("cycles")?.as_primitive::<UInt64Type>(), column("ipc")?.as_primitive::<Float64Type>());
        for &row in whole {
            let row = row as usize;
            self.collected.runs += 1;
            if seconds.is_valid(row) {
                self.collected.seconds += seconds.value(row);
            }
            if let Some(number) = numbers[row].filter(|_| cycles.is_valid(row) && ipc.is_valid(row)) {
                let (cycles, ipc) = (cycles.value(row), ipc.value(row));
                self.collected.measured.push(MeasuredRun { number, cycles, ipc });
            }
            if errors.is_valid(row) {
                self.collected.failed += 1;
                if self.collected.errors.len() < 5 {
                    let (work, policy, machine) =
                        (works.value(row), policies.value(row), machines.value(row));
                    self.collected
                        .errors
                        .push(format!("{work} under {policy} on {machine}: {}", errors.value(row)));
                }
            }
        }
        self.collected.rows += rows.num_rows() as u64;
        Ok(())
    }

    fn put(
        output: &mut Option<Output>,
        batch: RecordBatch,
        study: &[(&str, String)],
    ) -> Result<(), ArrowError> {
        if output.is_none() {
            *output = Some(Output::new(&batch.schema(), study)?);
        }
        match output {
            Some(output) => output.add(batch),
            None => Ok(()),
        }
    }

    fn finish(self) -> Result<Collected, StudyError> {
        let Writers { records, hosts, mut collected, .. } = self;
        let written = |output: Option<Output>| -> Result<Vec<u8>, StudyError> {
            let content = output.map_or(Ok(Vec::new()), Output::finish);
            content.map_err(|error| StudyError::store("results", &error))
        };
        collected.records = written(records)?;
        collected.hosts = written(hosts)?;
        Ok(collected)
    }
}

/// Deletes what is no longer needed: files of killed writers, and parts of chunks that are done.
///
/// # Errors
/// If the store cannot be read.
pub fn sweep(store: &Store, plan: &Plan) -> Result<(), StudyError> {
    for folder in ["chunks", "parts", "plans", "studies", "series", "timelines"] {
        store.sweep(folder);
    }
    for part in store.list("parts")? {
        let Some(chunk) = plan.chunk_of(&part.name) else { continue };
        if store.has(&format!("chunks/{}", plan.chunk_name(chunk)))? {
            store.delete(&part.name)?;
        }
    }
    Ok(())
}
