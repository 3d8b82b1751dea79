//! Moves references from one item to another, with the expressions they stand on.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::FixedState;
use lockstep_facts::{
    Expression, ExpressionId, Item, Parameter, PlacedItem, Reference, ReferenceTarget, ScopeId, TextRange,
};

/// Nesting of an expression that is copied; what is deeper is unknown.
const MAX_DEPTH: u32 = 200;

/// Copies the references of `from` with these numbers into `into`, at their places, in its outermost scope.
pub(super) fn graft(into: &mut PlacedItem, from: &PlacedItem, references: &[usize]) {
    let start = into.start;
    let item = Arc::make_mut(&mut into.item);
    let mut copy = Copy { from: &from.item, to: HashMap::default() };
    for at in references {
        let Some(reference) = from.item.body.references.get(*at) else { continue };
        let range = from.reference_range(*at);
        let range = TextRange::new(range.start.saturating_sub(start), range.end.saturating_sub(start));
        let target = match reference.target {
            ReferenceTarget::Value(e) => ReferenceTarget::Value(copy.expression(item, e, 0)),
            ReferenceTarget::Type(e) => ReferenceTarget::Type(copy.expression(item, e, 0)),
            ReferenceTarget::Macro(e) => ReferenceTarget::Macro(copy.expression(item, e, 0)),
            ReferenceTarget::Keyword { callee, name } => {
                ReferenceTarget::Keyword { callee: copy.expression(item, callee, 0), name }
            }
            // These number the imports of their own item.
            ReferenceTarget::Imported(_)
            | ReferenceTarget::ImportSegment { .. }
            | ReferenceTarget::Exported(_) => {
                continue;
            }
        };
        let place = item.ranges.references.partition_point(|other| other.start < range.start);
        for (binding, at) in item.body.bindings.iter_mut().zip(&item.ranges.bindings) {
            let behind = binding.visible_from as usize == place && range.start < at.start;
            binding.visible_from += u32::from(binding.visible_from as usize > place || behind);
        }
        item.body.references.insert(place, Reference { target, scope: ScopeId(0), ..reference.clone() });
        item.ranges.references.insert(place, range);
    }
    item.seal();
}

struct Copy<'a> {
    from: &'a Item,
    /// What was copied already: expressions are shared, and may lead back to themselves.
    to: HashMap<ExpressionId, ExpressionId, FixedState>,
}

impl Copy<'_> {
    fn expression(&mut self, into: &mut Item, id: ExpressionId, depth: u32) -> ExpressionId {
        if let Some(copied) = self.to.get(&id) {
            return *copied;
        }
        let copied = ExpressionId(into.expressions.len() as u32);
        into.expressions.push(Expression::Unknown);
        self.to.insert(id, copied);
        if depth < MAX_DEPTH {
            let from = self.from;
            let expression = map(from.expression(id), &mut |inner| self.expression(into, inner, depth + 1));
            if let Some(place) = into.expressions.get_mut(copied.0 as usize) {
                *place = expression;
            }
        }
        copied
    }
}

/// The same expression on others.
fn map(expression: &Expression, to: &mut dyn FnMut(ExpressionId) -> ExpressionId) -> Expression {
    let list = |ids: &[ExpressionId],
                to: &mut dyn FnMut(ExpressionId) -> ExpressionId|
     -> Box<[ExpressionId]> { ids.iter().map(|id| to(*id)).collect() };
    match expression {
        Expression::Unknown
        | Expression::Name(_)
        | Expression::SelfValue
        | Expression::SelfType
        | Expression::Super
        | Expression::Root(_)
        | Expression::Literal(_) => expression.clone(),
        Expression::Member { base, name } => Expression::Member { base: to(*base), name: *name },
        Expression::Path { base, name } => Expression::Path { base: to(*base), name: *name },
        Expression::Call { callee, arguments } => {
            Expression::Call { callee: to(*callee), arguments: list(arguments, to) }
        }
        Expression::New { class, arguments } => {
            Expression::New { class: to(*class), arguments: list(arguments, to) }
        }
        Expression::Index { base, index } => Expression::Index { base: to(*base), index: to(*index) },
        Expression::Element(e) => Expression::Element(to(*e)),
        Expression::Await(e) => Expression::Await(to(*e)),
        Expression::Try(e) => Expression::Try(to(*e)),
        Expression::Enter(e) => Expression::Enter(to(*e)),
        Expression::Cast(e) => Expression::Cast(to(*e)),
        Expression::TypeOf(e) => Expression::TypeOf(to(*e)),
        Expression::Generator(e) => Expression::Generator(to(*e)),
        Expression::Generic { base, arguments } => {
            Expression::Generic { base: to(*base), arguments: list(arguments, to) }
        }
        Expression::Union(ids) => Expression::Union(list(ids, to)),
        Expression::Intersection(ids) => Expression::Intersection(list(ids, to)),
        Expression::Tuple(ids) => Expression::Tuple(list(ids, to)),
        Expression::List(ids) => Expression::List(list(ids, to)),
        Expression::Set(ids) => Expression::Set(list(ids, to)),
        Expression::TupleField { base, index } => Expression::TupleField { base: to(*base), index: *index },
        Expression::Map(pairs) => {
            Expression::Map(pairs.iter().map(|(key, value)| (to(*key), to(*value))).collect())
        }
        Expression::Object(fields) => {
            Expression::Object(fields.iter().map(|(name, value)| (*name, to(*value))).collect())
        }
        Expression::Function { parameters, result, is_async } => Expression::Function {
            parameters: parameters
                .iter()
                .map(|p| Parameter { declared: p.declared.map(&mut *to), ..*p })
                .collect(),
            result: result.map(&mut *to),
            is_async: *is_async,
        },
        Expression::ClosureParameter { call, argument, parameter } => {
            Expression::ClosureParameter { call: to(*call), argument: *argument, parameter: *parameter }
        }
        Expression::Expected { call, argument } => {
            Expression::Expected { call: to(*call), argument: *argument }
        }
        Expression::Binary { operator, left, right } => {
            Expression::Binary { operator: *operator, left: to(*left), right: to(*right) }
        }
        Expression::VariantField { variant, value, index } => {
            Expression::VariantField { variant: to(*variant), value: to(*value), index: *index }
        }
    }
}

#[cfg(test)]
mod tests {
    use lockstep_facts::{Expression, ExpressionId, Name};

    use super::graft;
    use crate::shift::tests::item;

    #[test]
    fn references_move_to_their_place_with_their_expressions() {
        let mut into = item("f", (0, 40), 4, &[("a", 10), ("c", 30)]);
        let mut from = item("top", (12, 30), 12, &[("b", 20), ("d", 22)]);
        let changed = std::sync::Arc::make_mut(&mut from.item);
        changed.expressions[0] = Expression::Member { base: ExpressionId(1), name: Name::new("b") };
        graft(&mut into, &from, &[0]);
        let names: Vec<&str> = into.item.body.references.iter().map(|r| r.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(into.reference_range(1), lockstep_facts::TextRange::new(20, 21));
        let copied = into.item.expressions.len() as u32;
        assert_eq!(
            into.item.expressions[2],
            Expression::Member { base: ExpressionId(copied - 1), name: Name::new("b") }
        );
        assert_eq!(into.item.expressions[3], Expression::Name(Name::new("d")));
    }
}
