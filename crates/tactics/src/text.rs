//! Wording, in English: the sentence of a pin and its explanation.

use core::fmt;

use pinsight_rules::attacks::line;
use pinsight_rules::{Bitboard, Color, Placed, Role, Square};

use crate::line::{Line, LineKind};
use crate::motif::{Motif, SquareRole};
use crate::pin::{AttackerFlags, By, Cause, Freedom, Pin, PinStatus, Prospects, SituationalPin, StaticReply};

impl fmt::Display for LineKind {
    /// `absolute pin`, `skewer`, `x-ray` ...
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::AbsolutePin => "absolute pin",
            Self::AbsoluteSkewer => "absolute skewer",
            Self::Skewer => "skewer",
            Self::RelativePin => "relative pin",
            Self::XRay => "x-ray",
        })
    }
}

impl fmt::Display for PinStatus {
    /// `new`, `kept` ...
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Cause {
    /// `created`, `stepped in front`, `attacker moved` ...
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Created => "created",
            Self::Replaced => "replaced",
            Self::SteppedInFront => "stepped in front",
            Self::SteppedBehind => "stepped behind",
            Self::Revalued => "revalued",
            Self::EnPassant => "en passant",
            Self::Discovered => "discovered",
            Self::Unmasked => "unmasked",
            Self::AttackerMoved => "attacker moved",
            Self::AttackerCaptured => "attacker was captured",
            Self::PinnedMoved => "pinned piece moved",
            Self::PinnedCaptured => "pinned piece was captured",
            Self::ShieldedMoved => "shielded piece moved",
            Self::ShieldedCaptured => "shielded piece was captured",
            Self::LineBlocked => "line blocked",
        })
    }
}

impl fmt::Display for By {
    /// `by the attacker's side` or `self-inflicted`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Attacker => "by the attacker's side",
            Self::Itself => "self-inflicted",
        })
    }
}

impl fmt::Display for Freedom {
    /// `frozen`, `along the line` ...
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Frozen => "frozen",
            Self::AlongTheLine => "along the line",
            Self::Free => "free",
            Self::Geometric => "geometric",
        })
    }
}

impl fmt::Display for Line {
    /// `The bishop on b2 is pinning the queen on g7 to the king on h8.`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_sentence(f, self, "is")
    }
}

impl fmt::Display for Pin {
    /// The sentence of its line; a released pin `is no longer pinning`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is = if self.status == PinStatus::Released { "is no longer" } else { "is" };
        write_sentence(f, &self.line(), is)
    }
}

fn write_sentence(f: &mut fmt::Formatter<'_>, line: &Line, is: &str) -> fmt::Result {
    let (verb, and) = match line.kind {
        LineKind::AbsolutePin | LineKind::RelativePin => ("pinning", "to"),
        LineKind::AbsoluteSkewer | LineKind::Skewer => ("skewering", "to"),
        LineKind::XRay => ("looking through", "at"),
    };
    write!(f, "{} {is} {verb} {} {and} {}.", Capitalized(line.attacker), line.pinned, line.shielded)
}

/// A piece at the start of a sentence: `The bishop on b2`.
struct Capitalized(Placed);

impl fmt::Display for Capitalized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The {} on {}", self.0.piece.role, self.0.square)
    }
}

impl fmt::Display for StaticReply {
    /// `Nxe5`, `exd8=Q`, `Nf7#`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.piece.piece.role {
            Role::Pawn if self.takes => write!(f, "{}", self.piece.square.file())?,
            Role::Pawn => {}
            role => write!(f, "{}", role.letter())?,
        }
        write!(f, "{}{}", if self.takes { "x" } else { "" }, self.to)?;
        if let Some(role) = self.promotion {
            write!(f, "={}", role.letter())?;
        }
        f.write_str(if self.gain.is_none() { "#" } else { "" })
    }
}

impl Pin {
    /// Explains the pin: status, kind, cause, side, freedom of the pinned piece, cost, static reply.
    ///
    /// `New absolute pin, discovered by d5: the bishop on b2 pins the queen on g7 to the king on h8. The queen may move
    /// along the diagonal or take on b2.`
    pub fn explain(&self) -> String {
        let released = self.release_text().map(|text| format!("{text}; ")).unwrap_or_default();
        let mut sentences = vec![format!("{}: {released}{}.", self.headline(), self.statement())];
        if self.status != PinStatus::Released && self.kind.is_pin() {
            let prospects = self.prospects();
            sentences.push(self.freedom_text(&prospects));
            sentences.extend(self.cost_text(prospects.freedom));
            sentences.extend(self.reply_text(&prospects));
            sentences.extend(self.flag_texts());
        }
        sentences.join(" ")
    }

