//! The file format: schema, statistics, plan of a scan.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::Session;
use datafusion::common::stats::Precision;
use datafusion::common::{GetExt, Result, Statistics, internal_datafusion_err};
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::physical_plan::{FileScanConfig, FileScanConfigBuilder, FileSource};
use datafusion::datasource::source::DataSourceExec;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::object_store::{ObjectMeta, ObjectStore};
use datafusion::physical_plan::ExecutionPlan;
use pinsight_data::GAMES;

use super::broken::BrokenGames;
use super::file::StoredFile;
use super::source::{PgnSource, ReadPlan};
use super::split::{Split, split};

/// PGN, plain or compressed, as detected by content.
#[derive(Debug)]
pub(crate) struct PgnFormat;

#[async_trait]
impl FileFormat for PgnFormat {
    fn get_ext(&self) -> String {
        "pgn".to_owned()
    }

    fn get_ext_with_compression(&self, compression: &FileCompressionType) -> Result<String> {
        Ok(format!("pgn{}", compression.get_ext()))
    }

    fn compression_type(&self) -> Option<FileCompressionType> {
        None
    }

    async fn infer_schema(
        &self,
        _: &dyn Session,
        _: &Arc<dyn ObjectStore>,
        _: &[ObjectMeta],
    ) -> Result<SchemaRef> {
        Ok(GAMES.schema())
    }

    /// Returns the size of the file; other statistics would require reading it.
    async fn infer_stats(
        &self,
        _: &dyn Session,
        _: &Arc<dyn ObjectStore>,
        table_schema: SchemaRef,
        object: &ObjectMeta,
    ) -> Result<Statistics> {
        let mut statistics = Statistics::new_unknown(&table_schema);
        statistics.total_byte_size = Precision::Inexact(object.size as usize);
        Ok(statistics)
    }

    /// Splits large files. DataFusion's own splitting comes later, without access to the bytes.
    async fn create_physical_plan(
        &self,
        state: &dyn Session,
        config: FileScanConfig,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let source = config.file_source().downcast_ref::<PgnSource>();
        let source =
            source.ok_or_else(|| internal_datafusion_err!("the scan of a PGN file is none"))?.clone();
        let store = state.runtime_env().object_store(&config.object_store_url)?;
        let listed = config.file_groups.iter().flat_map(|group| group.iter().cloned());
        let files = listed.map(|listed| {
            let url = &config.object_store_url;
            Ok((listed.clone(), StoredFile::new(url, Arc::clone(&store), &listed.object_meta)?))
        });
        let partitions = state.config().target_partitions();
        let files = files.collect::<Result<Vec<_>>>()?;
        let Split { groups, starts } = split(files, partitions, source.needs_numbers()).await?;
        let threads = (partitions / groups.len().max(1)).max(1);
        let source = source
            .with_plan(ReadPlan { threads, starts })
            .with_broken_games(state.config().get_extension::<BrokenGames>());
        let config = FileScanConfigBuilder::from(config)
            .with_file_groups(groups)
            .with_output_partitioning(None)
            .with_source(Arc::new(source))
            .build();
        Ok(DataSourceExec::from_data_source(config))
    }

    fn file_source(&self, table_schema: TableSchema) -> Arc<dyn FileSource> {
        Arc::new(PgnSource::new(table_schema))
    }
}
