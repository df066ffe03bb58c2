//! Whatever text is read, it is an error, a fault or a result: never a panic, a hang or endless memory.
//!
//! The same mutations as `fuzz/`, with a fixed seed and for a few seconds.

use crate::mutate;

use mutate::{Choices, execute, program, round_trip, words};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// A fixed sequence of choices.
struct Random(u64);

impl Choices for Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// Every file below `place`, sorted.
fn files(place: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(place).unwrap_or_else(|e| panic!("{}: {e}", place.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() { all.extend(files(&path)) } else { all.push(path) }
    }
    all.sort();
    all
}

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// The PTX files the fuzz targets start from; what a fuzzer may have left there is no `.ptx`.
fn seeds() -> Vec<String> {
    let ptx = |path: &PathBuf| path.extension().is_some_and(|e| e == "ptx");
    let all = files(&fuzz().join("corpus/execute")).into_iter().filter(ptx);
    all.map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Runs `check` on `text`; a panic is told with the text that caused it.
fn survives<T>(text: &str, check: impl FnOnce(&str) -> T) -> T {
    catch_unwind(AssertUnwindSafe(|| check(text))).unwrap_or_else(|_| panic!("the text:\n{text}"))
}

#[test]
fn the_corpus_is_ptx_and_runs() {
    let mut unfit = Vec::new();
    for seed in seeds() {
        let read = survives(&seed, round_trip);
        let (ended, _) = survives(&seed, execute);
        // From a kernel that faults at once, mutations get nowhere.
        if !read || ended == 0 {
            unfit.push(seed);
        }
    }
    assert!(unfit.is_empty(), "no kernel of these runs to its end:\n{}", unfit.join("\n\n"));
}

/// `WARPLOOM_WRITE=1` writes it anew.
#[test]
fn the_dictionary_has_every_word() {
    let escaped = |word: &String| word.replace('\\', "\\\\").replace('"', "\\\"");
    let want: String = words().iter().map(|word| format!("\"{}\"\n", escaped(word))).collect();
    let path = fuzz().join("ptx.dict");
    if std::env::var_os("WARPLOOM_WRITE").is_some() {
        fs::write(&path, &want).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), want, "run this test with WARPLOOM_WRITE=1");
}

/// `WARPLOOM_MUTATIONS` sets how many programs are tried.
#[test]
fn no_mutation_panics() {
    let many =
        std::env::var("WARPLOOM_MUTATIONS").map_or(12_000, |n| n.parse().expect("a number of programs"));
    let seeds = seeds();
    let mut choices = Random(1);
    let (mut read, mut ended, mut faulted) = (0, 0, 0);
    for _ in 0..many {
        let text = program(&seeds, &mut choices);
        read += usize::from(survives(&text, round_trip));
        let (well, badly) = survives(&text, execute);
        (ended, faulted) = (ended + well, faulted + badly);
    }
    println!("{many} programs: {read} are PTX; {ended} kernels ended, {faulted} at a fault");
    // The mutations are worth their time only if many get as far as the executor.
    assert!(read * 5 > many && ended * 20 > many && faulted * 20 > many);
}
