//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Keeps a code graph in lockstep with what is being typed: LSP for the editor, MCP for the assistant, one live graph
/// behind both.
#[derive(Debug, Parser)]
#[command(
    name = "lockstep",
    version,
    max_term_width = 100,
    after_help = "Examples:
  lockstep serve .                                  index this folder and say how to attach to it
  lockstep call find_callers symbol=Parser.parse    ask from a terminal
  claude mcp add lockstep -- lockstep mcp           give Claude Code the tools

Exit codes: 0 done, 1 failed or nothing found, 2 wrong usage.
LOCKSTEP_LOG=debug says more on standard error, or in the host's log (`lockstep status` names it)."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Lsp(LspOptions),
    Mcp(McpOptions),
    Serve(ServeOptions),
    /// Say who is attached and what is loaded
    #[command(after_help = "Examples:
  lockstep status
  lockstep status --json | jq '.trees[].files'

Ends with 1 if no host is running.")]
    Status {
        /// Print an object instead of text
        #[arg(long)]
        json: bool,
    },
    /// Look at what Lockstep needs here, and say what to do
    #[command(after_help = "Examples:
  lockstep doctor
  lockstep doctor ~/work/shop --json

Looks at socket, folders, room on the disk, limits of the watcher, the host, grammars and the project's folder. Ends with 1 if
something does not work.")]
    Doctor {
        /// The project
        #[arg(default_value = ".")]
        path: PathBuf,
        /// Print an object instead of text
        #[arg(long)]
        json: bool,
    },
    /// Stop the host; what is attached starts it again
    #[command(after_help = "Example:
  lockstep stop

Editors that are attached start their language server again, and with it a host. Assistants do so with their next call.")]
    Stop,
    Call(CallOptions),
    Index(IndexOptions),
    /// Print what the extractor sees in a file
    #[command(after_help = "Example:
  lockstep facts src/parser.py")]
    Facts {
        /// The file
        file: PathBuf,
    },
    /// Remove what was stored: caches, logs, cookies
    #[command(after_help = "Examples:
  lockstep clean
  lockstep clean --stop")]
    Clean {
        /// Stop a running host first
        #[arg(long)]
        stop: bool,
    },
    /// Run the host in the foreground
    #[command(hide = true)]
    Host {
        /// Start it in the background and pass on its report
        #[arg(long)]
        detach: bool,
        /// Print one line when it listens; then send all output to the log
        #[arg(long)]
        report: bool,
    },
}

/// Serve an editor over standard input and output
#[derive(Debug, Args)]
#[command(after_help = "Example (Neovim):
  vim.lsp.config('lockstep', { cmd = { 'lockstep', 'lsp' }, flags = { debounce_text_changes = 0 } })
  vim.lsp.enable('lockstep')

Attaches to the host of this user, and starts it if need be.")]
pub(crate) struct LspOptions {
    /// Use no host: serve from this process, out of reach of assistants
    #[arg(long)]
    pub(crate) in_process: bool,
    /// Editors say this; it is always so
    #[arg(long, hide = true)]
    stdio: bool,
    /// Some editors say this; the parent is watched in any case
    #[arg(long = "clientProcessId", hide = true)]
    client_process_id: Option<String>,
}

/// Serve an assistant over standard input and output
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  claude mcp add lockstep -- lockstep mcp
  lockstep mcp --root ~/work/shop --max-tokens 800
  lockstep mcp --tools search_symbols,find_callers,find_references

The folder is the one of --root, else of CLAUDE_PROJECT_DIR and its like, else the roots that the assistant names, else the
working directory; its whole git work tree is indexed. Attaches to the host of this user, and starts it if need be.")]
pub(crate) struct McpOptions {
    /// A folder to answer about; may be given several times, the first is meant by default
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Vec<PathBuf>,
    /// Budget in tokens for every answer, instead of each tool's own
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<usize>,
    /// The folder, by its name, that is meant where a call names none
    #[arg(long, value_name = "NAME")]
    pub(crate) project: Option<String>,
    /// Offer these tools and no others (`lockstep call` lists them all)
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub(crate) tools: Vec<String>,
    /// How answers are given to the model
    #[arg(long, value_enum, default_value_t = AnswerFormat::Text)]
    pub(crate) format: AnswerFormat,
    /// Use no host: serve from this process, without seeing unsaved edits
    #[arg(long)]
    pub(crate) in_process: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnswerFormat {
    /// Text only, the leanest
    Text,
    /// Structured content and output schemas
    Structured,
}

/// Index a folder, say how to attach to it, and keep it loaded
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lockstep serve
  lockstep serve ~/work/shop --idle-exit 2h")]
pub(crate) struct ServeOptions {
    /// The folder; its whole git work tree is indexed
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// How long a host started by this stays after its last session (10m if not said)
    #[arg(long, value_name = "TIME", value_parser = lockstep_host::parse_duration)]
    pub(crate) idle_exit: Option<Duration>,
}

/// Ask one question
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lockstep call find_references symbol=src/parser.py#Parser.parse limit=20
  lockstep call get_file_outline path=src/parser.py --json
  lockstep call                                     list the tools

With a host running, the answer counts unsaved edits. A value that begins with [ or { is read as JSON, and a key given
several times is a list. Ends with 1 if the answer is an error or empty.")]
pub(crate) struct CallOptions {
    /// The tool; none to list them
    pub(crate) tool: Option<String>,
    /// The arguments
    #[arg(value_name = "KEY=VALUE")]
    pub(crate) arguments: Vec<String>,
    /// Print an object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// The folder to ask about
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,
    /// Budget in tokens
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<usize>,
}

/// Index a folder in this process and print figures
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lockstep index . --json
  lockstep index . --json --cache /tmp/shop.redb    twice, to compare a cold and a warm start")]
pub(crate) struct IndexOptions {
    /// The folder; its whole git work tree is indexed
    #[arg(default_value = ".")]
    pub(crate) path: PathBuf,
    /// Print an object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Keep a cache in this file, and use what is in it; none is kept if not said
    #[arg(long, value_name = "FILE")]
    pub(crate) cache: Option<PathBuf>,
    /// Resolve every reference too
    #[arg(long)]
    pub(crate) resolve: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Arguments::command().get_subcommands().filter(|command| !command.is_hide_set()) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("lockstep"), "{}", command.get_name());
        }
    }

    #[test]
    fn what_editors_add_is_accepted() {
        assert!(Arguments::try_parse_from(["lockstep", "lsp", "--stdio", "--clientProcessId=7"]).is_ok());
    }
}
