//! `pinsight board`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use anyhow::bail;
use clap::{Args, ValueHint};
use pinsight_drawing::{Arrow, CellStyle, Circle, Glyphs, Label, Renderer, Scene};
use pinsight_pgn::Verdict;
use pinsight_rules::{Board as Pieces, Color, Move, Placed, Position, Square, UciMove};
use pinsight_tactics::MotifKind;
use pinsight_wire as wire;

use crate::args::{FenArgs, OutputArgs, PictureFile, Selection, ThemeName, duration, fen, number};
use crate::config;
use crate::files::Files;
use crate::games::without_label;
use crate::one_game::OneGame;
use crate::output::Output;
use crate::{NothingFound, Status};

const EXAMPLES: &str = "\
Examples:
  pinsight board
  pinsight board --unicode --flip
  pinsight board --pins '7k/6q1/8/8/8/8/1B6/1K6 b - - 0 1'
  pinsight board --motifs '1k1r3r/8/5N2/8/8/8/8/K7 w - - 0 1' -o motifs.svg
  pinsight board --moves-from g1
  pinsight board 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' -o castling.svg
  pinsight board --pgn game.pgn --ply 24 --pins -o position.png --size 960
  pinsight board --pgn games.pgn.zst --game 3 --pins -o game.gif --delay 800ms
  pinsight board --json startpos | jq .squares.e1

--pgn draws the first selected game of the file.

Pictures draw absolute pins with solid arrows and rings, relative pins with dashed ones. The arrows of other \
motifs lead from attackers (red) and defenders (blue) to their targets.
Text boards mark the squares of the last move as [n], the piece of --moves-from as <n>, its target squares \
as *, and the pieces that it can capture as (p).

Exit code 1 if the game is broken, or if the game, the ply or the piece of --moves-from does not exist.";

/// The flags that require `output`. A flag that excludes `output` has to exclude them too: clap does not enforce a
/// requirement that is excluded.
const PICTURE_FLAGS: [&str; 10] = [
    "output",
    "force",
    "arrows",
    "circles",
    "labels",
    "captured",
    "no_coordinates",
    "size",
    "theme",
    "delay",
];

/// Draw a position as text, SVG or PNG, or a game as an animated GIF
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Board {
    /// Position as a FEN or EPD, or `startpos`, the default
    #[arg(default_value = "startpos", hide_default_value = true, value_parser = fen(), hide_possible_values = true)]
    fen: String,

    #[command(flatten)]
    rules: FenArgs,

    /// Show a position of a game in this PGN file; `-` is standard input
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        conflicts_with = "fen"
    )]
    pgn: Option<PathBuf>,

    /// Show the position after this many plies; default: the final position
    #[arg(long, value_name = "N", requires = "pgn", value_parser = number::<usize>(0..))]
    ply: Option<usize>,

    #[command(flatten)]
    output: OutputArgs<PictureFile>,

    /// Show the pins of the position
    #[arg(long, conflicts_with = "json")]
    pins: bool,

    /// Show the motifs of the position, pins included
    #[arg(long, conflicts_with = "json")]
    motifs: bool,

    /// Draw the board from Black's side
    #[arg(long, conflicts_with = "json")]
    flip: bool,

    /// Mark the last move, given by its squares: e2e4; with --pgn it is always marked
    #[arg(long, value_name = "MOVE", conflicts_with_all = ["json", "pgn"], value_parser = squares_of_move)]
    last_move: Option<(Square, Square)>,

    /// Show the legal moves of the piece on this square
    #[arg(long, value_name = "SQUARE", conflicts_with = "json")]
    moves_from: Option<Square>,

    /// Draw arrows, separated by commas: e2e4, or Re2e4 with a colour of G, R, Y, B
    #[arg(long, value_name = "ARROWS", value_delimiter = ',', requires = "output")]
    arrows: Vec<Arrow>,

    /// Draw circles, separated by commas: e4, or Re4 with a colour of G, R, Y, B
    #[arg(long, value_name = "CIRCLES", value_delimiter = ',', requires = "output")]
    circles: Vec<Circle>,

    /// Draw short labels (0-9, a-h, + - = ! ? #) on squares, separated by commas: e4=!?
    #[arg(long, value_name = "LABELS", value_delimiter = ',', requires = "output")]
    labels: Vec<Label>,

    /// Show the captured pieces and the material balance
    #[arg(long, requires = "output")]
    captured: bool,

    /// Omit the file and rank names
    #[arg(long, requires = "output")]
    no_coordinates: bool,

    /// Set the width of the picture in pixels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value = "480",
        requires = "output",
        value_parser = number::<u32>(Renderer::MIN_WIDTH..=Renderer::MAX_WIDTH)
    )]
    size: u32,

    /// Set the colours of the picture; default: that of the config file, else light
    #[arg(long, value_enum, requires = "output")]
    theme: Option<ThemeName>,

    /// Show each position of an animation this long, such as 800ms or 2s
    #[arg(long, value_name = "TIME", default_value = "1s", requires = "output", value_parser = delay)]
    delay: Duration,

    /// Draw figurines instead of letters
    #[arg(long, conflicts_with = "json", conflicts_with_all = PICTURE_FLAGS)]
    unicode: bool,

    /// Print the position as JSON: pieces by square, turn, castling rights, counters, game end
    #[arg(long, conflicts_with_all = PICTURE_FLAGS)]
    json: bool,

    #[command(flatten)]
    selection: Selection,
}

