//! An executor: runs the tasks that a scheduler assigns to it.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::codec::{LogicalCodec, PhysicalCodec};
use super::config::session_config;
use super::{
    CONNECT_TIMEOUT, HEARTBEAT_SECONDS, MAX_MESSAGE, no_scheduler, public_host, session_state, url_host,
};
use crate::error::SqlError;
use crate::stores::{default_memory, runtime_env};

/// Options of an executor.
#[derive(Clone, Debug)]
pub struct ExecutorOptions {
    /// The host of the scheduler.
    pub scheduler_host: String,
    /// The port of the scheduler.
    pub scheduler_port: u16,
    /// The address to listen on.
    pub listen: IpAddr,
    /// The name under which the other machines reach it. Default: the address, or the name of the machine for all addresses.
    pub host: Option<String>,
    /// The port for results; 0 for a free one.
    pub port: u16,
    /// The port for tasks; 0 for a free one.
    pub grpc_port: u16,
    /// The number of tasks at a time.
    pub threads: usize,
    /// The memory of all tasks in bytes. Default: a share of that of the machine.
    pub memory: Option<u64>,
    /// How long to wait for a scheduler that has not started yet.
    pub wait: Duration,
}

/// Runs an executor until a signal stops it.
pub async fn run_executor(options: ExecutorOptions) -> Result<(), SqlError> {
    wait_for(&options).await?;
    let work = tempfile::Builder::new().prefix("pinsight-executor-").tempdir();
    let work = work.map_err(|error| SqlError::new(format!("cannot create a temporary folder: {error}")))?;
    let scheduler_host = url_host(&options.scheduler_host);
    let scheduler = format!("{scheduler_host}:{}", options.scheduler_port);
    let state = session_state(session_config(None))?;
    let config = ExecutorProcessConfig {
        external_host: Some(public_host(options.host.as_deref(), options.listen)?),
        bind_host: url_host(&options.listen.to_string()),
        port: free_port(options.listen, options.port)?,
        grpc_port: free_port(options.listen, options.grpc_port)?,
        scheduler_host,
        scheduler_port: options.scheduler_port,
        // `wait_for` has reached it.
        scheduler_connect_timeout_seconds: 0,
        vcores: options.threads,
        memory_pool_size: options.memory,
        work_dir: Some(work.path().display().to_string()),
        grpc_max_decoding_message_size: MAX_MESSAGE,
        grpc_max_encoding_message_size: MAX_MESSAGE,
        executor_heartbeat_interval_seconds: HEARTBEAT_SECONDS,
        override_function_registry: Some(Arc::new(BallistaFunctionRegistry::from(&state))),
        override_runtime_producer: Some(Arc::new(|_| runtime_env(default_memory()))),
        override_config_producer: Some(Arc::new(|| session_config(None))),
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
    let wait = options.wait;
    let begin = Instant::now();
    loop {
        let attempt =
            timeout(CONNECT_TIMEOUT.min(wait.max(Duration::from_secs(1))), TcpStream::connect((host, port)));
        let reason = match attempt.await {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer".to_owned(),
        };
        if begin.elapsed() >= wait {
            return Err(no_scheduler(host, port, &reason));
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// Returns the port, or a free one for 0.
fn free_port(listen: IpAddr, port: u16) -> Result<u16, SqlError> {
    let address = SocketAddr::new(listen, port);
    let cannot = |error| SqlError::new(format!("cannot listen on {address}: {error}"));
    let listener = TcpListener::bind(address).map_err(cannot)?;
    Ok(listener.local_addr().map_err(cannot)?.port())
}
