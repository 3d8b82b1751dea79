//! `go.mod` and `go.work`.

use lockstep_facts::GoModule;

/// What the file says: its module, and which modules stand in folders.
pub(super) fn module(text: &str) -> GoModule {
    let mut module = GoModule::default();
    let mut block: Option<String> = None;
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        match (&words[..], &block) {
            ([")", ..], _) => block = None,
            ([word, "("], None) => block = Some((*word).to_owned()),
            ([word, rest @ ..], None) => directive(&mut module, word, rest),
            (rest, Some(word)) => directive(&mut module, word, rest),
            ([], None) => {}
        }
    }
    module
}

fn directive(module: &mut GoModule, word: &str, rest: &[&str]) {
    match (word, rest) {
        ("module", [path, ..]) => module.path = Some(plain(path)),
        // `replace path [version] => folder`; one with a version of its own is not in a folder.
        ("replace", [path, "=>", folder] | [path, _, "=>", folder]) => {
            let folder = plain(folder);
            if folder.starts_with('.') {
                module.replaced.push((plain(path), folder));
            }
        }
        _ => {}
    }
}

/// A word without the quotes it may stand in.
fn plain(word: &str) -> Box<str> {
    word.trim_matches(['"', '`']).into()
}

#[cfg(test)]
mod tests {
    use super::module;

    #[test]
    fn modules_and_replacements_are_read() {
        let text = "// The module.\nmodule \"example.com/a\" // quoted\n\ngo 1.22\nrequire (\n\texample.com/b v1.0.0\n)\n\
            replace example.com/b v1.0.0 => ./b\nreplace (\n\texample.com/c => ../c\n\texample.com/d => example.com/e v1.0.0\n)\n";
        let facts = module(text);
        assert_eq!(facts.path.as_deref(), Some("example.com/a"));
        let replaced: Vec<(&str, &str)> = facts.replaced.iter().map(|(path, at)| (&**path, &**at)).collect();
        assert_eq!(replaced, [("example.com/b", "./b"), ("example.com/c", "../c")]);
        assert_eq!(module("go 1.22\nuse (\n\t./a\n)\n").path, None);
    }
}
