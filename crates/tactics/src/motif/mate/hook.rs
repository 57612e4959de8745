//! Hook mate: a rook next to the king mates, defended by a knight next to the king, which a pawn defends.

use pinsight_rules::attacks::knight_attacks;
use pinsight_rules::{Bitboard, Role};

use super::Mated;

pub(super) fn helpers(mated: &Mated<'_>) -> Option<Bitboard> {
    let rooks = mated.checkers & mated.theirs(Role::Rook) & mated.around();
    for rook in rooks {
        for knight in knight_attacks(rook) & mated.theirs(Role::Knight) & mated.around() {
            let pawns = mated.attackers(knight) & mated.theirs(Role::Pawn);
            if pawns.any() {
                return Some(pawns.with(knight));
            }
        }
    }
    None
}
