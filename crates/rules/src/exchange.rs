//! Static exchange evaluation (SEE).
//!
//! The best material result of a side by captures on one square, with each side free to stop at any time. A capture is
//! allowed if it is pseudo-legal and opens no new attack on its own king: an absolutely pinned piece captures only
//! along its line, and a king never captures a defended piece. Existing checks are ignored. A pawn that captures on the
//! last rank promotes to the best piece and counts the gain.
//!
//! The least valuable attacker captures first, unless a pin, a promotion or an enemy slider behind an attacker can make
//! another order better; then all orders are searched, with bounds. The oracle in `testkit` always searches all orders.

use core::hint::select_unpredictable;

use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, rook_attacks,
};
use crate::{Bitboard, Board, Color, Piece, Rank, Role, Square, Values};

/// Returns the roles from the least to the most valuable, king last.
fn by_value(values: &Values) -> [Role; 6] {
    let mut roles = Role::ALL;
    roles.sort_by_key(|role| (*role == Role::King, values.of(*role)));
    roles
}

/// Returns the best gain of `color` by captures on `square`; never negative.
///
/// ```
/// use pinsight_rules::{Color, Position, Square, VALUES, exchange};
/// // A pawn defends the pawn that the rook attacks.
/// let position: Position = "4k3/3p4/4p3/8/4R3/8/8/4K3 w - - 0 1".parse()?;
/// assert_eq!(exchange(position.board(), Square::E6, Color::White, &VALUES), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exchange(board: &Board, square: Square, color: Color, values: &Values) -> i32 {
    let Some(victim) = board.piece_at(square) else {
        return 0;
    };
    if victim.color == color || victim.role == Role::King {
        return 0;
    }
    let attackers = Attackers::of(board, square);
    if !attackers.direct.intersects(board.by_color(color)) {
        return 0;
    }
    let roles = by_value(values);
    if attackers.order_matters(board) {
        best(board, square, color, values, &roles, i32::MAX)
    } else {
        attackers.swap(board, color, values, &roles, victim.role)
    }
}

/// The attackers of a square, of both sides.
///
/// Found with `between` for each slider: the magic tables are larger and would miss the cache during replay.
#[derive(Clone, Copy, Debug)]
struct Attackers {
    square: Square,
    /// Direct attackers.
    direct: Bitboard,
    /// Sliders in line with the square behind a blocker.
    hidden: Bitboard,
}

impl Attackers {
    #[inline]
    fn of(board: &Board, square: Square) -> Self {
        let black = board.by_color(Color::Black);
        let pawns = pawn_attacks(Color::White, square) & black | (pawn_attacks(Color::Black, square) - black);
        let leapers = pawns & board.by_role(Role::Pawn)
            | knight_attacks(square) & board.by_role(Role::Knight)
            | king_attacks(square) & board.by_role(Role::King);
        let sliders = board.sliders_in_line(square);
        let seen = in_sight(square, sliders, board.occupied());
        Self { square, direct: leapers | seen, hidden: sliders - seen }
    }

    /// Whether the order of captures can depend on more than piece values.
    #[inline]
    fn order_matters(&self, board: &Board) -> bool {
        self.any_promotes(board) || self.any_uncovers_an_enemy(board) || self.any_is_pinned(board)
    }

    fn any_promotes(&self, board: &Board) -> bool {
        matches!(self.square.rank(), Rank::First | Rank::Eighth)
            && self.direct.intersects(board.by_role(Role::Pawn))
    }

    /// Whether an enemy slider is behind an attacker, which should then capture late.
    fn any_uncovers_an_enemy(&self, board: &Board) -> bool {
        let all = self.direct | self.hidden;
        let black = board.by_color(Color::Black);
        self.hidden.into_iter().any(|slider| {
            let blockers = between(self.square, slider) & board.occupied();
            let enemies = if black.contains(slider) { blockers - black } else { blockers & black };
            enemies.any() && blockers.is_subset(all)
        })
    }

    /// Whether an attacker may be pinned to its king on a line that does not contain the square.
    fn any_is_pinned(&self, board: &Board) -> bool {
        let all = self.direct | self.hidden;
        Color::ALL.into_iter().any(|color| {
            let Some(king) = board.king(color) else {
                return false;
            };
            let ours = all & board.by_color(color);
            let aiming = board.sliders_in_line(king) & board.by_color(!color);
            aiming.into_iter().any(|slider| {
                between(king, slider).intersects(ours) && !line(king, slider).contains(self.square)
            })
        })
    }

