//! A session: functions, tables, queries.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use datafusion::arrow::array::AsArray;
use datafusion::catalog::TableProvider;
use datafusion::common::TableReference;
use datafusion::error::DataFusionError;
use datafusion::execution::context::SQLOptions;
use datafusion::execution::{SendableRecordBatchStream, SessionState, SessionStateBuilder};
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_optimizer::optimizer::PhysicalOptimizer;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion::sql::parser::Statement;
use datafusion::sql::sqlparser::ast::{Ident, ObjectNamePart, visit_relations_mut};

use super::error::{SqlError, catch_panic, is_lost_executor};
use super::files::near_name;
use super::functions::functions;
use super::late_functions::LateFunctions;
use super::names::ColumnNames;
use super::pgn::BrokenGames;
use super::rows::{SqlRows, prefetched};
use super::stores::{default_memory, runtime_env};
use super::table_functions;
use super::tables;
use pinsight_data::{GameColumn, POSITIONS};

/// The time before a query is tried again.
const RETRY_WAIT: Duration = Duration::from_millis(500);

/// Options of a session.
#[derive(Clone, Debug, Default)]
pub struct SqlOptions {
    /// The number of threads per query. Default: one per core. Not used on a cluster.
    pub threads: Option<usize>,
    /// The number of partitions of a query on a cluster. Default: twice the number of cores of all executors.
    pub partitions: Option<usize>,
    /// The memory for queries in bytes; sorts, aggregations and joins beyond it spill to temporary files. Default: three quarters of
    /// the memory of the machine. Not used on a cluster, where executors have limits of their own.
    pub memory: Option<u64>,
}

/// Runs queries; the names of files are tables.
pub struct SqlSession {
    context: SessionContext,
    /// The names of the tables of files, by the names of the files. Each query opens them again, since files change.
    files: Mutex<HashMap<String, String>>,
    /// The columns of all tables used so far.
    seen: Mutex<BTreeSet<String>>,
    broken: Arc<BrokenGames>,
    /// How often a query is tried; more than once on a cluster.
    attempts: u32,
}

impl std::fmt::Debug for SqlSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqlSession").finish_non_exhaustive()
    }
}

impl SqlSession {
    /// Creates a session in this process.
    pub fn new(options: &SqlOptions) -> Result<Self, SqlError> {
        // For `SHOW TABLES` and the like.
        let mut config = SessionConfig::new()
            .with_information_schema(true)
            .with_extension(Arc::new(BrokenGames::default()));
        if let Some(threads) = options.threads {
            config = config.with_target_partitions(threads.max(1));
        }
        let memory = options.memory.unwrap_or_else(default_memory);
        // Each thread of a sort reserves this much for merging: the default of 10 MB is too much for a small limit.
        let reserved = memory / (16 * config.target_partitions() as u64);
        let most = config.options().execution.sort_spill_reservation_bytes;
        config = config.with_sort_spill_reservation_bytes(most.min(reserved as usize));
        let state = SessionStateBuilder::new()
            .with_config(config)
            .with_runtime_env(runtime_env(memory)?)
            .with_default_features()
            .with_physical_optimizer_rules(PhysicalOptimizer::new().rules)
            .with_physical_optimizer_rule(Arc::new(LateFunctions))
            .build();
        Ok(Self::with_context(SessionContext::new_with_state(state), 1))
    }

    /// Adds the chess functions and PGN tables to a context.
    pub(super) fn with_context(context: SessionContext, attempts: u32) -> Self {
        for function in functions() {
            context.register_udf(function);
        }
        let external = Arc::new(tables::PgnTableFactory);
        context.state_ref().write().table_factories_mut().insert("PGN".to_owned(), external);
        // A cluster does not count broken games.
        let broken = context.state().config().get_extension::<BrokenGames>().unwrap_or_default();
        Self { context, files: Mutex::default(), seen: Mutex::default(), broken, attempts }
    }

    /// Returns the number of broken games that queries have replayed since the last call. A query of tags only replays none,
    /// and a cluster counts none.
    pub fn take_broken_games(&self) -> u64 {
        self.broken.take()
    }

