//! The invariant that pays for the cleverness: whatever was edited, opened, closed, written, renamed and asked before, a
//! snapshot answers as one built from nothing of the same texts.
//!
//! `LOCKSTEP_SCRIPTS` is how many scripts a language gets (20), `LOCKSTEP_SEED` where their seeds begin (1). A failure
//! prints its seed and the shortest script found that still fails. One script in fifteen is also played with readers
//! beside it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod property {
    pub mod check;
    pub mod readers;
    pub mod script;
    pub mod worlds;
    pub mod worlds_c;
    pub mod worlds_go;
}

use std::panic::{AssertUnwindSafe, catch_unwind};

use lockstep_fixture::World;
use property::check::{Memory, ask, check_equal, check_held};
use property::readers;
use property::script::{Kind, Run, Step, generate};
use property::worlds::{CSHARP, JAVA, NAMED, NAMED_TYPES, PYTHON, RUST, Sample, TYPESCRIPT};
use property::worlds_c::C;
use property::worlds_go::GO;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// How a script is played.
#[derive(Clone, Copy, Debug)]
struct Mode {
    hold: bool,
    jobs: bool,
}

fn play(sample: &Sample, steps: &[Step], mode: Mode) -> Result<(), String> {
    let mut run = Run::new(sample, mode.hold, mode.jobs);
    let mut memory = Memory::default();
    for (number, step) in steps.iter().enumerate() {
        let context = |error: String| format!("after step {number}: {error}");
        run.step(step);
        match step.kind {
            Kind::Ask => ask(&run.world.snapshot(), step.numbers[0]),
            Kind::Check => {
                run.world.pause();
                if mode.hold {
                    check_held(&run.world).map_err(context)?;
                }
                check_equal(&run.world, &mut memory, step.numbers[0]).map_err(context)?;
            }
            _ => {}
        }
    }
    run.repair_all();
    let snapshot = run.world.snapshot();
    let held = snapshot.held(&snapshot.files());
    if !snapshot.pending().is_empty() || !held.is_empty() {
        let held: Vec<_> = held.iter().map(|file| snapshot.path(*file)).collect();
        return Err(format!("repaired, but pending {:?} and held {held:?}", snapshot.pending()));
    }
    check_equal(&run.world, &mut memory, 7).map_err(|error| format!("repaired: {error}"))
}

fn outcome(sample: &Sample, steps: &[Step], mode: Mode) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| play(sample, steps, mode))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        Err(text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default())
    })
}

