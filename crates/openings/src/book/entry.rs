//! An entry of a Polyglot book.

use pinsight_rules::{CastlingMode, Move, Position, Role, Square, UciMove};

/// The size of an entry in bytes.
pub(super) const SIZE: usize = 16;

/// The promotions by their code, from 1.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// An entry of a Polyglot book: a move in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The key of the position.
    pub key: u64,
    /// The move: to-square in bits 0 to 5, from-square in bits 6 to 11, promotion in bits 12 to 14 (1 knight, 2 bishop, 3 rook,
    /// 4 queen). Castling is the king capturing its rook.
    pub code: u16,
    /// The weight.
    pub weight: u16,
    /// The number that engines use for learning.
    pub learn: u32,
}

impl BookEntry {
    pub(super) fn from_bytes(bytes: &[u8; SIZE]) -> Self {
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, l0, l1, l2, l3] = *bytes;
        Self {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            code: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
            learn: u32::from_be_bytes([l0, l1, l2, l3]),
        }
    }

    pub(super) fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.code.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }

    /// Returns the move; `None` if it is not legal in `position`.
    pub fn read_move(&self, position: &Position) -> Option<Move> {
        let square = |bits: u16| Square::ALL.get(usize::from(bits & 63)).copied();
        let promotion = match self.code >> 12 {
            0 => None,
            code => Some(*PROMOTIONS.get(usize::from(code) - 1)?),
        };
        let uci = UciMove::Normal { from: square(self.code >> 6)?, to: square(self.code)?, promotion };
        position.move_from_uci(uci).ok()
    }
}

/// Encodes a legal move.
pub(super) fn code(position: &Position, mv: Move) -> u16 {
    let UciMove::Normal { from, to, promotion } = position.uci(mv, CastlingMode::Chess960) else {
        return 0;
    };
    let promotion = promotion.and_then(|role| PROMOTIONS.iter().position(|&one| one == role));
    let promotion = promotion.map_or(0, |index| index + 1);
    (promotion << 12 | from.index() << 6 | to.index()) as u16
}
