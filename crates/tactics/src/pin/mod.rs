//! Pins: lines with their status, cause and attributes.

mod board_state;
mod context;
mod freedom;
mod options;
mod relevance;
mod situational;
mod standing;
mod static_reply;
mod status;

use pinsight_rules::{Board, Placed, Square};

use crate::line::{Line, LineKind};
pub(crate) use board_state::BoardState;
pub(crate) use context::{PinContext, PlayedMove};
pub use freedom::{AttackerFlags, Freedom, Prospects, cross_pinned};
pub use options::PinOptions;
pub use relevance::Relevance;
pub use situational::{Allowed, SituationalPin, situational_pins};
pub use standing::{standing, standing_pins};
pub use static_reply::StaticReply;
pub use status::{By, Cause, PinStatus};

/// A [`Line`] together with how the last move changed it.
///
/// Squares are those after the move; for a released pin, those before it. Attributes that cost more to compute are
/// methods: [`freedom`](Pin::freedom), [`static_reply`](Pin::static_reply), [`relevance`](Pin::relevance),
/// [`attacker_flags`](Pin::attacker_flags), [`explain`](Pin::explain). `Display` writes one sentence:
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
    /// How the last move relates to it.
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
