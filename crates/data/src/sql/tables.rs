//! Files as tables.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use datafusion::catalog::TableProvider;
use datafusion::common::utils::datafusion_strsim::levenshtein;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::error::DataFusionError;
use datafusion::execution::SessionState;
use datafusion::object_store::ObjectMeta;
use datafusion::object_store::local::LocalFileSystem;
use futures::TryStreamExt;

use super::error::SqlError;
use super::pgn::{PgnFile, PgnTable};

/// What stands in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Pgn,
    Parquet,
    Csv,
    Tsv,
    Json,
}

impl Kind {
    /// Told by the name: its ending, and how it is packed.
    fn of(name: &str) -> Option<(Self, Option<&'static str>)> {
        let name = name.to_ascii_lowercase();
        let packings = [(".zst", "zstd"), (".gz", "gzip"), (".bz2", "bzip2"), (".xz", "xz")];
        let packed =
            packings.iter().find_map(|&(ending, packing)| Some((name.strip_suffix(ending)?, packing)));
        let (plain, packing) =
            packed.map_or((name.as_str(), None), |(plain, packing)| (plain, Some(packing)));
        let kind = match plain.rsplit_once('.')?.1 {
            "pgn" => Self::Pgn,
            "parquet" => Self::Parquet,
            "csv" => Self::Csv,
            "tsv" => Self::Tsv,
            "json" | "jsonl" | "ndjson" => Self::Json,
            _ => return None,
        };
        Some((kind, packing))
    }

    /// What DataFusion calls the format.
    fn format(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Parquet => "parquet",
            Self::Csv | Self::Tsv => "csv",
            Self::Json => "json",
        }
    }
}

/// Whether a name is a file's rather than a table's.
pub(super) fn is_file_name(name: &str) -> bool {
    name.contains(['/', '\\', '*', '?']) || Kind::of(name).is_some() || Path::new(name).exists()
}

/// Opens a file, or all that a pattern is for, as a table.
pub(super) async fn open(state: &SessionState, name: &str) -> Result<Arc<dyn TableProvider>, SqlError> {
    let url = ListingTableUrl::parse(name)?;
    let files = list(state, &url, name).await?;
    let first = files.first().ok_or_else(|| missing(name))?;
    let Some((kind, packing)) = Kind::of(first.location.as_ref()) else {
        return Err(SqlError::new(format!(
            "cannot tell what {} is; a table is .pgn, .parquet, .csv, .tsv, .json or .jsonl",
            first.location.filename().unwrap_or(name)
        )));
    };
    if kind == Kind::Pgn {
        return Ok(Arc::new(PgnTable::new(local_or_stored(&url, &files)?)));
    }
    if kind == Kind::Parquet && url.scheme() == "file" {
        for file in local_or_stored(&url, &files)? {
            check_parquet(&file.path)
                .map_err(|reason| SqlError::new(format!("cannot read {}: {reason}", file.path)))?;
        }
    }
    let table = open_listed(state, url, kind, packing).await;
    table.map_err(|error| SqlError::new(format!("cannot read {name}: {}", SqlError::from(error))))
}

/// Files by their paths, if they are local, or as their store knows them.
fn local_or_stored(url: &ListingTableUrl, files: &[ObjectMeta]) -> Result<Vec<PgnFile>, SqlError> {
    let local = (url.scheme() == "file").then(LocalFileSystem::new);
    let file = |meta: &ObjectMeta| {
        let path = match &local {
            Some(local) => {
                local.path_to_filesystem(&meta.location).map_err(DataFusionError::from)?.display().to_string()
            }
            None => meta.location.to_string(),
        };
        let store = local.is_none().then(|| url.object_store().as_str().to_owned());
        Ok(PgnFile { store, path, size: meta.size })
    };
    files.iter().map(file).collect()
}

/// Whether the end of a Parquet file can be believed. The reader calculates with the length that stands there.
fn check_parquet(path: &str) -> Result<(), String> {
    let mut file = File::open(path).map_err(|error| error.to_string())?;
    let size = file.metadata().map_err(|error| error.to_string())?.len();
    let mut end = [0; 8];
    if size >= 12 {
        file.seek(SeekFrom::End(-8))
            .and_then(|_| file.read_exact(&mut end))
            .map_err(|error| error.to_string())?;
    }
    let [l0, l1, l2, l3, magic @ ..] = end;
    let length = u64::from(u32::from_le_bytes([l0, l1, l2, l3]));
    if magic != *b"PAR1" && magic != *b"PARE" || length + 12 > size {
        return Err("it is no Parquet file, or is cut off or damaged".to_owned());
    }
    Ok(())
}

async fn list(state: &SessionState, url: &ListingTableUrl, name: &str) -> Result<Vec<ObjectMeta>, SqlError> {
    let cannot =
        |error: DataFusionError| SqlError::new(format!("cannot read {name}: {}", SqlError::from(error)));
    let store = state.runtime_env().object_store(url).map_err(cannot)?;
    let files = url.list_all_files(state, store.as_ref(), "").await.map_err(cannot)?;
    let mut files: Vec<ObjectMeta> = files.try_collect().await.map_err(cannot)?;
    files.sort_by(|one, other| one.location.cmp(&other.location));
    Ok(files)
}

async fn open_listed(
    state: &SessionState,
    url: ListingTableUrl,
    kind: Kind,
    packing: Option<&str>,
) -> Result<Arc<dyn TableProvider>, DataFusionError> {
    let mut options = HashMap::new();
    if let Some(packing) = packing {
        options.insert("format.compression".to_owned(), packing.to_owned());
    }
    if kind == Kind::Tsv {
        options.insert("format.delimiter".to_owned(), "\t".to_owned());
    }
    let factory = state.get_file_format_factory(kind.format());
    let factory = factory.ok_or_else(|| DataFusionError::Plan(format!("no reader for {}", kind.format())))?;
    // All files that the name is for, whatever their ending.
    let listing = ListingOptions::new(factory.create(state, &options)?).with_file_extension("");
    let config = ListingTableConfig::new(url).with_listing_options(listing).infer_schema(state).await?;
    Ok(Arc::new(ListingTable::try_new(config)?))
}

/// There is no such file: is there one with nearly that name?
fn missing(name: &str) -> SqlError {
    let path = Path::new(name);
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    let names: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    let near = near_name(&wanted, names.iter().map(String::as_str));
    let near = near.map_or_else(String::new, |near| {
        format!("; did you mean '{}'?", path.with_file_name(near).display())
    });
    let what = if name.contains(['*', '?']) { "no file matches" } else { "there is no file" };
    SqlError::new(format!("{what} '{name}'{near}"))
}

/// The name that is meant, perhaps: a few letters differ.
pub(super) fn near_name<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |other: &&str| levenshtein(&name.to_lowercase(), &other.to_lowercase());
    names.min_by_key(distance).filter(|near| distance(near) <= 1 + name.chars().count() / 5)
}
