//! The predicted time of runs: from their warp instructions, and from the times of earlier runs.

use super::error::StudyError;
use super::matrix::Matrix;
use crate::speed;
use crate::store::{RunKey, Store};
use crate::work::suite;
use arrow_array::cast::AsArray as _;
use arrow_array::types::{Float64Type, UInt64Type};
use arrow_array::{Array as _, RecordBatch};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::errors::ParquetError;
use std::collections::BTreeMap;

/// Warp instructions of works that do not say how many they have: of a kernel of one's own at a size that one simulates.
const UNKNOWN: u64 = 5_000_000;
/// Warp instructions per second, if neither earlier runs nor this host say otherwise.
const USUAL_SPEED: f64 = 1e6;

/// Seconds and warp instructions of earlier runs.
#[derive(Clone, Copy, Default, Debug)]
struct Measured {
    runs: u64,
    seconds: f64,
    warp_instructions: u64,
}

impl Measured {
    fn add(&mut self, seconds: f64, warp_instructions: u64) {
        self.runs += 1;
        self.seconds += seconds;
        self.warp_instructions += warp_instructions;
    }
}

/// The runs in a store: where each is, and what they took.
#[derive(Default, Debug)]
pub struct History {
    /// The objects that have runs.
    pub files: Vec<String>,
    /// Runs with the index of their object, in order.
    runs: Vec<(u128, u32)>,
    /// By work, size and machine.
    exact: BTreeMap<(String, String, String), Measured>,
    /// By machine.
    machines: BTreeMap<String, Measured>,
}

impl History {
    /// Reads the runs of a store.
    ///
    /// # Errors
    /// If an object cannot be read.
    pub fn read(store: &Store) -> Result<History, StudyError> {
        let mut history = History::default();
        for entry in store.list("chunks")? {
            let Some(content) = store.read(&entry.name)? else { continue };
            let file = history.files.len() as u32;
            let add = |batch: &RecordBatch| history.add(batch, file);
            read_columns(content.into(), &COLUMNS, add)
                .map_err(|error| StudyError::damaged(&entry.name, &error))?;
            history.files.push(entry.name);
        }
        history.runs.sort_unstable();
        history.runs.dedup_by_key(|(run, _)| *run);
        Ok(history)
    }

    fn add(&mut self, batch: &RecordBatch, file: u32) {
        let text = |column: usize| batch.column(column).as_string::<i32>();
        let number = |column: usize| batch.column(column).as_primitive::<UInt64Type>();
        let (runs, works, sizes, machines) = (text(0), text(1), text(2), text(3));
        let (launches, instructions) = (number(4), number(5));
        let seconds = batch.column(6).as_primitive::<Float64Type>();
        for row in 0..batch.num_rows() {
            if launches.is_valid(row) {
                continue;
            }
            let Some(RunKey(run)) = RunKey::parse(runs.value(row)) else { continue };
            self.runs.push((run, file));
            if seconds.is_valid(row) && instructions.is_valid(row) {
                let (seconds, instructions) = (seconds.value(row), instructions.value(row));
                let machine = machines.value(row).to_owned();
                let key = (works.value(row).to_owned(), sizes.value(row).to_owned(), machine.clone());
                self.exact.entry(key).or_default().add(seconds, instructions);
                self.machines.entry(machine).or_default().add(seconds, instructions);
            }
        }
    }

    /// The index of the object that has a run.
    pub fn file_of(&self, run: RunKey) -> Option<usize> {
        let at = self.runs.binary_search_by_key(&run.0, |(run, _)| *run).ok()?;
        Some(self.runs[at].1 as usize)
    }
}

const COLUMNS: [&str; 7] = ["run", "work", "size", "machine", "launch", "warp_instructions", "seconds"];

/// Reads some columns of a Parquet file, in this order. A file of an older version, which lacks one, has none.
pub(super) fn read_columns(
    content: bytes::Bytes,
    columns: &[&str],
    mut add: impl FnMut(&RecordBatch),
) -> Result<(), ParquetError> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(content)?;
    let mask = ProjectionMask::columns(builder.parquet_schema(), columns.iter().copied());
    for batch in builder.with_projection(mask).with_batch_size(65_536).build()? {
        let batch = batch?;
        let schema = batch.schema();
        let indices: Option<Vec<usize>> = columns.iter().map(|name| schema.index_of(name).ok()).collect();
        let Some(indices) = indices else { break };
        add(&batch.project(&indices)?);
    }
    Ok(())
}

/// The predicted time of runs.
#[derive(Debug)]
pub struct Costs {
    /// Seconds by group and machine.
    seconds: Vec<Vec<f64>>,
}

impl Costs {
    /// The costs of a study's runs. Machines without earlier runs are measured now, for a moment.
    pub fn new(matrix: &Matrix, history: &History) -> Costs {
        let per_instruction: Vec<f64> = matrix
            .machines
            .iter()
            .map(|machine| match history.machines.get(&machine.name) {
                Some(measured) => measured.seconds / measured.warp_instructions.max(1) as f64,
                None => 1.0 / speed::measure(machine, matrix.options()).unwrap_or(USUAL_SPEED),
            })
            .collect();
        let mut known: BTreeMap<(usize, Option<&str>), Vec<f64>> = BTreeMap::new();
        let of = |work: usize, size: Option<&str>| -> Vec<f64> {
            let planned = &matrix.works[work];
            let weight = planned.warp_instructions.or_else(|| {
                let (application, _) = suite::find(&planned.name).ok()?;
                Some(suite::warp_instructions(&planned.name, suite::size(application, size?).ok()?))
            });
            let weight = weight.unwrap_or(UNKNOWN) as f64;
            let on = |(machine, per_instruction): (usize, &f64)| {
                let name = matrix.machines[machine].name.clone();
                match history.exact.get(&(planned.label(), size.unwrap_or_default().to_owned(), name)) {
                    Some(measured) => measured.seconds / measured.runs as f64,
                    None => weight * per_instruction,
                }
            };
            per_instruction.iter().enumerate().map(on).collect()
        };
        let seconds = matrix.groups.iter().map(|group| {
            let key = (group.work, group.size.as_deref());
            known.entry(key).or_insert_with(|| of(key.0, key.1)).clone()
        });
        Costs { seconds: seconds.collect() }
    }

    /// The predicted seconds of a run.
    pub fn seconds(&self, matrix: &Matrix, number: u64) -> f64 {
        self.seconds[matrix.group_of(number)][matrix.machine_of(number)]
    }
}
