//! All wording of the coach.

use pinsight_players::Value;
use pinsight_rules::{Color, Move, Placed, Position, Role, Square, VALUES};
use pinsight_tactics::{Motif, MotifKind, SquareRole};

use crate::finding::FindingKind;
use crate::judgement::Judgement;
use crate::proof::Proof;
use crate::relevance::{PinProof, PinReason};
use crate::situational::ThreatPin;

/// Returns a move with its number: `20.Nf3`, `20...Nf6`.
pub(crate) fn numbered(before: &Position, mv: Move) -> String {
    let dots = if before.turn() == Color::White { "." } else { "..." };
    format!("{}{dots}{}", before.fullmove_number(), before.san(mv))
}

/// Returns a line with numbers: `21.Nc7+ Kd8 22.Nxa8`.
pub(crate) fn line(start: &Position, moves: &[Move]) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        let with_number = index == 0 || position.turn() == Color::White;
        words.push(if with_number { numbered(&position, mv) } else { position.san(mv) });
        position = position.play_unchecked(mv);
    }
    words.join(" ")
}

/// The move that a remark is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) before: &'a Position,
    pub(crate) mv: Move,
    pub(crate) judgement: Option<Judgement>,
    /// What the opponent's last move captured, and where.
    pub(crate) last_capture: Option<Placed>,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(before: &'a Position, mv: Move, judgement: Option<Judgement>) -> Self {
        Self { before, mv, judgement, last_capture: None }
    }

    /// The same with the opponent's last move in its position.
    pub(crate) fn after(self, before: &Position, last: Move) -> Self {
        let taken = before.captured(last).map(|piece| Placed { piece, square: last.to() });
        Self { last_capture: taken, ..self }
    }

    /// `20...Nf6??`
    fn name(&self) -> String {
        format!("{}{}", numbered(self.before, self.mv), self.judgement.map_or("", Judgement::glyph))
    }
}

/// Words a finding about a move.
pub(crate) fn finding(subject: Subject<'_>, kind: FindingKind, motif: &Motif, proof: &Proof) -> String {
    let played = subject.name();
    if let Some(mate) = proof.mate {
        return mate_text(subject, kind, motif, proof, mate);
    }
    let gives_up = match kind {
        FindingKind::Allows => subject.before.captured(subject.mv).map(|piece| piece.role),
        FindingKind::Exploits => subject.last_capture.map(|taken| taken.piece.role),
        FindingKind::Misses | FindingKind::Threatens => None,
    };
    let taken_on = subject.last_capture.map(|taken| taken.square);
    let takes_back = kind == FindingKind::Misses && taken_on == proof.moves.first().map(|mv| mv.to());
    let effect = match motif.kind {
        MotifKind::HangingPiece if takes_back => taking_back(motif, proof),
        MotifKind::HangingPiece => hanging(motif, proof, gives_up),
        _ if !proof.wins(gives_up.map_or(0, |role| VALUES[role]) + 1) => verb(motif, proof),
        _ => format!("{} and {}", verb(motif, proof), gain(proof, gives_up)),
    };
    let first = proof.moves.first().map(|&mv| numbered(&proof.start, mv)).unwrap_or_default();
    let ply = motif.ply.unwrap_or(0);
    if kind == FindingKind::Allows
        && let Some(pinned_to) = pinned_mover(subject, motif)
    {
        return format!("{played} allows {first}, which {}: the {pinned_to}.", gain(proof, gives_up));
    }
    let what = if ply == 0 {
        format!("{first}, which {effect}")
    } else {
        format!("{first}, and then {} {effect}", nth_move(proof, ply))
    };
    match kind {
        FindingKind::Allows => format!("{played} allows {what}."),
        FindingKind::Misses => format!("{played} misses {what}."),
        FindingKind::Threatens => format!("{played} threatens {what}."),
        FindingKind::Exploits if ply == 0 => format!("{played} {effect}."),
        FindingKind::Exploits => format!("{played} is strong: then {} {effect}.", nth_move(proof, ply)),
    }
}

