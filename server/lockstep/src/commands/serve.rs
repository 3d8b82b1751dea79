//! `lockstep serve`: indexes a folder, says how to attach to it, and keeps it loaded.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use lockstep_host::{Client, ClientError, Host, IDLE_EXIT, Places, Start, interrupted, progress};
use lockstep_languages::filetypes;
use lockstep_session::{Attach, Session, SessionKind};
use serde_json::{Value, json};

use super::{Found, find_host};
use crate::arguments::ServeOptions;
use crate::figures::{field, languages, list, seconds, text};
use crate::output::print;
use crate::{Code, DONE, FAILED};

/// Pause between two looks at the progress.
const PAUSE: Duration = Duration::from_millis(50);
/// Skipped files that are named.
const SKIPPED_SHOWN: usize = 3;

/// Who does the work.
enum Server {
    /// The host.
    Host(Client),
    /// This process.
    Inside(Arc<Host>, Session),
}

pub(crate) async fn run(options: ServeOptions) -> anyhow::Result<Code> {
    let folder = std::path::absolute(&options.path)?;
    let mut inside = None;
    let code = tokio::select! {
        code = serve(folder, options.idle_exit, &mut inside) => code,
        () = interrupted() => Ok(DONE),
    };
    if let Some(host) = inside {
        host.close().await;
    }
    code
}

/// Serves until the host is stopped, or for ever from this process; puts the host it makes for that into `inside`.
async fn serve(
    folder: PathBuf,
    idle_exit: Option<Duration>,
    inside: &mut Option<Arc<Host>>,
) -> anyhow::Result<Code> {
    let places = Places::of_environment();
    let mut announced = false;
    loop {
        let started = Instant::now();
        let mut server = match attach(&places, &folder, idle_exit).await? {
            Ok(server) => server,
            Err(why) => {
                tracing::error!("{why}");
                return Ok(FAILED);
            }
        };
        if let Server::Inside(host, _) = &server {
            *inside = Some(Arc::clone(host));
        }
        let ended = match wait_until_ready(&mut server, announced).await {
            Ok(tree) => {
                if !announced {
                    let reachable = matches!(server, Server::Host(_));
                    print(&ready_block(
                        &tree,
                        started.elapsed(),
                        idle_exit.unwrap_or(IDLE_EXIT),
                        reachable,
                    )?)?;
                    announced = true;
                }
                match &mut server {
                    Server::Host(client) => client.ended().await,
                    Server::Inside(..) => std::future::pending().await,
                }
            }
            Err(error) => error,
        };
        match ended {
            ClientError::Stopped => {
                tracing::warn!("the host was stopped");
                return Ok(DONE);
            }
            ClientError::Answered(why) => anyhow::bail!(why),
            ClientError::Lost(why) => tracing::warn!("the host is gone ({why}); attaching again"),
        }
    }
}

/// Opens the folder's tree: in the host, or here where there is no socket to be had. The inner error is for the user.
async fn attach(
    places: &Places,
    folder: &Path,
    idle_exit: Option<Duration>,
) -> anyhow::Result<Result<Server, String>> {
    let why = match find_host(places, Start::IfNeeded(idle_exit)).await? {
        Found::Host(mut client) => {
            return match client.ask("attach", json!({"root": folder})).await {
                Ok(_) => Ok(Ok(Server::Host(client))),
                Err(ClientError::Answered(why)) => Ok(Err(why)),
                Err(error) => Err(error.into()),
            };
        }
        Found::None(why) => why.err().unwrap_or_else(|| "no host could be started".to_owned()),
    };
    tracing::warn!("serving from this process, where no editor and no assistant can attach: {why}");
    let host = Host::inside(places.clone()).map_err(anyhow::Error::msg)?;
    let attach = Attach {
        kind: SessionKind::Command,
        label: "lockstep serve".to_owned(),
        pid: Some(std::process::id()),
        folder: folder.to_path_buf(),
    };
    let opened = host.open(folder, attach).map_err(|error| error.to_string());
    Ok(opened.map(|session| Server::Inside(Arc::clone(&host), session)))
}

