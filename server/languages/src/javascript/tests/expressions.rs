//! Types, values, patterns and what is damaged.

use expect_test::expect;
use lockstep_facts::Language;

use super::check;

#[test]
fn types_keep_what_resolution_needs() {
    check(
        Language::TypeScript,
        "
type A = Map<string, B[]> | readonly [x: C, ...rest: D[]];
type F = (a: A, ...b: string[]) => a is ns.B;
type G = typeof value.member | import('./m').X.Y;
type M<T> = { [K in keyof T]-?: T[K] };
type R<F> = F extends (...args: any[]) => infer R ? R : never;
let v = <T,>(x: T) => x as unknown as Set<T>;
",
        expect![[r#"
            typescript file, 7 lines, 6 items
            A 1..59
              public type_alias A at 6..7 type-only global
              signature type A = Map<string, B[]> | readonly [x: C, ...rest: D[]]
              declared (Map<<string>, [B]> | ([C] | [D]))
              type Map = type Map [scope 0 at 10..13]
              type B = type B [scope 0 at 22..23]
              type C = type C [scope 0 at 42..43]
              type D = type D [scope 0 at 54..55]
            F 60..105
              public type_alias F at 65..66 type-only global
              signature type F = (a: A, ...b: string[]) => a is ns.B
              declared fn(a: A, *b: [<string>]) -> <boolean>
              type A = type A [scope 0 at 73..74]
              read ns = ns [scope 0 at 100..102]
              type B = type ns::B [scope 0 at 103..104]
            G 106..155
              public type_alias G at 111..112 type-only global
              signature type G = typeof value.member | import('./m').X.Y
              declared (typeof(value.member) | import(./m)::X::Y)
              import ./m as import(./m) [scope 0]
              read value = value [scope 0 at 122..127]
              read member = value.member [scope 0 at 128..134]
              import m = import 0 segment 0 [scope 0 at 145..148]
              read X = type import(./m)::X [scope 0 at 151..152]
              type Y = type import(./m)::X::Y [scope 0 at 153..154]
            M 156..195
              public type_alias M at 161..162 type-only global
              signature type M<T> = { [K in keyof T]-?: T[K] }
              type parameter T
              declared map{(T keyof T): T[K]}
              scope 1 types in 0
              bind K: (T keyof T) [scope 1 from 0 at 171..172]
              type T = type T [scope 1 at 182..183]
              type T = type T [scope 1 at 188..189]
              type K = type K [scope 1 at 190..191]
            R 196..258
              public type_alias R at 201..202 type-only global
              signature type R<F> = F extends (...args: any[]) => infer R ? R : never
              type parameter F
              declared (R | <null>)
              scope 1 types in 0
              bind R = cast(F)() [scope 1 from 0 at 244..245]
              type F = type F [scope 1 at 208..209]
              type R = type R [scope 1 at 248..249]
            v 259..304
              public function v at 263..264 global
              signature let v = <T,>(x: T)
              type parameter T
              parameters (x: T)
              inferred cast(Set<T>)
              bind x parameter 0: T [scope 0 from 0 at 272..273]
              type T = type T [scope 0 at 275..276]
              type Set = type Set [scope 0 at 297..300]
              type T = type T [scope 0 at 301..302]
              read x = x [scope 0 at 281..282]
        "#]],
    );
}

#[test]
fn closures_and_literals_are_typed_by_their_place() {
    check(
        Language::TypeScript,
        "
list.map((x, i) => ({ y: x.z })).forEach(function (each) { each.y(); });
new Foo({ key: 1, nested: { deep: () => 2 }, short }, (a) => a.b);
const handler: Handler = (event) => event.stop();
function make(): Result { return { ok: [{ code: 1 }] }; }
async function later(): Promise<Result> { return { ok: 1 }; }
target.field = { set: (v) => v };
",
        expect![[r#"
            typescript file, 7 lines, 5 items
            <top> 1..138
              scope 1 closure in 0
              scope 2 closure in 0
              scope 3 closure in 0
              scope 4 closure in 0
              bind x = passed(list.map, argument 0, parameter 0) [scope 1 from 0 at 11..12]
              bind i = passed(list.map, argument 0, parameter 1) [scope 1 from 0 at 14..15]
              bind each = passed(list.map(fn(x, i) -> object{y: x.z}).forEach, argument 0, parameter 0) [scope 2 from 0 at 52..56]
              bind a = passed(Foo, argument 1, parameter 0) [scope 4 from 0 at 129..130]
              read list = list [scope 0 at 1..5]
              call map = list.map called with 1 [scope 0 at 6..9]
              write y = keyword y of expected(list.map, argument 0)() [scope 1 at 23..24]
              read x = x [scope 1 at 26..27]
              read z = x.z [scope 1 at 28..29]
              call forEach = list.map(fn(x, i) -> object{y: x.z}).forEach called with 1 [scope 0 at 34..41]
              read each = each [scope 2 at 60..64]
              call y = each.y called with 0 [scope 2 at 65..66]
              call Foo = Foo called with 2 [scope 0 at 78..81]
              write key = keyword key of expected(Foo, argument 0) [scope 0 at 84..87]
              write nested = keyword nested of expected(Foo, argument 0) [scope 0 at 92..98]
              write deep = keyword deep of expected(Foo, argument 0).nested [scope 0 at 102..106]
              read short = short [scope 0 at 119..124]
              write short = keyword short of expected(Foo, argument 0) [scope 0 at 119..124]
              read a = a [scope 4 at 135..136]
              read b = a.b [scope 4 at 137..138]
            handler 141..190
              public function handler at 147..154 global
              signature const handler: Handler = (event)
              parameters (event)
              overload Handler
              inferred event.stop()
              bind event parameter 0 = expected(cast(Handler), argument 0) [scope 0 from 0 at 167..172]
              type Handler = type Handler [scope 0 at 156..163]
              read event = event [scope 0 at 177..182]
              call stop = event.stop called with 0 [scope 0 at 183..187]
            make 191..248
              public function make at 200..204 global
              signature function make(): Result
              declared Result
              type Result = type Result [scope 0 at 208..214]
              write ok = keyword ok of cast(Result) [scope 0 at 226..228]
              write code = keyword code of each(cast(Result).ok) [scope 0 at 233..237]
            later 249..310
              public function later at 264..269 async global
              signature async function later(): Promise<Result>
              declared Promise<Result>
              type Promise = type Promise [scope 0 at 273..280]
              type Result = type Result [scope 0 at 281..287]
              write ok = keyword ok of await(cast(Promise<Result>)) [scope 0 at 300..302]
            <top>~2 311..341
              scope 1 closure in 0
              bind v = expected(target.field.set, argument 0) [scope 1 from 0 at 334..335]
              read target = target [scope 0 at 311..317]
              write field = target.field [scope 0 at 318..323]
              write set = keyword set of target.field [scope 0 at 328..331]
              read v = v [scope 1 at 340..341]
        "#]],
    );
}

#[test]
fn patterns_bind_members() {
    check(
        Language::TypeScript,
        "
function f({ a, b: { c = 1 }, ...rest }: P, [d, , e]: Q = g()) {
  const { h: { i }, ...others } = a;
  let j; j = new K();
  for (const [key, value] of map) { var hoisted = value; }
  ({ x: a.y, z: hoisted } = rest);
  try { d(); } catch (error) { e(error); }
}
const { top, inner: [first = 1] } = f();
let single = null;
function get() { const local = 1; single ??= new Single(local); single = new Single(); }
",
        expect![[r#"
            typescript file, 11 lines, 6 items
            f 1..263
              public function f at 10..11 global
              signature function f({ a, b: { c = 1 }, ...rest }: P, [d, , e]: Q = g())
              parameters (_: P, _: Q = …)
              scope 1 block in 0
              scope 2 block in 1
              scope 3 block in 0
              scope 4 block in 0
              bind a = cast(P).a [scope 0 from 0 at 14..15]
              bind c = (cast(P).b.c | <integer>) [scope 0 from 0 at 22..23]
              bind rest = cast(P) [scope 0 from 0 at 34..38]
              bind d = cast(Q)#0 [scope 0 from 0 at 46..47]
              bind e = cast(Q)#2 [scope 0 from 0 at 51..52]
              bind i = a.h.i [scope 0 from 0 at 81..82]
              bind others = a [scope 0 from 0 at 89..95]
              bind j = new K() [scope 0 from 0 at 109..110]
              bind key = each(map)#0 [scope 1 from 0 at 139..142]
              bind value = each(map)#1 [scope 1 from 0 at 144..149]
              bind hoisted = value [scope 0 from 0 at 165..172]
              bind error = ? [scope 4 from 0 at 241..246]
              type P = type P [scope 0 at 42..43]
              read a = cast(P).a [scope 0 at 14..15]
              read b = cast(P).b [scope 0 at 17..18]
              read c = cast(P).b.c [scope 0 at 22..23]
              type Q = type Q [scope 0 at 55..56]
              call g = g called with 0 [scope 0 at 59..60]
              read a = a [scope 0 at 100..101]
              read h = a.h [scope 0 at 76..77]
              read i = a.h.i [scope 0 at 81..82]
              write j = j [scope 0 at 112..113]
              call K = K called with 0 [scope 0 at 120..121]
              read map = map [scope 1 at 154..157]
              read value = value [scope 2 at 175..180]
              read rest = rest [scope 0 at 212..216]
              read x = rest.x [scope 0 at 189..190]
              read a = a [scope 0 at 192..193]
              write y = a.y [scope 0 at 194..195]
              read z = rest.z [scope 0 at 197..198]
              write hoisted = hoisted [scope 0 at 200..207]
              call d = d called with 0 [scope 3 at 227..228]
              call e = e called with 1 [scope 4 at 250..251]
              read error = error [scope 4 at 252..257]
            <top> 272..301
              call f = f called with 0 [scope 0 at 300..301]
              read top = f().top [scope 0 at 272..275]
              read inner = f().inner [scope 0 at 277..282]
            top 272..275
              public constant top at 272..275 global
              signature const top
              inferred f().top
            first 285..290
              public constant first at 285..290 global
              signature const first
              inferred (f().inner#0 | <integer>)
            single 305..323
              public variable single at 309..315 global
              signature let single = null
              inferred <null>
              inferred new Single()
            get 324..412
              public function get at 333..336 global
              signature function get()
              bind local = <integer> [scope 0 from 0 at 347..352]
              write single = single [scope 0 at 358..364]
              call Single = Single called with 1 [scope 0 at 373..379]
              read local = local [scope 0 at 380..385]
              write single = single [scope 0 at 388..394]
              call Single = Single called with 0 [scope 0 at 401..407]
        "#]],
    );
}

#[test]
fn elements_call_their_components() {
    check(
        Language::Tsx,
        r#"
const view = <App.Main<Props> title="x" onClick={(e) => go(e)} {...rest}>
  <div className={cls}>{items.map((i) => <Item key={i.id} {...i} />)}</div>
  <></>
</App.Main>;
"#,
        expect![[r#"
            tsx file, 5 lines, 1 items
            view 1..171
              public constant view at 7..11 global
              signature const view
              inferred ?
              scope 1 closure in 0
              scope 2 closure in 0
              bind e = expected(expected(App.Main<Props>, argument 0).onClick, argument 0) [scope 1 from 0 at 51..52]
              bind i = passed(items.map, argument 0, parameter 0) [scope 2 from 0 at 110..111]
              read App = App [scope 0 at 15..18]
              call Main = App.Main called with 0 title= onClick= ... [scope 0 at 19..23]
              type Props = type Props [scope 0 at 24..29]
              write title = keyword title of App.Main<Props> [scope 0 at 31..36]
              write onClick = keyword onClick of App.Main<Props> [scope 0 at 41..48]
              call go = go called with 1 [scope 1 at 57..59]
              read e = e [scope 1 at 60..61]
              read rest = rest [scope 0 at 68..72]
              read cls = cls [scope 0 at 93..96]
              read items = items [scope 0 at 99..104]
              call map = items.map called with 1 [scope 0 at 105..108]
              call Item = Item called with 0 key= ... [scope 2 at 117..121]
              write key = keyword key of Item [scope 2 at 122..125]
              read i = i [scope 2 at 127..128]
              read id = i.id [scope 2 at 129..131]
              read i = i [scope 2 at 137..138]
              read App = App [scope 0 at 161..164]
              read Main = App.Main [scope 0 at 165..169]
        "#]],
    );
}

#[test]
fn damaged_code_keeps_what_is_whole() {
    check(
        Language::TypeScript,
        "
export class A {
  before() { this.x(
  after(): void { go(); }
}
function whole() { return done(a.); }
const half = { a: 1, b: 
",
        expect![[r#"
            typescript file, 7 lines, 4 items
              error 37..61
              error 41..49
              error 99..100
              error 105..128
            A 1..66
              public class A at 14..15 exported
              signature class A
            A.before 20..64 in A/0
              public method before of A at 20..26
              signature before()
              read x = <self>.x [scope 0 at 36..37]
            whole 67..104
              private function whole at 76..81
              signature function whole()
              inferred done(a, ?)
              call done = done called with 2 [scope 0 at 93..97]
              read a = a [scope 0 at 98..99]
            <top> 111..115
              read half = half [scope 0 at 111..115]
        "#]],
    );
}
