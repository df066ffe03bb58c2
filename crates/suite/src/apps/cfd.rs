//! Computational fluid dynamics: mesh, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Random, Size, Tolerance, Workload};

application!(
    "cfd",
    &[
        Kernel::new("compute_flux", "what flows into each element through its faces"),
        Kernel::new("time_step", "variables moved by the flux")
            .size_note("it has an eighth of compute_flux's instructions and as many launches"),
    ],
    &[Paper::PhaseAware]
);

const THREADS: usize = 192;
const GAMMA: f64 = 1.4;
const SMOOTHING: f64 = 0.2;
const STAGES: usize = 3;
const FACES: usize = 4;
const WING: i32 = -1;
const FAR_FIELD: i32 = -2;

/// Density, momentum in x, y and z, energy; or what flows of them.
type Variables = [f64; 5];

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    // 4, 513 and 1817 CTAs.
    let (rows, columns, stages) = match size {
        Size::Tiny => (24, 30, STAGES),
        Size::Small => (324, 312, 1),
        Size::Paper(_) => (597, 600, STAGES),
    };
    let mut random = work.random();
    let mesh = Mesh::new(rows, columns, &mut random);
    let elements = mesh.neighbours.len();
    // Somewhat faster than sound, from below and a little from the side.
    let far = state(1.4, [1.18, 0.21, 0.05], 1.0);
    let mut initial: Vec<Variables> = (0..mesh.own)
        .map(|_| {
            let mut around =
                |middle: f32, share: f32| f64::from(random.float(middle - share, middle + share));
            let (density, pressure) = (around(1.4, 0.2), around(1.0, 0.1));
            // What the device holds are floats.
            state(density, [around(1.2, 0.2), around(0.0, 0.2), around(0.0, 0.2)], pressure)
                .map(|v| f64::from(v as f32))
        })
        .collect();
    initial.resize(elements, initial[mesh.own - 1]);
    // How far an element may be moved: less, the faster a disturbance crosses it.
    let step_factors: Vec<f32> = initial.iter().map(|v| (0.5 / fastest(v)) as f32).collect();

    let one_by_one = |values: &[Variables]| -> Vec<f32> {
        (0..5).flat_map(|which| values.iter().map(move |v| v[which] as f32)).collect()
    };
    let normals: Vec<f32> = (0..FACES * 3)
        .flat_map(|part| mesh.normals.iter().map(move |faces| faces[part / 3][part % 3]))
        .collect();
    let neighbours: Vec<i32> =
        (0..FACES).flat_map(|face| mesh.neighbours.iter().map(move |faces| faces[face])).collect();
    let d_neighbours = work.buffer("neighbours", &neighbours)?;
    let d_normals = work.buffer("normals", &normals)?;
    let d_old = work.buffer("old variables", &one_by_one(&initial))?;
    let d_variables = work.buffer("variables", &one_by_one(&initial))?;
    let d_fluxes = work.zeros("fluxes", elements * 5)?;
    let d_factors = work.buffer("step factors", &step_factors)?;
    let far_carries = carried(&far);
    let constants =
        ["cfd_far_momentum", "cfd_far_flux_x", "cfd_far_flux_y", "cfd_far_flux_z", "cfd_far_flux_energy"];
    for (name, carries) in constants.into_iter().zip(far_carries) {
        work.symbol(name, &carries.map(|v| v as f32))?;
    }

    let ctas = (elements / THREADS) as u32;
    let count = elements as i32;
    for stage in 0..stages as i32 {
        let args = args![count, d_neighbours, d_normals, d_variables, d_fluxes];
        work.launch("compute_flux", ctas, THREADS as u32, args);
        let args = args![stage, count, d_old, d_variables, d_factors, d_fluxes];
        work.launch("time_step", ctas, THREADS as u32, args);
    }

    let near = Tolerance::Within { relative: 1e-5, absolute: 1e-5 };
    let flown = move || {
        let (mut variables, mut fluxes) = (initial.clone(), Vec::new());
        for stage in 0..stages {
            fluxes = (0..elements).map(|element| mesh.flux(element, &variables, &far)).collect();
            for (element, moved) in variables.iter_mut().enumerate() {
                let factor = f64::from(step_factors[element]) / (STAGES + 1 - stage) as f64;
                let flux: &Variables = &fluxes[element];
                *moved = std::array::from_fn(|which| initial[element][which] + factor * flux[which]);
            }
        }
        (variables, fluxes)
    };
    work.expect(d_variables, near, {
        let flown = flown.clone();
        move || one_by_one(&flown().0)
    });
    work.expect(d_fluxes, near, move || one_by_one(&flown().1));
    Ok(())
}

/// A plane cut into cells around small wings, whose faces lean a little out of it.
#[derive(Clone)]
struct Mesh {
    /// The element behind each face, or what else is there.
    neighbours: Vec<[i32; FACES]>,
    /// Pointing inward; the length is the face's width.
    normals: Vec<[[f32; 3]; FACES]>,
    /// Elements before the copies of the last one that fill the last CTA.
    own: usize,
}

