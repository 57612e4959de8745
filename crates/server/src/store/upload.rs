//! A file to be imported: a small one in memory, a large one on the disk.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, Write};
use std::path::Path;

use tempfile::{SpooledData, SpooledTempFile, spooled_tempfile_in};

use super::Print;
use super::functions::Fnv;

/// The size up to which a file stays in memory.
const IN_MEMORY: usize = 1 << 20;

/// A file that is being received.
#[derive(Debug)]
pub(crate) struct Spool {
    sum: Fnv,
    size: u64,
    content: SpooledTempFile,
}

impl Spool {
    /// Starts an empty file; a large one is written to `folder` without a name, so it goes with the process.
    pub(crate) fn new(folder: &Path) -> Self {
        Self { sum: Fnv::NEW, size: 0, content: spooled_tempfile_in(IN_MEMORY, folder) }
    }

    /// Returns the number of bytes so far.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Adds bytes; writes to the disk if the file is large.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.content.write_all(bytes)?;
        self.sum = self.sum.add(bytes);
        self.size += bytes.len() as u64;
        Ok(())
    }

    /// Completes the file.
    pub(crate) fn finish(self) -> Upload {
        let Self { sum, size, content } = self;
        let print = Print { size: size.cast_signed(), digest: sum.get().cast_signed() };
        Upload { print, content: content.into_inner() }
    }
}

/// A file that was received.
#[derive(Debug)]
pub(crate) struct Upload {
    print: Print,
    content: SpooledData,
}

impl Upload {
    pub(crate) fn print(&self) -> Print {
        self.print
    }

    /// Reads the file from its start. Two readers at once disturb each other.
    pub(crate) fn reader(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(match &self.content {
            SpooledData::InMemory(bytes) => Box::new(Cursor::new(bytes.get_ref().clone())),
            SpooledData::OnDisk(file) => {
                let mut file: File = file.try_clone()?;
                file.rewind()?;
                Box::new(file)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Fnv, IN_MEMORY, Print, Spool, SpooledData};

    #[test]
    fn only_a_large_file_is_on_the_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let bytes: Vec<u8> = (0..IN_MEMORY + 1).map(|index| index as u8).collect();
        for (length, large) in [(0, false), (IN_MEMORY, false), (IN_MEMORY + 1, true)] {
            let mut spool = Spool::new(folder.path());
            for part in bytes[..length].chunks(10_000) {
                spool.add(part).expect("a writable folder");
            }
            let upload = spool.finish();
            assert_eq!(matches!(upload.content, SpooledData::OnDisk(_)), large, "{length}");
            let print =
                Print { size: length as i64, digest: Fnv::NEW.add(&bytes[..length]).get().cast_signed() };
            assert_eq!(upload.print(), print);
            for _ in 0..2 {
                let mut read = Vec::new();
                upload.reader().expect("a reader").read_to_end(&mut read).expect("the content");
                assert!(read == bytes[..length], "{length}");
            }
        }
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "the file has no name");
    }
}
