//! Lanes that part and meet again: every shape of control flow, executed by warps of 32, by groups of
//! 64 and one thread at a time, against the same computation here.

use crate::common;

mod events;
mod functions;
mod masks;
mod random;
mod shapes;

use common::{MODES, kernel, numbered, results};

/// Blocks with whole warps, partial ones and a single thread, in one to three dimensions.
const BLOCKS: &[[u32; 3]] = &[
    [1, 1, 1],
    [31, 1, 1],
    [32, 1, 1],
    [33, 1, 1],
    [48, 1, 1],
    [64, 1, 1],
    [100, 1, 1],
    [5, 7, 3],
    [16, 2, 4],
];

/// Runs a kernel in every mode with every block; each thread's result must be `expected` of its number.
fn check(module: &str, body: &str, expected: impl Fn(u32) -> u32) {
    check_blocks(BLOCKS, module, body, |tid, _| expected(tid));
}

/// The same with some blocks only; `expected` is also told how many threads a CTA has.
fn check_blocks(blocks: &[[u32; 3]], module: &str, body: &str, expected: impl Fn(u32, u32) -> u32) {
    let ptx = kernel(module, body);
    for &block in blocks {
        let threads = block.iter().product::<u32>();
        let want: Vec<u32> = (0..2 * threads).map(|t| expected(t % threads, threads)).collect();
        for mode in MODES {
            let got = results(&ptx, mode, 2, block)
                .unwrap_or_else(|e| panic!("{mode:?}, block {block:?}: {e}\n{}", numbered(&ptx)));
            assert_eq!(got, want, "{mode:?}, block {block:?}\n{}", numbered(&ptx));
        }
    }
}
