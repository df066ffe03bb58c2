//! The fuzzer's bytes decide how real PTX is edited and which random instructions a kernel is made
//! of; the result is printed, parsed and executed.
#![no_main]

#[path = "../../crates/kernel/tests/mutate/mod.rs"]
#[allow(dead_code, unused_imports, reason = "each target uses some of it")]
mod mutate;

use libfuzzer_sys::arbitrary::Unstructured;
use std::sync::LazyLock;

struct Bytes<'a>(Unstructured<'a>);

impl mutate::Choices for Bytes<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.0.int_in_range(0..=n - 1).unwrap_or(0)
    }
}

/// The corpus of the target `execute`, as it was when this was built.
static SEEDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let place = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/execute");
    let mut all: Vec<_> = std::fs::read_dir(place).expect("the corpus").map(|e| e.expect("a file").path()).collect();
    all.retain(|path| path.extension().is_some_and(|e| e == "ptx"));
    all.sort();
    all.iter().map(|path| std::fs::read_to_string(path).expect("text")).collect()
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = mutate::program(&SEEDS, &mut Bytes(Unstructured::new(bytes)));
    mutate::round_trip(&text);
    mutate::execute(&text);
});
