//! The order in which moves are tried: the best guess first.

use pinsight_rules::{Move, MoveList, Position, Role, Values, exchange};

use super::history::{Before, Quiets, step};
use super::table::MoveCode;

/// What pieces are worth in an exchange.
pub(super) const VALUES: Values =
    Values { pawn: 100, knight: 320, bishop: 330, rook: 500, queen: 950, king: 0 };

// A score fills 24 bits at most: the rest of a key is the number of the move.
const FROM_TABLE: i32 = 1 << 22;
const GOOD_CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 18;
/// Moves below half of this lose material at once.
pub(super) const LOSING: i32 = -(1 << 20);
/// Behind everything, where the quiescence stops.
pub(super) const NEVER: i32 = -(1 << 22);

/// Gives the moves one by one.
pub(super) struct Picker<'a> {
    position: &'a Position,
    moves: MoveList,
    /// The score of each move and its number, in one, so that the best is the greatest.
    keys: [i32; 256],
    next: usize,
}

/// Of equal scores the first move is the greatest.
const fn key(score: i32, index: usize) -> i32 {
    score << 8 | (255 - index as i32)
}

impl<'a> Picker<'a> {
    fn new(position: &'a Position, moves: MoveList, score: impl Fn(Move) -> i32) -> Self {
        let mut keys = [0; 256];
        for (index, (key_of, &mv)) in keys.iter_mut().zip(&moves).enumerate() {
            *key_of = key(score(mv), index);
        }
        Self { position, moves, keys, next: 0 }
    }

    /// All moves of a position. Whether a capture loses is looked at when its turn comes: most never come.
    pub(super) fn all(
        position: &'a Position,
        first: Option<MoveCode>,
        quiets: &Quiets,
        ply: usize,
        before: Before,
    ) -> Self {
        Self::new(position, position.legal_moves(), |mv| {
            if first == Some(MoveCode::of(mv)) {
                FROM_TABLE
            } else if position.is_capture(mv) || mv.promotion() == Some(Role::Queen) {
                GOOD_CAPTURE + victim_first(position, mv)
            } else if mv.promotion().is_some() {
                LOSING
            } else if let Some(rank) = quiets.killer(ply, mv) {
                KILLER - rank as i32
            } else {
                quiets.score(position.turn(), mv, step(position, mv), before)
            }
        })
    }

    /// Moves that change the material: captures and promotions.
    pub(super) fn loud(position: &'a Position, first: Option<MoveCode>) -> Self {
        let pawns = position.board().by_role(Role::Pawn) & position.board().by_color(position.turn());
        let seventh = position.turn().relative(pinsight_rules::Rank::Seventh);
        let moves = if pawns.intersects(pinsight_rules::Bitboard::from_rank(seventh)) {
            position.legal_moves()
        } else {
            position.legal_captures()
        };
        Self::new(position, moves, |mv| {
            if first == Some(MoveCode::of(mv)) {
                FROM_TABLE
            } else if mv.promotion().is_some_and(|role| role != Role::Queen)
                || !position.is_capture(mv) && mv.promotion().is_none()
            {
                NEVER
            } else {
                victim_first(position, mv)
            }
        })
    }

    /// How many moves there are, tried or not. Beyond 256, which only impossible positions have, they are ignored.
    pub(super) fn len(&self) -> usize {
        self.moves.len().min(self.keys.len())
    }

    /// The best move that was not given yet, with its score.
    pub(super) fn next(&mut self) -> Option<(Move, i32)> {
        loop {
            let end = self.len();
            let rest = &mut self.keys[self.next..end];
            let mut place = 0;
            let mut best = *rest.first()?;
            for (other, &key) in rest.iter().enumerate() {
                if key > best {
                    (place, best) = (other, key);
                }
            }
            let index = 255 - (best & 255) as usize;
            let (mv, score) = (self.moves[index], best >> 8);
            if (GOOD_CAPTURE..FROM_TABLE).contains(&score) && is_losing(self.position, mv) {
                rest[place] = key(score - GOOD_CAPTURE + LOSING, index);
                continue;
            }
            rest.swap(0, place);
            self.next += 1;
            return Some((mv, score));
        }
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
            let mut picker = Picker::all(&position, None, &Quiets::new(), 0, Before::default());
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
