//! The events of the replay loop.

use pinsight_rules::{Move, Position};

use crate::lex::RawTag;
use crate::nag::Nag;
use crate::result::GameResult;

/// A legal move.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove<'a> {
    /// The ply, from 1; null moves count.
    pub ply: u32,
    /// The position before the move.
    pub before: &'a Position,
    /// The move.
    pub played: Move,
    /// The position after the move.
    pub after: &'a Position,
    /// The number of variations around the move; 0 on the mainline.
    pub depth: u32,
    /// The offset of the word in the bytes of the game.
    pub at: usize,
}

/// A word that is not a legal move, or a word after one.
#[derive(Clone, Copy, Debug)]
pub struct RawWord<'a> {
    /// The ply, from 1.
    pub ply: u32,
    /// The word.
    pub text: &'a str,
    /// The number of variations around the word; 0 on the mainline.
    pub depth: u32,
    /// The offset of the word in the bytes of the game.
    pub at: usize,
}

/// A comment as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawComment<'a> {
    /// The ply of the move before the comment. Before the first move of a variation: that of the move it replaces, less
    /// one; before the first move of the game: 0.
    pub ply: u32,
    /// The text between the braces, or after the semicolon.
    pub bytes: &'a [u8],
    /// The number of variations around the comment; 0 on the mainline.
    pub depth: u32,
    /// The offset of the text in the bytes of the game.
    pub at: usize,
}

/// Receives the events of a game in the order of the text. All methods do nothing by default.
///
/// ```
/// use pinsight_pgn::{PlayedMove, Replayer, Sink, split};
///
/// #[derive(Default)]
/// struct Captures(usize);
/// impl Sink for Captures {
///     fn played(&mut self, mv: PlayedMove<'_>) {
///         self.0 += usize::from(mv.before.captured(mv.played).is_some());
///     }
/// }
///
/// let mut captures = Captures::default();
/// for game in split(&"example".into(), b"1. e4 d5 2. exd5 Qxd5 (2... Nf6) *") {
///     Replayer::new().run(&game, &mut captures);
/// }
/// assert_eq!(captures.0, 2);
/// ```
#[allow(unused_variables, reason = "the parameter names document the methods")]
pub trait Sink {
    /// A tag pair. A repeated name is reported as a fault instead.
    fn tag(&mut self, tag: RawTag<'_>) {}

    /// The tags are over. `start` is the start position, if it is legal.
    fn start(&mut self, start: Option<&Position>) {}

    /// A legal move.
    fn played(&mut self, played: PlayedMove<'_>) {}

    /// A null move at `ply`, between the positions `before` and `after`.
    fn null_move(&mut self, ply: u32, before: &Position, after: &Position, depth: u32) {}

    /// A word that is not a legal move, or a word after one.
    fn raw_word(&mut self, word: RawWord<'_>) {}

    /// A NAG of the last move.
    fn nag(&mut self, nag: Nag) {}

    /// A comment.
    fn comment(&mut self, comment: RawComment<'_>) {}

    /// A variation begins; it replaces the last move.
    fn begin_variation(&mut self) {}

    /// The variation ends.
    fn end_variation(&mut self) {}

    /// The game ends. The last event.
    fn end(&mut self, result: GameResult) {}
}