    /// Captures with the least valuable attacker first; each side stops when that is better.
    fn swap(self, board: &Board, color: Color, values: &Values, roles: &[Role; 6], victim: Role) -> i32 {
        let Self { square, direct: mut attackers, mut hidden } = self;
        // At most 56 attackers on lines and 8 knights.
        let mut gains = [0; 64];
        let mut depth = 0;
        let mut occupied = board.occupied();
        let mut side = color;
        let mut on_square = victim;
        let sets = Role::ALL.map(|role| board.by_role(role));
        loop {
            let ours = attackers & board.by_color(side);
            let attacker =
                roles.iter().find_map(|&role| (ours & sets[role as usize]).first().map(|from| (role, from)));
            let Some((role, from)) = attacker else { break };
            occupied = occupied.without(from);
            attackers = attackers.without(from);
            let seen = in_sight(square, hidden, occupied);
            hidden = hidden - seen;
            attackers |= seen;
            let defended = attackers.intersects(board.by_color(!side));
            if role == Role::King && defended || depth == gains.len() {
                break;
            }
            gains[depth] = values.of(on_square);
            depth += 1;
            on_square = role;
            side = !side;
        }
        gains[..depth].iter().rev().fold(0, |reply, &gain| i32::max(0, gain - reply))
    }
}

/// Returns the sliders without a blocker between them and `square`.
#[inline]
fn in_sight(square: Square, sliders: Bitboard, occupied: Bitboard) -> Bitboard {
    let mut seen = Bitboard::EMPTY;
    for slider in sliders {
        let free = !between(square, slider).intersects(occupied);
        seen |= select_unpredictable(free, slider.into(), Bitboard::EMPTY);
    }
    seen
}

/// Returns the best result over all orders; a result of at least `enough` is a lower bound.
fn best(board: &Board, square: Square, color: Color, values: &Values, roles: &[Role; 6], enough: i32) -> i32 {
    let Some(victim) = board.piece_at(square).filter(|victim| victim.role != Role::King) else {
        return 0;
    };
    let attackers = board.attackers(square, color, board.occupied());
    let mut most = 0;
    for role in roles {
        let ours = attackers & board.by_role(*role);
        for (after, became) in captures_by(board, square, color, role, ours) {
            let gain = values.of(victim.role) + values.of(became) - values.of(*role);
            if gain <= most {
                continue;
            }
            most = most.max(gain - best(&after, square, !color, values, roles, gain - most));
            if most >= enough {
                return most;
            }
        }
    }
    most
}

/// Iterates over the allowed captures by `attackers`, all of one role: the board after each and the role on the square.
fn captures_by(
    board: &Board,
    square: Square,
    color: Color,
    role: &Role,
    attackers: Bitboard,
) -> impl Iterator<Item = (Board, Role)> {
    let promotes = *role == Role::Pawn && square.rank() == color.relative(Rank::Eighth);
    let becomes = if promotes { &Role::PROMOTIONS } else { core::slice::from_ref(role) };
    attackers.into_iter().filter(move |&from| is_allowed(board, from, square, color)).flat_map(move |from| {
        becomes.iter().map(move |&became| {
            let mut after = *board;
            after.remove(from);
            after.set(square, Piece::new(color, became));
            (after, became)
        })
    })
}

/// Whether the capture opens no new attack on the capturer's king.
fn is_allowed(board: &Board, from: Square, square: Square, color: Color) -> bool {
    let after = board.shifted(from, square);
    let Some(king) = after.king(color) else {
        return true;
    };
    let attackers = after.attackers(king, !color, after.occupied());
    if king == square {
        return attackers.is_empty();
    }
    // Only sliders gain an attack when a piece leaves a square.
    let sliders = attackers & (after.diagonal_sliders() | after.orthogonal_sliders());
    let occupied = board.occupied();
    let before = bishop_attacks(king, occupied) & board.diagonal_sliders()
        | rook_attacks(king, occupied) & board.orthogonal_sliders();
    sliders.is_subset(before)
}
