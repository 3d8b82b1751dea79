//! Names: locals, enclosing items, the module, its imports, the prelude.

use std::sync::Arc;

use lockstep_facts::{
    DefinitionFlags, ExpressionId, ImportPath, Name, ScopeId, ScopeKind, SymbolId, SymbolKind,
};
use smallvec::{SmallVec, smallvec};

use crate::FileId;
use crate::file::{FileNode, ImportPlace, is_header, module_path};
use crate::key::Key;
use crate::members::Use;
use crate::parts::bare_name;
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::{MethodSpace, Repeated, TypeScope, rules};
use crate::types::{Type, TypeSet};
use crate::visits::Visit;

/// From how many bindings on an item's are looked up in an index.
const MANY_BINDINGS: usize = 64;

/// Which of a language's namespaces a name is looked up in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Space {
    Value,
    /// What can be called, where methods have a namespace of their own.
    Callable,
    Type,
    Macro,
    Any,
}

/// What a name means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nothing, as far as is known.
    #[default]
    Nothing,
    /// Binding `binding` of item `item` of the same file.
    Binding { item: u32, binding: u32 },
    /// A type parameter of this definition or `impl`.
    Parameter(SymbolId, Name),
    /// These symbols: definitions, inline modules, whole files.
    Symbols(SmallVec<[SymbolId; 2]>),
    /// A scope that files share, as a whole: a namespace.
    Scope(Name),
    /// Something outside the workspace.
    External,
}

impl Found {
    pub(crate) fn symbol(symbol: SymbolId) -> Found {
        Found::Symbols(smallvec![symbol])
    }

    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self, Found::Nothing)
    }
}

impl<'g> Resolver<'g> {
    /// Looks `name` up from `spot` of `env` outward.
    pub(crate) fn lookup(&mut self, env: Env<'g>, spot: Spot, name: Name, space: Space) -> Found {
        let spellings = self.rules(env.node).spellings(name);
        let Some((last, others)) = spellings.split_last() else {
            return self.lookup_outward(env, spot, name, space);
        };
        for other in others {
            let found = self.lookup_outward(env, spot, *other, space);
            if !matches!(found, Found::Nothing | Found::External) {
                return found;
            }
        }
        self.lookup_outward(env, spot, *last, space)
    }

    fn lookup_outward(&mut self, env: Env<'g>, spot: Spot, name: Name, space: Space) -> Found {
        let rules = self.rules(env.node);
        let (mut at, mut spot, mut first, mut through_function) = (env, spot, true, false);
        loop {
            if let Some(binding) = self.visible_binding(at, spot, name, space, rules.hoists_locals()) {
                return Found::Binding { item: at.index, binding };
            }
            if let Some(parameters) = type_parameters(at)
                && !matches!(space, Space::Macro | Space::Callable)
                && parameters.iter().any(|p| p.name == name)
            {
                let owner = self.parameter_owner(at, name).anchor();
                return Found::Parameter(self.whole(owner), name);
            }
            let module = module_path(at.item);
            if module.is_none() {
                let found = self.local_import(at, spot, name, space);
                if !found.is_nothing() {
                    return found;
                }
                let is_type = at.item.definition.as_ref().is_some_and(|d| d.kind.is_type());
                // What a type derives from is not looked for in the type: it would ask for what it derives from.
                if is_type
                    && rules.type_scope() == TypeScope::OwnThenOutside
                    && space != Space::Macro
                    && !spot.is_in_header(at.item)
                    && let Some(found) = self.members_in_scope(at, at.anchor(), name, space)
                {
                    return found;
                }
                let sees_members = !is_type
                    || (rules.type_scope() == TypeScope::Direct
                        && (first || !through_function || space == Space::Type));
                if rules.type_scope() == TypeScope::Inherited && has_body(at) {
                    if !spot.is_in_header(at.item) {
                        let found = self.lookup_in_type(at, name, space);
                        if !found.is_nothing() {
                            return found;
                        }
                    }
                } else if at.item.definition.is_some() && sees_members {
                    self.record(Key::definition(at.node.path, at.item.path, name));
                    let items = at.node.members_named(at.item.path, name);
                    let nested = match rules.blocks_bound_definitions() {
                        true => self.selected(at.node, &in_blocks(at, spot.scope, items), space),
                        false => self.selected(at.node, items, space),
                    };
                    if !nested.is_nothing() {
                        return nested;
                    }
                }
                if rules.type_scope() == TypeScope::OwnThenOutside
                    && let Some(found) = self.outside_member(at, name, space)
                {
                    return found;
                }
                let in_header = spot.scope.is_some_and(|scope| is_header(at.item, scope));
                through_function |=
                    !in_header && at.item.definition.as_ref().is_some_and(|d| d.kind.is_callable());
            }
            if let Some(module) = module {
                let found = self.lookup_in_module(at.node, module, name, space);
                if !found.is_nothing() {
                    return found;
                }
                if !module.is_empty() && !rules.modules_see_outside() {
                    if space == Space::Macro
                        && let Some((parent, parent_spot)) = self.parent(at)
                    {
                        (at, spot, first) = (parent, parent_spot, false);
                        continue;
                    }
                    break;
                }
            }
            match self.parent(at) {
                Some((parent, parent_spot)) => (at, spot, first) = (parent, parent_spot, false),
                None if module.is_some_and(|m| m.is_empty()) => break,
                None => {
                    let found = self.lookup_in_module(at.node, Name::empty(), name, space);
                    if !found.is_nothing() {
                        return found;
                    }
                    break;
                }
            }
        }
        self.lookup_global(env, name, space)
    }

