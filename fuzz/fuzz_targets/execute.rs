//! Text that can be read is executed: no panic, no hang, bounded memory.
#![no_main]

#[path = "../../crates/kernel/tests/mutate/mod.rs"]
#[allow(dead_code, unused_imports, reason = "each target uses some of it")]
mod mutate;

libfuzzer_sys::fuzz_target!(|text: &str| {
    mutate::execute(text);
});
