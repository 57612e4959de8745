//! Files as a table: one scan of all files, with the columns of their partition folders.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema, SchemaRef};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::stats::Precision;
use datafusion::common::{
    DFSchema, Result, ScalarValue, Statistics, internal_datafusion_err, plan_datafusion_err, project_schema,
};
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::listing::helpers::{expr_applicable_for_cols, filter_partitioned_file};
use datafusion::datasource::listing::{ListingTableUrl, PartitionedFile};
use datafusion::datasource::physical_plan::{FileGroup, FileScanConfigBuilder};
use datafusion::datasource::table_schema::TableSchema;
use datafusion::error::DataFusionError;
use datafusion::execution::SessionState;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::object_store::{ObjectMeta, ObjectStoreExt};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::empty::EmptyExec;
use futures::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};
use url::Url;

use super::kind::Kind;
use super::pgn::PgnFormat;

/// The number of requests at a time.
const CONCURRENCY: usize = 32;

/// The files of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct FileList {
    pub(super) kind: Kind,
    pub(super) packing: Option<String>,
    /// The partition columns, and whether they are numbers.
    pub(super) columns: Vec<(String, bool)>,
    pub(super) files: Vec<ListedFile>,
}

/// A file of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ListedFile {
    pub(super) url: String,
    /// The values of the partition columns; `None` is null.
    pub(super) values: Vec<Option<String>>,
}

/// Returns the reader of a format.
pub(super) fn file_format(
    state: &dyn Session,
    kind: Kind,
    packing: Option<&str>,
) -> Result<Arc<dyn FileFormat>> {
    if kind == Kind::Pgn {
        return Ok(Arc::new(PgnFormat));
    }
    let mut options = HashMap::new();
    if let Some(packing) = packing {
        options.insert("format.compression".to_owned(), packing.to_owned());
    }
    if kind == Kind::Tsv {
        options.insert("format.delimiter".to_owned(), "\t".to_owned());
    }
    if matches!(kind, Kind::Csv | Kind::Tsv) {
        // A large file is not split at line ends, which may be inside a cell.
        options.insert("format.newlines_in_values".to_owned(), "true".to_owned());
    }
    let state = state.as_any().downcast_ref::<SessionState>();
    let state = state.ok_or_else(|| internal_datafusion_err!("the session has no state"))?;
    let factory = state.get_file_format_factory(kind.format());
    let factory = factory.ok_or_else(|| plan_datafusion_err!("no reader for {}", kind.format()))?;
    factory.create(state, &options)
}

/// Files of the same format.
///
/// A `ListingTable` cannot have files whose partition folders are part of its own path, and DataFusion does not send one of PGN to
/// a cluster.
#[derive(Debug)]
pub(super) struct FilesTable {
    list: FileList,
    schema: TableSchema,
    store: ObjectStoreUrl,
    /// Without their sizes, since files may change until they are read.
    files: Vec<PartitionedFile>,
}

impl FilesTable {
    /// Creates the table of at least one file; a column of the files has precedence over a partition column of its name.
    pub(super) fn new(mut list: FileList, file_schema: SchemaRef) -> Result<Self> {
        let is_kept: Vec<bool> =
            list.columns.iter().map(|(name, _)| file_schema.column_with_name(name).is_none()).collect();
        retain(&mut list.columns, &is_kept);
        list.files.iter_mut().for_each(|file| retain(&mut file.values, &is_kept));
        let types = list.columns.iter().map(|(name, is_number)| {
            Field::new(name, if *is_number { DataType::Int64 } else { DataType::Utf8 }, true)
        });
        let types: Vec<FieldRef> = types.map(Arc::new).collect();
        let mut files = Vec::with_capacity(list.files.len());
        let mut store = None;
        for ListedFile { url, values } in &list.files {
            let url = Url::parse(url).map_err(|error| plan_datafusion_err!("{url}: {error}"))?;
            let url = ListingTableUrl::try_new(url, None)?;
            store.get_or_insert_with(|| url.object_store());
            let location = url.prefix().clone();
            let last_modified = Default::default();
            let meta = ObjectMeta { location, last_modified, size: 0, e_tag: None, version: None };
            let values = values.iter().zip(&types).map(|(value, field)| match value {
                Some(value) => ScalarValue::try_from_string(value.clone(), field.data_type()),
                None => ScalarValue::try_from(field.data_type()),
            });
            let values = values.collect::<Result<_>>()?;
            files.push(PartitionedFile::new_from_meta(meta).with_partition_values(values));
        }
        let store = store.ok_or_else(|| internal_datafusion_err!("a table without files"))?;
        let schema = TableSchema::builder(file_schema).with_table_partition_cols(types).build();
        Ok(Self { list, schema, store, files })
    }

