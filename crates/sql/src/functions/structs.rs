//! Lists of structs, such as the pins of a game.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, ListArray, StructArray};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields};
use datafusion::common::Result;
use pinsight_data::{ColumnBuilder, Value};

/// Returns nullable fields of these names and types.
pub(super) fn fields<N: Into<String>>(columns: impl IntoIterator<Item = (N, DataType)>) -> Fields {
    columns.into_iter().map(|(name, kind)| Field::new(name, kind, true)).collect()
}

/// Returns the type of a list of structs.
pub(super) fn list_of(fields: Fields) -> DataType {
    DataType::List(item(fields))
}

fn item(fields: Fields) -> FieldRef {
    Arc::new(Field::new_list_field(DataType::Struct(fields), true))
}

/// Builds structs, or a list of them per row.
pub(super) struct Structs {
    fields: Fields,
    columns: Vec<ColumnBuilder>,
    /// The number of structs of each row; `None` for null.
    lengths: Vec<Option<usize>>,
    /// The number of structs of the current row.
    pushed: usize,
}

impl Structs {
    pub(super) fn new(fields: Fields) -> Self {
        let columns = fields.iter().map(|field| ColumnBuilder::new(field.data_type())).collect();
        Self { fields, columns, lengths: Vec::new(), pushed: 0 }
    }

    /// Adds a struct to the current row; a value for each field.
    pub(super) fn push<'a>(&mut self, values: impl IntoIterator<Item = Value<'a>>) {
        self.columns.iter_mut().zip(values).for_each(|(column, value)| column.append(value));
        self.pushed += 1;
    }

    /// Ends the row, which is null if it is not `is_valid`.
    pub(super) fn end_row(&mut self, is_valid: bool) {
        let pushed = std::mem::take(&mut self.pushed);
        self.lengths.push(is_valid.then_some(pushed));
    }

    /// Returns the structs.
    pub(super) fn into_structs(mut self, is_valid: Option<NullBuffer>) -> Result<StructArray> {
        let columns = self.columns.iter_mut().map(ColumnBuilder::finish).collect();
        Ok(StructArray::try_new(self.fields, columns, is_valid)?)
    }

    /// Returns the list of each row.
    pub(super) fn finish(mut self) -> Result<ArrayRef> {
        let lengths = std::mem::take(&mut self.lengths);
        lists(self.into_structs(None)?, lengths)
    }
}

/// Returns lists of these lengths; `None` for null.
pub(super) fn lists(structs: StructArray, lengths: Vec<Option<usize>>) -> Result<ArrayRef> {
    let is_valid: NullBuffer = lengths.iter().map(Option::is_some).collect();
    let offsets = OffsetBuffer::from_lengths(lengths.into_iter().map(Option::unwrap_or_default));
    let item = item(structs.fields().clone());
    Ok(Arc::new(ListArray::try_new(item, offsets, Arc::new(structs), Some(is_valid))?))
}
