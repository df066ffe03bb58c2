//! Histograms: data, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!("histogram", &[
        Kernel::new("64", "64 bins, counters of each thread's own"),
        Kernel::new("merge64", "sum of the CTAs' histograms of 64 bins")
            .size_note("a CTA per bin, to sum what few counters the CTAs of `64` leave"),
        Kernel::new("256", "256 bins, counted atomically by each warp"),
        Kernel::new("merge256", "sum of the CTAs' histograms of 256 bins")
            .size_note("a CTA per bin, whatever the data, to sum what few counters the CTAs of `256` leave: too much for tiny, too little for small"),
    ], &[Paper::PhaseAware, Paper::Pro]);

/// Threads of a CTA, by kernel.
const THREADS_64: usize = 64;
const THREADS_256: u32 = 192;
const THREADS_MERGE: u32 = 256;
/// Bytes that a thread of `64` may see: whole 16 bytes, and fewer than its counters can count.
const BYTES_PER_THREAD: usize = 240;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    // Bytes of data, and CTAs of `256`.
    let (bytes, ctas_256) = match size {
        Size::Tiny => (100_000, 16),
        Size::Small => (512 * THREADS_64 * BYTES_PER_THREAD, 256),
        Size::Paper(Paper::Pro) => (64 << 20, 240),
        Size::Paper(_) => (64 << 20, 256),
    };
    let ctas_64 = bytes.div_ceil(THREADS_64 * BYTES_PER_THREAD);
    let mut random = work.random();
    let data: Vec<u32> = (0..bytes / 4).map(|_| random.bits()).collect();
    let d_data = work.buffer("data", &data)?;
    let d_partial_64 = work.zeros::<u32>("partial_64", ctas_64 * 64)?;
    let d_histogram_64 = work.zeros::<u32>("histogram_64", 64)?;
    let d_partial_256 = work.zeros::<u32>("partial_256", ctas_256 * 256)?;
    let d_histogram_256 = work.zeros::<u32>("histogram_256", 256)?;

    let args = args![d_partial_64, d_data, bytes as u32 / 16];
    work.launch("64", ctas_64 as u32, THREADS_64 as u32, args);
    let args = args![d_histogram_64, d_partial_64, ctas_64 as u32];
    work.launch("merge64", 64, THREADS_MERGE, args);
    let args = args![d_partial_256, d_data, bytes as u32 / 4];
    work.launch("256", ctas_256 as u32, THREADS_256, args);
    let args = args![d_histogram_256, d_partial_256, ctas_256 as u32];
    work.launch("merge256", 256, THREADS_MERGE, args);

    let count = move || {
        let mut histogram = vec![0; 256];
        for byte in data.iter().flat_map(|word| word.to_le_bytes()) {
            histogram[usize::from(byte)] += 1;
        }
        histogram
    };
    work.expect(d_histogram_64, Tolerance::Exact, {
        let count = count.clone();
        // Bins of four bytes' values each.
        move || count().chunks_exact(4).map(|bins| bins.iter().sum()).collect()
    });
    work.expect(d_histogram_256, Tolerance::Exact, count);
    Ok(())
}
