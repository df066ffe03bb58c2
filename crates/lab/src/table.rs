//! Tables for other programs: Parquet files, which Polars, pandas and DuckDB read.

use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::sync::Arc;

/// A table that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the table cannot be written: {0}")]
pub struct TableError(String);

/// What a column holds.
#[derive(Clone, PartialEq, Debug)]
pub enum Column {
    /// Whole numbers; some may be missing.
    Number(Vec<Option<u64>>),
    /// Numbers with a fraction.
    Fraction(Vec<f64>),
    /// Words; some may be missing.
    Text(Vec<Option<String>>),
}

/// Columns of the same length, each with its name.
#[derive(Clone, Default, Debug)]
pub struct Table(Vec<(String, Column)>);

impl Table {
    /// Adds a column of whole numbers.
    pub fn number(&mut self, name: &str, values: impl IntoIterator<Item = u64>) {
        self.0.push((name.to_owned(), Column::Number(values.into_iter().map(Some).collect())));
    }

    /// Adds a column of whole numbers, some of which may be missing.
    pub fn maybe(&mut self, name: &str, values: impl IntoIterator<Item = Option<u64>>) {
        self.0.push((name.to_owned(), Column::Number(values.into_iter().collect())));
    }

    /// Adds a column of fractions.
    pub fn fraction(&mut self, name: &str, values: impl IntoIterator<Item = f64>) {
        self.0.push((name.to_owned(), Column::Fraction(values.into_iter().collect())));
    }

    /// Adds a column of words.
    pub fn text<T: Into<String>>(&mut self, name: &str, values: impl IntoIterator<Item = T>) {
        let values = values.into_iter().map(|value| Some(value.into())).collect();
        self.0.push((name.to_owned(), Column::Text(values)));
    }

    /// The table as a Parquet file, compressed by zstd.
    ///
    /// # Errors
    /// If columns are not of the same length.
    pub fn parquet(self) -> Result<Vec<u8>, TableError> {
        let wrong = |error: &dyn std::fmt::Display| TableError(error.to_string());
        let mut fields = Vec::new();
        let mut arrays: Vec<ArrayRef> = Vec::new();
        for (name, column) in self.0 {
            let (kind, array): (DataType, ArrayRef) = match column {
                Column::Number(values) => (DataType::UInt64, Arc::new(UInt64Array::from(values))),
                Column::Fraction(values) => (DataType::Float64, Arc::new(Float64Array::from(values))),
                Column::Text(values) => (DataType::Utf8, Arc::new(StringArray::from(values))),
            };
            fields.push(Field::new(name, kind, true));
            arrays.push(array);
        }
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(Arc::clone(&schema), arrays).map_err(|error| wrong(&error))?;
        let properties =
            WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build();
        let mut file = Vec::new();
        let mut writer =
            ArrowWriter::try_new(&mut file, schema, Some(properties)).map_err(|error| wrong(&error))?;
        writer.write(&batch).map_err(|error| wrong(&error))?;
        writer.close().map_err(|error| wrong(&error))?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    #[test]
    fn what_is_written_can_be_read() {
        let mut table = Table::default();
        table.number("cycles", [1, 2]);
        table.maybe("seed", [None, Some(3)]);
        table.fraction("ipc", [0.5, 1.5]);
        table.text("policy", ["lrr", "gto"]);
        let file = bytes::Bytes::from(table.parquet().unwrap());
        let mut reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
        let batch = reader.next().unwrap().unwrap();
        assert_eq!((batch.num_rows(), batch.num_columns()), (2, 4));
        let names: Vec<String> = batch.schema().fields().iter().map(|field| field.name().clone()).collect();
        assert_eq!(names, ["cycles", "seed", "ipc", "policy"]);
        assert_eq!(batch.column(0).as_ref(), &UInt64Array::from(vec![1, 2]) as &dyn arrow_array::Array);
    }

    #[test]
    fn columns_have_to_be_of_one_length() {
        let mut table = Table::default();
        table.number("a", [1, 2]);
        table.number("b", [1]);
        assert!(table.parquet().is_err());
    }
}
