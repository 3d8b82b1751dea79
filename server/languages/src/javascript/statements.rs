//! Statements: blocks, control flow, and the lists that hold overload signatures and comments.

use lockstep_facts::{DefinitionFlags, Expression, LiteralKind, Name, ReferenceRole, ScopeKind, SymbolKind};
use tree_sitter::Node;

use super::kinds::Kind;
use super::patterns::Mode;
use super::{ContextKind, Expect, Signature, This, Walker};
use crate::walk::Walk as _;

impl<'t> Walker<'t> {
    /// The whole file.
    pub(super) fn program(&mut self, root: Node<'t>) {
        if self.typescript && !self.is_module_file(root) {
            self.ambient.set(DefinitionFlags::GLOBAL, true);
        }
        self.module_documentation(root);
        self.list(root, self.builder.remembers());
    }

    /// Whether the file imports or exports: if not, what it declares is visible everywhere.
    fn is_module_file(&mut self, root: Node<'t>) -> bool {
        let mut is_module = false;
        self.each_child(root, |w, child| {
            is_module |= matches!(w.kind(child), Kind::ImportStatement | Kind::ExportStatement | Kind::Error);
        });
        is_module
    }

    fn module_documentation(&mut self, root: Node<'t>) {
        let mut comment = None;
        let mut position = 0;
        let mut is_module = false;
        self.each_child(root, |w, child| {
            match w.kind(child) {
                Kind::Comment if position == 0 => comment = Some(child),
                // A comment in front of the first import, or apart from the first definition, is the file's.
                Kind::Comment | Kind::ImportStatement if position == 1 => is_module = true,
                _ => {}
            }
            position += 1;
        });
        if let Some(comment) = comment.filter(|_| is_module) {
            let text = self.builder.node_text(comment);
            if text.starts_with("/**") {
                self.builder.facts().documentation = super::documentation(text);
            }
        }
    }

    /// The statements that are children of `node`, in the current scope.
    pub(super) fn statements(&mut self, node: Node<'t>) {
        self.list(node, false);
    }

    /// The same; `is_module` says that they are the file's own, and may be taken over from the last extraction.
    fn list(&mut self, node: Node<'t>, is_module: bool) {
        let mut pending = Vec::new();
        let mut row = None;
        self.each_child(node, |w, child| {
            if !child.is_named() {
                return;
            }
            if w.kind(child) == Kind::Comment {
                w.note_comment(child, row);
            } else {
                w.check_comment(child);
                if is_module && pending.is_empty() {
                    w.module_statement(child, &mut pending);
                } else {
                    w.list_statement(child, &mut pending);
                }
                w.comment = None;
            }
            row = Some(child.end_position().row);
        });
        self.flush(&mut pending);
    }

    fn module_statement(&mut self, node: Node<'t>, pending: &mut Vec<Signature<'t>>) {
        if let Some(slots) = self.builder.take_over(node, self.state()) {
            self.module_names.extend(self.builder.names_in(slots, None));
            return;
        }
        self.list_statement(node, pending);
        if !pending.is_empty() {
            // It is walked with what follows it.
            self.builder.strays_here();
        }
        self.builder.walked(node, self.state());
    }

    fn list_statement(&mut self, node: Node<'t>, pending: &mut Vec<Signature<'t>>) {
        let Some((inner, flags)) = self.unwrapped_declaration(node) else {
            self.flush(pending);
            self.statement(node);
            return;
        };
        let name = self.child(inner, self.grammar.fields.name).map(|name| self.builder.name(name));
        let kind = self.kind(inner);
        let follows = pending.first().is_some_and(|first| Some(first.name) == name);
        if !follows {
            self.flush(pending);
        }
        match name {
            Some(name) if kind == Kind::FunctionSignature => pending.push(Signature {
                outer: node,
                node: inner,
                name,
                is_static: false,
                flags,
                comment: self.comment.take(),
                decorators: Vec::new(),
            }),
            _ => {
                let signatures = std::mem::take(pending);
                self.signatures = signatures;
                self.statement(node);
                self.signatures.clear();
            }
        }
    }

