//! Macro invocations among items: items written out in their tokens, and items made of a name they are given.

use std::ops::Range;

use lockstep_facts::{DefinitionFlags, Name, SymbolKind, Visibility};
use tree_sitter::Node;

use super::attributes::Preamble;
use super::items::Opening;
use super::macros::{Known, Shape, known};
use super::paths::is_capitalised;
use super::syntax::{FIELDS, Kind};
use super::{Child, Member, Walker};
use crate::children::WalkChildren as _;

/// A macro of this file that makes items, by what its rules say.
#[derive(Hash)]
pub(super) struct Maker {
    name: Name,
    makes: Vec<Made>,
}

/// An item made of the word that is argument `argument`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Made {
    argument: usize,
    kind: SymbolKind,
    public: bool,
    test: bool,
}

/// The word that follows in `fn $name`, `struct $name`, …
fn made_by(keyword: Kind) -> Option<SymbolKind> {
    Some(match keyword {
        Kind::FnToken => SymbolKind::Function,
        Kind::StructToken | Kind::UnionToken => SymbolKind::Struct,
        Kind::EnumToken => SymbolKind::Enum,
        Kind::TraitToken => SymbolKind::Trait,
        Kind::ModToken => SymbolKind::Module,
        Kind::TypeToken => SymbolKind::TypeAlias,
        Kind::ConstToken => SymbolKind::Constant,
        Kind::StaticToken => SymbolKind::Variable,
        _ => return None,
    })
}

impl<'n> Walker<'_, '_, 'n> {
    /// Notes what the rules of a macro definition make of the words they are given.
    pub(super) fn note_maker(&mut self, name: Node<'n>, definition: Node<'n>) {
        let mut makes: Vec<Made> = Vec::new();
        let mut frame = self.children(definition);
        while let Some(rule) = self.next(&mut frame) {
            if rule.kind != Kind::MacroRule {
                continue;
            }
            let sides = [FIELDS.left, FIELDS.right].map(|field| rule.node.child_by_field_id(field));
            if let [Some(left), Some(right)] = sides {
                let words = self.word_parameters(left);
                for made in self.made_of(&words, right) {
                    if !makes.iter().any(|known| known.argument == made.argument) {
                        makes.push(made);
                    }
                }
            }
        }
        if !makes.is_empty() {
            let name = self.name(name);
            self.state.makers.push(Maker { name, makes });
        }
    }

