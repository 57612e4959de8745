//! Plays games out straight from their bytes: no tree, no allocation per move.

use std::ops::{ControlFlow, Range};

use pinsight_rules::{Move, Position};

use crate::diagnostic::{Diagnostic, Faults};
use crate::fault::Fault;
use crate::game::{Game, Verdict};
use crate::reader::{RawComment, RawSan, Variation, Visitor, visit};
use crate::resolver::make_move;
use crate::result::GameResult;
use crate::splitter::{GameText, RawGame};
use crate::start::{Start, place_of_tag};
use crate::tags::RawTag;
use crate::tree::CommentPlace;

/// A move of the mainline that was just played.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove<'a> {
    /// The number of the half-move, from 1; null moves count but are not told.
    pub number: usize,
    /// The position before it.
    pub before: &'a Position,
    /// The move.
    pub played: Move,
    /// The position after it.
    pub after: &'a Position,
}

/// What came of playing a game out.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// How many half-moves of the mainline are legal, null moves included.
    pub plies: usize,
    /// How many moves are legal, variations included.
    pub moves: u64,
    /// The position that the game starts from; `None` if it has no legal start.
    pub start: Option<Position>,
    /// The position after the last legal move of the mainline; `None` if the game has no legal start.
    pub last: Option<Position>,
    /// The result.
    pub result: GameResult,
    /// All that was wrong.
    pub diagnostics: Vec<Diagnostic>,
}

impl Replayed {
    /// What the diagnostics say.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.diagnostics)
    }
}

/// Plays games out fast; keep one per thread and use it again and again.
///
/// It gives the same as [`Game::read`], [`Game::check`] and [`Game::replay`] would, but for what is well written it
/// builds nothing. Only a game with a word in it that needs patience goes the long way.
///
/// ```
/// use pinsight_pgn::{Replayer, Verdict, split};
/// let mut replayer = Replayer::new();
/// for raw in split(&"example".into(), b"1. e4 e5 2. Nf3 (2. f4) Nc6 1/2-1/2") {
///     let game = replayer.replay(&raw);
///     assert_eq!((game.plies, game.moves, game.verdict()), (4, 5, Verdict::Good));
/// }
/// ```
#[derive(Debug, Default)]
pub struct Replayer {
    /// The usual start, made once.
    start: Position,
    faults: Faults,
    /// What was wrong with the tags that decide about the start.
    start_faults: Faults,
    outer: Vec<(Position, Position)>,
    names: Vec<u64>,
}

impl Replayer {
    /// A replayer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Plays a game out, variations included.
    pub fn replay(&mut self, raw: &RawGame<'_>) -> Replayed {
        self.replay_with(raw, |_| {})
    }

    /// Plays the next game of a text out and finds its end on the way: less work than to cut it out first.
    pub fn replay_next<'t>(&mut self, text: &mut GameText<'t>) -> Option<(RawGame<'t>, Replayed)> {
        let rest = text.rest();
        let mut nobody = OnlyMoves { tell: |_: PlayedMove<'_>| {}, told: 0 };
        let mut fast = Fast::new(self, &rest, &mut nobody);
        let (raw, flow) = text.visit_next(&mut fast)?;
        let replayed = match flow.is_continue() && fast.is_faultless() {
            true => fast.replayed(&raw),
            // Faults are told as they are in the game by itself.
            false => self.replay(&raw),
        };
        Some((raw, replayed))
    }

    /// Plays a game out, variations included, and tells each move of the mainline.
    #[inline]
    pub fn replay_with(&mut self, raw: &RawGame<'_>, tell: impl FnMut(PlayedMove<'_>)) -> Replayed {
        self.follow(raw, &mut OnlyMoves { tell, told: 0 })
    }

    /// Plays a game out, variations included, and tells a follower what stands in it.
    #[inline]
    pub fn follow(&mut self, raw: &RawGame<'_>, follower: &mut impl Follower) -> Replayed {
        let mut fast = Fast::new(self, raw, follower);
        let flow = visit(raw, &mut fast);
        if flow.is_break() || fast.unusual {
            return patiently(raw, fast.follower);
        }
        fast.replayed(raw)
    }
}

/// Some of the faults of a game, legality included: for games that have so many that the others who tell them only
/// count the rest. The first `skip` are left out, and no more than `most` are told.
///
/// Those that reading finds come before those that playing finds; within what is told they come in the order of their
/// places.
pub fn list_faults<'a>(
    raw: &'a RawGame<'a>,
    skip: u64,
    most: usize,
) -> impl Iterator<Item = Diagnostic> + 'a {
    let mut faults = Faults::window(skip, most);
    let game = Game::build(raw, &mut faults);
    game.play_out(raw, &mut faults, |_, _, _| {});
    faults.into_diagnostics(raw).filter(|found| !matches!(found.fault, Fault::More { .. }))
}

