//! Tokens of macros that read as nothing else: names are found by what stands around them.

use lockstep_facts::{Expression, ExpressionId, LiteralKind, PathRoot, ReferenceRole};
use tree_sitter::Node;

use super::paths::{Mention, is_capitalised, is_screaming};
use super::syntax::Kind;
use super::{Child, Walker};
use crate::children::WalkChildren as _;

/// What a run of tokens is scanned for.
#[derive(Clone, Copy)]
struct Scan {
    /// Whether groups are tried as expressions or statements first.
    reparse: bool,
    /// The type whose fields the run initialises, if it does.
    class: Option<ExpressionId>,
}

impl<'n> Walker<'_, '_, 'n> {
    /// Mentions the names in a token tree. With `reparse`, groups in it that read as code are taken as that.
    pub(super) fn token_tree(&mut self, node: Node<'n>, reparse: bool) {
        self.scan_tree(node, Scan { reparse, class: None });
    }

    /// Mentions the names in a run of tokens.
    pub(super) fn token_run(&mut self, tokens: &[Child<'n>]) {
        self.scan(tokens, Scan { reparse: false, class: None });
    }

    fn scan_tree(&mut self, node: Node<'n>, scan: Scan) {
        if !self.enter() {
            return;
        }
        let frame = self.children(node);
        let tokens = self.frame(frame).to_vec();
        self.leave(frame);
        self.scan(&tokens, scan);
        self.exit();
    }

    fn scan(&mut self, tokens: &[Child<'n>], scan: Scan) {
        // The value that ends before the current token.
        let mut before: Option<ExpressionId> = None;
        let mut index = 0;
        while let Some(token) = tokens.get(index).copied() {
            let around = Around { tokens, index };
            match token.kind {
                Kind::Identifier | Kind::TypeIdentifier => {
                    let (value, used) = self.scan_name(token, around, before, scan);
                    before = value;
                    index += used;
                    continue;
                }
                Kind::SelfKeyword if around.kind(1) == Some(Kind::ColonColon) => {
                    before = Some(self.add(Expression::Root(PathRoot::Relative(1))));
                }
                Kind::SelfKeyword => before = Some(self.self_value()),
                Kind::Super => {
                    let up = match before.map(|id| self.state.builder.item().expression(id).clone()) {
                        Some(Expression::Root(PathRoot::Relative(up))) => up.saturating_add(1),
                        _ => 2,
                    };
                    before = Some(self.add(Expression::Root(PathRoot::Relative(up))));
                }
                Kind::Crate => before = Some(self.add(Expression::Root(PathRoot::Crate))),
                Kind::Metavariable => {
                    let root = self.text(token.node) == "$crate";
                    before = root.then(|| self.add(Expression::Root(PathRoot::Crate)));
                }
                Kind::PrimitiveType => before = Some(self.path(token.node, Mention::Silent)),
                Kind::Dot | Kind::ColonColon => {}
                Kind::Question => before = before.map(|value| self.add(Expression::Try(value))),
                Kind::String | Kind::RawString => before = Some(self.literal(LiteralKind::String)),
                Kind::Integer if around.kind_before() == Some(Kind::Dot) => before = None,
                Kind::Integer => before = Some(self.literal(LiteralKind::Integer)),
                // `#[cfg(..)]` and the like.
                Kind::TokenTree if around.after_hash() => before = None,
                Kind::TokenTree | Kind::TokenRepetition => {
                    self.scan_group(token.node, scan);
                    before = None;
                }
                _ => before = None,
            }
            index += 1;
        }
    }

    fn scan_group(&mut self, node: Node<'n>, scan: Scan) {
        if !(scan.reparse && self.group_as_code(node)) {
            self.scan_tree(node, Scan { class: None, ..scan });
        }
    }

    /// One name, with the group behind it if it is a call, a macro or a struct; returns the value and how many tokens
    /// it took.
    fn scan_name(
        &mut self,
        token: Child<'n>,
        around: Around<'_, 'n>,
        before: Option<ExpressionId>,
        scan: Scan,
    ) -> (Option<ExpressionId>, usize) {
        let node = token.node;
        let text = self.text(node);
        if around.is_no_mention(text) {
            return (None, 1);
        }
        if let Some(class) = scan.class
            && matches!(around.kind_before(), None | Some(Kind::Comma | Kind::Token))
            && around.starts_part()
        {
            match around.kind(1) {
                Some(Kind::Colon) => {
                    self.keyword(node, class);
                    return (None, 1);
                }
                None | Some(Kind::Comma | Kind::Token) => self.keyword(node, class),
                _ => {}
            }
        } else if around.kind(1) == Some(Kind::Colon) && !is_capitalised(text) {
            // `name: Type`, `key: value`: the macro's own.
            return (None, 1);
        }
        let name = self.name(node);
        let member = around.kind_before() == Some(Kind::Dot);
        let path = around.kind_before() == Some(Kind::ColonColon);
        let expression = if member {
            let base = match before {
                Some(base) => base,
                None => self.unknown(),
            };
            Expression::Member { base, name }
        } else if path {
            let base = match before {
                Some(base) => base,
                None => self.add(Expression::Root(PathRoot::Global)),
            };
            Expression::Path { base, name }
        } else if text == "Self" {
            Expression::SelfType
        } else {
            Expression::Name(name)
        };
        let of_type = matches!(&expression, Expression::Path { base, .. } if self.is_type_name(*base));
        let id = self.add(expression);
        let capitalised = is_capitalised(text);
        match (around.kind(1), around.kind(2)) {
            (Some(Kind::ColonColon), Some(Kind::Less)) | (Some(Kind::Less), _) if !capitalised => {
                self.mention(node, id, name, Mention::Value(ReferenceRole::Read));
            }
            (Some(Kind::ColonColon), _) => self.mention(node, id, name, Mention::Qualifier),
            (Some(Kind::Bang), Some(Kind::TokenTree)) => {
                self.mention(node, id, name, Mention::Macro(ReferenceRole::Macro));
                return (None, 2);
            }
            (Some(Kind::TokenTree), _) => {
                return self.scan_name_and_group(node, id, capitalised, around, scan);
            }
            _ if capitalised && !is_screaming(text) && !of_type => {
                self.mention(node, id, name, Mention::Type(ReferenceRole::Type));
            }
            _ => self.mention(node, id, name, Mention::Value(ReferenceRole::Read)),
        }
        (Some(id), 1)
    }

    fn scan_name_and_group(
        &mut self,
        node: Node<'n>,
        id: ExpressionId,
        capitalised: bool,
        around: Around<'_, 'n>,
        scan: Scan,
    ) -> (Option<ExpressionId>, usize) {
        let Some(group) = around.tokens.get(around.index + 1).map(|child| child.node) else {
            return (Some(id), 1);
        };
        let name = self.name(node);
        match self.text(group).as_bytes().first() {
            Some(b'(') => {
                let mention = Mention::Call(self.count_arguments(group));
                self.mention(node, id, name, mention);
                self.scan_group(group, scan);
                let call = self.add(Expression::Call { callee: id, arguments: Box::default() });
                (Some(call), 2)
            }
            Some(b'{') if capitalised && !around.after_keyword() => {
                self.mention(node, id, name, Mention::Type(ReferenceRole::Type));
                self.scan_tree(group, Scan { class: Some(id), ..scan });
                let made = self.add(Expression::New { class: id, arguments: Box::default() });
                (Some(made), 2)
            }
            _ => {
                let mention = if capitalised && !is_screaming(name.as_str()) {
                    Mention::Type(ReferenceRole::Type)
                } else {
                    Mention::Value(ReferenceRole::Read)
                };
                self.mention(node, id, name, mention);
                (Some(id), 1)
            }
        }
    }

    fn is_type_name(&mut self, id: ExpressionId) -> bool {
        match self.state.builder.item().expression(id) {
            Expression::Name(name) | Expression::Path { name, .. } => is_capitalised(name.as_str()),
            Expression::SelfType => true,
            _ => false,
        }
    }

    fn count_arguments(&mut self, group: Node<'n>) -> u8 {
        let frame = self.children(group);
        let tokens = self.frame(frame);
        let commas = tokens.iter().filter(|child| child.kind == Kind::Comma).count();
        // The parentheses are tokens of the group.
        let inner = tokens.len().saturating_sub(2);
        let trailing = tokens.iter().rev().nth(1).is_some_and(|child| child.kind == Kind::Comma);
        self.leave(frame);
        let count = if inner == 0 { 0 } else { commas + 1 - usize::from(trailing) };
        count.min(usize::from(u8::MAX)) as u8
    }
}

/// A place among tokens.
#[derive(Clone, Copy)]
struct Around<'a, 'n> {
    tokens: &'a [Child<'n>],
    index: usize,
}

impl Around<'_, '_> {
    fn kind(self, ahead: usize) -> Option<Kind> {
        self.tokens.get(self.index + ahead).map(|child| child.kind)
    }

