//! Killer moves and history scores of quiet moves.

use pinsight_rules::{Color, Move, Position, Role};

use super::value::MAX_PLY;

/// Index of a moved piece and its target square: 6 roles times 64 squares.
pub(super) type PieceTo = u16;
pub(super) const PIECE_TO: usize = 6 * 64;
/// The bound of a score in either direction.
pub(super) const MAX_SCORE: i32 = 8_192;

/// The two moves before a node: by the opponent, and by the side to move.
#[derive(Clone, Copy, Default)]
pub(super) struct PreviousMoves {
    pub(super) theirs: Option<PieceTo>,
    pub(super) ours: Option<PieceTo>,
}

/// Killer moves, butterfly history, and continuation history by the two previous moves.
pub(super) struct MoveHistory {
    killers: [[Option<Move>; 2]; MAX_PLY + 2],
    butterfly: Vec<[i16; 64 * 64]>,
    counter_moves: Vec<[i16; PIECE_TO]>,
    follow_ups: Vec<[i16; PIECE_TO]>,
    /// Captures by the captured role, then by side, piece and target square.
    captures: Vec<[i16; 2 * PIECE_TO]>,
}

/// The index of the moved piece and its target square.
pub(super) fn piece_to(position: &Position, mv: Move) -> PieceTo {
    let role = position.board().role_at(mv.from()).map_or(0, |role| role as u16);
    role * 64 + mv.to() as u16
}

/// The indices of a capture: the captured role, and the side, piece and target square. Promotions without a capture
/// count as captures of a king, which do not exist.
fn capture_index(position: &Position, mv: Move) -> (usize, usize) {
    let captured = position.captured(mv).map_or(Role::King, |piece| piece.role);
    let index = position.turn() as usize * PIECE_TO + usize::from(piece_to(position, mv));
    (captured as usize, index)
}

/// The bonus of a move that causes a cutoff at `depth`.
pub(super) fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 32 * depth).min(1_500)
}

fn squares(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}

impl MoveHistory {
    pub(super) fn new() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY + 2],
            butterfly: vec![[0; 64 * 64]; 2],
            counter_moves: vec![[0; PIECE_TO]; PIECE_TO],
            follow_ups: vec![[0; PIECE_TO]; PIECE_TO],
            captures: vec![[0; 2 * PIECE_TO]; 6],
        }
    }

    /// Prepares for the next search: the killers belong to other plies.
    pub(super) fn start_new_search(&mut self) {
        self.killers = [[None; 2]; MAX_PLY + 2];
    }

    /// The index of `mv` among the killer moves of `ply`.
    pub(super) fn killer(&self, ply: usize, mv: Move) -> Option<usize> {
        self.killers[ply].iter().position(|&killer| killer == Some(mv))
    }

    pub(super) fn score(&self, turn: Color, mv: Move, piece_to: PieceTo, previous: PreviousMoves) -> i32 {
        let by = |table: &[[i16; PIECE_TO]], previous: Option<PieceTo>| {
            previous.map_or(0, |previous| i32::from(table[usize::from(previous)][usize::from(piece_to)]))
        };
        let butterfly = i32::from(self.butterfly[turn as usize][squares(mv)]);
        butterfly + by(&self.counter_moves, previous.theirs) + by(&self.follow_ups, previous.ours)
    }

    /// Rewards a quiet move that caused a beta cutoff and penalises the quiet moves tried before it.
    pub(super) fn reward(
        &mut self,
        position: &Position,
        mv: Move,
        tried: &[Move],
        depth: i32,
        ply: usize,
        previous: PreviousMoves,
    ) {
        if self.killers[ply][0] != Some(mv) {
            self.killers[ply] = [Some(mv), self.killers[ply][0]];
        }
        let bonus = bonus(depth);
        self.add(position, mv, bonus, previous);
        for &other in tried {
            self.add(position, other, -bonus, previous);
        }
    }

    fn add(&mut self, position: &Position, mv: Move, bonus: i32, previous: PreviousMoves) {
        add_with_gravity(&mut self.butterfly[position.turn() as usize][squares(mv)], bonus, MAX_SCORE);
        let piece_to = usize::from(piece_to(position, mv));
        if let Some(theirs) = previous.theirs {
            add_with_gravity(&mut self.counter_moves[usize::from(theirs)][piece_to], bonus, MAX_SCORE);
        }
        if let Some(ours) = previous.ours {
            add_with_gravity(&mut self.follow_ups[usize::from(ours)][piece_to], bonus, MAX_SCORE);
        }
    }

    /// The score of a capture or promotion.
    pub(super) fn capture_score(&self, position: &Position, mv: Move) -> i32 {
        let (captured, index) = capture_index(position, mv);
        i32::from(self.captures[captured][index])
    }

    /// Rewards a capture that caused a beta cutoff, or penalises one that was tried before another move caused it.
    pub(super) fn add_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let (captured, index) = capture_index(position, mv);
        add_with_gravity(&mut self.captures[captured][index], bonus, MAX_SCORE);
    }

    /// Clears the killers of `ply`, which belong to another subtree.
    pub(super) fn clear_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }
}

/// Adds `bonus`, scaled down as the score approaches its bound `max` (history gravity).
pub(super) fn add_with_gravity(score: &mut i16, bonus: i32, max: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / max) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_within_the_bound() {
        let mut score = 0;
        for _ in 0..10_000 {
            add_with_gravity(&mut score, 1_500, MAX_SCORE);
        }
        assert!(i32::from(score) <= MAX_SCORE && i32::from(score) > MAX_SCORE / 2);
        for _ in 0..10_000 {
            add_with_gravity(&mut score, -1_500, MAX_SCORE);
        }
        assert!(i32::from(score) >= -MAX_SCORE && i32::from(score) < -MAX_SCORE / 2);
    }
}
