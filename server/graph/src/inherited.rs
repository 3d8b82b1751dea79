//! Members seen from inside a type, where methods have a namespace of their own and are told apart by what they take.

use lockstep_facts::{Definition, DefinitionFlags, ExpressionId, Name, SymbolId, SymbolKind, Visibility};
use smallvec::{SmallVec, smallvec};

use crate::bases::MAX_BASES;
use crate::fits::type_name;
use crate::key::Key;
use crate::lookup::Found;
use crate::members::{Symbols, Use};
use crate::resolver::{Env, Resolver, Spot};
use crate::rules::{SameNamed, TypeParts, TypeScope};
use crate::types::Type;

impl<'g> Resolver<'g> {
    /// Of definitions of one name those that a use can mean.
    pub(crate) fn meant_by(&self, own: Symbols, used: Use) -> Option<Symbols> {
        let kind = |symbol: &SymbolId| {
            let d = self.env(*symbol).and_then(|e| e.item.definition.as_ref());
            d.map(|d| (d.kind, d.flags.has(DefinitionFlags::PROPERTY)))
        };
        let only = |fits: &dyn Fn(SymbolKind, bool) -> bool| -> Symbols {
            own.iter().copied().filter(|s| kind(s).is_some_and(|(k, p)| fits(k, p))).collect()
        };
        let is_method = |kind| matches!(kind, SymbolKind::Method | SymbolKind::Function);
        let mut meant = match used {
            Use::Call => only(&|kind, _| is_method(kind)),
            Use::Type => only(&|kind, _| kind.is_type()),
            Use::Read => only(&|kind, _| !kind.is_callable() && !kind.is_type()),
            Use::Any => only(&|kind, _| kind != SymbolKind::Constructor),
        };
        if meant.is_empty() {
            meant = match used {
                // What is read through code can be called by its name.
                Use::Call => only(&|_, is_property| is_property),
                Use::Read => only(&|kind, _| kind.is_type()),
                Use::Type | Use::Any => Symbols::new(),
            };
        }
        (!meant.is_empty()).then_some(meant)
    }

    /// Whether members of a base are members of `class`: private ones are not, outside of the file's own types.
    pub(crate) fn is_inherited(&self, class: SymbolId, members: &[SymbolId]) -> bool {
        let Some(env) = self.env(class).filter(|e| self.rules(e.node).same_named() == SameNamed::Overloads)
        else {
            return true;
        };
        members.iter().all(|member| {
            self.env(*member).is_none_or(|member| {
                let is_private =
                    member.item.definition.as_ref().is_some_and(|d| d.visibility == Visibility::Private);
                !is_private || member.node.id == env.node.id
            })
        })
    }

    /// The methods named `name` along the hierarchy, without those that others of them override.
    pub(crate) fn overloads_of_class(
        &mut self,
        class: SymbolId,
        name: Name,
        bases_only: bool,
    ) -> Option<Symbols> {
        let mut seen: SmallVec<[SymbolId; 8]> = smallvec![class];
        let mut found = Symbols::new();
        let mut at = 0;
        while at < seen.len().min(MAX_BASES) {
            let current = seen[at];
            at += 1;
            if !(bases_only && at == 1)
                && let Some(own) = self.own_member_used(current, name, Use::Call)
            {
                let below = found.len();
                for symbol in own {
                    let inherited = at == 1 || self.is_inherited(class, &[symbol]);
                    if inherited && !found.contains(&symbol) && !self.is_overridden(symbol, &found[..below]) {
                        found.push(symbol);
                    }
                }
            } else if found.is_empty()
                && let Some(field) = self.generated_accessor(current, name)
            {
                found.push(field);
            }
            for base in &self.bases(current) {
                if let Type::Instance(symbol, _) = base
                    && !seen.contains(symbol)
                {
                    seen.push(*symbol);
                }
            }
        }
        (!found.is_empty()).then_some(found)
    }

