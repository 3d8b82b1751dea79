//! C and C++: names are shared through includes and namespaces, what is declared here is defined there.

use std::sync::Arc;

use lockstep_facts::{
    CallShape, Confidence, Definition, DefinitionFlags, Expression, ExpressionId, FileFacts, ImportPath,
    LiteralKind, Name, Parameter, ParameterKind, PathRoot, SymbolId, SymbolKind, Visibility,
};
use smallvec::SmallVec;

use crate::call::accepts;
use crate::file::FileNode;
use crate::infer::LiteralCollection;
use crate::key::Key;
use crate::lookup::{Found, Space};
use crate::members::Symbols;
use crate::resolve::Targets;
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::{Repeated, Rules, SameNamed, TypeScope, first_argument, folder, method_result};
use crate::types::{Type, TypeSet};

pub(crate) struct C;

impl Rules for C {
    fn module<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        module: Name,
        path: &ImportPath,
    ) -> Found {
        let Some((first, rest)) = path.segments.split_first() else {
            return Found::symbol(node.file_symbol());
        };
        if path.root == PathRoot::Crate || first.as_str().contains(['.', '/']) {
            return match r.include_target(node, path.root, first.as_str()) {
                Some(file) => r.file_symbol(file),
                None => Found::External,
            };
        }
        let mut found = match path.root {
            PathRoot::Global => r.lookup_in_module(node, Name::empty(), *first, Space::Any),
            _ => namespace_seen_from(r, node, module, *first),
        };
        if found.is_nothing() {
            found = r.lookup_in_prelude(node, Name::empty(), *first, Space::Any);
        }
        for segment in rest {
            let Found::Symbols(symbols) = &found else { return found };
            let Some(symbol) = symbols.first().copied() else { return Found::Nothing };
            let next = r.export(symbol, *segment, Space::Type, false);
            found = self.seen_from(r, node, next);
        }
        found
    }

    fn export<'g>(
        &self,
        r: &mut Resolver<'g>,
        node: &'g Arc<FileNode>,
        module: Name,
        name: Name,
        space: Space,
        wildcard: bool,
    ) -> Found {
        if wildcard && module.is_empty() {
            // A file that is included in the middle of another.
            r.record(Key::definition(node.path, module, name));
            return r.selected(node, node.members_named(module, name), space);
        }
        if let Some(scope) = node.shared_scope(module) {
            let found = r.shared(scope, name, space);
            if !found.is_nothing() {
                return found;
            }
        }
        // Names brought in by `using`, in this part of the namespace.
        r.lookup_in_module(node, module, name, space)
    }

    fn shared_scope(&self, _path: &str, _facts: &FileFacts, module: &[Name]) -> Option<Name> {
        let names: Vec<&str> = module.iter().map(|name| name.as_str()).collect();
        Some(Name::new(&format!("c::{}", names.join("::"))))
    }

    fn seen_from<'g>(&self, r: &mut Resolver<'g>, node: &'g Arc<FileNode>, found: Found) -> Found {
        let Found::Symbols(symbols) = &found else { return found };
        if symbols.len() == 1 && r.env(symbols[0]).is_some_and(|env| env.node.id == node.id) {
            return found;
        }
        let placed: SmallVec<[(SymbolId, Env<'g>); 4]> =
            symbols.iter().filter_map(|symbol| Some((*symbol, r.env(*symbol)?))).collect();
        // Every part of a namespace stands for all of it.
        if let Some((first, _)) = placed.iter().find(|(_, env)| is_namespace(*env)) {
            return Found::symbol(*first);
        }
        let mut own: Symbols = symbols_where(&placed, |env| env.node.id == node.id);
        let is_certain = |symbol: &SymbolId| {
            r.env(*symbol)
                .and_then(|env| env.item.definition.as_ref())
                .is_some_and(|d| !d.flags.has(DefinitionFlags::CONDITIONAL))
        };
        if own.iter().any(is_certain) {
            return Found::Symbols(own);
        }
        let included = r.included(node);
        let seen = symbols_where(&placed, |env| {
            env.node.external || included.value.binary_search(&env.node.id.0).is_ok()
        });
        // What is there on one condition can be what is included on another.
        own.extend(seen);
        if !own.is_empty() {
            return Found::Symbols(own);
        }
        // What is included is read once for each file that includes it: it sees what stands there.
        let mut around = Symbols::new();
        for (symbol, env) in &placed {
            if r.included(env.node).value.binary_search(&node.id.0).is_ok() {
                around.push(*symbol);
            }
        }
        if !around.is_empty() {
            return Found::Symbols(around);
        }
        let others: SmallVec<[(SymbolId, Env<'g>); 4]> = placed
            .into_iter()
            .filter(|(_, env)| {
                env.item.definition.as_ref().is_some_and(|d| d.visibility != Visibility::Private)
            })
            .collect();
        let all: Symbols = others.iter().map(|(symbol, _)| *symbol).collect();
        let defined = r.all_defined(&all);
        if defined.len() <= 1 {
            return if defined.is_empty() { Found::Nothing } else { Found::Symbols(defined) };
        }
        let here = folder(node.path.as_str());
        let beside = symbols_where(&others, |env| folder(env.node.path.as_str()) == here);
        Found::Symbols(if beside.is_empty() { defined } else { beside })
    }

    fn has_includes(&self) -> bool {
        true
    }

    fn has_declarations(&self) -> bool {
        true
    }

    fn first_part_stands(&self) -> bool {
        true
    }

    fn macros_are_names(&self) -> bool {
        true
    }

    fn definitions<'g>(&self, r: &mut Resolver<'g>, declaration: Env<'g>) -> Symbols {
        let Some(d) = &declaration.item.definition else { return Symbols::new() };
        if let Some(container) = d.container {
            r.record(Key::scope(declaration.node.path, container.path));
        }
        if is_member(declaration, d) {
            return member_definitions(r, declaration, d);
        }
        let container = d.container.map_or(Name::empty(), |c| c.path);
        let Some(scope) = declaration.node.shared_scope(container) else { return Symbols::new() };
        r.record(Key::shared(scope, d.name));
        let files = r.graph.sharing.files(Key::shared(scope, d.name));
        let mut found: SmallVec<[Env<'g>; 4]> = SmallVec::new();
        for node in r.graph.nodes_by_path(files) {
            let own = node.id == declaration.node.id;
            let items = node.shared_definitions(scope, d.name);
            for env in items.iter().filter_map(|item| Env::new(node, *item)) {
                let Some(other) = &env.item.definition else { continue };
                let seen =
                    own || (d.visibility != Visibility::Private && other.visibility != Visibility::Private);
                if seen && !other.flags.has(DefinitionFlags::DECLARATION) && sort(other.kind) == sort(d.kind)
                {
                    found.push(env);
                }
            }
        }
        let own: SmallVec<[Env<'g>; 4]> =
            found.iter().filter(|env| env.node.id == declaration.node.id).copied().collect();
        if !own.is_empty() {
            return matching(r, declaration, d, &own);
        }
        if found.len() > 1 {
            let mut nearer: SmallVec<[Env<'g>; 4]> = SmallVec::new();
            for env in &found {
                if r.included(env.node).value.binary_search(&declaration.node.id.0).is_ok() {
                    nearer.push(*env);
                }
            }
            if nearer.is_empty() {
                let here = folder(declaration.node.path.as_str());
                nearer.extend(found.iter().filter(|env| folder(env.node.path.as_str()) == here).copied());
            }
            if !nearer.is_empty() {
                found = nearer;
            }
        }
        matching(r, declaration, d, &found)
    }

    fn choose<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        spot: Spot,
        callee: ExpressionId,
        call: &CallShape,
        targets: Targets,
    ) -> Targets {
        if call.spread {
            return targets;
        }
        let count = usize::from(call.arguments);
        let fits: Targets = targets
            .iter()
            .filter(|target| {
                let d = r.env(target.symbol).and_then(|env| env.item.definition.as_ref());
                d.is_some_and(|d| !d.kind.is_callable() || accepts(&d.parameters, count))
            })
            .copied()
            .collect();
        if fits.len() <= 1 {
            return if fits.is_empty() { targets } else { fits };
        }
        let mut fits = by_argument_types(r, env, spot, callee, fits);
        if are_several(r, &fits) {
            fits.iter_mut().for_each(|target| target.confidence = Confidence::Ambiguous);
        }
        fits
    }

    fn same_named(&self) -> SameNamed {
        SameNamed::All
    }

    fn type_scope(&self) -> TypeScope {
        TypeScope::OwnThenOutside
    }

    fn repeated(&self) -> Repeated {
        Repeated::Alternatives
    }

    fn can_construct(&self, constructor: &Definition, call: &CallShape) -> bool {
        constructor.kind != SymbolKind::Constructor
            || accepts(&constructor.parameters, usize::from(call.arguments))
    }

    fn literal_type(&self, kind: LiteralKind) -> &'static str {
        match kind {
            LiteralKind::String | LiteralKind::Bytes | LiteralKind::Regex | LiteralKind::Character => {
                "__char"
            }
            LiteralKind::Integer => "__int",
            LiteralKind::Float => "__double",
            LiteralKind::Boolean => "__bool",
            LiteralKind::Null => "__null",
        }
    }

    fn collection_type(&self, _kind: LiteralCollection) -> &'static str {
        "std.initializer_list"
    }

    fn generator_type(&self) -> &'static str {
        "std.initializer_list"
    }

    fn call_method(&self) -> Option<&'static str> {
        Some("operator()")
    }

    fn binary<'g>(
        &self,
        r: &mut Resolver<'g>,
        env: Env<'g>,
        operator: &str,
        left: &TypeSet,
        right: &TypeSet,
    ) -> TypeSet {
        match operator {
            "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" => {
                r.prelude_instance(env, "__bool", Vec::new())
            }
            "," => right.clone(),
            // A pointer and a number, whichever comes first; a stream and what is written to it.
            _ if is_number(r, left) && !right.is_unknown() => right.clone(),
            _ => left.clone(),
        }
    }

    fn through<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, receiver: &Type) -> TypeSet {
        method_result(r, env, receiver, "operator->").unwrap_or_default()
    }

    /// The parts of pairs and tuples. Which field of a class is the first no key says: those are unknown.
    fn part_of<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type, index: usize) -> Option<TypeSet> {
        let Type::Instance(class, arguments) = value else { return None };
        let class = r.env(*class)?;
        if class.node.external && matches!(class.item.path.as_str(), "std.pair" | "std.tuple") {
            return Some(arguments.as_ref().and_then(|all| all.get(index)).cloned().unwrap_or_default());
        }
        r.members_of_type(env, value, Name::new("begin")).is_none().then(TypeSet::unknown)
    }

    fn element<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        if let Some(iterator) = method_result(r, env, value, "begin") {
            let element = iterator.flat_map(|t| method_result(r, env, t, "operator*").unwrap_or_default());
            if !element.is_unknown() {
                return element;
            }
            return first_argument(value).unwrap_or(iterator);
        }
        // An array is not told from what it holds.
        TypeSet::one(value.clone())
    }

    fn index<'g>(&self, r: &mut Resolver<'g>, env: Env<'g>, value: &Type) -> TypeSet {
        method_result(r, env, value, "operator[]").unwrap_or_else(|| TypeSet::one(value.clone()))
    }
}