/// The long way, for games in which something is unusual.
#[cold]
fn patiently(raw: &RawGame<'_>, follower: &mut impl Follower) -> Replayed {
    // As `Game::read` does, but the bytes need not be kept.
    let mut faults = Faults::default();
    let mut game = Game::build(raw, &mut faults);
    game.diagnostics = faults.diagnose(raw);
    let start = game.start().ok();
    follower.restart();
    let (mut plies, mut moves, mut last) = (0, 0, start);
    let mut next = game.tree.root().next().map(|node| node.id());
    let mut faults = Faults::default();
    game.play_out(raw, &mut faults, |node, before, played| {
        moves += played.len() as u64;
        if next != Some(node.id()) {
            return;
        }
        next = node.next().map(|node| node.id());
        let mut position = *before;
        for &played in played {
            plies += 1;
            let after = make_move(&position, played);
            match played {
                Some(played) => {
                    follower.played(PlayedMove { number: plies, before: &position, played, after: &after });
                }
                None => follower.null_move(plies, &position),
            }
            position = after;
        }
        last = Some(position);
        for comment in [CommentPlace::After, CommentPlace::AfterVariations]
            .into_iter()
            .flat_map(|place| node.comments(place))
        {
            follower.comment(comment.text().as_bytes());
        }
    });
    game.add_diagnostics(raw, faults);
    Replayed { plies, moves, start, last, result: game.result, diagnostics: game.diagnostics }
}

