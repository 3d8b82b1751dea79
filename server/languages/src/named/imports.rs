//! Imports of files and of names.

use lockstep_facts::{
    Import, ImportPath, Name, PathRoot, ReferenceRole, ReferenceTarget, ScopeId, TextRange,
};
use tree_sitter::Node;

use super::Walker;
use crate::builder::range;

impl<'t> Walker<'t> {
    /// A whole file: what it defines is seen here, or goes by `local`.
    pub(super) fn import_file(&mut self, at: TextRange, path: &str, root: PathRoot, local: Option<Name>) {
        if path.is_empty() {
            return;
        }
        let import = Import {
            scope: ScopeId(0),
            path: ImportPath { root, segments: Box::from([Name::new(path)]) },
            name: None,
            local,
            exported: None,
            wildcard: local.is_none(),
            re_export: false,
            own: false,
        };
        let scope = self.builder.scope();
        let import = self.builder.import(Import { scope, ..import });
        let target = ReferenceTarget::ImportSegment { import, segment: 0 };
        self.builder.reference_at(at, Name::stem_of(path), ReferenceRole::Import, target, None);
    }

    /// `name` of the module `path`, which goes by `local` here; everything of it, if there is no name.
    pub(super) fn import_name(&mut self, path: &[&str], name: Option<Node<'t>>, local: Option<Name>) {
        let taken = name.map(|name| Name::new(self.text(name)));
        let scope = self.builder.scope();
        let import = self.builder.import(Import {
            scope,
            path: ImportPath {
                root: PathRoot::Plain,
                segments: path.iter().map(|segment| Name::new(segment)).collect(),
            },
            name: taken,
            local,
            exported: None,
            wildcard: taken.is_none(),
            re_export: false,
            own: false,
        });
        if let (Some(name), Some(taken)) = (name, taken) {
            let target = ReferenceTarget::Imported(import);
            self.builder.reference_at(range(name), taken, ReferenceRole::Import, target, None);
        }
    }
}