/// The namespace (or class) `name`, looked for from `module` outwards.
fn namespace_seen_from<'g>(r: &mut Resolver<'g>, node: &'g Arc<FileNode>, module: Name, name: Name) -> Found {
    let mut at = module;
    loop {
        let found = r.lookup_in_module(node, at, name, Space::Type);
        if !found.is_nothing() || at.is_empty() {
            return found;
        }
        r.record(Key::scope(node.path, at));
        let parent = node.item_at(at).and_then(|item| node.item(item)).and_then(|item| item.lexical_parent);
        at = parent.map_or(Name::empty(), |(path, _)| path);
    }
}

fn is_namespace(env: Env<'_>) -> bool {
    env.item.definition.as_ref().is_some_and(|d| d.kind == SymbolKind::Module)
}

fn symbols_where<'g>(placed: &[(SymbolId, Env<'g>)], fits: impl Fn(&Env<'g>) -> bool) -> Symbols {
    placed.iter().filter(|(_, env)| fits(env)).map(|(symbol, _)| *symbol).collect()
}

/// What can stand for one another: functions, types, variables.
fn sort(kind: SymbolKind) -> u8 {
    match kind {
        SymbolKind::Macro => 0,
        SymbolKind::TypeAlias => 1,
        SymbolKind::Module => 2,
        kind if kind.is_callable() => 3,
        kind if kind.is_type() => 4,
        _ => 5,
    }
}

