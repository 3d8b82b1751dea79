//! What differs among these languages: one table.

use lockstep_facts::{LanguageFamily, Name};

use super::Named;

/// What files share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scopes {
    /// Nothing.
    Files,
    /// What their package clause says.
    Packages,
    /// The folder they stand in.
    Folders,
    /// Modules that several of them open.
    Modules,
    /// Nothing; modules are known by their whole path.
    Paths,
}

/// What the rules of a language turn on.
pub(super) struct Traits {
    pub(super) scopes: Scopes,
    /// Whether members of a type are seen from inside it without a receiver.
    pub(super) sees_members: bool,
    /// Whether another file's names are seen only as imports and packages say.
    pub(super) needs_imports: bool,
    /// Whether an import names a file.
    pub(super) imports_files: bool,
    /// Whether those who import a file see what it imports.
    pub(super) passes_imports_on: bool,
    /// Whether a name that begins with a capital letter is a type or module.
    pub(super) types_are_capitalized: bool,
    /// Whether members of values are not followed at all.
    pub(super) has_no_members: bool,
    /// Whether reading an attribute looks like a call.
    pub(super) calls_read_fields: bool,
    /// Whether an import that does not say that it is relative is not looked for beside its file.
    pub(super) has_load_path: bool,
    /// What may be left out at the end of an imported path.
    pub(super) endings: &'static [&'static str],
    /// Names that every file sees without having them from the project.
    pub(super) built_in: &'static [&'static str],
}

const PLAIN: Traits = Traits {
    scopes: Scopes::Files,
    sees_members: false,
    needs_imports: false,
    imports_files: false,
    passes_imports_on: false,
    types_are_capitalized: false,
    has_no_members: false,
    calls_read_fields: false,
    has_load_path: false,
    endings: &[],
    built_in: &[],
};

/// A language with packages, whose types see their members.
const PACKAGES: Traits = Traits {
    scopes: Scopes::Packages,
    sees_members: true,
    needs_imports: true,
    types_are_capitalized: true,
    ..PLAIN
};

/// The rules of a family; none where it has its own.
pub(crate) fn named(family: LanguageFamily) -> Option<&'static Named> {
    Some(match family {
        LanguageFamily::Ruby => &RUBY,
        LanguageFamily::Php => &PHP,
        LanguageFamily::Lua => &LUA,
        LanguageFamily::Bash => &BASH,
        LanguageFamily::Kotlin | LanguageFamily::Scala | LanguageFamily::Protobuf => &PACKAGED,
        LanguageFamily::Swift => &SWIFT,
        LanguageFamily::Sql => &SQL,
        LanguageFamily::Dart => &DART,
        LanguageFamily::Elixir => &ELIXIR,
        LanguageFamily::Zig => &ZIG,
        LanguageFamily::Haskell => &HASKELL,
        LanguageFamily::R => &R,
        LanguageFamily::Hcl => &HCL,
        LanguageFamily::GraphQl => &GRAPHQL,
        LanguageFamily::Data => &DATA,
        _ => return None,
    })
}

static RUBY: Named = Named(Traits {
    scopes: Scopes::Modules,
    sees_members: true,
    imports_files: true,
    passes_imports_on: true,
    types_are_capitalized: true,
    calls_read_fields: true,
    has_load_path: true,
    endings: &[".rb"],
    built_in: &[
        "abort",
        "at_exit",
        "attr_accessor",
        "attr_reader",
        "attr_writer",
        "binding",
        "block_given?",
        "caller",
        "catch",
        "define_method",
        "eval",
        "exit",
        "extend",
        "fail",
        "format",
        "freeze",
        "gets",
        "include",
        "instance_eval",
        "lambda",
        "loop",
        "module_function",
        "p",
        "pp",
        "prepend",
        "print",
        "printf",
        "private",
        "private_constant",
        "proc",
        "protected",
        "public",
        "putc",
        "puts",
        "raise",
        "rand",
        "require",
        "require_relative",
        "sleep",
        "sprintf",
        "srand",
        "system",
        "throw",
        "trap",
        "warn",
    ],
    ..PLAIN
});

