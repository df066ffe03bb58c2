//! ATAX: inputs, launches and reference.

use super::SQUARE_MATRIX_NOTE;
use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "atax",
    &[
        Kernel::new("ax", "the matrix times a vector, a thread per row").size_note(SQUARE_MATRIX_NOTE),
        Kernel::new("aty", "the transpose times the result, a thread per column")
            .size_note(SQUARE_MATRIX_NOTE),
    ],
    &[Paper::Motrr]
);

/// Threads per CTA.
const THREADS: u32 = 256;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (rows, columns) = match size {
        Size::Tiny => (300, 280),
        Size::Small => (3840, 3840),
        Size::Paper(_) => (4096, 4096),
    };
    let mut random = work.random();
    let x = random.floats(columns, 0.0, 1.0);
    let a = random.floats(rows * columns, 0.0, 1.0);

    let d_a = work.buffer("a", &a)?;
    let d_x = work.buffer("x", &x)?;
    let d_ax = work.zeros("ax", rows)?;
    let d_y = work.zeros("y", columns)?;
    let (n, m) = (rows as u32, columns as u32);
    work.launch("ax", n.div_ceil(THREADS), THREADS, args![n, m, d_a, d_x, d_ax]);
    work.launch("aty", m.div_ceil(THREADS), THREADS, args![n, m, d_a, d_ax, d_y]);

    // Thousands of positive numbers, added one by one: leaving out one of them is a fault of 1e-4.
    let near = Tolerance::Within { relative: 1e-5, absolute: 0.0 };
    work.expect(d_ax, near, {
        let (a, x) = (a.clone(), x.clone());
        move || rounded(&times(&a, &x))
    });
    work.expect(d_y, near, move || rounded(&transpose_times(&a, &times(&a, &x))));
    Ok(())
}

/// A x.
fn times(a: &[f32], x: &[f32]) -> Vec<f64> {
    let dot = |row: &[f32]| row.iter().zip(x).map(|(&a, &x)| f64::from(a) * f64::from(x)).sum();
    a.chunks_exact(x.len()).map(dot).collect()
}

/// Aᵀ v.
fn transpose_times(a: &[f32], v: &[f64]) -> Vec<f64> {
    let columns = a.len() / v.len();
    let mut sums = vec![0.0; columns];
    for (row, v) in a.chunks_exact(columns).zip(v) {
        for (sum, &a) in sums.iter_mut().zip(row) {
            *sum += f64::from(a) * v;
        }
    }
    sums
}

fn rounded(values: &[f64]) -> Vec<f32> {
    values.iter().map(|&v| v as f32).collect()
}
