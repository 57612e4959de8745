//! A line of moves, played out.

use pinsight_rules::{Color, IllegalMove, Move, Piece, Position};

use super::value::Motif;

/// A line of moves in which one side, the one that plays the first move, tries to gain something.
#[derive(Clone, Debug)]
pub struct Combination {
    /// The opponent's move before the line, if known.
    pub(super) lead: Option<Step>,
    /// The moves; those with an even index belong to the side that profits.
    pub(super) steps: Vec<Step>,
    pub(super) start: Position,
}

/// A move with the positions before and after it.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The position before the move.
    pub before: Position,
    /// The move.
    pub mv: Move,
    /// The position after the move.
    pub after: Position,
    /// The piece that moved; a pawn if it promotes.
    pub piece: Piece,
    /// The piece that was captured.
    pub captured: Option<Piece>,
}

impl Step {
    fn play(before: &Position, mv: Move) -> Result<Self, IllegalMove> {
        let after = before.play(mv)?;
        let piece = before.board().piece_at(mv.from()).expect("a legal move starts on a piece");
        Ok(Self { before: *before, mv, after, piece, captured: before.captured(mv) })
    }
}

impl Combination {
    /// Plays `moves` from `position`, whose side to move is the one that profits.
    pub fn new(position: &Position, moves: &[Move]) -> Result<Self, IllegalMove> {
        let mut steps = Vec::with_capacity(moves.len());
        let mut current = *position;
        for &mv in moves {
            let step = Step::play(&current, mv)?;
            current = step.after;
            steps.push(step);
        }
        Ok(Self { lead: None, steps, start: *position })
    }

    /// Plays the opponent's move `lead` and then `moves`. Plies count from the move after `lead`.
    pub fn after(position: &Position, lead: Move, moves: &[Move]) -> Result<Self, IllegalMove> {
        let lead = Step::play(position, lead)?;
        let line = Self::new(&lead.after, moves)?;
        Ok(Self { lead: Some(lead), ..line })
    }

    /// The side that profits.
    pub fn side(&self) -> Color {
        self.start.turn()
    }

    /// The opponent's move before the line, if known.
    pub fn lead(&self) -> Option<&Step> {
        self.lead.as_ref()
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves of both sides.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The moves of the side that profits.
    pub fn own_steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().step_by(2)
    }

    /// The moves of the side that profits, with their plies.
    pub(super) fn ours(&self) -> impl DoubleEndedIterator<Item = (usize, &Step)> {
        let count = self.steps.len().div_ceil(2);
        (0..count).map(|index| (2 * index, &self.steps[2 * index]))
    }

    /// The moves of the side that profits after its first one, each with the side's move before it and the reply to
    /// that move.
    pub(super) fn follow_ups(&self) -> impl Iterator<Item = FollowUp<'_>> {
        let plies = (2..self.steps.len()).step_by(2);
        plies.map(|ply| FollowUp {
            ply,
            first: &self.steps[ply - 2],
            reply: &self.steps[ply - 1],
            second: &self.steps[ply],
        })
    }

    /// Whether the move of `ply` is the last of the side that profits.
    pub(super) fn is_last(&self, ply: usize) -> bool {
        ply + 2 >= self.steps.len()
    }

    /// Runs a search for motifs of a position after each move of the side that profits.
    pub(super) fn in_each(&self, found: &mut Vec<Motif>, search: impl Fn(&Position, &mut Vec<Motif>)) {
        for (ply, step) in self.ours() {
            self.search_after(ply, step, found, &search);
        }
    }

    /// Runs a search for motifs of a position after the last move, if the side that profits plays it.
    pub(super) fn in_last(&self, found: &mut Vec<Motif>, search: impl Fn(&Position, &mut Vec<Motif>)) {
        if let Some((ply, step)) = self.ours().next_back().filter(|(ply, _)| ply + 1 == self.steps.len()) {
            self.search_after(ply, step, found, &search);
        }
    }

    fn search_after(
        &self,
        ply: usize,
        step: &Step,
        found: &mut Vec<Motif>,
        search: &impl Fn(&Position, &mut Vec<Motif>),
    ) {
        let count = found.len();
        search(&step.after, found);
        for motif in &mut found[count..] {
            motif.ply = Some(ply);
        }
    }
}

/// Two successive moves of the side that profits and the reply between them.
#[derive(Clone, Copy)]
pub(super) struct FollowUp<'a> {
    /// The ply of `second`.
    pub(super) ply: usize,
    pub(super) first: &'a Step,
    pub(super) reply: &'a Step,
    pub(super) second: &'a Step,
}
