//! Proof of a gain: a line of moves in which each side plays its best moves by search.

use pinsight_players::Value;
use pinsight_rules::{Color, History, Move, Position, VALUES, exchange};

use crate::engine::{Question, SearchedLine, Session};
use crate::material::{balance, can_promote, worst_exchange};

/// The longest line that wins material, in plies, not counting a last reply. A reader does not follow longer ones.
const MAX_PLIES: usize = 7;
/// The longest mate, in moves.
const MAX_MATE: u32 = 8;
/// How much the value may fall along the line, in centipawns.
const TOLERANCE: i32 = 100;
/// How much worse than the best move a capture may be to be played instead, in centipawns.
const DIRECTNESS: i32 = 20;
/// How much worse than the best move a move of the side that profits may be by a deeper search, in centipawns.
const MARGIN: i32 = 60;
/// A gain of this many pawns needs no further captures.
const ENOUGH: i32 = 3;
/// Values beyond this many centipawns are equally winning.
const WINNING: i32 = 1_000;
/// Moves with values beyond this many centipawns are equally good.
const DECIDED: i32 = 1_500;
/// How much of the gain, in pawns, may be lost again after the line.
const IMPRECISION: i32 = 1;
/// The longest line that ends with a mate threat, in plies.
const MAX_ATTACK_PLIES: usize = 5;
/// How many plies of the expected continuation must keep a gain.
const HORIZON: usize = 6;
/// The least value, in centipawns, of a line that a mate threat alone decides.
const ATTACK: i32 = 200;

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

    /// Whether the line mates or wins at least `pawns`.
    pub(crate) fn wins(&self, pawns: i32) -> bool {
        self.gain.is_none_or(|gain| gain >= pawns)
    }

    /// The position after the last move.
    pub fn end(&self) -> Position {
        self.moves.iter().fold(self.start, |position, &mv| position.play_unchecked(mv))
    }
}

/// Searches for a line that wins material or mates.
pub(crate) struct Prover<'a> {
    pub(crate) session: Session<'a>,
    /// The nodes per move of the line.
    pub(crate) nodes: u64,
}

impl Prover<'_> {
    pub(crate) fn best(&self, game: &History) -> Option<SearchedLine> {
        self.best_of(game, &[])
    }

    fn best_of(&self, game: &History, only: &[Move]) -> Option<SearchedLine> {
        let question = Question { game, nodes: self.nodes, lines: 1, only };
        self.session.ask(&question).into_iter().next()
    }

    /// Follows the best moves of both sides until the side to move has won at least `least` pawns and the captures are
    /// over, or until mate. `first` is the searched line in the current position. `None` if there is no such end.
    ///
    /// Every move is the best by a search of its own, except that the side that profits prefers a capture of about the
    /// same value. Its value does not fall on the way.
    pub(crate) fn prove(&self, game: &History, first: &SearchedLine, least: i32) -> Option<Proof> {
        match first.value {
            Value::MatesIn(moves) if moves <= MAX_MATE => self.prove_mate(game, first, moves),
            Value::MatedIn(_) => None,
            _ => self.prove_gain(game, first, least),
        }
    }

    fn prove_mate(&self, game: &History, first: &SearchedLine, moves: u32) -> Option<Proof> {
        let start = *game.position();
        let value = first.value;
        let mut game = game.clone();
        let (mut line, mut best) = (Vec::new(), first.clone());
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

    fn prove_gain(&self, game: &History, first: &SearchedLine, least: i32) -> Option<Proof> {
        let start = *game.position();
        let side = start.turn();
        let before = balance(start.board(), side);
        let value = first.value;
        let mut game = game.clone();
        let (mut line, mut best) = (Vec::new(), first.clone());
        let proof = |moves, gain| Some(Proof { start, moves, gain: Some(gain), mate: None, value });
        loop {
            // The side that profits moves.
            let mv = if line.is_empty() { best.first()? } else { self.direct(&game, &best)? };
            game.play(mv).ok()?;
            line.push(mv);
            let reply = self.best(&game)?;
            if !keeps(value, reply.value.reversed()) {
                return None;
            }
            let gain = balance(game.position().board(), side) - before;
            if gain >= least && is_over(game.position(), &reply, gain - least) {
                return proof(line, gain);
            }
            let mv = reply.first()?;
            let recaptures = game.position().is_capture(mv);
            game.play(mv).ok()?;
            line.push(mv);
            best = self.best(&game)?;
            if !keeps(value, best.value) {
                return None;
            }
            let gain = balance(game.position().board(), side) - before;
            if gain >= least && is_kept(game.position(), &best, gain - least) {
                // A reply that captures nothing does not belong to the gain.
                line.truncate(line.len() - usize::from(!recaptures));
                return proof(line, gain);
            }
            if line.len() > MAX_PLIES {
                return None;
            }
        }
    }

    /// Returns the best move, or a capture that is about as good: engines delay captures that cannot be prevented.
    fn direct(&self, game: &History, best: &SearchedLine) -> Option<Move> {
        let position = game.position();
        let first = best.first()?;
        let wins = |mv: &&Move| position.is_capture(**mv) && !is_even(position, **mv);
        let captures: Vec<Move> = position.legal_moves().iter().filter(wins).copied().collect();
        if captures.is_empty() || captures.contains(&first) || position.gives_check(first) {
            return Some(first);
        }
        let capture = self.best_of(game, &captures)?;
        if loss(best, &capture) <= DIRECTNESS { capture.first() } else { Some(first) }
    }

    /// Whether each move of the side that profits is about the best. A mate needs no such confirmation.
    pub(crate) fn confirms(&self, game: &History, proof: &Proof) -> bool {
        let mut game = game.clone();
        proof.mate.is_some()
            || proof.moves.iter().enumerate().all(|(index, &mv)| {
                let is_own = index % 2 == 0;
                (!is_own || self.is_about_best(&game, mv)) && game.play(mv).is_ok()
            })
    }

    fn is_about_best(&self, game: &History, mv: Move) -> bool {
        let Some(best) = self.best(game) else {
            return false;
        };
        // The larger a value, the less precise it is.
        let margin = MARGIN.max(best.value.clamped().min(DECIDED) / 8);
        best.first() == Some(mv)
            || self.best_of(game, &[mv]).is_some_and(|played| loss(&best, &played) <= margin)
    }

    /// Returns a line whose last move threatens mate, if the side to move is winning.
    ///
    /// Mate threats are exact; that they decide the game is the value of the search.
    pub(crate) fn prove_attack(&self, game: &History, first: &SearchedLine) -> Option<Proof> {
        let start = *game.position();
        if clamp(first.value) < ATTACK || matches!(first.value, Value::MatesIn(_)) {
            return None;
        }
        let (side, before) = (start.turn(), balance(start.board(), start.turn()));
        let mut game = game.clone();
        let (mut line, mut best) = (Vec::new(), first.clone());
        loop {
            let mv = best.first()?;
            game.play(mv).ok()?;
            line.push(mv);
            if threatens_mate(game.position()) {
                let gain = balance(game.position().board(), side) - before;
                let proof = Proof { start, moves: line, gain: Some(gain), mate: None, value: first.value };
                return (gain >= 0).then_some(proof);
            }
            if line.len() >= MAX_ATTACK_PLIES {
                return None;
            }
            let mv = self.best(&game)?.first()?;
            game.play(mv).ok()?;
            line.push(mv);
            best = self.best(&game)?;
            if !keeps(first.value, best.value) {
                return None;
            }
        }
    }
}

