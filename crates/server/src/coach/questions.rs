//! Questions about single moves, answered with few nodes while the user waits.

use std::sync::Arc;
use std::time::Duration;

use pinsight_coach::{Budget, Coach, MoveReview};
use pinsight_pgn::NodeId;
use pinsight_players::Stop;
use pinsight_rules::{Ply, Position};
use pinsight_wire::{CoachAttempt, CoachNode};
use tokio::sync::Semaphore;

use crate::error::ApiError;
use crate::game::{Game, GameId, Games};

/// The maximum number of questions at once.
const MAX_QUESTIONS: usize = 2;
/// How long a question waits for others. A page asks one at a time and disconnects from those it no longer needs.
const WAIT: Duration = Duration::from_secs(60);
/// The nodes per position of a question, unless the server has fewer for reviews.
const NODES: u64 = 20_000;

/// The coach that answers questions. Clones share it.
#[derive(Clone)]
pub(crate) struct Questions {
    games: Games,
    coach: Arc<Coach>,
    turns: Arc<Semaphore>,
}

impl std::fmt::Debug for Questions {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Questions").finish_non_exhaustive()
    }
}

/// Stops the search when the client disconnects.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// A position with the move that led to it; no move at the start and after a null move.
struct Node {
    position: Position,
    ply: Option<Ply>,
}

impl Node {
    fn of(game: &Game, id: NodeId) -> Self {
        let replay = game.replay(id);
        let position = *replay.position();
        let mv = game.tree.get(id).and_then(|node| node.mv());
        let ply = replay.before().zip(mv).map(|(before, mv)| Ply::new(1, *before, mv));
        Self { position, ply }
    }
}

impl Questions {
    /// Judges with `nodes` nodes per position, but no more than 20,000.
    pub(crate) fn new(games: Games, nodes: Option<u64>) -> Self {
        let budget = Budget::new(nodes.unwrap_or(NODES).min(NODES));
        let coach = Arc::new(Coach::new(None, budget, 1));
        Self { games, coach, turns: Arc::new(Semaphore::new(MAX_QUESTIONS)) }
    }

    /// Asks the coach, in turn; ends the search when the future is dropped.
    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Coach, &Stop) -> Option<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = tokio::time::timeout(WAIT, Arc::clone(&self.turns).acquire_owned()).await;
        let turn = turn.map_err(|_| ApiError::busy("the coach answers other questions: try again"))?;
        let stop = Stop::new();
        let _ends = StopOnDrop(stop.clone());
        let coach = Arc::clone(&self.coach);
        let asked = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            question(&coach, &stop)
        });
        asked.await.ok().flatten().ok_or_else(ApiError::shutting_down)
    }

    /// Returns what the coach says of a node.
    pub(crate) async fn node(&self, game: GameId, number: u32) -> Result<CoachNode, ApiError> {
        let node = self.games.view(game, move |game| Ok(Node::of(game, game.node(number)?))).await?;
        self.ask(move |coach, stop| {
            let review = match &node.ply {
                Some(ply) => Some(review_move(coach, ply, stop)?),
                None => None,
            };
            let pins = coach.prove_standing_pins(&node.position, stop);
            let threats = coach.threat_pins(&node.position, stop);
            (!stop.is_raised()).then(|| CoachNode::new(number, review.as_ref(), &pins, &threats))
        })
        .await
    }

    /// Judges a move that a player tries at a node.
    pub(crate) async fn attempt(
        &self,
        game: GameId,
        number: u32,
        text: String,
    ) -> Result<CoachAttempt, ApiError> {
        let ply = self
            .games
            .view(game, move |game| {
                let position = game.position(game.node(number)?);
                let mv = position.parse_move(&text).map_err(|error| ApiError::illegal_move(&error))?;
                Ok(Ply::new(1, position, mv))
            })
            .await?;
        self.ask(move |coach, stop| Some(CoachAttempt::new(&review_move(coach, &ply, stop)?))).await
    }
}

/// Reviews one move; `None` if the search was stopped.
fn review_move(coach: &Coach, ply: &Ply, stop: &Stop) -> Option<MoveReview> {
    let review = coach.review_until(&ply.before, std::slice::from_ref(ply), stop, &|_, _| {})?;
    review.moves.into_iter().next()
}
