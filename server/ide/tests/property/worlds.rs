//! The worlds that scripts are run in: one for each language, with package files, re-exports and names that are the same.

mod java;
mod named;

pub use java::JAVA;
pub use named::{NAMED, NAMED_TYPES};

/// A language's world.
pub struct Sample {
    pub name: &'static str,
    pub fixture: &'static str,
    /// Words to put in.
    pub words: &'static [&'static str],
    /// Lines to put in.
    pub lines: &'static [&'static str],
    /// What damages a text.
    pub damage: &'static [&'static str],
    /// Names that files are renamed to.
    pub paths: &'static [&'static str],
    /// Other texts of the package files.
    pub packages: &'static [(&'static str, &'static str)],
}

pub const PYTHON: Sample = Sample {
    name: "python",
    fixture: r#"
//- /pyproject.toml
[project]
name = "shop"
[tool.setuptools.packages.find]
where = ["src"]
//- /src/shop/__init__.py
from .models import Item, Order as Basket
from .store import *
from . import util
//- /src/shop/models.py
from __future__ import annotations
from .util import clean, Base

class Item(Base):
    label: str

    def __init__(self, label):
        self.label = clean(label)
        self.parts = []

    def run(self, depth=0):
        for part in self.parts:
            part.run(depth + 1)
        return self

    @property
    def size(self) -> int:
        return len(self.parts)

class Order:
    def __init__(self):
        self.items = [Item("a")]
        self.store = None

    def run(self):
        first = self.items[0]
        return first.run().size

    def add(self, item: Item) -> Order:
        self.items.append(item)
        return self
//- /src/shop/store.py
from .models import Order, Item
from .util import clean as tidy
import shop.util

__all__ = ["Store", "open_store"]

class Store:
    def __init__(self, order: Order):
        self.order = order

    def run(self):
        tidy("x")
        return self.order.add(Item("b")).run()

def open_store(name=tidy("d")):
    store = Store(Order())
    store.run()
    shop.util.clean(name)
    return store
//- /src/shop/util.py
def clean(text):
    return text.strip()

def helper():
    return clean("h")

class Base:
    def run(self):
        return helper()
    def shared(self):
        return self.run()
//- /src/shop/sub/__init__.py
from .util import clean
//- /src/shop/sub/util.py
from ..util import Base, helper as clean

class Item(Base):
    def run(self):
        return super().run()

def helper():
    return Item().shared() or clean()
//- /main.py
import shop
from shop import Basket, open_store
from shop.sub.util import Item as Other
import shop.sub as sub

def main():
    store = open_store()
    store.run()
    basket = Basket()
    basket.add(shop.Item("c")).run()
    Other().shared()
    sub.clean()

if __name__ == "__main__":
    main()
"#,
    words: &[
        "clean", "helper", "Item", "Order", "Base", "Store", "run", "self", "def", "class", "return",
        "import", "from", "(", ")", ":", ".", ",", "[", "]", "=", "x", "shared", "Basket", "*", "as",
        "label",
    ],
    lines: &[
        "from .util import helper",
        "from .models import *",
        "import shop.models as m",
        "def clean(text):\n    return text",
        "class Item:\n    def run(self):\n        return clean(1)",
        "x = Item(\"x\").run()",
        "    def run(self): return helper()",
        "        self.extra = Order()",
        "clean(helper())",
        "__all__ = [\"clean\"]",
        "# a comment",
        "",
        "item: Item = open_store().order",
    ],
    damage: &["(", "[", "\"", "\"\"\"", "def ", "class ", "    ", ":", "'", "\\", "é", "😀"],
    paths: &[
        "src/shop/extra.py",
        "src/shop/sub/models.py",
        "shop/util.py",
        "src/util.py",
        "src/shop/util/__init__.py",
    ],
    packages: &[
        ("pyproject.toml", "[project]\nname = \"shop\"\n"),
        ("pyproject.toml", "[tool.setuptools.packages.find]\nwhere = [\"lib\"]\n"),
        ("pyproject.toml", "[tool.setuptools.packages.find]\nwhere = [\"src\", \".\"]\n"),
        ("src/setup.cfg", "[metadata]\nname = other\n"),
    ],
};

