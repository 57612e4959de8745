//! The review of a game.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use pinsight_players::{EngineConfig, Stop, Value};
use pinsight_rules::{ByColor, Color, History, Move, Ply, Position, Role, Square, VALUES, exchange};
use pinsight_tactics::{Cause, LineKind, Pin, PinLedger, Relevance, standing_pins};

use crate::accuracy;
use crate::budget::Budget;
use crate::engine::{Engines, Question, SearchedLine, Session};
use crate::finding::{Finding, FindingKind};
use crate::journal::Journal;
use crate::judgement::Judgement;
use crate::naming;
use crate::proof::{Proof, Prover, expected_change};
use crate::relevance::{PinProof, PinProver, absolute_reason};
use crate::situational::{ThreatPin, threat_pins};
use crate::win_chance::win_chance;
use crate::words::{self, Subject};

/// How much better than the second move the only move is, in points of win chance.
const ONLY_MOVE: f64 = 25.0;

/// By how much the value of the best move must fall for the other moves to be searched again, in points of win chance.
const REVISION: f64 = 5.0;

/// The least that a move must threaten to win to be remarked on, in pawns.
const LEAST_THREAT: i32 = 3;

/// The value of a piece, in pawns.
const PIECE: i32 = 3;

/// The longest line of a threat, in plies.
const MAX_THREAT_PLIES: usize = 3;

/// Reviews games and proves pins with an engine.
///
/// ```
/// use pinsight_coach::{Budget, Coach, Judgement};
/// use pinsight_rules::{Ply, Position};
/// let start = Position::default();
/// let mut plies: Vec<Ply> = Vec::new();
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     let before = plies.last().map_or(start, |ply| ply.after);
///     plies.push(Ply::new(plies.len() + 1, before, before.parse_move(san)?));
/// }
/// let coach = Coach::new(None, Budget::new(2_000), 1);
/// let review = coach.review(&start, &plies);
/// assert_eq!(review.moves[2].judgement, Some(Judgement::Blunder));
/// assert_eq!(review.moves[2].findings[0].text, "2.g4?? allows 2...Qh4#.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Coach {
    engines: Engines,
    budget: Budget,
    threads: usize,
}

/// A reviewed game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReview {
    /// The start position.
    pub start: Position,
    /// The moves.
    pub moves: Vec<MoveReview>,
    /// The accuracy of each side, from 0 to 100; `None` without moves.
    pub accuracy: ByColor<Option<f64>>,
    /// Why the built-in search replaced the UCI engine, if it did.
    pub engine_failure: Option<String>,
}

/// A reviewed move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// The move.
    pub ply: Ply,
    /// The evaluation before the move, from White's point of view.
    pub before: Value,
    /// The evaluation after the move, from White's point of view.
    pub after: Value,
    /// The judgement, if the move is worth a remark.
    pub judgement: Option<Judgement>,
    /// For a bad move: the best line instead.
    pub better: Vec<Move>,
    /// At most two sentences; empty for a quiet move.
    pub text: String,
    /// The pins that matter since the move.
    pub pins: Vec<PinProof>,
    /// What the move allows, misses, exploits or threatens.
    pub findings: Vec<Finding>,
}

impl Coach {
    /// Creates a coach with the built-in search, or with a UCI engine, on `threads` threads.
    ///
    /// With the built-in search a review does not depend on the number of threads.
    pub fn new(engine: Option<EngineConfig>, budget: Budget, threads: usize) -> Self {
        Self { engines: Engines::new(engine), budget, threads: threads.max(1) }
    }

    /// Stores the answers of the engine in a journal, and reuses those that it has.
    #[must_use]
    pub fn with_journal(mut self, journal: Arc<dyn Journal>) -> Self {
        self.engines.journal = Some(journal);
        self
    }

    /// Why the built-in search replaced the UCI engine, if it did.
    pub fn engine_failure(&self) -> Option<String> {
        self.engines.failure()
    }

    /// Reviews a game.
    pub fn review(&self, start: &Position, plies: &[Ply]) -> GameReview {
        self.review_until(start, plies, &Stop::new(), &|_, _| {}).expect("the flag is never raised")
    }

