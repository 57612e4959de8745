//! From games to rows, only as much as is wanted.

use std::sync::Arc;

use datafusion::arrow::array::{Array, AsArray, BooleanArray, RecordBatch, RecordBatchOptions};
use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::common::{DFSchema, DataFusionError, Result, exec_datafusion_err};
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::logical_expr::Expr;
use datafusion::logical_expr::execution_props::ExecutionProps;
use datafusion::logical_expr::physical_planning_context::PhysicalPlanningContext;
use datafusion::logical_expr::utils::conjunction;
use datafusion::physical_expr::{PhysicalExpr, create_physical_expr};
use pinsight_pgn::{Batch, RawGame, Splitter, Verdict};

use super::broken::BrokenGames;
use super::columns::columns_of;
use super::file::{PgnFile, cannot_read};
use super::slice::Slice;
use pinsight_data::GameBatchBuilder;

/// What is done with games: some are chosen by their tags, and some columns made of those.
pub(super) struct Work {
    projection: Vec<usize>,
    filter: Option<Filter>,
    broken: Option<Arc<BrokenGames>>,
}

/// Chooses games by some columns.
struct Filter {
    columns: Vec<usize>,
    wanted: Arc<dyn PhysicalExpr>,
}

impl Work {
    /// `schema` is the table's, the columns of the projection are counted in it.
    pub(super) fn new(
        schema: &SchemaRef,
        projection: Vec<usize>,
        filters: &[Expr],
        broken: Option<Arc<BrokenGames>>,
    ) -> Result<Self> {
        let filter = match conjunction(filters.iter().cloned()) {
            Some(wanted) => Some(Filter::new(schema, &wanted)?),
            None => None,
        };
        Ok(Self { projection, filter, broken })
    }

    /// Somebody who does it, for one thread.
    pub(super) fn worker(&self) -> Worker<'_> {
        let chooser = self.filter.as_ref().map(|filter| (filter, Columns::new(&filter.columns)));
        Worker { chooser, columns: Columns::new(&self.projection), broken: self.broken.as_deref() }
    }
}

/// Turns games into rows, one batch after another.
pub(super) struct Worker<'a> {
    chooser: Option<(&'a Filter, Columns)>,
    columns: Columns,
    broken: Option<&'a BrokenGames>,
}

impl Worker<'_> {
    /// The rows of some games.
    pub(super) fn rows(&mut self, games: &Batch) -> Result<RecordBatch> {
        let Some((filter, columns)) = &mut self.chooser else {
            return self.columns.of(games.games(), self.broken);
        };
        let chosen = filter.choose(&columns.of(games.games(), None)?)?;
        if chosen.true_count() == games.games().len() {
            return self.columns.of(games.games(), self.broken);
        }
        let games = games.games().zip(chosen.values().iter());
        self.columns.of(games.filter_map(|(game, chosen)| chosen.then_some(game)), self.broken)
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

    /// Which of the games are wanted, by their tags; none of them is null.
    fn choose(&self, tags: &RecordBatch) -> Result<BooleanArray> {
        let chosen = self.wanted.evaluate(tags)?.into_array(tags.num_rows())?;
        let chosen =
            chosen.as_boolean_opt().ok_or_else(|| exec_datafusion_err!("a filter is no condition"))?;
        Ok(match chosen.null_count() {
            0 => chosen.clone(),
            _ => chosen.iter().map(|chosen| Some(chosen == Some(true))).collect(),
        })
    }
}

/// Makes some columns of games.
enum Columns {
    /// Only the number of games is of interest.
    None(SchemaRef),
    Some(Box<GameBatchBuilder>),
}

impl Columns {
    fn new(numbers: &[usize]) -> Self {
        match numbers {
            [] => Self::None(Arc::new(Schema::empty())),
            _ => Self::Some(Box::new(GameBatchBuilder::new(&columns_of(numbers)))),
        }
    }

    /// Counts the broken ones of the games, if they are replayed.
    fn of<'a>(
        &mut self,
        games: impl Iterator<Item = RawGame<'a>>,
        broken: Option<&BrokenGames>,
    ) -> Result<RecordBatch> {
        match self {
            Self::None(schema) => {
                let options = RecordBatchOptions::new().with_row_count(Some(games.count()));
                Ok(RecordBatch::try_new_with_options(Arc::clone(schema), Vec::new(), &options)?)
            }
            Self::Some(builder) => {
                let mut count = 0;
                for game in games {
                    count += u64::from(Verdict::of(builder.add(&game)) == Verdict::Broken);
                }
                if let Some(broken) = broken {
                    broken.add(count);
                }
                Ok(builder.finish()?)
            }
        }
    }
}

/// Reads parts of files one after another and hands over their games in batches, until nobody takes them. Whoever takes a
/// batch gives one back to be filled next: the same, if he is done with it.
pub(super) fn feed(
    files: &[PgnFile],
    slices: &[Slice],
    runtime: &RuntimeEnv,
    mut take: impl FnMut(Result<Batch>) -> Option<Batch>,
) {
    let mut batch = Batch::default();
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
            match splitter.next_batch(&mut batch) {
                Ok(true) => match take(Ok(batch)) {
                    Some(next) => batch = next,
                    None => return,
                },
                Ok(false) => break,
                Err(error) => {
                    take(Err(DataFusionError::Execution(error.to_string())));
                    return;
                }
            }
        }
    }
}