fn mate_text(subject: Subject<'_>, kind: FindingKind, motif: &Motif, proof: &Proof, mate: u32) -> String {
    let played = subject.name();
    let line = line(&proof.start, &proof.moves);
    let name = mate_name(motif.kind);
    let what = match mate {
        1 if name.is_empty() => line.clone(),
        1 => format!("{line}, {name}"),
        _ if name.is_empty() => format!("mate in {mate}: {line}"),
        _ => format!("{name} in {mate}: {line}"),
    };
    match kind {
        FindingKind::Allows if is_pinned_mover(subject, motif) => {
            let role = subject.before.board().role_at(subject.mv.from()).map_or("piece", Role::name);
            format!("{played} allows {what}: the {role} was pinned to the mate.")
        }
        FindingKind::Allows => format!("{played} allows {what}."),
        FindingKind::Misses => format!("{played} misses {what}."),
        FindingKind::Threatens => format!("{played} threatens {what}."),
        FindingKind::Exploits if mate == 1 => format!("{played} mates."),
        FindingKind::Exploits => format!("{played} mates in {mate}: {}.", rest(proof)),
    }
}

/// The name of a mating pattern with its article; empty if it has none.
fn mate_name(kind: MotifKind) -> &'static str {
    match kind {
        MotifKind::BackRankMate => "a back-rank mate",
        MotifKind::SmotheredMate => "a smothered mate",
        MotifKind::AnastasiaMate => "Anastasia's mate",
        MotifKind::ArabianMate => "an Arabian mate",
        MotifKind::BodenMate => "Boden's mate",
        MotifKind::DoubleBishopMate => "a mate with two bishops",
        MotifKind::DovetailMate => "a dovetail mate",
        MotifKind::HookMate => "a hook mate",
        _ => "",
    }
}

/// Whether the motif is a pin of the piece that moved.
fn is_pinned_mover(subject: Subject<'_>, motif: &Motif) -> bool {
    motif.kind == MotifKind::Pin && motif.squares_of(SquareRole::Pinned).next() == Some(subject.mv.from())
}

/// For a piece that left a line on which it was pinned: `knight was pinned to the queen on d8`.
fn pinned_mover(subject: Subject<'_>, motif: &Motif) -> Option<String> {
    if !is_pinned_mover(subject, motif) {
        return None;
    }
    let role = subject.before.board().role_at(subject.mv.from())?.name();
    match motif.squares_of(SquareRole::Shielded).next() {
        Some(square) => {
            let behind = subject.before.board().role_at(square)?.name();
            Some(format!("{role} was pinned to the {behind} on {square}"))
        }
        None => Some(format!("{role} had to stay on {}", subject.mv.from())),
    }
}

/// `22.Nc7+`: the move of the line at which the motif shows.
fn nth_move(proof: &Proof, ply: usize) -> String {
    let mut position = proof.start;
    for (index, &mv) in proof.moves.iter().enumerate() {
        if index == ply {
            return numbered(&position, mv);
        }
        position = position.play_unchecked(mv);
    }
    String::new()
}

/// What the motif does, as a verb phrase: `forks the king on e8 and the rook on a8`.
fn verb(motif: &Motif, proof: &Proof) -> String {
    let position = after_ply(proof, motif.ply.unwrap_or(0));
    let pieces = |role| {
        let named: Vec<String> =
            motif.squares_of(role).filter_map(|square| piece_on(&position, square)).collect();
        join(&named)
    };
    let targets = pieces(SquareRole::Target);
    let on_targets = |verb: &str, without: &str| match targets.as_str() {
        "" => without.to_owned(),
        targets => format!("{verb} {targets}"),
    };
    match motif.kind {
        MotifKind::Fork => on_targets("forks", "attacks two pieces at once"),
        MotifKind::Skewer => on_targets("skewers", "is a skewer"),
        MotifKind::Pin => match pieces(SquareRole::Pinned).as_str() {
            "" => "uses a pin".to_owned(),
            pinned => format!("uses the pin on {pinned}"),
        },
        MotifKind::DiscoveredAttack => on_targets("discovers an attack on", "discovers an attack"),
        MotifKind::DiscoveredCheck => "discovers check".to_owned(),
        MotifKind::DoubleCheck => "gives double check".to_owned(),
        MotifKind::XRayAttack => "strikes through a piece on the line".to_owned(),
        MotifKind::CapturingDefender => "removes the defender".to_owned(),
        MotifKind::OverloadedDefender => "overloads a defender".to_owned(),
        MotifKind::Deflection => "draws the defender away".to_owned(),
        MotifKind::Attraction => on_targets("lures", "lures a piece onto a bad square"),
        MotifKind::Interference => "cuts the line between two defenders".to_owned(),
        MotifKind::Clearance => "clears the way".to_owned(),
        MotifKind::TrappedPiece => on_targets("traps", "traps a piece"),
        MotifKind::Intermezzo => "is an in-between move".to_owned(),
        MotifKind::Promotion => "queens a pawn".to_owned(),
        MotifKind::UnderPromotion => "promotes a pawn".to_owned(),
        MotifKind::EnPassant => "captures en passant".to_owned(),
        MotifKind::MateThreat => match threat(&position) {
            Some(mate) => format!("threatens {mate}"),
            None => "threatens mate".to_owned(),
        },
        MotifKind::Desperado => "sells a lost piece dearly".to_owned(),
        _ => "is strong".to_owned(),
    }
}

