//! How long an editor and an assistant wait for their first answer, with a host running and without.

use std::time::Instant;

use anyhow::Result;
use serde_json::{Value, json};

use crate::client::{Client, Framing};
use crate::samples::Samples;
use crate::table::{Table, rounded};
use crate::world::World;

const WITH_HOST: usize = 10;
const WITHOUT_HOST: usize = 5;

/// One way of a handshake.
type Shake<'a> = &'a dyn Fn(&mut Client) -> Result<()>;

/// Adds the figures of the handshakes. Leaves no host behind.
pub(crate) fn measure(table: &mut Table, corpus: &'static str, world: &World) -> Result<()> {
    let kinds: [(&str, &str, Framing, Shake<'_>); 3] = [
        ("MCP `initialize`", "mcp", Framing::Lines, &|client| client.initialize_mcp()),
        ("MCP `server/discover`", "mcp", Framing::Lines, &discover),
        ("LSP `initialize`", "lsp", Framing::ContentLength, &|client| {
            client.initialize_lsp(&world.workspace())
        }),
    ];
    for (name, command, framing, shake) in kinds {
        let once = || -> Result<(Client, std::time::Duration)> {
            let started = Instant::now();
            let mut client = Client::start(world.command(&[command]), framing)?;
            shake(&mut client)?;
            Ok((client, started.elapsed()))
        };
        let (mut without, mut with) = (Samples::default(), Samples::default());
        for _ in 0..WITHOUT_HOST {
            world.stop()?;
            without.add(once()?.1);
        }
        // This one keeps the host, and has let it index.
        let (mut first, _) = once()?;
        if command == "mcp" {
            if name.contains("initialize") {
                first.call("index_status", json!({}), &Value::Null)?;
            }
        } else {
            first.notification("lockstep/ready")?;
        }
        for _ in 0..WITH_HOST {
            with.add(once()?.1);
        }
        drop(first);
        for (samples, target, how) in
            [(with, 50.0, "with a host running"), (without, 400.0, "without a host")]
        {
            let most = format!("at most {}", rounded(samples.percentile(100)));
            let name = format!("{name} {how}, from starting the command: median");
            table.add_with(corpus, &name, samples.median(), target, "ms", &most);
        }
    }
    world.stop()
}

/// The newer protocol's first request.
fn discover(client: &mut Client) -> Result<()> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    });
    client.request("server/discover", json!({"_meta": meta}))?;
    Ok(())
}
