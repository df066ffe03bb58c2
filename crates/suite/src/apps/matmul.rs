//! Matrix multiplication: inputs, launch and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "matmul",
    &[Kernel::new("multiply", "a tile of 4 × 4 per thread, straight from global memory")],
    &[Paper::Thesis, Paper::ThesisUnsaturated]
);

/// Threads of a CTA in each direction.
const BLOCK: usize = 16;
/// Elements of the product per CTA in each direction.
const TILE: usize = 4 * BLOCK;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    // `small` has the thesis's grid; only the inner dimension is shorter.
    let (rows, inner, columns) = match size {
        Size::Tiny => (128, 32, 192),
        Size::Small => (1024, 32, 1024),
        Size::Paper(Paper::ThesisUnsaturated) => (512, 512, 512),
        Size::Paper(_) => (1024, 1024, 1024),
    };
    let mut random = work.random();
    let a = random.floats(rows * inner, 0.0, 10.0);
    let b = random.floats(inner * columns, 0.0, 10.0);

    let d_a = work.buffer("a", &a)?;
    let d_b = work.buffer("b", &b)?;
    let d_c = work.zeros("c", rows * columns)?;

    let grid = [(columns / TILE) as u32, (rows / TILE) as u32];
    work.launch("multiply", grid, [BLOCK as u32; 2], args![d_a, d_b, d_c, inner as u32, columns as u32]);

    // All terms are positive: rounding errors stay small beside the sum.
    let near = Tolerance::Within { relative: 1e-5, absolute: 0.0 };
    work.expect(d_c, near, move || product(&a, &b, inner, columns));
    Ok(())
}

/// a · b, where a has rows of `inner` numbers and b of `columns`.
fn product(a: &[f32], b: &[f32], inner: usize, columns: usize) -> Vec<f32> {
    let mut product = Vec::with_capacity(a.len() / inner * columns);
    for a_row in a.chunks_exact(inner) {
        let mut sums = vec![0.0f64; columns];
        for (&scalar, b_row) in a_row.iter().zip(b.chunks_exact(columns)) {
            for (sum, &element) in sums.iter_mut().zip(b_row) {
                *sum += f64::from(scalar) * f64::from(element);
            }
        }
        product.extend(sums.iter().map(|&sum| sum as f32));
    }
    product
}
