//! The scheduler: plans queries and assigns their tasks to executors.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::prelude::SessionConfig;
use tokio::net::TcpListener;

use super::codec::{LogicalCodec, PhysicalCodec};
use super::config::{ClusterConfig, session_config};
use super::executors::{Executors, Scheduler};
use super::{HEARTBEAT_SECONDS, MAX_MESSAGE, public_host, session_state, url_host};
use crate::error::SqlError;

/// Options of a scheduler.
#[derive(Clone, Debug)]
pub struct SchedulerOptions {
    /// The address to listen on; port 0 for a free one.
    pub listen: SocketAddr,
    /// The name under which executors reach it. Default: the address, or the name of the machine for all addresses.
    pub host: Option<String>,
    /// An executor without a heartbeat for this long counts as lost, and its tasks run elsewhere.
    pub lost_after: Duration,
}

/// The smallest number of partitions that the scheduler chooses.
const MIN_PARTITIONS: usize = 16;
/// The number of partitions per core: more than one, since they differ in size.
const PARTITIONS_PER_CORE: usize = 2;

/// Runs a scheduler until the program ends. Calls `ready` with its host and port.
pub async fn run_scheduler(options: SchedulerOptions, ready: impl FnOnce(&str)) -> Result<(), SqlError> {
    let cannot = |error| SqlError::new(format!("cannot listen on {}: {error}", options.listen));
    let listener = TcpListener::bind(options.listen).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    let host = public_host(options.host.as_deref(), address.ip())?;
    let endpoint = format!("{host}:{}", address.port());
    let (logical, physical) = (Arc::new(LogicalCodec::default()), Arc::new(PhysicalCodec::default()));
    let cores = Arc::new(AtomicUsize::new(0));
    let known_cores = Arc::clone(&cores);
    let planner = move |config: SessionConfig| {
        let requested =
            config.options().extensions.get::<ClusterConfig>().and_then(|config| config.partitions);
        let by_cores = known_cores.load(Ordering::Relaxed) * PARTITIONS_PER_CORE;
        let partitions = requested.unwrap_or(by_cores.max(MIN_PARTITIONS)).max(1);
        session_state(config.with_target_partitions(partitions))
    };
    let config = SchedulerConfig {
        // Executors report the states of their tasks to it.
        external_host: host,
        bind_host: url_host(&address.ip().to_string()),
        bind_port: address.port(),
        grpc_server_max_decoding_message_size: MAX_MESSAGE,
        grpc_server_max_encoding_message_size: MAX_MESSAGE,
        grpc_client_max_message_size: MAX_MESSAGE,
        executor_timeout_seconds: options.lost_after.as_secs().max(HEARTBEAT_SECONDS + 1),
        expire_dead_executor_interval_seconds: 1,
        // The client repeats a query whose stage cannot read the results of another: see `Executors`.
        stage_max_failures: 1,
        override_session_builder: Some(Arc::new(planner)),
        override_config_producer: Some(Arc::new(|| session_config(None))),
        override_logical_codec: Some(logical),
        override_physical_codec: Some(physical),
        ..SchedulerConfig::default()
    };
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let executors = Arc::new(Executors::new(cluster.cluster_state(), cores));
    let cluster = BallistaCluster::new(Arc::clone(&executors) as _, cluster.job_state());
    let scheduler: Scheduler = create_scheduler(cluster, Arc::new(config)).await?;
    executors.watch(&scheduler);
    ready(&endpoint);
    Ok(start_grpc_service_with_listener(listener, scheduler).await?)
}
