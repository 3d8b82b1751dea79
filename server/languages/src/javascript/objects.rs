//! Object literals: values with keys, and the members of those that are module-level constants.

use lockstep_facts::ReferenceRole;
use lockstep_facts::{DefinitionFlags, Expression, ExpressionId, Name, SymbolKind, Visibility};
use tree_sitter::Node;

use super::kinds::Kind;
use super::{ContextKind, Expect, This, Walker};
use crate::builder::range;
use crate::walk::Walk as _;

/// Nesting of literals whose keys are definitions.
const MAX_MEMBER_DEPTH: usize = 4;
/// Children of a literal past which its keys are data and no definitions.
const MAX_MEMBERS: usize = 512;

impl<'t> Walker<'t> {
    /// An object literal that is a value among others: its keys name members of what is expected here.
    pub(super) fn object(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let id = self.unknown();
        let mut entries = Vec::new();
        let mut expected = Lazy { expect, id: None };
        self.each_named(node, |w, child| {
            if let Some(entry) = w.object_entry(child, id, &mut expected) {
                entries.push(entry);
            }
        });
        self.fill(id, Expression::Object(entries.into()));
        id
    }

    fn object_entry(
        &mut self,
        node: Node<'t>,
        object: ExpressionId,
        expected: &mut Lazy,
    ) -> Option<(Name, ExpressionId)> {
        let fields = &self.grammar.fields;
        match self.kind(node) {
            Kind::Pair => {
                let key = self.child(node, fields.key)?;
                let (name, member) = self.object_key(key, expected);
                let value = self.child(node, fields.value)?;
                let id = self.value(value, member.map_or(Expect::Nothing, Expect::Value));
                name.map(|name| (name, id))
            }
            Kind::MethodDefinition => {
                let key = self.child(node, fields.name)?;
                let (name, member) = self.object_key(key, expected);
                let id = self.object_method(node, object, member.map_or(Expect::Nothing, Expect::Value));
                name.map(|name| (name, id))
            }
            Kind::ShorthandPropertyIdentifier => {
                let id = self.target(node, ReferenceRole::Read, None);
                let name = self.builder.name(node);
                if let Some(expected) = expected.get(self) {
                    self.key_reference(range(node), name, expected);
                }
                Some((name, id))
            }
            Kind::SpreadElement => {
                let inner = self.first_named(node)?;
                let expect = expected.expect;
                let id = self.value(inner, expect);
                Some(("...".into(), id))
            }
            _ => {
                self.anything(node);
                None
            }
        }
    }

    /// The name of a key and the expected value's member of that name.
    fn object_key(&mut self, key: Node<'t>, expected: &mut Lazy) -> (Option<Name>, Option<ExpressionId>) {
        match self.kind(key) {
            Kind::ComputedPropertyName => {
                if let Some(inner) = self.first_named(key) {
                    self.value(inner, Expect::Nothing);
                }
                (None, None)
            }
            Kind::Number => (None, None),
            kind => {
                let name = self.property_name(key);
                let member = expected.get(self).map(|base| {
                    let at = if kind == Kind::String { self.string_content(key).1 } else { range(key) };
                    self.key_reference(at, name, base);
                    self.expression(Expression::Member { base, name })
                });
                (Some(name), member)
            }
        }
    }

    /// Whether the keys of this literal become members of the item being built.
    pub(super) fn has_members(&mut self, node: Node<'t>) -> bool {
        self.kind(node) == Kind::Object
            && node.named_child_count() <= MAX_MEMBERS
            && self.builder.depth() <= MAX_MEMBER_DEPTH
    }

    /// The object literal of the constant being built: its keys are members of it.
    pub(super) fn object_with_members(&mut self, node: Node<'t>, expect: Expect) -> ExpressionId {
        let id = self.unknown();
        let mut entries = Vec::new();
        let mut expected = Lazy { expect, id: None };
        let mut row = None;
        self.each_child(node, |w, child| {
            if !child.is_named() {
                return;
            }
            match w.kind(child) {
                Kind::Comment => w.note_comment(child, row),
                Kind::Pair | Kind::MethodDefinition => {
                    w.check_comment(child);
                    if let Some(entry) = w.nested(None, |w| w.object_member(child, id, &mut expected)) {
                        entries.push(entry);
                    }
                    w.comment = None;
                }
                _ => {
                    w.comment = None;
                    if let Some(entry) = w.object_entry(child, id, &mut expected) {
                        entries.push(entry);
                    }
                }
            }
            row = Some(child.end_position().row);
        });
        self.fill(id, Expression::Object(entries.into()));
        id
    }

    fn object_member(
        &mut self,
        node: Node<'t>,
        object: ExpressionId,
        expected: &mut Lazy,
    ) -> Option<(Name, ExpressionId)> {
        let fields = &self.grammar.fields;
        let is_method = self.kind(node) == Kind::MethodDefinition;
        let key = self.child(node, if is_method { fields.name } else { fields.key })?;
        if matches!(self.kind(key), Kind::ComputedPropertyName | Kind::Number) {
            return self.object_entry(node, object, expected);
        }
        let name = self.property_name(key);
        // Where the literal has a type, its keys mention that type's members as well as define their own.
        let member = expected.get(self).map(|base| {
            let at = if self.kind(key) == Kind::String { self.string_content(key).1 } else { range(key) };
            self.key_reference(at, name, base);
            self.expression(Expression::Member { base, name })
        });
        let expected_here = member.map(|member| self.copied(member));
        let value = if is_method { None } else { self.child(node, fields.value) };
        let is_function = value.is_some_and(|value| self.kind(value).is_function());
        let kind = if is_method && self.is_accessor(node) {
            SymbolKind::Property
        } else if is_method || is_function {
            SymbolKind::Method
        } else {
            SymbolKind::Field
        };
        let mut definition = self.definition(kind, name, DefinitionFlags::default());
        definition.visibility = Visibility::Public;
        definition.signature = self.signature(
            node.start_byte(),
            match value {
                Some(value) if is_function => self.header_end(value),
                Some(_) => key.end_byte(),
                None => self.header_end(node),
            },
        );
        self.open(node, Some(key), definition, ContextKind::Other, This::Instance);
        let path = self.builder.path();
        let expect = match expected_here {
            Some(copied) => {
                let arena = &mut self.builder.item().expressions;
                Expect::Value(super::copy::paste(arena, copied))
            }
            None => Expect::Nothing,
        };
        if is_method {
            if kind == SymbolKind::Property {
                self.accessor_body(node);
            } else {
                self.function_parts(node, expect);
            }
        } else if let Some(value) = value {
            if is_function {
                self.function_parts(value, expect);
            } else {
                let id = if self.has_members(value) {
                    self.object_with_members(value, expect)
                } else {
                    self.value(value, expect)
                };
                if let Some(definition) = self.builder.definition() {
                    definition.inferred.push(id);
                }
            }
        }
        self.close();
        let value = self.expression(Expression::Name(path));
        Some((name, value))
    }

    /// The tree below `id`, to be pasted into another item.
    pub(super) fn copied(&mut self, id: ExpressionId) -> Vec<Expression> {
        super::copy::cut_out(&self.builder.item().expressions, id)
    }
}

/// An expectation whose node is made at most once.
pub(super) struct Lazy {
    expect: Expect,
    id: Option<ExpressionId>,
}

impl Lazy {
    fn get(&mut self, walker: &mut Walker<'_>) -> Option<ExpressionId> {
        if self.id.is_none() {
            self.id = walker.expected(self.expect);
        }
        self.id
    }
}
