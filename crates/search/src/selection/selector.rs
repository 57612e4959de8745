//! Applies a filter to games.

use pinsight_pgn::{PlayedMove, RawGame, Replayer, Sink};
use pinsight_rules::Position;
use pinsight_tactics::{PinFilter, PinLedger, PinOptions, standing};

use super::GameFilter;

/// Whether a game is selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Selected.
    Selected,
    /// Not selected.
    Skipped,
    /// After the last selected game of its file.
    PastEnd,
}

/// Selects games. Keep one per thread: its buffers are reused.
///
/// ```
/// use pinsight_search::{Choice, GameFilter, GameSelector};
/// use pinsight_tactics::PinFilter;
/// let pin = PinFilter::from_pattern("bishop > knight > queen")?;
/// let filter = GameFilter { pins: vec![pin], ..GameFilter::default() };
/// let mut selector = GameSelector::new(&filter);
/// let games = b"1. e4 e5 2. Nf3 d6 3. d4 Bg4 *\n\n[White \"Anna\"]\n\n1. d4 *";
/// let chosen: Vec<Choice> =
///     pinsight_pgn::split(&"example".into(), games).map(|game| selector.choose(&game)).collect();
/// assert_eq!(chosen, [Choice::Selected, Choice::Skipped]);
/// # Ok::<(), pinsight_tactics::FilterError>(())
/// ```
#[derive(Debug)]
pub struct GameSelector<'a> {
    filter: &'a GameFilter,
    replayer: Replayer,
    ledger: PinLedger,
}

impl<'a> GameSelector<'a> {
    /// Creates a selector.
    pub fn new(filter: &'a GameFilter) -> Self {
        let ledger = PinLedger::with_options(&Position::default(), options(filter));
        Self { filter, replayer: Replayer::new(), ledger }
    }

    /// Decides by number, then by tags; replays the game only if they match and the filter has content.
    pub fn choose(&mut self, raw: &RawGame<'_>) -> Choice {
        if let Some(range) = &self.filter.numbers {
            if raw.number > *range.end() {
                return Choice::PastEnd;
            }
            if raw.number < *range.start() {
                return Choice::Skipped;
            }
        }
        // Select oversized games: their tags are unknown, and they must be reported.
        let selected = raw.oversized
            || self.filter.matches_tags(raw) && (!self.filter.has_content() || self.matches_content(raw));
        if selected { Choice::Selected } else { Choice::Skipped }
    }

    fn matches_content(&mut self, raw: &RawGame<'_>) -> bool {
        let Self { filter, replayer, ledger } = self;
        let mut search = ContentSearch {
            filter,
            ledger,
            found_pins: vec![false; filter.pins.len()],
            found_positions: vec![false; filter.positions.len()],
        };
        replayer.run(raw, &mut search);
        search.found_pins.iter().chain(&search.found_positions).all(|&found| found)
    }
}

fn options(filter: &GameFilter) -> PinOptions {
    PinOptions { values: filter.values, all: filter.pins.iter().any(PinFilter::wants_all_lines) }
}

/// Marks the pins and positions that occur on the mainline.
struct ContentSearch<'a> {
    filter: &'a GameFilter,
    ledger: &'a mut PinLedger,
    found_pins: Vec<bool>,
    found_positions: Vec<bool>,
}

impl ContentSearch<'_> {
    fn visit(&mut self, position: &Position) {
        for (sought, found) in self.filter.positions.iter().zip(&mut self.found_positions) {
            *found |= sought.matches(position);
        }
    }
}

impl Sink for ContentSearch<'_> {
    fn start(&mut self, start: Option<&Position>) {
        let Some(start) = start else {
            return;
        };
        self.visit(start);
        self.ledger.restart(start);
        if *start == Position::default() {
            return;
        }
        let lines = standing(start, &options(self.filter));
        for (filter, found) in self.filter.pins.iter().zip(&mut self.found_pins) {
            *found |= lines.iter().any(|pin| filter.matches(pin, start.turn()));
        }
    }

    fn played(&mut self, played: PlayedMove<'_>) {
        let PlayedMove { before, played: mv, after, depth, .. } = played;
        if depth > 0 {
            return;
        }
        self.visit(after);
        if self.found_pins.iter().all(|&found| found) {
            return;
        }
        let change = self.ledger.follow(before, mv, after);
        for pin in change.new_pins() {
            for (filter, found) in self.filter.pins.iter().zip(&mut self.found_pins) {
                *found |= filter.matches(&pin, before.turn());
            }
        }
    }

    fn null_move(&mut self, _: u32, _: &Position, after: &Position, depth: u32) {
        if depth == 0 {
            self.visit(after);
        }
    }
}

#[cfg(test)]
mod tests {
    use pinsight_pgn::{GameResult, split};
    use pinsight_rules::Color;

    use super::super::{PlayerFilter, SoughtPosition};
    use super::*;
    use pinsight_tactics::PinFilter;

