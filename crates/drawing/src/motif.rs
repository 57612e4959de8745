//! Motifs as arrows and circles.

use pinsight_rules::Square;
use pinsight_tactics::{Motif, MotifKind, SquareRole};

use crate::mark::{Arrow, Circle};
use crate::theme::Tint;

/// Returns the arrows of a motif: from each attacker to what it attacks, and from each defender to what it guards.
///
/// Pins have none, since a scene draws them as lines.
pub(crate) fn arrows(motif: &Motif) -> Vec<Arrow> {
    if motif.kind == MotifKind::Pin {
        return Vec::new();
    }
    let ends = [SquareRole::Target, SquareRole::King].map(|role| motif.squares_of(role));
    let ends: Vec<Square> = ends.into_iter().flatten().collect();
    let tints = [(SquareRole::Attacker, Tint::Red), (SquareRole::Defender, Tint::Blue)];
    let mut arrows = Vec::new();
    for (role, tint) in tints {
        for from in motif.squares_of(role) {
            arrows.extend(ends.iter().filter(|&&to| to != from).map(|&to| Arrow { from, to, tint }));
        }
    }
    arrows
}

/// Returns the circles of a motif: targets and kings red, blockers and pieces behind a target yellow.
pub(crate) fn circles(motif: &Motif) -> Vec<Circle> {
    if motif.kind == MotifKind::Pin {
        return Vec::new();
    }
    let tints = [
        (SquareRole::Target, Tint::Red),
        (SquareRole::King, Tint::Red),
        (SquareRole::Shielded, Tint::Yellow),
        (SquareRole::Blocker, Tint::Yellow),
    ];
    let circles_of = |(role, tint)| motif.squares_of(role).map(move |square| Circle { square, tint });
    tints.into_iter().flat_map(circles_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::Position;
    use pinsight_tactics::motifs_of;

    #[test]
    fn a_fork_is_drawn_as_arrows_to_its_targets() {
        let position: Position = "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1".parse().expect("a position");
        let motifs = motifs_of(&position);
        let fork = motifs.iter().find(|motif| motif.kind == MotifKind::Fork).expect("a fork");
        let arrow = |to| Arrow { from: Square::C7, to, tint: Tint::Red };
        assert_eq!(arrows(fork), [arrow(Square::A8), arrow(Square::E8)]);
        let circle = |square| Circle { square, tint: Tint::Red };
        assert_eq!(circles(fork), [circle(Square::A8), circle(Square::E8)]);
    }
}