    /// Like [`review`](Self::review); reports the steps done and their total to `progress` from any thread. `None` if
    /// `stop` is raised meanwhile, which also ends the searches under way.
    pub fn review_until(
        &self,
        start: &Position,
        plies: &[Ply],
        stop: &Stop,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Option<GameReview> {
        let (done, total) = (AtomicUsize::new(0), 2 * plies.len() + 1);
        let step = || progress(done.fetch_add(1, Ordering::Relaxed) + 1, total);
        let games = Games { start, plies };
        let new_pins = new_pins(start, plies);
        let reviewer = self.reviewer(stop);
        let mut values = self.each(plies.len() + 1, stop, |index| {
            let value = reviewer.evaluate(&games.at(index), self.budget.position);
            step();
            value
        })?;
        reviewer.revise(&games, &mut values);
        let mut moves = self.each(plies.len(), stop, |index| {
            let review = reviewer.review_move(&games, index, &values, &new_pins[index]);
            step();
            review
        })?;
        link_exploits(&mut moves);
        for review in &mut moves {
            compose(review);
        }
        let accuracy = ByColor::new_with(|color| accuracy(&moves, color));
        Some(GameReview { start: *start, moves, accuracy, engine_failure: self.engine_failure() })
    }

    /// Runs jobs on all threads; the results are in order. `None` if `stop` is raised.
    fn each<T: Send>(&self, count: usize, stop: &Stop, job: impl Fn(usize) -> T + Sync) -> Option<Vec<T>> {
        let mut results = Vec::with_capacity(count);
        let flow = pinsight_pool::run_range(
            count as u64,
            self.threads,
            || |index| (!stop.is_raised()).then(|| job(index as usize)),
            |result| match result {
                Some(result) => {
                    results.push(result);
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            },
        );
        // The flag may have ended the last jobs.
        (flow.is_continue() && !stop.is_raised()).then_some(results)
    }

    fn reviewer<'a>(&'a self, stop: &'a Stop) -> Reviewer<'a> {
        Reviewer { session: Session { engines: &self.engines, stop }, budget: &self.budget }
    }

    /// Proves that a legal move wins at least `least` pawns or mates, against the best defence. `None` if search
    /// confirms neither, or if `stop` is raised.
    pub fn prove_move(&self, position: &Position, mv: Move, least: i32, stop: &Stop) -> Option<Proof> {
        let game = History::new(*position);
        let question = Question { game: &game, nodes: self.budget.judgement, lines: 1, only: &[mv] };
        let reviewer = self.reviewer(stop);
        let line = reviewer.session.ask(&question).into_iter().next()?;
        reviewer.prover().prove(&game, &line, least).filter(|_| !stop.is_raised())
    }

    /// Proves the pins of a position by search.
    pub fn prove_pins(&self, position: &Position, pins: &[Pin]) -> Vec<PinProof> {
        self.prove_pins_until(position, pins, &Stop::new())
    }

    /// Like [`prove_pins`](Self::prove_pins). The result is meaningless if `stop` is raised meanwhile.
    fn prove_pins_until(&self, position: &Position, pins: &[Pin], stop: &Stop) -> Vec<PinProof> {
        let prover = PinProver { session: self.reviewer(stop).session, nodes: self.budget.proof };
        let game = History::new(*position);
        pins.iter().map(|&pin| prover.prove(&game, pin)).collect()
    }

    /// Proves all pins of a position by search. The result is meaningless if `stop` is raised meanwhile.
    pub fn prove_standing_pins(&self, position: &Position, stop: &Stop) -> Vec<PinProof> {
        self.prove_pins_until(position, &standing_pins(position), stop)
    }

    /// Finds the pieces of the side to move that are pinned to a mate or to a decisive threat. The result is
    /// meaningless if `stop` is raised meanwhile.
    pub fn threat_pins(&self, position: &Position, stop: &Stop) -> Vec<ThreatPin> {
        threat_pins(self.reviewer(stop).session, &History::new(*position), self.budget.proof)
    }
}

/// Reviews the moves of a game, until the flag of the session is raised.
struct Reviewer<'a> {
    session: Session<'a>,
    budget: &'a Budget,
}

impl<'a> Reviewer<'a> {
    fn evaluate(&self, game: &History, nodes: u64) -> SearchedLine {
        let position = game.position();
        if position.is_checkmate() {
            return SearchedLine { value: Value::MatedIn(0), moves: Vec::new() };
        }
        let lines = self.session.ask(&Question { game, nodes, lines: 1, only: &[] });
        match lines.into_iter().next() {
            Some(line) if !position.is_dead() => line,
            _ => SearchedLine { value: Value::Centipawns(0), moves: Vec::new() },
        }
    }

