//! The engine side of UCI.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{self, BufRead, Read, Write};
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use pinsight_rules::{CastlingMode, Fen, FenError, History, Legality, Move, Position, UciMove, perft};

use super::go::{self, Go};
use super::info;
use super::option::{EngineOption, OptionKind};
use crate::book::OpeningBook;
use crate::limit::Limit;
use crate::player::{Player, Stop};
use crate::rng::Rng;
use crate::search::{Level, PonderHit, Search, SearchOptions, check_hash};

/// The longest line that is read: a game of more than 100,000 moves.
const MAX_LINE: u64 = 1 << 20;

/// A task of the search thread.
enum Task {
    Options(SearchOptions),
    NewGame,
    ClearHash,
    /// Answer `isready`.
    Ready,
    Go(Box<GoTask>),
}

/// A search or a perft.
struct GoTask {
    game: History,
    go: Go,
    mode: CastlingMode,
    show_wdl: bool,
    /// The move to play without a search.
    book_move: Option<Move>,
    stop: Stop,
    ponder: PonderHit,
}

impl GoTask {
    /// Whether `bestmove` must not be sent yet, even if the search is complete.
    fn must_wait(&self) -> bool {
        !self.stop.is_raised() && (self.go.infinite || self.go.ponder && !self.ponder.is_hit())
    }
}

/// Runs as a UCI engine until `quit` or the end of the input.
///
/// Answers unknown commands with an `info string`. Reads input while it searches: `stop`, `ponderhit`, `isready` and `quit`
/// take effect at once, all other commands after the search. Without a running search, `readyok` is sent after all earlier commands
/// are complete, the allocation of the hash table included.
pub fn serve(input: impl BufRead, output: impl Write + Send, version: &str) -> io::Result<()> {
    run(input, output, version, None)
}

/// Like [`serve`], with the options OwnBook and BookFile; `open` opens a book by its file name.
pub fn serve_with_books(
    input: impl BufRead,
    output: impl Write + Send,
    version: &str,
    open: &OpenBook,
) -> io::Result<()> {
    run(input, output, version, Some(open))
}

/// Opens a book by its file name, or says why it cannot.
type OpenBook = dyn Fn(&str) -> Result<OpeningBook, String>;

fn run(
    input: impl BufRead,
    output: impl Write + Send,
    version: &str,
    open_book: Option<&OpenBook>,
) -> io::Result<()> {
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
            show_wdl: false,
            game: History::default(),
            open_book,
            book: None,
            own_book: false,
            random: Rng::new(clock_seed()),
            stop: Stop::new(),
            ponder: PonderHit::default(),
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

/// Returns the wanted size in MB, or why there is not enough memory to replace the old table by it.
fn hash_size(wanted: usize, old: usize) -> Result<usize, String> {
    match check_hash(wanted, old) {
        Ok(()) => Ok(wanted),
        Err(error) => Err(format!("Hash: {error}; the size stays {old} MB")),
    }
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
    show_wdl: bool,
    game: History,
    open_book: Option<&'a OpenBook>,
    book: Option<OpeningBook>,
    /// Whether to play from the book.
    own_book: bool,
    /// Chooses moves of the book.
    random: Rng,
    /// Stops the latest search.
    stop: Stop,
    /// Ends the pondering of the latest search.
    ponder: PonderHit,
}

impl<W: Write> Session<'_, W> {
    fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
                return Ok(());
            }
            if bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
                input.skip_until(b'\n')?;
                self.send_info_string(&format!("a line of more than {MAX_LINE} bytes is ignored"))?;
                continue;
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
            "stop" => {
                self.stop.raise();
                Ok(())
            }
            "ponderhit" => {
                self.ponder.hit();
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
        for option in self.engine_options() {
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
        self.ponder = PonderHit::default();
        self.searches.fetch_add(1, Ordering::AcqRel);
        let book_move = self.book_move(&go);
        self.queue(Task::Go(Box::new(GoTask {
            game: self.game.clone(),
            go,
            mode: self.mode,
            show_wdl: self.show_wdl,
            book_move,
            stop: self.stop.clone(),
            ponder: self.ponder.clone(),
        })));
        Ok(())
    }

    fn set_option<'b>(&mut self, words: impl Iterator<Item = &'b str>) -> Result<(), String> {
        let text = words.collect::<Vec<_>>().join(" ");
        let text = text.strip_prefix("name ").ok_or("expected `name`")?;
        let (name, value) = text.split_once(" value ").unwrap_or((text.trim_end_matches(" value"), ""));
        let option = self
            .engine_options()
            .into_iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("no option `{}`", name.chars().take(40).collect::<String>()))?;
        if let Some(reason) = option.refusal(value) {
            return Err(format!("{}: {reason}", option.name));
        }
        let number = value.parse::<usize>().unwrap_or_default();
        match option.name.as_str() {
            "Hash" => self.options.hash = hash_size(number, self.options.hash)?,
            "Threads" => self.options.threads = number,
            "MultiPV" => self.options.lines = number,
            "Move Overhead" => self.options.overhead = Duration::from_millis(number as u64),
            "Skill" => {
                self.options.level = u8::try_from(number).ok().and_then(Level::new).unwrap_or_default();
            }
            "UCI_Chess960" => {
                self.mode = if value == "true" { CastlingMode::Chess960 } else { CastlingMode::Standard };
            }
            "UCI_ShowWDL" => self.show_wdl = value == "true",
            "OwnBook" => self.own_book = value == "true",
            "BookFile" => return self.set_book(value),
            "Clear Hash" => self.queue(Task::ClearHash),
            _ => {}
        }
        self.queue(Task::Options(self.options.clone()));
        Ok(())
    }

    /// Opens a book; without a name plays from none.
    fn set_book(&mut self, name: &str) -> Result<(), String> {
        self.book = None;
        if let (Some(open), false) = (self.open_book, name.is_empty() || name == NO_FILE) {
            self.book = Some(open(name).map_err(|error| format!("BookFile: {error}"))?);
        }
        Ok(())
    }

    /// Returns the move of the book for `go`. A book cannot answer a search that has no end, or one of given moves.
    fn book_move(&mut self, go: &Go) -> Option<Move> {
        let searches = go.infinite || go.ponder || go.perft.is_some() || !go.moves.is_empty();
        let book = self.book.as_ref().filter(|_| self.own_book && !searches)?;
        book.choose(self.game.position(), self.random.bits())
    }

    /// Returns the options of this engine.
    fn engine_options(&self) -> Vec<EngineOption> {
        let mut options = engine_options();
        if self.open_book.is_some() {
            let kind = OptionKind::Check { default: false };
            options.push(EngineOption { name: "OwnBook".to_owned(), kind });
            let kind = OptionKind::Text { default: NO_FILE.to_owned() };
            options.push(EngineOption { name: "BookFile".to_owned(), kind });
        }
        options
    }
}

