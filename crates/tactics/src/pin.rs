//! A line with what is known of it: whether it is new, why, and by whom.

use pinsight_rules::{Board, Color, EnPassantMode, Move, Placed, Position, Role, Square, UciMove, Values};

use crate::line::{Line, LineKind};

/// How a pin stands to the move just played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PinStatus {
    /// It stands; no move was looked at.
    Standing,
    /// The move brought it.
    New,
    /// The same three pieces stood so before the move.
    Kept,
    /// The move ended it.
    Released,
}

impl PinStatus {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Standing, Self::New, Self::Kept, Self::Released];

    /// The name in data: `new`, `kept` ...
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standing => "standing",
            Self::New => "new",
            Self::Kept => "kept",
            Self::Released => "released",
        }
    }
}

/// Why a pin is new or released.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// New: the attacker moved, a castled rook and a promoted piece included.
    Created,
    /// New: the piece behind left or was taken, and another stands behind it.
    Replaced,
    /// New: the pinned piece moved onto the line.
    SteppedInFront,
    /// New: the shielded piece moved onto the line.
    SteppedBehind,
    /// New or released: the three stand as before, but what taking gains has changed.
    Revalued,
    /// New: a capture in passing emptied the line.
    EnPassant,
    /// New: a piece left its square between attacker and pinned.
    Discovered,
    /// New: a piece left its square between pinned and shielded.
    Unmasked,
    /// Released: the attacker moved.
    AttackerMoved,
    /// Released: the attacker was taken.
    AttackerCaptured,
    /// Released: the pinned piece moved.
    PinnedMoved,
    /// Released: the pinned piece was taken.
    PinnedCaptured,
    /// Released: the shielded piece moved.
    ShieldedMoved,
    /// Released: the shielded piece was taken.
    ShieldedCaptured,
    /// Released: a piece stepped between.
    LineBlocked,
}

impl Cause {
    /// All causes, those of new pins first, each group in the order in which they are tried.
    pub const ALL: [Self; 15] = [
        Self::Created,
        Self::Replaced,
        Self::SteppedInFront,
        Self::SteppedBehind,
        Self::Revalued,
        Self::EnPassant,
        Self::Discovered,
        Self::Unmasked,
        Self::AttackerMoved,
        Self::AttackerCaptured,
        Self::PinnedMoved,
        Self::PinnedCaptured,
        Self::ShieldedMoved,
        Self::ShieldedCaptured,
        Self::LineBlocked,
    ];

    /// The name in data: `created`, `stepped_in_front`, `attacker_moved` ...
    pub const fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Replaced => "replaced",
            Self::SteppedInFront => "stepped_in_front",
            Self::SteppedBehind => "stepped_behind",
            Self::Revalued => "revalued",
            Self::EnPassant => "en_passant",
            Self::Discovered => "discovered",
            Self::Unmasked => "unmasked",
            Self::AttackerMoved => "attacker_moved",
            Self::AttackerCaptured => "attacker_captured",
            Self::PinnedMoved => "pinned_moved",
            Self::PinnedCaptured => "pinned_captured",
            Self::ShieldedMoved => "shielded_moved",
            Self::ShieldedCaptured => "shielded_captured",
            Self::LineBlocked => "line_blocked",
        }
    }
}

/// Whose move made or ended a pin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum By {
    /// The attacker's side.
    Attacker,
    /// The side of the pinned piece: a new pin is self-inflicted.
    Itself,
}

impl By {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Attacker, Self::Itself];

    /// The name in data: `attacker` or `self`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attacker => "attacker",
            Self::Itself => "self",
        }
    }
}

/// A [`Line`] together with how the last move changed it.
///
/// Squares are those after the move; for a released pin, those before it. Attributes that cost more to compute are
/// methods: [`freedom`](Pin::freedom), [`holds`](Pin::holds), [`attacker_flags`](Pin::attacker_flags),
/// [`explain`](Pin::explain). `Display` writes one sentence:
///
/// ```
/// use pinsight_rules::Position;
/// use pinsight_tactics::detect_pins;
/// let position: Position = "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1".parse()?;
/// let pins = detect_pins(&position, position.parse_move("Bb2")?);
/// assert_eq!(pins[0].to_string(), "The bishop on b2 is pinning the queen on g7 to the king on h8.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pin {
    /// The bishop, rook or queen.
    pub attacker: Placed,
    /// The piece in front.
    pub pinned: Placed,
    /// The piece behind it.
    pub shielded: Placed,
    /// The kind of the line.
    pub kind: LineKind,
    /// For a relative pin: what the attacker's side gains on the shielded piece's square once the pinned piece is gone.
    pub cost: Option<i32>,
    /// Whether the last move brought, kept or ended the pin.
    pub status: PinStatus,
    /// For a kept pin: whether one of the three pieces changed its square.
    pub shifted: bool,
    /// Why the pin is new or released.
    pub cause: Option<Cause>,
    /// Which side's move made it new or released.
    pub by: Option<By>,
    pub(crate) context: PinContext,
}

impl Pin {
    pub(crate) fn new(line: Line, status: PinStatus, context: PinContext) -> Self {
        let Line { attacker, pinned, shielded, kind, cost } = line;
        Self {
            attacker,
            pinned,
            shielded,
            kind,
            cost,
            status,
            shifted: false,
            cause: None,
            by: None,
            context,
        }
    }

    /// The three pieces, the kind and the cost, without the move.
    pub fn line(&self) -> Line {
        let Self { attacker, pinned, shielded, kind, cost, .. } = *self;
        Line { attacker, pinned, shielded, kind, cost }
    }

    /// The three squares: attacker, pinned, shielded.
    pub fn squares(&self) -> [Square; 3] {
        [self.attacker.square, self.pinned.square, self.shielded.square]
    }

    /// The board with the three pieces: after the move, or before it for a released pin.
    pub fn board(&self) -> &Board {
        &self.context.state.board
    }
}

/// Where a pin stands and what was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PinContext {
    pub(crate) state: BoardState,
    pub(crate) played: Option<PlayedMove>,
    pub(crate) values: Values,
}

/// Pieces and whose turn it is; unlike a position, perhaps not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardState {
    pub(crate) board: Board,
    pub(crate) turn: Color,
    pub(crate) en_passant: Option<Square>,
}

impl From<&Position> for BoardState {
    #[inline]
    fn from(position: &Position) -> Self {
        Self {
            board: *position.board(),
            turn: position.turn(),
            en_passant: position.en_passant(EnPassantMode::Fen),
        }
    }
}

/// The move that a pin is told with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayedMove {
    Legal(Position, Move),
    Forced { from: Square, to: Square, promotion: Option<Role> },
}

impl PlayedMove {
    /// Where the piece goes.
    pub(crate) fn to(&self) -> Square {
        match self {
            Self::Legal(_, mv) => mv.to(),
            Self::Forced { to, .. } => *to,
        }
    }

    /// SAN, or for a move against the rules its squares.
    pub(crate) fn text(&self) -> String {
        match *self {
            Self::Legal(before, mv) => before.san(mv),
            Self::Forced { from, to, promotion } => UciMove::Normal { from, to, promotion }.to_string(),
        }
    }
}
