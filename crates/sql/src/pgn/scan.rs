//! A scan of PGN files as part of a plan.
//!
//! What a partition reads comes to it as rows, from a table in memory below the scan: parts of files, one a row. So a
//! cluster, which knows how to share out the partitions of such a table, shares out the work.

use std::fmt;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, AsArray, RecordBatch, StringArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::runtime::SpawnedTask;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{DataFusionError, Result, exec_datafusion_err, internal_err};
use datafusion::datasource::memory::MemorySourceConfig;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::Expr;
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType, ReplaceChildrenOptions};
use datafusion::physical_plan::metrics::{BaselineMetrics, ExecutionPlanMetricsSet, MetricsSet};
use datafusion::physical_plan::stream::{RecordBatchReceiverStreamBuilder, RecordBatchStreamAdapter};
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties, Partitioning, PlanProperties,
};
use futures::{Stream, StreamExt, TryStreamExt, future, stream};
use pinsight_pgn::Batch;
use tokio::sync::mpsc;

use super::broken::BrokenGames;
use super::file::PgnFile;
use super::slice::Slice;
use super::work::{Work, feed};
use pinsight_data::GAMES;

/// What is scanned, and what of it is wanted: all that has to travel to another machine.
#[derive(Clone, Debug)]
pub(crate) struct ScanSpec {
    pub(crate) files: Arc<[PgnFile]>,
    /// The columns.
    pub(crate) projection: Vec<usize>,
    /// Conditions on tags; all have to hold.
    pub(crate) filters: Vec<Expr>,
    /// No partition gives more rows than this.
    pub(crate) limit: Option<usize>,
    /// How many threads work on the games of one partition, where there are fewer of these than threads.
    pub(crate) threads: usize,
}

/// Reads games and turns them into rows.
#[derive(Debug)]
pub(crate) struct PgnScan {
    spec: ScanSpec,
    /// Gives the parts of files that each partition reads.
    parts: Arc<dyn ExecutionPlan>,
    properties: Arc<PlanProperties>,
    metrics: ExecutionPlanMetricsSet,
}

impl PgnScan {
    /// Each partition reads one of the groups.
    pub(super) fn of_groups(spec: ScanSpec, groups: &[Vec<Slice>]) -> Result<Self> {
        let schema = Arc::new(Schema::new(vec![Field::new("part", DataType::Utf8, false)]));
        let batch = |group: &Vec<Slice>| -> Result<Vec<RecordBatch>> {
            let parts = group.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>();
            let parts = parts.map_err(|error| exec_datafusion_err!("{error}"))?;
            let column: ArrayRef = Arc::new(StringArray::from(parts));
            Ok(vec![RecordBatch::try_new(Arc::clone(&schema), vec![column])?])
        };
        let batches = groups.iter().map(batch).collect::<Result<Vec<_>>>()?;
        Self::new(spec, MemorySourceConfig::try_new_exec(&batches, schema, None)?)
    }

    pub(crate) fn new(spec: ScanSpec, parts: Arc<dyn ExecutionPlan>) -> Result<Self> {
        let schema: SchemaRef = Arc::new(GAMES.schema().project(&spec.projection)?);
        let properties = PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(parts.output_partitioning().partition_count()),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        Ok(Self { spec, parts, properties: Arc::new(properties), metrics: ExecutionPlanMetricsSet::new() })
    }

    /// The same scan of other parts.
    fn over(&self, children: &[Arc<dyn ExecutionPlan>]) -> Result<Arc<dyn ExecutionPlan>> {
        let [parts] = children else {
            return internal_err!("a scan of PGN has one input, not {}", children.len());
        };
        Ok(Arc::new(Self::new(self.spec.clone(), Arc::clone(parts))?))
    }

    #[cfg(feature = "cluster")]
    pub(crate) fn spec(&self) -> &ScanSpec {
        &self.spec
    }
}

impl DisplayAs for PgnScan {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScanSpec { files, projection, filters, limit, .. } = &self.spec;
        let partitions = self.properties.partitioning.partition_count();
        let schema = GAMES.schema();
        let columns: Vec<&str> = projection
            .iter()
            .filter_map(|&index| Some(schema.fields().get(index)?.name().as_str()))
            .collect();
        write!(
            f,
            "PgnScan: files={}, partitions={}, columns=[{}]",
            files.len(),
            partitions,
            columns.join(", ")
        )?;
        if !filters.is_empty() {
            let filters: Vec<String> = filters.iter().map(ToString::to_string).collect();
            write!(f, ", filters=[{}]", filters.join(" AND "))?;
        }
        if let Some(limit) = limit {
            write!(f, ", limit={limit}")?;
        }
        Ok(())
    }
}

