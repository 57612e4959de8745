//! The files of a name: one, those of a folder, or all that a pattern matches; local or in a bucket.
//!
//! Patterns are expanded here: Ballista sends the files of a table, but not a pattern.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use datafusion::common::utils::datafusion_strsim::levenshtein;
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::error::DataFusionError;
use datafusion::execution::SessionState;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::object_store::path::Path as StoredPath;
use datafusion::object_store::{self, ObjectMeta, ObjectStore, ObjectStoreExt};
use futures::TryStreamExt;
use glob::{MatchOptions, Pattern};
use pinsight_data::folder_files;
use url::Url;

use super::error::{SqlError, from_bucket};
use super::kind::Kind;
use super::names::quoted_texts;

/// As in shells: `*` stays in its folder, `**` does not, and hidden files do not match.
const MATCHING: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: true };

const PATTERN_SIGNS: [char; 3] = ['*', '?', '['];

/// The files of a table.
pub(super) struct Files {
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) kind: Kind,
    pub(super) packing: Option<&'static str>,
    pub(super) files: Vec<FoundFile>,
}

/// A file of a table.
pub(super) struct FoundFile {
    /// The path of a local file.
    pub(super) local: Option<PathBuf>,
    pub(super) url: ListingTableUrl,
    pub(super) meta: ObjectMeta,
}

impl FoundFile {
    /// Returns the name for messages.
    pub(super) fn name(&self) -> String {
        self.local.as_ref().map_or_else(|| self.url.to_string(), |path| path.display().to_string())
    }
}

/// Whether a name can only be that of a file.
pub(super) fn looks_like_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.contains(PATTERN_SIGNS)
}

/// Finds the files of a name; at least one. `kind` is their format, if it does not follow from their extension: of several
/// files, only those with this extension are used.
pub(super) async fn find(state: &SessionState, name: &str, kind: Option<Kind>) -> Result<Files, SqlError> {
    let cannot = |error: SqlError| SqlError::new(format!("cannot read {name}: {error}"));
    let location = Location::of(name).map_err(cannot)?;
    let store =
        state.runtime_env().object_store(location.store_url()).map_err(|error| cannot(error.into()))?;
    let mut files = match &location {
        Location::Local(path) => local_files(path, &store).await.map_err(cannot)?,
        Location::Bucket { url, path } => stored_files(url, path, &store).await.map_err(cannot)?,
    };
    if let (Some(kind), [_, _, ..]) = (kind, files.as_slice()) {
        files.retain(|file| Kind::of(&file.name()).is_some_and(|(other, _)| other == kind));
    }
    if let (Some(kind), [_]) = (kind, files.as_slice()) {
        return Ok(Files { store, kind, packing: None, files });
    }
    files.sort_by(|one, other| one.meta.location.cmp(&other.meta.location));
    let mut kinds = files.iter().map(|file| (file, Kind::of(&file.name())));
    let Some((first, kind)) = kinds.next() else {
        return Err(missing(name));
    };
    let other = kinds.find(|(_, other)| match (kind, other) {
        // The compression of PGN follows from its content, that of the others is one setting of the table.
        (Some((Kind::Pgn, _)), Some((Kind::Pgn, _))) => false,
        (kind, other) => kind != *other,
    });
    if let Some((other, _)) = other {
        return Err(SqlError::new(format!(
            "{name} has files of more than one format, such as {} and {}; choose by a pattern: FROM 'games/*.parquet'",
            first.name(),
            other.name()
        )));
    }
    let Some((kind, packing)) = kind else {
        return Err(SqlError::new(format!(
            "unknown format of {}: expected .pgn, .parquet, .csv, .tsv, .json or .jsonl",
            first.meta.location.filename().unwrap_or(name)
        )));
    };
    Ok(Files { store, kind, packing, files })
}

/// The location of a name.
enum Location {
    Local(PathBuf),
    /// A bucket, and a path or pattern in it.
    Bucket {
        url: ObjectStoreUrl,
        path: String,
    },
}

impl Location {
    fn of(name: &str) -> Result<Self, SqlError> {
        let Some((scheme, rest)) = name.split_once("://") else {
            return Ok(Self::Local(name.into()));
        };
        match scheme {
            "file" => Ok(Self::Local(
                Url::parse(name)
                    .ok()
                    .and_then(|url| url.to_file_path().ok())
                    .ok_or_else(|| SqlError::new("expected a local file"))?,
            )),
            "s3" if cfg!(feature = "cluster") => {
                let (bucket, path) = rest.split_once('/').unwrap_or((rest, ""));
                if bucket.is_empty() {
                    return Err(SqlError::new("expected the name of a bucket"));
                }
                Ok(Self::Bucket {
                    url: ObjectStoreUrl::parse(format!("s3://{bucket}"))?,
                    path: path.to_owned(),
                })
            }
            _ => Err(SqlError::new(format!(
                "unknown scheme {scheme}://: expected a local file or s3://bucket/games.parquet"
            ))),
        }
    }

    fn store_url(&self) -> ObjectStoreUrl {
        match self {
            Self::Local(_) => ObjectStoreUrl::local_filesystem(),
            Self::Bucket { url, .. } => url.clone(),
        }
    }
}

