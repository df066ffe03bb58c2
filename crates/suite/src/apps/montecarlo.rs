//! Monte Carlo option pricing: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Buffer, Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "montecarlo",
    &[
        Kernel::new("inverse_cnd", "probabilities to normal samples by Moro's approximation"),
        Kernel::new("one_block", "payoffs of an option summed over all samples by a CTA"),
    ],
    &[Paper::PhaseAware, Paper::Pro, Paper::Motrr]
);

/// An option as constant memory holds it: stock and strike price, drift and spread of the price's logarithm.
type Terms = [f32; 4];

/// How near samples are to the true inverse.
const NEAR: Tolerance = Tolerance::Within { relative: 2e-6, absolute: 2e-6 };

/// How much there is to do.
struct Extent {
    /// CTAs of `inverse_cnd`.
    ctas: u32,
    /// Samples of the set that is made for its own sake; none where the options need as many.
    finer: u32,
    /// Samples that every option is priced with.
    paths: u32,
    options: usize,
}

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    // The papers do not give the number of paths: it is the SDK's.
    let extent = match size {
        Size::Tiny => Extent { ctas: 6, finer: 0, paths: 5000, options: 7 },
        // So few paths would leave `inverse_cnd` next to nothing to do: it makes a finer set as well.
        Size::Small => Extent { ctas: 128, finer: 1_048_576, paths: 12_288, options: 384 },
        Size::Paper(Paper::PhaseAware) => Extent { ctas: 128, finer: 0, paths: 262_144, options: 2048 },
        Size::Paper(_) => Extent { ctas: 128, finer: 0, paths: 262_144, options: 256 },
    };
    let mut random = work.random();
    let options: Vec<Terms> = (0..extent.options)
        .map(|_| {
            let (stock, strike) = (random.float(5.0, 50.0), random.float(10.0, 25.0));
            let (years, rate, volatility) = (random.float(1.0, 5.0), 0.06, 0.10);
            let drift = (rate - 0.5 * volatility * volatility) * years;
            [stock, strike, drift, volatility * libm::sqrtf(years)]
        })
        .collect();
    work.symbol("montecarlo_options", options.as_flattened())?;
    // A given sequence instead of evenly spread points: only at `tiny`, for the sake of that path.
    let given = random.integers(if size == Size::Tiny { 1000 } else { 0 }, u32::MAX);

    if extent.finer > 0 {
        make_samples(work, "finer samples", extent.ctas, extent.finer)?;
    }
    let d_samples = make_samples(work, "samples", extent.ctas, extent.paths)?;
    let d_sums = work.zeros("sums", 2 * extent.options)?;
    work.launch("one_block", extent.options as u32, 256, args![d_samples, d_sums, extent.paths]);
    // A thread sums up to a thousand payoffs in single precision.
    let near = Tolerance::Within { relative: 1e-5, absolute: 1e-3 };
    work.expect(d_sums, near, move || sums(&options, &normal_samples(&even_points(extent.paths))));

    if !given.is_empty() {
        let d_given = work.buffer("given points", &given)?;
        let d_samples = work.zeros("samples of given points", given.len())?;
        work.launch("inverse_cnd", extent.ctas, 128, args![d_given, d_samples, given.len() as u32]);
        work.expect(d_samples, NEAR, move || normal_samples(&given));
    }
    Ok(())
}

/// Has `inverse_cnd` make samples of evenly spread points.
fn make_samples(
    work: &mut Workload,
    name: &'static str,
    ctas: u32,
    count: u32,
) -> Result<Buffer<f32>, Error> {
    let d_samples = work.zeros(name, count as usize)?;
    let no_points = 0u64;
    work.launch("inverse_cnd", ctas, 128, args![no_points, d_samples, count]);
    work.expect(d_samples, NEAR, move || normal_samples(&even_points(count)));
    Ok(d_samples)
}

/// `count` points spread evenly over 32 bits.
fn even_points(count: u32) -> Vec<u32> {
    let distance = u32::MAX / (count + 1);
    (1..=count).map(|i| i * distance).collect()
}

/// The normal sample of each point: Newton's method on the error function, from the sample before.
fn normal_samples(points: &[u32]) -> Vec<f32> {
    let mut x = 0.0;
    let sample = |&point: &u32| {
        let upper = point >= 1 << 31;
        let probability = (f64::from(if upper { !point } else { point }) + 0.5) / (1u64 << 32) as f64;
        loop {
            let slope = libm::exp(-0.5 * x * x) / (2.0 * std::f64::consts::PI).sqrt();
            let step = (0.5 * libm::erfc(-x / std::f64::consts::SQRT_2) - probability) / slope;
            // Left of the middle, where the sample is, the curve bends one way only: no step leads astray.
            x = (x - step).min(0.0);
            if step.abs() < 1e-8 {
                return if upper { -x as f32 } else { x as f32 };
            }
        }
    };
    points.iter().map(sample).collect()
}

/// Sum of the payoffs and of their squares, option by option.
fn sums(options: &[Terms], samples: &[f32]) -> Vec<f32> {
    let mut sums = Vec::new();
    for option in options {
        let [stock, strike, drift, spread] = option.map(f64::from);
        let (mut sum, mut square) = (0.0, 0.0);
        for &sample in samples {
            let payoff = (stock * libm::exp(drift + spread * f64::from(sample)) - strike).max(0.0);
            sum += payoff;
            square += payoff * payoff;
        }
        sums.extend([sum as f32, square as f32]);
    }
    sums
}
