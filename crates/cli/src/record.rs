//! Games played by the program, as PGN.

use chrono::Local;
use pinsight_pgn::{Comment, CommentPlace, Game, GameResult, NodeId};
use pinsight_rules::{Move, Outcome, Position};

/// A game played by the program.
pub(crate) struct Record<'a> {
    pub(crate) event: &'a str,
    pub(crate) round: String,
    pub(crate) white: &'a str,
    pub(crate) black: &'a str,
    pub(crate) start: &'a Position,
    /// The moves with their comments.
    pub(crate) moves: Vec<(Move, Option<String>)>,
    /// `None` for an unfinished game.
    pub(crate) outcome: Option<Outcome>,
    /// Additional tags, in this order.
    pub(crate) tags: Vec<(&'static str, String)>,
    /// The comment after the last move.
    pub(crate) final_comment: Option<String>,
}

impl Record<'_> {
    pub(crate) fn game(&self) -> Game {
        let mut game = Game::from_position(*self.start);
        game.tags.set("Event", self.event);
        game.tags.set("Round", self.round.clone());
        game.tags.set("White", self.white);
        game.tags.set("Black", self.black);
        game.result = self.outcome.map_or(GameResult::Unfinished, GameResult::from);
        for (name, value) in &self.tags {
            game.tags.set(*name, value.clone());
        }
        let mut node = NodeId::ROOT;
        for (mv, comment) in &self.moves {
            node = game.tree.add(node, *mv).expect("played moves are legal");
            if let Some(comment) = comment {
                game.tree.add_comment(node, CommentPlace::After, Comment::new(comment));
            }
        }
        if let Some(comment) = &self.final_comment {
            game.tree.add_comment(node, CommentPlace::After, Comment::new(comment));
        }
        game
    }

    /// Returns the game in PGN export format.
    pub(crate) fn text(&self) -> String {
        self.game().to_string()
    }
}

/// Returns the local date, as the tag `Date` has it.
pub(crate) fn today() -> String {
    Local::now().format("%Y.%m.%d").to_string()
}
