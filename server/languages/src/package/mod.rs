//! Package files: which there are, and what each says about where modules are.

mod cargo;
mod compile_commands;
mod csharp;
mod go;
mod node;
mod python;

use lockstep_facts::{FileFacts, Language, PackageFacts};

/// Whether a file called `name` is a package file.
pub(crate) fn is_package_file(name: &str) -> bool {
    matches!(name, "Cargo.toml" | "package.json" | "pyproject.toml" | "setup.cfg" | "go.mod" | "go.work")
        || name == "compile_commands.json"
        || is_typescript_project(name)
        || name.ends_with(".csproj")
}

/// The facts of the package file called `name`; nothing but its line count if it cannot be read.
pub(crate) fn extract(name: &str, text: &str) -> FileFacts {
    let mut facts = FileFacts::empty(Language::Package);
    facts.lines = lockstep_facts::count_lines([text]);
    let package = match name {
        "Cargo.toml" => cargo::manifest(text).map(PackageFacts::Cargo),
        "package.json" => node::package_json(text).map(PackageFacts::PackageJson),
        "pyproject.toml" => python::pyproject(text).map(PackageFacts::Python),
        "setup.cfg" => python::setup_cfg(text).map(PackageFacts::Python),
        "go.mod" | "go.work" => Some(PackageFacts::Go(go::module(text))),
        _ if name.ends_with(".csproj") => csharp::project(text).map(PackageFacts::CSharp),
        "compile_commands.json" => compile_commands::folders(text).map(PackageFacts::CompileCommands),
        _ if is_typescript_project(name) => node::typescript_project(text).map(PackageFacts::TsConfig),
        _ => None,
    };
    if package.is_none() {
        facts.skipped = Some("not readable as a package file".into());
    }
    facts.package = package.map(Box::new);
    facts
}

/// `tsconfig.json`, `tsconfig.build.json`, `jsconfig.json` and the like.
fn is_typescript_project(name: &str) -> bool {
    name.ends_with(".json") && (name.starts_with("tsconfig") || name.starts_with("jsconfig"))
}