impl ExecutionPlan for PgnScan {
    fn name(&self) -> &str {
        "PgnScan"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.parts]
    }

    /// A part is one row: nothing is won by sharing these out anew.
    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn replace_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.over(&children)
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.over(&children)
    }

    fn metrics(&self) -> Option<MetricsSet> {
        Some(self.metrics.clone_inner())
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let spec = self.spec.clone();
        let broken = context.session_config().get_extension::<BrokenGames>();
        let work = Arc::new(Work::new(&GAMES.schema(), spec.projection.clone(), &spec.filters, broken)?);
        let parts = self.parts.execute(partition, Arc::clone(&context))?;
        let schema = self.schema();
        let rows = stream::once(async move {
            let slices = slices(parts).await?;
            let apart = spec.threads > 1 || slices.iter().any(|slice| slice.packed);
            Ok::<Rows, DataFusionError>(if apart {
                read_apart(spec.files, slices, work, context, spec.threads).boxed()
            } else {
                read_here(schema, spec.files, slices, work, context)
            })
        });
        let rows = rows.try_flatten().boxed();
        let limit = self.spec.limit;
        let metrics = BaselineMetrics::new(&self.metrics, partition);
        let rows = up_to(rows, limit).inspect(move |batch| {
            if let Ok(batch) = batch {
                metrics.record_output(batch.num_rows());
            }
        });
        Ok(Box::pin(RecordBatchStreamAdapter::new(self.schema(), rows)))
    }
}

/// The parts of files that a partition reads.
async fn slices(mut parts: SendableRecordBatchStream) -> Result<Vec<Slice>> {
    let mut slices = Vec::new();
    while let Some(batch) = parts.next().await.transpose()? {
        let texts = batch.columns().first().and_then(|column| column.as_string_opt::<i32>());
        let texts = texts.ok_or_else(|| exec_datafusion_err!("the parts of a PGN table are no text"))?;
        for text in texts.iter().flatten() {
            let slice = serde_json::from_str(text);
            slices.push(slice.map_err(|error| exec_datafusion_err!("a part of a PGN table: {error}"))?);
        }
    }
    Ok(slices)
}

type Rows = stream::BoxStream<'static, Result<RecordBatch>>;

/// One thread reads, splits and makes rows: plain files, of which each partition has its own part.
fn read_here(
    schema: SchemaRef,
    files: Arc<[PgnFile]>,
    slices: Vec<Slice>,
    work: Arc<Work>,
    context: Arc<TaskContext>,
) -> Rows {
    let mut builder = RecordBatchReceiverStreamBuilder::new(schema, 2);
    let tell = builder.tx();
    builder.spawn_blocking(move || {
        let mut worker = work.worker();
        feed(&files, &slices, &context.runtime_env(), |games| {
            let (rows, games) = match games {
                Ok(games) => (worker.rows(&games), games),
                Err(error) => (Err(error), Batch::default()),
            };
            tell.blocking_send(rows).is_ok().then_some(games)
        });
        Ok(())
    });
    builder.build().boxed()
}

/// One thread unpacks and splits, some others make rows; they come in order.
fn read_apart(
    files: Arc<[PgnFile]>,
    slices: Vec<Slice>,
    work: Arc<Work>,
    context: Arc<TaskContext>,
    threads: usize,
) -> impl Stream<Item = Result<RecordBatch>> + Send + 'static {
    let (tell, told) = mpsc::channel(threads + 1);
    let feeder = SpawnedTask::spawn_blocking(move || {
        feed(&files, &slices, &context.runtime_env(), |games| {
            tell.blocking_send(games).is_ok().then(Batch::default)
        });
    });
    // The feeder lives as long as its games are taken.
    let games = stream::unfold((told, feeder), |(mut told, feeder)| async move {
        let games = told.recv().await?;
        Some((games, (told, feeder)))
    });
    games
        .map(move |games| {
            let work = Arc::clone(&work);
            SpawnedTask::spawn_blocking(move || games.and_then(|games| work.worker().rows(&games)))
                .join_unwind()
        })
        .buffered(threads.max(1))
        .map(|rows| rows.map_err(|error| DataFusionError::ExecutionJoin(Box::new(error)))?)
}

/// The first rows.
fn up_to(rows: Rows, limit: Option<usize>) -> Rows {
    let Some(limit) = limit else {
        return rows;
    };
    rows.scan(limit, |left, rows| {
        let rows = (*left > 0).then(|| {
            rows.map(|rows| {
                let some = rows.slice(0, rows.num_rows().min(*left));
                *left -= some.num_rows();
                some
            })
        });
        future::ready(rows)
    })
    .boxed()
}
