//! Openings of a match.

use std::borrow::Cow;

use pinsight_rules::{History, Move, Position};

use crate::limit::Limit;
use crate::player::{Player, Stop};
use crate::rng::Rng;
use crate::ruling::Ruling;
use crate::search::{Search, SearchOptions};

/// A starting position and the first moves of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The name.
    pub name: Option<String>,
    /// The position before the first move.
    pub start: Position,
    /// The moves: legal in sequence.
    pub moves: Vec<Move>,
}

/// The openings of a match. Each is played twice with colours reversed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// These openings in order, from the first again after the last; the standard start if empty.
    List(Vec<Opening>),
    /// A different [random opening](Opening::random) for each pair of games.
    Random {
        /// The number of random half-moves.
        plies: u32,
        /// Determines the openings.
        seed: u64,
    },
}

/// Common openings, balanced for both sides.
const LIST: [(&str, &str); 24] = [
    ("Italian Game", "e4 e5 Nf3 Nc6 Bc4 Bc5"),
    ("Two Knights", "e4 e5 Nf3 Nc6 Bc4 Nf6"),
    ("Spanish", "e4 e5 Nf3 Nc6 Bb5 a6"),
    ("Berlin", "e4 e5 Nf3 Nc6 Bb5 Nf6"),
    ("Scotch", "e4 e5 Nf3 Nc6 d4 exd4"),
    ("Four Knights", "e4 e5 Nf3 Nc6 Nc3 Nf6"),
    ("Petrov", "e4 e5 Nf3 Nf6 Nxe5 d6"),
    ("Vienna", "e4 e5 Nc3 Nf6 g3 Bc5"),
    ("Open Sicilian", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6"),
    ("Sicilian, Taimanov", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6"),
    ("Closed Sicilian", "e4 c5 Nc3 Nc6 g3 g6"),
    ("Alapin", "e4 c5 c3 Nf6 e5 Nd5"),
    ("French, Winawer", "e4 e6 d4 d5 Nc3 Bb4"),
    ("French, Tarrasch", "e4 e6 d4 d5 Nd2 Nf6"),
    ("Caro-Kann", "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5"),
    ("Scandinavian", "e4 d5 exd5 Qxd5 Nc3 Qa5"),
    ("Pirc", "e4 d6 d4 Nf6 Nc3 g6"),
    ("Queen's Gambit Declined", "d4 d5 c4 e6 Nc3 Nf6"),
    ("Slav", "d4 d5 c4 c6 Nf3 Nf6"),
    ("Queen's Gambit Accepted", "d4 d5 c4 dxc4 Nf3 Nf6"),
    ("Nimzo-Indian", "d4 Nf6 c4 e6 Nc3 Bb4"),
    ("King's Indian", "d4 Nf6 c4 g6 Nc3 Bg7"),
    ("Grünfeld", "d4 Nf6 c4 g6 Nc3 d5"),
    ("English", "c4 e5 Nc3 Nf6 Nf3 Nc6"),
];

/// Random openings are at most this many centipawns better for one side.
const MAX_IMBALANCE: i32 = 100;
/// The search that measures the balance of a random opening.
const BALANCE_NODES: u64 = 1_000;
/// After this many random openings the most balanced of them is taken.
const MAX_ATTEMPTS: usize = 200;

impl Openings {
    /// The opening of a pair of games, counted from 0.
    pub(super) fn of_pair(&self, pair: u64) -> Cow<'_, Opening> {
        match self {
            Self::List(list) if list.is_empty() => Cow::Owned(Opening::start()),
            Self::List(list) => Cow::Borrowed(&list[(pair % list.len() as u64) as usize]),
            Self::Random { plies, seed } => Cow::Owned(Opening::random(*plies, *seed, pair)),
        }
    }
}

impl Opening {
    /// Opening `number` of a seed: random legal half-moves from the standard start after which a short search finds
    /// neither side more than a pawn ahead.
    pub fn random(plies: u32, seed: u64, number: u64) -> Self {
        let mut rng = Rng::of_game(seed, number);
        let mut search = Search::new(SearchOptions { hash: 1, ..SearchOptions::default() });
        let mut most_balanced: Option<(i32, History)> = None;
        for _ in 0..MAX_ATTEMPTS {
            let Some(game) = random_moves(plies, &mut rng) else { continue };
            search.clear();
            let choice = search.choose(&game, &Limit::nodes(BALANCE_NODES), &Stop::new(), &mut |_| {});
            let Some(score) = choice.ok().and_then(|choice| choice.score()) else { continue };
            let imbalance = score.of(game.position().turn()).clamped().abs();
            if most_balanced.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                most_balanced = Some((imbalance, game));
            }
            if most_balanced.as_ref().is_some_and(|(least, _)| *least <= MAX_IMBALANCE) {
                break;
            }
        }
        most_balanced.map_or_else(Self::start, |(_, game)| Self::of_game(None, &game))
    }

    fn of_game(name: Option<String>, game: &History) -> Self {
        let moves = game.plies().iter().map(|ply| ply.played).collect();
        Self { name, start: *game.start(), moves }
    }

    /// The standard starting position.
    pub fn start() -> Self {
        Self::position(Position::default())
    }

    /// A starting position without moves.
    pub const fn position(start: Position) -> Self {
        Self { name: None, start, moves: Vec::new() }
    }

    /// A short list of common openings.
    pub fn list() -> Vec<Self> {
        LIST.iter().filter_map(|(name, moves)| Self::parse(name, moves)).collect()
    }

    /// Parses an opening from SAN moves; `None` if one is illegal.
    fn parse(name: &str, moves: &str) -> Option<Self> {
        let mut game = History::default();
        for san in moves.split_whitespace() {
            let mv = game.position().parse_move(san).ok()?;
            game.play(mv).ok()?;
        }
        Some(Self::of_game(Some(name.to_owned()), &game))
    }
}

/// Plays random legal moves from the standard start; `None` if the game ends with them.
fn random_moves(plies: u32, rng: &mut Rng) -> Option<History> {
    let mut game = History::default();
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        game.play(*moves.get(rng.below(moves.len()))?).ok()?;
    }
    Ruling::of(&game).is_none().then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_openings_are_legal_and_distinct() {
        let list = Opening::list();
        assert_eq!(list.len(), LIST.len());
        for (index, opening) in list.iter().enumerate() {
            assert!(list[..index].iter().all(|other| other.moves != opening.moves), "{opening:?}");
        }
    }

    #[test]
    fn random_openings_are_legal_distinct_and_determined_by_the_seed() {
        let openings: Vec<Opening> = (0..40).map(|number| Opening::random(8, 1, number)).collect();
        for (index, opening) in openings.iter().enumerate() {
            let mut game = History::new(opening.start);
            assert_eq!(opening.moves.len(), 8);
            for &mv in &opening.moves {
                game.play(mv).expect("a legal move");
            }
            assert!(openings[..index].iter().all(|other| other.moves != opening.moves), "{opening:?}");
        }
        assert_eq!(Opening::random(8, 1, 7), openings[7]);
        assert_ne!(Opening::random(8, 2, 7), openings[7]);
        assert_eq!(Opening::random(0, 1, 7), Opening::start());
    }

    #[test]
    fn lists_repeat_and_an_empty_list_is_the_start() {
        let list = Openings::List(Opening::list());
        assert_eq!(list.of_pair(0), list.of_pair(LIST.len() as u64));
        assert_eq!(*Openings::List(Vec::new()).of_pair(3), Opening::start());
        let random = Openings::Random { plies: 4, seed: 9 };
        assert_eq!(*random.of_pair(5), Opening::random(4, 9, 5));
    }
}
