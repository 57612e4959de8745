//! The scan of PGN files: projection, filter, limit.

use std::fmt;
use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::datasource::physical_plan::{FileOpener, FileScanConfig, FileSource};
use datafusion::datasource::projection::{ProjectionOpener, SplitProjection};
use datafusion::datasource::table_schema::TableSchema;
use datafusion::object_store::ObjectStore;
use datafusion::physical_expr::projection::ProjectionExprs;
use datafusion::physical_expr::utils::{collect_columns, conjunction_opt};
use datafusion::physical_expr::{DynamicFilterTracking, PhysicalExpr};
use datafusion::physical_expr_common::physical_expr::is_volatile;
use datafusion::physical_plan::filter_pushdown::{FilterPushdownPropagation, PushedDown};
use datafusion::physical_plan::metrics::ExecutionPlanMetricsSet;
use datafusion::physical_plan::{DisplayFormatType, apply_expression_roots};
use serde::{Deserialize, Serialize};

use super::broken::BrokenGames;
use super::opener::PgnOpener;
use super::rows::{Request, needs_no_moves, needs_number};
use super::split::RangeStart;

/// How ranges of files are read; determined when the scan is planned.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ReadPlan {
    /// The number of threads per range, if there are fewer ranges than threads.
    pub(super) threads: usize,
    pub(super) starts: Vec<RangeStart>,
}

impl ReadPlan {
    pub(super) fn start_of(&self, file: &str, offset: u64) -> Option<RangeStart> {
        self.starts.iter().find(|start| start.offset == offset && start.file == file).cloned()
    }
}

/// Reads PGN files. Games are replayed only if a column needs it, and only those that match the filter.
#[derive(Clone)]
pub(crate) struct PgnSource {
    table_schema: TableSchema,
    projection: SplitProjection,
    /// A condition on the columns of tags.
    predicate: Option<Arc<dyn PhysicalExpr>>,
    plan: Arc<ReadPlan>,
    broken: Option<Arc<BrokenGames>>,
    metrics: ExecutionPlanMetricsSet,
}

impl PgnSource {
    pub(crate) fn new(table_schema: TableSchema) -> Self {
        Self {
            projection: SplitProjection::unprojected(&table_schema),
            table_schema,
            predicate: None,
            plan: Arc::default(),
            broken: None,
            metrics: ExecutionPlanMetricsSet::new(),
        }
    }

    pub(super) fn with_broken_games(mut self, broken: Option<Arc<BrokenGames>>) -> Self {
        self.broken = broken;
        self
    }

    pub(crate) fn with_plan(mut self, plan: ReadPlan) -> Self {
        self.plan = Arc::new(plan);
        self
    }

    #[cfg(feature = "cluster")]
    pub(crate) fn with_predicate(mut self, predicate: Option<Arc<dyn PhysicalExpr>>) -> Self {
        self.predicate = predicate;
        self
    }

    #[cfg(feature = "cluster")]
    pub(crate) fn plan(&self) -> &ReadPlan {
        &self.plan
    }

    /// Whether a column depends on the number of games or lines before the game.
    pub(super) fn needs_numbers(&self) -> bool {
        self.projection.file_indices.iter().copied().any(needs_number)
    }

    /// Whether a condition depends on nothing but tags.
    fn is_about_tags(&self, filter: &Arc<dyn PhysicalExpr>) -> bool {
        let of_file = self.table_schema.file_schema().fields().len();
        let is_tag = |index: usize, name: &str| index < of_file && needs_no_moves(name);
        collect_columns(filter).iter().all(|column| is_tag(column.index(), column.name()))
            && !is_volatile(filter)
            && !DynamicFilterTracking::classify(filter).contains_dynamic_filter()
    }
}

impl FileSource for PgnSource {
    fn create_file_opener(
        &self,
        store: Arc<dyn ObjectStore>,
        config: &FileScanConfig,
        _: usize,
    ) -> Result<Arc<dyn FileOpener>> {
        let request =
            Request::new(self.projection.file_indices.clone(), self.predicate.as_ref(), self.broken.clone())?;
        let url = config.object_store_url.clone();
        let opener = PgnOpener { url, store, request, plan: Arc::clone(&self.plan) };
        let schema = self.table_schema.file_schema();
        ProjectionOpener::try_new(self.projection.clone(), Arc::new(opener), schema)
    }

    fn table_schema(&self) -> &TableSchema {
        &self.table_schema
    }

    /// Batches have the size that [`pinsight_pgn::Splitter`] gives them.
    fn with_batch_size(&self, _: usize) -> Arc<dyn FileSource> {
        Arc::new(self.clone())
    }

    fn filter(&self) -> Option<Arc<dyn PhysicalExpr>> {
        self.predicate.clone()
    }

    fn projection(&self) -> Option<&ProjectionExprs> {
        Some(&self.projection.source)
    }

    fn metrics(&self) -> &ExecutionPlanMetricsSet {
        &self.metrics
    }

    fn file_type(&self) -> &str {
        "pgn"
    }

    fn fmt_extra(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.predicate {
            Some(predicate) => write!(f, ", predicate={predicate}"),
            None => Ok(()),
        }
    }

    /// `PgnFormat` splits the files: that needs the bytes.
    fn supports_repartitioning(&self) -> bool {
        false
    }

    fn try_pushdown_filters(
        &self,
        filters: Vec<Arc<dyn PhysicalExpr>>,
        _: &ConfigOptions,
    ) -> Result<FilterPushdownPropagation<Arc<dyn FileSource>>> {
        let taken: Vec<bool> = filters.iter().map(|filter| self.is_about_tags(filter)).collect();
        let answers = taken.iter().map(|&taken| if taken { PushedDown::Yes } else { PushedDown::No });
        let result = FilterPushdownPropagation::with_parent_pushdown_result(answers.collect());
        let filters = filters.into_iter().zip(&taken).filter_map(|(filter, &taken)| taken.then_some(filter));
        let predicate = conjunction_opt(self.predicate.iter().cloned().chain(filters));
        Ok(match taken.contains(&true) {
            true => result.with_updated_node(Arc::new(Self { predicate, ..self.clone() })),
            false => result,
        })
    }

    fn try_pushdown_projection(&self, projection: &ProjectionExprs) -> Result<Option<Arc<dyn FileSource>>> {
        let merged = self.projection.source.try_merge(projection)?;
        let projection = SplitProjection::new(self.table_schema.file_schema(), &merged);
        Ok(Some(Arc::new(Self { projection, ..self.clone() })))
    }

    fn apply_expressions(
        &self,
        f: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        let projected = self.projection.source.iter().map(|projected| &projected.expr);
        apply_expression_roots(projected.chain(&self.predicate), f)
    }
}
