//! Another program as a player.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::{Duration, Instant};

use pinsight_rules::{CastlingMode, EnPassantMode, History, Position, UciMove};

use super::error::EngineError;
use super::process::{Process, Silence};
use super::{EngineOption, go, info};
use crate::{Choice, Info, Limit, Player, PlayerError, Stop};

/// How an engine is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineConfig {
    /// The program: a path, or a name to be found where programs are.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Options to set, with their values.
    pub options: Vec<(String, String)>,
    /// How long it may be silent when an answer is due.
    pub patience: Duration,
}

impl EngineConfig {
    /// A program without arguments and options, and ten seconds of patience.
    pub fn new(program: impl Into<String>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            options: Vec::new(),
            patience: Duration::from_secs(10),
        }
    }
}

/// A UCI engine in a process of its own.
///
/// Lines that it should not say are passed over. When it does not answer, plays an illegal move or ends, it is killed
/// and reaped, and the error says what happened; the same when it is dropped, after a chance to leave by itself.
///
/// As an analyst: [`choose`](Player::choose) without a limit tells line after line until it is
/// [stopped](crate::Stop).
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
    /// None once it has ended.
    process: Option<Process>,
    name: Option<String>,
    options: Vec<EngineOption>,
    castling: CastlingMode,
}

/// How often the stop flag is looked at.
const TICK: Duration = Duration::from_millis(5);

impl Engine {
    /// Starts the program, waits until it is ready, and sets its options.
    pub fn start(config: &EngineConfig) -> Result<Self, EngineError> {
        let process = Process::start(&config.program, &config.arguments)
            .map_err(|reason| EngineError::Start { program: config.program.clone(), reason })?;
        let mut engine = Self {
            config: config.clone(),
            process: Some(process),
            name: None,
            options: Vec::new(),
            castling: CastlingMode::Standard,
        };
        engine.say("uci")?;
        engine.wait_for("uci", "uciok", |engine, line| {
            if let Some(name) = line.strip_prefix("id name ") {
                engine.name = Some(name.trim().to_owned());
            } else if let Some(option) = line.strip_prefix("option ").and_then(EngineOption::read) {
                engine.options.push(option);
            }
        })?;
        for (name, value) in &config.options {
            engine.set_option(name, value)?;
        }
        engine.ready()?;
        Ok(engine)
    }

