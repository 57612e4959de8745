//! What a move changes: which pins are new, kept, released, and why.

use pinsight_rules::attacks::between;
use pinsight_rules::{Bitboard, Board, Color, Move, Ply, Position, Square, VALUES, Values};

use crate::line::{Class, Line, LineKind, judge};
use crate::pin::{BoardState, By, Cause, Pin, PinContext, PinStatus, PlayedMove};
use crate::sight::{Ends, Triple, View};
use crate::unchanged::Unchanged;

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PinOptions {
    /// What pieces are worth.
    pub values: Values,
    /// Whether skewers and x-rays are told as well, not only pins.
    pub all: bool,
}

impl PinOptions {
    /// Whether lines of this kind are told.
    fn tell(&self, kind: LineKind) -> bool {
        self.all || kind.is_pin()
    }
}

impl Default for PinOptions {
    /// The usual values; pins only.
    fn default() -> Self {
        Self { values: VALUES, all: false }
    }
}

/// Where the pieces go in one move: each keeps its identity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveDelta {
    pub(crate) mover: Color,
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) rook: Option<(Square, Square)>,
    pub(crate) taken: Option<Square>,
    pub(crate) en_passant: bool,
}

impl MoveDelta {
    #[inline]
    pub(crate) fn of(before: &Position, mv: Move) -> Self {
        let taken = mv.capture_square().filter(|&square| before.board().occupied().contains(square));
        Self {
            mover: before.turn(),
            from: mv.from(),
            to: mv.to(),
            rook: mv.castling_rook(),
            taken,
            en_passant: mv.is_en_passant(),
        }
    }

    /// Where the piece stood that is now there.
    #[inline]
    fn origin(&self, after: Square) -> Square {
        match self.rook {
            _ if after == self.to => self.from,
            Some((from, to)) if after == to => from,
            _ => after,
        }
    }

    /// Where the piece that stood there is now, if it is not taken.
    #[inline]
    fn destination(&self, before: Square) -> Option<Square> {
        match self.rook {
            _ if before == self.from => Some(self.to),
            Some((from, to)) if before == from => Some(to),
            _ if self.taken == Some(before) => None,
            _ => Some(before),
        }
    }

    #[inline]
    pub(crate) fn origins(&self, after: [Square; 3]) -> [Square; 3] {
        after.map(|square| self.origin(square))
    }

    /// Whether the piece that stood there is elsewhere now, or gone.
    fn left(&self, before: Square) -> bool {
        self.destination(before) != Some(before)
    }

    /// The squares on which nothing stands any more.
    fn vacated(&self) -> Bitboard {
        let rook = self.rook.map_or(Bitboard::EMPTY, |(from, _)| from.into());
        let pawn = self.taken.map_or(Bitboard::EMPTY, Bitboard::from);
        let filled = self.rook.map_or(Bitboard::EMPTY, |(_, to)| to.into()).with(self.to);
        (rook | pawn).with(self.from) - filled
    }

    /// The squares on which something else stands than before, or nothing any more.
    #[inline]
    pub(crate) fn touched(&self) -> Bitboard {
        let rook = self.rook.map_or(Bitboard::EMPTY, |(from, to)| Bitboard::from(from).with(to));
        self.taken.map_or(rook, |taken| rook.with(taken)).with(self.from).with(self.to)
    }

    pub(crate) fn by(&self, attacker: Color) -> By {
        if self.mover == attacker { By::Attacker } else { By::Itself }
    }

    /// Why a line is new, by the first cause that fits; `stood` gives the lines of its attacker before the move.
    pub(crate) fn cause_of_new<I: Iterator<Item = [Square; 3]>>(
        &self,
        after: [Square; 3],
        before: [Square; 3],
        stood: impl Fn() -> I,
    ) -> Cause {
        let [attacker, pinned, shielded] = after;
        let replaced = |old: [Square; 3]| old[..2] == before[..2] && old[2] != before[2] && self.left(old[2]);
        if attacker != before[0] {
            Cause::Created
        } else if stood().any(replaced) {
            Cause::Replaced
        } else if pinned != before[1] {
            Cause::SteppedInFront
        } else if shielded != before[2] {
            Cause::SteppedBehind
        } else if stood().any(|old| old == before) {
            Cause::Revalued
        } else if self.en_passant {
            Cause::EnPassant
        } else if self.vacated().intersects(between(attacker, pinned)) {
            Cause::Discovered
        } else {
            Cause::Unmasked
        }
    }

