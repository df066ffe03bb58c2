//! Black-Scholes: inputs, launch and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "blackscholes",
    &[Kernel::new("price", "call and put of four options per thread")],
    &[Paper::Thesis]
);

const THREADS: u32 = 256;
/// Options of a thread.
const OPTIONS: u32 = 4;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let ctas = match size {
        Size::Tiny => 8,
        Size::Small => 400,
        Size::Paper(_) => 1024,
    };
    let options = (ctas * THREADS * OPTIONS) as usize;
    let random = work.random().floats(options, 0.0, 1.0);
    let d_random = work.buffer("random", &random)?;
    let d_call = work.zeros("call", options)?;
    let d_put = work.zeros("put", options)?;
    work.launch("price", ctas, THREADS, args![d_random, d_call, d_put]);

    // Prices of up to 100 that are differences of two numbers as large.
    let near = Tolerance::Within { relative: 1e-6, absolute: 5e-5 };
    let prices = move |which: fn((f64, f64)) -> f64| {
        random.iter().map(|&part| which(price(part.into())) as f32).collect::<Vec<f32>>()
    };
    work.expect(d_call, near, {
        let prices = prices.clone();
        move || prices(|(call, _)| call)
    });
    work.expect(d_put, near, move || prices(|(_, put)| put));
    Ok(())
}

/// Call and put by the Black-Scholes formula, with the normal distribution from the error function.
fn price(part: f64) -> (f64, f64) {
    let between = |low: f64, high: f64| low * part + high * (1.0 - part);
    let (stock, strike) = (between(10.0, 100.0), between(100.0, 10.0));
    let (years, rate, volatility) = (between(1.0, 10.0), between(0.01, 0.05), between(0.01, 0.10));
    let normal = |x: f64| 0.5 * libm::erfc(-x / std::f64::consts::SQRT_2);
    let spread = volatility * years.sqrt();
    let d1 = (libm::log(stock / strike) + (rate + 0.5 * volatility * volatility) * years) / spread;
    let d2 = d1 - spread;
    let discounted = strike * libm::exp(-rate * years);
    let call = stock * normal(d1) - discounted * normal(d2);
    (call, discounted * normal(-d2) - stock * normal(-d1))
}
