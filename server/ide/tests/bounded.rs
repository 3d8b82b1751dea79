//! What code can make us do is bounded, in time (a test that ends has passed) and in what is kept.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;

use lockstep_fixture::World;
use lockstep_ide::Name;

/// What every reference of `text` means, in a file called `path`.
fn resolve(path: &str, text: &str) -> usize {
    let world = World::new(&format!("\n//- /{path}\n{text}"));
    let snapshot = world.snapshot();
    let file = world.file(path);
    let items = &snapshot.facts(file).expect("facts").items;
    let mut found = 0;
    for (item, placed) in items.iter().enumerate() {
        for reference in 0..placed.item.body.references.len() {
            let resolution = snapshot.graph().resolve(file, item as u32, reference as u32);
            found +=
                usize::from(matches!(resolution, lockstep_graph::Resolution::Targets(t) if !t.is_empty()));
        }
    }
    found
}

/// `first`, then 60 lines made of `line` with `A` for the name before and `B` for the one after, then `last`, likewise.
fn chain(first: &str, line: &str, last: &str) -> String {
    let mut text = first.to_owned();
    for at in 0..60 {
        let line = line.replace('A', &format!("x{at}")).replace('B', &format!("x{}", at + 1));
        let _ = writeln!(text, "{line}");
    }
    text + &last.replace('A', "x60")
}

#[test]
fn tuples_of_tuples() {
    let head = "class C:\n    def m(self): pass\ndef f(x0: C):\n";
    resolve("a.py", &chain(head, "    B = (A, A)", "    for y in A:\n        y[0].m()\n    A.m()\n"));
    resolve("b.py", &chain(head, "    B = {A: A}", "    for y in A:\n        y.m()\n    A[0].m()\n"));
    resolve("c.py", &chain(head, "    B = [A, A]", "    A[0].m()\n"));
    resolve("d.py", &chain(head, "    B = lambda: (A, A)", "    A().m()\n"));
}

#[test]
fn tuples_of_tuples_in_rust() {
    let head = "pub struct C;\nimpl C { pub fn m(&self) {} }\nfn id<T>(t: T) -> T { t }\nfn f(x0: C) {\n";
    resolve("src/lib.rs", &chain(head, "    let B = (A, A);", "    A.0.m(); A.m(); id(A).m();\n}\n"));
    resolve("src/lib.rs", &chain(head, "    let B = id((A, A));", "    A.0.m(); A.m();\n}\n"));
    resolve("src/lib.rs", &chain(head, "    let B = || (A, A);", "    A().m();\n}\n"));
    let nested = format!("{}x{}", "pair(".repeat(60), ")".repeat(60));
    let head = "pub struct C;\nimpl C { pub fn m(&self) {} }\nfn pair<T>(t: T) -> (T, T) { (t, t) }\n";
    resolve("src/lib.rs", &format!("{head}fn f(x: C) {{ let y = {nested}; y.0.m(); y.m(); }}\n"));
}

#[test]
fn objects_of_objects() {
    let head = "class C { m() {} }\nfunction id<T>(t: T): T { return t; }\nfunction f(x0: C) {\n";
    resolve("a.ts", &chain(head, "    const B = { a: A, b: A };", "    A.a.m(); id(A).a.m();\n}\n"));
    resolve("b.ts", &chain(head, "    const B = [A, A];", "    A[0].m();\n}\n"));
    resolve("c.ts", &chain(head, "    const B = new Map([[A, A]]);", "    A.get(1).m();\n}\n"));
    let head = "class C { m() {} }\nfunction x0(): C { return new C(); }\n";
    resolve("d.ts", &chain(head, "function B() { return { a: A(), b: A() }; }", "A().a.a.m();\n"));
    let head = "export class C { m() {} }\ntype x0 = C;\n";
    resolve("e.ts", &chain(head, "type B = Map<A, A>;", "declare const z: A;\nz.get(z).m();\n"));
}

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
        assert!(resolve(path, &text) >= 1, "{path}");
    }
}

#[test]
fn a_path_that_was_tried_is_not_kept() {
    let text = "import nowhere_to_be_found.part\nnowhere_to_be_found.part.f()\n";
    assert_eq!(resolve("only.py", text), 0);
    assert_eq!(Name::known("nowhere_to_be_found/part.py"), None);
}
