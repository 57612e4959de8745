//! Verifies statements about positions.

use std::str::FromStr;

use pinsight_coach::{Budget, Coach, FindingKind, Judgement};
use pinsight_openings::Opening;
use pinsight_players::{Info, Limit, Player, Search, SearchOptions, Stop, Value};
use pinsight_rules::{Color, History, Move, Ply, Position, Role, Square, VALUES, exchange};
use pinsight_tactics::{MotifKind, Pin, motifs_of, standing_pins};
use pinsight_wire::{Statement, Truth, Verification};

/// The nodes of a search for a mate.
const MATE_NODES: u64 = 2_000_000;
/// The longest mate that is searched to the end, so that its absence is proved.
const EXHAUSTIVE_MATE: u32 = 2;

/// Answers a statement about a position; an error if the statement cannot be read.
pub(crate) fn verify(
    position: &Position,
    statement: &Statement,
    stop: &Stop,
) -> Result<Verification, String> {
    match statement {
        Statement::Piece { square, role, side } => piece(position, square, role, side.as_deref()),
        Statement::Pinned { square, to, by, role } => {
            pinned(position, square, to.as_deref(), by.as_deref(), role.as_deref())
        }
        Statement::Attacked { square, by } => attacked(position, square, by),
        Statement::Hanging { square } => hanging(position, square),
        Statement::Check => Ok(status(position, position.in_check(), "in check")),
        Statement::Checkmate => Ok(status(position, position.is_checkmate(), "checkmated")),
        Statement::Stalemate => Ok(status(position, position.is_stalemate(), "stalemated")),
        Statement::Legal { r#move } => Ok(match read(position, r#move)? {
            Ok(mv) => yes(format!("{} is legal", position.san(mv))).with_line(position, &[mv]),
            Err(refusal) => no(refusal),
        }),
        Statement::GivesCheck { r#move } => after(position, r#move, |next, san| match next.in_check() {
            true => yes(format!("{san} gives check")),
            false => no(format!("{san} does not give check")),
        }),
        Statement::Mates { r#move } => after(position, r#move, mates),
        Statement::MateIn { moves } => Ok(mate_in(position, *moves, stop)),
        Statement::Motif { motif, square } => has_motif(position, motif, square.as_deref()),
        Statement::Wins { r#move, gain } => wins(position, r#move, gain.unwrap_or(1), stop),
        Statement::Opening { name } => Ok(opening(position, name)),
    }
}

fn answer(verdict: Truth, reason: String) -> Verification {
    Verification { verdict, reason, line: Vec::new(), san: Vec::new() }
}

fn yes(reason: String) -> Verification {
    answer(Truth::True, reason)
}

fn no(reason: String) -> Verification {
    answer(Truth::False, reason)
}

/// Adds the line that shows an answer.
trait WithLine {
    fn with_line(self, start: &Position, moves: &[Move]) -> Self;
}

impl WithLine for Verification {
    fn with_line(mut self, start: &Position, moves: &[Move]) -> Self {
        let mut position = *start;
        for &mv in moves {
            self.line.push(position.uci(mv, start.castling_mode()).into());
            self.san.push(position.san(mv));
            position = position.play_unchecked(mv);
        }
        self
    }
}

fn square(text: &str) -> Result<Square, String> {
    text.trim().parse().map_err(|_| format!("`{text}` is not a square; expected one such as f6"))
}

fn named<T: Copy>(text: &str, all: &[T], name: impl Fn(T) -> &'static str, what: &str) -> Result<T, String> {
    pinsight_data::one_of(text, all, name).map_err(|error| format!("{what}: {error}"))
}

fn role(text: &str) -> Result<Role, String> {
    named(text, &Role::ALL, Role::name, "role")
}

fn color(text: &str) -> Result<Color, String> {
    named(text, &Color::ALL, Color::name, "side")
}

/// Reads a move: an error if it is not a move at all, else the legal move or why it is not legal.
fn read(position: &Position, text: &str) -> Result<Result<Move, String>, String> {
    use pinsight_rules::{MoveError, SanError};
    match position.parse_move(text) {
        Ok(mv) => Ok(Ok(mv)),
        Err(error @ MoveError::San(SanError::Syntax { .. })) => Err(error.to_string()),
        Err(error) => Ok(Err(error.to_string())),
    }
}

