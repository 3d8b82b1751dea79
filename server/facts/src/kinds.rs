//! The closed lists. Extend them here first, never in one language's file.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::Name;

macro_rules! closed_list {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }
        impl $name {
            /// Every member of the list, in its order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];
            /// The word that is printed and accepted for it.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
            /// The member printed as `text`.
            #[must_use]
            pub fn parse(text: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|x| x.as_str() == text)
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.as_str()) }
        }
    };
}

closed_list! {
    /// What a symbol is.
    SymbolKind {
        /// A file's top level, a package, a namespace, an inline module.
        Module = "module",
        /// A class.
        Class = "class",
        /// A struct.
        Struct = "struct",
        /// An enumeration.
        Enum = "enum",
        /// One value of an enumeration.
        EnumMember = "enum_member",
        /// An interface or protocol.
        Interface = "interface",
        /// A trait.
        Trait = "trait",
        /// Another name for a type.
        TypeAlias = "type_alias",
        /// A function outside of any type.
        Function = "function",
        /// A function of a type.
        Method = "method",
        /// A function that makes an instance.
        Constructor = "constructor",
        /// Stored data of a type.
        Field = "field",
        /// Data of a type read through code.
        Property = "property",
        /// A value that does not change.
        Constant = "constant",
        /// A value that may change.
        Variable = "variable",
        /// A macro.
        Macro = "macro",
    }
}

impl SymbolKind {
    /// Whether it can be called like a function.
    #[must_use]
    pub fn is_callable(self) -> bool {
        matches!(
            self,
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor | SymbolKind::Macro
        )
    }

    /// Whether it is a type whose members are looked up by receiver.
    #[must_use]
    pub fn is_type(self) -> bool {
        matches!(
            self,
            SymbolKind::Class
                | SymbolKind::Struct
                | SymbolKind::Enum
                | SymbolKind::Interface
                | SymbolKind::Trait
                | SymbolKind::TypeAlias
        )
    }
}

closed_list! {
    /// What a reference does with the name it mentions.
    ReferenceRole {
        /// Calls it.
        Call = "call",
        /// Reads it.
        Read = "read",
        /// Assigns to it.
        Write = "write",
        /// Names it as a type.
        Type = "type",
        /// Imports or re-exports it.
        Import = "import",
        /// Derives from it.
        Inherit = "inherit",
        /// Implements it.
        Implement = "implement",
        /// Applies it as a decorator or attribute.
        Decorate = "decorate",
        /// Invokes it as a macro.
        Macro = "macro",
    }
}

closed_list! {
    /// An edge of the graph.
    Relation {
        /// A container and its member.
        Contains = "contains",
        /// A caller and its callee.
        Calls = "calls",
        /// Any mention that is none of the others.
        References = "references",
        /// A module and what it imports.
        Imports = "imports",
        /// A module and what it passes on.
        ReExports = "re_exports",
        /// A type and its base.
        Inherits = "inherits",
        /// A type and its interface or trait.
        Implements = "implements",
        /// A member and the member of a base that it replaces.
        Overrides = "overrides",
        /// A definition and a type its signature names.
        UsesType = "uses_type",
        /// A function and the type it makes.
        Instantiates = "instantiates",
        /// A function and the data it reads.
        Reads = "reads",
        /// A function and the data it writes.
        Writes = "writes",
        /// A decorator and what it decorates.
        Decorates = "decorates",
        /// A test and what it exercises.
        Tests = "tests",
    }
}

closed_list! {
    /// Who may name a symbol.
    Visibility {
        /// Everybody.
        Public = "public",
        /// The same package, crate or module tree.
        Package = "package",
        /// The type and what derives from it.
        Protected = "protected",
        /// The type or file alone.
        Private = "private",
        /// The function around it alone.
        Local = "local",
    }
}

closed_list! {
    /// How an edge is known.
    Confidence {
        /// A scope, an import or the receiver's type says so.
        Extracted = "extracted",
        /// The only candidate of its name.
        Inferred = "inferred",
        /// One of several candidates.
        Ambiguous = "ambiguous",
    }
}

