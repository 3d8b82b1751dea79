//! What editors and assistants start: between their pipes and the host, or the host itself where no socket is to be had.

mod lsp;
mod mcp;
mod messages;

use std::path::PathBuf;

use lockstep_lsp::Ended;
use tokio::io::BufReader;

use crate::dial::{Dialed, Start, dial};
use crate::handshake::{Hello, SessionOptions, Speak};
use crate::host::Host;
use crate::places::Places;
use crate::unix;

/// `lockstep lsp`: serves one editor over this process's standard input and output. Returns the exit code.
pub async fn lsp_command(places: Places, in_process: bool) -> u8 {
    let hello = Hello::here(Speak::Lsp, Vec::new(), SessionOptions::default());
    tokio::select! {
        code = lsp_session(places, &hello, in_process) => code,
        () = unix::parent_gone() => 1,
        () = unix::interrupted() => 1,
    }
}

async fn lsp_session(places: Places, hello: &Hello, in_process: bool) -> u8 {
    let why = if in_process {
        "asked to run in this process".to_owned()
    } else {
        match dial(&places, hello, Start::IfNeeded(None)).await {
            Ok(Dialed::Attached(attached)) => {
                return lsp::pump(*attached, tokio::io::stdin(), tokio::io::stdout()).await;
            }
            Ok(Dialed::NoSocket(why)) => why,
            Ok(Dialed::NoHost) => "no host".to_owned(),
            Err(error) => {
                tracing::error!("{error}");
                return 1;
            }
        }
    };
    tracing::warn!("serving this editor alone, out of reach of assistants: {why}");
    let host = match Host::inside(places) {
        Ok(host) => host,
        Err(why) => {
            tracing::error!("{why}");
            return 1;
        }
    };
    let ended = host.serve_lsp(tokio::io::stdin(), tokio::io::stdout()).await;
    host.close().await;
    u8::from(ended == Ended::WithoutShutdown)
}

/// `lockstep mcp`: serves one assistant over this process's standard input and output. Returns the exit code.
pub async fn mcp_command(
    places: Places,
    roots: Vec<PathBuf>,
    options: SessionOptions,
    in_process: bool,
) -> u8 {
    let hello = Hello::here(Speak::Mcp, roots, options);
    tokio::select! {
        code = mcp_session(places, hello, in_process) => code,
        () = unix::parent_gone() => 1,
        () = unix::interrupted() => 1,
    }
}

async fn mcp_session(places: Places, hello: Hello, in_process: bool) -> u8 {
    let (stdin, stdout) = (tokio::io::stdin(), tokio::io::stdout());
    let why = if in_process {
        "asked to run in this process".to_owned()
    } else {
        match dial(&places, &hello, Start::IfNeeded(None)).await {
            Ok(Dialed::NoSocket(why)) => why,
            dialed => {
                // Also where the host refuses or does not come up: each request is answered with why, and the next one tries again.
                let (first, dialer) = mcp::first(dialed, places, hello);
                return mcp::pump(first, dialer, BufReader::new(stdin), stdout).await;
            }
        }
    };
    tracing::warn!("not attached, so unsaved edits are invisible: {why}");
    let host = match Host::inside(places) {
        Ok(host) => host,
        Err(why) => {
            tracing::error!("{why}");
            return 1;
        }
    };
    let served =
        host.tool_options(&hello.options).and_then(|options| Ok((host.assistant_trees(&hello)?, options)));
    let code = match served {
        Ok((trees, options)) => match host.serve_mcp(trees, options, stdin, stdout).await {
            Ok(()) => 0,
            Err(error) => {
                tracing::error!("{error:#}");
                1
            }
        },
        Err(refusal) => {
            tracing::error!("{refusal}");
            mcp::pump(None, Box::new(mcp::Refused(refusal.to_string())), BufReader::new(stdin), stdout).await
        }
    };
    host.close().await;
    code
}
