//! `pinsight play`.

use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueHint};
use pinsight_drawing::{Glyphs, TextBoard};
use pinsight_players::{BookPlayer, Level, Limit, Player, Search, SearchOptions, Stop};
use pinsight_rules::{Color, History, Move, Outcome, Position};
use pinsight_tactics::standing_pins;

use crate::Status;
use crate::args::{StartArgs, ThinkingArgs, number, player, side};
use crate::commands::book::open_for_play;
use crate::commands::engine::{numbered_line, sans};
use crate::commands::random::clock_seed;
use crate::file::OutputFile;
use crate::mainline::numbered;
use crate::opponent::{NAMES, Opponent};
use crate::output::Output;
use crate::record::{Record, today};

const EXAMPLES: &str = "\
Examples:
  pinsight play --level 3
  pinsight play --side black --against stockfish,UCI_LimitStrength=true
  pinsight play --book my.bin
  pinsight play '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1' --level 10

Type `help` in the game for the list of commands. Without a limit the opponent thinks for 1s.
Prints the seed of the opponent, which --seed repeats; a UCI engine has none.";

const HELP: &str = "\
  e4, Nf3, O-O, e7e8q   play a move, in SAN or UCI
  undo                  take back your last move and the reply
  hint                  show the best move found by the search
  pins                  list the pins
  moves                 list the legal moves
  board, fen            show the position
  level N               set the strength, from 1 to 10
  draw                  claim a draw by repetition or fifty moves
  save FILE             write the game so far as PGN
  resign, quit          lose the game; leave the program";

/// Play a game in the terminal
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{NAMES}\n\n{EXAMPLES}"))]
pub(crate) struct Play {
    #[command(flatten)]
    start: StartArgs,

    /// Set the strength of the search, from 1 to 10
    #[arg(long, value_name = "N", default_value = "5", value_parser = number::<u8>(1..=10))]
    level: u8,

    /// Play against this player instead of the search
    #[arg(long, value_name = "PLAYER", conflicts_with = "level", value_parser = player(), hide_possible_values = true)]
    against: Option<Opponent>,

    /// Set your side: white or black
    #[arg(long, value_name = "COLOR", default_value = "white", value_parser = side(), hide_possible_values = true)]
    side: Color,

    #[command(flatten)]
    thinking: ThinkingArgs,

    /// Set the random seed of the opponent; default: taken from the clock and printed
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..))]
    seed: Option<u64>,

    /// Let the opponent open from this Polyglot book
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    book: Option<PathBuf>,

    /// Draw figurines instead of letters
    #[arg(long)]
    unicode: bool,
}

/// A game in progress.
struct Session<'a> {
    play: &'a Play,
    /// `None` for a UCI engine.
    seed: Option<u64>,
    you: Color,
    game: History,
    opponent: Box<dyn Player>,
    output: &'a mut Output,
    /// The outcome by resignation or claimed draw.
    declared: Option<(Outcome, &'static str)>,
}

/// What to do after a line of input.
enum Next {
    /// Read another line.
    Again,
    /// The position has changed.
    Moved,
    Quit,
}

impl Play {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let start = self.start.read(output)?;
        let (seed, opponent): (_, Box<dyn Player>) = match &self.against {
            Some(opponent) => {
                let opponent = opponent.clone().with_seed(self.seed, clock_seed)?;
                (opponent.seed(), opponent.start()?)
            }
            None => {
                let seed = self.seed.unwrap_or_else(clock_seed);
                (Some(seed), Box::new(search(self.level, seed)))
            }
        };
        let opponent = match &self.book {
            Some(path) => {
                let book_seed = seed.or(self.seed).unwrap_or_else(clock_seed);
                Box::new(BookPlayer::new(opponent, open_for_play(path)?, book_seed))
            }
            None => opponent,
        };
        if let Some(seed) = seed {
            output.report().plain(format_args!("seed {seed}"));
        }
        // A script may save the game although its output is closed.
        if !io::stdin().is_terminal() {
            output.outlive_reader();
        }
        let you = self.side;
        let mut session =
            Session { play: self, seed, you, game: History::new(start), opponent, output, declared: None };
        session.run(&mut io::stdin().lock())
    }
}

