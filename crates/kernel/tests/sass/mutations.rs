//! Whatever a cubin's bytes are, they are refused, or their kernels fault or end: never a panic, a hang or endless memory.
//!
//! The same checks as the target `cubin` of `fuzz/`, on damaged cubins of the suite, with a fixed seed and for a few seconds.

use super::cubin;
use super::mutate::execute;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A fixed sequence of choices.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// Damages a few places: bits, bytes, and instructions that are copied or get another's upper half.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        match random.below(8) {
            0..4 => bytes[at] ^= 1 << random.below(8),
            4 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
            5 | 6 if bytes.len() >= 64 => {
                let size = [8, 16][random.below(2)];
                let last = bytes.len() / size - 1;
                let (from, to) = (random.below(last) * size, random.below(last) * size);
                bytes.copy_within(from..from + size, to);
            }
            _ if random.below(8) == 0 => bytes.truncate(at.max(1)),
            _ => {}
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
    let mut random = Random(1);
    let (mut ended, mut faulted) = (0, 0);
    for number in 0..many {
        let mut bytes = seeds[number % seeds.len()].clone();
        damage(&mut bytes, &mut random);
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
