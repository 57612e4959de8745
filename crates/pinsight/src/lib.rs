//! **Pinsight sees behind every piece**: the rules of chess, PGN, pins, computer players and drawing in one permissive
//! library.
//!
//! The rules are at the top level. The other parts are modules, each behind a feature of its name:
//!
//! | feature | default | content |
//! |---|---|---|
//! | `pgn` | yes | PGN files, plain or compressed; games as editable trees |
//! | `tactics` | yes | pins, skewers, x-rays, and what a move changes |
//! | `players` | yes | random, greedy and searching players, UCI engines, matches |
//! | `openings` | yes | opening names by position, Polyglot books |
//! | `drawing` | yes | positions as text and SVG |
//! | `raster` | no | positions as PNG, games as animated GIF |
//! | `serde` | no | `Serialize` and `Deserialize` for squares, pieces, moves and positions |
//!
//! # Positions and moves
//!
//! ```
//! use pinsight::Position;
//!
//! let position: Position = "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1".parse()?;
//! let bishop = position.parse_move("Bb2")?; // SAN, LAN or UCI
//! assert_eq!(bishop, position.parse_move("c1b2")?);
//! assert_eq!(position.san(bishop), "Bb2");
//!
//! let next = position.play(bishop)?;
//! assert_eq!(next.to_string(), "7k/6q1/8/8/8/8/1B6/1K6 b - - 1 1");
//! assert_eq!(next.legal_moves().len(), 7); // the queen is pinned: Qf6, e5, d4, c3, xb2; and Kg8, Kh7
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Chess960 is included: X-FEN and Shredder-FEN are read, and castling follows its rules.
//!
//! # Errors that explain
//!
//! An error for an illegal move states the reason:
//!
//! ```
//! # use pinsight::Position;
//! let position: Position = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1".parse()?;
//! let illegal = position.parse_move("Nd5").unwrap_err();
//! assert_eq!(
//!     illegal.to_string(),
//!     "Nd5 is not legal: the knight on c3 cannot move: the king on e1 would be in check from the bishop on b4",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An error for a FEN names the field and column; an impossible position lists all its faults:
//!
//! ```
//! # use pinsight::Position;
//! let impossible = "8/8/8/8/8/8/8/P3K3 w - - 0 1".parse::<Position>().unwrap_err();
//! assert_eq!(
//!     impossible.to_string(),
//!     "impossible position: black has no king; a white pawn is on a1, where no pawn can be",
//! );
//! ```
//!
//! # Games with undo
//!
//! ```
//! use pinsight::{Color, History, Outcome, Position, Termination};
//!
//! let mut game = History::new(Position::default());
//! for san in ["f3", "e5", "g4", "Qh4#"] {
//!     game.play(game.position().parse_move(san)?)?;
//! }
//! let end = game.end().expect("the fool's mate");
//! assert_eq!((end.outcome, end.termination), (Outcome::Win(Color::Black), Termination::Checkmate));
//! game.undo();
//! assert_eq!(game.end(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod attacks;
#[cfg(feature = "drawing")]
pub mod drawing;
#[cfg(feature = "openings")]
pub mod openings;
#[cfg(feature = "pgn")]
pub mod pgn;
#[cfg(feature = "players")]
pub mod players;
#[cfg(feature = "tactics")]
pub mod tactics;

#[cfg(feature = "drawing")]
pub use drawing::Scene;
#[cfg(feature = "pgn")]
pub use pgn::Game;
#[cfg(feature = "players")]
pub use players::Player;
#[cfg(feature = "tactics")]
pub use tactics::Pin;

pub use pinsight_rules::{
    Bitboard, Board, ByColor, ByRole, Candidate, CandidateStatus, CastlingCondition, CastlingFault,
    CastlingMode, CastlingNotation, CastlingSide, CheckMark, Claim, Color, EnPassantMode, End, Epd, EpdError,
    EpdOperation, Fen, FenError, FenField, FenNote, File, FileCapture, History, IllegalMove, KingPin,
    Language, Legality, Move, MoveError, MoveList, MoveSets, Outcome, ParsePositionError, Piece, Placed, Ply,
    Position, PositionError, Rank, ReadSan, Refusal, Role, San, SanError, SanMove, SanNote, SanReading,
    Setup, SetupFault, Square, SquareError, Squares, Termination, UciError, UciMove, VALUES, Values, Zobrist,
    divide, exchange, material_balance, perft,
};

#[cfg(all(doctest, feature = "pgn", feature = "tactics", feature = "players"))]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(all(doctest, feature = "pgn", feature = "tactics", feature = "players"))]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryPage;
