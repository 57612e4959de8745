//! Move numbers.

use pinsight_rules::Color;

use crate::game::Game;

/// The side to move and its move number.
#[derive(Clone, Copy)]
pub(super) struct Numbering {
    pub(super) turn: Color,
    pub(super) number: u64,
}

impl Numbering {
    /// Returns the numbering of the first move: from the start position, or from the text of an illegal FEN.
    pub(super) fn first(game: &Game) -> Self {
        if let Some(start) = game.start() {
            return Self { turn: start.turn(), number: start.fullmove_number().into() };
        }
        let mut fields = game.tags.get("FEN").unwrap_or_default().split_ascii_whitespace();
        let turn = match fields.nth(1) {
            Some("b") => Color::Black,
            _ => Color::White,
        };
        let number = fields.nth(3).and_then(|number| number.parse().ok());
        Self { turn, number: number.unwrap_or(1) }
    }

    pub(super) fn advance(&mut self) {
        if self.turn == Color::Black {
            self.number = self.number.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    pub(super) fn take_back(&mut self) {
        self.turn = !self.turn;
        if self.turn == Color::Black {
            self.number = self.number.saturating_sub(1);
        }
    }
}
