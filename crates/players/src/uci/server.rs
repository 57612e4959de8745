//! The engine side of UCI.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{self, BufRead, Write};
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pinsight_rules::{CastlingMode, Fen, FenError, History, Legality, Position, UciMove};

use super::go::{self, Go};
use super::info;
use super::option::{EngineOption, OptionKind};
use crate::limit::Limit;
use crate::player::{Player, Stop};
use crate::search::{Level, Search, SearchOptions};

/// A task of the search thread.
enum Task {
    Options(SearchOptions),
    NewGame,
    ClearHash,
    /// Answer `isready`.
    Ready,
    Go {
        game: Box<History>,
        go: Box<Go>,
        mode: CastlingMode,
        stop: Stop,
    },
}

/// Runs as a UCI engine until `quit` or the end of the input.
///
/// Answers unknown commands with an `info string`. Reads input while it searches: `stop`, `isready` and `quit` take effect
/// at once, all other commands after the search. Without a running search, `readyok` is sent after all earlier commands
/// are complete, the allocation of the hash table included.
pub fn serve(input: impl BufRead, output: impl Write + Send, version: &str) -> io::Result<()> {
    let output = Mutex::new(output);
    let (tasks, queue) = mpsc::channel();
    let searches = AtomicUsize::new(0);
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("search".to_owned()).stack_size(8 << 20);
        let searcher = Searcher { output: &output, searches: &searches };
        let thread = builder.spawn_scoped(scope, move || searcher.run(&queue))?;
        let mut session = Session {
            output: &output,
            searches: &searches,
            version,
            tasks,
            options: SearchOptions::default(),
            mode: CastlingMode::Standard,
            game: History::default(),
            stop: Stop::new(),
        };
        let result = session.run(input);
        session.stop.raise();
        // Closes the queue, which ends the search thread.
        drop(session);
        if let Err(payload) = thread.join() {
            panic::resume_unwind(payload);
        }
        result
    })
}

fn send(output: &Mutex<impl Write>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    output.write_all(format!("{line}\n").as_bytes())?;
    output.flush()
}

/// The thread that reads commands.
struct Session<'a, W> {
    output: &'a Mutex<W>,
    /// The number of searches that are queued or running.
    searches: &'a AtomicUsize,
    version: &'a str,
    tasks: Sender<Task>,
    options: SearchOptions,
    mode: CastlingMode,
    game: History,
    /// Stops the latest search.
    stop: Stop,
}