    /// The function declaration or signature inside `export` and `declare`, and the flags those give.
    fn unwrapped_declaration(&mut self, node: Node<'t>) -> Option<(Node<'t>, DefinitionFlags)> {
        let mut flags = DefinitionFlags::default();
        let mut node = node;
        for _ in 0..3 {
            match self.kind(node) {
                Kind::FunctionSignature | Kind::FunctionDeclaration | Kind::GeneratorFunctionDeclaration => {
                    return Some((node, flags));
                }
                Kind::ExportStatement => {
                    flags.set(DefinitionFlags::EXPORTED, true);
                    if self.find_child(node, Kind::TokenDefault).is_some() {
                        flags.set(DefinitionFlags::DEFAULT_EXPORT, true);
                    }
                    node = self.child(node, self.grammar.fields.declaration)?;
                }
                Kind::AmbientDeclaration => {
                    flags.set(DefinitionFlags::DECLARATION, true);
                    node = self.first_named(node)?;
                }
                _ => return None,
            }
        }
        None
    }

    /// Signatures that no implementation followed.
    fn flush(&mut self, pending: &mut Vec<Signature<'t>>) {
        if !pending.is_empty() {
            let signatures = std::mem::take(pending);
            let comment = self.comment.take();
            self.signature_function(signatures);
            self.comment = comment;
        }
    }

    /// One statement, or whatever stands where one should.
    pub(super) fn statement(&mut self, node: Node<'t>) {
        self.nested((), |w| {
            w.statement_of_kind(node);
            if node.has_error() && w.kind(node).is_walked_by_field() {
                w.each_error(node);
            }
        });
    }

    fn statement_of_kind(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        match self.kind(node) {
            Kind::ExpressionStatement => {
                if let Some(expression) = self.first_named(node)
                    && !self.ambient_default(node, expression)
                    && !self.common_js_statement(expression)
                {
                    self.value(expression, Expect::Nothing);
                }
            }
            Kind::StatementBlock => self.block(node),
            Kind::ReturnStatement => self.return_statement(node),
            Kind::IfStatement => self.if_statement(node),
            Kind::ForStatement => self.for_statement(node),
            Kind::ForInStatement => self.for_in_statement(node),
            Kind::WhileStatement | Kind::DoStatement | Kind::WithStatement => {
                self.each_named(node, |w, child| w.statement_or_expression(child));
            }
            Kind::SwitchStatement => self.switch_statement(node),
            Kind::TryStatement => {
                self.each_named(node, |w, child| match w.kind(child) {
                    Kind::CatchClause => w.catch_clause(child),
                    Kind::FinallyClause => w.each_named(child, |w, body| w.statement(body)),
                    _ => w.statement(child),
                });
            }
            Kind::CatchClause => self.catch_clause(node),
            Kind::ThrowStatement | Kind::ElseClause | Kind::FinallyClause => {
                self.each_named(node, |w, child| w.statement_or_expression(child));
            }
            Kind::LabeledStatement => {
                if let Some(body) = self.child(node, fields.body) {
                    self.statement(body);
                }
            }
            Kind::BreakStatement
            | Kind::ContinueStatement
            | Kind::DebuggerStatement
            | Kind::EmptyStatement => {}
            Kind::ImportStatement => self.import_statement(node),
            Kind::ExportStatement => self.export_statement(node),
            Kind::Comment => {}
            kind if kind.is_statement() => self.declaration(node, node, DefinitionFlags::default()),
            _ => self.anything(node),
        }
    }

