//! What the extractor sees, construct by construct.

mod definitions;
mod expressions;
mod modules;

use expect_test::{Expect, expect, expect_file};
use lockstep_facts::{FileFacts, Language, ReferenceTarget};

use crate::dump::dump;
use crate::{Budget, ParseOutcome, extract, parse_text};

const TYPESCRIPT_SAMPLE: &str = include_str!("../../../../fixtures/languages/typescript/sample.ts");
const JAVASCRIPT_SAMPLE: &str = include_str!("../../../../fixtures/languages/javascript/sample.jsx");

fn facts(language: Language, text: &str) -> FileFacts {
    match parse_text(language, text, Budget { time: None }) {
        ParseOutcome::Parsed(tree) => extract(language, &tree, text),
        outcome => unreachable!("{outcome:?}"),
    }
}

#[track_caller]
fn check(language: Language, text: &str, expected: Expect) {
    expected.assert_eq(&dump(&facts(language, text)));
}

/// Facts hold no id or range that is out of bounds.
#[track_caller]
fn check_bounds(facts: &FileFacts, length: usize) {
    for placed in &facts.items {
        let item = &*placed.item;
        let count = item.expressions.len() as u32;
        let full = placed.full_range();
        assert!(full.end as usize <= length, "{} ends behind the text", item.path);
        assert_eq!(item.body.references.len(), item.ranges.references.len());
        assert_eq!(item.body.bindings.len(), item.ranges.bindings.len());
        for range in item.ranges.references.iter().chain(&item.ranges.bindings) {
            assert!(range.offset(placed.start).end <= full.end, "{}: {range:?} is outside of it", item.path);
        }
        for reference in &item.body.references {
            assert!(usize::from(reference.scope.0) < item.body.scopes.len());
            match reference.target {
                ReferenceTarget::Value(id)
                | ReferenceTarget::Type(id)
                | ReferenceTarget::Macro(id)
                | ReferenceTarget::Keyword { callee: id, .. } => assert!(id.0 < count, "{}", item.path),
                ReferenceTarget::Imported(import) | ReferenceTarget::ImportSegment { import, .. } => {
                    assert!((import as usize) < item.body.imports.len(), "{}", item.path);
                }
                ReferenceTarget::Exported(_) => {}
            }
        }
        for id in item.body.bindings.iter().flat_map(|b| [b.declared, b.value]).flatten() {
            assert!(id.0 < count, "{}", item.path);
        }
    }
}

#[test]
fn the_typescript_sample() {
    let facts = facts(Language::TypeScript, TYPESCRIPT_SAMPLE);
    expect_file!["../../../../fixtures/languages/typescript/sample.facts"].assert_eq(&dump(&facts));
    check_bounds(&facts, TYPESCRIPT_SAMPLE.len());
}

#[test]
fn the_javascript_sample() {
    let facts = facts(Language::JavaScript, JAVASCRIPT_SAMPLE);
    expect_file!["../../../../fixtures/languages/javascript/sample.facts"].assert_eq(&dump(&facts));
    check_bounds(&facts, JAVASCRIPT_SAMPLE.len());
}

#[test]
fn every_prefix_has_facts() {
    for (language, text, step) in [
        (Language::TypeScript, TYPESCRIPT_SAMPLE, 7),
        (Language::JavaScript, JAVASCRIPT_SAMPLE, 7),
        // The wrong grammar is damage of another kind.
        (Language::Tsx, JAVASCRIPT_SAMPLE, 49),
        (Language::JavaScript, TYPESCRIPT_SAMPLE, 49),
    ] {
        for end in (0..text.len()).step_by(step).filter(|end| text.is_char_boundary(*end)) {
            check_bounds(&facts(language, &text[..end]), end);
        }
    }
}

