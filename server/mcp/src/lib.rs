//! The assistant's door: MCP to and from `session`, one file per tool.
//!
//! Invariants:
//! * A tool builds an [`answer::Answer`]; both renderings come from it and say the same.
//! * A tool asks through [`context::Context::ask`], so every answer went through the gate and carries its marks.
//! * Nothing here writes, executes or reads a file that the snapshot does not list.
//! * No LSP type, and no knowledge of the other door.

mod answer;
mod arguments;
mod budget;
mod call;
mod context;
mod framing;
mod instructions;
mod members;
mod page;
mod protocol;
mod recall;
mod registry;
mod render;
mod resolve;
mod sanitize;
mod schema;
mod tools;
mod trees;

use std::time::Duration;

pub use call::{Called, call};
pub use members::Members;
pub use registry::{Effect, select};
pub use trees::{Opener, Trees};

/// How long an answer waits for the first index, unless told otherwise.
pub const INDEX_WAIT: Duration = Duration::from_secs(20);

/// A session's own options (never the host's).
#[derive(Clone, Debug)]
pub struct ToolOptions {
    /// Budget in tokens for every answer, instead of each tool's own.
    pub max_tokens: Option<usize>,
    /// Whether results carry structured content and tools an output schema.
    pub structured: bool,
    /// First part of a printed revision, `<host>.<n>`; empty prints the number alone.
    pub host: String,
    /// How long an answer waits for the first index.
    pub index_wait: Duration,
    /// The tools that are listed and can be called; empty for all.
    pub tools: Vec<&'static str>,
}

impl Default for ToolOptions {
    fn default() -> ToolOptions {
        ToolOptions {
            max_tokens: None,
            structured: false,
            host: String::new(),
            index_wait: INDEX_WAIT,
            tools: Vec::new(),
        }
    }
}

/// Serves one assistant until it ends: both protocol eras on one connection, newline-delimited JSON.
///
/// # Errors
/// When the service's own task dies.
pub async fn serve<R, W>(
    trees: impl Into<Trees>,
    options: ToolOptions,
    reader: R,
    writer: W,
) -> anyhow::Result<()>
where
    R: tokio::io::AsyncRead + Unpin + Send + 'static,
    W: tokio::io::AsyncWrite + Unpin + Send + 'static,
{
    budget::warm_up();
    let transport = framing::Lines::new(reader, writer);
    // Served directly: a handshake of the library's own would pin the connection to one era.
    let service =
        rmcp::service::serve_directly(protocol::Server::new(trees.into(), options), transport, None);
    service.waiting().await?;
    Ok(())
}

/// Names of all tools, in the order they are listed; those that only read.
#[must_use]
pub fn tools() -> Vec<&'static str> {
    registry::TOOLS.iter().filter(|tool| tool.effect == Effect::Reads).map(|tool| tool.name).collect()
}
