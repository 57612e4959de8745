//! Being an engine.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pinsight_rules::{CastlingMode, History, Position, UciMove};

use super::go::{self, Go};
use super::{EngineOption, OptionKind, info};
use crate::{Level, Limit, Player, Search, SearchOptions, Stop};

/// What the thread that thinks is told.
enum Task {
    Options(SearchOptions),
    NewGame,
    ClearHash,
    Go { game: Box<History>, go: Box<Go>, mode: CastlingMode, stop: Stop },
}

/// Answers as a UCI engine until `quit` or the end of the input.
///
/// Lines that it does not understand are passed over with an `info string`. It keeps reading while it thinks, so that
/// `stop`, `isready` and `quit` are answered at once; whatever else comes meanwhile is done after the move.
pub fn serve(input: impl BufRead, output: impl Write + Send, version: &str) -> io::Result<()> {
    let output = Mutex::new(output);
    let (tasks, todo) = mpsc::channel();
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("search".to_owned()).stack_size(8 << 20);
        let thinker = {
            let output = &output;
            builder.spawn_scoped(scope, move || think(&todo, output))?
        };
        let mut dialogue = Dialogue {
            output: &output,
            version,
            tasks,
            options: SearchOptions::default(),
            mode: CastlingMode::Standard,
            game: History::default(),
            stop: Stop::new(),
        };
        let result = dialogue.run(input);
        dialogue.stop.raise();
        // Without a sender the thinking thread comes to its end.
        drop(dialogue);
        let _ = thinker.join();
        result
    })
}

fn say(output: &Mutex<impl Write>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    output.write_all(format!("{line}\n").as_bytes())?;
    output.flush()
}

struct Dialogue<'a, W> {
    output: &'a Mutex<W>,
    version: &'a str,
    tasks: Sender<Task>,
    options: SearchOptions,
    mode: CastlingMode,
    game: History,
    /// Of the search that runs.
    stop: Stop,
}

impl<W: Write> Dialogue<'_, W> {
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
                Some(word) => self.obey(word, words)?,
            }
        }
    }

    fn obey<'b>(&mut self, word: &str, words: impl Iterator<Item = &'b str>) -> io::Result<()> {
        match word {
            "uci" => self.introduce(),
            "isready" => say(self.output, "readyok"),
            "ucinewgame" => {
                self.game = History::default();
                self.hand_over(Task::NewGame);
                Ok(())
            }
            "position" => match read_position(words) {
                Ok(game) => {
                    self.game = game;
                    Ok(())
                }
                Err(error) => self.complain(&format!("position: {error}")),
            },
            "go" => self.go(words),
            // A ponder move that was hit is answered as if it had been stopped: with what is known so far.
            "stop" | "ponderhit" => {
                self.stop.raise();
                Ok(())
            }
            "setoption" => match self.set_option(words) {
                Ok(()) => Ok(()),
                Err(error) => self.complain(&format!("setoption: {error}")),
            },
            "debug" | "register" => Ok(()),
            _ => self.complain(&format!("unknown command `{}`", word.chars().take(40).collect::<String>())),
        }
    }

    fn complain(&self, message: &str) -> io::Result<()> {
        say(self.output, &format!("info string {message}"))
    }

    fn hand_over(&self, task: Task) {
        // The thinking thread lives as long as the dialogue.
        let _ = self.tasks.send(task);
    }

    fn introduce(&self) -> io::Result<()> {
        say(self.output, &format!("id name Pinsight {}", self.version))?;
        say(self.output, "id author the Pinsight contributors")?;
        for option in offered() {
            say(self.output, &option.to_string())?;
        }
        say(self.output, "uciok")
    }

    fn go<'b>(&mut self, words: impl Iterator<Item = &'b str>) -> io::Result<()> {
        let go = go::read(words, self.game.position());
        for word in &go.unknown {
            self.complain(&format!("go: `{}` is not understood", word.chars().take(40).collect::<String>()))?;
        }
        // A search that still runs is ended first: there is one answer to each `go`.
        self.stop.raise();
        self.stop = Stop::new();
        let game = Box::new(self.game.clone());
        self.hand_over(Task::Go { game, go: Box::new(go), mode: self.mode, stop: self.stop.clone() });
        Ok(())
    }

    fn set_option<'b>(&mut self, words: impl Iterator<Item = &'b str>) -> Result<(), String> {
        let text = words.collect::<Vec<_>>().join(" ");
        let text = text.strip_prefix("name ").ok_or("expected `name`")?;
        let (name, value) = text.split_once(" value ").unwrap_or((text.trim_end_matches(" value"), ""));
        let option = offered()
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
            "Clear Hash" => self.hand_over(Task::ClearHash),
            _ => {}
        }
        self.hand_over(Task::Options(self.options.clone()));
        Ok(())
    }
}

/// What can be set.
fn offered() -> Vec<EngineOption> {
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

/// The game that stands behind `position`.
fn read_position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<History, String> {
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
            fen.join(" ").parse::<Position>().map_err(|error| error.to_string())?
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

/// The thread that thinks: task after task.
fn think(tasks: &Receiver<Task>, output: &Mutex<impl Write>) {
    let mut search = Search::new(SearchOptions::default());
    for task in tasks {
        match task {
            Task::Options(options) => search.set_options(options),
            Task::NewGame | Task::ClearHash => search.clear(),
            Task::Go { game, go, mode, stop } => {
                // When the reader of our output has gone there is nobody to think for; the dialogue ends by itself.
                let _ = answer(&mut search, &game, &go, mode, &stop, output);
            }
        }
    }
}

fn answer(
    search: &mut Search,
    game: &History,
    go: &Go,
    mode: CastlingMode,
    stop: &Stop,
    output: &Mutex<impl Write>,
) -> io::Result<()> {
    let position = game.position();
    // A position of Chess960 cannot be said in the standard way.
    let mode = if position.has_standard_castling() { mode } else { CastlingMode::Chess960 };
    search.restrict(go.moves.clone());
    let limit = if go.infinite || go.ponder { Limit::default() } else { go.limit.clone() };
    let choice = search.choose(game, &limit, stop, &mut |info| {
        let _ = say(output, &info::write(info, position, mode));
    });
    // What was asked to be infinite waits to be stopped, even if there is nothing left to find.
    while (go.infinite || go.ponder) && !stop.is_raised() {
        thread::sleep(Duration::from_millis(1));
    }
    match choice {
        Ok(choice) => {
            let ponder = choice.info.as_ref().filter(|info| info.pv.first() == Some(&choice.mv));
            let ponder = ponder.and_then(|info| info.pv.get(1)).map(|&reply| {
                let next = position.play_unchecked(choice.mv);
                format!(" ponder {}", next.uci(reply, mode))
            });
            let line = format!("bestmove {}{}", position.uci(choice.mv, mode), ponder.unwrap_or_default());
            say(output, &line)
        }
        Err(_) => {
            let score = if position.in_check() { "mate 0" } else { "cp 0" };
            say(output, &format!("info depth 0 score {score}"))?;
            say(output, "bestmove (none)")
        }
    }
}
