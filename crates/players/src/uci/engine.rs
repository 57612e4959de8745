//! A UCI engine as a player.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io;
use std::time::{Duration, Instant};

use pinsight_rules::{CastlingMode, EnPassantMode, History, Move, Position, UciMove};

use super::option::EngineOption;
use super::process::{Process, ReceiveError};
use super::{go, info};
use crate::error::{EngineError, PlayerError};
use crate::limit::Limit;
use crate::player::{Choice, Info, Player, Stop};

/// How to start an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineConfig {
    /// The program: a path, or a name searched in `PATH`.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Names and values of options to set.
    pub options: Vec<(String, String)>,
    /// How long to wait for an answer before the engine is killed.
    pub timeout: Duration,
}

impl EngineConfig {
    /// A program without arguments and options, with a timeout of ten seconds.
    pub fn new(program: impl Into<String>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            options: Vec::new(),
            timeout: Duration::from_secs(10),
        }
    }
}

/// A UCI engine in its own process.
///
/// Unknown lines are ignored. If the engine does not answer, plays an illegal move or ends, its process is killed and
/// reaped, and the error says why. Dropping it sends `quit` and kills the process if it does not end soon.
///
/// For analysis, call [`choose`](Player::choose) without a limit: it reports lines until it is [stopped](crate::Stop).
///
/// ```no_run
/// use std::time::Duration;
/// use pinsight_players::{Engine, EngineConfig, Limit, Player, Stop};
/// use pinsight_rules::History;
///
/// let mut engine = Engine::start(&EngineConfig::new("stockfish"))?;
/// engine.set_option("MultiPV", "3")?;
/// let game = History::default();
/// let limit = Limit::time(Duration::from_millis(500));
/// let choice = engine.choose(&game, &limit, &Stop::new(), &mut |info| println!("{info:?}"))?;
/// println!("{} plays {}", engine.name(), game.position().san(choice.mv));
/// # Ok::<(), pinsight_players::PlayerError>(())
/// ```
pub struct Engine {
    config: EngineConfig,
    /// `None` after the process has ended.
    process: Option<Process>,
    name: Option<String>,
    options: Vec<EngineOption>,
    castling: CastlingMode,
    search_moves: Vec<Move>,
}

/// Longer names are cut.
const MAX_NAME: usize = 100;

/// Further options are ignored.
const MAX_OPTIONS: usize = 1_000;

/// How often the stop flag is checked.
const TICK: Duration = Duration::from_millis(5);

impl Engine {
    /// Starts the program, sets its options and waits until it is ready.
    pub fn start(config: &EngineConfig) -> Result<Self, EngineError> {
        let process = Process::start(&config.program, &config.arguments)
            .map_err(|reason| EngineError::Start { program: config.program.clone(), reason })?;
        let mut engine = Self {
            config: config.clone(),
            process: Some(process),
            name: None,
            options: Vec::new(),
            castling: CastlingMode::Standard,
            search_moves: Vec::new(),
        };
        engine.send("uci")?;
        engine.wait_for("uci", "uciok", |engine, line| {
            if let Some(name) = line.strip_prefix("id name ") {
                engine.name = Some(name.trim().chars().take(MAX_NAME).collect());
            } else if let Ok(option) = line.parse()
                && engine.options.len() < MAX_OPTIONS
            {
                engine.options.push(option);
            }
        })?;
        for (name, value) in &config.options {
            engine.set_option(name, value)?;
        }
        engine.ready()?;
        Ok(engine)
    }

