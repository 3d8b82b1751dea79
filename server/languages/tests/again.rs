//! Extraction after edits gives what extraction from nothing gives, and takes over what no edit touched.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::time::Duration;

use lockstep_facts::{FileFacts, Language};
use lockstep_languages::{
    Budget, ByteEdit, LANGUAGES, Memory, ParseOutcome, Point, Remember, SyntaxTree, Tier, extract_again,
    language_of, parse, parse_text,
};

const BUDGET: Budget = Budget { time: None };

/// Recovery in some grammars without types knows texts of a thousand bytes that take a minute; those are given up, as the
/// host does.
fn budget(language: Language) -> Budget {
    if has_types(language) { BUDGET } else { Budget { time: Some(Duration::from_secs(1)) } }
}

fn has_types(language: Language) -> bool {
    LANGUAGES.iter().any(|listed| listed.language == language && listed.tier == Tier::Types)
}

/// A text being edited, with what is kept of it.
struct Edited {
    language: Language,
    text: String,
    tree: SyntaxTree,
    memory: Memory,
    facts: FileFacts,
}

fn tree(outcome: ParseOutcome) -> SyntaxTree {
    match outcome {
        ParseOutcome::Parsed(tree) => tree,
        other => panic!("{other:?}"),
    }
}

fn point(text: &str, at: usize) -> Point {
    let before = &text.as_bytes()[..at];
    let line = before.iter().filter(|byte| **byte == b'\n').count() as u32;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    Point { line, column: (at - start) as u32 }
}

impl Edited {
    fn new(language: Language, text: &str) -> Edited {
        let tree = tree(parse_text(language, text, BUDGET));
        let (facts, memory) = extract_again(language, &tree, text, Remember::First);
        Edited { language, text: text.to_owned(), tree, memory, facts }
    }

    /// Replaces stretches of the text, one after the other; then extracts once. Says whether the parser came to an end.
    fn edit(&mut self, replaced: &[(usize, usize, String)]) -> bool {
        let mut edits = Vec::new();
        for (start, old_end, new) in replaced {
            let new_end = start + new.len();
            let (start_point, old_end_point) = (point(&self.text, *start), point(&self.text, *old_end));
            self.text.replace_range(*start..*old_end, new);
            let edit = ByteEdit {
                start: *start as u32,
                old_end: *old_end as u32,
                new_end: new_end as u32,
                start_point,
                old_end_point,
                new_end_point: point(&self.text, new_end),
            };
            self.tree.edit(&edit);
            edits.push(edit);
        }
        let bytes = self.text.as_bytes();
        let mut chunk = |at: usize| bytes.get(at..).unwrap_or_default();
        let parsed = parse(self.language, &mut chunk, Some(&self.tree), budget(self.language));
        let ParseOutcome::Parsed(tree) = parsed else {
            return false;
        };
        self.tree = tree;
        let remember = Remember::After(&self.memory, &edits);
        (self.facts, self.memory) = extract_again(self.language, &self.tree, &self.text, remember);
        true
    }

    #[track_caller]
    fn check(&self, context: &str) {
        let (scratch, _) = extract_again(self.language, &self.tree, &self.text, Remember::Nothing);
        if self.facts != scratch {
            for (mine, theirs) in self.facts.items.iter().zip(&scratch.items) {
                assert_eq!(mine, theirs, "{context}\n{}", self.text);
            }
            assert_eq!(self.facts.items.len(), scratch.items.len(), "{context}\n{}", self.text);
            assert_eq!(self.facts, scratch, "{context}\n{}", self.text);
        }
    }
}

fn samples() -> Vec<(String, Language, String)> {
    let mut samples = Vec::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/languages");
    let mut folders = vec![std::path::PathBuf::from(root)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Some(language) =
                language_of(path.to_str().unwrap(), None).filter(|l| *l != Language::Package)
            {
                let text = std::fs::read_to_string(&path).unwrap();
                samples.push((path.display().to_string(), language, text));
            }
        }
    }
    samples.sort();
    assert!(samples.len() > 3, "no samples");
    samples
}

