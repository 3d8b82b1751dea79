//! Macros: their definitions, and what their bodies mention.

use std::cell::RefCell;
use std::ops::{ControlFlow, Range};

use lockstep_facts::{
    Definition, DefinitionFlags, Expression, Language, Name, Parameter, ParameterKind, ReferenceRole,
    ReferenceTarget, SymbolKind, TextRange, TypeParameter, Visibility,
};
use tree_sitter::{Node, ParseOptions, Parser, Point, Tree};

use super::items::{Opening, Preamble};
use super::kinds::Kind;
use super::masks::{self, Mask, MaskKind};
use super::tokens::{TokenKind, Tokens, is_word};
use super::{Child, Place, Scan, Walker};
use crate::builder::one_line;

/// Bodies longer than this are mentioned word by word.
const MAX_BODY: usize = 4000;

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// Parses the bytes of `text` in `body` behind `prefix` and before `;`, as if they stood there; none if they do not read
/// well.
fn parse_in_place(language: Language, text: &str, prefix: &[u8], body: Range<usize>) -> Option<Tree> {
    let start = body.start.checked_sub(prefix.len())?;
    let mut bytes = text.as_bytes().get(body.clone())?.to_vec();
    let mut hidden = Scan::of(&bytes).masks;
    hidden.retain(|mask| mask.kind != MaskKind::Macro);
    masks::apply(&mut bytes, &hidden);
    let buffer = [prefix, &bytes, b";"].concat();
    let mut chunk = |byte: usize, _: Point| -> &[u8] {
        byte.checked_sub(start).and_then(|at| buffer.get(at..)).unwrap_or_default()
    };
    // Counted, not timed: the same text gives the same facts on a slow machine.
    let mut steps = 100 + body.len() / 10;
    let mut progress = |state: &tree_sitter::ParseState| {
        steps = steps.saturating_sub(1);
        if steps == 0 || state.has_error() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let range = tree_sitter::Range {
        start_byte: start,
        end_byte: start + buffer.len(),
        start_point: Point { row: 0, column: start },
        end_point: Point { row: u32::MAX as usize, column: 0 },
    };
    let grammar = match language {
        Language::Cpp => tree_sitter_cpp::LANGUAGE.into(),
        _ => tree_sitter_c::LANGUAGE.into(),
    };
    let tree = PARSER.with_borrow_mut(|parser| {
        parser.set_language(&grammar).ok()?;
        parser.set_included_ranges(&[range]).ok()?;
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree = parser.parse_with_options(&mut chunk, None, Some(options));
        parser.reset();
        tree
    })?;
    (!tree.root_node().has_error()).then_some(tree)
}

impl<'n> Walker<'_, '_, 'n> {
    /// `#define`.
    pub(super) fn macro_definition(&mut self, child: Child<'n>, preamble: &Preamble) {
        let node = child.node;
        let Some(name) = self.field(node, self.fields.name) else { return };
        let body = self.field(node, self.fields.value);
        let opening = Opening {
            kind: SymbolKind::Macro,
            name: self.name(name.node),
            spelled: Some(name.node),
            node,
            header_end: body.map_or(node.end_byte(), |body| body.node.end_byte()),
            flags: DefinitionFlags::default(),
            visibility: Visibility::Public,
            // The preprocessor knows no containers.
            container: None,
        };
        let place = std::mem::replace(&mut self.state.place, Place::Function);
        self.open(&opening, preamble);
        let mut names = Vec::new();
        let parameters = self.field(node, self.fields.parameters);
        for part in parameters.map(|list| self.all_children(list.node)).unwrap_or_default() {
            match part.kind {
                Kind::Identifier => {
                    self.macro_parameter(self.name(part.node), ParameterKind::Positional, &mut names)
                }
                Kind::Token if self.text(part.node) == "..." => {
                    self.macro_parameter(Name::new("__VA_ARGS__"), ParameterKind::Variadic, &mut names);
                }
                _ => {}
            }
        }
        if let Some(body) = body {
            let outer = std::mem::replace(&mut self.state.macro_parameters, names);
            self.macro_body(body.node);
            self.state.macro_parameters = outer;
        }
        self.state.place = place;
        self.close(node);
    }

    /// A macro whose directive is hidden from the parser.
    pub(super) fn hidden_definition(&mut self, mask: Mask) {
        let text = self.state.builder.text;
        let line = text.get(mask.start as usize..mask.end as usize).unwrap_or_default();
        let Some(at) = line.find("define").map(|at| at + "define".len()) else { return };
        let blanks = line.len() - at - line.get(at..).unwrap_or_default().trim_start().len();
        let name = at + blanks;
        let rest = line.get(name..).unwrap_or_default();
        let length = rest.bytes().take_while(|byte| is_word(*byte)).count();
        let Some(spelled) = rest.get(..length).filter(|spelled| !spelled.is_empty()) else { return };
        let start = mask.start + name as u32;
        let definition = Definition {
            kind: SymbolKind::Macro,
            name: Name::new(spelled),
            container: None,
            visibility: Visibility::Public,
            flags: DefinitionFlags::EXPORTED,
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            declared: None,
            inferred: Vec::new(),
            bases: Vec::new(),
            decorators: Vec::new(),
            signature: one_line(line, 300),
            documentation: Box::default(),
        };
        let full = TextRange::new(mask.start, mask.end);
        let named = TextRange::new(start, start + length as u32);
        self.state.builder.open_definition_at(full, Some(named), definition, "");
        let mut names = Vec::new();
        let mut body = name + length;
        if rest.as_bytes().get(length) == Some(&b'(')
            && let Some(close) = rest.find(')')
        {
            for word in rest.get(length + 1..close).unwrap_or_default().split(',') {
                self.macro_parameter(Name::new(word.trim()), ParameterKind::Positional, &mut names);
            }
            body = name + close + 1;
        }
        let outer = std::mem::replace(&mut self.state.macro_parameters, names);
        self.mention_tokens(mask.start as usize + body..mask.end as usize);
        self.state.macro_parameters = outer;
        self.state.builder.close();
    }

    fn macro_parameter(&mut self, name: Name, kind: ParameterKind, names: &mut Vec<Name>) {
        let declared = Some(self.add(Expression::Name(name)));
        names.push(name);
        if let Some(definition) = self.state.builder.definition() {
            definition.parameters.push(Parameter { name, kind, declared, has_default: false });
            definition.type_parameters.push(TypeParameter { name, bounds: Box::default(), default: None });
        }
    }

    fn macro_body(&mut self, node: Node<'n>) {
        let text = self.state.builder.text;
        let range = node.byte_range();
        let body = text.get(range.clone()).unwrap_or_default();
        let blanks = body.len() - body.trim_start().len();
        let body = range.start + blanks..range.start + body.trim_end().len();
        if body.len() <= MAX_BODY && body.start < body.end && !self.state.in_macro {
            let language = self.state.language;
            let value = parse_in_place(language, text, b"A=", body.clone());
            let is_value = value.is_some();
            let tree = value.or_else(|| parse_in_place(language, text, b" ", body.clone()));
            if let Some(tree) = tree {
                self.state.in_macro = true;
                Walker::new(self.state, tree.root_node()).macro_tree(tree.root_node(), is_value);
                self.state.in_macro = false;
                return;
            }
        }
        self.mention_tokens(range);
    }

    /// A body that reads as a value, or as statements.
    fn macro_tree(&mut self, root: Node<'n>, is_value: bool) {
        for child in self.children(root) {
            let assignment = self.children(child.node).into_iter().next();
            let right = assignment.filter(|_| is_value).and_then(|a| self.field(a.node, self.fields.right));
            match right {
                Some(right) => {
                    let value = self.expression(right);
                    if let Some(definition) = self.state.builder.definition() {
                        definition.inferred.push(value);
                    }
                }
                None => self.statement(child),
            }
        }
    }

    /// `#undef`, `#pragma` and the like.
    pub(super) fn directive(&mut self, node: Node<'n>) {
        let Some(argument) = self.field(node, self.fields.argument) else { return };
        let is_undefinition =
            self.children(node).first().is_some_and(|d| self.text(d.node).contains("undef"));
        if is_undefinition {
            let (at, text) = (crate::builder::range(argument.node), self.text(argument.node));
            let name = text.split(|c: char| !c.is_alphanumeric() && c != '_').find(|word| !word.is_empty());
            if let Some(name) = name.filter(|name| text.starts_with(*name)) {
                let at = TextRange::new(at.start, at.start + name.len() as u32);
                self.asks_about(at, Name::new(name));
            }
        }
    }

    /// Mentions a macro that is looked at and not expanded.
    pub(super) fn asks_about(&mut self, at: TextRange, name: Name) {
        let id = self.add(Expression::Name(name));
        self.mention_at(at, name, ReferenceRole::Read, ReferenceTarget::Macro(id), None);
    }

    /// Mentions the words of a part of the text that does not read as anything.
    pub(super) fn mention_tokens(&mut self, range: Range<usize>) {
        let text = self.state.builder.text;
        let bytes = text.as_bytes().get(range.clone()).unwrap_or_default();
        let tokens = Tokens::of(bytes).tokens;
        for (at, token) in tokens.iter().enumerate() {
            if token.kind != TokenKind::Word {
                continue;
            }
            let (start, end) = (range.start + token.start as usize, range.start + token.end as usize);
            let word = text.get(start..end).unwrap_or_default();
            let sign = |at: Option<usize>| match at.and_then(|at| tokens.get(at)).map(|t| t.kind) {
                Some(TokenKind::Sign(sign)) => sign,
                _ => 0,
            };
            let before = (sign(at.checked_sub(2)), sign(at.checked_sub(1)));
            let pasted = before.1 == b'#' || sign(Some(at + 1)) == b'#';
            let name = Name::new(word);
            if pasted || is_keyword(word) || self.state.macro_parameters.contains(&name) {
                continue;
            }
            let calls = sign(Some(at + 1)) == b'(';
            let call = calls.then(|| super::expressions::shape(0));
            let role = if calls { ReferenceRole::Call } else { ReferenceRole::Read };
            let call = call.map(|shape| lockstep_facts::CallShape { spread: true, ..shape });
            let at = TextRange::new(start as u32, end as u32);
            let member = before.1 == b'.' || before == (b'-', b'>');
            let id = if member {
                let base = self.unknown();
                self.add(Expression::Member { base, name })
            } else {
                self.add(Expression::Name(name))
            };
            self.state.builder.reference_at(at, name, role, ReferenceTarget::Value(id), call);
        }
    }
}

/// Words of the language that a macro's body may hold.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "if" | "else"
            | "do"
            | "while"
            | "for"
            | "switch"
            | "case"
            | "default"
            | "break"
            | "continue"
            | "return"
            | "goto"
            | "sizeof"
            | "struct"
            | "union"
            | "enum"
            | "class"
            | "const"
            | "volatile"
            | "static"
            | "extern"
            | "inline"
            | "typedef"
            | "int"
            | "char"
            | "void"
            | "long"
            | "short"
            | "unsigned"
            | "signed"
            | "float"
            | "double"
            | "bool"
            | "this"
            | "new"
            | "delete"
            | "template"
            | "typename"
            | "namespace"
            | "operator"
            | "public"
            | "private"
            | "protected"
            | "virtual"
            | "override"
            | "__VA_ARGS__"
            | "__attribute__"
            | "defined"
    )
}
