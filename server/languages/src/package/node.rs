//! `package.json`, `tsconfig.json`.

use lockstep_facts::{PackageJson, TsConfig};
use serde_json::{Map, Value};

/// Nesting of conditions that is followed.
const MAX_CONDITIONS: u32 = 8;

/// What `package.json` says; none if it is no JSON.
pub(super) fn package_json(text: &str) -> Option<PackageJson> {
    let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    let object = value.as_object()?;
    let mut dependencies: Vec<Box<str>> = Vec::new();
    for key in ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"] {
        for name in object.get(key).and_then(Value::as_object).into_iter().flat_map(Map::keys) {
            if !dependencies.iter().any(|known| **known == **name) {
                dependencies.push(name.as_str().into());
            }
        }
    }
    let workspaces = match object.get("workspaces") {
        Some(Value::Object(inner)) => inner.get("packages").map(strings).unwrap_or_default(),
        Some(list) => strings(list),
        None => Vec::new(),
    };
    Some(PackageJson {
        name: object.get("name").and_then(Value::as_str).map(Into::into),
        entries: ["source", "types", "typings", "module", "main"]
            .iter()
            .filter_map(|key| object.get(*key).and_then(Value::as_str))
            .map(Into::into)
            .collect(),
        exports: object.get("exports").map(exports).unwrap_or_default(),
        imports: object.get("imports").map(exports).unwrap_or_default(),
        workspaces,
        dependencies,
    })
}

/// What `tsconfig.json` (JSON with comments and trailing commas) says; none if it cannot be read.
pub(super) fn typescript_project(text: &str) -> Option<TsConfig> {
    let value: Value = serde_json::from_str(&strict_json(text)).ok()?;
    let object = value.as_object()?;
    let empty = Map::new();
    let options = object.get("compilerOptions").and_then(Value::as_object).unwrap_or(&empty);
    let list = |key: &str| options.get(key).map(strings).unwrap_or_default();
    Some(TsConfig {
        extends: object.get("extends").map(strings).unwrap_or_default(),
        base_url: options.get("baseUrl").and_then(Value::as_str).map(Into::into),
        paths: options
            .get("paths")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(pattern, targets)| (pattern.as_str().into(), strings(targets)))
            .collect(),
        root_dirs: list("rootDirs"),
        conditions: list("customConditions"),
    })
}

/// A string or a list of strings.
fn strings(value: &Value) -> Vec<Box<str>> {
    match value {
        Value::String(one) => vec![one.as_str().into()],
        Value::Array(list) => list.iter().filter_map(Value::as_str).map(Into::into).collect(),
        _ => Vec::new(),
    }
}

/// Subpaths and their files. A subpath that is blocked has none.
fn exports(value: &Value) -> Vec<(Box<str>, Vec<Box<str>>)> {
    let by_subpath = value
        .as_object()
        .filter(|object| object.keys().any(|key| key.starts_with('.') || key.starts_with('#')));
    match by_subpath {
        Some(object) => object.iter().map(|(key, target)| (key.as_str().into(), files(target))).collect(),
        None => vec![(".".into(), files(value))],
    }
}