    /// Corrects evaluations by those of the following positions, from the end of the game to its start: what happened
    /// later in the game may refute a search that did not see it.
    fn revise(&self, games: &Games<'_>, values: &mut [SearchedLine]) {
        for (index, ply) in games.plies.iter().enumerate().rev() {
            let after = &values[index + 1];
            // A null move interrupts the game.
            if games.plies.get(index + 1).is_some_and(|next| next.before != ply.after) {
                continue;
            }
            let value = after.value.reversed();
            let mut moves = vec![ply.played];
            moves.extend(&after.moves);
            let played = SearchedLine { value: deeper(value), moves };
            let now = &values[index];
            let is_best = now.first() == Some(ply.played);
            if played.value.clamped() >= now.value.clamped() {
                values[index] = played;
            } else if is_best && win_chance(now.value) - win_chance(played.value) >= REVISION {
                let others = self.others(&games.at(index), ply.played, self.budget.proof);
                let is_better = |other: &SearchedLine| other.value.clamped() > played.value.clamped();
                values[index] = others.filter(is_better).unwrap_or(played);
            }
        }
    }

    /// Searches all moves but one. `None` if there is no other.
    fn others(&self, game: &History, mv: Move, nodes: u64) -> Option<SearchedLine> {
        let moves = game.position().legal_moves();
        let others: Vec<Move> = moves.iter().copied().filter(|&other| other != mv).collect();
        if others.is_empty() {
            return None;
        }
        self.session.ask(&Question { game, nodes, lines: 1, only: &others }).into_iter().next()
    }

    fn review_move(
        &self,
        games: &Games<'_>,
        index: usize,
        values: &[SearchedLine],
        new_pins: &[Pin],
    ) -> MoveReview {
        let ply = games.plies[index];
        let turn = ply.before.turn();
        let (before, after) = (&values[index], &values[index + 1]);
        let mut review = MoveReview {
            ply,
            before: white_view(turn, before.value),
            after: white_view(!turn, after.value),
            judgement: None,
            better: Vec::new(),
            text: String::new(),
            pins: self.real_pins(&games.at(index + 1), new_pins),
            findings: Vec::new(),
        };
        if Judgement::of_loss(before.value, after.value.reversed()).is_some() {
            self.judge_loss(games, index, after, &mut review);
        } else if before.first() == Some(ply.played) {
            self.praise(games, index, before, &mut review);
        }
        if review.findings.is_empty() && review.judgement.is_none_or(|judgement| !judgement.is_bad()) {
            review.findings.extend(self.find_threat(&review));
        }
        review
    }

    /// Judges a move that seems to be bad: searches its alternatives and its reply again with more nodes.
    fn judge_loss(&self, games: &Games<'_>, index: usize, known: &SearchedLine, review: &mut MoveReview) {
        let ply = review.ply;
        let turn = ply.before.turn();
        let Some(better) = self.others(&games.at(index), ply.played, self.budget.judgement) else {
            return;
        };
        let again = self.evaluate(&games.at(index + 1), self.budget.judgement);
        // The rest of the game may have shown a better reply than the search finds.
        let finds_more = again.value.clamped() > known.value.clamped();
        let reply = if finds_more { again } else { known.clone() };
        review.before = white_view(turn, better.value);
        review.after = white_view(!turn, reply.value);
        review.judgement = Judgement::of_loss(better.value, reply.value.reversed());
        if review.judgement.is_some() {
            review.better = better.moves.clone();
            self.explain_loss(games, index, &better, &reply, review);
        }
    }

    fn real_pins(&self, game: &History, pins: &[Pin]) -> Vec<PinProof> {
        let prover = PinProver { session: self.session, nodes: self.budget.pin };
        let proofs = pins.iter().map(|&pin| prover.prove(game, pin));
        proofs.filter(|proof| proof.relevance == Relevance::Real).collect()
    }

    fn prover(&self) -> Prover<'a> {
        Prover { session: self.session, nodes: self.budget.proof }
    }