/// Whether a declaration stands in a class, or names one.
fn is_member(env: Env<'_>, d: &Definition) -> bool {
    let in_class = d.container.and_then(|container| env.node.item(env.node.item_at(container.path)?));
    match in_class {
        Some(class) => class.definition.as_ref().is_some_and(|class| class.kind.is_type()),
        None => env.item.implementation.is_some(),
    }
}

/// The definitions outside of its class of a member that is declared in it.
fn member_definitions<'g>(r: &mut Resolver<'g>, declaration: Env<'g>, d: &'g Definition) -> Symbols {
    let Some(container) = d.container else { return Symbols::new() };
    let class = declaration.node.item_at(container.path).and_then(|item| declaration.node.symbol(item));
    let Some(class) = class else { return Symbols::new() };
    r.record(Key::member(container.name, d.name));
    let defining = r.graph.defining.files(d.name);
    let files = r.graph.implementing.files(container.name).iter().copied();
    let files: Vec<u32> = files.filter(|file| defining.binary_search(file).is_ok()).collect();
    let mut found: SmallVec<[Env<'g>; 4]> = SmallVec::new();
    for node in r.graph.nodes_by_path(&files) {
        for env in node.definitions_named(d.name).iter().filter_map(|item| Env::new(node, *item)) {
            let (Some(block), Some(other)) = (&env.item.implementation, &env.item.definition) else {
                continue;
            };
            if block.type_name != container.name || other.flags.has(DefinitionFlags::DECLARATION) {
                continue;
            }
            let owner = r.type_of_type(env, Spot::END, block.self_type);
            if owner.iter().any(|t| matches!(t, Type::Instance(symbol, _) if *symbol == class)) {
                found.push(env);
            }
        }
    }
    matching(r, declaration, d, &found)
}

/// Of `found` what takes what `declaration` takes, where several functions share a name.
fn matching<'g>(r: &mut Resolver<'g>, declaration: Env<'g>, d: &'g Definition, found: &[Env<'g>]) -> Symbols {
    let all = || found.iter().map(|env| env.anchor()).collect();
    if !d.kind.is_callable() || found.is_empty() {
        return all();
    }
    let same_count = |other: &Definition| count(&other.parameters) == count(&d.parameters);
    let siblings = siblings(declaration, d);
    if found.len() == 1 && siblings.len() <= 1 {
        return all();
    }
    let mut fitting: SmallVec<[Env<'g>; 4]> =
        found.iter().filter(|env| env.item.definition.as_ref().is_some_and(same_count)).copied().collect();
    let alike = |env: &Env<'g>| {
        env.item.definition.as_ref().is_some_and(|other| {
            d.parameters.iter().zip(&other.parameters).all(|(a, b)| match (a.declared, b.declared) {
                (Some(a), Some(b)) => spelling(declaration, a) == spelling(*env, b),
                _ => true,
            })
        })
    };
    let same: SmallVec<[Env<'g>; 4]> = fitting.iter().filter(|env| alike(env)).copied().collect();
    if !same.is_empty() {
        fitting = same;
    }
    // What differs by `const` alone, or in other ways that are not looked at, comes in the same order.
    let files = fitting.windows(2).any(|pair| pair[0].node.id != pair[1].node.id);
    if fitting.len() > 1 && !files {
        let mine: SmallVec<[Env<'g>; 4]> = siblings
            .into_iter()
            .filter(|env| env.item.definition.as_ref().is_some_and(same_count) && alike(env))
            .collect();
        if mine.len() == fitting.len()
            && let Some(at) = mine.iter().position(|env| env.index == declaration.index)
        {
            return fitting.get(at).map(|env| env.anchor()).into_iter().collect();
        }
    }
    r.record(Key::type_of(declaration.anchor().0));
    for env in found {
        r.record(Key::type_of(env.anchor().0));
    }
    fitting.iter().map(|env| env.anchor()).collect()
}

/// The declarations of one name beside `declaration`, itself included.
fn siblings<'g>(declaration: Env<'g>, d: &Definition) -> SmallVec<[Env<'g>; 4]> {
    let container = d.container.map_or(Name::empty(), |c| c.path);
    let items = declaration.node.members_named(container, d.name);
    items.iter().filter_map(|item| Env::new(declaration.node, *item)).collect()
}

fn count(parameters: &[Parameter]) -> (usize, bool) {
    let variadic = parameters.iter().any(|p| p.kind == ParameterKind::Variadic);
    (parameters.iter().filter(|p| p.kind == ParameterKind::Positional).count(), variadic)
}

/// A type as far as two spellings of it are the same: its last name and its arguments.
fn spelling(env: Env<'_>, id: ExpressionId) -> String {
    let mut text = String::new();
    spell(env, id, &mut text, 0);
    text
}

fn spell(env: Env<'_>, id: ExpressionId, text: &mut String, depth: u32) {
    if depth > 8 {
        return;
    }
    match env.expression(id) {
        Expression::Name(name) | Expression::Path { name, .. } => text.push_str(name.as_str()),
        Expression::Generic { base, arguments } => {
            spell(env, *base, text, depth + 1);
            for argument in arguments {
                text.push('<');
                spell(env, *argument, text, depth + 1);
            }
        }
        Expression::Literal(kind) => text.push_str(match kind {
            LiteralKind::Character => "char",
            LiteralKind::Float => "double",
            LiteralKind::Boolean => "bool",
            _ => "int",
        }),
        Expression::Function { .. } => text.push_str("()"),
        _ => text.push('?'),
    }
}

/// Whether functions that a call fits are several, not one declared twice or defined under several conditions.
fn are_several(r: &mut Resolver<'_>, targets: &Targets) -> bool {
    let symbols: Symbols = targets.iter().map(|target| target.symbol).collect();
    let mut first: Option<Vec<String>> = None;
    for symbol in r.all_defined(&symbols) {
        let Some(env) = r.env(symbol) else { continue };
        let Some(d) = &env.item.definition else { continue };
        if !d.kind.is_callable() || d.flags.has(DefinitionFlags::CONDITIONAL) {
            continue;
        }
        let takes =
            d.parameters.iter().map(|p| p.declared.map(|t| spelling(env, t)).unwrap_or_default()).collect();
        if *first.get_or_insert_with(|| Vec::clone(&takes)) != takes {
            return true;
        }
    }
    false
}

/// Of several functions that take as many arguments those whose parameters can be what is passed.
fn by_argument_types<'g>(
    r: &mut Resolver<'g>,
    env: Env<'g>,
    spot: Spot,
    callee: ExpressionId,
    targets: Targets,
) -> Targets {
    let arguments = env.item.expressions.iter().find_map(|expression| match expression {
        Expression::Call { callee: called, arguments } => {
            let same = *called == callee
                || matches!(env.expression(*called), Expression::Generic { base, .. } if *base == callee);
            same.then_some(&arguments[..])
        }
        _ => None,
    });
    let Some(arguments) = arguments else { return targets };
    let passed: Vec<TypeSet> = arguments.iter().map(|a| r.type_of_value(env, spot, *a)).collect();
    let mut best: (usize, Targets) = (0, Targets::new());
    for target in &targets {
        let score = score(r, target.symbol, &passed);
        if score > best.0 || best.1.is_empty() {
            best = (score, SmallVec::from_slice(&[*target]));
        } else if score == best.0 {
            best.1.push(*target);
        }
    }
    best.1
}

/// How many of the passed types are what is declared. Others may be turned into it by constructors and conversions: that is
/// possible, and less likely.
fn score<'g>(r: &mut Resolver<'g>, function: SymbolId, passed: &[TypeSet]) -> usize {
    let Some(callee) = r.env(function) else { return 0 };
    let Some(d) = &callee.item.definition else { return 0 };
    r.record(Key::type_of(function.0));
    let mut score = 0;
    for (parameter, passed) in d.parameters.iter().zip(passed) {
        let Some(declared) = parameter.declared else { continue };
        let declared = r.type_of_type(callee, Spot::END, declared);
        let (Some(declared), Some(passed)) = (declared.first(), passed.first()) else { continue };
        let Type::Instance(declared, _) = declared else { continue };
        let (Type::Instance(passed, _) | Type::Receiver(passed)) = passed else { continue };
        if declared == passed {
            score += 2;
        } else if r.derives(*passed, *declared) {
            score += 1;
        }
    }
    score
}

/// Whether a value is of a built-in type of numbers.
fn is_number(r: &Resolver<'_>, value: &TypeSet) -> bool {
    value.iter().all(|t| match t {
        Type::Instance(symbol, _) => {
            r.env(*symbol).is_some_and(|env| {
                env.node.external
                    && env.item.definition.as_ref().is_some_and(|d| {
                        matches!(d.name.as_str(), "__int" | "__char" | "__bool" | "__double")
                    })
            })
        }
        _ => false,
    })
}
