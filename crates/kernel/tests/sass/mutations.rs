//! Whatever a cubin's bytes are, they are refused, or their kernels fault or end: never a panic, a hang or endless memory.
//!
//! The same checks as the target `cubin` of `fuzz/`, on damaged cubins of the suite, with a fixed seed and for a few seconds.

use super::cubin;
use super::mutate::execute;
use crate::conformance::cases::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Damages a few places: bits, bytes, and instructions that become another or get half of it. Few lose their end.
fn damage(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() as u64) as usize;
        match rng.below(32) {
            0..16 => bytes[at] ^= 1 << rng.below(8),
            16..20 => bytes[at] = rng.pick(&[0, 1, 0x7f, 0x80, 0xff]),
            20..31 => {
                let size = rng.pick(&[8, 16]);
                let places = bytes.len() / size;
                if places > 0 {
                    let mut place = || rng.below(places as u64) as usize * size;
                    let (from, to) = (place(), place());
                    bytes.copy_within(from..from + size, to);
                }
            }
            _ => bytes.truncate(at.max(1)),
        }
    }
}

/// `WARPLOOM_MUTATIONS` sets how many cubins are tried.
#[test]
fn no_cubin_panics() {
    let many = std::env::var("WARPLOOM_MUTATIONS").map_or(1500, |n| n.parse().expect("a number of cubins"));
    let seeds: Vec<Vec<u8>> = ["bfs", "bitonic", "reduction", "transpose"]
        .into_iter()
        .flat_map(|name| [70, 80, 90].map(|architecture| cubin(name, architecture)))
        .collect();
    let mut rng = Rng::new(1);
    let (mut ended, mut faulted) = (0, 0);
    for number in 0..many {
        let mut bytes = seeds[number % seeds.len()].clone();
        damage(&mut bytes, &mut rng);
        let (well, badly) = catch_unwind(AssertUnwindSafe(|| execute(&bytes))).unwrap_or_else(|_| {
            let place = std::env::temp_dir().join("warploom-damaged.cubin");
            std::fs::write(&place, &bytes).expect("it can be written");
            panic!("cubin {number}, which is {}", place.display())
        });
        ended += well;
        faulted += badly;
    }
    assert!(ended + faulted > many / 8 && faulted > 0, "{ended} ended and {faulted} faulted of {many}");
}

#[test]
fn what_the_fuzzer_found_does_no_harm() {
    // A constant variable at an offset of two gigabytes, which the bank was made to hold.
    let found = include_bytes!("../../../../fuzz/corpus/cubin/offset.damaged");
    let error = warploom_kernel::sass::Module::parse(found).expect_err("it is damaged");
    assert!(error.to_string().contains("a bank has 65536 bytes"), "{error}");
    // A line table whose addresses leave 64 bits.
    execute(include_bytes!("../../../../fuzz/corpus/cubin/lines.damaged"));
}
