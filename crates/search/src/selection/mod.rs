//! Selection of games by number, tags and content.

mod date;
mod eco;
mod glob;
mod player;
mod selector;
mod tag;

use std::borrow::Cow;
use std::ops::RangeInclusive;

use pinsight_pgn::{GameResult, RawGame};
use pinsight_rules::{EnPassantMode, Position, VALUES, Values};
use pinsight_tactics::PinFilter;

use crate::heads::StoredHead;

pub use date::DateRange;
pub use eco::EcoRange;
pub use player::PlayerFilter;
pub use selector::{Choice, GameSelector};
pub use tag::TagFilter;

/// Which games to select. A game must match every field; an empty field matches all games.
#[derive(Clone, Debug)]
pub struct GameFilter {
    /// Numbers of games in their file.
    pub numbers: Option<RangeInclusive<u64>>,
    /// Tags, of which all must match.
    pub tags: Vec<TagFilter>,
    /// Players, of which all must be White or Black.
    pub players: Vec<PlayerFilter>,
    /// Results, of which one must match.
    pub results: Vec<GameResult>,
    /// The days of the tag `Date`, or of `UTCDate` if that is missing or unknown.
    pub dates: Option<DateRange>,
    /// Ratings of both players.
    pub ratings: Option<RangeInclusive<u32>>,
    /// Opening codes of the tag `ECO`, of which one must match.
    pub openings: Vec<EcoRange>,
    /// Pins of the mainline, of which all must occur.
    pub pins: Vec<PinFilter>,
    /// Positions of the mainline, of which all must occur.
    pub positions: Vec<SoughtPosition>,
    /// The piece values by which pins are judged.
    pub values: Values,
}

impl Default for GameFilter {
    /// Selects all games.
    fn default() -> Self {
        Self {
            numbers: None,
            tags: Vec::new(),
            players: Vec::new(),
            results: Vec::new(),
            dates: None,
            ratings: None,
            openings: Vec::new(),
            pins: Vec::new(),
            positions: Vec::new(),
            values: VALUES,
        }
    }
}

impl GameFilter {
    /// Returns whether there is any restriction.
    pub fn is_any(&self) -> bool {
        self.numbers.is_some() || self.has_tags() || self.has_content()
    }

    fn has_tags(&self) -> bool {
        let lists = self.tags.is_empty() && self.players.is_empty() && self.openings.is_empty();
        !lists || !self.results.is_empty() || self.dates.is_some() || self.ratings.is_some()
    }

    /// Returns whether the filter needs the moves of a game.
    pub fn has_content(&self) -> bool {
        !self.pins.is_empty() || !self.positions.is_empty()
    }

    /// Returns whether the number and the tags of a stored game match. Does not compare pins and positions.
    pub fn matches_head(&self, number: u64, head: StoredHead<'_>) -> bool {
        let is_numbered = self.numbers.as_ref().is_none_or(|numbers| numbers.contains(&number));
        is_numbered && (!self.has_tags() || self.matches(|name| head.tag(name), || head.result()))
    }

    /// Returns whether the tags match, without replaying the game.
    fn matches_tags(&self, raw: &RawGame<'_>) -> bool {
        if !self.has_tags() {
            return true;
        }
        let tags: Vec<_> = raw.tags().map(|tag| (tag.name_text(), tag.text())).collect();
        let get = |name: &str| {
            let tag = tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            tag.map(|(_, value)| Cow::Borrowed(value.as_ref()))
        };
        self.matches(get, || result(raw, &get("Result").unwrap_or_default()))
    }

    fn matches<'a>(
        &self,
        get: impl Fn(&str) -> Option<Cow<'a, str>>,
        result: impl Fn() -> GameResult,
    ) -> bool {
        let text = |name: &str| get(name).unwrap_or_default();
        let rating = |name| text(name).trim().parse::<u32>().ok();
        let is_rated = |range: &RangeInclusive<u32>| {
            ["WhiteElo", "BlackElo"].iter().all(|name| rating(name).is_some_and(|elo| range.contains(&elo)))
        };
        let date = || get("Date").filter(|date| !date.starts_with('?')).unwrap_or_else(|| text("UTCDate"));
        let plays = |player: &PlayerFilter| player.matches(&text("White")) || player.matches(&text("Black"));
        self.tags.iter().all(|filter| filter.matches(get(filter.name()).as_deref()))
            && self.players.iter().all(plays)
            && self.dates.as_ref().is_none_or(|dates| dates.contains(&date()))
            && self.ratings.as_ref().is_none_or(is_rated)
            && (self.openings.is_empty() || self.openings.iter().any(|range| range.contains(&text("ECO"))))
            && (self.results.is_empty() || self.results.contains(&result()))
    }
}

/// Returns the result by the last word of the game, or else by the tag.
fn result(raw: &RawGame<'_>, tag: &str) -> GameResult {
    let last = raw.bytes.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    let result = GameResult::from_ascii(last).or_else(|| GameResult::from_ascii(tag.trim().as_bytes()));
    result.unwrap_or_default()
}

/// A position that a game must reach, whatever its move counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SoughtPosition {
    position: Position,
}

impl SoughtPosition {
    /// Seeks positions with the same pieces, side to move, castling rights and legal en passant captures.
    pub fn new(position: Position) -> Self {
        Self { position }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Returns whether a position is the sought one.
    pub fn matches(&self, position: &Position) -> bool {
        let sought = &self.position;
        // The board first: it differs almost always.
        sought.board() == position.board()
            && sought.turn() == position.turn()
            && sought.castling_rooks() == position.castling_rooks()
            && sought.en_passant(EnPassantMode::Legal) == position.en_passant(EnPassantMode::Legal)
    }
}
