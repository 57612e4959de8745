//! Motifs: patterns on the board or in a line of moves, with the squares that take part. One file per motif;
//! `docs/motifs.md` has the definitions.

mod kind;
mod value;

mod combination;

mod double_check;
mod promotion;

use pinsight_rules::{IllegalMove, Move, Position};

pub use combination::{Combination, Step};
pub use kind::{MotifKind, MotifKindError};
pub use value::{Motif, MotifSquare, SquareRole};

/// Returns the motifs of a position, of both sides, ordered by kind.
///
/// ```
/// use pinsight_rules::Position;
/// use pinsight_tactics::{MotifKind, motifs_of};
/// let position: Position = "4k3/8/8/3N4/8/8/8/4RK2 b - - 0 1".parse()?;
/// assert!(motifs_of(&position).iter().all(|motif| motif.kind != MotifKind::DoubleCheck));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn motifs_of(position: &Position) -> Vec<Motif> {
    let mut found = Vec::new();
    double_check::in_position(position, &mut found);
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
        double_check::in_line(self, &mut found);
        promotion::in_line(self, &mut found);
        found.sort_by_key(|motif| (motif.ply, motif.kind));
        found
    }
}
