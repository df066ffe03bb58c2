//! Waits for other CTAs and at mbarriers, and parameters of many kilobytes.

use super::{Case, compare};
use warploom_kernel::execute::{Arg, Launch};

/// A warp that finds what it found before lets others run, so that few instructions are executed in vain.
#[test]
fn a_wait_takes_few_instructions() {
    compare("waits", "waits", &[80], &|gpu| {
        let out = gpu.zeros(8);
        let mut launch = Launch::new([2, 1, 1], [512, 1, 1]).arg(Arg::u64(out));
        launch.limits.instructions = 1000;
        Case { launch, results: vec![("out", out, 8)] }
    });
}

#[test]
fn parameters_have_up_to_32_kilobytes() {
    compare("waits", "large", &[80], &|gpu| {
        let out = gpu.zeros(4);
        let mut all = vec![0; 32_000];
        (all[0], all[31_997]) = (5, 7);
        let launch = Launch::new([1, 1, 1], [32, 1, 1]).arg(Arg(all)).arg(Arg::u64(out));
        Case { launch, results: vec![("out", out, 4)] }
    });
}
