//! `pinsight serve`.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueHint};
use pinsight_players::EngineConfig;
use pinsight_server::{Engine, Mode, Options, Page, Server};

use crate::Status;
use crate::config;
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
Prints the address to stdout, everything else to stderr.";

/// The default port.
const PORT: u16 = 7464;

/// Serve the web board: play, review, see the pins
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// PGN files to open, plain or compressed
    #[arg(value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,

    /// Listen on this port; 0 picks a free port
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    port: u16,

    /// Listen on this address; the default accepts local connections only
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,

    /// Open the board in the browser
    #[arg(long)]
    open: bool,

    /// Store the games in this folder; default: see below
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    data: Option<PathBuf>,

    /// Add a UCI engine for play and analysis, besides those of the config file; may be repeated
    #[arg(long, value_name = "NAME=PATH", value_parser = engine)]
    engine: Vec<Engine>,

    /// Reject all changes of games
    #[arg(long, conflicts_with = "files")]
    read_only: bool,

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
        let options = Options {
            address: self.listen,
            port: self.port,
            data: self
                .data
                .clone()
                .or_else(data_folder)
                .ok_or_else(|| anyhow!("no home folder for the games found: set one with --data"))?,
            mode: if self.read_only { Mode::ReadOnly } else { Mode::ReadWrite },
            engines: self.engines(),
            page: self.page.clone().map_or(Page::BuiltIn, Page::Folder),
        };
        let result = pinsight_server::serve(options, async |server| self.ready(server, output).await);
        result.map(|()| Status::Done)
    }

    /// Returns the engines of the command line, and those of the config file with other names.
    fn engines(&self) -> Vec<Engine> {
        let mut engines = self.engine.clone();
        for name in config::get().engine_names() {
            let is_new = !engines.iter().any(|engine| engine.name == name);
            if let Some(config) = config::get().engine(name).filter(|_| is_new) {
                engines.push(Engine { name: name.to_owned(), config });
            }
        }
        engines
    }

    /// Imports the files, prints the address and opens the browser.
    async fn ready(&self, server: &Server, output: &mut Output) -> anyhow::Result<()> {
        for notice in server.notices() {
            output.report().warning(notice);
        }
        let mut place = None;
        for file in &self.files {
            let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
            let name = file.file_name().map_or_else(|| "games.pgn".into(), |name| name.to_string_lossy());
            let opened = server.open_file(&name, bytes).await?;
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

fn engine(text: &str) -> anyhow::Result<Engine> {
    let (name, path) = text
        .split_once('=')
        .ok_or_else(|| anyhow!("expected NAME=PATH, such as stockfish=/usr/games/stockfish"))?;
    let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || !name.chars().all(good) {
        bail!("`{name}` is not a valid engine name: expected letters, digits, `-`, `_` and `.`");
    }
    let path = Path::new(path);
    if !path.is_file() {
        bail!("no such program: {}", path.display());
    }
    Ok(Engine { name: name.to_owned(), config: EngineConfig::new(path.to_string_lossy()) })
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
