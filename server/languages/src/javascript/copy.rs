//! Copies of expression trees from one item's arena into another's.

use std::collections::HashMap;

use lockstep_facts::{Expression, ExpressionId};

/// Calls `visit` with every id that `expression` holds.
fn children(expression: &mut Expression, visit: &mut dyn FnMut(&mut ExpressionId)) {
    match expression {
        Expression::Unknown
        | Expression::Name(_)
        | Expression::SelfValue
        | Expression::SelfType
        | Expression::Super
        | Expression::Root(_)
        | Expression::Literal(_) => {}
        Expression::Member { base, .. }
        | Expression::Path { base, .. }
        | Expression::TupleField { base, .. } => {
            visit(base);
        }
        Expression::Call { callee: head, arguments }
        | Expression::New { class: head, arguments }
        | Expression::Generic { base: head, arguments } => {
            visit(head);
            arguments.iter_mut().for_each(visit);
        }
        Expression::Index { base, index } => {
            visit(base);
            visit(index);
        }
        Expression::Element(inner)
        | Expression::Await(inner)
        | Expression::Try(inner)
        | Expression::Enter(inner)
        | Expression::Cast(inner)
        | Expression::TypeOf(inner)
        | Expression::Generator(inner) => visit(inner),
        Expression::Union(list)
        | Expression::Intersection(list)
        | Expression::Tuple(list)
        | Expression::List(list)
        | Expression::Set(list) => list.iter_mut().for_each(visit),
        Expression::Map(pairs) => {
            for (key, value) in pairs {
                visit(key);
                visit(value);
            }
        }
        Expression::Object(fields) => fields.iter_mut().for_each(|(_, value)| visit(value)),
        Expression::Function { parameters, result, .. } => {
            parameters.iter_mut().filter_map(|parameter| parameter.declared.as_mut()).for_each(&mut *visit);
            if let Some(result) = result {
                visit(result);
            }
        }
        Expression::ClosureParameter { call, .. } | Expression::Expected { call, .. } => visit(call),
        Expression::Binary { left, right, .. } => {
            visit(left);
            visit(right);
        }
        Expression::VariantField { variant, value, .. } => {
            visit(variant);
            visit(value);
        }
    }
}

/// Nodes copied at most; what is beyond becomes [`Expression::Unknown`].
const MAX_COPIED: usize = 2_000;

/// The tree below `root`, cut out of `arena`: ids count within the result, whose first node is the root.
pub(super) fn cut_out(arena: &[Expression], root: ExpressionId) -> Vec<Expression> {
    let node = |id: ExpressionId| arena.get(id.0 as usize).cloned().unwrap_or(Expression::Unknown);
    let mut copied = vec![node(root)];
    let mut known: HashMap<u32, u32, foldhash::fast::FixedState> = HashMap::default();
    known.insert(root.0, 0);
    let mut next = 0;
    while next < copied.len() {
        let mut expression = std::mem::replace(&mut copied[next], Expression::Unknown);
        children(&mut expression, &mut |id| {
            let at = *known.entry(id.0).or_insert_with(|| {
                copied.push(if copied.len() < MAX_COPIED { node(*id) } else { Expression::Unknown });
                copied.len() as u32 - 1
            });
            *id = ExpressionId(at);
        });
        copied[next] = expression;
        next += 1;
    }
    copied
}

/// Appends what [`cut_out`] gave to `arena`; the id of its root.
pub(super) fn paste(arena: &mut Vec<Expression>, mut copied: Vec<Expression>) -> ExpressionId {
    let offset = arena.len() as u32;
    for expression in &mut copied {
        children(expression, &mut |id| id.0 += offset);
    }
    arena.append(&mut copied);
    ExpressionId(offset)
}