    /// `name` among the members of the type that `at` is, inherited ones too.
    fn lookup_in_type(&mut self, at: Env<'g>, name: Name, space: Space) -> Found {
        if space == Space::Macro {
            return Found::Nothing;
        }
        let receiver = Type::Class(self.whole(at.anchor()), None);
        self.members_used(at, &receiver, name, Use::of(space)).map_or(Found::Nothing, Found::Symbols)
    }

    /// `name` as a member defined outside of its type sees it without a receiver: among the members of the type, then where
    /// the type stands.
    fn outside_member(&mut self, at: Env<'g>, name: Name, space: Space) -> Option<Found> {
        at.item.definition.as_ref()?;
        let block = at.item.implementation.as_ref()?;
        if space == Space::Macro || self.owning.contains(&at.anchor()) {
            return None;
        }
        let owners = self.owners(at, block.self_type);
        for owner in owners.iter() {
            let Type::Instance(class, _) = owner else { continue };
            if let Some(members) = self.members_in_scope(at, *class, name, space) {
                return Some(members);
            }
        }
        None
    }

    /// The types that a member defined outside of its type belongs to: every name in it asks for them.
    fn owners(&mut self, at: Env<'g>, self_type: ExpressionId) -> TypeSet {
        let key = (at.node.path, at.index);
        if let Some((known, keys)) = self.owner_types.get(&key) {
            let (known, keys) = (known.clone(), Arc::clone(keys));
            self.record_all(&keys);
            return known;
        }
        // Inside of another look-up it may be less than there is.
        let by_itself = self.owning.is_empty() && self.visits.none_open();
        // How deep the question stands in another expression must not show in the answer.
        let outer_depth = std::mem::take(&mut self.depth);
        // The name of the type itself is not looked for in it.
        self.owning.push(at.anchor());
        let ((owners, mut keys), is_its_own) =
            self.apart(|r| r.recorded(|r| r.type_of_type(at, Spot::END, self_type)));
        self.owning.pop();
        self.depth = outer_depth;
        self.record_all(&keys);
        if by_itself && is_its_own {
            keys.sort_unstable();
            keys.dedup();
            self.owner_types.insert(key, (owners.clone(), keys.into()));
        }
        owners
    }

    /// `name` among the members of a type, seen from inside: constructors are not called by their name.
    fn members_in_scope(&mut self, at: Env<'g>, class: SymbolId, name: Name, space: Space) -> Option<Found> {
        let mut members = self.members_of_type(at, &Type::Class(class, None), name)?;
        members.retain(|symbol| {
            let d = self.env(*symbol).and_then(|env| env.item.definition.as_ref());
            d.is_some_and(|d| match space {
                Space::Type => d.kind.is_type(),
                _ => d.kind != SymbolKind::Constructor,
            })
        });
        (!members.is_empty()).then_some(Found::Symbols(members))
    }

