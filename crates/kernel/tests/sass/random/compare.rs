//! Executes a module of random kernels as PTX and as machine code, and compares what they leave in memory.

use super::generate::{BLOB, CELLS, INPUTS, REGION, Random, STRIDE, shape};
use warploom_kernel::execute::{Arg, Launch, Memory};
use warploom_kernel::image::Image;

/// The inputs of all kernels: numbers of all magnitudes, and special ones.
fn inputs() -> Vec<u8> {
    let mut random = Random::new(1);
    let mut bytes = Vec::new();
    let whole = |random: &mut Random| match random.below(4) {
        0 => random.u64() >> (32 + random.below(32)),
        1 => (random.u64() >> (40 + random.below(24))).wrapping_neg(),
        _ => random.u64(),
    };
    for _ in 0..REGION / 4 {
        bytes.extend((whole(&mut random) as u32).to_le_bytes());
    }
    for _ in 0..REGION / 8 {
        bytes.extend(whole(&mut random).to_le_bytes());
    }
    // Of a format with so many bits of exponent and of fraction.
    let mut float = |exponent: u32, fraction: u32| {
        let (most, half) = ((1u64 << exponent) - 1, (1u64 << (exponent - 1)) - 1);
        let (sign, bits) = (random.u64() & 1, random.u64() >> (64 - fraction));
        let e = match random.below(16) {
            0 => 0,
            1 => most,
            2..=4 => random.u64() & most,
            _ => half + random.u64() % 8 - 4,
        };
        let bits = match random.below(4) {
            0 => 0,
            1 => bits >> (fraction / 2) << (fraction / 2),
            _ => bits,
        };
        // The only NaN is the canonical one.
        let (sign, bits) = if e == most && bits != 0 { (0, (1 << fraction) - 1) } else { (sign, bits) };
        let bits = if e == most && fraction == 52 && bits != 0 { 1 << 51 | bits } else { bits };
        sign << (exponent + fraction) | e << fraction | bits
    };
    for _ in 0..REGION / 4 {
        bytes.extend((float(8, 23) as u32).to_le_bytes());
    }
    for _ in 0..REGION / 8 {
        bytes.extend(float(11, 52).to_le_bytes());
    }
    for (exponent, fraction) in [(5, 10), (8, 7)] {
        for _ in 0..REGION / 2 {
            bytes.extend((float(exponent, fraction) as u16).to_le_bytes());
        }
    }
    assert_eq!(bytes.len() as u32, INPUTS);
    bytes
}

/// What a kernel leaves: the threads' cells, and those of all.
pub fn run(image: &Image, kernel: &str) -> Result<(Vec<u8>, Vec<u8>), String> {
    let (threads, ctas) = shape(kernel).ok_or(format!("{kernel}: no shape"))?;
    let entry = image.kernel(kernel).ok_or(format!("{kernel}: not there"))?;
    let mut memory = Memory::new();
    let globals = image.load(&mut memory).map_err(|e| e.to_string())?;
    let mut allocate = |name: &str, bytes: u64| memory.allocate(name, bytes).map_err(|e| e.to_string());
    let size = u64::from(threads * ctas * STRIDE);
    let (input, out, cells) =
        (allocate("in", INPUTS.into())?, allocate("out", size)?, allocate("cells", u64::from(CELLS) * 8)?);
    memory.write(input, &inputs()).map_err(|e| e.to_string())?;
    let blob: Vec<u8> = (0..BLOB).map(|at| (at * 37 + 11) as u8).collect();
    let launch = Launch::new([ctas, 1, 1], [threads, 1, 1])
        .arg(Arg::u64(input))
        .arg(Arg::u64(out))
        .arg(Arg::u64(cells))
        .arg(Arg(blob));
    entry.execute(&globals, &launch, &mut memory).map_err(|e| e.to_string())?;
    let read = |at: u64, bytes: u64| memory.read(at, bytes).map(<[u8]>::to_vec).map_err(|e| e.to_string());
    Ok((read(out, size)?, read(cells, u64::from(CELLS) * 8)?))
}

/// How the memory that a kernel leaves differs; `None` if it does not.
pub fn difference(want: &(Vec<u8>, Vec<u8>), got: &(Vec<u8>, Vec<u8>)) -> Option<String> {
    let first = |a: &[u8], b: &[u8]| a.chunks(4).zip(b.chunks(4)).position(|(a, b)| a != b);
    let word = |bytes: &[u8], at: usize| u32::from_le_bytes(std::array::from_fn(|n| bytes[4 * at + n]));
    let words = STRIDE as usize / 4;
    // The first in the order written, of any thread: what differs later may follow from it.
    let wrong = (0..want.0.len() / 4).filter(|&at| word(&want.0, at) != word(&got.0, at));
    if let Some(at) = wrong.min_by_key(|at| (at % words, at / words)) {
        let (thread, cell) = (at / words, at % words * 4);
        return Some(format!(
            "thread {thread}, cell {cell}: {:#010x}, and as PTX {:#010x}",
            word(&got.0, at),
            word(&want.0, at)
        ));
    }
    let at = first(&want.1, &got.1)?;
    let (got, want) = (word(&got.1, at), word(&want.1, at));
    Some(format!("cell {} of all: {got:#010x}, and as PTX {want:#010x}", at / 2))
}