    /// Why a line is gone, by the first cause that fits; `stands` tells whether the three still form a line.
    fn cause_of_release(&self, squares: [Square; 3], stands: bool) -> Cause {
        let causes = [
            (Cause::AttackerMoved, Cause::AttackerCaptured),
            (Cause::PinnedMoved, Cause::PinnedCaptured),
            (Cause::ShieldedMoved, Cause::ShieldedCaptured),
        ];
        for (square, (moved, captured)) in squares.into_iter().zip(causes) {
            match self.destination(square) {
                None => return captured,
                Some(now) if now != square => return moved,
                Some(_) => {}
            }
        }
        if stands { Cause::Revalued } else { Cause::LineBlocked }
    }
}

/// A line that the ledger keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrackedLine {
    triple: Triple,
    line: Line,
    /// What the last move had to do with it.
    fate: LineChange,
}

/// What a move does with a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LineChange {
    /// It stands on the same squares.
    Stays,
    /// It stands with one of the three elsewhere.
    Shifts,
    /// The three have not stood so, or the line was no pin, or no skewer, as it is now.
    Arises,
}

impl TrackedLine {
    fn class(&self) -> Class {
        self.line.kind.class()
    }
}

/// A line that the ledger kept, after a move that touched it or what it is.
#[derive(Clone, Copy, Debug)]
struct Touched {
    triple: Triple,
    line: Line,
    /// Whether the move left the three on one line.
    stands: bool,
    /// Whether it is still of its class as well.
    kept: bool,
}

/// Follows a game move by move and tells what each one changes.
///
/// Its buffers are used again and again: once they have grown, a move allocates nothing.
///
/// ```
/// use pinsight_rules::{Ply, Position};
/// use pinsight_tactics::PinLedger;
/// let mut position = Position::default();
/// let mut ledger = PinLedger::new(&position);
/// let mut told = Vec::new();
/// for (number, san) in ["e4", "e5", "Nf3", "d6", "d4", "Bg4"].into_iter().enumerate() {
///     let ply = Ply::new(number + 1, position, position.parse_move(san)?);
///     position = ply.after;
///     told.extend(ledger.step(&ply).new_pins().map(|pin| format!("{san}: {pin}")));
/// }
/// assert_eq!(told, ["Bg4: The bishop on g4 is pinning the knight on f3 to the queen on d1."]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PinLedger {
    options: PinOptions,
    board: Board,
    /// The lines that stand: white's attackers first, by the attacker's square, then by direction.
    stand: Vec<TrackedLine>,
    /// In the same order those that stood before the move, as far as it touched them.
    touched: Vec<Touched>,
    new: Vec<Event>,
    released: Vec<Event>,
}

/// A line that a move brought or ended.
#[derive(Clone, Copy, Debug)]
struct Event {
    rank: u16,
    line: Line,
    cause: Cause,
    by: By,
}

impl Event {
    fn new(triple: &Triple, line: Line, cause: Cause, shift: &MoveDelta) -> Self {
        Self { rank: triple.rank, line, cause, by: shift.by(line.attacker.piece.color) }
    }

    fn pin(&self, status: PinStatus, context: PinContext) -> Pin {
        Pin { cause: Some(self.cause), by: Some(self.by), ..Pin::new(self.line, status, context) }
    }
}

/// What one move changed. Those that stood before, without the released, with the new, are those that stand now.
#[derive(Clone, Copy, Debug)]
pub struct PinChange<'a> {
    new: &'a [Event],
    released: &'a [Event],
    stand: &'a [TrackedLine],
    options: &'a PinOptions,
    moment: MoveContext<'a>,
}

