//! Starts and stops the server.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pinsight_openings::Book;
use pinsight_players::OpeningBook;
use thiserror::Error;
use tokio::net::TcpListener;
pub use tracing::Level as LogLevel;

use crate::error::ApiError;
use crate::game::Games;
use crate::http::routes::imports::{Known, import_file, open_game};
use crate::http::{self, App, AppOptions, Page, Reach, router};
use crate::limits::Limits;
use crate::play::{Engine, Players};
use crate::store::{ImportQuery, Mode, Spool, Store, StoreError, Upload};

/// The time that computers get at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(300);

/// Options of a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// The folder with the games.
    pub data: PathBuf,
    /// Whether games can be changed.
    pub mode: Mode,
    /// The UCI engines that the page offers.
    pub engines: Vec<Engine>,
    /// The source of the page.
    pub page: Page,
    /// The nodes per position of a review; `None` for the default of the coach.
    pub nodes: Option<u64>,
    /// A Polyglot book for the opening tree and the computers, with its name.
    pub book: Option<(String, Book)>,
    /// What is accepted at most.
    pub limits: Limits,
}

impl Options {
    /// Returns the default options: loopback only, games in the folder `data`.
    pub fn new(data: PathBuf) -> Self {
        Self {
            address: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            data,
            mode: Mode::ReadWrite,
            engines: Vec::new(),
            page: Page::default(),
            nodes: None,
            book: None,
            limits: Limits::default(),
        }
    }
}

/// Why the server did not start, or stopped.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another program uses the port.
    #[error("port {0} is in use: choose another one with --port, or --port 0 for any that is free")]
    PortInUse(u16),
    /// The server cannot listen on the address.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        error: io::Error,
    },
    /// A file of games cannot be imported.
    #[error("{name}: {reason}")]
    File {
        /// The name of the file.
        name: String,
        /// The reason.
        reason: String,
    },
    /// Any other I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Runs a server until SIGINT or SIGTERM. Calls `ready` when the port is open, before the first request is answered.
pub fn serve<E: From<ServeError>>(
    options: Options,
    ready: impl AsyncFnOnce(&Server) -> Result<(), E>,
) -> Result<(), E> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(ServeError::from)?;
    let result = runtime.block_on(async {
        let server = Server::start(options).await?;
        ready(&server).await?;
        server.run(stop_signal()).await?;
        Ok(())
    });
    // Do not wait for an engine that ignores its stop.
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    result
}

/// Logs what the server does to stderr.
pub fn log_to_stderr(level: LogLevel) {
    // Fails only if the program logs already.
    let _ = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).try_init();
}

async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}

/// A server with an open port that does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: App,
    reach: Reach,
}

impl Server {
    /// Opens the store and the port.
    pub async fn start(options: Options) -> Result<Self, ServeError> {
        let store = Store::open(&options.data, options.mode)?;
        let address = SocketAddr::new(options.address, options.port);
        let listener = TcpListener::bind(address).await.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => ServeError::PortInUse(options.port),
            _ => ServeError::Listen { address, error },
        })?;
        let reach = if options.address.is_loopback() { Reach::Loopback } else { Reach::Network };
        let limits = options.limits;
        let (games, runners) = Games::new(store, &limits);
        let book = options.book.map(Arc::new);
        let to_play = book
            .clone()
            .map(|book| OpeningBook::new(move |position, random| book.1.probe(position).choose(random)));
        let players = Arc::new(Players::new(options.engines, limits.hash_mib, to_play));
        let folder = options.data.into();
        let options = AppOptions { limits, folder, page: options.page, nodes: options.nodes, book };
        let app = App::new(games, players, options);
        tokio::spawn(app.computers.clone().start_runners(runners));
        Ok(Self { listener, app, reach })
    }

    /// Returns the address of the server.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Returns messages about the store for the user.
    pub fn notices(&self) -> Vec<String> {
        self.app.games.store().notices()
    }

    /// Imports a file of games, unless it was imported before. Returns the path of its page: the game if there is only
    /// one, else the list.
    pub async fn open_file(&self, name: &str, content: impl io::Read) -> Result<String, ServeError> {
        let opened = async {
            let (_, import) = import_file(&self.app, name, self.spool(content)?, Known::Any).await?;
            let query = ImportQuery { import, text: String::new(), faulty: false, offset: 0, limit: 1 };
            let found = self.app.games.store().import(query).await?;
            if found.is_some_and(|(info, ..)| info.total > 1) {
                return Ok(format!("/imports/{import}"));
            }
            open_game(&self.app, import, 1).await?;
            let game = self.app.games.store().opened(import, 1).await?;
            Ok(game.map_or_else(|| "/".to_owned(), |game| format!("/games/{game}")))
        };
        opened
            .await
            .map_err(|error: ApiError| ServeError::File { name: name.to_owned(), reason: error.message })
    }

    /// Copies a file for the import: it may be a pipe, and is read twice.
    fn spool(&self, mut content: impl io::Read) -> Result<Upload, ApiError> {
        let limit = self.app.limits.unpacked_mib;
        let mut spool = Spool::new(&self.app.folder);
        let mut block = vec![0; 1 << 16];
        loop {
            let count = content.read(&mut block).map_err(|error| ApiError::bad_pgn(error.to_string()))?;
            if count == 0 {
                return Ok(spool.finish());
            }
            spool.add(&block[..count]).map_err(|error| ApiError::spool_failed(&error))?;
            if spool.size() > (limit as u64) << 20 {
                let message = format!(
                    "the file has more than {limit} MiB: raise the limit with --limit unpacked_mib=N"
                );
                return Err(ApiError::too_large(message));
            }
        }
    }

    /// Answers requests until `stop` completes.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let Self { listener, app, reach } = self;
        let limits = app.limits;
        if !app.games.store().is_read_only() {
            app.games.repair_recovered().await.map_err(|error| StoreError::Failed(error.message))?;
            app.games.resume().await.map_err(|error| StoreError::Failed(error.message))?;
            app.reviews.resume().await.map_err(|error| StoreError::Failed(error.message))?;
        }
        let router = router(app.clone(), reach);
        let stop = async move {
            stop.await;
            app.shut_down();
        };
        http::serve(listener, router, &limits, stop).await;
        Ok(())
    }
}
