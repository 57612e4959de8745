//! How tables and scans of PGN travel from machine to machine.

use std::sync::Arc;

use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{Result, TableReference, internal_datafusion_err};
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{Expr, Extension, LogicalPlan};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::bytes::Serializeable;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use serde::{Deserialize, Serialize};

use crate::pgn::{PgnFile, PgnScan, PgnTable, ScanSpec};

/// What ours begins with. Protobuf, which Ballista writes, never begins with a zero.
const MARK: &[u8] = b"\0pinsight1";

fn write(value: &impl Serialize, bytes: &mut Vec<u8>) -> Result<()> {
    bytes.extend_from_slice(MARK);
    serde_json::to_writer(bytes, value)
        .map_err(|error| internal_datafusion_err!("cannot send a PGN table: {error}"))
}

/// `None` if it is not ours.
fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<Result<T>> {
    let ours = bytes.strip_prefix(MARK)?;
    let value = serde_json::from_slice(ours);
    Some(value.map_err(|error| internal_datafusion_err!("a PGN table was not understood: {error}")))
}

/// Tables.
#[derive(Debug, Default)]
pub(super) struct LogicalCodec {
    other: BallistaLogicalExtensionCodec,
}

impl LogicalExtensionCodec for LogicalCodec {
    fn try_decode(&self, bytes: &[u8], inputs: &[LogicalPlan], context: &TaskContext) -> Result<Extension> {
        self.other.try_decode(bytes, inputs, context)
    }

    fn try_encode(&self, node: &Extension, bytes: &mut Vec<u8>) -> Result<()> {
        self.other.try_encode(node, bytes)
    }

    fn try_decode_table_provider(
        &self,
        bytes: &[u8],
        table: &TableReference,
        schema: SchemaRef,
        context: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        match read::<Vec<PgnFile>>(bytes) {
            Some(files) => Ok(Arc::new(PgnTable::new(files?))),
            None => self.other.try_decode_table_provider(bytes, table, schema, context),
        }
    }

    fn try_encode_table_provider(
        &self,
        table: &TableReference,
        provider: Arc<dyn TableProvider>,
        bytes: &mut Vec<u8>,
    ) -> Result<()> {
        match provider.downcast_ref::<PgnTable>() {
            Some(pgn) => write(&pgn.files(), bytes),
            None => self.other.try_encode_table_provider(table, provider, bytes),
        }
    }

    fn try_decode_file_format(
        &self,
        bytes: &[u8],
        context: &TaskContext,
    ) -> Result<Arc<dyn FileFormatFactory>> {
        self.other.try_decode_file_format(bytes, context)
    }

    fn try_encode_file_format(&self, bytes: &mut Vec<u8>, format: Arc<dyn FileFormatFactory>) -> Result<()> {
        self.other.try_encode_file_format(bytes, format)
    }
}

/// A scan as it travels.
#[derive(Serialize, Deserialize)]
struct SentScan {
    files: Vec<PgnFile>,
    projection: Vec<usize>,
    /// Expressions as DataFusion writes them.
    filters: Vec<Vec<u8>>,
    limit: Option<usize>,
    threads: usize,
}

/// Scans.
#[derive(Debug, Default)]
pub(super) struct PhysicalCodec {
    other: BallistaPhysicalExtensionCodec,
}

impl PhysicalExtensionCodec for PhysicalCodec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Some(scan) = read::<SentScan>(bytes) else {
            return self.other.try_decode(bytes, inputs, context, converter);
        };
        let scan = scan?;
        let filter = |bytes: &Vec<u8>| Expr::from_bytes_with_ctx(bytes, context);
        let spec = ScanSpec {
            files: scan.files.into(),
            projection: scan.projection,
            filters: scan.filters.iter().map(filter).collect::<Result<_>>()?,
            limit: scan.limit,
            threads: scan.threads,
        };
        let [parts] = inputs else {
            return Err(internal_datafusion_err!("a scan of PGN has one input, not {}", inputs.len()));
        };
        Ok(Arc::new(PgnScan::new(spec, Arc::clone(parts))?))
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let Some(scan) = node.downcast_ref::<PgnScan>() else {
            return self.other.try_encode(node, bytes, converter);
        };
        let spec = scan.spec();
        let filter = |filter: &Expr| Ok(filter.to_bytes()?.to_vec());
        let sent = SentScan {
            files: spec.files.to_vec(),
            projection: spec.projection.clone(),
            filters: spec.filters.iter().map(filter).collect::<Result<_>>()?,
            limit: spec.limit,
            threads: spec.threads,
        };
        write(&sent, bytes)
    }
}
