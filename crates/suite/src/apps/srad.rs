//! Speckle reducing anisotropic diffusion: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Random, Size, Tolerance, Workload};

application!(
    "srad",
    &[
        Kernel::new("prepare", "pixels and their squares, to be summed")
            .size_note("it only copies and squares, a dozen instructions per warp"),
        Kernel::new("reduce", "sums of 512 numbers each, a tree in shared memory"),
        Kernel::new("srad1", "differences from the neighbours and the coefficient of diffusion"),
        Kernel::new("srad2", "pixels moved by what flows to them"),
    ],
    &[Paper::PhaseAware]
);

/// Rows and columns of a tile.
const TILE: usize = 16;
/// Threads per CTA of the kernels that sum.
const THREADS: usize = 512;
/// How far pixels move in an iteration.
const RATE: f32 = 0.5;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (rows, columns, iterations) = match size {
        Size::Tiny => (48, 64, 2),
        Size::Small => (512, 512, 1),
        Size::Paper(_) => (2048, 2048, 1),
    };
    let pixels = rows * columns;
    let image = ultrasound(rows, columns, &mut work.random());

    let d_image = work.buffer("image", &image)?;
    let d_sums = work.zeros::<f32>("sums", pixels)?;
    let d_squares = work.zeros::<f32>("sums of squares", pixels)?;
    // No kernel reads it: the host notes it here so that it is checked.
    let d_scale = work.zeros::<f32>("speckle scale", 1)?;
    let d_north = work.zeros("difference north", pixels)?;
    let d_south = work.zeros("difference south", pixels)?;
    let d_west = work.zeros("difference west", pixels)?;
    let d_east = work.zeros("difference east", pixels)?;
    let d_coefficient = work.zeros("coefficient", pixels)?;

    let (grid, block) = ([(columns / TILE) as u32, (rows / TILE) as u32], [TILE as u32; 2]);
    for _ in 0..iterations {
        let ctas = pixels.div_ceil(THREADS) as u32;
        work.launch("prepare", ctas, THREADS as u32, args![pixels as i32, d_image, d_sums, d_squares]);
        let (mut count, mut stride) = (pixels, 1);
        while count > 1 {
            let ctas = count.div_ceil(THREADS);
            let args = args![count as i32, stride as i32, d_sums, d_squares];
            work.launch("reduce", ctas as u32, THREADS as u32, args);
            (count, stride) = (ctas, stride * THREADS);
        }
        work.host(move |memory| {
            let sums = [d_sums.read(memory)?[0], d_squares.read(memory)?[0]].map(f64::from);
            d_scale.write(memory, &[speckle_scale(pixels, sums) as f32])
        });
        let columns = columns as i32;
        let first = args![d_image, 0.0_f32, d_north, d_south, d_west, d_east, d_coefficient, columns];
        work.argument(1, move |memory| Ok(d_scale.read(memory)?[0].into()));
        work.launch("srad1", grid, block, first);
        let second = args![d_image, d_north, d_south, d_west, d_east, d_coefficient, columns, RATE];
        work.launch("srad2", grid, block, second);
    }

    let near = Tolerance::Within { relative: 2e-6, absolute: 3e-6 };
    // Differences of nearly equal numbers and divisions by them magnify roundings.
    let nearly = Tolerance::Within { relative: 1e-5, absolute: 0.0 };
    let coefficient_near = Tolerance::Within { relative: 0.0, absolute: 2e-5 };
    let reference = move |part: fn(Diffused) -> Vec<f64>| {
        let image = image.clone();
        move || {
            let diffused = diffuse(rows, columns, iterations, image.into_iter().map(f64::from).collect());
            part(diffused).into_iter().map(|v| v as f32).collect::<Vec<f32>>()
        }
    };
    work.expect(d_image, near, reference(|d| d.image));
    work.expect(d_scale, nearly, reference(|d| vec![d.scale]));
    work.expect(d_coefficient, coefficient_near, reference(|d| d.coefficient));
    let [north, south, west, east] = [
        reference(|d| d.differences.iter().map(|d| d[0]).collect()),
        reference(|d| d.differences.iter().map(|d| d[1]).collect()),
        reference(|d| d.differences.iter().map(|d| d[2]).collect()),
        reference(|d| d.differences.iter().map(|d| d[3]).collect()),
    ];
    work.expect(d_north, near, north);
    work.expect(d_south, near, south);
    work.expect(d_west, near, west);
    work.expect(d_east, near, east);
    Ok(())
}

/// A bright ring, its dark inside and grey outside, all speckled: the brightness of each pixel taken from
/// the logarithm in which such images come.
fn ultrasound(rows: usize, columns: usize, random: &mut Random) -> Vec<f32> {
    let mut image = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        for column in 0..columns {
            let y = row as f32 / rows as f32 - 0.5;
            let x = column as f32 / columns as f32 - 0.5;
            let brightness = match x * x + 1.5 * y * y {
                d if d < 0.04 => 30.0,
                d if d < 0.09 => 180.0,
                _ => 90.0,
            };
            image.push(libm::expf((brightness + random.float(0.0, 60.0)) / 255.0));
        }
    }
    image
}

/// The squared coefficient of variation, from the sums of pixels and of their squares.
fn speckle_scale(pixels: usize, [sum, sum_of_squares]: [f64; 2]) -> f64 {
    let mean = sum / pixels as f64;
    (sum_of_squares / pixels as f64 - mean * mean) / (mean * mean)
}

/// What is left after the last iteration.
struct Diffused {
    image: Vec<f64>,
    scale: f64,
    coefficient: Vec<f64>,
    /// North, south, west, east.
    differences: Vec<[f64; 4]>,
}

fn diffuse(rows: usize, columns: usize, iterations: usize, image: Vec<f64>) -> Diffused {
    let mut d = Diffused { image, scale: 0.0, coefficient: Vec::new(), differences: Vec::new() };
    let south_of = |row: usize| (row + 1).min(rows - 1);
    let east_of = |column: usize| (column + 1).min(columns - 1);
    let at = |row: usize, column: usize| row * columns + column;
    for _ in 0..iterations {
        let sums = [d.image.iter().sum(), d.image.iter().map(|v| v * v).sum()];
        // The kernel is handed a float.
        d.scale = f64::from(speckle_scale(rows * columns, sums) as f32);
        d.coefficient.clear();
        d.differences.clear();
        for row in 0..rows {
            for column in 0..columns {
                let here = d.image[at(row, column)];
                let neighbours = [
                    at(row.saturating_sub(1), column),
                    at(south_of(row), column),
                    at(row, column.saturating_sub(1)),
                    at(row, east_of(column)),
                ];
                let differences = neighbours.map(|n| d.image[n] - here);
                let gradient = differences.iter().map(|v| v * v).sum::<f64>() / (here * here);
                let laplacian = differences.iter().sum::<f64>() / here;
                let variation =
                    (0.5 * gradient - laplacian * laplacian / 16.0) / (1.0 + 0.25 * laplacian).powi(2);
                let excess = (variation - d.scale) / (d.scale * (1.0 + d.scale));
                d.coefficient.push((1.0 / (1.0 + excess)).clamp(0.0, 1.0));
                d.differences.push(differences);
            }
        }
        for row in 0..rows {
            for column in 0..columns {
                let i = at(row, column);
                let [north, south, west, east] = d.differences[i];
                let c = |row, column| d.coefficient[at(row, column)];
                let flow = c(row, column) * (north + west)
                    + c(south_of(row), column) * south
                    + c(row, east_of(column)) * east;
                d.image[i] += 0.25 * f64::from(RATE) * flow;
            }
        }
    }
    d
}
