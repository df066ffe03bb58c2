//! Bytes taken for a cubin: what is read is printed and executed.
#![no_main]

#[path = "../../crates/kernel/tests/sass/mutate.rs"]
mod mutate;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    mutate::execute(bytes);
});