fn search(level: u8, seed: u64) -> Search {
    let level = Level::new(level).unwrap_or_default();
    Search::new(SearchOptions { level, seed, ..SearchOptions::default() })
}

impl Session<'_> {
    fn run(&mut self, input: &mut dyn BufRead) -> anyhow::Result<Status> {
        let name = self.opponent.name();
        self.output.line(format_args!(
            "You play {} against {name}. Type `help` for the list of commands.",
            self.you
        ))?;
        self.opponent.new_game()?;
        self.show()?;
        loop {
            let over = self.is_over()?;
            if !over && self.game.position().turn() != self.you {
                self.play_opponent()?;
                continue;
            }
            match self.read_command(input, over)? {
                Next::Again => {}
                Next::Moved => self.show()?,
                Next::Quit => return Ok(Status::Done),
            }
        }
    }

    /// Returns whether the game is over, and prints how it ended.
    fn is_over(&mut self) -> anyhow::Result<bool> {
        let by_rule = self.game.end().map(|end| end.to_string());
        let end = self.declared.map(|(outcome, why)| format!("{outcome}: {why}")).or(by_rule);
        let Some(end) = end else {
            return Ok(false);
        };
        self.output.line(format_args!("The game is over: {end}."))?;
        Ok(true)
    }

    fn show(&mut self) -> anyhow::Result<()> {
        let glyphs = if self.play.unicode { Glyphs::Figurines } else { Glyphs::Letters };
        let board = TextBoard { glyphs, flip: self.you == Color::Black };
        Ok(self.output.bytes(board.draw(self.game.position().board()).as_bytes())?)
    }

    fn limit(&self) -> Limit {
        self.play.thinking.limit(Duration::from_secs(1))
    }

    /// Plays the opponent's move.
    fn play_opponent(&mut self) -> anyhow::Result<()> {
        self.output.finish()?;
        let limit = self.limit();
        let choice = self.opponent.choose(&self.game, &limit, &Stop::new(), &mut |_| {})?;
        let text = self.numbered(choice.mv);
        self.game.play(choice.mv)?;
        self.output.line(format_args!("{}: {text}", self.opponent.name()))?;
        self.show()
    }

    /// Returns a move with its number: `3... Nf6`.
    fn numbered(&self, mv: Move) -> String {
        let position = self.game.position();
        numbered(position, &position.san(mv))
    }

    fn read_command(&mut self, input: &mut dyn BufRead, over: bool) -> anyhow::Result<Next> {
        self.output.bytes(if over { b"> " } else { b"your move> " })?;
        self.output.finish()?;
        let mut bytes = Vec::new();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            self.output.line("")?;
            return Ok(Next::Quit);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match word {
            "" => {}
            "quit" | "exit" => return Ok(Next::Quit),
            "help" | "?" => self.output.line(HELP)?,
            "board" => self.show()?,
            "fen" => self.output.line(self.game.position())?,
            "pins" => self.pins()?,
            "moves" => self.moves()?,
            "save" => self.save(rest.trim())?,
            "level" => self.level(rest.trim())?,
            "undo" => return self.undo(),
            _ if over => self.output.line("The game is over; use undo, save FILE or quit.")?,
            "hint" => self.hint()?,
            "resign" => self.declared = Some((Outcome::Win(!self.you), "you resigned")),
            "draw" => self.draw()?,
            _ => return self.play_move(&line),
        }
        Ok(Next::Again)
    }

    fn play_move(&mut self, text: &str) -> anyhow::Result<Next> {
        match self.game.position().parse_move(text) {
            Ok(mv) => {
                self.game.play(mv)?;
                Ok(Next::Moved)
            }
            Err(error) => {
                self.output.line(format_args!("{error} (type `help` for the list of commands)"))?;
                Ok(Next::Again)
            }
        }
    }

    fn undo(&mut self) -> anyhow::Result<Next> {
        self.declared = None;
        let yours = self.game.plies().iter().rposition(|ply| ply.before.turn() == self.you);
        match yours {
            Some(index) => {
                while self.game.plies().len() > index {
                    self.game.undo();
                }
                Ok(Next::Moved)
            }
            None => {
                self.output.line("You have not moved yet.")?;
                Ok(Next::Again)
            }
        }
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let limit = self.limit();
        let choice =
            Search::new(SearchOptions::default()).choose(&self.game, &limit, &Stop::new(), &mut |_| {})?;
        let position = self.game.position();
        let line = choice.info.as_ref().map(|info| numbered_line(position, &sans(position, info)));
        let score = choice.score().map_or_else(String::new, |score| score.of(Color::White).to_string());
        let line = line.unwrap_or_else(|| self.numbered(choice.mv));
        Ok(self.output.line(format_args!("{score}  {line}"))?)
    }

    fn pins(&mut self) -> anyhow::Result<()> {
        let pins = standing_pins(self.game.position());
        if pins.is_empty() {
            self.output.line("No pins.")?;
        }
        for pin in pins {
            self.output.line(pin)?;
        }
        Ok(())
    }

    fn moves(&mut self) -> anyhow::Result<()> {
        let position = self.game.position();
        let mut sans: Vec<String> = position.legal_moves().iter().map(|&mv| position.san(mv)).collect();
        sans.sort_unstable();
        Ok(self.output.line(sans.join(" "))?)
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        match self.game.claim() {
            Some(claim) => {
                self.declared = Some((Outcome::Draw, claim.name()));
                Ok(())
            }
            None => Ok(self.output.line(
                "No draw to claim: no threefold repetition, no fifty moves without capture or pawn move.",
            )?),
        }
    }

    fn level(&mut self, text: &str) -> anyhow::Result<()> {
        let level = text.parse::<u8>().ok().filter(|level| (1..=10).contains(level));
        match (level, self.seed) {
            (Some(level), Some(seed)) if self.play.against.is_none() => {
                self.opponent = Box::new(search(level, seed));
                self.output.line(format_args!("Level set to {level}."))?;
            }
            _ if self.play.against.is_some() => self.output.line("Only the search has levels.")?,
            _ => self.output.line("Expected a number from 1 to 10: level 3")?,
        }
        Ok(())
    }

    fn save(&mut self, path: &str) -> anyhow::Result<()> {
        let saved = self.write(path);
        match saved {
            Ok(path) => self.output.line(format_args!("Saved as {}.", path.display()))?,
            // A failed write does not end the game.
            Err(error) => self.output.line(format_args!("Not saved: {error:#}"))?,
        }
        Ok(())
    }

    fn write(&self, path: &str) -> anyhow::Result<PathBuf> {
        if path.is_empty() {
            bail!("expected a file name: save game.pgn");
        }
        let path = Path::new(path);
        if path.exists() {
            bail!("{} exists; choose another name", path.display());
        }
        let name = self.opponent.name();
        let (white, black) = match self.you {
            Color::White => ("You", name.as_str()),
            Color::Black => (name.as_str(), "You"),
        };
        let start: &Position = self.game.start();
        let seed = self.seed.map(|seed| ("Seed", seed.to_string()));
        let record = Record {
            event: "Pinsight game",
            round: "-".to_owned(),
            white,
            black,
            start,
            moves: self.game.plies().iter().map(|ply| (ply.played, None)).collect(),
            outcome: self.declared.map(|(outcome, _)| outcome).or(self.game.end().map(|end| end.outcome)),
            tags: [("Date", today())].into_iter().chain(seed).collect(),
            final_comment: self.declared.map(|(_, why)| why.to_owned()),
        };
        let mut file = OutputFile::create(path, false)?;
        file.write(record.text().as_bytes())?;
        file.finish()?;
        Ok(path.to_owned())
    }
}
