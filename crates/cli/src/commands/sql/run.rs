//! Runs queries and writes their rows.

use std::io::{self, IsTerminal, Read, Write};

use anyhow::{Context, bail};
use pinsight_sql::{self as sql, DisplayOptions, SqlError, SqlOptions, SqlSession, statements};
use tokio::runtime::{Builder, Runtime};

use super::{Format, Sql, prompt};
use crate::Status;
use crate::file::OutputFile;
use crate::files::Files;
use crate::output::{Output, WriteError, counted};

impl Sql {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let format = self.format()?;
        let runtime = self.runtime()?;
        let session = runtime.block_on(self.session())?;
        let text = match &self.query {
            Some(query) => query.clone(),
            None if io::stdin().is_terminal() => {
                if self.output.is_given() {
                    bail!("--output needs a query");
                }
                return prompt::run(&runtime, &session, format, output);
            }
            None => {
                let mut text = String::new();
                io::stdin().read_to_string(&mut text).context("cannot read the query from standard input")?;
                text
            }
        };
        let queries = statements(&text);
        match queries.as_slice() {
            [] => bail!("the query is empty"),
            [_] => {}
            _ if self.output.is_given() => {
                bail!("--output expects one query, found {}", queries.len())
            }
            _ => {}
        }
        let mut status = Status::Done;
        for query in &queries {
            if self.plan {
                let plan = runtime.block_on(session.explain(query))?;
                output.raw(plan.as_bytes())?;
                continue;
            }
            match self.output.create(&mut Files::reading(sql::local_inputs(query))?)? {
                Some(file) => {
                    let mut file = File(file);
                    runtime.block_on(write(&session, query, format, DisplayOptions::default(), &mut file))?;
                    file.0.finish()?;
                }
                None => {
                    let options = DisplayOptions { width: width(), max_rows: None };
                    runtime.block_on(write(&session, query, format, options, &mut Stdout(output)))?;
                }
            }
            if report_broken(&session, output)? {
                status = Status::Faulty;
            }
        }
        Ok(status)
    }

    fn format(&self) -> anyhow::Result<sql::Format> {
        let path = self.output.path();
        let given = if self.json { Some(Format::Jsonl) } else { self.format };
        let by_name = match path {
            None => Format::Table,
            Some(path) => {
                match path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).as_deref() {
                    Some("csv") => Format::Csv,
                    Some("json" | "jsonl" | "ndjson") => Format::Jsonl,
                    Some("parquet") => Format::Parquet,
                    Some("txt") => Format::Table,
                    _ if given.is_some() => Format::Table,
                    _ => bail!(
                        "cannot infer the format of {}: expected a name ending in .csv, .jsonl, .parquet or .txt, or --format",
                        path.display()
                    ),
                }
            }
        };
        let format = given.unwrap_or(by_name);
        if format == Format::Parquet && path.is_none() && io::stdout().is_terminal() {
            bail!("cannot write Parquet to a terminal: use --output");
        }
        Ok(match format {
            Format::Table => sql::Format::Table,
            Format::Csv if self.csv.is_raw() => sql::Format::RawCsv,
            Format::Csv => sql::Format::Csv,
            Format::Jsonl => sql::Format::Json,
            Format::Parquet => sql::Format::Parquet,
        })
    }

    fn runtime(&self) -> anyhow::Result<Runtime> {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(self.threads.count()).enable_all().build().context("cannot start threads")
    }

    fn options(&self) -> SqlOptions {
        SqlOptions { threads: Some(self.threads.count()), memory: self.memory, ..SqlOptions::default() }
    }

    #[cfg(feature = "cluster")]
    async fn session(&self) -> anyhow::Result<SqlSession> {
        if let Some(url) = &self.cluster {
            let options =
                SqlOptions { partitions: self.partitions.map(usize::from), ..SqlOptions::default() };
            return Ok(SqlSession::connect(url, &options).await?);
        }
        Ok(SqlSession::new(&self.options())?)
    }

    #[cfg(not(feature = "cluster"))]
    async fn session(&self) -> anyhow::Result<SqlSession> {
        if self.cluster.is_some() {
            bail!("{}", super::without("cluster"));
        }
        Ok(SqlSession::new(&self.options())?)
    }
}

/// Returns the width of the terminal; `None` if stdout is not a terminal.
pub(super) fn width() -> Option<usize> {
    let (terminal_size::Width(width), _) = terminal_size::terminal_size_of(io::stdout())?;
    Some(usize::from(width))
}

/// Runs a query and writes its rows; returns false if rows were omitted.
pub(super) async fn write(
    session: &SqlSession,
    query: &str,
    format: sql::Format,
    options: DisplayOptions,
    target: &mut impl Write,
) -> anyhow::Result<bool> {
    let rows = session.query(query).await?;
    let written = match format {
        sql::Format::Table => {
            let displayed = rows.to_display(options).await?;
            target.write_all(displayed.text.as_bytes()).map(|()| !displayed.more).map_err(SqlError::Write)
        }
        _ => rows.write(format, target).await.map(|_| true),
    };
    match written {
        Ok(all) => Ok(all),
        // `main` recognises a broken pipe by this type.
        Err(SqlError::Write(error)) => Err(WriteError::from(error).into()),
        Err(error) => Err(error.into()),
    }
}

/// Reports the number of broken games that the last query has read; returns whether there are any.
pub(super) fn report_broken(session: &SqlSession, output: &mut Output) -> anyhow::Result<bool> {
    let broken = session.take_broken_games();
    if broken > 0 {
        output.finish()?;
        output.report().warning(format_args!(
            "{}: only the moves before the fault are read; the column `diagnostics` and `pinsight check` have the faults",
            counted(broken, "broken game")
        ));
    }
    Ok(broken > 0)
}

/// Writes to standard output, byte for byte.
pub(super) struct Stdout<'a>(pub(super) &'a mut Output);

impl Write for Stdout<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.raw(bytes).map_err(WriteError::into_inner)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.finish().map_err(WriteError::into_inner)
    }
}

/// Adapts `OutputFile`, keeping its error messages.
struct File(OutputFile);

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
