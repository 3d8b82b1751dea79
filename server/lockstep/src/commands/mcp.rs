//! `lockstep mcp`: an assistant's end of the host.

use lockstep_host::{Format, Places, SessionOptions, assistant_folders, mcp_command};

use crate::Code;
use crate::arguments::{AnswerFormat, McpOptions};

pub(crate) async fn run(options: McpOptions) -> Code {
    let format = match options.format {
        AnswerFormat::Text => Format::Text,
        AnswerFormat::Structured => Format::Structured,
    };
    let session = SessionOptions {
        format,
        max_tokens: options.max_tokens,
        project: options.project,
        ..SessionOptions::default()
    };
    mcp_command(Places::of_environment(), assistant_folders(options.root), session, options.in_process).await
}
