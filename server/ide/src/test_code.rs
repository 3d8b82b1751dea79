//! Which definitions are tests: one definition for lens, hover and tools.
//!
//! A language's own mark decides where it has one (`#[test]`, `@Test`, `[Fact]`, `TestX(t *testing.T)`). Where tests are
//! named (pytest, unittest), the name counts in files that are tests by convention. Where they are calls at the top level of a
//! file (Jest, Vitest, and the like), the file is the test.

use lockstep_facts::{DefinitionFlags, LanguageFamily, SymbolPath};
use lockstep_graph::FileId;

use crate::Snapshot;

impl Snapshot {
    /// Whether the definition or file at `path` is a test.
    #[must_use]
    pub fn is_test(&self, path: SymbolPath, file: FileId) -> bool {
        let Some(entry) = self.entry(file) else { return false };
        let Some(family) = entry.language.map(lockstep_facts::Language::family) else { return false };
        if path.local.is_empty() {
            return match family {
                LanguageFamily::TypeScript => is_test_file(entry.path.as_str()),
                // RSpec and busted: calls at the top level.
                LanguageFamily::Ruby | LanguageFamily::Lua => is_spec_file(entry.path.as_str()),
                _ => false,
            };
        }
        let symbol = self.graph.symbol(path.id()).and_then(|symbol| entry.item(symbol.item));
        let Some(d) = symbol.and_then(|placed| placed.item.definition.as_ref()) else { return false };
        match family {
            LanguageFamily::Python => {
                d.kind.is_callable()
                    && d.name.as_str().starts_with("test")
                    && is_test_file(entry.path.as_str())
            }
            // By their form or, in files of tests, by their name.
            LanguageFamily::Ruby | LanguageFamily::Php | LanguageFamily::Swift | LanguageFamily::Lua
                if d.kind.is_callable() && d.name.as_str().starts_with("test") =>
            {
                let path = entry.path.as_str();
                let stem =
                    path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
                is_test_file(path) || stem.ends_with("Test") || stem.ends_with("Tests")
            }
            _ => d.flags.has(DefinitionFlags::TEST),
        }
    }
}

/// `item_spec.rb`, `item_spec.lua`.
fn is_spec_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or_default().ends_with("_spec")
}

/// Whether a file is one of tests by its name or a folder of it.
fn is_test_file(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut parts = name.split('.');
    let stem = parts.next().unwrap_or_default();
    stem.starts_with("test_")
        || stem.ends_with("_test")
        || parts.any(|part| matches!(part, "test" | "spec" | "tests" | "cy" | "e2e"))
        || folders.split('/').any(|folder| matches!(folder, "test" | "tests" | "__tests__" | "spec"))
}

#[cfg(test)]
mod tests {
    use lockstep_fixture::World;

    #[track_caller]
    fn check(fixture: &str, expected: &[&str]) {
        let world = World::new(fixture);
        let snapshot = world.snapshot();
        let mut tests = Vec::new();
        for file in snapshot.files() {
            let Some(facts) = snapshot.facts(file) else { continue };
            let locals = facts.items.iter().filter(|x| x.item.definition.is_some()).map(|x| x.item.path);
            let whole = lockstep_facts::Name::empty();
            for local in std::iter::once(whole).chain(locals) {
                let path = lockstep_facts::SymbolPath { file: snapshot.path(file), local };
                if snapshot.is_test(path, file) {
                    tests.push(path.to_string());
                }
            }
        }
        assert_eq!(tests, expected);
    }

    #[test]
    fn python_goes_by_names_in_test_files() {
        check(
            "
            //- /app.py
            def test_connection(): pass
            //- /tests/helpers.py
            def make(): pass
            def test_it(): pass
            class TestApp:
                def test_run(self): pass
                def testOld(self): pass
                def other(self): pass
            ",
            &[
                "tests/helpers.py#test_it",
                "tests/helpers.py#TestApp.test_run",
                "tests/helpers.py#TestApp.testOld",
            ],
        );
    }

    #[test]
    fn languages_without_types_go_by_names_and_marks() {
        check(
            "
            //- /spec/item_spec.rb
            describe('item') { it('works') { clean } }
            //- /test/item_test.rb
            class ItemTest
              def test_total; end
              def helper; end
            end
            //- /lib/item.rb
            def test_of_nothing; end
            //- /tests/ItemTest.php
            <?php class ItemTest { function testTotal() {} function help() {} }
            //- /src/ItemTest.kt
            class ItemTest {
                @Test fun works() {}
                fun testHelp() {}
            }
            //- /item.zig
            test \"total\" { }
            ",
            &[
                "item.zig#total",
                "spec/item_spec.rb",
                "src/ItemTest.kt#ItemTest.works",
                "test/item_test.rb#ItemTest.test_total",
                "tests/ItemTest.php#ItemTest.testTotal",
            ],
        );
    }

    #[test]
    fn rust_goes_by_attributes_and_javascript_by_files() {
        check(
            "
            //- /a.rs
            #[test]
            fn works() {}
            #[tokio::test]
            async fn waits() {}
            fn tested() {}
            //- /src/a.test.ts
            it('works', () => {});
            export function help() {}
            //- /src/contest.ts
            it('is no test', () => {});
            //- /src/__tests__/b.js
            test('works', () => {});
            ",
            &["a.rs#works", "a.rs#waits", "src/__tests__/b.js", "src/a.test.ts"],
        );
    }
}
