//! The files of a folder.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Returns the files of a folder and of its partition folders, such as `year=2024`, in order: those whose names `is_wanted`
/// accepts, without hidden ones.
pub fn folder_files(folder: &Path, is_wanted: &dyn Fn(&str) -> bool) -> io::Result<Vec<PathBuf>> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(named)? {
        let path = entry.map_err(named)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        match path.is_dir() {
            true if name.contains('=') => files.append(&mut folder_files(&path, is_wanted)?),
            false if is_wanted(&name) => files.push(path),
            _ => {}
        }
    }
    files.sort();
    Ok(files)
}
