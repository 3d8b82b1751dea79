//! Scopes that files share: packages and namespaces whose parts stand in several files.

use std::sync::Arc;

use lockstep_facts::{Name, SymbolId, SymbolKind};
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
        let mut symbols: SmallVec<[SymbolId; 2]> = SmallVec::new();
        for file in self.graph.sharing.files(Key::shared(scope, name)) {
            let Some(node) = self.graph.file(FileId(*file)) else { continue };
            let rules = self.rules(node);
            let mut items = node.shared_definitions(scope, name);
            items.retain(|item| {
                let d = node.item(*item).and_then(|item| item.definition.as_ref());
                d.is_some_and(|d| rules.is_shared(d))
            });
            let Found::Symbols(found) = self.selected(node, &items, space) else { continue };
            // The first part of a namespace stands for all of it: most of a workspace can be parts of one.
            if rules.first_part_stands()
                && let Some(part) = found.iter().find(|symbol| self.is_namespace(**symbol))
            {
                return Found::symbol(*part);
            }
            symbols.extend(found);
        }
        if symbols.is_empty() { Found::Nothing } else { Found::Symbols(symbols) }
    }

    fn is_namespace(&self, symbol: SymbolId) -> bool {
        let definition = self.env(symbol).and_then(|env| env.item.definition.as_ref());
        definition.is_some_and(|d| d.kind == SymbolKind::Module)
    }

    /// The first file of a shared scope: it stands for the whole of it where a module is asked for.
    pub(crate) fn scope_file(&mut self, scope: Name) -> Option<&'g Arc<FileNode>> {
        self.record(Key::shared(scope, Name::empty()));
        let mut files = self.graph.sharing.files(Key::shared(scope, Name::empty())).iter();
        files.find_map(|file| self.graph.file(FileId(*file)))
    }
}
