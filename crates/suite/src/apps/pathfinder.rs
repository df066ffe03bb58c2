//! PathFinder: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "pathfinder",
    &[Kernel::new("dynproc", "the least cost of reaching each cell, twenty rows further")],
    &[Paper::Pro, Paper::Motrr]
);

/// Threads, and cells of a row, per CTA.
const CELLS: usize = 256;
/// Rows per launch.
const STEPS: usize = 20;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (columns, launches) = match size {
        Size::Tiny => (1000, 2),
        Size::Small => (84_000, 1),
        Size::Paper(_) => (100_000, 5),
    };
    let mut random = work.random();
    let first: Vec<i32> = random.integers(columns, 10).into_iter().map(|c| c as i32).collect();
    let cost: Vec<i32> =
        random.integers(columns * STEPS * launches, 10).into_iter().map(|c| c as i32).collect();

    let d_cost = work.buffer("cost", &cost)?;
    let mut d_from = work.buffer("reach", &first)?;
    let mut d_to = work.zeros("reach afterwards", columns)?;

    let grid = columns.div_ceil(CELLS - 2 * STEPS) as u32;
    for launch in 0..launches {
        let first_row = (launch * STEPS) as u32;
        let args = args![STEPS as u32, d_cost, d_from, d_to, columns as u32, first_row];
        work.launch("dynproc", grid, CELLS as u32, args);
        std::mem::swap(&mut d_from, &mut d_to);
    }
    work.expect(d_from, Tolerance::Exact, move || least_costs(first, &cost));
    Ok(())
}

/// The least cost of reaching each cell of the last row.
fn least_costs(mut reach: Vec<i32>, cost: &[i32]) -> Vec<i32> {
    let columns = reach.len();
    for row in cost.chunks_exact(columns) {
        let above = reach.clone();
        for (x, own) in row.iter().enumerate() {
            let near = &above[x.saturating_sub(1)..(x + 2).min(columns)];
            reach[x] = own + near.iter().min().expect("a cell is near itself");
        }
    }
    reach
}
