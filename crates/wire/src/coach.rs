//! The coach on the page: the review of a kept game, the judgement of one move, the progress of a review.

use pinsight_coach::{MoveReview, PinProof, ThreatPin};
use pinsight_rules::{EnPassantMode, Move, Position};
use serde::Serialize;
use utoipa::ToSchema;

use crate::analysis::Score;
use crate::game::NodeId;
use crate::moves::Uci;
use crate::piece::{Color, Square};
use crate::review::{Accuracy, FindingKind, Judgement, MotifName, ProvedPin, ReviewSummary};

/// The progress of the review of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ReviewStatus {
    /// The number of the game.
    pub game: i64,
    /// How far the review is.
    pub state: ReviewState,
    /// The steps done; 0 unless it is running.
    pub done: usize,
    /// The number of steps; 0 unless it is running.
    pub total: usize,
    /// Why the review failed; null otherwise.
    pub problem: Option<String>,
}

/// How far a review is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReviewState {
    /// No review was requested.
    None,
    /// The review waits for another one.
    Queued,
    /// The review is under way.
    Running,
    /// The review is stored.
    Done,
    /// The review cannot be made.
    Failed,
}

/// A request for a review.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// The id of the player that judges; default: the built-in search.
    #[serde(default)]
    #[schema(nullable = false)]
    pub player: Option<String>,
}

/// The stored review of the main line of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CoachReview {
    /// The nodes of the reviewed line; the root first.
    pub nodes: Vec<NodeId>,
    /// The engine that judged the game.
    pub engine: String,
    /// Why the built-in search replaced the engine; null if it did not.
    pub engine_failure: Option<String>,
    /// The accuracy of each side.
    pub accuracy: Accuracy,
    /// The counts of each side.
    pub summary: ReviewSummary,
    /// The moves; a null move of the line has none.
    pub moves: Vec<CoachMove>,
}

impl CoachReview {
    /// Describes the review of the line `nodes`, judged by `engine`.
    pub fn new(nodes: Vec<NodeId>, engine: &str, review: &pinsight_coach::GameReview) -> Self {
        let node = |played: &MoveReview| nodes.get(played.ply.number).copied();
        let moves = review.moves.iter().filter_map(|played| Some(CoachMove::new(node(played)?, played)));
        Self {
            moves: moves.collect(),
            engine: engine.to_owned(),
            engine_failure: review.engine_failure.clone(),
            accuracy: Accuracy::from(review),
            summary: ReviewSummary::from(review),
            nodes,
        }
    }
}

/// A reviewed move on the page.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CoachMove {
    /// The node after the move.
    pub node: NodeId,
    /// The evaluation before the move, from White's side.
    pub eval_before: Score,
    /// The evaluation after the move, from White's side.
    pub eval_after: Score,
    /// The judgement; null for a move that needs no remark.
    pub judgement: Option<Judgement>,
    /// At most two sentences; empty for a move that needs no remark.
    pub text: String,
    /// For a bad move: the best line instead; null for others.
    pub better: Option<ShownLine>,
    /// What the move allows, misses, exploits or threatens.
    pub findings: Vec<CoachFinding>,
    /// The pins that matter since the move.
    pub pins: Vec<ProvedPin>,
}

impl CoachMove {
    /// Describes the review of the move that leads to `node`.
    pub fn new(node: NodeId, review: &MoveReview) -> Self {
        let better = (!review.better.is_empty()).then(|| ShownLine::new(&review.ply.before, &review.better));
        Self {
            node,
            eval_before: review.before.into(),
            eval_after: review.after.into(),
            judgement: review.judgement.map(Judgement),
            text: review.text.clone(),
            better,
            findings: review.findings.iter().map(CoachFinding::from).collect(),
            pins: review.pins.iter().map(ProvedPin::from).collect(),
        }
    }
}

/// A statement about a move with the line that proves it, for the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct CoachFinding {
    /// How it relates to the move.
    pub kind: FindingKind,
    /// The motif that decides the line.
    pub motif: MotifName,
    /// The side that profits.
    pub side: Color,
    /// The line, up to the gain or the mate.
    pub line: ShownLine,
    /// The pawns that `side` wins at the end of `line`, material only; null for a mate.
    pub gain: Option<i32>,
    /// The number of moves to mate; null without a mate.
    pub mate: Option<u32>,
    /// The squares that take part in the motif.
    pub squares: Vec<Square>,
    /// The statement in words.
    pub text: String,
}

impl From<&pinsight_coach::Finding> for CoachFinding {
    fn from(finding: &pinsight_coach::Finding) -> Self {
        Self {
            kind: finding.kind.into(),
            motif: finding.motif().into(),
            side: finding.side().into(),
            line: ShownLine::new(finding.start(), finding.moves()),
            gain: finding.proof.gain,
            mate: finding.proof.mate,
            squares: finding.squares().into_iter().map(Square::from).collect(),
            text: finding.text.clone(),
        }
    }
}

/// A line of moves with the positions after them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ShownLine {
    /// The position in which the line starts as a FEN.
    pub fen: String,
    /// The moves.
    pub moves: Vec<ShownMove>,
}

impl ShownLine {
    /// Describes the legal moves of a line.
    pub fn new(start: &Position, moves: &[Move]) -> Self {
        let mut position = *start;
        let shown = moves.iter().map(|&mv| {
            let before = position;
            position = before.play_unchecked(mv);
            ShownMove {
                san: before.san(mv),
                uci: before.uci(mv, before.castling_mode()).into(),
                fen: position.fen(EnPassantMode::Fen),
            }
        });
        Self { moves: shown.collect(), fen: start.fen(EnPassantMode::Fen) }
    }
}

/// A move of a line with the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ShownMove {
    /// The move in SAN.
    pub san: String,
    /// The move in UCI notation.
    pub uci: Uci,
    /// The position after the move as a FEN.
    pub fen: String,
}

/// The coach's remarks about one node.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CoachNode {
    /// The node.
    pub node: NodeId,
    /// The move that leads to the node; null at the start and for a null move.
    pub reviewed: Option<CoachMove>,
    /// All pins of the position, with the relevance that search decided; pins to a mate or a threat last.
    pub pins: Vec<ProvedPin>,
}

impl CoachNode {
    /// Describes a node: its move, and the pins of its position.
    pub fn new(node: NodeId, review: Option<&MoveReview>, pins: &[PinProof], threats: &[ThreatPin]) -> Self {
        let pins = pins.iter().map(ProvedPin::from).chain(threats.iter().map(ProvedPin::from));
        Self { node, reviewed: review.map(|review| CoachMove::new(node, review)), pins: pins.collect() }
    }
}

/// The judgement of a move that a player tries in a training.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CoachAttempt {
    /// The move in SAN.
    pub san: String,
    /// The position after the move as a FEN.
    pub fen: String,
    /// Whether the move is as good as the best one, or nearly.
    pub good: bool,
    /// The judgement; null for a move that needs no remark.
    pub judgement: Option<Judgement>,
    /// The coach's remark about the move; empty if it needs none.
    pub text: String,
}

impl CoachAttempt {
    /// Describes the review of a tried move.
    pub fn new(review: &MoveReview) -> Self {
        Self {
            san: review.ply.san(),
            fen: review.ply.after.fen(EnPassantMode::Fen),
            good: review.judgement.is_none_or(|judgement| !judgement.is_bad()),
            judgement: review.judgement.map(Judgement),
            text: review.text.clone(),
        }
    }
}
