//! Writes the full ledger as text: the moves with the pins they change, then the pins of each side.

use std::fmt::Write;

use anstyle::Style;
use pinsight_rules::{Color, Placed, Ply, Role};
use pinsight_tactics::{By, Cause, LineKind, Pin, PinEnd, PinStory, Review, ReviewedMove};

use super::fill::{INDENT, fill};
use super::{Detail, ReviewedGame};
use crate::mainline::{self, heading};
use crate::output::{BAD, FAINT, HEADING, ODD};

/// Returns the ledger of one game.
pub(crate) fn text(reviewed: &ReviewedGame, detail: Detail, name_file: bool) -> String {
    let game = &reviewed.game;
    let head = heading(&reviewed.file, game.number(), &game.tags, game.result, name_file);
    let mut text = format!("{HEADING}{head}{HEADING:#}\n\n");
    let Some(review) = &reviewed.pins else {
        text.push_str("no moves that could be replayed\n");
        return text;
    };
    moves(&mut text, review, detail);
    text.push('\n');
    if review.stories.is_empty() {
        text.push_str("No pins.\n");
    } else {
        tally(&mut text, review);
        text.push('\n');
        stories(&mut text, review);
    }
    text
}

/// Writes moves without changes as running text; a move that changes pins gets its own line with the pins below.
fn moves(text: &mut String, review: &Review, detail: Detail) {
    if !review.standing.is_empty() {
        let _ = writeln!(text, "{INDENT}{HEADING}at the start{HEADING:#}");
        review.standing.iter().for_each(|pin| item(text, '+', pin, detail));
    }
    let mut quiet: Vec<String> = Vec::new();
    for reviewed in &review.moves {
        let ply = &reviewed.ply;
        if reviewed.new.is_empty() && reviewed.released.is_empty() {
            let number = quiet.is_empty() || ply.before.turn() == Color::White;
            quiet.push(if number { numbered(ply) } else { ply.san() });
            continue;
        }
        flush(text, &mut quiet);
        let _ = writeln!(text, "{INDENT}{HEADING}{}{HEADING:#}", numbered(ply));
        reviewed.new.iter().for_each(|pin| item(text, '+', pin, detail));
        reviewed.released.iter().for_each(|pin| item(text, '-', pin, detail));
    }
    flush(text, &mut quiet);
}

fn flush(text: &mut String, quiet: &mut Vec<String>) {
    // Each word is a number with its move, so that no line break separates them.
    let words = std::mem::take(quiet);
    fill(text, words.iter().map(String::as_str), INDENT, INDENT, Style::new());
}

/// Returns a move with its number: `4. Bb5`, `4... Bd7`.
pub(super) fn numbered(ply: &Ply) -> String {
    mainline::numbered(&ply.before, &ply.san())
}

fn item(text: &mut String, sign: char, pin: &Pin, detail: Detail) {
    let style = if sign == '-' { FAINT } else { style(pin.kind) };
    let sentence = detail.describe(pin);
    let (first, rest) = (format!("{INDENT}{INDENT}{sign} "), format!("{INDENT}{INDENT}  "));
    fill(text, sentence.split(' '), &first, &rest, style);
}

/// Returns the colour of a pin, like that of its arrow in PGN.
fn style(kind: LineKind) -> Style {
    match kind {
        LineKind::AbsolutePin => BAD,
        LineKind::RelativePin => ODD,
        _ => Style::new(),
    }
}

/// Writes the number of pins of each side.
fn tally(text: &mut String, review: &Review) {
    let mut table =
        Table::new(["pins set", "total", "absolute", "relative", "self-inflicted", "won material"]);
    for (color, side) in review.tally().iter() {
        let numbers = [side.pins, side.absolute, side.relative, side.self_inflicted, side.won_material];
        let [a, b, c, d, e] = numbers.map(|number| number.to_string());
        table.row([format!("by {color}"), a, b, c, d, e], Style::new());
    }
    table.write(text, [Left, Right, Right, Right, Right, Right]);
}

/// Writes every pin with its start, its end and its cost.
fn stories(text: &mut String, review: &Review) {
    let mut table = Table::new(["since", "line", "kind", "cause", "plies", "until", "why", "lost"]);
    for story in &review.stories {
        let played =
            |ply: usize| review.played(ply).map(|reviewed| numbered(&reviewed.ply)).unwrap_or_default();
        let (until, why) = match story.end {
            Some(end) => (played(end.ply), reason(review, end)),
            None => ("the end".to_owned(), String::new()),
        };
        table.row(
            [
                story.since.map_or_else(|| "the start".to_owned(), played),
                line(&story.pin),
                short(story.pin.kind).to_owned(),
                cause(story),
                story.stood.to_string(),
                until,
                why,
                story.loss.map_or_else(String::new, |loss| loss.to_string()),
            ],
            style(story.pin.kind),
        );
    }
    table.write(text, [Left, Left, Left, Left, Right, Left, Left, Right]);
    text.push_str("plies: how long the pin lasted; lost: what the pinned side lost when the pin ended\n");
}

fn cause(story: &PinStory) -> String {
    let own = if story.pin.by == Some(By::Itself) { ", own move" } else { "" };
    story.pin.cause.map(|cause| format!("{cause}{own}")).unwrap_or_default()
}

/// Returns why a pin ended.
pub(super) fn reason(review: &Review, end: PinEnd) -> String {
    let took = |reviewed: &ReviewedMove| reviewed.ply.played.to() == end.pin.pinned.square;
    match end.pin.cause {
        Some(Cause::AttackerMoved) if review.played(end.ply).is_some_and(took) => {
            "captured by the attacker".to_owned()
        }
        cause => cause.map(|cause| cause.to_string()).unwrap_or_default(),
    }
}

pub(super) fn short(kind: LineKind) -> &'static str {
    match kind {
        LineKind::AbsolutePin => "absolute",
        LineKind::RelativePin => "relative",
        LineKind::AbsoluteSkewer | LineKind::Skewer => "skewer",
        LineKind::XRay => "x-ray",
    }
}

/// Returns the line of a pin: `Bb5 > Nc6 > Ke8`; a pawn by its square only.
pub(super) fn line(pin: &Pin) -> String {
    let name = |placed: Placed| match placed.piece.role {
        Role::Pawn => placed.square.to_string(),
        role => format!("{}{}", role.letter(), placed.square),
    };
    [pin.attacker, pin.pinned, pin.shielded].map(name).join(" > ")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

use Side::{Left, Right};

/// Aligned columns with a header.
struct Table<const N: usize> {
    head: [&'static str; N],
    rows: Vec<([String; N], Style)>,
}

impl<const N: usize> Table<N> {
    fn new(head: [&'static str; N]) -> Self {
        Self { head, rows: Vec::new() }
    }

    fn row(&mut self, cells: [String; N], style: Style) {
        self.rows.push((cells, style));
    }

    fn write(&self, text: &mut String, sides: [Side; N]) {
        let mut widths = self.head.map(str::len);
        for (cells, _) in &self.rows {
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let mut line = |cells: [&str; N], style: Style| {
            let mut line = String::new();
            for ((cell, width), side) in cells.into_iter().zip(widths).zip(sides) {
                let _ = match side {
                    Left => write!(line, "{INDENT}{cell:width$}"),
                    Right => write!(line, "{INDENT}{cell:>width$}"),
                };
            }
            let _ = writeln!(text, "{style}{}{style:#}", line.trim_end());
        };
        line(self.head, HEADING);
        for (cells, style) in &self.rows {
            line(std::array::from_fn(|index| cells[index].as_str()), *style);
        }
    }
}
