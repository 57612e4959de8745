//! The server as it is started: options in, an address out, until it is told to stop.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::app::app;
use crate::error::ApiError;
use crate::guard::Reach;
use crate::page::Page;
use crate::players::{Engine, Players};
use crate::routes::imports::{open_game, take_in};
use crate::state::App;
use crate::store::{ImportQuery, Mode, Store, StoreError};

/// How long the last answers may take when the server goes down.
const GOODBYE: Duration = Duration::from_secs(3);

/// How the server is to be started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The folder with the games.
    pub data: PathBuf,
    /// Whether games can be changed.
    pub mode: Mode,
    /// The engines that may be chosen.
    pub engines: Vec<Engine>,
    /// Where the page comes from.
    pub page: Page,
}

impl Options {
    /// The usual options: on this machine only, games in that folder.
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

/// Why the server could not be started, or has stopped.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The games cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Somebody else listens there.
    #[error("port {0} is in use: choose another one with --port, or --port 0 for any that is free")]
    PortInUse(u16),
    /// The address cannot be used.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// A file of games cannot be taken in.
    #[error("{name}: {reason}")]
    File {
        /// Which one.
        name: String,
        /// Why not.
        reason: String,
    },
    /// The system refused.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Runs a server on threads of its own until the user ends it (Ctrl-C, or a polite request to terminate). `ready` is told
/// when it listens, and does what there is to do before it answers.
pub fn serve<E: From<ServeError>>(
    options: Options,
    ready: impl AsyncFnOnce(&Server) -> Result<(), E>,
) -> Result<(), E> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(ServeError::from)?;
    let result = runtime.block_on(async {
        let server = Server::start(options).await?;
        ready(&server).await?;
        server.run(told_to_stop()).await?;
        Ok(())
    });
    // A computer that does not listen to its stop is not waited for.
    runtime.shutdown_timeout(GOODBYE);
    result
}

async fn told_to_stop() {
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

/// A server that listens, but does not answer yet.
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
        let app = App::new(store, Players::new(options.engines), options.page);
        Ok(Self { listener, app, reach })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// What the user has to know about the store.
    pub fn notices(&self) -> &[String] {
        self.app.store().notices()
    }

    /// Takes in a file of games, and tells the page's address for it: the game if there is only one, else the list. A file
    /// that was taken in before is found again.
    pub async fn open_file(&self, name: &str, bytes: Vec<u8>) -> Result<String, ServeError> {
        let opened = async {
            let (_, import) = take_in(&self.app, name, bytes).await?;
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

    /// Answers until `stop` is done; then ends what is going on.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let Self { listener, app: state, reach } = self;
        if !state.store().is_read_only() {
            state.mend().await.map_err(|error| StoreError::Failed(error.message))?;
            state.resume().await.map_err(|error| StoreError::Failed(error.message))?;
        }
        let (closing, mut closed) = watch::channel(());
        let service = app(state.clone(), reach);
        let serving = axum::serve(listener, service).with_graceful_shutdown(async move {
            stop.await;
            state.runners().stop_all();
            let _ = closing.send(());
        });
        let last_call = async move {
            let _ = closed.changed().await;
            // Open pages would be waited for for ever.
            tokio::time::sleep(GOODBYE).await;
        };
        tokio::select! {
            done = serving.into_future() => done?,
            () = last_call => {}
        }
        Ok(())
    }
}
