//! One game of the page, as JSON for the script.

use std::collections::BTreeMap;

use pinsight_coach::GameReview;
use pinsight_pgn::{Comment, Diagnostic, NodeRef};
use pinsight_rules::{Color, EnPassantMode, Move, Position, Square};
use pinsight_tactics::{By, LineKind, PinStory, Review, ReviewedMove, Tally};
use pinsight_wire as wire;

use super::script_safe;
use crate::mainline::tag;
use crate::review::ledger::{line, numbered, reason, short};
use crate::review::{Detail, ReviewedGame};

/// One game of the page.
pub(crate) struct PageGame {
    /// The `<script>` element with the data of the game.
    pub(crate) element: String,
    /// The entry for the list of games and the totals.
    pub(crate) entry: wire::ReportEntry,
}

impl PageGame {
    pub(crate) fn of(reviewed: &ReviewedGame, detail: Detail, name_file: bool, engine: &str) -> Self {
        let game = &reviewed.game;
        let file: &str = &reviewed.file;
        let known = |name| tag(&game.tags, name).map(str::to_owned);
        let review = reviewed.pins.as_ref();
        let entry = wire::ReportEntry {
            number: game.number(),
            file: name_file.then(|| file.to_owned()),
            white: known("White"),
            black: known("Black"),
            elo: [known("WhiteElo"), known("BlackElo")],
            event: known("Event"),
            date: known("Date"),
            result: game.result.into(),
            plies: review.and_then(|review| review.moves.last()).map_or(0, |last| last.ply.number),
            tally: review.map(|review| {
                let tally = review.tally();
                Color::ALL.map(|color| numbers(&tally[color]))
            }),
            causes: review.map(causes),
        };
        let content = wire::ReportGame {
            faults: game.diagnostics.iter().take(5).map(Diagnostic::message).collect(),
            comment: prose(game.tree.root()),
            start: review.map(|review| placement(&review.start)),
            moves: review.map(|review| moves(review, reviewed)),
            pins: review.map(|review| pins(review, detail)),
            coach: reviewed.review.as_ref().map(|review| coach_review(review, engine)),
        };
        let element =
            format!("<script type=\"application/json\" class=\"game\">{}</script>\n", script_safe(&content));
        Self { element, entry }
    }
}

/// Returns the review with plies as its nodes.
fn coach_review(review: &GameReview, engine: &str) -> wire::CoachReview {
    let last = review.moves.last().map_or(0, |played| played.ply.number);
    wire::CoachReview::new((0..=last as u32).collect(), engine, review)
}

/// Returns the counts: total, absolute, relative, self-inflicted, won material.
fn numbers(tally: &Tally) -> [usize; 5] {
    [tally.pins, tally.absolute, tally.relative, tally.self_inflicted, tally.won_material]
}

/// Returns the number of absolute and relative pins by cause.
fn causes(review: &Review) -> BTreeMap<String, [usize; 2]> {
    let mut counts = BTreeMap::<String, [usize; 2]>::new();
    for story in review.stories.iter().filter(|story| story.pin.kind.is_pin()) {
        let cause = story.pin.cause.map_or_else(|| "at the start".to_owned(), |cause| cause.to_string());
        let [absolute, relative] = counts.entry(cause).or_default();
        *if story.pin.kind == LineKind::AbsolutePin { absolute } else { relative } += 1;
    }
    counts
}

