//! Full replay by installed programs: the first games of a corpus through standard input, once, by wall-clock time, the
//! start of the program included.

use std::io::Write;
use std::process::{Command, Stdio};

use super::Read;
use super::corpus::Corpus;
use crate::measure::{Best, Clock, Contender, race as time_all};

/// The number of bytes that a program reads.
const BYTES: usize = 1_000_000;

struct Program {
    name: &'static str,
    command: &'static str,
    args: &'static [&'static str],
    /// The arguments that test whether it is installed.
    probe: &'static [&'static str],
}

const PROGRAMS: [Program; 2] = [
    Program {
        name: "replay, pgn-extract (process)",
        command: "pgn-extract",
        args: &["-s", "-r"],
        probe: &["--version"],
    },
    Program {
        name: "replay, python-chess (process)",
        command: "python3",
        args: &["-c", include_str!("processes/python_chess.py")],
        probe: &["-c", "import chess.pgn"],
    },
];

/// Runs each program; the error names a program that is not installed.
pub(super) fn run_all(corpus: &Corpus) -> impl Iterator<Item = Result<Best<Read>, String>> {
    let text = corpus.first_games(BYTES);
    PROGRAMS.iter().map(move |program| {
        if !program.is_there() {
            return Err(format!("{}: not installed, skipped", program.name));
        }
        let contender = Contender::new(program.name, || program.run(text));
        let [best] = time_all(Clock::Wall, 1, [contender]);
        if best.work {
            Ok(best.with_work(super::ours::replay(&text.into())))
        } else {
            Err(format!("{}: failed on {}", program.name, corpus.name))
        }
    })
}

impl Program {
    fn is_there(&self) -> bool {
        let mut command = Command::new(self.command);
        command.args(self.probe).stdout(Stdio::null());
        let status = command.stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }

    /// Whether the program read the text to its end.
    fn run(&self, text: &[u8]) -> bool {
        let mut command = Command::new(self.command);
        command.args(self.args).stdin(Stdio::piped());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut child) = command.spawn() else {
            return false;
        };
        let written = child.stdin.take().map(|mut stdin| stdin.write_all(text));
        matches!(written, Some(Ok(()))) && child.wait().is_ok_and(|status| status.success())
    }
}