    /// `export default function (): T;` without a body, which the grammar knows as a name with an error behind it.
    fn ambient_default(&mut self, node: Node<'t>, word: Node<'t>) -> bool {
        if !node.has_error()
            || self.kind(word) != Kind::Identifier
            || self.builder.node_text(word) != "export"
        {
            return false;
        }
        let Some(signature) = self.find_child(node, Kind::Error) else { return false };
        let Some(list) = self.find_child(signature, Kind::FormalParameters) else { return false };
        let mut flags = DefinitionFlags::EXPORTED;
        flags.set(DefinitionFlags::DEFAULT_EXPORT, true);
        flags.set(DefinitionFlags::DECLARATION, true);
        let mut definition = self.definition(SymbolKind::Function, "default".into(), flags);
        definition.signature = self.signature(node.start_byte(), node.end_byte());
        self.open(node, None, definition, ContextKind::Function, This::Unknown);
        let parameters = self.parameters(list, super::functions::Sink::Item(Expect::Nothing));
        let result = self.find_child(signature, Kind::TypeAnnotation);
        let declared = result.map(|result| self.type_annotation(result));
        if let Some(definition) = self.builder.definition() {
            definition.parameters = parameters;
            definition.declared = declared;
        }
        self.close();
        true
    }

    /// A node that stands where the grammar does not want it: below an error.
    pub(super) fn anything(&mut self, node: Node<'t>) {
        let kind = self.kind(node);
        match kind {
            Kind::Error => self.statements(node),
            Kind::MethodDefinition
            | Kind::PublicFieldDefinition
            | Kind::FieldDefinition
            | Kind::MethodSignature
            | Kind::AbstractMethodSignature => {
                let mut pending = Vec::new();
                self.class_member(node, &mut pending);
                self.flush_methods(&mut pending);
            }
            Kind::PropertySignature => self.property_signature(node),
            Kind::Pair => {
                if let Some(value) = self.child(node, self.grammar.fields.value) {
                    self.value(value, Expect::Nothing);
                }
            }
            Kind::TypeAnnotation => {
                self.type_annotation(node);
            }
            Kind::FormalParameters | Kind::TypeParameters => {
                self.builder.push_scope(ScopeKind::Closure);
                if kind == Kind::FormalParameters {
                    self.parameters(node, super::functions::Sink::Closure(Expect::Nothing));
                } else {
                    self.type_parameter_bindings(node);
                }
                self.builder.pop_scope();
            }
            Kind::ImportClause => self.each_named(node, |w, child| w.anything(child)),
            Kind::NamedImports | Kind::NamespaceImport | Kind::ImportSpecifier | Kind::ExportSpecifier => {}
            Kind::Comment
            | Kind::PropertyIdentifier
            | Kind::AccessibilityModifier
            | Kind::OverrideModifier => {}
            _ if kind.is_statement() => self.statement(node),
            _ if kind.is_type() => {
                self.type_expression(node);
            }
            Kind::Other
            | Kind::ClassBody
            | Kind::ClassHeritage
            | Kind::EnumBody
            | Kind::SwitchBody
            | Kind::SwitchCase
            | Kind::SwitchDefault
            | Kind::CatchClause
            | Kind::FinallyClause
            | Kind::VariableDeclarator
            | Kind::Arguments
            | Kind::TypeArguments
            | Kind::ExportClause => self.nested((), |w| w.statements(node)),
            _ => {
                self.value(node, Expect::Nothing);
            }
        }
    }

    pub(super) fn statement_or_expression(&mut self, node: Node<'t>) {
        if self.kind(node).is_statement() {
            self.statement(node);
        } else {
            self.anything_or_value(node);
        }
    }

    fn anything_or_value(&mut self, node: Node<'t>) {
        match self.kind(node) {
            Kind::Error => self.anything(node),
            _ => {
                self.value(node, Expect::Nothing);
            }
        }
    }

    /// A block with a scope of its own.
    pub(super) fn block(&mut self, node: Node<'t>) {
        self.builder.push_scope(ScopeKind::Block);
        self.statements(node);
        self.builder.pop_scope();
    }

    fn return_statement(&mut self, node: Node<'t>) {
        if let Some(expression) = self.first_named(node) {
            let expect = self.context().expected;
            let value = self.value(expression, expect);
            self.context().returns.push(value);
        }
    }