    /// Who owns type parameter `name` as seen in `at`: a method's where clause may only add to a parameter further out.
    fn parameter_owner(&mut self, at: Env<'g>, name: Name) -> Env<'g> {
        if self.rules(at.node).type_parameters_shadow() {
            return at;
        }
        let mut owner = at;
        let mut current = at;
        while let Some((parent, _)) = self.parent(current) {
            // A function inside a function has parameters of its own.
            if parent.item.definition.as_ref().is_some_and(|d| d.kind.is_callable()) {
                break;
            }
            if type_parameters(parent).is_some_and(|list| list.iter().any(|p| p.name == name)) {
                owner = parent;
            }
            current = parent;
        }
        owner
    }

    /// The local of this name that is seen from `spot`.
    fn visible_binding(
        &mut self,
        at: Env<'g>,
        spot: Spot,
        name: Name,
        space: Space,
        hoists: bool,
    ) -> Option<u32> {
        if space == Space::Macro
            || (space == Space::Callable && self.rules(at.node).method_space() == MethodSpace::Apart)
        {
            return None;
        }
        let mut best: Option<(bool, ScopeId, u32, u32)> = None;
        for index in self.bindings_named(at, name) {
            let binding = &at.item.body.bindings[index as usize];
            if !in_scope(at, spot.scope, binding.scope) {
                continue;
            }
            let kind = at.item.body.scopes.get(usize::from(binding.scope.0)).map(|s| s.kind);
            let is_type = kind == Some(ScopeKind::Types);
            if is_type != (space == Space::Type) && space != Space::Any && (is_type || !hoists) {
                continue;
            }
            let visible = binding.visible_from <= spot.position;
            if !visible && !hoists {
                continue;
            }
            // Deeper scopes have higher numbers along one chain of parents; of one scope the last visible one wins.
            let rank = (visible, binding.scope, binding.visible_from, index);
            if best.is_none_or(|best| rank > best) {
                best = Some(rank);
            }
        }
        best.map(|(.., index)| index)
    }

    /// The item's bindings of this name, in text order.
    fn bindings_named(&mut self, at: Env<'g>, name: Name) -> SmallVec<[u32; 4]> {
        let bindings = &at.item.body.bindings;
        let found = || (0..).zip(bindings).filter(|(_, b)| b.name == name).map(|(index, _)| index).collect();
        if bindings.len() < MANY_BINDINGS {
            return found();
        }
        // An index is worth its making from the second look-up on.
        let Some(index) = self.bindings_by_name.get_mut(&(at.node.path, at.index)) else {
            self.bindings_by_name.insert((at.node.path, at.index), None);
            return found();
        };
        let index = index.get_or_insert_with(|| {
            let mut index: Vec<(u64, u32)> =
                (0..).zip(bindings).map(|(index, b)| (b.name.hash64(), index)).collect();
            index.sort_unstable();
            index.into()
        });
        let hash = name.hash64();
        let first = index.partition_point(|(other, _)| *other < hash);
        let same = index[first..].iter().take_while(|(other, _)| *other == hash).map(|(_, index)| *index);
        same.filter(|index| bindings[*index as usize].name == name).collect()
    }

    /// What no scope of the file knows: names visible everywhere, crates and packages, the prelude.
    fn lookup_global(&mut self, env: Env<'g>, name: Name, space: Space) -> Found {
        let rules = self.rules(env.node);
        let found = rules.global(self, env, name, space);
        if !found.is_nothing() {
            return found;
        }
        self.lookup_in_prelude(env.node, Name::empty(), name, space)
    }

    /// The prelude file of `node`'s language.
    pub(crate) fn prelude(&self, node: &FileNode) -> Option<&'g FileNode> {
        let file = self.graph.file_at(node.facts.language.family().prelude_path())?;
        self.graph.file(file).map(|node| &**node)
    }

