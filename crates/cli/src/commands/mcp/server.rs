//! The protocol side: lists the tools and calls them.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pinsight_players::Stop;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    ErrorCode, Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    Tool as ListedTool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};

use super::input::TOO_LONG;
use super::tools::{Answer, TOOLS, Tool, schema};

const INSTRUCTIONS: &str = "Exact facts about chess positions and games. Positions are FENs or `startpos`; moves are SAN or \
                            UCI. Verify a statement with `verify` before you make it.";

/// The MCP server.
pub(super) struct Server {
    tools: Vec<ListedTool>,
}

impl Server {
    pub(super) fn new() -> Self {
        Self { tools: TOOLS.iter().map(listed).collect() }
    }
}

fn listed(tool: &Tool) -> ListedTool {
    let mut listed = ListedTool::new(tool.name, tool.description, Arc::new(schema(tool.question)));
    listed.output_schema = tool.answer.map(|answer| Arc::new(schema(answer)));
    listed.annotations =
        Some(ToolAnnotations::from_raw(None, Some(true), Some(false), Some(true), Some(false)));
    listed
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = Implementation::new("pinsight", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(INSTRUCTIONS.to_owned());
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = TOOLS.iter().find(|tool| tool.name == request.name) else {
            let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
            let name: String = request.name.chars().take(40).collect();
            let message = format!("no tool `{name}`; expected one of {}", names.join(", "));
            return Err(ErrorData::invalid_params(message, None));
        };
        let stop = Stop::new();
        let shared = stop.clone();
        let arguments = request.arguments.unwrap_or_default();
        let work = tokio::task::spawn_blocking(move || tool.run(arguments, &shared));
        let answer = tokio::select! {
            answer = work => answer.map_err(|_| ErrorData::internal_error("internal error", None))?,
            () = context.ct.cancelled() => {
                stop.raise();
                return Err(ErrorData::internal_error("cancelled", None));
            }
        };
        Ok(result(answer).into())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(match request.method.as_str() {
            TOO_LONG => ErrorData::invalid_request("the message is too long; expected at most 16 MiB", None),
            // rmcp reads a known method with wrong parameters as a custom one.
            "tools/call" => {
                let message = "wrong parameters; expected `name`, a string, and `arguments`, an object";
                ErrorData::invalid_params(message, None)
            }
            method => {
                let method: String = method.chars().take(40).collect();
                ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("no method `{method}`"), None)
            }
        })
    }
}

fn result(answer: Result<Answer, String>) -> CallToolResult {
    match answer {
        Ok(Answer::Data(value)) => CallToolResult::structured(value),
        Ok(Answer::Picture(png)) => {
            CallToolResult::success(vec![ContentBlock::image(STANDARD.encode(png), "image/png")])
        }
        Err(message) => CallToolResult::error(vec![ContentBlock::text(message)]),
    }
}
