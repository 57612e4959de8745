//! The scheduler: plans queries and assigns their tasks to executors.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ballista_scheduler::cluster::{BallistaCluster, ClusterState};
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::common::runtime::SpawnedTask;
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tokio::net::TcpListener;
use tokio::time::sleep;

use super::codec::{LogicalCodec, PhysicalCodec};
use super::config::{ClusterConfig, session_config};
use super::{HEARTBEAT_SECONDS, MAX_MESSAGE, session_state};
use crate::error::SqlError;

/// Options of a scheduler.
#[derive(Clone, Copy, Debug)]
pub struct SchedulerOptions {
    /// The address to listen on; port 0 for a free one.
    pub listen: SocketAddr,
    /// An executor without a heartbeat for this long counts as lost, and its tasks run elsewhere.
    pub lost_after: Duration,
}

/// The smallest number of partitions that the scheduler chooses.
const MIN_PARTITIONS: usize = 16;
/// The number of partitions per core: more than one, since they differ in size.
const PARTITIONS_PER_CORE: usize = 2;

/// Runs a scheduler until the program ends. Calls `ready` with its address.
pub async fn run_scheduler(
    options: SchedulerOptions,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), SqlError> {
    let cannot = |error| SqlError::new(format!("cannot listen on {}: {error}", options.listen));
    let listener = TcpListener::bind(options.listen).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
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
        external_host: address.ip().to_string(),
        bind_host: address.ip().to_string(),
        bind_port: address.port(),
        grpc_server_max_decoding_message_size: MAX_MESSAGE,
        grpc_server_max_encoding_message_size: MAX_MESSAGE,
        grpc_client_max_message_size: MAX_MESSAGE,
        executor_timeout_seconds: options.lost_after.as_secs().max(HEARTBEAT_SECONDS + 1),
        expire_dead_executor_interval_seconds: 1,
        override_session_builder: Some(Arc::new(planner)),
        override_config_producer: Some(Arc::new(|| session_config(None))),
        override_logical_codec: Some(logical),
        override_physical_codec: Some(physical),
        ..SchedulerConfig::default()
    };
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let _counter = SpawnedTask::spawn(count_cores(cluster.cluster_state(), cores));
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    ready(address);
    Ok(start_grpc_service_with_listener(listener, scheduler).await?)
}

/// Keeps the number of cores of all executors up to date.
async fn count_cores(state: Arc<dyn ClusterState>, cores: Arc<AtomicUsize>) {
    loop {
        let executors = state.registered_executor_metadata().await;
        let count = executors.iter().map(|executor| executor.specification.vcores as usize).sum();
        cores.store(count, Ordering::Relaxed);
        sleep(Duration::from_secs(HEARTBEAT_SECONDS)).await;
    }
}
