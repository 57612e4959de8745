//! Files as tables.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider, TableProviderFactory};
use datafusion::common::{internal_datafusion_err, plan_datafusion_err, plan_err};
use datafusion::datasource::ViewTable;
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig};
use datafusion::error::DataFusionError;
use datafusion::execution::SessionState;
use datafusion::logical_expr::{CreateExternalTable, LogicalPlanBuilder};
use datafusion::object_store::ObjectMeta;
use datafusion::prelude::SessionContext;
use futures::StreamExt;

use super::csv::infer_csv_schema;
use super::error::{SqlError, unbroken};
use super::files::{Files, FoundFile, find, has_pattern_or_path};
use super::kind::Kind;
use super::partition::Partition;
use super::pgn::PgnTable;

/// Whether a name is that of a file rather than of a table.
pub(super) fn is_file_name(name: &str) -> bool {
    has_pattern_or_path(name) || Kind::of(name).is_some() || Path::new(name).exists()
}

/// Opens the files of a name as a table. `kind` is their format, if it does not follow from their extension.
pub(super) async fn open(
    state: &SessionState,
    name: &str,
    kind: Option<Kind>,
) -> Result<Arc<dyn TableProvider>, SqlError> {
    let found = find(state, name, kind).await?;
    let Some(parts) = Partition::group(&found.files)? else {
        return open_files(state, name, found).await;
    };
    let mut union: Option<LogicalPlanBuilder> = None;
    for (partition, files) in parts {
        let files = Files { store: Arc::clone(&found.store), files, ..found };
        let plan = partition.scan(open_files(state, name, files).await?)?;
        union = Some(match union {
            Some(union) => union.union_by_name(plan)?,
            None => LogicalPlanBuilder::from(plan),
        });
    }
    let union = union.ok_or_else(|| SqlError::new(format!("{name} has no files")))?;
    Ok(Arc::new(ViewTable::new(union.build()?, None)))
}

/// Returns the name of the first file that cannot be read to its end, of those names that have several.
pub(super) async fn first_unreadable(state: SessionState, names: Vec<String>) -> Option<String> {
    for name in names {
        let found = find(&state, &name, None).await.ok().filter(|found| found.files.len() > 1)?;
        let schema = open_listed(&state, &found, None).await.ok()?.schema();
        for file in &found.files {
            let table = open_listed(&state, &found.only(file), Some(Arc::clone(&schema))).await.ok()?;
            let rows = SessionContext::new_with_state(state.clone()).read_table(table).ok()?;
            let mut rows = rows.execute_stream().await.ok()?;
            while let Some(batch) = unbroken(rows.next()).await.unwrap_or_else(|error| Some(Err(error))) {
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

/// Opens files of the same partition as a table.
async fn open_files(
    state: &SessionState,
    name: &str,
    found: Files,
) -> Result<Arc<dyn TableProvider>, SqlError> {
    let damaged = |file: &FoundFile, reason: &dyn std::fmt::Display| {
        SqlError::new(format!("cannot read {}: {reason}", file.name()))
    };
    match found.kind {
        Kind::Pgn => {
            return Ok(Arc::new(PgnTable::new(found.files.into_iter().map(|file| file.url).collect())?));
        }
        Kind::Parquet => {
            for file in &found.files {
                if let Some(path) = &file.local {
                    check_parquet(path).map_err(|reason| damaged(file, &reason))?;
                }
            }
        }
        Kind::Csv | Kind::Tsv | Kind::Json => {}
    }
    let error = match open_listed(state, &found, None).await {
        Ok(table) => return Ok(table),
        Err(error) => error,
    };
    for file in &found.files {
        if let Err(error) = open_listed(state, &found.only(file), None).await {
            return Err(damaged(file, &SqlError::from(error)));
        }
    }
    Err(SqlError::new(format!("cannot read {name}: {}", SqlError::from(error))))
}

/// Checks the last bytes of a Parquet file: its reader trusts the length in them.
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
    Ok(())
}

/// Opens files that DataFusion reads; infers their schema unless it is known.
async fn open_listed(
    state: &SessionState,
    found: &Files,
    schema: Option<SchemaRef>,
) -> Result<Arc<dyn TableProvider>, DataFusionError> {
    let Files { store, kind, packing, files } = found;
    let mut options = HashMap::new();
    if let Some(packing) = packing {
        options.insert("format.compression".to_owned(), (*packing).to_owned());
    }
    if *kind == Kind::Tsv {
        options.insert("format.delimiter".to_owned(), "\t".to_owned());
    }
    if matches!(kind, Kind::Csv | Kind::Tsv) {
        // A large file is not split at line ends, which may be inside a cell.
        options.insert("format.newlines_in_values".to_owned(), "true".to_owned());
    }
    let factory = state.get_file_format_factory(kind.format());
    let factory = factory.ok_or_else(|| DataFusionError::Plan(format!("no reader for {}", kind.format())))?;
    let format = factory.create(state, &options)?;
    // An empty file has no schema.
    let filled: Vec<ObjectMeta> =
        files.iter().map(|file| &file.meta).filter(|meta| meta.size > 0).cloned().collect();
    let schema = match schema {
        Some(schema) => schema,
        None if filled.is_empty() => return plan_err!("the file is empty"),
        None => match format.downcast_ref::<CsvFormat>() {
            Some(csv) => infer_csv_schema(csv, state, store, &filled).await?,
            None => format.infer_schema(state, store, &filled).await?,
        },
    };
    // The files are known, so the extension does not matter.
    let listing = ListingOptions::new(format).with_file_extension("");
    let urls = files.iter().map(|file| file.url.clone()).collect();
    let config =
        ListingTableConfig::new_with_multi_paths(urls).with_listing_options(listing).with_schema(schema);
    Ok(Arc::new(ListingTable::try_new(config)?))
}
