//! Laplace 3D: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "lps",
    &[Kernel::new("laplace3d", "each point the mean of its six neighbours, plane by plane")],
    &[Paper::Pro, Paper::Motrr]
);

/// Threads per CTA in x and y.
const BLOCK: [u32; 2] = [32, 4];
/// Rows begin at multiples of this many floats, as pitched memory has them.
const PITCH: usize = 64;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let ([x, y, z], launches) = match size {
        Size::Tiny => ([40, 10, 8], 2),
        Size::Small | Size::Paper(_) => ([100, 100, 100], 1),
    };
    let grid = Grid { x, y, z, pitch: x.next_multiple_of(PITCH) };
    let mut random = work.random();
    let mut points = vec![0.0; grid.len()];
    for z in 0..grid.z {
        for y in 0..grid.y {
            for x in 0..grid.x {
                let inner = random.float(0.0, 1.0);
                points[grid.at(x, y, z)] = if grid.on_boundary(x, y, z) { 1.0 } else { inner };
            }
        }
    }

    let mut d_from = work.buffer("points", &points)?;
    let mut d_to = work.zeros("points afterwards", grid.len())?;
    let ctas = [(x as u32).div_ceil(BLOCK[0]), (y as u32).div_ceil(BLOCK[1])];
    for _ in 0..launches {
        let args = args![x as u32, y as u32, z as u32, grid.pitch as u32, d_from, d_to];
        work.launch("laplace3d", ctas, BLOCK, args);
        std::mem::swap(&mut d_from, &mut d_to);
    }
    // Six numbers below one are added and divided.
    let near = Tolerance::Within { relative: 0.0, absolute: 5e-7 };
    work.expect(d_from, near, move || relax(&points, &grid, launches));
    Ok(())
}

/// The shape of the grid and of its rows in memory.
struct Grid {
    x: usize,
    y: usize,
    z: usize,
    pitch: usize,
}

impl Grid {
    fn len(&self) -> usize {
        self.pitch * self.y * self.z
    }

    fn at(&self, x: usize, y: usize, z: usize) -> usize {
        (z * self.y + y) * self.pitch + x
    }

    fn on_boundary(&self, x: usize, y: usize, z: usize) -> bool {
        x == 0 || y == 0 || z == 0 || x == self.x - 1 || y == self.y - 1 || z == self.z - 1
    }
}

/// The points after `steps` steps.
fn relax(points: &[f32], grid: &Grid, steps: usize) -> Vec<f32> {
    let mut points: Vec<f64> = points.iter().map(|&p| f64::from(p)).collect();
    for _ in 0..steps {
        let mut next = points.clone();
        for z in 1..grid.z - 1 {
            for y in 1..grid.y - 1 {
                for x in 1..grid.x - 1 {
                    let along_x = points[grid.at(x - 1, y, z)] + points[grid.at(x + 1, y, z)];
                    let along_y = points[grid.at(x, y - 1, z)] + points[grid.at(x, y + 1, z)];
                    let along_z = points[grid.at(x, y, z - 1)] + points[grid.at(x, y, z + 1)];
                    next[grid.at(x, y, z)] = (along_x + along_y + along_z) / 6.0;
                }
            }
        }
        points = next;
    }
    points.into_iter().map(|p| p as f32).collect()
}
