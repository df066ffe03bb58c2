//! The CUDA samples under `samples/`, as real compilers made PTX of them, executed and
//! compared with the same computation here.
//!
//! `cargo xtask samples` compiles them. Each check runs on the PTX of every compiler that
//! can compile the sample.

use std::collections::BTreeSet;
use warploom_kernel::ptx;

mod algorithms;
mod control;
mod convert;
mod copies;
mod float;
mod gpu;
mod half;
mod integer;
mod memory;
mod support;
mod tensor;
mod texture;
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
    integer: int32 int64 narrow bits bits75 carry dot video int_compare;
    float: float32 float64 float_compare approx tanh75 libm32 libm64 fastmath;
    convert: cvt;
    half: half bf16 half80;
    memory: shared_static shared_dynamic constants local_array cache vectors spaces fences params
        fences70 reds printing formats heap orders atomics_global atomics70 atomics_shared atomics_half;
    control: calls calls_indirect virtuals recursion switches loops nested barriers named_barriers debug
        grid_sync flags;
    tensor: wmma70 wmma_int wmma80 mma75 mma80;
    texture: texture surface;
    warp: shuffle vote matching redux special;
    copies: cpasync pipeline80 mbarrier80 mbarrier_asm bulk90;
    algorithms: vecadd saxpy reduction scan transpose matmul histogram stencil mandelbrot bitonic
        nbody hash collatz;
}

#[test]
fn what_is_read_and_printed_reads_the_same() {
    for (compiler, name, path) in support::sample_files() {
        let module = ptx::parse(&support::read(&path)).unwrap_or_else(|e| panic!("{compiler}/{name}: {e}"));
        let printed = module.to_string();
        let again = ptx::parse(&printed).unwrap_or_else(|e| panic!("{compiler}/{name}, printed: {e}"));
        assert!(again == module, "{compiler}/{name} reads differently once printed");
        assert_eq!(again.to_string(), printed, "{compiler}/{name}");
    }
}

#[test]
fn every_sample_is_checked() {
    let checked: BTreeSet<String> = CHECKED.iter().map(|&name| name.to_owned()).collect();
    let there: BTreeSet<String> = support::entries(&support::sources())
        .into_iter()
        .filter_map(|(name, _)| name.strip_suffix(".cu").map(str::to_owned))
        .filter(|name| !has_races(name))
        .collect();
    assert_eq!(there, checked);
}

#[test]
fn every_ptx_file_is_of_a_sample() {
    for (compiler, name, _) in support::sample_files() {
        assert!(CHECKED.contains(&name.as_str()) || has_races(&name), "{compiler}/{name}.ptx has no check");
    }
}

/// Whether a sample has data races on purpose: `race.rs` checks it.
fn has_races(name: &str) -> bool {
    name.starts_with("race_")
}
