//! The laws that hold for every policy, with any parameters.

use warploom_gpu::fixture::laws::{Laws, check};
use warploom_policy::{Choice, WARP_POLICIES};

/// Random kernels per machine for a policy with its defaults. Policies with dozens of variants run one kernel per variant.
const KERNELS: u64 = 6;

#[test]
fn every_variant_of_every_policy_keeps_the_laws() {
    for policy in WARP_POLICIES {
        for (seed, choice) in (0..).zip(Choice::variants(policy)) {
            let kernels = if seed == 0 { KERNELS } else { 1 };
            let laws = Laws { kernels, seed, ..Laws::default() };
            check(&|sm| choice.make(sm), laws).unwrap_or_else(|broken| panic!("{choice}: {broken}"));
        }
    }
}