impl<W: Write> Session<'_, W> {
    fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(());
            }
            let line = String::from_utf8_lossy(&bytes);
            let mut words = line.split_whitespace();
            match words.next() {
                None => {}
                Some("quit") => return Ok(()),
                Some(word) => self.execute(word, words)?,
            }
        }
    }

    fn execute<'b>(&mut self, word: &str, words: impl Iterator<Item = &'b str>) -> io::Result<()> {
        match word {
            "uci" => self.identify(),
            // During a search the protocol demands an immediate answer.
            "isready" if self.searches.load(Ordering::Acquire) > 0 => send(self.output, "readyok"),
            "isready" => {
                self.queue(Task::Ready);
                Ok(())
            }
            "ucinewgame" => {
                self.game = History::default();
                self.queue(Task::NewGame);
                Ok(())
            }
            "position" => match parse_position(words) {
                Ok(game) => {
                    self.game = game;
                    Ok(())
                }
                Err(error) => self.send_info_string(&format!("position: {error}")),
            },
            "go" => self.go(words),
            // `ponderhit` is treated like `stop`: it returns the best move so far.
            "stop" | "ponderhit" => {
                self.stop.raise();
                Ok(())
            }
            "setoption" => match self.set_option(words) {
                Ok(()) => Ok(()),
                Err(error) => self.send_info_string(&format!("setoption: {error}")),
            },
            "debug" | "register" => Ok(()),
            _ => self.send_info_string(&format!(
                "unknown command `{}`",
                word.chars().take(40).collect::<String>()
            )),
        }
    }

    fn send_info_string(&self, message: &str) -> io::Result<()> {
        send(self.output, &format!("info string {message}"))
    }

    fn queue(&self, task: Task) {
        // The search thread outlives the session unless it panics; `serve` resumes that panic.
        let _ = self.tasks.send(task);
    }

    fn identify(&self) -> io::Result<()> {
        send(self.output, &format!("id name Pinsight {}", self.version))?;
        send(self.output, "id author the Pinsight contributors")?;
        for option in engine_options() {
            send(self.output, &option.to_string())?;
        }
        send(self.output, "uciok")
    }

    fn go<'b>(&mut self, words: impl Iterator<Item = &'b str>) -> io::Result<()> {
        let go = go::read(words, self.game.position());
        for word in &go.unknown {
            self.send_info_string(&format!(
                "go: `{}` is not understood",
                word.chars().take(40).collect::<String>()
            ))?;
        }
        // Stop a running search first: every `go` gets one `bestmove`.
        self.stop.raise();
        self.stop = Stop::new();
        let game = Box::new(self.game.clone());
        self.searches.fetch_add(1, Ordering::AcqRel);
        self.queue(Task::Go { game, go: Box::new(go), mode: self.mode, stop: self.stop.clone() });
        Ok(())
    }

    fn set_option<'b>(&mut self, words: impl Iterator<Item = &'b str>) -> Result<(), String> {
        let text = words.collect::<Vec<_>>().join(" ");
        let text = text.strip_prefix("name ").ok_or("expected `name`")?;
        let (name, value) = text.split_once(" value ").unwrap_or((text.trim_end_matches(" value"), ""));
        let option = engine_options()
            .into_iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("no option `{}`", name.chars().take(40).collect::<String>()))?;
        if let Some(reason) = option.refusal(value) {
            return Err(format!("{}: {reason}", option.name));
        }
        let number = value.parse::<usize>().unwrap_or_default();
        match option.name.as_str() {
            "Hash" => self.options.hash = number,
            "Threads" => self.options.threads = number,
            "MultiPV" => self.options.lines = number,
            "Move Overhead" => self.options.overhead = Duration::from_millis(number as u64),
            "Skill" => {
                self.options.level = u8::try_from(number).ok().and_then(Level::new).unwrap_or_default();
            }
            "UCI_Chess960" => {
                self.mode = if value == "true" { CastlingMode::Chess960 } else { CastlingMode::Standard };
            }
            "Clear Hash" => self.queue(Task::ClearHash),
            _ => {}
        }
        self.queue(Task::Options(self.options.clone()));
        Ok(())
    }
}

/// The options of this engine.
fn engine_options() -> Vec<EngineOption> {
    let standard = SearchOptions::default();
    let spin = |name: &str, default: usize, min, max| EngineOption {
        name: name.to_owned(),
        kind: OptionKind::Spin { default: default as i64, min, max },
    };
    vec![
        spin("Hash", standard.hash, 1, 65_536),
        spin("Threads", standard.threads, 1, 256),
        spin("MultiPV", standard.lines, 1, 256),
        spin("Skill", standard.level.number().into(), 1, 10),
        spin("Move Overhead", standard.overhead.as_millis() as usize, 0, 5_000),
        EngineOption { name: "Clear Hash".to_owned(), kind: OptionKind::Button },
        EngineOption { name: "Ponder".to_owned(), kind: OptionKind::Check { default: false } },
        EngineOption { name: "UCI_Chess960".to_owned(), kind: OptionKind::Check { default: false } },
    ]
}

