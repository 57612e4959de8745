//! Adds a review to the game as NAGs, comments, evaluations, arrows, marks and variations.

use pinsight_coach::{Finding, FindingKind, GameReview, MoveReview};
use pinsight_pgn::{
    Annotation, Arrow, Command, Eval, EvalScore, Mark, Nag, NodeId, NodeMove, NodeRef, Paint, Tree,
};
use pinsight_players::Value;
use pinsight_rules::Move;
use pinsight_tactics::{LineKind, Pin};

use super::{Detail, ReviewedGame};

/// Maximum length of a better line in plies.
const BETTER: usize = 5;

/// Annotates each move of the mainline with its new pins: a comment, an arrow from the attacker to the shielded piece,
/// and a mark on the pinned piece.
pub(crate) fn annotate_pins(reviewed: &mut ReviewedGame, detail: Detail) {
    let Some(pins) = &reviewed.pins else {
        return;
    };
    let nodes = mainline(&reviewed.game.tree);
    for played in pins.moves.iter().filter(|played| !played.new.is_empty()) {
        if let Some(&node) = nodes.get(played.ply.number - 1) {
            let mut annotation = draw_pins(&played.new);
            annotation.prose = played.new.iter().map(|pin| detail.describe(pin)).collect();
            reviewed.game.tree.annotate(node, &annotation);
        }
    }
}

/// Annotates the moves of the mainline with the findings of the coach. Annotating twice is the same as annotating once.
pub(crate) fn annotate_review(reviewed: &mut ReviewedGame) {
    let Some(review) = &reviewed.review else {
        return;
    };
    let nodes = mainline(&reviewed.game.tree);
    annotate_moves(&mut reviewed.game.tree, &nodes, review);
}

fn mainline(tree: &Tree) -> Vec<NodeId> {
    tree.mainline().map(|node: NodeRef<'_>| node.id()).collect()
}

fn annotate_moves(tree: &mut Tree, nodes: &[NodeId], review: &GameReview) {
    for played in &review.moves {
        let number = played.ply.number;
        let Some(&node) = nodes.get(number - 1) else {
            continue;
        };
        if let Some(judgement) = played.judgement {
            assess(tree, node, Nag(judgement.nag()));
        }
        let mut annotation = annotation(played);
        if let Some(score) = eval(played.after) {
            let command = Command::Eval(Eval { score, depth: None });
            // One comment for all, unless the move has an evaluation already.
            match tree.get(node).and_then(|node| node.eval()) {
                Some(_) => tree.set_command(node, &command),
                None => annotation.prose.insert(0, command.to_string()),
            }
        }
        tree.annotate(node, &annotation);
        let parent = number.checked_sub(2).and_then(|last| nodes.get(last)).copied();
        let better = &played.better[..BETTER.min(played.better.len())];
        add_line(tree, parent.unwrap_or(NodeId::ROOT), better);
        // After the last move a line would become the mainline.
        if nodes.get(number).is_some() {
            for finding in played.findings.iter().filter(|finding| finding.kind == FindingKind::Allows) {
                add_line(tree, node, finding.moves());
            }
        }
    }
}

/// Replaces the assessment of a move: two would contradict each other, `$4 $6` for instance.
fn assess(tree: &mut Tree, node: NodeId, assessment: Nag) {
    let known = tree.get(node).map(|node| node.nags().to_vec()).unwrap_or_default();
    let others = known.into_iter().filter(|nag| !nag.assesses_move());
    tree.set_nags(node, std::iter::once(assessment).chain(others).collect());
}

/// Adds a line as a variation, beside the moves that are there already.
fn add_line(tree: &mut Tree, parent: NodeId, moves: &[Move]) {
    let mut node = parent;
    for &mv in moves {
        let known = tree.child(node, &NodeMove::Move(mv));
        // The moves are legal, and the end of the mainline is not extended.
        match known {
            Some(child) => node = child,
            None if tree.get(node).is_some_and(|at| at.is_mainline() && at.next().is_none()) => return,
            None => match tree.add(node, mv) {
                Ok(child) => node = child,
                Err(_) => return,
            },
        }
    }
}

fn annotation(played: &MoveReview) -> Annotation {
    let pins: Vec<Pin> = played.pins.iter().map(|proof| proof.pin).collect();
    let mut annotation = draw_pins(&pins);
    for finding in &played.findings {
        draw_finding(&mut annotation, finding);
    }
    annotation.prose.extend((!played.text.is_empty()).then(|| played.text.clone()));
    annotation
}

/// Draws the first move of a line: red if the opponent profits, green for what was missed or is good.
fn draw_finding(annotation: &mut Annotation, finding: &Finding) {
    let paint = if finding.kind == FindingKind::Allows { Paint::Red } else { Paint::Green };
    if finding.kind == FindingKind::Exploits {
        return;
    }
    if let Some(first) = finding.moves().first() {
        let arrow = Arrow { paint, from: first.from(), to: first.to() };
        if !annotation.arrows.contains(&arrow) {
            annotation.arrows.push(arrow);
        }
    }
}

fn draw_pins(pins: &[Pin]) -> Annotation {
    let mut annotation = Annotation::default();
    for pin in pins {
        let paint = paint(pin.kind);
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

/// Returns the score as a PGN command has it; `None` after checkmate.
fn eval(value: Value) -> Option<EvalScore> {
    match value {
        Value::MatesIn(0) | Value::MatedIn(0) => None,
        Value::Centipawns(centipawns) => Some(EvalScore::Centipawns(centipawns)),
        Value::MatesIn(moves) => Some(EvalScore::Mate(moves as i32)),
        Value::MatedIn(moves) => Some(EvalScore::Mate(-(moves as i32))),
    }
}
