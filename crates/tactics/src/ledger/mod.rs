//! The ledger: which pins a move makes, keeps and releases, and why.
//!
//! A line can appear or end only if the move touched one of its squares. So the ledger keeps the lines of the current
//! board and, for each move, drops the touched ones and finds what is new.

mod change;
mod context;
mod delta;
mod detect;
mod unchanged;

use pinsight_rules::{Board, Move, Ply, Position};

use crate::line::{Line, LineEnds, LineFinder, Triple};
use crate::pin::{Cause, PinOptions};
pub use change::PinChange;
use change::{LineChange, LineEvent, TrackedLine};
use context::MoveContext;
pub(crate) use delta::MoveDelta;
pub use detect::{PinDiff, detect, detect_forced, detect_pins};
use unchanged::Unchanged;

/// A line of the previous board that the move touched or revalued.
#[derive(Clone, Copy, Debug)]
struct TouchedLine {
    triple: Triple,
    line: Line,
    /// Whether the three pieces still form a line.
    is_line: bool,
    /// Whether that line is still in its class.
    kept: bool,
}

/// Follows a game move by move and reports what each move changes.
///
/// Buffers are reused: once they have grown, a move does not allocate.
///
/// ```
/// use pinsight_rules::{Ply, Position};
/// use pinsight_tactics::PinLedger;
/// let mut position = Position::default();
/// let mut ledger = PinLedger::new(&position);
/// let mut found = Vec::new();
/// for (number, san) in ["e4", "e5", "Nf3", "d6", "d4", "Bg4"].into_iter().enumerate() {
///     let ply = Ply::new(number + 1, position, position.parse_move(san)?);
///     position = ply.after;
///     found.extend(ledger.step(&ply).new_pins().map(|pin| format!("{san}: {pin}")));
/// }
/// assert_eq!(found, ["Bg4: The bishop on g4 is pinning the knight on f3 to the queen on d1."]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PinLedger {
    options: PinOptions,
    board: Board,
    /// The lines of the current board, sorted by rank.
    current: Vec<TrackedLine>,
    /// The lines of the previous board that the last move touched or revalued, sorted by rank.
    touched: Vec<TouchedLine>,
    new: Vec<LineEvent>,
    released: Vec<LineEvent>,
}

impl PinLedger {
    /// Creates a ledger for a game that starts at `start`, with default options.
    pub fn new(start: &Position) -> Self {
        Self::with_options(start, PinOptions::default())
    }

    /// Creates a ledger with the given options.
    pub fn with_options(start: &Position, options: PinOptions) -> Self {
        Self::of_board(start.board(), options)
    }

    fn of_board(board: &Board, options: PinOptions) -> Self {
        let mut ledger = Self {
            options,
            board: Board::EMPTY,
            current: Vec::new(),
            touched: Vec::new(),
            new: Vec::new(),
            released: Vec::new(),
        };
        ledger.start(board);
        ledger
    }

    /// Starts another game and keeps the buffers.
    pub fn restart(&mut self, start: &Position) {
        self.start(start.board());
    }

    fn start(&mut self, board: &Board) {
        self.board = *board;
        self.current.clear();
        LineFinder::new(board).for_each(|triple| {
            if let Some(line) = Line::new(board, &self.options.values, triple.squares) {
                self.current.push(TrackedLine { triple, line, change: LineChange::Stayed });
            }
        });
        self.current.sort_unstable_by_key(|tracked| tracked.triple.rank);
    }