/// Parses the arguments of `position`.
fn parse_position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<History, String> {
    let start = match words.next() {
        Some("startpos") => {
            match words.next() {
                None | Some("moves") => {}
                Some(word) => return Err(format!("expected `moves`, found `{word}`")),
            }
            Position::default()
        }
        Some("fen") => {
            let fen: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
            let fen: Fen = fen.join(" ").parse().map_err(|error: FenError| error.to_string())?;
            // GUIs send positions that no game can reach.
            fen.setup.position(Legality::AllowImpossible).map_err(|error| error.to_string())?
        }
        _ => return Err("expected `startpos` or `fen`".to_owned()),
    };
    let mut game = History::new(start);
    for word in words {
        let mv = word.parse::<UciMove>().map_err(|error| error.to_string())?;
        let mv = game.position().move_from_uci(mv).map_err(|error| format!("{word}: {error}"))?;
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

/// The search thread.
struct Searcher<'a, W> {
    output: &'a Mutex<W>,
    searches: &'a AtomicUsize,
}

impl<W: Write> Searcher<'_, W> {
    fn run(&self, tasks: &Receiver<Task>) {
        let mut search = Search::new(SearchOptions::default());
        for task in tasks {
            // Output errors are ignored here: the session ends when its client is gone.
            let _ = match task {
                Task::Options(options) => {
                    search.set_options(options);
                    Ok(())
                }
                Task::NewGame | Task::ClearHash => {
                    search.clear();
                    Ok(())
                }
                Task::Ready => send(self.output, "readyok"),
                Task::Go { game, go, mode, stop } => self.search(&mut search, &game, &go, mode, &stop),
            };
        }
    }

    fn search(
        &self,
        search: &mut Search,
        game: &History,
        go: &Go,
        mode: CastlingMode,
        stop: &Stop,
    ) -> io::Result<()> {
        let position = game.position();
        // Castling in Chess960 positions has no standard notation.
        let mode = if position.has_standard_castling() { mode } else { CastlingMode::Chess960 };
        search.set_search_moves(go.moves.clone());
        let limit = if go.infinite || go.ponder { Limit::default() } else { go.limit.clone() };
        let choice = search.choose(game, &limit, stop, &mut |info| {
            let _ = send(self.output, &info::write(info, position, mode));
        });
        // `go infinite` and `go ponder` must not answer before `stop`, even if the search is complete.
        while (go.infinite || go.ponder) && !stop.is_raised() {
            thread::sleep(Duration::from_millis(1));
        }
        // Before `bestmove`: commands that the client sends after it find no running search.
        self.searches.fetch_sub(1, Ordering::AcqRel);
        let Ok(choice) = choice else {
            let score = if position.in_check() { "mate 0" } else { "cp 0" };
            send(self.output, &format!("info depth 0 score {score}"))?;
            return send(self.output, "bestmove (none)");
        };
        let ponder = choice.info.as_ref().filter(|info| info.pv.first() == Some(&choice.mv));
        let ponder = ponder.and_then(|info| info.pv.get(1)).map(|&reply| {
            let next = position.play_unchecked(choice.mv);
            format!(" ponder {}", next.uci(reply, mode))
        });
        let bestmove = position.uci(choice.mv, mode);
        send(self.output, &format!("bestmove {bestmove}{}", ponder.unwrap_or_default()))
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use std::time::Instant;

    /// Records when each line is written.
    #[derive(Default)]
    struct TimedLines(Vec<(String, Instant)>);

    impl Write for TimedLines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push((String::from_utf8_lossy(bytes).trim().to_owned(), Instant::now()));
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Allocating and clearing 256 MB takes far longer than a search of depth 1. If `readyok` came before it, that
    /// time would pass between `readyok` and `bestmove`.
    #[test]
    fn readyok_waits_for_the_hash_table() {
        let clear = "ucinewgame\n".repeat(8);
        let input = format!("setoption name Hash value 256\n{clear}isready\ngo depth 1\n");
        let mut output = TimedLines::default();
        let start = Instant::now();
        serve(input.as_bytes(), &mut output, "test").expect("no I/O error");
        let time_of = |prefix: &str| {
            let line = output.0.iter().find(|(line, _)| line.starts_with(prefix));
            line.expect("the line is written").1
        };
        let (ready, best) = (time_of("readyok"), time_of("bestmove"));
        assert!(ready - start > best - ready, "ready {:?}, then {:?}", ready - start, best - ready);
    }

    #[test]
    fn readyok_is_immediate_during_a_search() {
        let mut output = TimedLines::default();
        serve(&b"go infinite\nisready\nstop\n"[..], &mut output, "test").expect("no I/O error");
        let position = |prefix: &str| output.0.iter().position(|(line, _)| line.starts_with(prefix));
        let (ready, best) =
            (position("readyok").expect("an answer"), position("bestmove").expect("an answer"));
        assert!(ready < best, "{:?}", output.0);
    }
}
