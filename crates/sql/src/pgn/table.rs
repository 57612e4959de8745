//! A listing table that can be sent to a cluster.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::Result;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;
use pinsight_data::GAMES;

use super::format::PgnFormat;

/// The games of PGN files.
///
/// A [`ListingTable`] of another type: DataFusion refuses to serialize a listing table of a format that it does not know, before it
/// asks the codec of the cluster.
#[derive(Debug)]
pub(crate) struct PgnTable(ListingTable);

impl PgnTable {
    pub(crate) fn new(files: Vec<ListingTableUrl>) -> Result<Self> {
        let options = ListingOptions::new(Arc::new(PgnFormat)).with_file_extension("");
        let config = ListingTableConfig::new_with_multi_paths(files)
            .with_listing_options(options)
            .with_schema(GAMES.schema());
        Ok(Self(ListingTable::try_new(config)?))
    }

    #[cfg(feature = "cluster")]
    pub(crate) fn files(&self) -> &[ListingTableUrl] {
        self.0.table_paths()
    }
}

#[async_trait]
impl TableProvider for PgnTable {
    fn schema(&self) -> SchemaRef {
        self.0.schema()
    }

    fn table_type(&self) -> TableType {
        self.0.table_type()
    }

    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        self.0.supports_filters_pushdown(filters)
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.0.scan(state, projection, filters, limit).await
    }
}
