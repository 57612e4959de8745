//! The kinds of pieces, and one value for each.

use core::ops::{Index, IndexMut};

use crate::format::display_by;

display_by!(name: Role);

/// A kind of piece, without its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Role {
    /// The pawn.
    Pawn,
    /// The knight.
    Knight,
    /// The bishop.
    Bishop,
    /// The rook.
    Rook,
    /// The queen.
    Queen,
    /// The king.
    King,
}

impl Role {
    /// All roles, from pawn to king.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The roles that a pawn may promote to, most frequent first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Returns the upper-case English letter; `P` for the pawn.
    pub const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    /// Returns the role of an English letter in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'P' => Self::Pawn,
            'N' => Self::Knight,
            'B' => Self::Bishop,
            'R' => Self::Rook,
            'Q' => Self::Queen,
            'K' => Self::King,
            _ => return None,
        })
    }

    /// Returns the English name: `pawn`, `knight` ...
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }

    /// Whether the role moves any distance along lines: bishop, rook, queen.
    pub const fn is_slider(self) -> bool {
        matches!(self, Self::Bishop | Self::Rook | Self::Queen)
    }

    /// Whether a pawn may promote to this role.
    pub const fn is_promotion(self) -> bool {
        !matches!(self, Self::Pawn | Self::King)
    }
}

/// One value for each role.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByRole<T> {
    /// The pawn's value.
    pub pawn: T,
    /// The knight's value.
    pub knight: T,
    /// The bishop's value.
    pub bishop: T,
    /// The rook's value.
    pub rook: T,
    /// The queen's value.
    pub queen: T,
    /// The king's value.
    pub king: T,
}

impl<T> ByRole<T> {
    /// Builds each value from its role.
    pub fn new_with(mut make: impl FnMut(Role) -> T) -> Self {
        Self {
            pawn: make(Role::Pawn),
            knight: make(Role::Knight),
            bishop: make(Role::Bishop),
            rook: make(Role::Rook),
            queen: make(Role::Queen),
            king: make(Role::King),
        }
    }

    /// Returns a copy of the value of a role, without a branch.
    #[inline]
    pub fn of(&self, role: Role) -> T
    where
        T: Copy,
    {
        [self.pawn, self.knight, self.bishop, self.rook, self.queen, self.king][role as usize]
    }

    /// Iterates over all values with their roles, from pawn to king.
    pub fn iter(&self) -> impl Iterator<Item = (Role, &T)> {
        Role::ALL.into_iter().map(|role| (role, &self[role]))
    }
}

impl<T> Index<Role> for ByRole<T> {
    type Output = T;

    fn index(&self, role: Role) -> &T {
        [&self.pawn, &self.knight, &self.bishop, &self.rook, &self.queen, &self.king][role as usize]
    }
}

impl<T> IndexMut<Role> for ByRole<T> {
    fn index_mut(&mut self, role: Role) -> &mut T {
        match role {
            Role::Pawn => &mut self.pawn,
            Role::Knight => &mut self.knight,
            Role::Bishop => &mut self.bishop,
            Role::Rook => &mut self.rook,
            Role::Queen => &mut self.queen,
            Role::King => &mut self.king,
        }
    }
}
