//! Verifies statements about positions.

use std::str::FromStr;

use pinsight_coach::{Budget, Coach, FindingKind, Judgement};
use pinsight_openings::Opening;
use pinsight_players::{Info, Limit, Player, Search, SearchOptions, Stop, Value};
use pinsight_rules::{Color, History, Move, Ply, Position, Role, Square, VALUES, exchange, material_balance};
use pinsight_tactics::{MotifKind, Pin, motifs_of, situational_pins, standing_pins};
use pinsight_wire::{Statement, Truth, Verification};

use super::tools::within;

/// The nodes of a search for a mate.
const MATE_NODES: u64 = 2_000_000;
/// The nodes of the search that confirms a gain.
const GAIN_NODES: u64 = 500_000;
/// The longest mate that is searched to the end, so that its absence is proved.
const EXHAUSTIVE_MATE: u32 = 2;

/// More than nine queens cannot be won.
const MAX_GAIN: i32 = 100;

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
        Statement::Check {} => Ok(status(position, position.in_check(), "in check")),
        Statement::Checkmate {} => Ok(status(position, position.is_checkmate(), "checkmated")),
        Statement::Stalemate {} => Ok(status(position, position.is_stalemate(), "stalemated")),
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
        Statement::Opening { name } => opening(position, name),
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
    pinsight_tactics::one_of(text, all, name).map_err(|error| format!("{what}: {error}"))
}

fn role(text: &str) -> Result<Role, String> {
    named(text, &Role::ALL, Role::name, "role")
}

fn color(text: &str) -> Result<Color, String> {
    named(text, &Color::ALL, Color::name, "side")
}

