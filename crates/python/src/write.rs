//! Writes games.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use pinsight_pgn::Writer;
use pyo3::prelude::*;
use tempfile::{Builder, NamedTempFile};

use crate::game::Game;
use crate::interrupt::SIGNAL_GAMES;
use crate::progress::Progress;

/// Write games to a file and return their number. The file appears under its name when it is complete.
///
/// An existing file is replaced. A pipe or a device gets the games as they come.
#[pyfunction]
#[pyo3(signature = (path, games, *, progress=false))]
pub(crate) fn write_pgn(
    py: Python<'_>,
    path: PathBuf,
    games: &Bound<'_, PyAny>,
    progress: bool,
) -> PyResult<u64> {
    // Generators have no length.
    let total = games.len().ok().map(|total| total as u64);
    let progress = Progress::new(py, progress, "game", total)?;
    // Write the target of a symbolic link instead of replacing the link.
    let target = fs::canonicalize(&path).unwrap_or(path);
    match fs::metadata(&target) {
        Ok(known) if !known.is_file() => {
            write_all(File::options().write(true).open(&target)?, games, progress).map(|(_, count)| count)
        }
        known => {
            let permissions = known.ok().map(|known| known.permissions());
            let (temporary, count) = write_all(temporary_for(&target)?, games, progress)?;
            py.detach(|| publish(temporary, &target, permissions))?;
            Ok(count)
        }
    }
}

/// Creates a file beside the target; it is removed unless it is published.
fn temporary_for(target: &Path) -> io::Result<NamedTempFile> {
    let folder = target.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let prefix = target.file_name().map(|name| format!(".{}", name.to_string_lossy())).unwrap_or_default();
    let mut name = Builder::new();
    name.prefix(&prefix).suffix(".part");
    // Use the default permissions of new files; the umask applies.
    #[cfg(unix)]
    name.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    name.tempfile_in(folder).map_err(|error| {
        // Name the target, not the temporary file.
        let cause = error.get_ref().and_then(|known| known.source()).map(ToString::to_string);
        let cause = cause.unwrap_or_else(|| error.to_string());
        io::Error::new(error.kind(), format!("{}: {cause}", target.display()))
    })
}

/// Writes the content to the disk and gives the file its name.
fn publish(file: NamedTempFile, target: &Path, permissions: Option<fs::Permissions>) -> io::Result<()> {
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(target).map(drop).map_err(|error| error.error)
}

fn write_all<W: Write>(out: W, games: &Bound<'_, PyAny>, mut progress: Progress) -> PyResult<(W, u64)> {
    let py = games.py();
    let mut writer = Writer::new(BufWriter::new(out));
    let mut count = 0;
    for game in games.try_iter()? {
        if count % SIGNAL_GAMES as u64 == 0 {
            py.check_signals()?;
        }
        if progress.is_due() {
            progress.step(py, count)?;
        }
        let game = game?.cast_into::<Game>()?;
        writer.write(&game.borrow().0)?;
        count += 1;
    }
    let out = writer.into_inner().into_inner().map_err(io::IntoInnerError::into_error)?;
    progress.close(py, count)?;
    Ok((out, count))
}
