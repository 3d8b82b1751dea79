//! The one list of languages: what people call them, the files that are theirs, and what is resolved.

use lockstep_facts::Language;

/// How far a language is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// Names, members and types.
    Types,
    /// Names: scopes, imports and candidates.
    Names,
    /// Nothing but what a file holds.
    Outline,
}

/// One language.
#[derive(Debug)]
pub struct Listed {
    /// Which one.
    pub language: Language,
    /// What people call it; the same for languages that belong together.
    pub label: &'static str,
    /// How far it is understood.
    pub tier: Tier,
    /// What is resolved; empty where an entry of the same label before it says so.
    pub resolved: &'static str,
    /// Endings of files, without the dot.
    pub endings: &'static [&'static str],
    /// The ids by which editors call it.
    pub ids: &'static [&'static str],
}

/// Every language but package files, those of a label beside each other.
pub const LANGUAGES: &[Listed] = &[
    Listed {
        language: Language::Python,
        label: "Python",
        tier: Tier::Types,
        resolved: "scopes, imports through packages and re-exports, members by receiver type, inference of undeclared types",
        endings: &["py", "pyi"],
        ids: &["python"],
    },
    Listed {
        language: Language::Rust,
        label: "Rust",
        tier: Tier::Types,
        resolved: "crates and module trees, `use`, traits and `impl` blocks, generics, macro arguments",
        endings: &["rs"],
        ids: &["rust"],
    },
    Listed {
        language: Language::Go,
        label: "Go",
        tier: Tier::Types,
        resolved: "packages, modules by `go.mod`, embedding and promotion, types through calls and ranges, generics, satisfied interfaces",
        endings: &["go"],
        ids: &["go"],
    },
    Listed {
        language: Language::TypeScript,
        label: "TypeScript, JavaScript, JSX",
        tier: Tier::Types,
        resolved: "ES modules, `tsconfig` paths, workspace packages, CommonJS, classes and structural members",
        endings: &["ts", "mts", "cts"],
        ids: &["typescript"],
    },
    Listed {
        language: Language::Tsx,
        label: "TypeScript, JavaScript, JSX",
        tier: Tier::Types,
        resolved: "",
        endings: &["tsx"],
        ids: &["typescriptreact"],
    },
    Listed {
        language: Language::JavaScript,
        label: "TypeScript, JavaScript, JSX",
        tier: Tier::Types,
        resolved: "",
        endings: &["js", "jsx", "mjs", "cjs"],
        ids: &["javascript", "javascriptreact"],
    },
    Listed {
        language: Language::Java,
        label: "Java",
        tier: Tier::Types,
        resolved: "packages, imports (static ones too), nested and inherited members, overloads, generics, lambdas and method references",
        endings: &["java"],
        ids: &["java"],
    },
    Listed {
        language: Language::CSharp,
        label: "C#",
        tier: Tier::Types,
        resolved: "namespaces and using directives (global and static ones too), types with parts, overloads, extension methods, LINQ, records, patterns",
        endings: &["cs"],
        ids: &["csharp", "cs"],
    },
    Listed {
        language: Language::C,
        label: "C, C++",
        tier: Tier::Types,
        resolved: "includes (`compile_commands.json` too), macros, declarations and definitions as one symbol, namespaces, classes, templates by name, overloads by what they take",
        endings: &["c", "h"],
        ids: &["c"],
    },
    Listed {
        language: Language::Cpp,
        label: "C, C++",
        tier: Tier::Types,
        resolved: "",
        endings: &["cc", "cpp", "cxx", "c++", "C", "hh", "hpp", "hxx", "h++", "H", "ipp", "tcc", "inl"],
        ids: &["cpp"],
    },
    Listed {
        language: Language::Vue,
        label: "Vue, Svelte, HTML",
        tier: Tier::Types,
        resolved: "their scripts, as TypeScript and JavaScript are; what templates mention is not",
        endings: &["vue"],
        ids: &["vue"],
    },
    Listed {
        language: Language::Svelte,
        label: "Vue, Svelte, HTML",
        tier: Tier::Types,
        resolved: "",
        endings: &["svelte"],
        ids: &["svelte"],
    },
    Listed {
        language: Language::Html,
        label: "Vue, Svelte, HTML",
        tier: Tier::Types,
        resolved: "",
        endings: &["html", "htm"],
        ids: &["html"],
    },
    Listed {
        language: Language::Ruby,
        label: "Ruby",
        tier: Tier::Names,
        resolved: "`require`, modules that are opened again, accessors, constants by path",
        endings: &["rb", "rake", "gemspec", "ru"],
        ids: &["ruby"],
    },
    Listed {
        language: Language::Php,
        label: "PHP",
        tier: Tier::Names,
        resolved: "namespaces and `use`, `require`, members of `$this`, `self` and named classes",
        endings: &["php", "phtml"],
        ids: &["php"],
    },
    Listed {
        language: Language::Kotlin,
        label: "Kotlin",
        tier: Tier::Names,
        resolved: "packages and imports, members seen from inside, extensions by name",
        endings: &["kt", "kts"],
        ids: &["kotlin"],
    },
    Listed {
        language: Language::Swift,
        label: "Swift",
        tier: Tier::Names,
        resolved: "types and their extensions, members seen from inside",
        endings: &["swift"],
        ids: &["swift"],
    },
    Listed {
        language: Language::Scala,
        label: "Scala",
        tier: Tier::Names,
        resolved: "packages and imports, companions, members seen from inside",
        endings: &["scala", "sc"],
        ids: &["scala"],
    },
    Listed {
        language: Language::Lua,
        label: "Lua",
        tier: Tier::Names,
        resolved: "`require` and what a module returns, functions of tables, globals",
        endings: &["lua"],
        ids: &["lua"],
    },
    Listed {
        language: Language::Bash,
        label: "Shell",
        tier: Tier::Names,
        resolved: "`source`, functions, variables, what is `local`",
        endings: &["sh", "bash", "bats", "zsh"],
        ids: &["shellscript", "bash", "sh"],
    },
    Listed {
        language: Language::Sql,
        label: "SQL",
        tier: Tier::Names,
        resolved: "tables, views, functions and where statements name them; aliases; not columns",
        endings: &["sql"],
        ids: &["sql"],
    },
    Listed {
        language: Language::Dart,
        label: "Dart",
        tier: Tier::Names,
        resolved: "imports and exports of libraries, named constructors, members seen from inside",
        endings: &["dart"],
        ids: &["dart"],
    },
    Listed {
        language: Language::Elixir,
        label: "Elixir",
        tier: Tier::Names,
        resolved: "`alias` and `import`, functions of several clauses, module attributes, protocols",
        endings: &["ex", "exs"],
        ids: &["elixir"],
    },
    Listed {
        language: Language::Zig,
        label: "Zig",
        tier: Tier::Names,
        resolved: "`@import`, types held by constants, fields",
        endings: &["zig"],
        ids: &["zig"],
    },
    Listed {
        language: Language::Haskell,
        label: "Haskell",
        tier: Tier::Names,
        resolved: "imports (qualified ones too), equations, constructors, classes and instances",
        endings: &["hs"],
        ids: &["haskell"],
    },
    Listed {
        language: Language::R,
        label: "R",
        tier: Tier::Names,
        resolved: "functions, `source`, locals",
        endings: &["r", "R"],
        ids: &["r"],
    },
    Listed {
        language: Language::Hcl,
        label: "Terraform, HCL",
        tier: Tier::Names,
        resolved: "variables, locals, resources, data and modules of a folder",
        endings: &["tf", "hcl", "tfvars"],
        ids: &["terraform", "hcl", "terraform-vars"],
    },
    Listed {
        language: Language::Protobuf,
        label: "Protocol buffers",
        tier: Tier::Names,
        resolved: "packages and imports, messages in messages, services",
        endings: &["proto"],
        ids: &["proto", "proto3", "protobuf"],
    },
    Listed {
        language: Language::GraphQl,
        label: "GraphQL",
        tier: Tier::Names,
        resolved: "types and their extensions, directives, fragments; not the fields of queries",
        endings: &["graphql", "gql", "graphqls"],
        ids: &["graphql"],
    },
    Listed {
        language: Language::Markdown,
        label: "Markdown",
        tier: Tier::Outline,
        resolved: "headings",
        endings: &["md", "markdown"],
        ids: &["markdown"],
    },
    Listed {
        language: Language::Json,
        label: "JSON, YAML, TOML",
        tier: Tier::Outline,
        resolved: "keys of the two uppermost levels",
        endings: &["json", "jsonc"],
        ids: &["json", "jsonc"],
    },
    Listed {
        language: Language::Yaml,
        label: "JSON, YAML, TOML",
        tier: Tier::Outline,
        resolved: "",
        endings: &["yaml", "yml"],
        ids: &["yaml"],
    },
    Listed {
        language: Language::Toml,
        label: "JSON, YAML, TOML",
        tier: Tier::Outline,
        resolved: "",
        endings: &["toml"],
        ids: &["toml"],
    },
];