/// The identifiers of `text` that no fact mentions, outside of comments and strings.
fn unmentioned(language: Language, text: &str) -> Vec<String> {
    let ParseOutcome::Parsed(tree) = parse_text(language, text, Budget { time: None }) else {
        return Vec::new();
    };
    let facts = extract(language, &tree, text);
    let mut known = std::collections::HashSet::new();
    for placed in &facts.items {
        known.insert(placed.name_range().start);
        let ranges = &placed.item.ranges;
        for range in ranges.declarations.iter().chain(&ranges.references).chain(&ranges.bindings) {
            known.insert(range.offset(placed.start).start);
        }
    }
    let mut missing = Vec::new();
    let mut cursor = tree.tree.walk();
    let mut around = Vec::new();
    loop {
        let node = cursor.node();
        let parent = around.last().copied().unwrap_or("");
        if node.kind().ends_with("identifier")
            && node.child_count() == 0
            && !known.contains(&(node.start_byte() as u32))
            // Names that are declared where nothing can mention them, or that name no definition.
            && !matches!(
                parent,
                "type_parameter" | "index_signature" | "mapped_type_clause" | "export_specifier"
                    | "namespace_export" | "jsx_opening_element" | "jsx_closing_element"
            )
        {
            missing.push(format!("{parent} {}", &text[node.byte_range()]));
        }
        if cursor.goto_first_child() {
            around.push(node.kind());
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return missing;
            }
            around.pop();
        }
    }
}

/// What is left: parameters of function types and signatures, and the words of CommonJS.
#[test]
fn every_name_is_mentioned() {
    expect![[r#"
        required_parameter rate
        required_parameter places
        required_parameter sku
        rest_pattern args
        required_parameter sku
        required_parameter test
        required_parameter line
        required_parameter line
        required_parameter text
        required_parameter text
        required_parameter strict"#]]
    .assert_eq(&unmentioned(Language::TypeScript, TYPESCRIPT_SAMPLE).join("\n"));
    expect![[r#"
        call_expression require
        call_expression require
        call_expression require
        member_expression prototype
        member_expression prototype
        member_expression exports
        member_expression Queue
        member_expression exports
        member_expression make
        member_expression exports
        member_expression module
        member_expression exports
        pair list
        pair read
        call_expression require"#]]
    .assert_eq(&unmentioned(Language::JavaScript, JAVASCRIPT_SAMPLE).join("\n"));
}

#[test]
fn depth_is_cut_and_said() {
    let run = || {
        let deep = format!("{}x{}", "f(".repeat(5_000), ")".repeat(5_000));
        let cut = facts(Language::TypeScript, &deep);
        assert_eq!(cut.skipped.as_deref(), Some("nested too deeply: what is deeper is left out"));
        check_bounds(&cut, deep.len());
        let types = format!("type T = {}x{};", "A<".repeat(5_000), ">".repeat(5_000));
        check_bounds(&facts(Language::TypeScript, &types), types.len());
        let brackets = "[".repeat(50_000);
        check_bounds(&facts(Language::JavaScript, &brackets), brackets.len());
        let objects = "a({b:".repeat(5_000);
        check_bounds(&facts(Language::JavaScript, &objects), objects.len());
    };
    let handle = std::thread::Builder::new().stack_size(16 << 20).spawn(run);
    assert!(handle.is_ok_and(|handle| handle.join().is_ok()));
}

#[test]
fn long_chains_are_no_depth() {
    let sum = format!("const s = {};", vec!["a"; 3_000].join(" + "));
    let union = format!("type U = {};", vec!["A"; 3_000].join(" | "));
    let branches = "if (a) b(); else ".repeat(1_000) + "c();";
    let conditions = format!("const t = {}c;", "a ? b : ".repeat(1_000));
    for text in [sum, union, branches, conditions] {
        let facts = facts(Language::TypeScript, &text);
        assert_eq!(facts.skipped, None);
        let references: usize = facts.items.iter().map(|placed| placed.item.body.references.len()).sum();
        assert!(references >= 2_000, "{references} references in {}", &text[..20]);
    }
}

#[test]
fn text_around_an_item_does_not_change_it() {
    let before = facts(Language::TypeScript, "export function f(a: A) { return a.b(); }\n");
    let after =
        facts(Language::TypeScript, "\n// moved\n\nexport function f(a: A) { return a.b(); }\nlet x;\n");
    let find = |facts: &FileFacts| {
        facts.items.iter().find(|placed| placed.item.path == "f").map(|placed| placed.item.hashes)
    };
    assert_eq!(find(&before), find(&after));
    assert!(find(&before).is_some());
}

#[test]
fn the_prelude_is_clean() {
    let text = include_str!("prelude.d.ts");
    let facts = facts(Language::TypeScript, text);
    assert_eq!(facts.errors, Vec::new());
    let global = lockstep_facts::DefinitionFlags::GLOBAL;
    for placed in &facts.items {
        if let Some(definition) = placed.item.definition.as_ref().filter(|d| d.container.is_none()) {
            assert!(definition.flags.has(global), "{} is not visible everywhere", placed.item.path);
        }
    }
}
