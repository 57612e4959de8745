//! Files as tables.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::{Session, TableProvider, TableProviderFactory};
use datafusion::common::{internal_datafusion_err, plan_datafusion_err, plan_err};
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::error::DataFusionError;
use datafusion::execution::SessionState;
use datafusion::logical_expr::CreateExternalTable;
use datafusion::logical_expr::binary::type_union_resolution;
use datafusion::object_store::ObjectMeta;
use datafusion::prelude::SessionContext;
use futures::StreamExt;
use pinsight_data::column_names;
use pinsight_footer::check_footer;

use super::csv::infer_csv_schema;
use super::error::{SqlError, catch_panic};
use super::files::{Files, FoundFile, find, looks_like_path};
use super::files_table::{FileList, FilesTable, ListedFile, file_format};
use super::kind::Kind;
use super::partition::listed;

/// Whether a name is that of a file rather than of a table.
pub(super) fn is_file_name(name: &str) -> bool {
    looks_like_path(name) || Kind::of(name).is_some() || Path::new(name).exists()
}

/// Opens the files of a name as a table. `kind` is their format, if it does not follow from their extension.
pub(super) async fn open(
    state: &SessionState,
    name: &str,
    kind: Option<Kind>,
) -> Result<Arc<dyn TableProvider>, SqlError> {
    let found = find(state, name, kind).await?;
    let list = listed(&found)?;
    for file in found.files.iter().filter(|_| found.kind != Kind::Pgn) {
        check_file(file, found.kind).map_err(|reason| cannot_read(file, &reason))?;
    }
    let schema = schema_of(state, &found).await?;
    Ok(Arc::new(FilesTable::new(list, schema)?))
}

/// Returns the name of the first file that cannot be read to its end, of those names that have several.
pub(super) async fn first_unreadable(state: SessionState, names: Vec<String>) -> Option<String> {
    for name in names {
        let found = find(&state, &name, None).await.ok().filter(|found| found.files.len() > 1)?;
        let schema = schema_of(&state, &found).await.ok()?;
        let list = listed(&found).ok()?;
        for file in &found.files {
            let only = ListedFile { url: file.url.to_string(), values: Vec::new() };
            let only = FileList { columns: Vec::new(), files: vec![only], ..list.clone() };
            let table = FilesTable::new(only, Arc::clone(&schema)).ok()?;
            let rows = SessionContext::new_with_state(state.clone()).read_table(Arc::new(table)).ok()?;
            let mut rows = rows.execute_stream().await.ok()?;
            while let Some(batch) = catch_panic(rows.next()).await.unwrap_or_else(|error| Some(Err(error))) {
                if batch.is_err() {
                    return Some(file.name());
                }
            }
        }
    }
    None
}

/// Makes the tables of `CREATE EXTERNAL TABLE ... STORED AS PGN LOCATION '...'`: the files that `FROM '...'` has.
#[derive(Debug)]
pub(super) struct PgnTableFactory;

#[async_trait]
impl TableProviderFactory for PgnTableFactory {
    async fn create(
        &self,
        state: &dyn Session,
        command: &CreateExternalTable,
    ) -> Result<Arc<dyn TableProvider>, DataFusionError> {
        let state = state.as_any().downcast_ref::<SessionState>();
        let state = state.ok_or_else(|| internal_datafusion_err!("the session has no state"))?;
        let [location] = command.locations.as_slice() else {
            return plan_err!("expected one LOCATION, found {}", command.locations.len());
        };
        if !command.schema.fields().is_empty() {
            return plan_err!("expected no columns: those of a PGN table are always the same");
        }
        let table = open(state, location, Some(Kind::Pgn)).await;
        let table = table.map_err(|error| plan_datafusion_err!("{error}"))?;
        let is_missing = |column: &&String| table.schema().index_of(column).is_err();
        if let Some(column) = command.table_partition_cols.iter().find(is_missing) {
            return plan_err!("found no folder such as '{column}=1' in {location}");
        }
        Ok(table)
    }
}

fn cannot_read(file: &FoundFile, reason: &dyn std::fmt::Display) -> SqlError {
    SqlError::new(format!("cannot read {}: {reason}", file.name()))
}

/// Finds files that DataFusion would skip or read wrongly.
fn check_file(file: &FoundFile, kind: Kind) -> io::Result<()> {
    match (&file.local, kind) {
        (Some(path), Kind::Parquet) => check_parquet(path),
        _ if file.meta.size == 0 => Err(io::Error::other("the file is empty")),
        _ => Ok(()),
    }
}

/// Checks the footer of a Parquet file: its reader trusts the lengths in it.
fn check_parquet(path: &Path) -> io::Result<()> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut end = [0; 8];
    if size >= 12 {
        file.seek(SeekFrom::End(-8))?;
        file.read_exact(&mut end)?;
    }
    let [l0, l1, l2, l3, magic @ ..] = end;
    let length = u64::from(u32::from_le_bytes([l0, l1, l2, l3]));
    if magic != *b"PAR1" && magic != *b"PARE" || length + 12 > size {
        return Err(io::Error::other("not a Parquet file, or truncated or damaged"));
    }
    check_footer(&file).map_err(io::Error::other)
}

/// Returns the columns of files. Those of all files are merged: of a column with several types, the type holds all values.
async fn schema_of(state: &SessionState, found: &Files) -> Result<SchemaRef, SqlError> {
    let Files { store, kind, packing, files } = found;
    let metas: Vec<ObjectMeta> = files.iter().map(|file| file.meta.clone()).collect();
    let format = file_format(state, *kind, *packing)?;
    let csv = format.downcast_ref::<CsvFormat>();
    if csv.is_none()
        && let Ok(schema) = format.infer_schema(state, store, &metas).await
    {
        return Ok(schema);
    }
    let mut merged: Vec<Field> = Vec::new();
    for file in files {
        let schema = match csv {
            Some(csv) => infer_csv_schema(csv, store, &file.meta).await,
            None => format.infer_schema(state, store, std::slice::from_ref(&file.meta)).await,
        };
        let schema = schema.map_err(|error| cannot_read(file, &SqlError::from(error)))?;
        // The reader of CSV does not compare the names.
        let (found, expected) = (column_names(schema.fields()), column_names(&merged));
        if csv.is_some() && !merged.is_empty() && found != expected {
            return Err(cannot_read(
                file,
                &format!("its columns are {found}, those of the files before {expected}"),
            ));
        }
        for field in schema.fields() {
            let Some(known) = merged.iter_mut().find(|known| known.name() == field.name()) else {
                merged.push(field.as_ref().clone().with_nullable(true));
                continue;
            };
            let both = [known.data_type().clone(), field.data_type().clone()];
            // Of a number and a text, DataFusion prefers the number, which cannot hold every text.
            let is_text = both.iter().any(DataType::is_string) && !both.iter().any(DataType::is_nested);
            let common = is_text.then_some(DataType::Utf8).or_else(|| type_union_resolution(&both));
            let common = common.ok_or_else(|| {
                let (name, [one, other]) = (field.name(), &both);
                cannot_read(file, &format!("the column {name} is {other}, in the files before {one}"))
            })?;
            known.set_data_type(common);
        }
    }
    Ok(Arc::new(Schema::new(merged)))
}
