//! The assistant's door: MCP to and from `session`, one file per tool.

use lockstep_session::Session;

/// A session's own options (never the host's).
#[derive(Clone, Debug, Default)]
pub struct ToolOptions {
    /// Budget in tokens for every answer, instead of each tool's own.
    pub max_tokens: Option<usize>,
    /// Whether results carry structured content and tools an output schema.
    pub structured: bool,
}

/// The trees a session sees; the first is the default. Opened before serving, indexed while serving.
pub struct Members {
    /// Name (`project` in tool arguments) and session.
    pub members: Vec<(String, Session)>,
}

/// Serves one assistant until it ends: both protocol eras on one connection, newline-delimited JSON.
///
/// # Errors
/// When the connection breaks in the middle of a message.
pub async fn serve<R, W>(_members: Members, _options: ToolOptions, _reader: R, _writer: W) -> anyhow::Result<()>
where R: tokio::io::AsyncRead + Unpin + Send + 'static, W: tokio::io::AsyncWrite + Unpin + Send + 'static {
    Ok(())
}

/// One call outside of any connection: the CLI's way. Returns the rendered text, the structured form, and whether it is an error.
///
/// # Errors
/// Unknown tool or arguments: what to say to the user.
pub async fn call(_members: &Members, _options: &ToolOptions, _tool: &str, _arguments: serde_json::Map<String, serde_json::Value>) -> Result<Called, String> {
    Err("no tools yet".into())
}

/// What a tool answered.
#[derive(Clone, Debug)]
pub struct Called {
    /// What a model reads.
    pub text: String,
    /// The same facts and marks as an object.
    pub structured: serde_json::Value,
    /// Whether the tool says it failed.
    pub is_error: bool,
}

/// Names of all tools, in the order they are listed; those that only read.
#[must_use]
pub fn tools() -> Vec<&'static str> { Vec::new() }
