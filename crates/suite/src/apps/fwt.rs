//! Fast Walsh transform: data, launches and reference.

use crate::application::workload::{Buffer, args};
use crate::{Error, Kernel, Paper, Random, Size, Tolerance, Workload};

application!(
    "fwt",
    &[
        Kernel::new("batch2", "a radix-4 stage in global memory"),
        Kernel::new("batch1", "2,048 elements transformed in shared memory"),
        Kernel::new("modulate", "product of two transforms").size_note(
            "its grid is 128 CTAs at every size, and all it does is one multiplication per element",
        ),
        Kernel::new("step", "a radix-2 stage in global memory, the naive way"),
    ],
    &[Paper::PhaseAware, Paper::Thesis, Paper::ThesisUnsaturated]
);

/// Log2 of the elements that a CTA transforms in shared memory.
const TOGETHER: u32 = 11;
/// Elements of a kernel that are not zero.
const KERNEL: usize = 1 << 7;
/// Threads of a CTA where it does not transform by itself.
const THREADS: usize = 256;
/// CTAs of `modulate`, whatever the size.
const MODULATE: u32 = 128;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    // Batches and log2 of the length of what is convolved; log2 of what is transformed step by step.
    let (convolved, stepwise) = match size {
        Size::Tiny => (Some((1, 13)), Some(12)),
        // Three batches, because powers of two give too few CTAs or too many instructions.
        Size::Small => (Some((3, 17)), Some(18)),
        Size::Paper(Paper::Thesis) => (None, Some(18)),
        Size::Paper(Paper::ThesisUnsaturated) => (None, Some(12)),
        Size::Paper(_) => (Some((1, 23)), None),
    };
    let mut random = work.random();
    if let Some((batches, log2_len)) = convolved {
        convolve(batches, log2_len, &mut random, work)?;
    }
    if let Some(log2_len) = stepwise {
        transform_stepwise(log2_len, &mut random, work)?;
    }
    Ok(())
}

/// Whole numbers from -4 to 4. All that becomes of them has 24 bits, so that floats hold it exactly.
fn values(count: usize, random: &mut Random) -> Vec<f32> {
    (0..count).map(|_| random.below(9) as f32 - 4.0).collect()
}

/// Convolves each of `batches` of data with a kernel of its own.
fn convolve(batches: usize, log2_len: u32, random: &mut Random, work: &mut Workload) -> Result<(), Error> {
    let len = 1 << log2_len;
    let data = values(batches * len, random);
    let mut kernel = values(batches * len, random);
    kernel.chunks_exact_mut(len).for_each(|kernel| kernel[KERNEL..].fill(0.0));
    let d_data = work.buffer("data", &data)?;
    let d_kernel = work.buffer("kernel", &kernel)?;

    transform(d_data, batches, log2_len, work);
    transform(d_kernel, batches, log2_len, work);
    let args = args![d_data, d_kernel, (batches * len) as i32, 1.0 / len as f32];
    work.launch("modulate", MODULATE, THREADS as u32, args);
    transform(d_data, batches, log2_len, work);

    work.expect(d_data, Tolerance::Exact, move || {
        let batches = data.chunks_exact(len).zip(kernel.chunks_exact(len));
        batches.flat_map(|(data, kernel)| dyadic_convolution(data, &kernel[..KERNEL])).collect()
    });
    Ok(())
}

/// The launches that transform `batches` in place.
fn transform(data: Buffer<f32>, mut batches: usize, mut log2_len: u32, work: &mut Workload) {
    while log2_len > TOGETHER {
        let quarter = 1 << (log2_len - 2);
        let grid = [(quarter / THREADS) as u32, batches as u32];
        work.launch("batch2", grid, THREADS as u32, args![data, data, quarter as i32]);
        batches *= 4;
        log2_len -= 2;
    }
    let launch =
        work.launch("batch1", batches as u32, 1 << (log2_len - 2), args![data, data, log2_len as i32]);
    launch.shared = 4 << log2_len;
}

/// Element i is the sum of kernel[j] × data[i xor j].
fn dyadic_convolution(data: &[f32], kernel: &[f32]) -> Vec<f32> {
    let element = |i: usize| kernel.iter().enumerate().map(|(j, factor)| factor * data[i ^ j]).sum();
    (0..data.len()).map(element).collect()
}

/// One transform, a launch per stage.
fn transform_stepwise(log2_len: u32, random: &mut Random, work: &mut Workload) -> Result<(), Error> {
    let data = values(1 << log2_len, random);
    let d_data = work.buffer("stepwise", &data)?;
    for stage in 0..log2_len {
        let grid = data.len() / 2 / THREADS;
        work.launch("step", grid as u32, THREADS as u32, args![d_data, 1u32 << stage]);
    }
    work.expect(d_data, Tolerance::Exact, move || walsh_transform(&data));
    Ok(())
}

/// The transform of both halves' sum, then of their difference.
fn walsh_transform(data: &[f32]) -> Vec<f32> {
    if data.len() == 1 {
        return data.to_vec();
    }
    let (left, right) = data.split_at(data.len() / 2);
    let pairs = || left.iter().zip(right);
    let mut transformed = walsh_transform(&pairs().map(|(l, r)| l + r).collect::<Vec<_>>());
    transformed.extend(walsh_transform(&pairs().map(|(l, r)| l - r).collect::<Vec<_>>()));
    transformed
}
