//! What a change of a symbol reaches.

use lockstep_facts::SymbolId;
use lockstep_graph::AffectedOptions;

use crate::callers::caller_symbol;
use crate::{AffectedInfo, AffectedSymbol, Answer, Snapshot};

/// What a change of `symbol` reaches, to `depth` hops, at most `limit`, nearest first. A class folds its members in: what
/// a change of any of them reaches, and they themselves are left out.
pub(crate) fn affected(
    snapshot: &Snapshot,
    symbol: SymbolId,
    depth: u32,
    limit: usize,
) -> Answer<AffectedInfo> {
    let found = snapshot.graph.affected(symbol, AffectedOptions { depth, limit });
    let mut names = snapshot.name_of(symbol);
    let mut read = found.read;
    read.extend(snapshot.file_of(symbol));
    let mut symbols = Vec::with_capacity(found.symbols.len());
    for (who, depth, certain) in found.symbols {
        let Some(reached) = caller_symbol(snapshot, who) else { continue };
        // Whoever mentions what is reached is reached as well: a pending file that does is to be waited for.
        names.push(reached.name);
        read.push(reached.file);
        symbols.push(AffectedSymbol {
            path: reached.path,
            kind: reached.kind,
            file: reached.file,
            line: reached.line,
            depth,
            uncertain: !certain,
            test: snapshot.is_test(reached.path, reached.file),
        });
    }
    Answer::new(AffectedInfo { symbols, truncated: found.truncated }, read, names)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lockstep_fixture::World;

    const CHAIN: &str = "
        //- /a.py
        class Base:
            def run(self): pass
            def other(self): return self.run()
        //- /b.py
        from a import Base
        def one(base: Base):
            base.run()
        def two(base):
            one(base)
        def three():
            two(1)
        def four():
            three()
        ";

    #[track_caller]
    fn check(symbol: &str, depth: u32, limit: usize, expect: Expect) {
        let world = World::new(CHAIN);
        let answer = world.snapshot().affected(world.symbol(symbol), depth, limit);
        expect.assert_eq(&world.affected(&answer.value));
    }

    #[test]
    fn hop_by_hop_to_a_depth() {
        check(
            "a.py#Base.run",
            3,
            100,
            expect![[r#"
                1 a.py#Base.other method
                1 b.py#one function
                2 b.py#two function
                3 b.py#three function
            "#]],
        );
        check(
            "a.py#Base.run",
            3,
            1,
            expect![[r#"
            1 a.py#Base.other method
            …
        "#]],
        );
    }

    #[test]
    fn a_class_folds_its_members_in() {
        check(
            "a.py#Base",
            2,
            100,
            expect![[r#"
            1 b.py#one function
            2 b.py#two function
        "#]],
        );
    }
}