    /// The field of `class` whose accessor `name` is generated.
    fn generated_accessor(&mut self, class: SymbolId, name: Name) -> Option<SymbolId> {
        let env = self.env(class)?;
        let d = env.item.definition.as_ref()?;
        let (field, decorators) = self.rules(env.node).accessed_field(name.as_str())?;
        let field = Name::new(&field);
        self.record(Key::member(d.name, field));
        self.record(Key::type_of(class.0));
        let fields = env.node.members_named(env.item.path, field);
        let generates = |at: Env<'_>| {
            let list = at.item.definition.as_ref().map_or(&[][..], |d| &d.decorators);
            list.iter().any(|id| type_name(at, *id).is_some_and(|name| decorators.contains(&name.as_str())))
        };
        fields.iter().find_map(|item| {
            let at = Env::new(env.node, *item)?;
            let is_field = at.item.definition.as_ref().is_some_and(|d| d.kind == SymbolKind::Field);
            (is_field && (generates(at) || generates(env))).then(|| env.node.symbol(*item))?
        })
    }

    /// Whether one of `others`, which come from types further down, takes the same.
    fn is_overridden(&mut self, symbol: SymbolId, others: &[SymbolId]) -> bool {
        others.iter().any(|other| self.overrides(*other, symbol))
    }

    /// Whether a method takes the same as one of a base.
    pub(crate) fn overrides(&mut self, method: SymbolId, of_base: SymbolId) -> bool {
        let count = |r: &Self, symbol| r.definition_of(symbol).map(|d| d.parameters.len());
        let (Some(own), Some(its)) = (count(self, method), count(self, of_base)) else { return false };
        own == its && (0..own).all(|index| self.takes_the_same(of_base, method, index))
    }

    pub(crate) fn definition_of(&self, symbol: SymbolId) -> Option<&'g Definition> {
        self.env(symbol)?.item.definition.as_ref()
    }

    /// The type that holds a member.
    pub(crate) fn container_of(&mut self, member: SymbolId) -> Option<SymbolId> {
        let env = self.env(member)?;
        let container = env.item.definition.as_ref()?.container?;
        self.record(Key::scope(env.node.path, container.path));
        let container = env.node.symbol(env.node.item_at(container.path)?)?;
        Some(self.whole(container))
    }

    /// The constructors of a class.
    pub(crate) fn constructors_of(&mut self, class: SymbolId) -> Symbols {
        let Some(env) = self.env(class) else { return Symbols::new() };
        let Some(d) = &env.item.definition else { return Symbols::new() };
        self.record(Key::member(d.name, d.name));
        let mut all = Symbols::new();
        for part in self.parts(env) {
            let named = part.node.members_named(part.item.path, d.name).iter();
            let symbols = named.filter_map(|item| part.node.symbol(*item));
            all.extend(
                symbols.filter(|s| self.definition_of(*s).is_some_and(|d| d.kind == SymbolKind::Constructor)),
            );
            // Parameters in the header of a type are those of a constructor.
            self.record(Key::type_of(part.anchor().0));
            let in_header = part.item.definition.as_ref().is_some_and(|d| !d.parameters.is_empty());
            all.extend(
                (in_header && self.rules(part.node).type_parts() == TypeParts::InScope)
                    .then(|| part.anchor()),
            );
        }
        all
    }

    /// The constructor that a construction with these arguments calls.
    pub(crate) fn chosen_constructor(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        class: SymbolId,
        arguments: &'g [ExpressionId],
    ) -> Option<Env<'g>> {
        let all = self.constructors_of(class);
        let receiver = Type::Instance(class, None);
        let chosen = self.choose_among(env, spot, all, Some(&receiver), Some(arguments), arguments.len());
        self.env(*chosen.symbols.first()?)
    }

    /// The type around whose members a bare name's meaning belongs to, seen from `env`, where type arguments matter.
    pub(crate) fn holder_of_found(&mut self, env: Env<'g>, found: &Found) -> Option<(SymbolId, Type)> {
        if self.rules(env.node).type_scope() != TypeScope::Inherited {
            return None;
        }
        let Found::Symbols(symbols) = found else { return None };
        let symbol = *symbols.first()?;
        let d = self.definition_of(symbol)?;
        if d.flags.has(DefinitionFlags::STATIC) || d.kind.is_type() || d.kind == SymbolKind::EnumMember {
            return None;
        }
        let holder = self.holder(env, symbol)?;
        Some((symbol, holder))
    }

    /// The instance around `env` that has `member`.
    pub(crate) fn holder(&mut self, env: Env<'g>, member: SymbolId) -> Option<Type> {
        let container = self.container_of(member)?;
        let mut at = env;
        loop {
            if at.item.definition.as_ref().is_some_and(|d| d.kind.is_type()) {
                let class = self.whole(at.anchor());
                if class == container || self.derives(class, container) {
                    if self.rules(env.node).self_is_class() {
                        return Some(Type::Instance(class, self.own_parameters(class)));
                    }
                    return Some(Type::Receiver(class));
                }
            }
            self.record(Key::scope(at.node.path, at.item.path));
            at = self.parent(at)?.0;
        }
    }

    /// Whether `class` has `base` among its bases, near or far.
    pub(crate) fn derives(&mut self, class: SymbolId, base: SymbolId) -> bool {
        let mut seen: SmallVec<[SymbolId; 8]> = smallvec![class];
        let mut at = 0;
        while at < seen.len().min(MAX_BASES) {
            let current = seen[at];
            at += 1;
            for next in &self.bases(current) {
                if let Type::Instance(symbol, _) = next {
                    if *symbol == base {
                        return true;
                    }
                    if !seen.contains(symbol) {
                        seen.push(*symbol);
                    }
                }
            }
        }
        false
    }
}