    /// `name` in `container` of the prelude.
    pub(crate) fn lookup_in_prelude(
        &mut self,
        node: &FileNode,
        container: Name,
        name: Name,
        space: Space,
    ) -> Found {
        let Some(prelude) = self.prelude(node) else { return Found::Nothing };
        if self.rules(node).types_differ_by_arity() {
            let symbols = self.of_arity(prelude, prelude.members_named(container, bare_name(name)), name);
            return symbols.first().map_or(Found::Nothing, |symbol| Found::symbol(*symbol));
        }
        match select(prelude, prelude.members_named(container, name), space) {
            Some(symbol) => Found::symbol(symbol),
            None if container.is_empty() => self.prelude_import(prelude, name, space),
            None => Found::Nothing,
        }
    }

    fn prelude_import(&mut self, prelude: &'g FileNode, name: Name, space: Space) -> Found {
        match self.graph.file(prelude.id) {
            Some(node) => self.lookup_in_module(node, Name::empty(), name, space),
            None => Found::Nothing,
        }
    }

    /// An import or wildcard inside a function.
    fn local_import(&mut self, at: Env<'g>, spot: Spot, name: Name, space: Space) -> Found {
        let mut module = None;
        for (index, import) in at.item.body.imports.iter().enumerate() {
            if (import.local != Some(name) && !import.wildcard) || !in_scope(at, spot.scope, import.scope) {
                continue;
            }
            let place = ImportPlace { item: at.index, import: index as u32 };
            // Its path is seen from the module around, not from the function.
            let module = *module.get_or_insert_with(|| enclosing_module(at));
            let found = if import.wildcard {
                self.wildcard_target(at.node, module, place, name, space)
            } else {
                self.import_target(at.node, module, place, space)
            };
            if !found.is_nothing() {
                return found;
            }
        }
        Found::Nothing
    }

    /// `name` at the top level of module `module` of `node`, seen from inside.
    pub(crate) fn lookup_in_module(
        &mut self,
        node: &'g Arc<FileNode>,
        module: Name,
        name: Name,
        space: Space,
    ) -> Found {
        if let Some(found) = self.rules(node).module_names(self, node, module, name, space) {
            return found;
        }
        self.record(Key::definition(node.path, module, name));
        let own = self.selected(node, node.members_named(module, name), space);
        self.record(Key::import(node.path, name));
        if !own.is_nothing() {
            // A module yields to a value of its name that is imported.
            if space == Space::Value && self.rules(node).has_impls() && self.is_module(&own) {
                for place in node.imports_named(module, name) {
                    let imported = self.import_target(node, module, *place, space);
                    if matches!(imported, Found::Symbols(_)) && !self.is_module(&imported) {
                        return imported;
                    }
                }
            }
            let mut own = own;
            if self.all_conditional(&own) {
                for place in node.imports_named(module, name) {
                    let imported = self.import_target(node, module, *place, space);
                    self.add_alternatives(node, &mut own, imported);
                }
                let rules = self.rules(node);
                if rules.has_includes()
                    && let Some(scope) = node.shared_scope(module)
                {
                    let shared = self.shared(scope, name, space);
                    let seen = rules.seen_from(self, node, shared);
                    self.add_alternatives(node, &mut own, seen);
                }
            }
            return own;
        }
        let (mut known, mut weak) = (Found::Nothing, Found::Nothing);
        for place in node.imports_named(module, name) {
            match self.import_target(node, module, *place, space) {
                Found::Nothing => {}
                Found::External => weak = Found::External,
                found if known.is_nothing() => known = found,
                found => self.add_alternatives(node, &mut known, found),
            }
            if !known.is_nothing() && self.rules(node).repeated() == Repeated::First {
                break;
            }
        }
        if !known.is_nothing() {
            return known;
        }
        // A name that is imported is that import, whether or not we know what it leads to.
        if !node.imports_named(module, name).is_empty() && space != Space::Macro {
            let all_own =
                node.imports_named(module, name).iter().all(|p| node.import(*p).is_some_and(|i| i.own));
            if !all_own {
                return if weak.is_nothing() { Found::External } else { weak };
            }
        }
        // Which scope that is changes with the file's wildcards.
        self.record(Key::wildcard(node.path));
        let rules = self.rules(node);
        if let Some(scope) = node.shared_scope(module) {
            let found = self.shared(scope, name, space);
            let found = rules.seen_from(self, node, found);
            if !found.is_nothing() {
                return found;
            }
        }
        for place in node.wildcards(module) {
            // What is included is seen by what it shares.
            if rules.has_includes() && node.import(*place).is_some_and(|import| import.re_export) {
                continue;
            }
            let found = self.wildcard_target(node, module, *place, name, space);
            if !found.is_nothing() {
                return found;
            }
        }
        Found::Nothing
    }

