//! Positions from which a query cannot match any more, and games that end too early for it.

use pinsight_rules::{Bitboard, Board, Color, Piece, Position, Rank, Role};

use super::PositionQuery;
use crate::selection::SoughtPosition;

/// A position with at most this many pieces of each side is late in a game, and so are at most this many pawns.
const LATE_MEN: usize = 7;
const LATE_PAWNS: usize = 4;

/// The number of pieces and of pawns of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Men {
    all: usize,
    pawns: usize,
}

impl Men {
    /// Counts the pieces of White and of Black.
    fn of_fen(fen: &[u8]) -> [Self; 2] {
        let mut sides = [Self::default(); 2];
        let [white, black] = &mut sides;
        for &letter in fen.iter().take_while(|&&letter| letter != b' ') {
            let side = match letter {
                b'A'..=b'Z' => &mut *white,
                b'a'..=b'z' => &mut *black,
                _ => continue,
            };
            side.all += 1;
            side.pawns += usize::from(letter.eq_ignore_ascii_case(&b'p'));
        }
        sides
    }

    fn is_within(self, most: Self) -> bool {
        self.all <= most.all && self.pawns <= most.pawns
    }
}

/// The irreversible features of a query: pieces and castling rights are lost for good, and a pawn that leaves its home
/// rank does not return. Tells early that no later position of a game can match.
#[derive(Clone, Debug)]
pub struct Horizon {
    last_ply: u32,
    /// The least number of pieces, of White and of Black.
    men: [usize; 2],
    /// The greatest numbers of pieces and of pawns with which a game with a match can end, of White and of Black.
    last: Option<[Men; 2]>,
    /// The pawns on their home ranks.
    home_pawns: Bitboard,
    castling_rooks: Bitboard,
}

impl Horizon {
    /// Returns the horizon of a query.
    pub fn new(query: &PositionQuery) -> Self {
        let mut horizon = match query.position {
            Some(sought) => Self::of(sought),
            None => Self {
                last_ply: u32::MAX,
                men: [0; 2],
                last: None,
                home_pawns: Bitboard::EMPTY,
                castling_rooks: Bitboard::EMPTY,
            },
        };
        if let Some(pawns) = query.pawns {
            let [white, black] = pawns.by_color();
            horizon.home_pawns |= home(white, black);
            horizon.raise_men([white.len(), black.len()]);
            let men = |pawns: Bitboard| Men { all: usize::MAX, pawns: pawns.len() };
            horizon.last.get_or_insert([men(white), men(black)]);
        }
        if let Some(material) = query.material {
            let (least, most) = (material.least_men(), material.most_men());
            horizon.raise_men([least; 2]);
            horizon.last.get_or_insert([Men { all: most, pawns: usize::MAX }; 2]);
        }
        horizon.last_ply = *query.plies.end();
        horizon
    }

    /// Returns the horizon of a position.
    pub fn of(sought: SoughtPosition) -> Self {
        let position = sought.position();
        let board = position.board();
        let [white, black] = pawns(board);
        Self {
            last_ply: u32::MAX,
            men: Color::ALL.map(|color| board.by_color(color).len()),
            last: Some([Color::White, Color::Black].map(|color| Men {
                all: board.by_color(color).len(),
                pawns: board.by_piece(Piece::new(color, Role::Pawn)).len(),
            })),
            home_pawns: home(white, black),
            castling_rooks: position.castling_rooks(),
        }
    }

    fn raise_men(&mut self, least: [usize; 2]) {
        for (men, least) in self.men.iter_mut().zip(least) {
            *men = least.max(*men);
        }
    }

    /// Returns whether the final positions of games tell enough to be looked at first: most games end before a match.
    pub(crate) fn is_late(&self) -> bool {
        let is_small = |men: Men| men.all <= LATE_MEN || men.pawns <= LATE_PAWNS;
        self.last.is_some_and(|last| last.into_iter().all(is_small))
    }

    /// Returns whether a game with this final position can have a match: pieces and pawns do not come back.
    pub(crate) fn allows_end(&self, fen: &[u8]) -> bool {
        self.last.is_none_or(|[white, black]| {
            let [white_now, black_now] = Men::of_fen(fen);
            white_now.is_within(white) && black_now.is_within(black)
        })
    }

    /// Returns whether a position after `position`, which is reached after `ply`, can match.
    #[inline]
    pub fn allows_after(&self, ply: u32, position: &Position) -> bool {
        let board = position.board();
        let [white, black] = pawns(board);
        let [white_men, black_men] = self.men;
        ply < self.last_ply
            && self.home_pawns.is_subset(home(white, black))
            && self.castling_rooks.is_subset(position.castling_rooks())
            && board.by_color(Color::White).len() >= white_men
            && board.by_color(Color::Black).len() >= black_men
    }
}

