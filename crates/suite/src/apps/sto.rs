//! StoreGPU: inputs, launch and reference.

use crate::application::workload::args;
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

/// SHA-1 as FIPS 180-4 has it.
fn sha1(mut message: Vec<u8>) -> [u32; 5] {
    let bits = message.len() as u64 * 8;
    message.push(0x80);
    message.resize(message.len().next_multiple_of(64), 0);
    // The length needs eight bytes of the last block.
    if message.len() as u64 * 8 < bits + 8 + 64 {
        message.resize(message.len() + 64, 0);
    }
    let end = message.len() - 8;
    message[end..].copy_from_slice(&bits.to_be_bytes());

    let mut hash = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0u32];
    for block in message.chunks_exact(64) {
        let mut words: Vec<u32> = block
            .chunks_exact(4)
            .map(|word| u32::from_be_bytes([word[0], word[1], word[2], word[3]]))
            .collect();
        for t in 16..80 {
            words.push((words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16]).rotate_left(1));
        }
        let [mut a, mut b, mut c, mut d, mut e] = hash;
        for (t, &word) in words.iter().enumerate() {
            let (mixed, constant) = match t / 20 {
                0 => ((b & c) | (!b & d), 0x5a82_7999),
                1 => (b ^ c ^ d, 0x6ed9_eba1),
                2 => ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6u32),
            };
            let next =
                [mixed, e, constant, word].iter().fold(a.rotate_left(5), |sum, x| sum.wrapping_add(*x));
            (a, b, c, d, e) = (next, a, b.rotate_left(30), c, d);
        }
        for (hash, add) in hash.iter_mut().zip([a, b, c, d, e]) {
            *hash = hash.wrapping_add(add);
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    #[test]
    fn sha1_of_the_standards_example() {
        assert_eq!(
            super::sha1(b"abc".to_vec()),
            [0xa999_3e36, 0x4706_816a, 0xba3e_2571, 0x7850_c26c, 0x9cd0_d89d]
        );
    }
}
