//! Separable convolution: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "convsep",
    &[
        Kernel::new("rows", "17 taps along the rows, eight pixels per thread"),
        Kernel::new("columns", "17 taps along the columns, eight pixels per thread"),
    ],
    &[Paper::Pro]
);

const RADIUS: usize = 8;
/// Pixels of a thread.
const STEPS: u32 = 8;
/// Threads of a CTA of `rows` and of `columns`.
const ROWS: [u32; 2] = [16, 4];
const COLUMNS: [u32; 2] = [16, 8];

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (width, height) = match size {
        Size::Tiny => (384, 128),
        Size::Small => (1024, 768),
        Size::Paper(_) => (3072, 3072),
    };
    let mut random = work.random();
    let taps = random.floats(2 * RADIUS + 1, 0.0, 1.0);
    let image = random.floats((width * height) as usize, 0.0, 1.0);
    work.symbol("convsep_taps", &taps)?;
    let d_image = work.buffer("image", &image)?;
    let d_rows = work.zeros("rows", image.len())?;
    let d_blurred = work.zeros("blurred", image.len())?;

    let extent = (width as i32, height as i32);
    let grid = [width / (STEPS * ROWS[0]), height / ROWS[1]];
    work.launch("rows", grid, ROWS, args![d_image, d_rows, extent.0]);
    let grid = [width / COLUMNS[0], height / (STEPS * COLUMNS[1])];
    work.launch("columns", grid, COLUMNS, args![d_rows, d_blurred, extent.0, extent.1]);

    let near = Tolerance::Within { relative: 1e-6, absolute: 1e-6 };
    let (width, height) = (width as usize, height as usize);
    let rows = move || {
        let image: Vec<f64> = image.iter().copied().map(f64::from).collect();
        let taps: Vec<f64> = taps.iter().copied().map(f64::from).collect();
        let rows = filter(&image, &taps, |i| i % width, width, 1);
        (rows, taps)
    };
    work.expect(d_rows, near, {
        let rows = rows.clone();
        move || narrow(&rows().0)
    });
    work.expect(d_blurred, near, move || {
        let (rows, taps) = rows();
        narrow(&filter(&rows, &taps, |i| i / width, height, width))
    });
    Ok(())
}

/// The convolution of an image with `taps` along the direction in which a pixel's `place` runs from 0 to
/// `places` and its neighbours are `stride` away.
fn filter(
    image: &[f64],
    taps: &[f64],
    place: impl Fn(usize) -> usize,
    places: usize,
    stride: usize,
) -> Vec<f64> {
    let pixel = |i: usize| {
        let here = place(i);
        let mut sum = 0.0;
        for (tap, value) in taps.iter().enumerate() {
            // Tap 0 belongs to the pixel that is `RADIUS` ahead.
            let there = here + RADIUS;
            if there >= tap && there - tap < places {
                sum += value * image[i + RADIUS * stride - tap * stride];
            }
        }
        sum
    };
    (0..image.len()).map(pixel).collect()
}

fn narrow(image: &[f64]) -> Vec<f32> {
    image.iter().map(|&pixel| pixel as f32).collect()
}
