//! Columns of Parquet files: the reader finds what the sink was given.

use std::sync::Arc;

use arrow_array::builder::{Int32Builder, ListBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt8Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Float64Array, Int32Array, Int64Array, RecordBatch, RecordBatchOptions,
    StringArray, UInt8Array,
};
use arrow_schema::{DataType, Field, Schema};
use bytes::Bytes;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::file::metadata::PageIndexPolicy;
use pinsight_data::ParquetSink;

/// Writes a batch in parts of `part` rows.
fn written(batch: &RecordBatch, part: usize) -> Bytes {
    let mut sink = ParquetSink::new(Vec::new(), &batch.schema(), 1).expect("a file in memory");
    for start in (0..batch.num_rows()).step_by(part) {
        sink.write(batch.slice(start, part.min(batch.num_rows() - start))).expect("written");
    }
    sink.finish().expect("finished").into()
}

/// Reads a file as one batch.
fn read(file: &Bytes, rows: usize) -> RecordBatch {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file.clone()).expect("a file");
    let mut batches = builder.with_batch_size(rows.max(1)).build().expect("a reader");
    batches.next().expect("rows").expect("rows that can be read")
}

fn assert_same(batch: &RecordBatch, part: usize) {
    let found = read(&written(batch, part), batch.num_rows());
    for ((field, column), found) in batch.schema().fields().iter().zip(batch.columns()).zip(found.columns()) {
        assert_eq!(column.data_type(), found.data_type(), "{}", field.name());
        assert!(column == found, "{}: {column:?} is read as {found:?}", field.name());
    }
}

#[test]
fn dictionaries_are_written_as_strings() {
    let words: ArrayRef = Arc::new(StringArray::from(vec!["a", "never", "z"]));
    let keys = UInt8Array::from(vec![Some(2), None, Some(0), Some(2)]);
    let small = DictionaryArray::<UInt8Type>::try_new(keys, words).expect("keys of the words");
    let large: DictionaryArray<Int32Type> = [Some("b"), Some("b"), None, Some("c")].into_iter().collect();
    let fields = [("small", small.data_type()), ("large", large.data_type())];
    let schema =
        Schema::new(fields.map(|(name, data_type)| Field::new(name, data_type.clone(), true)).to_vec());
    let batch =
        RecordBatch::try_new(Arc::new(schema), vec![Arc::new(small), Arc::new(large)]).expect("columns");
    let plain = ["small", "large"].map(|name| Field::new(name, DataType::Utf8, true)).to_vec();
    let mut sink = ParquetSink::new(Vec::new(), &Arc::new(Schema::new(plain)), 1).expect("a file");
    sink.write(batch.clone()).expect("written");
    sink.write(batch.slice(1, 2)).expect("written");
    let file: Bytes = sink.finish().expect("finished").into();
    let found = read(&file, 6);
    let texts =
        |column: usize| -> Vec<Option<&str>> { found.column(column).as_string::<i32>().iter().collect() };
    assert_eq!(texts(0), [Some("z"), None, Some("a"), Some("z"), None, Some("a")]);
    assert_eq!(texts(1), [Some("b"), Some("b"), None, Some("c"), Some("b"), None]);
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).expect("a file");
    let statistics = builder.metadata().row_group(0).column(0).statistics().expect("statistics");
    assert_eq!(statistics.min_bytes_opt(), Some(&b"a"[..]));
    assert_eq!(statistics.max_bytes_opt(), Some(&b"z"[..]));
    assert_eq!(statistics.null_count_opt(), Some(2));
}

#[test]
fn columns_of_other_types_are_written() {
    let numbers: ArrayRef = Arc::new(Float64Array::from(vec![Some(0.5), None, Some(-1.0)]));
    let words: ArrayRef = Arc::new(StringArray::from(vec!["a", "b", "a"]));
    let batch = RecordBatch::try_from_iter_with_nullable([
        ("before", Arc::clone(&words), true),
        ("number", numbers, true),
        ("behind", words, false),
    ]);
    assert_same(&batch.expect("columns"), 2);
}

#[test]
fn a_null_a_wrong_type_and_a_missing_column_are_refused() {
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![Some(1), None, Some(3)]));
    let long: ArrayRef = Arc::new(Int64Array::from(vec![1, 1 << 40, 3]));
    let element = Field::new("element", DataType::Int32, true);
    let mut lists = ListBuilder::new(Int32Builder::new()).with_field(element);
    lists.append_value([Some(1)]);
    lists.append_null();
    let lists: ArrayRef = Arc::new(lists.finish());
    for (data_type, array) in
        [(DataType::Int32, numbers), (DataType::Int32, long), (lists.data_type().clone(), lists)]
    {
        let schema = Arc::new(Schema::new(vec![Field::new("column", data_type, false)]));
        let batch = RecordBatch::try_from_iter_with_nullable([("column", array, true)]).expect("a column");
        let mut sink = ParquetSink::new(Vec::new(), &schema, 1).expect("a file in memory");
        let error = sink.write(batch).expect_err("refused").to_string();
        assert!(error.contains("column column: expected "), "{error}");
        let one_row = RecordBatchOptions::new().with_row_count(Some(1));
        let none = Arc::new(Schema::empty());
        let none = RecordBatch::try_new_with_options(none, Vec::new(), &one_row).expect("a row of nothing");
        assert!(sink.write(none).is_err());
        let file: Bytes = sink.finish().expect("an empty file").into();
        assert_eq!(
            ParquetRecordBatchReaderBuilder::try_new(file).expect("a file").metadata().num_row_groups(),
            0
        );
    }
}

/// Readers that look for one player skip row groups by these.
#[test]
fn players_and_sites_have_bloom_filters_and_pages_have_an_index() {
    let names: ArrayRef = Arc::new(StringArray::from(vec!["Anderssen", "Kieseritzky"]));
    let batch = RecordBatch::try_from_iter([("White", Arc::clone(&names)), ("Opening", names)]);
    let file = written(&batch.expect("columns"), 2);
    let options = ArrowReaderOptions::new().with_page_index_policy(PageIndexPolicy::Required);
    let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options).expect("a page index");
    let filter =
        builder.get_row_group_column_bloom_filter(0, 0).expect("a readable filter").expect("a filter");
    assert!(filter.check(&"Anderssen") && filter.check(&"Kieseritzky") && !filter.check(&"Morphy"));
    assert!(builder.get_row_group_column_bloom_filter(0, 1).expect("readable").is_none());
}
