//! Random games, played to the end.
//!
//! All libraries choose legal moves uniformly until there is none, until 100 half-moves without capture or pawn move,
//! until only the kings are left, or until 300 half-moves. The libraries list
//! their moves in different orders, so the games differ; there are enough of them for that to even out.

use arrayvec::ArrayVec;
use pinsight_rules::{MoveSets, Position as OurPosition};
use shakmaty::Position as _;

use super::{CHESS, COZY, OURS, Results, SHAKMATY};
use crate::measure::{Clock, Contender, race as time_all};
use crate::options::Options;
use crate::random::Random;

const SEED: u64 = 2026;
const MOST_PLIES: u64 = 300;
const MOST_QUIET_PLIES: u32 = 100;

/// The games and half-moves played.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) plies: u64,
}

/// Times all libraries.
pub(super) fn race(options: &Options) -> Results<Tally> {
    let games = if options.quick { 500 } else { 10_000 };
    time_all(
        Clock::Thread,
        options.rounds,
        [
            Contender::new(OURS, || play::<OurPosition>(games)),
            Contender::new(COZY, || play::<cozy_chess::Board>(games)),
            Contender::new(SHAKMATY, || play::<shakmaty::Chess>(games)),
            Contender::new(CHESS, || play::<ChessBoard>(games)),
        ],
    )
}

fn play<G: Game>(games: u64) -> Tally {
    let mut random = Random::new(SEED);
    let plies = (0..games).map(|_| play_one::<G>(&mut random)).sum();
    Tally { games, plies }
}

/// Plays one game and returns its length.
fn play_one<G: Game>(random: &mut Random) -> u64 {
    let mut game = G::default();
    for ply in 0..MOST_PLIES {
        let over = game.quiet_plies() >= MOST_QUIET_PLIES || game.pieces() == 2;
        if over || !game.play_random(random) {
            return ply;
        }
    }
    MOST_PLIES
}

/// A library's position, as far as a random game needs it.
trait Game: Default {
    /// Returns the half-moves since the last capture or pawn move.
    fn quiet_plies(&self) -> u32;
    /// Returns the number of pieces, kings and pawns included.
    fn pieces(&self) -> u32;
    /// Plays a random legal move; returns whether there was one.
    fn play_random(&mut self, random: &mut Random) -> bool;
}

impl Game for OurPosition {
    fn quiet_plies(&self) -> u32 {
        self.halfmove_clock().into()
    }

    fn pieces(&self) -> u32 {
        self.board().occupied().len() as u32
    }

    fn play_random(&mut self, random: &mut Random) -> bool {
        let mut moves = MoveSets::default();
        self.fill_move_sets(&mut moves);
        let mv = moves.get(random.below(moves.len()));
        if let Some(mv) = mv {
            *self = self.play_unchecked(mv);
        }
        mv.is_some()
    }
}

impl Game for cozy_chess::Board {
    fn quiet_plies(&self) -> u32 {
        self.halfmove_clock().into()
    }

    fn pieces(&self) -> u32 {
        self.occupied().len()
    }

    /// The moves come as one set for each piece; keeping the sets is faster than listing the moves.
    fn play_random(&mut self, random: &mut Random) -> bool {
        let mut sets = ArrayVec::<cozy_chess::PieceMoves, 18>::new();
        let mut count = 0;
        self.generate_moves(|moves| {
            count += moves.len();
            sets.push(moves);
            false
        });
        let mut index = random.below(count);
        for moves in sets {
            if let Some(later) = index.checked_sub(moves.len()) {
                index = later;
            } else if let Some(mv) = moves.into_iter().nth(index) {
                self.play_unchecked(mv);
                return true;
            }
        }
        false
    }
}

impl Game for shakmaty::Chess {
    fn quiet_plies(&self) -> u32 {
        self.halfmoves()
    }

    fn pieces(&self) -> u32 {
        self.board().occupied().count() as u32
    }

    fn play_random(&mut self, random: &mut Random) -> bool {
        let moves = self.legal_moves();
        let mv = moves.get(random.below(moves.len()));
        if let Some(&mv) = mv {
            self.play_unchecked(mv);
        }
        mv.is_some()
    }
}

/// The `chess` crate's board does not count quiet half-moves; this does.
#[derive(Default)]
struct ChessBoard {
    board: chess::Board,
    quiet_plies: u32,
}

impl Game for ChessBoard {
    fn quiet_plies(&self) -> u32 {
        self.quiet_plies
    }

    fn pieces(&self) -> u32 {
        self.board.combined().popcnt()
    }

    fn play_random(&mut self, random: &mut Random) -> bool {
        let mut moves = chess::MoveGen::new_legal(&self.board);
        let Some(mv) = moves.nth(random.below(moves.len())) else {
            return false;
        };
        let source = chess::BitBoard::from_square(mv.get_source());
        let target = chess::BitBoard::from_square(mv.get_dest());
        let progress = self.board.combined() & target | self.board.pieces(chess::Piece::Pawn) & source;
        self.quiet_plies = match progress {
            chess::EMPTY => self.quiet_plies + 1,
            _ => 0,
        };
        self.board = self.board.make_move_new(mv);
        true
    }
}
