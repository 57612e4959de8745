//! A game as PGN with the coach's notes, from its stored review.

use pinsight_coach::Judgement;
use pinsight_pgn::{Annotation, Command, Eval, EvalScore, Nag, NodeId, NodeMove, Tree};
use serde::Deserialize;

use crate::error::ApiError;
use crate::game::Game;
use crate::game::pgn::to_pgn;

/// The maximum length of a better line in plies.
const BETTER: usize = 5;

/// The parts of a stored `CoachReview` that become notes.
#[derive(Deserialize)]
struct Notes {
    moves: Vec<Note>,
}

#[derive(Deserialize)]
struct Note {
    node: u32,
    eval_after: Score,
    judgement: Option<String>,
    text: String,
    better: Option<Line>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Score {
    Cp(i32),
    Mate(i32),
}

#[derive(Deserialize)]
struct Line {
    moves: Vec<LineMove>,
}

#[derive(Deserialize)]
struct LineMove {
    uci: String,
}

/// Writes a game as PGN; each reviewed move has its evaluation, its judgement, the coach's words and the better line.
pub(crate) fn annotated_pgn(game: &Game, review: &str) -> Result<String, ApiError> {
    let notes: Notes = serde_json::from_str(review).map_err(|error| {
        ApiError::conflict(format!("the stored review cannot be read ({error}): review the game again"))
    })?;
    let mut copy = game.clone();
    for note in &notes.moves {
        // A move that was deleted after the review has no notes.
        if let Ok(node) = game.node(note.node) {
            note.add_to(&mut copy.tree, node);
        }
    }
    Ok(to_pgn(&copy))
}

impl Note {
    fn add_to(&self, tree: &mut Tree, node: NodeId) {
        let judgement = self.judgement.as_deref();
        if let Some(judgement) = Judgement::ALL.into_iter().find(|known| Some(known.name()) == judgement) {
            let known = tree.get(node).map(|node| node.nags().to_vec()).unwrap_or_default();
            let others = known.into_iter().filter(|nag| !nag.assesses_move());
            tree.set_nags(node, std::iter::once(Nag(judgement.nag())).chain(others).collect());
        }
        let mut annotation = Annotation::default();
        if let Some(score) = self.eval_after.to_pgn() {
            let command = Command::Eval(Eval { score, depth: None });
            match tree.get(node).and_then(|node| node.eval()) {
                Some(_) => tree.set_command(node, &command),
                None => annotation.prose.push(command.to_string()),
            }
        }
        annotation.prose.extend((!self.text.is_empty()).then(|| self.text.clone()));
        tree.annotate(node, &annotation);
        let parent = tree.get(node).and_then(|node| node.parent()).map(|parent| parent.id());
        if let (Some(parent), Some(line)) = (parent, &self.better) {
            line.add_to(tree, parent);
        }
    }
}

impl Score {
    /// Returns the score as `[%eval]` writes it; `None` for a mate on the board.
    fn to_pgn(&self) -> Option<EvalScore> {
        match *self {
            Self::Cp(centipawns) => Some(EvalScore::Centipawns(centipawns)),
            Self::Mate(0) => None,
            Self::Mate(moves) => Some(EvalScore::Mate(moves)),
        }
    }
}

impl Line {
    /// Adds the line as a variation, beside the moves that the tree has already.
    fn add_to(&self, tree: &mut Tree, parent: NodeId) {
        let mut node = parent;
        for LineMove { uci } in self.moves.iter().take(BETTER) {
            let Some(mv) = tree.position(node).and_then(|position| position.parse_move(uci).ok()) else {
                return;
            };
            let known = tree.child(node, &NodeMove::Move(mv));
            match known.or_else(|| tree.add(node, mv).ok()) {
                Some(child) => node = child,
                None => return,
            }
        }
    }
}
