//! A small audit with Stockfish; `tools/coach_audit.py` is the full one. `make test` installs Stockfish.

use std::time::Duration;

use pinsight_coach::{Budget, Coach, Finding, FindingKind};
use pinsight_players::{Engine, EngineConfig, Limit, Player, Stop};
use pinsight_rules::{History, Move, Position};
use pinsight_testkit::games::FAMOUS;

use crate::plies;

/// Values beyond this many centipawns count the same.
const LIMIT: i32 = 1_000;

struct Judge {
    engine: Engine,
}

impl Judge {
    fn new() -> Self {
        let program = std::env::var("PINSIGHT_STOCKFISH").unwrap_or_else(|_| "stockfish".to_owned());
        let config = EngineConfig { timeout: Duration::from_secs(60), ..EngineConfig::new(program) };
        let engine = Engine::start(&config).unwrap_or_else(|error| {
            panic!("{error}; `make test` installs it, by hand: apt-get install stockfish")
        });
        Self { engine }
    }

    /// The value for the side to move of the best move, or of one move.
    fn value(&mut self, position: &Position, only: Option<Move>) -> i32 {
        self.engine.set_search_moves(only.into_iter().collect());
        let game = History::new(*position);
        let choice = self.engine.choose(&game, &Limit::depth(12), &Stop::new(), &mut |_| {});
        let info = choice.expect("a move").info.expect("an evaluation");
        info.score.expect("a score").of(position.turn()).clamped().clamp(-LIMIT, LIMIT)
    }

    /// Returns the first move of a line that loses more than the limits of COACH.md by Stockfish's evaluation.
    fn contradiction(&mut self, finding: &Finding) -> Option<String> {
        let mut position = *finding.start();
        for (index, &mv) in finding.moves().iter().enumerate() {
            let loss = self.value(&position, None) - self.value(&position, Some(mv));
            if loss > if index % 2 == 0 { 100 } else { 150 } {
                return Some(format!("{}: {} loses {loss}", finding.text, position.san(mv)));
            }
            position = position.play_unchecked(mv);
        }
        None
    }
}

#[test]
fn stockfish_contradicts_few_findings() {
    let start = Position::default();
    let coach = Coach::new(None, Budget::new(20_000), 2);
    let mut judge = Judge::new();
    let (mut checked, mut wrong) = (0, Vec::new());
    // The short games: the opera game, Deep Blue - Kasparov, Légal's mate, Réti - Tartakower.
    for game in [0, 6, 7, 8] {
        let review = coach.review(&start, &plies(&start, FAMOUS[game]));
        let findings = review.moves.iter().flat_map(|played| &played.findings);
        for finding in findings.filter(|finding| finding.kind != FindingKind::Exploits) {
            checked += 1;
            wrong.extend(judge.contradiction(finding));
        }
    }
    assert!(checked >= 5, "{checked} findings");
    assert!(wrong.len() <= 1, "{} of {checked}: {wrong:#?}", wrong.len());
}
