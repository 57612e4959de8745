//! Writes games.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use pinsight_pgn::Writer;
use pyo3::prelude::*;

use crate::game::Game;
use crate::interrupt::SIGNAL_GAMES;

/// Writes games to a file beside the target, then renames it; returns their number.
#[pyfunction]
pub(crate) fn write_pgn(py: Python<'_>, path: PathBuf, games: &Bound<'_, PyAny>) -> PyResult<usize> {
    let mut part = path.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = write_all(&part, games);
    match written {
        Ok(count) => py.detach(|| std::fs::rename(&part, &path)).map(|()| count).map_err(PyErr::from),
        Err(error) => {
            // The error that ended the work matters more than a leftover.
            let _ = std::fs::remove_file(&part);
            Err(error)
        }
    }
}

fn write_all(path: &PathBuf, games: &Bound<'_, PyAny>) -> PyResult<usize> {
    let mut writer = Writer::new(BufWriter::new(File::create(path)?));
    let mut count = 0;
    for game in games.try_iter()? {
        if count % SIGNAL_GAMES == 0 {
            games.py().check_signals()?;
        }
        let game = game?.cast_into::<Game>()?;
        writer.write(&game.borrow().0)?;
        count += 1;
    }
    let mut out = writer.into_inner();
    out.flush()?;
    out.get_ref().sync_all()?;
    Ok(count)
}
