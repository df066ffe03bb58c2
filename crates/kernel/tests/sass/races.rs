//! Races of machine code: kernels whose names have the number of their races and of their CTAs, of two warps each. ptxas 12.9 made the
//! cubins of the PTX beside them, which has the same races.

use std::path::Path;
use warploom_kernel::code::{AccessKind, Effect};
use warploom_kernel::execute::race::RaceDetector;
use warploom_kernel::execute::{Arg, Checks, Launch, Memory};
use warploom_kernel::image::{Entry, Image};
use warploom_kernel::program::Space;
use warploom_kernel::{ptx, sass};

/// Bytes that the kernels use.
const OUT: u64 = 8192;

fn read(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sass/races").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The races of a kernel; `None` if they are not looked for.
fn races(image: &Image, entry: Entry<'_>) -> Option<Vec<String>> {
    let number = |mark: char| {
        let part = entry.name().split('_').find_map(|part| part.strip_prefix(mark)).expect("a number");
        part.parse().expect("a number")
    };
    let mut memory = Memory::new();
    let globals = image.load(&mut memory).expect("it loads");
    let out = memory.allocate("out", OUT).expect("there is room");
    let mut launch = Launch::new([number('c'), 1, 1], [64, 1, 1]).arg(Arg::u64(out));
    launch.checks = Checks::Off;
    let mut detector = RaceDetector::new(entry.ordered()?, &launch);
    let done = entry.execute_finding_races(&globals, &launch, &mut memory, &mut detector);
    done.unwrap_or_else(|e| panic!("{}: {e}", entry.name()));
    let found: Vec<String> = detector.races(&memory).distinct.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), number('r') as usize, "{}: {found:?}", entry.name());
    Some(found)
}

/// Since sm_80 `STRONG.GPU` is one modifier; before, it is two.
#[test]
fn strong_loads_do_not_find_old_data_in_the_l1() {
    for architecture in [70, 80, 90] {
        let module = sass::Module::parse(&read(&format!("sm70.sm_{architecture}.cubin"))).expect("a cubin");
        let mut strong = 0;
        for instruction in module.programs.iter().flat_map(|program| sass::code(program).instructions) {
            let Effect::Memory { space: Space::Global, kind, .. } = instruction.effect else { continue };
            let is_strong =
                instruction.opcode.contains("STRONG.GPU") || instruction.opcode.contains("STRONG.SYS");
            if instruction.opcode.starts_with("LDG") {
                let expected = if is_strong { AccessKind::LoadBypass } else { AccessKind::Load };
                assert_eq!(kind, expected, "sm_{architecture}: {}", instruction.opcode);
                strong += u32::from(is_strong);
            }
        }
        assert!(strong > 0, "sm_{architecture}");
    }
}

#[test]
fn machine_code_has_the_races_of_its_ptx() {
    let mut kernels = 0;
    for (stem, architectures) in [("sm70", &[70, 80, 90][..]), ("sm80", &[80, 90]), ("sm90", &[90])] {
        let text = String::from_utf8(read(&format!("{stem}.ptx"))).expect("text");
        let image = Image::from(ptx::Module::parse(&text).expect("PTX"));
        for name in image.kernels() {
            assert!(races(&image, image.kernel(name).expect("it is there")).is_some());
        }
        for architecture in architectures {
            let module = sass::Module::parse(&read(&format!("{stem}.sm_{architecture}.cubin")));
            let image = Image::from(module.expect("a cubin"));
            for name in image.kernels() {
                let looked = races(&image, image.kernel(name).expect("it is there")).is_some();
                // There an mbarrier is a word, and its accesses are those of any other.
                assert_eq!(looked, *architecture != 80 || !name.contains("mbarrier"), "{name}");
                kernels += 1;
            }
        }
    }
    assert_eq!(kernels, 3 * 20 + 2 * 8 + 3);
}

#[test]
fn a_race_of_machine_code_names_instruction_and_thread() {
    let image = Image::from(sass::Module::parse(&read("sm70.sm_80.cubin")).expect("a cubin"));
    let entry = image.kernel("r1_c1_read_without_barrier").expect("it is there");
    let found = races(&image, entry).expect("it is looked for");
    let [race] = &found[..] else { panic!("{found:?}") };
    assert!(race.contains("SASS") && race.contains("thread"), "{race}");
}
