//! Binomial option pricing: inputs, launch and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "binomial",
    &[Kernel::new("price", "an option's tree rolled back by a CTA, a barrier per step")],
    &[Paper::Thesis, Paper::ThesisUnsaturated]
);

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (options, steps) = match size {
        Size::Tiny => (5, 254),
        // Fewer steps, so that there can be enough CTAs.
        Size::Small => (384, 96),
        Size::Paper(Paper::ThesisUnsaturated) => (64, 254),
        Size::Paper(_) => (1024, 254),
    };
    let random = work.random().floats(options, 0.0, 1.0);
    let d_random = work.buffer("random", &random)?;
    let d_values = work.zeros("values", options)?;
    work.launch("price", options as u32, 256, args![d_random, d_values, steps as i32]);
    // Rounding of the weights is compounded from step to step.
    let near = Tolerance::Within { relative: 1e-4, absolute: 5e-5 };
    work.expect(d_values, near, move || {
        random.iter().map(|&part| price(part.into(), steps) as f32).collect()
    });
    Ok(())
}

/// The value of an option at the root of its tree.
fn price(part: f64, steps: usize) -> f64 {
    let between = |low: f64, high: f64| low * (1.0 - part) + high * part;
    let (stock, strike, years) = (between(5.0, 30.0), between(1.0, 100.0), between(0.25, 10.0));
    let (volatility, rate) = (0.30, 0.02);
    let step = years / steps as f64;
    let spread = volatility * step.sqrt();
    let (up, down) = (libm::exp(spread), libm::exp(-spread));
    let chance = (libm::exp(rate * step) - down) / (up - down);
    let discount = libm::exp(-rate * step);

    let leaf = |ups: usize| stock * libm::exp(spread * (2.0 * ups as f64 - steps as f64)) - strike;
    let mut values: Vec<f64> = (0..=steps).map(|ups| leaf(ups).max(0.0)).collect();
    while values.len() > 1 {
        values = values.windows(2).map(|v| discount * (chance * v[1] + (1.0 - chance) * v[0])).collect();
    }
    values[0]
}