/// Reads a move: an error if it is not a move at all or may mean several, else the legal move or why it is not legal.
fn read(position: &Position, text: &str) -> Result<Result<Move, String>, String> {
    use pinsight_rules::{MoveError, SanError};
    match position.parse_move(text) {
        Ok(mv) => Ok(Ok(mv)),
        Err(error @ MoveError::San(SanError::Syntax { .. } | SanError::Ambiguous { .. })) => {
            Err(error.to_string())
        }
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
    // A mate is not on a square.
    if to.is_none()
        && let Some(pinned) = pinned_to_mate(position, at, by)
    {
        return Ok(pinned);
    }
    Ok(no(match pins.first() {
        Some(pin) => format!("another pin exists: {pin}"),
        None => format!("{}, and no line of an enemy bishop, rook or queen pins it", occupant(position, at)),
    }))
}

/// Returns the answer for a piece whose move off the line allows a mate along it.
fn pinned_to_mate(position: &Position, at: Square, by: Option<Square>) -> Option<Verification> {
    let is_meant = |pinned, attacker| pinned == at && by.is_none_or(|by| attacker == by);
    let pins = situational_pins(position, &VALUES);
    let pin = pins.iter().find(|pin| is_meant(pin.pinned.square, pin.attacker.square))?;
    let answer = yes(pin.explain());
    Some(match pin.allowing.first() {
        Some(allowed) if pin.position() == position => {
            answer.with_line(position, &[allowed.played, allowed.mate])
        }
        // The other side is to move.
        _ => answer,
    })
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
    if piece.color != position.turn() {
        return Ok(capturable(position, at));
    }
    Ok(match exchange(position.board(), at, !piece.color, &VALUES) {
        0 => no(format!("captures on {at} gain nothing")),
        gain => yes(format!("captures on {at} gain {}", points(gain))),
    })
}

fn points(number: i32) -> String {
    format!("{number} {}", if number == 1 { "point" } else { "points" })
}

/// Judges the legal captures of a piece of the side that is not to move, each with the exchange that follows.
fn capturable(position: &Position, at: Square) -> Verification {
    let gain = |mv: Move| {
        let victim = position.captured(mv).map_or(0, |piece| VALUES[piece.role]);
        let promoted = mv.promotion().map_or(0, |role| VALUES[role] - VALUES[Role::Pawn]);
        let recapture = exchange(position.play_unchecked(mv).board(), mv.to(), !position.turn(), &VALUES);
        victim + promoted - recapture
    };
    let moves = position.legal_moves();
    let captures =
        moves.iter().copied().filter(|&mv| mv.capture_square() == Some(at) && position.is_capture(mv));
    match captures.map(|mv| (gain(mv), mv)).max_by_key(|&(gain, _)| gain) {
        Some((gain, mv)) if gain > 0 => {
            yes(format!("captures on {at} gain {}", points(gain))).with_line(position, &[mv])
        }
        Some(_) => no(format!("captures on {at} gain nothing")),
        None => no(format!("no legal move captures on {at}")),
    }
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
    if is_75_moves(position) {
        return no("the game is over: a draw by 75 moves without capture or pawn move".to_owned());
    }
    let has_only_a_king = !position.board().by_color(position.turn()).more_than_one();
    if has_only_a_king || position.is_dead() {
        return no("the side to move does not have the material to give mate".to_owned());
    }
    for number in 1..=moves.min(EXHAUSTIVE_MATE) {
        if let Some(line) = forced_mate(position, number) {
            return yes(format!("mate in {number}")).with_line(position, &line);
        }
    }
    if moves <= EXHAUSTIVE_MATE {
        return no(format!("all moves searched: no mate in {moves}"));
    }
    match searched_mate(position, stop) {
        Some((number, line)) if number <= moves => {
            yes(format!("search finds mate in {number}")).with_line(position, &line)
        }
        _ => answer(
            Truth::Unproved,
            format!("no mate in {EXHAUSTIVE_MATE}; a search of {MATE_NODES} nodes finds no mate in {moves}"),
        ),
    }
}

/// Searches for a mate by the side to move; returns the number of moves and the line up to the mate.
fn searched_mate(position: &Position, stop: &Stop) -> Option<(u32, Vec<Move>)> {
    let mut best: Option<Info> = None;
    let mut search = Search::new(SearchOptions::default());
    search
        .choose(&History::new(*position), &Limit::nodes(MATE_NODES), stop, &mut |info| {
            if info.bound.is_none() {
                best = Some(info.clone());
            }
        })
        .ok()?;
    let info = best?;
    let Value::MatesIn(number) = info.score?.of(position.turn()) else { return None };
    let mut end = *position;
    for &mv in &info.pv {
        if is_75_moves(&end) {
            return None;
        }
        end = end.play_unchecked(mv);
    }
    end.is_checkmate().then_some((number, info.pv))
}

/// Whether the game has ended by the 75-move rule, unless by checkmate.
fn is_75_moves(position: &Position) -> bool {
    position.halfmove_clock() >= 150
}

/// Returns a line in which the side to move mates in exactly this many moves at most, against every defence.
fn forced_mate(position: &Position, moves: u32) -> Option<Vec<Move>> {
    for &mv in &position.legal_moves() {
        let next = position.play_unchecked(mv);
        if next.is_checkmate() {
            return Some(vec![mv]);
        }
        if moves <= 1 || is_75_moves(&next) {
            continue;
        }
        let replies = next.legal_moves();
        let lines: Option<Vec<Vec<Move>>> = replies
            .iter()
            .map(|&reply| {
                let after = next.play_unchecked(reply);
                let rest = if is_75_moves(&after) { None } else { forced_mate(&after, moves - 1) }?;
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
    if !kind.is_in_positions() {
        return Err(format!("`{kind}` is a motif of moves; the tool `motifs` finds it in a line of moves"));
    }
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
    let gain = within("gain", gain, 1..=MAX_GAIN)?;
    let mv = match read(position, text)? {
        Ok(mv) => mv,
        Err(refusal) => return Ok(no(refusal)),
    };
    if position.play_unchecked(mv).is_checkmate() {
        return Ok(yes(format!("{} is checkmate", position.san(mv))).with_line(position, &[mv]));
    }
    let coach = Coach::new(None, Budget::default(), 1);
    let ply = Ply::new(1, *position, mv);
    let Some(review) = coach.review_until(position, &[ply], stop, &|_, _| {}) else {
        return Ok(answer(Truth::Unproved, "the search was stopped".to_owned()));
    };
    let Some(judged) = review.moves.first() else {
        return Ok(answer(Truth::Unproved, "the move was not judged".to_owned()));
    };
    let side = position.turn();
    let after = if side == Color::White { judged.after } else { judged.after.reversed() };
    // A bad move may still win material if a better one wins more.
    let least = 100 * (material_balance(position.board(), side, &VALUES) + gain - 1);
    let falls_short = after.clamped() < least;
    // The line of a proof ends with the gain. The value after the move shows whether it is lost again.
    if !falls_short
        && let Some(proof) = coach.prove_move(position, mv, gain, stop)
        && value_after(position, mv, stop).is_some_and(|value| value.clamped() >= least)
    {
        let reason = match (proof.mate, proof.gain) {
            (Some(moves), _) => format!("{} mates in {moves}", position.san(mv)),
            (None, won) => format!("{} wins {}", position.san(mv), points(won.unwrap_or_default())),
        };
        return Ok(yes(reason).with_line(&proof.start, &proof.moves));
    }
    let is_bad = judged.judgement.is_some_and(Judgement::is_bad);
    if matches!(after, Value::MatedIn(_)) || falls_short && is_bad {
        let refutation = judged.findings.iter().find(|finding| finding.kind == FindingKind::Allows);
        let line = match refutation {
            Some(finding) => [&[mv], finding.moves()].concat(),
            None => vec![mv],
        };
        let reason = match judged.text.as_str() {
            "" => format!("the value after {} is {}", position.san(mv), judged.after),
            text => text.to_owned(),
        };
        return Ok(no(reason).with_line(position, &line));
    }
    let reason = format!(
        "search finds no line that wins {gain} or more: {} before the move, {} after it",
        judged.before, judged.after
    );
    Ok(answer(Truth::Unproved, reason))
}

/// Searches the position after a move more deeply than the coach; returns the value for the side that played it.
fn value_after(position: &Position, mv: Move, stop: &Stop) -> Option<Value> {
    let next = position.play_unchecked(mv);
    if next.legal_moves().is_empty() {
        return Some(Value::Centipawns(0));
    }
    let mut search = Search::new(SearchOptions::default());
    let choice = search.choose(&History::new(next), &Limit::nodes(GAIN_NODES), stop, &mut |_| {}).ok()?;
    Some(choice.info?.score?.of(position.turn()))
}

fn opening(position: &Position, name: &str) -> Result<Verification, String> {
    let wanted = plain_name(name);
    if wanted.is_empty() {
        return Err("the name of the opening is empty; expected one such as Ruy Lopez or C60".to_owned());
    }
    let Some(opening) = Opening::of(position) else {
        let reason = "the position has no name; the tool `opening` names the line of moves that leads to it";
        return Ok(answer(Truth::Unproved, reason.to_owned()));
    };
    let reason = format!("the position is {opening}");
    Ok(if is_named(opening, &wanted) {
        yes(reason)
    } else if Opening::all().iter().any(|other| is_named(other, &wanted)) {
        no(reason)
    } else {
        answer(Truth::Unproved, format!("{reason}; no opening is called `{}`", name.trim()))
    })
}

/// Whether an opening has this code, this name, or a name that contains these words: `Najdorf`, `C60 Ruy Lopez`.
fn is_named(opening: &Opening, wanted: &str) -> bool {
    let known = plain_name(&opening.to_string());
    known.match_indices(wanted).any(|(at, _)| at == 0 || known[..at].ends_with([' ', '-']))
}

/// Returns a name in lower case with one spelling of `Defense`.
fn plain_name(name: &str) -> String {
    name.trim().to_lowercase().replace("defence", "defense")
}
