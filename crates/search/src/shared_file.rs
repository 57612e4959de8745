//! A file that several threads read.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

/// A file whose Parquet readers may run on different threads: the readers of a plain `File` share one offset.
#[derive(Clone, Debug)]
pub(crate) struct SharedFile {
    file: Arc<Mutex<File>>,
    length: u64,
}

impl SharedFile {
    pub(crate) fn new(file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { file: Arc::new(Mutex::new(file)), length })
    }

    /// Returns the time of the last change, in nanoseconds since 1970, if the system knows it.
    pub(crate) fn modified(&self) -> Option<u64> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let since_1970 = file.metadata().ok()?.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        u64::try_from(since_1970.as_nanos()).ok()
    }

    /// Reads up to the size of `buffer` bytes from `start` on.
    fn read_at(&self, start: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(start))?;
        file.read(buffer)
    }
}

impl Length for SharedFile {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for SharedFile {
    type T = BufReader<ReadFrom>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(BufReader::new(ReadFrom { file: self.clone(), at: start }))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        // A damaged footer may name a range beyond the file: do not allocate it.
        if start.checked_add(length as u64).is_none_or(|end| end > self.length) {
            return Err(ParquetError::EOF(format!("no bytes {start} to {start} + {length}")));
        }
        let mut bytes = vec![0; length];
        ReadFrom { file: self.clone(), at: start }.read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}

/// Reads a shared file from an offset of its own.
pub(crate) struct ReadFrom {
    file: SharedFile,
    at: u64,
}

impl Read for ReadFrom {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read_at(self.at, buffer)?;
        self.at += count as u64;
        Ok(count)
    }
}
