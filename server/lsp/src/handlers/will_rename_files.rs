//! `workspace/willRenameFiles`: nothing is edited. Who imports a file that is about to move is told to whoever moves it.

use std::sync::Arc;

use lockstep_facts::ReferenceRole;
use lockstep_session::ide::{Answer, ReferenceInfo, Revision, Snapshot};
use lsp_types::{FileRename, MessageType};

use crate::ask::{Reading, ask};
use crate::connection::{Attached, Connection};
use crate::from_proto;
use crate::members::Tickets;

/// Files of one request that are looked into.
const MAX_FILES: usize = 20;
/// Importers named for a file.
const MAX_NAMED: usize = 3;

/// Tells of the importers of each file. What cannot be told in time is left out: the editor waits with the rename.
pub(crate) async fn handle(connection: &Connection, tickets: &Tickets, renames: Vec<FileRename>) {
    for rename in renames.iter().take(MAX_FILES) {
        let path = lsp_types::Url::parse(&rename.old_uri).ok().and_then(|uri| from_proto::path(&uri));
        let Some((attached, ticket)) = path.as_deref().and_then(|path| tickets.of(path)) else { continue };
        let Some(relative) = path.as_deref().and_then(|path| attached.session.relative(path)) else {
            continue;
        };
        if let Some(text) = importers(attached, ticket, relative.to_string()).await {
            let client = connection.client.clone();
            connection.detach(async move { client.show_message(MessageType::INFO, text).await });
        }
    }
}

async fn importers(attached: &Arc<Attached>, ticket: Revision, path: String) -> Option<String> {
    let asked = path.clone();
    let found = ask(attached, ticket, Some(&path), move |snapshot| of_file(snapshot, &asked)).await;
    let places = found.ok().filter(|places| !places.is_empty())?;
    let (count, named) = (places.len(), places.iter().take(MAX_NAMED));
    let mut text = format!(
        "Lockstep: {path} is imported by {count} other {}: {}",
        if count == 1 { "file" } else { "files" },
        named.cloned().collect::<Vec<_>>().join(", ")
    );
    if count > MAX_NAMED {
        text.push_str(&format!(" and {} more", count - MAX_NAMED));
    }
    Some(text)
}

/// `path:line` of the first import in each file that imports one.
fn of_file(snapshot: &Snapshot, path: &str) -> Answer<Vec<String>> {
    let mut reading = Reading::default();
    let Some(file) = snapshot.file(path) else { return reading.answer(Vec::new()) };
    let mut imports = reading.take(snapshot.references_to_file(file));
    imports.retain(|reference| reference.role == ReferenceRole::Import && reference.place.file != file);
    imports.dedup_by_key(|reference| reference.place.file);
    let place = |at: &ReferenceInfo| format!("{}:{}", snapshot.path(at.place.file), at.line + 1);
    reading.answer(imports.iter().map(place).collect())
}
