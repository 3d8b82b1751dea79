//! The languages whose generated files lean on nothing of a corpus, and the files that are one class.

use super::{CALLER, Kind, TARGET};

pub(super) fn head(kind: Kind, lines: usize) -> String {
    match kind {
        Kind::Go => format!(
            "package typed\n\nimport \"strconv\"\n\nfunc shared(value int) int {{\n\treturn len(strconv.Itoa(value))\n}}\n\nfunc {TARGET}() int {{\n\treturn 1\n}}\n\n"
        ),
        Kind::Java => format!(
            "package typed.java_{lines};\n\nimport java.util.List;\n\nclass Measured {{\n    static int {TARGET}() {{\n        return 1;\n    }}\n}}\n\n"
        ),
        Kind::C => format!(
            "#include <string.h>\n\nstatic int shared(int value) {{\n    return value;\n}}\n\nstatic int {TARGET}(void) {{\n    return 1;\n}}\n\n"
        ),
        Kind::Cpp => format!(
            "#include <string>\n#include <vector>\n\nnamespace typed {{\n\nstatic int shared(int value) {{\n    return value;\n}}\n\nint {TARGET}() {{\n    return 1;\n}}\n\n"
        ),
        Kind::CSharp => format!(
            "using System.Collections.Generic;\n\nnamespace Typed{lines};\n\npublic static partial class Measured\n{{\n    public static int {TARGET}()\n    {{\n        return 1;\n    }}\n}}\n\n"
        ),
        Kind::PythonClass => format!("class Everything:\n    def {TARGET}(self):\n        return 1\n\n"),
        Kind::JavaClass => format!(
            "package typed.java_class_{lines};\n\nimport java.util.List;\n\nclass Everything {{\n    int {TARGET}() {{\n        return 1;\n    }}\n\n"
        ),
        Kind::Python | Kind::TypeScript | Kind::Rust => String::new(),
    }
}

pub(super) fn caller(kind: Kind) -> (String, u64, u64) {
    match kind {
        Kind::Go => (format!("func {CALLER}() int {{\n\treturn {TARGET}()\n}}\n\n"), 1, 8),
        Kind::Java => (
            format!(
                "class Calling {{\n    static int {CALLER}() {{\n        return Measured.{TARGET}();\n    }}\n}}\n\n"
            ),
            2,
            24,
        ),
        Kind::C => (format!("int {CALLER}(void) {{\n    return {TARGET}();\n}}\n\n"), 1, 11),
        Kind::Cpp => (format!("int {CALLER}() {{\n    return {TARGET}();\n}}\n\n"), 1, 11),
        Kind::CSharp => (
            format!(
                "public static class Calling\n{{\n    public static int {CALLER}()\n    {{\n        return Measured.{TARGET}();\n    }}\n}}\n\n"
            ),
            4,
            24,
        ),
        Kind::PythonClass => (format!("    def {CALLER}(self):\n        return self.{TARGET}()\n\n"), 1, 20),
        Kind::JavaClass => (format!("    int {CALLER}() {{\n        return {TARGET}();\n    }}\n\n"), 1, 15),
        Kind::Python | Kind::TypeScript | Kind::Rust => (String::new(), 0, 0),
    }
}