/// The mate that a side threatens, in a position with the other side to move: `19.Qh7#`.
fn threat(position: &Position) -> Option<String> {
    let passed = position.pass()?;
    let mates = |mv: &&Move| passed.play_unchecked(**mv).is_checkmate();
    let mate = passed.legal_moves().iter().find(mates).copied()?;
    Some(numbered(&passed, mate))
}

/// A recapture that was missed: `takes back the knight`.
fn taking_back(motif: &Motif, proof: &Proof) -> String {
    let target = motif.squares_of(SquareRole::Target).next();
    let role = target.and_then(|square| proof.start.board().role_at(square)).map_or("piece", Role::name);
    format!("takes back the {role}")
}

/// A hanging piece: `wins the undefended knight`, or the exact gain if the line continues. Omits `undefended` if the
/// capturer is worth less.
fn hanging(motif: &Motif, proof: &Proof, gives_up: Option<Role>) -> String {
    let target = motif.squares_of(SquareRole::Target).next();
    let role = target.and_then(|square| proof.start.board().role_at(square));
    let alone = proof.moves.len() == 1 && gives_up.is_none();
    match (role, target) {
        (Some(role), Some(square)) if alone && proof.gain == Some(VALUES[role]) => {
            let board = proof.start.board();
            let capturer = proof.moves.first().and_then(|mv| board.role_at(mv.from()));
            let word = match capturer {
                Some(capturer) if capturer != Role::King && VALUES[capturer] < VALUES[role] => "",
                _ if proof.start.is_attacked(square, !proof.side()) => "hanging ",
                _ => "undefended ",
            };
            format!("wins the {word}{}", role.name())
        }
        _ => gain(proof, gives_up),
    }
}

/// What a line wins, as a verb phrase: `wins the exchange`, `wins the queen for a rook`.
///
/// `gives_up` is what the opponent captured with the move before the line.
pub(crate) fn gain(proof: &Proof, gives_up: Option<Role>) -> String {
    let side = proof.side();
    let (mut won, mut lost) = (Vec::new(), Vec::new());
    lost.extend(gives_up);
    let mut position = proof.start;
    for &mv in &proof.moves {
        let list = if position.turn() == side { &mut won } else { &mut lost };
        list.extend(position.captured(mv).map(|piece| piece.role));
        if let Some(role) = mv.promotion() {
            // A promotion wins the new piece and gives up the pawn.
            list.push(role);
            let other = if position.turn() == side { &mut lost } else { &mut won };
            other.push(Role::Pawn);
        }
        position = position.play_unchecked(mv);
    }
    cancel(&mut won, &mut lost);
    gain_words(&won, &lost)
}

/// Removes equal pieces from both lists; a knight and a bishop are equal.
fn cancel(won: &mut Vec<Role>, lost: &mut Vec<Role>) {
    for same in [|a: Role, b: Role| a == b, |a: Role, b: Role| VALUES[a] == VALUES[b]] {
        won.retain(|&role| match lost.iter().position(|&other| same(role, other)) {
            Some(index) => {
                lost.swap_remove(index);
                false
            }
            None => true,
        });
    }
    won.sort_by_key(|role| std::cmp::Reverse(*role));
    lost.sort_by_key(|role| std::cmp::Reverse(*role));
}

