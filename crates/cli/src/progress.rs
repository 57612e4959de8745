//! The progress line on a terminal.

use std::fmt::Write;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use pinsight_pgn::Progress;

use crate::output::Messages;

const KNOWN: &str = "{bar:30} {bytes} of {total_bytes}, {msg}{left}";
const UNKNOWN: &str = "{spinner} {bytes} in {elapsed}, {msg}";

/// A line on stderr with games, bytes, games per second and remaining time; hidden unless stderr is a
/// terminal, and with `--quiet` and `--no-progress`.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    enabled: bool,
}

impl ProgressLine {
    /// For a command that streams data to stdout; hidden if stdout is a terminal too.
    pub(crate) fn with_data_on_stdout() -> Self {
        let mut line = Self::new();
        line.enabled &= !io::stdout().is_terminal();
        line
    }

    /// For a command that writes little or nothing to stdout.
    pub(crate) fn new() -> Self {
        Self {
            bar: ProgressBar::hidden(),
            enabled: Messages::get().has_progress() && io::stderr().is_terminal(),
        }
    }

    /// Starts the line for these files; without a total if one of them is a pipe.
    pub(crate) fn begin(&self, files: &[PathBuf]) {
        let size = |path: &PathBuf| match fs::metadata(path) {
            Ok(meta) if meta.is_file() => Some(meta.len()),
            // A missing file counts as empty; opening it reports the error.
            Err(_) if path.as_os_str() != "-" => Some(0),
            _ => None,
        };
        let total: Option<u64> = files.iter().map(size).sum();
        let template = if total.is_some() { KNOWN } else { UNKNOWN };
        if !self.enabled {
            return;
        }
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style.with_key("left", time_left));
        }
        if let Some(total) = total {
            self.bar.set_length(total);
        }
        self.bar.reset_elapsed();
        self.set_message(0, 0.0);
        // Show the bar only when its style and message are complete.
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
    }

    fn set_message(&self, games: u64, speed: f64) {
        self.bar.set_message(format!("{games} games, {speed:.0} games/s"));
    }

    pub(crate) fn show(&self, progress: &Progress) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.bar.elapsed().as_secs_f64();
        let speed = if seconds > 0.0 { progress.games as f64 / seconds } else { 0.0 };
        self.bar.set_position(progress.taken_bytes);
        self.set_message(progress.games, speed);
    }

    /// Shows how much of a game is reviewed.
    pub(crate) fn show_review(&self, game: u64, done: usize, total: usize) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("game {game}: {} %", 100 * done / total.max(1)));
            self.bar.tick();
        }
    }

    /// Hides the line while `write` writes to the terminal.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Returns whether the line is visible.
    pub(crate) fn is_shown(&self) -> bool {
        !self.bar.is_hidden()
    }

    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Writes the remaining time, if it is known.
fn time_left(state: &ProgressState, text: &mut dyn Write) {
    if state.pos() > 0 {
        let _ = write!(text, ", {:#} left", HumanDuration(state.eta()));
    }
}
