//! BiCG: inputs, launches and reference.

use super::SQUARE_MATRIX_NOTE;
use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "bicg",
    &[
        Kernel::new("q", "the matrix times p, a thread per row").size_note(SQUARE_MATRIX_NOTE),
        Kernel::new("s", "the transpose times r, a thread per column").size_note(SQUARE_MATRIX_NOTE),
    ],
    &[Paper::Motrr]
);

/// Threads per CTA.
const THREADS: u32 = 256;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (rows, columns) = match size {
        Size::Tiny => (280, 300),
        Size::Small => (3840, 3840),
        Size::Paper(_) => (4096, 4096),
    };
    let mut random = work.random();
    let p = random.floats(columns, 0.0, 1.0);
    let r = random.floats(rows, 0.0, 1.0);
    let a = random.floats(rows * columns, 0.0, 1.0);

    let d_a = work.buffer("a", &a)?;
    let d_p = work.buffer("p", &p)?;
    let d_r = work.buffer("r", &r)?;
    let d_q = work.zeros("q", rows)?;
    let d_s = work.zeros("s", columns)?;
    let (n, m) = (rows as u32, columns as u32);
    work.launch("q", n.div_ceil(THREADS), THREADS, args![n, m, d_a, d_p, d_q]);
    work.launch("s", m.div_ceil(THREADS), THREADS, args![n, m, d_a, d_r, d_s]);

    // Thousands of positive numbers, added one by one: leaving out one of them is a fault of 1e-4.
    let near = Tolerance::Within { relative: 1e-5, absolute: 0.0 };
    let products = move || multiply(&a, &p, &r);
    work.expect(d_q, near, {
        let products = products.clone();
        move || products().0
    });
    work.expect(d_s, near, move || products().1);
    Ok(())
}

/// A p and Aᵀ r.
fn multiply(a: &[f32], p: &[f32], r: &[f32]) -> (Vec<f32>, Vec<f32>) {
    let mut q = vec![0.0; r.len()];
    let mut s = vec![0.0; p.len()];
    for (row, a) in a.chunks_exact(p.len()).enumerate() {
        for (column, &a) in a.iter().enumerate() {
            q[row] += f64::from(a) * f64::from(p[column]);
            s[column] += f64::from(a) * f64::from(r[row]);
        }
    }
    let rounded = |values: Vec<f64>| values.into_iter().map(|v| v as f32).collect();
    (rounded(q), rounded(s))
}
