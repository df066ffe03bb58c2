//! Bytes taken for a fat binary, and for a program's file: every entry is decompressed.
#![no_main]

use warploom_fatbin::container;
use warploom_fatbin::program::Program;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(entries) = container::read(bytes) {
        for entry in entries.iter().filter(|entry| entry.uncompressed < 1 << 24) {
            let _ = entry.bytes();
            let _ = entry.ptx();
        }
        let _ = container::newest_ptx(bytes);
    }
    let _ = Program::of(bytes);
});
