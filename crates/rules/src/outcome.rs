//! The end of a game.

use core::fmt;

use crate::format::display_by;
use crate::{Bitboard, Color, Position, Role};

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side won.
    Win(Color),
    /// A draw.
    Draw,
}

impl Outcome {
    /// Returns `1-0`, `0-1` or `1/2-1/2`.
    pub const fn pgn(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// Why a game is over without a claim or a resignation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side has the material to give mate.
    DeadPosition,
    /// The position occurred for the fifth time.
    FivefoldRepetition,
    /// Each side made 75 moves without capture or pawn move.
    SeventyFiveMoves,
}

impl Termination {
    /// Returns the name: `checkmate`, `stalemate` ...
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "insufficient material",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::SeventyFiveMoves => "75 moves without capture or pawn move",
        }
    }
}

/// A draw that the side to move may claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// The position occurred for the third time.
    ThreefoldRepetition,
    /// Each side made 50 moves without capture or pawn move.
    FiftyMoves,
}

impl Claim {
    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ThreefoldRepetition => "threefold repetition",
            Self::FiftyMoves => "50 moves without capture or pawn move",
        }
    }
}

display_by!(pgn: Outcome);
display_by!(name: Termination, Claim);

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct End {
    /// The result.
    pub outcome: Outcome,
    /// The reason.
    pub termination: Termination,
}

impl fmt::Display for End {
    /// Writes `0-1 by checkmate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.outcome, self.termination)
    }
}

impl Position {
    /// Returns the end of the game, except by repetition, which needs the [`History`](crate::History).
    pub fn end(&self) -> Option<End> {
        let termination = if !self.has_legal_moves() {
            if self.in_check() { Termination::Checkmate } else { Termination::Stalemate }
        } else if self.is_dead() {
            Termination::DeadPosition
        } else if self.halfmove_clock() >= 150 {
            Termination::SeventyFiveMoves
        } else {
            return None;
        };
        let is_mate = termination == Termination::Checkmate;
        Some(End { outcome: if is_mate { Outcome::Win(!self.turn()) } else { Outcome::Draw }, termination })
    }

    /// Whether the side to move is checkmated.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_moves()
    }

    /// Whether the side to move is stalemated.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_moves()
    }

    /// Whether neither side has mating material: bare kings, one knight, or bishops on squares of one colour only.
    pub fn is_dead(&self) -> bool {
        let board = self.board();
        let minor = board.occupied() - board.by_role(Role::King);
        let knights = board.by_role(Role::Knight);
        let bishops = board.by_role(Role::Bishop);
        if minor == knights {
            return knights.len() <= 1;
        }
        minor == bishops && (!bishops.intersects(Bitboard::LIGHT) || bishops.is_subset(Bitboard::LIGHT))
    }

    /// Returns the end of a game in which this position has occurred `repetitions` times.
    pub fn end_after(&self, repetitions: usize) -> Option<End> {
        let fivefold = End { outcome: Outcome::Draw, termination: Termination::FivefoldRepetition };
        self.end().or((repetitions >= 5).then_some(fivefold))
    }

    /// Returns the draw that the side to move may claim in a game in which this position has occurred `repetitions`
    /// times; `None` if the game is over.
    pub fn claim_after(&self, repetitions: usize) -> Option<Claim> {
        if self.end_after(repetitions).is_some() {
            None
        } else if repetitions >= 3 {
            Some(Claim::ThreefoldRepetition)
        } else {
            self.can_claim_fifty_moves().then_some(Claim::FiftyMoves)
        }
    }

    /// Whether the side to move may claim a draw by fifty moves.
    pub fn can_claim_fifty_moves(&self) -> bool {
        self.halfmove_clock() >= 100
    }
}
