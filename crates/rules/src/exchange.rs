//! Captures on one square.
//!
//! The best material result that a side can reach by captures on one square alone, each side free to stop at any time.
//! A capture counts when it is pseudo-legal and opens no new attack on the capturer's own king: an absolutely pinned
//! piece takes only along its line, and a king never takes what is still defended. Checks that stand elsewhere are
//! passed over. A pawn that takes on the last rank becomes the piece that serves best and counts its gain.
//!
//! The least valuable piece takes first unless a line to a king, a promotion or an enemy slider behind the taker can
//! make another order better; then every order is searched, with bounds. The oracle in `testkit` always searches all.

use core::hint::select_unpredictable;

use crate::attacks::{
    between, bishop_attacks, diagonals, king_attacks, knight_attacks, line, orthogonals, pawn_attacks,
    rook_attacks,
};
use crate::{Bitboard, Board, ByRole, Color, Piece, Rank, Role, Square};

/// What pieces are worth; the king's number is not used.
pub type Values = ByRole<i32>;

/// The usual values: pawn 1, knight and bishop 3, rook 5, queen 9.
pub const VALUES: Values = ByRole { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 };

/// The roles from the least to the most valuable, king last.
fn by_value(values: &Values) -> [Role; 6] {
    let mut roles = Role::ALL;
    let key = |role: &Role| (*role == Role::King, values.of(*role));
    // Nearly always they are in order already.
    if !roles.is_sorted_by_key(key) {
        roles.sort_by_key(key);
    }
    roles
}

/// What a side gains at best by taking on a square, given those values; never less than nothing.
///
/// ```
/// use pinsight_rules::{Color, Position, Square, VALUES, exchange};
/// // A rook may take a pawn that a pawn defends: better not.
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
    let takers = Takers::of(board, square);
    if !takers.attackers.intersects(board.by_color(color)) {
        return 0;
    }
    let roles = by_value(values);
    if takers.order_matters(board) {
        best(board, square, color, values, &roles, i32::MAX)
    } else {
        takers.swap(board, color, values, &roles, victim.role)
    }
}

/// The pieces of both sides that may come to take on a square.
///
/// Found by what stands between: a handful of sliders at most, and small tables. The large attack tables would have to
/// come from far away, since little else in a replay uses them.
#[derive(Clone, Copy, Debug)]
struct Takers {
    square: Square,
    /// Those that attack it.
    attackers: Bitboard,
    /// Sliders on a line with it that do not.
    hidden: Bitboard,
}

impl Takers {
    #[inline]
    fn of(board: &Board, square: Square) -> Self {
        let black = board.by_color(Color::Black);
        let pawns = pawn_attacks(Color::White, square) & black | (pawn_attacks(Color::Black, square) - black);
        let leapers = pawns & board.by_role(Role::Pawn)
            | knight_attacks(square) & board.by_role(Role::Knight)
            | king_attacks(square) & board.by_role(Role::King);
        let sliders =
            diagonals(square) & board.diagonal_sliders() | orthogonals(square) & board.orthogonal_sliders();
        let seen = in_sight(square, sliders, board.occupied());
        Self { square, attackers: leapers | seen, hidden: sliders - seen }
    }

    /// Whether anything but the value decides who should take first.
    #[inline]
    fn order_matters(&self, board: &Board) -> bool {
        self.one_promotes(board) || self.one_uncovers_an_enemy(board) || self.one_is_bound(board)
    }

    fn one_promotes(&self, board: &Board) -> bool {
        matches!(self.square.rank(), Rank::First | Rank::Eighth)
            && self.attackers.intersects(board.by_role(Role::Pawn))
    }

    /// Whether a slider waits behind a taker of the other side: that taker had better go late.
    fn one_uncovers_an_enemy(&self, board: &Board) -> bool {
        let takers = self.attackers | self.hidden;
        let black = board.by_color(Color::Black);
        self.hidden.into_iter().any(|slider| {
            let blockers = between(self.square, slider) & board.occupied();
            let enemies = if black.contains(slider) { blockers - black } else { blockers & black };
            enemies.any() && blockers.is_subset(takers)
        })
    }

