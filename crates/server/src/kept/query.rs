//! The opening tree and the search over the kept games.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pinsight_openings::{GameFacts, Opening, TreeNode};
use pinsight_pool::run_range;
use pinsight_rules::{Move, Position};
use pinsight_search::{Horizon, PositionQuery, SoughtPosition};
use pinsight_wire::{BookMove, KeptMatch, KeptSearch, KeptTree, TreeMove};

use super::cache::{KeptGames, Snapshot, on_thread};
use super::load::{KeptGame, Place};
use crate::error::ApiError;

/// The maximum number of games that an answer lists.
const MAX_MATCHES: usize = 200;
/// The time after which a search answers with what it has found; the next request continues it.
const PATIENCE: Duration = Duration::from_secs(1);
/// The number of games that a thread searches at once.
const SLICE: usize = 64;

/// What to search for; every field must match.
#[derive(Clone, Debug)]
pub(crate) struct KeptQuery {
    /// The position; any if the query has no restriction.
    pub(crate) position: PositionQuery,
    /// A part of the name of the opening, or its ECO code.
    pub(crate) opening: Option<String>,
    /// The last game that was searched before; without one the search begins.
    pub(crate) after: Option<Place>,
    /// The number of games to search at most.
    pub(crate) limit: Option<usize>,
}

impl KeptQuery {
    fn matches_opening(&self, game: &KeptGame) -> bool {
        let Some(sought) = &self.opening else {
            return true;
        };
        game.opening.is_some_and(|Opening { eco, name, .. }| {
            eco.eq_ignore_ascii_case(sought) || name.to_lowercase().contains(&sought.to_lowercase())
        })
    }

    /// Returns the first match of a game: its ply and position.
    fn first_match(&self, game: &KeptGame, horizon: &Horizon) -> Option<(u32, Position)> {
        if !self.matches_opening(game) {
            return None;
        }
        let mut position = game.start();
        if !self.position.is_any() {
            // The opening alone: the position that has the name.
            return Some(named(game, position));
        }
        for (ply, mv) in game.moves.iter().map(Some).chain([None]).enumerate() {
            let ply = ply as u32;
            if self.position.matches(ply, &position) {
                return Some((ply, position));
            }
            if !horizon.allows_after(ply, &position) {
                return None;
            }
            position = position.play_unchecked(*mv?);
        }
        None
    }
}

/// Returns the first position of a game with the name of its opening; the start if it has none.
fn named(game: &KeptGame, start: Position) -> (u32, Position) {
    let name = game.opening.map(|opening| opening.name);
    let has_name = |position: &Position| Opening::of(position).is_some_and(|found| Some(found.name) == name);
    let mut position = start;
    for (ply, &mv) in (1..).zip(game.moves.iter()) {
        position = position.play_unchecked(mv);
        if has_name(&position) {
            return (ply, position);
        }
    }
    (0, start)
}

/// Returns the moves that a game plays in the position; `None` if it does not reach it.
fn moves_in(game: &KeptGame, sought: &SoughtPosition, horizon: &Horizon) -> Option<Vec<Move>> {
    let mut position = game.start();
    let mut played = None;
    for (ply, mv) in game.moves.iter().map(Some).chain([None]).enumerate() {
        if sought.matches(&position) {
            played.get_or_insert_with(Vec::new).extend(mv);
        }
        if !horizon.allows_after(ply as u32, &position) {
            break;
        }
        let Some(&mv) = mv else { break };
        position = position.play_unchecked(mv);
    }
    played
}

fn facts(game: &KeptGame) -> GameFacts<'_> {
    GameFacts { result: game.result, ratings: game.ratings, date: game.date.as_deref().map(Cow::Borrowed) }
}

/// Runs `work` on slices of the games on all cores, and passes the results to `sink` in order until it breaks.
fn on_all_cores<T: Send>(
    games: &[KeptGame],
    work: impl Fn(&[KeptGame]) -> T + Sync,
    sink: impl FnMut(T) -> ControlFlow<()>,
) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let slices: Vec<&[KeptGame]> = games.chunks(SLICE).collect();
    let new_worker = || |number: u64| work(slices[number as usize]);
    // A sink that breaks has all it needs.
    let _ = run_range(slices.len() as u64, cores, new_worker, sink);
}

