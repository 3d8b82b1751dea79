//! Imports.

use lockstep_facts::{Import, ImportPath, Name, PathRoot, ReferenceRole, ReferenceTarget};
use tree_sitter::Node;

use super::kinds::{FIELD, Kind, child};
use super::{FrameKind, Walker};

impl<'w> Walker<'w> {
    /// `import a.b, c as d`.
    pub(super) fn import(&mut self, node: Node<'w>) {
        self.each_child(node, |walker, entry| {
            let (path, alias) = walker.import_entry(entry);
            let Some(path) = path else { return };
            let segments = walker.segments(path);
            match alias {
                Some(alias) => {
                    let local = Some(walker.name(alias));
                    let import = walker.add_import(PathRoot::Plain, segments, None, local);
                    walker.segment_mentions(path, import);
                }
                None if segments.len() > 1 => {
                    // It loads `a.b` and binds `a`: two facts.
                    let first = segments.first().copied();
                    let import = walker.add_import(PathRoot::Plain, segments, None, None);
                    walker.add_import(PathRoot::Plain, first.into_iter().collect(), None, first);
                    walker.segment_mentions(path, import);
                }
                None => {
                    let local = segments.first().copied();
                    let import = walker.add_import(PathRoot::Plain, segments, None, local);
                    walker.segment_mentions(path, import);
                }
            }
        });
    }

    /// `from .a.b import c as d, e`, `from m import *`.
    pub(super) fn import_from(&mut self, node: Node<'w>) {
        let module = child(node, FIELD.module_name);
        let mut root = PathRoot::Plain;
        let mut path = module;
        if let Some(relative) = module.filter(|module| Kind::of(*module) == Kind::RelativeImport) {
            path = None;
            self.each_child(relative, |walker, part| match Kind::of(part) {
                Kind::ImportPrefix => {
                    let dots = walker.text(part).bytes().filter(|b| *b == b'.').count();
                    root = PathRoot::Relative(u8::try_from(dots).unwrap_or(u8::MAX));
                }
                _ => path = Some(part),
            });
        }
        let mut segments = path.map(|path| self.segments(path)).unwrap_or_default();
        if Kind::of(node) == Kind::FutureImport {
            segments = vec![Name::new("__future__")];
        }
        let mut is_first = true;
        self.each_child(node, |walker, entry| {
            if Some(entry) == module {
                return;
            }
            let is_wildcard = Kind::of(entry) == Kind::WildcardImport;
            let (name_node, alias) = walker.import_entry(entry);
            let name = name_node.map(|name| walker.name(name)).filter(|name| !name.is_empty());
            if !is_wildcard && name.is_none() {
                return;
            }
            let local = alias.map(|alias| walker.name(alias)).or(name);
            let import = walker.add_import(root, segments.clone(), name, local);
            if is_wildcard && let Some(entry) = walker.builder.item().body.imports.last_mut() {
                entry.wildcard = true;
                entry.re_export = true;
            }
            if std::mem::take(&mut is_first)
                && let Some(path) = path
            {
                walker.segment_mentions(path, import);
            }
            if let Some(name_node) = name_node {
                walker.mention(name_node, ReferenceRole::Import, ReferenceTarget::Imported(import), None);
            }
        });
        // `from a.b import` half typed: the module is named all the same.
        if is_first && let Some(path) = path {
            let import = self.add_import(root, segments, None, None);
            self.segment_mentions(path, import);
        }
    }

    /// The (dotted) name and the alias of one entry of an import.
    fn import_entry(&mut self, entry: Node<'w>) -> (Option<Node<'w>>, Option<Node<'w>>) {
        match Kind::of(entry) {
            Kind::DottedName => (Some(entry), None),
            Kind::AliasedImport => {
                let alias = child(entry, FIELD.alias).filter(|alias| alias.end_byte() > alias.start_byte());
                (child(entry, FIELD.name), alias)
            }
            _ => (None, None),
        }
    }

    fn segments(&mut self, path: Node<'_>) -> Vec<Name> {
        let mut segments = Vec::new();
        self.each_child(path, |walker, segment| {
            if Kind::of(segment) == Kind::Identifier && segment.end_byte() > segment.start_byte() {
                segments.push(walker.name(segment));
            }
        });
        segments
    }

    fn segment_mentions(&mut self, path: Node<'_>, import: u32) {
        let mut segment = 0;
        self.each_child(path, |walker, name| {
            if Kind::of(name) == Kind::Identifier && name.end_byte() > name.start_byte() {
                let target = ReferenceTarget::ImportSegment { import, segment };
                walker.mention(name, ReferenceRole::Import, target, None);
                segment = segment.saturating_add(1);
            }
        });
    }

    /// Adds an import that binds `local` here, or nothing.
    fn add_import(
        &mut self,
        root: PathRoot,
        segments: Vec<Name>,
        name: Option<Name>,
        local: Option<Name>,
    ) -> u32 {
        let frame = self.frame();
        let scope = frame.scope;
        let is_module_level = frame.kind == FrameKind::Module;
        if let Some(local) = local
            && frame.kind != FrameKind::Function
        {
            frame.members.entry(local).or_insert(None);
        }
        let path = ImportPath { root, segments: segments.into() };
        let exported = local.filter(|_| is_module_level);
        self.builder.import(Import {
            scope,
            path,
            name,
            local,
            exported,
            wildcard: false,
            re_export: false,
            own: false,
        })
    }
}
