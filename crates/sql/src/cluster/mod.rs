//! The same queries on many machines: Apache DataFusion Ballista with our functions and tables.
//!
//! A scheduler plans queries and hands their parts to executors; a [`SqlSession`](super::SqlSession) that is connected to it
//! sends its queries there. All three know the same functions and speak of PGN tables in the same words: `codec.rs`.
//! Executors that are lost are noticed within seconds, and their work is done by the others.

mod client;
mod codec;
mod executor;
mod scheduler;

use std::time::Duration;

use ballista_core::error::BallistaError;
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::prelude::SessionConfig;

use super::error::SqlError;
use super::functions::functions;
use super::stores::runtime_env;

pub use executor::{ExecutorOptions, run_executor};
pub use scheduler::{SchedulerOptions, run_scheduler};

/// The port of a scheduler unless told.
pub const SCHEDULER_PORT: u16 = 50050;

/// An executor says this often that it is there.
const HEARTBEAT_SECONDS: u64 = 1;
/// It is given up when it was not heard of for so long: then its work goes to others.
const LOST_AFTER_SECONDS: u64 = 5;

/// For so long a scheduler may take to say hello.
const PATIENCE: Duration = Duration::from_secs(5);

fn no_scheduler(host: &str, port: u16, reason: &str) -> SqlError {
    SqlError::new(format!(
        "there is no scheduler at {host}:{port}: {reason}; `pinsight cluster scheduler` starts one"
    ))
}

/// What plans a query: Ballista's functions and rules, and our functions.
fn session_state(config: SessionConfig) -> datafusion::common::Result<SessionState> {
    let state = ballista_core::utils::default_session_builder(config)?;
    let mut state = SessionStateBuilder::new_from_existing(state).with_runtime_env(runtime_env()?).build();
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
