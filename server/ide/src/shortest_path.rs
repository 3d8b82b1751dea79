//! How one symbol leads to another.

use lockstep_facts::SymbolId;
use lockstep_graph::PathOptions;

use crate::callers::caller_symbol;
use crate::references::reference_info;
use crate::{Answer, PathInfo, PathStep, Snapshot};

/// The shortest way along uses from `from` to `to`.
pub(crate) fn shortest_path(
    snapshot: &Snapshot,
    from: SymbolId,
    to: SymbolId,
    options: PathOptions,
) -> Answer<PathInfo> {
    let found = snapshot.graph.shortest_path(from, to, options);
    let mut read = found.read;
    let mut names: Vec<_> = snapshot.name_of(from).into_iter().chain(snapshot.name_of(to)).collect();
    let mut steps = Vec::with_capacity(found.steps.len());
    for step in &found.steps {
        let (Some(user), Some(used)) = (caller_symbol(snapshot, step.from), caller_symbol(snapshot, step.to))
        else {
            continue;
        };
        let Some(site) = reference_info(snapshot, &step.site) else { continue };
        read.extend([user.file, used.file]);
        names.push(used.name);
        steps.push(PathStep { from: user, site, to: used });
    }
    let path = PathInfo { steps, given_up: found.given_up, nested: found.nested };
    Answer::new(path, read, names)
}

#[cfg(test)]
mod tests {
    use lockstep_fixture::World;
    use lockstep_fixture::ide::{PathInfo, PathOptions};

    fn path(world: &World, from: &str, to: &str, most_visited: usize) -> PathInfo {
        let options = PathOptions { most_steps: 16, most_visited };
        world.snapshot().shortest_path(world.symbol(from), world.symbol(to), options).value
    }

    #[track_caller]
    fn check(world: &World, from: &str, to: &str, expected: &[&str]) {
        let path = path(world, from, to, 1_000);
        let steps: Vec<String> = path
            .steps
            .iter()
            .map(|step| {
                let (role, confidence) = (step.site.role, step.site.confidence);
                format!("{} {role} {} at {} {confidence}", step.from.path, step.to.path, step.site.line + 1)
            })
            .collect();
        assert_eq!(steps, expected, "{from} to {to}");
    }

    #[test]
    fn ways_are_as_short_as_can_be_and_have_a_direction() {
        let world = World::new(
            "
            //- /a.py
            class Store:
                def save(self): self.flush()
                def flush(self): sync()
            def sync(): pass
            //- /b.py
            from a import Store, sync
            def run():
                Store().save()
            def quick():
                run()
                sync()
            ",
        );
        check(
            &world,
            "run",
            "sync",
            &[
                "b.py#run call a.py#Store.save at 3 extracted",
                "a.py#Store.save call a.py#Store.flush at 2 extracted",
                "a.py#Store.flush call a.py#sync at 3 extracted",
            ],
        );
        check(&world, "quick", "sync", &["b.py#quick call a.py#sync at 6 extracted"]);
        check(&world, "sync", "run", &[]);
        // A type leads on through its members, and is reached at any of them.
        check(&world, "Store", "sync", &["a.py#Store.flush call a.py#sync at 3 extracted"]);
        check(
            &world,
            "quick",
            "Store",
            &["b.py#quick call b.py#run at 5 extracted", "b.py#run call a.py#Store at 3 extracted"],
        );
    }

    /// Of certain uses there is one, of guesses there are many.
    #[test]
    fn a_search_that_gave_up_says_so_whichever_of_the_two_it_was() {
        let mut text = String::from("//- /a.py\ndef one(x):\n    sure()\n");
        for index in 0..20 {
            text.push_str(&format!("    x.guess_{index}()\n"));
        }
        text.push_str("def sure(): pass\ndef far(): pass\nclass C:\n");
        for index in 0..20 {
            text.push_str(&format!("    def guess_{index}(self): pass\n"));
        }
        let world = World::new(&text);
        assert!(path(&world, "one", "far", 5).given_up);
        assert!(!path(&world, "one", "far", 100).given_up);
        assert!(path(&world, "one", "far", 5).steps.is_empty());
    }

    #[test]
    fn between_a_class_and_a_member_the_rest_of_the_class_counts() {
        let world = World::new(
            "
            //- /a.py
            class Store:
                def save(self): self.flush()
                def flush(self): self.flush()
                def load(self): sync()
            def sync(): pass
            ",
        );
        check(&world, "Store", "Store.flush", &["a.py#Store.save call a.py#Store.flush at 2 extracted"]);
        check(&world, "Store.save", "Store", &["a.py#Store.save call a.py#Store.flush at 2 extracted"]);
        check(&world, "Store.flush", "Store", &[]);
        check(&world, "Store", "Store.load", &[]);
        let nested = |from, to| path(&world, from, to, 100).nested;
        assert!(nested("Store", "Store.load") && nested("Store.load", "Store"));
        assert!(!nested("Store", "sync"));
    }

    #[test]
    fn a_construction_runs_the_constructor_that_it_calls() {
        let world = World::new(
            "
            //- /A.java
            class A {
                A(int i) { }
                A(String s) { danger(); }
                static void danger() { }
            }
            class Users {
                void safe() { new A(1); }
                void bold() { new A(\"x\"); }
            }
            ",
        );
        check(&world, "safe", "danger", &[]);
        check(
            &world,
            "bold",
            "danger",
            &[
                "A.java#Users.bold call A.java#A.A~2 at 8 extracted",
                "A.java#A.A~2 call A.java#A.danger at 3 extracted",
            ],
        );
    }

    #[test]
    fn a_declared_constructor_leads_on_where_it_is_defined() {
        let world = World::new(
            "
            //- /a.hpp
            struct A { A(int i); };
            //- /a.cc
            #include \"a.hpp\"
            static void far() { }
            A::A(int i) { far(); }
            //- /b.cc
            #include \"a.hpp\"
            void made() { new A(1); }
            ",
        );
        check(
            &world,
            "made",
            "far",
            &["b.cc#made call a.cc#A.A at 2 extracted", "a.cc#A.A call a.cc#far at 3 extracted"],
        );
    }
}
