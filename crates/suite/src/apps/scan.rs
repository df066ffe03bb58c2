//! Scan of large arrays: data, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "scan",
    &[
        Kernel::new("block", "256 elements scanned in shared memory, up and down a tree"),
        Kernel::new("add", "the sum of all CTAs before added to each element")
            .size_note("it adds one number to each element, where `block` takes 16 levels to scan them"),
    ],
    &[Paper::Thesis, Paper::ThesisUnsaturated]
);

/// Elements of a CTA, two for each thread.
const ELEMENTS: usize = 256;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let count: usize = match size {
        // The last CTA has 120 elements.
        Size::Tiny => 7800,
        Size::Small => 1024 * ELEMENTS,
        Size::Paper(Paper::ThesisUnsaturated) => 8192,
        Size::Paper(_) => 524_288,
    };
    // Whole numbers whose sum has 24 bits: floats hold it exactly.
    let mut random = work.random();
    let input: Vec<f32> = (0..count).map(|_| random.below(32) as f32).collect();
    let d_output = work.zeros("output", count)?;

    // Each level scans the sums of the one before, until there is but one.
    let mut source = work.buffer("input", &input)?;
    let mut output = d_output;
    let mut rest = count;
    let mut scanned = Vec::new();
    loop {
        let ctas = rest.div_ceil(ELEMENTS);
        let sums = work.zeros::<f32>("sums", ctas)?;
        let args = args![output, source, sums, rest as i32];
        work.launch("block", ctas as u32, ELEMENTS as u32 / 2, args);
        scanned.push((output, rest));
        if ctas == 1 {
            break;
        }
        source = sums;
        output = work.zeros("scanned_sums", ctas)?;
        rest = ctas;
    }
    for level in (1..scanned.len()).rev() {
        let ((before, ctas), (output, rest)) = (scanned[level], scanned[level - 1]);
        work.launch("add", ctas as u32, ELEMENTS as u32 / 2, args![output, before, rest as i32]);
    }

    work.expect(d_output, Tolerance::Exact, move || {
        let mut sum = 0.0;
        input
            .iter()
            .map(|&element| {
                let before = sum;
                sum += f64::from(element);
                before as f32
            })
            .collect()
    });
    Ok(())
}