/// The files that a target names under any condition, best first.
fn files(target: &Value) -> Vec<Box<str>> {
    let mut ranked = Vec::new();
    collect(target, 0, 0, &mut ranked);
    ranked.sort_by_key(|(rank, _)| *rank);
    let mut files: Vec<Box<str>> = Vec::new();
    for (_, file) in ranked {
        if !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

/// The rank has one digit for each level of conditions: the outermost decides, then the next.
fn collect(target: &Value, rank: u64, depth: u32, out: &mut Vec<(u64, Box<str>)>) {
    match target {
        Value::String(file) => {
            out.push((rank * 10u64.pow(MAX_CONDITIONS - depth), file.as_str().into()));
        }
        Value::Array(list) => list.iter().for_each(|target| collect(target, rank, depth, out)),
        Value::Object(conditions) if depth < MAX_CONDITIONS => {
            for (condition, target) in conditions {
                collect(target, rank * 10 + condition_rank(condition), depth + 1, out);
            }
        }
        _ => {}
    }
}

/// Sources before types before modules before scripts: what a reader of the code wants to land in.
fn condition_rank(condition: &str) -> u64 {
    match condition {
        "types" | "typings" => 3,
        _ if condition.starts_with("types@") => 3,
        "import" | "module" | "module-sync" => 4,
        "default" => 5,
        "node" | "browser" | "bun" | "deno" | "worker" | "react-native" | "edge-light" | "production" => 6,
        "require" => 7,
        _ if condition.ends_with("source") || condition.ends_with("src") => 1,
        // A condition of the project's own (`customConditions`) usually leads to its sources.
        _ => 2,
    }
}

/// JSON with comments and trailing commas, without them. What stood there becomes spaces.
fn strict_json(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}');
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    // Where a comma was written that nothing but white space has followed since.
    let mut comma = None;
    while let Some(c) = characters.next() {
        match c {
            '"' => {
                comma = None;
                out.push(c);
                while let Some(inner) = characters.next() {
                    out.push(inner);
                    match inner {
                        '\\' => out.extend(characters.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            '/' if characters.peek() == Some(&'/') => {
                for skipped in characters.by_ref() {
                    if skipped == '\n' {
                        out.push('\n');
                        break;
                    }
                }
            }
            '/' if characters.peek() == Some(&'*') => {
                characters.next();
                let mut before = ' ';
                for skipped in characters.by_ref() {
                    if before == '*' && skipped == '/' {
                        break;
                    }
                    before = skipped;
                }
                out.push(' ');
            }
            ',' => {
                comma = Some(out.len());
                out.push(c);
            }
            '}' | ']' => {
                if let Some(at) = comma.take() {
                    out.replace_range(at..=at, " ");
                }
                out.push(c);
            }
            _ => {
                if !c.is_whitespace() {
                    comma = None;
                }
                out.push(c);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::{package_json, strict_json, typescript_project};

    #[test]
    fn a_package_says_where_its_modules_are() {
        let text = r##"{
            "name": "@scope/lib",
            "main": "./dist/index.cjs",
            "types": "./dist/index.d.ts",
            "workspaces": { "packages": ["packages/*"] },
            "exports": {
                ".": {
                    "@scope/source": "./src/index.ts",
                    "require": { "types": "./dist/index.d.cts", "default": "./dist/index.cjs" },
                    "import": { "types": "./dist/index.d.ts", "default": "./dist/index.js" }
                },
                "./*": ["./dist/*.js", "./lib/*.js"],
                "./internal": null
            },
            "imports": { "#util": "./src/util.ts" },
            "dependencies": { "a": "1" },
            "devDependencies": { "b": "1", "a": "2" }
        }"##;
        expect![[r##"
            Some(
                PackageJson {
                    name: Some(
                        "@scope/lib",
                    ),
                    entries: [
                        "./dist/index.d.ts",
                        "./dist/index.cjs",
                    ],
                    exports: [
                        (
                            ".",
                            [
                                "./src/index.ts",
                                "./dist/index.d.ts",
                                "./dist/index.js",
                                "./dist/index.d.cts",
                                "./dist/index.cjs",
                            ],
                        ),
                        (
                            "./*",
                            [
                                "./dist/*.js",
                                "./lib/*.js",
                            ],
                        ),
                        (
                            "./internal",
                            [],
                        ),
                    ],
                    imports: [
                        (
                            "#util",
                            [
                                "./src/util.ts",
                            ],
                        ),
                    ],
                    workspaces: [
                        "packages/*",
                    ],
                    dependencies: [
                        "a",
                        "b",
                    ],
                },
            )
        "##]]
        .assert_debug_eq(&package_json(text));
    }

    #[test]
    fn exports_can_be_one_file_or_conditions() {
        let one = package_json(r#"{ "exports": "./index.js" }"#).map(|package| package.exports);
        assert_eq!(one, Some(vec![(".".into(), vec!["./index.js".into()])]));
        let two = package_json(r#"{ "exports": { "require": "./a.cjs", "types": "./a.d.ts" } }"#);
        assert_eq!(
            two.map(|package| package.exports),
            Some(vec![(".".into(), vec!["./a.d.ts".into(), "./a.cjs".into()])])
        );
        assert_eq!(package_json("not json"), None);
        assert_eq!(package_json("[]"), None);
    }

    #[test]
    fn a_project_may_hold_comments_and_trailing_commas() {
        let text = r#"{
            // the base
            "extends": "./base.json",
            "compilerOptions": {
                /* paths, with // inside "strings" */
                "baseUrl": ".",
                "paths": { "@/*": ["src/*",], "url": ["http://x/*y*/"], },
                "rootDirs": ["src", "gen"], // both
                "customConditions": ["@scope/source"],
            },
        }"#;
        expect![[r#"
            Some(
                TsConfig {
                    extends: [
                        "./base.json",
                    ],
                    base_url: Some(
                        ".",
                    ),
                    paths: [
                        (
                            "@/*",
                            [
                                "src/*",
                            ],
                        ),
                        (
                            "url",
                            [
                                "http://x/*y*/",
                            ],
                        ),
                    ],
                    root_dirs: [
                        "src",
                        "gen",
                    ],
                    conditions: [
                        "@scope/source",
                    ],
                },
            )
        "#]]
        .assert_debug_eq(&typescript_project(text));
    }

    #[test]
    fn half_a_file_is_no_project() {
        assert_eq!(typescript_project("{ \"extends\": \"a"), None);
        assert_eq!(typescript_project("/*"), None);
        assert_eq!(strict_json("{\"a\\\"//\": [1, /**/ ] }"), "{\"a\\\"//\": [1    ] }");
    }
}