/// Files of names and endings by which tools keep what nobody reads: not worth an outline.
fn is_kept_by_tools(name: &str) -> bool {
    matches!(
        name,
        "package-lock.json" | "npm-shrinkwrap.json" | "composer.lock" | "pnpm-lock.yaml" | "yarn.lock"
    ) || name.ends_with(".lock")
        || [".min.", ".map.", ".bundle."].iter().any(|part| name.contains(part))
}

/// The ids that Vim and Neovim do not use for a file type.
const NOT_IN_VIM: &[&str] = &["csharp", "proto3", "protobuf", "shellscript"];

/// The file types of Vim and Neovim that have a language here.
pub fn filetypes() -> impl Iterator<Item = &'static str> {
    let ids = LANGUAGES.iter().flat_map(|listed| listed.ids).copied();
    ids.filter(|id| !NOT_IN_VIM.contains(id))
}

/// The language of a file by its name, or by the id an editor gave it where the name says nothing.
#[must_use]
pub fn language_of(path: &str, language_id: Option<&str>) -> Option<Language> {
    let name = path.rsplit('/').next().unwrap_or(path);
    if crate::package::is_package_file(name) {
        return Some(Language::Package);
    }
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    let by_ending =
        ending.and_then(|ending| LANGUAGES.iter().find(|listed| listed.endings.contains(&ending)));
    let by_name = by_ending.map(|listed| listed.language).or(match name {
        "Rakefile" | "Gemfile" => Some(Language::Ruby),
        ".bashrc" | ".bash_profile" | ".profile" => Some(Language::Bash),
        _ => None,
    });
    let by_id =
        |id: &str| LANGUAGES.iter().find(|listed| listed.ids.contains(&id)).map(|listed| listed.language);
    let found = by_name.or_else(|| by_id(language_id?));
    found.filter(|language| !language.is_data() || !is_kept_by_tools(name))
}

/// The table of languages as the README shows it.
#[must_use]
pub fn table() -> String {
    let mut table = String::from("| language | files | what is resolved |\n|---|---|---|\n");
    let mut rest = LANGUAGES;
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|listed| listed.label == first.label).count();
        let (same, more) = rest.split_at(count);
        rest = more;
        let endings: Vec<String> =
            same.iter().flat_map(|listed| listed.endings).map(|ending| format!("`.{ending}`")).collect();
        let by_name = match first.tier {
            Tier::Types => "",
            Tier::Names => "by name: ",
            Tier::Outline => "outline: ",
        };
        table.push_str(&format!(
            "| {} | {} | {by_name}{} |\n",
            first.label,
            endings.join(" "),
            first.resolved
        ));
    }
    table
}
