//! The CUDA samples under `samples/`, as real compilers made PTX of them, executed and
//! compared with the same computation here.
//!
//! `cargo xtask samples` compiles them. Each check runs on the PTX of every compiler that
//! can compile the sample.

use std::collections::BTreeSet;
use warploom_kernel::program::Module;
use warploom_kernel::ptx;

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
        fences70 reds printing atomics_global atomics70 atomics_shared atomics_half;
    control: calls recursion switches loops nested barriers named_barriers debug;
    warp: shuffle vote matching redux special;
    algorithms: vecadd saxpy reduction scan transpose matmul histogram stencil mandelbrot bitonic
        nbody hash collatz;
}

/// Samples of what is refused, and the words it is refused with.
const REFUSED: &[(&str, &str)] =
    &[("calls_indirect", "`.callprototype` is not supported: indirect calls are not supported")];

#[test]
fn what_is_not_modelled_is_refused_by_name_and_line() {
    for (sample, words) in REFUSED {
        let files = support::sample_files().into_iter().filter(|(_, name, _)| name == sample);
        for (compiler, _, path) in files {
            let source = support::read(&path);
            let Err(error) = Module::parse(&source) else { panic!("{compiler}: {sample} is accepted") };
            assert!(error.to_string().ends_with(words), "{compiler}: {error}");
            let line = source.lines().nth(error.line as usize - 1).unwrap_or_default();
            assert!(line.contains(".callprototype"), "{compiler}: {error} points at `{line}`");
        }
    }
}

#[test]
fn what_is_read_and_printed_reads_the_same() {
    for (compiler, name, path) in support::sample_files() {
        if REFUSED.iter().any(|(refused, _)| *refused == name) {
            continue;
        }
        let module = ptx::parse(&support::read(&path)).unwrap_or_else(|e| panic!("{compiler}/{name}: {e}"));
        let printed = module.to_string();
        let again = ptx::parse(&printed).unwrap_or_else(|e| panic!("{compiler}/{name}, printed: {e}"));
        assert!(again == module, "{compiler}/{name} reads differently once printed");
        assert_eq!(again.to_string(), printed, "{compiler}/{name}");
    }
}

#[test]
fn every_sample_is_checked() {
    let refused = REFUSED.iter().map(|(name, _)| name);
    let checked: BTreeSet<String> = CHECKED.iter().chain(refused).map(|&name| name.to_owned()).collect();
    let there: BTreeSet<String> = support::entries(&support::sources())
        .into_iter()
        .filter_map(|(name, _)| name.strip_suffix(".cu").map(str::to_owned))
        .collect();
    assert_eq!(there, checked);
}

#[test]
fn every_ptx_file_is_of_a_sample() {
    for (compiler, name, _) in support::sample_files() {
        let refused = REFUSED.iter().any(|(refused, _)| *refused == name);
        assert!(refused || CHECKED.contains(&name.as_str()), "{compiler}/{name}.ptx has no check");
    }
}
