//! A game put together as PGN again.

use std::fmt::Write as _;
use std::time::Duration;

use pinsight_pgn::{Command, Eval};
use pinsight_rules::Color;

use super::column::GameColumn;
use crate::moves::{MovesError, MovesReader};

/// The parts of a game; made to be filled again and again.
#[derive(Debug, Default)]
pub(super) struct GameText {
    tags: Vec<(String, String)>,
    /// The names of tags in their order.
    pub(super) order: String,
    pub(super) moves: Option<Vec<u8>>,
    pub(super) movetext: Option<String>,
    pub(super) clocks: Vec<Option<i32>>,
    pub(super) evals: Vec<Option<Eval>>,
    pub(super) token: String,
    text: String,
    column: usize,
}

/// The longest line, without its end.
const WIDTH: usize = 79;

impl GameText {
    pub(super) fn clear(&mut self) {
        self.tags.clear();
        self.order.clear();
        (self.moves, self.movetext) = (None, None);
        self.clocks.clear();
        self.evals.clear();
        self.token.clear();
        self.text.clear();
        self.column = 0;
    }

    /// A tag from its column; one whose exact text is known already stays.
    pub(super) fn set_tag(&mut self, column: GameColumn, value: &str) {
        if !self.tags.iter().any(|(name, _)| name == column.name()) {
            self.tags.push((column.name().to_owned(), value.to_owned()));
        }
    }

    /// A tag with its exact text.
    pub(super) fn set_other_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => value.clone_into(known),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// The game.
    pub(super) fn write(&mut self) -> Result<&str, MovesError> {
        let order: Vec<&str> = self.order.split(' ').collect();
        let place = |name: &str| order.iter().position(|&known| known == name).unwrap_or(usize::MAX);
        self.tags.sort_by_key(|(name, _)| place(name));
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(self.text, "[{name} \"{value}\"]");
        }
        if !self.tags.is_empty() {
            self.text.push('\n');
        }
        match self.movetext.take() {
            Some(movetext) => self.text.push_str(&movetext),
            None => {
                self.write_moves()?;
                let token = std::mem::take(&mut self.token);
                self.word(&token);
            }
        }
        self.text.push('\n');
        Ok(&self.text)
    }

    fn write_moves(&mut self) -> Result<(), MovesError> {
        let Some(bytes) = self.moves.take() else {
            return Ok(());
        };
        let mut say_number = true;
        let mut word = String::new();
        for (index, step) in MovesReader::new(&bytes)?.enumerate() {
            let step = step?;
            word.clear();
            let number = step.before.fullmove_number();
            match step.before.turn() {
                Color::White => drop(write!(word, "{number}. ")),
                Color::Black if say_number => drop(write!(word, "{number}... ")),
                Color::Black => {}
            }
            match step.played {
                Some(mv) => word.push_str(&step.before.san(mv)),
                None => word.push_str("--"),
            }
            self.word(&word);
            let eval = self.evals.get(index).copied().flatten().map(Command::Eval);
            let clock = self.clocks.get(index).copied().flatten();
            let clock = clock.map(|clock| Command::Clock(Duration::from_millis(clock.max(0) as u64)));
            say_number = eval.is_some() || clock.is_some();
            if say_number {
                word.clear();
                word.push('{');
                for command in [eval, clock].into_iter().flatten() {
                    let _ = write!(word, " {command}");
                }
                word.push_str(" }");
                self.word(&word);
            }
        }
        Ok(())
    }

    fn word(&mut self, word: &str) {
        if self.column > 0 {
            let room = self.column + 1 + word.len() <= WIDTH;
            self.text.push(if room { ' ' } else { '\n' });
            self.column = if room { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += word.len();
    }
}
