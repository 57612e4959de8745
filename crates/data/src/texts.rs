//! Columns of other types as text.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_cast::{can_cast_types, cast};
use arrow_schema::{ArrowError, DataType};

/// Returns whether [`as_texts`] converts columns of a type.
pub(crate) fn has_texts(data_type: &DataType) -> bool {
    match data_type {
        DataType::List(item) => can_cast_types(item.data_type(), &DataType::Utf8),
        other => !other.is_nested() && can_cast_types(other, &DataType::Utf8),
    }
}

/// Returns whether a type is one of numbers, or of lists of them.
pub(crate) fn has_numbers(data_type: &DataType) -> bool {
    match data_type {
        DataType::List(item) => item.data_type().is_numeric(),
        other => other.is_numeric(),
    }
}

/// Returns a column as strings. A list is joined with spaces.
pub(crate) fn as_texts(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let Some(lists) = column.as_list_opt::<i32>() else {
        return cast(column, &DataType::Utf8);
    };
    let mut texts = StringBuilder::new();
    for list in lists.iter() {
        let words = list.map(|list| cast(&list, &DataType::Utf8)).transpose()?;
        texts.append_option(words.map(|words| {
            let words: Vec<&str> = words.as_string::<i32>().iter().flatten().collect();
            words.join(" ")
        }));
    }
    Ok(Arc::new(texts.finish()))
}
