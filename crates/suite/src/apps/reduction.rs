//! Reduction: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "reduction",
    &[Kernel::new("sum", "a tree of vector additions in shared memory")],
    &[Paper::Thesis, Paper::ThesisUnsaturated]
);

/// Threads per CTA.
const THREADS: usize = 256;
/// Integers of a vector.
const VECTOR: usize = 4;
/// Integers that a CTA adds: two vectors per thread.
const CHUNK: usize = THREADS * 2 * VECTOR;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let numbers = match size {
        Size::Tiny => 1 << 16,
        Size::Small => 3 << 20,
        Size::Paper(Paper::ThesisUnsaturated) => 1 << 17,
        Size::Paper(_) => 1 << 20,
    };
    let input = work.random().integers(numbers, 1 << 24);
    let ctas = numbers / CHUNK;
    let d_input = work.buffer("input", &input)?;
    let d_output = work.zeros("output", ctas * VECTOR)?;
    work.launch("sum", ctas as u32, THREADS as u32, args![d_input, d_output]);
    work.expect(d_output, Tolerance::Exact, move || partial_sums(&input));
    Ok(())
}

/// For each CTA, the sums of what stands at each place of the vectors, modulo 2³².
fn partial_sums(input: &[u32]) -> Vec<u32> {
    let of_chunk = |chunk: &[u32]| {
        let mut sums = [0u32; VECTOR];
        for (i, &number) in chunk.iter().enumerate() {
            sums[i % VECTOR] = sums[i % VECTOR].wrapping_add(number);
        }
        sums
    };
    input.chunks_exact(CHUNK).flat_map(of_chunk).collect()
}