    fn is_module(&self, found: &Found) -> bool {
        let Found::Symbols(symbols) = found else { return false };
        symbols.iter().all(|symbol| {
            self.graph.file_of(*symbol).is_some()
                || self
                    .env(*symbol)
                    .and_then(|e| e.item.definition.as_ref())
                    .is_some_and(|d| d.kind == SymbolKind::Module)
        })
    }

    /// Adds to what a name means what else it means in another build or another run: `#[cfg]`, `try` and `except`. What
    /// is of another sort lives beside it under the same name, and is not meant.
    fn add_alternatives(&self, node: &FileNode, known: &mut Found, more: Found) {
        let (Found::Symbols(known), Found::Symbols(more)) = (known, more) else { return };
        let Some(sort) = known.first().map(|first| self.sort_of(*first)) else { return };
        let any_sort = self.rules(node).repeated() == Repeated::LastStands;
        for symbol in more {
            if !known.contains(&symbol) && (any_sort || self.sort_of(symbol) == sort) {
                known.push(symbol);
            }
        }
    }

    /// Whether all of what a name means is there only on some ways through its module.
    fn all_conditional(&self, found: &Found) -> bool {
        let Found::Symbols(symbols) = found else { return false };
        symbols.iter().all(|symbol| self.env(*symbol).is_some_and(|env| is_conditional(env.node, env.index)))
    }

    /// Whether a symbol is a macro, a module or a type.
    fn sort_of(&self, symbol: SymbolId) -> (bool, bool, bool) {
        match self.env(symbol).and_then(|env| env.item.definition.as_ref()) {
            Some(d) => (d.kind == SymbolKind::Macro, d.kind == SymbolKind::Module, d.kind.is_type()),
            None => (false, self.graph.file_of(symbol).is_some(), false),
        }
    }

    /// What `items` of one name mean in `space`: the first that lives there; where a name can stand for several
    /// definitions of which a build or a run has one (`#[cfg]`, `if` and `else`), all of them.
    pub(crate) fn selected(&self, node: &FileNode, items: &[u32], space: Space) -> Found {
        let is_certain = |item: &u32| !is_conditional(node, *item);
        let items = match items.iter().rposition(is_certain) {
            Some(last) if self.rules(node).repeated() == Repeated::LastStands => &items[last..],
            _ => items,
        };
        let Some(first) = select(node, items, space) else { return Found::Nothing };
        if items.len() == 1 || self.rules(node).repeated() == Repeated::First {
            return Found::symbol(first);
        }
        let mut found = Found::symbol(first);
        let all = items.iter().filter_map(|item| node.symbol(*item)).collect();
        self.add_alternatives(node, &mut found, Found::Symbols(all));
        found
    }

    /// What a wildcard import brings for `name`.
    fn wildcard_target(
        &mut self,
        node: &'g Arc<FileNode>,
        module: Name,
        place: ImportPlace,
        name: Name,
        space: Space,
    ) -> Found {
        let Some(import) = node.import(place) else { return Found::Nothing };
        let rules = self.rules(node);
        // The names of its path are not looked for in what it brings itself.
        let visit = Visit::Wildcard(node.id, place);
        let modules = self.visit(visit, |r| rules.module(r, node, module, &import.path));
        let Found::Symbols(modules) = modules else { return Found::Nothing };
        for target in modules {
            // With a name of its own as well, it brings the module, called as the module says.
            let found = match import.local {
                Some(_) => self.package_named(target, name),
                None => self.export(target, name, space, true),
            };
            if !found.is_nothing() {
                return found;
            }
        }
        Found::Nothing
    }

