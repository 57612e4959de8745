//! Checkmate and the named mates, one file each.

mod anastasia;
mod arabian;
mod back_rank;
mod blind_swine;
mod boden;
mod corner;
mod double_bishop;
mod dovetail;
mod hook;
mod kill_box;
mod morphy;
mod opera;
mod pillsbury;
mod smothered;
mod triangle;
mod vukovic;

use pinsight_rules::attacks::king_attacks;
use pinsight_rules::{Bitboard, Board, Color, Position, Rank, Role, Square};

use super::combination::Combination;
use super::kind::MotifKind;
use super::value::{Motif, SquareRole};

/// Tests for a named mate and returns the pieces that take part besides the checkers.
type Test = fn(&Mated<'_>) -> Option<Bitboard>;

const NAMED: [(MotifKind, Test); 16] = [
    (MotifKind::BackRankMate, back_rank::helpers),
    (MotifKind::SmotheredMate, smothered::helpers),
    (MotifKind::AnastasiaMate, anastasia::helpers),
    (MotifKind::ArabianMate, arabian::helpers),
    (MotifKind::BodenMate, boden::helpers),
    (MotifKind::DoubleBishopMate, double_bishop::helpers),
    (MotifKind::DovetailMate, dovetail::helpers),
    (MotifKind::HookMate, hook::helpers),
    (MotifKind::OperaMate, opera::helpers),
    (MotifKind::PillsburysMate, pillsbury::helpers),
    (MotifKind::MorphysMate, morphy::helpers),
    (MotifKind::TriangleMate, triangle::helpers),
    (MotifKind::CornerMate, corner::helpers),
    (MotifKind::KillBoxMate, kill_box::helpers),
    (MotifKind::VukovicMate, vukovic::helpers),
    (MotifKind::BlindSwineMate, blind_swine::helpers),
];

/// A position in which the side to move is mated.
struct Mated<'a> {
    board: &'a Board,
    /// The mated side.
    color: Color,
    king: Square,
    checkers: Bitboard,
}

impl<'a> Mated<'a> {
    fn new(position: &'a Position) -> Option<Self> {
        let checkers = position.checkers();
        if checkers.is_empty() || !position.is_checkmate() {
            return None;
        }
        let color = position.turn();
        Some(Self { board: position.board(), color, king: position.king(color), checkers })
    }

    /// The mating side's pieces of a role.
    fn theirs(&self, role: Role) -> Bitboard {
        self.board.by_role(role) & self.board.by_color(!self.color)
    }

    /// The mated side's pieces.
    fn own(&self) -> Bitboard {
        self.board.by_color(self.color)
    }

    /// The squares next to the king.
    fn around(&self) -> Bitboard {
        king_attacks(self.king)
    }

    /// The mating side's attackers of a square, with the king lifted off the board.
    fn attackers(&self, square: Square) -> Bitboard {
        self.board.attackers(square, !self.color, self.board.occupied().without(self.king))
    }

    /// The only checker, if it has that role.
    fn checker(&self, role: Role) -> Option<Square> {
        (self.checkers & self.theirs(role)).single().filter(|_| !self.checkers.more_than_one())
    }

    /// The pieces in `helpers` that cover a free square next to the king that no checker covers.
    fn confining(&self, helpers: Bitboard) -> Option<Bitboard> {
        let free = self.around() - self.own();
        let mut confining = Bitboard::EMPTY;
        for attackers in free.into_iter().map(|square| self.attackers(square)) {
            if !attackers.intersects(self.checkers) {
                confining |= attackers & helpers;
            }
        }
        confining.any().then_some(confining)
    }

    fn is_on_back_rank(&self) -> bool {
        self.king.rank() == self.color.relative(Rank::First)
    }

    fn is_in_corner(&self) -> bool {
        is_edge_file(self.king) && is_edge_rank(self.king)
    }
}

fn is_edge_file(square: Square) -> bool {
    matches!(square.file().index(), 0 | 7)
}

fn is_edge_rank(square: Square) -> bool {
    matches!(square.rank().index(), 0 | 7)
}

/// Finds checkmate of the side to move, and its names.
pub(super) fn in_position(position: &Position, found: &mut Vec<Motif>) {
    let Some(mated) = Mated::new(position) else { return };
    let motif = |kind, pieces: Bitboard| {
        Motif::new(kind, !mated.color, [(SquareRole::King, mated.king)]).with(SquareRole::Attacker, pieces)
    };
    found.push(motif(MotifKind::Checkmate, mated.checkers));
    for (kind, helpers) in NAMED {
        if let Some(helpers) = helpers(&mated) {
            found.push(motif(kind, mated.checkers | helpers));
        }
    }
}

/// Finds the mate that ends the line, if the side that profits gives it.
pub(super) fn in_line(line: &Combination, found: &mut Vec<Motif>) {
    line.in_last(found, in_position);
}
