//! Tables in Rust that Python reads in place.

use crate::error::Problem;
use crate::simulate::interruptible;
use arrow_array::{Array as _, RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_pyarrow::{IntoPyArrow as _, Table};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use bytes::Bytes;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs::File;
use std::path::PathBuf;

/// Rows of a batch that is read from a file.
const BATCH_ROWS: usize = 1 << 20;

/// A table whose columns are in memory that Rust allocated. Readers of the Arrow C data interface share this memory: it is freed
/// with the last of them.
#[pyclass(frozen, module = "warploom._warploom")]
pub struct Batches {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Batches {
    /// A table of one batch.
    pub fn one(batch: RecordBatch) -> Batches {
        Batches { schema: batch.schema(), batches: vec![batch] }
    }

    /// The table in a Parquet file's content; a table without columns if it is empty.
    pub fn parquet(content: Vec<u8>) -> Result<Batches, Problem> {
        if content.is_empty() {
            return Ok(Batches { schema: SchemaRef::new(Schema::empty()), batches: Vec::new() });
        }
        let wrong = |error: &dyn std::fmt::Display| {
            Problem::general(format!("a table cannot be read: {error}"), None)
        };
        let reader =
            ParquetRecordBatchReaderBuilder::try_new(Bytes::from(content)).map_err(|error| wrong(&error))?;
        let reader = reader.with_batch_size(BATCH_ROWS).build().map_err(|error| wrong(&error))?;
        let schema = reader.schema();
        let batches = reader.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(&error))?;
        Ok(Batches { schema, batches })
    }
}

#[pymethods]
impl Batches {
    /// The number of rows.
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The table as an Arrow stream.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batches: Vec<Result<RecordBatch, ArrowError>> = self.batches.iter().cloned().map(Ok).collect();
        let reader: Box<dyn RecordBatchReader + Send> =
            Box::new(RecordBatchIterator::new(batches, SchemaRef::clone(&self.schema)));
        let options = PyDict::new(py);
        options.set_item("requested_schema", requested_schema)?;
        reader.into_pyarrow(py)?.call_method("__arrow_c_stream__", (), Some(&options))
    }

    /// The table as a `pyarrow.Table`.
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let table = Table::try_new(self.batches.clone(), SchemaRef::clone(&self.schema))
            .map_err(|error| Problem::from(error).into_exception(py))?;
        table.into_pyarrow(py)
    }

    /// The addresses of the values of a column, one for each batch: readers that copy nothing have the same.
    fn addresses(&self, column: &str) -> PyResult<Vec<usize>> {
        let at = self.schema.index_of(column).map_err(|error| PyKeyError::new_err(error.to_string()))?;
        let address = |batch: &RecordBatch| {
            let data = batch.column(at).to_data();
            data.buffers().last().map_or(0, |buffer| buffer.as_ptr().addr())
        };
        Ok(self.batches.iter().map(address).collect())
    }
}

/// Reads a Parquet file, such as the results of a study.
#[pyfunction]
pub fn read_parquet(py: Python<'_>, path: PathBuf) -> PyResult<Batches> {
    interruptible(py, |interrupt| {
        let wrong = |error: &dyn std::fmt::Display| {
            Problem::general(format!("`{}` cannot be read: {error}", path.display()), None)
        };
        let file = File::open(&path).map_err(|error| wrong(&error))?;
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| wrong(&error))?;
        let reader = reader.with_batch_size(BATCH_ROWS).build().map_err(|error| wrong(&error))?;
        let schema = reader.schema();
        let mut batches = Vec::new();
        for batch in reader {
            if interrupt.is_raised() {
                break;
            }
            batches.push(batch.map_err(|error| wrong(&error))?);
        }
        Ok(Batches { schema, batches })
    })
}
