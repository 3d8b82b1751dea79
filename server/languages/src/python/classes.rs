//! Classes.

use lockstep_facts::{
    Base, Container, Definition, Expression, Name, ReferenceRole, ScopeId, SymbolKind, TypeParameter,
};
use tree_sitter::Node;

use super::kinds::{FIELD, Kind, child};
use super::{Frame, FrameKind, Walker, last_segment};

impl<'w> Walker<'w> {
    /// A class; `outer` is the node around it that has its decorators, or itself.
    pub(super) fn class(&mut self, outer: Node<'w>, node: Node<'w>) {
        let body = child(node, FIELD.body);
        let Some(name_node) = child(node, FIELD.name).filter(|name| name.end_byte() > name.start_byte())
        else {
            if let Some(body) = body {
                self.block(body);
            }
            return;
        };
        let name = self.name(name_node);
        let definition = Definition {
            kind: SymbolKind::Class,
            name,
            container: self.builder.container(),
            visibility: self.visibility(name.as_str()),
            flags: self.common_flags(),
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            declared: None,
            inferred: Vec::new(),
            bases: Vec::new(),
            decorators: Vec::new(),
            signature: self.header_signature(node),
            documentation: body.and_then(|body| self.docstring(body)).unwrap_or_default(),
        };
        let frame = self.frame();
        frame.has_inner = true;
        frame.members.entry(name).or_insert(None);
        self.builder.open_definition(outer, Some(name_node), definition);
        let mut frame = Frame::new(FrameKind::Class, ScopeId(0));
        frame.container = Some(Container { path: self.builder.path(), name });
        self.frames.push(frame);

        self.builder.push_header_scope();
        let decorators = self.decorators(outer);
        let before = std::mem::take(&mut self.met_type_variables);
        let type_parameters = child(node, FIELD.type_parameters).map(|list| self.type_parameters(list));
        let bases = child(node, FIELD.superclasses).map(|list| self.bases(list)).unwrap_or_default();
        let met = std::mem::replace(&mut self.met_type_variables, before);
        self.builder.pop_scope();

        let heads: Vec<&str> = bases.iter().map(|(_, head)| *head).collect();
        let is_enum = heads.iter().any(|head| matches!(*head, "Flag" | "IntFlag") || head.ends_with("Enum"));
        let is_protocol = heads.contains(&"Protocol");
        if let Some(definition) = self.builder.definition() {
            definition.decorators = decorators;
            definition.bases = bases.iter().map(|(base, _)| *base).collect();
            definition.kind = match (is_enum, is_protocol) {
                (true, _) => SymbolKind::Enum,
                (false, true) => SymbolKind::Interface,
                (false, false) => SymbolKind::Class,
            };
            definition.type_parameters = type_parameters.unwrap_or_default();
            let met =
                met.into_iter().map(|name| TypeParameter { name, bounds: Box::default(), default: None });
            definition.type_parameters.extend(met);
        }
        self.frame().is_enum = is_enum;
        let body_start = body.map_or(usize::MAX, |body| body.start_byte());
        self.damage_in(node, 0, body_start);
        if let Some(body) = body {
            self.block(body);
        }
        self.damage_in(node, body_start, usize::MAX);
        self.frames.pop();
        self.builder.close();
    }

    /// The bases in the parentheses behind a class's name, each with the last name of what it is an instance of.
    fn bases(&mut self, list: Node<'w>) -> Vec<(Base, &'w str)> {
        let mut bases = Vec::new();
        let mut unknown = None;
        self.each_child(list, |walker, argument| match Kind::of(argument) {
            Kind::KeywordArgument => {
                if let Some(value) = child(argument, FIELD.value) {
                    walker.value(value);
                }
            }
            Kind::Identifier | Kind::Attribute | Kind::Subscript => {
                let expression = walker.type_expression(argument, ReferenceRole::Inherit);
                let head = child(argument, FIELD.value).unwrap_or(argument);
                walker.declare_generic(argument, head);
                bases.push((Base { expression, implements: false }, last_segment(walker.text(head))));
            }
            // `namedtuple("P", "x y")`, `with_metaclass(M, Base)`: a class that only running would tell.
            _ => {
                walker.value(argument);
                let expression =
                    *unknown.get_or_insert_with(|| walker.builder.expression(Expression::Unknown));
                bases.push((Base { expression, implements: false }, ""));
            }
        });
        bases
    }

    /// The arguments of `Generic[T]` and `Protocol[T]` are type variables wherever they were made.
    fn declare_generic(&mut self, base: Node<'w>, head: Node<'w>) {
        if Kind::of(base) != Kind::Subscript
            || !matches!(last_segment(self.text(head)), "Generic" | "Protocol")
        {
            return;
        }
        let mut is_first = true;
        self.each_child(base, |walker, argument| {
            if std::mem::take(&mut is_first) {
                return;
            }
            let add = |walker: &mut Self, argument: Node<'w>| {
                let name = Name::new(last_segment(walker.text(argument)));
                if Kind::of(argument) == Kind::Identifier && !walker.met_type_variables.contains(&name) {
                    walker.met_type_variables.push(name);
                }
            };
            match Kind::of(argument) {
                Kind::Tuple => walker.each_child(argument, add),
                _ => add(walker, argument),
            }
        });
    }
}