    /// A package, if it calls itself `name`.
    fn package_named(&self, package: SymbolId, name: Name) -> Found {
        let node = self.graph.file_of(package).and_then(|file| self.graph.file(file));
        let called = node.and_then(|node| self.rules(node).package_name(&node.facts));
        if called == Some(name) { Found::symbol(package) } else { Found::Nothing }
    }

    /// What one import names.
    pub(crate) fn import_target(
        &mut self,
        node: &'g Arc<FileNode>,
        module: Name,
        place: ImportPlace,
        space: Space,
    ) -> Found {
        let Some(import) = node.import(place) else { return Found::Nothing };
        // The place and not the name: `use a::a` leads on through its own name.
        let visit = Visit::Import(node.id, place);
        self.visit(visit, |r| r.import_target_unguarded(node, module, import, space))
    }

    fn import_target_unguarded(
        &mut self,
        node: &'g Arc<FileNode>,
        module: Name,
        import: &'g lockstep_facts::Import,
        space: Space,
    ) -> Found {
        if import.own {
            let Some(name) = import.name else { return Found::symbol(node.file_symbol()) };
            return self.lookup_in_module(node, module, name, space);
        }
        let rules = self.rules(node);
        let Some(name) = import.name else { return rules.module(self, node, module, &import.path) };
        match rules.module(self, node, module, &import.path) {
            Found::Symbols(modules) => {
                let mut external = false;
                for target in modules {
                    match self.export(target, name, space, false) {
                        Found::Nothing => {}
                        Found::External => external = true,
                        found => return rules.seen_from(self, node, found),
                    }
                }
                if external { Found::External } else { Found::Nothing }
            }
            Found::Scope(scope) => rules.scope_member(self, node, scope, name, space),
            found => found,
        }
    }

    /// `name` of a module (or type) as others see it. `wildcard`: through a wildcard import.
    pub(crate) fn export(&mut self, of: SymbolId, name: Name, space: Space, wildcard: bool) -> Found {
        let Some(place) = self.module_place(of) else {
            return self.static_member(of, name, space);
        };
        let (node, module) = place;
        let rules = self.rules(node);
        let visit = Visit::Export(node.id, module, name, space);
        self.visit_once(visit, wildcard, |r| rules.export(r, node, module, name, space, wildcard))
    }

    /// The file and module path behind a module's symbol; none if it is no module.
    pub(crate) fn module_place(&mut self, symbol: SymbolId) -> Option<(&'g Arc<FileNode>, Name)> {
        if let Some(file) = self.graph.file_of(symbol) {
            return Some((self.graph.file(file)?, Name::empty()));
        }
        let env = self.env(symbol)?;
        let d = env.item.definition.as_ref()?;
        if d.kind != SymbolKind::Module {
            return None;
        }
        if d.flags.has(DefinitionFlags::FILE_MODULE) {
            self.record(Key::type_of(symbol.0));
            let rules = self.rules(env.node);
            let file = rules.file_of_module(self, env)?;
            return Some((self.graph.file(file)?, Name::empty()));
        }
        Some((env.node, env.item.path))
    }

    /// The file at `path`; found or not, that it was looked for is written down.
    pub(crate) fn file_at(&mut self, path: &str) -> Option<FileId> {
        self.record(Key::module(path));
        self.graph
            .file_at(Name::known(path)?)
            .filter(|file| self.graph.file(*file).is_some_and(|n| !n.external))
    }

    /// The first of these files that exists.
    pub(crate) fn first_file(&mut self, paths: impl IntoIterator<Item = String>) -> Option<FileId> {
        paths.into_iter().find_map(|path| self.file_at(&path))
    }

    /// The symbol of a file as a whole.
    pub(crate) fn file_symbol(&self, file: FileId) -> Found {
        self.graph.file(file).map_or(Found::Nothing, |node| Found::symbol(node.file_symbol()))
    }

    /// The module that the first `count` segments of `path` lead to.
    pub(crate) fn module_prefix(
        &mut self,
        node: &'g Arc<FileNode>,
        module: Name,
        path: &ImportPath,
        count: usize,
    ) -> Found {
        let prefix =
            ImportPath { root: path.root, segments: path.segments.iter().take(count).copied().collect() };
        self.rules(node).module(self, node, module, &prefix)
    }
}

