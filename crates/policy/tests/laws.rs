//! What holds of every policy, whatever its parameters.

use warploom_gpu::fixture::laws::{Laws, check};
use warploom_policy::{ALL, Choice};

/// Kernels on each machine. Two-level policies have many variants: each variant meets a few, all together meet many.
const KERNELS: u64 = 4;

#[test]
fn every_variant_of_every_policy_keeps_the_laws() {
    for (seed, choice) in (0..).zip(ALL.iter().flat_map(Choice::variants)) {
        let laws = Laws { kernels: KERNELS, seed, ..Laws::default() };
        check(&|sm| choice.make(sm), laws).unwrap_or_else(|broken| panic!("{choice}: {broken}"));
    }
}
