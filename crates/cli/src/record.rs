//! Games that were played here, as PGN.

use pinsight_pgn::{Comment, CommentPlace, Game, GameResult, Writer};
use pinsight_rules::{EnPassantMode, Move, Outcome, Position};

/// A game that was played here.
pub(crate) struct Record<'a> {
    pub(crate) event: &'a str,
    pub(crate) round: String,
    pub(crate) white: &'a str,
    pub(crate) black: &'a str,
    pub(crate) start: &'a Position,
    /// The moves, each with what is to be said about it.
    pub(crate) moves: Vec<(Move, Option<String>)>,
    /// None while the game goes on.
    pub(crate) outcome: Option<Outcome>,
    /// More tags, in this order.
    pub(crate) tags: Vec<(&'static str, String)>,
    /// What is said after the last move.
    pub(crate) last_words: Option<String>,
}

impl Record<'_> {
    pub(crate) fn game(&self) -> Game {
        let mut game = Game::new();
        game.tags.set("Event", self.event);
        game.tags.set("Round", self.round.clone());
        game.tags.set("White", self.white);
        game.tags.set("Black", self.black);
        game.result = match self.outcome {
            Some(outcome) => {
                GameResult::from_ascii(outcome.pgn().as_bytes()).unwrap_or(GameResult::Unfinished)
            }
            None => GameResult::Unfinished,
        };
        game.tags.set("Result", game.result.token());
        if *self.start != Position::default() {
            if !self.start.has_standard_castling() {
                game.tags.set("Variant", "Chess960");
            }
            game.tags.set("SetUp", "1");
            game.tags.set("FEN", self.start.fen(EnPassantMode::XFen));
        }
        for (name, value) in &self.tags {
            game.tags.set(*name, value.clone());
        }
        let mut position = *self.start;
        let mut node = game.tree.root().id();
        for (mv, comment) in &self.moves {
            node = game.tree.push(node, &position.san(*mv));
            if let Some(comment) = comment {
                game.tree.add_comment(node, CommentPlace::After, Comment::new(comment));
            }
            position = position.play_unchecked(*mv);
        }
        if let Some(words) = &self.last_words {
            game.tree.add_comment(node, CommentPlace::After, Comment::new(words));
        }
        game
    }

    /// The game in export format.
    pub(crate) fn text(&self) -> anyhow::Result<Vec<u8>> {
        let mut writer = Writer::new(Vec::new());
        writer.write(&self.game())?;
        Ok(writer.into_inner())
    }
}
