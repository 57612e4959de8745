//! How far the work has got, on a terminal.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pinsight_pgn::Progress;

const KNOWN: &str = "{bar:30} {bytes} of {total_bytes}, {msg}, {eta} left";
const UNKNOWN: &str = "{spinner} {bytes} in {elapsed}, {msg}";

/// One line on stderr: games and bytes so far, games per second, the time that is left. Only on a terminal.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    /// For a command whose data goes to stdout all the time: there is no room for both on one terminal.
    pub(crate) fn beside_data() -> Self {
        if io::stdout().is_terminal() { Self { bar: ProgressBar::hidden() } } else { Self::new() }
    }

    /// For a command that says little on stdout, if anything.
    pub(crate) fn new() -> Self {
        let bar = if io::stderr().is_terminal() {
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
        } else {
            ProgressBar::hidden()
        };
        Self { bar }
    }

    /// The work on these files begins. The size of a pipe is not known, nor the time that it takes.
    pub(crate) fn begin(&self, files: &[PathBuf]) {
        let size = |path: &PathBuf| match fs::metadata(path) {
            Ok(meta) if meta.is_file() => Some(meta.len()),
            // What is not there takes no time.
            Err(_) if path.as_os_str() != "-" => Some(0),
            _ => None,
        };
        let total: Option<u64> = files.iter().map(size).sum();
        let template = if total.is_some() { KNOWN } else { UNKNOWN };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        if let Some(total) = total {
            self.bar.set_length(total);
        }
    }

    pub(crate) fn show(&self, progress: &Progress) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.bar.elapsed().as_secs_f64();
        let speed = if seconds > 0.0 { progress.games as f64 / seconds } else { 0.0 };
        self.bar.set_message(format!("{} games, {speed:.0} games/s", progress.games));
        self.bar.set_position(progress.taken_bytes);
    }

    /// Writes something else to the terminal, out of the way of the line.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Whether the line is on the screen.
    pub(crate) fn is_shown(&self) -> bool {
        !self.bar.is_hidden()
    }

    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
