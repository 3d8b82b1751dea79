//! Each kind of key is there for a reason: a smallest script whose answers go stale when that kind is left out, and do
//! not when it is there.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod property {
    #[allow(dead_code, reason = "the property test uses the rest")]
    pub mod check;
}

use std::time::Duration;

use lockstep_fixture::World;
use lockstep_ide::{EngineOptions, KeyKind, KeyMask};
use property::check::{Memory, check_equal};

/// Asks everything, changes something, and asks everything again, with and without keys of `kind`.
#[track_caller]
fn check(kind: KeyKind, fixture: &str, change: impl Fn(&mut World)) {
    let play = |mask: KeyMask| {
        let options = EngineOptions { mask, inline_parse: Duration::MAX, ..EngineOptions::default() };
        let mut world = World::with_options(fixture, options);
        let mut memory = Memory::default();
        check_equal(&world, &mut memory, 1).expect("nothing is stale before anything changed");
        change(&mut world);
        check_equal(&world, &mut memory, 1)
    };
    assert_eq!(play(KeyMask::default()), Ok(()), "with all keys nothing goes stale");
    assert!(play(KeyMask::only(kind)).is_err(), "without keys of kind {kind:?} nothing went stale either");
}

#[test]
fn definition() {
    let fixture = "
//- /a.py
def f():
    pass
//- /b.py
from a import f
def g():
    f()
";
    check(KeyKind::Definition, fixture, |world| world.write("a.py", "def h():\n    pass\n"));
}

#[test]
fn member() {
    let fixture = "
//- /a.py
class C:
    def m(self):
        pass
//- /b.py
from a import C
def g(c: C):
    c.m()
";
    check(KeyKind::Member, fixture, |world| {
        world.write("a.py", "class C:\n    def n(self):\n        pass\n")
    });
}

#[test]
fn import() {
    let fixture = "
//- /a.py
from x import f
//- /x.py
def f():
    pass
//- /y.py
def f():
    pass
//- /b.py
from a import f
def g():
    f()
";
    check(KeyKind::Import, fixture, |world| world.write("a.py", "from y import f\n"));
}

#[test]
fn wildcard() {
    let fixture = "
//- /a.py
from x import *
//- /x.py
def f():
    pass
//- /y.py
def f():
    pass
//- /b.py
from a import f
def g():
    f()
";
    check(KeyKind::Wildcard, fixture, |world| world.write("a.py", "from y import *\n"));
}

#[test]
fn bases() {
    let fixture = "
//- /Cargo.toml
[package]
name = \"sample\"
edition = \"2024\"
//- /src/lib.rs
mod kinds;
pub struct S;
pub trait Named {
    fn name(&self) {}
}
pub fn g(s: &S) {
    s.name();
}
//- /src/kinds.rs
use crate::{Named, S};
";
    check(KeyKind::Bases, fixture, |world| {
        world.write("src/kinds.rs", "use crate::{Named, S};\nimpl Named for S {}\n");
    });
}

#[test]
fn inferred_type() {
    let fixture = "
//- /a.py
class B:
    def m(self):
        pass
class D:
    def m(self):
        pass
def make():
    return B()
//- /b.py
from a import make
def g():
    make().m()
";
    check(KeyKind::Type, fixture, |world| {
        let text = world.text("a.py").replace("return B()", "return D()");
        world.write("a.py", &text);
    });
}

#[test]
fn module() {
    let fixture = "
//- /b.py
import util
def g():
    util.f()
";
    check(KeyKind::Module, fixture, |world| world.write("util.py", "def f():\n    pass\n"));
}

#[test]
fn package() {
    let fixture = "
//- /tsconfig.json
{\"compilerOptions\": {\"paths\": {\"@lib/*\": [\"./one/*\"]}}}
//- /one/x.ts
export function f() {}
//- /two/x.ts
export function f() {}
//- /b.ts
import { f } from \"@lib/x\";
f();
";
    check(KeyKind::Package, fixture, |world| {
        let text = world.text("tsconfig.json").replace("one", "two");
        world.write("tsconfig.json", &text);
    });
}

#[test]
fn bare_name() {
    let fixture = "
//- /a.py
class C:
    def rare(self):
        pass
//- /b.py
def g(x):
    x.rare()
";
    check(KeyKind::Bare, fixture, |world| {
        world.write("c.py", "class D:\n    def rare(self):\n        pass\n");
    });
}
