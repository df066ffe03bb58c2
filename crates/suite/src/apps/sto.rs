//! StoreGPU: inputs, launch and reference.

use crate::application::workload::args;
use crate::standards::sha1::sha1;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "sto",
    &[Kernel::new("sha1", "SHA-1 of a chunk per thread, its words in shared memory")],
    &[Paper::Pro]
);

const THREADS: usize = 128;
/// Words between the beginnings of neighbouring chunks.
const OFFSET: usize = 4;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    // Chunks and their words: a block of SHA-1 has 16, and the padding takes at least three. PRO does not give
    // the length: two blocks there, one at `small`, where two would be too much for as many CTAs.
    let (chunks, words) = match size {
        Size::Tiny => (3 * THREADS + 70, 24),
        Size::Small => (384 * THREADS, 13),
        Size::Paper(_) => (384 * THREADS, 24),
    };
    let mut random = work.random();
    let data: Vec<u32> = (0..(chunks - 1) * OFFSET + words).map(|_| random.bits()).collect();
    let d_data = work.buffer("data", &data)?;
    let d_digests = work.zeros("digests", chunks * 5)?;
    let arguments = args![d_data, d_digests, chunks as u32, OFFSET as u32, words as u32];
    work.launch("sha1", chunks.div_ceil(THREADS) as u32, THREADS as u32, arguments);
    work.expect(d_digests, Tolerance::Exact, move || {
        let chunk =
            |n: usize| data[n * OFFSET..][..words].iter().flat_map(|word| word.to_le_bytes()).collect();
        (0..chunks).flat_map(|n| sha1(chunk(n))).collect()
    });
    Ok(())
}
