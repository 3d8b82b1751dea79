//! What package files say about where modules are.

use serde::{Deserialize, Serialize};

/// What one package file says. Paths are as written, relative to its folder, with `/`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PackageFacts {
    /// `Cargo.toml`.
    Cargo(CargoManifest),
    /// `package.json`.
    PackageJson(PackageJson),
    /// `tsconfig.json`, `jsconfig.json` and what they extend.
    TsConfig(TsConfig),
    /// `pyproject.toml`, `setup.cfg`.
    Python(PythonProject),
    /// `go.mod`, `go.work`.
    Go(GoModule),
    /// `*.csproj`.
    CSharp(CSharpProject),
    /// `compile_commands.json`.
    CompileCommands(CompileCommands),
}

/// `*.csproj`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CSharpProject {
    /// Project files it refers to.
    pub references: Vec<Box<str>>,
    /// Namespaces that all its files import (`<Using Include="A.B" />`).
    pub usings: Vec<Box<str>>,
}

/// A crate of a Cargo package.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CargoTarget {
    /// The name other crates use, `-` written `_`.
    pub name: Box<str>,
    /// Its root file.
    pub path: Box<str>,
}

/// `Cargo.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CargoManifest {
    /// The package's name as written; none for a virtual workspace.
    pub name: Option<Box<str>>,
    /// The library, where it is declared or at its usual place (`src/lib.rs`).
    pub library: Option<CargoTarget>,
    /// Declared binaries, examples, tests and benches (those at the usual places are found by path).
    pub targets: Vec<CargoTarget>,
    /// Dependencies: the name used in code (`-` written `_`), the package's name as written, and the path if it has one.
    #[allow(clippy::type_complexity, reason = "three plain parts, named in the line above")]
    pub dependencies: Vec<(Box<str>, Box<str>, Option<Box<str>>)>,
    /// 2015, 2018, 2021, 2024.
    pub edition: u16,
    /// Members of the workspace, as globs.
    pub members: Vec<Box<str>>,
}

/// `package.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PackageJson {
    /// The name importers write.
    pub name: Option<Box<str>>,
    /// `types`/`typings`, `source`, `module`, `main`: entry files, best first.
    pub entries: Vec<Box<str>>,
    /// `exports`: subpath (`.`, `./sub`, `./sub/*`) to files, best first.
    pub exports: Vec<(Box<str>, Vec<Box<str>>)>,
    /// `imports` (`#internal`), likewise.
    pub imports: Vec<(Box<str>, Vec<Box<str>>)>,
    /// Workspace globs.
    pub workspaces: Vec<Box<str>>,
    /// Names of dependencies of every kind.
    pub dependencies: Vec<Box<str>>,
}

/// `tsconfig.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TsConfig {
    /// Files it extends, as written.
    pub extends: Vec<Box<str>>,
    /// `compilerOptions.baseUrl`.
    pub base_url: Option<Box<str>>,
    /// `compilerOptions.paths`: pattern to substitutions.
    pub paths: Vec<(Box<str>, Vec<Box<str>>)>,
    /// `compilerOptions.rootDirs`.
    pub root_dirs: Vec<Box<str>>,
    /// `compilerOptions.customConditions`.
    pub conditions: Vec<Box<str>>,
}

/// `compile_commands.json`: how a build compiles C and C++.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CompileCommands {
    /// Folders that headers are looked for in, as the build says them (most are absolute), in the order of their first use.
    pub folders: Vec<Box<str>>,
}

/// `pyproject.toml`, `setup.cfg`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PythonProject {
    /// The project's name.
    pub name: Option<Box<str>>,
    /// Folders that packages are found in, as declared (`src`); empty if nothing is declared.
    pub roots: Vec<Box<str>>,
}

/// `go.mod`, `go.work`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GoModule {
    /// The import path of the module's root folder; none in `go.work`.
    pub path: Option<Box<str>>,
    /// Modules that stand in a folder of their own for those of their path: import path, folder.
    pub replaced: Vec<(Box<str>, Box<str>)>,
}