    /// The process id; `None` after the process has ended.
    pub fn process(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// The options of the engine.
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// Sets an option. The value of a button is ignored.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let error = |reason: String| EngineError::Option {
            program: self.config.program.clone(),
            name: name.to_owned(),
            value: value.to_owned(),
            reason,
        };
        let Some(option) = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
            let names: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
            return Err(error(format!("it offers only {}", names.join(", "))));
        };
        if let Some(reason) = option.refusal(value) {
            return Err(error(reason));
        }
        let name = option.name.clone();
        if name.eq_ignore_ascii_case("UCI_Chess960") {
            self.castling = if value == "true" { CastlingMode::Chess960 } else { CastlingMode::Standard };
        }
        if value.is_empty() {
            self.send(&format!("setoption name {name}"))
        } else {
            self.send(&format!("setoption name {name} value {value}"))
        }
    }

    /// Restricts all following searches to these root moves (UCI `searchmoves`); none restricts nothing.
    pub fn set_search_moves(&mut self, moves: Vec<Move>) {
        self.search_moves = moves;
    }

    /// Waits until the engine has processed all commands (`isready`).
    pub fn ready(&mut self) -> Result<(), EngineError> {
        self.send("isready")?;
        self.wait_for("isready", "readyok", |_, _| {})
    }

    fn send(&mut self, line: &str) -> Result<(), EngineError> {
        let process = self.process.as_mut().ok_or_else(|| not_running(&self.config))?;
        match process.send(line) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Err(self.timed_out(line)),
            Err(_) => Err(self.exited(line)),
        }
    }

    /// Receives the next line; `None` after the timeout.
    fn receive(&mut self, timeout: Duration, command: &str) -> Result<Option<String>, EngineError> {
        let process = self.process.as_mut().ok_or_else(|| not_running(&self.config))?;
        match process.receive(timeout) {
            Ok(line) => Ok(Some(line)),
            Err(ReceiveError::Timeout) => Ok(None),
            Err(ReceiveError::Closed) => Err(self.exited(command)),
        }
    }

    /// Receives lines until one starts with `answer`, and passes the others to `other`.
    fn wait_for(
        &mut self,
        command: &str,
        answer: &str,
        mut other: impl FnMut(&mut Self, &str),
    ) -> Result<(), EngineError> {
        let start = Instant::now();
        loop {
            let left = self.config.timeout.saturating_sub(start.elapsed());
            match self.receive(left, command)? {
                Some(line) if line.split_whitespace().next() == Some(answer) => return Ok(()),
                // An engine that writes without end gets no more time than a silent one.
                Some(line) if !left.is_zero() => other(self, &line),
                _ => return Err(self.timed_out(command)),
            }
        }
    }

    fn exited(&mut self, command: &str) -> EngineError {
        let status = self.process.take().map_or_else(String::new, |mut process| process.kill());
        EngineError::Exited { program: self.config.program.clone(), command: first_word(command), status }
    }

    fn timed_out(&mut self, command: &str) -> EngineError {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
        EngineError::Timeout {
            program: self.config.program.clone(),
            command: first_word(command),
            after: self.config.timeout,
        }
    }

    /// How moves of a game are written to the engine.
    fn castling_mode(&self, game: &History) -> CastlingMode {
        if game.start().has_standard_castling() { self.castling } else { CastlingMode::Chess960 }
    }

    /// Sends the position.
    fn send_position(&mut self, game: &History) -> Result<(), EngineError> {
        let start = game.start();
        if !start.has_standard_castling() {
            self.set_option("UCI_Chess960", "true")?;
        }
        let mode = self.castling_mode(game);
        let mut line = if *start == Position::default() {
            "position startpos".to_owned()
        } else {
            format!("position fen {}", start.fen(EnPassantMode::XFen))
        };
        if !game.plies().is_empty() {
            line.push_str(" moves");
        }
        for ply in game.plies() {
            line.push_str(&format!(" {}", ply.before.uci(ply.played, mode)));
        }
        self.send(&line)
    }

    /// Receives lines until `bestmove`.
    fn wait_for_bestmove(
        &mut self,
        position: &Position,
        limit: &Limit,
        stop: &Stop,
        inform: &mut dyn FnMut(&Info),
    ) -> Result<Choice, PlayerError> {
        let command = go::write(limit);
        let mut watch = Watch::new(position, limit, self.config.timeout);
        let mut last: Vec<Info> = Vec::new();
        loop {
            let line = self.receive(TICK, &command)?;
            let now = Instant::now();
            if let Some(line) = line {
                watch.heard(now);
                let mut words = line.split_whitespace();
                match words.next() {
                    Some("info") => {
                        if let Some(info) = info::read(words, position) {
                            inform(&info);
                            record(&mut last, info);
                        }
                    }
                    Some("bestmove") => {
                        let answer = words.next().unwrap_or_default();
                        return Ok(self.parse_bestmove(position, answer, last)?);
                    }
                    _ => {}
                }
            }
            if stop.is_raised() && !watch.stopped {
                watch.stop(now);
                self.send("stop")?;
            }
            match watch.check(now) {
                Verdict::Wait => {}
                Verdict::Ping => self.send("isready")?,
                Verdict::TimedOut(Some(unanswered)) => return Err(self.timed_out(unanswered).into()),
                Verdict::TimedOut(None) => return Err(self.timed_out(&command).into()),
            }
        }
    }

    fn parse_bestmove(
        &mut self,
        position: &Position,
        answer: &str,
        last: Vec<Info>,
    ) -> Result<Choice, EngineError> {
        let mv = answer.parse::<UciMove>().ok().and_then(|mv| position.move_from_uci(mv).ok());
        match mv {
            Some(mv) => {
                // An engine of limited strength may play a move of another line than its best.
                let info = last.into_iter().find(|info| info.pv.first() == Some(&mv));
                Ok(Choice { mv, info })
            }
            None => {
                if let Some(mut process) = self.process.take() {
                    process.kill();
                }
                Err(EngineError::IllegalMove {
                    program: self.config.program.clone(),
                    answer: answer.chars().take(40).collect(),
                    fen: position.to_string(),
                })
            }
        }
    }
}