    /// Returns all lines of the current board, of every kind, regardless of the options.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.current.iter().map(|tracked| &tracked.line)
    }

    /// Applies the next move of the game.
    ///
    /// If `ply.before` is not the current position, the ledger restarts there first.
    pub fn step<'a>(&'a mut self, ply: &'a Ply) -> PinChange<'a> {
        self.follow(&ply.before, ply.played, &ply.after)
    }

    /// Like [`step`](PinLedger::step), with the parts of a [`Ply`].
    #[inline]
    pub fn follow<'a>(
        &'a mut self,
        before: &'a Position,
        played: Move,
        after: &'a Position,
    ) -> PinChange<'a> {
        self.advance(&MoveDelta::new(before, played), MoveContext::Legal { before, played, after })
    }

    fn advance<'a>(&'a mut self, delta: &MoveDelta, context: MoveContext<'a>) -> PinChange<'a> {
        let (before, after) = (context.board_before(), context.board_after());
        if self.board != *before {
            self.start(before);
        }
        self.board = *after;
        self.touched.clear();
        self.new.clear();
        self.released.clear();
        let stayed = self.update_current(after, delta, &Unchanged::new(before, after, delta.touched()));
        self.add_new(after, delta, &stayed);
        self.report_released(delta);
        let Self { options, current, new, released, .. } = self;
        PinChange { new, released, current, options, context }
    }

    /// Moves the touched lines to `self.touched` and classifies those again whose kind may have changed. Returns the
    /// ends of the lines that remain.
    fn update_current(&mut self, after: &Board, delta: &MoveDelta, unchanged: &Unchanged<'_>) -> LineEnds {
        let mut stayed = LineEnds::default();
        let squares = delta.touched();
        let Self { options, current, touched, new, .. } = self;
        let mut touch = |old: &TrackedLine, is_line| {
            touched.push(TouchedLine { triple: old.triple, line: old.line, is_line, kept: false });
        };
        current.retain_mut(|tracked| {
            if tracked.triple.span.intersects(squares) {
                touch(tracked, false);
                return false;
            }
            stayed.add(&tracked.triple);
            tracked.change = LineChange::Stayed;
            if unchanged.holds_for(tracked.line.pinned, tracked.line.shielded, &options.values) {
                return true;
            }
            let Some(line) = Line::new(after, &options.values, tracked.triple.squares) else {
                return false;
            };
            if line.kind.class() != tracked.class() {
                touch(tracked, true);
                tracked.change = LineChange::Appeared;
                if options.includes(line.kind) {
                    new.push(LineEvent::new(&tracked.triple, line, Cause::Revalued, delta));
                }
            }
            tracked.line = line;
            true
        });
        stayed
    }

    /// Adds the lines of the new board other than those that stayed.
    fn add_new(&mut self, after: &Board, delta: &MoveDelta, stayed: &LineEnds) {
        let Self { options, current, touched, new, .. } = self;
        let finder = LineFinder::new(after);
        finder.for_each_to(&finder.ends().without(stayed), |triple| {
            let Some(line) = Line::new(after, &options.values, triple.squares) else {
                return;
            };
            let origins = delta.origins(triple.squares);
            let mut change = LineChange::Appeared;
            if let Some(old) = touched.iter_mut().find(|old| old.triple.squares == origins) {
                old.is_line = true;
                old.kept = old.line.kind.class() == line.kind.class();
                if old.kept {
                    change = if origins == triple.squares { LineChange::Stayed } else { LineChange::Shifted };
                }
            }
            if change == LineChange::Appeared && options.includes(line.kind) {
                let old_lines = || touched.iter().map(|old| old.triple.squares);
                let cause = delta.cause_of_new(triple.squares, origins, old_lines);
                new.push(LineEvent::new(&triple, line, cause, delta));
            }
            let place = current
                .iter()
                .rposition(|tracked| tracked.triple.rank < triple.rank)
                .map_or(0, |last| last + 1);
            current.insert(place, TrackedLine { triple, line, change });
        });
        if new.len() > 1 {
            new.sort_unstable_by_key(|event| event.rank);
        }
    }

    fn report_released(&mut self, delta: &MoveDelta) {
        let Self { options, touched, released, .. } = self;
        for old in touched.iter().filter(|old| !old.kept && options.includes(old.line.kind)) {
            let cause = delta.cause_of_release(old.triple.squares, old.is_line);
            released.push(LineEvent::new(&old.triple, old.line, cause, delta));
        }
    }
}