    fn kind_before(self) -> Option<Kind> {
        self.index.checked_sub(1).and_then(|index| self.tokens.get(index)).map(|child| child.kind)
    }

    /// Whether the group here is that of an attribute.
    fn after_hash(self) -> bool {
        let bang = usize::from(self.kind_before() == Some(Kind::Bang));
        let before = self.index.checked_sub(1 + bang).and_then(|index| self.tokens.get(index));
        before.is_some_and(|child| child.kind == Kind::Hash)
    }

    /// Whether a name stands first in its group or behind a comma.
    fn starts_part(self) -> bool {
        self.index <= 1 || self.kind_before() == Some(Kind::Comma)
    }

    /// Whether the path that ends here stands where a block, not a struct, would follow.
    fn after_keyword(self) -> bool {
        let mut at = self.index;
        while at > 0 {
            at -= 1;
            match self.tokens.get(at).map(|child| child.kind) {
                Some(Kind::ColonColon | Kind::Identifier | Kind::Crate | Kind::SelfKeyword | Kind::Super) => {
                }
                Some(
                    Kind::IfToken
                    | Kind::WhileToken
                    | Kind::MatchToken
                    | Kind::ForToken
                    | Kind::ImplToken
                    | Kind::TraitToken
                    | Kind::StructToken
                    | Kind::EnumToken
                    | Kind::Greater,
                ) => return true,
                _ => return false,
            }
        }
        false
    }

    /// Whether the word declares a name, is a lifetime, a macro's variable or a named argument.
    fn is_no_mention(self, text: &str) -> bool {
        let named_argument = self.kind(1) == Some(Kind::Equals)
            && self.kind(2) != Some(Kind::Equals)
            && matches!(self.kind_before(), None | Some(Kind::Comma | Kind::Token))
            && self.starts_part();
        let declared = match self.kind_before() {
            Some(
                Kind::FnToken
                | Kind::StructToken
                | Kind::EnumToken
                | Kind::ModToken
                | Kind::TraitToken
                | Kind::TypeToken
                | Kind::StaticToken
                | Kind::UnionToken
                | Kind::LetToken
                | Kind::Quote
                | Kind::Dollar,
            ) => true,
            Some(Kind::ConstToken) => self.kind(1) == Some(Kind::Colon),
            Some(Kind::MutableSpecifier) => {
                let behind = self.index.checked_sub(2).and_then(|index| self.tokens.get(index));
                behind.is_some_and(|child| matches!(child.kind, Kind::LetToken | Kind::StaticToken))
            }
            _ => false,
        };
        declared || named_argument || matches!(text, "_" | "")
    }
}
