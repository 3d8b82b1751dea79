//! What stands at the top of a file: namespaces, using directives, top-level statements, types.

use lockstep_facts::{
    DefinitionFlags, Import, ImportPath, Name, PathRoot, ReferenceRole, ReferenceTarget, ScopeId, ScopeKind,
    SymbolKind, Visibility,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Context, ContextKind, Modifiers, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// The declarations of a file, a namespace or one arm of an `#if`, or what is left of them in a damaged node.
    pub(super) fn module_list(&mut self, node: Node<'t>) {
        self.nested((), |w| {
            let mut in_statements = false;
            let mut names_namespace = false;
            w.each_child(node, |w, child| {
                // A damaged file-scoped namespace: its name stands behind a lone `namespace`.
                if !child.is_named() {
                    names_namespace |= w.builder.node_text(child) == "namespace";
                }
            });
            let is_damaged = w.kind(node) == Kind::Error;
            w.each_commented(node, |w, child| {
                let kind = w.kind(child);
                let is_statement = kind == Kind::GlobalStatement
                    || (kind.is_statement() && kind != Kind::PreprocIf)
                    || (is_damaged && !kind.is_declaration() && kind != Kind::Error && !names_namespace);
                if is_statement != in_statements && w.is_at_top() {
                    // Locals of top-level statements are seen by the local functions between them.
                    if is_statement {
                        w.builder.push_scope(ScopeKind::Block);
                    } else {
                        w.builder.pop_scope();
                    }
                    in_statements = is_statement;
                }
                if is_damaged && names_namespace && is_name(kind) {
                    w.enter_scope(child);
                    names_namespace = false;
                    return;
                }
                w.module_member(child, kind);
            });
            if in_statements {
                w.builder.pop_scope();
            }
        });
    }

    /// Whether what is walked stands in no definition.
    fn is_at_top(&self) -> bool {
        self.contexts.len() == 1 && self.builder.depth() == 1
    }

    fn module_member(&mut self, node: Node<'t>, kind: Kind) {
        match kind {
            Kind::UsingDirective => self.using(node),
            Kind::NamespaceDeclaration => self.namespace(node),
            Kind::FileScopedNamespaceDeclaration => {
                if let Some(name) = self.child(node, self.grammar.fields.name) {
                    self.enter_scope(name);
                }
            }
            Kind::PreprocIf | Kind::PreprocElif | Kind::PreprocElse => {
                self.conditional += 1;
                self.module_list(node);
                self.conditional -= 1;
            }
            Kind::GlobalAttribute => self.attribute_list(node),
            Kind::Error => self.module_list(node),
            Kind::DeclarationList => self.module_list(node),
            kind if kind.is_type_declaration() => {
                if self.scope.is_none() {
                    self.scope = Some(Name::empty());
                }
                if self.builder.take_over(node, self.state()).is_some() {
                    return;
                }
                self.type_declaration(node);
                self.builder.walked(node, self.state());
            }
            kind if kind.is_declaration() => self.declaration(node),
            kind if kind.is_statement() => self.statement(node),
            // The condition of an `#if`, a shebang.
            Kind::Identifier | Kind::BooleanLiteral | Kind::Other | Kind::ExternAliasDirective => {}
            _ => self.anything(node),
        }
    }

    /// Makes the namespace of this name the file's own, if it has none yet; whether it is now.
    fn enter_scope(&mut self, name: Node<'t>) -> bool {
        let text: String = self.builder.node_text(name).split_whitespace().collect();
        let name = Name::new(&text);
        if self.scope.is_none() {
            self.scope = Some(name);
            self.builder.facts().scope = name;
        }
        self.scope == Some(name)
    }

    /// `namespace A.B { }`: the file's own, or a module.
    pub(super) fn namespace(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let Some(name_node) = self.child(node, fields.name) else { return };
        let body = self.child(node, fields.body);
        if self.is_at_top() && self.enter_scope(name_node) {
            if let Some(body) = body {
                self.module_list(body);
            }
            return;
        }
        if self.builder.take_over(node, self.state()).is_some() {
            return;
        }
        let text: String = self.builder.node_text(name_node).split_whitespace().collect();
        let modifiers = Modifiers { visibility: Some(Visibility::Public), ..Modifiers::default() };
        let mut definition = self.definition(SymbolKind::Module, Name::new(&text), modifiers);
        definition.flags.set(DefinitionFlags::CONDITIONAL, false);
        definition.signature = self.signature(node.start_byte(), name_node.end_byte());
        self.builder.open_definition(node, Some(name_node), definition);
        self.contexts.push(Context::new(ContextKind::Module));
        if let Some(body) = body {
            self.module_list(body);
        }
        self.close();
        self.builder.walked(node, self.state());
    }

    /// A using directive.
    pub(super) fn using(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        let alias = self.child(node, fields.name);
        let (mut is_global, mut is_static, mut target) = (false, false, None);
        self.each_child(node, |w, child| match w.kind(child) {
            Kind::TokenGlobal => is_global = true,
            Kind::TokenStatic => is_static = true,
            Kind::Error => {}
            _ if child.is_named() && Some(child) != alias => target = target.or(Some(child)),
            _ => {}
        });
        let Some(target) = target else { return };
        if is_global && self.contexts.len() == 1 {
            self.builder.strays();
        }
        let Some(segments) = self.plain_path(target) else {
            match alias {
                Some(alias) => self.alias(node, alias, target, is_global),
                None => {
                    self.type_of(target);
                }
            }
            return;
        };
        let mut names: Vec<Name> = segments.iter().map(|segment| self.name(*segment)).collect();
        let root = match self.builder.node_text(target).starts_with("global::") {
            true => PathRoot::Global,
            false => PathRoot::Plain,
        };
        let mut import = Import {
            scope: ScopeId(0),
            path: ImportPath { root, segments: Box::default() },
            name: None,
            local: None,
            exported: None,
            wildcard: alias.is_none(),
            re_export: is_global,
            own: false,
        };
        if let Some(alias) = alias {
            import.name = names.pop();
            import.local = Some(self.name(alias));
            import.exported = import.local.filter(|_| is_global);
        } else if is_static {
            names.push(Name::empty());
        }
        import.path.segments = names.into();
        let index = self.builder.import(import);
        // Of a namespace there is no symbol: only what can be a type is a mention.
        let Some((last, outer)) = segments.split_last() else { return };
        if alias.is_none() && !is_static {
            return;
        }
        for (at, segment) in outer.iter().enumerate() {
            let target = ReferenceTarget::ImportSegment { import: index, segment: at as u16 };
            self.reference(*segment, ReferenceRole::Import, target, None);
        }
        let target = match alias {
            Some(_) => ReferenceTarget::Imported(index),
            None => ReferenceTarget::ImportSegment { import: index, segment: outer.len() as u16 },
        };
        self.reference(*last, ReferenceRole::Import, target, None);
    }

    /// The identifiers of a name without type arguments.
    fn plain_path(&mut self, node: Node<'t>) -> Option<Vec<Node<'t>>> {
        let fields = &self.grammar.fields;
        let mut segments = Vec::new();
        let mut at = node;
        loop {
            match self.kind(at) {
                Kind::Identifier => {
                    segments.push(at);
                    break;
                }
                Kind::QualifiedName => {
                    let name = self.child(at, fields.name)?;
                    if self.kind(name) != Kind::Identifier {
                        return None;
                    }
                    segments.push(name);
                    at = self.child(at, fields.qualifier)?;
                }
                Kind::AliasQualifiedName => {
                    let name = self.child(at, fields.name)?;
                    let alias = self.child(at, fields.alias)?;
                    if self.kind(name) != Kind::Identifier || self.builder.node_text(alias) != "global" {
                        return None;
                    }
                    segments.push(name);
                    break;
                }
                _ => return None,
            }
            if segments.len() > usize::from(u16::MAX) {
                return None;
            }
        }
        segments.reverse();
        Some(segments)
    }

    /// `using X = List<int>;`: another name of a type, in this file.
    fn alias(&mut self, node: Node<'t>, alias: Node<'t>, target: Node<'t>, is_global: bool) {
        let name = self.name(alias);
        let visibility = if is_global { Visibility::Package } else { Visibility::Private };
        let modifiers = Modifiers { visibility: Some(visibility), ..Modifiers::default() };
        let mut definition = self.definition(SymbolKind::TypeAlias, name, modifiers);
        definition.signature = self.signature(node.start_byte(), node.end_byte());
        self.open(node, Some(alias), definition, ContextKind::Other, &[]);
        let declared = self.type_of(target);
        if let Some(definition) = self.builder.definition() {
            definition.declared = Some(declared);
        }
        self.close();
    }
}

fn is_name(kind: Kind) -> bool {
    matches!(kind, Kind::Identifier | Kind::QualifiedName)
}
