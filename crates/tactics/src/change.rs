//! What a move changes: which pins are new, kept, released, and why.

use pinsight_rules::attacks::between;
use pinsight_rules::{Bitboard, Board, Color, Move, Ply, Position, Square, VALUES, Values};

use crate::line::{Class, Line, judge};
use crate::pin::{By, Cause, Pin, Played, Scene, Stand, Status};
use crate::sight::{Sight, sliders};
use crate::unchanged::Unchanged;

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// What pieces are worth.
    pub values: Values,
    /// Whether skewers and x-rays are told as well, not only pins.
    pub all: bool,
}

impl Default for Options {
    /// The usual values; pins only.
    fn default() -> Self {
        Self { values: VALUES, all: false }
    }
}

/// Where the pieces go in one move: each keeps its identity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift {
    pub(crate) mover: Color,
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) rook: Option<(Square, Square)>,
    pub(crate) taken: Option<Square>,
    pub(crate) en_passant: bool,
}

impl Shift {
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
pub(crate) struct Known {
    squares: [Square; 3],
    line: Line,
    class: Class,
    /// Whether the move left the three on one line.
    stands: bool,
    /// Whether it is still of its class as well.
    kept: bool,
}

impl Known {
    fn new(line: Line) -> Self {
        Self { squares: line.squares(), line, class: line.kind.class(), stands: false, kept: false }
    }
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
///     told.extend(ledger.step(&ply).new.iter().map(|pin| format!("{san}: {pin}")));
/// }
/// assert_eq!(told, ["Bg4: The bishop on g4 is pinning the knight on f3 to the queen on d1."]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PinLedger {
    options: Options,
    board: Board,
    /// For each slider, by its square, all squares on which its lines depend.
    sights: [Bitboard; 64],
    /// For each slider, by its square, where its lines begin among those that stand: they stand together.
    first: [usize; 64],
    stood: Vec<Known>,
    stand: Vec<Known>,
    new: Vec<Pin>,
    kept: Vec<Pin>,
    released: Vec<Pin>,
}

/// What one move changed. Those that stood before, without the released, with the new, are those that stand now.
#[derive(Clone, Copy, Debug)]
pub struct PinChange<'a> {
    /// The pins that the move brought.
    pub new: &'a [Pin],
    /// The pins that stood before and still stand.
    pub kept: &'a [Pin],
    /// The pins that the move ended.
    pub released: &'a [Pin],
}

impl PinLedger {
    /// A ledger of the pins of a game that begins here, with the usual values.
    pub fn new(start: &Position) -> Self {
        Self::with_options(start, Options::default())
    }

    /// A ledger with values of one's own, or of all lines.
    pub fn with_options(start: &Position, options: Options) -> Self {
        Self::of_board(start.board(), options)
    }

    pub(crate) fn of_board(board: &Board, options: Options) -> Self {
        let mut ledger = Self {
            options,
            board: Board::EMPTY,
            sights: [Bitboard::EMPTY; 64],
            first: [0; 64],
            stood: Vec::new(),
            stand: Vec::new(),
            new: Vec::new(),
            kept: Vec::new(),
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
        for attacker in sliders(board) {
            let sight = Sight::of(board, attacker);
            self.sights[attacker.index()] = sight.squares;
            self.first[attacker.index()] = self.stand.len();
            let lines = sight.lines().filter_map(|squares| judge(board, &self.options.values, squares));
            self.stand.extend(lines.map(Known::new));
        }
    }

    /// All lines that stand now, of every kind whatever the options.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.stand.iter().map(|known| &known.line)
    }

