//! Imports and exports of ECMAScript modules, and the calls that load a module.

use lockstep_facts::{
    DefinitionFlags, Expression, ExpressionId, Import, ImportPath, Name, PathRoot, ReferenceRole,
    ReferenceTarget, ScopeId,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Expect, Walker};
use crate::walk::Walk as _;

/// The path of a module specifier.
pub(super) fn specifier(name: Name) -> ImportPath {
    ImportPath { root: PathRoot::Plain, segments: Box::new([name]) }
}

/// An import of `name` from `path` that binds and passes on nothing yet.
pub(super) fn plain_import(scope: ScopeId, path: ImportPath, name: Option<Name>) -> Import {
    Import { scope, path, name, local: None, exported: None, wildcard: false, re_export: false, own: false }
}

/// What this file passes on of its own: `name` is the local name.
pub(super) fn own_export(name: Name, exported: Name) -> Import {
    Import {
        scope: ScopeId(0),
        path: ImportPath { root: PathRoot::Plain, segments: Box::default() },
        name: Some(name),
        local: None,
        exported: Some(exported),
        wildcard: false,
        re_export: false,
        own: true,
    }
}

impl<'t> Walker<'t> {
    /// `import … from "x"`, `import "x"`, `import x = require("x")`.
    pub(super) fn import_statement(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let require = self.find_child(node, Kind::ImportRequireClause);
        let source = self
            .child(node, fields.source)
            .or_else(|| require.and_then(|require| self.child(require, fields.source)));
        let Some(source) = source else {
            self.each_named(node, |w, child| w.anything(child));
            return;
        };
        let path = specifier(Name::new(self.string_content(source).0));
        let mut first = None;
        if let Some(require) = require {
            if let Some(local) = self.first_named(require) {
                first = Some(self.imported(local, path.clone(), None, None));
            }
        } else if let Some(clause) = self.find_child(node, Kind::ImportClause) {
            self.each_named(clause, |w, child| {
                let index = match w.kind(child) {
                    Kind::Identifier => Some(w.imported(child, path.clone(), Some("default".into()), None)),
                    Kind::NamespaceImport => {
                        w.first_named(child).map(|local| w.imported(local, path.clone(), None, None))
                    }
                    Kind::NamedImports => w.named_imports(child, &path),
                    _ => {
                        w.anything(child);
                        None
                    }
                };
                first = first.or(index);
            });
        }
        let scope = self.builder.scope();
        let import = match first {
            Some(import) => import,
            None => self.builder.import(plain_import(scope, path, None)),
        };
        self.module_reference(source, import);
    }

    /// Binds what is imported to the name spelled by `local`; `mention` is where the imported name itself stands.
    pub(super) fn imported(
        &mut self,
        local: Node<'t>,
        path: ImportPath,
        name: Option<Name>,
        mention: Option<Node<'t>>,
    ) -> u32 {
        let mut import = plain_import(self.builder.scope(), path, name);
        import.local = Some(self.builder.name(local));
        let index = self.builder.import(import);
        if let Some(mention) = mention {
            self.reference(mention, ReferenceRole::Import, ReferenceTarget::Imported(index), None);
        }
        self.reference(local, ReferenceRole::Import, ReferenceTarget::Imported(index), None);
        index
    }

    fn named_imports(&mut self, node: Node<'t>, path: &ImportPath) -> Option<u32> {
        let mut first = None;
        self.each_named(node, |w, child| {
            if w.kind(child) != Kind::ImportSpecifier {
                w.anything(child);
                return;
            }
            let fields = &w.grammar.fields;
            let Some(name_node) = w.child(child, fields.name) else { return };
            let name = w.property_name(name_node);
            let index = match w.child(child, fields.alias) {
                Some(alias) => w.imported(alias, path.clone(), Some(name), Some(name_node)),
                None => w.imported(name_node, path.clone(), Some(name), None),
            };
            first = first.or(Some(index));
        });
        first
    }

    /// The specifier mentions the module.
    pub(super) fn module_reference(&mut self, source: Node<'t>, import: u32) {
        let (text, at) = self.string_content(source);
        if !text.is_empty() {
            let target = ReferenceTarget::ImportSegment { import, segment: 0 };
            self.builder.reference_at(at, Name::stem_of(text), ReferenceRole::Import, target, None);
        }
    }

    /// Everything that begins with `export`.
    pub(super) fn export_statement(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let mut is_default = false;
        let mut is_assignment = false;
        let mut star = false;
        let mut clause = None;
        let mut namespace = None;
        let mut decorators = Vec::new();
        let mut last = None;
        self.each_child(node, |w, child| match w.kind(child) {
            Kind::TokenDefault => is_default = true,
            Kind::TokenAssign => is_assignment = true,
            Kind::TokenStar => star = true,
            Kind::ExportClause => clause = Some(child),
            Kind::NamespaceExport => namespace = Some(child),
            Kind::Decorator => decorators.push(child),
            Kind::Comment => {}
            _ if child.is_named() => last = Some(child),
            _ => {}
        });
        let source = self.child(node, fields.source);
        let path = source.map(|source| specifier(Name::new(self.string_content(source).0)));
        if let Some(clause) = clause {
            self.export_clause(clause, source, path);
        } else if let Some(namespace) = namespace {
            if let (Some(path), Some(source)) = (path, source) {
                let exported = self.first_named(namespace).map(|name| self.property_name(name));
                let mut import = plain_import(ScopeId(0), path, None);
                import.exported = exported.or_else(|| Some("default".into()));
                let index = self.builder.import(import);
                self.module_reference(source, index);
            }
        } else if star {
            if let (Some(path), Some(source)) = (path, source) {
                let mut import = plain_import(ScopeId(0), path, None);
                import.wildcard = true;
                import.re_export = true;
                let index = self.builder.import(import);
                self.module_reference(source, index);
            }
        } else if let Some(declaration) = self.child(node, fields.declaration) {
            let mut flags = DefinitionFlags::EXPORTED;
            flags.set(DefinitionFlags::DEFAULT_EXPORT, is_default);
            self.decorators.extend(decorators);
            self.declaration(declaration, node, flags);
            self.decorators.clear();
        } else if let Some(value) = self.child(node, fields.value).or(last.filter(|_| is_assignment)) {
            self.decorators.extend(decorators);
            let exported = if is_assignment { "export=" } else { "default" };
            self.exported_value(value, node, exported.into());
            self.decorators.clear();
        } else {
            self.each_named(node, |w, child| {
                if !matches!(w.kind(child), Kind::Identifier | Kind::Decorator) {
                    w.anything(child);
                }
            });
        }
    }

