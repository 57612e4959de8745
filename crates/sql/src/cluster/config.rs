//! The configuration that client, scheduler and executors share.

use std::sync::Arc;

use ballista_core::config::{BALLISTA_ADAPTIVE_PLANNER_ENABLED, BALLISTA_CLIENT_IO_RETRY_WAIT_TIME_MS};
use ballista_core::extension::SessionConfigExt;
use datafusion::common::config::ConfigExtension;
use datafusion::common::extensions_options;
use datafusion::prelude::SessionConfig;

use super::MAX_MESSAGE;
use super::codec::{LogicalCodec, PhysicalCodec};

extensions_options! {
    /// What a client requests of the scheduler.
    pub(super) struct ClusterConfig {
        /// The number of partitions of a query; the scheduler chooses if it is unset.
        pub(super) partitions: Option<usize>, default = None
    }
}

impl ConfigExtension for ClusterConfig {
    const PREFIX: &'static str = "pinsight";
}

/// The time between two attempts, of three, to read the results of a stage. Ballista's three seconds delay the repetition of a
/// query whose executor is gone.
const RETRY_WAIT_MS: usize = 500;

pub(super) fn session_config(partitions: Option<usize>) -> SessionConfig {
    SessionConfig::new_with_ballista()
        // With adaptive planning, Ballista 55 cannot repeat a finished stage whose output was lost: the query never ends.
        .set_bool(BALLISTA_ADAPTIVE_PLANNER_ENABLED, false)
        .set_usize(BALLISTA_CLIENT_IO_RETRY_WAIT_TIME_MS, RETRY_WAIT_MS)
        .with_ballista_grpc_client_max_message_size(MAX_MESSAGE as usize)
        .with_ballista_logical_extension_codec(Arc::new(LogicalCodec::default()))
        .with_ballista_physical_extension_codec(Arc::new(PhysicalCodec::default()))
        .with_option_extension(ClusterConfig { partitions })
}
