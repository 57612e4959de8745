//! Lichess's puzzle themes: names for the motifs of a puzzle's solution, its length, and the phase of the game.

mod assault;
mod kind;
mod phase;
mod puzzle;

pub use kind::{Theme, ThemeError};
pub use puzzle::{PuzzleError, parse_puzzle};

use pinsight_rules::{Rank, Role};

use crate::motif::{Combination, MotifKind};

/// The motifs that are themes.
const MOTIFS: [(MotifKind, Theme); 41] = [
    (MotifKind::Checkmate, Theme::Mate),
    (MotifKind::HangingPiece, Theme::HangingPiece),
    (MotifKind::Fork, Theme::Fork),
    (MotifKind::Skewer, Theme::Skewer),
    (MotifKind::Pin, Theme::Pin),
    (MotifKind::DiscoveredAttack, Theme::DiscoveredAttack),
    (MotifKind::DiscoveredCheck, Theme::DiscoveredCheck),
    (MotifKind::DoubleCheck, Theme::DoubleCheck),
    (MotifKind::XRayAttack, Theme::XRayAttack),
    (MotifKind::CapturingDefender, Theme::CapturingDefender),
    (MotifKind::Deflection, Theme::Deflection),
    (MotifKind::Attraction, Theme::Attraction),
    (MotifKind::Interference, Theme::Interference),
    (MotifKind::Clearance, Theme::Clearance),
    (MotifKind::TrappedPiece, Theme::TrappedPiece),
    (MotifKind::Intermezzo, Theme::Intermezzo),
    (MotifKind::BackRankMate, Theme::BackRankMate),
    (MotifKind::SmotheredMate, Theme::SmotheredMate),
    (MotifKind::AnastasiaMate, Theme::AnastasiaMate),
    (MotifKind::ArabianMate, Theme::ArabianMate),
    (MotifKind::BodenMate, Theme::BodenMate),
    (MotifKind::DoubleBishopMate, Theme::DoubleBishopMate),
    (MotifKind::DovetailMate, Theme::DovetailMate),
    (MotifKind::HookMate, Theme::HookMate),
    (MotifKind::OperaMate, Theme::OperaMate),
    (MotifKind::PillsburysMate, Theme::PillsburysMate),
    (MotifKind::MorphysMate, Theme::MorphysMate),
    (MotifKind::TriangleMate, Theme::TriangleMate),
    (MotifKind::CornerMate, Theme::CornerMate),
    (MotifKind::KillBoxMate, Theme::KillBoxMate),
    (MotifKind::VukovicMate, Theme::VukovicMate),
    (MotifKind::BlindSwineMate, Theme::BlindSwineMate),
    (MotifKind::Promotion, Theme::Promotion),
    (MotifKind::UnderPromotion, Theme::UnderPromotion),
    (MotifKind::EnPassant, Theme::EnPassant),
    (MotifKind::QuietMove, Theme::QuietMove),
    (MotifKind::DefensiveMove, Theme::DefensiveMove),
    (MotifKind::Sacrifice, Theme::Sacrifice),
    (MotifKind::ExposedKing, Theme::ExposedKing),
    (MotifKind::Zugzwang, Theme::Zugzwang),
    (MotifKind::Castling, Theme::Castling),
];

/// Returns the themes of a puzzle's solution, in alphabetical order.
///
/// Use [`parse_puzzle`] to read a row of lichess's table. Themes that need an engine's evaluation (`advantage`,
/// `crushing`, `equality`) or the players of the game (`master`) are not derived.
///
/// ```
/// use pinsight_tactics::{Theme, parse_puzzle, themes_of};
/// let puzzle = parse_puzzle("6k1/5ppp/8/8/8/8/q4PPP/3R2K1 b - - 0 1", "a2a4 d1d8 a4e8 d8e8")?;
/// assert_eq!(
///     themes_of(&puzzle),
///     [Theme::BackRankMate, Theme::Endgame, Theme::Mate, Theme::MateIn2, Theme::QueenRookEndgame, Theme::Short],
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn themes_of(puzzle: &Combination) -> Vec<Theme> {
    let motifs = puzzle.motifs();
    let has = |kind| motifs.iter().any(|motif| motif.kind == kind);
    let mut themes: Vec<Theme> =
        MOTIFS.into_iter().filter(|&(kind, _)| has(kind)).map(|(_, theme)| theme).collect();
    let count = puzzle.steps().len().div_ceil(2);
    themes.push(length(count));
    if has(MotifKind::Checkmate) {
        themes.push(mate_in(count));
    }
    themes.push(phase::of_game(puzzle.start().board()));
    themes.extend(phase::of_endgame(puzzle));
    themes.extend(assault::on_king(puzzle));
    if assault::on_f2_or_f7(puzzle) {
        themes.push(Theme::AttackingF2F7);
    }
    if advances_pawn(puzzle) {
        themes.push(Theme::AdvancedPawn);
    }
    themes.sort_unstable();
    themes
}

/// The theme for a solution of `count` moves.
fn length(count: usize) -> Theme {
    match count {
        0 | 1 => Theme::OneMove,
        2 => Theme::Short,
        3 => Theme::Long,
        _ => Theme::VeryLong,
    }
}

/// The theme for a mate in `count` moves.
fn mate_in(count: usize) -> Theme {
    match count {
        0 | 1 => Theme::MateIn1,
        2 => Theme::MateIn2,
        3 => Theme::MateIn3,
        4 => Theme::MateIn4,
        _ => Theme::MateIn5,
    }
}

/// Whether a pawn moves to its seventh rank or promotes.
fn advances_pawn(puzzle: &Combination) -> bool {
    let side = puzzle.side();
    puzzle
        .own_steps()
        .any(|step| step.piece.role == Role::Pawn && side.relative(step.mv.to().rank()) >= Rank::Seventh)
}
