//! HotSpot: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "hotspot",
    &[Kernel::new("calculate_temp", "two steps of heat flow on a tile in shared memory")],
    &[Paper::Pro, Paper::Thesis, Paper::ThesisUnsaturated]
);

/// Threads, and cells of a tile, per side of a CTA.
const TILE: usize = 16;
/// Steps of time per launch.
const STEPS: usize = 2;
/// Temperature of the heat sink's surroundings, as in the kernel.
const AMBIENT: f64 = 80.0;

/// The highest power, in watts per square metre.
const MOST_POWER: f32 = 3.0e6;

/// The chip's thermal network: what a cell of it is like.
#[derive(Clone, Copy)]
struct Cell {
    most_power: f32,
    capacity: f32,
    resistance_x: f32,
    resistance_y: f32,
    resistance_z: f32,
    time_step: f32,
}

impl Cell {
    /// A cell of a chip of 16 mm by 16 mm silicon, half a millimetre thick, cut into `side` × `side`.
    fn of(side: usize) -> Cell {
        let (thickness, conductivity, heat_capacity, share) = (0.0005, 100.0, 1.75e6, 0.5);
        let width = 0.016 / side as f32;
        // So that no step heats a cell by more than a thousandth of a degree at the highest power.
        let steepest = MOST_POWER / (share * thickness * heat_capacity);
        Cell {
            most_power: MOST_POWER * width * width,
            capacity: share * heat_capacity * thickness * width * width,
            resistance_x: 1.0 / (2.0 * conductivity * thickness),
            resistance_y: 1.0 / (2.0 * conductivity * thickness),
            resistance_z: thickness / (conductivity * width * width),
            time_step: 0.001 / steepest,
        }
    }
}

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (side, launches) = match size {
        Size::Tiny => (40, 2),
        Size::Small => (380, 1),
        Size::Paper(Paper::ThesisUnsaturated) => (128, 1),
        Size::Paper(_) => (512, 1),
    };
    let cell = Cell::of(side);
    let mut random = work.random();
    let temp = random.floats(side * side, 323.0, 343.0);
    let power = random.floats(side * side, 0.0, cell.most_power);

    let d_power = work.buffer("power", &power)?;
    let mut d_from = work.buffer("temperature", &temp)?;
    let mut d_to = work.zeros("temperature afterwards", side * side)?;

    let grid = [side.div_ceil(TILE - 2 * STEPS) as u32; 2];
    for _ in 0..launches {
        let Cell { most_power: _, capacity, resistance_x, resistance_y, resistance_z, time_step } = cell;
        let (steps, side) = (STEPS as u32, side as u32);
        let args = args![
            steps,
            d_power,
            d_from,
            d_to,
            side,
            side,
            capacity,
            resistance_x,
            resistance_y,
            resistance_z,
            time_step,
        ];
        work.launch("calculate_temp", grid, [TILE as u32; 2], args);
        std::mem::swap(&mut d_from, &mut d_to);
    }
    // Around 330 a float's neighbours are 3e-5 apart, and the highest power is worth 1e-3 per step.
    let near = Tolerance::Within { relative: 0.0, absolute: 1e-4 };
    work.expect(d_from, near, move || simulate(&temp, &power, cell, side, launches * STEPS));
    Ok(())
}

/// The temperatures after `steps` steps.
fn simulate(temp: &[f32], power: &[f32], cell: Cell, side: usize, steps: usize) -> Vec<f32> {
    let gain = f64::from(cell.time_step) / f64::from(cell.capacity);
    let mut temp: Vec<f64> = temp.iter().map(|&t| f64::from(t)).collect();
    for _ in 0..steps {
        let mut next = temp.clone();
        for y in 0..side {
            for x in 0..side {
                let at = y * side + x;
                let own = temp[at];
                let north = if y > 0 { temp[at - side] } else { own };
                let south = if y + 1 < side { temp[at + side] } else { own };
                let west = if x > 0 { temp[at - 1] } else { own };
                let east = if x + 1 < side { temp[at + 1] } else { own };
                let inflow = (north + south - 2.0 * own) / f64::from(cell.resistance_y)
                    + (west + east - 2.0 * own) / f64::from(cell.resistance_x)
                    + (AMBIENT - own) / f64::from(cell.resistance_z);
                next[at] = own + gain * (f64::from(power[at]) + inflow);
            }
        }
        temp = next;
    }
    temp.into_iter().map(|t| t as f32).collect()
}
