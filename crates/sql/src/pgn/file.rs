//! A PGN file, local or in an object store, and its bytes.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::object_store::path::Path;
use datafusion::object_store::{ObjectStore, ObjectStoreExt};
use pinsight_pgn::Source;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

/// A file by its name.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct PgnFile {
    /// The object store that it is in: `s3://bucket`; a local file is in none.
    pub(crate) store: Option<String>,
    /// A path of the file system, or of the store.
    pub(crate) path: String,
    /// How many bytes it has.
    pub(crate) size: u64,
}

/// So much is asked of an object store at once.
const REMOTE_STEP: u64 = 8 << 20;

impl PgnFile {
    /// Opens the file where it is.
    pub(super) fn place(&self, runtime: &RuntimeEnv) -> Result<Place> {
        let Some(store) = &self.store else {
            return Ok(Place::Local(self.path.clone()));
        };
        let store = runtime.object_store(ObjectStoreUrl::parse(store)?)?;
        let path =
            Path::parse(&self.path).map_err(|error| exec_datafusion_err!("{}: {error}", self.name()))?;
        Ok(Place::Remote { store, path, runtime: Handle::current() })
    }

    /// What it is called in messages.
    pub(super) fn name(&self) -> String {
        match &self.store {
            Some(store) => format!("{}/{}", store.trim_end_matches('/'), self.path),
            None => self.path.clone(),
        }
    }
}

/// Where a file is. Reading waits, so it is done on threads that may.
#[derive(Clone)]
pub(super) enum Place {
    Local(String),
    Remote { store: Arc<dyn ObjectStore>, path: Path, runtime: Handle },
}

impl Place {
    /// Some bytes from the middle; fewer at the end of the file.
    pub(super) fn read_at(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
        match self {
            Self::Local(path) => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(range.start))?;
                let mut bytes = Vec::new();
                file.take(range.end.saturating_sub(range.start)).read_to_end(&mut bytes)?;
                Ok(bytes)
            }
            Self::Remote { store, path, runtime } => {
                let bytes = runtime.block_on(store.get_range(path, range))?;
                Ok(bytes.to_vec())
            }
        }
    }

    /// A part of the file as a stream.
    pub(super) fn source(&self, name: &str, range: Range<u64>) -> io::Result<Source> {
        Ok(match self {
            Self::Local(path) => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(range.start))?;
                Source::from_reader(name, file.take(range.end.saturating_sub(range.start)))
            }
            Self::Remote { .. } => Source::from_reader(
                name,
                RemoteReader { place: self.clone(), rest: range, held: Cursor::default() },
            ),
        })
    }
}

/// Reads from an object store, a few megabytes at a time.
struct RemoteReader {
    place: Place,
    rest: Range<u64>,
    held: Cursor<Vec<u8>>,
}

impl Read for RemoteReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.held.read(buffer)?;
            if count > 0 || buffer.is_empty() || self.rest.is_empty() {
                return Ok(count);
            }
            let end = self.rest.end.min(self.rest.start + REMOTE_STEP);
            self.held = Cursor::new(self.place.read_at(self.rest.start..end)?);
            self.rest.start = end;
        }
    }
}

/// A file that could not be read, by its name.
pub(super) fn cannot_read(name: &str, error: &io::Error) -> DataFusionError {
    DataFusionError::Execution(format!("{name}: cannot read: {error}"))
}
