//! PTX made wrong on purpose: real files with a few tokens or lines changed, and kernels of random
//! instructions. Used by the test `mutations` and by the fuzz targets.
//!
//! Bytes flipped at random rarely get past the lexer; these get as far as the executor.

mod edit;
mod generate;
mod harness;

pub use edit::{edit, words};
pub use generate::kernel;
pub use harness::{execute, round_trip};

/// Where decisions come from: a generator of random numbers, or a fuzzer's bytes.
pub trait Choices {
    /// A number below `n`, which is not 0.
    fn below(&mut self, n: usize) -> usize;

    /// One of `all`, which is not empty.
    fn one<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// Yes, once in `n` times.
    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Half of the time a seed with some edits, else a kernel of random instructions with some edits.
pub fn program(seeds: &[String], choices: &mut impl Choices) -> String {
    let whole = if choices.once_in(2) { kernel(choices) } else { choices.one(seeds).clone() };
    let edits = choices.below(6);
    edit(&whole, seeds, edits, choices)
}
