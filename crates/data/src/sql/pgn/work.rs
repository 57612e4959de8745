//! From games to rows, only as much as is wanted.

use std::sync::Arc;

use datafusion::arrow::array::{AsArray, RecordBatch, RecordBatchOptions};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::{DFSchema, DataFusionError, Result, exec_datafusion_err};
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::logical_expr::Expr;
use datafusion::logical_expr::execution_props::ExecutionProps;
use datafusion::logical_expr::physical_planning_context::PhysicalPlanningContext;
use datafusion::logical_expr::utils::conjunction;
use datafusion::physical_expr::{PhysicalExpr, create_physical_expr};
use pinsight_pgn::{Batch, RawGame, Splitter};

use super::columns::columns_of;
use super::file::{PgnFile, cannot_read};
use super::slice::Slice;
use crate::games::{GameBatchBuilder, games_schema};

/// What is done with games: some are chosen by their tags, and some columns made of those.
pub(super) struct Work {
    schema: SchemaRef,
    projection: Vec<usize>,
    filter: Option<Filter>,
}

/// Chooses games by some columns.
struct Filter {
    columns: Vec<usize>,
    wanted: Arc<dyn PhysicalExpr>,
}

impl Work {
    /// `schema` is the table's, the columns of the projection are counted in it.
    pub(super) fn new(schema: SchemaRef, projection: Vec<usize>, filters: &[Expr]) -> Result<Self> {
        let filter = match conjunction(filters.iter().cloned()) {
            Some(wanted) => Some(Filter::new(&schema, &wanted)?),
            None => None,
        };
        Ok(Self { schema, projection, filter })
    }

    /// The rows of some games.
    pub(super) fn rows(&self, games: &Batch) -> Result<RecordBatch> {
        match &self.filter {
            None => self.project(games.games()),
            Some(filter) => {
                let chosen = filter.choose(games)?;
                self.project(games.games().zip(chosen).filter_map(|(game, chosen)| chosen.then_some(game)))
            }
        }
    }

    fn project<'a>(&self, games: impl Iterator<Item = RawGame<'a>>) -> Result<RecordBatch> {
        rows(&self.schema, &self.projection, games)
    }
}

impl Filter {
    fn new(schema: &SchemaRef, wanted: &Expr) -> Result<Self> {
        let mut columns: Vec<usize> = wanted
            .column_refs()
            .iter()
            .map(|column| schema.index_of(column.name()))
            .collect::<Result<_, _>>()?;
        columns.sort_unstable();
        let seen = DFSchema::try_from(schema.project(&columns)?)?;
        // Columns are named with their table, which is of no interest here.
        let wanted = datafusion::logical_expr::expr_rewriter::unnormalize_col(wanted.clone());
        let wanted = create_physical_expr(
            &wanted,
            &seen,
            &ExecutionProps::new(),
            &PhysicalPlanningContext::default(),
        )?;
        Ok(Self { columns, wanted })
    }

    /// Which of the games are wanted.
    fn choose(&self, games: &Batch) -> Result<Vec<bool>> {
        let schema = games_schema();
        let tags = rows(&schema, &self.columns, games.games())?;
        let chosen = self.wanted.evaluate(&tags)?.into_array(tags.num_rows())?;
        let chosen =
            chosen.as_boolean_opt().ok_or_else(|| exec_datafusion_err!("a filter is no condition"))?;
        Ok(chosen.iter().map(|chosen| chosen == Some(true)).collect())
    }
}

/// Some columns of some games.
fn rows<'a>(
    schema: &SchemaRef,
    columns: &[usize],
    games: impl Iterator<Item = RawGame<'a>>,
) -> Result<RecordBatch> {
    if columns.is_empty() {
        let options = RecordBatchOptions::new().with_row_count(Some(games.count()));
        let none = Arc::new(schema.project(&[])?);
        return Ok(RecordBatch::try_new_with_options(none, Vec::new(), &options)?);
    }
    let mut builder = GameBatchBuilder::new(&columns_of(columns));
    for game in games {
        builder.add(&game);
    }
    Ok(builder.finish())
}

/// Reads parts of files one after another and hands over their games in batches, until nobody takes them.
pub(super) fn feed(
    files: &[PgnFile],
    slices: &[Slice],
    runtime: &RuntimeEnv,
    mut take: impl FnMut(Result<Batch>) -> bool,
) {
    for slice in slices {
        let Some(file) = files.get(slice.file) else {
            continue;
        };
        let name = file.name();
        let source = file.place(runtime).and_then(|place| {
            place.source(&name, slice.range.clone()).map_err(|error| cannot_read(&name, &error))
        });
        let mut splitter = match source {
            Ok(source) => Splitter::new(source),
            Err(error) => {
                take(Err(error));
                return;
            }
        };
        loop {
            let mut batch = Batch::default();
            match splitter.next_batch(&mut batch) {
                Ok(true) if !take(Ok(batch)) => return,
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    take(Err(DataFusionError::Execution(error.to_string())));
                    return;
                }
            }
        }
    }
}
