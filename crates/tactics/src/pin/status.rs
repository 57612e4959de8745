//! How a move relates to a pin: status, cause, side.

/// How a pin relates to the last move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PinStatus {
    /// The pin exists; no move is considered.
    Standing,
    /// The move made it.
    New,
    /// The same three pieces were a pin before the move.
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
    /// New: the attacker moved. Includes a castled rook and a promoted piece.
    Created,
    /// New: the old shielded piece moved or was captured, and another piece is behind it.
    Replaced,
    /// New: the pinned piece moved onto the line.
    SteppedInFront,
    /// New: the shielded piece moved onto the line.
    SteppedBehind,
    /// New or released: the three pieces are where they were, but the exchange has changed.
    Revalued,
    /// New: an en passant capture opened the line.
    EnPassant,
    /// New: a piece between attacker and pinned piece moved away.
    Discovered,
    /// New: a piece between pinned and shielded piece moved away.
    Unmasked,
    /// Released: the attacker moved.
    AttackerMoved,
    /// Released: the attacker was captured.
    AttackerCaptured,
    /// Released: the pinned piece moved.
    PinnedMoved,
    /// Released: the pinned piece was captured.
    PinnedCaptured,
    /// Released: the shielded piece moved.
    ShieldedMoved,
    /// Released: the shielded piece was captured.
    ShieldedCaptured,
    /// Released: a piece moved between two of the three.
    LineBlocked,
}

impl Cause {
    /// All causes: first those of new pins, then those of releases, each in the order in which they are tested.
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

/// Which side's move made or ended a pin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum By {
    /// The attacker's side.
    Attacker,
    /// The side of the pinned piece; a new pin is then self-inflicted.
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