#[inline]
fn pawns(board: &Board) -> [Bitboard; 2] {
    [Color::White, Color::Black].map(|color| board.by_piece(Piece::new(color, Role::Pawn)))
}

/// Returns the pawns on their home ranks.
#[inline]
fn home(white: Bitboard, black: Bitboard) -> Bitboard {
    const SECOND: Bitboard = Bitboard::from_rank(Rank::Second);
    const SEVENTH: Bitboard = Bitboard::from_rank(Rank::Seventh);
    white & SECOND | black & SEVENTH
}

#[cfg(test)]
mod tests {
    use pinsight_testkit::random::{Random, chess960, game};

    use super::*;
    use crate::query::PawnStructure;

    #[test]
    fn a_horizon_allows_every_later_position() {
        let mut random = Random::new(3);
        for number in 0..40 {
            let start = if number % 2 == 0 { Position::default() } else { chess960(number * 20) };
            let positions: Vec<Position> =
                game(start, 160, &mut random).into_iter().map(|(position, _)| position).collect();
            for (last, later) in positions.iter().enumerate() {
                let queries = [
                    PositionQuery {
                        position: Some(SoughtPosition::new(*later)),
                        plies: 0..=last as u32,
                        ..PositionQuery::default()
                    },
                    PositionQuery {
                        pawns: Some(PawnStructure::of(later.board())),
                        ..PositionQuery::default()
                    },
                ];
                let end = positions.last().expect("a position").to_string();
                for horizon in queries.iter().map(Horizon::new) {
                    assert!(horizon.allows_end(end.as_bytes()), "{later} before {end}");
                    for (ply, position) in positions[..last].iter().enumerate() {
                        assert!(horizon.allows_after(ply as u32, position), "{later} after {position}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_horizon_ends_when_the_position_cannot_arise() {
        let query = |fen: &str| PositionQuery {
            position: Some(SoughtPosition::new(fen.parse().expect(fen))),
            ..PositionQuery::default()
        };
        let start = Position::default().to_string();
        let horizon = Horizon::new(&query(&start));
        for past in [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
            "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ] {
            assert!(!horizon.allows_after(1, &past.parse().expect(past)), "{past}");
        }
        let material = PositionQuery {
            material: Some("KRPvKR".parse().expect("material")),
            plies: 0..=80,
            ..PositionQuery::default()
        };
        let horizon = Horizon::new(&material);
        let enough = "8/8/4k3/8/r7/8/4P3/R3K3 w - - 0 1".parse().expect("a FEN");
        assert!(horizon.allows_after(79, &enough) && !horizon.allows_after(80, &enough));
        assert!(!horizon.allows_after(1, &"8/8/4k3/8/8/8/4P3/R3K3 w - - 0 1".parse().expect("a FEN")));
    }

    #[test]
    fn a_game_that_ends_with_more_pieces_has_no_match() {
        let of = |query: PositionQuery| Horizon::new(&query);
        let fen = "8/8/4k3/8/4P3/4K3/r7/7R w - - 0 1";
        let sought = Some(SoughtPosition::new(fen.parse().expect("a FEN")));
        let position = of(PositionQuery { position: sought, ..PositionQuery::default() });
        let material = of(PositionQuery {
            material: Some("KRPvKR".parse().expect("material")),
            ..PositionQuery::default()
        });
        let pawns = of(PositionQuery {
            pawns: Some("8/8/8/8/4P3/8/8/8".parse().expect("pawns")),
            ..PositionQuery::default()
        });
        for (end, expected) in [
            (fen, [true; 3]),
            ("8/8/8/4k3/8/4K3/8/8 b - - 0 1", [true; 3]),
            // White has three pieces, which KRPvKR allows either side.
            ("8/8/4k3/4p3/8/4K3/r7/7R w - - 0 1", [false, true, false]),
            ("8/5b2/4k3/8/4P3/4K3/r7/7R w - - 0 1", [false, true, true]),
            ("8/5b2/4k3/3q4/4P3/4K3/r7/7R w - - 0 1", [false, false, true]),
            ("8/8/4k3/8/4PP2/4K3/r7/8 w - - 0 1", [false, true, false]),
        ] {
            let found = [&position, &material, &pawns].map(|horizon| horizon.allows_end(end.as_bytes()));
            assert_eq!(found, expected, "{end}");
        }
        assert!(position.is_late() && material.is_late() && pawns.is_late());
        let start = Some(SoughtPosition::new(Position::default()));
        assert!(!of(PositionQuery { position: start, ..PositionQuery::default() }).is_late());
        assert!(!of(PositionQuery::default()).is_late());
        assert!(of(PositionQuery::default()).allows_end(b"anything"));
    }
}