static PHP: Named = Named(Traits {
    scopes: Scopes::Packages,
    passes_imports_on: true,
    types_are_capitalized: true,
    endings: &[".php"],
    built_in: &[
        "array_filter",
        "array_key_exists",
        "array_keys",
        "array_map",
        "array_merge",
        "array_values",
        "compact",
        "count",
        "define",
        "defined",
        "empty",
        "explode",
        "file_get_contents",
        "fopen",
        "header",
        "implode",
        "in_array",
        "is_array",
        "is_null",
        "is_string",
        "isset",
        "json_decode",
        "json_encode",
        "preg_match",
        "preg_replace",
        "print",
        "printf",
        "sprintf",
        "str_replace",
        "strlen",
        "strpos",
        "strtolower",
        "strtoupper",
        "substr",
        "trim",
        "true",
        "false",
        "null",
        "var_dump",
    ],
    ..PLAIN
});

static LUA: Named = Named(Traits {
    imports_files: true,
    endings: &[".lua", "/init.lua"],
    built_in: &[
        "_G",
        "assert",
        "collectgarbage",
        "coroutine",
        "debug",
        "dofile",
        "error",
        "getmetatable",
        "io",
        "ipairs",
        "load",
        "loadfile",
        "loadstring",
        "math",
        "next",
        "os",
        "package",
        "pairs",
        "pcall",
        "print",
        "rawequal",
        "rawget",
        "rawlen",
        "rawset",
        "require",
        "select",
        "setmetatable",
        "string",
        "table",
        "tonumber",
        "tostring",
        "type",
        "unpack",
        "utf8",
        "vim",
        "xpcall",
    ],
    ..PLAIN
});

static BASH: Named = Named(Traits {
    imports_files: true,
    passes_imports_on: true,
    has_no_members: true,
    built_in: &[
        "alias",
        "awk",
        "basename",
        "bash",
        "builtin",
        "cat",
        "cd",
        "chmod",
        "command",
        "cp",
        "curl",
        "cut",
        "date",
        "declare",
        "dirname",
        "echo",
        "env",
        "eval",
        "exec",
        "exit",
        "export",
        "false",
        "find",
        "getopts",
        "git",
        "grep",
        "head",
        "kill",
        "let",
        "local",
        "ls",
        "make",
        "mkdir",
        "mktemp",
        "mv",
        "printf",
        "pwd",
        "read",
        "readonly",
        "return",
        "rm",
        "sed",
        "set",
        "shift",
        "sleep",
        "sort",
        "source",
        "tail",
        "tar",
        "tee",
        "test",
        "touch",
        "tr",
        "trap",
        "true",
        "type",
        "uname",
        "uniq",
        "unset",
        "wait",
        "wc",
        "which",
        "xargs",
        "HOME",
        "PATH",
        "USER",
        "PWD",
        "IFS",
        "BASH_SOURCE",
        "OPTARG",
        "OPTIND",
        "RANDOM",
        "SHELL",
        "TMPDIR",
    ],
    ..PLAIN
});

static PACKAGED: Named = Named(Traits { endings: &[".proto"], ..PACKAGES });

static SWIFT: Named = Named(Traits {
    sees_members: true,
    types_are_capitalized: true,
    built_in: &[
        "Any",
        "Array",
        "Bool",
        "Character",
        "Data",
        "Date",
        "Dictionary",
        "Double",
        "Error",
        "Float",
        "Int",
        "Optional",
        "Result",
        "Set",
        "String",
        "URL",
        "UUID",
        "Void",
        "abs",
        "assert",
        "fatalError",
        "max",
        "min",
        "precondition",
        "print",
        "type",
        "zip",
    ],
    ..PLAIN
});

static SQL: Named = Named(Traits { has_no_members: true, ..PLAIN });

static DART: Named = Named(Traits {
    sees_members: true,
    needs_imports: true,
    imports_files: true,
    types_are_capitalized: true,
    ..PLAIN
});

static ELIXIR: Named = Named(Traits {
    scopes: Scopes::Paths,
    needs_imports: true,
    types_are_capitalized: true,
    has_no_members: true,
    ..PLAIN
});