    const GAMES: &str = r#"[White "Carlsen, Magnus"]
[Black "Anand, Viswanathan"]
[Date "2013.11.22"]
[WhiteElo "2870"]
[BlackElo "2775"]
[ECO "B51"]
[Result "1/2-1/2"]

1. e4 c5 1/2-1/2

[White "Anna"]
[Black "Carlsen, Magnus"]
[UTCDate "2024.05.01"]
[WhiteElo "1500"]
[BlackElo "2870"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 (3... exd4) 0-1

1. d4 d5 2. Nc3 Nf6 3. Bg5 e6
"#;

    fn selected(filter: &GameFilter) -> Vec<u64> {
        let mut selector = GameSelector::new(filter);
        let name = "games".into();
        let games = split(&name, GAMES.as_bytes());
        games.filter(|game| selector.choose(game) == Choice::Selected).map(|game| game.number).collect()
    }

    fn pin(pattern: &str) -> GameFilter {
        GameFilter { pins: vec![PinFilter::from_pattern(pattern).expect(pattern)], ..GameFilter::default() }
    }

    fn position(fen: &str) -> GameFilter {
        let position = SoughtPosition::new(fen.parse().expect(fen));
        GameFilter { positions: vec![position], ..GameFilter::default() }
    }

    #[test]
    fn games_are_selected_by_tags() {
        let filter = GameFilter::default;
        assert_eq!(selected(&filter()), [1, 2, 3]);
        assert_eq!(selected(&GameFilter { numbers: Some(2..=2), ..filter() }), [2]);
        let players = |names: &[&str]| {
            names.iter().map(|name| PlayerFilter::new(name).expect("a name")).collect::<Vec<_>>()
        };
        assert_eq!(selected(&GameFilter { players: players(&["magnus carlsen"]), ..filter() }), [1, 2]);
        assert_eq!(selected(&GameFilter { players: players(&["carlsen", "anna"]), ..filter() }), [2]);
        let tags = vec!["white=CARLSEN*".parse().expect("a filter")];
        assert_eq!(selected(&GameFilter { tags, ..filter() }), [1]);
        let tags = vec!["White!=Anna".parse().expect("a filter")];
        assert_eq!(selected(&GameFilter { tags, ..filter() }), [1, 3], "a missing tag is not Anna");
        assert_eq!(selected(&GameFilter { dates: "2013..2014".parse().ok(), ..filter() }), [1]);
        assert_eq!(selected(&GameFilter { dates: "2024.05".parse().ok(), ..filter() }), [2]);
        assert_eq!(selected(&GameFilter { ratings: Some(2700..=3000), ..filter() }), [1], "both players");
        let openings = vec!["B5".parse().expect("a range")];
        assert_eq!(selected(&GameFilter { openings, ..filter() }), [1]);
    }

    #[test]
    fn the_terminator_decides_the_result_before_the_tag() {
        let results = |results| selected(&GameFilter { results, ..GameFilter::default() });
        assert_eq!(results(vec![GameResult::Win(Color::Black)]), [2]);
        assert_eq!(results(vec![GameResult::Win(Color::White)]), [0_u64; 0]);
        assert_eq!(results(vec![GameResult::Draw, GameResult::Unfinished]), [1, 3]);
    }

    #[test]
    fn games_are_selected_by_pins() {
        assert_eq!(selected(&pin("bishop > knight > queen")), [2, 3]);
        assert_eq!(selected(&pin("white bishop > black knight > queen")), [3]);
        assert_eq!(selected(&pin("any > any > king")), [0_u64; 0]);
    }

    #[test]
    fn games_are_selected_by_positions_whatever_their_counters() {
        // After 1. e4 e5, with other counters, with and without the en passant square that no pawn can use.
        let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq";
        assert_eq!(selected(&position(&format!("{after} - 7 30"))), [2]);
        assert_eq!(selected(&position(&format!("{after} e6 0 2"))), [2]);
        assert_eq!(
            selected(&position(&after.replace(" w ", " b ").replace("KQkq", "KQkq - 0 1"))),
            [0_u64; 0]
        );
        assert_eq!(selected(&position(&format!("{} - 0 2", after.replace("KQkq", "KQ")))), [0_u64; 0]);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(selected(&position(start)), [1, 2, 3]);
        // 3... exd4 is a variation of game 2.
        let variation = "rnbqkbnr/ppp2ppp/3p4/8/3pP3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 4";
        assert_eq!(selected(&position(variation)), [0_u64; 0]);
    }

    #[test]
    fn a_pin_of_the_start_position_counts() {
        let text = b"[FEN \"4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1\"]\n\n*";
        let filter = pin("rook > knight > king");
        let name = "game".into();
        let game = split(&name, text).next().expect("a game");
        assert_eq!(GameSelector::new(&filter).choose(&game), Choice::Selected);
    }
}
