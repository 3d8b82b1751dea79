//! Files to type in: ordinary functions that call each other and the corpus, as many as make the length asked for.

use std::fmt::Write as _;

mod more;

/// A language to type in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Python,
    TypeScript,
    Rust,
    Go,
    Java,
    C,
    Cpp,
    CSharp,
    /// A file that is one class.
    PythonClass,
    /// The same.
    JavaClass,
}

/// A text with a call in its middle whose last letter can be typed and deleted.
#[derive(Clone, Debug)]
pub(crate) struct Generated {
    pub(crate) text: String,
    /// Line of the call, and the column behind its callee's name.
    pub(crate) line: u64,
    pub(crate) column: u64,
}

/// The definition called, once its name is typed out, by [`CALLER`] alone.
pub(crate) const TARGET: &str = "measured_target";
/// The definition that calls it.
pub(crate) const CALLER: &str = "measured_caller";

impl Kind {
    pub(crate) const ALL: [Kind; 10] = [
        Kind::Python,
        Kind::TypeScript,
        Kind::Rust,
        Kind::Go,
        Kind::Java,
        Kind::C,
        Kind::Cpp,
        Kind::CSharp,
        Kind::PythonClass,
        Kind::JavaClass,
    ];

    /// As printed, and as editors call it.
    pub(crate) fn names(self) -> (&'static str, &'static str) {
        match self {
            Kind::Python => ("Python", "python"),
            Kind::TypeScript => ("TypeScript", "typescript"),
            Kind::Rust => ("Rust", "rust"),
            Kind::Go => ("Go", "go"),
            Kind::Java => ("Java", "java"),
            Kind::C => ("C", "c"),
            Kind::Cpp => ("C++", "cpp"),
            Kind::CSharp => ("C#", "csharp"),
            Kind::PythonClass => ("Python in one class", "python"),
            Kind::JavaClass => ("Java in one class", "java"),
        }
    }

