//! Names the motif that decides a line.

use pinsight_rules::attacks::{line as line_through, ray};
use pinsight_rules::{Move, Piece, Position, Square, VALUES};
use pinsight_tactics::{Combination, Motif, MotifKind, MotifSquare, SquareRole, lines};

use crate::proof::Proof;

/// Motifs that explain a gain, the most telling first.
const DECISIVE: [MotifKind; 20] = [
    MotifKind::Fork,
    MotifKind::Skewer,
    MotifKind::DoubleCheck,
    MotifKind::DiscoveredAttack,
    MotifKind::Pin,
    MotifKind::TrappedPiece,
    MotifKind::Promotion,
    MotifKind::UnderPromotion,
    MotifKind::CapturingDefender,
    MotifKind::Deflection,
    MotifKind::OverloadedDefender,
    MotifKind::Attraction,
    MotifKind::Interference,
    MotifKind::Intermezzo,
    MotifKind::HangingPiece,
    MotifKind::XRayAttack,
    MotifKind::Clearance,
    MotifKind::DiscoveredCheck,
    MotifKind::Desperado,
    MotifKind::EnPassant,
];

/// Mates with a name of their own, and mate.
const MATES: [MotifKind; 9] = [
    MotifKind::SmotheredMate,
    MotifKind::BackRankMate,
    MotifKind::AnastasiaMate,
    MotifKind::ArabianMate,
    MotifKind::BodenMate,
    MotifKind::DoubleBishopMate,
    MotifKind::DovetailMate,
    MotifKind::HookMate,
    MotifKind::Checkmate,
];

/// Returns the motif that decides a proved line; `lead` is the move before it with its position. `None` if no motif
/// explains the gain.
pub(crate) fn name(lead: Option<(Position, Move)>, proof: &Proof) -> Option<Motif> {
    if let Some(motif) = lead.and_then(|(before, mv)| left_a_pin(&before, mv, proof)) {
        return Some(motif);
    }
    let combination = match lead {
        Some((before, mv)) => Combination::after(&before, mv, &proof.moves),
        None => Combination::new(&proof.start, &proof.moves),
    };
    let mut found = combination.ok()?.motifs();
    found.retain(|motif| motif.side == proof.side() && explains(motif, proof));
    let order: &[MotifKind] = if proof.mate.is_some() { &MATES } else { &DECISIVE };
    let best = order.iter().find_map(|kind| found.iter().find(|motif| motif.kind == *kind));
    best.cloned().or_else(|| if proof.mate.is_some() { Some(mate(proof)) } else { capture(proof) })
}

/// Whether a motif belongs to the gain: a fork or skewer whose attacker captures one of its targets, for instance.
fn explains(motif: &Motif, proof: &Proof) -> bool {
    let ply = motif.ply.unwrap_or(0);
    let later = proof.moves.get(ply + 1..).unwrap_or_default();
    let captures = |square: Square| later.iter().skip(1).step_by(2).any(|mv| mv.to() == square);
    match motif.kind {
        MotifKind::Fork | MotifKind::DiscoveredAttack | MotifKind::TrappedPiece => {
            motif.squares_of(SquareRole::Target).any(captures)
        }
        _ => true,
    }
}

/// The mover left a line on which it was pinned, and the attacker moves along that line at once: a pin to a piece, or to
/// a mate or a decisive threat.
fn left_a_pin(before: &Position, lead: Move, proof: &Proof) -> Option<Motif> {
    let &reply = proof.moves.first()?;
    let (front, attacker) = (lead.from(), reply.from());
    let slider = proof.start.board().piece_at(attacker).filter(|piece| piece.role.is_slider())?;
    let was_attacked = before.board().piece_at(attacker) == Some(slider)
        && before.board().attacks_from(attacker).contains(front);
    let passes = ray(attacker, front).contains(reply.to()) && reply.to() != front;
    let left = !line_through(attacker, front).contains(lead.to());
    if !(was_attacked && passes && left) || lead.castling_side().is_some() {
        return None;
    }
    let to_piece = lines(before.board(), &VALUES)
        .into_iter()
        .find(|line| line.kind.is_pin() && line.attacker.square == attacker && line.pinned.square == front);
    let behind = match to_piece {
        Some(line) if line.shielded.square == reply.to() => {
            MotifSquare { role: SquareRole::Shielded, square: line.shielded.square }
        }
        _ if proof.mate.is_some() || proof.start.is_capture(reply) => {
            MotifSquare { role: SquareRole::Key, square: reply.to() }
        }
        _ => return None,
    };
    let squares = vec![
        MotifSquare { role: SquareRole::Attacker, square: attacker },
        MotifSquare { role: SquareRole::Pinned, square: front },
        behind,
    ];
    Some(Motif { kind: MotifKind::Pin, side: proof.side(), ply: Some(0), squares })
}

/// A mate without a name of its own.
fn mate(proof: &Proof) -> Motif {
    let end = proof.end();
    let king = MotifSquare { role: SquareRole::King, square: end.king(end.turn()) };
    Motif {
        kind: MotifKind::Checkmate,
        side: proof.side(),
        ply: Some(proof.moves.len() - 1),
        squares: vec![king],
    }
}

/// A piece that is captured with the first move: it hangs by the exchange on its square.
fn capture(proof: &Proof) -> Option<Motif> {
    let &first = proof.moves.first()?;
    let victim: Piece = proof.start.captured(first)?;
    let gain = pinsight_rules::exchange(proof.start.board(), first.to(), proof.side(), &VALUES);
    let target = MotifSquare { role: SquareRole::Target, square: first.capture_square()? };
    (gain > 0 && VALUES[victim.role] > 0).then(|| Motif {
        kind: MotifKind::HangingPiece,
        side: proof.side(),
        ply: Some(0),
        squares: vec![target],
    })
}
