//! `package.json`, `tsconfig.json`.

use lockstep_facts::{PackageJson, TsConfig};

/// What `package.json` says; none if it is no JSON.
pub(super) fn package_json(_text: &str) -> Option<PackageJson> {
    None
}

/// What `tsconfig.json` (JSON with comments and trailing commas) says; none if it cannot be read.
pub(super) fn typescript_project(_text: &str) -> Option<TsConfig> {
    None
}
