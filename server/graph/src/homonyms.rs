//! A member that has the name of its own type: which of the two a name in front of a dot means.

use lockstep_facts::{DefinitionFlags, Expression, ExpressionId, Name, SymbolId, SymbolKind};

use crate::lookup::{Found, Space};
use crate::members::Use;
use crate::resolver::{Env, Resolver, Spot};
use crate::types::Type;

impl<'g> Resolver<'g> {
    /// `found`, or the type of the same name if what stands behind the dot belongs to the type and not to its values:
    /// `Color.Red` where there is a property `Color Color`.
    pub(crate) fn type_or_member(
        &mut self,
        env: Env<'g>,
        spot: Spot,
        id: ExpressionId,
        name: Name,
        found: Found,
    ) -> Found {
        let Found::Symbols(symbols) = &found else { return found };
        if !symbols.iter().all(|symbol| self.is_named_as_its_type(*symbol, name)) {
            return found;
        }
        let behind = env.item.expressions.iter().find_map(|expression| match expression {
            Expression::Member { base, name } if *base == id => Some(*name),
            _ => None,
        });
        let Some(behind) = behind else { return found };
        let as_type = self.lookup(env, spot, name, Space::Type);
        let Found::Symbols(types) = &as_type else { return found };
        let Some(class) = types.first().map(|class| self.whole(*class)) else { return found };
        let members = self.members_used(env, &Type::Class(class, None), behind, Use::Any);
        let is_static = members.is_some_and(|list| list.iter().all(|member| self.belongs_to_type(*member)));
        if is_static { as_type } else { found }
    }

    /// Whether a symbol is a field or property whose declared type is spelled like itself.
    fn is_named_as_its_type(&self, symbol: SymbolId, name: Name) -> bool {
        let Some(env) = self.env(symbol) else { return false };
        let Some(d) = &env.item.definition else { return false };
        if !matches!(d.kind, SymbolKind::Property | SymbolKind::Field | SymbolKind::Constant) {
            return false;
        }
        let declared = d.declared.map(|declared| env.expression(declared));
        matches!(declared, Some(Expression::Name(of) | Expression::Path { name: of, .. }) if *of == name)
    }

    fn belongs_to_type(&self, member: SymbolId) -> bool {
        let d = self.env(member).and_then(|env| env.item.definition.as_ref());
        d.is_some_and(|d| {
            d.flags.has(DefinitionFlags::STATIC) || d.kind == SymbolKind::EnumMember || d.kind.is_type()
        })
    }
}
