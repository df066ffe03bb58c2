//! What holds of every policy, whatever its parameters.

use warploom_gpu::fixture::laws::{Laws, check};
use warploom_policy::{ALL, Choice};

/// Kernels on each machine, for a policy as it is unless set. Some have dozens of variants: each of those meets one of its own.
const KERNELS: u64 = 6;

#[test]
fn every_variant_of_every_policy_keeps_the_laws() {
    for policy in ALL {
        for (seed, choice) in (0..).zip(Choice::variants(policy)) {
            let kernels = if seed == 0 { KERNELS } else { 1 };
            let laws = Laws { kernels, seed, ..Laws::default() };
            check(&|sm| choice.make(sm), laws).unwrap_or_else(|broken| panic!("{choice}: {broken}"));
        }
    }
}