/// What is put in: parts of a statement, whole ones, and what damages them.
const PIECES: &[&str] = &[
    "x",
    " ",
    "\n",
    "\n\n",
    "# note\n",
    "// note\n",
    "/// doc\n",
    "/** doc */",
    "(",
    ")",
    "{",
    "}",
    "\"",
    "'",
    ":",
    ";",
    "def ",
    "fn ",
    "class ",
    "function ",
    "import a\n",
    "use a::b;\n",
    "let untyped;\n",
    "untyped = new Map();\n",
    "package builtin\n",
    "func (t *T) m() {}\n",
    "x := []struct{ a int }{{a: 1}}\n",
    "const (\n\tA = iota\n\tB\n)\n",
    "x = 1\n",
    "T = TypeVar('T')\n",
    "global x\n",
    "@decorated\n",
    "#[test]\n",
    "export ",
    "pub ",
    "async ",
    "struct S;\n",
    "impl S {}\n",
    "def f(a): return a\n",
    "fn f() {}\n",
    "function f() { untyped = new Set(); }\n",
    "class C: pass\n",
    "class C {}\n",
    "C.prototype.run = function () {};\n",
    "#define MADE(x) x\n",
    "static int made(void);\n",
    "LUA_API ",
    " GUARDED_BY(x)",
    "#if X\n",
    "#endif\n",
    "namespace a {\n",
    "/*",
    "macro_rules! make { ($n:ident) => { fn $n() {} } }\n",
    "make!(made);\n",
    "package a.b;\n",
    "import static a.B.c;\n",
    "void m(int a) { a++; }\n",
    "@Override\n",
    "record R(int a) {}\n",
    "namespace N;\n",
    "namespace N { class D {} }\n",
    "using X = A.B<int>;\n",
    "#if A\n",
    "#else\n",
    "#endif\n",
    "record R(int A);\n",
    "var x = a?.B();\n",
    "    def extra(self):\n        self.x = 1\n",
    "    @overload\n    def extra(self): ...\n",
    "    x: int = 1\n",
    "get x() { return 1; }\n",
    "set x(v) {}\n",
    "this.x = 1;\n",
    "run(a: string): void;\n",
    "public:\n",
    "class K {\n",
    "impl K {\n",
    "mod m {\n",
    "fn run(&self) {}\n",
];

#[test]
fn any_edits_give_what_the_text_gives() {
    for (path, language, text) in samples() {
        // Where nothing is taken over one script shows that nothing breaks.
        let seeds = std::env::var("LOCKSTEP_SEEDS").map_or(2, |seeds| seeds.parse().unwrap());
        for seed in 0..if has_types(language) { seeds } else { 1 } {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut edited = Edited::new(language, &text);
            for step in 0..25 {
                if random.u8(..5) == 0 {
                    // Put back as it was.
                    assert!(edited.edit(&[(0, edited.text.len(), text.clone())]));
                    edited.check(&format!("{path}, seed {seed}, step {step}"));
                    continue;
                }
                let count = if random.u8(..4) == 0 { random.usize(2..5) } else { 1 };
                let mut now = edited.text.clone();
                let mut replaced = Vec::new();
                for _ in 0..count {
                    let lines: Vec<usize> =
                        std::iter::once(0).chain(now.match_indices('\n').map(|(at, _)| at + 1)).collect();
                    let mut start = if random.bool() {
                        lines[random.usize(..lines.len())]
                    } else {
                        random.usize(..=now.len())
                    };
                    let length = if random.u8(..3) == 0 { random.usize(..60) } else { 0 };
                    let mut end = (start + length).min(now.len());
                    while !now.is_char_boundary(start) {
                        start -= 1;
                    }
                    while !now.is_char_boundary(end) {
                        end += 1;
                    }
                    let new = if random.u8(..3) == 0 { "" } else { PIECES[random.usize(..PIECES.len())] };
                    now.replace_range(start..end, new);
                    replaced.push((start, end, new.to_owned()));
                }
                if !edited.edit(&replaced) {
                    break;
                }
                edited.check(&format!("{path}, seed {seed}, step {step}"));
            }
        }
    }
}