    /// The variables of a rule that stand for one word each, with their places among the arguments.
    fn word_parameters(&mut self, pattern: Node<'n>) -> Vec<(Name, usize)> {
        let mut words = Vec::new();
        let mut argument = 0;
        let mut frame = self.children(pattern);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::Comma => argument += 1,
                Kind::TokenBindingPattern => {
                    let type_node = child.node.child_by_field_id(FIELDS.type_node);
                    let name = child.node.child_by_field_id(FIELDS.name);
                    if let (Some(type_node), Some(name)) = (type_node, name)
                        && self.text(type_node) == "ident"
                    {
                        words.push((self.name(name), argument));
                    }
                }
                _ => {}
            }
        }
        words
    }

    /// The items at the top of a rule's body that are named by one of `words`.
    fn made_of(&mut self, words: &[(Name, usize)], body: Node<'n>) -> Vec<Made> {
        let mut makes = Vec::new();
        let (mut keyword, mut public, mut test) = (None, false, false);
        let mut frame = self.children(body);
        while let Some(child) = self.next(&mut frame) {
            match child.kind {
                Kind::Metavariable => {
                    let name = self.name(child.node);
                    let word = words.iter().find(|(known, _)| *known == name);
                    if let (Some(kind), Some((_, argument))) = (keyword, word) {
                        makes.push(Made { argument: *argument, kind, public, test });
                    }
                    (keyword, public, test) = (None, false, false);
                }
                Kind::TokenTree => {
                    test |= self.text(child.node).trim_matches(['[', ']']) == "test";
                    keyword = None;
                }
                Kind::MutableSpecifier => {}
                kind if made_by(kind).is_some() => keyword = made_by(kind),
                kind => {
                    public |= kind == Kind::PubToken;
                    keyword = None;
                }
            }
        }
        makes
    }

    /// A macro invocation among items: what it holds or makes may be items.
    pub(super) fn item_macro(&mut self, node: Node<'n>, preamble: &Preamble<'n>) {
        if !self.enter() {
            return;
        }
        let makes = self.makes(node);
        let mut made = makes.iter();
        if let Some((first, word)) = made.next() {
            self.open_made(*first, *word, node, preamble);
            self.state.declared.extend(makes.iter().map(|(_, word)| word.start_byte() as u32));
            self.invoke_among_items(node);
            self.state.declared.clear();
            self.pop_item();
            for (other, word) in made {
                self.open_made(*other, *word, *word, &Preamble::default());
                self.pop_item();
            }
        } else {
            self.loose_attributes(preamble);
            self.invoke_among_items(node);
        }
        self.exit();
    }

    fn open_made(&mut self, made: Made, word: Node<'n>, node: Node<'n>, preamble: &Preamble<'n>) {
        let mut flags = DefinitionFlags::default();
        flags.set(DefinitionFlags::TEST, made.test);
        let opening = Opening {
            kind: made.kind,
            node,
            name: word,
            visibility: if made.public { Visibility::Public } else { Visibility::Private },
            flags,
            header_end: word.end_byte(),
            inside: Member::Module,
        };
        self.open(&opening, preamble);
        let word = self.text(word);
        let path = node.child_by_field_id(FIELDS.macro_name).map_or("", |path| self.text(path));
        let signature = if path.is_empty() { word.to_owned() } else { format!("{path}!({word})") };
        self.define(|definition| definition.signature = signature.into());
    }

    /// The items that an invocation makes, with the words that name them. A macro of another file is taken to make a
    /// function if it is given a word and then a closure: among items a closure can only be some function's body.
    fn makes(&mut self, node: Node<'n>) -> Vec<(Made, Node<'n>)> {
        let frame = self.children(node);
        let path = self.field(frame, FIELDS.macro_name);
        let tree = self.child_of_kind(frame, Kind::TokenTree);
        self.leave(frame);
        let (Some(path), Some(tree)) = (path, tree) else { return Vec::new() };
        let name = path.node.child_by_field_id(FIELDS.name).unwrap_or(path.node);
        if known(self.text(name)).is_some() {
            return Vec::new();
        }
        let name = self.name(name);
        let frame = self.children(tree.node);
        let tokens = self.frame(frame);
        let inside = tokens.get(1..tokens.len().saturating_sub(1)).unwrap_or_default();
        let arguments: Vec<&[Child<'n>]> = inside.split(|token| token.kind == Kind::Comma).collect();
        let word = |argument: usize| match arguments.get(argument) {
            Some([only]) if only.kind == Kind::Identifier => Some(only.node),
            _ => None,
        };
        let maker = self.state.makers.iter().rev().find(|maker| maker.name == name);
        let found = match maker {
            Some(maker) => {
                maker.makes.iter().filter_map(|made| word(made.argument).map(|word| (*made, word))).collect()
            }
            None => {
                let closure = |argument: &&[Child<'n>]| {
                    let first = argument.iter().find(|token| self.text(token.node) != "move");
                    first.is_some_and(|token| matches!(self.text(token.node), "|" | "||"))
                };
                let given_closure = arguments.iter().skip(1).any(closure);
                let made = Made { argument: 0, kind: SymbolKind::Function, public: false, test: false };
                let word = word(0).filter(|word| given_closure && !is_capitalised(self.text(*word)));
                word.map(|word| (made, word)).into_iter().collect()
            }
        };
        self.leave(frame);
        found
    }

    fn invoke_among_items(&mut self, node: Node<'n>) {
        let Some((name, tree)) = self.macro_head(node) else { return };
        if known(name).is_some_and(|known| known != Known::ConfigurationIf) {
            self.macro_value(name, tree);
        } else {
            self.state.builder.invocation(Name::new(name), self.inside(tree));
            self.items_or_tokens(tree);
        }
    }

    /// Tokens of a macro among items: as items if they read so, else group by group.
    fn items_or_tokens(&mut self, tree: Node<'n>) {
        let inside = Self::inside_range(tree);
        let read = match self.shape(tree) {
            Shape::List => self.as_array(inside),
            Shape::Statements => self.as_items(inside),
            Shape::Either => self.as_array(inside.clone()) || self.as_items(inside),
            Shape::Neither => false,
        };
        if read {
            return;
        }
        let frame = self.children(tree);
        let braces: Vec<Node<'n>> =
            self.frame(frame).iter().filter(|c| c.kind == Kind::TokenTree).map(|c| c.node).collect();
        let conditional = self.child_of_kind(frame, Kind::IfToken).is_some();
        self.leave(frame);
        if conditional {
            for group in braces {
                if self.text(group).starts_with('{') {
                    self.items_or_tokens_within(group);
                }
            }
        } else {
            self.token_tree(tree, true);
        }
    }

    fn as_items(&mut self, inside: Range<usize>) -> bool {
        let walked = self.reparsed(b"{", inside, b";}", |walker, root| {
            let block = walker.only_block(root)?;
            walker.declarations(block, None);
            Some(())
        });
        walked.is_some()
    }

    fn items_or_tokens_within(&mut self, group: Node<'n>) {
        if self.enter() {
            self.items_or_tokens(group);
            self.exit();
        }
    }
}
