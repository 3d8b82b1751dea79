//! `lockstep mcp`: an assistant's end of the host.

use lockstep_host::{Format, Places, SessionOptions, assistant_folders, mcp_command};

use crate::arguments::{AnswerFormat, McpOptions};
use crate::{Code, USAGE};

pub(crate) async fn run(options: McpOptions) -> Code {
    let format = match options.format {
        AnswerFormat::Text => Format::Text,
        AnswerFormat::Structured => Format::Structured,
    };
    let tools = match lockstep_mcp::select(&options.tools) {
        Ok(tools) => tools.into_iter().map(str::to_owned).collect(),
        Err(why) => {
            tracing::error!("--tools: {why}");
            return USAGE;
        }
    };
    let session = SessionOptions { tools, format, max_tokens: options.max_tokens, project: options.project };
    mcp_command(Places::of_environment(), assistant_folders(options.root), session, options.in_process).await
}
