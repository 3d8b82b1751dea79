//! Declarators: what a declaration says of one name beside its type.

use std::ops::Range;

use lockstep_facts::{Name, Parameter, ParameterKind};
use tree_sitter::Node;

use super::Walker;
use super::kinds::Kind;

/// One declarator, taken apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarator<'n> {
    /// What spells the name; none in an abstract one.
    pub(super) name: Option<Node<'n>>,
    /// The names before the last `::`, outermost first.
    pub(super) qualifier: Vec<Node<'n>>,
    /// Whether it begins with `::`.
    pub(super) global: bool,
    /// The declarator of the function, if a function is what is declared.
    pub(super) function: Option<Node<'n>>,
    /// Function declarators around a pointer: what a function pointer takes.
    pub(super) pointed: Option<Node<'n>>,
    /// How many dimensions it has as an array.
    pub(super) arrays: u8,
    /// Whether there is a pointer in it.
    pub(super) pointer: bool,
    /// Whether it is a reference.
    pub(super) reference: bool,
    /// Expressions in it: array sizes.
    pub(super) sizes: Vec<Node<'n>>,
    /// Its initialiser.
    pub(super) value: Option<Node<'n>>,
    /// The names of a structured binding.
    pub(super) bindings: Vec<Node<'n>>,
}