/// Judges the position after a move; an illegal move makes the statement false.
fn after(
    position: &Position,
    text: &str,
    judge: impl FnOnce(&Position, &str) -> Verification,
) -> Result<Verification, String> {
    Ok(match read(position, text)? {
        Ok(mv) => judge(&position.play_unchecked(mv), &position.san(mv)).with_line(position, &[mv]),
        Err(refusal) => no(refusal),
    })
}

fn status(position: &Position, holds: bool, words: &str) -> Verification {
    let side = if position.turn() == Color::White { "White" } else { "Black" };
    match holds {
        true => yes(format!("{side} is {words}")),
        false => no(format!("{side} is not {words}")),
    }
}

/// Returns the piece on a square in words, or that it is empty.
fn occupant(position: &Position, at: Square) -> String {
    match position.board().piece_at(at) {
        Some(piece) => format!("on {at} is a {} {}", piece.color.name(), piece.role.name()),
        None => format!("{at} is empty"),
    }
}

fn piece(position: &Position, at: &str, of: &str, side: Option<&str>) -> Result<Verification, String> {
    let (at, of, side) = (square(at)?, role(of)?, side.map(color).transpose()?);
    let found = position.board().piece_at(at);
    let holds = found.is_some_and(|piece| piece.role == of && side.is_none_or(|side| side == piece.color));
    let reason = occupant(position, at);
    Ok(if holds { yes(reason) } else { no(reason) })
}

fn pinned(
    position: &Position,
    at: &str,
    to: Option<&str>,
    by: Option<&str>,
    of: Option<&str>,
) -> Result<Verification, String> {
    let at = square(at)?;
    let (to, by) = (to.map(square).transpose()?, by.map(square).transpose()?);
    let of = of.map(role).transpose()?;
    let found = position.board().role_at(at);
    if found.is_none() || of.is_some_and(|of| Some(of) != found) {
        return Ok(no(occupant(position, at)));
    }
    let pins: Vec<Pin> = standing_pins(position).into_iter().filter(|pin| pin.pinned.square == at).collect();
    let is_meant = |pin: &&Pin| {
        to.is_none_or(|to| pin.shielded.square == to) && by.is_none_or(|by| pin.attacker.square == by)
    };
    if let Some(pin) = pins.iter().find(is_meant) {
        return Ok(yes(pin.explain()));
    }
    for other in [to, by].into_iter().flatten() {
        if position.board().piece_at(other).is_none() {
            return Ok(no(occupant(position, other)));
        }
    }
    Ok(no(match pins.first() {
        Some(pin) => format!("another pin exists: {pin}"),
        None => format!("{}, and no line of an enemy bishop, rook or queen pins it", occupant(position, at)),
    }))
}

fn attacked(position: &Position, at: &str, by: &str) -> Result<Verification, String> {
    let (at, by) = (square(at)?, color(by)?);
    let squares: Vec<String> =
        position.attackers(at, by).into_iter().map(|square| square.to_string()).collect();
    Ok(match squares.as_slice() {
        [] => no(format!("no {} piece attacks {at}", by.name())),
        squares => yes(format!("{at} is attacked from {}", squares.join(", "))),
    })
}

fn hanging(position: &Position, at: &str) -> Result<Verification, String> {
    let at = square(at)?;
    let Some(piece) = position.board().piece_at(at) else {
        return Ok(no(occupant(position, at)));
    };
    let gain = exchange(position.board(), at, !piece.color, &VALUES);
    Ok(match gain {
        0 => no(format!("captures on {at} gain nothing")),
        gain => yes(format!("captures on {at} gain {gain} points")),
    })
}

fn mates(next: &Position, san: &str) -> Verification {
    if next.is_checkmate() {
        return yes(format!("{san} is checkmate"));
    }
    if !next.in_check() {
        return no(format!("{san} does not give check"));
    }
    let replies: Vec<String> = next.legal_moves().iter().map(|&mv| next.san(mv)).collect();
    no(format!("after {san} the king gets out of check by {}", replies.join(", ")))
}

