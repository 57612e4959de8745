//! What a position is worth without looking ahead.
//!
//! The value is a sum of terms, each with two weights: one for the middle game, one for the endgame, mixed by the
//! material that is left. Which terms a position has is told by [`tally`]; the weights are made by tuning
//! ([`crate::tuning`]) and stand in `weights.rs`.

mod pawns;
mod tally;
pub(crate) mod terms;
#[rustfmt::skip]
mod weights;

use pinsight_rules::{Board, Color, Piece, Position, Role};

pub(crate) use tally::{Tally, tally};

/// The weight of a term: for the middle game and for the endgame, in one number so that both are added at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Weight(i32);

impl Weight {
    pub(crate) const fn new(middle: i32, end: i32) -> Self {
        Self((end << 16) + middle)
    }

    pub(crate) const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    pub(crate) const fn end(self) -> i32 {
        // The lower half borrows from the upper when it is negative.
        (self.0 + 0x8000) >> 16
    }
}

/// How much of the middle game is left: 24 with all pieces, 0 without any.
pub(crate) const FULL_PHASE: i32 = 24;

pub(crate) fn phase(board: &Board) -> i32 {
    let count = |role| board.by_role(role).len() as i32;
    let pieces = count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
    pieces.min(FULL_PHASE)
}

/// Sixteenths of the value that count, if `strong` is the side that is ahead: without pawns a small lead in
/// pieces does not win.
pub(crate) fn winnable(board: &Board, strong: Color) -> i32 {
    if board.by_piece(Piece::new(strong, Role::Pawn)).any() {
        return 16;
    }
    let pieces = |color| {
        let count = |role| board.by_piece(Piece::new(color, role)).len() as i32;
        3 * (count(Role::Knight) + count(Role::Bishop)) + 5 * count(Role::Rook) + 9 * count(Role::Queen)
    };
    let (ours, theirs) = (pieces(strong), pieces(!strong));
    let only_knights = board.by_color(strong)
        == board.by_piece(Piece::new(strong, Role::Knight)) | board.by_piece(Piece::new(strong, Role::King));
    if ours < 5 || only_knights && ours <= 6 {
        0
    } else if ours - theirs < 4 {
        3
    } else {
        16
    }
}

/// A weight for each term.
pub(crate) type Weights = [Weight; terms::COUNT];

pub(crate) use weights::WEIGHTS;

/// The value in hundredths of a pawn by these weights, from the view of the side to move.
pub(crate) fn evaluate(position: &Position, weights: &Weights) -> i32 {
    let mut sum = Sum { weights, total: 0 };
    tally(position, &mut sum);
    let board = position.board();
    let phase = phase(board);
    let total = Weight(sum.total);
    let value = (total.middle() * phase + total.end() * (FULL_PHASE - phase)) / FULL_PHASE;
    let strong = if value >= 0 { Color::White } else { Color::Black };
    let value = value * winnable(board, strong) / 16;
    let tempo = weights[terms::TEMPO];
    let tempo = (tempo.middle() * phase + tempo.end() * (FULL_PHASE - phase)) / FULL_PHASE;
    match position.turn() {
        Color::White => value + tempo,
        Color::Black => tempo - value,
    }
}

/// Adds the weights up.
struct Sum<'a> {
    weights: &'a Weights,
    total: i32,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, term: usize, color: Color, count: i32) {
        let signed = match color {
            Color::White => count,
            Color::Black => -count,
        };
        self.total += self.weights[term].0 * signed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_testkit::random;

    #[test]
    fn a_weight_keeps_its_two_parts_through_sums() {
        for middle in [-900, -1, 0, 1, 37, 900] {
            for end in [-900, -1, 0, 1, 53, 900] {
                let weight = Weight::new(middle, end);
                assert_eq!((weight.middle(), weight.end()), (middle, end));
                let tripled = Weight(weight.0 * -3 + Weight::new(5, 7).0);
                assert_eq!((tripled.middle(), tripled.end()), (5 - 3 * middle, 7 - 3 * end));
            }
        }
    }

    /// Whoever is to move sees the same as the other would with the colours changed.
    #[test]
    fn the_colours_do_not_matter() {
        for position in random::positions(3_000, 11) {
            assert_eq!(
                evaluate(&position, &WEIGHTS),
                evaluate(&position.flip_colors(), &WEIGHTS),
                "{position}"
            );
        }
    }

    #[test]
    fn two_knights_or_one_piece_win_nothing() {
        for fen in ["8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", "8/8/4k3/4b3/8/3K4/8/8 b - - 0 1"] {
            let position: Position = fen.parse().expect("a position");
            assert!(evaluate(&position, &WEIGHTS).abs() < 40, "{fen}: {}", evaluate(&position, &WEIGHTS));
        }
    }

    #[test]
    fn a_queen_more_is_worth_more_than_a_rook_more() {
        let value = |fen: &str| evaluate(&fen.parse().expect("a position"), &WEIGHTS);
        let queen = value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let rook = value("rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1");
        let pawn = value("rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(queen > rook && rook > pawn && pawn > 0, "{queen} {rook} {pawn}");
    }
}
