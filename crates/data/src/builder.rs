//! Builds one column.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Date32Builder, Int16Builder, Int32Builder, Int64Builder, MapBuilder,
    MapFieldNames, StringBuilder, Time32SecondBuilder, UInt64Builder,
};
use arrow_schema::{DataType, Field};
use pinsight_pgn::{Diagnostic, Eval};

use crate::column::Kind;
use crate::lists::{Clocks, Diagnostics, Evals};

/// A value of a column.
pub(crate) enum Value<'a> {
    Text(Option<Cow<'a, str>>),
    Int16(Option<i16>),
    Int32(Option<i32>),
    Int64(Option<i64>),
    UInt64(Option<u64>),
    Boolean(Option<bool>),
    Date(Option<i32>),
    Time(Option<i32>),
    Bytes(Option<&'a [u8]>),
    Clocks(&'a [Option<i32>]),
    Evals(&'a [Option<Eval>]),
    Tags(Box<dyn Iterator<Item = (&'a str, &'a str)> + 'a>),
    Diagnostics(&'a [Diagnostic]),
}

impl<'a> Value<'a> {
    pub(crate) fn text(text: &'a str) -> Self {
        Self::Text(Some(Cow::Borrowed(text)))
    }

    pub(crate) fn optional_text(text: Option<&'a str>) -> Self {
        Self::Text(text.map(Cow::Borrowed))
    }
}

/// Builds a column of a [`Kind`].
#[derive(Debug)]
pub(crate) enum ColumnBuilder {
    Text(StringBuilder),
    Int16(Int16Builder),
    Int32(Int32Builder),
    Int64(Int64Builder),
    UInt64(UInt64Builder),
    Boolean(BooleanBuilder),
    Date(Date32Builder),
    Time(Time32SecondBuilder),
    Bytes(BinaryBuilder),
    Clocks(Box<Clocks>),
    Evals(Box<Evals>),
    Tags(Box<MapBuilder<StringBuilder, StringBuilder>>),
    Diagnostics(Box<Diagnostics>),
}

impl ColumnBuilder {
    pub(crate) fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(StringBuilder::new()),
            Kind::Int16 => Self::Int16(Int16Builder::new()),
            Kind::Int32 => Self::Int32(Int32Builder::new()),
            Kind::Int64 => Self::Int64(Int64Builder::new()),
            Kind::UInt64 => Self::UInt64(UInt64Builder::new()),
            Kind::Boolean => Self::Boolean(BooleanBuilder::new()),
            Kind::Date => Self::Date(Date32Builder::new()),
            Kind::Time => Self::Time(Time32SecondBuilder::new()),
            Kind::Bytes => Self::Bytes(BinaryBuilder::new()),
            Kind::Clocks => Self::Clocks(Box::default()),
            Kind::Evals => Self::Evals(Box::default()),
            Kind::Tags => {
                let [entry, key, value] = ["key_value", "key", "value"].map(str::to_owned);
                let names = MapFieldNames { entry, key, value };
                let builder = MapBuilder::new(Some(names), StringBuilder::new(), StringBuilder::new());
                Self::Tags(Box::new(builder.with_values_field(Field::new("value", DataType::Utf8, false))))
            }
            Kind::Diagnostics => Self::Diagnostics(Box::default()),
        }
    }

    /// Appends a value, which must be of the builder's kind.
    #[inline]
    #[allow(clippy::panic, clippy::expect_used, reason = "a declaration with a filler of another kind")]
    pub(crate) fn append(&mut self, value: Value<'_>) {
        match (self, value) {
            (Self::Text(builder), Value::Text(text)) => builder.append_option(text),
            (Self::Int16(builder), Value::Int16(number)) => builder.append_option(number),
            (Self::Int32(builder), Value::Int32(number)) => builder.append_option(number),
            (Self::Int64(builder), Value::Int64(number)) => builder.append_option(number),
            (Self::UInt64(builder), Value::UInt64(number)) => builder.append_option(number),
            (Self::Boolean(builder), Value::Boolean(flag)) => builder.append_option(flag),
            (Self::Date(builder), Value::Date(days)) => builder.append_option(days),
            (Self::Time(builder), Value::Time(seconds)) => builder.append_option(seconds),
            (Self::Bytes(builder), Value::Bytes(bytes)) => builder.append_option(bytes),
            (Self::Clocks(builder), Value::Clocks(clocks)) => builder.add(clocks),
            (Self::Evals(builder), Value::Evals(evals)) => builder.add(evals),
            (Self::Tags(builder), Value::Tags(tags)) => {
                for (name, value) in tags {
                    builder.keys().append_value(name);
                    builder.values().append_value(value);
                }
                builder.append(true).expect("as many keys as values");
            }
            (Self::Diagnostics(builder), Value::Diagnostics(diagnostics)) => builder.add(diagnostics),
            (builder, _) => panic!("a value of another kind for {builder:?}"),
        }
    }

    /// Returns the column so far and starts a new one.
    pub(crate) fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(builder) => Arc::new(builder.finish()),
            Self::Int16(builder) => Arc::new(builder.finish()),
            Self::Int32(builder) => Arc::new(builder.finish()),
            Self::Int64(builder) => Arc::new(builder.finish()),
            Self::UInt64(builder) => Arc::new(builder.finish()),
            Self::Boolean(builder) => Arc::new(builder.finish()),
            Self::Date(builder) => Arc::new(builder.finish()),
            Self::Time(builder) => Arc::new(builder.finish()),
            Self::Bytes(builder) => Arc::new(builder.finish()),
            Self::Clocks(builder) => Arc::new(std::mem::take(builder).finish()),
            Self::Evals(builder) => Arc::new(std::mem::take(builder).finish()),
            Self::Tags(builder) => Arc::new(builder.finish()),
            Self::Diagnostics(builder) => Arc::new(std::mem::take(builder).finish()),
        }
    }
}
