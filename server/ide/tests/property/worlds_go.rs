//! Go's world: two modules, a package of several files, tests from outside, embedding, names that are the same.

use super::worlds::Sample;

pub const GO: Sample = Sample {
    name: "go",
    fixture: r#"
//- /go.mod
module example.com/shop

replace example.com/go-kit => ./kit
//- /kit/go.mod
module example.com/go-kit
//- /kit/kit.go
package kit

type Base struct{ Label string }

func (b *Base) Run() *Base { return b }

func Helper(x int) *Base { return &Base{Label: "k"} }

type Runner interface {
	Run() *Base
}
//- /item.go
package shop

import "example.com/go-kit"

type Item struct {
	*kit.Base
	Parts []*Item
	next  Order
}

func (i *Item) Size() int { return len(i.Parts) }

func helper() *Item { return &Item{Base: kit.Helper(1), Parts: nil} }
//- /order.go
package shop

import (
	"fmt"
	k "example.com/go-kit"
)

type Order struct {
	items map[string]*Item
	Kind
}

type Kind int

const (
	Small Kind = iota
	Large
)

func (k Kind) String() string { return fmt.Sprint(int(k)) }

func (o *Order) Run() *Item {
	for name, item := range o.items {
		if item.Size() > 1 {
			return item.Parts[0]
		}
		_ = name
		item.Run().Run()
	}
	return helper()
}

func each[T k.Runner](list []T, visit func(T)) {
	for _, one := range list {
		visit(one)
		one.Run()
	}
}
//- /item_test.go
package shop

import "testing"

func TestItem(t *testing.T) {
	cases := []struct {
		name string
		want Kind
	}{{name: "a", want: Large}, {"b", Small}}
	for _, c := range cases {
		o := &Order{Kind: c.want, items: map[string]*Item{c.name: helper()}}
		if first, err := o.Run(), error(nil); err == nil {
			first.Label = c.want.String()
		}
	}
}
//- /outside_test.go
package shop_test

import (
	. "example.com/shop"
	"example.com/shop/sub"
)

func use() {
	var order Order
	order.Run().Size()
	sub.New(Large).Run()
}
//- /sub/sub.go
package sub

import "example.com/shop"

type Sub struct{ shop.Order }

func New(kind shop.Kind) *Sub {
	s := &Sub{}
	s.Order.Kind = kind
	return s
}
//- /sub/more.go
package sub

func helper() *Sub { return New(0) }

func (s *Sub) Run() { helper().Order.Run() }
"#,
    words: &[
        "helper", "Item", "Order", "Base", "Kind", "Run", "Size", "func", "type", "struct", "return",
        "import", "package", "(", ")", "{", "}", ".", ",", "[", "]", ":=", "=", "*", "x", "kit", "shop",
        "Parts",
    ],
    lines: &[
        "import \"example.com/shop/sub\"",
        "import kit \"example.com/shop\"",
        "package other",
        "func helper() *Item { return nil }",
        "func (i *Item) Run() *Item { return i }",
        "type Base struct{ Item }",
        "type Item = Order",
        "type Runner interface{ Run() *Item; Size() int }",
        "\tParts []Order",
        "\tx := helper(); x.Run().Size()",
        "var order = Order{Kind: Small}",
        "func init() { helper() }",
        "// a comment",
        "",
        "package shop",
    ],
    damage: &["(", "{", "}", "\"", "`", "func ", "func (", "type ", "/*", "'", ".", "é", "😀", ":="],
    paths: &[
        "extra.go",
        "sub/item.go",
        "kit/base_test.go",
        "vendor/example.com/go-kit/kit.go",
        "cmd/main.go",
    ],
    packages: &[
        ("go.mod", "module example.com/other\n"),
        ("go.mod", "module example.com/shop\n"),
        ("kit/go.mod", "module example.com/kit/v2\n"),
        ("sub/go.mod", "module example.com/shop/sub\n\nreplace example.com/shop => ../\n"),
        ("go.work", "use .\n\nreplace example.com/go-kit => ./sub\n"),
    ],
};
