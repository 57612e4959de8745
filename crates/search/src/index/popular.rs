//! The trees of popular positions, which too many games reach to be replayed for a question.

use std::collections::HashMap;

use ahash::RandomState;
use pinsight_data::StoredGamesError;
use pinsight_moves::MovesReader;
use pinsight_openings::{MoveStats, ScoreCount, TreeNode};
use pinsight_rules::{Bitboard, Board, CastlingMode, Color, EnPassantMode, Move, Position, Square};
use serde::{Deserialize, Serialize};

use crate::heads::StoredHead;
use crate::selection::SoughtPosition;
use crate::table::GamesTable;

/// The share of games that reach a popular position: at least 1 in `ONE_IN`.
const ONE_IN: usize = 200;
/// The minimum number of games that reach a popular position.
const LEAST_GAMES: usize = 200;
/// The number of plies searched for popular positions.
const PLIES: usize = 40;

/// What must be equal for two positions to be the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key {
    board: Board,
    turn: Color,
    castling_rooks: Bitboard,
    en_passant: Option<Square>,
}

impl Key {
    fn of(position: &Position) -> Self {
        Self {
            board: *position.board(),
            turn: position.turn(),
            castling_rooks: position.castling_rooks(),
            en_passant: position.en_passant(EnPassantMode::Legal),
        }
    }
}

/// The popular positions of a table, by a sample of its games.
#[derive(Clone, Debug)]
pub struct PopularPositions {
    numbers: HashMap<Key, usize, RandomState>,
    positions: Vec<Position>,
    /// The fewest pieces of a popular position.
    least_men: usize,
}

impl PopularPositions {
    /// Finds the positions that are popular in the first row group.
    pub fn find(table: &GamesTable) -> Result<Self, StoredGamesError> {
        let mut counts: HashMap<Key, (usize, Position), RandomState> = HashMap::default();
        if table.groups() > 0 {
            table.visit_moves(0, None, |_, moves| {
                let mut reader = MovesReader::new(moves)?;
                for _ in 0..PLIES {
                    let position = reader.after();
                    counts.entry(Key::of(position)).or_insert((0, *position)).0 += 1;
                    if reader.advance()?.is_none() {
                        break;
                    }
                }
                Ok(())
            })?;
        }
        let least = (table.group_rows(0) / ONE_IN).max(LEAST_GAMES);
        let popular = counts.into_values().filter(|(count, _)| *count >= least);
        let mut positions: Vec<Position> = popular.map(|(_, position)| position).collect();
        // The order must not depend on the hash.
        positions.sort_by_cached_key(text_of);
        let numbers =
            positions.iter().enumerate().map(|(number, position)| (Key::of(position), number)).collect();
        let least_men = positions.iter().map(|position| position.board().occupied().len()).min();
        Ok(Self { numbers, positions, least_men: least_men.unwrap_or(usize::MAX) })
    }

    /// Returns the number of a position, if it is popular.
    #[inline]
    pub(super) fn number(&self, position: &Position) -> Option<usize> {
        let is_possible = position.board().occupied().len() >= self.least_men;
        is_possible.then(|| self.numbers.get(&Key::of(position)).copied())?
    }

    /// Returns what the index stores of the positions and their trees.
    pub(super) fn store(&self, nodes: &[TreeNode]) -> Vec<StoredNode> {
        self.positions.iter().zip(nodes).map(|(position, node)| StoredNode::new(position, node)).collect()
    }
}

/// A popular position in a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    /// The row of the game.
    pub(super) row: u32,
    /// The number of the position.
    pub(super) number: usize,
    /// The move that the game plays there; `None` if it ends or passes.
    pub(super) played: Option<Move>,
}

/// Returns the trees of the popular positions in a row group, of which `visits` are all visits, by rows.
pub(super) fn trees(
    table: &GamesTable,
    group: usize,
    popular: &PopularPositions,
    visits: &mut [Visit],
) -> Result<Vec<TreeNode>, StoredGamesError> {
    let mut nodes = vec![TreeNode::default(); popular.positions.len()];
    visits.sort_by_key(|visit| (visit.row, visit.number));
    let games: Vec<&[Visit]> = visits.chunk_by(|one, other| one.row == other.row).collect();
    let rows: Vec<u32> = games.iter().filter_map(|game| Some(game.first()?.row)).collect();
    let mut games = games.into_iter();
    table.visit_heads(group, &rows, Some(&StoredHead::FACTS), |_, head| {
        let facts = head.facts();
        for same in games.next().unwrap_or_default().chunk_by(|one, other| one.number == other.number) {
            let moves: Vec<Move> = same.iter().filter_map(|visit| visit.played).collect();
            if let Some(node) = same.first().and_then(|visit| nodes.get_mut(visit.number)) {
                node.add(&moves, &facts);
            }
        }
    })?;
    Ok(nodes)
}

/// The tree of a position in the metadata of an index.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(super) struct StoredNode {
    position: String,
    all: StoredStats,
    ended: u64,
    moves: Vec<(String, StoredStats)>,
}

/// White's wins, draws, Black's wins and games without a result; sum and number of ratings; last date.
type StoredStats = (u64, u64, u64, u64, u64, u64, Option<String>);

impl StoredNode {
    fn new(position: &Position, node: &TreeNode) -> Self {
        let uci = |mv: Move| position.uci(mv, CastlingMode::Chess960).to_string();
        let moves = node.moves().into_iter().map(|(mv, stats)| (uci(mv), store(stats)));
        Self { position: text_of(position), all: store(&node.all), ended: node.ended, moves: moves.collect() }
    }

    /// Returns whether this is the tree of a position.
    pub(super) fn is_of(&self, sought: SoughtPosition) -> bool {
        self.position == text_of(sought.position())
    }

    /// Returns the tree; `None` if a move is not legal.
    pub(super) fn tree(&self, sought: SoughtPosition) -> Option<TreeNode> {
        let read = |(uci, stats): &(String, StoredStats)| {
            Some((sought.position().parse_move(uci).ok()?, restore(stats)))
        };
        let moves = self.moves.iter().map(read).collect::<Option<HashMap<_, _>>>()?;
        Some(TreeNode { moves, all: restore(&self.all), ended: self.ended })
    }
}

/// Returns the first four fields of the FEN, castling rights as files, en passant only if legal.
fn text_of(position: &Position) -> String {
    let fen = position.shredder_fen(EnPassantMode::Legal);
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn store(stats: &MoveStats) -> StoredStats {
    let ScoreCount { white, draws, black, unfinished } = stats.score;
    (white, draws, black, unfinished, stats.rating_sum, stats.rated, stats.last_played.clone())
}

fn restore(stored: &StoredStats) -> MoveStats {
    let &(white, draws, black, unfinished, rating_sum, rated, ref last_played) = stored;
    let score = ScoreCount { white, draws, black, unfinished };
    MoveStats { score, rating_sum, rated, last_played: last_played.clone() }
}