fn mate_in(position: &Position, moves: u32, stop: &Stop) -> Verification {
    if position.legal_moves().is_empty() {
        return no("the side to move has no legal move".to_owned());
    }
    for number in 1..=moves.min(EXHAUSTIVE_MATE) {
        if let Some(line) = forced_mate(position, number) {
            return yes(format!("mate in {number}")).with_line(position, &line);
        }
    }
    if moves <= EXHAUSTIVE_MATE {
        return no(format!("all moves searched: no mate in {moves}"));
    }
    let mut best: Option<Info> = None;
    let mut search = Search::new(SearchOptions::default());
    let game = History::new(*position);
    let _ = search.choose(&game, &Limit::nodes(MATE_NODES), stop, &mut |info| best = Some(info.clone()));
    let found = best.and_then(|info| Some((info.score?.of(position.turn()), info.pv)));
    match found {
        Some((Value::MatesIn(number), line)) if number <= moves => {
            yes(format!("search finds mate in {number}")).with_line(position, &line)
        }
        _ => answer(
            Truth::Unproved,
            format!("no mate in {EXHAUSTIVE_MATE}; a search of {MATE_NODES} nodes finds no mate in {moves}"),
        ),
    }
}

/// Returns a line in which the side to move mates in exactly this many moves at most, against every defence.
fn forced_mate(position: &Position, moves: u32) -> Option<Vec<Move>> {
    for &mv in &position.legal_moves() {
        let next = position.play_unchecked(mv);
        if next.is_checkmate() {
            return Some(vec![mv]);
        }
        if moves <= 1 {
            continue;
        }
        let replies = next.legal_moves();
        let lines: Option<Vec<Vec<Move>>> = replies
            .iter()
            .map(|&reply| {
                let rest = forced_mate(&next.play_unchecked(reply), moves - 1)?;
                Some([&[mv, reply], rest.as_slice()].concat())
            })
            .collect();
        // No reply means stalemate.
        if let Some(line) = lines.and_then(|lines| lines.into_iter().max_by_key(Vec::len)) {
            return Some(line);
        }
    }
    None
}

fn has_motif(position: &Position, name: &str, at: Option<&str>) -> Result<Verification, String> {
    let kind = MotifKind::from_str(name).map_err(|error| error.to_string())?;
    let at = at.map(square).transpose()?;
    let motifs = motifs_of(position);
    let takes_part = |motif: &&pinsight_tactics::Motif| {
        motif.kind == kind && at.is_none_or(|at| motif.squares.iter().any(|square| square.square == at))
    };
    Ok(match motifs.iter().find(takes_part) {
        Some(motif) => yes(motif.to_string()),
        None => no(format!("the position has no such {}", kind.name().replace('_', " "))),
    })
}

fn wins(position: &Position, text: &str, gain: i32, stop: &Stop) -> Result<Verification, String> {
    let mv = match read(position, text)? {
        Ok(mv) => mv,
        Err(refusal) => return Ok(no(refusal)),
    };
    if position.play_unchecked(mv).is_checkmate() {
        return Ok(yes(format!("{} is checkmate", position.san(mv))).with_line(position, &[mv]));
    }
    let coach = Coach::new(None, Budget::default(), 1);
    if let Some(proof) = coach.prove_move(position, mv, gain, stop) {
        let reason = match (proof.mate, proof.gain) {
            (Some(moves), _) => format!("{} mates in {moves}", position.san(mv)),
            (None, won) => format!("{} wins {} points", position.san(mv), won.unwrap_or_default()),
        };
        return Ok(yes(reason).with_line(&proof.start, &proof.moves));
    }
    let ply = Ply::new(1, *position, mv);
    let Some(review) = coach.review_until(position, &[ply], stop, &|_, _| {}) else {
        return Ok(answer(Truth::Unproved, "the search was stopped".to_owned()));
    };
    let Some(judged) = review.moves.first() else {
        return Ok(answer(Truth::Unproved, "the move was not judged".to_owned()));
    };
    if judged.judgement.is_some_and(Judgement::is_bad) {
        let refutation = judged.findings.iter().find(|finding| finding.kind == FindingKind::Allows);
        let line = match refutation {
            Some(finding) => [&[mv], finding.moves()].concat(),
            None => vec![mv],
        };
        return Ok(no(judged.text.clone()).with_line(position, &line));
    }
    let reason = format!(
        "search finds no line that wins {gain} or more: {} before the move, {} after it",
        judged.before, judged.after
    );
    Ok(answer(Truth::Unproved, reason))
}

fn opening(position: &Position, name: &str) -> Verification {
    let Some(opening) = Opening::of(position) else {
        return no("the position has no name".to_owned());
    };
    let begins =
        opening.name.to_lowercase().starts_with(&name.trim().to_lowercase()) && !name.trim().is_empty();
    let holds = begins || opening.eco.eq_ignore_ascii_case(name.trim());
    let reason = format!("the position is {opening}");
    if holds { yes(reason) } else { no(reason) }
}
