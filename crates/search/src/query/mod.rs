//! Search for positions in games.

mod horizon;
mod material;
mod pawns;

use std::ops::RangeInclusive;

use pinsight_rules::{Bitboard, Position, VALUES, Values};
use pinsight_tactics::{MotifKind, PinFilter, PinOptions, motifs_of, standing};

pub use horizon::Horizon;
pub use material::Material;
pub use pawns::PawnStructure;

use crate::selection::SoughtPosition;

/// What a position must have: every field must match at the same position. An empty field matches all positions.
#[derive(Clone, Debug)]
pub struct PositionQuery {
    /// The position itself.
    pub position: Option<SoughtPosition>,
    /// The pawns.
    pub pawns: Option<PawnStructure>,
    /// The material.
    pub material: Option<Material>,
    /// Pins, of which all must exist.
    pub pins: Vec<PinFilter>,
    /// Motifs of either side, of which all must exist.
    pub motifs: Vec<MotifKind>,
    /// The plies after which the position occurs; 0 is the start of the game.
    pub plies: RangeInclusive<u32>,
    /// The piece values by which pins are judged.
    pub values: Values,
}

impl Default for PositionQuery {
    /// Matches all positions.
    fn default() -> Self {
        Self {
            position: None,
            pawns: None,
            material: None,
            pins: Vec::new(),
            motifs: Vec::new(),
            plies: 0..=u32::MAX,
            values: VALUES,
        }
    }
}

impl PositionQuery {
    /// Returns whether there is any restriction besides the plies.
    pub fn is_any(&self) -> bool {
        let exact = self.position.is_some() || self.pawns.is_some() || self.material.is_some();
        exact || !self.pins.is_empty() || !self.motifs.is_empty()
    }

    /// Returns why no position can match, if that is certain.
    pub fn contradiction(&self) -> Option<String> {
        if let Some(motif) = self.motifs.iter().find(|motif| !motif.is_in_positions()) {
            return Some(format!("`{motif}` is a motif of moves, and positions are searched"));
        }
        if self.material.is_some_and(|material| !self.pins.iter().all(|pin| material.has_pin(pin))) {
            return Some("the material lacks a piece of the pin".to_owned());
        }
        self.conflict().map(str::to_owned)
    }

