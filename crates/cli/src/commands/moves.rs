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

One move per line, sorted; exit code 1 if there is none.";

/// List the legal moves
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Moves {
    /// The position
    fen: String,

    #[command(flatten)]
    position: PositionArgs,

    /// Only the moves of the piece on this square
    #[arg(long, value_name = "SQUARE")]
    from: Option<Square>,

    /// Only moves that take something
    #[arg(long)]
    captures: bool,

    #[command(flatten)]
    form: Form,

    /// Write castling in UCI as the king taking his rook, even where the standard way would do
    #[arg(long)]
    chess960: bool,
}

/// What comes out.
#[derive(Args, Debug)]
#[group(multiple = false)]
struct Form {
    /// In UCI: g1f3
    #[arg(long)]
    uci: bool,

    /// In long algebraic notation: Ng1-f3
    #[arg(long)]
    lan: bool,

    /// Only how many there are
    #[arg(long)]
    count: bool,

    /// As JSON, each move with its parts
    #[arg(long)]
    json: bool,
}

impl Moves {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let position = self.position.read(&self.fen, output)?;
        let moves = self.select(&position);
        let mode = castling_mode(&position, self.chess960);
        if self.form.count {
            output.line(moves.len())?;
        } else if self.form.json {
            let mut moves = moves.clone();
            moves.sort_by_cached_key(|&mv| position.san(mv));
            let moves = moves.iter().map(|&mv| LegalMove::new(&position, mv, mode));
            output.json(&moves.collect::<Vec<_>>())?;
        } else {
            let write = |&mv: &Move| {
                if self.form.uci {
                    position.uci(mv, mode).to_string()
                } else if self.form.lan {
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
            output.report().plain(self.why_none(&position));
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

    fn why_none(&self, position: &Position) -> String {
        if position.count_legal_moves() == 0 {
            return position
                .end()
                .map_or_else(|| "no legal moves".to_owned(), |end| format!("no legal moves: {end}"));
        }
        let captures = if self.captures { "captures" } else { "moves" };
        match self.from {
            None => format!("no legal {captures}"),
            Some(square) => match position.board().piece_at(square) {
                None => format!("no legal {captures} from {square}: there is no piece"),
                Some(piece) if piece.color != position.turn() => {
                    format!("no legal {captures} from {square}: it is {}'s turn", position.turn())
                }
                Some(piece) => format!("the {piece} on {square} has no legal {captures}"),
            },
        }
    }
}
