//! Which crate may see which: the table of crates, asserted of what cargo says.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use lockstep_e2e::repository;
use serde_json::Value;

/// Our crates that each crate may depend on. A crate that is not here yet fails the test: say what it may see.
const OURS: &[(&str, &[&str])] = &[
    ("lockstep-facts", &[]),
    ("lockstep-languages", &["lockstep-facts"]),
    ("lockstep-graph", &["lockstep-facts"]),
    ("lockstep-ide", &["lockstep-facts", "lockstep-languages", "lockstep-graph"]),
    ("lockstep-store", &["lockstep-facts", "lockstep-languages"]),
    ("lockstep-session", &["lockstep-facts", "lockstep-languages", "lockstep-ide", "lockstep-store"]),
    ("lockstep-lsp", &["lockstep-facts", "lockstep-ide", "lockstep-session"]),
    ("lockstep-mcp", &["lockstep-facts", "lockstep-ide", "lockstep-session"]),
    ("lockstep-host", &["lockstep-session", "lockstep-lsp", "lockstep-mcp"]),
    (
        "lockstep",
        &[
            "lockstep-facts",
            "lockstep-languages",
            "lockstep-session",
            "lockstep-lsp",
            "lockstep-mcp",
            "lockstep-host",
        ],
    ),
];

/// Libraries and the crates that may use them.
const ONLY_USERS: &[(&str, &[&str])] = &[
    ("tree-sitter", &["lockstep-languages"]),
    ("petgraph", &["lockstep-graph"]),
    ("ropey", &["lockstep-ide"]),
    ("redb", &["lockstep-store"]),
    ("postcard", &["lockstep-store"]),
    ("notify", &["lockstep-session"]),
    ("ignore", &["lockstep-session"]),
    ("rayon", &["lockstep-session"]),
    ("tower-lsp", &["lockstep-lsp"]),
    ("lsp-types", &["lockstep-lsp"]),
    ("rmcp", &["lockstep-mcp"]),
    ("axum", &["lockstep-mcp"]),
    ("tiktoken-rs", &["lockstep-mcp"]),
    ("dashmap", &["lockstep-host"]),
    ("rustix", &["lockstep-host", "lockstep-session"]),
    ("clap", &["lockstep"]),
    ("indicatif", &["lockstep"]),
];

/// Libraries that a crate must never see.
const NEVER: &[(&str, &[&str])] = &[
    ("lockstep-facts", &["tokio", "serde_json", "anyhow"]),
    ("lockstep-languages", &["tokio", "ropey", "anyhow"]),
    ("lockstep-graph", &["tokio", "serde_json", "anyhow"]),
    ("lockstep-ide", &["tokio", "serde_json", "lsp-types", "anyhow"]),
];

/// Dependencies of each crate below `server`, development ones left out.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(repository())
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let of = |package: &Value| {
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        dependencies
            .filter(|dependency| dependency["kind"] != "dev")
            .map(|dependency| dependency["name"].as_str().unwrap().to_owned())
            .collect()
    };
    metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|package| package["manifest_path"].as_str().unwrap().contains("/server/"))
        .map(|package| (package["name"].as_str().unwrap().to_owned(), of(package)))
        .collect()
}

#[test]
fn our_crates_see_only_what_the_table_says() {
    let dependencies = dependencies();
    assert!(dependencies.len() >= 10, "{:?}", dependencies.keys());
    for (name, seen) in &dependencies {
        let Some((_, allowed)) = OURS.iter().find(|(other, _)| other == name) else {
            panic!("{name} is not in the table")
        };
        for other in seen.iter().filter(|other| other.starts_with("lockstep")) {
            assert!(allowed.contains(&other.as_str()), "{name} must not see {other}");
        }
    }
}

#[test]
fn libraries_have_the_users_that_the_table_says() {
    let dependencies = dependencies();
    for (library, users) in ONLY_USERS {
        for (name, seen) in &dependencies {
            let uses = seen.iter().any(|other| other == library || other.starts_with(&format!("{library}-")));
            assert!(!uses || users.contains(&name.as_str()), "{name} must leave {library} to {users:?}");
        }
    }
    for (name, libraries) in NEVER {
        for library in *libraries {
            assert!(!dependencies[*name].contains(*library), "{name} must never see {library}");
        }
    }
}
