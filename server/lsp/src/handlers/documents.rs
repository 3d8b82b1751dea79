//! `textDocument/didOpen`, `didChange`, `didSave`, `didClose`, `workspace/didChangeWatchedFiles` and our own
//! `lockstep/didChangeFocus`.
//!
//! All synchronous: `watch` calls [`submit`] while it reads the message.

use std::sync::{MutexGuard, PoisonError};

use lockstep_session::FocusPlace;
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Notification,
};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, Position, Range, TextDocumentIdentifier,
    TextDocumentItem,
};
use serde::Deserialize;
use serde_json::Value;

use crate::connection::Connection;
use crate::from_proto;
use crate::strays::Strays;

/// Where the cursor is and what is selected: of use to an assistant that is asked about "this". Not standard.
pub(crate) const FOCUS: &str = "lockstep/didChangeFocus";

/// See [`FOCUS`].
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FocusParams {
    text_document: TextDocumentIdentifier,
    position: Position,
    #[serde(default)]
    selection: Option<Range>,
}

/// Whether `method` is one of the module's notifications.
pub(crate) fn is_one(method: &str) -> bool {
    matches!(
        method,
        DidOpenTextDocument::METHOD
            | DidChangeTextDocument::METHOD
            | DidSaveTextDocument::METHOD
            | DidCloseTextDocument::METHOD
            | DidChangeWatchedFiles::METHOD
            | FOCUS
    )
}

/// Submits what the notification says, to the tree whose document it is. Other schemes than `file` are ignored, and what
/// cannot be read is logged: a notification has no answer.
pub(crate) fn submit(connection: &Connection, method: &str, params: Value) {
    let outcome = match method {
        DidOpenTextDocument::METHOD => serde_json::from_value(params).map(|params| open(connection, params)),
        DidChangeTextDocument::METHOD => {
            serde_json::from_value(params).map(|params| change(connection, params))
        }
        DidSaveTextDocument::METHOD => serde_json::from_value(params).map(|params| save(connection, params)),
        DidCloseTextDocument::METHOD => {
            serde_json::from_value(params).map(|params| close(connection, params))
        }
        DidChangeWatchedFiles::METHOD => {
            serde_json::from_value(params).map(|params| watched(connection, params))
        }
        FOCUS => serde_json::from_value(params).map(|params| focus(connection, params)),
        _ => Ok(()),
    };
    if let Err(error) = outcome {
        tracing::warn!("{method}: {error}");
    }
}

fn strays(connection: &Connection) -> MutexGuard<'_, Strays> {
    connection.members.strays.lock().unwrap_or_else(PoisonError::into_inner)
}

fn open(connection: &Connection, params: DidOpenTextDocumentParams) {
    let TextDocumentItem { uri, language_id, version, text } = params.text_document;
    let Some(path) = from_proto::path(&uri) else { return };
    match connection.members.of(&path) {
        Some(attached) => attached.open(&path, uri, &language_id, version, text),
        None => strays(connection).open(path, uri, language_id, version, text),
    }
}

fn change(connection: &Connection, params: DidChangeTextDocumentParams) {
    let Some(path) = from_proto::path(&params.text_document.uri) else { return };
    let Some(encoding) = connection.editor().map(|editor| editor.encoding) else { return };
    let version = params.text_document.version;
    let changes = params.content_changes.into_iter().map(from_proto::change).collect();
    match connection.members.of(&path) {
        Some(attached) => {
            attached.session.edit_document(&path, version, changes, encoding);
        }
        None => strays(connection).edit(&path, version, changes, encoding),
    }
}

fn save(connection: &Connection, params: DidSaveTextDocumentParams) {
    let Some(path) = from_proto::path(&params.text_document.uri) else { return };
    if let Some(attached) = connection.members.of(&path) {
        attached.session.save_document(&path);
    }
}

fn close(connection: &Connection, params: DidCloseTextDocumentParams) {
    let uri = params.text_document.uri;
    connection.left.forget(&uri);
    let Some(path) = from_proto::path(&uri) else { return };
    match connection.members.of(&path) {
        Some(attached) => {
            attached.session.close_document(&path);
            connection.members.closed();
        }
        None => strays(connection).close(&path),
    }
}

fn focus(connection: &Connection, params: FocusParams) {
    let Some(path) = from_proto::path(&params.text_document.uri) else { return };
    let Some(attached) = connection.members.of(&path) else { return };
    let selection = params.selection.filter(|range| range.start != range.end);
    let place = FocusPlace {
        cursor: from_proto::position(params.position),
        selection: selection.map(|r| (from_proto::position(r.start), from_proto::position(r.end))),
        encoding: attached.view.encoding,
    };
    attached.session.focus_document(&path, place);
}

fn watched(connection: &Connection, params: DidChangeWatchedFilesParams) {
    let paths: Vec<_> = params.changes.iter().filter_map(|event| from_proto::path(&event.uri)).collect();
    for attached in connection.members.served() {
        let root = attached.session.tree().root();
        let own: Vec<_> = paths
            .iter()
            .filter(|path| attached.session.relative(path).is_some() || path.starts_with(root))
            .cloned()
            .collect();
        if !own.is_empty() {
            attached.session.hint(own);
        }
    }
}