/// The format of a picture file.
#[derive(Clone, Copy)]
enum Format {
    Svg,
    Png,
    Gif,
}

impl Format {
    fn of(path: &Path) -> anyhow::Result<Self> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("gif") => Ok(Self::Gif),
            _ => bail!(
                "cannot infer the format of {}: expected a name ending in .svg, .png or .gif",
                path.display()
            ),
        }
    }
}

impl Board {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        if self.pgn.is_none() && self.selection.is_any() {
            bail!("only games can be selected: use --pgn FILE instead of a position");
        }
        let mut files = Files::reading(&self.pgn)?;
        let file = match self.output.path() {
            _ if self.output.is_stdout() => {
                bail!("a picture needs a file: expected a name ending in .svg, .png or .gif, found -")
            }
            Some(path) => Some(Format::of(path)?).zip(self.output.create(&mut files)?),
            None => None,
        };
        let filter = self.selection.filter();
        let game = self
            .pgn
            .as_deref()
            .map(|path| OneGame::read(path, &filter, self.rules.legality()))
            .transpose()?;
        let status = game.as_ref().map_or(Status::Done, |game| report(game, output));
        match file {
            Some((format, mut file)) => {
                file.write(&self.picture(format, game.as_ref(), output)?)?;
                file.finish()?;
            }
            None if self.json => {
                let (position, _) = self.scene(game.as_ref(), output)?;
                output.json(&wire::Position::from(&position))?;
            }
            None => {
                let (_, scene) = self.scene(game.as_ref(), output)?;
                let glyphs = if self.unicode { Glyphs::Figurines } else { Glyphs::Letters };
                let sidebar = self.sidebar(&scene);
                output.bytes(scene.text(glyphs, &sidebar, paint).as_bytes())?;
            }
        }
        Ok(status)
    }

    /// Returns the lines beside a text board.
    fn sidebar(&self, scene: &Scene) -> Vec<String> {
        let mut lines = if self.pins { scene.describe_pins() } else { Vec::new() };
        if self.motifs {
            let motifs = scene.motifs.iter().filter(|motif| !self.pins || motif.kind != MotifKind::Pin);
            lines.extend(motifs.map(|motif| format!("{motif}.")));
            if scene.motifs.is_empty() {
                lines.push("No motifs.".to_owned());
            }
        }
        lines
    }

    fn picture(&self, format: Format, game: Option<&OneGame>, output: &Output) -> anyhow::Result<Vec<u8>> {
        let renderer =
            Renderer { theme: self.theme.unwrap_or_else(|| config::get().theme()).into(), width: self.size };
        Ok(match format {
            Format::Svg => renderer.svg(&self.scene(game, output)?.1).into_bytes(),
            Format::Png => renderer.png(&self.scene(game, output)?.1)?,
            Format::Gif => {
                let Some(game) = game else {
                    bail!("an animated GIF needs a game: use --pgn FILE");
                };
                let last = self.ply.unwrap_or(game.steps.len());
                let scenes: Result<Vec<Scene>, _> = (0..=last).map(|ply| self.scene_at(game, ply)).collect();
                renderer.gif(&scenes?, self.delay)?
            }
        })
    }

    /// Returns the selected position and its scene.
    fn scene(&self, game: Option<&OneGame>, output: &Output) -> anyhow::Result<(Position, Scene)> {
        if let Some(game) = game {
            let ply = self.ply.unwrap_or(game.steps.len());
            let (_, position) = game.at(ply)?;
            return Ok((position, self.scene_at(game, ply)?));
        }
        let position = self.rules.read_without_pgn("board", &self.fen, output)?;
        let mut scene = self.scene_of(&position, &Pieces::start())?;
        scene.last_move = self.last_move;
        Ok((position, scene))
    }

    fn scene_at(&self, game: &OneGame, ply: usize) -> anyhow::Result<Scene> {
        let (mv, position) = game.at(ply)?;
        let mut scene = self.scene_of(&position, game.start.board())?;
        scene.last_move = mv.map(|mv: Move| (mv.from(), mv.to()));
        scene.title = Some(game.title(ply));
        Ok(scene)
    }

    /// Returns the scene of a position with all marks except the last move.
    fn scene_of(&self, position: &Position, start: &Pieces) -> anyhow::Result<Scene> {
        let mut scene = Scene::new(position);
        scene.flip = self.flip;
        scene.coordinates = !self.no_coordinates;
        scene.arrows.clone_from(&self.arrows);
        scene.circles.clone_from(&self.circles);
        scene.labels.clone_from(&self.labels);
        if self.pins {
            scene = scene.with_pins(position);
        }
        if self.motifs {
            scene = scene.with_motifs(position);
        }
        if self.captured {
            scene = scene.with_captured(start);
        }
        if let Some(square) = self.moves_from {
            check_mover(position, square)?;
            scene = scene.with_moves_from(position, square);
        }
        Ok(scene)
    }
}

