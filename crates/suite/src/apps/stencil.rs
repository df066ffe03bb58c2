//! Stencil: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "stencil",
    &[Kernel::new("jacobi", "seven points weighted, plane by plane, two columns per thread")],
    &[Paper::Motrr]
);

/// Threads per CTA in x and y.
const BLOCK: [u32; 2] = [32, 4];
/// What a point counts for, and each of its neighbours.
const CENTRE: f32 = 1.0 / 6.0;
const AROUND: f32 = 1.0 / 36.0;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (extent, launches) = match size {
        Size::Tiny => ([100, 10, 8], 2),
        Size::Small => ([512, 256, 16], 1),
        Size::Paper(_) => ([512, 512, 64], 1),
    };
    let mut random = work.random();
    let points = random.floats(extent.iter().product(), 0.0, 1.0);

    // Points on the boundary are never written, so both copies have them from the start.
    let mut d_from = work.buffer("points", &points)?;
    let mut d_to = work.buffer("points afterwards", &points)?;
    let [x, y, z] = extent.map(|e| e as u32);
    // Each thread has two points in x.
    let ctas = [x.div_ceil(2 * BLOCK[0]), y.div_ceil(BLOCK[1])];
    for _ in 0..launches {
        work.launch("jacobi", ctas, BLOCK, args![CENTRE, AROUND, d_from, d_to, x, y, z]);
        std::mem::swap(&mut d_from, &mut d_to);
    }
    // Six numbers below one are added and weighted.
    let near = Tolerance::Within { relative: 0.0, absolute: 1e-7 };
    work.expect(d_from, near, move || relax(&points, extent, launches));
    Ok(())
}

/// The points after `steps` steps.
fn relax(points: &[f32], [size_x, size_y, size_z]: [usize; 3], steps: usize) -> Vec<f32> {
    let plane = size_x * size_y;
    let mut points: Vec<f64> = points.iter().map(|&p| f64::from(p)).collect();
    for _ in 0..steps {
        let mut next = points.clone();
        for z in 1..size_z - 1 {
            for y in 1..size_y - 1 {
                for x in 1..size_x - 1 {
                    let at = z * plane + y * size_x + x;
                    let sides = points[at - 1] + points[at + 1] + points[at - size_x] + points[at + size_x];
                    let around = sides + points[at - plane] + points[at + plane];
                    next[at] = around * f64::from(AROUND) - points[at] * f64::from(CENTRE);
                }
            }
        }
        points = next;
    }
    points.into_iter().map(|p| p as f32).collect()
}