    fn if_statement(&mut self, node: Node<'t>) {
        // `else if` nests one deeper with each branch: walked as a chain.
        let mut next = Some(node);
        while let Some(node) = next.take() {
            let mut tail = None;
            self.each_named(node, |w, child| {
                if w.kind(child) != Kind::ElseClause {
                    w.statement_or_expression(child);
                    return;
                }
                w.each_named(child, |w, branch| {
                    if w.kind(branch) == Kind::IfStatement && tail.is_none() {
                        tail = Some(branch);
                    } else {
                        w.statement_or_expression(branch);
                    }
                });
            });
            next = tail;
        }
    }

    fn for_statement(&mut self, node: Node<'t>) {
        self.builder.push_scope(ScopeKind::Block);
        self.each_named(node, |w, child| w.statement_or_expression(child));
        self.builder.pop_scope();
    }

    fn for_in_statement(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        self.builder.push_scope(ScopeKind::Block);
        let is_await = self.find_child(node, Kind::TokenAwait).is_some();
        let mut value = match self.child(node, fields.right) {
            Some(right) => self.value(right, Expect::Nothing),
            None => self.unknown(),
        };
        let operator = self.child(node, fields.operator).map(|operator| self.kind(operator));
        value = if operator == Some(Kind::TokenIn) {
            self.expression(Expression::Literal(LiteralKind::String))
        } else {
            let element = self.expression(Expression::Element(value));
            if is_await { self.expression(Expression::Await(element)) } else { element }
        };
        if let Some(left) = self.child(node, fields.left) {
            match self.child(node, fields.kind) {
                Some(kind) => {
                    let is_var = self.kind(kind) == Kind::TokenVar;
                    let scope = if is_var { self.context().var_scope } else { self.builder.scope() };
                    if is_var && self.context().kind == ContextKind::Module && self.is_plain_name(left) {
                        self.variable_of_loop(left, value);
                    } else {
                        self.pattern(left, value, Mode::Bind { scope }, None);
                    }
                }
                None => self.pattern(left, value, Mode::Assign, None),
            }
        }
        if let Some(body) = self.child(node, fields.body) {
            self.statement(body);
        }
        self.builder.pop_scope();
    }

    fn is_plain_name(&self, node: Node<'t>) -> bool {
        self.kind(node) == Kind::Identifier
    }

    fn switch_statement(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        if let Some(value) = self.child(node, fields.value) {
            self.value(value, Expect::Nothing);
        }
        let Some(body) = self.child(node, fields.body) else { return };
        self.builder.push_scope(ScopeKind::Block);
        self.each_named(body, |w, case| match w.kind(case) {
            Kind::SwitchCase | Kind::SwitchDefault => {
                w.each_named(case, |w, child| w.statement_or_expression(child));
            }
            _ => w.anything(case),
        });
        self.builder.pop_scope();
    }

    fn catch_clause(&mut self, node: Node<'t>) {
        let fields = &self.grammar.fields;
        self.builder.push_scope(ScopeKind::Block);
        if let Some(parameter) = self.child(node, fields.parameter) {
            let declared =
                self.child(node, fields.annotation).map(|annotation| self.type_annotation(annotation));
            let value = self.unknown();
            let scope = self.builder.scope();
            self.pattern(parameter, value, Mode::Bind { scope }, declared);
        }
        if let Some(body) = self.child(node, fields.body) {
            self.statements(body);
        }
        self.builder.pop_scope();
    }

    /// A decorator of the item being built.
    pub(super) fn decorator(&mut self, node: Node<'t>) {
        let Some(expression) = self.first_named(node) else { return };
        let id = if self.kind(expression) == Kind::CallExpression {
            self.call(expression, ReferenceRole::Decorate)
        } else {
            self.target(expression, ReferenceRole::Decorate, None)
        };
        if let Some(definition) = self.builder.definition() {
            definition.decorators.push(id);
        }
    }

    /// The name a property, method or member is written with; none if it is computed from anything but a name.
    pub(super) fn property_name(&mut self, node: Node<'t>) -> Name {
        match self.kind(node) {
            Kind::String => Name::new(self.string_content(node).0),
            _ => self.builder.name(node),
        }
    }
}
