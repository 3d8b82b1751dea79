//! What the protocol says, in product words.

use std::path::PathBuf;

use lockstep_facts::LinePosition;
use lockstep_session::ide::ContentChange;
use lsp_types::{Position, TextDocumentContentChangeEvent, Url};

use crate::connection::Attached;

/// The file that `uri` names; none unless its scheme is `file`. What else an editor shows (`untitled:`, `git:`, notebook
/// cells) is no file, though its path may look like one.
pub(crate) fn path(uri: &Url) -> Option<PathBuf> {
    if uri.scheme() == "file" { uri.to_file_path().ok() } else { None }
}

/// The path from the tree's root of the file that `uri` names, if it is one of the tree's.
pub(crate) fn relative(attached: &Attached, uri: &Url) -> Option<String> {
    attached.session.relative(&path(uri)?)
}

/// What to tell a user whose folder is on no disk of this machine.
pub(crate) fn no_folder(uri: &Url) -> String {
    format!("{uri}: only folders on this machine (`file:` URIs) can be served")
}

/// A position, counted as negotiated.
pub(crate) fn position(position: Position) -> LinePosition {
    LinePosition { line: position.line, column: position.character }
}

/// A change of a document. Clamping is the core's; an inverted range is turned round.
pub(crate) fn change(event: TextDocumentContentChangeEvent) -> ContentChange {
    let range = event.range.map(|range| {
        let (start, end) = (position(range.start), position(range.end));
        (start.min(end), start.max(end))
    });
    ContentChange { range, text: event.text }
}
