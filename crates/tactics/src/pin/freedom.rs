//! What the pinned piece may do, and how safe the attacker is.

use pinsight_rules::attacks::line;
use pinsight_rules::{Bitboard, Piece, Rank, Role, Square, UciMove, exchange};

use super::Pin;
use super::static_reply::StaticReply;
use crate::line::{Line, king_line, lines};

/// How freely the pinned piece may move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Freedom {
    /// It has no legal move.
    Frozen,
    /// It may move along the line only, which includes capturing the attacker.
    AlongTheLine,
    /// It may legally leave the line.
    Free,
    /// It is a pawn that could not leave the line even if nothing were behind it.
    Geometric,
}

impl Freedom {
    /// All of them.
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

/// The targets of the pinned piece and what follows from them, computed together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospects {
    /// See [`Pin::targets`].
    pub targets: Bitboard,
    /// See [`Pin::freedom`].
    pub freedom: Freedom,
    /// See [`Pin::static_reply`].
    pub static_reply: Option<StaticReply>,
}

/// How safe the attacker is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttackerFlags {
    /// It is pinned to its own king.
    pub absolutely_pinned: bool,
    /// The other side gains material by capturing it.
    pub en_prise: bool,
    /// The pinned piece may legally capture it.
    pub pinned_can_take: bool,
}

/// All of this is computed as if it were the pinned piece's turn.
impl Pin {
    /// Returns targets, freedom and static reply of the pinned piece.
    pub fn prospects(&self) -> Prospects {
        let targets = self.targets();
        let freedom = self.freedom_with(targets);
        Prospects { targets, freedom, static_reply: self.static_reply_with(targets) }
    }

    /// Returns how freely the pinned piece may move.
    pub fn freedom(&self) -> Freedom {
        self.freedom_with(self.targets())
    }

    fn freedom_with(&self, legal: Bitboard) -> Freedom {
        let on_line = line(self.attacker.square, self.pinned.square);
        let is_pawn = self.pinned.piece.role == Role::Pawn;
        if is_pawn && self.context.state.pseudo_targets(self.pinned).is_subset(on_line) {
            Freedom::Geometric
        } else if legal.is_empty() {
            Freedom::Frozen
        } else if legal.is_subset(on_line) {
            Freedom::AlongTheLine
        } else {
            Freedom::Free
        }
    }

    /// Returns the legal moves of the pinned piece.
    pub fn moves(&self) -> Vec<UciMove> {
        let (from, piece) = (self.pinned.square, self.pinned.piece);
        let moves_to =
            |to| promotions(piece, to).iter().map(move |&promotion| UciMove::Normal { from, to, promotion });
        self.targets().into_iter().flat_map(moves_to).collect()
    }

    /// Returns the legal target squares of the pinned piece.
    pub fn targets(&self) -> Bitboard {
        self.context.state.legal_targets(self.pinned)
    }

    /// Returns how safe the attacker is.
    pub fn attacker_flags(&self) -> AttackerFlags {
        let (board, square) = (self.board(), self.attacker.square);
        AttackerFlags {
            absolutely_pinned: king_line(board, self.attacker).is_some(),
            en_prise: exchange(board, square, self.pinned.piece.color, &self.context.values) > 0,
            pinned_can_take: self.targets().contains(square),
        }
    }

    /// Whether the pinned piece is pinned on another line as well.
    pub fn is_cross_pin(&self) -> bool {
        self.kind.is_pin()
            && cross_pinned(&lines(self.board(), &self.context.values)).contains(self.pinned.square)
    }
}

/// Returns the squares of the pieces that are pinned on two or more lines.
pub fn cross_pinned(lines: &[Line]) -> Bitboard {
    let mut once = Bitboard::EMPTY;
    let mut twice = Bitboard::EMPTY;
    for line in lines.iter().filter(|line| line.kind.is_pin()) {
        let pinned = Bitboard::from_square(line.pinned.square);
        twice |= once & pinned;
        once |= pinned;
    }
    twice
}

/// The promotion choices of a move: only `None` if it does not promote.
pub(super) fn promotions(piece: Piece, to: Square) -> &'static [Option<Role>] {
    if piece.role == Role::Pawn && to.rank() == piece.color.relative(Rank::Eighth) {
        &[Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)]
    } else {
        &[None]
    }
}
