//! `pinsight play`.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};
use pinsight_drawing::{Glyphs, TextBoard};
use pinsight_players::{Level, Limit, Player, Search, SearchOptions, Stop};
use pinsight_rules::{Color, History, Move, Outcome, Position};
use pinsight_tactics::standing_pins;

use crate::Status;
use crate::args::PositionArgs;
use crate::commands::arena::duration;
use crate::commands::engine::{numbered, sans};
use crate::file::OutputFile;
use crate::opponent::{NAMES, Opponent};
use crate::output::Output;
use crate::record::Record;

const EXAMPLES: &str = "\
Examples:
  pinsight play --level 3
  pinsight play --side black --against stockfish,UCI_LimitStrength=true,UCI_Elo=1500
  pinsight play --fen '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1' --level 10

`help` in the game lists what can be typed there.";

const HELP: &str = "\
  e4, Nf3, O-O, e7e8q   a move, in SAN or by its squares
  undo                  take back your last move and the answer to it
  hint                  what the search would play
  pins                  the pins that stand
  moves                 the legal moves
  board, fen            the position
  level N               another strength, from 1 to 10
  draw                  claim a draw by repetition or fifty moves
  save FILE             write the game so far as PGN
  resign, quit          end the game; leave it";

/// Play in the terminal against a player
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{NAMES}\n\n{EXAMPLES}"))]
pub(crate) struct Play {
    /// How strong the search plays, from 1 to 10
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,

    /// Another opponent than the search
    #[arg(long, value_name = "PLAYER", conflicts_with = "level")]
    against: Option<Opponent>,

    /// Your side
    #[arg(long, value_name = "SIDE", default_value = "white")]
    side: Side,

    /// Where the game starts
    #[arg(long, value_name = "FEN", default_value = "startpos", hide_default_value = true)]
    fen: String,

    #[command(flatten)]
    position: PositionArgs,

    /// How long the opponent thinks at most: 500ms, 2s
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    movetime: Duration,

    /// Where the choices of the weaker levels start
    #[arg(long, value_name = "S", default_value = "0")]
    seed: u64,

    /// Figurines instead of letters
    #[arg(long)]
    unicode: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Side {
    White,
    Black,
}

/// The game at the table.
struct Table<'a> {
    play: &'a Play,
    you: Color,
    game: History,
    opponent: Box<dyn Player>,
    output: &'a mut Output,
    /// How it ended, if not by the rules.
    agreed: Option<(Outcome, &'static str)>,
}

/// What a line has led to.
enum Next {
    /// The same side is still to move.
    Again,
    /// A move was made.
    Moved,
    Leave,
}

impl Play {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let start = self.position.read(&self.fen, output)?;
        let opponent = match &self.against {
            Some(opponent) => opponent.make()?,
            None => Box::new(search(self.level, self.seed)),
        };
        let you = match self.side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        };
        let mut table = Table { play: self, you, game: History::new(start), opponent, output, agreed: None };
        table.run(&mut io::stdin().lock())
    }
}

fn search(level: u8, seed: u64) -> Search {
    let level = Level::new(level).unwrap_or_default();
    Search::new(SearchOptions { level, seed, ..SearchOptions::default() })
}