/// Returns the local files that a query may read: those that its quoted texts name or match.
pub fn local_inputs(query: &str) -> Vec<PathBuf> {
    let locations = quoted_texts(query).into_iter().filter_map(|name| Location::of(&name).ok());
    let paths = locations.map(|location| match location {
        Location::Local(path) => local_paths(&path).unwrap_or_default(),
        Location::Bucket { .. } => Vec::new(),
    });
    paths.flatten().collect()
}

async fn local_files(path: &Path, store: &Arc<dyn ObjectStore>) -> Result<Vec<FoundFile>, SqlError> {
    let mut files = Vec::new();
    for path in local_paths(path)? {
        // Executors run in other folders.
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).map_err(|error| SqlError::new(error.to_string()))?;
        let path = folder.join(path.file_name().unwrap_or_default());
        let url = Url::from_file_path(&path);
        let url = url.map_err(|()| SqlError::new(format!("{} is not a valid path", path.display())))?;
        let url = ListingTableUrl::try_new(url, None)?;
        let meta = store.head(url.prefix()).await.map_err(DataFusionError::from)?;
        files.push(FoundFile { local: Some(path), url, meta });
    }
    Ok(files)
}

fn local_paths(path: &Path) -> Result<Vec<PathBuf>, SqlError> {
    if path.is_dir() {
        return folder_files(path, &is_table_file).map_err(|error| SqlError::new(error.to_string()));
    }
    // The name of a file may contain these characters.
    if path.exists() {
        return Ok(vec![path.to_owned()]);
    }
    let text = path.to_str().filter(|text| text.contains(PATTERN_SIGNS));
    let Some(pattern) = text else {
        return Ok(Vec::new());
    };
    let found = glob::glob_with(pattern, MATCHING).map_err(|error| SqlError::new(error.to_string()))?;
    let paths: Result<Vec<PathBuf>, _> = found.collect();
    let paths = paths.map_err(|error| SqlError::new(error.to_string()))?;
    // Keep broken links: opening them is an error.
    Ok(paths.into_iter().filter(|path| !path.is_dir()).collect())
}

async fn stored_files(
    bucket: &ObjectStoreUrl,
    path: &str,
    store: &Arc<dyn ObjectStore>,
) -> Result<Vec<FoundFile>, SqlError> {
    let found = |meta: ObjectMeta| -> Result<FoundFile, SqlError> {
        let mut url: Url = AsRef::<Url>::as_ref(bucket).clone();
        url.set_path(&meta.location.as_ref().replace('%', "%25"));
        Ok(FoundFile { local: None, url: ListingTableUrl::try_new(url, None)?, meta })
    };
    let (folder, pattern) = match path.find(PATTERN_SIGNS) {
        Some(at) => {
            let pattern = Pattern::new(path).map_err(|error| SqlError::new(error.to_string()))?;
            let folder = path.get(..at).and_then(|before| before.rsplit_once('/'));
            (folder.map_or("", |(folder, _)| folder), Some(pattern))
        }
        None => (path, None),
    };
    let folder = StoredPath::parse(folder).map_err(|error| SqlError::new(error.to_string()))?;
    if pattern.is_none() && !path.is_empty() && !path.ends_with('/') {
        match store.head(&folder).await {
            Ok(meta) => return Ok(vec![found(meta)?]),
            Err(object_store::Error::NotFound { .. }) => {}
            Err(error) => return Err(from_bucket(&error.into())),
        }
    }
    let listed: Vec<ObjectMeta> =
        store.list(Some(&folder)).try_collect().await.map_err(|error| from_bucket(&error.into()))?;
    let is_wanted = |meta: &ObjectMeta| match &pattern {
        Some(pattern) => pattern.matches_with(meta.location.as_ref(), MATCHING),
        None => is_in_table(&folder, &meta.location),
    };
    listed.into_iter().filter(is_wanted).map(found).collect()
}

/// Whether an object belongs to the table of a folder: directly in it, or in partition folders such as `year=2024`.
fn is_in_table(folder: &StoredPath, object: &StoredPath) -> bool {
    let mut parts: Vec<_> = object.prefix_match(folder).into_iter().flatten().collect();
    let is_file = parts.pop().is_some_and(|name| is_table_file(name.as_ref()));
    is_file && parts.iter().all(|part| part.as_ref().contains('='))
}

/// Whether a file of a folder belongs to its table: not if it is hidden or has another extension.
fn is_table_file(name: &str) -> bool {
    !name.starts_with('.') && Kind::of(name).is_some()
}

/// Returns the error for a missing file; suggests one with a similar name.
fn missing(name: &str) -> SqlError {
    let path = Path::new(name);
    if path.is_dir() || name.contains("://") && name.ends_with('/') {
        return SqlError::new(format!(
            "the folder '{name}' has no file of a known format: .pgn, .parquet, .csv, .tsv, .json or .jsonl"
        ));
    }
    let what = if name.contains(PATTERN_SIGNS) { "no file matches" } else { "there is no file" };
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    let names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    let near = near_name(&wanted, names.iter().map(String::as_str));
    let near = near.map_or_else(String::new, |near| {
        format!("; did you mean '{}'?", path.with_file_name(near).display())
    });
    SqlError::new(format!("{what} '{name}'{near}"))
}

/// Returns the most similar name, if only a few letters differ.
pub(super) fn near_name<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |other: &&str| levenshtein(&name.to_lowercase(), &other.to_lowercase());
    names.min_by_key(distance).filter(|near| distance(near) <= 1 + name.chars().count() / 5)
}
