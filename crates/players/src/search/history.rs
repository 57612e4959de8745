//! Killer moves and history scores of quiet moves.

use pinsight_rules::{Color, Move, Position};

use super::value::MAX_PLY;

/// Index of a moved piece and its target square: 6 roles times 64 squares.
pub(super) type PieceTo = u16;
const PIECE_TO: usize = 6 * 64;
const MAX_SCORE: i32 = 8_192;

/// The two moves before a node: by the opponent, and by the side to move.
#[derive(Clone, Copy, Default)]
pub(super) struct PreviousMoves {
    pub(super) theirs: Option<PieceTo>,
    pub(super) ours: Option<PieceTo>,
}

/// Killer moves, butterfly history, and continuation history by the two previous moves.
pub(super) struct QuietHistory {
    killers: [[Option<Move>; 2]; MAX_PLY + 2],
    butterfly: Vec<[i16; 64 * 64]>,
    counter_moves: Vec<[i16; PIECE_TO]>,
    follow_ups: Vec<[i16; PIECE_TO]>,
}

/// The index of the moved piece and its target square.
pub(super) fn piece_to(position: &Position, mv: Move) -> PieceTo {
    let role = position.board().role_at(mv.from()).map_or(0, |role| role as u16);
    role * 64 + mv.to() as u16
}

fn squares(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}

impl Default for QuietHistory {
    /// Empty tables without allocation: the placeholder while a search uses the real ones.
    fn default() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY + 2],
            butterfly: Vec::new(),
            counter_moves: Vec::new(),
            follow_ups: Vec::new(),
        }
    }
}

impl QuietHistory {
    pub(super) fn new() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY + 2],
            butterfly: vec![[0; 64 * 64]; 2],
            counter_moves: vec![[0; PIECE_TO]; PIECE_TO],
            follow_ups: vec![[0; PIECE_TO]; PIECE_TO],
        }
    }

    /// Prepares for the next search: clears the killers and halves the scores, so that new results count more.
    pub(super) fn age(&mut self) {
        self.killers = [[None; 2]; MAX_PLY + 2];
        halve(self.butterfly.as_flattened_mut());
        halve(self.counter_moves.as_flattened_mut());
        halve(self.follow_ups.as_flattened_mut());
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
        let bonus = (16 * depth * depth + 32 * depth).min(1_500);
        self.add(position, mv, bonus, previous);
        for &other in tried {
            self.add(position, other, -bonus, previous);
        }
    }

    fn add(&mut self, position: &Position, mv: Move, bonus: i32, previous: PreviousMoves) {
        add_with_gravity(&mut self.butterfly[position.turn() as usize][squares(mv)], bonus);
        let piece_to = usize::from(piece_to(position, mv));
        if let Some(theirs) = previous.theirs {
            add_with_gravity(&mut self.counter_moves[usize::from(theirs)][piece_to], bonus);
        }
        if let Some(ours) = previous.ours {
            add_with_gravity(&mut self.follow_ups[usize::from(ours)][piece_to], bonus);
        }
    }

    /// Clears the killers of `ply`, which belong to another subtree.
    pub(super) fn clear_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }
}

fn halve(scores: &mut [i16]) {
    for score in scores {
        *score /= 2;
    }
}

/// Adds `bonus`, scaled down as the score approaches its bound (history gravity).
fn add_with_gravity(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / MAX_SCORE) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_within_the_bound() {
        let mut score = 0;
        for _ in 0..10_000 {
            add_with_gravity(&mut score, 1_500);
        }
        assert!(i32::from(score) <= MAX_SCORE && i32::from(score) > MAX_SCORE / 2);
        for _ in 0..10_000 {
            add_with_gravity(&mut score, -1_500);
        }
        assert!(i32::from(score) >= -MAX_SCORE && i32::from(score) < -MAX_SCORE / 2);
    }
}