impl<'a> PinChange<'a> {
    /// The pins that the move brought.
    pub fn new_pins(&self) -> impl ExactSizeIterator<Item = Pin> + use<'a> {
        let Self { moment, options, .. } = *self;
        self.new.iter().map(move |event| event.pin(PinStatus::New, moment.context_after(&options.values)))
    }

    /// The pins that the move ended.
    pub fn released_pins(&self) -> impl ExactSizeIterator<Item = Pin> + use<'a> {
        let Self { moment, options, .. } = *self;
        self.released
            .iter()
            .map(move |event| event.pin(PinStatus::Released, moment.context_before(&options.values)))
    }

    /// The pins that stood before and still stand.
    pub fn kept_pins(&self) -> impl Iterator<Item = Pin> {
        let kept = self.stand.iter().filter(|known| known.fate != LineChange::Arises);
        kept.filter(|known| self.options.tell(known.line.kind)).map(|known| {
            let context = self.moment.context_after(&self.options.values);
            Pin {
                shifted: known.fate == LineChange::Shifts,
                ..Pin::new(known.line, PinStatus::Kept, context)
            }
        })
    }
}

/// A move with what was before it and what is after it; nothing is copied unless there is something to tell.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MoveContext<'a> {
    Legal { before: &'a Position, played: Move, after: &'a Position },
    Forced { before: &'a BoardState, after: &'a BoardState, played: PlayedMove },
}

impl<'a> MoveContext<'a> {
    fn board_before(&self) -> &'a Board {
        match *self {
            Self::Legal { before, .. } => before.board(),
            Self::Forced { before, .. } => &before.board,
        }
    }

    fn board_after(&self) -> &'a Board {
        match *self {
            Self::Legal { after, .. } => after.board(),
            Self::Forced { after, .. } => &after.board,
        }
    }

    fn context_before(&self, values: &Values) -> PinContext {
        let state = match *self {
            Self::Legal { before, .. } => BoardState::from(before),
            Self::Forced { before, .. } => *before,
        };
        PinContext { state, played: Some(self.played()), values: *values }
    }

    fn context_after(&self, values: &Values) -> PinContext {
        let state = match *self {
            Self::Legal { after, .. } => BoardState::from(after),
            Self::Forced { after, .. } => *after,
        };
        PinContext { state, played: Some(self.played()), values: *values }
    }

    fn played(&self) -> PlayedMove {
        match *self {
            Self::Legal { before, played, .. } => PlayedMove::Legal(*before, played),
            Self::Forced { played, .. } => played,
        }
    }
}

impl PinLedger {
    /// A ledger of the pins of a game that begins here, with the usual values.
    pub fn new(start: &Position) -> Self {
        Self::with_options(start, PinOptions::default())
    }

    /// A ledger with values of one's own, or of all lines.
    pub fn with_options(start: &Position, options: PinOptions) -> Self {
        Self::of_board(start.board(), options)
    }

    pub(crate) fn of_board(board: &Board, options: PinOptions) -> Self {
        let mut ledger = Self {
            options,
            board: Board::EMPTY,
            stand: Vec::new(),
            touched: Vec::new(),
            new: Vec::new(),
            released: Vec::new(),
        };
        ledger.start(board);
        ledger
    }

    /// Begins again, with another game: the buffers stay.
    pub fn restart(&mut self, start: &Position) {
        self.start(start.board());
    }

    fn start(&mut self, board: &Board) {
        self.board = *board;
        self.stand.clear();
        View::of(board).lines(|triple| {
            if let Some(line) = judge(board, &self.options.values, triple.squares) {
                self.stand.push(TrackedLine { triple, line, fate: LineChange::Stays });
            }
        });
        self.stand.sort_unstable_by_key(|known| known.triple.rank);
    }

