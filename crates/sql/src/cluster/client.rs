//! A session whose queries run on a cluster.

use ballista::prelude::SessionContextExt;
use datafusion::prelude::SessionContext;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::config::session_config;
use super::{CONNECT_TIMEOUT, SCHEDULER_PORT, no_scheduler, session_state, url_host};
use crate::error::SqlError;
use crate::session::{SqlOptions, SqlSession};

/// How often a query is tried if executors are lost.
const ATTEMPTS: u32 = 10;

impl SqlSession {
    /// Connects to the cluster of the scheduler at `df://HOST:PORT`, which runs the queries.
    pub async fn connect(url: &str, options: &SqlOptions) -> Result<Self, SqlError> {
        let (host, port) = host_and_port(url)?;
        let there = timeout(CONNECT_TIMEOUT, TcpStream::connect((host.as_str(), port))).await;
        let reason = match there {
            Ok(Ok(_)) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("no answer for {} seconds", CONNECT_TIMEOUT.as_secs())),
        };
        if let Some(reason) = reason {
            return Err(no_scheduler(&host, port, &reason));
        }
        let state = session_state(session_config(options.partitions))?;
        let url = format!("df://{}:{port}", url_host(&host));
        let context = SessionContext::remote_with_state(&url, state).await?;
        Ok(Self::with_context(context, ATTEMPTS))
    }
}

/// Parses `df://HOST:PORT`; `df://` and the port are optional.
fn host_and_port(url: &str) -> Result<(String, u16), SqlError> {
    let wrong = || {
        SqlError::new(format!("'{url}' is no cluster: expected df://HOST:PORT, like df://localhost:50050"))
    };
    let place = url.strip_prefix("df://").unwrap_or(url).trim_end_matches('/');
    if place.is_empty() || place.contains(['/', ' ']) {
        return Err(wrong());
    }
    let plain = |host: &str| host.trim_start_matches('[').trim_end_matches(']').to_owned();
    // An IPv6 address has colons and is in brackets, which are not part of it.
    match place.rsplit_once(':').filter(|(host, _)| !host.contains(':') || host.ends_with(']')) {
        Some((host, port)) if !host.is_empty() => Ok((plain(host), port.parse().map_err(|_| wrong())?)),
        Some(_) => Err(wrong()),
        None => Ok((plain(place), SCHEDULER_PORT)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cluster_is_a_host_and_a_port() {
        let read = |url| host_and_port(url).ok();
        let place = |host: &str, port| Some((host.to_owned(), port));
        assert_eq!(read("df://localhost:7000"), place("localhost", 7000));
        assert_eq!(read("10.0.0.1:7000"), place("10.0.0.1", 7000));
        assert_eq!(read("df://node1"), place("node1", SCHEDULER_PORT));
        assert_eq!(read("df://[::1]:7000"), place("::1", 7000));
        assert_eq!(read("df://[::1]"), place("::1", SCHEDULER_PORT));
        for wrong in ["", "df://", "df://host:x", "df://:7000", "http://host:1"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
