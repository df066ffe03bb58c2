//! Radix sort: inputs, launches, the host's sums between them, and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "radixsort",
    &[
        Kernel::new("histogram", "each thread counts the digits of its 256 keys in shared memory"),
        Kernel::new("permute", "each thread stores its keys where the summed histograms tell"),
    ],
    &[Paper::Thesis, Paper::ThesisUnsaturated]
);

/// Threads of a CTA.
const THREADS: usize = 64;
/// Values of a digit, and keys per thread.
const DIGITS: usize = 256;
/// Bits of a digit.
const BITS: u32 = DIGITS.trailing_zeros();

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (ctas, passes) = match size {
        // Keys of 16 bits: with all passes there would be room for one CTA only.
        Size::Tiny => (2, 2),
        // The table's 13072 keys do not fill one CTA; its 64 CTAs in 8 launches hold 131072.
        Size::Paper(Paper::ThesisUnsaturated) => (8, 4),
        Size::Small | Size::Paper(_) => (32, 4),
    };
    let unused = u32::BITS - passes * BITS;
    let count = ctas * THREADS * DIGITS;
    let mut random = work.random();
    let keys: Vec<u32> = (0..count).map(|_| random.bits() >> unused).collect();

    let d_keys = work.buffer("keys", &keys)?;
    let d_other = work.zeros("keys before the last pass", count)?;
    // One bin for each digit of each thread: as many as keys.
    let d_bins = work.zeros("bins", count)?;

    // Passes are even in number: the last one stores to `keys`.
    let (mut from, mut to) = (d_keys, d_other);
    for pass in 0..passes {
        let (grid, block, shift) = (ctas as u32, THREADS as u32, pass * BITS);
        work.launch("histogram", grid, block, args![from, d_bins, shift]);
        work.host(move |memory| {
            let places = places(&d_bins.read(memory)?);
            d_bins.write(memory, &places)
        });
        work.launch("permute", grid, block, args![from, d_bins, shift, to]);
        (from, to) = (to, from);
    }

    // The last pass must keep the order it finds, which this compares too.
    work.expect(d_other, Tolerance::Exact, {
        let mut keys = keys.clone();
        move || {
            keys.sort_by_key(|key| key << (unused + BITS));
            keys
        }
    });
    work.expect(d_keys, Tolerance::Exact, move || {
        let mut sorted = keys;
        sorted.sort_unstable();
        sorted
    });
    Ok(())
}

/// From the threads' histograms the place of each thread's first key with each digit: after all smaller digits,
/// and after the same digit of all earlier threads.
fn places(histograms: &[u32]) -> Vec<u32> {
    let mut places = vec![0; histograms.len()];
    let mut place = 0;
    for digit in 0..DIGITS {
        for bin in (digit..histograms.len()).step_by(DIGITS) {
            places[bin] = place;
            place += histograms[bin];
        }
    }
    places
}
