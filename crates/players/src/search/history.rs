//! Which quiet moves were good elsewhere in the tree.

use pinsight_rules::{Color, Move, Position};

use super::value::MAX_PLY;

/// A moved piece and its target: 6 roles on 64 squares.
pub(super) type Step = u16;
const STEPS: usize = 6 * 64;
const MOST: i32 = 8_192;

/// What was played just before: by the other side, and by the same.
#[derive(Clone, Copy, Default)]
pub(super) struct Before {
    pub(super) theirs: Option<Step>,
    pub(super) ours: Option<Step>,
}

/// Killers, and scores of quiet moves by their squares and by the two moves before.
pub(super) struct Quiets {
    killers: [[Option<Move>; 2]; MAX_PLY + 2],
    by_squares: Vec<[i16; 64 * 64]>,
    by_reply: Vec<[i16; STEPS]>,
    by_follow_up: Vec<[i16; STEPS]>,
}

/// The moved piece and its target.
pub(super) fn step(position: &Position, mv: Move) -> Step {
    let role = position.board().role_at(mv.from()).map_or(0, |role| role as u16);
    role * 64 + mv.to() as u16
}

fn squares(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}

impl Default for Quiets {
    /// Without any memory: what stays behind when the tables are lent to a search.
    fn default() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY + 2],
            by_squares: Vec::new(),
            by_reply: Vec::new(),
            by_follow_up: Vec::new(),
        }
    }
}

impl Quiets {
    pub(super) fn new() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY + 2],
            by_squares: vec![[0; 64 * 64]; 2],
            by_reply: vec![[0; STEPS]; STEPS],
            by_follow_up: vec![[0; STEPS]; STEPS],
        }
    }

    /// For the next move of the game: what was good still is, but new findings count more.
    pub(super) fn fade(&mut self) {
        self.killers = [[None; 2]; MAX_PLY + 2];
        halve(self.by_squares.as_flattened_mut());
        halve(self.by_reply.as_flattened_mut());
        halve(self.by_follow_up.as_flattened_mut());
    }

    /// Which of the two moves that refuted a neighbour this is.
    pub(super) fn killer(&self, ply: usize, mv: Move) -> Option<usize> {
        self.killers[ply].iter().position(|&killer| killer == Some(mv))
    }

    pub(super) fn score(&self, turn: Color, mv: Move, step: Step, before: Before) -> i32 {
        let by = |table: &[[i16; STEPS]], before: Option<Step>| {
            before.map_or(0, |before| i32::from(table[usize::from(before)][usize::from(step)]))
        };
        let plain = i32::from(self.by_squares[turn as usize][squares(mv)]);
        plain + by(&self.by_reply, before.theirs) + by(&self.by_follow_up, before.ours)
    }

    /// A quiet move refuted; those tried before it did not.
    pub(super) fn reward(
        &mut self,
        position: &Position,
        mv: Move,
        tried: &[Move],
        depth: i32,
        ply: usize,
        before: Before,
    ) {
        if self.killers[ply][0] != Some(mv) {
            self.killers[ply] = [Some(mv), self.killers[ply][0]];
        }
        let bonus = (16 * depth * depth + 32 * depth).min(1_500);
        self.add(position, mv, bonus, before);
        for &other in tried {
            self.add(position, other, -bonus, before);
        }
    }

    fn add(&mut self, position: &Position, mv: Move, bonus: i32, before: Before) {
        pull(&mut self.by_squares[position.turn() as usize][squares(mv)], bonus);
        let step = usize::from(step(position, mv));
        if let Some(theirs) = before.theirs {
            pull(&mut self.by_reply[usize::from(theirs)][step], bonus);
        }
        if let Some(ours) = before.ours {
            pull(&mut self.by_follow_up[usize::from(ours)][step], bonus);
        }
    }

    /// The killers of the line below are of other positions by now.
    pub(super) fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }
}

fn halve(scores: &mut [i16]) {
    for score in scores {
        *score /= 2;
    }
}

/// Adds, the less the nearer the score is to its bound.
fn pull(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / MOST) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_within_their_bounds() {
        let mut score = 0;
        for _ in 0..10_000 {
            pull(&mut score, 1_500);
        }
        assert!(i32::from(score) <= MOST && i32::from(score) > MOST / 2);
        for _ in 0..10_000 {
            pull(&mut score, -1_500);
        }
        assert!(i32::from(score) >= -MOST && i32::from(score) < -MOST / 2);
    }
}
