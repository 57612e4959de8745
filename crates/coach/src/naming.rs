//! Names the motif that decides a line.

use pinsight_rules::attacks::{line as line_through, ray};
use pinsight_rules::{Move, Piece, Position, Square, VALUES, exchange};
use pinsight_tactics::{Combination, Motif, MotifKind, MotifSquare, SquareRole, lines, motifs_of};

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

/// Returns the motif that decides a proved line; `lead` is the move before it with its position, and `taken` what that
/// move captured if the line takes it back. `None` if no motif explains the gain.
pub(crate) fn name(lead: Option<(Position, Move)>, proof: &Proof, taken: i32) -> Option<Motif> {
    let gains = proof.wins(taken + 1);
    if let Some(motif) = lead.filter(|_| gains).and_then(|(before, mv)| left_a_pin(&before, mv, proof)) {
        return Some(motif);
    }
    let combination = match lead {
        Some((before, mv)) => Combination::after(&before, mv, &proof.moves),
        None => Combination::new(&proof.start, &proof.moves),
    };
    let combination = combination.ok()?;
    let mut found = combination.motifs();
    found.retain(|motif| motif.side == proof.side() && explains(motif, proof));
    let first_of = |kinds: &[MotifKind]| {
        kinds.iter().find_map(|kind| found.iter().find(|motif| motif.kind == *kind)).cloned()
    };
    if proof.mate.is_some() {
        return first_of(&MATES).or_else(|| Some(mate(proof)));
    }
    if !gains {
        return first_of(&[MotifKind::MateThreat]);
    }
    first_of(&DECISIVE)
        .or_else(|| capture(proof, 0))
        .or_else(|| trapped(&combination))
        .or_else(|| discovered(&combination))
        .or_else(|| first_of(&[MotifKind::MateThreat]))
        .or_else(|| (2..proof.moves.len()).step_by(2).find_map(|ply| capture(proof, ply)))
}

/// Whether a motif belongs to the gain: a fork or skewer whose attacker captures one of its targets, for instance.
fn explains(motif: &Motif, proof: &Proof) -> bool {
    let later = proof.moves.get(motif.ply.unwrap_or(0) + 1..).unwrap_or_default();
    match motif.kind {
        MotifKind::Fork | MotifKind::DiscoveredAttack | MotifKind::TrappedPiece => {
            motif.squares_of(SquareRole::Target).any(|square| is_captured(later, square))
        }
        _ => true,
    }
}

/// Whether the piece on `square` is captured in a line that starts with a move of its side, wherever it goes.
fn is_captured(line: &[Move], mut square: Square) -> bool {
    for (index, mv) in line.iter().enumerate() {
        match index % 2 {
            0 if mv.from() == square => square = mv.to(),
            1 if mv.to() == square => return true,
            _ => {}
        }
    }
    false
}

/// A piece that a move of the line traps; the opponent gives up something else for it.
fn trapped(line: &Combination) -> Option<Motif> {
    let side = line.side();
    line.own_steps().enumerate().find_map(|(index, step)| {
        let traps = |motif: &Motif| motif.kind == MotifKind::TrappedPiece && motif.side == side;
        let before: Vec<Motif> = motifs_of(&step.before).into_iter().filter(traps).collect();
        let is_new = |motif: &Motif| {
            let target = motif.squares_of(SquareRole::Target).next();
            !before.iter().any(|known| known.squares_of(SquareRole::Target).next() == target)
        };
        let mut found = motifs_of(&step.after).into_iter().filter(|motif| traps(motif) && is_new(motif));
        found.next().map(|motif| Motif { ply: Some(2 * index), ..motif })
    })
}

/// A capture that opens the line of a slider to a piece worth more, so that there is no time to recapture.
fn discovered(line: &Combination) -> Option<Motif> {
    line.own_steps().enumerate().find_map(|(index, step)| {
        let victim = step.captured?;
        let (before, after) = (step.before.board(), step.after.board());
        let sliders = after.diagonal_sliders() | after.orthogonal_sliders();
        let own = (sliders & after.by_color(line.side())).without(step.mv.to());
        own.into_iter().find_map(|slider| {
            let opened = after.attacks_from(slider) - before.attacks_from(slider);
            let targets = opened & after.by_color(!line.side());
            let is_dearer = |square: &Square| {
                after.role_at(*square).is_some_and(|role| VALUES[role] > VALUES[victim.role])
            };
            let target = targets.into_iter().find(is_dearer)?;
            let squares = vec![
                MotifSquare { role: SquareRole::Attacker, square: slider },
                MotifSquare { role: SquareRole::Target, square: target },
            ];
            let ply = Some(2 * index);
            Some(Motif { kind: MotifKind::DiscoveredAttack, side: line.side(), ply, squares })
        })
    })
}

/// The mover left a line on which it was pinned, and the attacker moves along that line at once: a pin to a piece, or
/// to a mate or a decisive threat.
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

/// A piece that the move of `ply` captures and that hangs by the exchange on its square. A later recapture does not
/// count.
fn capture(proof: &Proof, ply: usize) -> Option<Motif> {
    let mut position = proof.start;
    let mut last_capture = None;
    for &mv in &proof.moves[..ply] {
        last_capture = position.is_capture(mv).then_some(mv.to());
        position = position.play_unchecked(mv);
    }
    let &mv = proof.moves.get(ply)?;
    let victim: Piece = position.captured(mv)?;
    let gain = exchange(position.board(), mv.to(), proof.side(), &VALUES);
    let target = MotifSquare { role: SquareRole::Target, square: mv.capture_square()? };
    (gain > 0 && last_capture != Some(mv.to()) && VALUES[victim.role] > 0).then(|| Motif {
        kind: MotifKind::HangingPiece,
        side: proof.side(),
        ply: Some(ply),
        squares: vec![target],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_players::Value;

    /// 14.Bxd5 takes back a knight and threatens mate on f7.
    #[test]
    fn a_recapture_that_threatens_mate_wins_nothing() {
        let fen = "r2qk1r1/1pp2p2/p1npb2p/2bNp3/P1B1P1P1/3P1Q2/1PP2PP1/R1B2RK1 b q - 0 13";
        let before: Position = fen.parse().expect("a position");
        let lead = before.parse_move("Bxd5").expect("a legal move");
        let start = before.play_unchecked(lead);
        let moves = vec![start.parse_move("Bxd5").expect("a legal move")];
        let proof = Proof { start, moves, gain: Some(3), mate: None, value: Value::Centipawns(200) };
        let kind = |taken| name(Some((before, lead)), &proof, taken).map(|motif| motif.kind);
        assert_eq!(kind(3), Some(MotifKind::MateThreat));
        assert_eq!(kind(0), Some(MotifKind::HangingPiece));
    }
}