/// Leaves out steps, halves first, as long as what is left still fails.
fn shrink(sample: &Sample, mut steps: Vec<Step>, mode: Mode) -> (Vec<Step>, String) {
    let mut error = outcome(sample, &steps, mode).err().unwrap_or_default();
    let mut tries = 0;
    let mut size = steps.len().div_ceil(2);
    while size > 0 && tries < 400 {
        let mut at = 0;
        while at < steps.len() && tries < 400 {
            let mut fewer = steps.clone();
            fewer.drain(at..(at + size).min(steps.len()));
            tries += 1;
            match outcome(sample, &fewer, mode) {
                Err(found) => (steps, error) = (fewer, found),
                Ok(()) => at += size,
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    (steps, error)
}

fn scripts(sample: &Sample) {
    let first = setting("LOCKSTEP_SEED", 1);
    for seed in first..first + setting("LOCKSTEP_SCRIPTS", 20) {
        let steps = generate(seed);
        let mode = Mode { hold: seed % 2 == 0, jobs: seed % 5 < 2 };
        if outcome(sample, &steps, mode).is_err() {
            let (steps, error) = shrink(sample, steps, mode);
            let steps: Vec<String> = steps.iter().map(|step| format!("  {step:?}")).collect();
            panic!("{} seed {seed} {mode:?}:\n{}\n{error}", sample.name, steps.join("\n"));
        }
    }
}

/// The same scripts with readers on snapshots of all ages. What they are told is right or wrong whatever the threads do;
/// only how much of the sharing is met differs from run to run.
fn scripts_with_readers(sample: &Sample) {
    let first = setting("LOCKSTEP_SEED", 1);
    for seed in first..first + setting("LOCKSTEP_SCRIPTS", 20).div_ceil(15) {
        let mode = Mode { hold: seed % 2 == 0, jobs: seed % 5 < 2 };
        let outcome = readers::beside(seed, |readers| {
            let mut run = Run::new(sample, mode.hold, mode.jobs);
            let mut right = readers.show(&run.world);
            for step in generate(seed) {
                run.step(&step);
                match step.kind {
                    Kind::Ask => ask(&run.world.snapshot(), step.numbers[0]),
                    Kind::Check => run.world.pause(),
                    _ => {}
                }
                right = right && readers.show(&run.world);
            }
        });
        if let Err(error) = outcome {
            panic!("{} seed {seed} {mode:?}: {error}", sample.name);
        }
    }
}

#[test]
fn python() {
    scripts(&PYTHON);
}

#[test]
fn python_with_readers() {
    scripts_with_readers(&PYTHON);
}

#[test]
fn java() {
    scripts(&JAVA);
}

#[test]
fn java_with_readers() {
    scripts_with_readers(&JAVA);
}

#[test]
fn languages_known_by_name() {
    scripts(&NAMED);
}

#[test]
fn languages_known_by_name_with_readers() {
    scripts_with_readers(&NAMED);
}

#[test]
fn more_languages_known_by_name() {
    scripts(&NAMED_TYPES);
}

#[test]
fn more_languages_known_by_name_with_readers() {
    scripts_with_readers(&NAMED_TYPES);
}

#[test]
fn c() {
    scripts(&C);
}

#[test]
fn c_with_readers() {
    scripts_with_readers(&C);
}

#[test]
fn rust() {
    scripts(&RUST);
}

#[test]
fn rust_with_readers() {
    scripts_with_readers(&RUST);
}

#[test]
fn typescript() {
    scripts(&TYPESCRIPT);
}

#[test]
fn typescript_with_readers() {
    scripts_with_readers(&TYPESCRIPT);
}

#[test]
fn go_scripts() {
    scripts(&GO);
}

#[test]
fn go_scripts_with_readers() {
    scripts_with_readers(&GO);
}

#[test]
fn csharp() {
    scripts(&CSHARP);
}

#[test]
fn csharp_with_readers() {
    scripts_with_readers(&CSHARP);
}

/// The expressions of `open` stay the same; which of them it returns does not.
#[test]
fn a_value_that_is_no_longer_returned() {
    let fixture = "
//- /store.ts
export default class Store {
  run() {}
  static open() {
    return new Store();
  }
}
//- /main.ts
import Store from \"./store\";
Store.open().run();
";
    let mut world = World::new(fixture);
    let mut memory = Memory::default();
    check_equal(&world, &mut memory, 1).unwrap();
    world.open("store.ts");
    world.edit("store.ts", "return new", "* new");
    world.pause();
    check_equal(&world, &mut memory, 1).unwrap();
}

/// Members are held while the line of their class is damaged; what was asked then must not outlive the damage.
#[test]
fn a_class_that_comes_back_around_held_members() {
    let fixture = "
//- /a.py
def helper():
    return clean(1)

class Base:
    def run(self):
        return helper()
    def shared(self):
        return self.run()
";
    let mut world = World::new(fixture);
    let mut memory = Memory::default();
    world.open("a.py");
    world.edit("a.py", "return clean(1)", "return (1 ");
    world.edit("a.py", "class Base", "class return");
    let held = "helper 1:5 helper\nBase.run 5:9 run held\nBase.shared 7:9 shared held\n";
    assert_eq!(world.definitions("a.py"), held);
    world.snapshot().fill(world.file("a.py"), &mut || true);
    world.edit("a.py", "return (1 \n\nclass return", "return clean(1)\n\nclass Base");
    check_equal(&world, &mut memory, 1).unwrap();
}

/// A definition that damage left without a name is not taken for the file itself, which others import.
#[test]
fn a_definition_without_a_name() {
    let fixture = "
//- /shapes.ts
export class Square {
  constructor(public side: number) {}
  area() {}
}
//- /main.ts
import { Square } from \"./shapes\";
";
    let mut world = World::new(fixture);
    let mut memory = Memory::default();
    world.open("shapes.ts");
    let whole = world.text("shapes.ts");
    let head = "area(): ;;\n}\nexport class Square implements Shape {\n  =(public side : number) {}\n";
    let rest = "  area(): number {}\nBase this(\n\nexport const f = (side: number): Square => g(side();\nexport function h() {\n}\n";
    world.set_text("shapes.ts", &format!("{head}{rest}"));
    assert!(world.definitions("shapes.ts").contains("unnamed"), "{}", world.definitions("shapes.ts"));
    world.pause();
    check_equal(&world, &mut memory, 1).unwrap();
    world.set_text("shapes.ts", &whole);
    check_equal(&world, &mut memory, 1).unwrap();
}

/// A value made as the call expects it says nothing of which overload is called, in whatever order that is asked.
#[test]
fn an_argument_that_is_as_expected() {
    let mut world = World::new(CSHARP.fixture);
    let mut memory = Memory::default();
    check_equal(&world, &mut memory, 340_131).unwrap();
    world.open("Core/Order.More.cs");
    world.edit("Core/Order.More.cs", "new Line(", "new (");
    check_equal(&world, &mut memory, 8722).unwrap();
}