impl KeptGames {
    /// Returns the moves that the kept games and the book play in a position.
    pub(crate) async fn tree(&self, position: Position) -> Result<KeptTree, ApiError> {
        let Snapshot { games, omitted } = self.snapshot().await?;
        let book = self.book().map(|(name, book)| {
            let probe = book.probe(&position);
            (name.clone(), BookMove::all(&position, &probe, probe.weight()))
        });
        let (book_name, book) = book.unzip();
        let kept = games.len();
        let node = on_thread(move || {
            let sought = SoughtPosition::new(position);
            let horizon = Horizon::of(sought);
            let mut all = TreeNode::default();
            let count = |games: &[KeptGame]| {
                let mut node = TreeNode::default();
                for game in games {
                    if let Some(moves) = moves_in(game, &sought, &horizon) {
                        node.add(&moves, &facts(game));
                    }
                }
                node
            };
            on_all_cores(&games, count, |node| {
                all.merge(&node);
                ControlFlow::Continue(())
            });
            all
        })
        .await?;
        Ok(KeptTree {
            opening: Opening::of(&position).map(Into::into),
            games: node.all.score.games(),
            ended: node.ended,
            moves: node.moves().into_iter().map(|(mv, stats)| TreeMove::new(&position, mv, stats)).collect(),
            book_name,
            book: book.unwrap_or_default(),
            kept,
            omitted,
        })
    }

    /// Searches the kept games, the newest first, from `query.after` on until time or limit is reached.
    pub(crate) async fn search(&self, query: KeptQuery) -> Result<KeptSearch, ApiError> {
        let Snapshot { games, omitted } = self.snapshot().await?;
        let first =
            query.after.map_or(0, |after| games.partition_point(|game| game.place.order() <= after.order()));
        let last = query.limit.map_or(games.len(), |limit| games.len().min(first.saturating_add(limit)));
        let sought = Arc::clone(&games);
        let (found, searched) = on_thread(move || find(&sought[first..last], &query)).await?;
        let count = found.len() as u64;
        let mut matches = Vec::new();
        for Found { index, ply, position } in found.into_iter().take(MAX_MATCHES) {
            matches.push(self.shown(&games[first + index], ply, &position).await?);
        }
        let end = first + searched;
        let next = if end < games.len() { end.checked_sub(1).map(|index| games[index].place) } else { None };
        let next = next.map(|place| place.to_string());
        Ok(KeptSearch { matches, games: count, searched, next, kept: games.len(), omitted })
    }

    /// Adds the names of the players to a match.
    async fn shown(&self, game: &KeptGame, ply: u32, position: &Position) -> Result<KeptMatch, ApiError> {
        let (own, import, number) = match game.place {
            Place::Game(id) => (Some(id), None, None),
            Place::Import { import, number } => (None, Some(import), Some(number)),
        };
        let [white, black] = self.store().player_names(own, import.zip(number)).await?;
        Ok(KeptMatch {
            game: own,
            import,
            number,
            white,
            black,
            result: game.result.into(),
            date: game.date.as_deref().map(str::to_owned),
            opening: game.opening.map(Into::into),
            ply,
            fen: position.fen(pinsight_rules::EnPassantMode::Fen),
        })
    }
}

/// The first match of a game.
struct Found {
    /// The index of the game among those that were searched.
    index: usize,
    ply: u32,
    position: Position,
}

/// Returns the matches, and the number of games that were searched in time.
fn find(games: &[KeptGame], query: &KeptQuery) -> (Vec<Found>, usize) {
    let start = Instant::now();
    let horizon = Horizon::new(&query.position);
    let (mut found, mut searched) = (Vec::new(), 0);
    let search = |games: &[KeptGame]| -> Vec<_> {
        games.iter().map(|game| query.first_match(game, &horizon)).collect()
    };
    on_all_cores(games, search, |first_matches| {
        for first_match in first_matches {
            found.extend(first_match.map(|(ply, position)| Found { index: searched, ply, position }));
            searched += 1;
        }
        if start.elapsed() < PATIENCE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (found, searched)
}
