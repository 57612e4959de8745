//! The terms: each row is a range in the table of weights.

use pinsight_rules::Color;

/// Receives the terms of a position.
pub(crate) trait Tally {
    /// Adds `count` occurrences of `term` for `color`.
    fn add(&mut self, term: usize, color: Color, count: i32);
}

/// A row of terms in the table of weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The comment of the row in the table of weights.
    pub(crate) name: &'static str,
    /// The index of its first term.
    pub(crate) first: usize,
    /// The number of its terms.
    pub(crate) len: usize,
}

/// All rows, in the order of the table.
pub(crate) const ROWS: [Row; 37] = {
    let parts: [(&str, usize); 37] = [
        ("pawn on a square, from a1", 64),
        ("knight on a square", 64),
        ("bishop on a square", 64),
        ("rook on a square", 64),
        ("queen on a square", 64),
        ("king on a square", 64),
        ("knight by mobility", 9),
        ("bishop by mobility", 14),
        ("rook by mobility", 15),
        ("queen by mobility", 28),
        ("passed pawn by rank", 8),
        ("passed pawn with a free square ahead, by rank", 8),
        ("advanced passed pawn by the distance of the own king", 8),
        ("advanced passed pawn by the distance of the enemy king", 8),
        ("isolated pawn", 1),
        ("doubled pawn", 1),
        ("backward pawn", 1),
        ("phalanx pawn, by rank", 8),
        ("pawn defended by a pawn, by rank", 8),
        ("bishop pair", 1),
        ("rook on an open file", 1),
        ("rook on a half-open file", 1),
        ("knight on an outpost", 1),
        ("bishop on an outpost", 1),
        ("pawn shelter by the distance of the pawn: none, 1, 2, more", 4),
        ("open file at the king", 1),
        ("king by rank, up to the fifth, against a queen", 5),
        ("king ring squares attacked by a knight, bishop, rook, queen", 4),
        ("number of pieces that attack the king ring", 8),
        ("safe checks by a knight, bishop, rook, queen", 4),
        ("pawn attacks a knight, bishop, rook, queen", 4),
        ("minor piece attacks a rook, queen", 2),
        ("rook attacks a queen", 1),
        ("hanging piece", 1),
        ("weak squares at the enemy king", 1),
        ("space: safe squares behind the pawns on the c- to f-files", 1),
        ("tempo", 1),
    ];
    let mut rows = [Row { name: "", first: 0, len: 0 }; 37];
    let mut first = 0;
    let mut row = 0;
    while row < parts.len() {
        let (name, len) = parts[row];
        rows[row] = Row { name, first, len };
        first += len;
        row += 1;
    }
    rows
};

/// The number of terms.
pub(crate) const COUNT: usize = ROWS[36].first + ROWS[36].len;

pub(crate) const PIECE_SQUARE: usize = ROWS[0].first;
pub(crate) const MOBILITY: [usize; 4] = [ROWS[6].first, ROWS[7].first, ROWS[8].first, ROWS[9].first];
pub(crate) const PASSED: usize = ROWS[10].first;
pub(crate) const PASSED_FREE: usize = ROWS[11].first;
pub(crate) const PASSED_OWN_KING: usize = ROWS[12].first;
pub(crate) const PASSED_OTHER_KING: usize = ROWS[13].first;
pub(crate) const ISOLATED: usize = ROWS[14].first;
pub(crate) const DOUBLED: usize = ROWS[15].first;
pub(crate) const BACKWARD: usize = ROWS[16].first;
pub(crate) const PHALANX: usize = ROWS[17].first;
pub(crate) const DEFENDED: usize = ROWS[18].first;
pub(crate) const BISHOP_PAIR: usize = ROWS[19].first;
pub(crate) const ROOK_OPEN: usize = ROWS[20].first;
pub(crate) const ROOK_HALF_OPEN: usize = ROWS[21].first;
pub(crate) const KNIGHT_OUTPOST: usize = ROWS[22].first;
pub(crate) const BISHOP_OUTPOST: usize = ROWS[23].first;
pub(crate) const SHELTER: usize = ROWS[24].first;
pub(crate) const OPEN_BESIDE_KING: usize = ROWS[25].first;
pub(crate) const KING_RANK: usize = ROWS[26].first;
pub(crate) const KING_RING: usize = ROWS[27].first;
pub(crate) const KING_ATTACKERS: usize = ROWS[28].first;
pub(crate) const SAFE_CHECK: usize = ROWS[29].first;
pub(crate) const PAWN_ATTACKS: usize = ROWS[30].first;
pub(crate) const MINOR_ATTACKS: usize = ROWS[31].first;
pub(crate) const ROOK_ATTACKS: usize = ROWS[32].first;
pub(crate) const HANGING: usize = ROWS[33].first;
pub(crate) const WEAK_RING: usize = ROWS[34].first;
pub(crate) const SPACE: usize = ROWS[35].first;
pub(crate) const TEMPO: usize = ROWS[36].first;
