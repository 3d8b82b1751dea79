//! Worlds of languages that are known by name: several beside each other, which do not see each other's names.

use super::Sample;

pub const NAMED: Sample = Sample {
    name: "named",
    fixture: r#"
//- /lib/shop.rb
require_relative "shop/item"
require "shop/util"

module Shop
  LIMIT = 3

  def self.open(name)
    item = Item.new(name)
    item.total(LIMIT)
    clean(name)
  end
end
//- /lib/shop/item.rb
require_relative "util"

module Shop
  class Item < Base
    include Named
    attr_reader :label

    def initialize(label)
      @label = clean(label)
      @parts = []
    end

    def total(depth)
      helper = depth
      @parts.each { |part| part.total(helper) }
      tax + Shop::Util.rate(LIMIT)
    end

    def run
      total(1)
      label
    end

    private

    def tax
      helper
    end
  end
end
//- /lib/shop/util.rb
module Shop
  module Util
    def self.rate(x)
      x * LIMIT
    end
  end

  module Named
    def helper
      run
    end
  end

  class Base
    def run
      helper
    end
  end
end

def clean(text)
  text.strip
end
//- /main.rb
require_relative "lib/shop"

Shop.open("a")
Shop::Item.new("b").run
clean("c")
//- /src/Item.php
<?php
namespace App\Shop;

use App\Util\Text;
use function App\Util\clean;

class Item extends Base
{
    const MAX = 3;
    public function __construct(private Text $text) {}
    public function run(int $depth)
    {
        $item = new Item($this->text);
        $item->run(self::MAX);
        helper($depth);
        return clean($this->shared());
    }
}

function helper($x) { return Item::MAX + $x; }
//- /src/Base.php
<?php
namespace App\Shop;

abstract class Base
{
    public function shared() { return $this->run(1); }
    public function run(int $depth) { return helper($depth); }
}
//- /src/util.php
<?php
namespace App\Util;

class Text { public function run() { return clean('x'); } }
function clean($text) { return $text; }
//- /index.php
<?php
require __DIR__ . '/src/Item.php';
use App\Shop\Item as Thing;

$thing = new Thing(null);
$thing->run(2);
//- /lua/shop.lua
local util = require("util")

local M = {}
M.limit = 3

function M.new(label)
  local self = { label = util.clean(label) }
  return self
end

function M:run(depth)
  local helper = depth
  self:run(helper)
  return helper(M.limit)
end

function helper(x) return M.new(x) end

return M
//- /lua/util.lua
local M = {}

function M.clean(text)
  return helper(text)
end

return M
//- /lua/main.lua
local shop = require("shop")

local item = shop.new("a")
item:run(1)
shop.run(item)
helper(2)
//- /bin/run.sh
source "$(dirname "$0")/lib.sh"
LIMIT=3
main() {
  local helper=1
  clean "$LIMIT" "$helper"
  helper "$NAME"
}
main
//- /bin/lib.sh
. ./more.sh
NAME=shop
clean() {
  helper "$1"
}
//- /bin/more.sh
helper() {
  echo "$LIMIT"
}
"#,
    words: &[
        "helper",
        "clean",
        "run",
        "Item",
        "Base",
        "Shop",
        "Util",
        "LIMIT",
        "M",
        "util",
        "self",
        "item",
        "end",
        "def",
        "function",
        "class",
        "module",
        "local",
        "require",
        "use",
        "namespace",
        "(",
        ")",
        "{",
        "}",
        ".",
        "::",
        "->",
        "$this",
        "=",
        "<?php",
        "x",
        "label",
        "total",
    ],
    lines: &[
        "module Shop",
        "class Item",
        "end",
        "  def helper; run; end",
        "  LIMIT = helper",
        "require_relative \"util\"",
        "require \"shop/item\"",
        "clean(helper)",
        "namespace App\\Shop;",
        "use App\\Util\\Text as Item;",
        "function helper($x) { return clean($x); }",
        "class Base { function run() { $this->shared(); } }",
        "local shop = require(\"shop\")",
        "local util = {}",
        "function M.run(x) return util.clean(x) end",
        "helper = 1",
        "return util",
        "source lib.sh",
        ". ../bin/more.sh",
        "helper() { clean; }",
        "local LIMIT=2",
        "",
        "# a comment",
    ],
    damage: &[
        "(",
        "{",
        "}",
        "\"",
        "'",
        "end",
        "def ",
        "function ",
        "<<",
        "[[",
        "$(",
        "é",
        "😀",
        "::",
        "<?",
        "?>",
    ],
    paths: &[
        "lib/util.rb",
        "shop/item.rb",
        "src/extra.php",
        "lua/shop/init.lua",
        "util.lua",
        "bin/lib/lib.sh",
    ],
    packages: &[],
};

