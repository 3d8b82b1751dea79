//! Imports, exports, CommonJS, ambient modules.

use expect_test::expect;
use lockstep_facts::Language;

use super::check;

#[test]
fn imports_and_exports() {
    check(
        Language::TypeScript,
        r#"
import a, { b as c, type T } from "./m";
import "./effect";
import type * as ns from "n";
import old = require("old");
import inner = ns.Inner;
export { c as d, T };
export { default as E, f } from "./e";
export * from "./all";
export * as everything from "./all";
export default c;
export = old;
"#,
        expect![[r#"
            typescript file, 12 lines, 3 items
            <top> 8..116
              import ./m name default as a [scope 0]
              import ./m name b as c [scope 0]
              import ./m name T as T [scope 0]
              import ./effect [scope 0]
              import n as ns [scope 0]
              import old as old [scope 0]
              import a = import 0 [scope 0 at 8..9]
              import b = import 1 [scope 0 at 13..14]
              import c = import 1 [scope 0 at 18..19]
              import T = import 2 [scope 0 at 26..27]
              import m = import 0 segment 0 [scope 0 at 36..39]
              import effect = import 3 segment 0 [scope 0 at 50..58]
              import ns = import 4 [scope 0 at 78..80]
              import n = import 4 segment 0 [scope 0 at 87..88]
              import old = import 5 [scope 0 at 98..101]
              import old = import 5 segment 0 [scope 0 at 113..116]
            inner 120..144
              private constant inner at 127..132
              signature import inner = ns.Inner
              inferred ns.Inner
              read ns = ns [scope 0 at 135..137]
              read Inner = ns.Inner [scope 0 at 138..143]
            <top>~2 154..296
              import own name c exported d [scope 0]
              import own name T exported T [scope 0]
              import ./e name default exported E [scope 0]
              import ./e name f exported f [scope 0]
              import ./all everything passed on [scope 0]
              import ./all exported everything [scope 0]
              import own name c exported default [scope 0]
              import own name old exported export= [scope 0]
              import c = own c [scope 0 at 154..155]
              import T = own T [scope 0 at 162..163]
              import default = import 2 [scope 0 at 176..183]
              import f = import 3 [scope 0 at 190..191]
              import e = import 2 segment 0 [scope 0 at 200..203]
              import all = import 4 segment 0 [scope 0 at 221..226]
              import all = import 5 segment 0 [scope 0 at 258..263]
              import c = own c [scope 0 at 281..282]
              import old = own old [scope 0 at 293..296]
        "#]],
    );
}

#[test]
fn common_js_modules() {
    check(
        Language::JavaScript,
        "
const a = require('./a');
const { b, c: d } = require('./b');
const e = require('./e').e;
function inner() { const late = require('./late'); return require('./now').x; }
var app = exports = module.exports = create();
exports.f = function named() {};
exports.g = exports.h = a;
exports.i = require('./i').j;
exports.k = void 0;
module.exports.l = class {};
module.exports = { b, m: d, n() {}, o: 1 };
",
        expect![[r#"
            javascript file, 12 lines, 10 items
            <top> 7..89
              import ./a as a [scope 0]
              import ./b name b as b [scope 0]
              import ./b name c as d [scope 0]
              import ./e name e as e [scope 0]
              import a = import 0 [scope 0 at 7..8]
              import a = import 0 segment 0 [scope 0 at 20..23]
              import b = import 1 [scope 0 at 35..36]
              import c = import 2 [scope 0 at 38..39]
              import d = import 2 [scope 0 at 41..42]
              import b = import 1 segment 0 [scope 0 at 56..59]
              import e = import 3 [scope 0 at 69..70]
              import e = import 3 segment 0 [scope 0 at 82..85]
              import e = import 3 [scope 0 at 88..89]
            inner 91..170
              private function inner at 100..105
              signature function inner()
              inferred require(./now).x
              import ./late as late [scope 0]
              import ./now as require(./now) [scope 0]
              import late = import 0 [scope 0 at 116..120]
              import late = import 0 segment 0 [scope 0 at 132..138]
              import now = import 1 segment 0 [scope 0 at 158..163]
              read x = require(./now).x [scope 0 at 166..167]
            <top>~2 170..170
              import own name app exported export= [scope 0]
              import own name app exported export= [scope 0]
            app 171..217
              private variable app at 175..178
              signature var app = exports = module.exports = create()
              inferred create()
              call create = create called with 0 [scope 0 at 208..214]
            f 218..249
              public function f at 226..227 exported
              signature exports.f = function named()
              bind named = f [scope 0 from 0 at 239..244]
            <top>~3 275..306
              import own name a exported h [scope 0]
              import own name h exported g [scope 0]
              import ./i name j exported i [scope 0]
              import a = own a [scope 0 at 275..276]
              import i = import 2 segment 0 [scope 0 at 299..302]
              import j = import 2 [scope 0 at 305..306]
            l 328..355
              public class l at 343..344 exported
              signature class
            <top>~4 376..383
              import own name b exported b [scope 0]
              import own name d exported m [scope 0]
              import b = own b [scope 0 at 376..377]
              import d = own d [scope 0 at 382..383]
            n 385..391
              public function n at 385..386 exported
              signature n()
            o 393..397
              public constant o at 393..394 exported
              signature o: 1
              inferred <integer>
        "#]],
    );
}

#[test]
fn ambient_declarations() {
    check(
        Language::TypeScript,
        r#"
declare global { interface Window { mine: Foo } var flag: boolean; }
declare module "pkg" { export function f(): void; interface Known { extra: 1 } }
declare namespace N.M { const k: string; class C {} }
export declare const version: string;
"#,
        expect![[r#"
            typescript file, 5 lines, 12 items
            Window 18..48
              public interface Window at 28..34 declaration type-only global
              signature interface Window
            Window.mine 37..46 in Window/0
              public field mine of Window at 37..41 declaration
              signature mine: Foo
              declared Foo
              type Foo = type Foo [scope 0 at 43..46]
            flag 49..67
              public variable flag at 53..57 declaration global
              signature var flag: boolean
              declared <boolean>
            pkg 70..150
              public module pkg at 85..90 declaration global
              signature module "pkg"
              import pkg [scope 0]
              import pkg = import 0 segment 0 [scope 0 at 86..89]
            pkg.f 93..119 in pkg/0
              public function f of pkg at 109..110 exported declaration
              signature function f(): void
              declared <null>
            pkg.Known 120..148 in pkg/0
              public interface Known of pkg at 130..135 declaration type-only
              signature interface Known
            pkg.Known.extra 138..146 in pkg.Known/0
              public field extra of pkg.Known at 138..143 declaration
              signature extra: 1
              declared <float>
            N 151..204
              public module N at 169..170 declaration
              signature namespace N.M
            N.M 151..204 in N/0
              public module M of N at 171..172 exported declaration
              signature namespace N.M
            N.M.k 175..191 in N.M/0
              public constant k of N.M at 181..182 declaration
              signature const k: string
              declared <string>
            N.M.C 192..202 in N.M/0
              public class C of N.M at 198..199 declaration
              signature class C
            version 205..242
              public constant version at 226..233 exported declaration
              signature const version: string
              declared <string>
        "#]],
    );
    check(
        Language::TypeScript,
        "export default function (a: A): { b: B };\n",
        expect![[r#"
            typescript file, 1 lines, 2 items
              error 7..40
            default 0..41
              public function default at 0..0 exported default-export declaration global
              signature export default function (a: A): { b: B }
              parameters (a: A)
              declared object{b: typeof(default.b)}
              bind a parameter 0: A [scope 0 from 0 at 25..26]
              type A = type A [scope 0 at 28..29]
            default.b 34..38 in default/0
              public field b of default at 34..35 declaration
              signature b: B
              declared B
              type B = type B [scope 0 at 37..38]
        "#]],
    );
    check(
        Language::TypeScript,
        "interface Global { a: 1 }\ndeclare var g: Global;\n",
        expect![[r#"
            typescript file, 2 lines, 3 items
            Global 0..25
              public interface Global at 10..16 type-only global
              signature interface Global
            Global.a 19..23 in Global/0
              public field a of Global at 19..20 declaration
              signature a: 1
              declared <float>
            g 26..48
              public variable g at 38..39 declaration global
              signature var g: Global
              declared Global
              type Global = type Global [scope 0 at 41..47]
        "#]],
    );
}
