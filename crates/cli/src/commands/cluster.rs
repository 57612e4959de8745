//! `pinsight cluster`.

use std::net::IpAddr;
use std::time::Duration;

use clap::{Args, Subcommand};

use crate::Status;
use crate::args::{Threads, duration, ip_address, number, size};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  pinsight cluster scheduler --listen 0.0.0.0
  pinsight cluster executor --scheduler node1:50050 --listen 0.0.0.0
  pinsight sql --cluster df://node1:50050 \"SELECT count(*) FROM '/data/*.pgn'\"

Run one scheduler, and one executor per machine. All of them must see the files under the same paths: on a shared \
file system or in S3 (s3://bucket/games/*.parquet, configured by AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION \
and the other AWS variables). Executors can join at any time; the tasks of a lost executor are reassigned (--lost-after). \
There is no authentication: expose the ports only to trusted machines. See docs/scale.md.";

/// Run a scheduler or an executor of a SQL cluster
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Cluster {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand, Debug)]
enum Part {
    Scheduler(Scheduler),
    Executor(Executor),
}

/// Plan queries and distribute their tasks
#[derive(Args, Debug)]
struct Scheduler {
    /// Listen on this address; the default accepts local connections only
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = ip_address)]
    listen: IpAddr,

    /// Announce this host name to the executors; default: the address, or the name of the machine for 0.0.0.0
    #[arg(long, value_name = "NAME")]
    host: Option<String>,

    /// Listen on this port; 0 picks a free port
    #[arg(long, value_name = "PORT", default_value_t = 50050, value_parser = number::<u16>(0..=u16::MAX))]
    port: u16,

    /// Reassign the tasks of an executor without a heartbeat for this long; heartbeats come every second
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    lost_after: Duration,
}

/// Execute the tasks of a scheduler
#[derive(Args, Debug)]
struct Executor {
    /// Connect to this scheduler
    #[arg(long, value_name = "HOST:PORT", default_value = "localhost:50050", value_parser = host_and_port)]
    scheduler: (String, u16),

    /// Listen on this address; the scheduler and the other executors must reach it
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = ip_address)]
    listen: IpAddr,

    /// Announce this host name to the other machines; default: the address, or the name of the machine for 0.0.0.0
    #[arg(long, value_name = "NAME")]
    host: Option<String>,

    /// Serve results on this port; 0 picks a free port
    #[arg(long, value_name = "PORT", default_value_t = 0, value_parser = number::<u16>(0..=u16::MAX))]
    port: u16,

    /// Receive tasks on this port; 0 picks a free port
    #[arg(long, value_name = "PORT", default_value_t = 0, value_parser = number::<u16>(0..=u16::MAX))]
    grpc_port: u16,

    #[command(flatten)]
    threads: Threads,

    /// Limit the memory of all tasks, such as 500MB or 8GB; default: a share of the memory of the machine
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// Wait this long for the scheduler to start, such as 500ms or 2s
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    wait: Duration,
}

fn host_and_port(text: &str) -> Result<(String, u16), String> {
    let parts = text.strip_prefix("df://").unwrap_or(text).rsplit_once(':');
    // The brackets of an IPv6 address are not part of it.
    let host = |host: &str| host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let place = parts.and_then(|(name, port)| Some((host(name), port.parse().ok()?)));
    place
        .filter(|(host, _)| !host.is_empty())
        .ok_or_else(|| "expected HOST:PORT, such as node1:50050".to_owned())
}

#[cfg(not(feature = "cluster"))]
impl Cluster {
    pub(crate) fn run(&self, _: &mut Output) -> anyhow::Result<Status> {
        let name = match self.part {
            Part::Scheduler(_) => "cluster scheduler",
            Part::Executor(_) => "cluster executor",
        };
        anyhow::bail!("{}", super::sql::without(name));
    }
}

#[cfg(feature = "cluster")]
impl Cluster {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        use anyhow::Context;

        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.enable_all().build().context("cannot start threads")?;
        match &self.part {
            Part::Scheduler(scheduler) => runtime.block_on(scheduler.run(output)),
            Part::Executor(executor) => runtime.block_on(executor.run(output)),
        }
    }
}

#[cfg(feature = "cluster")]
const OPEN: &str = "other machines can run queries on this process: there is no authentication";

#[cfg(feature = "cluster")]
impl Scheduler {
    async fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        use pinsight_sql::cluster::{SchedulerOptions, run_scheduler};

        if !self.listen.is_loopback() {
            output.report().warning(OPEN);
        }
        let options = SchedulerOptions {
            listen: (self.listen, self.port).into(),
            host: self.host.clone(),
            lost_after: self.lost_after,
        };
        let ready = |address: &str| {
            // The caller waits for this line. A closed stdout does not stop the scheduler.
            let _ = output.line(format_args!("df://{address}")).and_then(|()| output.finish());
            output.report().plain("press Ctrl-C to stop the scheduler");
        };
        run_scheduler(options, ready).await?;
        Ok(Status::Done)
    }
}

#[cfg(feature = "cluster")]
impl Executor {
    async fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        use pinsight_sql::cluster::{ExecutorOptions, run_executor};

        if !self.listen.is_loopback() {
            output.report().warning(OPEN);
        }
        let (scheduler_host, scheduler_port) = self.scheduler.clone();
        output
            .report()
            .plain(format_args!("executor of {scheduler_host}:{scheduler_port}; press Ctrl-C to stop it"));
        let options = ExecutorOptions {
            scheduler_host,
            scheduler_port,
            listen: self.listen,
            host: self.host.clone(),
            port: self.port,
            grpc_port: self.grpc_port,
            threads: self.threads.count(),
            memory: self.memory,
            wait: self.wait,
        };
        run_executor(options).await?;
        Ok(Status::Done)
    }
}