pub(super) fn function(kind: Kind, number: usize) -> String {
    let before = number.saturating_sub(1);
    match kind {
        Kind::Go => format!(
            "// Record{number} keeps what was counted last.\ntype Record{number} struct {{\n\tvalues []int\n\tlimit  int\n}}\n\n\
             func NewRecord{number}(values []int) *Record{number} {{\n\treturn &Record{number}{{values: values, limit: {number}}}\n}}\n\n\
             func (r *Record{number}) Total(factor int) int {{\n\ttotal := 0\n\tfor _, value := range r.values {{\n\t\ttotal += value\n\t}}\n\treturn total*factor + r.limit\n}}\n\n\
             func compute{number}(values []int, limit int) int {{\n\ttotal := 0\n\trecord := NewRecord{number}(values)\n\tfor index, value := range values {{\n\t\t\
             if value > limit && index%3 > 0 {{\n\t\t\ttotal += compute{before}(values[1:], limit-1)\n\t\t}} else {{\n\t\t\ttotal -= record.Total(shared(value))\n\t\t}}\n\t}}\n\treturn total\n}}\n\n"
        ),
        Kind::Java => format!(
            "/** Keeps what was counted last. */\nclass Record{number} {{\n    private final List<Integer> values;\n    private final int limit = {number};\n\n    \
             Record{number}(List<Integer> values) {{\n        this.values = values;\n    }}\n\n    \
             int total(int factor) {{\n        int total = 0;\n        for (int value : values) {{\n            total += value;\n        }}\n        return total * factor + limit;\n    }}\n}}\n\n\
             class Compute{number} {{\n    static int compute(List<Integer> values, int limit) {{\n        int total = 0;\n        Record{number} record = new Record{number}(values);\n        \
             for (int value : values) {{\n            if (value > limit) {{\n                total += Compute{before}.compute(values.subList(1, values.size()), limit - 1);\n            }} else {{\n                \
             total -= record.total(value);\n            }}\n        }}\n        return total;\n    }}\n}}\n\n"
        ),
        Kind::C => format!(
            "/* Keeps what was counted last. */\nstruct record_{number} {{\n    const int *values;\n    int count;\n    int limit;\n}};\n\n\
             static int total_{number}(const struct record_{number} *record, int factor) {{\n    int total = 0;\n    for (int index = 0; index < record->count; index++) {{\n        total += record->values[index];\n    }}\n    \
             return total * factor + record->limit;\n}}\n\n\
             int compute_{number}(const int *values, int count, int limit) {{\n    int total = 0;\n    struct record_{number} record = {{values, count, limit}};\n    for (int index = 0; index < count; index++) {{\n        \
             if (values[index] > limit && index % 3) {{\n            total += compute_{before}(values + 1, count - 1, limit - 1);\n        }} else {{\n            total -= total_{number}(&record, shared(index));\n        }}\n    }}\n    \
             return total;\n}}\n\n"
        ),
        Kind::Cpp => format!(
            "// Keeps what was counted last.\nclass Record{number} {{\npublic:\n    explicit Record{number}(const std::vector<int> &values) : values_(values), limit_({number}) {{}}\n\n    \
             int total(int factor) const {{\n        int total = 0;\n        for (int value : values_) {{\n            total += value;\n        }}\n        return total * factor + limit_;\n    }}\n\n\
             private:\n    std::vector<int> values_;\n    int limit_;\n}};\n\n\
             int compute_{number}(const std::vector<int> &values, int limit) {{\n    int total = 0;\n    Record{number} record(values);\n    for (int value : values) {{\n        \
             if (value > limit) {{\n            total += compute_{before}(values, limit - 1);\n        }} else {{\n            total -= record.total(shared(value));\n        }}\n    }}\n    return total;\n}}\n\n"
        ),
        Kind::CSharp => format!(
            "/// <summary>Keeps what was counted last.</summary>\npublic class Record{number}\n{{\n    private readonly List<int> values;\n    private readonly int limit = {number};\n\n    \
             public Record{number}(List<int> values)\n    {{\n        this.values = values;\n    }}\n\n    \
             public int Total(int factor)\n    {{\n        var total = 0;\n        foreach (var value in values)\n        {{\n            total += value;\n        }}\n        return total * factor + limit;\n    }}\n}}\n\n\
             public static class Compute{number}\n{{\n    public static int Compute(List<int> values, int limit)\n    {{\n        var total = 0;\n        var record = new Record{number}(values);\n        \
             foreach (var value in values)\n        {{\n            if (value > limit)\n            {{\n                total += Compute{before}.Compute(values, limit - 1);\n            }}\n            else\n            {{\n                \
             total -= record.Total(value);\n            }}\n        }}\n        return total;\n    }}\n}}\n\n"
        ),
        Kind::PythonClass => format!(
            "    def total_{number}(self, values, factor=2):\n        \"\"\"Counts again.\"\"\"\n        return sum(values) * factor + {number}\n\n    \
             def compute_{number}(self, values, limit=7):\n        total = 0\n        for index, value in enumerate(values):\n            \
             if value > limit and index % 3:\n                total += self.compute_{before}(values[1:], limit - 1)\n            else:\n                \
             total -= self.total_{number}(values, index)\n        return total\n\n"
        ),
        Kind::JavaClass => format!(
            "    /** Counts again. */\n    int total{number}(List<Integer> values, int factor) {{\n        int total = 0;\n        for (int value : values) {{\n            total += value;\n        }}\n        \
             return total * factor + {number};\n    }}\n\n    \
             int compute{number}(List<Integer> values, int limit) {{\n        int total = 0;\n        for (int value : values) {{\n            if (value > limit) {{\n                \
             total += compute{before}(values.subList(1, values.size()), limit - 1);\n            }} else {{\n                total -= total{number}(values, value);\n            }}\n        }}\n        return total;\n    }}\n\n"
        ),
        Kind::Python | Kind::TypeScript | Kind::Rust => String::new(),
    }
}
