//! `use` trees and `extern crate`.

use lockstep_facts::{Import, ImportPath, Name, PathRoot, ReferenceRole, ReferenceTarget};
use tree_sitter::Node;

use super::Walker;
use super::syntax::{FIELDS, Kind};
use crate::children::ChildKind as _;
use crate::children::WalkChildren as _;

/// The path walked so far: where it starts, and its names with their places.
#[derive(Clone)]
struct Prefix<'n> {
    root: PathRoot,
    segments: Vec<(Name, Node<'n>)>,
}

/// What one leaf of a tree takes.
enum Leaf {
    /// The last name of the path (`a::b`, `a::b::{self}`), under this local name (none for `as _`).
    Name { local: Option<Name> },
    /// `path::*`.
    Wildcard,
    /// `path::{}`: nothing.
    Empty,
}

/// What a use declaration says to all of its leaves.
struct Tree<'n> {
    exported: bool,
    /// Places of names that are references already.
    mentioned: Vec<Node<'n>>,
}

impl<'n> Walker<'_, '_, 'n> {
    /// A whole use declaration.
    pub(super) fn use_declaration(&mut self, node: Node<'n>) {
        let frame = self.children(node);
        let argument = self.field(frame, FIELDS.argument);
        let visibility = self.child_of_kind(frame, Kind::VisibilityModifier);
        self.leave(frame);
        let exported = visibility.is_some_and(|child| self.text(child.node) != "pub(self)");
        if let Some(argument) = argument {
            let mut tree = Tree { exported, mentioned: Vec::new() };
            let prefix = Prefix { root: PathRoot::Plain, segments: Vec::new() };
            self.use_clause(argument.node, &prefix, &mut tree);
        }
    }

    fn use_clause(&mut self, node: Node<'n>, prefix: &Prefix<'n>, tree: &mut Tree<'n>) {
        if !self.enter() {
            return;
        }
        match Kind::of(node) {
            Kind::UseList => self.use_list(node, prefix, tree),
            Kind::ScopedUseList => {
                let prefix = self.use_path(node.child_by_field_id(FIELDS.path), prefix, true);
                if let Some(list) = node.child_by_field_id(FIELDS.list) {
                    self.use_list(list, &prefix, tree);
                }
            }
            Kind::UseWildcard => {
                let frame = self.children(node);
                let path = self.frame(frame).iter().find(|child| !child.kind.is_token()).copied();
                let scoped = self.frame(frame).iter().any(|child| child.kind == Kind::ColonColon);
                self.leave(frame);
                let prefix = self.use_path(path.map(|child| child.node), prefix, scoped);
                self.leaf(&prefix, Leaf::Wildcard, tree);
            }
            Kind::UseAs => {
                let frame = self.children(node);
                let path = self.field(frame, FIELDS.path);
                let alias = self.field(frame, FIELDS.alias);
                self.leave(frame);
                let local = alias.map(|child| self.name(child.node)).filter(|name| *name != "_");
                let prefix = self.use_path(path.map(|child| child.node), prefix, false);
                self.leaf(&prefix, Leaf::Name { local }, tree);
            }
            _ => {
                let prefix = self.use_path(Some(node), prefix, false);
                let local = prefix.segments.last().map(|(name, _)| *name);
                self.leaf(&prefix, Leaf::Name { local }, tree);
            }
        }
        self.exit();
    }

    fn use_list(&mut self, node: Node<'n>, prefix: &Prefix<'n>, tree: &mut Tree<'n>) {
        let mut empty = true;
        let mut frame = self.children(node);
        while let Some(child) = self.next(&mut frame) {
            if !child.kind.is_token() {
                empty = false;
                self.use_clause(child.node, prefix, tree);
            }
        }
        if empty {
            self.leaf(prefix, Leaf::Empty, tree);
        }
    }

