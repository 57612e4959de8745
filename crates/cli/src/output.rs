//! Output streams: data to stdout, everything else to stderr.

use std::fmt::{self, Display};
use std::io::{self, BufWriter, StderrLock, StdoutLock, Write};
use std::sync::OnceLock;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use serde::Serialize;

pub(crate) const HEADING: Style = Style::new().bold();
/// Legal or valid.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// Illegal or broken.
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
/// Repairable.
pub(crate) const ODD: Style = AnsiColor::Yellow.on_default();
/// Less important.
pub(crate) const FAINT: Style = Style::new().dimmed();

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default().bold();

/// What stderr shows besides warnings and errors.
static MESSAGES: OnceLock<Messages> = OnceLock::new();

/// What stderr shows besides warnings and errors; everything by default.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Messages {
    /// Whether to omit progress, notes, hints and summaries.
    pub(crate) quiet: bool,
    /// Whether to omit the progress line.
    pub(crate) no_progress: bool,
}

impl Messages {
    /// Makes this the setting of the process. Only the first call has an effect.
    pub(crate) fn set(self) {
        let _ = MESSAGES.set(self);
    }

    /// Returns the setting of the process.
    pub(crate) fn get() -> Self {
        MESSAGES.get().copied().unwrap_or_default()
    }

    /// Returns whether a progress line is wanted.
    pub(crate) fn has_progress(self) -> bool {
        !self.quiet && !self.no_progress
    }
}

/// A failed write to stdout.
#[derive(Debug)]
pub(crate) struct WriteError(io::Error);

impl WriteError {
    /// Returns whether the reader closed the pipe, which is not an error.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        self.0.kind() == io::ErrorKind::BrokenPipe
    }

    #[cfg(feature = "sql")]
    pub(crate) fn into_inner(self) -> io::Error {
        self.0
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self(error)
    }
}

impl Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write to standard output: {}", self.0)
    }
}

impl std::error::Error for WriteError {}

/// The standard streams, with the colour setting of the user.
pub(crate) struct Output {
    data: BufWriter<AutoStream<StdoutLock<'static>>>,
    /// The same stream without colour filtering, which would change escape sequences in games.
    raw: BufWriter<StdoutLock<'static>>,
    color: ColorChoice,
    /// Whether a closed stdout is no error.
    outlives_reader: bool,
}

impl Output {
    pub(crate) fn new(color: ColorChoice) -> Self {
        Self {
            data: BufWriter::new(AutoStream::new(io::stdout().lock(), color)),
            raw: BufWriter::with_capacity(1 << 16, io::stdout().lock()),
            color,
            outlives_reader: false,
        }
    }

    /// Discards writes to stdout after its reader has closed it, so that the command completes its files.
    pub(crate) fn outlive_reader(&mut self) {
        self.outlives_reader = true;
    }

    fn checked(&self, written: io::Result<()>) -> Result<(), WriteError> {
        match written {
            Err(error) if self.outlives_reader && error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => Ok(written?),
        }
    }

    /// Writes a line of data.
    pub(crate) fn line(&mut self, line: impl Display) -> Result<(), WriteError> {
        let written = writeln!(self.data, "{line}");
        self.checked(written)
    }

    /// Writes data with colours.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        let written = self.data.write_all(bytes);
        self.checked(written)
    }

    /// Writes data byte for byte. Call [`finish`](Self::finish) between this and the other methods.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        let written = self.raw.write_all(bytes);
        self.checked(written)
    }

    /// Writes JSON in one line.
    pub(crate) fn json_line(&mut self, value: &impl Serialize) -> Result<(), WriteError> {
        self.line(json_text(value))
    }

    /// Writes indented JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), WriteError> {
        let text = serde_json::to_string_pretty(value).map_err(io::Error::from)?;
        self.line(text)
    }

    /// Returns the writer for messages.
    pub(crate) fn report(&self) -> Report {
        Report::new(self.color)
    }

    /// Flushes both buffers.
    pub(crate) fn finish(&mut self) -> Result<(), WriteError> {
        let written = self.raw.flush().and_then(|()| self.data.flush());
        self.checked(written)
    }
}

/// Returns `value` as JSON in one line.
pub(crate) fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("wire shapes have string keys")
}

/// Writes messages to stderr; ignores errors of stderr itself.
pub(crate) struct Report {
    messages: AutoStream<StderrLock<'static>>,
    /// Whether to write only warnings and errors.
    quiet: bool,
}

impl Report {
    pub(crate) fn new(color: ColorChoice) -> Self {
        Self { messages: AutoStream::new(io::stderr().lock(), color), quiet: Messages::get().quiet }
    }

    pub(crate) fn error(&mut self, message: impl Display) {
        self.labelled(ERROR, "error", message);
    }

    pub(crate) fn warning(&mut self, message: impl Display) {
        self.labelled(WARNING, "warning", message);
    }

    pub(crate) fn hint(&mut self, message: impl Display) {
        if !self.quiet {
            self.labelled(HINT, "hint", message);
        }
    }

    pub(crate) fn note(&mut self, message: impl Display) {
        if !self.quiet {
            self.labelled(HINT, "note", message);
        }
    }

    /// Writes a message without a label.
    pub(crate) fn plain(&mut self, message: impl Display) {
        if !self.quiet {
            let _ = writeln!(self.messages, "{message}");
        }
    }

    fn labelled(&mut self, style: Style, label: &str, message: impl Display) {
        let _ = writeln!(self.messages, "{style}{label}{style:#}: {message}");
    }
}

/// Returns the number with its noun: `1 move`, `1,234 moves`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// Returns the number with thousands separators: `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grouped_separates_thousands() {
        let numbers = [0, 7, 999, 1_000, 12_345, 1_234_567].map(grouped);
        assert_eq!([0, 1, 2].map(|number| counted(number, "move")), ["0 moves", "1 move", "2 moves"]);
        assert_eq!(numbers, ["0", "7", "999", "1,000", "12,345", "1,234,567"]);
    }
}