    /// Confirms the lines of [`prover`](Self::prover) with more nodes, and finds lines that it does not see.
    fn deep_prover(&self) -> Prover<'a> {
        Prover { session: self.session, nodes: self.budget.judgement }
    }

    /// Finds what a bad move allows, or else what it misses: a loss is explained once.
    fn explain_loss(
        &self,
        games: &Games<'_>,
        index: usize,
        better: &SearchedLine,
        reply: &SearchedLine,
        review: &mut MoveReview,
    ) {
        let ply = review.ply;
        let (before, after) = (games.at(index), games.at(index + 1));
        let taken = ply.before.captured(ply.played).map_or(0, |piece| VALUES[piece.role]);
        // What the move wins is neither the opponent's gain nor missed.
        let kept = taken - expected_change(after.position(), &reply.moves);
        let last = games.lead(index);
        let (allows, misses) = (FindingKind::Allows, FindingKind::Misses);
        let lead = Some((ply.before, ply.played));
        let (prover, deep) = (self.prover(), self.deep_prover());
        let finding = |kind, lead, proof: Option<Proof>| {
            let proof = proof?;
            // The evaluation is not precise enough to claim that an inaccuracy misses a pawn.
            if kind == misses && review.judgement == Some(Judgement::Inaccuracy) && !proof.wins(PIECE) {
                return None;
            }
            let motif = naming::name(lead, &proof, if kind == allows { taken } else { 0 })?;
            if !deep.confirms(if kind == misses { &before } else { &after }, &proof) {
                return None;
            }
            let subject = Subject::new(&ply.before, ply.played, review.judgement);
            let subject = last.map_or(subject, |(before, mv)| subject.after(&before, mv));
            let text = words::finding(subject, kind, &motif, &proof);
            Some(Finding { kind, motif, proof, text })
        };
        let find = |prover: &Prover<'_>| {
            let attempts: [&dyn Fn() -> Option<Finding>; 4] = [
                &|| finding(allows, lead, prover.prove(&after, reply, taken + 1)),
                &|| finding(allows, lead, prover.prove_attack(&after, reply)),
                &|| finding(misses, last, prover.prove(&before, better, 1.max(kept + 1))),
                &|| finding(misses, last, prover.prove_attack(&before, better)),
            ];
            let mut found: Option<Finding> = None;
            for attempt in attempts {
                if found.as_ref().is_none_or(Finding::is_small) {
                    found = attempt().filter(|next| found.is_none() || !next.is_small()).or(found);
                }
            }
            found
        };
        let is_worse = review.judgement > Some(Judgement::Inaccuracy);
        let found = find(&prover).or_else(|| is_worse.then(|| find(&deep)).flatten());
        review.findings.extend(found);
    }

    /// Finds whether the best move is the only one, or a sacrifice.
    fn praise(&self, games: &Games<'_>, index: usize, before: &SearchedLine, review: &mut MoveReview) {
        let ply = review.ply;
        let chance = win_chance(before.value);
        let sacrificed = sacrificed(&ply).filter(|_| chance >= 50.0);
        if let Some(role) = sacrificed {
            let game = games.at(index);
            let Some(proof) = self.prover().prove(&game, before, 1) else {
                return;
            };
            let Some(motif) = naming::name(None, &proof, 0) else { return };
            if !self.deep_prover().confirms(&game, &proof) {
                return;
            }
            review.judgement = Some(Judgement::Good);
            let subject = Subject::new(&ply.before, ply.played, review.judgement);
            let text = words::sacrifice(subject, role, &motif, &proof);
            review.findings.push(Finding { kind: FindingKind::Exploits, motif, proof, text });
        } else if self.is_only_move(games, index, before) {
            review.judgement = Some(Judgement::OnlyMove);
        }
    }

    /// Finds what a move newly threatens: the line that wins if the opponent passes.
    fn find_threat(&self, review: &MoveReview) -> Option<Finding> {
        let ply = review.ply;
        // The capture that follows another one is expected.
        if ply.before.is_capture(ply.played) {
            return None;
        }
        let passed = ply.after.pass().filter(|passed| has_new_threat(&ply.before, passed))?;
        let game = History::new(passed);
        let prover = self.prover();
        let proof = prover.prove(&game, &prover.best(&game)?, LEAST_THREAT)?;
        if proof.moves.len() > MAX_THREAT_PLIES {
            return None;
        }
        let motif = naming::name(None, &proof, 0)?;
        let subject = Subject::new(&ply.before, ply.played, review.judgement);
        let text = words::finding(subject, FindingKind::Threatens, &motif, &proof);
        Some(Finding { kind: FindingKind::Threatens, motif, proof, text })
    }

    /// Whether every other move loses much of the win chance. Recaptures and forced moves are not worth a remark.
    fn is_only_move(&self, games: &Games<'_>, index: usize, before: &SearchedLine) -> bool {
        let ply = games.plies[index];
        let last = index.checked_sub(1).map(|last| games.plies[last]);
        let recaptures = last
            .is_some_and(|last| last.before.is_capture(last.played) && last.played.to() == ply.played.to());
        let chance = win_chance(before.value);
        if recaptures || !(ONLY_MOVE..=95.0).contains(&chance) {
            return false;
        }
        let game = games.at(index);
        [self.budget.pin, self.budget.proof].into_iter().all(|nodes| {
            let second = self.others(&game, ply.played, nodes);
            second.is_some_and(|second| chance - win_chance(second.value) >= ONLY_MOVE)
        })
    }
}

