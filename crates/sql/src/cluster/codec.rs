//! Serializes tables of files and scans of PGN for other machines.

use std::sync::Arc;

use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{DataFusionError, Result, TableReference, internal_datafusion_err};
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::datasource::physical_plan::{FileScanConfig, FileSource};
use datafusion::datasource::source::DataSourceExec;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{Extension, LogicalPlan};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::from_proto::{
    parse_protobuf_file_scan_config, parse_table_schema_from_proto,
};
use datafusion_proto::physical_plan::to_proto::serialize_file_scan_config;
use datafusion_proto::physical_plan::{
    PhysicalExtensionCodec, PhysicalPlanDecodeContext, PhysicalProtoConverterExtension,
};
use datafusion_proto::protobuf::{FileScanExecConf, PhysicalExprNode};
use prost::Message;
use serde::{Deserialize, Serialize};

use crate::files_table::{FileList, FilesTable};
use crate::pgn::{PgnSource, ReadPlan};

/// The magic number of our messages. Ballista's are Protobuf, which never begins with a zero byte.
const MAGIC: &[u8] = b"\0pinsight3";

/// Appends a message: the magic number, the length of the JSON, the JSON.
fn write(value: &impl Serialize, bytes: &mut Vec<u8>) -> Result<()> {
    let json = serde_json::to_vec(value)
        .map_err(|error| internal_datafusion_err!("cannot send a table: {error}"))?;
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&(json.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&json);
    Ok(())
}

/// Parses a message and returns it with the bytes after it; `None` for a message of Ballista.
fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<Option<(T, &'a [u8])>> {
    let Some(ours) = bytes.strip_prefix(MAGIC) else {
        return Ok(None);
    };
    let parts = ours
        .split_first_chunk()
        .and_then(|(length, rest)| rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?));
    let (json, rest) = parts.ok_or_else(|| not_understood(&"it is too short"))?;
    let value = serde_json::from_slice(json).map_err(|error| not_understood(&error))?;
    Ok(Some((value, rest)))
}

fn not_understood(reason: &dyn std::fmt::Display) -> DataFusionError {
    internal_datafusion_err!("cannot read a message of the cluster: {reason}; is its version the same?")
}

/// Serializes tables.
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
        match read::<FileList>(bytes)? {
            Some((list, _)) => Ok(Arc::new(FilesTable::received(list, &schema)?)),
            None => self.other.try_decode_table_provider(bytes, table, schema, context),
        }
    }

    fn try_encode_table_provider(
        &self,
        table: &TableReference,
        provider: Arc<dyn TableProvider>,
        bytes: &mut Vec<u8>,
    ) -> Result<()> {
        match provider.downcast_ref::<FilesTable>() {
            Some(table) => write(table.list(), bytes),
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

/// The part of a scan of PGN files that other scans of files do not have.
#[derive(Serialize, Deserialize)]
struct SentScan {
    plan: ReadPlan,
    /// As Protobuf.
    predicate: Option<Vec<u8>>,
}

/// Serializes scans.
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
        let Some((scan, config)) = read::<SentScan>(bytes)? else {
            return self.other.try_decode(bytes, inputs, context, converter);
        };
        let config = FileScanExecConf::decode(config).map_err(|error| not_understood(&error))?;
        let schema = parse_table_schema_from_proto(&config)?;
        let context = PhysicalPlanDecodeContext::new(context, self);
        let predicate = scan.predicate.map(|bytes| {
            let node = PhysicalExprNode::decode(&*bytes).map_err(|error| not_understood(&error))?;
            converter.proto_to_physical_expr(&node, schema.table_schema(), &context)
        });
        let source = PgnSource::new(schema).with_plan(scan.plan).with_predicate(predicate.transpose()?);
        let config = parse_protobuf_file_scan_config(&config, &context, converter, Arc::new(source))?;
        Ok(DataSourceExec::from_data_source(config))
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let config = node.downcast_ref::<DataSourceExec>();
        let config = config.and_then(|scan| scan.data_source().downcast_ref::<FileScanConfig>());
        let source = config.and_then(|config| config.file_source().downcast_ref::<PgnSource>());
        let (Some(config), Some(source)) = (config, source) else {
            return self.other.try_encode(node, bytes, converter);
        };
        let predicate = source.filter().map(|predicate| converter.physical_expr_to_proto(&predicate, self));
        let predicate = predicate.transpose()?.map(|node| node.encode_to_vec());
        let config = serialize_file_scan_config(config, self, converter)?.encode_to_vec();
        write(&SentScan { plan: source.plan().clone(), predicate }, bytes)?;
        bytes.extend_from_slice(&config);
        Ok(())
    }
}
