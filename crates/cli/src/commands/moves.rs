//! `pinsight moves`.

use clap::Args;
use pinsight_rules::{Move, Position, Square};
use pinsight_wire::LegalMove;

use crate::Status;
use crate::args::{PositionArgs, castling_mode};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  pinsight moves startpos
  pinsight moves --from g1 startpos
  pinsight moves --uci --captures 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  pinsight moves --count '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'

Prints one move per line, sorted. Exit code 1 if there is no move.";

/// List the legal moves of a position
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Moves {
    #[command(flatten)]
    position: PositionArgs,

    /// List only the moves of the piece on this square
    #[arg(long, value_name = "SQUARE")]
    from: Option<Square>,

    /// List only captures
    #[arg(long)]
    captures: bool,

    #[command(flatten)]
    format: Format,

    /// Write castling in UCI as the king capturing its rook, as in Chess960
    #[arg(long)]
    chess960: bool,
}

/// The output format; SAN by default.
#[derive(Args, Debug)]
#[group(multiple = false)]
struct Format {
    /// Print UCI: g1f3
    #[arg(long)]
    uci: bool,

    /// Print long algebraic notation: Ng1-f3
    #[arg(long)]
    lan: bool,

    /// Print only the number of moves
    #[arg(long)]
    count: bool,

    /// Print a JSON array of the moves with their details
    #[arg(long)]
    json: bool,
}

impl Moves {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let position = self.position.read(output)?;
        let moves = self.select(&position);
        let mode = castling_mode(&position, self.chess960);
        if self.format.count {
            output.line(moves.len())?;
        } else if self.format.json {
            let mut moves = moves.clone();
            moves.sort_by_cached_key(|&mv| position.san(mv));
            let moves = moves.iter().map(|&mv| LegalMove::new(&position, mv, mode));
            output.json(&moves.collect::<Vec<_>>())?;
        } else {
            let write = |&mv: &Move| {
                if self.format.uci {
                    position.uci(mv, mode).to_string()
                } else if self.format.lan {
                    position.lan(mv)
                } else {
                    position.san(mv)
                }
            };
            let mut lines: Vec<String> = moves.iter().map(write).collect();
            lines.sort_unstable();
            for line in lines {
                output.line(line)?;
            }
        }
        if moves.is_empty() {
            output.finish()?;
            output.report().plain(self.explain_none(&position));
            return Ok(Status::NothingFound);
        }
        Ok(Status::Done)
    }

    fn select(&self, position: &Position) -> Vec<Move> {
        let moves = match self.from {
            Some(square) => position.legal_moves_from(square),
            None => position.legal_moves(),
        };
        moves.into_iter().filter(|&mv| !self.captures || position.is_capture(mv)).collect()
    }

    fn explain_none(&self, position: &Position) -> String {
        if position.count_legal_moves() == 0 {
            return position
                .end()
                .map_or_else(|| "no legal moves".to_owned(), |end| format!("no legal moves: {end}"));
        }
        let captures = if self.captures { "captures" } else { "moves" };
        match self.from {
            None => format!("no legal {captures}"),
            Some(square) => match position.board().piece_at(square) {
                None => format!("no legal {captures} from {square}: the square is empty"),
                Some(piece) if piece.color != position.turn() => {
                    format!("no legal {captures} from {square}: {} is to move", position.turn())
                }
                Some(piece) => format!("the {piece} on {square} has no legal {captures}"),
            },
        }
    }
}
