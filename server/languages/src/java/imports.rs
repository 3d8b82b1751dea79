//! The package clause, imports, and names written with their package.

use lockstep_facts::{
    Expression, ExpressionId, Import, ImportPath, Name, PathRoot, ReferenceRole, ReferenceTarget, ScopeId,
};
use tree_sitter::Node;

use super::Walker;
use super::kinds::Kind;
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    pub(super) fn package(&mut self, node: Node<'t>) {
        let comment = self.comment.take();
        let mut name = None;
        self.each_named(node, |w, child| match w.kind(child) {
            Kind::Identifier | Kind::ScopedIdentifier => name = Some(child),
            Kind::Annotation | Kind::MarkerAnnotation => {
                w.annotation(child);
            }
            _ => w.anything(child),
        });
        let Some(name) = name else { return };
        let segments = self.segments(name);
        let package: Vec<&str> = segments.iter().map(|s| self.builder.node_text(*s)).collect();
        let package = Name::new(&package.join("."));
        self.builder.facts().scope = package;
        if let Some(comment) = comment {
            let text = self.builder.node_text(comment);
            self.builder.facts().documentation = super::documentation(text);
        }
    }

    /// The identifiers of a dotted name, outermost first.
    fn segments(&mut self, node: Node<'t>) -> Vec<Node<'t>> {
        let mut segments = Vec::new();
        let mut at = Some(node);
        while let Some(current) = at.take() {
            match self.kind(current) {
                Kind::ScopedIdentifier => {
                    segments.extend(self.child(current, self.fields().name));
                    at = self.child(current, self.fields().scope);
                }
                _ => segments.push(current),
            }
        }
        segments.reverse();
        segments
    }

    pub(super) fn import(&mut self, node: Node<'t>) {
        let is_static = self.has_token(node, "static");
        let wildcard = self.find_child(node, Kind::Asterisk).is_some();
        let mut name = None;
        self.each_named(node, |w, child| match w.kind(child) {
            Kind::Identifier | Kind::ScopedIdentifier => name = Some(child),
            Kind::Asterisk => {}
            _ => w.anything(child),
        });
        let Some(name) = name else { return };
        let segments = self.segments(name);
        // `import a.b.` without its end takes the next line for its last name.
        let rows = (node.start_position().row, name.end_position().row);
        if rows.0 != rows.1 && node.has_error() {
            return;
        }
        let (path, last) = match segments.split_last() {
            Some((last, path)) if !wildcard => (path, Some(*last)),
            _ => (&segments[..], None),
        };
        let names: Box<[Name]> = path.iter().map(|segment| self.builder.name(*segment)).collect();
        let taken = last.map(|last| self.builder.name(last));
        let scope = self.builder.scope();
        let import = self.builder.import(Import {
            scope,
            path: ImportPath { root: PathRoot::Plain, segments: names },
            name: taken,
            local: taken,
            exported: None,
            wildcard,
            re_export: false,
            own: false,
        });
        // The packages on the way are no symbols; types are.
        let first_type = match (is_static, wildcard) {
            (true, _) => {
                path.iter().position(|s| self.is_type_like(*s)).unwrap_or(path.len().saturating_sub(1))
            }
            (false, _) => path.iter().position(|s| self.is_type_like(*s)).unwrap_or(path.len()),
        };
        for (segment, at) in path.iter().enumerate().skip(first_type) {
            let target = ReferenceTarget::ImportSegment { import, segment: segment as u16 };
            self.reference(*at, ReferenceRole::Import, target, None);
        }
        if let Some(last) = last {
            self.reference(last, ReferenceRole::Import, ReferenceTarget::Imported(import), None);
        }
    }

    fn is_type_like(&self, node: Node<'_>) -> bool {
        self.builder.node_text(node).starts_with(char::is_uppercase)
    }

    /// A type named with its package, by the identifiers of the whole: an import of its own, whose local name is all of
    /// it. `role` is that of the type's own name; what follows it is up to the caller.
    pub(super) fn packaged(
        &mut self,
        segments: &[Node<'t>],
        role: ReferenceRole,
        as_type: bool,
        call: Option<lockstep_facts::CallShape>,
    ) -> ExpressionId {
        let Some((last, path)) = segments.split_last() else { return self.unknown() };
        let names: Box<[Name]> = path.iter().map(|segment| self.builder.name(*segment)).collect();
        let mut local = String::new();
        for name in &names {
            local.push_str(name.as_str());
            local.push('.');
        }
        local.push_str(self.builder.node_text(*last));
        let local = Name::new(&local);
        let known = self.builder.item().body.imports.iter().any(|import| import.local == Some(local));
        if !known {
            let name = self.builder.name(*last);
            self.builder.import(Import {
                scope: ScopeId(0),
                path: ImportPath { root: PathRoot::Plain, segments: names },
                name: Some(name),
                local: Some(local),
                exported: None,
                wildcard: false,
                re_export: false,
                own: false,
            });
        }
        let id = self.expression(Expression::Name(local));
        let target = if as_type { ReferenceTarget::Type(id) } else { ReferenceTarget::Value(id) };
        self.reference(*last, role, target, call);
        id
    }

    /// How many of these identifiers name a type with its package, if they do: package names are lower case, a type's
    /// begins upper case and is no constant. `packages` is how many packages it takes to be sure.
    pub(super) fn packaged_prefix(&self, segments: &[Node<'t>], packages: usize) -> Option<usize> {
        let text = |at: &Node<'t>| self.builder.node_text(*at);
        let first = segments.iter().position(|s| !text(s).starts_with(char::is_lowercase))?;
        let name = text(segments.get(first)?);
        let is_type =
            name.starts_with(char::is_uppercase) && (packages == 1 || name.chars().any(char::is_lowercase));
        (first >= packages && is_type).then_some(first + 1)
    }
}