    /// Creates the table of a list that was sent with the schema of the table.
    #[cfg(feature = "cluster")]
    pub(super) fn received(list: FileList, schema: &Schema) -> Result<Self> {
        let of_files = schema.fields().len().saturating_sub(list.columns.len());
        Self::new(list, Arc::new(schema.project(&(0..of_files).collect::<Vec<_>>())?))
    }

    #[cfg(feature = "cluster")]
    pub(super) fn list(&self) -> &FileList {
        &self.list
    }

    /// Whether a condition depends on partition columns only.
    fn is_about_folders(&self, filter: &Expr) -> bool {
        let names: Vec<&str> = self.list.columns.iter().map(|(name, _)| name.as_str()).collect();
        !names.is_empty() && expr_applicable_for_cols(&names, filter)
    }

    /// Returns the files that `filters`, which are about partition columns, do not exclude, with their sizes.
    async fn select(&self, state: &dyn Session, filters: &[Expr]) -> Result<Vec<PartitionedFile>> {
        let columns = Schema::new(self.schema.table_partition_cols().clone());
        let columns = DFSchema::try_from(columns)?;
        let filters: Vec<Expr> = filters.iter().map(|filter| filter.clone().is_true()).collect();
        let mut selected = Vec::new();
        for file in &self.files {
            selected.extend(filter_partitioned_file(file.clone(), &filters, &columns)?);
        }
        let store = state.runtime_env().object_store(&self.store)?;
        let heads = selected.into_iter().map(|mut file| {
            let store = Arc::clone(&store);
            async move {
                file.object_meta = store.head(&file.object_meta.location).await?;
                Ok::<_, DataFusionError>(file)
            }
        });
        let heads: Vec<_> = heads.collect();
        stream::iter(heads).buffered(CONCURRENCY).try_collect().await
    }
}

fn retain<T>(values: &mut Vec<T>, is_kept: &[bool]) {
    let mut is_kept = is_kept.iter();
    values.retain(|_| is_kept.next().is_none_or(|kept| *kept));
}

#[async_trait]
impl TableProvider for FilesTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(self.schema.table_schema())
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        let pushdown = |filter: &&Expr| match self.is_about_folders(filter) {
            true => TableProviderFilterPushDown::Exact,
            false => TableProviderFilterPushDown::Inexact,
        };
        Ok(filters.iter().map(pushdown).collect())
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let filters: Vec<Expr> =
            filters.iter().filter(|filter| self.is_about_folders(filter)).cloned().collect();
        let files = self.select(state, &filters).await?;
        if files.is_empty() {
            return Ok(Arc::new(EmptyExec::new(project_schema(&self.schema(), projection)?)));
        }
        let format = file_format(state, self.list.kind, self.list.packing.as_deref())?;
        let mut statistics = Statistics::new_unknown(self.schema.table_schema());
        let bytes: u64 = files.iter().map(|file| file.object_meta.size).sum();
        statistics.total_byte_size = Precision::Inexact(bytes as usize);
        let groups = FileGroup::new(files).split_files(state.config().target_partitions());
        let config = FileScanConfigBuilder::new(self.store.clone(), format.file_source(self.schema.clone()))
            .with_file_groups(groups)
            .with_statistics(statistics)
            .with_projection_indices(projection.cloned())?
            .with_limit(limit)
            .build();
        format.create_physical_plan(state, config).await
    }
}
