//! Texture compression: image, permutations, launch and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Random, Size, Tolerance, Workload};
use std::iter::repeat_n;

application!(
    "dxtc",
    &[Kernel::new("compress", "the best of many clusterings for each 4 x 4 colours")],
    &[Paper::PhaseAware]
);

/// Blocks of the image in a CTA, threads and pixels of each.
const BLOCKS: usize = 4;
const THREADS: usize = 64;
const PIXELS: usize = 16;
/// Pixels across a part of the image that is flat, smooth, or has an edge.
const CELL: usize = 8;

type Colour = [f32; 3];

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    // Width and height; permutations tried with four steps and with three.
    let (width, height, fours, threes) = match size {
        Size::Tiny => (24, 16, 72, 70),
        Size::Small => (160, 128, 64, 32),
        Size::Paper(_) => (512, 512, 992, 160),
    };
    let image = image(width, height, &mut work.random());
    let permutations = permutations(fours, threes);
    let d_image = work.buffer("image", &image)?;
    let d_permutations = work.buffer("permutations", &permutations)?;
    let d_result = work.zeros("result", 2 * image.len() / PIXELS)?;

    let grid = image.len() / PIXELS / BLOCKS;
    let args = args![d_image, d_permutations, fours as i32, threes as i32, d_result];
    work.launch("compress", grid as u32, (BLOCKS * THREADS) as u32, args);
    work.expect(d_result, Tolerance::Exact, move || {
        image.chunks_exact(PIXELS).flat_map(|block| compress(block, &permutations, threes)).collect()
    });
    Ok(())
}

/// A picture of smooth, flat and edgy parts, block by block.
fn image(width: usize, height: usize, random: &mut Random) -> Vec<u32> {
    let across = width / CELL;
    let corners: Vec<[u32; 3]> =
        (0..(across + 1) * (height / CELL + 1)).map(|_| [(); 3].map(|()| random.below(256))).collect();
    let styles = random.integers(across * (height / CELL), 8);
    let mut pixel = |x: usize, y: usize| {
        let (column, row) = (x / CELL, y / CELL);
        let corner = |dx, dy| corners[(row + dy) * (across + 1) + column + dx];
        let (right, down) = ((x % CELL) as u32, (y % CELL) as u32);
        let (left, up) = (CELL as u32 - right, CELL as u32 - down);
        let parts = [0, 1, 2].map(|i| {
            let smooth = (up * (left * corner(0, 0)[i] + right * corner(1, 0)[i])
                + down * (left * corner(0, 1)[i] + right * corner(1, 1)[i]))
                / (CELL * CELL) as u32;
            let noise = random.below(13);
            match styles[row * across + column] {
                0 => corner(0, 0)[i],
                1 | 2 if right + down < CELL as u32 => corner(0, 0)[i],
                1 | 2 => corner(1, 1)[i],
                _ => (smooth + noise).saturating_sub(6).min(255),
            }
        });
        parts[0] | parts[1] << 8 | parts[2] << 16 | 0xff << 24
    };
    let blocks = (0..height / 4).flat_map(|y| (0..width / 4).map(move |x| (4 * x, 4 * y)));
    blocks
        .flat_map(|(x, y)| (0..PIXELS).map(move |i| (x + i % 4, y + i / 4)))
        .map(|(x, y)| pixel(x, y))
        .collect()
}

/// `threes` cuts of 16 colours into ends and one step between, then others with two steps between, spread
/// over all there are. Cuts with but one cluster are none: they say nothing about the ends.
fn permutations(fours: usize, threes: usize) -> Vec<u32> {
    let mut one_between = Vec::new();
    let mut two_between = Vec::new();
    for last in 0..=PIXELS {
        for second in 0..=PIXELS - last {
            for third in 0..=PIXELS - last - second {
                let first = PIXELS - last - second - third;
                if [first, second, third, last].contains(&PIXELS) {
                    continue;
                }
                let steps = [repeat_n(0, first), repeat_n(2, second), repeat_n(3, third), repeat_n(1, last)];
                let permutation = steps.into_iter().flatten().rev().fold(0, |bits, step| bits << 2 | step);
                if third == 0 { &mut one_between } else { &mut two_between }.push(permutation);
            }
        }
    }
    let spread = |all: Vec<u32>, count| (0..count).map(move |i| all[i * all.len() / count]);
    spread(one_between, threes).chain(spread(two_between, fours - threes)).collect()
}

/// A block: end colours, and a step for each pixel. Operations are those of the kernel: roundings decide
/// between clusterings that are almost equally good.
fn compress(pixels: &[u32], permutations: &[u32], threes: usize) -> [u32; 2] {
    let colours: Vec<Colour> = pixels.iter().map(|p| [0, 8, 16].map(|at| (p >> at & 0xff) as f32)).collect();
    let sum = [0, 1, 2].map(|i| colours.iter().map(|colour| colour[i]).sum());
    let axis = principal_axis(&colours, sum);
    let places: Vec<f32> = colours.iter().map(|&colour| dot(colour, axis)).collect();
    let mut order: Vec<usize> = (0..PIXELS).collect();
    // Without an axis, places are no numbers; the order then stays.
    order.sort_by(|&a, &b| places[a].partial_cmp(&places[b]).unwrap_or(std::cmp::Ordering::Equal));
    let sorted: Vec<Colour> = order.iter().map(|&at| colours[at]).collect();

    // Each thread's best, then the threads' in the order of the reduction: of equals, the first stays.
    let mut bests: Vec<Fit> = (0..THREADS)
        .map(|thread| {
            let mine = |count| permutations[..count].iter().skip(thread).step_by(THREADS);
            let four = mine(permutations.len()).map(|&p| Fit::of_four(&sorted, sum, p));
            let three = mine(threes).map(|&p| Fit::of_three(&sorted, sum, p));
            four.chain(three).fold(Fit::NONE, Fit::better)
        })
        .collect();
    while bests.len() > 1 {
        let half = bests.len() / 2;
        bests = (0..half).map(|i| bests[i].better(bests[i + half])).collect();
    }
    let Fit { start, end, permutation, .. } = bests[0];
    let permutation = if start == end { 0 } else { permutation };
    let steps = order.iter().enumerate().map(|(rank, at)| (permutation >> (2 * rank) & 3) << (2 * at));
    [end << 16 | start, steps.sum()]
}

