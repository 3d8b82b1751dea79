//! What an answer was made from is written down, each case the smallest one: an edit elsewhere that changes the answer is
//! noticed, and the order in which files came is not.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod property {
    #[allow(dead_code, reason = "the property test uses the rest")]
    pub mod check;
}

use std::time::Duration;

use lockstep_fixture::World;
use lockstep_ide::EngineOptions;
use property::check::{Memory, check_equal};

/// Asks everything, replaces `old` by `new` in `path` (a new file where `old` is empty), and asks everything again.
#[track_caller]
fn check(fixture: &str, path: &str, old: &str, new: &str) {
    let options = EngineOptions { inline_parse: Duration::MAX, ..EngineOptions::default() };
    let mut world = World::with_options(fixture, options);
    let mut memory = Memory::default();
    assert_eq!(check_equal(&world, &mut memory, 1), Ok(()), "before the edit");
    let text = if old.is_empty() { new.to_owned() } else { world.text(path).replace(old, new) };
    assert!(old.is_empty() || text != world.text(path), "nothing was replaced");
    world.write(path, &text);
    assert_eq!(check_equal(&world, &mut memory, 1), Ok(()), "after the edit");
}

#[test]
fn who_owns_a_type_parameter() {
    let fixture = "
//- /Cargo.toml
[package]
name = \"sample\"
//- /src/lib.rs
pub struct Item;
impl Item {
    pub fn go(&self) {}
}
pub struct Other;
impl Other {
    pub fn go(&self) {}
}
pub struct Holder<A>(A);
impl Holder<T> {
    pub fn get<T>(&self) -> T {}
}
//- /src/main.rs
use sample::{Holder, Item};
fn run(holder: &Holder<Item>) {
    holder.get().go();
}
";
    check(fixture, "src/lib.rs", "impl Holder<T>", "impl<T> Holder<T>");
}

#[test]
fn what_an_impl_is_for() {
    // So long that the block's label, which is part of the path of what stands in it, is cut.
    let folder = "f".repeat(130);
    let fixture = format!(
        "
//- /Cargo.toml
[package]
name = \"sample\"
//- /src/lib.rs
pub mod {folder} {{
    pub struct One;
    impl One {{
        pub fn go(&self) {{}}
    }}
    pub struct Two;
    impl Two {{
        pub fn go(&self) {{}}
    }}
}}
pub struct Holder<A> {{
    pub inner: A,
}}
impl Holder<crate::{folder}::One> {{
    pub fn new() -> Self {{}}
}}
//- /src/main.rs
use sample::Holder;
fn run() {{
    Holder::new().inner.go();
}}
"
    );
    check(&fixture, "src/lib.rs", "::One>", "::Two>");
}

#[test]
fn a_field_that_a_tuple_struct_gets() {
    let fixture = "
//- /Cargo.toml
[package]
name = \"sample\"
//- /src/lib.rs
pub struct One;
pub struct Two;
impl Two {
    pub fn go(&self) {}
}
pub struct Pair<A, B>(A);
impl<A, B> Pair<A, B> {
    pub fn second(&self) -> B {}
}
//- /src/main.rs
use sample::{One, Two, Pair};
fn run() {
    Pair(One, Two).second().go();
}
";
    check(fixture, "src/lib.rs", "Pair<A, B>(A);", "Pair<A, B>(A, B);");
}

#[test]
fn the_path_of_a_module() {
    let fixture = "
//- /Cargo.toml
[package]
name = \"sample\"
//- /src/lib.rs
#[path = \"one.rs\"]
pub mod part;
//- /src/one.rs
pub fn go() {}
//- /src/two.rs
pub fn go() {}
//- /src/main.rs
fn run() {
    sample::part::go();
}
";
    check(fixture, "src/lib.rs", "one.rs", "two.rs");
}