/// Returns an error unless the side to move has a piece on `square`.
fn check_mover(position: &Position, square: Square) -> anyhow::Result<()> {
    let piece = position.board().piece_at(square);
    let turn = position.turn();
    match piece {
        None => Err(NothingFound(format!("--moves-from: there is no piece on {square}")).into()),
        Some(piece) if piece.color != turn => {
            let (owner, piece) = (piece.color, Placed { piece, square });
            let text = format!("--moves-from: {piece} belongs to {owner}, but {turn} is to move");
            Err(NothingFound(text).into())
        }
        Some(_) => Ok(()),
    }
}

/// Reports the faults of the game.
fn report(game: &OneGame, output: &Output) -> Status {
    for diagnostic in &game.diagnostics {
        match diagnostic.severity() {
            pinsight_pgn::Severity::Warning => output.report().warning(without_label(diagnostic)),
            pinsight_pgn::Severity::Error => output.report().error(without_label(diagnostic)),
        }
    }
    match Verdict::of(&game.diagnostics) {
        Verdict::Broken => Status::Faulty,
        Verdict::Good | Verdict::Repaired => Status::Done,
    }
}

/// Returns the cell with its colours; `Output` strips them where colours are off.
fn paint(style: CellStyle, cell: &str) -> String {
    let style = match style {
        CellStyle::Check => AnsiColor::White.on(AnsiColor::Red).bold(),
        CellStyle::Pinned => AnsiColor::Black.on(AnsiColor::Yellow).bold(),
        CellStyle::Target => AnsiColor::Green.on_default().bold(),
        CellStyle::Attacker => AnsiColor::Red.on_default().bold(),
        CellStyle::Shielded => AnsiColor::Yellow.on_default().bold(),
        CellStyle::LastMove => Style::new().invert(),
        CellStyle::Piece(Color::White) => Style::new().bold(),
        CellStyle::Piece(Color::Black) => AnsiColor::Cyan.on_default(),
        CellStyle::Empty => return cell.to_owned(),
    };
    format!("{style}{cell}{style:#}")
}

/// Parses the squares of the last move; SAN would need the position before it.
fn squares_of_move(text: &str) -> Result<(Square, Square), String> {
    match text.parse() {
        Ok(UciMove::Normal { from, to, .. }) if from != to => Ok((from, to)),
        _ => Err("expected two squares, such as e2e4 or e7e8q".to_owned()),
    }
}

fn delay(text: &str) -> Result<Duration, String> {
    let range = Duration::from_millis(20)..=Duration::from_secs(60);
    let delay = duration(text).ok().filter(|delay| range.contains(delay));
    delay.ok_or_else(|| "expected a time from 20ms to 60s".to_owned())
}
