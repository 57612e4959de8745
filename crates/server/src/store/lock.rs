//! The lock of a store: one server at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use super::StoreError;

/// The lock file, beside the file with the games.
const LOCK_FILE: &str = "lock";

/// Prevents a second server on the store. The system releases it when the process ends, by whatever signal.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

/// Returns the real path of a file, which need not exist. Two links to one store have the same real path, hence the same lock.
pub(super) fn real_path(file: &Path) -> Result<PathBuf, StoreError> {
    let unusable = |reason: String| StoreError::NotOurs { file: file.to_owned(), reason };
    match fs::canonicalize(file) {
        Ok(path) => {
            refuse_hard_links(&path)?;
            Ok(path)
        }
        Err(_) if fs::symlink_metadata(file).is_ok_and(|found| found.is_symlink()) => {
            Err(unusable("is a link to a file that does not exist; remove the link".to_owned()))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(file.to_owned()),
        Err(error) => Err(unusable(format!("cannot be read: {error}"))),
    }
}

/// Refuses a file with several names: SQLite and the lock tell files apart by name.
#[cfg(unix)]
fn refuse_hard_links(file: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::MetadataExt;
    match fs::metadata(file) {
        Ok(found) if found.is_file() && found.nlink() > 1 => {
            let reason = format!(
                "has {} names (hard links), so that two servers could write it; copy it to a file of its own",
                found.nlink()
            );
            Err(StoreError::NotOurs { file: file.to_owned(), reason })
        }
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn refuse_hard_links(_: &Path) -> Result<(), StoreError> {
    Ok(())
}

/// Locks the store in a file with a real path; `None` if another process holds the lock.
pub(super) fn lock(file: &Path) -> std::io::Result<Option<Lock>> {
    let path = file.with_file_name(LOCK_FILE);
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(Lock { _file: file })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
