//! Records and other results as Arrow columns, named by their paths: `l1.hits`.

use crate::batches::Batches;
use crate::error::Problem;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, RecordBatch, RecordBatchOptions, StringArray, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::sync::Arc;
use warploom_lab::columns;
use warploom_lab::record::Record;
use warploom_lab::record::by_line::LineStalls;

/// Columns that hold numbers, also where every row lacks one.
const NUMBERS: [&str; 4] = ["launch", "line", "seed", "producer"];

/// Columns that come first, in this order; the others follow by name.
const FIRST: [&str; 24] = [
    "work",
    "size",
    "seed",
    "machine",
    "policy",
    "cta_policy",
    "application",
    "kernel",
    "kernel_name",
    "launch",
    "name",
    "title",
    "file",
    "line",
    "phase",
    "at",
    "text",
    "ended",
    "cycles",
    "ipc",
    "microseconds",
    "warp_instructions",
    "thread_instructions",
    "scheduler_cycles",
];

/// Records in the order given. The details of stalls depend on the run, and are a table of their own: see [`details`].
pub fn records<'a>(records: impl IntoIterator<Item = &'a Record>) -> Result<Batches, Problem> {
    let table = columns::records(records).batch();
    table.map(Batches::one).map_err(|error| Problem::general(error.to_string(), None))
}

/// The details of records' stalls: a row for each launch, cause and detail.
pub fn details<'a>(records: impl IntoIterator<Item = &'a Record>) -> Result<Batches, Problem> {
    let mut rows = Vec::new();
    for record in records {
        for (cause, details) in &record.details.0 {
            for (detail, cycles) in details {
                let (kernel, launch) = (&record.kernel, record.launch);
                rows.push(serde_json::json!({
                    "kernel": kernel, "launch": launch, "policy": record.policy(),
                    "cause": cause, "detail": detail, "scheduler_cycles": cycles,
                }));
            }
        }
    }
    table(&rows)
}

/// Scheduler-cycles by source line.
pub fn lines(lines: &[LineStalls]) -> Result<Batches, Problem> {
    let row = |line: &LineStalls| -> Result<Value, Problem> {
        let mut row = to_value(line)?;
        if let Value::Object(fields) = &mut row {
            fields.remove("details");
            fields.insert("stalled".to_owned(), line.stalled().into());
        }
        Ok(row)
    };
    table(&lines.iter().map(row).collect::<Result<Vec<_>, _>>()?)
}

/// A value as JSON.
pub fn to_value(object: &impl serde::Serialize) -> Result<Value, Problem> {
    serde_json::to_value(object)
        .map_err(|error| Problem::general(format!("a record cannot be read: {error}"), None))
}

/// A table with a row for each object, and a column for each key of any of them.
pub fn table(rows: &[Value]) -> Result<Batches, Problem> {
    let rows: Vec<Map<String, Value>> = rows.iter().map(flat).collect();
    let all: BTreeSet<&String> = rows.iter().flat_map(Map::keys).collect();
    let mut names: Vec<&String> = all.into_iter().collect();
    // The sort is stable: names without a place stay in their order.
    names.sort_by_key(|name| FIRST.iter().position(|first| first == name).unwrap_or(FIRST.len()));
    let (fields, columns): (Vec<Field>, Vec<ArrayRef>) = names
        .into_iter()
        .map(|name| {
            let values: Vec<&Value> = rows.iter().map(|row| row.get(name).unwrap_or(&Value::Null)).collect();
            let (kind, array) = column(name, &values);
            (Field::new(name, kind, true), array)
        })
        .unzip();
    let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    Ok(Batches::one(RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), columns, &options)?))
}

/// A column of the narrowest type that holds all values.
fn column(name: &str, values: &[&Value]) -> (DataType, ArrayRef) {
    let all = |is: fn(&Value) -> bool| values.iter().all(|value| value.is_null() || is(value));
    let empty = values.iter().all(|value| value.is_null());
    if empty && !NUMBERS.contains(&name) {
        let missing: StringArray = values.iter().map(|_| None::<&str>).collect();
        (DataType::Utf8, Arc::new(missing))
    } else if all(Value::is_u64) {
        let numbers: UInt64Array = values.iter().map(|value| value.as_u64()).collect();
        (DataType::UInt64, Arc::new(numbers))
    } else if all(Value::is_number) {
        let numbers: Float64Array = values.iter().map(|value| value.as_f64()).collect();
        (DataType::Float64, Arc::new(numbers))
    } else if all(Value::is_boolean) {
        let flags: BooleanArray = values.iter().map(|value| value.as_bool()).collect();
        (DataType::Boolean, Arc::new(flags))
    } else {
        let texts: StringArray = values.iter().map(|value| text(value)).collect();
        (DataType::Utf8, Arc::new(texts))
    }
}

/// A text; lists are written as JSON.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// An object without objects in it. An object that is missing adds no column.
fn flat(value: &Value) -> Map<String, Value> {
    let mut flat = Map::new();
    if let Value::Object(fields) = value {
        for (name, value) in fields {
            flatten(name, value, &mut flat);
        }
    }
    flat
}

fn flatten(name: &str, value: &Value, into: &mut Map<String, Value>) {
    match value {
        Value::Object(fields) => {
            for (inner, value) in fields {
                flatten(&format!("{name}.{inner}"), value, into);
            }
        }
        other => {
            into.insert(name.to_owned(), other.clone());
        }
    }
}
