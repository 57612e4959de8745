//! Moves, positions, ends and faults as JSON.

use pinsight_pgn::{Diagnostic, Severity, Verdict};
use pinsight_rules::{CastlingMode, CastlingSide, Color, EnPassantMode, End, Move, Position, Role, Square};
use serde_json::{Map, Value, json};

/// A legal move of a position.
pub fn legal_move(position: &Position, mv: Move, mode: CastlingMode) -> Value {
    let after = position.play_unchecked(mv);
    json!({
        "san": position.san(mv),
        "uci": position.uci(mv, mode).to_string(),
        "from": square(mv.from()),
        "to": square(mv.to()),
        "role": position.board().role_at(mv.from()).map(Role::name),
        "capture": position.captured(mv).map(|piece| piece.role.name()),
        "promotion": mv.promotion().map(Role::name),
        "check": after.in_check(),
        "mate": after.is_checkmate(),
        "castling": mv.castling_side().map(castling_side),
        "en_passant": mv.is_en_passant(),
    })
}

/// A position with all that its FEN says, and whether the game is over.
pub fn position(position: &Position) -> Value {
    let squares: Map<String, Value> = position
        .board()
        .pieces()
        .map(|(square, piece)| (square.to_string(), json!(piece.letter())))
        .collect();
    let castling: Map<String, Value> = Color::ALL
        .into_iter()
        .map(|color| {
            let rooks: Map<String, Value> = CastlingSide::ALL
                .into_iter()
                .map(|side| {
                    let rook = position.castling_right(color, side);
                    (castling_side(side).to_owned(), json!(rook.map(square)))
                })
                .collect();
            (color.name().to_owned(), Value::Object(rooks))
        })
        .collect();
    let checkers: Vec<String> = position.checkers().into_iter().map(square).collect();
    json!({
        "fen": position.to_string(),
        "turn": position.turn().name(),
        "castling": castling,
        "en_passant": position.en_passant(EnPassantMode::Fen).map(square),
        "halfmove_clock": position.halfmove_clock(),
        "fullmove_number": position.fullmove_number(),
        "squares": squares,
        "checkers": checkers,
        "legal_moves": position.count_legal_moves(),
        "end": position.end().map(end),
    })
}

/// The end of a game.
pub fn end(end: End) -> Value {
    json!({
        "outcome": end.outcome.pgn(),
        "termination": end.termination.name(),
    })
}

/// A fault of a game, with its place: line, column, and bytes in the unpacked text.
pub fn diagnostic(found: &Diagnostic, severity: Severity) -> Value {
    let file: &str = &found.source;
    json!({
        "type": "diagnostic",
        "file": file,
        "game": found.game,
        "ply": found.ply,
        "line": found.line,
        "column": found.column,
        "bytes": [found.span.start, found.span.end],
        "severity": severity.to_string(),
        "code": found.fault.code(),
        "message": found.message(),
        "found": found.found,
        "expected": found.expected(),
        "excerpt": found.excerpt,
        "marked": [found.marked.start, found.marked.end],
    })
}

/// The verdict on a game in one word.
pub const fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "good",
        Verdict::Repaired => "repaired",
        Verdict::Broken => "broken",
    }
}

/// `king_side` or `queen_side`.
pub const fn castling_side(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "king_side",
        CastlingSide::QueenSide => "queen_side",
    }
}

/// `e4`.
pub fn square(square: Square) -> String {
    square.to_string()
}
