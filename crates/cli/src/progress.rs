//! How far the work has got, on a terminal.

use std::fmt::Write;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use pinsight_pgn::Progress;

const KNOWN: &str = "{bar:30} {bytes} of {total_bytes}, {msg}{left}";
const UNKNOWN: &str = "{spinner} {bytes} in {elapsed}, {msg}";

/// One line on stderr: games and bytes so far, games per second, the time that is left. Only on a terminal.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    wanted: bool,
}

impl ProgressLine {
    /// For a command whose data goes to stdout all the time: there is no room for both on one terminal.
    pub(crate) fn beside_data() -> Self {
        let mut line = Self::new();
        line.wanted &= !io::stdout().is_terminal();
        line
    }

    /// For a command that says little on stdout, if anything.
    pub(crate) fn new() -> Self {
        Self { bar: ProgressBar::hidden(), wanted: io::stderr().is_terminal() }
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
        if !self.wanted {
            return;
        }
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style.with_key("left", time_left));
        }
        if let Some(total) = total {
            self.bar.set_length(total);
        }
        self.bar.reset_elapsed();
        self.say(0, 0.0);
        // Only now, so that the first that is seen of the line is whole.
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
    }

    fn say(&self, games: u64, speed: f64) {
        self.bar.set_message(format!("{games} games, {speed:.0} games/s"));
    }

    pub(crate) fn show(&self, progress: &Progress) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.bar.elapsed().as_secs_f64();
        let speed = if seconds > 0.0 { progress.games as f64 / seconds } else { 0.0 };
        self.bar.set_position(progress.taken_bytes);
        self.say(progress.games, speed);
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

/// How long it takes yet; nothing while nobody knows.
fn time_left(state: &ProgressState, text: &mut dyn Write) {
    if state.pos() > 0 {
        let _ = write!(text, ", {:#} left", HumanDuration(state.eta()));
    }
}
