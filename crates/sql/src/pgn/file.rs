//! A file, local or in an object store, and its bytes.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use datafusion::common::{DataFusionError, Result};
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::object_store::local::LocalFileSystem;
use datafusion::object_store::path::Path;
use datafusion::object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};
use tokio::runtime::Handle;

/// The number of bytes per request to an object store.
const REMOTE_STEP: u64 = 8 << 20;

/// A file of a table.
#[derive(Clone)]
pub(super) struct StoredFile {
    /// The name in messages and in the column `file`.
    pub(super) name: Arc<str>,
    pub(super) size: u64,
    store: Arc<dyn ObjectStore>,
    location: Path,
    /// The path of a local file, which is read without the object store.
    local: Option<PathBuf>,
}

impl StoredFile {
    pub(super) fn new(url: &ObjectStoreUrl, store: Arc<dyn ObjectStore>, meta: &ObjectMeta) -> Result<Self> {
        let local = match url.as_str().starts_with("file:") {
            true => Some(LocalFileSystem::new().path_to_filesystem(&meta.location)?),
            false => None,
        };
        let name = match &local {
            Some(path) => path.display().to_string(),
            None => format!("{}/{}", url.as_str().trim_end_matches('/'), meta.location),
        };
        Ok(Self { name: name.into(), size: meta.size, store, location: meta.location.clone(), local })
    }

    /// Returns the bytes of a range.
    pub(super) async fn read_at(&self, range: Range<u64>) -> Result<Vec<u8>> {
        let bytes = self.store.get_range(&self.location, range).await;
        bytes.map(Vec::from).map_err(|error| self.cannot_read(&error))
    }

    /// Returns a blocking reader of a range.
    pub(super) fn reader(&self, range: Range<u64>) -> Result<Box<dyn Read + Send>> {
        let Some(path) = &self.local else {
            let file = self.clone();
            let runtime = Handle::current();
            return Ok(Box::new(RemoteReader { file, runtime, rest: range, chunk: Cursor::default() }));
        };
        let opened = File::open(path).and_then(|mut file| {
            file.seek(SeekFrom::Start(range.start))?;
            Ok(file.take(range.end.saturating_sub(range.start)))
        });
        Ok(Box::new(opened.map_err(|error| self.cannot_read(&error))?))
    }

    pub(super) fn cannot_read(&self, error: &dyn std::fmt::Display) -> DataFusionError {
        DataFusionError::Execution(format!("{}: cannot read: {error}", self.name))
    }
}

/// Reads from an object store, one chunk after another.
struct RemoteReader {
    file: StoredFile,
    runtime: Handle,
    rest: Range<u64>,
    chunk: Cursor<Vec<u8>>,
}

impl Read for RemoteReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.chunk.read(buffer)?;
            if count > 0 || buffer.is_empty() || self.rest.is_empty() {
                return Ok(count);
            }
            let end = self.rest.end.min(self.rest.start + REMOTE_STEP);
            let request = self.file.store.get_range(&self.file.location, self.rest.start..end);
            self.chunk = Cursor::new(self.runtime.block_on(request)?.into());
            self.rest.start = end;
        }
    }
}
