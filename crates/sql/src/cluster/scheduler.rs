//! The scheduler: plans queries, and hands their parts to executors.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista_core::extension::SessionConfigExt;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tokio::net::TcpListener;

use super::codec::{LogicalCodec, PhysicalCodec};
use super::{LOST_AFTER_SECONDS, session_state};
use crate::error::SqlError;

/// Where a scheduler listens.
#[derive(Clone, Copy, Debug)]
pub struct SchedulerOptions {
    /// The address; port 0 for any that is free.
    pub listen: SocketAddr,
}

/// Runs a scheduler until the program ends; tells where it listens when it does.
pub async fn run_scheduler(
    options: SchedulerOptions,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), SqlError> {
    let cannot = |error| SqlError::new(format!("cannot listen on {}: {error}", options.listen));
    let listener = TcpListener::bind(options.listen).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    let (logical, physical) = (Arc::new(LogicalCodec::default()), Arc::new(PhysicalCodec::default()));
    let (for_config, physical_for_config) = (Arc::clone(&logical), Arc::clone(&physical));
    let config = SchedulerConfig {
        external_host: address.ip().to_string(),
        bind_host: address.ip().to_string(),
        bind_port: address.port(),
        executor_timeout_seconds: LOST_AFTER_SECONDS,
        expire_dead_executor_interval_seconds: 1,
        override_session_builder: Some(Arc::new(session_state)),
        override_config_producer: Some(Arc::new(move || {
            SessionConfig::new_with_ballista()
                .with_ballista_logical_extension_codec(for_config.clone())
                .with_ballista_physical_extension_codec(physical_for_config.clone())
        })),
        override_logical_codec: Some(logical),
        override_physical_codec: Some(physical),
        ..SchedulerConfig::default()
    };
    config.validate()?;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    ready(address);
    Ok(start_grpc_service_with_listener(listener, scheduler).await?)
}
