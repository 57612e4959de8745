//! A line of moves, played out.

use pinsight_rules::{Color, IllegalMove, Move, Piece, Position};

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

    /// The moves of both sides.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The moves of the side that profits, with their plies.
    pub(super) fn ours(&self) -> impl DoubleEndedIterator<Item = (usize, &Step)> {
        let count = self.steps.len().div_ceil(2);
        (0..count).map(|index| (2 * index, &self.steps[2 * index]))
    }
}
