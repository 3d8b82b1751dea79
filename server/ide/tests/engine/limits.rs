//! What must end: the work of a question follows the text, whatever the text is.

use lockstep_fixture::World;

/// Every step of a chain is asked for what stands before it, and a step whose receiver is unknown is asked for twice (as a
/// method, as a field): the chain must not double with each of them.
#[test]
fn a_long_chain_of_unknown_calls_costs_its_length() {
    let steps = ".with(1)".repeat(80);
    let texts = [
        ("a.rs", format!("fn target() {{}}\nfn run() {{ unknown(){steps}.last(target()); }}\n")),
        ("a.py", format!("def target(): pass\ndef run():\n    unknown(){steps}.last(target())\n")),
        (
            "a.ts",
            format!(
                "export function target() {{}}\nexport function run() {{ unknown(){steps}.last(target()); }}\n"
            ),
        ),
    ];
    for (path, text) in texts {
        let world = World::new(&format!("//- /{path}\n{text}"));
        let file = world.file(path);
        let mut items = 0;
        world.snapshot().fill(file, &mut || {
            items += 1;
            true
        });
        assert!(items >= 2, "{path}: {items}");
    }
}