    /// Runs a query. The rows are computed while they are read.
    pub async fn query(&self, sql: &str) -> Result<SqlRows, SqlError> {
        let (plan, files) = catch_panic(self.plan(sql)).await??;
        let mut attempts = 1;
        let stream = loop {
            let stream = catch_panic(self.execute(plan.clone())).await.and_then(|stream| stream);
            match stream {
                Err(error) if is_lost_executor(&error) && attempts < self.attempts => {
                    attempts += 1;
                    tokio::time::sleep(RETRY_WAIT).await;
                }
                stream => break stream,
            }
        };
        let stream = stream.map_err(|error| SqlError::while_reading(&error, &files))?;
        let unreadable = Box::pin(tables::first_unreadable(self.context.state(), files.clone()));
        Ok(SqlRows::new(stream, files, unreadable))
    }

    async fn execute(&self, plan: LogicalPlan) -> Result<SendableRecordBatchStream, DataFusionError> {
        let stream = self.context.execute_logical_plan(plan).await?.execute_stream().await?;
        if self.attempts > 1 { prefetched(stream).await } else { Ok(stream) }
    }

    /// Returns the logical and the physical plan of a query.
    pub async fn explain(&self, sql: &str) -> Result<String, SqlError> {
        let mut rows = self.query(&format!("EXPLAIN {sql}")).await?;
        let mut text = String::new();
        while let Some(batch) = rows.next().await? {
            let columns: Vec<_> =
                batch.columns().iter().filter_map(|column| column.as_string_opt::<i32>()).collect();
            if let [names, plans] = columns.as_slice() {
                for (name, plan) in names.iter().zip(plans.iter()) {
                    let (name, plan) = (name.unwrap_or_default(), plan.unwrap_or_default());
                    text.push_str(&format!("{}:\n{}\n\n", name.replace('_', " "), plan.trim_end()));
                }
            }
        }
        Ok(text.trim_end().to_owned() + "\n")
    }

    /// Returns the names of all functions, for completion.
    pub fn function_names(&self) -> BTreeSet<String> {
        let state = self.context.state();
        let scalar = state.scalar_functions().keys();
        scalar
            .chain(state.aggregate_functions().keys())
            .chain(state.window_functions().keys())
            .cloned()
            .chain(table_functions::names())
            .collect()
    }

    /// Returns the columns of games, of positions and of all tables used so far, for completion.
    pub fn column_names(&self) -> BTreeSet<String> {
        let games = GameColumn::ALL.iter().map(|column| column.name().to_owned());
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let positions = POSITIONS.columns.iter().map(|column| column.name.to_owned());
        games.chain(positions).chain(seen.iter().cloned()).collect()
    }

