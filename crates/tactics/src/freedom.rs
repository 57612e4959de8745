//! What the pinned piece may do, whether the pin holds, and how the attacker stands.
//!
//! All of it is asked of a [`BoardState`], whoever has the turn: "if it were the pinned piece's move". So these answers do
//! not come and go with the turn, and moves against the rules have them too.

use pinsight_rules::attacks::{attacks, between, line, pawn_attacks};
use pinsight_rules::{
    Bitboard, Board, Color, Piece, Placed, Position, Rank, Role, Setup, Square, UciMove, exchange,
};

use crate::line::{Line, LineKind, king_line, lines};
use crate::pin::{BoardState, Pin};

/// Where the pinned piece may go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Freedom {
    /// Nowhere.
    Frozen,
    /// Along the line only; taking the attacker is part of it.
    AlongTheLine,
    /// Off the line too: the rules do not forbid it.
    Free,
    /// A pawn that could not leave the line even if nothing stood behind it.
    Geometric,
}

impl Freedom {
    /// All of them, in order.
    pub const ALL: [Self; 4] = [Self::Frozen, Self::AlongTheLine, Self::Free, Self::Geometric];

    /// The name in data: `frozen`, `along_the_line`, `free`, `geometric`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Frozen => "frozen",
            Self::AlongTheLine => "along_the_line",
            Self::Free => "free",
            Self::Geometric => "geometric",
        }
    }
}

/// A move by which the pinned piece leaves the line and gains at least what that costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The piece that moves.
    pub piece: Placed,
    /// Its move.
    pub played: UciMove,
    /// Where it goes.
    pub to: Square,
    /// What it becomes, if it is a pawn that promotes.
    pub promotion: Option<Role>,
    /// Whether it takes something.
    pub takes: bool,
    /// What it gains; `None` for mate.
    pub gain: Option<i32>,
}

/// What the pinned piece may do, all found at once: where it may go is asked for once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospects {
    /// As [`Pin::targets`] tells.
    pub targets: Bitboard,
    /// As [`Pin::freedom`] tells.
    pub freedom: Freedom,
    /// As [`Pin::refutation`] tells.
    pub refutation: Option<Refutation>,
}

/// How the attacker itself stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttackerFlags {
    /// It is pinned to its own king.
    pub absolutely_pinned: bool,
    /// The other side gains by taking it.
    pub en_prise: bool,
    /// The pinned piece may take it.
    pub pinned_can_take: bool,
}

impl Pin {
    /// What the pinned piece may do if it is its turn, and whether that refutes the pin.
    pub fn prospects(&self) -> Prospects {
        let targets = self.targets();
        Prospects {
            targets,
            freedom: self.freedom_with(targets),
            refutation: self.cost.and_then(|cost| self.refutation_with(targets, cost)),
        }
    }

    /// What the pinned piece may do if it is its turn.
    pub fn freedom(&self) -> Freedom {
        self.freedom_with(self.targets())
    }

    fn freedom_with(&self, legal: Bitboard) -> Freedom {
        let state = &self.context.state;
        let on_line = line(self.attacker.square, self.pinned.square);
        if self.pinned.piece.role == Role::Pawn && state.targets(self.pinned).is_subset(on_line) {
            Freedom::Geometric
        } else if legal.is_empty() {
            Freedom::Frozen
        } else if legal.is_subset(on_line) {
            Freedom::AlongTheLine
        } else {
            Freedom::Free
        }
    }

    /// The legal moves of the pinned piece if it is its turn.
    pub fn moves(&self) -> Vec<UciMove> {
        let from = self.pinned.square;
        self.targets()
            .into_iter()
            .flat_map(|to| {
                promotions(self.pinned.piece, to).iter().map(move |&promotion| UciMove::Normal {
                    from,
                    to,
                    promotion,
                })
            })
            .collect()
    }

    /// Where the pinned piece may legally go if it is its turn.
    pub fn targets(&self) -> Bitboard {
        self.context.state.legal_targets(self.pinned)
    }

    /// Of a relative pin: whether no move refutes it.
    pub fn holds(&self) -> Option<bool> {
        (self.kind == LineKind::RelativePin).then(|| self.refutation().is_none())
    }

    /// Of a relative pin: the best legal move of the pinned piece off the line that gives mate, or takes and gains at
    /// least the cost.
    pub fn refutation(&self) -> Option<Refutation> {
        self.refutation_with(self.targets(), self.cost?)
    }

