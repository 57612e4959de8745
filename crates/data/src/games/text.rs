//! A stored game as PGN.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use pinsight_moves::{MovesError, MovesReader};
use pinsight_pgn::{Command, Comment, CommentPlace, Eval, Game, GameResult, NodeId, NodeMove, Tags, Tree};
use pinsight_pgn::{RawGame, WriteOptions, Writer};
use pinsight_rules::Position;

use super::parser::MovesParser;
use super::reader::GameReader;
use super::wants::GameWants;

/// The columns of one game; reusable.
#[derive(Debug, Default)]
pub(super) struct GameText {
    tags: Vec<(String, String)>,
    /// Tags with their exact text, which have precedence.
    exact: Vec<(String, String)>,
    /// The names of the tags in their order, separated by blanks.
    pub(super) order: String,
    pub(super) moves: Option<Vec<u8>>,
    pub(super) movetext: Option<String>,
    pub(super) clocks: Vec<Option<i32>>,
    pub(super) evals: Vec<Option<Eval>>,
    pub(super) token: String,
    /// UCI moves, separated by spaces, for a game without `moves`.
    pub(super) uci: Option<String>,
    /// The start position of `uci` and `movetext`.
    pub(super) fen: Option<String>,
    parser: MovesParser,
    text: String,
}

impl GameText {
    pub(super) fn clear(&mut self) {
        self.tags.clear();
        self.exact.clear();
        self.order.clear();
        (self.moves, self.movetext, self.uci, self.fen) = (None, None, None, None);
        self.clocks.clear();
        self.evals.clear();
        self.token.clear();
    }

    /// Sets a tag from its column.
    pub(super) fn set_tag(&mut self, name: &str, value: &str) {
        self.tags.push((name.to_owned(), value.to_owned()));
    }

    /// Sets a tag to its exact text.
    pub(super) fn set_exact_tag(&mut self, name: &str, value: &str) {
        self.exact.push((name.to_owned(), value.to_owned()));
    }

    fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.exact.iter().chain(&self.tags);
        tags.find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Writes the game: its movetext as stored, or else its moves with clocks and evaluations.
    #[allow(clippy::expect_used, reason = "writing UTF-8 to memory does not fail")]
    pub(super) fn write(&mut self) -> Result<&str, MovesError> {
        self.read_tags();
        self.read_uci();
        let mut tags = self.ordered_tags();
        if tags.is_empty() && !self.begins_with_move() {
            tags.set("Event", "?");
        }
        let options = WriteOptions { export_tags: false, ..WriteOptions::default() };
        let mut writer = Writer::with_options(Vec::new(), options);
        // A blank movetext has no result.
        let written = match self.movetext.take().filter(|movetext| !movetext.trim().is_empty()) {
            Some(movetext) => writer.write_text(&tags, &movetext),
            None => {
                let result = GameResult::from_ascii(self.token.as_bytes()).unwrap_or_default();
                let mut game = Game::new();
                (game.tags, game.tree, game.result) = (tags, self.tree()?, result);
                writer.write(&game)
            }
        };
        written.expect("writing to memory does not fail");
        self.text = String::from_utf8(writer.into_inner()).expect("PGN is written as UTF-8");
        Ok(&self.text)
    }

    /// Returns whether the text of the game begins with a move. Otherwise it needs a tag: without one, it would belong to the game
    /// before it.
    fn begins_with_move(&self) -> bool {
        let first = self.movetext.as_deref().and_then(|text| text.split_ascii_whitespace().next());
        match first {
            Some(word) => {
                word.starts_with(|c: char| c.is_ascii_alphanumeric())
                    && GameResult::from_ascii(word.as_bytes()).is_none()
            }
            // After the byte of the standard start.
            None => self.moves.as_ref().is_some_and(|moves| moves.len() > 1),
        }
    }

    /// Separates the tags of a movetext that is a whole game. They have precedence over columns.
    fn read_tags(&mut self) {
        let Some(text) = self.movetext.take_if(|text| text.trim_start().starts_with('[')) else { return };
        let mut reader = GameReader::new(GameWants { moves: false, ..GameWants::ALL });
        let row = reader.read(&RawGame::new(&Arc::from("movetext"), text.as_bytes()));
        self.exact.extend(row.tags().map(|(name, value)| (name.to_owned(), value.to_owned())));
        self.movetext = row.movetext().map(str::to_owned);
    }

    /// Replaces UCI moves by `moves`. Moves that are not legal stay text, so that the reader of the game reports them.
    fn read_uci(&mut self) {
        if self.moves.is_some() {
            return;
        }
        if self.movetext.is_none()
            && let Some(uci) = self.uci.take()
        {
            match self.parser.parse_uci(&uci, self.fen.as_deref()) {
                Ok(parsed) if parsed.fault.is_none() => self.moves = Some(parsed.moves.to_vec()),
                _ => self.movetext = Some(uci),
            }
        }
        if let Some(fen) = self.fen.take().filter(|_| self.tag("FEN").is_none()) {
            // PGN has six fields.
            let fen = fen.parse::<Position>().map_or(fen, |position| position.to_string());
            self.set_exact_tag("FEN", &fen);
            self.set_tag("SetUp", "1");
        }
        if self.token.is_empty() {
            self.token = self.tag("Result").unwrap_or_default().to_owned();
        }
    }

    fn ordered_tags(&mut self) -> Tags {
        let order: HashMap<&str, usize> = self.order.split(' ').zip(0..).collect();
        self.tags.retain(|(name, _)| !self.exact.iter().any(|(exact, _)| exact == name));
        self.tags.append(&mut self.exact);
        self.tags.sort_by_key(|(name, _)| order.get(name.as_str()).copied().unwrap_or(usize::MAX));
        self.tags.drain(..).collect()
    }

    #[allow(clippy::expect_used, reason = "the moves reader yields legal moves")]
    fn tree(&mut self) -> Result<Tree, MovesError> {
        let Some(bytes) = self.moves.take() else {
            return Ok(Tree::default());
        };
        let steps = MovesReader::new(&bytes)?;
        let mut tree = Tree::new(*steps.start());
        let mut last = NodeId::ROOT;
        for (index, step) in steps.enumerate() {
            let played = step?.played.map_or(NodeMove::Null, NodeMove::Move);
            last = tree.add(last, played).expect("the moves reader yields legal moves");
            let eval = self.evals.get(index).copied().flatten().map(Command::Eval);
            let clock = self.clocks.get(index).copied().flatten();
            let clock = clock.map(|clock| Command::Clock(Duration::from_millis(clock.max(0) as u64)));
            let commands: Vec<String> =
                [eval, clock].into_iter().flatten().map(|command| command.to_string()).collect();
            tree.add_comment(last, CommentPlace::After, Comment::new(&commands.join(" ")));
        }
        Ok(tree)
    }
}