    /// The number of its process, as long as it runs.
    pub fn process(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// The options that the engine offers.
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// Sets an option; a button is pressed whatever the value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let refused = |reason: String| EngineError::Option {
            program: self.config.program.clone(),
            name: name.to_owned(),
            value: value.to_owned(),
            reason,
        };
        let Some(option) = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
            let names: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
            return Err(refused(format!("it offers only {}", names.join(", "))));
        };
        if let Some(reason) = option.refusal(value) {
            return Err(refused(reason));
        }
        let name = option.name.clone();
        if name.eq_ignore_ascii_case("UCI_Chess960") {
            self.castling = if value == "true" { CastlingMode::Chess960 } else { CastlingMode::Standard };
        }
        if value.is_empty() {
            self.say(&format!("setoption name {name}"))
        } else {
            self.say(&format!("setoption name {name} value {value}"))
        }
    }

    /// Waits until the engine has done what it was told.
    pub fn ready(&mut self) -> Result<(), EngineError> {
        self.say("isready")?;
        self.wait_for("isready", "readyok", |_, _| {})
    }

    fn say(&mut self, line: &str) -> Result<(), EngineError> {
        let process = self.process.as_mut().ok_or_else(|| gone(&self.config))?;
        match process.say(line) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.died(line)),
        }
    }

    /// The next line, if it comes in time.
    fn hear(&mut self, timeout: Duration, question: &str) -> Result<Option<String>, EngineError> {
        let process = self.process.as_mut().ok_or_else(|| gone(&self.config))?;
        match process.hear(timeout) {
            Ok(line) => Ok(Some(line)),
            Err(Silence::Timeout) => Ok(None),
            Err(Silence::Closed) => Err(self.died(question)),
        }
    }

    /// Listens until a line begins with that word.
    fn wait_for(
        &mut self,
        question: &str,
        answer: &str,
        mut other: impl FnMut(&mut Self, &str),
    ) -> Result<(), EngineError> {
        let start = Instant::now();
        loop {
            let left = self.config.patience.saturating_sub(start.elapsed());
            match self.hear(left, question)? {
                Some(line) if line.split_whitespace().next() == Some(answer) => return Ok(()),
                // Somebody who talks without end gets no more time than somebody who is silent.
                Some(line) if !left.is_zero() => other(self, &line),
                _ => return Err(self.hung(question)),
            }
        }
    }

    fn died(&mut self, question: &str) -> EngineError {
        let status = self.process.take().map_or_else(String::new, |mut process| process.kill());
        EngineError::Died { program: self.config.program.clone(), question: first_word(question), status }
    }

    fn hung(&mut self, question: &str) -> EngineError {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
        EngineError::Hung {
            program: self.config.program.clone(),
            question: first_word(question),
            after: self.config.patience,
        }
    }

    /// Tells the engine where the game stands.
    fn show(&mut self, game: &History) -> Result<(), EngineError> {
        let start = game.start();
        let mode = if start.has_standard_castling() {
            self.castling
        } else {
            self.set_option("UCI_Chess960", "true")?;
            CastlingMode::Chess960
        };
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
        self.say(&line)
    }

    /// Listens to an engine that thinks, until it has chosen.
    fn listen(
        &mut self,
        game: &History,
        limit: &Limit,
        stop: &Stop,
        inform: &mut dyn FnMut(&Info),
    ) -> Result<Choice, PlayerError> {
        let position = game.position();
        let question = go::write(limit);
        let patience = self.config.patience;
        let start = Instant::now();
        let time = limit.time.or_else(|| limit.clock.map(|clock| clock.left[position.turn()]));
        // Without a time an engine may think for ever, but it must show that it lives.
        let mut due = time.map(|time| start + time + patience);
        let mut heard = start;
        let mut asked = None;
        let mut stopped = false;
        let mut last: Vec<Info> = Vec::new();
        loop {
            let line = self.hear(TICK, &question)?;
            let now = Instant::now();
            if let Some(line) = line {
                heard = now;
                asked = None;
                let mut words = line.split_whitespace();
                match words.next() {
                    Some("info") => {
                        if let Some(info) = info::read(words, position) {
                            inform(&info);
                            remember(&mut last, info);
                        }
                    }
                    Some("bestmove") => {
                        let answer = words.next().unwrap_or_default();
                        return Ok(self.answer(position, answer, last)?);
                    }
                    _ => {}
                }
            }
            if stop.is_raised() && !stopped {
                stopped = true;
                self.say("stop")?;
                due = Some(now + patience);
            }
            if due.is_some_and(|due| now >= due) {
                return Err(self.hung(if stopped { "stop" } else { &question }).into());
            }
            if due.is_none() && now - heard >= patience {
                match asked {
                    None => {
                        asked = Some(now);
                        self.say("isready")?;
                    }
                    Some(asked) if now - asked >= patience => return Err(self.hung("isready").into()),
                    Some(_) => {}
                }
            }
        }
    }

    fn answer(&mut self, position: &Position, answer: &str, last: Vec<Info>) -> Result<Choice, EngineError> {
        let mv = answer.parse::<UciMove>().ok().and_then(|mv| position.move_from_uci(mv).ok());
        match mv {
            Some(mv) => {
                // Weakened engines play another move than that of their best line.
                let info = last.into_iter().find(|info| info.pv.first() == Some(&mv));
                Ok(Choice { mv, info })
            }
            None => {
                if let Some(mut process) = self.process.take() {
                    process.kill();
                }
                Err(EngineError::NoMove {
                    program: self.config.program.clone(),
                    answer: answer.chars().take(40).collect(),
                    fen: position.to_string(),
                })
            }
        }
    }
}

/// Keeps the latest of each line, exact ones rather than bounds.
fn remember(last: &mut Vec<Info>, info: Info) {
    if info.bound.is_some() && last.iter().any(|known| known.line == info.line) {
        return;
    }
    // Line numbers that nobody asked for must not fill the memory.
    let is_full = last.len() >= 512;
    match last.iter_mut().find(|known| known.line == info.line) {
        Some(known) => *known = info,
        None if is_full => {}
        None => last.push(info),
    }
}

fn gone(config: &EngineConfig) -> EngineError {
    EngineError::Gone { program: config.program.clone() }
}

fn first_word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_owned()
}

impl Player for Engine {
    fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.config.program.clone())
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.say("ucinewgame")?;
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
        self.show(game)?;
        self.say(&go::write(limit))?;
        self.listen(game, limit, stop, inform)
    }
}
