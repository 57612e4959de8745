//! A position with all that the board needs to answer at once.

use pinsight_rules::{
    ByRole, CastlingMode, Claim, Color, EnPassantMode, End, Move, Placed, Position, Role, Square,
};
use pinsight_tactics::{Pin, PinOptions, detect, standing_pins};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::tree::{Node, NodeId, Played, Tree};

#[derive(serde::Serialize, Debug)]
pub(crate) struct PositionDto {
    fen: String,
    turn: &'static str,
    check: Option<String>,
    moves: Destinations,
    promotions: Vec<String>,
    outcome: Option<OutcomeDto>,
    claim: Option<&'static str>,
    captured: CapturedDto,
    balance: i32,
    pins: Vec<PinDto>,
    released: Vec<PinDto>,
}

impl PositionDto {
    /// The position of a node; none if there is no such node.
    pub(crate) fn of(tree: &Tree, id: NodeId) -> Option<Self> {
        let node = tree.get(id)?;
        let before = node.parent.and_then(|parent| tree.get(parent)).map(|parent| &parent.position);
        let (pins, released) = match (before, node.played) {
            (Some(before), Some(Played::Move(mv))) => {
                let change = detect(before, mv, &PinOptions::default());
                ([change.new, change.kept].concat(), change.released)
            }
            _ => (standing_pins(&node.position), Vec::new()),
        };
        let end = tree.end(id);
        let legal = node.position.legal_moves();
        let moves: &[Move] = &legal;
        Some(Self {
            fen: node.position.fen(EnPassantMode::Fen),
            turn: node.position.turn().name(),
            check: node.checked_king().map(|square| square.to_string()),
            moves: Destinations::of(&node.position, moves),
            promotions: promotions(moves),
            outcome: end.map(OutcomeDto::of),
            claim: if end.is_none() { tree.claim(id).map(Claim::name) } else { None },
            captured: CapturedDto::of(node),
            balance: node.balance(),
            pins: pins.into_iter().map(PinDto).collect(),
            released: released.into_iter().map(PinDto).collect(),
        })
    }
}

/// For each square that a piece may leave, the squares where it may go.
#[derive(Debug)]
struct Destinations(Vec<(Square, Vec<Square>)>);

impl Destinations {
    fn of(position: &Position, moves: &[Move]) -> Self {
        let chess960 = position.castling_mode() == CastlingMode::Chess960;
        let mut pairs: Vec<(Square, Square)> = moves
            .iter()
            .map(|mv| match mv.castling_rook() {
                Some((rook, _)) if chess960 => (mv.from(), rook),
                _ => (mv.from(), mv.to()),
            })
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let groups = pairs.chunk_by(|one, two| one.0 == two.0);
        Self(
            groups
                .filter_map(|group| Some((group.first()?.0, group.iter().map(|pair| pair.1).collect())))
                .collect(),
        )
    }
}

impl Serialize for Destinations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (from, targets) in &self.0 {
            let targets: String = targets.iter().map(Square::to_string).collect();
            map.serialize_entry(&from.to_string(), &targets)?;
        }
        map.end()
    }
}

/// The moves that promote, each pair of squares once.
fn promotions(moves: &[Move]) -> Vec<String> {
    let mut pairs: Vec<(Square, Square)> =
        moves.iter().filter(|mv| mv.promotion().is_some()).map(|mv| (mv.from(), mv.to())).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs.into_iter().map(|(from, to)| format!("{from}{to}")).collect()
}

#[derive(serde::Serialize, Debug)]
struct OutcomeDto {
    result: &'static str,
    termination: &'static str,
    text: String,
}

impl OutcomeDto {
    fn of(end: End) -> Self {
        Self { result: end.outcome.pgn(), termination: end.termination.name(), text: end.to_string() }
    }
}

/// The pieces that each side has lost, as letters, dearest first.
#[derive(serde::Serialize, Debug)]
struct CapturedDto {
    white: String,
    black: String,
}

impl CapturedDto {
    fn of(node: &Node) -> Self {
        let letters = |lost: &ByRole<u8>| -> String {
            let roles = Role::ALL.into_iter().rev();
            roles.flat_map(|role| std::iter::repeat_n(role.letter(), usize::from(lost[role]))).collect()
        };
        let lower = |color: Color| letters(&node.lost[color]).to_ascii_lowercase();
        Self { white: lower(Color::White), black: lower(Color::Black) }
    }
}

/// A pin with its words.
#[derive(Debug)]
struct PinDto(Pin);

impl Serialize for PinDto {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Fields<'a> {
            #[serde(flatten)]
            pin: &'a Pin,
            sentence: String,
            explanation: String,
        }
        let Self(pin) = self;
        Fields { pin, sentence: pin.to_string(), explanation: pin.explain() }.serialize(serializer)
    }
}

/// A piece on its square.
#[derive(serde::Serialize, Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlaceDto {
    square: String,
    role: &'static str,
    color: &'static str,
}

impl From<Placed> for PlaceDto {
    fn from(Placed { piece, square }: Placed) -> Self {
        Self { square: square.to_string(), role: piece.role.name(), color: piece.color.name() }
    }
}
