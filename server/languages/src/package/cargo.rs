//! `Cargo.toml`.

use lockstep_facts::{CargoManifest, CargoTarget};
use toml::{Table, Value};

/// What the manifest says; none if it is no TOML. Where a target has no path of its own, the usual one is given.
pub(super) fn manifest(text: &str) -> Option<CargoManifest> {
    let table: Table = text.parse().ok()?;
    let package = table.get("package").or_else(|| table.get("project")).and_then(Value::as_table);
    let name = package.and_then(|package| text_at(package, "name"));
    let workspace = table.get("workspace").and_then(Value::as_table);
    let mut manifest = CargoManifest {
        name: name.map(Into::into),
        edition: edition(package, workspace),
        members: workspace.map(|workspace| texts_at(workspace, "members")).unwrap_or_default(),
        ..CargoManifest::default()
    };
    if let Some(name) = name {
        manifest.library = Some(library(&table, name));
        manifest.targets = targets(&table, name);
    }
    // What a member takes over from its workspace (`dep.workspace = true`) is found by name in the workspace's own list.
    dependencies(&table, &mut manifest.dependencies);
    if let Some(workspace) = workspace {
        dependencies(workspace, &mut manifest.dependencies);
    }
    Some(manifest)
}

/// The name in code, the package's name, and its path; see [`CargoManifest::dependencies`].
type Dependency = (Box<str>, Box<str>, Option<Box<str>>);

fn text_at<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    table.get(key).and_then(Value::as_str)
}

fn texts_at(table: &Table, key: &str) -> Vec<Box<str>> {
    let list = table.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(Value::as_str).map(Into::into).collect()
}

/// The name of a crate as code spells it.
fn in_code(name: &str) -> Box<str> {
    name.replace('-', "_").into()
}

/// 2015 where none is given, as Cargo has it. One that is the workspace's is found there if it is in the same file;
/// else the newest is the best guess.
fn edition(package: Option<&Table>, workspace: Option<&Table>) -> u16 {
    let number = |value: &Value| value.as_str().and_then(|text| text.parse().ok());
    match package.and_then(|package| package.get("edition")) {
        Some(value) => number(value).or_else(|| {
            let shared = workspace.and_then(|workspace| workspace.get("package"))?.get("edition")?;
            number(shared)
        }),
        None => return 2015,
    }
    .unwrap_or(2024)
}

fn library(table: &Table, package: &str) -> CargoTarget {
    let library = table.get("lib").and_then(Value::as_table);
    let name = library.and_then(|library| text_at(library, "name")).unwrap_or(package);
    let path = library.and_then(|library| text_at(library, "path")).unwrap_or("src/lib.rs");
    CargoTarget { name: in_code(name), path: path.into() }
}

/// Declared targets of the other kinds, and the build script.
fn targets(table: &Table, package: &str) -> Vec<CargoTarget> {
    let mut targets = Vec::new();
    for (key, folder) in
        [("bin", "src/bin"), ("example", "examples"), ("test", "tests"), ("bench", "benches")]
    {
        let list = table.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        for target in list.iter().filter_map(Value::as_table) {
            let Some(name) = text_at(target, "name") else { continue };
            let path = match text_at(target, "path") {
                Some(path) => path.into(),
                None if key == "bin" && name == package => "src/main.rs".into(),
                None => format!("{folder}/{name}.rs").into(),
            };
            targets.push(CargoTarget { name: in_code(name), path });
        }
    }
    let build = table.get("package").and_then(|package| package.get("build")).and_then(Value::as_str);
    if let Some(path) = build {
        targets.push(CargoTarget { name: "build_script_build".into(), path: path.into() });
    }
    targets
}

/// Dependencies of all kinds and platforms below `table`, each name once.
fn dependencies(table: &Table, found: &mut Vec<Dependency>) {
    for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
        if let Some(list) = table.get(kind).and_then(Value::as_table) {
            for (name, value) in list {
                dependency(name, value, found);
            }
        }
    }
    let platforms = table.get("target").and_then(Value::as_table);
    for platform in platforms.into_iter().flat_map(Table::values).filter_map(Value::as_table) {
        dependencies(platform, found);
    }
}

fn dependency(name: &str, value: &Value, found: &mut Vec<Dependency>) {
    let details = value.as_table();
    let package = details.and_then(|details| text_at(details, "package")).unwrap_or(name);
    let path = details.and_then(|details| text_at(details, "path"));
    let in_code = in_code(name);
    match found.iter_mut().find(|(known, _, _)| *known == in_code) {
        // The entry with a path says more.
        Some(known) => {
            if known.2.is_none() {
                known.2 = path.map(Into::into);
            }
        }
        None => found.push((in_code, package.into(), path.map(Into::into))),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::manifest;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        expected.assert_debug_eq(&manifest(text));
    }

    #[test]
    fn a_package() {
        check(
            r#"
                [package]
                name = "my-tool"
                edition.workspace = true
                build = "build.rs"
                [lib]
                path = "lib/root.rs"
                [[bin]]
                name = "my-tool"
                [[test]]
                name = "all"
                path = "tests/all/main.rs"
                [dependencies]
                serde = "1"
                old-name = { package = "new-name", path = "../new" }
                [target.'cfg(unix)'.dev-dependencies]
                libc = { version = "0.2" }
            "#,
            expect![[r#"
                Some(
                    CargoManifest {
                        name: Some(
                            "my-tool",
                        ),
                        library: Some(
                            CargoTarget {
                                name: "my_tool",
                                path: "lib/root.rs",
                            },
                        ),
                        targets: [
                            CargoTarget {
                                name: "my_tool",
                                path: "src/main.rs",
                            },
                            CargoTarget {
                                name: "all",
                                path: "tests/all/main.rs",
                            },
                            CargoTarget {
                                name: "build_script_build",
                                path: "build.rs",
                            },
                        ],
                        dependencies: [
                            (
                                "old_name",
                                "new-name",
                                Some(
                                    "../new",
                                ),
                            ),
                            (
                                "serde",
                                "serde",
                                None,
                            ),
                            (
                                "libc",
                                "libc",
                                None,
                            ),
                        ],
                        edition: 2024,
                        members: [],
                    },
                )
            "#]],
        );
    }

    #[test]
    fn a_virtual_workspace() {
        check(
            r#"
                [workspace]
                members = ["crates/*", "tool"]
                [workspace.dependencies]
                inner = { path = "crates/inner" }
            "#,
            expect![[r#"
                Some(
                    CargoManifest {
                        name: None,
                        library: None,
                        targets: [],
                        dependencies: [
                            (
                                "inner",
                                "inner",
                                Some(
                                    "crates/inner",
                                ),
                            ),
                        ],
                        edition: 2015,
                        members: [
                            "crates/*",
                            "tool",
                        ],
                    },
                )
            "#]],
        );
    }

    #[test]
    fn no_manifest() {
        assert_eq!(manifest("[package"), None);
        assert_eq!(manifest("package = 3\nlib = []\nbin = {}\ndependencies = 1").map(|m| m.name), Some(None));
    }
}