/// The game up to each of its positions.
struct Games<'a> {
    start: &'a Position,
    plies: &'a [Ply],
}

impl Games<'_> {
    /// Returns the move before the ply of an index with its position. A null move interrupts the game.
    fn lead(&self, index: usize) -> Option<(Position, Move)> {
        let last = &self.plies[index.checked_sub(1)?];
        (last.after == self.plies[index].before).then_some((last.before, last.played))
    }

    /// Returns the game after `count` plies, from the last capture or pawn move on: no earlier position can recur.
    fn at(&self, count: usize) -> History {
        let Some(last) = count.checked_sub(1).map(|last| &self.plies[last]) else {
            return History::new(*self.start);
        };
        let mut first = count;
        let reach = usize::from(last.after.halfmove_clock());
        // A null move interrupts the game.
        while first > 0
            && count - first < reach
            && self.plies.get(first).is_none_or(|next| next.before == self.plies[first - 1].after)
        {
            first -= 1;
        }
        if first == count {
            return History::new(last.after);
        }
        let mut game = History::new(self.plies[first].before);
        for ply in &self.plies[first..count] {
            game.play(ply.played).expect("the moves of a game are legal");
        }
        game
    }
}

/// Returns a value of `side` from White's point of view.
fn white_view(side: Color, value: Value) -> Value {
    if side == Color::White { value } else { value.reversed() }
}

/// Returns a value of the next position as a value of this one: a mate that the side gives takes one move more.
fn deeper(value: Value) -> Value {
    match value {
        Value::MatesIn(moves) => Value::MatesIn(moves + 1),
        other => other,
    }
}

/// Returns the pins that each move makes, and the older pins to a king that first matter after it. A pin that only
/// changed its value is not new again.
fn new_pins(start: &Position, plies: &[Ply]) -> Vec<Vec<Pin>> {
    let mut ledger = PinLedger::new(start);
    // The squares of the absolute pins that matter or have mattered.
    let mut known: Vec<[Square; 3]> = Vec::new();
    let matters = |pin: &Pin| pin.kind == LineKind::AbsolutePin && absolute_reason(pin).is_some();
    plies
        .iter()
        .map(|ply| {
            let change = ledger.step(ply);
            let mut pins: Vec<Pin> =
                change.new_pins().filter(|pin| pin.cause != Some(Cause::Revalued)).collect();
            let (old, others): (Vec<Pin>, Vec<Pin>) =
                change.kept_pins().partition(|pin| known.iter().any(|squares| is_same(*squares, pin)));
            pins.extend(others.into_iter().filter(matters));
            let mattering = pins.iter().filter(|pin| matters(pin));
            known = old.iter().chain(mattering).map(Pin::squares).collect();
            pins
        })
        .collect()
}

/// Whether a pin that was on `squares` before a move is `pin` after it. One of its pieces may have moved along the
/// line.
fn is_same(squares: [Square; 3], pin: &Pin) -> bool {
    squares.into_iter().zip(pin.squares()).filter(|(before, after)| before == after).count() >= 2
}

/// Returns the piece that a move gives up: it moves to a square where it can be captured at a loss of at least two
/// pawns.
fn sacrificed(ply: &Ply) -> Option<Role> {
    let role = ply.after.board().role_at(ply.played.to())?;
    let won = ply.before.captured(ply.played).map_or(0, |piece| VALUES[piece.role]);
    let lost = exchange(ply.after.board(), ply.played.to(), ply.after.turn(), &VALUES);
    let moved = ply.played.promotion().is_none() && ply.played.castling_side().is_none();
    (moved && lost - won >= 2).then_some(role)
}

