//! Scopes that files share: packages and namespaces whose parts stand in several files.

use std::sync::Arc;

use lockstep_facts::Name;
use smallvec::SmallVec;

use crate::FileId;
use crate::file::FileNode;
use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::resolver::Resolver;

impl<'g> Resolver<'g> {
    /// What `name` means in shared scope `scope`: the definitions of each file that has any, in order of path.
    pub(crate) fn shared(&mut self, scope: Name, name: Name, space: Space) -> Found {
        self.record(Key::shared(scope, name));
        let mut symbols = SmallVec::new();
        for node in self.graph.nodes_by_path(self.graph.sharing.files(Key::shared(scope, name))) {
            let rules = self.rules(node);
            let mut items = node.shared_definitions(scope, name);
            items.retain(|item| {
                let d = node.item(*item).and_then(|item| item.definition.as_ref());
                d.is_some_and(|d| rules.is_shared(d))
            });
            if let Found::Symbols(found) = self.selected(node, &items, space) {
                symbols.extend(found);
            }
        }
        if symbols.is_empty() { Found::Nothing } else { Found::Symbols(symbols) }
    }

    /// The first file of a shared scope: it stands for the whole of it where a module is asked for.
    pub(crate) fn scope_file(&mut self, scope: Name) -> Option<&'g Arc<FileNode>> {
        self.record(Key::shared(scope, Name::empty()));
        let files = self.graph.sharing.files(Key::shared(scope, Name::empty())).iter();
        files.filter_map(|file| self.graph.file(FileId(*file))).min_by_key(|node| node.path.as_str())
    }
}
