//! The binary under test.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The repository's root.
#[must_use]
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("two folders below the root")
        .to_path_buf()
}

/// The binary: `LOCKSTEP_BIN`, else the one of the build that this test is part of, brought up to date.
#[must_use]
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| match std::env::var_os("LOCKSTEP_BIN") {
        Some(path) => path.into(),
        None => build(),
    })
}

fn build() -> PathBuf {
    // <target>/<profile>/deps/<test>
    let test = std::env::current_exe().expect("a test has a file");
    let profile_folder = test.ancestors().nth(2).expect("tests lie in target/<profile>/deps");
    let profile = match profile_folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(other) => other,
    };
    let target = profile_folder.parent().expect("a profile lies in a target folder");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--package", "lockstep", "--profile", profile, "--target-dir"])
        .arg(target)
        .current_dir(repository())
        .status()
        .expect("cargo runs");
    assert!(built.success(), "the binary could not be built");
    profile_folder.join("lockstep")
}