    fn refutation_with(&self, legal: Bitboard, cost: i32) -> Option<Refutation> {
        let off_line = legal - line(self.attacker.square, self.pinned.square);
        let mut best: Option<Refutation> = None;
        for to in self.context.state.forcing(self.pinned, off_line) {
            for &promotion in promotions(self.pinned.piece, to) {
                let Some(found) = self.try_refutation(to, promotion, cost) else {
                    continue;
                };
                if found.gain.is_none() {
                    return Some(found);
                }
                if best.is_none_or(|best| found.gain > best.gain) {
                    best = Some(found);
                }
            }
        }
        best
    }

    fn try_refutation(&self, to: Square, promotion: Option<Role>, cost: i32) -> Option<Refutation> {
        let (state, values) = (&self.context.state, &self.context.values);
        let piece = self.pinned;
        let after = state.after(piece, to, promotion);
        let attacking = self.attacker.piece.color;
        let victim = state.victim(piece, to);
        let mate = state.is_mate(&after, piece, to);
        let became = promotion.map_or(0, |role| values[role] - values[Role::Pawn]);
        let taken = victim.map(|victim| values[victim.piece.role] + became);
        // What is taken back is never less than nothing.
        let gain =
            taken.filter(|&taken| taken >= cost).map(|taken| taken - exchange(&after, to, attacking, values));
        let refutes = mate || gain.is_some_and(|gain| gain >= cost);
        refutes.then(|| Refutation {
            piece,
            played: UciMove::Normal { from: piece.square, to, promotion },
            to,
            promotion,
            takes: victim.is_some(),
            gain: if mate { None } else { gain },
        })
    }

    /// How the attacker itself stands.
    pub fn attacker_flags(&self) -> AttackerFlags {
        let (state, values) = (&self.context.state, &self.context.values);
        let square = self.attacker.square;
        AttackerFlags {
            absolutely_pinned: king_line(&state.board, self.attacker).is_some(),
            en_prise: exchange(&state.board, square, self.pinned.piece.color, values) > 0,
            pinned_can_take: state.legal_targets(self.pinned).contains(square),
        }
    }

    /// Whether the pinned piece is pinned on another line as well.
    pub fn is_cross_pin(&self) -> bool {
        self.kind.is_pin()
            && cross_pinned(&lines(&self.context.state.board, &self.context.values))
                .contains(self.pinned.square)
    }
}

/// The pieces that are pinned on two lines or more.
pub fn cross_pinned(lines: &[Line]) -> Bitboard {
    let mut once = Bitboard::EMPTY;
    let mut twice = Bitboard::EMPTY;
    for line in lines.iter().filter(|line| line.kind.is_pin()) {
        let here = Bitboard::from_square(line.pinned.square);
        twice |= once & here;
        once |= here;
    }
    twice
}

/// What a piece may become by going there: once nothing, or the four promotions.
fn promotions(piece: Piece, to: Square) -> &'static [Option<Role>] {
    if piece.role == Role::Pawn && to.rank() == piece.color.relative(Rank::Eighth) {
        &[Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)]
    } else {
        &[None]
    }
}

impl BoardState {
    /// Where a piece could go if its king were safe anyway; no castling, no taking of a king.
    fn targets(&self, piece: Placed) -> Bitboard {
        let Placed { piece: Piece { color, role }, square } = piece;
        let occupied = self.board.occupied();
        let enemies = self.board.by_color(!color) - self.board.by_role(Role::King);
        if role != Role::Pawn {
            return attacks(piece.piece, square, occupied) - (occupied - enemies);
        }
        let in_passing = self.en_passant.filter(|_| self.turn == color);
        let takes =
            pawn_attacks(color, square) & (enemies | in_passing.map_or(Bitboard::EMPTY, Bitboard::from));
        takes | self.advances(color, square)
    }

    fn advances(&self, color: Color, square: Square) -> Bitboard {
        let up = match color {
            Color::White => 1,
            Color::Black => -1,
        };
        let free = |square: &Square| !self.board.occupied().contains(*square);
        let Some(one) = square.offset(0, up).filter(free) else {
            return Bitboard::EMPTY;
        };
        let at_home = square.rank() == color.relative(Rank::Second);
        let two = one.offset(0, up).filter(free).filter(|_| at_home);
        two.into_iter().fold(one.into(), Bitboard::with)
    }

    /// Where a piece may go without leaving or bringing its king into check.
    fn legal_targets(&self, piece: Placed) -> Bitboard {
        let targets = self.targets(piece);
        self.held_to(piece).map_or_else(|| self.safe_targets(piece), |held| targets & held)
    }

