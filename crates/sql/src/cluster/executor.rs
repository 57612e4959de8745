//! An executor: does the parts of queries that a scheduler hands out.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ballista_core::extension::SessionConfigExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use datafusion::prelude::SessionConfig;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::codec::{LogicalCodec, PhysicalCodec};
use super::{HEARTBEAT_SECONDS, PATIENCE, no_scheduler, session_state};
use crate::error::SqlError;
use crate::stores::runtime_env;

/// How an executor works.
#[derive(Clone, Debug)]
pub struct ExecutorOptions {
    /// The host of the scheduler.
    pub scheduler_host: String,
    /// The port of the scheduler.
    pub scheduler_port: u16,
    /// The address to listen on.
    pub listen: IpAddr,
    /// Under this name the others reach it, where that is not the address.
    pub host: Option<String>,
    /// The port for results; 0 for any that is free.
    pub port: u16,
    /// The port for orders; 0 for any that is free.
    pub grpc_port: u16,
    /// How many parts of queries it works on at once.
    pub threads: usize,
    /// How long to wait for a scheduler that has not started yet.
    pub patience: Duration,
}

/// Runs an executor until it is told to end.
pub async fn run_executor(options: ExecutorOptions) -> Result<(), SqlError> {
    wait_for(&options).await?;
    let work = tempfile::Builder::new().prefix("pinsight-executor-").tempdir();
    let work = work.map_err(|error| SqlError::new(format!("cannot make a folder to work in: {error}")))?;
    let scheduler = format!("{}:{}", options.scheduler_host, options.scheduler_port);
    let state = session_state(session_config())?;
    let config = ExecutorProcessConfig {
        bind_host: options.listen.to_string(),
        external_host: Some(options.host.unwrap_or_else(|| options.listen.to_string())),
        port: free_port(options.listen, options.port)?,
        grpc_port: free_port(options.listen, options.grpc_port)?,
        scheduler_host: options.scheduler_host,
        scheduler_port: options.scheduler_port,
        // It is there.
        scheduler_connect_timeout_seconds: 0,
        vcores: options.threads,
        work_dir: Some(work.path().display().to_string()),
        executor_heartbeat_interval_seconds: HEARTBEAT_SECONDS,
        override_function_registry: Some(Arc::new(BallistaFunctionRegistry::from(&state))),
        override_runtime_producer: Some(Arc::new(|_| runtime_env())),
        override_config_producer: Some(Arc::new(session_config)),
        override_logical_codec: Some(Arc::new(LogicalCodec::default())),
        override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
        ..ExecutorProcessConfig::default()
    };
    let ended = start_executor_process(Arc::new(config)).await;
    ended.map_err(|error| {
        SqlError::new(format!(
            "the executor for the scheduler at {scheduler} ended: {}",
            SqlError::from(error)
        ))
    })
}

/// Waits until the scheduler can be reached.
async fn wait_for(options: &ExecutorOptions) -> Result<(), SqlError> {
    let (host, port) = (options.scheduler_host.as_str(), options.scheduler_port);
    let patience = options.patience;
    let begin = Instant::now();
    loop {
        let attempt =
            timeout(PATIENCE.min(patience.max(Duration::from_secs(1))), TcpStream::connect((host, port)));
        let reason = match attempt.await {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer".to_owned(),
        };
        if begin.elapsed() >= patience {
            return Err(no_scheduler(host, port, &reason));
        }
        sleep(Duration::from_millis(200)).await;
    }
}

fn session_config() -> SessionConfig {
    SessionConfig::new_with_ballista()
        .with_ballista_logical_extension_codec(Arc::new(LogicalCodec::default()))
        .with_ballista_physical_extension_codec(Arc::new(PhysicalCodec::default()))
}

/// The port that is asked for, or one that is free.
fn free_port(listen: IpAddr, port: u16) -> Result<u16, SqlError> {
    let address = SocketAddr::new(listen, port);
    let cannot = |error| SqlError::new(format!("cannot listen on {address}: {error}"));
    let listener = TcpListener::bind(address).map_err(cannot)?;
    Ok(listener.local_addr().map_err(cannot)?.port())
}
