//! Attacks on a castled king, and on f2 or f7.

use pinsight_rules::{File, Rank, Square};

use super::kind::Theme;
use crate::motif::{Combination, Step};

/// With fewer pieces on the board there is no attack on the king.
const MIN_PIECES: usize = 20;
/// The least total weight of checks, captures and moves near the king that counts as an attack.
const MIN_WEIGHT: usize = 4;
/// A move within this distance of the king is near it.
const NEAR: u32 = 3;

/// Returns the theme of an attack on a king that has castled.
///
/// The king is on the back rank where castling puts it or nearer to the corner, most pieces are on the board, and the
/// solution gives check. Lichess does not publish its other conditions; the weights are fitted.
pub(super) fn on_king(puzzle: &Combination) -> Option<Theme> {
    let (start, defender) = (puzzle.start(), !puzzle.side());
    let king = start.king(defender);
    if king.rank() != defender.relative(Rank::First) || start.board().occupied().len() < MIN_PIECES {
        return None;
    }
    let theme = match king.file() {
        File::G | File::H => Theme::KingsideAttack,
        File::A | File::B | File::C => Theme::QueensideAttack,
        File::D | File::E | File::F => return None,
    };
    let weight: usize = puzzle.own_steps().map(weight).sum();
    let checks = puzzle.own_steps().any(|step| step.after.in_check());
    (checks && weight >= MIN_WEIGHT).then_some(theme)
}

fn weight(step: &Step) -> usize {
    let distance = step.mv.to().distance(step.before.king(!step.piece.color));
    let parts = [step.after.in_check(), step.captured.is_some(), distance <= NEAR, distance <= 1];
    parts.into_iter().filter(|&part| part).count()
}

/// Whether a move captures on f2 or f7 while the king is on its original square.
pub(super) fn on_f2_or_f7(puzzle: &Combination) -> bool {
    let defender = !puzzle.side();
    let square = Square::new(File::F, defender.relative(Rank::Second));
    let home = Square::new(File::E, defender.relative(Rank::First));
    puzzle
        .own_steps()
        .any(|step| step.mv.to() == square && step.captured.is_some() && step.before.king(defender) == home)
}