impl Table<'_> {
    fn run(&mut self, input: &mut dyn BufRead) -> anyhow::Result<Status> {
        let name = self.opponent.name();
        self.output
            .line(format_args!("You have {} against {name}. `help` lists what you can type.", self.you))?;
        self.opponent.new_game()?;
        self.show()?;
        loop {
            let over = self.is_over()?;
            if !over && self.game.position().turn() != self.you {
                self.answer()?;
                continue;
            }
            match self.listen(input, over)? {
                Next::Again => {}
                Next::Moved => self.show()?,
                Next::Leave => return Ok(Status::Done),
            }
        }
    }

    /// Whether the game is over; if it has just ended, says how.
    fn is_over(&mut self) -> anyhow::Result<bool> {
        let by_rule = self.game.end().map(|end| end.to_string());
        let end = self.agreed.map(|(outcome, why)| format!("{outcome}: {why}")).or(by_rule);
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
        Limit::time(self.play.movetime)
    }

    /// The opponent's move.
    fn answer(&mut self) -> anyhow::Result<()> {
        self.output.finish()?;
        let limit = self.limit();
        let choice = self.opponent.choose(&self.game, &limit, &Stop::new(), &mut |_| {})?;
        let text = self.numbered(choice.mv);
        self.game.play(choice.mv)?;
        self.output.line(format_args!("{}: {text}", self.opponent.name()))?;
        self.show()
    }

    /// A move with its number: `3... Nf6`.
    fn numbered(&self, mv: Move) -> String {
        let position = self.game.position();
        numbered(position, &[position.san(mv)])
    }

    fn listen(&mut self, input: &mut dyn BufRead, over: bool) -> anyhow::Result<Next> {
        self.output.bytes(if over { b"> " } else { b"your move> " })?;
        self.output.finish()?;
        let mut bytes = Vec::new();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            self.output.line("")?;
            return Ok(Next::Leave);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match word {
            "" => {}
            "quit" | "exit" => return Ok(Next::Leave),
            "help" | "?" => self.output.line(HELP)?,
            "board" => self.show()?,
            "fen" => self.output.line(self.game.position())?,
            "pins" => self.pins()?,
            "moves" => self.moves()?,
            "save" => self.save(rest.trim())?,
            "level" => self.level(rest.trim())?,
            "undo" => return self.undo(),
            _ if over => self.output.line("The game is over: undo, save FILE or quit.")?,
            "hint" => self.hint()?,
            "resign" => self.agreed = Some((Outcome::Win(!self.you), "you resigned")),
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
                self.output.line(format_args!("{error} (`help` lists what you can type)"))?;
                Ok(Next::Again)
            }
        }
    }

    fn undo(&mut self) -> anyhow::Result<Next> {
        self.agreed = None;
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
        let line = choice.info.as_ref().map(|info| numbered(position, &sans(position, info)));
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
                self.agreed = Some((Outcome::Draw, claim.name()));
                Ok(())
            }
            None => {
                Ok(self.output.line("There is nothing to claim: no third repetition, no fifty moves.")?)
            }
        }
    }

    fn level(&mut self, text: &str) -> anyhow::Result<()> {
        let level = text.parse::<u8>().ok().filter(|level| (1..=10).contains(level));
        match level {
            _ if self.play.against.is_some() => {
                self.output.line("Only the search has levels; this is another opponent.")?;
            }
            Some(level) => {
                self.opponent = Box::new(search(level, self.play.seed));
                self.output.line(format_args!("Level {level} from now on."))?;
            }
            None => self.output.line("expected a number from 1 to 10, as in: level 3")?,
        }
        Ok(())
    }

    fn save(&mut self, path: &str) -> anyhow::Result<()> {
        let saved = self.write(path);
        match saved {
            Ok(path) => self.output.line(format_args!("Saved as {}.", path.display()))?,
            // A file that cannot be written must not end the game.
            Err(error) => self.output.line(format_args!("Not saved: {error:#}"))?,
        }
        Ok(())
    }

    fn write(&self, path: &str) -> anyhow::Result<PathBuf> {
        if path.is_empty() {
            bail!("expected a file, as in: save game.pgn");
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
        let record = Record {
            event: "Pinsight game",
            round: "-".to_owned(),
            white,
            black,
            start,
            moves: self.game.plies().iter().map(|ply| (ply.played, None)).collect(),
            outcome: self.agreed.map(|(outcome, _)| outcome).or(self.game.end().map(|end| end.outcome)),
            tags: Vec::new(),
            last_words: self.agreed.map(|(_, why)| why.to_owned()),
        };
        let mut file = OutputFile::create(path, false)?;
        file.write(record.text().as_bytes())?;
        file.finish()?;
        Ok(path.to_owned())
    }
}