static ZIG: Named = Named(Traits { sees_members: true, needs_imports: true, imports_files: true, ..PLAIN });

static HASKELL: Named =
    Named(Traits { scopes: Scopes::Packages, needs_imports: true, has_no_members: true, ..PLAIN });

static R: Named = Named(Traits {
    imports_files: true,
    passes_imports_on: true,
    built_in: &[
        "abs",
        "apply",
        "as.character",
        "as.numeric",
        "c",
        "cat",
        "colnames",
        "data.frame",
        "do.call",
        "exp",
        "factor",
        "file",
        "format",
        "function",
        "grepl",
        "gsub",
        "head",
        "identity",
        "ifelse",
        "invisible",
        "is.na",
        "is.null",
        "lapply",
        "length",
        "library",
        "list",
        "log",
        "map",
        "matrix",
        "max",
        "mean",
        "median",
        "message",
        "min",
        "names",
        "ncol",
        "nchar",
        "nrow",
        "order",
        "paste",
        "paste0",
        "plot",
        "print",
        "range",
        "rep",
        "require",
        "return",
        "round",
        "sapply",
        "seq",
        "seq_along",
        "seq_len",
        "setdiff",
        "sort",
        "stop",
        "strsplit",
        "structure",
        "sub",
        "sum",
        "summary",
        "switch",
        "table",
        "tail",
        "unique",
        "unlist",
        "vapply",
        "warning",
        "which",
    ],
    ..PLAIN
});

static HCL: Named =
    Named(Traits { scopes: Scopes::Folders, needs_imports: true, has_no_members: true, ..PLAIN });

static GRAPHQL: Named = Named(Traits {
    has_no_members: true,
    built_in: &["Boolean", "Float", "ID", "Int", "String", "deprecated", "include", "skip", "specifiedBy"],
    ..PLAIN
});

static DATA: Named = Named(Traits { needs_imports: true, has_no_members: true, ..PLAIN });

/// Members that values of standard libraries have in one language or another.
const COMMON: &[&str] = &[
    "add",
    "all",
    "any",
    "append",
    "apply",
    "call",
    "clear",
    "clone",
    "close",
    "collect",
    "concat",
    "contains",
    "copy",
    "count",
    "delete",
    "description",
    "drop",
    "dup",
    "each",
    "empty?",
    "equals",
    "fetch",
    "filter",
    "find",
    "first",
    "flatMap",
    "flat_map",
    "fold",
    "forEach",
    "foreach",
    "format",
    "freeze",
    "get",
    "getOrElse",
    "group_by",
    "hash",
    "hashCode",
    "include?",
    "index",
    "indexOf",
    "insert",
    "inspect",
    "isEmpty",
    "is_empty",
    "iter",
    "join",
    "keys",
    "last",
    "length",
    "let",
    "lines",
    "map",
    "max",
    "merge",
    "message",
    "min",
    "new",
    "next",
    "nil?",
    "open",
    "pop",
    "prepend",
    "print",
    "println",
    "push",
    "put",
    "read",
    "reduce",
    "reject",
    "remove",
    "replace",
    "reverse",
    "select",
    "send",
    "set",
    "shift",
    "size",
    "slice",
    "sort",
    "split",
    "start_with?",
    "startsWith",
    "strip",
    "sum",
    "take",
    "tap",
    "then",
    "toInt",
    "toList",
    "toString",
    "to_a",
    "to_h",
    "to_i",
    "to_s",
    "to_string",
    "to_sym",
    "trim",
    "unwrap",
    "update",
    "values",
    "write",
    "zip",
];

impl Traits {
    /// Whether a name on its own stands for something of the language, or says itself whose it is.
    pub(super) fn is_never_guessed(&self, name: Name) -> bool {
        super::is_marked(name) || self.built_in.contains(&name.as_str())
    }

    /// Whether a member's name says nothing of whose it is.
    pub(super) fn is_common_member(&self, name: Name) -> bool {
        COMMON.binary_search(&name.as_str()).is_ok()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn common_members_are_sorted() {
        assert!(super::COMMON.is_sorted());
    }
}
