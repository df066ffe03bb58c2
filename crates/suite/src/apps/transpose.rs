//! Matrix transpose: inputs, launch and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "transpose",
    &[Kernel::new("transpose", "a tile loaded by rows, written by columns")],
    &[Paper::Thesis, Paper::ThesisUnsaturated]
);

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    // The tables' sizes and counts of CTAs tell the sides of the tiles.
    let (width, height, side): (u32, u32, u32) = match size {
        Size::Tiny => (192, 128, 8),
        Size::Small => (1536, 1024, 8),
        Size::Paper(Paper::ThesisUnsaturated) => (128, 128, 16),
        Size::Paper(_) => (512, 512, 8),
    };
    let count = (width * height) as usize;
    let matrix = work.random().floats(count, 0.0, 1.0);
    let d_matrix = work.buffer("matrix", &matrix)?;
    let d_transposed = work.zeros("transposed", count)?;

    let grid = [width / side, height / side];
    work.launch("transpose", grid, [side; 2], args![d_transposed, d_matrix, width, height]).shared =
        side * side * size_of::<f32>() as u32;

    work.expect(d_transposed, Tolerance::Exact, move || {
        let (width, height) = (width as usize, height as usize);
        (0..count).map(|at| matrix[at % height * width + at / height]).collect()
    });
    Ok(())
}
