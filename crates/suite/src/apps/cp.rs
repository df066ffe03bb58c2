//! Coulombic potential: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "cp",
    &[Kernel::new("energy", "the potentials of atoms added up, eight points per thread")],
    &[Paper::Pro]
);

const BLOCK: [u32; 2] = [16, 8];
/// Lattice points of a CTA: its threads compute eight each, along x.
const TILE: [u32; 2] = [16 * 8, 8];
/// Between neighbouring points, in Ångström.
const SPACING: f32 = 0.1;

/// Where an atom is, with z squared, and its charge.
type Atom = [f32; 4];

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (lattice, count) = match size {
        Size::Tiny => ([256, 24], 40),
        Size::Small => ([512, 512], 40),
        Size::Paper(_) => ([512, 512], 200),
    };
    let mut random = work.random();
    let atoms: Vec<Atom> = (0..count)
        .map(|_| {
            let x = random.float(0.0, SPACING * lattice[0] as f32);
            let y = random.float(0.0, SPACING * lattice[1] as f32);
            // No atom lies in the plane itself, where its potential would have no bound.
            let z = random.float(1.0, 16.0);
            [x, y, z * z, random.float(-2.0, 2.0)]
        })
        .collect();
    let before = random.floats((lattice[0] * lattice[1]) as usize, -1.0, 1.0);

    let d_energy = work.buffer("energy", &before)?;
    work.symbol("atoms", atoms.as_flattened())?;
    let grid = [lattice[0] / TILE[0], lattice[1] / TILE[1]];
    work.launch("energy", grid, BLOCK, args![count, SPACING, d_energy]);

    // Positive and negative potentials cancel: an error of the size of one is large next to their sum.
    let near = Tolerance::Within { relative: 1e-6, absolute: 1e-5 };
    work.expect(d_energy, near, move || {
        let width = lattice[0] as usize;
        let point = |(i, &before): (usize, &f32)| {
            let [x, y] = [i % width, i / width].map(|n| f64::from(SPACING) * n as f64);
            (f64::from(before) + atoms.iter().map(|atom| potential(atom, x, y)).sum::<f64>()) as f32
        };
        before.iter().enumerate().map(point).collect()
    });
    Ok(())
}

/// What an atom adds at a point of the plane.
fn potential(atom: &Atom, x: f64, y: f64) -> f64 {
    let [atom_x, atom_y, z_squared, charge] = atom.map(f64::from);
    charge / ((x - atom_x).powi(2) + (y - atom_y).powi(2) + z_squared).sqrt()
}
