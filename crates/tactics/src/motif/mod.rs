//! Motifs: patterns on the board or in a line of moves, with the squares that take part. One file per motif;
//! `docs/motifs.md` has the definitions.

mod kind;
mod value;

mod combination;
mod facts;

mod attraction;
mod back_rank_weakness;
mod capturing_defender;
mod castling;
mod clearance;
mod defensive_move;
mod deflection;
mod desperado;
mod discovered;
mod double_check;
mod en_passant;
mod exposed_king;
mod fork;
mod hanging_piece;
mod interference;
mod intermezzo;
mod mate;
mod mate_threat;
mod overloaded_defender;
mod pin;
mod promotion;
mod quiet_move;
mod sacrifice;
mod skewer;
mod trapped_piece;
mod x_ray;
mod zugzwang;

use pinsight_rules::{IllegalMove, Move, Position};

pub use combination::{Combination, Step};
pub use kind::{MotifKind, MotifKindError};
pub use value::{Motif, MotifSquare, SquareRole};

/// The searches for motifs of a position.
const IN_POSITION: [fn(&Position, &mut Vec<Motif>); 14] = [
    back_rank_weakness::in_position,
    discovered::in_position,
    double_check::in_position,
    exposed_king::in_position,
    fork::in_position,
    hanging_piece::in_position,
    mate::in_position,
    mate_threat::in_position,
    overloaded_defender::in_position,
    pin::in_position,
    skewer::in_position,
    trapped_piece::in_position,
    x_ray::in_position,
    zugzwang::in_position,
];

/// The searches for motifs of a line of moves.
const IN_LINE: [fn(&Combination, &mut Vec<Motif>); 26] = [
    attraction::in_line,
    capturing_defender::in_line,
    castling::in_line,
    clearance::in_line,
    defensive_move::in_line,
    deflection::in_line,
    desperado::in_line,
    discovered::in_line,
    double_check::in_line,
    en_passant::in_line,
    exposed_king::in_line,
    fork::in_line,
    hanging_piece::in_line,
    interference::in_line,
    intermezzo::in_line,
    mate::in_line,
    mate_threat::in_line,
    overloaded_defender::in_line,
    pin::in_line,
    promotion::in_line,
    quiet_move::in_line,
    sacrifice::in_line,
    skewer::in_line,
    trapped_piece::in_line,
    x_ray::in_line,
    zugzwang::in_line,
];

/// Returns the motifs of a position, of both sides, ordered by kind.
///
/// ```
/// use pinsight_rules::Position;
/// use pinsight_tactics::{MotifKind, motifs_of};
/// let position: Position = "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1".parse()?;
/// let fork = motifs_of(&position).into_iter().find(|motif| motif.kind == MotifKind::Fork);
/// assert_eq!(fork.unwrap().to_string(), "fork by White: attacker c7, targets a8 e8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn motifs_of(position: &Position) -> Vec<Motif> {
    let mut found = Vec::new();
    for search in IN_POSITION {
        search(position, &mut found);
    }
    found.sort_by_key(|motif| motif.kind);
    found
}

/// Returns the motifs that the side to move uses in a line of moves, ordered by ply.
///
/// The first, third, fifth move and so on are those of the side that profits. Use [`Combination::after`] if the move
/// that led to `position` is known: some motifs depend on it.
///
/// ```
/// use pinsight_rules::Position;
/// use pinsight_tactics::{MotifKind, motifs_of_line};
/// let position: Position = "4k3/8/4N3/8/8/8/8/4RK2 w - - 0 1".parse()?;
/// let moves = [position.parse_move("Nc7+")?];
/// let motifs = motifs_of_line(&position, &moves)?;
/// assert!(motifs.iter().any(|motif| motif.kind == MotifKind::DoubleCheck && motif.ply == Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn motifs_of_line(position: &Position, moves: &[Move]) -> Result<Vec<Motif>, IllegalMove> {
    Ok(Combination::new(position, moves)?.motifs())
}

impl Combination {
    /// Returns the motifs that the side uses, ordered by ply, then by kind.
    pub fn motifs(&self) -> Vec<Motif> {
        let mut found = Vec::new();
        for search in IN_LINE {
            search(self, &mut found);
        }
        found.sort_by_key(|motif| (motif.ply, motif.kind));
        found
    }
}
