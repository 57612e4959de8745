//! One thread's search: alpha-beta with principal variations.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use pinsight_rules::{Move, Piece, Position, Role};

use super::history::{Before, Quiets, Step, step};
use super::key;
use super::picker::{self, LOSING, NEVER, Picker};
use super::reductions::reduction;
use super::table::{Entry, MoveCode, Table};
use super::time::Budget;
use super::value::{DRAW, INFINITE, MATE, MATE_FOUND, MAX_PLY, Value, mated};
use crate::evaluation::{Weights, evaluate};
use crate::{Bound, Stop};

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) weights: &'a Weights,
    pub(super) budget: Budget,
    pub(super) stop: &'a Stop,
    /// The first thread has made up its mind.
    pub(super) done: AtomicBool,
    pub(super) nodes: AtomicU64,
    pub(super) node_limit: Option<u64>,
    pub(super) threads: usize,
}

/// A position in the tree.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) position: Position,
    key: u64,
    in_check: bool,
    ply: usize,
}

impl At {
    pub(super) fn root(position: &Position) -> Self {
        Self { position: *position, key: key::of(position), in_check: position.in_check(), ply: 0 }
    }

    fn after(&self, mv: Move) -> Self {
        let position = self.position.play_unchecked(mv);
        Self {
            position,
            key: key::after(self.key, &self.position, mv, &position),
            in_check: position.in_check(),
            ply: self.ply + 1,
        }
    }

    /// After passing; none in check.
    fn after_pass(&self) -> Option<Self> {
        let position = self.position.pass()?;
        let key = key::after_pass(self.key, &self.position);
        Some(Self { position, key, in_check: false, ply: self.ply + 1 })
    }
}

/// What was found about the move that the table knows.
enum Alone {
    /// It is the only good one.
    Yes,
    No,
    /// There are several, all good enough: at least this good.
    Cut(Value),
}

pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// The positions before this one: of the game, then of the line.
    keys: Vec<u64>,
    /// How many of them belong to the game.
    game_keys: usize,
    pub(super) quiets: Quiets,
    pub(super) pv: Vec<Vec<Move>>,
    steps: [Option<Step>; MAX_PLY + 2],
    stills: [Option<Value>; MAX_PLY + 2],
    /// The move of a position that is not tried for now.
    left_out: [Option<MoveCode>; MAX_PLY + 2],
    /// The moves of the root that may be played.
    pub(super) root_moves: Vec<Move>,
    /// The value of the best line from the root so far.
    pub(super) root_value: Value,
    pub(super) nodes: u64,
    /// Nodes that the other threads know of.
    told_nodes: u64,
    pub(super) longest: usize,
    /// The first depth is always finished, so that there is a move.
    pub(super) may_stop: bool,
    pub(super) stopped: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, game_keys: Vec<u64>, quiets: Quiets) -> Self {
        Self {
            shared,
            game_keys: game_keys.len(),
            keys: game_keys,
            quiets,
            pv: vec![Vec::new(); MAX_PLY + 2],
            steps: [None; MAX_PLY + 2],
            stills: [None; MAX_PLY + 2],
            left_out: [None; MAX_PLY + 2],
            root_moves: Vec::new(),
            root_value: DRAW,
            nodes: 0,
            told_nodes: 0,
            longest: 0,
            may_stop: false,
            stopped: false,
        }
    }

    /// Counts a position and looks at the limits; whether to go on.
    fn visit(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.longest = self.longest.max(ply);
        if self.may_stop {
            // Exact for one thread, so that a search of so many nodes is the same everywhere.
            let is_due = |nodes| self.shared.node_limit.is_some_and(|limit| nodes >= limit);
            if self.shared.threads == 1 && is_due(self.nodes) {
                self.stopped = true;
            } else if self.nodes.is_multiple_of(1_024) {
                self.tell_nodes();
                self.stopped |= self.shared.stop.is_raised()
                    || self.shared.done.load(Ordering::Relaxed)
                    || self.shared.budget.is_over()
                    || is_due(self.shared.nodes.load(Ordering::Relaxed));
            }
        }
        !self.stopped
    }

    /// Adds the nodes since the last time to those of all threads.
    pub(super) fn tell_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told_nodes, Ordering::Relaxed);
        self.told_nodes = self.nodes;
    }

    /// Draws that a player would claim, or that nobody can avoid; a position that comes back inside the tree counts
    /// at once, since it would come back again.
    fn is_draw(&self, at: &At) -> bool {
        let clock = usize::from(at.position.halfmove_clock());
        if clock >= 100 {
            return !at.in_check || at.position.count_legal_moves() > 0;
        }
        if at.position.is_dead() {
            return true;
        }
        let len = self.keys.len();
        let mut before_root = 0;
        for back in (4..=clock.min(len)).step_by(2) {
            if self.keys[len - back] == at.key {
                before_root += 1;
                if len - back >= self.game_keys || before_root == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The value of a position, looking so many half-moves ahead.
    pub(super) fn search(
        &mut self,
        at: &At,
        mut alpha: Value,
        mut beta: Value,
        depth: i32,
        may_pass: bool,
    ) -> Value {
        // Checks are followed up.
        let mut depth = depth + i32::from(at.in_check);
        if depth <= 0 {
            return self.quiesce(at, alpha, beta);
        }
        let ply = at.ply;
        self.pv[ply].clear();
        if !self.visit(ply) {
            return DRAW;
        }
        let is_pv = beta - alpha > 1;
        let is_root = ply == 0;
        if !is_root {
            if self.is_draw(at) {
                return DRAW;
            }
            if ply >= MAX_PLY {
                return if at.in_check { DRAW } else { evaluate(&at.position, self.shared.weights) };
            }
            // Nothing is better than the shortest mate that is still possible.
            alpha = alpha.max(mated(ply));
            beta = beta.min(-mated(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // A move may be left out, to see what the others are worth.
        let left_out = self.left_out[ply];
        let known = self.shared.table.get(at.key, ply);
        if let Some(entry) = known
            && !is_pv
            && left_out.is_none()
            && i32::from(entry.depth) >= depth
            && at.position.halfmove_clock() < 90
            && is_decisive(&entry, alpha, beta)
        {
            return entry.value;
        }
        let first = known.and_then(|entry| entry.mv);
        let still = self.still_value(at, known);
        self.stills[ply] = still;
        let improving = match (still, ply.checked_sub(2).and_then(|ply| self.stills[ply])) {
            (Some(now), Some(then)) => now > then,
            _ => false,
        };
        self.quiets.forget_killers(ply + 1);

        // What was found out by looking ahead says more than the still value.
        let judged = still.map(|still| known.map_or(still, |entry| better_judged(still, &entry)));
        if let (false, None, Some(judged)) = (is_pv, left_out, judged) {
            if let Some(value) = self.cut_early(at, judged, (alpha, beta), depth, improving) {
                return value;
            }
            if may_pass && let Some(value) = self.try_pass(at, judged, beta, depth) {
                return value;
            }
        }
        // Without a move to begin with the order is a guess: look less far, and find one.
        if depth >= 5 && first.is_none() {
            depth -= 1;
        }

        let more = match known {
            Some(entry) if !is_root && left_out.is_none() && depth >= 7 => {
                match self.is_alone(at, &entry, beta, depth, is_pv) {
                    Alone::Cut(value) => return value,
                    Alone::Yes => 1,
                    Alone::No => 0,
                }
            }
            _ => 0,
        };
        if self.stopped {
            return DRAW;
        }
        // What was looked at without the move is not the line.
        self.pv[ply].clear();

        let before = self.before(ply);
        let mut picker = Picker::all(&at.position, first, &self.quiets, ply, before);
        if picker.len() == 0 {
            return if at.in_check { mated(ply) } else { DRAW };
        }
        let mut best = -INFINITE;
        let mut best_move = None;
        let first_alpha = alpha;
        let mut tried = 0;
        let mut quiets_tried: Vec<Move> = Vec::new();
        while let Some((mv, score)) = picker.next() {
            let code = MoveCode::of(mv);
            if is_root && !self.root_moves.contains(&mv) || left_out == Some(code) {
                continue;
            }
            let is_quiet = !at.position.is_capture(mv) && mv.promotion().is_none();
            let next = at.after(mv);
            if !is_root
                && best > -MATE_FOUND
                && !next.in_check
                && self.is_hopeless(
                    at,
                    mv,
                    is_quiet,
                    score,
                    judged,
                    alpha,
                    depth,
                    quiets_tried.len(),
                    improving,
                )
            {
                continue;
            }
            tried += 1;
            self.steps[ply] = Some(step(&at.position, mv));
            self.keys.push(at.key);
            let deeper = depth - 1 + if first == Some(code) { more } else { 0 };
            let mut value = -INFINITE;
            let mut reduced = deeper;
            if tried > 1 && depth >= 3 && (is_quiet || score < LOSING / 2) {
                let mut less = reduction(depth, tried);
                less -= i32::from(is_pv) + i32::from(next.in_check) + i32::from(at.in_check);
                less += i32::from(!improving);
                if is_quiet {
                    less -= (score.clamp(-16_384, 16_384)) / 6_000;
                }
                reduced = (deeper - less).clamp(1, deeper);
            }
            if tried > 1 {
                value = -self.search(&next, -alpha - 1, -alpha, reduced, true);
                if value > alpha && reduced < deeper {
                    value = -self.search(&next, -alpha - 1, -alpha, deeper, true);
                }
            }
            if tried == 1 || is_pv && value > alpha && value < beta {
                value = -self.search(&next, -beta, -alpha, deeper, true);
            }
            self.keys.pop();
            if self.stopped {
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    self.keep_line(ply, mv);
                    if is_root {
                        self.root_value = value;
                    }
                    if alpha >= beta {
                        if is_quiet {
                            self.quiets.reward(&at.position, mv, &quiets_tried, depth, ply, before);
                        }
                        break;
                    }
                }
            }
            if is_quiet {
                quiets_tried.push(mv);
            }
        }
        if tried == 0 {
            // Only where all moves are left out.
            return alpha;
        }
        let bound = if best >= beta {
            Some(Bound::Lower)
        } else if best > first_alpha {
            None
        } else {
            Some(Bound::Upper)
        };
        // A position of which some moves are left out is not what others would look up.
        if left_out.is_none() && (!is_root || self.root_moves.len() == picker.len()) {
            let entry = Entry {
                mv: best_move.map(MoveCode::of),
                value: best,
                still,
                depth: depth.min(255) as u8,
                bound,
            };
            self.shared.table.put(at.key, entry, ply);
        }
        best
    }

    /// The moves just before.
    fn before(&self, ply: usize) -> Before {
        let step = |back| ply.checked_sub(back).and_then(|ply| self.steps[ply]);
        Before { theirs: step(1), ours: step(2) }
    }

    /// The value without looking ahead; none in check, where it means nothing.
    fn still_value(&self, at: &At, known: Option<Entry>) -> Option<Value> {
        if at.in_check {
            return None;
        }
        known.and_then(|entry| entry.still).or_else(|| Some(evaluate(&at.position, self.shared.weights)))
    }

    /// So far above beta, or so far below alpha, that a few moves will not change it.
    fn cut_early(
        &mut self,
        at: &At,
        still: Value,
        (alpha, beta): (Value, Value),
        depth: i32,
        improving: bool,
    ) -> Option<Value> {
        if depth <= 7 && beta.abs() < MATE_FOUND && still - 80 * (depth - i32::from(improving)) >= beta {
            return Some((still + beta) / 2);
        }
        if depth <= 2 && alpha.abs() < MATE_FOUND && still + 280 * depth < alpha {
            let value = self.quiesce(at, alpha, beta);
            if value <= alpha {
                return Some(value);
            }
        }
        None
    }

    /// Whether the move that the table knows is better than all others by far: then it is followed further. If one of
    /// the others is good enough too, none has to be tried.
    fn is_alone(&mut self, at: &At, entry: &Entry, beta: Value, depth: i32, is_pv: bool) -> Alone {
        let trusted = i32::from(entry.depth) >= depth - 3
            && entry.bound != Some(Bound::Upper)
            && entry.value.abs() < MATE_FOUND;
        let Some(mv) = entry.mv.filter(|_| trusted && at.ply < MAX_PLY / 2) else {
            return Alone::No;
        };
        let bar = entry.value - 2 * depth;
        self.left_out[at.ply] = Some(mv);
        let value = self.search(at, bar - 1, bar, (depth - 1) / 2 - i32::from(at.in_check), false);
        self.left_out[at.ply] = None;
        if value < bar {
            Alone::Yes
        } else if bar >= beta && !is_pv {
            Alone::Cut(bar)
        } else {
            Alone::No
        }
    }

    /// If even passing is too good, a move will be. Not in pawn endings, where having to move may be bad.
    fn try_pass(&mut self, at: &At, still: Value, beta: Value, depth: i32) -> Option<Value> {
        let board = at.position.board();
        let slow = Role::Pawn;
        let ours = board.by_color(at.position.turn());
        let has_pieces =
            (ours - board.by_role(slow) - board.by_piece(Piece::new(at.position.turn(), Role::King))).any();
        if depth < 3 || still < beta || !has_pieces || beta.abs() >= MATE_FOUND {
            return None;
        }
        let next = at.after_pass()?;
        let less = 3 + depth / 4 + ((still - beta) / 200).min(3);
        self.steps[at.ply] = None;
        self.keys.push(at.key);
        let value = -self.search(&next, -beta, -beta + 1, depth - less, false);
        self.keys.pop();
        if self.stopped || value < beta {
            return None;
        }
        // A mate that needs a pass is none.
        let value = if value >= MATE_FOUND { beta } else { value };
        if depth < 10 {
            return Some(value);
        }
        // Far from the leaves a mistake costs more: look again without passing.
        let checked = self.search(at, beta - 1, beta, depth - less, false);
        (!self.stopped && checked >= beta).then_some(value)
    }

    /// Whether a move near the leaves is not worth trying.
    #[expect(clippy::too_many_arguments, reason = "they are what the decision hangs on")]
    fn is_hopeless(
        &self,
        at: &At,
        mv: Move,
        is_quiet: bool,
        score: i32,
        still: Option<Value>,
        alpha: Value,
        depth: i32,
        quiets_tried: usize,
        improving: bool,
    ) -> bool {
        let Some(still) = still else {
            return false;
        };
        if is_quiet {
            let enough = (3 + depth * depth) as usize / (2 - usize::from(improving));
            depth <= 7 && quiets_tried > enough
                || depth <= 6 && still + 100 + 90 * depth <= alpha
                || depth <= 4 && score < -3_000 * depth
                || depth <= 6 && picker::gain(&at.position, mv) < -50 * depth
        } else {
            depth <= 5 && score < LOSING / 2 && picker::gain(&at.position, mv) < -100 * depth
        }
    }

    /// Captures only, until nothing is left to take.
    fn quiesce(&mut self, at: &At, mut alpha: Value, beta: Value) -> Value {
        let ply = at.ply;
        self.pv[ply].clear();
        if !self.visit(ply) {
            return DRAW;
        }
        if self.is_draw(at) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return if at.in_check { DRAW } else { evaluate(&at.position, self.shared.weights) };
        }
        let is_pv = beta - alpha > 1;
        let known = self.shared.table.get(at.key, ply);
        if let Some(entry) = known
            && !is_pv
            && is_decisive(&entry, alpha, beta)
        {
            return entry.value;
        }
        let still = self.still_value(at, known);
        let judged = still.map(|still| known.map_or(still, |entry| better_judged(still, &entry)));
        let first_alpha = alpha;
        let mut best = judged.unwrap_or(-INFINITE);
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let first = known.and_then(|entry| entry.mv);
        let mut picker = match still {
            Some(_) => Picker::loud(&at.position, first),
            None => Picker::all(&at.position, first, &self.quiets, ply, Before::default()),
        };
        if picker.len() == 0 && at.in_check {
            return mated(ply);
        }
        let mut best_move = None;
        while let Some((mv, score)) = picker.next() {
            if let Some(still) = still {
                if score == NEVER {
                    break;
                }
                let taken = at.position.captured(mv).map_or(0, |piece| picker::VALUES[piece.role]);
                let hopeless = mv.promotion().is_none() && still + taken + 200 <= alpha;
                if hopeless || picker::is_losing(&at.position, mv) {
                    continue;
                }
            } else if best > -MATE_FOUND && score < LOSING / 2 {
                continue;
            }
            let next = at.after(mv);
            self.steps[ply] = None;
            self.keys.push(at.key);
            let value = -self.quiesce(&next, -beta, -alpha);
            self.keys.pop();
            if self.stopped {
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    if is_pv {
                        self.keep_line(ply, mv);
                    }
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        let bound = if best >= beta {
            Some(Bound::Lower)
        } else if best > first_alpha {
            None
        } else {
            Some(Bound::Upper)
        };
        let entry = Entry { mv: best_move.map(MoveCode::of), value: best, still, depth: 0, bound };
        self.shared.table.put(at.key, entry, ply);
        best
    }

    /// The line from here: a move and what follows it.
    fn keep_line(&mut self, ply: usize, mv: Move) {
        if let [here, below, ..] = &mut self.pv[ply..] {
            here.clear();
            here.push(mv);
            here.extend_from_slice(below);
        }
    }
}

/// The value of the table where it says more than the still value.
fn better_judged(still: Value, entry: &Entry) -> Value {
    let says_more = match entry.bound {
        None => true,
        Some(Bound::Lower) => entry.value > still,
        Some(Bound::Upper) => entry.value < still,
    };
    if says_more && entry.value.abs() < MATE_FOUND { entry.value } else { still }
}

/// Whether the entry alone tells on which side of the window the value lies.
fn is_decisive(entry: &Entry, alpha: Value, beta: Value) -> bool {
    debug_assert!(entry.value.abs() <= MATE);
    match entry.bound {
        None => true,
        Some(Bound::Lower) => entry.value >= beta,
        Some(Bound::Upper) => entry.value <= alpha,
    }
}