/// Is told what stands in a game while it is played out by [`Replayer::follow`].
#[allow(unused_variables, reason = "the names are for whoever writes a follower")]
pub trait Follower {
    /// A tag pair; all of them come before the first move, and one that is given twice comes twice.
    fn tag(&mut self, tag: RawTag<'_>) {}

    /// A move of the mainline.
    fn played(&mut self, played: PlayedMove<'_>);

    /// A null move of the mainline: its number, and the position before it.
    fn null_move(&mut self, number: usize, before: &Position) {}

    /// The text of a comment on the last move of the mainline; or before the first move, which need not be told.
    fn comment(&mut self, text: &[u8]) {}

    /// The moves and comments told so far are forgotten: the game needs patience, and they come anew.
    fn restart(&mut self);
}

/// Tells moves, each once.
struct OnlyMoves<F> {
    tell: F,
    told: usize,
}

impl<F: FnMut(PlayedMove<'_>)> Follower for OnlyMoves<F> {
    #[inline(always)]
    fn played(&mut self, played: PlayedMove<'_>) {
        // Those that come anew have lower numbers.
        if played.number > self.told {
            self.told = played.number;
            (self.tell)(played);
        }
    }

    fn restart(&mut self) {}
}

/// The tags that decide about the start; most games have none of them.
#[derive(Default)]
struct StartTags {
    fen: Option<String>,
    set_up: Option<String>,
    variant: Option<String>,
}

/// Plays along while a game is read, and breaks off at the first thing that it does not know.
struct Fast<'r, 'a, F> {
    replayer: &'r mut Replayer,
    raw: &'r RawGame<'a>,
    follower: &'r mut F,
    /// The position now and the one before the last move, which take turns, so that nothing is copied but by playing.
    places: [Position; 2],
    now: usize,
    start: Position,
    plies: usize,
    moves: u64,
    result: GameResult,
    start_tags: StartTags,
    name_bits: u64,
    unusual: bool,
}

impl<'r, 'a, F> Fast<'r, 'a, F> {
    #[inline(always)]
    fn new(replayer: &'r mut Replayer, raw: &'r RawGame<'a>, follower: &'r mut F) -> Self {
        replayer.faults.clear();
        replayer.start_faults.clear();
        replayer.outer.clear();
        replayer.names.clear();
        let start = replayer.start;
        Self {
            replayer,
            raw,
            follower,
            places: [start; 2],
            now: 0,
            start,
            plies: 0,
            moves: 0,
            result: GameResult::Unfinished,
            start_tags: StartTags::default(),
            name_bits: 0,
            unusual: false,
        }
    }

    fn is_faultless(&self) -> bool {
        !self.unusual && self.replayer.faults.is_empty() && self.replayer.start_faults.is_empty()
    }

    /// What came of the game, which is read to its end.
    #[inline(always)]
    fn replayed(self, raw: &RawGame<'_>) -> Replayed {
        let last = *self.position();
        let mut diagnostics = self.replayer.faults.diagnose(raw);
        self.replayer.start_faults.add_to(&mut diagnostics, raw);
        Replayed {
            plies: self.plies,
            moves: self.moves,
            start: Some(self.start),
            last: Some(last),
            result: self.result,
            diagnostics,
        }
    }

    #[inline(always)]
    fn position(&self) -> &Position {
        let [even, odd] = &self.places;
        if self.now == 0 { even } else { odd }
    }

    #[inline(always)]
    fn before(&self) -> &Position {
        let [even, odd] = &self.places;
        if self.now == 0 { odd } else { even }
    }

    fn set(&mut self, before: Position, now: Position) {
        self.places = [now, before];
        self.now = 0;
    }
}

impl<F: Follower> Visitor for Fast<'_, '_, F> {
    #[inline]
    fn tag(&mut self, tag: RawTag<'_>) {
        self.follower.tag(tag);
        let mark = fingerprint(tag.name);
        // Most names have a bit of their own: only the others are looked for.
        let bit = 1 << (mark.wrapping_mul(SPREAD) >> 58);
        if self.name_bits & bit != 0 {
            self.unusual |= self.replayer.names.contains(&mark);
        }
        self.name_bits |= bit;
        self.replayer.names.push(mark);
        let slot = match tag.name {
            b"FEN" => &mut self.start_tags.fen,
            b"SetUp" => &mut self.start_tags.set_up,
            b"Variant" => &mut self.start_tags.variant,
            _ => return,
        };
        *slot = Some(tag.text().into_owned());
    }

    fn movetext(&mut self) -> ControlFlow<()> {
        if self.unusual {
            return ControlFlow::Break(());
        }
        let StartTags { fen, set_up, variant } = &self.start_tags;
        if fen.is_none() && variant.is_none() && set_up.is_none() {
            return ControlFlow::Continue(());
        }
        let start = Start::of(fen.as_deref(), set_up.as_deref(), variant.as_deref());
        let Ok(start) = start else {
            return ControlFlow::Break(());
        };
        for (fault, tag) in start.faults {
            self.replayer.start_faults.push(fault, place_of_tag(self.raw, tag));
        }
        self.start = start.position;
        self.set(start.position, start.position);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn san(&mut self, san: RawSan<'_>) -> ControlFlow<()> {
        let [even, odd] = &mut self.places;
        let (before, after) = if self.now == 0 { (even, odd) } else { (odd, even) };
        let played = match san.plain() {
            Some(san) => before.play_plain_san(san, after),
            None => play_special(before, san.bytes, after),
        };
        let Some(mv) = played else {
            return ControlFlow::Break(());
        };
        self.now ^= 1;
        self.moves += 1;
        if self.replayer.outer.is_empty() {
            self.plies += 1;
            self.follower.played(PlayedMove { number: self.plies, before, played: mv, after });
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn comment(&mut self, comment: RawComment<'_>) {
        if self.replayer.outer.is_empty() {
            self.follower.comment(comment.bytes);
        }
    }

    fn begin_variation(&mut self) -> Variation {
        let outside = (*self.before(), *self.position());
        self.replayer.outer.push(outside);
        self.now ^= 1;
        Variation::Read
    }

    fn end_variation(&mut self) {
        if let Some((before, now)) = self.replayer.outer.pop() {
            self.set(before, now);
        }
    }

    fn result(&mut self, result: GameResult) {
        self.result = result;
        // Variations that nobody closed end with the game.
        if let Some(&(before, now)) = self.replayer.outer.first() {
            self.set(before, now);
        }
    }

    fn fault(&mut self, fault: Fault, at: Range<usize>) {
        self.replayer.faults.push(fault, at);
    }
}

/// Castling, promotion, and moves with something unusual behind them.
#[inline(never)]
fn play_special(before: &Position, san: &[u8], after: &mut Position) -> Option<Move> {
    before.find_san(san).inspect(|&mv| before.play_into(mv, after))
}

/// Tells names of tags apart, nearly always. A false match costs time, since the game then goes the long way, but
/// nothing else.
fn fingerprint(name: &[u8]) -> u64 {
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    let half = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
    let letters = if let (Some(head), Some(tail)) = (name.first_chunk(), name.last_chunk()) {
        word(head).wrapping_mul(SPREAD).rotate_left(32) ^ word(tail)
    } else if let (Some(head), Some(tail)) = (name.first_chunk(), name.last_chunk()) {
        half(head) << 32 | half(tail)
    } else {
        name.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
    };
    letters.wrapping_add(name.len() as u64)
}

/// A factor that brings all bits of a number into its upper ones.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