    /// Whether a taker stands between its king and a slider that does not look through the square too.
    fn one_is_bound(&self, board: &Board) -> bool {
        let takers = self.attackers | self.hidden;
        Color::ALL.into_iter().any(|color| {
            let Some(king) = board.king(color) else {
                return false;
            };
            let ours = takers & board.by_color(color);
            let aiming =
                diagonals(king) & board.diagonal_sliders() | orthogonals(king) & board.orthogonal_sliders();
            (aiming & board.by_color(!color)).into_iter().any(|slider| {
                between(king, slider).intersects(ours) && !line(king, slider).contains(self.square)
            })
        })
    }

    /// The least valuable first, each side stopping when that is better.
    fn swap(self, board: &Board, color: Color, values: &Values, roles: &[Role; 6], victim: Role) -> i32 {
        let Self { square, mut attackers, mut hidden } = self;
        // No square has more takers: 56 on its lines and 8 knights.
        let mut gains = [0; 64];
        let mut depth = 0;
        let mut occupied = board.occupied();
        let mut side = color;
        let mut on_square = victim;
        let sets = Role::ALL.map(|role| board.by_role(role));
        loop {
            let ours = attackers & board.by_color(side);
            let taker =
                roles.iter().find_map(|&role| (ours & sets[role as usize]).first().map(|from| (role, from)));
            let Some((role, from)) = taker else { break };
            occupied = occupied.without(from);
            attackers = attackers.without(from);
            // Whoever stood behind the taker attacks now.
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

/// Those of some sliders on a line with a square that nothing hides from it.
#[inline]
fn in_sight(square: Square, sliders: Bitboard, occupied: Bitboard) -> Bitboard {
    let mut seen = Bitboard::EMPTY;
    for slider in sliders {
        let free = !between(square, slider).intersects(occupied);
        seen |= select_unpredictable(free, slider.into(), Bitboard::EMPTY);
    }
    seen
}

/// The best result over all orders; what is at least `enough` need not be exact.
fn best(board: &Board, square: Square, color: Color, values: &Values, roles: &[Role; 6], enough: i32) -> i32 {
    let Some(victim) = board.piece_at(square).filter(|victim| victim.role != Role::King) else {
        return 0;
    };
    let attackers = board.attackers(square, color, board.occupied());
    let mut most = 0;
    for &role in roles {
        let takers = attackers & board.by_role(role);
        if takers.is_empty() {
            continue;
        }
        for (after, became, took_as) in captures_by(board, square, color, role, takers) {
            let gain = values.of(victim.role) + values.of(became) - values.of(took_as);
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

/// The captures by `takers`, all of one role, that count: the board after each, what is on the square then, what took.
fn captures_by(
    board: &Board,
    square: Square,
    color: Color,
    role: Role,
    takers: Bitboard,
) -> impl Iterator<Item = (Board, Role, Role)> {
    let promotes = role == Role::Pawn && square.rank() == color.relative(Rank::Eighth);
    let becomes: &[Role] = match role {
        Role::Pawn if promotes => &Role::PROMOTIONS,
        Role::Pawn => &[Role::Pawn],
        Role::Knight => &[Role::Knight],
        Role::Bishop => &[Role::Bishop],
        Role::Rook => &[Role::Rook],
        Role::Queen => &[Role::Queen],
        Role::King => &[Role::King],
    };
    let board = *board;
    takers.into_iter().filter(move |&from| capture_counts(&board, from, square, color)).flat_map(
        move |from| {
            becomes.iter().map(move |&became| {
                let mut after = board;
                after.remove(from);
                after.set(square, Piece::new(color, became));
                (after, became, role)
            })
        },
    )
}

/// Whether the capture opens no new attack on the capturer's king.
fn capture_counts(board: &Board, from: Square, square: Square, color: Color) -> bool {
    let after = board.shifted(from, square);
    let Some(king) = after.king(color) else {
        return true;
    };
    let attackers = after.attackers(king, !color, after.occupied());
    if king == square {
        return attackers.is_empty();
    }
    // Only sliders can gain an attack by a piece that leaves.
    let sliders = attackers & (after.diagonal_sliders() | after.orthogonal_sliders());
    let occupied = board.occupied();
    let before = bishop_attacks(king, occupied) & board.diagonal_sliders()
        | rook_attacks(king, occupied) & board.orthogonal_sliders();
    sliders.is_subset(before)
}
