//! MVT: inputs, launches and reference.

use super::SQUARE_MATRIX_NOTE;
use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "mvt",
    &[
        Kernel::new("row", "the matrix times a vector, added to another, a thread per row")
            .size_note(SQUARE_MATRIX_NOTE),
        Kernel::new("column", "the transpose times a vector, added to another, a thread per column")
            .size_note(SQUARE_MATRIX_NOTE),
    ],
    &[Paper::Motrr]
);

/// Threads per CTA.
const THREADS: u32 = 256;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let side = match size {
        Size::Tiny => 300,
        Size::Small => 3840,
        Size::Paper(_) => 4096,
    };
    let mut random = work.random();
    let x1 = random.floats(side, 0.0, 1.0);
    let x2 = random.floats(side, 0.0, 1.0);
    let y1 = random.floats(side, 0.0, 1.0);
    let y2 = random.floats(side, 0.0, 1.0);
    let a = random.floats(side * side, 0.0, 1.0);

    let d_a = work.buffer("a", &a)?;
    let d_x1 = work.buffer("x1", &x1)?;
    let d_x2 = work.buffer("x2", &x2)?;
    let d_y1 = work.buffer("y1", &y1)?;
    let d_y2 = work.buffer("y2", &y2)?;
    let n = side as u32;
    work.launch("row", n.div_ceil(THREADS), THREADS, args![n, d_a, d_x1, d_y1]);
    work.launch("column", n.div_ceil(THREADS), THREADS, args![n, d_a, d_x2, d_y2]);

    // Thousands of positive numbers, added one by one: leaving out one of them is a fault of 1e-4.
    let near = Tolerance::Within { relative: 1e-5, absolute: 0.0 };
    work.expect(d_x1, near, {
        let a = a.clone();
        move || add_product(&x1, |row, column| a[row * side + column], &y1)
    });
    work.expect(d_x2, near, move || add_product(&x2, |row, column| a[column * side + row], &y2));
    Ok(())
}

/// x + M y.
fn add_product(x: &[f32], m: impl Fn(usize, usize) -> f32, y: &[f32]) -> Vec<f32> {
    let of_row = |(row, &x): (usize, &f32)| {
        let products = y.iter().enumerate().map(|(column, &y)| f64::from(m(row, column)) * f64::from(y));
        (f64::from(x) + products.sum::<f64>()) as f32
    };
    x.iter().enumerate().map(of_row).collect()
}
