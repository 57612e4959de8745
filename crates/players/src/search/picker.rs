//! The order in which moves are tried: the best guess first.

use pinsight_rules::{Move, MoveList, Position, Role, Values, exchange};

use super::history::{Quiets, Step, step};
use super::table::MoveCode;

/// What pieces are worth in an exchange.
pub(super) const VALUES: Values =
    Values { pawn: 100, knight: 320, bishop: 330, rook: 500, queen: 950, king: 0 };

const FROM_TABLE: i32 = 1 << 24;
const GOOD_CAPTURE: i32 = 1 << 22;
const KILLER: i32 = 1 << 20;
/// Moves below this lose material at once.
pub(super) const LOSING: i32 = -(1 << 20);

/// Gives the moves one by one.
pub(super) struct Picker {
    moves: MoveList,
    scores: [i32; 256],
    next: usize,
    order: [u8; 256],
}

impl Picker {
    fn new(moves: MoveList) -> Self {
        let mut order = [0; 256];
        for (index, place) in order.iter_mut().enumerate().take(moves.len()) {
            *place = index as u8;
        }
        Self { moves, scores: [0; 256], next: 0, order }
    }

    /// All moves of a position.
    pub(super) fn all(
        position: &Position,
        first: Option<MoveCode>,
        quiets: &Quiets,
        ply: usize,
        before: Option<Step>,
    ) -> Self {
        let mut picker = Self::new(position.legal_moves());
        for index in 0..picker.moves.len() {
            let mv = picker.moves[index];
            picker.scores[index] = if first == Some(MoveCode::of(mv)) {
                FROM_TABLE
            } else if position.is_capture(mv) || mv.promotion() == Some(Role::Queen) {
                let guess = victim_first(position, mv);
                if is_losing(position, mv) { LOSING + guess } else { GOOD_CAPTURE + guess }
            } else if mv.promotion().is_some() {
                LOSING
            } else if let Some(rank) = quiets.killer(ply, mv) {
                KILLER - rank as i32
            } else {
                quiets.score(position.turn(), mv, step(position, mv), before)
            };
        }
        picker
    }

    /// Moves that change the material: captures and promotions.
    pub(super) fn loud(position: &Position, first: Option<MoveCode>) -> Self {
        let pawns = position.board().by_role(Role::Pawn) & position.board().by_color(position.turn());
        let seventh = position.turn().relative(pinsight_rules::Rank::Seventh);
        let moves = if pawns.intersects(pinsight_rules::Bitboard::from_rank(seventh)) {
            position.legal_moves()
        } else {
            position.legal_captures()
        };
        let mut picker = Self::new(moves);
        for index in 0..picker.moves.len() {
            let mv = picker.moves[index];
            picker.scores[index] = if first == Some(MoveCode::of(mv)) {
                FROM_TABLE
            } else if mv.promotion().is_some_and(|role| role != Role::Queen)
                || !position.is_capture(mv) && mv.promotion().is_none()
            {
                // Sorted behind everything, where the search stops.
                i32::MIN
            } else {
                victim_first(position, mv)
            };
        }
        picker
    }

    /// How many moves there are, tried or not.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The best move that was not given yet, with its score.
    pub(super) fn next(&mut self) -> Option<(Move, i32)> {
        let rest = &mut self.order[self.next..self.moves.len()];
        let (best, _) = rest
            .iter()
            .enumerate()
            .max_by_key(|&(place, &index)| (self.scores[usize::from(index)], usize::MAX - place))?;
        rest.swap(0, best);
        let index = usize::from(rest[0]);
        self.next += 1;
        Some((self.moves[index], self.scores[index]))
    }
}

/// The most valuable victim first, of equal ones by the least valuable taker.
fn victim_first(position: &Position, mv: Move) -> i32 {
    let victim = position.captured(mv).map_or(0, |piece| VALUES[piece.role]);
    let promoted = mv.promotion().map_or(0, |role| VALUES[role] - VALUES[Role::Pawn]);
    let taker = position.board().role_at(mv.from()).map_or(0, |role| role as i32);
    (victim + promoted) * 8 - taker
}

/// What a move brings on its target square, all captures there counted.
pub(super) fn gain(position: &Position, mv: Move) -> i32 {
    let after = position.play_unchecked(mv);
    let taken = position.captured(mv).map_or(0, |piece| VALUES[piece.role]);
    let promoted = mv.promotion().map_or(0, |role| VALUES[role] - VALUES[Role::Pawn]);
    taken + promoted - exchange(after.board(), mv.to(), after.turn(), &VALUES)
}

/// Whether a capture loses material.
pub(super) fn is_losing(position: &Position, mv: Move) -> bool {
    let board = position.board();
    let victim = position.captured(mv).map_or(0, |piece| VALUES[piece.role]);
    let taker = board.role_at(mv.from()).unwrap_or(Role::King);
    // Whoever takes something of at least its own value loses nothing, and a king takes only what is free.
    if mv.promotion().is_none() && (VALUES[taker] <= victim || taker == Role::King) {
        return false;
    }
    gain(position, mv) < 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_given_once() {
        for position in pinsight_testkit::random::positions(500, 9) {
            let moves = position.legal_moves();
            let mut picker = Picker::all(&position, None, &Quiets::new(), 0, None);
            let mut given = Vec::new();
            let mut last = i32::MAX;
            while let Some((mv, score)) = picker.next() {
                assert!(score <= last, "{position}");
                last = score;
                given.push(mv);
            }
            given.sort_unstable();
            let mut all = moves.to_vec();
            all.sort_unstable();
            assert_eq!(given, all, "{position}");
        }
    }

    #[test]
    fn a_defended_pawn_is_no_prey_for_a_queen() {
        let position: Position = "4k3/3p4/4p3/8/4Q3/8/8/4K3 w - - 0 1".parse().expect("a position");
        let take = position.parse_move("Qxe6+").expect("a move");
        assert!(is_losing(&position, take));
        assert_eq!(gain(&position, take), 100 - 950);
    }
}
