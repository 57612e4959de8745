//! Builds record batches: the requested columns of the games that match the filter.

use std::sync::Arc;

use datafusion::arrow::array::{Array, AsArray, BooleanArray, RecordBatch, RecordBatchOptions};
use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::common::{Result, exec_datafusion_err};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::utils::{collect_columns, reassign_expr_columns};
use pinsight_data::{GAMES, GameBatchBuilder, GameColumn, GameWants};
use pinsight_pgn::{Batch, RawGame, Verdict};

use super::broken::BrokenGames;
use super::split::RangeStart;

/// Returns the columns with these indices in the table of games.
fn columns_of(indices: &[usize]) -> Vec<GameColumn> {
    indices.iter().filter_map(|&index| GameColumn::ALL.get(index).copied()).collect()
}

/// Whether the column of this name can be filled from the tags alone.
pub(super) fn needs_no_moves(name: &str) -> bool {
    GameColumn::from_name(name).is_some_and(|column| {
        let wants = GameWants::of(&[column]);
        !wants.moves && !wants.movetext
    })
}

/// Whether a column depends on the number of games or lines before the game.
pub(super) fn needs_number(index: usize) -> bool {
    matches!(GameColumn::ALL.get(index), Some(GameColumn::Game | GameColumn::Diagnostics))
}

/// The columns and games to read.
#[derive(Clone)]
pub(super) struct Request {
    projection: Vec<usize>,
    filter: Option<Filter>,
    broken: Option<Arc<BrokenGames>>,
}

/// Selects games by columns that need no moves.
#[derive(Clone)]
struct Filter {
    columns: Vec<usize>,
    predicate: Arc<dyn PhysicalExpr>,
}

impl Request {
    /// `projection` has indices in the table of games; `predicate` has the names of columns that need no moves.
    pub(super) fn new(
        projection: Vec<usize>,
        predicate: Option<&Arc<dyn PhysicalExpr>>,
        broken: Option<Arc<BrokenGames>>,
    ) -> Result<Self> {
        let filter = predicate.map(Filter::new).transpose()?;
        Ok(Self { projection, filter, broken })
    }

    pub(super) fn schema(&self) -> Result<SchemaRef> {
        Ok(Arc::new(GAMES.schema().project(&self.projection)?))
    }

    /// Returns the state of one thread. `start` is the start of the range, if a column needs it.
    pub(super) fn worker(&self, start: Option<RangeStart>) -> Worker {
        Worker {
            selector: self.filter.clone().map(|filter| (Columns::new(&filter.columns), filter)),
            columns: Columns::new(&self.projection),
            broken: self.broken.clone(),
            start: start.unwrap_or_default(),
        }
    }
}

/// Turns batches of games into record batches.
pub(super) struct Worker {
    selector: Option<(Columns, Filter)>,
    columns: Columns,
    broken: Option<Arc<BrokenGames>>,
    start: RangeStart,
}

impl Worker {
    pub(super) fn rows(&mut self, batch: &Batch) -> Result<RecordBatch> {
        let Self { selector, columns, broken, start } = self;
        let games = || {
            batch.games().map(|mut game| {
                game.number += start.games;
                game.line += start.lines;
                game.span = game.span.start + start.offset..game.span.end + start.offset;
                game
            })
        };
        let broken = broken.as_deref();
        let Some((tags, filter)) = selector else {
            return columns.build(games(), broken);
        };
        let selected = filter.select(&tags.build(games(), None)?)?;
        if selected.true_count() == batch.len() {
            return columns.build(games(), broken);
        }
        let games = games().zip(selected.values().iter());
        columns.build(games.filter_map(|(game, selected)| selected.then_some(game)), broken)
    }
}

impl Filter {
    fn new(predicate: &Arc<dyn PhysicalExpr>) -> Result<Self> {
        let schema = GAMES.schema();
        let columns = collect_columns(predicate);
        let mut columns: Vec<usize> =
            columns.iter().map(|column| schema.index_of(column.name())).collect::<Result<_, _>>()?;
        columns.sort_unstable();
        let predicate = reassign_expr_columns(Arc::clone(predicate), &schema.project(&columns)?)?;
        Ok(Self { columns, predicate })
    }

    /// Returns whether each game matches; never null.
    fn select(&self, tags: &RecordBatch) -> Result<BooleanArray> {
        let selected = self.predicate.evaluate(tags)?.into_array(tags.num_rows())?;
        let selected =
            selected.as_boolean_opt().ok_or_else(|| exec_datafusion_err!("a filter is not boolean"))?;
        Ok(match selected.null_count() {
            0 => selected.clone(),
            _ => selected.iter().map(|selected| Some(selected == Some(true))).collect(),
        })
    }
}

/// Builds columns of games.
enum Columns {
    /// Only the number of games is needed.
    None(SchemaRef),
    Some(Box<GameBatchBuilder>),
}

impl Columns {
    fn new(indices: &[usize]) -> Self {
        match indices {
            [] => Self::None(Arc::new(Schema::empty())),
            _ => Self::Some(Box::new(GameBatchBuilder::new(&columns_of(indices)))),
        }
    }

    /// Adds the games that turn out to be broken to `broken`.
    fn build<'a>(
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
