//! The CUDA samples under `samples/`, as real compilers made PTX of them, executed and
//! compared with the same computation here.
//!
//! `cargo xtask samples` compiles them. Each check runs on the PTX of every compiler that
//! can compile the sample.

use std::collections::BTreeSet;

#[path = "samples/algorithms.rs"]
mod algorithms;
#[path = "samples/control.rs"]
mod control;
#[path = "samples/convert.rs"]
mod convert;
#[path = "samples/float.rs"]
mod float;
#[path = "samples/gpu.rs"]
mod gpu;
#[path = "samples/half.rs"]
mod half;
#[path = "samples/integer.rs"]
mod integer;
#[path = "samples/memory.rs"]
mod memory;
#[path = "samples/support.rs"]
mod support;
#[path = "samples/warp.rs"]
mod warp;

/// A test per sample, and the list of them.
macro_rules! checks {
    ($($module:ident: $($name:ident)+;)+) => {
        $($(
            #[test]
            fn $name() {
                support::run(stringify!($name), $module::$name);
            }
        )+)+

        const CHECKED: &[&str] = &[$($(stringify!($name)),+),+];
    };
}

checks! {
    integer: int32 int64 narrow bits bits75 carry dot int_compare;
    float: float32 float64 float_compare approx tanh75 libm32 libm64 fastmath;
    convert: cvt;
    half: half bf16 half80;
    memory: shared_static shared_dynamic constants local_array cache vectors spaces fences params
        atomics_global atomics70 atomics_shared atomics_half;
    control: calls calls_indirect recursion switches loops nested barriers named_barriers debug;
    warp: shuffle vote matching redux special;
    algorithms: vecadd saxpy reduction scan transpose matmul histogram stencil mandelbrot bitonic
        nbody hash collatz;
}

#[test]
fn every_sample_is_checked() {
    let checked: BTreeSet<String> = CHECKED.iter().map(|&name| name.to_owned()).collect();
    let there: BTreeSet<String> = support::entries(&support::sources())
        .into_iter()
        .filter_map(|(name, _)| name.strip_suffix(".cu").map(str::to_owned))
        .collect();
    assert_eq!(there, checked);
}

#[test]
fn every_ptx_file_is_of_a_sample() {
    for (compiler, name, _) in support::sample_files() {
        assert!(CHECKED.contains(&name.as_str()), "{compiler}/{name}.ptx has no check");
    }
}
