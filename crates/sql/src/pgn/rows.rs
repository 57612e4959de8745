//! Builds record batches: the requested columns of the games that match the filter.

use std::sync::Arc;

use datafusion::arrow::array::{Array, AsArray, BooleanArray, RecordBatch};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::{Result, exec_datafusion_err};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::utils::{collect_columns, reassign_expr_columns};
use pinsight_data::{GAMES, GameBatchBuilder, GameColumn, GameWants};
use pinsight_pgn::{Batch, RawGame, Verdict};

use super::broken::BrokenGames;
use super::split::RangeStart;

/// Returns the builder of the columns with these indices in the table of games.
fn builder_of(indices: &[usize]) -> GameBatchBuilder {
    let columns = indices.iter().filter_map(|&index| GameColumn::ALL.get(index).copied());
    GameBatchBuilder::new(&columns.collect::<Vec<_>>())
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
            selector: self.filter.clone().map(|filter| (builder_of(&filter.columns), filter)),
            columns: builder_of(&self.projection),
            broken: self.broken.clone(),
            start: start.unwrap_or_default(),
        }
    }
}

/// Turns batches of games into record batches.
pub(super) struct Worker {
    selector: Option<(GameBatchBuilder, Filter)>,
    columns: GameBatchBuilder,
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
            return build(columns, games(), broken);
        };
        let selected = filter.select(&build(tags, games(), None)?)?;
        if selected.true_count() == batch.len() {
            return build(columns, games(), broken);
        }
        let games = games().zip(selected.values().iter());
        build(columns, games.filter_map(|(game, selected)| selected.then_some(game)), broken)
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

/// Adds the games that turn out to be broken to `broken`.
fn build<'a>(
    columns: &mut GameBatchBuilder,
    games: impl Iterator<Item = RawGame<'a>>,
    broken: Option<&BrokenGames>,
) -> Result<RecordBatch> {
    let count = games.filter(|game| Verdict::of(columns.add(game)) == Verdict::Broken).count();
    if let Some(broken) = broken {
        broken.add(count as u64);
    }
    Ok(columns.finish()?)
}
