//! Selection of games.

use std::ops::RangeInclusive;

use clap::Args;
use pinsight_pgn::GameResult;
use pinsight_rules::{Color, Legality, Position, Role, Values};
use pinsight_search::{DateRange, EcoRange, GameFilter, PlayerFilter, SoughtPosition, TagFilter};
use pinsight_tactics::PinFilter;

use super::filter::{explain, parse};
use super::named::named;
use super::position::parse_epd;
use crate::config;

/// The games selected by number and tags; all by default.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Selection of games")]
pub(crate) struct TagSelection {
    /// Select games by number, counted from 1 in each file: N, N..M, N.. or ..M
    #[arg(long, value_name = "N..M", value_parser = numbers)]
    game: Option<RangeInclusive<u64>>,

    /// Select games of this player, with either colour; words in any order, ignoring case; `*` matches any text
    #[arg(long, value_name = "NAME", value_parser = player)]
    player: Vec<PlayerFilter>,

    /// Select games by result: 1-0, 0-1, 1/2-1/2 or *, or white, black, draw, unfinished; separated by commas
    #[arg(long, value_name = "RESULTS", value_delimiter = ',', value_parser = named(result, result_names), hide_possible_values = true)]
    result: Vec<GameResult>,

    /// Select games by date: 2024, 2024.05, 2023..2024.06.30, 2024.. or ..1999
    #[arg(long, value_name = "DATES", value_parser = parse::<DateRange>)]
    date: Option<DateRange>,

    /// Select games in which both players have a rating in this range: 2400.., ..1999 or 1800..2000
    #[arg(long, value_name = "N..M", value_parser = ratings)]
    elo: Option<RangeInclusive<u32>>,

    /// Select games by opening code: C65, C6, B20..B99; separated by commas
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = parse::<EcoRange>)]
    eco: Vec<EcoRange>,

    /// Select games by tag, with =, !=, <, <=, > or >=, ignoring case: 'White=Carl*', 'Round>=3', 'Event!=*blitz*'
    #[arg(long, value_name = "FILTER", value_parser = parse::<TagFilter>)]
    tag: Vec<TagFilter>,
}

/// The selected games; all by default.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Selection of games")]
pub(crate) struct Selection {
    #[command(flatten)]
    tags: TagSelection,

    /// Select games with a pin, attacker > pinned > shielded, in quotes: 'bishop>knight>queen', 'white-rook>any>king'
    #[arg(long, value_name = "PATTERN", value_parser = pin)]
    pin: Vec<PinFilter>,

    /// Select games that reach this position, regardless of its move counters
    #[arg(id = "reached", long = "fen", value_name = "FEN", value_parser = sought_position)]
    reached: Vec<SoughtPosition>,
}

impl TagSelection {
    /// Returns the filter.
    pub(crate) fn filter(&self) -> GameFilter {
        GameFilter {
            numbers: self.game.clone(),
            tags: self.tag.clone(),
            players: self.player.clone(),
            results: self.result.clone(),
            dates: self.date.clone(),
            ratings: self.elo.clone(),
            openings: self.eco.clone(),
            ..GameFilter::default()
        }
    }
}

impl Selection {
    /// Returns whether any game is excluded.
    pub(crate) fn is_any(&self) -> bool {
        self.filter().is_any()
    }

    /// Returns the filter.
    pub(crate) fn filter(&self) -> GameFilter {
        self.filter_with(config::get().values())
    }

    /// Returns the filter; pins are judged by `values`.
    pub(crate) fn filter_with(&self, values: Values) -> GameFilter {
        GameFilter { pins: self.pin.clone(), positions: self.reached.clone(), values, ..self.tags.filter() }
    }
}

fn numbers(text: &str) -> Result<RangeInclusive<u64>, String> {
    let range = range(text, 1)?.filter(|range| *range.start() > 0);
    range.ok_or_else(|| "expected numbers from 1, such as 7, 10..20, 10.. or ..20".to_owned())
}