/// Whether a move creates a new threat: mate in one or a winning capture. `passed` is the position after the move and a
/// null move.
fn has_new_threat(before: &Position, passed: &Position) -> bool {
    let side = before.turn();
    let wins =
        |position: &Position, square| exchange(position.board(), square, side, &VALUES) >= LEAST_THREAT;
    let enemies = passed.board().by_color(!side);
    let mates = |position: &Position| {
        position.legal_moves().iter().any(|&mv| position.play_unchecked(mv).is_checkmate())
    };
    enemies.into_iter().any(|square| wins(passed, square) && !wins(before, square))
        || mates(passed) && !mates(before)
}

/// A move that starts the line which the opponent's last move allowed exploits it.
fn link_exploits(moves: &mut [MoveReview]) {
    for index in 1..moves.len() {
        let (head, tail) = moves.split_at_mut(index);
        let (last, review) = (&head[index - 1], &mut tail[0]);
        let allowed = last.findings.iter().find(|finding| {
            finding.kind == FindingKind::Allows
                && finding.moves().first() == Some(&review.ply.played)
                && *finding.start() == review.ply.before
        });
        let Some(allowed) = allowed.filter(|_| {
            let explained = review.findings.iter().any(|finding| finding.kind != FindingKind::Threatens);
            !explained && review.judgement.is_none_or(|judgement| !judgement.is_bad())
        }) else {
            continue;
        };
        // Taking a hanging piece is not worth a `!`.
        let is_simple = allowed.moves().len() == 1;
        review.judgement = if is_simple { None } else { Some(Judgement::Good) };
        let subject = Subject::new(&review.ply.before, review.ply.played, review.judgement)
            .after(&last.ply.before, last.ply.played);
        let (motif, proof) = (allowed.motif.clone(), allowed.proof.clone());
        let text = words::finding(subject, FindingKind::Exploits, &motif, &proof);
        // The line contains what the move threatens.
        review.findings = vec![Finding { kind: FindingKind::Exploits, motif, proof, text }];
    }
}

/// Writes at most two sentences about a move, the most important first.
fn compose(review: &mut MoveReview) {
    let MoveReview { ply, judgement, .. } = *review;
    let subject = Subject::new(&ply.before, ply.played, judgement);
    let mut sentences: Vec<String> = Vec::new();
    let find = |kind| review.findings.iter().find(|finding: &&Finding| finding.kind == kind);
    let (allows, misses) = (find(FindingKind::Allows), find(FindingKind::Misses));
    let (exploits, threatens) = (find(FindingKind::Exploits), find(FindingKind::Threatens));
    match judgement {
        Some(judgement) if judgement.is_bad() => {
            let best = review.better.first().copied();
            match (allows, misses) {
                (Some(allows), _) => {
                    sentences.push(allows.text.clone());
                    sentences.extend(best.map(|best| words::better(&ply.before, best)));
                }
                (None, Some(misses)) => sentences.push(misses.text.clone()),
                (None, None) => {
                    let played = if ply.before.turn() == Color::White {
                        review.after
                    } else {
                        review.after.reversed()
                    };
                    sentences.push(words::worse(subject, played, best));
                }
            }
        }
        Some(Judgement::OnlyMove) if exploits.is_none() => sentences.push(words::only_move(subject)),
        _ => sentences.extend(exploits.map(|exploits| exploits.text.clone())),
    }
    sentences.extend(threatens.map(|threatens| threatens.text.clone()));
    for proof in review.pins.iter().filter(|_| judgement.is_none_or(|judgement| !judgement.is_bad())) {
        if sentences.len() < 2 {
            sentences.push(proof.pin.to_string());
        }
    }
    sentences.truncate(2);
    review.text = sentences.join(" ");
}

fn accuracy(moves: &[MoveReview], color: Color) -> Option<f64> {
    let view = |value: Value| win_chance(if color == Color::White { value } else { value.reversed() });
    let own = moves.iter().filter(|review| review.ply.before.turn() == color);
    let chances: Vec<(f64, f64)> = own.map(|review| (view(review.before), view(review.after))).collect();
    accuracy::of_side(&chances)
}
