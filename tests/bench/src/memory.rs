//! Resident memory of a host with one workspace: indexed, and with everything resolved.

use anyhow::{Context as _, Result};

use crate::client::{Client, Framing};
use crate::table::{Table, rounded};
use crate::world::{World, host_status, until_idle};

const BASE: f64 = 90e6;
const PER_LINE: f64 = 200.0;

/// Adds the figures of memory. Needs a world without a host and without a cache; leaves a host behind that is indexed and
/// idle.
pub(crate) fn measure(table: &mut Table, corpus: &'static str, world: &World) -> Result<()> {
    let mut editor = Client::start(world.command(&["lsp"]), Framing::ContentLength)?;
    editor.initialize_lsp(&world.workspace())?;
    let ready = editor.notification("lockstep/ready")?;
    let mut rpc = Client::dial(&world.socket()?, "rpc", &world.workspace())?;
    let indexed = host_status(&mut rpc)?;
    let seconds = ready["seconds"].as_f64().unwrap_or_default();
    table.tell(corpus, "editor attached → `lockstep/ready`, cold (wall)", format!("{} s", rounded(seconds)));
    let pass = until_idle(&mut rpc)?;
    let filled = host_status(&mut rpc)?;
    let lines = filled["trees"][0]["lines"].as_f64().context("no lines")?;
    let target = (BASE + PER_LINE * lines) / 1e6;
    for (name, status) in [("indexed", &indexed), ("idle pass done", &filled)] {
        let bytes = status["memory_bytes"].as_f64().context("no memory")?;
        table.add(corpus, &format!("resident memory of the host, {name}"), bytes / 1e6, target, "MB");
    }
    table.tell(corpus, "idle pass and cache of the host (CPU)", format!("{} s", rounded(pass)));
    Ok(())
}
