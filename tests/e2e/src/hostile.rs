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
type Form = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

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
