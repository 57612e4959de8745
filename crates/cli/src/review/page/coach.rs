//! The coach's review of a game for the page.

use pinsight_coach::{FindingKind, GameReview, Judgement, MoveReview, win_chance};
use pinsight_players::Value;
use pinsight_rules::{Color, Move, Position};
use pinsight_wire as wire;

use super::game::placement;

/// Maximum length of a better line in plies.
const BETTER: usize = 6;

pub(super) fn report(review: &GameReview) -> wire::ReportCoach {
    let rounded = |number: f64| (number * 10.0).round() / 10.0;
    let eval = |value: Value| (rounded(win_chance(value)), value.to_string());
    let first = review.moves.first().map_or(Value::Centipawns(0), |played| played.before);
    let after = review.moves.iter().map(|played| played.after);
    wire::ReportCoach {
        engine_failure: review.engine_failure.clone(),
        accuracy: Color::ALL.map(|color| review.accuracy[color].map(rounded)),
        errors: Color::ALL.map(|color| errors(review, color)),
        evals: std::iter::once(first).chain(after).map(eval).collect(),
        remarks: review.moves.iter().filter(|played| !played.text.is_empty()).map(remark).collect(),
    }
}

fn errors(review: &GameReview, color: Color) -> [usize; 3] {
    [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder].map(|judgement| {
        let own = review.moves.iter().filter(|played| played.ply.before.turn() == color);
        own.filter(|played| played.judgement == Some(judgement)).count()
    })
}

fn remark(played: &MoveReview) -> wire::ReportRemark {
    let mut lines: Vec<wire::ReportLine> = Vec::new();
    for finding in &played.findings {
        lines.push(line(finding.kind.name(), finding.start(), finding.moves()));
    }
    let is_shown = played.findings.iter().any(|finding| finding.kind == FindingKind::Misses);
    if !is_shown && !played.better.is_empty() {
        let better = &played.better[..BETTER.min(played.better.len())];
        lines.push(line("better", &played.ply.before, better));
    }
    wire::ReportRemark {
        ply: played.ply.number,
        judgement: played.judgement.map(|judgement| judgement.name().to_owned()),
        glyph: played.judgement.map_or("", Judgement::glyph).to_owned(),
        text: played.text.clone(),
        lines,
    }
}

fn line(title: &str, start: &Position, moves: &[Move]) -> wire::ReportLine {
    let mut position = *start;
    let mut steps = Vec::with_capacity(moves.len());
    for (index, &mv) in moves.iter().enumerate() {
        let number = match position.turn() {
            Color::White => format!("{}. ", position.fullmove_number()),
            Color::Black if index == 0 => format!("{}... ", position.fullmove_number()),
            Color::Black => String::new(),
        };
        let text = format!("{number}{}", position.san(mv));
        position = position.play_unchecked(mv);
        steps.push((text, placement(&position), mv.from().into(), mv.to().into()));
    }
    wire::ReportLine { title: title.to_owned(), moves: steps }
}
