//! How a game ends.

use core::fmt;

use crate::{Bitboard, Color, Position, Role};

/// Who won, if anybody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side won.
    Win(Color),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn pgn(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.pgn())
    }
}

/// Why the game is over, by itself and without anybody's claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side has the material to give mate.
    DeadPosition,
    /// The position stood on the board for the fifth time.
    FivefoldRepetition,
    /// Seventy-five moves of each side without capture or pawn move.
    SeventyFiveMoves,
}

impl Termination {
    /// In words: `checkmate`, `stalemate` ...
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

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What the side to move may claim a draw by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// The position stands on the board for the third time.
    ThreefoldRepetition,
    /// Fifty moves of each side without capture or pawn move.
    FiftyMoves,
}

impl Claim {
    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ThreefoldRepetition => "threefold repetition",
            Self::FiftyMoves => "50 moves without capture or pawn move",
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The end of a game: who, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct End {
    /// Who won.
    pub outcome: Outcome,
    /// Why it is over.
    pub termination: Termination,
}

impl fmt::Display for End {
    /// `0-1 by checkmate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.outcome, self.termination)
    }
}

impl Position {
    /// The end of the game, as far as this position alone tells: repetition needs the [`History`](crate::History).
    pub fn end(&self) -> Option<End> {
        let draw = |termination| End { outcome: Outcome::Draw, termination };
        if self.count_legal_moves() == 0 {
            return Some(if self.in_check() {
                End { outcome: Outcome::Win(!self.turn()), termination: Termination::Checkmate }
            } else {
                draw(Termination::Stalemate)
            });
        }
        if self.is_dead() {
            Some(draw(Termination::DeadPosition))
        } else if self.halfmove_clock() >= 150 {
            Some(draw(Termination::SeventyFiveMoves))
        } else {
            None
        }
    }

    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && self.count_legal_moves() == 0
    }

    /// Whether the side to move is stalemated.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && self.count_legal_moves() == 0
    }

    /// Whether neither side has the material to mate by any play: bare kings, one knight, or any number of bishops
    /// that all stand on squares of one colour.
    pub fn is_dead(&self) -> bool {
        /// The light squares.
        const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
        let board = self.board();
        let minor = board.occupied() - board.by_role(Role::King);
        let knights = board.by_role(Role::Knight);
        let bishops = board.by_role(Role::Bishop);
        if minor == knights {
            return knights.len() <= 1;
        }
        minor == bishops && (!bishops.intersects(LIGHT) || bishops.is_subset(LIGHT))
    }

    /// Whether the side to move may claim a draw by fifty moves.
    pub fn can_claim_fifty_moves(&self) -> bool {
        self.halfmove_clock() >= 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn light_squares_are_the_light_squares() {
        let light: Bitboard = Square::ALL.into_iter().filter(|square| square.is_light()).collect();
        assert_eq!(light, Bitboard(0x55aa_55aa_55aa_55aa));
    }

    fn dead(fen: &str) -> bool {
        fen.parse::<Position>().expect("a position").is_dead()
    }

    #[test]
    fn material_that_cannot_mate() {
        assert!(dead("8/8/4k3/8/8/3K4/8/8 w - - 0 1"));
        assert!(dead("8/8/4k3/8/8/3KN3/8/8 w - - 0 1"));
        assert!(dead("8/8/4k3/8/8/3KB3/8/8 w - - 0 1"));
        assert!(dead("8/8/4kb2/8/8/3KB3/8/8 w - - 0 1"), "both bishops on dark squares");
        assert!(!dead("8/8/4k1b1/8/8/3KB3/8/8 w - - 0 1"), "bishops on both colours can mate in the corner");
        assert!(!dead("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1"), "two knights can mate with help");
        assert!(!dead("8/8/4kn2/8/8/3KN3/8/8 w - - 0 1"));
        assert!(!dead("8/8/4k3/4p3/8/3K4/8/8 w - - 0 1"));
    }

    #[test]
    fn ends_tell_who_and_why() {
        let end = |fen: &str| fen.parse::<Position>().expect("a position").end();
        let fools = end("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").expect("mate");
        assert_eq!(fools, End { outcome: Outcome::Win(Color::Black), termination: Termination::Checkmate });
        let stalemate = end("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").expect("stalemate");
        assert_eq!(stalemate.termination, Termination::Stalemate);
        assert_eq!(end("7k/8/8/8/8/8/R7/7K w - - 149 90"), None);
        let moves = end("7k/8/8/8/8/8/R7/7K w - - 150 90").expect("75 moves");
        assert_eq!(moves.termination, Termination::SeventyFiveMoves);
        let mate_first = end("R5k1/5ppp/8/8/8/8/8/7K b - - 150 90").expect("mate");
        assert_eq!(mate_first.termination, Termination::Checkmate, "mate on the board goes before the count");
    }
}
