//! Pins, skewers and x-rays. The field names are stable: fields are added, never renamed.
//!
//! Moves are in UCI notation because they may be moves of the side that is not to move.

use pinsight_rules::{CastlingMode, Move, Position};
use pinsight_tactics::{LineKind, Prospects};
use serde::{Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::moves::Uci;
use crate::names::{by_name, one_of};
use crate::piece::Placed;

/// The name of the kind of a situational pin.
const SITUATIONAL: &str = "situational_pin";

/// The kind of a pin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PinKind {
    /// A line through two pieces.
    Line(LineKind),
    /// A piece that shields against a mate.
    Situational,
}

impl Serialize for PinKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Line(kind) => kind.name(),
            Self::Situational => SITUATIONAL,
        })
    }
}

impl PartialSchema for PinKind {
    fn schema() -> RefOr<Schema> {
        one_of("The kind of a pin.", LineKind::ALL.into_iter().map(LineKind::name).chain([SITUATIONAL]))
            .into()
    }
}

impl ToSchema for PinKind {}

by_name! {
    /// What the last move did to a pin.
    PinStatus(pinsight_tactics::PinStatus)
}

by_name! {
    /// Why a pin is new or released.
    PinCause(pinsight_tactics::Cause)
}

by_name! {
    /// Whose move made or released a pin: the attacker's side, or the pinned side itself.
    PinBy(pinsight_tactics::By)
}

by_name! {
    /// How the pinned piece can move.
    Freedom(pinsight_tactics::Freedom)
}

by_name! {
    /// Whether a pin matters now.
    Relevance(pinsight_tactics::Relevance)
}

/// A pin, a skewer or an x-ray.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Pin {
    /// The kind.
    pub kind: PinKind,
    /// What the last move did to it.
    pub status: PinStatus,
    /// Why it is new or released.
    pub cause: Option<PinCause>,
    /// Whose move made or released it.
    pub by: Option<PinBy>,
    /// The attacker. Squares are those before the move for a released pin, else those after it.
    pub attacker: Placed,
    /// The pinned piece.
    pub pinned: Placed,
    /// The shielded piece; null for a situational pin.
    pub shielded: Option<Placed>,
    /// What the attacker's side gains if the pinned piece leaves; null for an absolute pin.
    pub cost: Option<i32>,
    /// The best move of the pinned piece off the line that mates, or gains at least `cost` by exchanges on its target
    /// square alone; null if there is none.
    pub static_reply: Option<Uci>,
    /// How the pinned piece can move.
    pub freedom: Freedom,
    /// Whether the pin matters now: by search if requested, else by a static rule; null for other lines.
    pub relevance: Option<Relevance>,
    /// The legal moves of the pinned piece.
    pub moves: Vec<Uci>,
    /// The proof of a situational pin; null for one that search found, whose line is in `reason`.
    pub situational: Option<SituationalProof>,
}

/// The proof of a situational pin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SituationalProof {
    /// Whether every move of the pinned piece allows the mate.
    pub all: bool,
    /// The moves that allow it.
    pub allowing: Vec<AllowedMate>,
    /// The moves that do not.
    pub safe: Vec<Uci>,
}

/// A move of the pinned piece and the mate that it allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct AllowedMate {
    /// The move of the pinned piece.
    #[serde(rename = "move")]
    pub played: Uci,
    /// The mate.
    pub mate: Uci,
}

impl From<&pinsight_tactics::Pin> for Pin {
    fn from(pin: &pinsight_tactics::Pin) -> Self {
        let Prospects { freedom, static_reply, .. } = pin.prospects();
        Self {
            kind: PinKind::Line(pin.kind),
            status: pin.status.into(),
            cause: pin.cause.map(PinCause),
            by: pin.by.map(PinBy),
            attacker: pin.attacker.into(),
            pinned: pin.pinned.into(),
            shielded: Some(pin.shielded.into()),
            cost: pin.cost,
            static_reply: static_reply.map(|reply| reply.played.into()),
            freedom: freedom.into(),
            relevance: pin.relevance_with(|| freedom).map(Relevance),
            moves: pin.moves().into_iter().map(Uci).collect(),
            situational: None,
        }
    }
}

impl From<&pinsight_tactics::SituationalPin> for Pin {
    fn from(pin: &pinsight_tactics::SituationalPin) -> Self {
        let before = pin.position();
        let allowed = |allowed: &pinsight_tactics::Allowed| AllowedMate {
            played: uci(before, allowed.played),
            mate: uci(&before.play_unchecked(allowed.played), allowed.mate),
        };
        let moves = before.legal_moves_from(pin.pinned.square);
        Self {
            kind: PinKind::Situational,
            status: pinsight_tactics::PinStatus::Standing.into(),
            cause: None,
            by: None,
            attacker: pin.attacker.into(),
            pinned: pin.pinned.into(),
            shielded: None,
            cost: None,
            static_reply: None,
            freedom: pinsight_tactics::Freedom::Free.into(),
            relevance: Some(pinsight_tactics::Relevance::Real.into()),
            moves: moves.into_iter().map(|mv| uci(before, mv)).collect(),
            situational: Some(SituationalProof {
                all: pin.all_moves_allow(),
                allowing: pin.allowing.iter().map(allowed).collect(),
                safe: pin.safe.iter().map(|&mv| uci(before, mv)).collect(),
            }),
        }
    }
}

fn uci(position: &Position, mv: Move) -> Uci {
    position.uci(mv, CastlingMode::Standard).into()
}

/// A pin with its description in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct WordedPin {
    /// The pin.
    #[serde(flatten)]
    pub pin: Pin,
    /// The pin in one sentence.
    pub sentence: String,
    /// The pin in full: kind, cause, cost, what the pinned piece can do.
    pub explanation: String,
}

impl From<&pinsight_tactics::Pin> for WordedPin {
    fn from(pin: &pinsight_tactics::Pin) -> Self {
        Self { pin: pin.into(), sentence: pin.to_string(), explanation: pin.explain() }
    }
}