impl<'n> Walker<'_, '_, 'n> {
    /// Takes a declarator apart.
    pub(super) fn declarator(&mut self, node: Node<'n>) -> Declarator<'n> {
        let mut declarator = Declarator::default();
        let mut function = None;
        let mut at = node;
        // Declarators nest as deep as they are long.
        for _ in 0..64 {
            let kind = self.kind(at);
            let mut inner = self.field(at, self.fields.declarator).map(|child| child.node);
            match kind {
                Kind::InitDeclarator => declarator.value = self.field(at, self.fields.value).map(|v| v.node),
                Kind::PointerDeclarator | Kind::AbstractPointerDeclarator => {
                    declarator.pointer = true;
                    if let Some(function) = function.take() {
                        declarator.pointed.get_or_insert(function);
                    }
                }
                Kind::ReferenceDeclarator | Kind::AbstractReferenceDeclarator => {
                    declarator.reference = true;
                    if let Some(function) = function.take() {
                        declarator.pointed.get_or_insert(function);
                    }
                    inner = inner.or_else(|| self.children(at).last().map(|child| child.node));
                }
                Kind::ArrayDeclarator | Kind::AbstractArrayDeclarator => {
                    declarator.arrays += 1;
                    for child in self.children(at) {
                        if Some(child.node) != inner && child.kind != Kind::TypeQualifier {
                            declarator.sizes.push(child.node);
                        }
                    }
                }
                Kind::FunctionDeclarator | Kind::AbstractFunctionDeclarator => function = Some(at),
                Kind::ParenthesizedDeclarator
                | Kind::AbstractParenthesizedDeclarator
                | Kind::AttributedDeclarator
                | Kind::VariadicDeclarator => {
                    let kinds: Vec<_> = self.children(at);
                    inner = inner.or_else(|| {
                        kinds.iter().find(|child| child.kind != Kind::AttributeDeclaration).map(|c| c.node)
                    });
                }
                Kind::QualifiedIdentifier => {
                    self.qualified(at, &mut declarator);
                    break;
                }
                Kind::StructuredBinding => {
                    declarator.bindings = self.children(at).iter().map(|child| child.node).collect();
                    break;
                }
                Kind::TemplateFunction | Kind::TemplateMethod | Kind::TemplateType => {
                    declarator.name = self.field(at, self.fields.name).map(|name| name.node);
                    break;
                }
                Kind::Identifier
                | Kind::FieldIdentifier
                | Kind::TypeIdentifier
                | Kind::DestructorName
                | Kind::OperatorName
                | Kind::OperatorCast
                | Kind::PrimitiveType => {
                    declarator.name = Some(at);
                    if kind == Kind::OperatorCast {
                        function = self.field(at, self.fields.declarator).map(|child| child.node);
                    }
                    break;
                }
                _ => break,
            }
            match inner {
                Some(inner) => at = inner,
                None => break,
            }
        }
        declarator.function = function;
        declarator
    }

    fn qualified(&mut self, node: Node<'n>, declarator: &mut Declarator<'n>) {
        let mut at = node;
        for _ in 0..64 {
            match self.field(at, self.fields.scope) {
                Some(scope) => {
                    let name = match scope.kind {
                        Kind::TemplateType => self.field(scope.node, self.fields.name).map(|name| name.node),
                        _ => Some(scope.node),
                    };
                    declarator.qualifier.extend(name);
                }
                None => declarator.global = true,
            }
            let Some(name) = self.field(at, self.fields.name) else { return };
            match name.kind {
                Kind::QualifiedIdentifier => at = name.node,
                Kind::TemplateFunction | Kind::TemplateType | Kind::TemplateMethod => {
                    declarator.name = self.field(name.node, self.fields.name).map(|name| name.node);
                    return;
                }
                Kind::PointerDeclarator => {
                    // A pointer to a member.
                    declarator.pointer = true;
                    let inner = self.declarator(name.node);
                    (declarator.name, declarator.value) = (inner.name, declarator.value.or(inner.value));
                    return;
                }
                _ => {
                    declarator.name = Some(name.node);
                    return;
                }
            }
        }
    }

    /// The name a declarator declares: operators as written without blanks.
    pub(super) fn declared_name(&self, node: Node<'n>) -> Name {
        let text = self.text(node);
        match self.kind(node) {
            Kind::OperatorName | Kind::OperatorCast | Kind::DestructorName => {
                let text = text.split('(').next().unwrap_or(text);
                let words: Vec<&str> = text.split_whitespace().collect();
                Name::new(&words.join(if text.starts_with('~') { "" } else { " " }))
            }
            _ => Name::new(text),
        }
    }

    /// The parameters of a function declarator, their types mentioned if `mention`, their names bound if `bind`.
    pub(super) fn parameters(&mut self, function: Node<'n>, mention: bool, bind: bool) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        let Some(list) = self.field(function, self.fields.parameters) else { return parameters };
        for child in self.all_children(list.node) {
            match child.kind {
                Kind::ParameterDeclaration | Kind::OptionalParameter | Kind::VariadicParameterDeclaration => {
                    let inner = self.children(child.node);
                    let typed = inner.iter().find(|part| part.field == self.fields.type_node);
                    let declarator = inner.iter().find(|part| part.field == self.fields.declarator);
                    let declarator = declarator.map(|part| self.declarator(part.node)).unwrap_or_default();
                    if typed.is_some_and(|t| self.text(t.node) == "void")
                        && declarator.name.is_none()
                        && !declarator.pointer
                    {
                        continue;
                    }
                    let declared = typed.map(|typed| {
                        let base = self.type_expression(typed.node, mention);
                        self.declared_type(base, &declarator, mention)
                    });
                    let default = inner.iter().find(|part| part.field == self.fields.default_value);
                    if let Some(default) = default.filter(|_| mention) {
                        self.expression(*default);
                    }
                    let variadic = child.kind == Kind::VariadicParameterDeclaration;
                    let name = declarator.name.map_or(Name::empty(), |name| self.name(name));
                    if let Some(name) = declarator.name.filter(|_| bind) {
                        self.state.builder.parameter_binding(name, parameters.len() as u16, declared);
                    }
                    parameters.push(Parameter {
                        name,
                        kind: if variadic { ParameterKind::Variadic } else { ParameterKind::Positional },
                        declared,
                        has_default: default.is_some(),
                    });
                }
                // Names alone: declared behind them, in the old style.
                Kind::Identifier => parameters.push(Parameter {
                    name: self.name(child.node),
                    kind: ParameterKind::Positional,
                    declared: None,
                    has_default: false,
                }),
                Kind::VariadicParameter => parameters.push(variadic()),
                Kind::Token if self.text(child.node) == "..." => parameters.push(variadic()),
                Kind::Token | Kind::Comment => {}
                _ if mention => self.statement(child),
                _ => {}
            }
        }
        parameters
    }

    /// Mentions what the sizes of arrays mention.
    pub(super) fn sizes(&mut self, sizes: &[Node<'n>]) {
        for size in sizes {
            let child = self.child(*size);
            self.expression(child);
        }
    }

    /// Where the header of a declaration ends: before its body or initialiser.
    pub(super) fn header(&self, node: Node<'n>, body: Option<Node<'n>>) -> Range<usize> {
        node.start_byte()..body.map_or(node.end_byte(), |body| body.start_byte())
    }
}

fn variadic() -> Parameter {
    Parameter { name: Name::empty(), kind: ParameterKind::Variadic, declared: None, has_default: false }
}
