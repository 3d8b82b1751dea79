//! The source text behind facts: never another version's, so never another symbol's body.

use lockstep_ide::{FileId, FileState, Snapshot};

use crate::content::{Content, Fingerprint, read};
use crate::core::Core;
use crate::disk::refresh_named;
use crate::workers::QUESTIONS;

/// See [`crate::Session::text`].
pub(crate) fn text(core: &Core, snapshot: &Snapshot, file: FileId) -> Option<String> {
    if let Some(text) = snapshot.open_text(file) {
        return Some(text);
    }
    if matches!(snapshot.state(file), FileState::Skipped(_)) {
        return None;
    }
    let path = snapshot.path(file).as_str().to_string();
    let language = snapshot.language(file)?;
    let (content, _) = read(core.root(), &path, language, core.settings().max_file_bytes);
    match (content.fingerprint(), content) {
        (Some(Fingerprint::Text(hash)), Content::Text(text)) if hash == snapshot.text_hash(file) => {
            Some(text)
        }
        _ => {
            QUESTIONS.run(|| refresh_named(core, &[path]));
            None
        }
    }
}