fn dot(a: Colour, b: Colour) -> f32 {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}

/// The direction in which colours differ most.
fn principal_axis(colours: &[Colour], sum: Colour) -> Colour {
    let away: Vec<Colour> = colours.iter().map(|c| [0, 1, 2].map(|i| 16.0 * c[i] - sum[i])).collect();
    let covariance = [0, 1, 2].map(|i| {
        [0, 1, 2].map(|j| {
            let mut products: Vec<f32> = away.iter().map(|a| a[i] * a[j]).collect();
            while products.len() > 1 {
                let half = products.len() / 2;
                products = (0..half).map(|k| products[k] + products[k + half]).collect();
            }
            products[0]
        })
    });
    (0..8).fold([1.0; 3], |axis, _| {
        let turned = covariance.map(|row| dot(row, axis));
        let scale = 1.0 / turned[0].max(turned[1]).max(turned[2]);
        turned.map(|part| part * scale)
    })
}

/// A clustering with its end colours.
#[derive(Clone, Copy)]
struct Fit {
    error: f32,
    start: u32,
    end: u32,
    permutation: u32,
}

impl Fit {
    const NONE: Fit = Fit { error: f32::INFINITY, start: 0, end: 0, permutation: 0 };

    fn better(self, other: Fit) -> Fit {
        if other.error < self.error { other } else { self }
    }

    /// With four steps, the larger end comes first.
    fn of_four(sorted: &[Colour], sum: Colour, permutation: u32) -> Fit {
        let fit = Fit::of(sorted, sum, permutation, 9.0, [3.0, 0.0, 2.0, 1.0]);
        let swapped = Fit { start: fit.end, end: fit.start, permutation: permutation ^ 0x5555_5555, ..fit };
        if fit.start < fit.end { swapped } else { fit }
    }

    /// With three, the smaller one does.
    fn of_three(sorted: &[Colour], sum: Colour, permutation: u32) -> Fit {
        let fit = Fit::of(sorted, sum, permutation, 4.0, [2.0, 0.0, 1.0, 1.0]);
        let ends = !permutation >> 1 & 0x5555_5555;
        let swapped = Fit { start: fit.end, end: fit.start, permutation: permutation ^ ends, ..fit };
        if fit.start > fit.end { swapped } else { fit }
    }

    /// Least squares for the end colours. `shares` are each step's of the first end, in parts of √`scale`.
    fn of(sorted: &[Colour], sum: Colour, permutation: u32, scale: f32, shares: [f32; 4]) -> Fit {
        let whole = shares[0];
        let mut alpha_x = [0.0; 3];
        let (mut alpha2, mut beta2, mut alpha_beta) = (0.0, 0.0, 0.0);
        for (rank, colour) in sorted.iter().enumerate() {
            let alpha = shares[(permutation >> (2 * rank) & 3) as usize];
            let beta = whole - alpha;
            alpha2 += alpha * alpha;
            beta2 += beta * beta;
            alpha_beta += alpha * beta;
            alpha_x = [0, 1, 2].map(|i| alpha_x[i] + whole * alpha * colour[i]);
        }
        let beta_x = [0, 1, 2].map(|i| scale * sum[i] - alpha_x[i]);
        let factor = 1.0 / (alpha2 * beta2 - alpha_beta * alpha_beta);
        let (start, a) = quantise([0, 1, 2].map(|i| factor * (beta2 * alpha_x[i] - alpha_beta * beta_x[i])));
        let (end, b) = quantise([0, 1, 2].map(|i| factor * (alpha2 * beta_x[i] - alpha_beta * alpha_x[i])));
        let errors = [0, 1, 2].map(|i| {
            let (a, b) = (a[i], b[i]);
            let mixed = alpha_beta * (a * b) - a * alpha_x[i] - b * beta_x[i];
            alpha2 * (a * a) + beta2 * (b * b) + 2.0 * mixed
        });
        let error = (errors[0] + errors[1] + errors[2]) * (1.0 / scale);
        Fit { error, start, end, permutation }
    }
}

/// A colour in 5, 6 and 5 bits, and what is read back from them.
fn quantise(colour: Colour) -> (u32, Colour) {
    let mut bits = 0;
    let mut read = [0.0; 3];
    for (i, width) in [5, 6, 5].into_iter().enumerate() {
        let most = ((1 << width) - 1) as f32;
        let level = (colour[i].clamp(0.0, 255.0) * (most / 255.0)).round_ties_even() as u32;
        bits = bits << width | level;
        read[i] = (level << (8 - width) | level >> (2 * width - 8)) as f32;
    }
    (bits, read)
}
