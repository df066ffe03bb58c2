//! Sobol sequence: direction numbers, launch and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Random, Size, Tolerance, Workload};

application!(
    "sobol",
    &[Kernel::new("generate", "points of a dimension, a power of two apart per thread")],
    &[Paper::Motrr]
);

/// Direction numbers of a dimension.
const BITS: usize = 32;

type Directions = [u32; BITS];

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    // CTAs that share a dimension, dimensions, vectors. With as many dimensions as the SDK asks for, each has
    // one CTA.
    let (ctas, dimensions, vectors) = match size {
        Size::Tiny => (4, 5, 8_000),
        Size::Small => (1, 100, 30_000),
        Size::Paper(_) => (1, 100, 100_000),
    };
    let directions = directions(dimensions, &mut work.random());
    let d_directions = work.buffer("directions", directions.as_flattened())?;
    let d_output = work.zeros("output", dimensions * vectors)?;
    work.launch("generate", [ctas, dimensions as u32], 64, args![d_directions, d_output, vectors as u32]);
    work.expect(d_output, Tolerance::Exact, move || points(&directions, vectors));
    Ok(())
}

/// Direction numbers: the first dimension has the bits one by one; each other one takes the next primitive
/// polynomial, odd numbers to begin with, and the rest from the polynomial's recurrence.
fn directions(dimensions: usize, random: &mut Random) -> Vec<Directions> {
    let mut all = vec![std::array::from_fn(|i| 1 << (31 - i))];
    for polynomial in (3..).filter(|&p| primitive(p)).take(dimensions - 1) {
        let degree = polynomial.ilog2() as usize;
        let mut own = [0; BITS];
        for i in 0..BITS {
            own[i] = if i < degree {
                // Odd and below 2^(i + 1), as the bits that the number then has at the top.
                (2 * random.below(1 << i) + 1) << (31 - i)
            } else {
                // The term of x^(degree - k) brings in the number k before.
                let terms = (1..=degree).filter(|k| polynomial >> (degree - k) & 1 == 1);
                terms.fold(own[i - degree] >> degree, |sum, k| sum ^ own[i - k])
            };
        }
        all.push(own);
    }
    all
}

/// Whether the powers of x modulo a polynomial over two elements, bit k standing for x^k, run through all
/// other polynomials before they come back to 1.
fn primitive(polynomial: u32) -> bool {
    let top = 1 << polynomial.ilog2();
    let mut power = 1;
    for count in 1..top {
        power <<= 1;
        if power & top != 0 {
            power ^= polynomial;
        }
        if power <= 1 {
            return power == 1 && count == top - 1;
        }
    }
    false
}

/// Each dimension's points by the definition: the directions that the index's Gray code selects.
fn points(directions: &[Directions], vectors: usize) -> Vec<f32> {
    let mut points = Vec::with_capacity(directions.len() * vectors);
    for own in directions {
        for index in 0..vectors {
            let gray = index ^ (index >> 1);
            let selected = own.iter().enumerate().filter(|(bit, _)| gray >> bit & 1 == 1);
            let point = selected.fold(0, |point, (_, direction)| point ^ direction);
            points.push(point as f32 / (1u64 << 32) as f32);
        }
    }
    points
}
