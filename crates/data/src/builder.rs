//! Builds one column.

use std::borrow::Cow;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    ArrayBuilder, BinaryBuilder, BooleanBuilder, Date32Builder, Int16Builder, Int32Builder, Int64Builder,
    StringBuilder, Time32SecondBuilder, UInt64Builder, make_builder,
};
use arrow_schema::DataType;
use pinsight_pgn::{Diagnostic, Eval};

use crate::lists::{add_clocks, add_diagnostics, add_evals, add_tags, of};

/// A value of a column, one variant for each [`Kind`](crate::Kind).
#[allow(missing_docs, reason = "the kinds are documented")]
pub enum Value<'a> {
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
    /// Returns a text.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(Some(text.into()))
    }

    /// Returns a text or null.
    pub fn optional_text(text: Option<impl Into<Cow<'a, str>>>) -> Self {
        Self::Text(text.map(Into::into))
    }

    /// Returns the number of a ply.
    pub fn ply(ply: usize) -> Self {
        Self::Int32(i32::try_from(ply).ok())
    }
}

/// The initial capacity of a builder in rows.
const CAPACITY: usize = 1024;

/// Builds a column.
pub struct ColumnBuilder(Box<dyn ArrayBuilder>);

impl std::fmt::Debug for ColumnBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ColumnBuilder").field("rows", &self.0.len()).finish_non_exhaustive()
    }
}

impl ColumnBuilder {
    /// Builds a column of the type of a [`Kind`](crate::Kind).
    pub fn new(data_type: &DataType) -> Self {
        Self(make_builder(data_type, CAPACITY))
    }

    /// Appends a value, which must be of the kind of the column.
    #[inline]
    pub fn append(&mut self, value: Value<'_>) {
        let builder = &mut *self.0;
        match value {
            Value::Text(text) => of::<StringBuilder>(builder).append_option(text),
            Value::Int16(number) => of::<Int16Builder>(builder).append_option(number),
            Value::Int32(number) => of::<Int32Builder>(builder).append_option(number),
            Value::Int64(number) => of::<Int64Builder>(builder).append_option(number),
            Value::UInt64(number) => of::<UInt64Builder>(builder).append_option(number),
            Value::Boolean(flag) => of::<BooleanBuilder>(builder).append_option(flag),
            Value::Date(days) => of::<Date32Builder>(builder).append_option(days),
            Value::Time(seconds) => of::<Time32SecondBuilder>(builder).append_option(seconds),
            Value::Bytes(bytes) => of::<BinaryBuilder>(builder).append_option(bytes),
            Value::Clocks(clocks) => add_clocks(builder, clocks),
            Value::Evals(evals) => add_evals(builder, evals),
            Value::Tags(tags) => add_tags(builder, tags),
            Value::Diagnostics(diagnostics) => add_diagnostics(builder, diagnostics),
        }
    }

    /// Returns the column so far and starts a new one.
    pub fn finish(&mut self) -> ArrayRef {
        self.0.finish()
    }
}
