//! Files as tables.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use datafusion::catalog::TableProvider;
use datafusion::datasource::ViewTable;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig};
use datafusion::error::DataFusionError;
use datafusion::execution::SessionState;
use datafusion::logical_expr::LogicalPlanBuilder;
use datafusion::object_store::ObjectMeta;

use super::error::SqlError;
use super::files::{Files, FoundFile, find, has_pattern_or_path};
use super::kind::Kind;
use super::partition::Partition;
use super::pgn::{PgnFile, PgnTable};

/// Whether a name is a file's rather than a table's.
pub(super) fn is_file_name(name: &str) -> bool {
    has_pattern_or_path(name) || Kind::of(name).is_some() || Path::new(name).exists()
}

/// Opens a file, or all that a pattern is for, as a table.
pub(super) async fn open(state: &SessionState, name: &str) -> Result<Arc<dyn TableProvider>, SqlError> {
    let found = find(state, name).await?;
    let Some(parts) = Partition::group(&found.files)? else {
        return open_files(state, name, found).await;
    };
    let mut union: Option<LogicalPlanBuilder> = None;
    for (partition, files) in parts {
        let Files { store, kind, packing, .. } = &found;
        let files = Files { store: Arc::clone(store), kind: *kind, packing: *packing, files };
        let plan = partition.scan(open_files(state, name, files).await?)?;
        union = Some(match union {
            Some(union) => union.union_by_name(plan)?,
            None => LogicalPlanBuilder::from(plan),
        });
    }
    let union = union.ok_or_else(|| SqlError::new(format!("{name} has no files")))?;
    Ok(Arc::new(ViewTable::new(union.build()?, None)))
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
        Kind::Pgn => return Ok(Arc::new(PgnTable::new(found.files.iter().map(pgn_file).collect()))),
        Kind::Parquet => {
            for file in &found.files {
                if let Some(path) = &file.local {
                    check_parquet(path).map_err(|reason| damaged(file, &reason))?;
                }
            }
        }
        Kind::Csv | Kind::Tsv | Kind::Json => {}
    }
    let table = open_listed(state, &found).await;
    table.map_err(|error| SqlError::new(format!("cannot read {name}: {}", SqlError::from(error))))
}

fn pgn_file(file: &FoundFile) -> PgnFile {
    let (store, path) = match &file.local {
        Some(path) => (None, path.display().to_string()),
        None => (Some(file.url.object_store().as_str().to_owned()), file.meta.location.to_string()),
    };
    PgnFile { store, path, size: file.meta.size }
}

/// Whether the end of a Parquet file can be believed. The reader calculates with the length that stands there.
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
        return Err(io::Error::other("it is no Parquet file, or is cut off or damaged"));
    }
    Ok(())
}

/// A table of files that DataFusion reads.
async fn open_listed(state: &SessionState, found: &Files) -> Result<Arc<dyn TableProvider>, DataFusionError> {
    let Files { store, kind, packing, files } = found;
    let mut options = HashMap::new();
    if let Some(packing) = packing {
        options.insert("format.compression".to_owned(), (*packing).to_owned());
    }
    if *kind == Kind::Tsv {
        options.insert("format.delimiter".to_owned(), "\t".to_owned());
    }
    let factory = state.get_file_format_factory(kind.format());
    let factory = factory.ok_or_else(|| DataFusionError::Plan(format!("no reader for {}", kind.format())))?;
    let format = factory.create(state, &options)?;
    // Nothing can be told by a file in which nothing is.
    let told: Vec<ObjectMeta> =
        files.iter().map(|file| &file.meta).filter(|meta| meta.size > 0).cloned().collect();
    let schema = format.infer_schema(state, store, &told).await?;
    // All files that the name is for, whatever their ending.
    let listing = ListingOptions::new(format).with_file_extension("");
    let urls = files.iter().map(|file| file.url.clone()).collect();
    let config =
        ListingTableConfig::new_with_multi_paths(urls).with_listing_options(listing).with_schema(schema);
    Ok(Arc::new(ListingTable::try_new(config)?))
}