closed_list! {
    /// A language as parsed (a grammar, not a file ending).
    Language {
        /// Python.
        Python = "python",
        /// Rust.
        Rust = "rust",
        /// TypeScript without JSX.
        TypeScript = "typescript",
        /// TypeScript with JSX.
        Tsx = "tsx",
        /// JavaScript, JSX included.
        JavaScript = "javascript",
        /// Go.
        Go = "go",
        /// Java.
        Java = "java",
        /// C#.
        CSharp = "csharp",
        /// C, and headers, which are C or C++ as their text says.
        C = "c",
        /// C++.
        Cpp = "cpp",
        /// Ruby.
        Ruby = "ruby",
        /// PHP.
        Php = "php",
        /// Kotlin.
        Kotlin = "kotlin",
        /// Swift.
        Swift = "swift",
        /// Scala.
        Scala = "scala",
        /// Lua.
        Lua = "lua",
        /// Shell scripts.
        Bash = "bash",
        /// SQL.
        Sql = "sql",
        /// Dart.
        Dart = "dart",
        /// Elixir.
        Elixir = "elixir",
        /// Zig.
        Zig = "zig",
        /// Haskell.
        Haskell = "haskell",
        /// R.
        R = "r",
        /// HCL, as Terraform writes it.
        Hcl = "hcl",
        /// Protocol buffers.
        Protobuf = "protobuf",
        /// GraphQL.
        GraphQl = "graphql",
        /// The script of a Vue component.
        Vue = "vue",
        /// The scripts of a Svelte component.
        Svelte = "svelte",
        /// The scripts of an HTML page.
        Html = "html",
        /// Markdown: headings alone.
        Markdown = "markdown",
        /// JSON: keys alone.
        Json = "json",
        /// YAML: keys alone.
        Yaml = "yaml",
        /// TOML: keys alone.
        Toml = "toml",
        /// A package file (`Cargo.toml`, `package.json`, `tsconfig.json`, `pyproject.toml`): no symbols of its own.
        Package = "package",
    }
}

impl Language {
    /// Languages that see each other's names are one family; resolution never leaves it.
    #[must_use]
    pub fn family(self) -> LanguageFamily {
        match self {
            Language::Python => LanguageFamily::Python,
            Language::Rust => LanguageFamily::Rust,
            Language::TypeScript
            | Language::Tsx
            | Language::JavaScript
            | Language::Vue
            | Language::Svelte
            | Language::Html => LanguageFamily::TypeScript,
            Language::Go => LanguageFamily::Go,
            Language::Java => LanguageFamily::Java,
            Language::CSharp => LanguageFamily::CSharp,
            Language::C | Language::Cpp => LanguageFamily::C,
            Language::Ruby => LanguageFamily::Ruby,
            Language::Php => LanguageFamily::Php,
            Language::Kotlin => LanguageFamily::Kotlin,
            Language::Swift => LanguageFamily::Swift,
            Language::Scala => LanguageFamily::Scala,
            Language::Lua => LanguageFamily::Lua,
            Language::Bash => LanguageFamily::Bash,
            Language::Sql => LanguageFamily::Sql,
            Language::Dart => LanguageFamily::Dart,
            Language::Elixir => LanguageFamily::Elixir,
            Language::Zig => LanguageFamily::Zig,
            Language::Haskell => LanguageFamily::Haskell,
            Language::R => LanguageFamily::R,
            Language::Hcl => LanguageFamily::Hcl,
            Language::Protobuf => LanguageFamily::Protobuf,
            Language::GraphQl => LanguageFamily::GraphQl,
            Language::Markdown | Language::Json | Language::Yaml | Language::Toml => LanguageFamily::Data,
            Language::Package => LanguageFamily::Package,
        }
    }

    /// Whether it is no code: what it defines is an outline, and neither searched nor mentioned.
    #[must_use]
    pub fn is_data(self) -> bool {
        self.family() == LanguageFamily::Data
    }

    /// Whether its code is a part of a text: scripts in a page or a component.
    #[must_use]
    pub fn is_embedded(self) -> bool {
        matches!(self, Language::Vue | Language::Svelte | Language::Html)
    }
}

closed_list! {
    /// See [`Language::family`]. One file of resolution rules each.
    LanguageFamily {
        /// Python.
        Python = "python",
        /// Rust.
        Rust = "rust",
        /// TypeScript and JavaScript.
        TypeScript = "typescript",
        /// Go.
        Go = "go",
        /// Java.
        Java = "java",
        /// C#.
        CSharp = "csharp",
        /// C and C++.
        C = "c",
        /// Ruby.
        Ruby = "ruby",
        /// PHP.
        Php = "php",
        /// Kotlin.
        Kotlin = "kotlin",
        /// Swift.
        Swift = "swift",
        /// Scala.
        Scala = "scala",
        /// Lua.
        Lua = "lua",
        /// Shell scripts.
        Bash = "bash",
        /// SQL.
        Sql = "sql",
        /// Dart.
        Dart = "dart",
        /// Elixir.
        Elixir = "elixir",
        /// Zig.
        Zig = "zig",
        /// Haskell.
        Haskell = "haskell",
        /// R.
        R = "r",
        /// HCL, as Terraform writes it.
        Hcl = "hcl",
        /// Protocol buffers.
        Protobuf = "protobuf",
        /// GraphQL.
        GraphQl = "graphql",
        /// Texts that are no code: outlines.
        Data = "data",
        /// Package files.
        Package = "package",
    }
}

impl LanguageFamily {
    /// The path of the file that declares the family's built-in and standard types; no file of a tree has it.
    #[must_use]
    pub fn prelude_path(self) -> Name {
        static PATHS: LazyLock<Vec<Name>> = LazyLock::new(|| {
            LanguageFamily::ALL.iter().map(|family| Name::new(&format!("<prelude>/{family}"))).collect()
        });
        PATHS[self as usize]
    }
}
