//! Random kernels leave the same memory as PTX and as machine code: of two executors that share little, one is wrong where they differ.
//!
//! `kernels/` has modules of [`generate`] and the cubins that ptxas 12.9 makes of them: all kinds of statements, and every case in which
//! an executor was wrong. `cargo xtask random --out DIR` makes more, and `WARPLOOM_RANDOM_KERNELS=DIR` has them compared.
//!
//! What ptxas 12.9 does otherwise than the manual is not generated:
//!
//! * It ignores the guards of instructions of which it makes several: `@%p set`, `@%p testp`.
//! * It reads all bits of the position and the length of a `bfe` of 64 bits, and 16 bits of the literal distance of a shift of 16.
//! * `set.ge.and.s32.f64` with a predicate that it knows becomes a comparison of zeros, and the negation of a `set.f32` is never `-0`.
//! * `cvt.rp.ftz.f16.f32` does not flush, and `fns` finds a bit for the smallest offset.
//! * It takes the elements of `ld.v4.s8` as signed even where they are unsigned operands, and `abs.f32` of an integer that is all ones as 1.
//! * It takes `slct` of a magnitude as if that were no NaN, and selects the wrong source by the literal 2147483647.
//! * It makes `-b` of `sub.sat` of `a` and `a + b`, and forgets in a loop what `setp.or` of `%p` and `!%p` sets.
//! * It takes the length of a `szext` in constant memory from a bank that does not exist.
//! * It leaves out the saturation of `cvt.sat.f32.f32` and `cvt.sat.f16.f32` where the source is the result of an `add.sat.s32`.
//! * It rounds `cvt.rzi` of `abs.ftz.f16` to the nearest integer.
//! * Some video instructions have another saturation, and merge another half.

mod compare;
mod generate;

use flate2::read::GzDecoder;
use generate::Catalogue;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use warploom_kernel::image::Image;
use warploom_kernel::ptx::lower::Options;
use warploom_kernel::{ptx, sass};

/// The bytes of a file, which may be compressed.
fn read(path: &Path) -> Vec<u8> {
    let mut bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    if path.extension().is_some_and(|e| e == "gz") {
        let compressed = std::mem::take(&mut bytes);
        GzDecoder::new(&*compressed)
            .read_to_end(&mut bytes)
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    bytes
}

/// The files of a folder, sorted.
fn files(place: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(place).unwrap_or_else(|e| panic!("{}: {e}", place.display()));
    let mut all: Vec<(String, PathBuf)> = entries
        .map(|entry| entry.expect("it can be read"))
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .collect();
    all.sort();
    all
}

fn parsed(text: &str) -> ptx::Module {
    ptx::Module::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

/// How kernels differ from what they do as PTX.
fn differences(module: &ptx::Module, others: &[(String, Image)]) -> Vec<String> {
    let image = Image::from(module.clone());
    let mut all = Vec::new();
    for kernel in image.kernels() {
        match compare::run(&image, kernel) {
            Err(e) => all.push(format!("{kernel} as PTX: {e}")),
            Ok(want) => all.extend(others.iter().filter_map(|(name, other)| {
                let found = match compare::run(other, kernel) {
                    Err(e) => Some(e),
                    Ok(got) => compare::difference(&want, &got),
                };
                found.map(|found| format!("{kernel} as {name}: {found}"))
            })),
        }
    }
    all
}

/// Compares the modules of a folder: `NAME.ptx` with each `NAME.sm_XX.cubin`. Returns the number of comparisons.
fn compare_folder(place: &Path) -> usize {
    let files = files(place);
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for (name, path) in &files {
        let Some(stem) = name.trim_end_matches(".gz").strip_suffix(".ptx") else { continue };
        let module = parsed(&String::from_utf8_lossy(&read(path)));
        let mut others = vec![("lowered PTX".to_owned(), module.clone().lower(&Options::default()).into())];
        for (name, path) in &files {
            let architecture = name.strip_prefix(stem).and_then(|rest| rest.strip_prefix(".sm_"));
            if architecture.is_some_and(|rest| rest.trim_end_matches(".gz").ends_with(".cubin")) {
                match sass::Module::parse(&read(path)) {
                    Ok(module) => others.push((name.clone(), module.into())),
                    Err(e) => wrong.push(format!("{name}: {e}")),
                }
            }
        }
        compared += module.programs.len() * (others.len() - 1);
        wrong.extend(differences(&module, &others).iter().map(|found| format!("{stem}, {found}")));
    }
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
    compared
}

#[test]
fn committed_kernels_leave_the_same_memory_as_machine_code() {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sass/random/kernels");
    let compared = compare_folder(&place);
    assert!(compared >= 60, "{compared} kernels");
}

/// `WARPLOOM_RANDOM_KERNELS` names a folder with more.
#[test]
fn kernels_of_a_folder_leave_the_same_memory_as_machine_code() {
    if let Some(place) = std::env::var_os("WARPLOOM_RANDOM_KERNELS") {
        println!("{} kernels leave the same memory", compare_folder(Path::new(&place)));
    }
}

#[test]
fn generated_kernels_leave_the_same_memory_lowered() {
    for level in [70, 80, 90] {
        let catalogue = Catalogue::new(level);
        let text = generate::module(&catalogue, level, level.into(), 12);
        assert_eq!(
            text,
            generate::module(&catalogue, level, level.into(), 12),
            "the same seed gives the same"
        );
        let module = parsed(&text);
        let lowered = ("lowered PTX".to_owned(), module.clone().lower(&Options::default()).into());
        let wrong = differences(&module, &[lowered]);
        assert!(wrong.is_empty(), "level {level}:\n{}", wrong.join("\n"));
    }
}

#[test]
fn the_catalogue_has_most_instructions_that_compute() {
    // Text that is not executed: values do not matter.
    for (level, least) in [(70, 1500), (80, 1700), (90, 2000)] {
        let text = generate::probe(&Catalogue::new(level), level);
        let count = parsed(&text).programs[0].code.len();
        assert!(count > least, "{count} instructions for sm_{level}");
    }
}
