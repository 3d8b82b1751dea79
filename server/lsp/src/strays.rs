//! Open documents outside of every folder of the editor. A folder that is added later may hold them, and editors do not open
//! them again then; so their texts are kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lockstep_facts::{LineIndex, PositionEncoding};
use lockstep_session::ide::ContentChange;
use lsp_types::Url;

use crate::connection::Attached;

/// Longer texts are not kept, nor would they be indexed.
const MAX_BYTES: usize = 4 << 20;

#[derive(Debug)]
struct Stray {
    uri: Url,
    language_id: String,
    version: i32,
    text: String,
}

/// See the module's documentation.
#[derive(Debug, Default)]
pub(crate) struct Strays(BTreeMap<PathBuf, Stray>);

impl Strays {
    /// A document was opened.
    pub(crate) fn open(&mut self, path: PathBuf, uri: Url, language_id: String, version: i32, text: String) {
        if text.len() <= MAX_BYTES {
            self.0.insert(path, Stray { uri, language_id, version, text });
        }
    }

    /// A document was changed.
    pub(crate) fn edit(
        &mut self,
        path: &Path,
        version: i32,
        changes: Vec<ContentChange>,
        encoding: PositionEncoding,
    ) {
        let Some(stray) = self.0.get_mut(path) else { return };
        stray.version = version;
        for change in changes {
            let Some((from, to)) = change.range else {
                stray.text = change.text;
                continue;
            };
            let index = LineIndex::new(&stray.text);
            let start = index.offset(from, encoding) as usize;
            let end = (index.offset(to, encoding) as usize).max(start);
            if stray.text.is_char_boundary(start) && stray.text.is_char_boundary(end) {
                stray.text.replace_range(start..end, &change.text);
            }
        }
        if stray.text.len() > MAX_BYTES {
            self.0.remove(path);
        }
    }

    /// A document was closed.
    pub(crate) fn close(&mut self, path: &Path) {
        self.0.remove(path);
    }

    /// Gives `attached` the documents that are in its tree.
    pub(crate) fn adopt(&mut self, attached: &Attached) {
        let inside: Vec<PathBuf> =
            self.0.keys().filter(|path| attached.session.relative(path).is_some()).cloned().collect();
        for path in inside {
            let Some(stray) = self.0.remove(&path) else { continue };
            attached.open(&path, stray.uri, &stray.language_id, stray.version, stray.text);
        }
    }
}