pub const RUST: Sample = Sample {
    name: "rust",
    fixture: r#"
//- /Cargo.toml
[workspace]
members = ["app", "kit"]
//- /app/Cargo.toml
[package]
name = "app"
edition = "2021"
[dependencies]
kit = { path = "../kit" }
//- /kit/Cargo.toml
[package]
name = "kit"
edition = "2021"
//- /kit/src/lib.rs
pub mod shape;
mod util;
pub use shape::{Shape, Square as Box4};
pub use util::*;

pub fn area_of(shape: &dyn Shape) -> f64 {
    shape.area() + helper(1)
}
//- /kit/src/shape.rs
use crate::util::{helper, Named};
use super::area_of as measure;

pub trait Shape {
    fn area(&self) -> f64;
    fn double(&self) -> f64 {
        self.area() * 2.0
    }
}

#[derive(Clone)]
pub struct Square {
    pub side: f64,
}

impl Square {
    pub fn new(side: f64) -> Self {
        Square { side }
    }
    pub fn run(&self) -> f64 {
        measure(self) + helper(2)
    }
}

impl Shape for Square {
    fn area(&self) -> f64 {
        self.side * self.side
    }
}

impl Named for Square {
    fn run_named(&self) -> String {
        format!("{} {}", self.side, self.run())
    }
}
//- /kit/src/util.rs
pub fn helper(n: u32) -> f64 {
    f64::from(n)
}

pub trait Named {
    fn run_named(&self) -> String;
}

pub struct Circle(pub f64);

impl Circle {
    pub fn run(&self) -> f64 {
        helper(3)
    }
}

macro_rules! twice {
    ($e:expr) => {{ $e; $e }};
}

pub fn user() {
    twice!(helper(4));
    let circle = Circle(1.0);
    circle.run();
}
//- /app/src/main.rs
mod work;
use kit::{shape::Square, Shape};
use work::*;

fn main() {
    let square = Square::new(2.0);
    square.run();
    square.double();
    let job = Job::default();
    job.run(&square);
    helper();
}
//- /app/src/work.rs
use kit::Box4;
use kit::{helper as assist, Circle};

#[derive(Default)]
pub struct Job {
    count: Option<u32>,
}

pub enum State {
    Idle,
    Busy(Job),
}

impl Job {
    pub fn run(&self, square: &Box4) -> State {
        if let Some(count) = self.count {
            assist(count);
        }
        square.run();
        Circle(2.0).run();
        State::Busy(Job::default())
    }
}

pub fn helper() {
    match Job::default().run(&Box4::new(1.0)) {
        State::Busy(job) => { job.run(&Box4::new(2.0)); }
        State::Idle => {}
    }
}
"#,
    words: &[
        "helper", "Square", "Shape", "Job", "run", "area", "self", "fn", "pub", "use", "struct", "impl",
        "crate", "(", ")", "{", "}", "::", ".", ",", ";", "&", "x", "Circle", "kit", "Named", "Self",
    ],
    lines: &[
        "use kit::util::helper;",
        "use kit::*;",
        "pub use crate::shape::*;",
        "pub mod work;",
        "pub fn helper() -> Square { Square::new(1.0) }",
        "impl Job { pub fn run_named(&self) {} }",
        "impl Circle { fn area(&self) -> f64 { self.run() } }",
        "pub struct Square { side: Circle }",
        "    let x = Square::new(3.0); x.run();",
        "    helper(9);",
        "// a comment",
        "",
        "type Alias = Square;",
    ],
    damage: &["(", "{", "}", "\"", "fn ", "impl ", "use ", "/*", "'", "<", "é", "😀", "#"],
    paths: &[
        "kit/src/extra.rs",
        "app/src/util.rs",
        "kit/src/util/mod.rs",
        "app/src/bin/other.rs",
        "kit/src/work.rs",
    ],
    packages: &[
        ("kit/Cargo.toml", "[package]\nname = \"kit\"\n[lib]\nname = \"tools\"\n"),
        ("kit/Cargo.toml", "[package]\nname = \"other\"\n"),
        ("app/Cargo.toml", "[package]\nname = \"app\"\n"),
        (
            "app/Cargo.toml",
            "[package]\nname = \"app\"\n[dependencies]\ntools = { path = \"../kit\", package = \"kit\" }\n",
        ),
    ],
};

