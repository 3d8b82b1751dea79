//! Inputs that nobody writes on purpose, or only somebody who means harm.

use std::fmt::Write;

/// A text that nests one form.
#[derive(Clone, Debug)]
pub struct Nested {
    /// A file name: what is nested and whether it is closed.
    pub name: String,
    /// The identifier that editors give its language.
    pub language: &'static str,
    /// The text, in lines short enough that it does not pass for generated.
    pub text: String,
}

/// What is repeated: a name, an ending, what stands before, what opens, what stands innermost, what closes, what stands after.
type Form =
    (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

/// Every way of nesting that the languages' grammars and extractors treat each in its own way.
const FORMS: &[Form] = &[
    ("parentheses", "py", "x = ", "(", "1", ")", "\n"),
    ("brackets", "py", "x = ", "[", "", "]", "\n"),
    ("braces", "py", "x = ", "{1: ", "1", "}", "\n"),
    ("calls", "py", "x = ", "f(", "1", ")", "\n"),
    ("not", "py", "x = (", "not ", "1", "", ")\n"),
    ("lambda", "py", "x = (", "lambda: ", "1", "", ")\n"),
    ("conditions", "py", "x = (", "a if b else ", "1", "", ")\n"),
    ("attributes", "py", "x = (a", ".b", "", "", ")\n"),
    ("called_again", "py", "x = (a", "()", "", "", ")\n"),
    ("sum", "py", "x = (", "a + ", "1", "", ")\n"),
    ("strings", "py", "x = (", "'a' ", "", "", ")\n"),
    ("annotations", "py", "x: ", "list[", "int", "]", " = 1\n"),
    ("parentheses", "rs", "fn f() -> u32 { ", "(", "1", ")", " }\n"),
    ("blocks", "rs", "fn f() { ", "{", "", "}", " }\n"),
    ("if", "rs", "fn f() { ", "if a {", "", "}", " }\n"),
    ("else_if", "rs", "fn f() { if a {} ", "else if a {} ", "", "", "}\n"),
    ("brackets", "rs", "fn f() { let x = ", "[", "", "]", "; }\n"),
    ("generics", "rs", "type T = ", "Vec<", "u8", ">", ";\n"),
    ("references", "rs", "type T = ", "& ", "u8", "", ";\n"),
    ("closures", "rs", "fn f() { let x = ", "|| ", "1", "", "; }\n"),
    ("macros", "rs", "fn f() { ", "m!(", "1", ")", "; }\n"),
    ("modules", "rs", "", "mod a { ", "", "}", "\n"),
    ("methods", "rs", "fn f() { a", ".b()", "", "", "; }\n"),
    ("parentheses", "ts", "const x = ", "(", "1", ")", ";\n"),
    ("brackets", "ts", "const x = ", "[", "", "]", ";\n"),
    ("objects", "ts", "const x = ", "{a: ", "1", "}", ";\n"),
    ("if", "ts", "", "if (a) {", "", "}", "\n"),
    ("else_if", "ts", "if (a) {} ", "else if (a) {} ", "", "", "\n"),
    ("arrows", "ts", "const x = ", "() => ", "1", "", ";\n"),
    ("templates", "ts", "const x = ", "`${", "1", "}`", ";\n"),
    ("generics", "ts", "type T = ", "A<", "B", ">", ";\n"),
    ("arrays", "ts", "type T = A", "[]", "", "", ";\n"),
    ("unions", "ts", "type T = A", " | B", "", "", ";\n"),
    ("functions", "js", "", "function f() {", "", "}", "\n"),
    ("members", "js", "a", ".b()", "", "", ";\n"),
    ("elements", "jsx", "const x = ", "<a>", "", "</a>", ";\n"),
    ("braces", "tsx", "const x = ", "<a>{", "1", "}</a>", ";\n"),
    ("parentheses", "go", "package p\nvar x = ", "(", "1", ")", "\n"),
    ("blocks", "go", "package p\nfunc f() ", "{", "", "}", "\n"),
    ("else_if", "go", "package p\nfunc f() { if a {} ", "else if a {} ", "", "", "}\n"),
    ("functions", "go", "package p\nvar x = ", "func() { _ = ", "1", "}", "\n"),
    ("types", "go", "package p\ntype T ", "[]map[int]", "int", "", "\n"),
    ("methods", "go", "package p\nvar x = a", ".b()", "", "", "\n"),
    ("parentheses", "java", "class A { int x = ", "(", "1", ")", "; }\n"),
    ("blocks", "java", "class A { void f() ", "{", "", "}", " }\n"),
    ("classes", "java", "", "class A {", "", "}", "\n"),
    ("anonymous", "java", "class A { A x = ", "new A() {A x=", "1", ";}", "; }\n"),
    ("lambdas", "java", "class A { A x = ", "a -> ", "1", "", "; }\n"),
    ("generics", "java", "class A { ", "A<", "B", ">", " x; }\n"),
    ("methods", "java", "class A { Object x = a", ".b()", "", "", "; }\n"),
    ("sum", "java", "class A { int x = ", "a + ", "1", "", "; }\n"),
    ("namespaces", "cs", "", "namespace A {", "", "}", "\n"),
    ("classes", "cs", "", "class A {", "", "}", "\n"),
    ("blocks", "cs", "class A { void F() ", "{", "", "}", " }\n"),
    ("lambdas", "cs", "class A { object x = ", "() => ", "1", "", "; }\n"),
    ("patterns", "cs", "class A { bool x = a is ", "{ B: ", "1", "}", "; }\n"),
    ("conditions", "cs", "class A { int x = ", "a ? b : ", "1", "", "; }\n"),
    ("directives", "cs", "", "#if A\n", "", "#endif\n", "\n"),
    ("parentheses", "c", "int x = ", "(", "1", ")", ";\n"),
    ("blocks", "c", "void f(void) ", "{", "", "}", "\n"),
    ("pointers", "c", "int ", "*", "x", "", ";\n"),
    ("declarators", "c", "int ", "(*", "x", ")(void)", ";\n"),
    ("structures", "c", "", "struct a { ", "int x;", "};", "\n"),
    ("conditions", "c", "", "#if A\n", "", "#endif\n", "\n"),
    ("namespaces", "cc", "", "namespace a {", "", "}", "\n"),
    ("classes", "cc", "", "class A {", "", "};", "\n"),
    ("templates", "cc", "", "A<", "B", ">", " x;\n"),
    ("lambdas", "cc", "auto x = ", "[]{ return ", "1", "; }", ";\n"),
    ("qualified", "cc", "int x = ", "a::", "b", "", ";\n"),
];

/// Every form, `depth` deep, closed and unclosed.
#[must_use]
pub fn nested(depth: usize) -> Vec<Nested> {
    let mut all = Vec::new();
    for (name, ending, before, open, innermost, close, after) in FORMS {
        let opening = repeated(open, depth);
        let closing = repeated(close, depth);
        let language = match *ending {
            "py" => "python",
            "rs" => "rust",
            "c" => "c",
            "cc" => "cpp",
            "go" => "go",
            "java" => "java",
            "cs" => "csharp",
            "ts" => "typescript",
            "tsx" => "typescriptreact",
            "jsx" => "javascriptreact",
            _ => "javascript",
        };
        let text = format!("{before}{opening}{innermost}{closing}{after}");
        all.push(Nested { name: format!("{name}_closed.{ending}"), language, text });
        if !close.is_empty() {
            let text = format!("{before}{opening}\n");
            all.push(Nested { name: format!("{name}_open.{ending}"), language, text });
        }
    }
    all
}

/// Statements of Python, each a column deeper than the one around it: the text grows with the square of the depth.
#[must_use]
pub fn indented(depth: usize) -> Nested {
    let mut text = String::new();
    for column in 0..depth {
        let _ = writeln!(text, "{:column$}if a:", "");
    }
    let _ = writeln!(text, "{:depth$}pass", "");
    Nested { name: "indented.py".to_owned(), language: "python", text }
}

/// `part`, `times` times, in lines.
fn repeated(part: &str, times: usize) -> String {
    let per_line = 64 / part.len().max(1) + 1;
    let mut text = String::new();
    for number in 1..=times {
        text.push_str(part);
        if number % per_line == 0 && !part.is_empty() {
            text.push('\n');
        }
    }
    text
}

/// Files that lead to each other by wildcards, and to `lost`, which none of them has: (path, text). There are 2ⁿ ways through
/// the layers, as many as there are orders through the ring, and one way of many steps through the chain.
#[must_use]
pub fn mazes(layers: usize, ring: usize, steps: usize) -> Vec<(String, String)> {
    let mut files = vec![("Cargo.toml".to_owned(), "[package]\nname = \"work\"\n".to_owned())];
    let mut modules = String::new();
    let mut module = |name: String, leads_to: &[String]| {
        let mut texts = [String::new(), String::new(), String::new()];
        for other in leads_to {
            let _ = writeln!(texts[0], "from {other} import *");
            let _ = writeln!(texts[1], "export * from './{other}';");
            let _ = writeln!(texts[2], "pub use crate::{other}::*;");
        }
        let _ = writeln!(modules, "pub mod {name};");
        for (text, path) in
            texts.into_iter().zip([format!("{name}.py"), format!("{name}.ts"), format!("src/{name}.rs")])
        {
            files.push((path, text));
        }
    };
    for layer in 0..layers {
        let next = if layer + 1 == layers {
            vec![]
        } else {
            vec![format!("a{}", layer + 1), format!("b{}", layer + 1)]
        };
        module(format!("a{layer}"), &next);
        module(format!("b{layer}"), &next);
    }
    for at in 0..ring {
        let others: Vec<String> =
            (0..ring).filter(|other| *other != at).map(|other| format!("r{other}")).collect();
        module(format!("r{at}"), &others);
    }
    for step in 0..steps {
        let next = if step + 1 == steps { vec![] } else { vec![format!("s{}", step + 1)] };
        module(format!("s{step}"), &next);
    }
    for start in ["a0", "r0", "s0"] {
        files.push((
            format!("use_{start}.py"),
            format!("from {start} import *\n\n\nclass Lost{start}(LostBase):\n    pass\n\n\ndef in_{start}():\n    lost()\n    Lost{start}().lost()\n"),
        ));
        files.push((
            format!("use_{start}.ts"),
            format!("import * as all from './{start}';\nimport {{ lost }} from './{start}';\nexport function in_{start}() {{\n  lost();\n  all.lost();\n}}\n"),
        ));
        let _ = writeln!(modules, "pub mod use_{start};");
        files.push((
            format!("src/use_{start}.rs"),
            format!("use crate::{start}::*;\npub struct Here;\nimpl LostTrait for Here {{}}\npub fn in_{start}() {{\n    lost();\n    Here.lost();\n}}\n"),
        ));
    }
    files.push(("src/lib.rs".to_owned(), modules));
    files.push((
        "far.py".to_owned(),
        "def lost():\n    return 1\n\n\nclass Far:\n    def lost(self):\n        return 2\n".to_owned(),
    ));
    files.push(("far.ts".to_owned(), "export function lost(): void {}\n".to_owned()));
    files.push(("src/far.rs".to_owned(), "pub fn lost() {}\n".to_owned()));
    files
}
