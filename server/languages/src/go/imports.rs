//! Package clauses and imports.

use lockstep_facts::{
    DefinitionFlags, Import, ImportPath, Name, PathRoot, ReferenceRole, ReferenceTarget, ScopeId, SymbolKind,
    TextRange,
};
use tree_sitter::Node;

use super::declarations::{Opening, Preamble};
use super::syntax::{FIELDS, Kind};
use super::{BUILTIN, Walker};

impl<'n> Walker<'_, '_, 'n> {
    /// `package name`: the file's scope; in the prelude, the beginning of a package.
    pub(super) fn package_clause(&mut self, node: Node<'n>, preamble: &Preamble) {
        let Some(name) = self.named(node).into_iter().find(|child| child.kind == Kind::PackageIdentifier)
        else {
            return;
        };
        let text = self.name(name.node);
        if self.state.package.is_none() {
            self.state.package = Some(text);
            let facts = self.state.builder.facts();
            facts.scope = text;
            facts.documentation = preamble.documentation.as_str().into();
            return;
        }
        if self.state.package.is_none_or(|package| package != *BUILTIN) {
            return;
        }
        self.end_module();
        let opening = Opening {
            kind: SymbolKind::Module,
            node,
            name: name.node,
            flags: DefinitionFlags::default(),
            header_end: node.end_byte(),
        };
        self.open(&opening, preamble, false);
        self.state.module = Some(text);
    }

    /// Ends the prelude's package that is open, if one is.
    pub(super) fn end_module(&mut self) {
        if self.state.module.take().is_some() {
            self.pop_item();
        }
    }

    pub(super) fn imports(&mut self, node: Node<'n>) {
        for child in self.named(node) {
            match child.kind {
                Kind::ImportSpecList => self.imports(child.node),
                Kind::ImportSpec => self.import(child.node),
                _ => {}
            }
        }
    }

    fn import(&mut self, node: Node<'n>) {
        let [name, path] = self.parts(node, [FIELDS.name, FIELDS.path]);
        let Some(path) = path else { return };
        let quoted = self.text(path.node);
        let text = quoted.trim_matches(['"', '`']);
        if text.is_empty() {
            return;
        }
        let called = called_by_path(text);
        let mut import = Import {
            scope: ScopeId(0),
            path: ImportPath { root: PathRoot::Plain, segments: Box::new([Name::new(text)]) },
            name: None,
            local: None,
            exported: None,
            wildcard: false,
            re_export: false,
            own: false,
        };
        match name.map(|name| (name.kind, self.text(name.node))) {
            Some((Kind::Dot, _)) => import.wildcard = true,
            Some((Kind::BlankIdentifier, _) | (_, "_")) => {}
            Some((_, alias)) => import.local = Some(Name::new(alias)),
            None => {
                import.local = Some(Name::new(called));
                // The path is no name itself: what it is called is up to the package.
                import.wildcard = !is_name(last_segment(text));
            }
        }
        let index = self.state.builder.import(import);
        // The word of the path that the package is most likely called by.
        let at = path.node.start_byte() + 1 + text.rfind(called).unwrap_or(0);
        let at = TextRange::new(at as u32, (at + called.len()) as u32);
        let target = ReferenceTarget::ImportSegment { import: index, segment: 0 };
        self.state.builder.reference_at(at, Name::new(called), ReferenceRole::Import, target, None);
    }
}

fn last_segment(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_') && !text.starts_with(|c: char| c.is_numeric())
}

/// What a package is called as far as its path tells: the last word that is no version, without what repositories are
/// called besides (`go-`, `.go`).
pub(super) fn called_by_path(path: &str) -> &str {
    let is_version = |text: &str| {
        text.strip_prefix('v').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let mut segments = path.rsplit('/');
    let mut last = segments.next().unwrap_or(path);
    if is_version(last) {
        last = segments.next().unwrap_or(last);
    }
    if let Some((name, version)) = last.rsplit_once(".v")
        && version.bytes().all(|b| b.is_ascii_digit())
    {
        last = name;
    }
    let plain = last.strip_prefix("go-").or_else(|| last.strip_suffix("-go")).unwrap_or(last);
    let plain = plain.strip_suffix(".go").or_else(|| plain.strip_prefix("go.")).unwrap_or(plain);
    if is_name(plain) {
        return plain;
    }
    // `a-b` cannot be a name: the last word of it is the likeliest.
    plain.rsplit(['-', '.']).find(|word| !word.is_empty()).unwrap_or(last)
}
