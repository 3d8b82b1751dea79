//! The world of C and C++.

use super::worlds::Sample;

/// Includes, macros, declarations and definitions, namespaces, members outside of their class.
pub const C: Sample = Sample {
    name: "c",
    fixture: r#"
//- /include/list.h
#ifndef LIST_H
#define LIST_H
#include "config.h"
#define EACH(node, list) for (node = (list)->first; node; node = node->next)
#define VALUE(node) (CAST(struct item *, node)->value)
struct list;
typedef struct item { struct item *next; int value; } item;
API struct list *list_new(void);
int list_walk(struct list *list, int (*run)(item *));
extern int total;
#endif
//- /include/config.h
#define API extern
#define LIMIT 3
#define CAST(type, x) ((type)(x))
//- /src/list.c
#include "list.h"
#include "util.h"
struct list { item *first; int count; };
int total = LIMIT;
static int run(item *i) { return i->value; }
API struct list *list_new(void) {
  struct list *made = alloc(sizeof(struct list));
  made->first = 0;
  return made;
}
int list_walk(struct list *list, int (*run)(item *)) {
  item *node;
  EACH(node, list) { total += run(node) + VALUE(node); }
  return list->count;
}
//- /src/util.h
void *alloc(int size);
int helper(int x);
//- /src/util.c
#include "util.h"
void *alloc(int size) { return helper(size) ? 0 : 0; }
int helper(int x) { return x; }
//- /src/main.c
#include <list.h>
static int run(item *i) { return helper(i->next->value); }
int main(void) {
  struct list *list = list_new();
  return list_walk(list, run) + total;
}
//- /port/util.c
int helper(int x) { return -x; }
//- /cpp/shape.h
namespace shapes {
class Point;
class Shape {
 public:
  virtual int Area() const;
  Point* Center(int scale);
  Point* Center();
  static int Count();
 protected:
  int size_;
};
enum class Kind { kRound, kFlat };
}
//- /cpp/shape.cc
#include "shape.h"
#include "point.h"
namespace shapes {
int Shape::Area() const { return size_ * Count(); }
Point* Shape::Center(int scale) { return new Point(scale); }
Point* Shape::Center() { return Center(size_); }
int Shape::Count() { return helper(2); }
}
//- /cpp/point.h
#include "shape.h"
namespace shapes {
class Point : public Shape {
 public:
  explicit Point(int x) : x_(x) {}
  int Sum() { return Area() + size_ + x_; }
 private:
  int x_;
};
inline int Total(Point* point) { return point->Sum() + point->Center()->Area(); }
}
//- /cpp/main.cc
#include "point.h"
using namespace shapes;
using shapes::Kind;
int use() {
  auto point = new Point(1);
  Kind kind = Kind::kFlat;
  return Total(point) + shapes::Shape::Count();
}
"#,
    words: &[
        "item",
        "list",
        "run",
        "helper",
        "alloc",
        "total",
        "LIMIT",
        "API",
        "EACH",
        "Shape",
        "Point",
        "Center",
        "size_",
        "struct",
        "class",
        "namespace",
        "static",
        "extern",
        "int",
        "->",
        "::",
        "(",
        ")",
        "{",
        "}",
        ";",
        "*",
        "#",
        "x",
    ],
    lines: &[
        "#include \"util.h\"",
        "#include \"point.h\"",
        "int helper(int x);",
        "int helper(int x) { return x; }",
        "static int total;",
        "struct list { int other; };",
        "struct item;",
        "#define LIMIT 4",
        "#define run helper",
        "API int added(void) { return helper(LIMIT); }",
        "int Shape::Area() const { return 2; }",
        "class Point { int Sum(); };",
        "using namespace shapes;",
        "#if X",
        "#endif",
        "/* a comment */",
        "",
    ],
    damage: &["(", "{", "}", "\"", "/*", "#", "\\", "é", "😀", "<", "::"],
    paths: &["src/list.h", "include/util.h", "cpp/include/shape.h", "src/point.h", "src/extra.c"],
    packages: &[
        ("compile_commands.json", "[{\"directory\": \"/work\", \"command\": \"cc -Iport -Icpp -c a.c\"}]"),
        ("compile_commands.json", "[{\"directory\": \"/work\", \"command\": \"cc -Isrc -Iinclude\"}]"),
        ("src/compile_commands.json", "nothing"),
    ],
};