/// Decides how long to wait for `bestmove`.
struct Watch {
    timeout: Duration,
    /// When `bestmove` is overdue. `None` if the engine may search without end; then it is sent `isready` after a
    /// silence to see whether it still runs.
    due: Option<Instant>,
    last_line: Instant,
    pinged: Option<Instant>,
    stopped: bool,
}

enum Verdict {
    Wait,
    /// Send `isready`.
    Ping,
    /// The engine did not answer this command; `None` is `go`.
    TimedOut(Option<&'static str>),
}

impl Watch {
    fn new(position: &Position, limit: &Limit, timeout: Duration) -> Self {
        let start = Instant::now();
        let time = limit.time.or_else(|| limit.clock.map(|clock| clock.left[position.turn()]));
        // A time that overflows is as good as none.
        let due = time.and_then(|time| start.checked_add(time.checked_add(timeout)?));
        Self { timeout, due, last_line: start, pinged: None, stopped: false }
    }

    /// A line was received.
    fn heard(&mut self, now: Instant) {
        self.last_line = now;
        self.pinged = None;
    }

    /// `stop` is sent.
    fn stop(&mut self, now: Instant) {
        self.stopped = true;
        self.due = now.checked_add(self.timeout);
    }

    fn check(&mut self, now: Instant) -> Verdict {
        if let Some(due) = self.due {
            let command = self.stopped.then_some("stop");
            return if now >= due { Verdict::TimedOut(command) } else { Verdict::Wait };
        }
        match self.pinged {
            None if now - self.last_line >= self.timeout => {
                self.pinged = Some(now);
                Verdict::Ping
            }
            Some(pinged) if now - pinged >= self.timeout => Verdict::TimedOut(Some("isready")),
            _ => Verdict::Wait,
        }
    }
}

/// Keeps the latest report of each line, exact scores rather than bounds.
fn record(last: &mut Vec<Info>, info: Info) {
    if info.bound.is_some() && last.iter().any(|known| known.line == info.line) {
        return;
    }
    // Limits memory if the engine reports arbitrary line numbers.
    let is_full = last.len() >= 512;
    match last.iter_mut().find(|known| known.line == info.line) {
        Some(known) => *known = info,
        None if is_full => {}
        None => last.push(info),
    }
}

fn not_running(config: &EngineConfig) -> EngineError {
    EngineError::NotRunning { program: config.program.clone() }
}

fn first_word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_owned()
}

impl Player for Engine {
    fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.config.program.clone())
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.send("ucinewgame")?;
        Ok(self.ready()?)
    }

    fn choose(
        &mut self,
        game: &History,
        limit: &Limit,
        stop: &Stop,
        inform: &mut dyn FnMut(&Info),
    ) -> Result<Choice, PlayerError> {
        if game.position().count_legal_moves() == 0 {
            return Err(PlayerError::NoMove);
        }
        self.send_position(game)?;
        let mut command = go::write(limit);
        for (index, &mv) in self.search_moves.iter().enumerate() {
            let keyword = if index == 0 { " searchmoves" } else { "" };
            command.push_str(&format!("{keyword} {}", game.position().uci(mv, self.castling_mode(game))));
        }
        self.send(&command)?;
        self.wait_for_bestmove(game.position(), limit, stop, inform)
    }
}
