//! Partition columns from folders such as `year=2024/month=05`.

use std::sync::Arc;

use datafusion::catalog::TableProvider;
use datafusion::common::{Column, ScalarValue};
use datafusion::datasource::provider_as_source;
use datafusion::error::DataFusionError;
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder, lit};

use super::error::SqlError;
use super::files::FoundFile;

/// The value of a folder for null.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// The partition columns of files in the same folder.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Partition {
    columns: Vec<(String, ScalarValue)>,
}

/// The keys and values of the folders of a file; `None` is null.
type Folders = Vec<(String, Option<String>)>;

/// The files of a partition.
type Group = (Partition, Vec<FoundFile>);

impl Partition {
    /// Groups files by partition; `None` if no folder is one.
    pub(super) fn group(files: &[FoundFile]) -> Result<Option<Vec<Group>>, SqlError> {
        let folders = files.iter().map(folders).collect::<Result<Vec<Folders>, SqlError>>()?;
        let keys = |folders: &Folders| folders.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
        let expected = folders.first().map(keys).unwrap_or_default();
        if let Some((file, _)) = files.iter().zip(&folders).find(|(_, folders)| keys(folders) != expected) {
            let (first, file) = (files.first().map_or_else(String::new, FoundFile::name), file.name());
            return Err(SqlError::new(format!(
                "{file} and {first} have folders of different partition columns"
            )));
        }
        if expected.is_empty() {
            return Ok(None);
        }
        // A column is numeric if all its values are.
        let is_number = |index: usize| {
            let mut values = folders.iter().filter_map(|folders| folders.get(index)?.1.as_deref());
            values.all(|value| value.parse::<i64>().is_ok())
        };
        let numeric: Vec<bool> = (0..expected.len()).map(is_number).collect();
        let mut groups: Vec<Group> = Vec::new();
        for (file, folders) in files.iter().zip(folders) {
            let columns =
                folders.into_iter().zip(&numeric).map(|((key, value), is_number)| match is_number {
                    true => (key, ScalarValue::Int64(value.and_then(|value| value.parse().ok()))),
                    false => (key, ScalarValue::Utf8(value)),
                });
            let partition = Self { columns: columns.collect() };
            match groups.iter_mut().find(|(known, _)| *known == partition) {
                Some((_, files)) => files.push(file.clone()),
                None => groups.push((partition, vec![file.clone()])),
            }
        }
        Ok(Some(groups))
    }

    /// Returns a scan of `table` with the columns of the partition added. A column of the files has precedence.
    pub(super) fn scan(&self, table: Arc<dyn TableProvider>) -> Result<LogicalPlan, DataFusionError> {
        let schema = table.schema();
        let scan = LogicalPlanBuilder::scan("files", provider_as_source(table), None)?;
        let name = |field: &str| Expr::Column(Column::new(Some("files"), field)).alias(field);
        let mut columns: Vec<Expr> = schema.fields().iter().map(|field| name(field.name())).collect();
        for (key, value) in &self.columns {
            if schema.column_with_name(key).is_none() {
                columns.push(lit(value.clone()).alias(key));
            }
        }
        scan.project(columns)?.build()
    }
}

/// Returns the partition folders of a file.
fn folders(file: &FoundFile) -> Result<Folders, SqlError> {
    let location = file.meta.location.as_ref();
    let (folders, _) = location.rsplit_once('/').unwrap_or_default();
    let pairs = folders.split('/').filter_map(|folder| folder.split_once('='));
    pairs
        .map(|(key, value)| match value {
            _ if key.is_empty() || value.is_empty() => Err(SqlError::new(format!(
                "cannot read {}: the folder '{key}={value}' needs a name and a value, such as year=2024",
                file.name()
            ))),
            NULL => Ok((key.to_owned(), None)),
            value => Ok((key.to_owned(), Some(value.to_owned()))),
        })
        .collect()
}
