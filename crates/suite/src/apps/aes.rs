//! AES-128: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Random, Size, Tolerance, Workload};

application!("aes", &[Kernel::new("encrypt", "ten rounds of AES-128, a column per thread")], &[Paper::Pro]);

/// Threads per CTA: each encrypts a column, of which four are a block.
const THREADS: usize = 256;
const ROUNDS: usize = 10;
/// What stands in front of the pixels.
const HEADER: usize = 54;

type Block = [u8; 16];

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (width, height) = match size {
        Size::Tiny => (80, 96),
        // As in the papers: a picture of 256 KiB fills 256 CTAs, and its header begins one more.
        Size::Small | Size::Paper(_) => (512, 512),
    };
    let mut random = work.random();
    let key: Block = std::array::from_fn(|_| random.bits() as u8);
    let image = image(&mut random, width, height);
    let columns = image.len() / 4;

    let keys = expand(&key);
    let d_output = work.zeros::<u8>("output", image.len())?;
    let d_input = work.buffer("input", &image)?;
    let d_keys = work.buffer("round_keys", keys.as_flattened())?;
    work.symbol("tables", &tables())?;
    let ctas = columns.div_ceil(THREADS) as u32;
    work.launch("encrypt", ctas, THREADS as u32, args![d_output, d_input, d_keys, columns as u32]);

    work.expect(d_output, Tolerance::Exact, move || {
        let s_box = s_box();
        let (blocks, _) = image.as_chunks::<16>();
        blocks.iter().flat_map(|block| encrypt(block, &keys, &s_box)).collect()
    });
    Ok(())
}

/// A header and 8-bit pixels: slopes, a bright square and some noise. Filled up to whole blocks.
fn image(random: &mut Random, width: usize, height: usize) -> Vec<u8> {
    let mut bytes = b"BM".to_vec();
    bytes.resize(HEADER, 0);
    for y in 0..height {
        for x in 0..width {
            let square = (width / 4..width / 2).contains(&x) && (height / 4..height / 2).contains(&y);
            let shade = if square { 230 } else { 100 * x / width + 100 * y / height };
            bytes.push((shade as u32 + random.below(16)) as u8);
        }
    }
    bytes.resize(bytes.len().next_multiple_of(16), 0);
    bytes
}

/// Twice `a` in GF(2⁸).
fn twice(a: u8) -> u8 {
    (a << 1) ^ if a & 0x80 != 0 { 0x1b } else { 0 }
}

/// The product in GF(2⁸).
fn times(mut a: u8, mut b: u8) -> u8 {
    let mut product = 0;
    while b != 0 {
        if b & 1 != 0 {
            product ^= a;
        }
        a = twice(a);
        b >>= 1;
    }
    product
}

/// The inverse in GF(2⁸), then an affine map of its bits.
fn s_box() -> [u8; 256] {
    std::array::from_fn(|x| {
        let x = x as u8;
        let inverse = (0..=255).find(|&y| times(x, y) == 1).unwrap_or(0);
        (0..5).fold(0x63, |sum, turn| sum ^ inverse.rotate_left(turn))
    })
}

/// For each row: what each byte there, after the S-box, adds to its mixed column.
fn tables() -> Vec<u32> {
    let s_box = s_box();
    let column =
        |row: u32| s_box.map(|s| u32::from_le_bytes([twice(s), s, s, twice(s) ^ s]).rotate_left(8 * row));
    (0..4).flat_map(column).collect()
}

/// The keys of all rounds.
fn expand(key: &Block) -> [Block; ROUNDS + 1] {
    let s_box = s_box();
    let mut keys = [*key; ROUNDS + 1];
    let mut constant = 1;
    for round in 1..=ROUNDS {
        let before = keys[round - 1];
        let mut word: [u8; 4] = std::array::from_fn(|i| s_box[usize::from(before[12 + (i + 1) % 4])]);
        word[0] ^= constant;
        constant = twice(constant);
        for (i, byte) in keys[round].iter_mut().enumerate() {
            word[i % 4] ^= before[i];
            *byte = word[i % 4];
        }
    }
    keys
}

/// One block, byte by byte as the standard tells it.
fn encrypt(block: &Block, keys: &[Block; ROUNDS + 1], s_box: &[u8; 256]) -> Block {
    let mut state: Block = std::array::from_fn(|i| block[i] ^ keys[0][i]);
    for (round, key) in keys.iter().enumerate().skip(1) {
        // Byte i is in row i % 4 of column i / 4; row r moves r columns to the left.
        let shifted: Block = std::array::from_fn(|i| s_box[usize::from(state[(i + 4 * (i % 4)) % 16])]);
        let mixed = |i: usize| {
            let row = |r: usize| shifted[i / 4 * 4 + (i + r) % 4];
            twice(row(0)) ^ twice(row(1)) ^ row(1) ^ row(2) ^ row(3)
        };
        state = std::array::from_fn(|i| if round < ROUNDS { mixed(i) } else { shifted[i] } ^ key[i]);
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS-197, appendix B.
    #[test]
    fn reference_encrypts_as_the_standard_says() {
        let key = 0x2b7e151628aed2a6abf7158809cf4f3c_u128.to_be_bytes();
        let plain = 0x3243f6a8885a308d313198a2e0370734_u128.to_be_bytes();
        let cipher = 0x3925841d02dc09fbdc118597196a0b32_u128.to_be_bytes();
        assert_eq!(encrypt(&plain, &expand(&key), &s_box()), cipher);
    }
}
