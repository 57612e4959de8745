//! Writes games in export format.

use std::io::{self, Write};

use pinsight_rules::Color;

use crate::comment::Comment;
use crate::game::Game;
use crate::tree::{CommentPlace, NodeRef, Step};

/// What is written besides tags, moves and result; everything unless told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteOptions {
    /// Comments.
    pub comments: bool,
    /// Variations, with all that is in them.
    pub variations: bool,
    /// Annotations of moves.
    pub nags: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { comments: true, variations: true, nags: true }
    }
}

/// Writes games one after another, with a blank line between them.
///
/// Each is [normalised](Game::normalise) first, so that `read(write(game))` equals the normalised game, and what was
/// written once is written again byte for byte. Moves behind an illegal one are written as they were read.
///
/// ```
/// use pinsight_pgn::{Game, Writer};
/// let game = Game::parse("1.e4 e5!? (1...c5) 2.Nf3 1-0").unwrap();
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
    /// A writer of everything.
    pub fn new(out: W) -> Self {
        Self::with_options(out, WriteOptions::default())
    }

    /// A writer that leaves something out.
    pub fn with_options(out: W, options: WriteOptions) -> Self {
        Self { out, options, begun: false }
    }

    /// Writes a game.
    pub fn write(&mut self, game: &Game) -> io::Result<()> {
        self.write_as_it_is(&game.normalised())
    }

    /// Writes a game that is [normalised](Game::normalise) already, without playing it out again.
    pub fn write_as_it_is(&mut self, game: &Game) -> io::Result<()> {
        if self.begun {
            self.out.write_all(b"\n")?;
        }
        self.begun = true;
        let text = lay_out(game, self.options);
        self.out.write_all(text.as_bytes())
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// The text of a game that is normalised already.
pub(crate) fn lay_out(game: &Game, options: WriteOptions) -> String {
    let mut text = String::new();
    for (name, value) in game.tags.export_order() {
        text.push('[');
        text.extend(name.chars().map(|c| if is_name(c) { c } else { '_' }));
        text.push_str(" \"");
        for c in value.chars() {
            match c {
                '"' | '\\' => text.extend(['\\', c]),
                '\n' | '\r' => text.push(' '),
                c => text.push(c),
            }
        }
        text.push_str("\"]\n");
    }
    text.push('\n');
    let mut movetext = Movetext {
        lines: Lines::new(text),
        options,
        number: Numbering::of(game.tags.get("FEN")),
        outer: Vec::new(),
        say_number: true,
    };
    movetext.comments(game.tree.root(), CommentPlace::After);
    let mut skipped = 0;
    for step in game.tree.walk() {
        match step {
            Step::Open if !options.variations => skipped += 1,
            Step::Close if !options.variations => skipped -= 1,
            Step::VariationsDone(node) if skipped == 0 => movetext.after_variations(node),
            Step::Move(node) if skipped == 0 => movetext.play(node),
            Step::Open => movetext.open(),
            Step::Close => movetext.close(),
            _ => {}
        }
    }
    movetext.lines.word(game.result.token());
    movetext.lines.finish()
}

/// What the name of a tag is made of; the reader takes anything else for the end of it.
fn is_name(c: char) -> bool {
    !c.is_ascii_whitespace() && c != '\u{B}' && !matches!(c, '"' | '[' | ']')
}

/// Whose move it is, and its number.
#[derive(Clone, Copy)]
struct Numbering {
    turn: Color,
    number: u64,
}

impl Numbering {
    /// From the start: the two fields of a FEN that matter, wrong or missing ones taken for the usual start's.
    fn of(fen: Option<&str>) -> Self {
        let mut fields = fen.unwrap_or_default().split_ascii_whitespace();
        let turn = match fields.nth(1) {
            Some("b") => Color::Black,
            _ => Color::White,
        };
        let number = fields.nth(3).and_then(|number| number.parse().ok());
        Self { turn, number: number.unwrap_or(1) }
    }

    fn pass(&mut self) {
        if self.turn == Color::Black {
            self.number = self.number.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    fn take_back(&mut self) {
        self.turn = !self.turn;
        if self.turn == Color::Black {
            self.number = self.number.saturating_sub(1);
        }
    }
}

struct Movetext {
    lines: Lines,
    options: WriteOptions,
    /// The next move's.
    number: Numbering,
    /// The next move's outside of the variation, for each that is open.
    outer: Vec<Numbering>,
    /// Black's move needs its number.
    say_number: bool,
}

impl Movetext {
    fn play(&mut self, node: NodeRef<'_>) {
        if self.comments(node, CommentPlace::Before) {
            self.say_number = true;
        }
        let Numbering { turn, number } = self.number;
        let san = node.san();
        match turn {
            Color::White => self.lines.word(&format!("{number}. {san}")),
            Color::Black if self.say_number => self.lines.word(&format!("{number}... {san}")),
            Color::Black => self.lines.word(san),
        }
        self.say_number = false;
        self.number.pass();
        if self.options.nags {
            for nag in node.nags() {
                self.lines.word(&nag.to_string());
            }
        }
        if self.comments(node, CommentPlace::After) {
            self.say_number = true;
        }
    }

    fn after_variations(&mut self, node: NodeRef<'_>) {
        if self.comments(node, CommentPlace::AfterVariations) {
            self.say_number = true;
        }
    }

    fn open(&mut self) {
        self.lines.open();
        self.outer.push(self.number);
        self.number.take_back();
        self.say_number = true;
    }

    fn close(&mut self) {
        self.lines.close();
        if let Some(next) = self.outer.pop() {
            self.number = next;
        }
        self.say_number = true;
    }

    /// Writes the comments at a place; says whether there were any.
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

/// Breaks words into lines of less than 80 columns.
struct Lines {
    text: String,
    /// Where in its line the text ends.
    column: usize,
    /// The last word, which a parenthesis may still be put to.
    word: String,
    /// Opening parentheses for the next word.
    opening: bool,
}

/// The longest line, without its end.
const WIDTH: usize = 79;

impl Lines {
    fn new(text: String) -> Self {
        Self { text, column: 0, word: String::new(), opening: false }
    }

    fn word(&mut self, word: &str) {
        self.flush();
        if std::mem::take(&mut self.opening) {
            self.word.push('(');
        }
        self.word.push_str(word);
    }

    fn open(&mut self) {
        self.opening = true;
    }

    fn close(&mut self) {
        // After a line comment, or a word that fills the line, the parenthesis stands alone.
        if self.word.is_empty() || self.word.len() >= WIDTH {
            self.flush();
        }
        self.word.push(')');
    }

    fn comment(&mut self, comment: &Comment) {
        let text = comment.text();
        if text.contains('}') {
            // Only a comment up to the end of the line can hold a closing brace.
            self.word(";");
            self.word.push(' ');
            self.word.push_str(text);
            self.flush();
            self.end_line();
            return;
        }
        self.word("{");
        self.word.push(' ');
        let mut from = 0;
        let mut seen = 0;
        let mut in_command = false;
        let bytes = text.as_bytes();
        let layout = |index: usize| matches!(bytes.get(index), None | Some(b' ' | b'\t' | 0x0B | 0x0C));
        for space in memchr::memchr_iter(b' ', bytes) {
            // Other readers want a command such as `[%clk 0:04:59]` on one line.
            let part = text.get(seen..space).unwrap_or_default();
            in_command = match (part.rfind("[%"), part.rfind(']')) {
                (Some(open), Some(close)) => open > close,
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (None, None) => in_command,
            };
            seen = space;
            let single = space > 0 && !layout(space - 1) && !layout(space + 1);
            if single && !in_command {
                self.comment_part(text.get(from..space).unwrap_or_default());
                from = space + 1;
            }
        }
        self.comment_part(text.get(from..).unwrap_or_default());
        self.word.push_str(" }");
    }

    /// A part of a comment. One that would be taken for an escape or a tag at the start of a line is kept away from
    /// there.
    fn comment_part(&mut self, part: &str) {
        let risky = part.starts_with('%') || part.starts_with('[') && !part.starts_with("[%");
        if self.word.ends_with(' ') {
            self.word.push_str(part);
        } else if risky {
            self.word.push(' ');
            self.word.push_str(part);
        } else {
            self.word(part);
        }
    }

    fn flush(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let width = self.word.chars().count();
        if self.column > 0 {
            if self.column + 1 + width > WIDTH {
                self.end_line();
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(&self.word);
        self.column += width;
        self.word.clear();
    }

    fn end_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }

    fn finish(mut self) -> String {
        self.flush();
        self.end_line();
        self.text
    }
}
