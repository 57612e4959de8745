//! Pins as JSON: the names of these fields are a promise, only ever extended.
//!
//! Moves are written as UCI does, since they may be moves of the side that is not to move.

use pinsight_rules::{CastlingMode, Move, Placed, Position};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::line::LineKind;
use crate::pin::{By, Cause, Freedom, Pin, PinStatus, Prospects, SituationalPin};
use crate::review::{PinStory, Review, ReviewedMove, Tally};

const FIELDS: usize = 13;

/// Names are written as data has them.
macro_rules! serialize_by_name {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    )*};
}

serialize_by_name!(LineKind, PinStatus, Cause, By, Freedom);

/// A piece as `{square, role, color}`.
struct Place(Placed);

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut place = serializer.serialize_struct("Placed", 3)?;
        place.serialize_field("square", &self.0.square.to_string())?;
        place.serialize_field("role", self.0.piece.role.name())?;
        place.serialize_field("color", self.0.piece.color.name())?;
        place.end()
    }
}

impl Serialize for Pin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Prospects { freedom, refutation, .. } = self.prospects();
        let moves: Vec<String> = self.moves().iter().map(ToString::to_string).collect();
        let mut pin = serializer.serialize_struct("Pin", FIELDS)?;
        pin.serialize_field("kind", &self.kind)?;
        pin.serialize_field("status", &self.status)?;
        pin.serialize_field("cause", &self.cause)?;
        pin.serialize_field("by", &self.by)?;
        pin.serialize_field("attacker", &Place(self.attacker))?;
        pin.serialize_field("pinned", &Place(self.pinned))?;
        pin.serialize_field("shielded", &Place(self.shielded))?;
        pin.serialize_field("cost", &self.cost)?;
        pin.serialize_field("holds", &self.cost.map(|_| refutation.is_none()))?;
        pin.serialize_field("refutation", &refutation.map(|found| found.played.to_string()))?;
        pin.serialize_field("freedom", &freedom)?;
        pin.serialize_field("moves", &moves)?;
        pin.serialize_field("situational", &None::<Proof>)?;
        pin.end()
    }
}

/// The proof of a situational pin.
#[derive(serde::Serialize)]
struct Proof {
    all: bool,
    allowing: Vec<Step>,
    safe: Vec<String>,
}

#[derive(serde::Serialize)]
struct Step {
    #[serde(rename = "move")]
    played: String,
    mate: String,
}

fn uci(position: &Position, mv: Move) -> String {
    position.uci(mv, CastlingMode::Standard).to_string()
}

impl Serialize for SituationalPin {
    /// The same fields, with kind `situational_pin`, no shielded piece, and the proof under `situational`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let before = self.position();
        let moves: Vec<String> =
            before.legal_moves_from(self.pinned.square).iter().map(|&mv| uci(before, mv)).collect();
        let proof = Proof {
            all: self.all_moves_allow(),
            allowing: self
                .allowing
                .iter()
                .map(|allowed| Step {
                    played: uci(before, allowed.played),
                    mate: uci(&before.play_unchecked(allowed.played), allowed.mate),
                })
                .collect(),
            safe: self.safe.iter().map(|&mv| uci(before, mv)).collect(),
        };
        let mut pin = serializer.serialize_struct("SituationalPin", FIELDS)?;
        pin.serialize_field("kind", "situational_pin")?;
        pin.serialize_field("status", &PinStatus::Standing)?;
        pin.serialize_field("cause", &None::<&str>)?;
        pin.serialize_field("by", &None::<&str>)?;
        pin.serialize_field("attacker", &Place(self.attacker))?;
        pin.serialize_field("pinned", &Place(self.pinned))?;
        pin.serialize_field("shielded", &None::<Place>)?;
        pin.serialize_field("cost", &None::<i32>)?;
        pin.serialize_field("holds", &None::<bool>)?;
        pin.serialize_field("refutation", &None::<&str>)?;
        pin.serialize_field("freedom", &Freedom::Free)?;
        pin.serialize_field("moves", &moves)?;
        pin.serialize_field("situational", &proof)?;
        pin.end()
    }
}

impl Serialize for PinStory {
    /// The pin as it arose, `since` and `until` which half-move, how long it `stood`, what `released` it and what the
    /// `loss` was.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut story = serializer.serialize_struct("PinStory", 6)?;
        story.serialize_field("pin", &self.pin)?;
        story.serialize_field("since", &self.since)?;
        story.serialize_field("until", &self.end.map(|end| end.ply))?;
        story.serialize_field("stood", &self.stood)?;
        story.serialize_field(
            "released",
            &self.end.map(|end| Release { cause: end.pin.cause, by: end.pin.by }),
        )?;
        story.serialize_field("loss", &self.loss)?;
        story.end()
    }
}

#[derive(serde::Serialize)]
struct Release {
    cause: Option<Cause>,
    by: Option<By>,
}

impl Serialize for ReviewedMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let before = &self.ply.before;
        let mut reviewed = serializer.serialize_struct("ReviewedMove", 8)?;
        reviewed.serialize_field("ply", &self.ply.number)?;
        reviewed.serialize_field("move_number", &before.fullmove_number())?;
        reviewed.serialize_field("side", before.turn().name())?;
        reviewed.serialize_field("san", &self.ply.san())?;
        reviewed.serialize_field("uci", &before.uci(self.ply.played, before.castling_mode()).to_string())?;
        reviewed.serialize_field("fen", &before.to_string())?;
        reviewed.serialize_field("new", &self.new)?;
        reviewed.serialize_field("released", &self.released)?;
        reviewed.end()
    }
}

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tally = serializer.serialize_struct("Tally", 5)?;
        tally.serialize_field("pins", &self.pins)?;
        tally.serialize_field("absolute", &self.absolute)?;
        tally.serialize_field("relative", &self.relative)?;
        tally.serialize_field("self_inflicted", &self.self_inflicted)?;
        tally.serialize_field("won_material", &self.won_material)?;
        tally.end()
    }
}

#[derive(serde::Serialize)]
struct Summary {
    white: Tally,
    black: Tally,
}

impl Serialize for Review {
    /// `start` (a FEN), `standing` pins there, `moves` with what each changes, `pins` with their stories, `summary` by
    /// side.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tally = self.tally();
        let mut review = serializer.serialize_struct("Review", 5)?;
        review.serialize_field("start", &self.start.to_string())?;
        review.serialize_field("standing", &self.standing)?;
        review.serialize_field("moves", &self.moves)?;
        review.serialize_field("pins", &self.stories)?;
        review.serialize_field("summary", &Summary { white: tally.white, black: tally.black })?;
        review.end()
    }
}
