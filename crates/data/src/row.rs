//! One pin event.

use std::cell::OnceCell;

use pinsight_rules::{Color, Position};
use pinsight_tactics::{Freedom, Pin, Prospects, Relevance, StaticReply};

use crate::head::GameHead;

/// A pin that a move of a game brought, kept or ended.
///
/// What takes longer to find is found when a sink asks for it, and then once.
#[derive(Debug)]
pub struct PinRow<'a> {
    /// The game.
    pub game: &'a GameHead,
    /// The number of the half-move in its game, from 1.
    pub ply: usize,
    /// The position before the move.
    pub before: &'a Position,
    /// The move in SAN.
    pub san: &'a str,
    /// The position before the move as a FEN.
    pub fen: &'a str,
    /// The pin.
    pub pin: &'a Pin,
    prospects: OnceCell<Prospects>,
}

impl<'a> PinRow<'a> {
    /// A row.
    pub fn new(
        game: &'a GameHead,
        ply: usize,
        before: &'a Position,
        san: &'a str,
        fen: &'a str,
        pin: &'a Pin,
    ) -> Self {
        Self { game, ply, before, san, fen, pin, prospects: OnceCell::new() }
    }

    /// The number of the move, as it is written.
    pub fn move_number(&self) -> u16 {
        self.before.fullmove_number()
    }

    /// The side that made the move.
    pub fn side(&self) -> Color {
        self.before.turn()
    }

    /// For a relative pin: the best static reply, if there is one.
    pub fn static_reply(&self) -> Option<StaticReply> {
        self.prospects().static_reply
    }

    /// For a pin: its static relevance.
    pub fn relevance(&self) -> Option<Relevance> {
        self.pin.relevance_with(|| self.freedom())
    }

    /// What the pinned piece may do.
    pub fn freedom(&self) -> Freedom {
        self.prospects().freedom
    }

    /// Both, and where the pinned piece may go.
    pub fn prospects(&self) -> &Prospects {
        self.prospects.get_or_init(|| self.pin.prospects())
    }
}