fn gain_words(won: &[Role], lost: &[Role]) -> String {
    let is_minor = |role: Role| matches!(role, Role::Knight | Role::Bishop);
    match (won, lost) {
        ([Role::Rook], [minor]) if is_minor(*minor) => "wins the exchange".to_owned(),
        ([Role::Rook, Role::Pawn], [minor]) if is_minor(*minor) => "wins the exchange and a pawn".to_owned(),
        (won, []) => format!("wins {}", count(won)),
        (won, lost) => format!("wins {} for {}", count(won), count(lost)),
    }
}

/// `a rook and two pawns`; the queen has the definite article, since there is usually one.
fn count(roles: &[Role]) -> String {
    let mut parts = Vec::new();
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        let number = roles.iter().filter(|&&found| found == role).count();
        let name = role.name();
        match number {
            0 => {}
            1 if role == Role::Queen => parts.push(format!("the {name}")),
            1 => parts.push(format!("a {name}")),
            2 => parts.push(format!("two {name}s")),
            3 => parts.push(format!("three {name}s")),
            _ => parts.push(format!("{number} {name}s")),
        }
    }
    if parts.is_empty() { "material".to_owned() } else { join(&parts) }
}

/// `a`, `a and b`, `a, b and c`.
fn join(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `the knight on c6`
fn piece_on(position: &Position, square: Square) -> Option<String> {
    Some(format!("the {} on {square}", position.board().role_at(square)?.name()))
}

fn after_ply(proof: &Proof, ply: usize) -> Position {
    proof.moves.iter().take(ply + 1).fold(proof.start, |position, &mv| position.play_unchecked(mv))
}

/// `Better was 20...Be7.`
pub(crate) fn better(before: &Position, best: Move) -> String {
    format!("Better was {}.", numbered(before, best))
}

/// A bad move without a finding: how the evaluation changes.
pub(crate) fn worse(subject: Subject<'_>, played: Value, best: Option<Move>) -> String {
    let name = subject.name();
    let side = if subject.before.turn() == Color::White { "White" } else { "Black" };
    let other = if subject.before.turn() == Color::White { "Black" } else { "White" };
    let state = match played.clamped() {
        value if value <= -300 => format!("{other} is winning"),
        value if value <= -100 => format!("{other} is better"),
        value if value < 100 => "the game is about level".to_owned(),
        _ => format!("{side} keeps less of the advantage"),
    };
    match best {
        Some(best) => format!("After {name} {state}. {}", better(subject.before, best)),
        None => format!("After {name} {state}."),
    }
}

/// The only good move.
pub(crate) fn only_move(subject: Subject<'_>) -> String {
    format!("{} is the only good move.", subject.name())
}

/// A sacrifice that search confirms.
pub(crate) fn sacrifice(subject: Subject<'_>, role: Role, motif: &Motif, proof: &Proof) -> String {
    let played = subject.name();
    let article = if role == Role::Queen { "the" } else { "a" };
    let gives = format!("{played} sacrifices {article} {}", role.name());
    match proof.mate {
        Some(_) => format!("{gives} and mates: {}.", rest(proof)),
        None => {
            let ply = motif.ply.unwrap_or(0);
            let then = if ply == 0 { "it".to_owned() } else { nth_move(proof, ply) };
            let line = if proof.moves.len() > 1 { format!(": {}", rest(proof)) } else { String::new() };
            let gain = gain(proof, None);
            match motif.kind {
                MotifKind::HangingPiece => format!("{gives}, but {then} {gain}{line}."),
                _ => format!("{gives}, but {then} {} and {gain}{line}.", verb(motif, proof)),
            }
        }
    }
}

/// The line after its first move.
fn rest(proof: &Proof) -> String {
    match proof.moves.split_first() {
        Some((&first, rest)) => line(&proof.start.play_unchecked(first), rest),
        None => String::new(),
    }
}

impl PinProof {
    /// Explains why the pin matters. `None` if it is potential.
    pub fn explain(&self) -> Option<String> {
        let role = self.pin.pinned.piece.role.name();
        let on = |placed: &Placed| format!("the {} on {}", placed.piece.role.name(), placed.square);
        Some(match self.reason.as_ref()? {
            PinReason::Leaving { start, moves, loss } => {
                let after = line(start, &moves[..2.min(moves.len())]);
                let cost =
                    loss.map_or("it allows a mate".to_owned(), |loss| format!("it costs {}", worth(loss)));
                format!("If the {role} leaves the line, {cost}: {after}.")
            }
            PinReason::Won => format!("The {role} is lost."),
            PinReason::AttackedTwice => {
                format!("The {role} is attacked more than once and cannot leave the line.")
            }
            PinReason::CannotCapture(target) => format!("The {role} cannot capture {}.", on(target)),
            PinReason::CannotDefend(target) => format!("The {role} does not defend {}.", on(target)),
        })
    }
}

impl ThreatPin {
    /// States what the piece is pinned to, with the line.
    pub fn explain(&self) -> String {
        let Self { attacker, pinned, start, moves, mate } = self;
        let line = line(start, &moves[..2.min(moves.len())]);
        let threat = match mate {
            Some(1) => "a mate".to_owned(),
            Some(moves) => format!("a mate in {moves}"),
            None => "a decisive threat".to_owned(),
        };
        format!(
            "The {} on {} is pinning the {} on {} to {threat}: {line}.",
            attacker.piece.role.name(),
            attacker.square,
            pinned.piece.role.name(),
            pinned.square,
        )
    }
}

/// `1.5 pawns`, `a pawn`
fn worth(centipawns: i32) -> &'static str {
    match centipawns {
        ..=149 => "about a pawn",
        150..=249 => "about two pawns",
        250..=399 => "about a piece",
        400..=599 => "about a rook",
        600..=899 => "more than a rook",
        _ => "about a queen or more",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::Piece;
    use pinsight_tactics::MotifSquare;

    fn proof(fen: &str, moves: &[&str], gain: Option<i32>) -> Proof {
        let start: Position = fen.parse().expect("a position");
        let mut position = start;
        let mut line = Vec::new();
        for san in moves {
            let mv = position.parse_move(san).expect("a legal move");
            line.push(mv);
            position = position.play_unchecked(mv);
        }
        let mate = gain.is_none().then(|| moves.len().div_ceil(2) as u32);
        Proof { start, moves: line, gain, mate, value: Value::Centipawns(300) }
    }

    fn motif(kind: MotifKind, squares: &[(SquareRole, Square)]) -> Motif {
        let squares = squares.iter().map(|&(role, square)| MotifSquare { role, square }).collect();
        Motif { kind, side: Color::White, ply: Some(0), squares }
    }

    /// Every kind of sentence about a gain, for one fork.
    #[test]
    fn a_fork_is_allowed_missed_threatened_and_exploited() {
        let line = proof("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", &["Nc7+", "Kd7", "Nxa8"], Some(5));
        let fork =
            motif(MotifKind::Fork, &[(SquareRole::Target, Square::E8), (SquareRole::Target, Square::A8)]);
        let before: Position = "r3k3/7p/8/3N4/8/8/8/4K3 b - - 0 9".parse().expect("a position");
        let mv = before.parse_move("h6").expect("a legal move");
        let subject = Subject::new(&before, mv, Some(Judgement::Blunder));
        let what = "1.Nc7+, which forks the king on e8 and the rook on a8 and wins a rook.";
        let text = |kind| finding(subject, kind, &fork, &line);
        assert_eq!(text(FindingKind::Allows), format!("9...h6?? allows {what}"));
        assert_eq!(text(FindingKind::Misses), format!("9...h6?? misses {what}"));
        assert_eq!(text(FindingKind::Threatens), format!("9...h6?? threatens {what}"));
        let played = Subject::new(&line.start, line.moves[0], Some(Judgement::Good));
        assert_eq!(
            finding(played, FindingKind::Exploits, &fork, &line),
            "1.Nc7+! forks the king on e8 and the rook on a8 and wins a rook."
        );
        assert_eq!(better(&before, mv), "Better was 9...h6.");
        let only = Subject { judgement: Some(Judgement::OnlyMove), ..played };
        assert_eq!(only_move(only), "1.Nc7+ is the only good move.");
        assert_eq!(worse(subject, Value::Centipawns(-350), None), "After 9...h6?? White is winning.");
    }

    #[test]
    fn a_mate_is_named_with_its_line() {
        let line = proof("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", &["Ra8#"], None);
        let played = Subject::new(&line.start, line.moves[0], None);
        let back_rank = motif(MotifKind::BackRankMate, &[]);
        assert_eq!(finding(played, FindingKind::Exploits, &back_rank, &line), "1.Ra8# mates.");
        assert_eq!(
            finding(played, FindingKind::Misses, &back_rank, &line),
            "1.Ra8# misses 1.Ra8#, a back-rank mate."
        );
    }

    /// The position of COACH.md in which a knight is pinned to a mate.
    #[test]
    fn a_piece_that_left_a_mate_is_called_pinned() {
        let fen = "5rk1/p1q1bppp/1p3n2/3R1N2/2r2B2/6P1/PQ3P1P/R5K1 b - - 1 22";
        let before: Position = fen.parse().expect("a position");
        let mv = before.parse_move("Nxd5").expect("a legal move");
        let line = proof(&before.play_unchecked(mv).to_string(), &["Qxg7#"], None);
        let pin =
            motif(MotifKind::Pin, &[(SquareRole::Attacker, Square::B2), (SquareRole::Pinned, Square::F6)]);
        let subject = Subject::new(&before, mv, Some(Judgement::Blunder));
        assert_eq!(
            finding(subject, FindingKind::Allows, &pin, &line),
            "22...Nxd5?? allows 23.Qxg7#: the knight was pinned to the mate."
        );
    }

    /// The verb phrase of every motif that decides a gain.
    #[test]
    fn each_motif_has_its_words() {
        let line = proof("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", &["Nc7+", "Kd7", "Nxa8"], Some(5));
        let a8 = [(SquareRole::Target, Square::A8), (SquareRole::Pinned, Square::A8)];
        for (kind, with_squares, without) in [
            (MotifKind::Fork, "forks the rook on a8", "attacks two pieces at once"),
            (MotifKind::Skewer, "skewers the rook on a8", "is a skewer"),
            (MotifKind::Pin, "uses the pin on the rook on a8", "uses a pin"),
            (MotifKind::DiscoveredAttack, "discovers an attack on the rook on a8", "discovers an attack"),
            (MotifKind::Attraction, "lures the rook on a8", "lures a piece onto a bad square"),
            (MotifKind::TrappedPiece, "traps the rook on a8", "traps a piece"),
        ] {
            assert_eq!(verb(&motif(kind, &a8), &line), with_squares);
            assert_eq!(verb(&motif(kind, &[]), &line), without);
        }
        for (kind, text) in [
            (MotifKind::DiscoveredCheck, "discovers check"),
            (MotifKind::DoubleCheck, "gives double check"),
            (MotifKind::XRayAttack, "strikes through a piece on the line"),
            (MotifKind::CapturingDefender, "removes the defender"),
            (MotifKind::OverloadedDefender, "overloads a defender"),
            (MotifKind::Deflection, "draws the defender away"),
            (MotifKind::Interference, "cuts the line between two defenders"),
            (MotifKind::Clearance, "clears the way"),
            (MotifKind::Intermezzo, "is an in-between move"),
            (MotifKind::Promotion, "queens a pawn"),
            (MotifKind::UnderPromotion, "promotes a pawn"),
            (MotifKind::EnPassant, "captures en passant"),
            (MotifKind::Desperado, "sells a lost piece dearly"),
        ] {
            assert_eq!(verb(&motif(kind, &[]), &line), text);
        }
    }

    #[test]
    fn each_mate_has_its_name() {
        for (kind, name) in [
            (MotifKind::BackRankMate, "a back-rank mate"),
            (MotifKind::SmotheredMate, "a smothered mate"),
            (MotifKind::AnastasiaMate, "Anastasia's mate"),
            (MotifKind::ArabianMate, "an Arabian mate"),
            (MotifKind::BodenMate, "Boden's mate"),
            (MotifKind::DoubleBishopMate, "a mate with two bishops"),
            (MotifKind::DovetailMate, "a dovetail mate"),
            (MotifKind::HookMate, "a hook mate"),
            (MotifKind::Checkmate, ""),
        ] {
            assert_eq!(mate_name(kind), name);
        }
        let fen = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 30";
        let line = proof(fen, &["Rb7", "Kg8", "Ra8#"], None);
        let subject = Subject::new(&line.start, line.moves[0], None);
        let mate = motif(MotifKind::Checkmate, &[]);
        let text = |kind| finding(subject, kind, &mate, &line);
        assert_eq!(text(FindingKind::Misses), "30.Rb7 misses mate in 2: 30.Rb7 Kg8 31.Ra8#.");
        assert_eq!(text(FindingKind::Threatens), "30.Rb7 threatens mate in 2: 30.Rb7 Kg8 31.Ra8#.");
        assert_eq!(text(FindingKind::Exploits), "30.Rb7 mates in 2: 30...Kg8 31.Ra8#.");
    }

    #[test]
    fn a_mate_threat_names_the_mate() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3";
        let line = proof(fen, &["Qh5"], Some(0));
        let subject = Subject::new(&line.start, line.moves[0], Some(Judgement::Good));
        let threat = motif(MotifKind::MateThreat, &[(SquareRole::King, Square::E8)]);
        assert_eq!(finding(subject, FindingKind::Exploits, &threat, &line), "3.Qh5! threatens 4.Qxf7#.");
        // A recapture wins nothing.
        let fen = "r2qk1r1/1pp2p2/p1npb2p/2bNp3/P1B1P1P1/3P1Q2/1PP2PP1/R1B2RK1 b q - 0 13";
        let before: Position = fen.parse().expect("a position");
        let mv = before.parse_move("Bxd5").expect("a legal move");
        let line = proof(&before.play_unchecked(mv).to_string(), &["Bxd5"], Some(3));
        let subject = Subject::new(&before, mv, Some(Judgement::Inaccuracy));
        let text = finding(subject, FindingKind::Allows, &threat, &line);
        assert_eq!(text, "13...Bxd5?! allows 14.Bxd5, which threatens 15.Qxf7#.");
    }

    #[test]
    fn hanging_pieces_and_recaptures_have_their_words() {
        let hanging = motif(MotifKind::HangingPiece, &[(SquareRole::Target, Square::E5)]);
        let pawn = Placed { piece: Piece::new(Color::White, Role::Pawn), square: Square::E5 };
        let worded = |fen: &str, last_capture, kind| {
            let line = proof(fen, &["Nxe5"], Some(3));
            let subject = Subject { last_capture, ..Subject::new(&line.start, line.moves[0], None) };
            finding(subject, kind, &hanging, &line)
        };
        let text = |fen, last_capture| worded(fen, last_capture, FindingKind::Misses);
        let undefended = "4k3/8/8/4n3/8/5N2/8/4K3 w - - 0 7";
        assert_eq!(text(undefended, None), "7.Nxe5 misses 7.Nxe5, which wins the undefended knight.");
        assert_eq!(text(undefended, Some(pawn)), "7.Nxe5 misses 7.Nxe5, which takes back the knight.");
        let exploits = |last_capture| worded(undefended, last_capture, FindingKind::Exploits);
        assert_eq!(exploits(None), "7.Nxe5 wins the undefended knight.");
        assert_eq!(exploits(Some(pawn)), "7.Nxe5 wins a knight for a pawn.");
        let defended = "4k3/4q3/8/4n3/8/5N2/8/4K3 w - - 0 7";
        assert_eq!(text(defended, None), "7.Nxe5 misses 7.Nxe5, which wins the hanging knight.");
        let line = proof("4k3/8/8/4r3/8/5N2/8/4K3 w - - 0 7", &["Nxe5"], Some(5));
        let subject = Subject::new(&line.start, line.moves[0], None);
        let text = finding(subject, FindingKind::Threatens, &hanging, &line);
        assert_eq!(text, "7.Nxe5 threatens 7.Nxe5, which wins the rook.");
    }

    #[test]
    fn a_later_motif_and_a_sacrifice_name_their_move() {
        let fen = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
        let line = proof(fen, &["Nc7+", "Kd7", "Nxa8"], Some(5));
        let later = Motif { ply: Some(2), ..motif(MotifKind::Promotion, &[]) };
        let subject = Subject::new(&line.start, line.moves[0], Some(Judgement::Good));
        assert_eq!(
            finding(subject, FindingKind::Allows, &later, &line),
            "1.Nc7+! allows 1.Nc7+, and then 2.Nxa8 queens a pawn and wins a rook."
        );
        assert_eq!(
            finding(subject, FindingKind::Exploits, &later, &line),
            "1.Nc7+! is strong: then 2.Nxa8 queens a pawn and wins a rook."
        );
        assert_eq!(
            sacrifice(subject, Role::Knight, &later, &line),
            "1.Nc7+! sacrifices a knight, but 2.Nxa8 queens a pawn and wins a rook: 1...Kd7 2.Nxa8."
        );
        let hanging = Motif { ply: Some(2), ..motif(MotifKind::HangingPiece, &[]) };
        assert_eq!(
            sacrifice(subject, Role::Knight, &hanging, &line),
            "1.Nc7+! sacrifices a knight, but 2.Nxa8 wins a rook: 1...Kd7 2.Nxa8."
        );
        let mate = proof("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", &["Ra8#"], None);
        let played = Subject::new(&mate.start, mate.moves[0], None);
        let text = sacrifice(played, Role::Queen, &motif(MotifKind::Checkmate, &[]), &mate);
        assert!(text.starts_with("1.Ra8# sacrifices the queen and mates"), "{text}");
    }

    #[test]
    fn a_bad_move_without_a_finding_states_the_new_evaluation() {
        let before = Position::default();
        let mv = before.parse_move("g4").expect("a legal move");
        let subject = Subject::new(&before, mv, Some(Judgement::Mistake));
        for (value, text) in [
            (-400, "After 1.g4? Black is winning."),
            (-150, "After 1.g4? Black is better."),
            (20, "After 1.g4? the game is about level."),
            (200, "After 1.g4? White keeps less of the advantage."),
        ] {
            assert_eq!(worse(subject, Value::Centipawns(value), None), text);
        }
        assert_eq!(
            worse(subject, Value::Centipawns(-400), Some(mv)),
            "After 1.g4? Black is winning. Better was 1.g4."
        );
    }

    #[test]
    fn each_reason_of_a_real_pin_has_its_words() {
        let start: Position = "4q2k/4n3/8/8/8/8/8/4R1K1 b - - 0 1".parse().expect("a position");
        let pin = pinsight_tactics::standing_pins(&start)[0];
        let knight = start.parse_move("Nc6").expect("a legal move");
        let takes = start.play_unchecked(knight).parse_move("Rxe8+").expect("a legal move");
        let leaving = |loss| PinReason::Leaving { start, moves: vec![knight, takes], loss };
        let queen = pin.shielded;
        for (reason, text) in [
            (leaving(Some(110)), "If the knight leaves the line, it costs about a pawn: 1...Nc6 2.Rxe8+."),
            (leaving(Some(560)), "If the knight leaves the line, it costs about a rook: 1...Nc6 2.Rxe8+."),
            (
                leaving(Some(950)),
                "If the knight leaves the line, it costs about a queen or more: 1...Nc6 2.Rxe8+.",
            ),
            (leaving(None), "If the knight leaves the line, it allows a mate: 1...Nc6 2.Rxe8+."),
            (PinReason::Won, "The knight is lost."),
            (PinReason::AttackedTwice, "The knight is attacked more than once and cannot leave the line."),
            (PinReason::CannotCapture(queen), "The knight cannot capture the queen on e8."),
            (PinReason::CannotDefend(queen), "The knight does not defend the queen on e8."),
        ] {
            let relevance = pinsight_tactics::Relevance::Real;
            let proof = PinProof { pin, relevance, reason: Some(reason) };
            assert_eq!(proof.explain().as_deref(), Some(text));
        }
        let threat = |mate| {
            let (attacker, pinned) = (pin.attacker, pin.pinned);
            ThreatPin { attacker, pinned, start, moves: vec![knight, takes], mate }.explain()
        };
        let begin = "The rook on e1 is pinning the knight on e7 to";
        assert_eq!(threat(Some(1)), format!("{begin} a mate: 1...Nc6 2.Rxe8+."));
        assert_eq!(threat(Some(3)), format!("{begin} a mate in 3: 1...Nc6 2.Rxe8+."));
        assert_eq!(threat(None), format!("{begin} a decisive threat: 1...Nc6 2.Rxe8+."));
    }

    #[test]
    fn gains_are_counted_in_pieces() {
        for (won, lost, text) in [
            (&[Role::Rook][..], &[Role::Knight][..], "wins the exchange"),
            (&[Role::Queen], &[], "wins the queen"),
            (&[Role::Queen], &[Role::Rook, Role::Pawn], "wins the queen for a rook and a pawn"),
            (&[Role::Bishop, Role::Pawn, Role::Pawn], &[], "wins a bishop and two pawns"),
        ] {
            assert_eq!(gain_words(won, lost), text);
        }
    }
}