    /// The squares that its king leaves a piece: all, or those of the line that the piece is pinned on. `None` where that
    /// is not the whole of it: for the king itself, in check, and for a pawn that could take in passing.
    fn held_to(&self, piece: Placed) -> Option<Bitboard> {
        let Placed { piece: Piece { color, role }, square } = piece;
        if role == Role::King || role == Role::Pawn && self.en_passant.is_some() {
            return None;
        }
        let Some(king) = self.board.king(color) else {
            return Some(Bitboard::FULL);
        };
        let occupied = self.board.occupied();
        // With the piece off the board: who then looks at the king did so before, or is let through.
        let sights = self.board.attackers(king, !color, occupied.without(square));
        let Some(attacker) = sights.first() else {
            return Some(Bitboard::FULL);
        };
        let way = between(king, attacker);
        (sights.len() == 1 && way.contains(square)).then(|| way.with(attacker))
    }

    /// The same by trying every target.
    fn safe_targets(&self, piece: Placed) -> Bitboard {
        let color = piece.piece.color;
        let safe = |to: &Square| {
            let after = self.after(piece, *to, None);
            after.king(color).is_none_or(|king| after.attackers(king, !color, after.occupied()).is_empty())
        };
        self.targets(piece).into_iter().filter(safe).collect()
    }

    /// Those of some targets at which a piece takes or might give check: to go elsewhere forces nothing.
    fn forcing(&self, piece: Placed, targets: Bitboard) -> Bitboard {
        let Placed { piece: Piece { color, role }, square } = piece;
        let Some(king) = self.board.king(!color).filter(|_| role != Role::Pawn) else {
            return targets;
        };
        let others = self.board.occupied().without(square);
        // Whoever sees the king past the piece gives check wherever it goes.
        if self.board.attackers(king, color, others).any() {
            return targets;
        }
        targets & (others | attacks(piece.piece, king, others))
    }

    /// What a piece takes by going there.
    fn victim(&self, piece: Placed, to: Square) -> Option<Placed> {
        let in_passing =
            piece.piece.role == Role::Pawn && self.en_passant == Some(to) && piece.square.file() != to.file();
        let square = if in_passing { Square::new(to.file(), piece.square.rank()) } else { to };
        self.board.piece_at(square).map(|piece| Placed { piece, square })
    }

    /// The board after a piece went there.
    fn after(&self, piece: Placed, to: Square, promotion: Option<Role>) -> Board {
        let mut after = self.board;
        if let Some(victim) = self.victim(piece, to) {
            after.remove(victim.square);
        }
        after.remove(piece.square);
        after.set(to, Piece::new(piece.piece.color, promotion.unwrap_or(piece.piece.role)));
        after
    }

    /// Whether the piece mates by going there. On a board that cannot be a position, nothing is mate.
    fn is_mate(&self, after: &Board, piece: Placed, to: Square) -> bool {
        let color = piece.piece.color;
        let checks =
            after.king(!color).is_some_and(|king| after.attackers(king, color, after.occupied()).any());
        if !checks {
            return false;
        }
        let double_step = piece.piece.role == Role::Pawn && piece.square.distance(to) == 2;
        let passed =
            if double_step { Square::from_index((piece.square.index() + to.index()) / 2) } else { None };
        let setup = Setup { board: *after, turn: !color, en_passant: passed, ..Setup::EMPTY };
        Position::try_from(setup).is_ok_and(|position| position.is_checkmate())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_testkit::random::{self, Random};

    #[test]
    fn the_line_to_the_king_and_trying_every_target_agree() {
        let mut random = Random::new(7);
        let scattered = (0..2_000).map(|_| random::scattered(&mut random));
        let mut held = 0;
        for position in random::positions(2_000, 11).into_iter().chain(scattered) {
            let state = BoardState::from(&position);
            for (square, piece) in position.board().pieces() {
                let piece = Placed { piece, square };
                let safe = state.safe_targets(piece);
                assert_eq!(state.legal_targets(piece), safe, "{square} in {position}");
                held += usize::from(safe != state.targets(piece) && state.held_to(piece).is_some());
            }
        }
        assert!(held > 100, "{held} pieces were pinned");
    }

    #[test]
    fn what_is_not_forcing_neither_takes_nor_gives_check() {
        let mut random = Random::new(8);
        let scattered = (0..1_000).map(|_| random::scattered(&mut random));
        let mut passed_over = 0;
        for position in random::positions(1_000, 12).into_iter().chain(scattered) {
            let state = BoardState::from(&position);
            for (square, piece) in position.board().pieces() {
                let piece = Placed { piece, square };
                let targets = state.legal_targets(piece);
                for to in targets - state.forcing(piece, targets) {
                    passed_over += 1;
                    let after = state.after(piece, to, None);
                    let king = after.king(!piece.piece.color).expect("a king");
                    let checks = after.attackers(king, piece.piece.color, after.occupied());
                    assert!(
                        state.victim(piece, to).is_none() && checks.is_empty(),
                        "{square}{to} in {position}"
                    );
                }
            }
        }
        assert!(passed_over > 10_000, "{passed_over}");
    }
}