impl Mesh {
    /// Numbers of cells follow tiles of 16 by 16, in which they are mixed: as in meshes made by
    /// generators, most neighbours have numbers nearby, but no order.
    fn new(rows: usize, columns: usize, random: &mut Random) -> Mesh {
        let wing =
            |row: usize, column: usize| (10..13).contains(&(row % 24)) && (9..14).contains(&(column % 24));
        let mut number = vec![WING; rows * columns];
        let mut cells = Vec::new();
        for tile_row in (0..rows).step_by(16) {
            for tile_column in (0..columns).step_by(16) {
                for place in random.permutation(256) {
                    let (row, column) = (tile_row + place as usize / 16, tile_column + place as usize % 16);
                    if row < rows && column < columns && !wing(row, column) {
                        number[row * columns + column] = cells.len() as i32;
                        cells.push((row, column));
                    }
                }
            }
        }
        // The faces west and north of each cell, with those that close the last column and row.
        let mut faces = |upright: bool| -> Vec<[f32; 3]> {
            let mut lean = || random.float(-0.2, 0.2);
            let count = (rows + 1) * (columns + 1);
            (0..count)
                .map(
                    |_| if upright { [1.0 + lean(), lean(), lean()] } else { [lean(), 1.0 + lean(), lean()] },
                )
                .collect()
        };
        let (west, north) = (faces(true), faces(false));
        let beyond = |row: Option<usize>, column: Option<usize>| match (row, column) {
            (Some(row), Some(column)) if row < rows && column < columns => number[row * columns + column],
            _ => FAR_FIELD,
        };
        let opposite = |normal: [f32; 3]| normal.map(|v| -v);
        let mut mesh = Mesh { neighbours: Vec::new(), normals: Vec::new(), own: cells.len() };
        for &(row, column) in &cells {
            let face = row * (columns + 1) + column;
            let mut sides = [
                (beyond(Some(row), column.checked_sub(1)), west[face]),
                (beyond(Some(row), Some(column + 1)), opposite(west[face + 1])),
                (beyond(row.checked_sub(1), Some(column)), north[face]),
                (beyond(Some(row + 1), Some(column)), opposite(north[face + columns + 1])),
            ];
            // A generator begins with any face.
            sides.rotate_left(random.below(FACES as u32) as usize);
            mesh.neighbours.push(sides.map(|side| side.0));
            mesh.normals.push(sides.map(|side| side.1));
        }
        let filled = mesh.own.next_multiple_of(THREADS);
        mesh.neighbours.resize(filled, mesh.neighbours[mesh.own - 1]);
        mesh.normals.resize(filled, mesh.normals[mesh.own - 1]);
        mesh
    }

    /// What flows into an element.
    fn flux(&self, element: usize, variables: &[Variables], far: &Variables) -> Variables {
        let here = &variables[element];
        let mut total = [0.0; 5];
        for (&neighbour, normal) in self.neighbours[element].iter().zip(&self.normals[element]) {
            let normal = normal.map(f64::from);
            let (there, smoothing) = match neighbour {
                WING => {
                    let pressure = pressure(here);
                    (0..3).for_each(|axis| total[1 + axis] += normal[axis] * pressure);
                    continue;
                }
                FAR_FIELD => (far, 0.0),
                _ => (&variables[neighbour as usize], SMOOTHING),
            };
            let (ours, theirs) = (carried(here), carried(there));
            let width = dot(&normal, &normal).sqrt();
            let viscosity = 0.5 * smoothing * width * (fastest(here) + fastest(there));
            for which in 0..5 {
                total[which] += 0.5 * (dot(&ours[which], &normal) + dot(&theirs[which], &normal));
                total[which] -= viscosity * (here[which] - there[which]);
            }
        }
        total
    }
}

/// The variables of moving air.
fn state(density: f64, velocity: [f64; 3], pressure: f64) -> Variables {
    let [x, y, z] = velocity.map(|v| density * v);
    [density, x, y, z, pressure / (GAMMA - 1.0) + 0.5 * density * dot(&velocity, &velocity)]
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn velocity(&[density, x, y, z, _]: &Variables) -> [f64; 3] {
    [x / density, y / density, z / density]
}

fn pressure(variables: &Variables) -> f64 {
    let velocity = velocity(variables);
    (GAMMA - 1.0) * (variables[4] - 0.5 * variables[0] * dot(&velocity, &velocity))
}

/// How fast a disturbance travels at most.
fn fastest(variables: &Variables) -> f64 {
    let velocity = velocity(variables);
    dot(&velocity, &velocity).sqrt() + (GAMMA * pressure(variables) / variables[0]).sqrt()
}

/// What moving air carries of each variable, in x, y and z.
fn carried(variables: &Variables) -> [[f64; 3]; 5] {
    let (velocity, pressure) = (velocity(variables), pressure(variables));
    std::array::from_fn(|which| {
        std::array::from_fn(|axis| match which {
            4 => (variables[4] + pressure) * velocity[axis],
            _ if which == 1 + axis => variables[which] * velocity[axis] + pressure,
            _ => variables[which] * velocity[axis],
        })
    })
}