    /// `prefix` with the names of `path` behind it. A `path` of none before a `::` is the global root.
    fn use_path(&mut self, path: Option<Node<'n>>, prefix: &Prefix<'n>, scoped: bool) -> Prefix<'n> {
        let mut result = prefix.clone();
        match path {
            Some(path) => self.use_segments(path, &mut result),
            None if scoped && result.segments.is_empty() && result.root == PathRoot::Plain => {
                result.root = PathRoot::Global;
            }
            None => {}
        }
        result
    }

    fn use_segments(&mut self, node: Node<'n>, prefix: &mut Prefix<'n>) {
        if !self.enter() {
            return;
        }
        let at_start = prefix.segments.is_empty();
        match Kind::of(node) {
            Kind::ScopedIdentifier | Kind::ScopedTypeIdentifier => {
                match node.child_by_field_id(FIELDS.path) {
                    Some(path) => self.use_segments(path, prefix),
                    None if at_start => prefix.root = PathRoot::Global,
                    None => {}
                }
                if let Some(name) = node.child_by_field_id(FIELDS.name) {
                    self.use_segments(name, prefix);
                }
            }
            Kind::Crate if at_start => prefix.root = PathRoot::Crate,
            Kind::Metavariable if at_start && self.text(node) == "$crate" => prefix.root = PathRoot::Crate,
            Kind::Super if at_start => {
                prefix.root = match prefix.root {
                    PathRoot::Relative(up) => PathRoot::Relative(up.saturating_add(1)),
                    _ => PathRoot::Relative(2),
                };
            }
            // `a::{self}` is `a`; a leading `self` is the module around.
            Kind::SelfKeyword if at_start && prefix.root == PathRoot::Plain => {
                prefix.root = PathRoot::Relative(1)
            }
            Kind::SelfKeyword => {}
            Kind::Identifier | Kind::TypeIdentifier | Kind::PrimitiveType => {
                let name = self.name(node);
                prefix.segments.push((name, node));
            }
            _ => {}
        }
        self.exit();
    }

    fn leaf(&mut self, prefix: &Prefix<'n>, leaf: Leaf, tree: &mut Tree<'n>) {
        let takes_name = matches!(leaf, Leaf::Name { .. });
        let modules = prefix.segments.len() - usize::from(takes_name && !prefix.segments.is_empty());
        let segments = prefix.segments.iter().take(modules).map(|(name, _)| *name).collect();
        let name = prefix.segments.get(modules).map(|(name, _)| *name);
        let (wildcard, local) = match leaf {
            Leaf::Name { local } => (false, local),
            Leaf::Wildcard => (true, None),
            Leaf::Empty => (false, None),
        };
        let scope = self.state.builder.scope();
        let import = self.state.builder.import(Import {
            scope,
            path: ImportPath { root: prefix.root, segments },
            name,
            local,
            exported: if tree.exported { local } else { None },
            wildcard,
            re_export: wildcard && tree.exported,
            own: false,
        });
        for (index, (name, node)) in prefix.segments.iter().enumerate() {
            if tree.mentioned.contains(node) {
                continue;
            }
            // The path before a list belongs to all of its leaves: the first one that says more tells of it.
            tree.mentioned.push(*node);
            let target = if index < modules {
                ReferenceTarget::ImportSegment { import, segment: index.min(usize::from(u16::MAX)) as u16 }
            } else {
                ReferenceTarget::Imported(import)
            };
            let at = self.range(*node);
            self.state.builder.reference_at(at, *name, ReferenceRole::Import, target, None);
        }
    }

    /// `extern crate a as b;`
    pub(super) fn extern_crate(&mut self, node: Node<'n>) {
        let frame = self.children(node);
        let name_node = self.field(frame, FIELDS.name);
        let alias = self.field(frame, FIELDS.alias);
        let exported = self.child_of_kind(frame, Kind::VisibilityModifier).is_some();
        self.leave(frame);
        let Some(name_node) = name_node else { return };
        let name = self.name(name_node.node);
        let local = match alias {
            Some(alias) => Some(self.name(alias.node)).filter(|name| *name != "_"),
            None => Some(name),
        };
        let itself = name == "self";
        let scope = self.state.builder.scope();
        let import = self.state.builder.import(Import {
            scope,
            path: ImportPath {
                root: if itself { PathRoot::Crate } else { PathRoot::Global },
                segments: Box::default(),
            },
            name: (!itself).then_some(name),
            local,
            exported: local.filter(|_| exported),
            wildcard: false,
            re_export: false,
            own: false,
        });
        if !itself {
            let target = ReferenceTarget::Imported(import);
            let at = self.range(name_node.node);
            self.state.builder.reference_at(at, name, ReferenceRole::Import, target, None);
        }
    }
}
