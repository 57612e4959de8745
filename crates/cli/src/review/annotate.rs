//! Adds pins to the game as comments, arrows and marks.

use pinsight_pgn::{Annotation, Arrow, Mark, NodeRef, Paint};
use pinsight_tactics::{LineKind, Pin};

use super::{Detail, ReviewedGame};

/// Annotates each move of the mainline with its new pins: a comment, an arrow from the attacker to the shielded piece,
/// and a mark on the pinned piece.
pub(crate) fn annotate(reviewed: &mut ReviewedGame, detail: Detail) {
    let Some(review) = &reviewed.review else {
        return;
    };
    let nodes: Vec<_> = reviewed.game.tree.mainline().map(|node: NodeRef<'_>| node.id()).collect();
    for played in review.moves.iter().filter(|played| !played.new.is_empty()) {
        if let Some(&node) = nodes.get(played.ply.number - 1) {
            reviewed.game.tree.annotate(node, &annotation(&played.new, detail));
        }
    }
}

fn annotation(pins: &[Pin], detail: Detail) -> Annotation {
    let mut annotation = Annotation::default();
    for pin in pins {
        let paint = paint(pin.kind);
        annotation.prose.push(detail.describe(pin));
        annotation.arrows.push(Arrow { paint, from: pin.attacker.square, to: pin.shielded.square });
        let mark = Mark { paint, square: pin.pinned.square };
        // A piece may be pinned on two lines.
        if !annotation.marks.contains(&mark) {
            annotation.marks.push(mark);
        }
    }
    annotation
}

fn paint(kind: LineKind) -> Paint {
    match kind {
        LineKind::AbsolutePin => Paint::Red,
        LineKind::RelativePin => Paint::Yellow,
        LineKind::AbsoluteSkewer | LineKind::Skewer => Paint::Blue,
        LineKind::XRay => Paint::Green,
    }
}