pub const TYPESCRIPT: Sample = Sample {
    name: "typescript",
    fixture: r#"
//- /package.json
{ "name": "root", "workspaces": ["packages/*"] }
//- /tsconfig.json
{ "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["packages/lib/src/*"] } } }
//- /packages/lib/package.json
{ "name": "lib", "main": "src/index.ts" }
//- /packages/lib/src/index.ts
export * from "./shapes";
export { helper as assist } from "./util";
export { default as Store } from "./store";
//- /packages/lib/src/shapes.ts
import { helper, type Named } from "./util";

export interface Shape {
  area(): number;
  name?: Named;
}

export class Square implements Shape {
  constructor(public side: number) {}
  area(): number {
    return helper(this.side) * this.side;
  }
  run(): Square {
    return new Square(this.area());
  }
}

export const makeSquare = (side: number): Square => new Square(side);

export function run(shape: Shape) {
  return shape.area();
}
//- /packages/lib/src/util.ts
export function helper(n: number): number {
  return n + 1;
}

export type Named = { label: string; run(): void };

export class Base {
  protected items: Named[] = [];
  run() {
    this.items.forEach((item) => item.run());
    return helper(this.items.length);
  }
}
//- /packages/lib/src/store.ts
import { Base } from "@lib/util";
import * as shapes from "./shapes";

export default class Store extends Base {
  square = shapes.makeSquare(2);
  run() {
    super.run();
    return this.square.run().area();
  }
  static open(): Store {
    return new Store();
  }
}
//- /app/main.tsx
import { assist, Square, Store } from "lib";
import { run } from "../packages/lib/src/shapes";
import View, { helper } from "./view";

const store = Store.open();
store.run();
run(new Square(1).run());

export function App() {
  assist(3);
  return <View square={new Square(2)} onRun={() => helper(store)} />;
}
//- /app/view.jsx
import { Store } from "lib";

export default function View({ square, onRun }) {
  const store = new Store();
  store.run();
  return <div onClick={onRun}>{square.area()}</div>;
}

export const helper = (thing) => thing.run();
"#,
    words: &[
        "helper", "Square", "Store", "Base", "run", "area", "this", "function", "class", "export", "import",
        "from", "const", "(", ")", "{", "}", ".", ",", ";", "=", "x", "View", "default", "*", "as", "Shape",
    ],
    lines: &[
        "import { helper } from \"./util\";",
        "export * from \"./util\";",
        "import Store from \"./store\";",
        "export { Square as Shape } from \"./shapes\";",
        "export function helper() { return new Square(1); }",
        "export class Base { run() { return helper(1); } }",
        "const x = new Square(3); x.run();",
        "  extra(): Base { return new Base(); }",
        "helper(run);",
        "interface Shape { run(): Square }",
        "// a comment",
        "",
        "export default helper;",
    ],
    damage: &["(", "{", "}", "\"", "`", "class ", "function ", "/*", "'", "<", "é", "😀", "=>"],
    paths: &[
        "packages/lib/src/extra.ts",
        "packages/lib/src/util/index.ts",
        "packages/lib/src/shapes.tsx",
        "app/view.tsx",
        "app/util.ts",
    ],
    packages: &[
        ("tsconfig.json", "{ \"compilerOptions\": { \"baseUrl\": \"packages\" } }"),
        (
            "tsconfig.json",
            "{ \"compilerOptions\": { \"paths\": { \"lib\": [\"./packages/lib/src/shapes.ts\"] } } }",
        ),
        ("packages/lib/package.json", "{ \"name\": \"other\", \"main\": \"src/index.ts\" }"),
        ("packages/lib/package.json", "{ \"name\": \"lib\", \"exports\": { \".\": \"./src/util.ts\" } }"),
    ],
};

pub const CSHARP: Sample = Sample {
    name: "csharp",
    fixture: r#"
//- /Core/Core.csproj
<Project Sdk="Microsoft.NET.Sdk"></Project>
//- /Core/Usings.cs
global using System.Collections.Generic;
global using Shop.Text;
//- /Core/Base.cs
namespace Shop;

public interface IThing { string Name { get; } IThing Run(int times); }

public abstract class Base<T> where T : IThing
{
    protected readonly List<T> items = new();
    public virtual T Run(T item) { items.Add(item); return item; }
    public T First => items[0];
}
//- /Core/Order.cs
using Shop.Tools;

namespace Shop
{
    public partial class Order : Base<Line>, IThing
    {
        public string Name { get; set; } = "order";
        public Line Line => First;
        public IThing Run(int times) => Line.Run(times).Run(Name.Shout());
        public void Run(string text) { Run(text.Length); Saved(text); }
        partial void Saved(string text);
    }

    public record Line(string Name, State State) : IThing
    {
        public IThing Run(int times) => this with { Name = Name.Twice() };
        public bool Open => State == State.Open;
    }

    public enum State { Open, Sent }
}
//- /Core/Order.More.cs
namespace Shop;

partial class Order
{
    partial void Saved(string text) => Name = text;
    public class Reader { public Line Read(Order order) => order.Run(new Line("a", State.Sent)); }
}
//- /Core/Tools.cs
namespace Shop.Tools
{
    public static class Texts
    {
        public static string Shout(this string text) => text.ToUpper();
        public static IThing Run(this IThing thing, string text) => thing.Run(text.Length);
    }
}

namespace Shop.Text
{
    static class Words { public static string Twice(this string text) => text + text; }
}
//- /App/App.csproj
<Project><ItemGroup><ProjectReference Include="../Core/Core.csproj" /></ItemGroup></Project>
//- /App/Program.cs
using System.Linq;
using Shop;
using static Shop.State;
using Lines = System.Collections.Generic.List<Shop.Line>;

var order = new Order { Name = "x" };
order.Run(new Line("b", Open)).Run(3);
var lines = new Lines { order.Line };
foreach (var line in lines.Where(l => l.Open)) line.Run(2);
var reader = new Order.Reader();
reader.Read(order).Run(1);
"#,
    words: &[
        "Order",
        "Line",
        "Base",
        "Run",
        "Name",
        "State",
        "this",
        "class",
        "partial",
        "namespace",
        "using",
        "Shop",
        "(",
        ")",
        "{",
        "}",
        ".",
        ",",
        ";",
        "=",
        "x",
        "<",
        ">",
        "Open",
        "Twice",
        "=>",
        "record",
    ],
    lines: &[
        "using Shop.Tools;",
        "global using Shop.Tools;",
        "using static Shop.State;",
        "using Thing = Shop.Line;",
        "namespace Shop;",
        "namespace Other { public class Order { public void Run(int times) { } } }",
        "public class Line { public Line Run(int times) => this; }",
        "    public void Run(Line line) { line.Run(1); }",
        "public static class More { public static string Twice(this string text) => text; }",
        "partial class Order { public int Extra => Line.Name.Length; }",
        "// a comment",
        "",
        "#if DEBUG",
        "#endif",
    ],
    damage: &["(", "{", "}", "\"", "/*", "'", "<", "é", "😀", "class ", "namespace ", "=>", "#if "],
    paths: &["Core/Extra.cs", "App/Order.cs", "Core/Sub/Base.cs", "App/Line.cs"],
    packages: &[
        ("App/App.csproj", "<Project><ItemGroup><Using Include=\"Shop\" /></ItemGroup></Project>"),
        ("Sub/Sub.csproj", "<Project></Project>"),
    ],
};
