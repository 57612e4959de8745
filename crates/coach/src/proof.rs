//! Proof of a gain: a line of moves in which each side plays its best moves by search.

use pinsight_players::Value;
use pinsight_rules::{Color, History, Move, Position, VALUES, exchange};

use crate::engine::{Engines, Question, SearchedLine};
use crate::material::{balance, is_quiet};

/// The longest line that wins material, in plies. A longer one explains nothing.
const MAX_PLIES: usize = 7;
/// The longest mate, in moves.
const MAX_MATE: u32 = 8;
/// How much the value may fall along the line, in centipawns.
const TOLERANCE: i32 = 100;
/// A gain of this many pawns needs no further captures.
const ENOUGH: i32 = 3;
/// Values beyond this many centipawns are equally winning.
const WINNING: i32 = 1_000;

/// A line that search has confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The position in which the line starts, with the side that profits to move.
    pub start: Position,
    /// The moves, up to the gain or the mate.
    pub moves: Vec<Move>,
    /// The material that the side wins, in pawns; `None` for a mate.
    pub gain: Option<i32>,
    /// The number of moves to mate.
    pub mate: Option<u32>,
    /// The value of the start for the side that profits.
    pub value: Value,
}

impl Proof {
    /// The side that profits.
    pub fn side(&self) -> Color {
        self.start.turn()
    }

    /// The position after the last move.
    pub fn end(&self) -> Position {
        self.moves.iter().fold(self.start, |position, &mv| position.play_unchecked(mv))
    }
}

/// Searches for a line that wins material or mates.
pub(crate) struct Prover<'a> {
    pub(crate) engines: &'a Engines,
    /// The nodes per move of the line.
    pub(crate) nodes: u64,
}

impl Prover<'_> {
    fn best(&self, game: &History) -> Option<SearchedLine> {
        let question = Question { game, nodes: self.nodes, lines: 1, only: &[] };
        self.engines.ask(&question).into_iter().next()
    }

    /// Follows the best moves of both sides until the side to move has won at least `least` pawns and the position is
    /// quiet, or until mate. `first` is the searched line in the current position. `None` if there is no such end.
    ///
    /// Every move is the best by a search of its own, and the value of the side that profits does not fall on the way.
    pub(crate) fn prove(&self, game: &History, first: SearchedLine, least: i32) -> Option<Proof> {
        match first.value {
            Value::MatesIn(moves) if moves <= MAX_MATE => self.prove_mate(game, first, moves),
            Value::MatedIn(_) => None,
            _ => self.prove_gain(game, first, least),
        }
    }

    fn prove_mate(&self, game: &History, first: SearchedLine, moves: u32) -> Option<Proof> {
        let start = *game.position();
        let value = first.value;
        let mut game = game.clone();
        let (mut line, mut best) = (Vec::new(), first);
        loop {
            let mv = best.first()?;
            game.play(mv).ok()?;
            line.push(mv);
            if game.position().is_checkmate() {
                let mate = line.len().div_ceil(2) as u32;
                return Some(Proof { start, moves: line, gain: None, mate: Some(mate), value });
            }
            if line.len() >= 2 * moves as usize - 1 {
                return None;
            }
            best = self.best(&game)?;
            if !matches!(best.value, Value::MatesIn(_) | Value::MatedIn(_)) {
                return None;
            }
        }
    }

    fn prove_gain(&self, game: &History, first: SearchedLine, least: i32) -> Option<Proof> {
        let start = *game.position();
        let side = start.turn();
        let before = balance(start.board(), side);
        let value = first.value;
        let mut game = game.clone();
        let (mut line, mut best) = (Vec::new(), first);
        while line.len() < MAX_PLIES {
            // The side that profits moves.
            let mv = best.first()?;
            game.play(mv).ok()?;
            line.push(mv);
            let reply = self.best(&game)?;
            if !keeps(value, reply.value.reversed()) {
                return None;
            }
            let gain = balance(game.position().board(), side) - before;
            if gain >= least && is_over(game.position(), &reply, gain - least) {
                return Some(Proof { start, moves: line, gain: Some(gain), mate: None, value });
            }
            let mv = reply.first()?;
            game.play(mv).ok()?;
            line.push(mv);
            best = self.best(&game)?;
            if !keeps(value, best.value) {
                return None;
            }
        }
        None
    }
}

/// Whether the captures are over: the defender wins nothing back, and no further capture belongs to a small gain.
/// `surplus` is what the side has won beyond the least.
fn is_over(position: &Position, reply: &SearchedLine, surplus: i32) -> bool {
    let Some(&answer) = reply.moves.first() else {
        return false;
    };
    if !is_quiet(position) || position.is_capture(answer) || answer.promotion().is_some() {
        return false;
    }
    if surplus + 1 >= ENOUGH {
        return true;
    }
    // A further capture that the search expects at once belongs to the gain.
    let next = position.play_unchecked(answer);
    reply.moves.get(1).is_none_or(|&mv| !next.is_capture(mv) || is_even(&next, mv))
}

/// Whether a capture wins nothing by exchanges on its square.
fn is_even(position: &Position, mv: Move) -> bool {
    exchange(position.board(), mv.to(), position.turn(), &VALUES) == 0
}

/// Whether a value along the line is about as good as the first, both of the side that profits.
fn keeps(first: Value, now: Value) -> bool {
    let clamp = |value: Value| value.clamped().clamp(-WINNING, WINNING);
    clamp(now) + TOLERANCE >= clamp(first)
}
