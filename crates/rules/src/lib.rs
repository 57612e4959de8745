//! The rules of chess: positions, legal moves, notations, and the reason why a move or a position is not legal.
//!
//! Parsing a FEN gives a [`Setup`], unchecked. Validating it gives a [`Position`] or the list of all its faults. A
//! `Position` generates its legal [`Move`]s. Parsing is lenient, writing canonical.
//!
//! ```
//! use pinsight_rules::Position;
//! let position: Position = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1".parse()?;
//! let mv = position.parse_move("Ne2")?; // the knight on c3 is pinned, so this is the one on g1
//! assert_eq!(mv.from().to_string(), "g1");
//! assert_eq!(position.san(mv), "Ne2");
//!
//! let refused = position.parse_move("Nd5").unwrap_err();
//! assert_eq!(
//!     refused.to_string(),
//!     "Nd5 is not legal: the knight on c3 cannot move: the king on e1 would be in check from the bishop on b4",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Supports Chess960: a castling right is the square of its rook. The feature `serde` adds `Serialize` and
//! `Deserialize`, as text.
//!
//! The modules are declared in import order: each one imports only modules above it.

mod format;

mod square;

mod role;

mod color;
mod piece;

mod bitboard;

pub mod attacks;
mod board;
mod moves;

mod material;
mod move_sets;
mod setup;

mod validate;

mod fen;

mod position;

mod castling;
mod chess960;
mod refusal;
mod san;
mod uci;

mod parse;

mod epd;
mod exchange;
mod perft;
mod ply;
mod zobrist;

mod outcome;

mod history;

#[cfg(feature = "serde")]
mod serde;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{CastlingCondition, CastlingFault};
pub use color::{ByColor, Color};
pub use epd::{Epd, EpdError, EpdOperation};
pub use exchange::exchange;
pub use fen::{CastlingNotation, EnPassantMode, Fen, FenError, FenField, FenNote};
pub use history::History;
pub use material::{VALUES, Values, material_balance};
pub use move_sets::MoveSets;
pub use moves::{CastlingMode, CastlingSide, Move, MoveList};
pub use outcome::{Claim, End, Outcome, Termination};
pub use parse::MoveError;
pub use perft::{divide, perft};
pub use piece::{Piece, Placed};
pub use ply::Ply;
pub use position::{IllegalMove, KingPin, ParsePositionError, Position};
pub use refusal::Refusal;
pub use role::{ByRole, Role};
pub use san::{
    Candidate, CandidateStatus, CheckMark, FileCapture, Language, ReadSan, San, SanError, SanMove, SanNote,
    SanReading, is_invisible,
};
pub use setup::Setup;
pub use square::{File, Rank, Square, SquareError};
pub use uci::{UciError, UciMove};
pub use validate::{Legality, PositionError, SetupFault};
pub use zobrist::Zobrist;
