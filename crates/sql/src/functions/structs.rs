//! Lists of structs, such as the pins of a game.

use std::borrow::Cow;
use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, BooleanBuilder, Int32Builder, ListBuilder, StringBuilder, StructBuilder,
};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields};
use datafusion::common::{Result, exec_datafusion_err};

/// A value of a struct.
pub(super) enum Cell<'a> {
    Number(Option<i32>),
    Text(Option<Cow<'a, str>>),
    Flag(Option<bool>),
}

impl<'a> Cell<'a> {
    pub(super) fn name(text: &'a str) -> Self {
        Self::Text(Some(Cow::Borrowed(text)))
    }

    pub(super) fn optional_name(text: Option<&'a str>) -> Self {
        Self::Text(text.map(Cow::Borrowed))
    }

    pub(super) fn text(text: &impl ToString) -> Self {
        Self::Text(Some(Cow::Owned(text.to_string())))
    }

    pub(super) fn ply(ply: usize) -> Self {
        Self::Number(i32::try_from(ply).ok())
    }
}

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

/// Builds a list of structs per row.
pub(super) struct Structs(ListBuilder<StructBuilder>);

impl Structs {
    pub(super) fn new(fields: Fields) -> Self {
        let structs = StructBuilder::from_fields(fields.clone(), 0);
        Self(ListBuilder::new(structs).with_field(item(fields)))
    }

    /// Adds a struct to the current row.
    pub(super) fn push<'a>(&mut self, cells: impl IntoIterator<Item = Cell<'a>>) -> Result<()> {
        append(self.0.values(), cells, true)
    }

    /// Ends the row, which is null if it is not `is_valid`.
    pub(super) fn end_row(&mut self, is_valid: bool) {
        self.0.append(is_valid);
    }

    pub(super) fn finish(mut self) -> ArrayRef {
        Arc::new(self.0.finish())
    }
}

/// Appends a struct, which is null if it is not `is_valid`; as many cells as fields, of the same types.
pub(super) fn append<'a>(
    structs: &mut StructBuilder,
    cells: impl IntoIterator<Item = Cell<'a>>,
    is_valid: bool,
) -> Result<()> {
    let wrong = || exec_datafusion_err!("a cell of another type than its field");
    for (index, cell) in cells.into_iter().enumerate() {
        match cell {
            Cell::Number(number) => {
                structs.field_builder::<Int32Builder>(index).ok_or_else(wrong)?.append_option(number);
            }
            Cell::Text(text) => {
                structs.field_builder::<StringBuilder>(index).ok_or_else(wrong)?.append_option(text);
            }
            Cell::Flag(flag) => {
                structs.field_builder::<BooleanBuilder>(index).ok_or_else(wrong)?.append_option(flag);
            }
        }
    }
    structs.append(is_valid);
    Ok(())
}
