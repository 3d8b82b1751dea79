//! The members of interfaces and object types.

use lockstep_facts::{DefinitionFlags, Expression, ExpressionId, Name, ScopeKind, SymbolKind, Visibility};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{ContextKind, Expect, Signature, This, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// An object type. Inside a definition its members are definitions.
    pub(super) fn object_type(&mut self, node: Node<'t>) -> ExpressionId {
        let with_items = self.builder.container().is_some_and(|container| !container.path.is_empty());
        let members = self.type_members(node, with_items);
        let object = self.expression(Expression::Object(members.entries.into()));
        match members.maps.as_slice() {
            [] => object,
            [map] if members.is_pure_map => *map,
            maps => {
                let mut parts = vec![object];
                parts.extend_from_slice(maps);
                self.expression(Expression::Intersection(parts.into()))
            }
        }
    }

    /// The members of an interface are definitions; its call, construct and index signatures are its declared type.
    pub(super) fn interface_body(&mut self, node: Node<'t>) {
        let members = self.type_members(node, true);
        let signatures: Vec<_> =
            members.entries.into_iter().filter(|(name, _)| matches!(name.as_str(), "()" | "new")).collect();
        let mut parts = members.maps;
        if !signatures.is_empty() {
            parts.push(self.expression(Expression::Object(signatures.into())));
        }
        let declared = match parts.as_slice() {
            [] => return,
            [one] => *one,
            _ => self.expression(Expression::Intersection(parts.into())),
        };
        if let Some(definition) = self.builder.definition() {
            definition.declared = Some(declared);
        }
    }

    fn type_members(&mut self, node: Node<'t>, with_items: bool) -> TypeMembers {
        let mut members = TypeMembers { entries: Vec::new(), maps: Vec::new(), is_pure_map: true };
        let mut pending: Vec<Signature<'t>> = Vec::new();
        let mut row = None;
        self.each_child(node, |w, child| {
            if !child.is_named() {
                return;
            }
            if w.kind(child) == Kind::Comment {
                w.note_comment(child, row);
            } else {
                w.check_comment(child);
                w.type_member(child, with_items, &mut members, &mut pending);
                w.comment = None;
            }
            row = Some(child.end_position().row);
        });
        self.flush_type_methods(&mut pending, &mut members);
        members
    }

    pub(super) fn type_member(
        &mut self,
        node: Node<'t>,
        with_items: bool,
        members: &mut TypeMembers,
        pending: &mut Vec<Signature<'t>>,
    ) {
        let kind = self.kind(node);
        let name_node = self.child(node, self.grammar.fields.name);
        if kind == Kind::MethodSignature
            && with_items
            && let Some(name_node) = name_node
        {
            let name = self.property_name(name_node);
            if pending.first().is_some_and(|first| first.name != name) {
                self.flush_type_methods(pending, members);
            }
            pending.push(Signature {
                outer: node,
                node,
                name,
                is_static: false,
                flags: DefinitionFlags::default(),
                comment: self.comment.take(),
                decorators: Vec::new(),
            });
            return;
        }
        self.flush_type_methods(pending, members);
        match kind {
            Kind::PropertySignature | Kind::MethodSignature => {
                members.is_pure_map = false;
                if with_items {
                    if let Some((name, path)) = self.property_signature_item(node) {
                        members.push_item(self, name, path);
                    }
                } else if let Some(name_node) = name_node {
                    let name = self.property_name(name_node);
                    self.computed_name(name_node);
                    let id = if kind == Kind::MethodSignature {
                        self.function_type(node)
                    } else {
                        match self.child(node, self.grammar.fields.annotation) {
                            Some(annotation) => self.type_annotation(annotation),
                            None => self.unknown(),
                        }
                    };
                    members.entries.push((name, id));
                }
            }
            Kind::CallSignature => {
                members.is_pure_map = false;
                let id = self.function_type(node);
                members.entries.push(("()".into(), id));
            }
            Kind::ConstructSignature => {
                members.is_pure_map = false;
                let id = self.function_type(node);
                members.entries.push(("new".into(), id));
            }
            Kind::IndexSignature => {
                let id = self.index_signature(node);
                members.maps.push(id);
            }
            _ => self.anything(node),
        }
    }

    /// References in `[Symbol.iterator]`.
    pub(super) fn computed_name(&mut self, node: Node<'t>) {
        if self.kind(node) == Kind::ComputedPropertyName {
            self.each_named(node, |w, inner| {
                w.value(inner, Expect::Nothing);
            });
        }
    }

    /// `[key: K]: V`, `[K in T]: V`.
    pub(super) fn index_signature(&mut self, node: Node<'t>) -> ExpressionId {
        let fields = &self.grammar.fields;
        self.builder.push_scope(ScopeKind::Types);
        let key = if let Some(clause) = self.find_child(node, Kind::MappedTypeClause) {
            let key = match self.child(clause, fields.annotation) {
                Some(set) => self.type_expression(set),
                None => self.unknown(),
            };
            if let Some(name) = self.child(clause, fields.name) {
                let scope = self.builder.scope();
                self.bind(name, scope, Some(key), None);
            }
            if let Some(alias) = self.child(clause, fields.alias) {
                self.type_expression(alias);
            }
            key
        } else {
            match self.child(node, fields.index_type) {
                Some(index) => self.type_expression(index),
                None => self.unknown(),
            }
        };
        let value = match self.child(node, fields.annotation) {
            Some(annotation) => self.type_annotation(annotation),
            None => self.unknown(),
        };
        self.builder.pop_scope();
        self.expression(Expression::Map(Box::new([(key, value)])))
    }

    /// A property of an object type that stands alone.
    pub(super) fn property_signature(&mut self, node: Node<'t>) {
        self.property_signature_item(node);
    }

    fn property_signature_item(&mut self, node: Node<'t>) -> Option<(Name, Name)> {
        let fields = &self.grammar.fields;
        let name_node = self.child(node, fields.name)?;
        let name = self.property_name(name_node);
        let mut flags = DefinitionFlags::DECLARATION;
        flags.set(DefinitionFlags::OPTIONAL, self.find_child(node, Kind::TokenQuestion).is_some());
        let mut definition = self.definition(SymbolKind::Field, name, DefinitionFlags::default());
        definition.flags = flags;
        definition.visibility = Visibility::Public;
        definition.signature = self.signature(node.start_byte(), node.end_byte());
        self.open(node, Some(name_node), definition, ContextKind::Other, This::Instance);
        let path = self.builder.path();
        self.computed_name(name_node);
        if let Some(annotation) = self.child(node, fields.annotation) {
            let declared = self.type_annotation(annotation);
            if let Some(definition) = self.builder.definition() {
                definition.declared = Some(declared);
            }
        }
        self.close();
        Some((name, path))
    }

    /// Methods of one name in an object type are one definition.
    fn flush_type_methods(&mut self, pending: &mut Vec<Signature<'t>>, members: &mut TypeMembers) {
        let signatures = std::mem::take(pending);
        let Some(first) = signatures.first() else { return };
        let later_comment = self.comment.take();
        members.is_pure_map = false;
        let modifiers = self.modifiers(first.node);
        let kind = if modifiers.is_accessor { SymbolKind::Property } else { SymbolKind::Method };
        let mut definition = self.definition(kind, first.name, DefinitionFlags::default());
        definition.flags = DefinitionFlags::DECLARATION;
        definition.flags.set(DefinitionFlags::OPTIONAL, modifiers.is_optional);
        definition.visibility = Visibility::Public;
        definition.signature = self.signature(first.node.start_byte(), first.node.end_byte());
        self.comment = first.comment;
        let name_node = self.child(first.node, self.grammar.fields.name);
        self.open(first.outer, name_node, definition, ContextKind::Other, This::Instance);
        let path = self.builder.path();
        if let Some(name_node) = name_node {
            self.computed_name(name_node);
        }
        self.function_parts(first.node, Expect::Nothing);
        for signature in signatures.iter().skip(1) {
            self.extend_end(signature.outer);
            if modifiers.is_accessor {
                // The setter of a getter.
                if let Some(name) = self.child(signature.node, self.grammar.fields.name) {
                    let at = crate::builder::range(name);
                    self.builder.item().ranges.declarations.push(at);
                }
                self.function_type(signature.node);
            } else {
                self.overload(signature);
            }
        }
        self.close();
        members.push_item(self, first.name, path);
        self.comment = later_comment;
    }
}

/// What stands between the braces of an object type.
#[derive(Default)]
pub(super) struct TypeMembers {
    entries: Vec<(Name, ExpressionId)>,
    maps: Vec<ExpressionId>,
    is_pure_map: bool,
}

impl TypeMembers {
    fn push_item(&mut self, walker: &mut Walker<'_>, name: Name, path: Name) {
        let value = walker.expression(Expression::Name(path));
        let id = walker.expression(Expression::TypeOf(value));
        self.entries.push((name, id));
    }
}
