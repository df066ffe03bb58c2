//! AES-128: inputs, launches and reference.

use crate::application::workload::args;
use crate::standards::aes::{Block, encrypt, expand, s_box, twice};
use crate::{Error, Kernel, Paper, Random, Size, Tolerance, Workload};

application!("aes", &[Kernel::new("encrypt", "ten rounds of AES-128, a column per thread")], &[Paper::Pro]);

/// Threads per CTA: each encrypts a column, of which four are a block.
const THREADS: usize = 256;
/// What stands in front of the pixels.
const HEADER: usize = 54;

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

/// For each row: what each byte there, after the S-box, adds to its mixed column.
fn tables() -> Vec<u32> {
    let s_box = s_box();
    let column =
        |row: u32| s_box.map(|s| u32::from_le_bytes([twice(s), s, s, twice(s) ^ s]).rotate_left(8 * row));
    (0..4).flat_map(column).collect()
}
