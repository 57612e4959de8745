//! `pinsight board`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use pinsight_drawing::{Arrow, CellStyle, Circle, Glyphs, Label, Renderer, Scene, Theme};
use pinsight_pgn::Verdict;
use pinsight_rules::{Board as Pieces, Color, Move, Placed, Position, Square, UciMove};
use pinsight_wire as wire;

use crate::Status;
use crate::args::PositionArgs;
use crate::file::OutputFile;
use crate::games::with_place;
use crate::one_game::OneGame;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  pinsight board
  pinsight board --unicode --flip
  pinsight board --pins '7k/6q1/8/8/8/8/1B6/1K6 b - - 0 1'
  pinsight board --moves-from g1
  pinsight board 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' -o castling.svg
  pinsight board --pgn game.pgn --ply 24 --pins --captured -o position.png --size 960 --theme dark
  pinsight board --pgn games.pgn.zst --game 3 --pins -o game.gif --delay 0.8
  pinsight board --json startpos | jq .squares.e1

In pictures an absolute pin has a whole arrow and ring, a relative one a dashed arrow and ring.
As text, [n] is where the last move began or ended, <n> the piece of --moves-from, * where it may go,
(p) what it may take.";

/// Draw a position: as text, SVG or PNG; or a game as an animated GIF
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Board {
    /// The position
    #[arg(default_value = "startpos")]
    fen: String,

    #[command(flatten)]
    position: PositionArgs,

    /// A position of a game in this file instead; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "allow_impossible"])]
    pgn: Option<PathBuf>,

    /// Which game of the file
    #[arg(long, value_name = "N", default_value = "1", requires = "pgn", value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,

    /// After how many half-moves; else at the end
    #[arg(long, value_name = "P", requires = "pgn")]
    ply: Option<usize>,

    /// A picture instead of text: the name ends with .svg, .png or, for a game, .gif
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,

    /// Overwrite the file of --output
    #[arg(long, requires = "output")]
    force: bool,

    /// Show the pins that stand
    #[arg(long, conflicts_with = "json")]
    pins: bool,

    /// Black's side below
    #[arg(long, conflicts_with = "json")]
    flip: bool,

    /// Show the move that led here, by its squares: e2e4; that of a game is shown anyway
    #[arg(long, value_name = "MOVE", conflicts_with_all = ["json", "pgn"], value_parser = squares_of_move)]
    last_move: Option<(Square, Square)>,

    /// Show where the piece on this square may go
    #[arg(long, value_name = "SQ", conflicts_with = "json")]
    moves_from: Option<Square>,

    /// Arrows, as PGN writes them: e2e4, or with a colour of G, R, Y, B, Re2e4; several with commas
    #[arg(long, value_name = "ARROWS", value_delimiter = ',', requires = "output")]
    arrows: Vec<Arrow>,

    /// Circles: e4, or with a colour of G, R, Y, B, Re4; several with commas
    #[arg(long, value_name = "CIRCLES", value_delimiter = ',', requires = "output")]
    circles: Vec<Circle>,

    /// Short texts at squares, of 0-9, a-h, + - = ! ? #: e4=!?; several with commas
    #[arg(long, value_name = "LABELS", value_delimiter = ',', requires = "output")]
    labels: Vec<Label>,

    /// Show the pieces that are gone, and who is ahead
    #[arg(long, requires = "output")]
    captured: bool,

    /// Leave the names of files and ranks out
    #[arg(long, requires = "output")]
    no_coordinates: bool,

    /// How wide the picture is, in pixels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value = "480",
        requires = "output",
        value_parser = clap::value_parser!(u32).range(i64::from(Renderer::MIN_WIDTH)..=i64::from(Renderer::MAX_WIDTH))
    )]
    size: u32,

    /// The colours of the picture
    #[arg(long, value_enum, default_value = "light", requires = "output")]
    theme: ThemeName,

    /// How long each position of an animated picture is shown, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "1", requires = "output", value_parser = seconds)]
    delay: Duration,

    /// Figurines instead of letters
    #[arg(long, conflicts_with_all = ["json", "output"])]
    unicode: bool,

    /// The position as JSON: pieces by square, turn, rights, counters, whether the game is over
    #[arg(long)]
    json: bool,
}

/// The colours of a picture.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum ThemeName {
    /// For light pages
    Light,
    /// For dark pages
    Dark,
    /// Shades of grey, for paper
    Print,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Light => Self::LIGHT,
            ThemeName::Dark => Self::DARK,
            ThemeName::Print => Self::PRINT,
        }
    }
}

