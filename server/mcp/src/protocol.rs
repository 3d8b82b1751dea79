//! MCP over one connection, in both eras at once: a request with a version in its `_meta` stands for itself, `initialize`
//! begins the older kind, and neither ends the other.
//!
//! Invariants:
//! * `server/discover` and `initialize` need no index and wait for nothing.
//! * Every answer of the newer era names the server in `_meta`.

use std::sync::Arc;

use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, DiscoverResult,
    Implementation, InitializeRequestParams, InitializeResult, ListToolsResult, MetaObject,
    PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig, Tool as ListedTool,
    ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Map;
use tokio::sync::Semaphore;

use crate::call::{self, MIN_REVISION_KEY};
use crate::members::Members;
use crate::registry::{self, Effect, TOOLS, Tool};
use crate::{ToolOptions, instructions, schema};

/// Tools running at once on one connection; the others wait their turn.
const MOST_RUNNING: usize = 16;

/// How long a client may keep the list of tools, in milliseconds: it changes with the binary alone.
const LIST_TTL: u64 = 60 * 60 * 1000;

/// Where a result of the newer era names the server.
const SERVER_INFO_KEY: &str = "io.modelcontextprotocol/serverInfo";

/// One connection's handler.
pub struct Server {
    members: Arc<Members>,
    options: Arc<ToolOptions>,
    running: Arc<Semaphore>,
    instructions: String,
}

impl Server {
    /// A handler for one connection.
    #[must_use]
    pub fn new(members: Members, options: ToolOptions) -> Server {
        let names: Vec<&str> = members.members.iter().map(|(name, _)| name.as_str()).collect();
        Server {
            instructions: instructions::instructions(&names),
            members: Arc::new(members),
            options: Arc::new(options),
            running: Arc::new(Semaphore::new(MOST_RUNNING)),
        }
    }

    fn config(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server_info())
            .with_instructions(self.instructions.clone())
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
    }
}

fn server_info() -> Implementation {
    let mut info = Implementation::new("lockstep", env!("CARGO_PKG_VERSION"));
    info.title = Some("Lockstep".into());
    info
}

/// Whether a request stands for itself.
fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    let version = context.meta.protocol_version();
    version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

fn modern_meta(context: &RequestContext<RoleServer>) -> Option<MetaObject> {
    if !is_modern(context) {
        return None;
    }
    let mut meta = MetaObject::new();
    meta.insert(SERVER_INFO_KEY.to_owned(), serde_json::to_value(server_info()).ok()?);
    Some(meta)
}

/// A tool as it is listed.
pub fn listed(tool: &Tool, structured: bool) -> ListedTool {
    let annotations = match tool.effect {
        Effect::Reads => ToolAnnotations::from_raw(
            Some(tool.title.into()),
            Some(true),
            Some(false),
            Some(true),
            Some(false),
        ),
    };
    let listed = ListedTool::new(tool.name, tool.description, schema::input(tool.parameters))
        .with_title(tool.title)
        .with_annotations(annotations);
    if structured { listed.with_raw_output_schema(Arc::new(schema::output(tool.output))) } else { listed }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        self.config()
    }

    async fn discover(&self, _context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(versions, self.config())
            .with_ttl_ms(LIST_TTL)
            .with_cache_scope(CacheScope::Private))
    }

    async fn initialize(
        &self,
        mut request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let mut result = self.negotiate_initialize(&request)?;
        // An older client may still want to set a level; there are no log records, and it does no harm.
        result.capabilities.logging = Some(Map::new());
        // Later requests without a version of their own are of the version agreed on, not of the one asked for.
        request.protocol_version = result.protocol_version.clone();
        context.peer.set_peer_info(request);
        Ok(result)
    }

    #[expect(deprecated, reason = "older clients call it")]
    async fn set_level(
        &self,
        _request: rmcp::model::SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if is_modern(&context) {
            return Err(ErrorData::method_not_found::<rmcp::model::SetLevelRequestMethod>());
        }
        Ok(())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if request.is_some_and(|request| request.cursor.is_some()) {
            return Err(ErrorData::invalid_params("there is no such page: all tools are on the first", None));
        }
        let mut result = ListToolsResult::with_all_items(
            TOOLS.iter().map(|tool| listed(tool, self.options.structured)).collect(),
        );
        if is_modern(&context) {
            result.ttl_ms = Some(LIST_TTL);
            result.cache_scope = Some(CacheScope::Private);
            result.meta = modern_meta(&context);
        }
        Ok(result)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = registry::tool(&request.name) else {
            return Err(ErrorData::invalid_params(call::unknown_tool(&request.name), None));
        };
        let (members, options) = (Arc::clone(&self.members), Arc::clone(&self.options));
        let running = Arc::clone(&self.running);
        let min_revision = context.meta.get(MIN_REVISION_KEY).cloned();
        // A task of its own: if it panics, this call alone fails.
        let mut task = tokio::spawn(async move {
            // How things stand is said even when everybody waits.
            let _turn = if tool.name == "index_status" { None } else { running.acquire_owned().await.ok() };
            let arguments = request.arguments.unwrap_or_default();
            call::answer(&members, &options, tool, arguments, min_revision.as_ref()).await
        });
        let called = tokio::select! {
            called = &mut task => called,
            () = context.ct.cancelled() => {
                task.abort();
                return Err(ErrorData::internal_error("cancelled", None));
            }
        };
        let mut result = match called {
            Ok(called) => {
                let content = vec![ContentBlock::text(called.text)];
                let mut result = if called.is_error {
                    CallToolResult::error(content)
                } else {
                    CallToolResult::success(content)
                };
                if self.options.structured && !called.is_error {
                    result.structured_content = Some(called.structured);
                }
                result
            }
            Err(error) => {
                tracing::error!(tool = tool.name, %error, "a tool panicked");
                let text = "internal error; other questions still work: try another tool, or index_status";
                CallToolResult::error(vec![ContentBlock::text(text)])
            }
        };
        result.meta = modern_meta(&context);
        Ok(CallToolResponse::Complete(result))
    }
}
