//! The table of positions.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use pinsight_moves::{MovesError, MovesReader};
use pinsight_pgn::{Diagnostic, Eval, RawGame};
use pinsight_rules::{Color, Piece, Position, Role, Zobrist};

use crate::builder::{ColumnBuilder, Value};
use crate::column::{Column, Kind, Storage, Table, columns};
use crate::games::{GameReader, GameWants};
use crate::head::{GameHead, HeadColumns, with_head};

/// A position and the moves before and after it.
struct PositionRow<'a> {
    ply: usize,
    position: &'a Position,
    last: Option<&'a Played>,
    next: Option<&'a Played>,
    clock: Option<i32>,
    eval: Option<Eval>,
}

/// A move in both notations.
struct Played {
    san: String,
    uci: String,
}

/// Computes the value of a column.
type Fill = for<'a> fn(&PositionRow<'a>) -> Value<'a>;

columns! {
    Int32 "ply".required() => |row| Value::ply(row.ply),
        "the number of plies before the position; 0 at the start; null moves count";
    Text "fen".required().stored(Storage::DeltaTexts) => |row| Value::text(row.position.to_string()),
        "the position, with the en passant square after every double step";
    Text "turn".required() => |row| Value::text(row.position.turn().name()), "the side to move: `white`, `black`";
    Text "san" => |row| Value::optional_text(row.last.map(|played| &*played.san)),
        "the move that led to the position, in SAN; `--` for a null move; null at the start";
    Text "uci" => |row| Value::optional_text(row.last.map(|played| &*played.uci)), "this move in UCI; `0000` for a null move";
    Text "next_san" => |row| Value::optional_text(row.next.map(|played| &*played.san)),
        "the move played in the position, in SAN; null at the end";
    Text "next_uci" => |row| Value::optional_text(row.next.map(|played| &*played.uci)), "this move in UCI";
    Int32 "clock" => |row| Value::Int32(row.clock), "`[%clk]` after the move that led to the position, in milliseconds";
    Int32 "eval_cp" => |row| Value::Int32(row.eval.and_then(|eval| eval.score.centipawns())),
        "`[%eval]` of the position in centipawns, from White's point of view";
    Int32 "eval_mate" => |row| Value::Int32(row.eval.and_then(|eval| eval.score.mate())),
        "`[%eval]` of the position in moves to mate; negative if Black mates";
    Boolean "is_check".required() => |row| Value::Boolean(Some(row.position.in_check())), "whether the side to move is in check";
    Text "material".required() => |row| Value::text(material(row.position)),
        "the pieces of White, then those of Black: `KQRRBPPPvKRRBBPPP`";
    UInt64 "hash".required().stored(Storage::Plain).with_bloom_filter() =>
        |row| Value::UInt64(Some(Zobrist::polyglot(row.position).0)),
        "the Polyglot key of the position, equal for equal positions";
}

/// The table of positions.
pub static POSITIONS: Table = Table { name: "positions", columns: &with_head::<23>(COLUMNS) };

fn material(position: &Position) -> String {
    let mut text = String::new();
    for color in [Color::White, Color::Black] {
        if color == Color::Black {
            text.push('v');
        }
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            let count = position.board().by_piece(Piece::new(color, role)).len();
            text.extend(std::iter::repeat_n(role.letter().to_ascii_uppercase(), count));
        }
    }
    text
}

/// Builds the columns of [`POSITIONS`] from `ply` on.
#[derive(Debug)]
pub struct PositionColumns {
    builders: Vec<ColumnBuilder>,
}

impl Default for PositionColumns {
    fn default() -> Self {
        let builder = |column: &Column| ColumnBuilder::new(&column.kind.data_type());
        Self { builders: Self::columns().iter().map(builder).collect() }
    }
}

impl PositionColumns {
    /// Returns the declarations of the columns.
    pub fn columns() -> &'static [Column] {
        COLUMNS
    }

    /// Adds the positions of a game: its start and the position after each ply. Returns how many.
    pub fn add(
        &mut self,
        moves: &[u8],
        clocks: &[Option<i32>],
        evals: &[Option<Eval>],
    ) -> Result<usize, MovesError> {
        let mut reader = MovesReader::new(moves)?;
        let mode = reader.start().castling_mode();
        let mut last: Option<Played> = None;
        loop {
            let (ply, position) = (reader.ply(), *reader.after());
            let next = reader.advance()?.map(|played| match played {
                Some(mv) => Played {
                    san: position.san_before(mv, reader.after()),
                    uci: position.uci(mv, mode).to_string(),
                },
                None => Played { san: "--".to_owned(), uci: "0000".to_owned() },
            });
            let index = ply.wrapping_sub(1);
            let row = PositionRow {
                ply,
                position: &position,
                last: last.as_ref(),
                next: next.as_ref(),
                clock: clocks.get(index).copied().flatten(),
                eval: evals.get(index).copied().flatten(),
            };
            for (builder, fill) in self.builders.iter_mut().zip(FILLS) {
                builder.append(fill(&row));
            }
            if next.is_none() {
                return Ok(ply + 1);
            }
            last = next;
        }
    }

    /// Returns the columns so far and starts new ones.
    pub fn finish(&mut self) -> Vec<ArrayRef> {
        self.builders.iter_mut().map(ColumnBuilder::finish).collect()
    }
}

/// Builds record batches of positions; keep one per thread and reuse it. The columns that all positions of a game share
/// are dictionaries if they are strings.
///
/// ```
/// use arrow_array::cast::AsArray;
/// use pinsight_data::PositionBatchBuilder;
///
/// let mut builder = PositionBatchBuilder::new();
/// for game in pinsight_pgn::split(&"example".into(), b"1. e4 e5 2. Ke3 *") {
///     assert_eq!(builder.add(&game).len(), 1);
/// }
/// let batch = builder.finish()?;
/// assert_eq!(batch.num_rows(), 3);
/// assert_eq!(batch["next_san"].as_string::<i32>().value(1), "e5");
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
#[derive(Debug)]
pub struct PositionBatchBuilder {
    reader: GameReader,
    games: HeadColumns,
    positions: PositionColumns,
    rows: usize,
}

impl Default for PositionBatchBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl PositionBatchBuilder {
    /// Builds all columns of [`POSITIONS`].
    pub fn new() -> Self {
        Self {
            reader: GameReader::new(GameWants::ONLY_MOVES),
            games: HeadColumns::default(),
            positions: PositionColumns::default(),
            rows: 0,
        }
    }

    /// Returns the number of positions in the batch so far.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Returns whether the batch has no positions.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Adds the positions of a game, up to the first illegal move; none if its start is not legal. Returns its faults.
    #[allow(clippy::expect_used, reason = "the game reader wrote the moves")]
    pub fn add(&mut self, raw: &RawGame<'_>) -> &[Diagnostic] {
        let row = self.reader.read(raw);
        if row.start.is_some() {
            let rows = self.positions.add(&row.moves, &row.clocks, &row.evals);
            let rows = rows.expect("moves of the game reader");
            self.games.add(&Arc::new(GameHead::read(raw)), rows);
            self.rows += rows;
        }
        &row.diagnostics
    }

    /// Returns the positions so far and starts a new batch.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        self.rows = 0;
        let mut arrays = self.games.finish();
        arrays.append(&mut self.positions.finish());
        POSITIONS.batch(arrays)
    }
}
