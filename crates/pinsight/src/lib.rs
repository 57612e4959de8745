//! **Pinsight sees behind every piece**: the rules of chess, its notations, the reasons why, games, pins and drawing, in one
//! permissive library.
//!
//! # A position, its moves, a move played
//!
//! ```
//! use pinsight::Position;
//!
//! let position: Position = "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1".parse()?;
//! let bishop = position.parse_move("Bb2")?; // SAN, LAN or UCI; the error says why not
//! assert_eq!(bishop, position.parse_move("c1b2")?);
//! assert_eq!(position.san(bishop), "Bb2");
//!
//! let next = position.play(bishop)?;
//! assert_eq!(next.to_string(), "7k/6q1/8/8/8/8/1B6/1K6 b - - 1 1");
//! assert_eq!(next.legal_moves().len(), 7); // the queen is pinned: Qf6, e5, d4, c3, xb2; and Kg8, Kh7
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Why not
//!
//! Every refusal is a sentence, the same everywhere:
//!
//! ```
//! # use pinsight::Position;
//! let position: Position = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1".parse()?;
//! let refused = position.parse_move("Nd5").unwrap_err();
//! assert_eq!(
//!     refused.to_string(),
//!     "Nd5 is not legal: the knight on c3 cannot move: the king on e1 would be in check from the bishop on b4",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A text that is no position says so with its place, and a position that cannot be lists all its faults:
//!
//! ```
//! # use pinsight::Position;
//! let impossible = "8/8/8/8/8/8/8/P3K3 w - - 0 1".parse::<Position>().unwrap_err();
//! assert_eq!(
//!     impossible.to_string(),
//!     "impossible position: black has no king; a white pawn stands on a1, where no pawn can be",
//! );
//! ```
//!
//! # A game with undo, and its end
//!
//! ```
//! use pinsight::{History, Outcome, Color, Termination};
//!
//! let mut game = History::new(pinsight::Position::default());
//! for san in ["f3", "e5", "g4", "Qh4#"] {
//!     let mv = game.position().parse_move(san)?;
//!     game.play(mv)?;
//! }
//! let end = game.end().expect("the fool's mate");
//! assert_eq!((end.outcome, end.termination), (Outcome::Win(Color::Black), Termination::Checkmate));
//! game.undo();
//! assert_eq!(game.end(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Pins
//!
//! ```
//! use pinsight::{Position, tactics::detect_pins};
//!
//! let position: Position = "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1".parse()?;
//! let bishop = position.parse_move("Bb2")?;
//! let new: Vec<String> = detect_pins(&position, bishop).iter().map(ToString::to_string).collect();
//! assert_eq!(new, ["The bishop on b2 is pinning the queen on g7 to the king on h8."]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Games from files
//!
//! Packed or plain; a bad game is no error, it has diagnostics and keeps what is good:
//!
//! ```
//! use pinsight::pgn::Source;
//!
//! let text = "[White \"Fool\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Nc4 *\n";
//! let mut found = Vec::new();
//! for game in Source::from_bytes("example", text).games() {
//!     for ply in game?.replay() {
//!         match ply {
//!             Ok(ply) => found.push(ply.san()),
//!             Err(diagnostic) => found.push(diagnostic.message()),
//!         }
//!     }
//! }
//! assert_eq!(found[..4], ["f3", "e5", "g4", "Qh4#"]);
//! assert_eq!(found[6], "`Nc4`: no white knight can reach c4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Drawing
//!
//! ```
//! use pinsight::{Position, drawing::TextBoard};
//!
//! let board = TextBoard { flip: true, ..TextBoard::default() };
//! let text = board.draw(Position::default().board());
//! assert!(text.ends_with("    h   g   f   e   d   c   b   a \n"));
//! ```
//!
//! A picture as SVG or PNG, here with the pins that stand:
//!
//! ```
//! use pinsight::{Position, drawing::{Renderer, Scene}};
//!
//! let position: Position = "7k/6q1/8/8/8/8/1B6/1K6 b - - 1 1".parse()?;
//! let png = Renderer::default().png(&Scene::new(&position).with_pins(&position))?;
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Chess960 is included: X-FEN and Shredder-FEN are read, and castling follows its rules.

pub use pinsight_drawing as drawing;
pub use pinsight_pgn as pgn;
pub use pinsight_rules::*;
pub use pinsight_tactics as tactics;

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
