//! Text that can be read is executed: no panic, no hang, bounded memory.
#![no_main]

#[path = "../../crates/kernel/tests/mutate/mod.rs"]
#[allow(dead_code)]
mod mutate;

libfuzzer_sys::fuzz_target!(|text: &str| {
    mutate::execute(text);
});
