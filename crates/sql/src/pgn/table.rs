//! The table: which filters it takes over, how it is scanned.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::runtime::SpawnedTask;
use datafusion::common::tree_node::TreeNode;
use datafusion::common::{DataFusionError, Result};
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;

use super::columns::{needs_no_moves, tells_place};
use super::file::PgnFile;
use super::scan::{PgnScan, ScanSpec};
use super::slice::share_out;
use pinsight_data::GAMES;

/// The games of some PGN files.
#[derive(Clone, Debug)]
pub(crate) struct PgnTable {
    files: Arc<[PgnFile]>,
    schema: SchemaRef,
}

impl PgnTable {
    pub(crate) fn new(files: Vec<PgnFile>) -> Self {
        Self { files: files.into(), schema: GAMES.schema() }
    }

    #[cfg(feature = "cluster")]
    pub(crate) fn files(&self) -> &[PgnFile] {
        &self.files
    }

    /// Whether a condition can be answered by the tags alone, wherever it is asked.
    fn is_about_tags(&self, filter: &Expr) -> bool {
        let tags = filter
            .column_refs()
            .iter()
            .all(|column| self.schema.index_of(column.name()).is_ok_and(needs_no_moves));
        let alone = filter.exists(|part| {
            let elsewhere = matches!(
                part,
                Expr::ScalarSubquery(_)
                    | Expr::Exists(_)
                    | Expr::InSubquery(_)
                    | Expr::OuterReferenceColumn(..)
                    | Expr::Placeholder(_)
            );
            Ok(elsewhere)
        });
        tags && !filter.is_volatile() && alone.is_ok_and(|elsewhere| !elsewhere)
    }
}

#[async_trait]
impl TableProvider for PgnTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        let answer = |filter: &&Expr| match self.is_about_tags(filter) {
            true => TableProviderFilterPushDown::Exact,
            false => TableProviderFilterPushDown::Unsupported,
        };
        Ok(filters.iter().map(answer).collect())
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let projection = projection.cloned().unwrap_or_else(|| (0..self.schema.fields().len()).collect());
        let threads = state.config().target_partitions();
        // Places in a file are counted from its beginning.
        let asked = filters.iter().flat_map(Expr::column_refs);
        let asked = asked.filter_map(|column| self.schema.index_of(column.name()).ok());
        let whole = projection.iter().copied().chain(asked).any(tells_place);
        let (files, runtime) = (Arc::clone(&self.files), Arc::clone(state.runtime_env()));
        let groups = SpawnedTask::spawn_blocking(move || share_out(&files, &runtime, threads, whole));
        let groups = groups.join_unwind().await;
        let groups = groups.map_err(|error| DataFusionError::ExecutionJoin(Box::new(error)))??;
        let spec = ScanSpec {
            files: Arc::clone(&self.files),
            threads: (threads / groups.len().max(1)).max(1),
            projection,
            filters: filters.to_vec(),
            limit,
        };
        Ok(Arc::new(PgnScan::of_groups(spec, &groups)?))
    }
}
