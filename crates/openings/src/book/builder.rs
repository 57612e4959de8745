//! Making books.

use std::collections::HashMap;

use pinsight_pgn::GameResult;
use pinsight_rules::{Move, Position, Zobrist};

use super::Book;
use super::entry::{BookEntry, code};

/// Collects moves for a book.
///
/// A move gets two points for a win of the side that plays it, one for a draw, none for a loss. A move without points is left out.
/// Where the points of a position exceed 65535, its weights are scaled down.
#[derive(Clone, Debug, Default)]
pub struct BookBuilder {
    /// By key and move.
    moves: HashMap<(u64, u16), Tally>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    points: u64,
    games: u64,
    learn: u32,
}

impl BookBuilder {
    /// Adds a legal move of a game that ends with `result`; unfinished games do not count.
    pub fn add(&mut self, position: &Position, mv: Move, result: GameResult) {
        let points = match result {
            GameResult::Win(color) if color == position.turn() => 2,
            GameResult::Win(_) => 0,
            GameResult::Draw => 1,
            GameResult::Unfinished => return,
        };
        let tally = self.moves.entry((Zobrist::polyglot(position).0, code(position, mv))).or_default();
        tally.points += points;
        tally.games += 1;
    }

    pub(super) fn add_entry(&mut self, entry: &BookEntry) {
        let tally = self.moves.entry((entry.key, entry.code)).or_default();
        tally.points += u64::from(entry.weight);
        tally.games += 1;
        tally.learn = tally.learn.max(entry.learn);
    }

    /// Adds the moves of another builder.
    pub fn merge(&mut self, other: Self) {
        for (key, tally) in other.moves {
            let sum = self.moves.entry(key).or_default();
            sum.points += tally.points;
            sum.games += tally.games;
        }
    }

    /// Returns the book of the moves that were played in at least `min_games` games; with 0, of all moves, also those
    /// without points.
    pub fn finish(self, min_games: u64) -> Book {
        let kept = |tally: &Tally| min_games == 0 || tally.games >= min_games && tally.points > 0;
        let mut moves: Vec<_> = self.moves.into_iter().filter(|(_, tally)| kept(tally)).collect();
        // The best move first, as Polyglot writes it.
        moves.sort_by_key(|&((key, code), tally)| (key, std::cmp::Reverse(tally.points), code));
        let entries = moves.chunk_by(|one, other| one.0.0 == other.0.0).flat_map(|moves| {
            let most = moves.iter().map(|(_, tally)| tally.points).max().unwrap_or_default();
            let scale = most.div_ceil(u64::from(u16::MAX)).max(1);
            moves.iter().map(move |&((key, code), tally)| {
                // A rare move stays in the book.
                let least = u64::from(tally.points > 0);
                let weight = (tally.points / scale).max(least);
                let weight = u16::try_from(weight).unwrap_or(u16::MAX);
                BookEntry { key, code, weight, learn: tally.learn }
            })
        });
        Book { entries: entries.collect() }
    }
}
