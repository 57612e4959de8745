//! Pins as JSON: the names of these fields are a promise, only ever extended.
//!
//! Moves are written as UCI does, since they may be moves of the side that is not to move.

use pinsight_rules::{CastlingMode, Move, Placed, Position};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::freedom::Freedom;
use crate::pin::{Pin, Status};
use crate::situational::SituationalPin;

const FIELDS: usize = 13;

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
        let refutation = self.refutation();
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
        pin.serialize_field("freedom", &self.freedom())?;
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
        pin.serialize_field("status", &Status::Standing)?;
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
