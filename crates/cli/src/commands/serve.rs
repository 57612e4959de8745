//! `pinsight serve`.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use pinsight_openings::Book;
use pinsight_players::EngineConfig;
use pinsight_server::{Engine, Limit, Limits, LogLevel, Mode, Options, Page, Server};

use crate::Status;
use crate::args::{engine_name, ip_address, nodes, number};
use crate::config;
use crate::file::open_file;
use crate::folders::data_folder;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  pinsight serve --open
  pinsight serve games.pgn --open
  pinsight serve --engine stockfish=/usr/games/stockfish
  pinsight serve --data ~/chess --port 8080

Games are stored in the data folder, by default `$XDG_DATA_HOME/pinsight` or the equivalent of the \
operating system. Ctrl-C stops the server; confirmed changes survive any kind of shutdown.
Prints the address to stdout, everything else to stderr.

Limits of --limit, with their defaults:";

/// The default port.
const PORT: u16 = 7464;

/// Serve the web board: play, review, see the pins
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Serve {
    /// PGN files to open, plain or compressed
    #[arg(value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,

    /// Listen on this port; 0 picks a free port
    #[arg(long, value_name = "PORT", default_value_t = PORT, value_parser = number::<u16>(0..=u16::MAX))]
    port: u16,

    /// Listen on this address; the default accepts local connections only
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = ip_address)]
    listen: IpAddr,

    /// Open the board in the browser
    #[arg(long)]
    open: bool,

    /// Store the games in this folder; default: see below
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    data: Option<PathBuf>,

    /// Add a UCI engine by name or path for play and analysis, besides those of the config file; NAME=PATH
    /// names it; may be repeated
    #[arg(long, value_name = "ENGINE", value_parser = engine_name(), hide_possible_values = true)]
    engine: Vec<String>,

    /// Let the computers open from this Polyglot book, and show its moves in the opening tree
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    book: Option<PathBuf>,

    /// Limit the nodes per position of reviews; fewer are faster and less exact
    #[arg(long, value_name = "N", value_parser = nodes())]
    nodes: Option<u64>,

    /// Set a limit of the server, such as `connections=100`, besides those of the config file; may be repeated
    #[arg(long, value_name = "NAME=N", value_parser = limit)]
    limit: Vec<(String, usize)>,

    /// Reject all changes of games
    #[arg(long, conflicts_with = "files")]
    read_only: bool,

    /// Log to stderr: `info` logs every request, `debug` more
    #[arg(long, value_name = "LEVEL", value_parser = log_level())]
    log: Option<LogLevel>,

    /// Serve the page from this folder instead of the built-in one (for development)
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    page: Option<PathBuf>,
}

impl Serve {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        if !self.listen.is_loopback() {
            let warning =
                "other machines can reach this server and change the games: there is no authentication";
            output.report().warning(warning);
        }
        if let Some(level) = self.log {
            pinsight_server::log_to_stderr(level);
        }
        let options = Options {
            address: self.listen,
            port: self.port,
            data: self
                .data
                .clone()
                .or_else(data_folder)
                .ok_or_else(|| anyhow!("no home folder for the games found: set one with --data"))?,
            mode: if self.read_only { Mode::ReadOnly } else { Mode::ReadWrite },
            engines: self.engines()?,
            page: self.page.clone().map_or(Page::BuiltIn, Page::Folder),
            nodes: self.nodes,
            book: self.book.as_deref().map(open_book).transpose()?,
            limits: self.limits()?,
        };
        let result = pinsight_server::serve(options, async |server| self.ready(server, output).await);
        result.map(|()| Status::Done)
    }

    /// Returns the limits of the config file, with those of the command line.
    fn limits(&self) -> anyhow::Result<Limits> {
        let mut limits = config::get().limits();
        for (name, value) in &self.limit {
            limits.set(name, *value).map_err(|error| anyhow!("--limit {name}={value}: {error}"))?;
        }
        Ok(limits)
    }

    /// Returns the engines of the command line, and those of the config file with other names.
    fn engines(&self) -> anyhow::Result<Vec<Engine>> {
        let mut engines = self.engine.iter().map(|text| engine(text)).collect::<anyhow::Result<Vec<_>>>()?;
        for name in config::get().engine_names() {
            let is_new = !engines.iter().any(|engine| engine.name == name);
            if let Some(config) = config::get().engine(name).filter(|_| is_new) {
                engines.push(Engine { name: name.to_owned(), config });
            }
        }
        Ok(engines)
    }

    /// Imports the files, prints the address and opens the browser.
    async fn ready(&self, server: &Server, output: &mut Output) -> anyhow::Result<()> {
        for notice in server.notices() {
            output.report().warning(notice);
        }
        let mut place = None;
        for file in &self.files {
            let content = open_file(file).with_context(|| format!("cannot read {}", file.display()))?;
            let name = file.file_name().map_or_else(|| "games.pgn".into(), |name| name.to_string_lossy());
            let opened = server.open_file(&name, content).await?;
            place.get_or_insert(opened);
        }
        let address = address(server.address()?, place.as_deref().unwrap_or("/"));
        output.line(&address)?;
        output.finish()?;
        output.report().plain("press Ctrl-C to stop the server");
        if self.open
            && let Err(error) = open_browser(&address)
        {
            output
                .report()
                .warning(format_args!("cannot open the browser: {error}; open {address} yourself"));
        }
        Ok(())
    }
}

