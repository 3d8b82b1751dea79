//! One test for each file in `fixtures/scenarios`: a new scenario needs no code.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let folder = root.ancestors().nth(2).expect("two folders below the root").join("fixtures/scenarios");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .filter_map(|entry| Some(entry.unwrap().file_name().to_str()?.strip_suffix(".md")?.to_owned()))
        .collect();
    names.sort();
    let mut tests = String::new();
    for name in names {
        let test = name.replace(|character: char| !character.is_ascii_alphanumeric(), "_");
        write!(tests, "#[test]\nfn {test}() {{\n    lockstep_e2e::play(\"{name}\");\n}}\n\n").unwrap();
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap());
    std::fs::write(Path::new(&out).join("scenarios.rs"), tests).unwrap();
}
