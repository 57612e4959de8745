//! Which files a name is for: one, those of a folder, or all that a pattern matches; on this machine, or in a bucket.
//!
//! Patterns are done here, and tables get the files one by one: between machines a pattern would get lost.

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
use url::Url;

use super::error::{SqlError, from_bucket};
use super::kind::Kind;
use super::names::quoted_texts;

/// As shells do it: `*` stays in its folder, `**` does not, and hidden files are not meant.
const MATCHING: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: true };

const PATTERN_SIGNS: [char; 3] = ['*', '?', '['];

/// Files of one place, of one kind.
pub(super) struct Files {
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) kind: Kind,
    pub(super) packing: Option<&'static str>,
    pub(super) files: Vec<FoundFile>,
}

/// One of them.
#[derive(Clone)]
pub(super) struct FoundFile {
    /// A path of this machine, if it is there.
    pub(super) local: Option<PathBuf>,
    pub(super) url: ListingTableUrl,
    pub(super) meta: ObjectMeta,
}

impl FoundFile {
    /// What it is called in messages.
    pub(super) fn name(&self) -> String {
        self.local.as_ref().map_or_else(|| self.url.to_string(), |path| path.display().to_string())
    }
}

/// Whether a name can only be a file's.
pub(super) fn has_pattern_or_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.contains(PATTERN_SIGNS)
}

/// Finds the files of a name. There is at least one.
pub(super) async fn find(state: &SessionState, name: &str) -> Result<Files, SqlError> {
    let cannot = |error: SqlError| SqlError::new(format!("cannot read {name}: {error}"));
    let place = Place::of(name).map_err(cannot)?;
    let store = state.runtime_env().object_store(place.store_url()).map_err(|error| cannot(error.into()))?;
    let mut files = match &place {
        Place::Local(path) => local_files(path, &store).await.map_err(cannot)?,
        Place::Bucket { url, path } => stored_files(url, path, &store).await.map_err(cannot)?,
    };
    if files.is_empty() {
        return Err(missing(name));
    }
    files.sort_by(|one, other| one.meta.location.cmp(&other.meta.location));
    let mut kinds = files.iter().map(|file| (file, Kind::of(&file.name())));
    let Some((first, kind)) = kinds.next() else {
        return Err(missing(name));
    };
    let other = kinds.find(|(_, other)| match (kind, other) {
        // PGN is unpacked as it comes, the others all in one way.
        (Some((Kind::Pgn, _)), Some((Kind::Pgn, _))) => false,
        (kind, other) => kind != *other,
    });
    if let Some((other, _)) = other {
        return Err(SqlError::new(format!(
            "{name} has files of more than one kind, like {} and {}; a pattern chooses: FROM 'games/*.parquet'",
            first.name(),
            other.name()
        )));
    }
    let Some((kind, packing)) = kind else {
        return Err(SqlError::new(format!(
            "cannot tell what {} is; a table is .pgn, .parquet, .csv, .tsv, .json or .jsonl",
            first.meta.location.filename().unwrap_or(name)
        )));
    };
    Ok(Files { store, kind, packing, files })
}

/// Where a name points to.
enum Place {
    Local(PathBuf),
    /// The bucket, and a path or pattern in it as it was written.
    Bucket {
        url: ObjectStoreUrl,
        path: String,
    },
}