/// The first of `items` that lives in `space`.
pub(crate) fn select(node: &FileNode, items: &[u32], space: Space) -> Option<SymbolId> {
    let macros_are_names = rules(node.facts.language.family()).macros_are_names();
    let fits = |item: &&u32| {
        let Some(d) = node.item(**item).and_then(|i| i.definition.as_ref()) else { return false };
        match space {
            Space::Any => true,
            Space::Value | Space::Type if macros_are_names && d.kind == SymbolKind::Macro => true,
            Space::Macro => d.kind == SymbolKind::Macro,
            Space::Callable => matches!(d.kind, SymbolKind::Function | SymbolKind::Method),
            Space::Type => d.kind.is_type() || d.kind == SymbolKind::Module,
            Space::Value => d.kind != SymbolKind::Macro && !d.flags.has(DefinitionFlags::TYPE_ONLY),
        }
    };
    let strict = items.iter().find(fits);
    let chosen = match (strict, space) {
        (Some(item), Space::Value) => {
            // A module yields to a value of its name (Rust); a type is one (Python, constructors).
            let is_module = |i: &u32| {
                node.item(*i)
                    .and_then(|i| i.definition.as_ref())
                    .is_some_and(|d| d.kind == SymbolKind::Module)
            };
            if is_module(item) {
                items.iter().filter(fits).find(|i| !is_module(i)).or(Some(item))
            } else {
                Some(item)
            }
        }
        (Some(item), _) => Some(item),
        // A name that exists only in the other namespace is better than none: aliases, type-valued variables.
        (None, Space::Type | Space::Value) => items.iter().find(|item| {
            node.item(**item).and_then(|i| i.definition.as_ref()).is_some_and(|d| d.kind != SymbolKind::Macro)
        }),
        (None, _) => None,
    };
    node.symbol(*chosen?)
}

/// Whether members stand in what `at` defines: a type, or a constant of an enum with a body.
fn has_body(at: Env<'_>) -> bool {
    let d = at.item.definition.as_ref();
    d.is_some_and(|d| d.kind.is_type() || d.kind == SymbolKind::EnumMember)
}

fn type_parameters<'g>(at: Env<'g>) -> Option<&'g [lockstep_facts::TypeParameter]> {
    let definition = at.item.definition.as_ref().map(|d| &d.type_parameters[..]);
    definition.or(at.item.implementation.as_ref().map(|block| &block.type_parameters[..]))
}

/// The path of the module that `env` stands in: empty for the file's top level.
pub(crate) fn enclosing_module(env: Env<'_>) -> Name {
    let mut at = env;
    loop {
        if let Some(module) = module_path(at.item) {
            return module;
        }
        match at.parent() {
            Some((parent, _)) => at = parent,
            None => return Name::empty(),
        }
    }
}

fn in_scope(at: Env<'_>, inner: Option<ScopeId>, outer: ScopeId) -> bool {
    let Some(mut scope) = inner else { return true };
    loop {
        if scope == outer {
            return true;
        }
        match at.item.body.scopes.get(usize::from(scope.0)).and_then(|s| s.parent) {
            Some(parent) if parent < scope => scope = parent,
            _ => return false,
        }
    }
}

/// Of definitions in a function, those of the innermost block around `scope` that has any.
fn in_blocks(at: Env<'_>, scope: Option<ScopeId>, items: &[u32]) -> SmallVec<[u32; 2]> {
    let block = |item: &u32| match at.node.item(*item).and_then(|item| item.lexical_parent) {
        Some((parent, block)) if parent == at.item.path => in_scope(at, scope, block).then_some(block),
        _ => Some(ScopeId(0)),
    };
    let innermost = items.iter().filter_map(block).max();
    items.iter().copied().filter(|item| block(item).is_some() && block(item) == innermost).collect()
}

/// Whether an item is a definition that is made only on some ways through its module.
fn is_conditional(node: &FileNode, item: u32) -> bool {
    let definition = node.item(item).and_then(|item| item.definition.as_ref());
    definition.is_some_and(|d| d.flags.has(DefinitionFlags::CONDITIONAL))
}
