//! GCN assembly that can be read is executed, and so are random instructions: no panic, no hang, bounded memory.
#![no_main]

#[path = "../../crates/kernel/tests/gcn/mutate/mod.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod gcn_mutate;

/// Choices from the bytes of the input; zeros after its end.
struct Bytes<'a>(&'a [u8]);

impl gcn_mutate::Choices for Bytes<'_> {
    fn below(&mut self, n: usize) -> usize {
        let mut number = 0;
        for _ in 0..if n > 256 { 2 } else { 1 } {
            let (first, rest) = self.0.split_first().map_or((0, &[][..]), |(first, rest)| (*first, rest));
            self.0 = rest;
            number = number << 8 | usize::from(first);
        }
        number % n
    }
}

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    // No text starts with this byte: the rest are choices.
    let generated;
    let text = match input.split_first() {
        Some((0xff, choices)) => {
            generated = gcn_mutate::program(&mut Bytes(choices));
            &generated
        }
        _ => match std::str::from_utf8(input) {
            Ok(text) => text,
            Err(_) => return,
        },
    };
    gcn_mutate::execute(text);
});