    fn export_clause(&mut self, clause: Node<'t>, source: Option<Node<'t>>, path: Option<ImportPath>) {
        let mut first = None;
        self.each_named(clause, |w, child| {
            if w.kind(child) != Kind::ExportSpecifier {
                w.anything(child);
                return;
            }
            let fields = &w.grammar.fields;
            let Some(name_node) = w.child(child, fields.name) else { return };
            let name = w.property_name(name_node);
            let alias = w.child(child, fields.alias).map(|alias| w.property_name(alias));
            let exported = alias.unwrap_or(name);
            let target = match &path {
                Some(path) => {
                    let mut import = plain_import(ScopeId(0), path.clone(), Some(name));
                    import.exported = Some(exported);
                    let index = w.builder.import(import);
                    first = first.or(Some(index));
                    ReferenceTarget::Imported(index)
                }
                None => {
                    w.builder.import(own_export(name, exported));
                    ReferenceTarget::Exported(name)
                }
            };
            w.reference(name_node, ReferenceRole::Import, target, None);
        });
        if let (Some(source), Some(path)) = (source, path) {
            let index = match first {
                Some(index) => index,
                None => self.builder.import(plain_import(ScopeId(0), path, None)),
            };
            self.module_reference(source, index);
        }
    }

    /// `export default value`, `export = value`, `module.exports = value`.
    pub(super) fn exported_value(&mut self, value: Node<'t>, outer: Node<'t>, exported: Name) {
        let mut inner = value;
        while self.kind(inner) == Kind::ParenthesizedExpression
            && let Some(next) = self.first_named(inner)
        {
            inner = next;
        }
        if self.kind(inner) == Kind::Identifier {
            let name = self.builder.name(inner);
            self.builder.import(own_export(name, exported));
            self.reference(inner, ReferenceRole::Import, ReferenceTarget::Exported(name), None);
            return;
        }
        let is_default = exported == "default";
        let mut flags = DefinitionFlags::EXPORTED;
        flags.set(DefinitionFlags::DEFAULT_EXPORT, is_default);
        let own_name = if self.kind(inner).is_function() || self.kind(inner) == Kind::Class {
            self.child(inner, self.grammar.fields.name)
        } else {
            None
        };
        let name = own_name.map_or_else(|| "default".into(), |name| self.builder.name(name));
        self.named_value(value, outer, own_name, name, flags);
        if !is_default {
            self.builder.import(own_export(name, exported));
        }
    }

    /// `import("x")` and `require("x")` as values.
    pub(super) fn module_call(
        &mut self,
        node: Node<'t>,
        function: Node<'t>,
        arguments: Node<'t>,
    ) -> Option<ExpressionId> {
        match self.kind(function) {
            Kind::Import => {
                self.required_string(arguments)?;
                let module = self.imported_module(node, arguments, "import");
                let module = self.expression(Expression::TypeOf(module));
                let promise = self.expression(Expression::Name("Promise".into()));
                let class =
                    self.expression(Expression::Generic { base: promise, arguments: Box::new([module]) });
                Some(self.expression(Expression::New { class, arguments: Box::default() }))
            }
            Kind::Identifier if self.builder.node_text(function) == "require" => {
                self.required_string(arguments)?;
                Some(self.imported_module(node, arguments, "require"))
            }
            _ => None,
        }
    }

    /// The one string among the arguments.
    pub(super) fn required_string(&mut self, arguments: Node<'t>) -> Option<Node<'t>> {
        let string = self.first_named(arguments)?;
        (self.kind(string) == Kind::String).then_some(string)
    }

    /// The module that a call loads, under a name of its own.
    pub(super) fn imported_module(
        &mut self,
        _node: Node<'t>,
        arguments: Node<'t>,
        word: &str,
    ) -> ExpressionId {
        let Some(source) = self.required_string(arguments) else {
            self.each_named(arguments, |w, child| {
                w.value(child, Expect::Nothing);
            });
            return self.unknown();
        };
        let text = self.string_content(source).0;
        let local = Name::new(&format!("{word}({text})"));
        let mut import = plain_import(self.builder.scope(), specifier(Name::new(text)), None);
        import.local = Some(local);
        let index = self.builder.import(import);
        self.module_reference(source, index);
        let mut position = 0;
        self.each_named(arguments, |w, child| {
            if position > 0 {
                w.value(child, Expect::Nothing);
            }
            position += 1;
        });
        self.expression(Expression::Name(local))
    }
}