    /// Takes in the next move of the game.
    ///
    /// A move that does not follow on the one before is taken as the first of another game.
    pub fn step(&mut self, ply: &Ply) -> PinChange<'_> {
        let shift = Shift::of(&ply.before, ply.played);
        let played = Played::Legal(ply.before, ply.played);
        self.advance(&shift, &Stand::from(&ply.before), &Stand::from(&ply.after), played)
    }

    pub(crate) fn advance(
        &mut self,
        shift: &Shift,
        before: &Stand,
        after: &Stand,
        played: Played,
    ) -> PinChange<'_> {
        if self.board != before.board {
            self.start(&before.board);
        }
        core::mem::swap(&mut self.stood, &mut self.stand);
        self.board = after.board;
        self.stand.clear();
        self.new.clear();
        self.kept.clear();
        self.released.clear();
        let touched = shift.touched();
        let step =
            Step { shift, after, played, unchanged: Unchanged::new(&before.board, &after.board, touched) };
        for attacker in sliders(&after.board) {
            let first = core::mem::replace(&mut self.first[attacker.index()], self.stand.len());
            if self.sights[attacker.index()].intersects(touched) || touched.contains(attacker) {
                let sight = Sight::of(&after.board, attacker);
                self.sights[attacker.index()] = sight.squares;
                for squares in sight.lines() {
                    let origins = shift.origins(squares);
                    let old = self.stood.iter().position(|old| old.squares == origins);
                    self.take_in(&step, squares, origins, old);
                }
            } else {
                let mut index = first;
                while let Some(squares) = self.stood.get(index).map(|old| old.squares)
                    && squares[0] == attacker
                {
                    self.take_in(&step, squares, squares, Some(index));
                    index += 1;
                }
            }
        }
        self.release(&step, before);
        PinChange { new: &self.new, kept: &self.kept, released: &self.released }
    }

    /// A line that stands after the move; `old` is the place among those that stood where the same three are.
    #[inline]
    fn take_in(&mut self, step: &Step<'_>, squares: [Square; 3], origins: [Square; 3], old: Option<usize>) {
        let stayed = origins == squares;
        let old = old.and_then(|index| self.stood.get_mut(index));
        let same = old
            .as_ref()
            .filter(|old| {
                stayed && step.unchanged.holds_for(old.line.pinned, old.line.shielded, &self.options.values)
            })
            .map(|old| old.line);
        let Some(line) = same.or_else(|| judge(&step.after.board, &self.options.values, squares)) else {
            return;
        };
        let known = Known::new(line);
        self.stand.push(known);
        let mut kept = false;
        if let Some(old) = old {
            old.stands = true;
            old.kept = old.class == known.class;
            kept = old.kept;
        }
        if !self.options.all && known.class != Class::Pin {
            return;
        }
        let scene = step.scene(step.after, self.options.values);
        if kept {
            let (status, shifted) = (Status::Kept, !stayed);
            self.kept.push(Pin { line, status, shifted, cause: None, by: None, scene });
        } else {
            let cause =
                Some(step.shift.cause_of_new(squares, origins, || self.stood.iter().map(|old| old.squares)));
            let by = Some(step.shift.by(line.attacker.piece.color));
            self.new.push(Pin { line, status: Status::New, shifted: false, cause, by, scene });
        }
    }

    /// What stood before and was not taken in again.
    fn release(&mut self, step: &Step<'_>, before: &Stand) {
        let all = self.options.all;
        for old in self.stood.iter().filter(|old| !old.kept && (all || old.class == Class::Pin)) {
            self.released.push(Pin {
                line: old.line,
                status: Status::Released,
                shifted: false,
                cause: Some(step.shift.cause_of_release(old.squares, old.stands)),
                by: Some(step.shift.by(old.line.attacker.piece.color)),
                scene: step.scene(before, self.options.values),
            });
        }
    }
}

/// One move as the ledger looks at it.
struct Step<'a> {
    shift: &'a Shift,
    after: &'a Stand,
    played: Played,
    unchanged: Unchanged<'a>,
}

impl Step<'_> {
    fn scene(&self, stand: &Stand, values: Values) -> Scene {
        Scene { stand: *stand, played: Some(self.played), values }
    }
}