    /// Returns which two of position, pawns, material, pins and motifs exclude each other.
    fn conflict(&self) -> Option<&'static str> {
        let fits = |pawns: PawnStructure, material: Material| {
            material.has_pawns(pawns.by_color().map(Bitboard::len))
        };
        if let (Some(pawns), Some(material)) = (self.pawns, self.material)
            && !fits(pawns, material)
        {
            return Some("the material has another number of pawns than the pawn structure");
        }
        let sought = self.position.as_ref()?.position();
        if self.pawns.is_some_and(|pawns| pawns != PawnStructure::of(sought.board())) {
            return Some("the position has other pawns than the pawn structure");
        }
        if self.material.is_some_and(|material| !material.matches(sought.board())) {
            return Some("the position has other material");
        }
        if !self.has_pins(sought) {
            return Some("the position has no such pin");
        }
        (!self.has_motifs(sought)).then_some("the position has no such motif")
    }

    /// Returns the position if it is the only restriction.
    pub fn only_position(&self) -> Option<SoughtPosition> {
        let is_only = self.pawns.is_none()
            && self.material.is_none()
            && self.pins.is_empty()
            && self.motifs.is_empty()
            && self.plies == (0..=u32::MAX);
        self.position.filter(|_| is_only)
    }

    /// Returns the pawns that every match has, if the query fixes them.
    pub fn pawn_structure(&self) -> Option<PawnStructure> {
        self.position.map(|sought| PawnStructure::of(sought.position().board())).or(self.pawns)
    }

    /// Returns whether the position after `ply` matches.
    pub fn matches(&self, ply: u32, position: &Position) -> bool {
        let board = position.board();
        // In the order of the cost.
        self.plies.contains(&ply)
            && self.position.is_none_or(|sought| sought.matches(position))
            && self.pawns.is_none_or(|pawns| pawns == PawnStructure::of(board))
            && self.material.is_none_or(|material| material.matches(board))
            && self.has_pins(position)
            && self.has_motifs(position)
    }

    fn has_pins(&self, position: &Position) -> bool {
        if self.pins.is_empty() {
            return true;
        }
        let all = self.pins.iter().any(PinFilter::wants_all_lines);
        let pins = standing(position, &PinOptions { values: self.values, all });
        self.pins.iter().all(|filter| pins.iter().any(|pin| filter.matches(pin, position.turn())))
    }

    fn has_motifs(&self, position: &Position) -> bool {
        if self.motifs.is_empty() {
            return true;
        }
        let motifs = motifs_of(position);
        self.motifs.iter().all(|kind| motifs.iter().any(|motif| motif.kind == *kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(query: &PositionQuery, fen: &str) -> bool {
        query.matches(10, &fen.parse().expect(fen))
    }

    #[test]
    fn material_matches_either_colour() {
        let query = |text: &str| PositionQuery {
            material: Some(text.parse().expect(text)),
            ..PositionQuery::default()
        };
        assert!(matches(&query("KRPvKR"), "8/8/4k3/8/r7/8/4P3/R3K3 w - - 0 1"));
        assert!(matches(&query("krp-kr"), "8/4p3/4k3/8/r7/8/8/R3K3 w - - 0 1"));
        assert!(!matches(&query("KRvKR"), "8/8/4k3/8/r7/8/4P3/R3K3 w - - 0 1"));
        for wrong in ["", "KRP", "RvK", "KKvK", "KXvK", "KQQQQQQQQQQvK", "KPPPPPPPPQQvK", "KvKvK"] {
            assert!(wrong.parse::<Material>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn pawns_match_whatever_the_other_pieces() {
        let carlsbad = "r1bq1rk1/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/R2Q1RK1";
        let query =
            PositionQuery { pawns: Some(carlsbad.parse().expect("pawns")), ..PositionQuery::default() };
        assert!(matches(&query, "6k1/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/6K1 w - - 0 1"));
        assert!(!matches(&query, "6k1/pp3ppp/2p5/3p4/3P4/8/PP3PPP/6K1 w - - 0 1"));
        for wrong in ["", "8/8", "P7/8/8/8/8/8/8/8", "8/pppppppp/p7/8/8/8/8/8", "x"] {
            assert!(wrong.parse::<PawnStructure>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn contradicting_fields_are_found() {
        let start: Position = "4k3/4n3/8/8/8/8/P7/4R1K1 w - - 0 1".parse().expect("a FEN");
        let query = PositionQuery { position: Some(SoughtPosition::new(start)), ..PositionQuery::default() };
        let pawns = |text: &str| text.parse().ok();
        let pin = |text| vec![PinFilter::from_pattern(text).expect("a pattern")];
        for (query, is_possible) in [
            (query.clone(), true),
            (PositionQuery { material: "KRPvKN".parse().ok(), ..query.clone() }, true),
            (PositionQuery { material: "KRvKN".parse().ok(), ..query.clone() }, false),
            (PositionQuery { pawns: pawns("8/8/8/8/8/8/P7/8"), ..query.clone() }, true),
            (PositionQuery { pawns: pawns("8/8/8/8/8/8/7P/8"), ..query.clone() }, false),
            (PositionQuery { pins: pin("rook > knight > king"), ..query.clone() }, true),
            (PositionQuery { pins: pin("bishop > knight > king"), ..query.clone() }, false),
            (PositionQuery { motifs: vec![MotifKind::Fork], ..query }, false),
        ] {
            assert_eq!(query.contradiction().is_none(), is_possible, "{query:?}");
        }
        for (pawns, is_possible) in
            [("8/8/8/8/8/8/P7/8", true), ("8/p7/8/8/8/8/8/8", true), ("8/8/8/8/8/8/PP6/8", false)]
        {
            let query = PositionQuery {
                pawns: pawns.parse().ok(),
                material: "KRPvKR".parse().ok(),
                ..PositionQuery::default()
            };
            assert_eq!(query.contradiction().is_none(), is_possible, "{pawns}");
        }
    }

    #[test]
    fn material_without_the_pieces_of_a_pin_and_motifs_of_moves_are_contradictions() {
        let query = |material: &str, pin: &str| PositionQuery {
            material: Some(material.parse().expect(material)),
            pins: vec![PinFilter::from_pattern(pin).expect(pin)],
            ..PositionQuery::default()
        };
        for (material, pin, is_possible) in [
            ("KRvKN", "rook > knight > king", true),
            ("KNvKR", "rook > knight > king", true),
            ("KRvKN", "any > any > any", true),
            ("KRvKN", "bishop > knight > king", false),
            ("KRvKN", "rook > queen > king", false),
            ("KRNvK", "rook > knight > king", false),
            ("KRvKN", "rook > knight > knight", false),
            ("KRvKNN", "rook > knight > knight", true),
            ("KvK", "any > any > any", false),
        ] {
            let found = query(material, pin).contradiction();
            assert_eq!(found.is_none(), is_possible, "{material} {pin}: {found:?}");
        }
        for motif in [MotifKind::Sacrifice, MotifKind::Fork] {
            let query = PositionQuery { motifs: vec![motif], ..PositionQuery::default() };
            assert_eq!(query.contradiction().is_none(), motif == MotifKind::Fork);
        }
    }

    #[test]
    fn all_fields_must_match_at_one_position() {
        let pin = PinFilter::from_pattern("rook > knight > king").expect("a pattern");
        let query = PositionQuery {
            pins: vec![pin],
            material: Some("KRvKN".parse().expect("material")),
            plies: 10..=20,
            ..PositionQuery::default()
        };
        let position: Position = "4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1".parse().expect("a FEN");
        assert!(query.matches(10, &position) && query.matches(20, &position));
        assert!(!query.matches(9, &position) && !query.matches(21, &position));
        assert!(!matches(&query, "5k2/5n2/8/8/8/8/8/4R1K1 w - - 0 1"));
        let fork = PositionQuery { motifs: vec![MotifKind::Fork], ..PositionQuery::default() };
        assert!(matches(&fork, "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1"));
        assert!(!matches(&fork, "r3k3/8/8/1N6/8/8/8/4K3 b - - 0 1"));
    }
}
