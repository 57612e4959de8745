//! `pinsight cluster`.

use std::net::IpAddr;

use clap::{Args, Subcommand};

use crate::Status;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  pinsight cluster scheduler --listen 0.0.0.0
  pinsight cluster executor --scheduler node1:50050 --listen 0.0.0.0 --host node2
  pinsight sql --cluster df://node1:50050 \"SELECT count(*) FROM '/shared/games/*.parquet'\"

One scheduler, and an executor on each machine. All of them have to see the files under the same names: on a shared
path, or in a bucket of S3 (s3://bucket/games/*.parquet; keys and region by AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
AWS_REGION and so on in the environment). An executor may come later, and one that is lost is noticed within
seconds: the others do its work. There are no passwords: let nobody reach the ports whom you do not trust.
docs/scale.md has more.";

/// Take part in a cluster that answers SQL queries
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

/// Plan the queries, and hand out the work
#[derive(Args, Debug)]
struct Scheduler {
    /// The address to listen on; others than this machine can reach it only if told so
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,

    /// The port; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 50050)]
    port: u16,
}

/// Do the work that a scheduler hands out
#[derive(Args, Debug)]
struct Executor {
    /// The scheduler
    #[arg(long, value_name = "HOST:PORT", default_value = "localhost:50050", value_parser = host_and_port)]
    scheduler: (String, u16),

    /// The address to listen on; the others have to reach it
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,

    /// The name under which the others reach this machine, where that is not the address
    #[arg(long, value_name = "NAME")]
    host: Option<String>,

    /// The port for results; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,

    /// The port for orders; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    grpc_port: u16,

    /// How many parts of queries it works on at once; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=256))]
    threads: u16,

    /// For so many seconds a scheduler that is not there yet is waited for
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    wait: u16,
}

fn host_and_port(text: &str) -> Result<(String, u16), String> {
    let parts = text.strip_prefix("df://").unwrap_or(text).rsplit_once(':');
    let place = parts.and_then(|(host, port)| Some((host.to_owned(), port.parse().ok()?)));
    place
        .filter(|(host, _)| !host.is_empty())
        .ok_or_else(|| "expected HOST:PORT, like node1:50050".to_owned())
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
const OPEN: &str = "others can reach this program and run queries on it: there are no passwords";

#[cfg(feature = "cluster")]
impl Scheduler {
    async fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        use pinsight_data::sql::cluster::{SchedulerOptions, run_scheduler};

        if !self.listen.is_loopback() {
            output.report().warning(OPEN);
        }
        let options = SchedulerOptions { listen: (self.listen, self.port).into() };
        let ready = |address| {
            // Whoever started it waits for this line; without a reader there is nobody to tell.
            let _ = output.line(format_args!("df://{address}")).and_then(|()| output.finish());
            output.report().plain("Ctrl-C ends the scheduler");
        };
        run_scheduler(options, ready).await?;
        Ok(Status::Done)
    }
}

#[cfg(feature = "cluster")]
impl Executor {
    async fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        use pinsight_data::sql::cluster::{ExecutorOptions, run_executor};

        if !self.listen.is_loopback() {
            output.report().warning(OPEN);
        }
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => usize::from(threads),
        };
        let (scheduler_host, scheduler_port) = self.scheduler.clone();
        output
            .report()
            .plain(format_args!("works for {scheduler_host}:{scheduler_port}; Ctrl-C ends the executor"));
        let options = ExecutorOptions {
            scheduler_host,
            scheduler_port,
            listen: self.listen,
            host: self.host.clone(),
            port: self.port,
            grpc_port: self.grpc_port,
            threads,
            patience_seconds: self.wait,
        };
        run_executor(options).await?;
        Ok(Status::Done)
    }
}
