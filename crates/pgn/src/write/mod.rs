//! Writes games in export format.

mod lines;

use std::fmt;
use std::io::{self, Write};

use pinsight_rules::Color;

use crate::game::{CommentPlace, Game, MoveStep, NodeMove, NodeRef, Step, Tags};
use crate::replay::may_be_joined;
use crate::text::decode;
use lines::Lines;

/// What a [`Writer`] writes besides tags, moves and result. Default: everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteOptions {
    /// Comments.
    pub comments: bool,
    /// Variations, with everything in them.
    pub variations: bool,
    /// NAGs.
    pub nags: bool,
    /// [Normalised](Game::normalise) tags in export order, with the whole roster. Otherwise the tags as read or set.
    pub export_tags: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { comments: true, variations: true, nags: true, export_tags: true }
    }
}

/// Writes games one after another, with a blank line between them.
///
/// Moves are written in SAN, raw words as read, and the tags are [normalised](Game::normalise). Reading what was
/// written gives the same game, and writing that gives the same bytes. A game of an unknown variant or with an illegal
/// start position is written byte for byte as it was read, whatever the options, unless it has been changed.
///
/// ```
/// use pinsight_pgn::{Game, Writer};
/// let game = Game::parse("1.e4 e5!? (1...c5) 2.g1f3 1-0").unwrap();
/// let mut writer = Writer::new(Vec::new());
/// writer.write(&game)?;
/// let text = String::from_utf8(writer.into_inner()).unwrap();
/// assert!(text.starts_with("[Event \"?\"]\n"));
/// assert!(text.ends_with("\n\n1. e4 e5 $5 (1... c5) 2. Nf3 1-0\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    options: WriteOptions,
    begun: bool,
}

impl<W: Write> Writer<W> {
    /// Creates a writer of everything.
    pub fn new(out: W) -> Self {
        Self::with_options(out, WriteOptions::default())
    }

    /// Creates a writer.
    pub fn with_options(out: W, options: WriteOptions) -> Self {
        Self { out, options, begun: false }
    }

    /// Writes a game.
    pub fn write(&mut self, game: &Game) -> io::Result<()> {
        self.separate()?;
        match game.unplayable_text() {
            Some(bytes) => self.out.write_all(bytes),
            None => self.out.write_all(format(game, self.options).as_bytes()),
        }
    }

    /// Writes a game from its tags and the text of its moves and result.
    pub fn write_text(&mut self, tags: &Tags, movetext: &str) -> io::Result<()> {
        self.separate()?;
        let mut text = String::new();
        push_tags(&mut text, tags, self.options.export_tags);
        text.push_str(movetext);
        text.push('\n');
        self.out.write_all(text.as_bytes())
    }

    fn separate(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) { self.out.write_all(b"\n") } else { Ok(()) }
    }

    /// Returns the output.
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl fmt::Display for Game {
    /// Writes the game in export format.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unplayable_text() {
            Some(bytes) => f.write_str(&decode(bytes)),
            None => f.write_str(&format(self, WriteOptions::default())),
        }
    }
}

fn format(game: &Game, options: WriteOptions) -> String {
    let mut text = String::new();
    match options.export_tags {
        true => push_tags(&mut text, &game.normalised_tags(), true),
        false => push_tags(&mut text, &game.tags, false),
    }
    let mut movetext = Movetext {
        lines: Lines::new(text),
        options,
        first: first_half_move(game),
        needs_number: true,
        raw_before: None,
    };
    movetext.comments(game.tree.root(), CommentPlace::After);
    let mut skipped = 0;
    for step in game.tree.walk() {
        match step {
            Step::Open if !options.variations => skipped += 1,
            Step::Close if !options.variations => skipped -= 1,
            Step::VariationsDone(node) if skipped == 0 => {
                movetext.needs_number |= movetext.comments(node, CommentPlace::AfterVariations);
            }
            Step::Move(step) if skipped == 0 => movetext.play(&step),
            Step::Open => movetext.bracket(Lines::open),
            Step::Close => movetext.bracket(Lines::close),
            Step::Move(_) | Step::VariationsDone(_) => {}
        }
    }
    movetext.lines.word(game.result.token());
    movetext.lines.finish()
}

/// Writes the tags and the blank line after them.
fn push_tags(text: &mut String, tags: &Tags, export: bool) {
    let tags = if export { tags.export_order() } else { tags.iter().collect() };
    for (name, value) in &tags {
        text.push('[');
        text.extend(name.chars().map(|c| if is_in_name(c) { c } else { '_' }));
        text.push_str(" \"");
        for c in value.chars() {
            match c {
                '"' | '\\' => text.extend(['\\', c]),
                '\n' | '\r' | '\0' => text.push(' '),
                c => text.push(c),
            }
        }
        text.push_str("\"]\n");
    }
    if !tags.is_empty() {
        text.push('\n');
    }
}

/// Whether a reader accepts a character inside a tag name.
fn is_in_name(c: char) -> bool {
    !c.is_ascii_whitespace() && c != '\u{B}' && !matches!(c, '"' | '[' | ']')
}

/// Returns the number of the first half-move, twice the move number, plus one for Black: from the start position, or
/// from the text of an illegal FEN.
fn first_half_move(game: &Game) -> u64 {
    let (number, is_black) = match game.start() {
        Some(start) => (start.fullmove_number().into(), start.turn() == Color::Black),
        None => {
            let mut fields = game.tags.get("FEN").unwrap_or_default().split_ascii_whitespace();
            let is_black = fields.nth(1) == Some("b");
            (fields.nth(3).and_then(|number| number.parse::<u32>().ok()).unwrap_or(1), is_black)
        }
    };
    2 * u64::from(number) + u64::from(is_black)
}

struct Movetext {
    lines: Lines,
    options: WriteOptions,
    /// The [number](first_half_move) of the first half-move.
    first: u64,
    /// Whether a move of Black needs its number.
    needs_number: bool,
    /// The word before, if it is raw: without a number between them, the reader might join the two.
    raw_before: Option<String>,
}

impl Movetext {
    fn play(&mut self, step: &MoveStep<'_>) {
        self.needs_number |= self.comments(step.node, CommentPlace::Before);
        let half_move = self.first + u64::from(step.ply) - 1;
        let (number, is_white) = (half_move / 2, half_move.is_multiple_of(2));
        let san = step.san();
        self.needs_number |= self.raw_before.take().is_some_and(|raw| may_be_joined(&raw, &san));
        match is_white {
            true => self.lines.word(&format!("{number}. {san}")),
            false if self.needs_number => self.lines.word(&format!("{number}... {san}")),
            false => self.lines.word(&san),
        }
        self.raw_before = matches!(step.node.played(), Some(NodeMove::Raw(_))).then_some(san);
        if self.options.nags {
            for nag in step.node.nags() {
                self.lines.word(&nag.to_string());
            }
        }
        self.needs_number = self.comments(step.node, CommentPlace::After);
    }

    /// Writes a parenthesis.
    fn bracket(&mut self, write: fn(&mut Lines)) {
        write(&mut self.lines);
        self.needs_number = true;
    }

    /// Writes the comments at a place; returns whether there were any.
    fn comments(&mut self, node: NodeRef<'_>, place: CommentPlace) -> bool {
        let mut any = false;
        if self.options.comments {
            for comment in node.comments(place) {
                self.lines.comment(comment);
                any = true;
            }
        }
        any
    }
}
