//! CommonJS and the definitions by assignment of older JavaScript: `require`, `module.exports`, prototypes.

use lockstep_facts::{
    Container, DefinitionFlags, Name, ReferenceRole, ReferenceTarget, ScopeId, SymbolKind, Visibility,
};
use tree_sitter::Node;

use super::kinds::Kind;
use super::modules::{own_export, plain_import, specifier};
use super::{ContextKind, Expect, This, Walker};
use crate::walk::Walk as _;

/// What an assignment's left side is.
enum Target<'t> {
    /// `module.exports`, `exports`.
    Module,
    /// `exports.name`, `module.exports.name`.
    Export(Node<'t>),
    /// `A.prototype.name`.
    PrototypeMember { class: Node<'t>, prototype: Node<'t>, name: Node<'t> },
    /// `A.prototype`.
    Prototype { class: Node<'t>, prototype: Node<'t> },
    /// `A.name` of a class or function of this file.
    Static { class: Node<'t>, name: Node<'t> },
}

impl<'t> Walker<'t> {
    /// `const a = require("x")` and its like are imports. False if it is nothing of the kind.
    pub(super) fn required_variable(&mut self, name: Node<'t>, value: Node<'t>) -> bool {
        let fields = &self.grammar.fields;
        let (call, member) = match self.kind(value) {
            Kind::CallExpression => (value, None),
            Kind::MemberExpression => {
                let object = self.child(value, fields.object);
                match object.filter(|object| self.kind(*object) == Kind::CallExpression) {
                    Some(call) => (call, self.child(value, fields.property)),
                    None => return false,
                }
            }
            _ => return false,
        };
        let Some(source) = self.required_source(call) else { return false };
        let is_pattern = self.kind(name) == Kind::ObjectPattern;
        if (is_pattern && (member.is_some() || !self.is_flat_pattern(name)))
            || (!is_pattern && self.kind(name) != Kind::Identifier)
        {
            return false;
        }
        let text = self.string_content(source).0;
        let path = specifier(Name::new(text));
        let mut first = None;
        if is_pattern {
            self.each_named(name, |w, part| {
                let fields = &w.grammar.fields;
                let index = match w.kind(part) {
                    Kind::PairPattern => {
                        let (Some(key), Some(local)) =
                            (w.child(part, fields.key), w.child(part, fields.value))
                        else {
                            return;
                        };
                        let key_name = w.property_name(key);
                        w.imported(local, path.clone(), Some(key_name), Some(key))
                    }
                    _ => {
                        let key_name = w.builder.name(part);
                        w.imported(part, path.clone(), Some(key_name), None)
                    }
                };
                first = first.or(Some(index));
            });
        } else {
            let member_name = member.map(|member| self.builder.name(member));
            first = Some(self.imported(name, path.clone(), member_name, None));
        }
        let scope = self.builder.scope();
        let import = match first {
            Some(import) => import,
            None => self.builder.import(plain_import(scope, path, None)),
        };
        self.module_reference(source, import);
        if let Some(member) = member {
            self.reference(member, ReferenceRole::Import, ReferenceTarget::Imported(import), None);
        }
        true
    }

    /// The specifier of `require("x")`.
    fn required_source(&mut self, call: Node<'t>) -> Option<Node<'t>> {
        let fields = &self.grammar.fields;
        let function = self.child(call, fields.function)?;
        if self.kind(function) != Kind::Identifier || self.builder.node_text(function) != "require" {
            return None;
        }
        let arguments = self.child(call, fields.arguments)?;
        self.required_string(arguments)
    }

    /// Whether an object pattern is made of plain names alone.
    fn is_flat_pattern(&mut self, pattern: Node<'t>) -> bool {
        let mut flat = true;
        self.each_named(pattern, |w, part| {
            flat &= match w.kind(part) {
                Kind::ShorthandPropertyIdentifierPattern => true,
                Kind::PairPattern => w
                    .child(part, w.grammar.fields.value)
                    .is_some_and(|value| w.kind(value) == Kind::Identifier),
                _ => false,
            };
        });
        flat
    }

    /// `var a = module.exports = value`, `const a = exports.b = value`: passes on `a`; gives the value.
    pub(super) fn exported_chain(&mut self, value: Node<'t>, name: Name) -> Option<Node<'t>> {
        let mut value = value;
        while self.kind(value) == Kind::AssignmentExpression {
            let left = self.child(value, self.grammar.fields.left)?;
            let exported = match self.assigned(left) {
                Some(Target::Module) => "export=".into(),
                Some(Target::Export(export)) => self.builder.name(export),
                _ => return Some(value),
            };
            self.builder.import(own_export(name, exported));
            value = self.child(value, self.grammar.fields.right)?;
        }
        Some(value)
    }

    fn is_word(&self, node: Node<'t>, word: &str) -> bool {
        self.kind(node) == Kind::Identifier && self.builder.node_text(node) == word
    }

    fn is_module_exports(&self, node: Node<'t>) -> bool {
        if self.is_word(node, "exports") {
            return true;
        }
        let fields = &self.grammar.fields;
        self.kind(node) == Kind::MemberExpression
            && self.child(node, fields.object).is_some_and(|object| self.is_word(object, "module"))
            && self
                .child(node, fields.property)
                .is_some_and(|property| self.builder.node_text(property) == "exports")
    }

    fn assigned(&self, left: Node<'t>) -> Option<Target<'t>> {
        if self.is_module_exports(left) {
            return Some(Target::Module);
        }
        let fields = &self.grammar.fields;
        if self.kind(left) != Kind::MemberExpression {
            return None;
        }
        let object = self.child(left, fields.object)?;
        let property = self.child(left, fields.property)?;
        if self.is_module_exports(object) {
            return Some(Target::Export(property));
        }
        if self.kind(object) == Kind::Identifier {
            return Some(if self.builder.node_text(property) == "prototype" {
                Target::Prototype { class: object, prototype: property }
            } else {
                Target::Static { class: object, name: property }
            });
        }
        let class =
            self.child(object, fields.object).filter(|class| self.kind(*class) == Kind::Identifier)?;
        let prototype = self.child(object, fields.property)?;
        (self.builder.node_text(prototype) == "prototype").then_some(Target::PrototypeMember {
            class,
            prototype,
            name: property,
        })
    }

    /// An expression statement that exports or defines by assigning. False if it does nothing of the kind.
    pub(super) fn common_js_statement(&mut self, node: Node<'t>) -> bool {
        match self.kind(node) {
            Kind::AssignmentExpression => self.common_js_assignment(node),
            Kind::CallExpression if self.context().kind == ContextKind::Module => self.export_star(node),
            _ => false,
        }
    }

    fn common_js_assignment(&mut self, node: Node<'t>) -> bool {
        let fields = &self.grammar.fields;
        let (Some(left), Some(value)) = (self.child(node, fields.left), self.child(node, fields.right))
        else {
            return false;
        };
        let at_module = self.context().kind == ContextKind::Module;
        match self.assigned(left) {
            Some(Target::Module) if at_module => {
                self.module_exports(node, value);
                true
            }
            Some(Target::Export(name)) if at_module => {
                self.export_assignment(node, name, value);
                true
            }
            Some(Target::PrototypeMember { class, prototype, name }) if self.kind(value).is_function() => {
                self.prototype_mention(class, prototype);
                let container = self.container_of(class);
                self.assigned_method(node, name, value, container, false);
                true
            }
            Some(Target::Prototype { class, prototype }) if self.kind(value) == Kind::Object => {
                self.prototype_mention(class, prototype);
                let container = self.container_of(class);
                self.prototype_members(value, container);
                true
            }
            Some(Target::Static { class, name })
                if at_module
                    && self.kind(value).is_function()
                    && self.is_defined(self.builder.name(class)) =>
            {
                self.target(class, ReferenceRole::Read, None);
                let container = self.container_of(class);
                self.assigned_method(node, name, value, container, true);
                true
            }
            _ => false,
        }
    }

    fn prototype_mention(&mut self, class: Node<'t>, _prototype: Node<'t>) {
        self.target(class, ReferenceRole::Read, None);
    }

    /// Whether the module has defined that name so far.
    fn is_defined(&mut self, name: Name) -> bool {
        self.builder.strays();
        self.module_names.contains(&name)
    }

    /// The class or function of that name around here.
    fn container_of(&mut self, class: Node<'t>) -> Container {
        let name = self.builder.name(class);
        if let Some(around) = self.builder.container() {
            let inside = Name::new(&format!("{}.{name}", around.path));
            if self.is_defined(inside) {
                return Container { path: inside, name };
            }
        }
        Container { path: name, name }
    }

    fn assigned_method(
        &mut self,
        outer: Node<'t>,
        name_node: Node<'t>,
        value: Node<'t>,
        container: Container,
        is_static: bool,
    ) {
        let name = self.property_name(name_node);
        let mut definition = self.definition(SymbolKind::Method, name, DefinitionFlags::default());
        definition.container = Some(container);
        definition.visibility = Visibility::Public;
        definition.flags.set(DefinitionFlags::STATIC, is_static);
        definition.signature = self.signature(outer.start_byte(), self.header_end(value));
        let this = if is_static { This::Class } else { This::Instance };
        self.open(outer, Some(name_node), definition, ContextKind::Function, this);
        self.function_parts(value, Expect::Nothing);
        self.close();
    }

    /// `A.prototype = { m() {}, … }`.
    fn prototype_members(&mut self, object: Node<'t>, container: Container) {
        self.each_named(object, |w, child| {
            let fields = &w.grammar.fields;
            match w.kind(child) {
                Kind::MethodDefinition => {
                    if let Some(name) = w.child(child, fields.name) {
                        w.assigned_method(child, name, child, container, false);
                    }
                }
                Kind::Pair => {
                    let (Some(name), Some(value)) =
                        (w.child(child, fields.key), w.child(child, fields.value))
                    else {
                        return;
                    };
                    if w.kind(value).is_function() {
                        w.assigned_method(child, name, value, container, false);
                    } else {
                        w.value(value, Expect::Nothing);
                    }
                }
                _ => {
                    w.value(child, Expect::Nothing);
                }
            }
        });
    }

    /// `module.exports = value`.
    fn module_exports(&mut self, outer: Node<'t>, value: Node<'t>) {
        let mut value = value;
        // `module.exports = exports = value`.
        while self.kind(value) == Kind::AssignmentExpression
            && let (Some(left), Some(right)) =
                (self.child(value, self.grammar.fields.left), self.child(value, self.grammar.fields.right))
        {
            match self.assigned(left) {
                Some(Target::Module) => {}
                // `module.exports.a = …` is told from here; the module passes on the same value.
                Some(Target::Export(name)) => self.export_assignment(value, name, right),
                _ => break,
            }
            value = right;
        }
        if let Some(source) = self.required_source(value) {
            let path = specifier(Name::new(self.string_content(source).0));
            let mut whole = plain_import(ScopeId(0), path.clone(), None);
            whole.exported = Some("export=".into());
            let import = self.builder.import(whole);
            let mut all = plain_import(ScopeId(0), path, None);
            all.wildcard = true;
            all.re_export = true;
            self.builder.import(all);
            self.module_reference(source, import);
        } else if self.kind(value) == Kind::Object {
            self.exported_object(value);
        } else {
            self.exported_value(value, outer, "export=".into());
        }
    }

    /// `module.exports = { a, b: c, d() {} }`: each key is an export.
    fn exported_object(&mut self, object: Node<'t>) {
        let mut row = None;
        self.each_child(object, |w, child| {
            if !child.is_named() {
                return;
            }
            let fields = &w.grammar.fields;
            match w.kind(child) {
                Kind::Comment => w.note_comment(child, row),
                Kind::ShorthandPropertyIdentifier => {
                    let name = w.builder.name(child);
                    w.builder.import(own_export(name, name));
                    w.reference(child, ReferenceRole::Import, ReferenceTarget::Exported(name), None);
                    w.comment = None;
                }
                Kind::Pair => {
                    if let (Some(name), Some(value)) =
                        (w.child(child, fields.key), w.child(child, fields.value))
                    {
                        w.check_comment(child);
                        w.export_assignment(child, name, value);
                    }
                    w.comment = None;
                }
                Kind::MethodDefinition => {
                    if let Some(name_node) = w.child(child, fields.name) {
                        w.check_comment(child);
                        let name = w.property_name(name_node);
                        let mut definition =
                            w.definition(SymbolKind::Function, name, DefinitionFlags::EXPORTED);
                        definition.signature = w.signature(child.start_byte(), w.header_end(child));
                        w.open(child, Some(name_node), definition, ContextKind::Function, This::Unknown);
                        w.function_parts(child, Expect::Nothing);
                        w.close();
                    }
                    w.comment = None;
                }
                Kind::SpreadElement => {
                    if let Some(inner) = w.first_named(child) {
                        match w.required_source(inner) {
                            Some(source) => w.export_everything(source),
                            None => {
                                w.value(inner, Expect::Nothing);
                            }
                        }
                    }
                }
                _ => w.anything(child),
            }
            row = Some(child.end_position().row);
        });
    }

    fn export_everything(&mut self, source: Node<'t>) {
        let text = self.string_content(source).0;
        let mut import = plain_import(ScopeId(0), specifier(Name::new(text)), None);
        import.wildcard = true;
        import.re_export = true;
        let import = self.builder.import(import);
        self.module_reference(source, import);
    }

    /// `exports.name = value`.
    fn export_assignment(&mut self, outer: Node<'t>, name_node: Node<'t>, value: Node<'t>) {
        let fields = &self.grammar.fields;
        let exported = self.property_name(name_node);
        if self.kind(value) == Kind::AssignmentExpression
            && let (Some(left), Some(right)) =
                (self.child(value, fields.left), self.child(value, fields.right))
            && let Some(Target::Export(other)) = self.assigned(left)
        {
            // `exports.a = exports.b = value`: one definition, two names.
            let other_name = self.property_name(other);
            self.export_assignment(value, other, right);
            self.builder.import(own_export(other_name, exported));
            return;
        }
        match self.kind(value) {
            Kind::Identifier => {
                let name = self.builder.name(value);
                self.builder.import(own_export(name, exported));
                self.reference(value, ReferenceRole::Import, ReferenceTarget::Exported(name), None);
            }
            // `exports.a = void 0` announces what is assigned later.
            Kind::UnaryExpression | Kind::Undefined => {
                self.value(value, Expect::Nothing);
            }
            _ => {
                if let Some((source, member)) = self.required_member(value) {
                    let text = self.string_content(source).0;
                    let name = member.map(|member| self.builder.name(member));
                    let mut import = plain_import(ScopeId(0), specifier(Name::new(text)), name);
                    import.exported = Some(exported);
                    let import = self.builder.import(import);
                    self.module_reference(source, import);
                    if let Some(member) = member {
                        let target = ReferenceTarget::Imported(import);
                        self.reference(member, ReferenceRole::Import, target, None);
                    }
                } else {
                    self.named_value(value, outer, Some(name_node), exported, DefinitionFlags::EXPORTED);
                }
            }
        }
    }

    /// `require("x")`, `require("x").name`.
    fn required_member(&mut self, value: Node<'t>) -> Option<(Node<'t>, Option<Node<'t>>)> {
        let fields = &self.grammar.fields;
        match self.kind(value) {
            Kind::CallExpression => Some((self.required_source(value)?, None)),
            Kind::MemberExpression => {
                let object = self.child(value, fields.object)?;
                let call = Some(object).filter(|object| self.kind(*object) == Kind::CallExpression)?;
                Some((self.required_source(call)?, Some(self.child(value, fields.property)?)))
            }
            _ => None,
        }
    }

    /// What compilers write for `export * from "x"`.
    fn export_star(&mut self, call: Node<'t>) -> bool {
        let fields = &self.grammar.fields;
        let (Some(function), Some(arguments)) =
            (self.child(call, fields.function), self.child(call, fields.arguments))
        else {
            return false;
        };
        if !self.builder.node_text(function).ends_with("__exportStar") {
            return false;
        }
        let Some(first) = self.first_named(arguments) else { return false };
        let Some(source) = Some(first)
            .filter(|f| self.kind(*f) == Kind::CallExpression)
            .and_then(|f| self.required_source(f))
        else {
            return false;
        };
        self.target(function, ReferenceRole::Call, None);
        self.export_everything(source);
        true
    }
}