/// Returns the piece placement field of the FEN.
fn placement(position: &Position) -> String {
    let fen = position.fen(EnPassantMode::Fen);
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// Returns each ply: number, SAN, pieces after it, from, to, king in check, NAGs, comment.
fn moves(review: &Review, reviewed: &ReviewedGame) -> Vec<wire::ReportMove> {
    let mut rows = Vec::new();
    let nodes: Vec<NodeRef<'_>> = reviewed.game.tree.mainline().collect();
    for ReviewedMove { ply, .. } in &review.moves {
        // Null moves have numbers but are not in `review.moves`.
        while rows.len() + 1 < ply.number {
            let (san, empty) = ("--".to_owned(), String::new);
            let pieces = placement(&ply.before);
            rows.push(wire::ReportMove(None, san, pieces, None, None, None, empty(), empty()));
        }
        let check = ply.after.in_check().then(|| ply.after.king(ply.after.turn()).into());
        let node = nodes.get(ply.number - 1);
        let nags = node.map(|&node| nags(node, reviewed.review.is_some())).unwrap_or_default();
        let (number, san) = split_number(&numbered(ply));
        rows.push(wire::ReportMove(
            Some(number),
            san,
            placement(&ply.after),
            Some(ply.played.from().into()),
            Some(ply.played.to().into()),
            check,
            nags,
            node.map(|&node| prose(node)).unwrap_or_default(),
        ));
    }
    rows
}

/// Returns the numbers of the NAGs of a move. With `has_coach`, omits those that assess the move: the coach replaces
/// them.
fn nags(node: NodeRef<'_>, has_coach: bool) -> String {
    let shown = node.nags().iter().filter(|nag| !(has_coach && nag.assesses_move()));
    shown.map(|nag| nag.0.to_string()).collect::<Vec<_>>().join(" ")
}

/// Splits `3... Bg4` into `3...` and `Bg4`.
fn split_number(text: &str) -> (String, String) {
    text.split_once(' ').map(|(number, san)| (number.to_owned(), san.to_owned())).unwrap_or_default()
}

/// Returns the comments of a move without commands.
fn prose(node: NodeRef<'_>) -> String {
    let comments = node.all_comments().map(Comment::prose);
    comments.filter(|prose| !prose.is_empty()).collect::<Vec<_>>().join(" ")
}

fn pins(review: &Review, detail: Detail) -> Vec<wire::ReportPin> {
    let paths = paths(review);
    review.stories.iter().zip(paths).map(|(story, path)| pin(review, story, &path, detail)).collect()
}

fn pin(review: &Review, story: &PinStory, path: &[PinSquares], detail: Detail) -> wire::ReportPin {
    let squares = |at: &PinSquares| (at.since, at.squares.map(|square| square.to_string()).concat());
    wire::ReportPin {
        kind: short(story.pin.kind).to_owned(),
        by: story.pin.attacker.piece.color.letter(),
        line: line(&story.pin),
        path: path.iter().map(squares).collect(),
        until: story.end.map(|end| end.ply),
        cause: story.pin.cause.map(|cause| cause.to_string()),
        own: story.pin.by == Some(By::Itself),
        says: detail.describe(&story.pin),
        end: story.end.map(|end| detail.describe(&end.pin)),
        why: story.end.map(|end| reason(review, end)),
        lost: story.loss,
    }
}

/// The squares of the three pieces of a pin from a ply on.
struct PinSquares {
    since: usize,
    squares: [Square; 3],
}

/// Returns the squares of each pin over time: a pin is kept when one of its pieces slides along the line.
fn paths(review: &Review) -> Vec<Vec<PinSquares>> {
    let begin =
        |story: &PinStory| vec![PinSquares { since: story.since.unwrap_or(0), squares: story.pin.squares() }];
    let mut paths: Vec<Vec<PinSquares>> = review.stories.iter().map(begin).collect();
    for (story, path) in review.stories.iter().zip(&mut paths) {
        let (since, until) = (story.since.unwrap_or(0), story.end.map_or(usize::MAX, |end| end.ply));
        for ReviewedMove { ply, .. } in &review.moves {
            if ply.number <= since || ply.number >= until {
                continue;
            }
            if let Some(last) = path.last() {
                let squares = last.squares.map(|square| square_after(ply.played, square));
                if squares != last.squares {
                    path.push(PinSquares { since: ply.number, squares });
                }
            }
        }
    }
    paths
}

/// Returns the square after the move of the piece on `before`, which the move does not capture.
fn square_after(played: Move, before: Square) -> Square {
    match played.castling_rook() {
        _ if before == played.from() => played.to(),
        Some((from, to)) if before == from => to,
        _ => before,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::{Color, Ply};
    use pinsight_tactics::PinOptions;

    #[test]
    fn a_pin_is_tracked_when_a_piece_slides_along_its_line() {
        let start: Position = "4k3/4n3/8/8/8/8/4R3/6K1 w - - 0 1".parse().expect("a position");
        let mut position = start;
        let mut plies = Vec::new();
        for (index, san) in ["Re4", "Kf7", "Kg2"].into_iter().enumerate() {
            let ply = Ply::new(index + 1, position, position.parse_move(san).expect("a legal move"));
            position = ply.after;
            plies.push(ply);
        }
        let review = Review::of(&start, plies, &PinOptions::default());
        let path: Vec<_> = paths(&review)[0].iter().map(|at| (at.since, at.squares)).collect();
        assert_eq!(
            path,
            [(0, [Square::E2, Square::E7, Square::E8]), (1, [Square::E4, Square::E7, Square::E8])]
        );
        assert_eq!(review.stories[0].end.map(|end| end.ply), Some(2));
        assert_eq!(review.tally()[Color::White].pins, 1);
    }
}