#[test]
fn what_no_edit_touched_is_taken_over() {
    let cases = [
        (
            Language::Python,
            "import a\n\n\ndef one():\n    return a.b()\n\n\n# about two\nclass Two:\n    def run(self):\n        self.x = 1\n",
            "return",
            3,
        ),
        (
            Language::TypeScript,
            "import { a } from './a';\n\nexport function one() {\n  return a();\n}\n\n/** about two */\nexport class Two {\n  run() {}\n}\n",
            "return",
            2,
        ),
        (
            Language::Java,
            "package a;\n\nimport a.b.C;\n\nclass One {\n  int run() { return C.b(); }\n}\n\n/** about two */\nclass Two {\n  int x;\n  void run() { x = 1; }\n}\n",
            "return",
            3,
        ),
        (
            Language::Rust,
            "use a::b;\n\nfn one() {\n    b();\n}\n\n/// about two\nstruct Two;\n\nimpl Two {\n    fn run(&self) {}\n}\n",
            "b();",
            3,
        ),
        (
            Language::Go,
            "package p\n\nimport \"a\"\n\nfunc one() {\n\ta.B()\n}\n\n// Two is next.\ntype Two struct{ x int }\n\nfunc (t *Two) run() {}\n",
            "a.B",
            4,
        ),
        (
            Language::CSharp,
            "using A;\n\nnamespace B\n{\n    class One { void Run() { return; } }\n\n    /// about two\n    class Two { int Run() { return 1; } }\n}\n",
            "return;",
            2,
        ),
        (
            Language::C,
            "#include <a.h>\n\nint one(void)\n{\n    return b();\n}\n\n/* about two */\nstruct two {\n    int run;\n};\n",
            "return",
            2,
        ),
    ];
    for (language, text, at, count) in cases {
        let (shared, all) = taken_over(language, text, at);
        assert_eq!(shared.len(), count, "{language:?}: {shared:?} of {all:?}");
    }
}

/// The paths of the items that stay what they were, and of all, when something is typed at `at`.
fn taken_over(language: Language, text: &str, at: &str) -> (Vec<String>, Vec<String>) {
    let mut edited = Edited::new(language, text);
    let before = edited.facts.clone();
    let at = text.find(at).unwrap();
    assert!(edited.edit(&[(at, at, "xy".to_owned())]));
    edited.check("taken over");
    let is_old =
        |item: &Arc<lockstep_facts::Item>| before.items.iter().any(|old| Arc::ptr_eq(&old.item, item));
    let paths = |only_old: bool| {
        let items = edited.facts.items.iter().filter(|placed| !only_old || is_old(&placed.item));
        items.map(|placed| placed.item.path.to_string()).collect()
    };
    (paths(true), paths(false))
}

#[test]
fn members_that_no_edit_touched_are_taken_over() {
    let cases = [
        (
            Language::Python,
            "class C:\n    def one(self):\n        return a()\n\n    def two(self):\n        return b()\n\n    def three(self):\n        return c()\n",
            "b()",
        ),
        (
            Language::TypeScript,
            "export class C {\n  one() { return a(); }\n  two() { return b(); }\n  three() { return c(); }\n}\n",
            "b()",
        ),
        (
            Language::JavaScript,
            "class C {\n  one() { return a(); }\n  two() { return b(); }\n  three() { return c(); }\n}\n",
            "b()",
        ),
        (
            Language::Java,
            "class C {\n  int one() { return a(); }\n  int two() { return b(); }\n  int three() { return c(); }\n}\n",
            "b()",
        ),
        (
            Language::CSharp,
            "class C {\n  int one() { return a(); }\n  int two() { return b(); }\n  int three() { return c(); }\n}\n",
            "b()",
        ),
        (
            Language::Cpp,
            "class C {\n public:\n  int one() { return a(); }\n  int two() { return b(); }\n  int three() { return c(); }\n};\n",
            "b()",
        ),
        (
            Language::Rust,
            "impl C {\n    fn one() { a() }\n    fn two() { b() }\n    fn three() { c() }\n}\n",
            "b()",
        ),
        (
            Language::Rust,
            "mod C {\n    fn one() { a() }\n    fn two() { b() }\n    fn three() { c() }\n}\n",
            "b()",
        ),
        (
            Language::Cpp,
            "namespace C {\nint one() { return a(); }\nint two() { return b(); }\nint three() { return c(); }\n}\n",
            "b()",
        ),
    ];
    for (language, text, at) in cases {
        let (shared, all) = taken_over(language, text, at);
        let member = |name: &str| shared.iter().any(|path| path.ends_with(name));
        assert!(member("C.one") && member("C.three"), "{language:?}: {shared:?} of {all:?}");
        assert!(!member("C.two"), "{language:?}: {shared:?}");
    }
}