/// Returns the examples and the list of limits.
fn after_help() -> String {
    let width = Limits::ALL.iter().map(|limit| limit.name.len()).max().unwrap_or_default();
    let line = |limit: &Limit| format!("\n  {:width$}  {:>6}  {}", limit.name, limit.default, limit.meaning);
    Limits::ALL.iter().map(line).fold(EXAMPLES.to_owned(), |text, line| text + &line)
}

/// Parses `NAME=N`.
fn limit(text: &str) -> Result<(String, usize), String> {
    let wrong = || format!("expected NAME=N with a whole number, as `connections=100`, found `{text}`");
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    Ok((name.to_owned(), value.parse().map_err(|_| wrong())?))
}

fn log_level() -> impl TypedValueParser<Value = LogLevel> {
    PossibleValuesParser::new(["error", "warn", "info", "debug"]).try_map(|name| name.parse::<LogLevel>())
}

/// Opens a book; returns it with its name.
fn open_book(path: &Path) -> anyhow::Result<(String, Book)> {
    let book = Book::open(path).map_err(|error| anyhow!("--book {}: {error}", path.display()))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok((name, book))
}

/// Parses `NAME=PATH`, the name of an engine of the config file, or a program, which is named by its file name.
fn engine(text: &str) -> anyhow::Result<Engine> {
    if let Some(config) = config::get().engine(text) {
        return Ok(Engine { name: text.to_owned(), config });
    }
    let stem = Path::new(text).file_stem().unwrap_or_default().to_string_lossy();
    let (name, path) = text.split_once('=').unwrap_or((&stem, text));
    let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || !name.chars().all(good) {
        bail!("`{name}` is not a valid engine name: expected letters, digits, `-`, `_` and `.`");
    }
    if !Path::new(path).is_file() && !is_in_path(path) {
        bail!(
            "--engine {text}: no such program: {path}; expected an engine of the config file, a program or NAME=PATH"
        );
    }
    Ok(Engine { name: name.to_owned(), config: EngineConfig::new(path) })
}

/// Returns whether a folder of `PATH` contains this program.
fn is_in_path(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    !program.is_empty() && std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// Returns the URL for a browser; an unspecified address becomes 127.0.0.1.
fn address(address: SocketAddr, place: &str) -> String {
    let ip = if address.ip().is_unspecified() { IpAddr::from([127, 0, 0, 1]) } else { address.ip() };
    format!("http://{}{place}", SocketAddr::new(ip, address.port()))
}

fn open_browser(address: &str) -> std::io::Result<()> {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    };
    let quiet = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = quiet.spawn()?;
    // Reap the process when it ends.
    std::thread::spawn(move || child.wait());
    Ok(())
}
