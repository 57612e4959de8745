//! Starts and stops the server.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::error::ApiError;
use crate::guard::Reach;
use crate::page::Page;
use crate::play;
use crate::players::{Engine, Players};
use crate::router::router;
use crate::routes::imports::{Known, import_file, open_game};
use crate::state::App;
use crate::store::{ImportQuery, Mode, Store, StoreError};

/// The time that open requests and computers get at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

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
        let app = App::new(store, Players::new(options.engines), options.page, play::spawn);
        Ok(Self { listener, app, reach })
    }

    /// Returns the address of the server.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Returns messages about the store for the user.
    pub fn notices(&self) -> &[String] {
        self.app.store().notices()
    }

    /// Imports a file of games, unless it was imported before. Returns the path of its page: the game if there is only
    /// one, else the list.
    pub async fn open_file(&self, name: &str, bytes: Vec<u8>) -> Result<String, ServeError> {
        let opened = async {
            let (_, import) = import_file(&self.app, name, bytes, Known::Any).await?;
            let query = ImportQuery { import, text: String::new(), faulty: false, offset: 0, limit: 1 };
            let found = self.app.store().import(query).await?;
            if found.is_some_and(|(info, ..)| info.total > 1) {
                return Ok(format!("/imports/{import}"));
            }
            open_game(&self.app, import, 1).await?;
            let game = self.app.store().opened(import, 1).await?;
            Ok(game.map_or_else(|| "/".to_owned(), |game| format!("/games/{game}")))
        };
        opened
            .await
            .map_err(|error: ApiError| ServeError::File { name: name.to_owned(), reason: error.message })
    }

    /// Answers requests until `stop` completes.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let Self { listener, app: state, reach } = self;
        if !state.store().is_read_only() {
            state.repair_recovered().await.map_err(|error| StoreError::Failed(error.message))?;
            state.resume().await.map_err(|error| StoreError::Failed(error.message))?;
        }
        let (closing, mut closed) = watch::channel(());
        let service = router(state.clone(), reach);
        let serving = axum::serve(listener, service).with_graceful_shutdown(async move {
            stop.await;
            state.runners().stop_all();
            state.analysts().close();
            state.hub().close();
            let _ = closing.send(());
        });
        let timeout = async move {
            let _ = closed.changed().await;
            // A graceful shutdown alone would wait for open pages without end.
            tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
        };
        tokio::select! {
            done = serving.into_future() => done?,
            () = timeout => {}
        }
        Ok(())
    }
}
