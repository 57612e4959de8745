//! Move ordering.

use pinsight_rules::{Move, MoveList, Position, Role, Values, exchange};

use super::history::{MAX_SCORE, MoveHistory, PreviousMoves, piece_to};
use super::table::MoveCode;

/// Piece values of the static exchange evaluation, in centipawns.
pub(super) const VALUES: Values =
    Values { pawn: 100, knight: 320, bishop: 330, rook: 500, queen: 950, king: 0 };

/// The lower bits of a key are the index of the move; a score has the other 23.
const INDEX_BITS: u32 = MoveList::CAPACITY.ilog2();
const LAST_INDEX: i32 = MoveList::CAPACITY as i32 - 1;
const _: () =
    assert!(MoveList::CAPACITY == 1 << INDEX_BITS && (TABLE_MOVE << INDEX_BITS) >> INDEX_BITS == TABLE_MOVE);

const TABLE_MOVE: i32 = (1 << 22) - 1;
const GOOD_CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 18;
/// Moves with a score below half of this lose material.
pub(super) const LOSING: i32 = -(1 << 20);

/// Yields the moves of a position in the order in which to search them, by selection sort.
pub(super) struct Picker<'a> {
    position: &'a Position,
    moves: MoveList,
    /// Score and index of each move in one number, so that the best move has the greatest.
    keys: [i32; MoveList::CAPACITY],
    /// The range of the keys that are left.
    next: usize,
    end: usize,
}

/// Of equal scores, the first move has the greatest key.
const fn key(score: i32, index: usize) -> i32 {
    score << INDEX_BITS | (LAST_INDEX - index as i32)
}

impl<'a> Picker<'a> {
    /// `score` returns `None` for a move that is not yielded.
    fn new(position: &'a Position, moves: MoveList, score: impl Fn(Move) -> Option<i32>) -> Self {
        let mut picker = Self { position, moves, keys: [0; MoveList::CAPACITY], next: 0, end: 0 };
        for (index, &mv) in picker.moves.iter().enumerate() {
            if let Some(score) = score(mv) {
                picker.keys[picker.end] = key(score, index);
                picker.end += 1;
            }
        }
        picker
    }

    /// All legal moves. Losing captures are detected lazily, when they are next: most are never reached.
    pub(super) fn all(
        position: &'a Position,
        table_move: Option<MoveCode>,
        history: &MoveHistory,
        ply: usize,
        previous: PreviousMoves,
    ) -> Self {
        Self::new(position, position.legal_moves(), |mv| {
            Some(if table_move == Some(MoveCode::of(mv)) {
                TABLE_MOVE
            } else if position.is_capture(mv) || mv.promotion() == Some(Role::Queen) {
                GOOD_CAPTURE + capture_score(position, mv, history)
            } else if mv.promotion().is_some() {
                LOSING
            } else if let Some(rank) = history.killer(ply, mv) {
                KILLER - rank as i32
            } else {
                history.score(position.turn(), mv, piece_to(position, mv), previous)
            })
        })
    }

    /// Captures and promotions to a queen.
    pub(super) fn noisy(position: &'a Position, table_move: Option<MoveCode>, history: &MoveHistory) -> Self {
        let pawns = position.board().by_role(Role::Pawn) & position.board().by_color(position.turn());
        let seventh = position.turn().relative(pinsight_rules::Rank::Seventh);
        let moves = if pawns.intersects(pinsight_rules::Bitboard::from_rank(seventh)) {
            position.legal_moves()
        } else {
            position.legal_captures()
        };
        Self::new(position, moves, |mv| {
            let is_noisy = match mv.promotion() {
                Some(role) => role == Role::Queen,
                None => position.is_capture(mv),
            };
            is_noisy.then(|| match table_move == Some(MoveCode::of(mv)) {
                true => TABLE_MOVE,
                false => capture_score(position, mv, history),
            })
        })
    }