fn ratings(text: &str) -> Result<RangeInclusive<u32>, String> {
    let range = range(text, 0)?.and_then(|range| {
        let last = u32::try_from(*range.end()).unwrap_or(u32::MAX);
        Some(u32::try_from(*range.start()).ok()?..=last)
    });
    range.ok_or_else(|| "expected ratings, such as 2400.., ..1999 or 1800..2000".to_owned())
}

/// Parses `N`, `N..M`, `N..` or `..M`; `None` for other texts.
fn range(text: &str, least: u64) -> Result<Option<RangeInclusive<u64>>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str, open: u64| match text {
        "" => Some(open),
        digits => digits.parse().ok(),
    };
    // `N..` and `..M` may be open, not both ends.
    let is_given = !first.is_empty() || !last.is_empty();
    let (Some(first), Some(last)) = (number(first, least), number(last, u64::MAX)) else {
        return Ok(None);
    };
    if first > last {
        return Err(format!("expected the lower number first, such as {last}..{first}"));
    }
    Ok(is_given.then_some(first..=last))
}

fn player(text: &str) -> Result<PlayerFilter, String> {
    PlayerFilter::new(text).ok_or_else(|| "expected a name, such as 'Magnus Carlsen' or carls*".to_owned())
}

fn result(text: &str) -> Result<GameResult, String> {
    let plain = text.trim().to_ascii_lowercase();
    let named = match plain.as_str() {
        "white" => Some(GameResult::Win(Color::White)),
        "black" => Some(GameResult::Win(Color::Black)),
        "draw" | "1/2" => Some(GameResult::Draw),
        "unfinished" => Some(GameResult::Unfinished),
        token => GameResult::from_ascii(token.as_bytes()),
    };
    named.ok_or_else(|| "expected 1-0, 0-1, 1/2-1/2 or '*', or white, black, draw or unfinished".to_owned())
}

/// Returns the words for results; shells split `1/2-1/2` and expand `*`.
fn result_names() -> Vec<String> {
    ["white", "black", "draw", "unfinished"].map(str::to_owned).to_vec()
}

pub(crate) fn pin(text: &str) -> Result<PinFilter, String> {
    let filter = PinFilter::from_pattern(text).map_err(|error| {
        // Without quotes the shell takes `>` as a redirection.
        let quotes = if text.contains('>') { "" } else { "; put the pattern in quotes" };
        format!("{}{quotes}", explain(text, &error))
    })?;
    // In SQL the pattern may be that of a skewer.
    match filter.pinned.iter().any(|pinned| pinned.role == Some(Role::King)) {
        true => Err("expected a pinned piece other than the king, which cannot be pinned".to_owned()),
        false => Ok(filter),
    }
}

pub(crate) fn sought_position(text: &str) -> Result<SoughtPosition, String> {
    if text.trim() == "startpos" {
        return Ok(SoughtPosition::new(Position::default()));
    }
    let setup = parse_epd(text).map_err(|error| error.to_string())?.setup;
    let position = setup.position(Legality::AllowImpossible).map_err(|error| {
        let faults: Vec<String> = error.faults.iter().map(ToString::to_string).collect();
        format!("impossible position: {}", faults.join("; "))
    })?;
    Ok(SoughtPosition::new(position))
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
    fn a_range_of_ratings_may_be_open() {
        assert_eq!(ratings("2400.."), Ok(2400..=u32::MAX));
        assert_eq!(ratings("..1999"), Ok(0..=1999));
        assert_eq!(ratings("1800..2000"), Ok(1800..=2000));
        for wrong in ["", "..", "2000..1800", ">2400", "2400+", "5000000000.."] {
            assert!(ratings(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_result_is_a_token_or_a_word() {
        assert_eq!(result("1-0"), Ok(GameResult::Win(Color::White)));
        assert_eq!(result("Black"), Ok(GameResult::Win(Color::Black)));
        assert_eq!(result("1/2"), Ok(GameResult::Draw));
        assert_eq!(result("*"), Ok(GameResult::Unfinished));
        assert!(result("win").is_err());
    }
}
