//! The binary: arguments, logging, wiring.
//!
//! Invariants:
//! * Standard output carries a protocol or an answer, and nothing else; all else goes to standard error or the host's log.
//! * Exit codes: 0 done, 1 failed or nothing found, 2 wrong usage.
//! * No logic: each command is one file that calls what does the work.

mod arguments;
mod commands;
mod figures;
mod logging;
mod output;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Command};
use crate::commands::{call, clean, doctor, facts, host, index, lsp, mcp, serve, status, stop};

/// A command's exit code: [`DONE`], [`FAILED`] or [`USAGE`].
type Code = u8;
const DONE: Code = 0;
const FAILED: Code = 1;
const USAGE: Code = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    logging::start(matches!(arguments.command, Command::Host { .. }));
    if let Command::Host { detach: true, .. } = arguments.command {
        return ExitCode::from(host::detach());
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!("{error}");
            return ExitCode::from(FAILED);
        }
    };
    let code = match runtime.block_on(run(arguments.command)) {
        Ok(code) => code,
        Err(error) if output::is_closed(&error) => DONE,
        Err(error) => {
            tracing::error!("{error:#}");
            FAILED
        }
    };
    // A thread of the runtime may be reading standard input for ever; nobody waits for it.
    runtime.shutdown_background();
    ExitCode::from(code)
}

async fn run(command: Command) -> anyhow::Result<Code> {
    match command {
        Command::Lsp(options) => Ok(lsp::run(&options).await),
        Command::Mcp(options) => Ok(mcp::run(options).await),
        Command::Serve(options) => serve::run(options).await,
        Command::Status { json } => status::run(json).await,
        Command::Doctor { path, json } => doctor::run(&path, json).await,
        Command::Stop => stop::run().await,
        Command::Call(options) => call::run(options).await,
        Command::Index(options) => index::run(&options).await,
        Command::Facts { file } => facts::run(&file),
        Command::Clean { stop } => clean::run(stop).await,
        Command::Host { report, .. } => host::run(report).await,
    }
}