    /// The number of moves of the position that were generated, yielded or not.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The best remaining move with its score.
    pub(super) fn next(&mut self) -> Option<(Move, i32)> {
        loop {
            let rest = &mut self.keys[self.next..self.end];
            let mut at = 0;
            let mut best = *rest.first()?;
            for (other, &key) in rest.iter().enumerate() {
                if key > best {
                    (at, best) = (other, key);
                }
            }
            let index = (LAST_INDEX - (best & LAST_INDEX)) as usize;
            let (mv, score) = (self.moves[index], best >> INDEX_BITS);
            if (GOOD_CAPTURE..TABLE_MOVE).contains(&score) && loses_material(self.position, mv) {
                rest[at] = key(score - GOOD_CAPTURE + LOSING, index);
                continue;
            }
            rest.swap(0, at);
            self.next += 1;
            return Some((mv, score));
        }
    }
}

/// Most valuable victim, least valuable attacker.
fn mvv_lva(position: &Position, mv: Move) -> i32 {
    let victim = position.captured(mv).map_or(0, |piece| VALUES[piece.role]);
    let promoted = mv.promotion().map_or(0, |role| VALUES[role] - VALUES[Role::Pawn]);
    let attacker = position.board().role_at(mv.from()).map_or(0, |role| role as i32);
    (victim + promoted) * 8 - attacker
}

/// Captures of valuable pieces first, corrected by the capture history; not negative.
fn capture_score(position: &Position, mv: Move, history: &MoveHistory) -> i32 {
    mvv_lva(position, mv) * 2 + (history.capture_score(position, mv) + MAX_SCORE) / 4
}

/// Static exchange evaluation of a move, pins taken into account.
pub(super) fn see(position: &Position, mv: Move) -> i32 {
    let after = position.play_unchecked(mv);
    let captured = position.captured(mv).map_or(0, |piece| VALUES[piece.role]);
    let promoted = mv.promotion().map_or(0, |role| VALUES[role] - VALUES[Role::Pawn]);
    captured + promoted - exchange(after.board(), mv.to(), after.turn(), &VALUES)
}

/// Whether the static exchange evaluation of a capture is negative.
pub(super) fn loses_material(position: &Position, mv: Move) -> bool {
    let board = position.board();
    let victim = position.captured(mv).map_or(0, |piece| VALUES[piece.role]);
    let attacker = board.role_at(mv.from()).unwrap_or(Role::King);
    // Capturing a piece of at least equal value loses nothing, and a king captures only undefended pieces.
    if mv.promotion().is_none() && (VALUES[attacker] <= victim || attacker == Role::King) {
        return false;
    }
    see(position, mv) < 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::{Legality, Setup};

    #[test]
    fn yields_every_move_once_in_descending_order() {
        // 259 moves by python-chess: more than any position that a game can reach.
        let queens =
            "QQQQQQnk/Q5pp/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1".parse::<Setup>().expect("a setup");
        let queens = queens.position(Legality::AllowImpossible).expect("has legal moves");
        assert_eq!(queens.legal_moves().len(), 259);
        for position in pinsight_testkit::random::positions(500, 9).into_iter().chain([queens]) {
            let moves = position.legal_moves();
            let mut picker = Picker::all(&position, None, &MoveHistory::new(), 0, PreviousMoves::default());
            let mut yielded = Vec::new();
            let mut last = i32::MAX;
            while let Some((mv, score)) = picker.next() {
                assert!(score <= last, "{position}");
                last = score;
                yielded.push(mv);
            }
            yielded.sort_unstable();
            let mut all = moves.to_vec();
            all.sort_unstable();
            assert_eq!(yielded, all, "{position}");
        }
    }

    #[test]
    fn a_queen_loses_material_by_capturing_a_defended_pawn() {
        let position: Position = "4k3/3p4/4p3/8/4Q3/8/8/4K3 w - - 0 1".parse().expect("a position");
        let capture = position.parse_move("Qxe6+").expect("a move");
        assert!(loses_material(&position, capture));
        assert_eq!(see(&position, capture), 100 - 950);
    }
}
