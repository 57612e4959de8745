//! `pinsight final`.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use pinsight_drawing::TextBoard;
use pinsight_pgn::{Diagnostic, GameResult, RawGame, Replayed, Replayer, Tags, Verdict};
use pinsight_rules::{
    Bitboard, Board, Claim, Color, EnPassantMode, End, History, Outcome, Piece, Position, Role,
};
use pinsight_wire as wire;

use crate::args::{AnyFile, Games, OutputArgs, Selection};
use crate::output::{Output, json_text};
use crate::{Status, mainline};

const EXAMPLES: &str = "\
Examples:
  pinsight final game.pgn
  pinsight final --format fen games.pgn.zst
  pinsight final --json games.pgn | jq -r .end.termination | sort | uniq -c
  pinsight final --player Carlsen --result draw games.pgn

A game with an illegal move is replayed up to that move; the fault is printed to stderr.
Exit code 1 if a game has such a fault, or if no game is selected.";

/// Show the final position of each game: board, piece list, result and termination
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Final {
    #[command(flatten)]
    games: Games,

    /// Set the output format
    #[arg(long, value_name = "FORMAT", default_value = "board", conflicts_with = "json")]
    format: Format,

    /// Print one JSON object per game, like --format jsonl
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    output: OutputArgs<AnyFile>,

    #[command(flatten)]
    selection: Selection,
}

/// The output format.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// Board, piece list, result and termination
    Board,
    /// One FEN per game; `-` for a game without a legal start
    Fen,
    /// One JSON object per game
    #[value(aliases = ["json", "ndjson"])]
    Jsonl,
}

impl Final {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let between = if self.format() == Format::Board { "\n" } else { "" };
        let filter = self.selection.filter();
        let file = self.output.create(&mut self.games.file_set()?)?;
        self.games.write_each(output, &filter, file, between, |replayer, raw| self.show(replayer, raw))
    }

    fn format(&self) -> Format {
        if self.json { Format::Jsonl } else { self.format }
    }

    fn show(&self, replayer: &mut Replayer, raw: &RawGame<'_>) -> (String, Vec<Diagnostic>) {
        let (replayed, steps) = mainline::play(replayer, raw);
        let last = replayed.last.filter(|_| !raw.oversized);
        let text = if self.format() == Format::Fen {
            let fen = last.map_or_else(|| "-".to_owned(), |last| last.fen(EnPassantMode::Fen));
            format!("{fen}\n")
        } else {
            let game = FinishedGame {
                raw,
                tags: mainline::tags(raw),
                last,
                ending: ending(&replayed, &steps),
                replayed: &replayed,
            };
            if self.format() == Format::Jsonl {
                format!("{}\n", json_text(&game.to_wire()))
            } else {
                game.text(self.games.has_multiple_files())
            }
        };
        (text, replayed.diagnostics)
    }
}

/// How the game ended by the rules.
#[derive(Default)]
struct Ending {
    end: Option<End>,
    claim: Option<Claim>,
}

/// Returns how the game ended. Repetitions count only from the last null move on.
fn ending(replayed: &Replayed, steps: &mainline::Steps) -> Ending {
    let Some(start) = replayed.start else {
        return Ending::default();
    };
    let mut history = History::new(start);
    for (mv, after) in steps {
        let played = mv.map(|mv| history.play(mv));
        if !matches!(played, Some(Ok(()))) {
            history = History::new(*after);
        }
    }
    Ending { end: history.end(), claim: history.claim() }
}

/// A replayed game with its final position.
struct FinishedGame<'a> {
    raw: &'a RawGame<'a>,
    tags: Tags,
    replayed: &'a Replayed,
    /// None if the game has no legal start.
    last: Option<Position>,
    ending: Ending,
}

impl FinishedGame<'_> {
    fn text(&self, name_file: bool) -> String {
        let mut text =
            mainline::heading(self.raw.source, self.raw.number, &self.tags, self.replayed.result, name_file);
        text.push('\n');
        match &self.last {
            Some(last) => {
                text.push_str(&TextBoard::default().draw(last.board()));
                text.push('\n');
                for (piece, squares) in piece_view(last.board()) {
                    let plural = if squares.more_than_one() { "s" } else { "" };
                    // Writing to a string cannot fail.
                    let _ = writeln!(text, "{piece}{plural} {}", names(squares).join(" "));
                }
                text.push('\n');
            }
            None => text.push_str("no position\n"),
        }
        text.push_str(&self.result());
        text.push('\n');
        text
    }

    /// Returns the result, and the termination if the rules give one.
    fn result(&self) -> String {
        let result = self.replayed.result;
        let half_moves = match self.replayed.plies {
            1 => "1 half-move".to_owned(),
            plies => format!("{plies} half-moves"),
        };
        let board = match (self.ending.end, self.ending.claim) {
            (Some(end), _) if agrees(result, end) => format!(" by {}", end.termination),
            (Some(end), _) => format!(", but the game ended {end}"),
            (None, Some(claim)) => format!(", a draw may be claimed by {claim}"),
            (None, None) => String::new(),
        };
        let broken = match self.replayed.verdict() {
            Verdict::Broken => "; the game is broken",
            Verdict::Good | Verdict::Repaired => "",
        };
        format!("result {result}{board}, after {half_moves}{broken}")
    }

    fn to_wire(&self) -> wire::FinalPosition {
        wire::FinalPosition {
            file: self.raw.source.to_string(),
            game: self.raw.number,
            tags: (&self.tags).into(),
            plies: self.replayed.plies,
            result: self.replayed.result.into(),
            end: self.ending.end.map(wire::End::from),
            claim: self.ending.claim.map(|claim| claim.name().to_owned()),
            verdict: self.replayed.verdict().into(),
            position: self.last.as_ref().map(wire::Position::from),
            pieces: self.last.map(|last| last.board().into()),
        }
    }
}

fn agrees(result: GameResult, end: End) -> bool {
    match end.outcome {
        Outcome::Win(color) => result == GameResult::Win(color),
        Outcome::Draw => result == GameResult::Draw,
    }
}

/// Returns the pieces on the board with their squares: White first, from king to pawn.
fn piece_view(board: &Board) -> impl Iterator<Item = (Piece, Bitboard)> {
    let roles = || Role::ALL.into_iter().rev();
    let pieces = Color::ALL.into_iter().flat_map(move |color| roles().map(move |role| Piece { color, role }));
    pieces.map(|piece| (piece, board.by_piece(piece))).filter(|(_, squares)| squares.any())
}

/// Returns the names of the squares in alphabetical order.
fn names(squares: Bitboard) -> Vec<String> {
    let mut names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    names.sort_unstable();
    names
}
