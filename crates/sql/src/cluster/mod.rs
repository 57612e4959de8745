//! The same queries on several machines: Apache DataFusion Ballista with the chess functions and PGN tables.
//!
//! A scheduler plans queries and assigns their tasks to executors. A [`SqlSession`](super::SqlSession) that is connected to it sends its
//! queries there. All three have the same functions, and send PGN tables and scans by `codec.rs`.

mod client;
mod codec;
mod config;
mod executor;
mod executors;
mod scheduler;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use ballista_core::error::BallistaError;
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::prelude::SessionConfig;
use sysinfo::System;

use super::error::SqlError;
use super::functions::functions;
use super::late_functions::LateFunctions;
use super::stores::{default_memory, runtime_env};

pub use executor::{ExecutorOptions, run_executor};
pub use scheduler::{SchedulerOptions, run_scheduler};

/// The default port of a scheduler.
pub const SCHEDULER_PORT: u16 = 50050;

/// The time between two heartbeats of an executor.
const HEARTBEAT_SECONDS: u64 = 1;

/// The time limit of a connection attempt.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The largest message between machines. Ballista's default of 16 MB is too small for the plan of a table of many thousand files.
const MAX_MESSAGE: u32 = 256 << 20;

/// Returns a host as part of a URL: an IPv6 address is in brackets.
fn url_host(host: &str) -> String {
    if host.contains(':') { format!("[{host}]") } else { host.to_owned() }
}

/// Returns the host under which other machines reach this one: the given name, or else the address that it listens on, or the
/// name of the machine if it listens on all addresses.
fn public_host(name: Option<&str>, listen: IpAddr) -> Result<String, SqlError> {
    match name {
        Some(name) => Ok(url_host(name)),
        None if listen.is_unspecified() => System::host_name()
            .ok_or_else(|| SqlError::new("this machine has no name: announce one by --host")),
        None => Ok(url_host(&listen.to_string())),
    }
}

fn no_scheduler(host: &str, port: u16, reason: &str) -> SqlError {
    SqlError::new(format!(
        "there is no scheduler at {host}:{port}: {reason}; `pinsight cluster scheduler` starts one"
    ))
}

/// Returns the state that plans a query: Ballista's functions and rules, and the chess functions.
fn session_state(config: SessionConfig) -> datafusion::common::Result<SessionState> {
    let state = ballista_core::utils::default_session_builder(config)?;
    let runtime = runtime_env(default_memory())?;
    let mut state = SessionStateBuilder::new_from_existing(state)
        .with_runtime_env(runtime)
        .with_physical_optimizer_rule(Arc::new(LateFunctions))
        .build();
    for function in functions() {
        datafusion::logical_expr::registry::FunctionRegistry::register_udf(&mut state, function.into())?;
    }
    Ok(state)
}

impl From<BallistaError> for SqlError {
    fn from(error: BallistaError) -> Self {
        match error {
            BallistaError::DataFusionError(error) => Self::from(*error),
            error => Self::new(error.to_string()),
        }
    }
}
