//! Openings of a match.

use pinsight_rules::{History, Move, Position};

/// A starting position and the first moves of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The name.
    pub name: Option<String>,
    /// The position before the first move.
    pub start: Position,
    /// The moves: legal in sequence.
    pub moves: Vec<Move>,
}

/// Common openings, balanced for both sides.
const LIST: [(&str, &str); 24] = [
    ("Italian Game", "e4 e5 Nf3 Nc6 Bc4 Bc5"),
    ("Two Knights", "e4 e5 Nf3 Nc6 Bc4 Nf6"),
    ("Spanish", "e4 e5 Nf3 Nc6 Bb5 a6"),
    ("Berlin", "e4 e5 Nf3 Nc6 Bb5 Nf6"),
    ("Scotch", "e4 e5 Nf3 Nc6 d4 exd4"),
    ("Four Knights", "e4 e5 Nf3 Nc6 Nc3 Nf6"),
    ("Petrov", "e4 e5 Nf3 Nf6 Nxe5 d6"),
    ("Vienna", "e4 e5 Nc3 Nf6 g3 Bc5"),
    ("Open Sicilian", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6"),
    ("Sicilian, Taimanov", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6"),
    ("Closed Sicilian", "e4 c5 Nc3 Nc6 g3 g6"),
    ("Alapin", "e4 c5 c3 Nf6 e5 Nd5"),
    ("French, Winawer", "e4 e6 d4 d5 Nc3 Bb4"),
    ("French, Tarrasch", "e4 e6 d4 d5 Nd2 Nf6"),
    ("Caro-Kann", "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5"),
    ("Scandinavian", "e4 d5 exd5 Qxd5 Nc3 Qa5"),
    ("Pirc", "e4 d6 d4 Nf6 Nc3 g6"),
    ("Queen's Gambit Declined", "d4 d5 c4 e6 Nc3 Nf6"),
    ("Slav", "d4 d5 c4 c6 Nf3 Nf6"),
    ("Queen's Gambit Accepted", "d4 d5 c4 dxc4 Nf3 Nf6"),
    ("Nimzo-Indian", "d4 Nf6 c4 e6 Nc3 Bb4"),
    ("King's Indian", "d4 Nf6 c4 g6 Nc3 Bg7"),
    ("Grünfeld", "d4 Nf6 c4 g6 Nc3 d5"),
    ("English", "c4 e5 Nc3 Nf6 Nf3 Nc6"),
];

impl Opening {
    /// The standard starting position.
    pub fn start() -> Self {
        Self::position(Position::default())
    }

    /// A starting position without moves.
    pub const fn position(start: Position) -> Self {
        Self { name: None, start, moves: Vec::new() }
    }

    /// A short list of common openings.
    pub fn list() -> Vec<Self> {
        LIST.iter().filter_map(|(name, moves)| Self::parse(name, moves)).collect()
    }

    /// Parses an opening from SAN moves; `None` if one is illegal.
    fn parse(name: &str, moves: &str) -> Option<Self> {
        let mut game = History::default();
        for san in moves.split_whitespace() {
            let mv = game.position().parse_move(san).ok()?;
            game.play(mv).ok()?;
        }
        let moves = game.plies().iter().map(|ply| ply.played).collect();
        Some(Self { name: Some(name.to_owned()), start: *game.start(), moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_openings_are_legal_and_distinct() {
        let list = Opening::list();
        assert_eq!(list.len(), LIST.len());
        for (index, opening) in list.iter().enumerate() {
            assert!(list[..index].iter().all(|other| other.moves != opening.moves), "{opening:?}");
        }
    }
}
