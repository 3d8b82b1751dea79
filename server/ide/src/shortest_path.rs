//! How one symbol leads to another.

use lockstep_facts::SymbolId;

use crate::callers::caller_symbol;
use crate::references::reference_info;
use crate::{Answer, PathInfo, PathStep, Snapshot};

/// The shortest way along uses from `from` to `to`, of at most `most_steps`.
pub(crate) fn shortest_path(
    snapshot: &Snapshot,
    from: SymbolId,
    to: SymbolId,
    most_steps: usize,
) -> Answer<PathInfo> {
    let found = snapshot.graph.shortest_path(from, to, most_steps);
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
    Answer::new(PathInfo { steps, given_up: found.given_up }, read, names)
}

#[cfg(test)]
mod tests {
    use lockstep_fixture::World;

    #[track_caller]
    fn check(world: &World, from: &str, to: &str, expected: &[&str]) {
        let snapshot = world.snapshot();
        let path = snapshot.shortest_path(world.symbol(from), world.symbol(to), 16).value;
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
}
