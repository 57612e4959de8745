//! Writes a review as text: the moves, and at most two sentences about those that decided the game.

use std::fmt::Write;

use anstyle::Style;
use pinsight_coach::{GameReview, Judgement, MoveReview};
use pinsight_openings::{GameOpening, Opening};
use pinsight_pgn::Game;
use pinsight_rules::{Color, Ply};

use super::ReviewedGame;
use super::fill::{INDENT, fill};
use super::ledger::numbered;
use crate::mainline::heading;
use crate::output::{BAD, GOOD, HEADING, ODD};

/// Returns the review of one game.
pub(crate) fn text(reviewed: &ReviewedGame, name_file: bool) -> String {
    let game = &reviewed.game;
    let head = heading(&reviewed.file, game.number(), &game.tags, game.result, name_file);
    let mut text = format!("{HEADING}{head}{HEADING:#}\n\n");
    let Some(review) = &reviewed.review else {
        text.push_str("no moves that could be replayed\n");
        return text;
    };
    if review.moves.is_empty() {
        text.push_str("no moves\n");
        return text;
    }
    if let Some(opening) = opening(game) {
        let _ = writeln!(text, "{INDENT}Opening: {opening}\n");
    }
    moves(&mut text, review);
    text.push('\n');
    for color in Color::ALL {
        side(&mut text, review, color);
    }
    if let Some(failure) = &review.engine_failure {
        let _ = writeln!(text, "{INDENT}{failure}; the built-in search judged the rest");
    }
    text
}

/// Returns the opening of a game.
fn opening(game: &Game) -> Option<&'static Opening> {
    let plies: Vec<Ply> = game.plies().collect();
    GameOpening::of_plies(&game.start()?, &plies).opening
}

/// Writes quiet moves as running text; a move with a remark gets its own lines.
fn moves(text: &mut String, review: &GameReview) {
    let mut quiet: Vec<String> = Vec::new();
    let flush = |text: &mut String, quiet: &mut Vec<String>| {
        let words = std::mem::take(quiet);
        fill(text, words.iter().map(String::as_str), INDENT, INDENT, Style::new());
    };
    for played in &review.moves {
        if played.text.is_empty() {
            let number = quiet.is_empty() || played.ply.before.turn() == Color::White;
            quiet.push(if number { numbered(&played.ply) } else { played.ply.san() });
            continue;
        }
        flush(text, &mut quiet);
        remark(text, played);
    }
    flush(text, &mut quiet);
}

fn remark(text: &mut String, played: &MoveReview) {
    let style = style(played.judgement);
    let glyph = played.judgement.map_or("", Judgement::glyph);
    let change = match played.judgement {
        Some(judgement) if judgement.is_bad() => {
            format!("  {}, {} to {}", judgement.name(), played.before, played.after)
        }
        _ => format!("  {}", played.after),
    };
    let _ = writeln!(text, "{INDENT}{style}{}{glyph}{style:#}{change}", numbered(&played.ply));
    let indent = format!("{INDENT}{INDENT}");
    fill(text, played.text.split(' '), &indent, &indent, Style::new());
}

fn style(judgement: Option<Judgement>) -> Style {
    match judgement {
        Some(Judgement::Blunder | Judgement::Mistake) => BAD,
        Some(Judgement::Inaccuracy) => ODD,
        Some(Judgement::Good | Judgement::OnlyMove) => GOOD,
        _ => HEADING,
    }
}

/// Writes the accuracy and the errors of a side.
fn side(text: &mut String, review: &GameReview, color: Color) {
    let Some(accuracy) = review.accuracy[color] else {
        return;
    };
    let count = |judgement| {
        let own = review.moves.iter().filter(|played| played.ply.before.turn() == color);
        own.filter(|played| played.judgement == Some(judgement)).count()
    };
    let errors = [
        (count(Judgement::Inaccuracy), "inaccuracy", "inaccuracies"),
        (count(Judgement::Mistake), "mistake", "mistakes"),
        (count(Judgement::Blunder), "blunder", "blunders"),
    ];
    let errors = errors.map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }));
    let name = if color == Color::White { "White" } else { "Black" };
    let _ = writeln!(text, "{INDENT}{name}: accuracy {accuracy:.0} %, {}", errors.join(", "));
}