    /// The lengths typed in; in one class only where the length is what is asked about.
    pub(crate) fn lengths(self) -> &'static [usize] {
        match self {
            Kind::PythonClass | Kind::JavaClass => &[10_000],
            _ => &[1_000, 10_000],
        }
    }

    /// Where such a file lies in a workspace. Those of a language whose files share a scope have a folder each.
    pub(crate) fn path(self, corpus: &str, lines: usize) -> String {
        match self {
            Kind::Python if corpus == "small" => format!("flask/typed_{lines}.py"),
            Kind::Python => format!("django/typed_{lines}.py"),
            Kind::TypeScript => format!("rxjs/src/typed_{lines}.ts"),
            Kind::Rust => format!("clap_builder/src/typed_{lines}.rs"),
            Kind::Go => format!("typed/go_{lines}/typed.go"),
            Kind::Java => format!("typed/java_{lines}/Typed.java"),
            Kind::C => format!("typed/c_{lines}/typed.c"),
            Kind::Cpp => format!("typed/cpp_{lines}/typed.cpp"),
            Kind::CSharp => format!("typed/csharp_{lines}/Typed.cs"),
            Kind::PythonClass => format!("django/typed_class_{lines}.py"),
            Kind::JavaClass => format!("typed/java_class_{lines}/Everything.java"),
        }
    }

    /// The local path of what is called.
    pub(crate) fn target(self) -> String {
        match self {
            Kind::Java | Kind::CSharp => format!("Measured.{TARGET}"),
            Kind::PythonClass | Kind::JavaClass => format!("Everything.{TARGET}"),
            Kind::Cpp => format!("typed.{TARGET}"),
            _ => TARGET.to_owned(),
        }
    }

    fn head(self, corpus: &str, lines: usize) -> String {
        match self {
            Kind::Python if corpus == "small" => {
                format!("from .helpers import url_for as shared\n\n\ndef {TARGET}():\n    return 1\n\n\n")
            }
            Kind::Python => {
                format!(
                    "from django.utils.encoding import force_str as shared\n\n\ndef {TARGET}():\n    return 1\n\n\n"
                )
            }
            Kind::TypeScript => format!(
                "import {{ identity as shared }} from './internal/util/identity';\n\nexport function {TARGET}(): number {{\n  return 1;\n}}\n\n"
            ),
            Kind::Rust => format!(
                "use crate::builder::StyledStr;\n\npub fn shared(value: i64) -> i64 {{\n    value\n}}\n\npub fn {TARGET}() -> i64 {{\n    1\n}}\n\n"
            ),
            _ => more::head(self, lines),
        }
    }

    /// What ends the file.
    fn tail(self) -> &'static str {
        match self {
            Kind::JavaClass | Kind::Cpp => "}\n",
            _ => "",
        }
    }

    /// The caller, the line of the call counted from its first line, and the column behind the callee's name.
    fn caller(self) -> (String, u64, u64) {
        match self {
            Kind::Python => (format!("def {CALLER}():\n    return {TARGET}()\n\n\n"), 1, 11),
            Kind::TypeScript => {
                (format!("export function {CALLER}(): number {{\n  return {TARGET}();\n}}\n\n"), 1, 9)
            }
            Kind::Rust => (format!("pub fn {CALLER}() -> i64 {{\n    {TARGET}()\n}}\n\n"), 1, 4),
            _ => more::caller(self),
        }
    }

    fn function(self, number: usize) -> String {
        let before = number.saturating_sub(1);
        match self {
            Kind::Python => format!(
                "class Record{number}:\n    \"\"\"Keeps what was counted last.\"\"\"\n\n    limit: int = {number}\n\n    \
                 def __init__(self, values, name=\"record\"):\n        self.values = list(values)\n        self.name = name\n\n    \
                 def total(self, factor=2):\n        return sum(self.values) * factor + self.limit\n\n\n\
                 def compute_{number}(values, limit=7):\n    total = 0\n    record = Record{number}(values)\n    \
                 for index, value in enumerate(values):\n        if value > limit and index % 3:\n            \
                 total += compute_{before}(values[1:], limit - 1)\n        elif value in record.values:\n            \
                 total -= record.total(index)\n        else:\n            total += len(shared(str(value)))\n    return total\n\n\n"
            ),
            Kind::TypeScript => format!(
                "export class Record{number} {{\n  private limit = {number};\n\n  constructor(private values: number[], public name = 'record') {{}}\n\n  \
                 total(factor = 2): number {{\n    return this.values.reduce((sum, value) => sum + value, 0) * factor + this.limit;\n  }}\n}}\n\n\
                 export function compute_{number}(values: number[], limit = 7): number {{\n  let total = 0;\n  const record = new Record{number}(values);\n  \
                 for (const [index, value] of values.entries()) {{\n    if (value > limit && index % 3) {{\n      \
                 total += compute_{before}(values.slice(1), limit - 1);\n    }} else {{\n      total -= record.total(shared(index));\n    }}\n  }}\n  \
                 return total;\n}}\n\n"
            ),
            Kind::Rust => format!(
                "pub struct Record{number} {{\n    values: Vec<i64>,\n    style: Option<StyledStr>,\n}}\n\n\
                 impl Record{number} {{\n    pub fn new(values: &[i64]) -> Self {{\n        Self {{ values: values.to_vec(), style: None }}\n    }}\n\n    \
                 pub fn total(&self, factor: i64) -> i64 {{\n        self.values.iter().sum::<i64>() * factor\n    }}\n}}\n\n\
                 pub fn compute_{number}(values: &[i64], limit: i64) -> i64 {{\n    let mut total = 0;\n    let record = Record{number}::new(values);\n    \
                 for (index, value) in values.iter().enumerate() {{\n        if *value > limit && index % 3 > 0 {{\n            \
                 total += compute_{before}(&values[1..], limit - 1);\n        }} else {{\n            \
                 total -= record.total(shared(*value));\n        }}\n    }}\n    total\n}}\n\n"
            ),
            _ => more::function(self, number),
        }
    }
}

/// A text of about `lines` lines for the workspace `corpus`.
pub(crate) fn generate(kind: Kind, corpus: &str, lines: usize) -> Generated {
    let count = |text: &str| text.bytes().filter(|byte| *byte == b'\n').count();
    let mut text = kind.head(corpus, lines);
    let mut so_far = count(&text);
    let mut place = None;
    let mut number = 0;
    while so_far < lines {
        if place.is_none() && so_far >= lines / 2 {
            let (caller, line, column) = kind.caller();
            place = Some((so_far as u64 + line, column + TARGET.len() as u64));
            so_far += count(&caller);
            text.push_str(&caller);
        }
        let function = kind.function(number);
        so_far += count(&function);
        let _ = write!(text, "{function}");
        number += 1;
    }
    text.push_str(kind.tail());
    let (line, column) = place.unwrap_or_default();
    Generated { text, line, column }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_behind_the_callee() {
        for kind in Kind::ALL {
            for lines in kind.lengths() {
                let generated = generate(kind, "large", *lines);
                let line = generated.text.lines().nth(generated.line as usize).unwrap_or_default();
                let (before, after) = line.split_at(generated.column as usize);
                assert!(before.ends_with(TARGET) && after.starts_with("()"), "{kind:?}: {line}");
                assert!(generated.text.lines().count().abs_diff(*lines) < 60);
            }
        }
    }
}
