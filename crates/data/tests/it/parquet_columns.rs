//! Columns of Parquet files: the reader finds what the sink was given.

use std::sync::Arc;

use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Date32Builder, Int16Builder, Int32Builder, Int64Builder, ListBuilder,
    MapBuilder, MapFieldNames, StringBuilder, StructBuilder, Time32MillisecondBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt8Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Float64Array, Int32Array, Int64Array, RecordBatch, RecordBatchOptions,
    StringArray, UInt8Array,
};
use arrow_schema::{DataType, Field, Fields, Schema};
use bytes::Bytes;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::file::metadata::PageIndexPolicy;
use pinsight_data::ParquetSink;
use pinsight_testkit::random::Random;
use proptest::prelude::*;

/// Returns no value once in `missing` times; always the value if that is 0.
fn perhaps<T>(random: &mut Random, missing: usize, value: T) -> Option<T> {
    (missing == 0 || random.below(missing) > 0).then_some(value)
}

fn text(random: &mut Random, different: usize) -> String {
    let number = random.below(different);
    format!("{}{number}", "text ".repeat(number % 7))
}

fn eval_fields() -> Fields {
    ["cp", "mate"].map(|name| Field::new(name, DataType::Int32, true)).into_iter().collect()
}

/// Random columns of all types.
fn columns(random: &mut Random, rows: usize, missing: usize, different: usize) -> RecordBatch {
    let random = &mut *random;
    let mut short = Int16Builder::new();
    let [mut long, mut rising] = [(); 2].map(|()| Int64Builder::new());
    let mut date = Date32Builder::new();
    let mut time = Time32MillisecondBuilder::new();
    let mut flag = BooleanBuilder::new();
    let [mut word, mut alike, mut once] = [(); 3].map(|()| StringBuilder::new());
    let mut bytes = BinaryBuilder::new();
    let element = Field::new("element", DataType::Int32, true);
    let mut clocks = ListBuilder::new(Int32Builder::new()).with_field(element);
    let element = Field::new("element", DataType::Struct(eval_fields()), true);
    let mut evals = ListBuilder::new(StructBuilder::from_fields(eval_fields(), 0)).with_field(element);
    let [entry, key, value] = ["key_value", "key", "value"].map(str::to_owned);
    let names = MapFieldNames { entry, key, value };
    let mut tags = MapBuilder::new(Some(names), StringBuilder::new(), StringBuilder::new())
        .with_values_field(Field::new("value", DataType::Utf8, false));
    for row in 0..rows {
        let number = random.below(different) as i64;
        short.append_option(perhaps(random, missing, number as i16 - 300));
        // Differences may exceed 32 bits.
        long.append_option(perhaps(random, missing, number.wrapping_mul(0x1234_5678_9ABC)));
        // The number of a game starts again with each file.
        let game = if different == 13 { number << 50 } else { (row % 70) as i64 };
        rising.append_option(perhaps(random, missing, game));
        date.append_option(perhaps(random, missing, number as i32 - 5));
        time.append_option(perhaps(random, missing, number as i32 * 1000));
        let bit = random.below(2) == 0;
        flag.append_option(perhaps(random, missing, bit));
        let text = text(random, different);
        word.append_option(perhaps(random, missing, &text));
        alike.append_option(perhaps(random, missing, format!("rnbqkbnr/pp{}/8 w {row}", text)));
        once.append_option(perhaps(random, missing, format!("https://example.org/{row}")));
        bytes.append_option(perhaps(random, missing, &text.as_bytes()[..text.len() / 2]));
        for _ in 0..random.below(4) {
            let clock = random.below(different) as i32 * 1000;
            clocks.values().append_option(perhaps(random, missing, clock));
        }
        clocks.append(missing == 0 || random.below(missing) > 0);
        for _ in 0..random.below(4) {
            let there = missing == 0 || random.below(missing) > 0;
            for field in 0..2 {
                let value = random.below(different) as i32 - 50;
                let value = perhaps(random, missing, value).filter(|_| there);
                evals.values().field_builder::<Int32Builder>(field).expect("numbers").append_option(value);
            }
            evals.values().append(there);
        }
        evals.append(missing == 0 || random.below(missing) > 0);
        for number in 0..random.below(3) {
            tags.keys().append_value(format!("Key{number}"));
            tags.values().append_value(self::text(random, different));
        }
        tags.append(missing == 0 || random.below(missing) > 0).expect("as many keys as values");
    }
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("short", Arc::new(short.finish())),
        ("long", Arc::new(long.finish())),
        ("game", Arc::new(rising.finish())),
        ("date", Arc::new(date.finish())),
        ("time", Arc::new(time.finish())),
        ("flag", Arc::new(flag.finish())),
        ("word", Arc::new(word.finish())),
        ("fen", Arc::new(alike.finish())),
        ("Site", Arc::new(once.finish())),
        ("moves", Arc::new(bytes.finish())),
        ("clocks", Arc::new(clocks.finish())),
        ("evals", Arc::new(evals.finish())),
        ("tags", Arc::new(tags.finish())),
    ];
    let fields = columns.iter().map(|(name, array)| {
        let required = missing == 0 && array.null_count() == 0;
        Field::new(*name, array.data_type().clone(), !required)
    });
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    RecordBatch::try_new(schema, columns.into_iter().map(|(_, array)| array).collect()).expect("columns")
}

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_columns_are_read_as_written(
        seed in any::<u64>(), rows in 1usize..200, missing in 0usize..4, different in prop_oneof![Just(13usize), 1usize..600], part in 1usize..90,
    ) {
        assert_same(&columns(&mut Random::new(seed), rows, missing, different), part);
    }
}

#[test]
fn columns_of_several_pages_are_read_as_written() {
    for (seed, missing) in [(1, 0), (2, 3), (3, 50)] {
        assert_same(&columns(&mut Random::new(seed), 20_000, missing, 12_000), 4096);
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
fn statistics_are_those_of_the_columns() {
    let batch = columns(&mut Random::new(9), 3000, 5, 500);
    let builder = ParquetRecordBatchReaderBuilder::try_new(written(&batch, 512)).expect("a file");
    let group = builder.metadata().row_group(0);
    assert_eq!(group.num_rows(), 3000);
    for (place, name) in
        ["short", "long", "game", "date", "time", "flag", "word", "fen", "Site", "moves"].iter().enumerate()
    {
        let statistics = group.column(place).statistics().expect("statistics");
        assert_eq!(statistics.null_count_opt(), Some(batch[*name].null_count() as u64), "{name}");
    }
    let numbers = batch["date"].as_primitive::<arrow_array::types::Date32Type>();
    let (min, max) = (numbers.iter().flatten().min(), numbers.iter().flatten().max());
    let found = group.column(3).statistics().expect("statistics");
    let number =
        |bytes: Option<&[u8]>| bytes.map(|bytes| i32::from_le_bytes(bytes.try_into().expect("four bytes")));
    assert_eq!(number(found.min_bytes_opt()), min);
    assert_eq!(number(found.max_bytes_opt()), max);
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