impl Place {
    fn of(name: &str) -> Result<Self, SqlError> {
        let Some((scheme, rest)) = name.split_once("://") else {
            return Ok(Self::Local(name.into()));
        };
        match scheme {
            "file" => Ok(Self::Local(
                Url::parse(name)
                    .ok()
                    .and_then(|url| url.to_file_path().ok())
                    .ok_or_else(|| SqlError::new("it names no file of this machine"))?,
            )),
            "s3" if cfg!(feature = "cluster") => {
                let (bucket, path) = rest.split_once('/').unwrap_or((rest, ""));
                if bucket.is_empty() {
                    return Err(SqlError::new("it names no bucket"));
                }
                Ok(Self::Bucket {
                    url: ObjectStoreUrl::parse(format!("s3://{bucket}"))?,
                    path: path.to_owned(),
                })
            }
            _ => Err(SqlError::new(format!(
                "{scheme}:// is not known; a file is on this machine, or in a bucket: s3://bucket/games.parquet"
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
    let places = quoted_texts(query).into_iter().filter_map(|name| Place::of(&name).ok());
    let paths = places.map(|place| match place {
        Place::Local(path) => local_paths(&path).unwrap_or_default(),
        Place::Bucket { .. } => Vec::new(),
    });
    paths.flatten().collect()
}

async fn local_files(path: &Path, store: &Arc<dyn ObjectStore>) -> Result<Vec<FoundFile>, SqlError> {
    let mut files = Vec::new();
    for path in local_paths(path)? {
        // Executors stand in other folders.
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).map_err(|error| SqlError::new(error.to_string()))?;
        let path = folder.join(path.file_name().unwrap_or_default());
        let url = Url::from_file_path(&path);
        let url = url.map_err(|()| SqlError::new(format!("{} has no proper name", path.display())))?;
        let url = ListingTableUrl::try_new(url, None)?;
        let meta = store.head(url.prefix()).await.map_err(DataFusionError::from)?;
        files.push(FoundFile { local: Some(path), url, meta });
    }
    Ok(files)
}

fn local_paths(path: &Path) -> Result<Vec<PathBuf>, SqlError> {
    if path.is_dir() {
        let mut paths = Vec::new();
        for entry in fs::read_dir(path).map_err(|error| SqlError::new(error.to_string()))? {
            let path = entry.map_err(|error| SqlError::new(error.to_string()))?.path();
            let is_partition = path.file_name().is_some_and(|name| name.to_string_lossy().contains('='));
            if path.is_dir() && is_partition {
                paths.append(&mut local_paths(&path)?);
            } else if path.is_file() && is_meant(&path.to_string_lossy()) {
                paths.push(path);
            }
        }
        return Ok(paths);
    }
    // A name may have such signs in it and be no pattern.
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
    Ok(paths.into_iter().filter(|path| path.is_file()).collect())
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
    let wrong_path = |error: object_store::path::Error| SqlError::new(error.to_string());
    let pattern = path.find(PATTERN_SIGNS).map(|at| (at, Pattern::new(path)));
    let Some((at, pattern)) = pattern else {
        let place = StoredPath::parse(path).map_err(wrong_path)?;
        if !path.is_empty() && !path.ends_with('/') {
            match store.head(&place).await {
                Ok(meta) => return Ok(vec![found(meta)?]),
                Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(from_bucket(&error.into())),
            }
        }
        let listed =
            store.list_with_delimiter(Some(&place)).await.map_err(|error| from_bucket(&error.into()))?;
        let meant = listed.objects.into_iter().filter(|meta| is_meant(meta.location.as_ref()));
        return meant.map(found).collect();
    };
    let pattern = pattern.map_err(|error| SqlError::new(error.to_string()))?;
    let folder = path.get(..at).and_then(|before| before.rsplit_once('/')).map_or("", |(folder, _)| folder);
    let folder = StoredPath::parse(folder).map_err(wrong_path)?;
    let listed: Vec<ObjectMeta> =
        store.list(Some(&folder)).try_collect().await.map_err(|error| from_bucket(&error.into()))?;
    let meant = listed.into_iter().filter(|meta| pattern.matches_with(meta.location.as_ref(), MATCHING));
    meant.map(found).collect()
}

/// Whether a file of a folder is one of its tables: what is hidden, and what is no table, is not.
fn is_meant(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    !name.starts_with('.') && Kind::of(name).is_some()
}

/// There is no such file: is there one with nearly that name?
fn missing(name: &str) -> SqlError {
    let path = Path::new(name);
    if path.is_dir() || name.contains("://") && name.ends_with('/') {
        return SqlError::new(format!(
            "the folder '{name}' has no table in it: no .pgn, .parquet, .csv, .tsv, .json or .jsonl"
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

/// The name that is meant, perhaps: a few letters differ.
pub(super) fn near_name<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |other: &&str| levenshtein(&name.to_lowercase(), &other.to_lowercase());
    names.min_by_key(distance).filter(|near| distance(near) <= 1 + name.chars().count() / 5)
}