pub const NAMED_TYPES: Sample = Sample {
    name: "named types",
    fixture: r#"
//- /src/item.kt
package shop.model

import shop.util.clean
import shop.base.*

const val LIMIT = 3

class Item(val label: String) : Base(label), Priced {
    override fun run(depth: Int): Int {
        val helper = clean(label)
        shared()
        this.run(LIMIT)
        helper(depth)
        return Item("x").run(helper)
    }
    companion object {
        fun of(label: String) = Item(label)
    }
}

fun helper(x: Int) = Item.of("a").run(x)
//- /src/base.kt
package shop.base

open class Base(val name: String) {
    fun shared() = name
}
interface Priced { fun run(depth: Int): Int }
//- /src/util.kt
package shop.util

fun clean(text: String) = text
fun String.shout() = clean(this)
//- /src/main.kt
package shop.model

import shop.model.Item as Thing

fun main() {
    val thing = Thing("a")
    thing.run(1)
    helper(LIMIT)
    thing.label.shout()
}
//- /lib/item.ex
defmodule Shop.Item do
  alias Shop.Util
  import Shop.Text

  @limit 3

  def run(item, 0), do: item
  def run(item, depth) do
    helper = clean(item)
    Util.finish(helper)
    run(item, depth - @limit)
    tax(item)
  end

  defp tax(item), do: Shop.Util.finish(item)
end
//- /lib/util.ex
defmodule Shop.Util do
  def finish(x), do: Shop.Item.run(x, 1)
end

defmodule Shop.Text do
  def clean(x), do: x
end
//- /src/Item.hs
module Shop.Item where

import qualified Shop.Util as Util
import Shop.Base (clean)

data Item = Item { label :: String } | Empty

run :: Item -> Int
run Empty = 0
run item = helper (Util.size item)
  where helper x = clean x

total = run (Item "x")
//- /src/Util.hs
module Shop.Util where

size x = clean x
clean x = x
//- /src/Base.hs
module Shop.Base where

clean x = x
//- /infra/main.tf
variable "region" {}

locals {
  name = "shop-${var.region}"
}

resource "aws_instance" "web" {
  tags = local.name
  size = var.size
}
//- /infra/variables.tf
variable "size" {}
output "web" { value = aws_instance.web.id }
//- /web/App.vue
<template><Item @click="run" /></template>
<script setup lang="ts">
import Item from './Item.vue';
import { helper } from './util';
const label = helper(1);
function run() { return label; }
</script>
//- /web/Item.vue
<script>
import { helper } from './util';
export default { name: 'item', run() { return helper(2); } };
</script>
//- /web/util.ts
export function helper(x: number) { return x; }
//- /schema.sql
CREATE TABLE items (id INTEGER, label TEXT);
CREATE VIEW item AS SELECT i.id FROM items i;
//- /settings.json
{ "helper": { "run": 1 }, "Item": 2 }
"#,
    words: &[
        "helper", "clean", "run", "Item", "Base", "Shop", "Util", "LIMIT", "label", "size", "fun", "class",
        "package", "import", "def", "do", "end", "module", "where", "var", "local", "(", ")", "{", "}", ".",
        ":", "=", "->", "x", "script", "items", "<", ">",
    ],
    lines: &[
        "package shop.util",
        "package shop.base",
        "import shop.base.Base as Item",
        "import shop.model.*",
        "fun helper(x: Int) = clean(x)",
        "    fun run() = shared()",
        "class Base { val label = 1 }",
        "  alias Shop.Text, as: Util",
        "  import Shop.Util",
        "  def clean(x), do: run(x, 2)",
        "module Shop.Base where",
        "import Shop.Util",
        "clean y = size y",
        "variable \"size\" {}",
        "locals { name = var.size }",
        "</script>",
        "<script lang=\"ts\">",
        "export function run() { return helper(3); }",
        "import { helper } from './Item.vue';",
        "CREATE TABLE item (id INTEGER);",
        "SELECT id FROM items;",
        "",
    ],
    damage: &["(", "{", "}", "\"", "'", "<script", "do", "${", "where", "é", "😀", "/*", "-->", "<!--", "`"],
    paths: &[
        "src/more.kt",
        "web/util.vue",
        "lib/text.ex",
        "infra/more/main.tf",
        "src/Shop.hs",
        "web/Item.ts",
    ],
    packages: &[],
};