/// Whether the captures are over: the defender wins back at most a pawn, and no further capture belongs to a small
/// gain. `surplus` is the gain beyond the least one.
fn is_over(position: &Position, reply: &SearchedLine, surplus: i32) -> bool {
    let Some(&answer) = reply.moves.first() else {
        return false;
    };
    if worst_exchange(position) > surplus.min(IMPRECISION)
        || position.is_capture(answer)
        || can_promote(position)
    {
        return false;
    }
    if surplus + 1 >= ENOUGH {
        return true;
    }
    // A further capture that the search expects at once belongs to the gain.
    let next = position.play_unchecked(answer);
    reply.moves.get(1).is_none_or(|&mv| !next.is_capture(mv) || is_even(&next, mv))
}

/// Whether the side to move keeps its gain in the expected continuation; `surplus` as in [`is_over`].
fn is_kept(position: &Position, best: &SearchedLine, surplus: i32) -> bool {
    let Some(&first) = best.moves.first() else {
        return false;
    };
    let wins_more = position.is_capture(first) && !is_even(position, first);
    (surplus + 1 >= ENOUGH || !wins_more)
        && expected_change(position, &best.moves) + surplus.min(IMPRECISION) >= 0
}

/// Returns by how much the balance of the side to move changes in the next plies of a line, captures that follow at
/// once included.
pub(crate) fn expected_change(position: &Position, line: &[Move]) -> i32 {
    let side = position.turn();
    let mut now = *position;
    for (index, &mv) in line.iter().enumerate() {
        if index >= HORIZON && !now.is_capture(mv) {
            break;
        }
        now = now.play_unchecked(mv);
    }
    balance(now.board(), side) - balance(position.board(), side)
}

/// Whether a capture wins nothing by exchanges on its square.
fn is_even(position: &Position, mv: Move) -> bool {
    exchange(position.board(), mv.to(), position.turn(), &VALUES) == 0
}

/// Whether the side to move would be mated in one move if it passed.
fn threatens_mate(position: &Position) -> bool {
    let mates =
        |passed: Position| passed.legal_moves().iter().any(|&mv| passed.play_unchecked(mv).is_checkmate());
    position.pass().is_some_and(mates)
}

/// Whether a value along the line is about as good as the first, both of the side that profits.
fn keeps(first: Value, now: Value) -> bool {
    clamp(now) + TOLERANCE >= clamp(first)
}

/// By how much a move is worse than the best one.
fn loss(best: &SearchedLine, played: &SearchedLine) -> i32 {
    let limited = |line: &SearchedLine| line.value.clamped().clamp(-DECIDED, DECIDED);
    limited(best) - limited(played)
}

fn clamp(value: Value) -> i32 {
    value.clamped().clamp(-WINNING, WINNING)
}