    /// All lines that stand now, of every kind whatever the options.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.stand.iter().map(|known| &known.line)
    }

    /// Takes in the next move of the game.
    ///
    /// A move that does not follow on the one before is taken as the first of another game.
    pub fn step<'a>(&'a mut self, ply: &'a Ply) -> PinChange<'a> {
        self.follow(&ply.before, ply.played, &ply.after)
    }

    /// The same for whoever has the move and its positions in places of their own.
    #[inline]
    pub fn follow<'a>(
        &'a mut self,
        before: &'a Position,
        played: Move,
        after: &'a Position,
    ) -> PinChange<'a> {
        self.advance(&MoveDelta::of(before, played), MoveContext::Legal { before, played, after })
    }

    pub(crate) fn advance<'a>(&'a mut self, shift: &MoveDelta, moment: MoveContext<'a>) -> PinChange<'a> {
        let (before, after) = (moment.board_before(), moment.board_after());
        if self.board != *before {
            self.start(before);
        }
        self.board = *after;
        self.touched.clear();
        self.new.clear();
        self.released.clear();
        let stayed = self.look_again(after, shift, &Unchanged::new(before, after, shift.touched()));
        self.take_in(after, shift, &stayed);
        self.tell_released(shift);
        let Self { options, stand, new, released, .. } = self;
        PinChange { new, released, stand, options, moment }
    }

    /// Sets the lines aside on which a touched square lies, and judges those again that may have become others. Tells
    /// where those end that stand as they stood.
    fn look_again(&mut self, after: &Board, shift: &MoveDelta, unchanged: &Unchanged<'_>) -> Ends {
        let mut stayed = Ends::default();
        let squares = shift.touched();
        let Self { options, stand, touched, new, .. } = self;
        let mut set_aside = |old: &TrackedLine, stands| {
            touched.push(Touched { triple: old.triple, line: old.line, stands, kept: false });
        };
        stand.retain_mut(|known| {
            if known.triple.span.intersects(squares) {
                set_aside(known, false);
                return false;
            }
            stayed.add(&known.triple);
            known.fate = LineChange::Stays;
            if unchanged.holds_for(known.line.pinned, known.line.shielded, &options.values) {
                return true;
            }
            let Some(line) = judge(after, &options.values, known.triple.squares) else {
                return false;
            };
            if line.kind.class() != known.class() {
                set_aside(known, true);
                known.fate = LineChange::Arises;
                if options.tell(line.kind) {
                    new.push(Event::new(&known.triple, line, Cause::Revalued, shift));
                }
            }
            known.line = line;
            true
        });
        stayed
    }

    /// Takes in the lines of the new position other than those that stayed.
    fn take_in(&mut self, after: &Board, shift: &MoveDelta, stayed: &Ends) {
        let Self { options, stand, touched, new, .. } = self;
        let view = View::of(after);
        view.lines_to(&view.ends().without(stayed), |triple| {
            let Some(line) = judge(after, &options.values, triple.squares) else {
                return;
            };
            let origins = shift.origins(triple.squares);
            let mut fate = LineChange::Arises;
            if let Some(old) = touched.iter_mut().find(|old| old.triple.squares == origins) {
                old.stands = true;
                old.kept = old.line.kind.class() == line.kind.class();
                if old.kept {
                    fate = if origins == triple.squares { LineChange::Stays } else { LineChange::Shifts };
                }
            }
            if fate == LineChange::Arises && options.tell(line.kind) {
                let stood = || touched.iter().map(|old| old.triple.squares);
                let cause = shift.cause_of_new(triple.squares, origins, stood);
                new.push(Event::new(&triple, line, cause, shift));
            }
            let place =
                stand.iter().rposition(|known| known.triple.rank < triple.rank).map_or(0, |last| last + 1);
            stand.insert(place, TrackedLine { triple, line, fate });
        });
        if new.len() > 1 {
            new.sort_unstable_by_key(|event| event.rank);
        }
    }

    fn tell_released(&mut self, shift: &MoveDelta) {
        let Self { options, touched, released, .. } = self;
        for old in touched.iter().filter(|old| !old.kept && options.tell(old.line.kind)) {
            let cause = shift.cause_of_release(old.triple.squares, old.stands);
            released.push(Event::new(&old.triple, old.line, cause, shift));
        }
    }
}