    /// `New absolute pin, discovered by d5`.
    fn headline(&self) -> String {
        let kind = self.kind;
        let mv = self.context.played.map(|played| played.text()).unwrap_or_default();
        let own = if self.by == Some(By::Itself) { ", self-inflicted" } else { "" };
        match (self.status, self.cause) {
            (PinStatus::New, Some(cause)) => format!("New {kind}, {}{own}", cause_text(cause, &mv)),
            (PinStatus::Released, _) => {
                let attacking = self.attacker.piece.color;
                let side = if self.by == Some(By::Itself) { !attacking } else { attacking };
                format!("Released {kind}, by {side}")
            }
            (PinStatus::Kept, _) if self.shifted => format!("Kept {kind}, shifted by {mv}"),
            (PinStatus::Kept, _) => format!("Kept {kind}"),
            _ => capitalize(&kind.to_string()),
        }
    }

    /// `the bishop on b2 pins the queen on g7 to the king on h8`.
    fn statement(&self) -> String {
        let (now, no_longer, and) = match self.kind {
            LineKind::AbsolutePin | LineKind::RelativePin => ("pins", "no longer pins", "to"),
            LineKind::AbsoluteSkewer | LineKind::Skewer => ("skewers", "no longer skewers", "to"),
            LineKind::XRay => ("looks through", "no longer looks through", "at"),
        };
        let verb = if self.status == PinStatus::Released { no_longer } else { now };
        format!("{} {verb} {} {and} {}", self.attacker, self.pinned, self.shielded)
    }

    /// For a released pin: `Nc6 moved the pinned knight away`.
    fn release_text(&self) -> Option<String> {
        let played = self.context.played.filter(|_| self.status == PinStatus::Released)?;
        let (front, back) = (self.pinned.piece.role, self.shielded.piece.role);
        let (front, back) = if self.kind.is_pin() {
            (format!("the pinned {front}"), format!("the shielded {back}"))
        } else {
            (format!("the {front} in front"), format!("the {back} behind"))
        };
        let mv = played.text();
        Some(match self.cause? {
            Cause::AttackerMoved if played.to() == self.pinned.square => {
                format!("with {mv} the attacker took {front}")
            }
            Cause::AttackerMoved => format!("{mv} moved the attacker away"),
            Cause::AttackerCaptured => format!("{mv} took the attacker"),
            Cause::PinnedMoved => format!("{mv} moved {front} away"),
            Cause::PinnedCaptured => format!("{mv} took {front}"),
            Cause::ShieldedMoved => format!("{mv} moved {back} away"),
            Cause::ShieldedCaptured => format!("{mv} took {back}"),
            Cause::LineBlocked => format!("{mv} blocked the line"),
            _ => format!("{mv} changed what there is to gain"),
        })
    }

    fn freedom_text(&self, prospects: &Prospects) -> String {
        let (role, attacker) = (self.pinned.piece.role, self.attacker.square);
        let name = line_name(attacker, self.pinned.square);
        let takes = prospects.targets.contains(attacker);
        let moves = (prospects.targets & line(attacker, self.pinned.square)).without(attacker).any();
        match prospects.freedom {
            Freedom::Frozen => format!("The {role} cannot move."),
            Freedom::Geometric => format!("The pawn could not leave the {name} anyway."),
            Freedom::AlongTheLine if takes && moves => {
                format!("The {role} may move along the {name} or take on {attacker}.")
            }
            Freedom::AlongTheLine if takes => format!("The {role} may only take on {attacker}."),
            Freedom::AlongTheLine => format!("The {role} may move along the {name}."),
            Freedom::Free if takes => format!("The {role} may legally leave, or take on {attacker}."),
            Freedom::Free => format!("The {role} may legally leave."),
        }
    }

    fn cost_text(&self, freedom: Freedom) -> Option<String> {
        let (pinned, square) = (self.pinned.piece.role, self.shielded.square);
        let condition = match freedom {
            Freedom::Frozen | Freedom::Geometric => format!("Without the {pinned}"),
            Freedom::AlongTheLine | Freedom::Free => format!("If the {pinned} leaves"),
        };
        Some(match self.cost? {
            0 => format!("{condition}, {} is attacked, but well defended.", self.shielded),
            cost => format!("{condition}, capturing on {square} wins {}.", points(cost)),
        })
    }

    fn reply_text(&self, prospects: &Prospects) -> Option<String> {
        let reply = prospects.static_reply?;
        Some(match reply.gain {
            Some(0) => format!("By exchanges on {} alone, {reply} loses nothing.", reply.to),
            Some(gain) => format!("By exchanges on {} alone, {reply} gains {}.", reply.to, points(gain)),
            None => format!("{reply} is mate."),
        })
    }

