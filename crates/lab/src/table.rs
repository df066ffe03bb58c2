//! Tables as Parquet files, for Polars, pandas and DuckDB.

use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use std::sync::Arc;

/// An error of writing a table.
#[derive(Debug, thiserror::Error)]
#[error("the table cannot be written: {0}")]
pub struct TableError(String);

impl TableError {
    fn from_arrow(error: ArrowError) -> TableError {
        TableError(error.to_string())
    }
}

impl From<ParquetError> for TableError {
    fn from(error: ParquetError) -> TableError {
        TableError(error.to_string())
    }
}

/// The values of a column.
#[derive(Clone, PartialEq, Debug)]
pub enum Column {
    /// Integers; some may be missing.
    Number(Vec<Option<u64>>),
    /// Floating-point numbers; some may be missing.
    Fraction(Vec<Option<f64>>),
    /// Texts; some may be missing.
    Text(Vec<Option<String>>),
}

/// Named columns of the same length.
#[derive(Clone, Default, Debug)]
pub struct Table(Vec<(String, Column)>);

impl Table {
    /// Adds a column of integers.
    pub fn number(&mut self, name: &str, values: impl IntoIterator<Item = u64>) {
        self.0.push((name.to_owned(), Column::Number(values.into_iter().map(Some).collect())));
    }

    /// Adds a column of integers, some of which may be missing.
    pub fn maybe(&mut self, name: &str, values: impl IntoIterator<Item = Option<u64>>) {
        self.0.push((name.to_owned(), Column::Number(values.into_iter().collect())));
    }

    /// Adds a column of floating-point numbers.
    pub fn fraction(&mut self, name: &str, values: impl IntoIterator<Item = f64>) {
        self.0.push((name.to_owned(), Column::Fraction(values.into_iter().map(Some).collect())));
    }

    /// Adds a column of floating-point numbers, some of which may be missing.
    pub fn maybe_fraction(&mut self, name: &str, values: impl IntoIterator<Item = Option<f64>>) {
        self.0.push((name.to_owned(), Column::Fraction(values.into_iter().collect())));
    }

    /// Adds a column of texts.
    pub fn text<T: Into<String>>(&mut self, name: &str, values: impl IntoIterator<Item = T>) {
        let values = values.into_iter().map(|value| Some(value.into())).collect();
        self.0.push((name.to_owned(), Column::Text(values)));
    }

    /// Adds a column of texts, some of which may be missing.
    pub fn maybe_text<T: Into<String>>(&mut self, name: &str, values: impl IntoIterator<Item = Option<T>>) {
        let values = values.into_iter().map(|value| value.map(Into::into)).collect();
        self.0.push((name.to_owned(), Column::Text(values)));
    }

    /// The table as an Arrow batch.
    ///
    /// # Errors
    /// If the columns differ in length.
    pub fn batch(self) -> Result<RecordBatch, TableError> {
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
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(TableError::from_arrow)
    }

    /// The bytes of a Parquet file with the table, compressed by zstd.
    ///
    /// # Errors
    /// If the columns differ in length.
    pub fn parquet(self) -> Result<Vec<u8>, TableError> {
        parquet_of(&self.batch()?, &[])
    }
}

/// The bytes of a Parquet file with a batch, compressed by zstd, and with these pairs of keys and values in its footer.
///
/// # Errors
/// If the batch cannot be encoded.
pub fn parquet_of(batch: &RecordBatch, pairs: &[(&str, String)]) -> Result<Vec<u8>, TableError> {
    let mut file = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut file, batch.schema(), Some(properties(pairs)))?;
    writer.write(batch)?;
    writer.close()?;
    Ok(file)
}

/// How every Parquet file is written.
pub(crate) fn properties(pairs: &[(&str, String)]) -> WriterProperties {
    let pairs = pairs.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone())).collect();
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_key_value_metadata(Some(pairs))
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    #[test]
    fn a_parquet_file_has_the_columns_of_its_table() {
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
    fn columns_of_different_lengths_are_an_error() {
        let mut table = Table::default();
        table.number("a", [1, 2]);
        table.number("b", [1]);
        assert!(table.parquet().is_err());
    }
}
