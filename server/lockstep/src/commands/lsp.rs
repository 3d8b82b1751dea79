//! `lockstep lsp`: an editor's end of the host.

use lockstep_host::{Places, lsp_command};

use crate::Code;
use crate::arguments::LspOptions;

pub(crate) async fn run(options: &LspOptions) -> Code {
    lsp_command(Places::of_environment(), options.in_process).await
}
