//! The value of a position.

use pinsight_rules::{Board, Color, Piece, Position, Role};

use super::tally::tally;
use super::terms::{self, Tally};
use super::weight::{Weight, Weights};

/// The phase of a position with all pieces; 0 is a position without any.
pub(crate) const FULL_PHASE: i32 = 24;

pub(crate) fn phase(board: &Board) -> i32 {
    let count = |role| board.by_role(role).len() as i32;
    let pieces = count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
    pieces.min(FULL_PHASE)
}

/// The share of the value that counts, in sixteenths, if `strong` is ahead: without pawns a small material advantage does
/// not win.
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

/// The value in centipawns from the side to move's point of view.
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

/// Sums the weighted terms.
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
    use crate::evaluation::WEIGHTS;
    use pinsight_testkit::random;

    #[test]
    fn the_value_is_symmetric_in_the_colours() {
        for position in random::positions(3_000, 11) {
            assert_eq!(
                evaluate(&position, &WEIGHTS),
                evaluate(&position.flip_colors(), &WEIGHTS),
                "{position}"
            );
        }
    }

    #[test]
    fn two_knights_or_a_single_minor_piece_are_nearly_a_draw() {
        for fen in ["8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", "8/8/4k3/4b3/8/3K4/8/8 b - - 0 1"] {
            let position: Position = fen.parse().expect("a position");
            assert!(evaluate(&position, &WEIGHTS).abs() < 40, "{fen}: {}", evaluate(&position, &WEIGHTS));
        }
    }

    #[test]
    fn an_extra_queen_outweighs_an_extra_rook_outweighs_an_extra_pawn() {
        let value = |fen: &str| evaluate(&fen.parse().expect("a position"), &WEIGHTS);
        let queen = value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let rook = value("rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1");
        let pawn = value("rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(queen > rook && rook > pawn && pawn > 0, "{queen} {rook} {pawn}");
    }
}