#[test]
fn members_given_to_an_object() {
    let fixture = "
//- /a.js
const api = {};
function other() {}
exports.api = api;
//- /b.js
const { api } = require(\"./a\");
function run() {
    api.go();
    api.go().come();
}
";
    check(
        fixture,
        "a.js",
        "function other() {}",
        "api.go = function () { return api; };\napi.come = function () {};\n",
    );
}

#[test]
fn members_given_to_an_object_at_home() {
    let fixture = "
//- /a.js
const api = {};
function other() {}
function run() {
    const held = api;
    held.go();
}
";
    check(fixture, "a.js", "function other() {}", "api.go = function () {};\n");
}

#[test]
fn files_with_a_global_of_one_name() {
    let fixture = "
//- /use.ts
import './x';
export function run() { shared(); }
//- /b.d.ts
declare function shared(): void;
";
    check(fixture, "a.d.ts", "", "declare function shared(): void;\n");
}

#[test]
fn files_with_impls_of_one_type() {
    let fixture = "
//- /Cargo.toml
[package]
name = \"sample\"
//- /src/lib.rs
pub mod a;
pub mod b;
pub struct S;
pub struct One;
pub struct Two;
impl One {
    pub fn go(&self) {}
}
impl Two {
    pub fn go(&self) {}
}
pub fn run(s: S) {
    s.get().go();
    S::get();
}
//- /src/b.rs
use crate::{S, Two};
impl S {
    pub fn get(&self) -> Two {}
}
";
    check(fixture, "src/a.rs", "", "use crate::{S, One};\nimpl S {\n    pub fn get(&self) -> One {}\n}\n");
}

#[test]
fn files_with_traits_of_one_type() {
    let fixture = "
//- /Cargo.toml
[package]
name = \"sample\"
//- /src/lib.rs
pub mod a;
pub mod b;
pub struct S;
pub fn run(s: S) {
    s.go();
}
//- /src/b.rs
use crate::S;
pub trait B { fn go(&self) {} }
impl B for S {}
";
    check(fixture, "src/a.rs", "", "use crate::S;\npub trait A { fn go(&self) {} }\nimpl A for S {}\n");
}

#[test]
fn files_that_declare_one_module() {
    let fixture = "
//- /Cargo.toml
[package]
name = \"sample\"
//- /src/lib.rs
pub fn f() {}
//- /tests/common.rs
pub fn help() { super::go(); }
//- /tests/b.rs
mod common;
fn go() {}
";
    check(fixture, "tests/a.rs", "", "mod common;\nfn go() {}\n");
}

#[test]
fn what_a_closure_is_given() {
    let fixture = "
//- /a.ts
class One { go() {} }
class Two { go() {} }
const ones: One[] = [];
const twos: Two[] = [];
ones.forEach(x => {
    function inner() { x.go(); }
    inner();
});
";
    check(fixture, "a.ts", "ones.forEach", "twos.forEach");
}

#[test]
fn impls_in_the_order_of_the_text() {
    let fixture = "
//- /Cargo.toml
[package]
name = \"sample\"
//- /src/lib.rs
pub trait A {
    fn go(&self) {}
}
pub trait B {
    fn go(&self) {}
}
pub struct S;
impl B for S {}
impl A for S {}
pub fn run(s: S) {
    s.go();
}
";
    check(fixture, "src/lib.rs", "impl B for S {}\nimpl A for S {}", "impl A for S {}\nimpl B for S {}");
}

#[test]
fn the_namespace_from_which_an_alias_is_read() {
    let fixture = "
//- /x.cs
namespace A;
using U = Tools.Util;
class C { U u; }
//- /a.cs
namespace A.Tools { public class Util {} }
//- /b.cs
namespace B.Tools { public class Util {} }
";
    check(fixture, "x.cs", "namespace A;", "namespace B;");
}

#[test]
fn an_include_of_what_is_not_c() {
    let fixture = "
//- /main.c
#include \"query.sql\"
int main(void) { return 0; }
";
    check(fixture, "query.sql", "", "SELECT 1;\n");
}

#[test]
fn the_package_of_a_candidate() {
    let fixture = "
//- /use.php
<?php
function run(Text $text) {}
//- /util.php
<?php
namespace App;
class Text {}
";
    check(fixture, "util.php", "namespace App;", "");
}
