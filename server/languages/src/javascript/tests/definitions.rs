//! Functions, classes and members.

use expect_test::expect;
use lockstep_facts::Language;

use super::check;

#[test]
fn overloads_fold_into_their_implementation() {
    check(
        Language::TypeScript,
        "
export function f(a: string): number;
/** Both. */
export function f(a: number, ...rest: T[]): string;
export function f<K extends keyof A>(a: any, b = g()): any {
  return b;
}
declare function only(a: string): void;
declare function only<T>(a: T): T;
class C {
  m(): void;
  m(a: 1): C;
  m(a?: any) { return this; }
  abstract n(): void;
  abstract n(a: string): void;
}
",
        expect![[r#"
            typescript file, 16 lines, 5 items
            f 1..178
              public function f at 120..121 and 17..18 and 68..69 exported
              signature function f<K extends keyof A>(a: any, b = g()): any
              type parameter K: (A keyof A)
              parameters (a: ?, b = …)
              overload fn(a: <string>) -> <float>
              overload fn(a: <float>, *rest: [T]) -> <string>
              declared ?
              bind a parameter 0: ? [scope 0 from 0 at 141..142]
              bind b parameter 1 = g() [scope 0 from 0 at 149..150]
              type T = type T [scope 0 at 90..91]
              type A = type A [scope 0 at 138..139]
              call g = g called with 0 [scope 0 at 153..154]
              read b = b [scope 0 at 174..175]
            only 179..253
              public function only at 196..200 and 236..240 declaration
              signature function only(a: string): void
              parameters (a: <string>)
              overload fn(a: T) -> T
              declared <null>
              scope 1 types in 0
              bind a parameter 0: <string> [scope 0 from 0 at 201..202]
              bind T [scope 1 from 0 at 241..242]
              type T = type T [scope 1 at 247..248]
              type T = type T [scope 1 at 251..252]
            C 254..375
              private class C at 260..261
              signature class C
            C.m 266..320 in C/0
              public method m of C at 293..294 and 266..267 and 279..280
              signature m(a?: any)
              parameters (a: ? = …)
              overload fn() -> <null>
              overload fn(a: <float>) -> C
              inferred <self>
              bind a parameter 0: ? [scope 0 from 0 at 295..296]
              type C = type C [scope 0 at 288..289]
            C.n 323..372 in C/0
              public method n of C at 332..333 and 354..355 declaration
              signature abstract n(): void
              overload fn(a: <string>) -> <null>
              declared <null>
        "#]],
    );
}

#[test]
fn classes_define_their_fields() {
    check(
        Language::TypeScript,
        "
@sealed
export class A<T> extends B<T> implements I {
  private x?: T = make();
  static y = 1;
  readonly #z: Set<T>;
  constructor(protected db: Db, plain: string) { super(plain); }
  get v(): T { return this.x; }
  other() {}
  set v(value) { this.x = value; }
  on = (event: E) => { this.v = event.target; };
}
const Named = class Inner { m() { return Inner; } };
function local() { return class extends Named {}; }
",
        expect![[r#"
            typescript file, 14 lines, 13 items
            A 1..315
              public class A at 22..23 exported
              signature class A<T> extends B<T> implements I
              type parameter T
              base B<T>
              implements I
              decorator sealed
              decorate sealed = sealed [scope 0 at 2..8]
              inherit B = B [scope 0 at 35..36]
              type T = type T [scope 0 at 37..38]
              implement I = type I [scope 0 at 51..52]
            A.x 57..79 in A/0
              private field x of A at 65..66 optional
              signature private x?: T
              declared T
              inferred make()
              type T = type T [scope 0 at 69..70]
              call make = make called with 0 [scope 0 at 73..77]
            A.y 83..95 in A/0
              public field y of A at 90..91 static
              signature static y
              inferred <integer>
            A.#z 99..118 in A/0
              private field #z of A at 108..110
              signature readonly #z: Set<T>
              declared Set<T>
              type Set = type Set [scope 0 at 112..115]
              type T = type T [scope 0 at 116..117]
            A.constructor 122..184 in A/0
              public constructor constructor of A at 122..133
              signature constructor(protected db: Db, plain: string)
              parameters (db: Db, plain: <string>)
              bind db parameter 0: Db [scope 0 from 0 at 144..146]
              bind plain parameter 1: <string> [scope 0 from 0 at 152..157]
              type Db = type Db [scope 0 at 148..150]
              read plain = plain [scope 0 at 175..180]
            A.db 134..150 in A.constructor/0
              protected field db of A at 144..146
              signature protected db: Db
              declared Db
            A.v 187..264 in A/0
              public property v of A at 191..192 and 236..237 property
              signature get v(): T
              declared T
              inferred <self>.x
              scope 1 block in 0
              scope 2 block in 0
              bind value [scope 2 from 0 at 238..243]
              type T = type T [scope 1 at 196..197]
              read x = <self>.x [scope 1 at 212..213]
              write x = <self>.x [scope 2 at 252..253]
              read value = value [scope 2 at 256..261]
            A.other 219..229 in A/0
              public method other of A at 219..224
              signature other()
            A.on 267..312 in A/0
              public method on of A at 267..269
              signature on = (event: E)
              parameters (event: E)
              bind event parameter 0: E [scope 0 from 0 at 273..278]
              type E = type E [scope 0 at 280..281]
              write v = <self>.v [scope 0 at 293..294]
              read event = event [scope 0 at 297..302]
              read target = event.target [scope 0 at 303..309]
            Named 316..368
              private class Named at 322..327
              signature class Inner
              bind Inner = Named [scope 0 from 0 at 336..341]
            Named.m 344..365 in Named/0
              public method m of Named at 344..345
              signature m()
              inferred Inner
              read Inner = Inner [scope 0 at 357..362]
            local 369..420
              private function local at 378..383
              signature function local()
              inferred local.class
            local.class 395..417 in local/0
              local class class of local at 395..395
              signature class extends Named
              base Named
              inherit Named = Named [scope 0 at 409..414]
        "#]],
    );
}

#[test]
fn javascript_classes_define_fields_by_assignment() {
    check(
        Language::JavaScript,
        "
class A {
  declared = 1;
  constructor(x) { this.a = null; this.declared = 2; this.b = x; }
  m() { this.a = new B(); function not() { this.c = 1; } }
}
function Old(n) { this.n = n; }
Old.prototype = { get() { return this.n; } };
Old.prototype.set = function (n) { this.n = n; };
",
        expect![[r#"
            javascript file, 9 lines, 13 items
            A 1..154
              private class A at 7..8
              signature class A
            A.declared 13..25 in A/0
              public field declared of A at 13..21
              signature declared
              inferred <integer>
            A.constructor 29..93 in A/0
              public constructor constructor of A at 29..40
              signature constructor(x)
              parameters (x)
              bind x parameter 0 [scope 0 from 0 at 41..42]
              write a = <self>.a [scope 0 at 51..52]
              write declared = <self>.declared [scope 0 at 66..74]
              read x = x [scope 0 at 89..90]
            A.b 80..90 in A.constructor/0
              public field b of A at 85..86
              signature b
              inferred x
            A.m 96..152 in A/0
              public method m of A at 96..97
              signature m()
              call B = B called with 0 [scope 0 at 115..116]
            A.a 102..118 in A.m/0
              public field a of A at 107..108
              signature a
              inferred new B()
            A.m.not 120..150 in A.m/0
              local function not of A.m at 129..132
              signature function not()
              write c = ?.c [scope 0 at 142..143]
            Old 155..186
              private function Old at 164..167
              signature function Old(n)
              parameters (n)
              bind n parameter 0 [scope 0 from 0 at 168..169]
              read n = n [scope 0 at 182..183]
            Old.n 173..183 in Old/0
              public field n of Old at 178..179
              signature n
              inferred n
            <top> 187..190
              read Old = Old [scope 0 at 187..190]
            Old.get 205..229
              public method get of Old at 205..208
              signature get()
              inferred <self>.n
              read n = <self>.n [scope 0 at 225..226]
            <top>~2 233..236
              read Old = Old [scope 0 at 233..236]
            Old.set 233..281
              public method set of Old at 247..250
              signature Old.prototype.set = function (n)
              parameters (n)
              bind n parameter 0 [scope 0 from 0 at 263..264]
              write n = <self>.n [scope 0 at 273..274]
              read n = n [scope 0 at 277..278]
        "#]],
    );
}

#[test]
fn members_of_types_and_literals_are_definitions() {
    check(
        Language::TypeScript,
        "
interface I extends J<K> { a: { b: string }; m?(x: this): void; new (): I; }
type Alias = { kind: 'a'; f: (x: number) => Alias } & Other;
function f(options: { deep: boolean }): { out: I['a'] } {
  const local: { not: 1 } = { not: 1 };
  return { out: options };
}
export const o: I = { a: { b: '' }, m() { return this.a; }, ...other };
export default { name: 1 };
",
        expect![[r#"
            typescript file, 9 lines, 17 items
            I 1..77
              private interface I at 11..12 type-only
              signature interface I extends J<K>
              declared object{new: fn() -> I}
              base J<K>
              inherit J = type J [scope 0 at 21..22]
              type K = type K [scope 0 at 23..24]
              type I = type I [scope 0 at 73..74]
            I.a 28..44 in I/0
              public field a of I at 28..29 declaration
              signature a: { b: string }
              declared object{b: typeof(I.a.b)}
            I.a.b 33..42 in I.a/0
              public field b of I.a at 33..34 declaration
              signature b: string
              declared <string>
            I.m 46..63 in I/0
              public method m of I at 46..47 declaration optional
              signature m?(x: this): void
              parameters (x: <Self>)
              declared <null>
              bind x parameter 0: <Self> [scope 0 from 0 at 49..50]
            Alias 78..138
              private type_alias Alias at 83..88 type-only
              signature type Alias = { kind: 'a'; f: (x: number) => Alias } & Other
              declared (object{kind: typeof(Alias.kind), f: typeof(Alias.f)} & Other)
              type Other = type Other [scope 0 at 132..137]
            Alias.kind 93..102 in Alias/0
              public field kind of Alias at 93..97 declaration
              signature kind: 'a'
              declared <string>
            Alias.f 104..127 in Alias/0
              public field f of Alias at 104..105 declaration
              signature f: (x: number) => Alias
              declared fn(x: <float>) -> Alias
              type Alias = type Alias [scope 0 at 122..127]
            f 139..265
              private function f at 148..149
              signature function f(options: { deep: boolean }): { out: I['a'] }
              parameters (options: object{deep: typeof(f.deep)})
              declared object{out: typeof(f.out)}
              bind options parameter 0: object{deep: typeof(f.deep)} [scope 0 from 0 at 150..157]
              bind local: object{not: typeof(f.not)} = object{not: <integer>} [scope 0 from 0 at 205..210]
              write not = keyword not of cast(object{not: typeof(f.not)}) [scope 0 at 227..230]
              write out = keyword out of cast(object{out: typeof(f.out)}) [scope 0 at 248..251]
              read options = options [scope 0 at 253..260]
            f.deep 161..174 in f/0
              public field deep of f at 161..165 declaration
              signature deep: boolean
              declared <boolean>
            f.out 181..192 in f/0
              public field out of f at 181..184 declaration
              signature out: I['a']
              declared typeof(cast(I).a)
              type I = type I [scope 0 at 186..187]
              read a = cast(I).a [scope 0 at 189..190]
            f.not 214..220 in f/0
              public field not of f at 214..217 declaration
              signature not: 1
              declared <float>
            o 266..337
              public constant o at 279..280 exported
              signature const o: I
              declared I
              inferred object{a: o.a, m: o.m, ...: other}
              type I = type I [scope 0 at 282..283]
              write a = keyword a of cast(I) [scope 0 at 288..289]
              write m = keyword m of cast(I) [scope 0 at 302..303]
              read other = other [scope 0 at 329..334]
            o.a 288..300 in o/0
              public field a of o at 288..289
              signature a
              inferred object{b: o.a.b}
              write b = keyword b of cast(I).a [scope 0 at 293..294]
            o.a.b 293..298 in o.a/0
              public field b of o.a at 293..294
              signature b
              inferred <string>
            o.m 302..324 in o/0
              public method m of o at 302..303
              signature m()
              inferred <self>.a
              read a = <self>.a [scope 0 at 320..321]
            default 338..365
              public constant default at 338..338 exported default-export
              signature export default
              inferred object{name: default.name}
            default.name 355..362 in default/0
              public field name of default at 355..359
              signature name
              inferred <integer>
        "#]],
    );
}

#[test]
fn a_class_in_the_middle_of_an_expression_leaves_the_rest_of_it_whole() {
    check(
        Language::JavaScript,
        "
import { define, helper } from './x';
define('x-y', class { go() { helper(); } }, helper()).forEach(item => item.run());
",
        expect![[r#"
            javascript file, 3 lines, 3 items
            <top> 10..117
              scope 1 closure in 0
              import ./x name define as define [scope 0]
              import ./x name helper as helper [scope 0]
              bind item = passed(define(<string>, class, helper()).forEach, argument 0, parameter 0) [scope 1 from 0 at 101..105]
              import define = import 0 [scope 0 at 10..16]
              import helper = import 1 [scope 0 at 18..24]
              import x = import 0 segment 0 [scope 0 at 33..36]
              call define = define called with 3 [scope 0 at 39..45]
              call helper = helper called with 0 [scope 0 at 83..89]
              call forEach = define(<string>, class, helper()).forEach called with 1 [scope 0 at 93..100]
              read item = item [scope 1 at 109..113]
              call run = item.run called with 0 [scope 1 at 114..117]
            class 53..81
              private class class at 53..53
              signature class
            class.go 61..79 in class/0
              public method go of class at 61..63
              signature go()
              call helper = helper called with 0 [scope 0 at 68..74]
        "#]],
    );
}