/// The value of BookFile without a book.
const NO_FILE: &str = "<empty>";

fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// The options that do not concern books.
fn engine_options() -> Vec<EngineOption> {
    let standard = SearchOptions::default();
    let spin = |name: &str, default: usize, min, max| EngineOption {
        name: name.to_owned(),
        kind: OptionKind::Spin { default: default as i64, min, max },
    };
    let check =
        |name: &str| EngineOption { name: name.to_owned(), kind: OptionKind::Check { default: false } };
    vec![
        spin("Hash", standard.hash, 1, 65_536),
        spin("Threads", standard.threads, 1, 256),
        spin("MultiPV", standard.lines, 1, 256),
        spin("Skill", standard.level.number().into(), 1, 10),
        spin("Move Overhead", standard.overhead.as_millis() as usize, 0, 5_000),
        EngineOption { name: "Clear Hash".to_owned(), kind: OptionKind::Button },
        check("Ponder"),
        check("UCI_Chess960"),
        check("UCI_ShowWDL"),
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
                Task::Go(task) => match task.go.perft {
                    Some(depth) => self.perft(&task, depth),
                    None => self.search(&mut search, &task),
                },
            };
        }
    }

    fn search(&self, search: &mut Search, task: &GoTask) -> io::Result<()> {
        let GoTask { game, go, stop, show_wdl, .. } = task;
        let position = game.position();
        let mode = notation(position, task.mode);
        if let Some(mv) = task.book_move {
            self.searches.fetch_sub(1, Ordering::AcqRel);
            send(self.output, "info string book move")?;
            return send(self.output, &format!("bestmove {}", position.uci(mv, mode)));
        }
        search.set_search_moves(go.moves.clone());
        search.set_ponder(go.ponder.then(|| task.ponder.clone()));
        let limit = if go.infinite { Limit::default() } else { go.limit.clone() };
        let choice = search.choose(game, &limit, stop, &mut |info| {
            let _ = send(self.output, &info::write(info, position, mode, *show_wdl));
        });
        while task.must_wait() {
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

    /// Counts move sequences and writes the counts as Stockfish does.
    fn perft(&self, task: &GoTask, depth: u32) -> io::Result<()> {
        let position = task.game.position();
        let mode = notation(position, task.mode);
        let mut total = u64::from(depth == 0);
        for &mv in position.legal_moves().iter().filter(|_| depth > 0) {
            let count = perft_until(&position.play_unchecked(mv), depth - 1, &task.stop);
            if task.stop.is_raised() {
                break;
            }
            total += count;
            send(self.output, &format!("{}: {count}", position.uci(mv, mode)))?;
        }
        self.searches.fetch_sub(1, Ordering::AcqRel);
        let stopped = if task.stop.is_raised() { " (stopped)" } else { "" };
        send(self.output, &format!("\nNodes searched: {total}{stopped}\n"))
    }
}

/// Castling in Chess960 positions has no standard notation.
fn notation(position: &Position, mode: CastlingMode) -> CastlingMode {
    if position.has_standard_castling() { mode } else { CastlingMode::Chess960 }
}

/// Like [`perft`], but returns early, with any number, when `stop` is raised.
fn perft_until(position: &Position, depth: u32, stop: &Stop) -> u64 {
    /// A perft of this depth takes milliseconds.
    const CHECK_DEPTH: u32 = 3;
    if depth <= CHECK_DEPTH {
        return perft(position, depth);
    }
    let moves = position.legal_moves();
    let counts = moves.iter().take_while(|_| !stop.is_raised());
    counts.map(|&mv| perft_until(&position.play_unchecked(mv), depth - 1, stop)).sum()
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

    fn answers(input: impl io::BufRead) -> String {
        let mut output = Vec::new();
        serve(input, &mut output, "test").expect("no I/O error");
        String::from_utf8(output).expect("UTF-8")
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_hash_table_larger_than_the_memory_is_refused() {
        assert_eq!(hash_size(16, 16), Ok(16));
        let error = hash_size(usize::MAX, 16).expect_err("too large");
        assert!(
            error.starts_with("Hash: a hash table of ") && error.ends_with("; the size stays 16 MB"),
            "{error}"
        );
    }

    #[test]
    fn a_line_of_a_gigabyte_is_ignored() {
        let endless = io::Read::take(io::repeat(b'x'), 1 << 30);
        let text = answers(io::BufReader::new(io::Read::chain(endless, &b"\ngo depth 1\n"[..])));
        assert!(text.starts_with("info string a line of more than 1048576 bytes is ignored\n"), "{text}");
        assert!(text.contains("bestmove"), "{text}");
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
