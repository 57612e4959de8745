//! Counts of rows.

use serde::Serialize;
use utoipa::ToSchema;

use crate::map::Map;

/// The number of rows with the same values, one line of `pinsight scan --count-by COLUMNS --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RowCount {
    /// The value of each column.
    #[serde(flatten)]
    #[schema(value_type = BTreeMap<String, String>)]
    pub values: Map<String, String>,
    /// The number of rows.
    pub count: u64,
}