    fn flag_texts(&self) -> impl Iterator<Item = String> {
        let AttackerFlags { absolutely_pinned, en_prise, .. } = self.attacker_flags();
        let attacker = Capitalized(self.attacker);
        [
            self.is_cross_pin().then(|| format!("{} is cross-pinned.", Capitalized(self.pinned))),
            absolutely_pinned.then(|| format!("{attacker} is itself pinned to its king.")),
            en_prise.then(|| format!("{attacker} is en prise.")),
        ]
        .into_iter()
        .flatten()
    }
}

fn cause_text(cause: Cause, mv: &str) -> String {
    match cause {
        Cause::Replaced => format!("by replacement after {mv}"),
        Cause::EnPassant => format!("opened en passant by {mv}"),
        Cause::SteppedInFront => format!("by stepping in front with {mv}"),
        Cause::SteppedBehind => format!("by stepping behind with {mv}"),
        Cause::Revalued => format!("on a line that counts since {mv}"),
        cause => format!("{cause} by {mv}"),
    }
}

fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn points(count: i32) -> String {
    if count == 1 { "1 point".to_owned() } else { format!("{count} points") }
}

/// Returns `file`, `rank` or `diagonal` for the line through two squares.
fn line_name(a: Square, b: Square) -> &'static str {
    let whole = line(a, b).with(a);
    if whole.is_subset(Bitboard::from(a.file())) {
        "file"
    } else if whole.is_subset(Bitboard::from(a.rank())) {
        "rank"
    } else {
        "diagonal"
    }
}

/// `Nc1, Nc3 and Nd4`.
fn list(moves: &[String]) -> String {
    match moves {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

impl fmt::Display for SituationalPin {
    /// `The rook on e8 is pinning the knight on e2 to a mate on e1.`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is pinning {} to a mate", Capitalized(self.attacker), self.pinned)?;
        let mates: Bitboard = self.allowing.iter().map(|allowed| allowed.mate.to()).collect();
        mates.single().map_or(Ok(()), |square| write!(f, " on {square}"))?;
        f.write_str(".")
    }
}

impl SituationalPin {
    /// Explains the pin: which moves allow which mate, and which are safe.
    ///
    /// `Situational pin: the rook on e8 pins the knight on e2 to a mate. Nc1, Nc3, Nd4 and Nf4 allow Re1#; Ng3 does
    /// not.`
    pub fn explain(&self) -> String {
        let mut text = format!("Situational pin: {} pins {} to a mate. ", self.attacker, self.pinned);
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for allowed in &self.allowing {
            let played = self.position.san(allowed.played);
            let mate = self.position.play_unchecked(allowed.played).san(allowed.mate);
            match groups.iter_mut().find(|(other, _)| *other == mate) {
                Some((_, moves)) => moves.push(played),
                None => groups.push((mate, vec![played])),
            }
        }
        let mut parts: Vec<String> = groups
            .iter()
            .map(|(mate, moves)| {
                format!("{} {} {mate}", list(moves), if moves.len() == 1 { "allows" } else { "allow" })
            })
            .collect();
        let safe: Vec<String> = self.safe.iter().map(|&mv| self.position.san(mv)).collect();
        match safe.len() {
            0 => parts.push(format!("the {} has no safe move", self.pinned.piece.role)),
            1 => parts.push(format!("{} does not", list(&safe))),
            _ => parts.push(format!("{} do not", list(&safe))),
        }
        text.push_str(&parts.join("; "));
        text.push('.');
        text
    }
}

impl fmt::Display for Motif {
    /// `fork by White: attacker c7, targets a8, e8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.side == Color::White { "White" } else { "Black" };
        write!(f, "{} by {side}", self.kind.name().replace('_', " "))?;
        let mut separator = ": ";
        for role in SquareRole::ALL {
            let squares: Vec<String> = self.squares_of(role).map(|square| square.to_string()).collect();
            if !squares.is_empty() {
                let plural = if squares.len() > 1 && role != SquareRole::Pinned { "s" } else { "" };
                write!(f, "{separator}{role}{plural} {}", squares.join(" "))?;
                separator = ", ";
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_named_file_rank_or_diagonal() {
        assert_eq!(line_name(Square::E1, Square::E7), "file");
        assert_eq!(line_name(Square::A4, Square::H4), "rank");
        assert_eq!(line_name(Square::B2, Square::G7), "diagonal");
        assert_eq!(line_name(Square::A1, Square::B2), "diagonal");
    }

    #[test]
    fn lists_and_points_have_singular_and_plural_forms() {
        let moves = |count: usize| -> Vec<String> { (1..=count).map(|n| format!("N{n}")).collect() };
        assert_eq!(list(&moves(1)), "N1");
        assert_eq!(list(&moves(2)), "N1 and N2");
        assert_eq!(list(&moves(3)), "N1, N2 and N3");
        assert_eq!((points(1), points(3)), ("1 point".to_owned(), "3 points".to_owned()));
    }
}
