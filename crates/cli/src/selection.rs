//! Selection of games by number and tag.

use std::ops::RangeInclusive;

use clap::Args;
use pinsight_pgn::RawGame;

use crate::glob::Glob;
use crate::mainline;

/// The selected games; all by default.
#[derive(Args, Debug)]
pub(crate) struct Selection {
    /// Select games by number, counted from 1 in each file: N, N..M, N.. or ..M
    #[arg(long, value_name = "N..M", value_parser = numbers)]
    game: Option<RangeInclusive<u64>>,

    /// Select games by tag, case-sensitive; `*` matches any text, `?` one letter; repeat to require several tags
    #[arg(long, value_name = "NAME=VALUE", value_parser = tag_filter)]
    tag: Vec<TagFilter>,
}

/// Whether a game is selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    Selected,
    Skipped,
    /// After the last selected game of its file.
    PastEnd,
}

impl Selection {
    /// Selects all games.
    pub(crate) const ALL: Self = Self { game: None, tag: Vec::new() };

    /// Returns whether there is any restriction.
    pub(crate) fn is_any(&self) -> bool {
        self.game.is_some() || !self.tag.is_empty()
    }

    pub(crate) fn choose(&self, raw: &RawGame<'_>) -> Choice {
        if let Some(range) = &self.game {
            if raw.number > *range.end() {
                return Choice::PastEnd;
            }
            if raw.number < *range.start() {
                return Choice::Skipped;
            }
        }
        // Select oversized games: their tags are unknown, and they must be reported.
        if !raw.oversized && !self.tag.is_empty() {
            let tags = mainline::tags(raw);
            let matches = |TagFilter { name, value }: &TagFilter| {
                tags.get(name).is_some_and(|text| value.matches(text))
            };
            if !self.tag.iter().all(matches) {
                return Choice::Skipped;
            }
        }
        Choice::Selected
    }
}

/// A tag name with the pattern of its value.
#[derive(Clone, Debug)]
struct TagFilter {
    name: String,
    value: Glob,
}

fn tag_filter(text: &str) -> Result<TagFilter, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => {
            Ok(TagFilter { name: name.to_owned(), value: Glob::new(value) })
        }
        _ => Err("expected NAME=VALUE, such as White=Carlsen*".to_owned()),
    }
}

fn numbers(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str, open| match text {
        "" => open,
        digits => digits.parse().ok().filter(|&number| number > 0),
    };
    // Reject the empty text and `..` alone.
    let both = (!first.is_empty() || !last.is_empty()).then_some(());
    let range = both.and(number(first, Some(1)).zip(number(last, Some(u64::MAX))));
    match range {
        Some((first, last)) if first <= last => Ok(first..=last),
        _ => Err("expected numbers from 1, such as 7, 10..20, 10.. or ..20".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_games_may_be_open() {
        assert_eq!(numbers("7"), Ok(7..=7));
        assert_eq!(numbers("10..20"), Ok(10..=20));
        assert_eq!(numbers("10.."), Ok(10..=u64::MAX));
        assert_eq!(numbers("..20"), Ok(1..=20));
        for wrong in ["", "..", "0", "0..3", "5..4", "-1", "a", "1...3", "1..b", "99999999999999999999"] {
            assert!(numbers(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_tag_filter_needs_a_name() {
        assert!(tag_filter("White=Carlsen*").is_ok());
        assert!(tag_filter("White=").is_ok());
        assert!(tag_filter("White").is_err());
        assert!(tag_filter("=x").is_err());
    }
}