    /// Returns the names of created views and tables, for completion.
    pub fn table_names(&self) -> BTreeSet<String> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let mut names: BTreeSet<String> = self.known_tables().into_iter().collect();
        names.retain(|name| !files.values().any(|file| file == name));
        names
    }

    fn known_tables(&self) -> Vec<String> {
        let catalogs =
            self.context.catalog_names().into_iter().filter_map(|name| self.context.catalog(&name));
        let schemas = catalogs.flat_map(|catalog| {
            let names = catalog.schema_names().into_iter().filter(|name| name != "information_schema");
            names.filter_map(|name| catalog.schema(&name)).collect::<Vec<_>>()
        });
        schemas.flat_map(|schema| schema.table_names()).collect()
    }

    /// Returns the logical plan of a query and the names of its files.
    async fn plan(&self, sql: &str) -> Result<(LogicalPlan, Vec<String>), SqlError> {
        let state = self.context.state();
        let dialect = state.config_options().sql_parser.dialect;
        let statement = state.sql_to_statement(sql, &dialect)?;
        if let Some(reason) = not_a_query(&statement) {
            return Err(SqlError::new(reason));
        }
        let mut names = ColumnNames::default();
        let expanded = table_functions::expand(&state, &statement, &mut names).await?;
        let (sql, statement) = match &expanded {
            Some(sql) => (sql.as_str(), state.sql_to_statement(sql, &dialect)?),
            None => (sql, statement),
        };
        let mut files = Vec::new();
        let created = created_table(&statement);
        for table in state.resolve_table_references(&statement)? {
            let known = state.table_functions().contains_key(table.table())
                || created.is_some_and(|created| created.eq_ignore_ascii_case(table.table()));
            if known {
                continue;
            }
            if tables::is_file_name(table.table()) {
                files.push(table.table().to_owned());
            }
            names.add(&self.table(&state, table).await?.schema());
        }
        let mut statement = state.sql_to_statement(&names.apply_to(sql, &statement), &dialect)?;
        rename_tables(&mut statement, &self.files.lock().unwrap_or_else(PoisonError::into_inner));
        let plan = state.statement_to_plan(statement).await?;
        // Files are written by the reader of the rows, which keeps existing files if the query fails.
        SQLOptions::new().with_allow_dml(false).verify_plan(&plan)?;
        // A view has the columns of its query.
        let made = match &plan {
            LogicalPlan::Ddl(made) => made.inputs(),
            _ => Vec::new(),
        };
        let made = made.into_iter().flat_map(|query| query.schema().fields().iter());
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.extend(names.all().chain(made.map(|field| field.name().clone())));
        drop(seen);
        Ok((plan, files))
    }

    /// Returns a table of a query: a created one or a file.
    async fn table(
        &self,
        state: &SessionState,
        table: TableReference,
    ) -> Result<Arc<dyn TableProvider>, SqlError> {
        let TableReference::Bare { table: name } = &table else {
            return self.qualified_table(table).await;
        };
        if self.context.table_exist(table.clone())? {
            return Ok(self.context.table_provider(table).await?);
        }
        if !tables::is_file_name(name) {
            let known = self.known_tables();
            let near = near_name(name, known.iter().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
            return Err(SqlError::new(format!(
                "there is no table {name}{near}\nto read a file, quote its name: FROM 'games.pgn.zst'"
            )));
        }
        let provider = tables::open(state, name, None).await?;
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let known = files.get(&**name).cloned();
        let table = match known {
            Some(table) => table,
            None => self.free_name(name)?,
        };
        self.context.deregister_table(table.as_str())?;
        self.context.register_table(table.as_str(), Arc::clone(&provider))?;
        files.insert(name.to_string(), table);
        Ok(provider)
    }

    /// Returns an unused table name for a file: its own without folder and extensions. Ballista loses names with dots.
    fn free_name(&self, file: &str) -> Result<String, SqlError> {
        let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = name.split('.').next().unwrap_or_default().to_lowercase();
        let plain: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let plain = match plain.trim_matches('_') {
            plain if plain.starts_with(|c: char| c.is_ascii_alphabetic()) => plain.to_owned(),
            plain => format!("file_{plain}"),
        };
        let mut name = plain.clone();
        let mut number = 1;
        while self.context.table_exist(name.as_str())? {
            number += 1;
            name = format!("{plain}_{number}");
        }
        Ok(name)
    }

    /// Returns a table of a schema. A file name without quotes looks like one.
    async fn qualified_table(&self, table: TableReference) -> Result<Arc<dyn TableProvider>, SqlError> {
        match self.context.table_provider(table.clone()).await {
            Ok(provider) => Ok(provider),
            Err(_) if tables::is_file_name(&table.to_string()) => Err(SqlError::new(format!(
                "there is no table {table}; to read a file, quote its name: FROM '{table}'"
            ))),
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns why a statement is refused, if it would write.
fn not_a_query(statement: &Statement) -> Option<&'static str> {
    use datafusion::sql::sqlparser::ast::Statement as Standard;
    match statement {
        Statement::CopyTo(_) => Some("COPY is not supported: --output writes the rows of a query"),
        Statement::Statement(statement) => matches!(
            **statement,
            Standard::Insert(_)
                | Standard::Update(_)
                | Standard::Delete(_)
                | Standard::Merge(_)
                | Standard::Truncate(_)
        )
        .then_some("tables are read-only: --output writes the rows of a query to a new file"),
        Statement::Explain(explain) => not_a_query(&explain.statement),
        Statement::CreateExternalTable(_) | Statement::Reset(_) => None,
    }
}

/// Returns the name of the table that a statement creates.
fn created_table(statement: &Statement) -> Option<&str> {
    use datafusion::sql::sqlparser::ast::Statement as Standard;
    let name = match statement {
        Statement::CreateExternalTable(created) => &created.name,
        Statement::Statement(statement) => match &**statement {
            Standard::CreateTable(created) => &created.name,
            _ => return None,
        },
        _ => return None,
    };
    name.0.last().and_then(ObjectNamePart::as_ident).map(|name| name.value.as_str())
}

/// Replaces the names of files by the names of their tables.
fn rename_tables(statement: &mut Statement, tables: &HashMap<String, String>) {
    match statement {
        Statement::Statement(statement) => {
            let _: ControlFlow<()> = visit_relations_mut(&mut **statement, |relation| {
                if let [ObjectNamePart::Identifier(name)] = relation.0.as_mut_slice()
                    && let Some(table) = tables.get(&name.value)
                {
                    *name = Ident::with_quote('"', table);
                }
                ControlFlow::Continue(())
            });
        }
        Statement::Explain(explain) => rename_tables(&mut explain.statement, tables),
        _ => {}
    }
}