/// Draws a bar until the index is ready; returns the tree as in `status`.
async fn wait_until_ready(server: &mut Server, quiet: bool) -> Result<Value, ClientError> {
    let bar = if quiet { ProgressBar::hidden() } else { bar() };
    loop {
        let mut state = match server {
            Server::Host(client) => client.ask("progress", json!({})).await?,
            Server::Inside(_, session) => progress(session),
        };
        let count = |name: &str| state.get(name).and_then(Value::as_u64).unwrap_or(0);
        bar.set_length(count("found"));
        bar.set_position(count("indexed"));
        if state["ready"] == json!(true) {
            bar.finish_and_clear();
            return Ok(state["tree"].take());
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Hidden unless standard error is a terminal.
fn bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template(
        "indexing  {bar:40.cyan/blue}  {human_pos} of {human_len} files  {elapsed}",
    ) {
        bar.set_style(style);
    }
    bar
}

/// What is printed when all is ready.
fn ready_block(tree: &Value, took: Duration, idle_exit: Duration, reachable: bool) -> anyhow::Result<String> {
    let mut out = String::new();
    let skipped = list(tree, "skipped");
    writeln!(out, "Lockstep is ready: {}\n", text(tree, "root"))?;
    writeln!(out, "  files       {}", field(tree, "files"))?;
    writeln!(out, "  symbols     {}", field(tree, "symbols"))?;
    writeln!(out, "  references  {}", field(tree, "references"))?;
    writeln!(out, "  languages   {}", languages(tree))?;
    writeln!(out, "  skipped     {}", skipped.len())?;
    for file in skipped.iter().take(SKIPPED_SHOWN) {
        writeln!(out, "              {}: {}", text(file, "path"), text(file, "why"))?;
    }
    if skipped.len() > SKIPPED_SHOWN {
        writeln!(out, "              … `lockstep status --json` lists them all")?;
    }
    writeln!(out, "  time        {:.1} s", took.as_secs_f64())?;
    if !reachable {
        writeln!(out, "\nNo editor and no assistant can attach to this process. Ctrl-C ends it.")?;
        return Ok(out);
    }
    let program = std::env::current_exe()?;
    let root = text(tree, "root");
    writeln!(out, "\n{}", how_to_attach(&program.display().to_string(), root))?;
    writeln!(
        out,
        "Serving. Ctrl-C ends this command; the host stays for {} after its last session.",
        seconds(idle_exit.as_secs())
    )?;
    Ok(out)
}

/// Copy-ready lines.
fn how_to_attach(program: &str, root: &str) -> String {
    let quoted = Value::from(program);
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('\'', "\\'");
    let lua = escaped(program);
    // Without a mark of a root Neovim would open no folder, and nothing would be seen of what is typed.
    let root_of_lua = match Path::new(root).join(".git").exists() {
        true => "root_markers = { '.git' }".to_owned(),
        false => format!("root_dir = '{}'", escaped(root)),
    };
    let quoted_types: Vec<String> = filetypes().map(|name| format!("'{name}',")).collect();
    let filetypes: String =
        quoted_types.chunks(8).map(|line| format!("        {}\n", line.join(" "))).collect();
    format!(
        "Attach an editor
  Neovim 0.11, in init.lua:
    vim.lsp.config('lockstep', {{ cmd = {{ '{lua}', 'lsp' }}, {root_of_lua},
      filetypes = {{
{filetypes}      }},
      flags = {{ debounce_text_changes = 0 }} }})
    vim.lsp.enable('lockstep')
  Others: the language server is the command
    {program} lsp

Attach an assistant
  Claude Code, in the project's folder:
    claude mcp add lockstep -- {program} mcp
  or in {root}/.mcp.json:
    {{\"mcpServers\":{{\"lockstep\":{{\"command\":{quoted},\"args\":[\"mcp\"]}}}}}}
  VS Code, in {root}/.vscode/mcp.json:
    {{\"servers\":{{\"lockstep\":{{\"type\":\"stdio\",\"command\":{quoted},\"args\":[\"mcp\",\"--root\",\"${{workspaceFolder}}\"]}}}}}}
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_to_copy_are_what_they_should_be() {
        let text = how_to_attach("/opt/a \"b\"/lockstep", "/work/shop");
        let objects: Vec<Value> = text
            .lines()
            .filter_map(|line| serde_json::from_str(line.trim()).ok())
            .filter(Value::is_object)
            .collect();
        assert_eq!(objects.len(), 2);
        assert!(text.contains("root_dir = '/work/shop'"), "{text}");
        assert_eq!(objects[0]["mcpServers"]["lockstep"]["command"], "/opt/a \"b\"/lockstep");
        assert_eq!(objects[1]["servers"]["lockstep"]["args"][2], "${workspaceFolder}");
    }
}