/// What a file's name says about its content.
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
                "cannot tell the kind of {}: expected a name that ends with .svg, .png or .gif",
                path.display()
            ),
        }
    }
}

impl Board {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let game = self.pgn.as_deref().map(|path| OneGame::read(path, self.game)).transpose()?;
        let status = game.as_ref().map_or(Status::Done, |game| report(game, output));
        match &self.output {
            Some(path) => {
                let format = Format::of(path)?;
                // Before the work: a file that is there is known at once.
                let mut file = OutputFile::create(path, self.force)?;
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
                let sidebar = if self.pins { scene.describe_pins() } else { Vec::new() };
                output.bytes(scene.text(glyphs, &sidebar, paint).as_bytes())?;
            }
        }
        Ok(status)
    }

    fn picture(&self, format: Format, game: Option<&OneGame>, output: &Output) -> anyhow::Result<Vec<u8>> {
        let renderer = Renderer { theme: self.theme.into(), width: self.size };
        Ok(match format {
            Format::Svg => renderer.svg(&self.scene(game, output)?.1).into_bytes(),
            Format::Png => renderer.png(&self.scene(game, output)?.1)?,
            Format::Gif => {
                let Some(game) = game else {
                    bail!("an animated picture needs a game: --pgn FILE");
                };
                let last = self.ply.unwrap_or(game.steps.len());
                let scenes: Result<Vec<Scene>, _> = (0..=last).map(|ply| self.scene_at(game, ply)).collect();
                renderer.gif(&scenes?, self.delay)?
            }
        })
    }

    /// The position that is asked for, and what is shown of it.
    fn scene(&self, game: Option<&OneGame>, output: &Output) -> anyhow::Result<(Position, Scene)> {
        if let Some(game) = game {
            let ply = self.ply.unwrap_or(game.steps.len());
            let (_, position) = game.at(ply)?;
            return Ok((position, self.scene_at(game, ply)?));
        }
        let position = self.position.read(&self.fen, output)?;
        let mut scene = self.marked(&position, &Pieces::start())?;
        scene.last_move = self.last_move;
        Ok((position, scene))
    }

    fn scene_at(&self, game: &OneGame, ply: usize) -> anyhow::Result<Scene> {
        let (mv, position) = game.at(ply)?;
        let mut scene = self.marked(&position, game.start.board())?;
        scene.last_move = mv.map(|mv: Move| (mv.from(), mv.to()));
        scene.title = Some(game.title(ply));
        Ok(scene)
    }

    /// The position with all marks but the last move.
    fn marked(&self, position: &Position, start: &Pieces) -> anyhow::Result<Scene> {
        let mut scene = Scene::new(position);
        scene.flip = self.flip;
        scene.coordinates = !self.no_coordinates;
        scene.arrows.clone_from(&self.arrows);
        scene.circles.clone_from(&self.circles);
        scene.labels.clone_from(&self.labels);
        if self.pins {
            scene = scene.with_pins(position);
        }
        if self.captured {
            scene = scene.with_captured(start);
        }
        if let Some(square) = self.moves_from {
            movable(position, square)?;
            scene = scene.with_moves_from(position, square);
        }
        Ok(scene)
    }
}

/// Says why the piece on this square cannot be asked for its moves.
fn movable(position: &Position, square: Square) -> anyhow::Result<()> {
    let piece = position.board().piece_at(square);
    let piece = piece.ok_or_else(|| anyhow!("--moves-from: there is no piece on {square}"))?;
    let turn = position.turn();
    if piece.color != turn {
        bail!("--moves-from: {} is {}'s, and it is {turn}'s turn", Placed { piece, square }, piece.color);
    }
    Ok(())
}

/// Tells what was wrong with the game.
fn report(game: &OneGame, output: &Output) -> Status {
    for diagnostic in &game.diagnostics {
        match diagnostic.severity() {
            pinsight_pgn::Severity::Warning => output.report().warning(with_place(diagnostic)),
            pinsight_pgn::Severity::Error => output.report().error(with_place(diagnostic)),
        }
    }
    match Verdict::of(&game.diagnostics) {
        Verdict::Broken => Status::Faulty,
        Verdict::Good | Verdict::Repaired => Status::Done,
    }
}

/// The cell in colours; where they are not wanted they are taken away when it is written.
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

/// The squares of a move that has been made: there is no position in which SAN could be read.
fn squares_of_move(text: &str) -> Result<(Square, Square), String> {
    match text.parse() {
        Ok(UciMove::Normal { from, to, .. }) if from != to => Ok((from, to)),
        _ => Err("expected its two squares, as in e2e4 or e7e8q".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| (0.02..=60.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds from 0.02 to 60".to_owned())
}
