//! Counts of rows.

use serde::Serialize;
use utoipa::ToSchema;

use crate::map::Map;

/// The value of a column.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ColumnValue {
    /// The row has no value.
    Null,
    /// An integer.
    Number(i64),
    /// Any other value.
    Text(String),
}

/// The number of rows with the same values, one line of `pinsight scan --count-by COLUMNS --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RowCount {
    /// The value of each column; null for none.
    #[serde(flatten)]
    #[schema(value_type = BTreeMap<String, ColumnValue>)]
    pub values: Map<String, ColumnValue>,
    /// The number of rows.
    pub count: u64,
}
