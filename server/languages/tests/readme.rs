//! The README's table of languages is what the list says (`UPDATE_EXPECT=1` writes it), and the Neovim plugin attaches to all.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use lockstep_languages::{filetypes, language_table};

#[test]
fn the_readme_lists_the_languages() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let readme = std::fs::read_to_string(path).unwrap();
    let section = readme.find("\n## Languages\n").expect("a section on languages");
    let start = section + readme[section..].find("\n| ").expect("a table in it") + 1;
    let length: usize =
        readme[start..].split_inclusive('\n').take_while(|line| line.starts_with('|')).map(str::len).sum();
    let table = language_table();
    if std::env::var_os("UPDATE_EXPECT").is_some() && readme[start..start + length] != table {
        std::fs::write(path, format!("{}{table}{}", &readme[..start], &readme[start + length..])).unwrap();
        return;
    }
    assert_eq!(readme[start..start + length], table, "UPDATE_EXPECT=1 writes the table");
}

#[test]
fn the_plugin_attaches_to_every_language() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/nvim/lsp/lockstep.lua");
    let plugin = std::fs::read_to_string(path).unwrap();
    let list = plugin.split("filetypes = {").nth(1).and_then(|rest| rest.split('}').next());
    let listed: Vec<&str> = list.expect("a list").split('\'').skip(1).step_by(2).collect();
    assert_eq!(listed, filetypes().collect::<Vec<_>>());
}
