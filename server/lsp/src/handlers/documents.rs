//! `textDocument/didOpen`, `didChange`, `didSave`, `didClose`, `workspace/didChangeWatchedFiles` and our own
//! `lockstep/didChangeFocus`.
//!
//! All synchronous: `watch` calls [`submit`] while it reads the message.

use lockstep_session::FocusPlace;
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Notification,
};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, Position, Range, TextDocumentIdentifier,
};
use serde::Deserialize;
use serde_json::Value;

use crate::connection::Attached;
use crate::from_proto;

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

/// Submits what the notification says. Other schemes than `file` are ignored, and what cannot be read is logged: a
/// notification has no answer.
pub(crate) fn submit(attached: &Attached, method: &str, params: Value) {
    let outcome = match method {
        DidOpenTextDocument::METHOD => serde_json::from_value(params).map(|params| open(attached, params)),
        DidChangeTextDocument::METHOD => {
            serde_json::from_value(params).map(|params| change(attached, params))
        }
        DidSaveTextDocument::METHOD => serde_json::from_value(params).map(|params| save(attached, params)),
        DidCloseTextDocument::METHOD => serde_json::from_value(params).map(|params| close(attached, params)),
        DidChangeWatchedFiles::METHOD => {
            serde_json::from_value(params).map(|params| watched(attached, params))
        }
        FOCUS => serde_json::from_value(params).map(|params| focus(attached, params)),
        _ => Ok(()),
    };
    if let Err(error) = outcome {
        tracing::warn!("{method}: {error}");
    }
}

fn open(attached: &Attached, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    let Some(path) = from_proto::path(&document.uri) else { return };
    if let Some(relative) = attached.session.relative(&path) {
        attached.view.spell(relative, document.uri);
    }
    attached.session.open_document(&path, &document.language_id, document.version, document.text);
}

fn change(attached: &Attached, params: DidChangeTextDocumentParams) {
    let Some(path) = from_proto::path(&params.text_document.uri) else { return };
    let changes = params.content_changes.into_iter().map(from_proto::change).collect();
    attached.session.edit_document(&path, params.text_document.version, changes, attached.view.encoding);
}

fn save(attached: &Attached, params: DidSaveTextDocumentParams) {
    let Some(path) = from_proto::path(&params.text_document.uri) else { return };
    attached.session.save_document(&path);
}

fn close(attached: &Attached, params: DidCloseTextDocumentParams) {
    let Some(path) = from_proto::path(&params.text_document.uri) else { return };
    attached.session.close_document(&path);
}

fn focus(attached: &Attached, params: FocusParams) {
    let Some(path) = from_proto::path(&params.text_document.uri) else { return };
    let selection = params.selection.filter(|range| range.start != range.end);
    let place = FocusPlace {
        cursor: from_proto::position(params.position),
        selection: selection.map(|r| (from_proto::position(r.start), from_proto::position(r.end))),
        encoding: attached.view.encoding,
    };
    attached.session.focus_document(&path, place);
}

fn watched(attached: &Attached, params: DidChangeWatchedFilesParams) {
    let paths: Vec<_> = params.changes.iter().filter_map(|event| from_proto::path(&event.uri)).collect();
    if !paths.is_empty() {
        attached.session.hint(paths);
    }
}
