//! Bytes taken for an Accel-Sim trace, compressed or not.
#![no_main]

use warploom_tape::accelsim::{KernelReader, Options};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let options = Options { partial: true, ..Options::default() };
    let Ok(mut kernel) = KernelReader::from_reader("trace", bytes, &options) else { return };
    while let Ok(Some(_)) = kernel.next_cta() {}
    if let Ok((launch, numbers)) = kernel.finish() {
        assert_eq!(launch.code.instructions.len(), numbers.len());
    }
});
