//! Package files.
use lockstep_facts::{FileFacts, Language};
pub(crate) fn is_package_file(name: &str) -> bool { matches!(name, "Cargo.toml" | "package.json" | "pyproject.toml" | "setup.cfg") || (name.ends_with(".json") && (name.starts_with("tsconfig") || name.starts_with("jsconfig"))) }
pub(crate) fn extract(_name: &str, _text: &str) -> FileFacts { FileFacts::empty(Language::Package) }
