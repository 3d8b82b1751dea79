//! MCP over one connection, in both eras at once: a request with a version in its `_meta` stands for itself, `initialize`
//! begins the older kind, and neither ends the other.
//!
//! Invariants:
//! * `server/discover` and `initialize` need no index and wait for nothing.
//! * Every answer of the newer era names the server in `_meta`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, DiscoverResult,
    Implementation, InitializeRequestParams, InitializeResult, InputRequest, InputRequests,
    InputRequiredResult, ListToolsResult, MetaObject, PaginatedRequestParams, ProtocolVersion,
    ServerCapabilities, ServerConfig, Tool as ListedTool, ToolAnnotations,
};
use rmcp::service::{NotificationContext, Peer, RequestContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Map, Value as Json};
use tokio::sync::Semaphore;

use crate::call::{self, MIN_REVISION_KEY};
use crate::registry::{self, Effect, Tool};
use crate::trees::{Connection, Trees, folder_of};
use crate::{ToolOptions, instructions, schema};

/// Tools running at once on one connection; the others wait their turn.
const MOST_RUNNING: usize = 16;

/// How long a client may keep the list of tools, in milliseconds: it changes with the binary alone.
const LIST_TTL: u64 = 60 * 60 * 1000;

/// Where a result of the newer era names the server.
const SERVER_INFO_KEY: &str = "io.modelcontextprotocol/serverInfo";

/// The name of our question for the client's folders, where a call's answer is that question.
const ROOTS: &str = "roots";

/// How long a client may take to list its folders before it counts as having none.
const ROOTS_TIME: Duration = Duration::from_secs(4);

/// One connection's handler.
pub struct Server {
    trees: Arc<Connection>,
    options: Arc<ToolOptions>,
    running: Arc<Semaphore>,
}

impl Server {
    /// A handler for one connection.
    #[must_use]
    pub fn new(trees: Trees, options: ToolOptions) -> Server {
        Server {
            trees: Arc::new(Connection::new(trees)),
            options: Arc::new(options),
            running: Arc::new(Semaphore::new(MOST_RUNNING)),
        }
    }

    fn instructions(&self) -> String {
        let names = self.trees.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        instructions::instructions(&names, &self.options.tools)
    }

    /// Asks a client of the older era for its folders.
    #[expect(deprecated, reason = "clients of the older era name their folders so")]
    async fn ask_for_folders(&self, peer: &Peer<RoleServer>) {
        let folders = match tokio::time::timeout(ROOTS_TIME, peer.list_roots()).await {
            Ok(Ok(listed)) => listed.roots.iter().filter_map(|root| folder_of(&root.uri)).collect(),
            Ok(Err(error)) => {
                tracing::debug!(%error, "the assistant does not list its folders");
                Vec::new()
            }
            Err(_) => Vec::new(),
        };
        self.trees.told(folders);
        self.trees.begin();
    }

    /// The question for its folders, if that is what a call of a client of the newer era must be answered with. What it
    /// says of them is taken from the call that repeats the first one.
    #[expect(deprecated, reason = "clients that offer roots name their folders so")]
    fn question(
        &self,
        request: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Option<InputRequiredResult> {
        if !is_modern(context) || !self.trees.is_unasked() {
            return None;
        }
        let offers_roots =
            context.meta.client_capabilities().is_some_and(|capabilities| capabilities.roots.is_some());
        if request.input_responses.is_some() || request.request_state.is_some() || !offers_roots {
            let answer = request.input_responses.as_ref().and_then(|answers| answers.get(ROOTS));
            self.trees.told(answer.map(folders_in).unwrap_or_default());
            return None;
        }
        let requests = InputRequests::from([(
            ROOTS.to_owned(),
            InputRequest::ListRoots(rmcp::model::ListRootsRequest::default()),
        )]);
        let mut question = InputRequiredResult::from_input_requests(requests);
        question.meta = modern_meta(context);
        Some(question)
    }

    fn config(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server_info())
            .with_instructions(self.instructions())
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
    }
}

fn server_info() -> Implementation {
    let mut info = Implementation::new("lockstep", env!("CARGO_PKG_VERSION"));
    info.title = Some("Lockstep".into());
    info
}

/// The folders that an answer to `roots/list` names.
fn folders_in(answer: &Json) -> Vec<PathBuf> {
    let roots = answer.get("roots").and_then(Json::as_array);
    let uris = roots.into_iter().flatten().filter_map(|root| root.get("uri").and_then(Json::as_str));
    uris.filter_map(folder_of).collect()
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

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        if context.meta.client_capabilities().is_some_and(|capabilities| capabilities.roots.is_none()) {
            self.trees.begin();
        }
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
        if self.trees.is_unasked() && request.capabilities.roots.is_some() {
            self.trees.expect_folders();
        } else {
            self.trees.begin();
        }
        // Later requests without a version of their own are of the version agreed on, not of the one asked for.
        request.protocol_version = result.protocol_version.clone();
        context.peer.set_peer_info(request);
        Ok(result)
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let offers_roots = context.peer.peer_info().is_some_and(|client| client.capabilities.roots.is_some());
        if self.trees.asks_the_client() && offers_roots {
            self.ask_for_folders(&context.peer).await;
        }
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        if self.trees.asks_the_client() {
            self.ask_for_folders(&context.peer).await;
        }
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
            registry::offered(&self.options.tools)
                .map(|tool| listed(tool, self.options.structured))
                .collect(),
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
        let tool = call::find(&request.name, &self.options)
            .map_err(|unknown| ErrorData::invalid_params(unknown, None))?;
        if let Some(question) = self.question(&request, &context) {
            return Ok(CallToolResponse::InputRequired(question));
        }
        let (trees, options) = (Arc::clone(&self.trees), Arc::clone(&self.options));
        let running = Arc::clone(&self.running);
        let min_revision = context.meta.get(MIN_REVISION_KEY).cloned();
        // A task of its own: if it panics, this call alone fails.
        let mut task = tokio::spawn(async move {
            // How things stand is said even when everybody waits.
            let _turn = if tool.name == "index_status" { None } else { running.acquire_owned().await.ok() };
            let members = match trees.members().await {
                Ok(members) => members,
                Err(why) => return call::unserved(why, &options).await,
            };
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
