//! A first look through a file for what it defines and does not only declare.

use std::hash::BuildHasher;

use lockstep_facts::Name;
use tree_sitter::Node;

use super::kinds::Kind;
use super::{Child, Walker};

/// How deep definitions are looked for.
const MAX_NESTING: u32 = 64;

impl<'n> Walker<'_, '_, 'n> {
    /// Notes what is defined below `node`, which stands in the container of this path.
    pub(super) fn find_defined(&mut self, node: Node<'n>, path: &str) {
        if self.state.depth >= MAX_NESTING {
            return;
        }
        self.state.depth += 1;
        let known = (self.state.language, self.state.depth, path);
        let known = foldhash::fast::FixedState::with_seed(5).hash_one(known);
        let all = self.all_children(node);
        for child in all.iter().filter(|child| !matches!(child.kind, Kind::Token | Kind::Comment)) {
            self.find_defined_at(*child, path, known);
        }
        // The walk wants the same children; it takes them in the same order.
        if !self.state.noting {
            self.listed.insert((node.id(), node.start_byte()), all);
        }
        self.state.depth -= 1;
    }

    /// The same for a child of what is looked through; `known` is a hash of what is known beside its text.
    fn find_defined_at(&mut self, child: Child<'n>, path: &str, known: u64) {
        // Statements in these are noted one by one.
        let opens = matches!(
            child.kind,
            Kind::DeclarationList
                | Kind::Error
                | Kind::LinkageSpecification
                | Kind::NamespaceDefinition
                | Kind::PreprocElif
                | Kind::PreprocElifdef
                | Kind::PreprocElse
                | Kind::PreprocIf
                | Kind::PreprocIfdef
        );
        if opens || self.state.noting || !self.state.builder.remembers() {
            self.find_defined_in(child, path);
            return;
        }
        let state = self.state.hash_hidden(child.node, known);
        if let Some(names) = self.state.builder.noted(child.node, state) {
            self.state.defined.extend(names);
            return;
        }
        self.state.noting = true;
        self.state.noted.clear();
        self.find_defined_in(child, path);
        self.state.noting = false;
        self.state.builder.note(child.node, state, &self.state.noted);
    }

    fn find_defined_in(&mut self, child: Child<'n>, path: &str) {
        let node = child.node;
        match child.kind {
            Kind::FunctionDefinition => {
                if let Some(declarator) = self.field(node, self.fields.declarator) {
                    self.note(declarator.node, path, true);
                }
            }
            Kind::Declaration | Kind::TypeDefinition => {
                let children = self.children(node);
                let is_extern =
                    children.iter().any(|c| c.kind == Kind::StorageClass && self.text(c.node) == "extern");
                let mut names_type = false;
                for part in children {
                    if part.kind.is_specifier() {
                        names_type = self.field(part.node, self.fields.body).is_some();
                        self.find_defined_in(part, path);
                    } else if part.field == self.fields.declarator && part.kind != Kind::FunctionDeclarator {
                        let defines = if child.kind == Kind::TypeDefinition {
                            names_type
                        } else {
                            !is_extern || part.kind == Kind::InitDeclarator
                        };
                        if defines {
                            self.note(part.node, path, false);
                        }
                    }
                }
            }
            kind if kind.is_specifier() => {
                let Some(body) = self.field(node, self.fields.body) else { return };
                let Some(name) = self.field(node, self.fields.name) else {
                    return;
                };
                if let Some(inner) = self.note(name.node, path, true)
                    && kind != Kind::EnumSpecifier
                {
                    self.find_defined(body.node, inner.as_str());
                }
            }
            Kind::NamespaceDefinition => {
                let Some(body) = self.field(node, self.fields.body) else { return };
                let name = self.field(node, self.fields.name);
                let inline = node.child(0).is_some_and(|first| self.text(first) == "inline");
                let mut names = Vec::new();
                if let Some(name) = name.filter(|_| !inline) {
                    self.namespace_names(name.node, &mut names);
                }
                let mut path = path.to_owned();
                for name in names {
                    push(&mut path, self.text(name));
                }
                self.find_defined(body.node, &path);
            }
            Kind::DeclarationList
            | Kind::Error
            | Kind::LinkageSpecification
            | Kind::PreprocElif
            | Kind::PreprocElifdef
            | Kind::PreprocElse
            | Kind::PreprocIf
            | Kind::PreprocIfdef
            | Kind::TemplateDeclaration => self.find_defined(node, path),
            _ => {}
        }
    }

    /// Notes what a declarator or the name of a type defines; returns its path.
    fn note(&mut self, node: Node<'n>, path: &str, is_definition: bool) -> Option<Name> {
        let declarator = self.declarator(node);
        // A function with a pointer around its result is only declared as well.
        if declarator.function.is_some() && !is_definition {
            return None;
        }
        let name = self.declared_name(declarator.name?);
        let mut container = if declarator.global { String::new() } else { path.to_owned() };
        for part in &declarator.qualifier {
            push(&mut container, self.text(*part));
        }
        let container = Name::new(&container);
        self.state.defined.insert((container, name));
        if self.state.noting {
            self.state.noted.push((container, name));
        }
        let mut inner = container.to_string();
        push(&mut inner, name.as_str());
        Some(Name::new(&inner))
    }
}

fn push(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
}
