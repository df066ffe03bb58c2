//! LU decomposition: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "lud",
    &[
        Kernel::new("diagonal", "factors one block of the diagonal")
            .size_note("each step has a single CTA of one warp, whatever the matrix's size"),
        Kernel::new("perimeter", "solves the blocks right of the diagonal's and below it")
            .size_note("its grid is the root of internal's, and its CTAs are single warps"),
        Kernel::new("internal", "subtracts the product of two blocks from each block left over"),
    ],
    &[Paper::PhaseAware]
);

/// Rows and columns of a block.
const BLOCK: usize = 16;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let blocks = match size {
        Size::Tiny => 6,
        Size::Small => 22,
        Size::Paper(_) => 128,
    };
    let n = blocks * BLOCK;
    let mut matrix = work.random().floats(n * n, -1.0, 1.0);
    // A diagonal that outweighs its row keeps the factors tame without pivoting.
    for i in 0..n {
        matrix[i * n + i] += n as f32;
    }
    let d_matrix = work.buffer("matrix", &matrix)?;

    for step in 0..blocks {
        let rest = (blocks - step - 1) as u32;
        let args = || args![d_matrix, n as i32, (step * BLOCK) as i32];
        work.launch("diagonal", 1, BLOCK as u32, args());
        if rest > 0 {
            work.launch("perimeter", rest, 2 * BLOCK as u32, args());
            work.launch("internal", [rest; 2], [BLOCK as u32; 2], args());
        }
    }

    work.expect(d_matrix, Tolerance::Within { relative: 2e-6, absolute: 1e-6 }, move || factors(n, &matrix));
    Ok(())
}

/// Both triangles in one matrix, row by row: the lower one's diagonal is 1 and left out.
fn factors(n: usize, matrix: &[f32]) -> Vec<f32> {
    let mut factors: Vec<f64> = matrix.iter().map(|&v| f64::from(v)).collect();
    for i in 1..n {
        let (above, row) = factors.split_at_mut(i * n);
        for (k, upper) in above.chunks_exact(n).enumerate() {
            let factor = row[k] / upper[k];
            row[k] = factor;
            row[k + 1..n].iter_mut().zip(&upper[k + 1..]).for_each(|(v, u)| *v -= factor * u);
        }
    }
    factors.into_iter().map(|v| v as f32).collect()
}
