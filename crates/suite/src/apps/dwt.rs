//! Haar wavelets: signal, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};
use std::f32::consts::FRAC_1_SQRT_2;

application!(
    "dwt",
    &[Kernel::new("haar", "up to ten levels of sums and differences in shared memory")],
    &[Paper::PhaseAware]
);

/// Samples per CTA, two for each thread, and levels down to the one that is left of them.
const SAMPLES: usize = 1024;
const LEVELS: u32 = SAMPLES.ilog2();

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let ctas = match size {
        Size::Tiny => 16,
        Size::Small => 512,
        Size::Paper(_) => 4096,
    };
    let len: usize = ctas * SAMPLES;
    let signal = work.random().floats(len, -1.0, 1.0);
    let d_signal = work.buffer("signal", &signal)?;
    let d_output = work.zeros("output", len)?;
    let mut source = d_signal;
    let mut rest = len;
    while rest > 1 {
        let samples = rest.min(SAMPLES);
        let (ctas, levels) = (rest / samples, samples.ilog2().min(LEVELS));
        // The last sum belongs to the result, before all details.
        let sums = if ctas == 1 { d_output } else { work.zeros("approximation", ctas)? };
        let args = args![source, d_output, sums, levels as i32, rest as i32 / 2];
        // A word more in every 16.
        let bytes = 4 * (samples + samples / 16);
        work.launch("haar", ctas as u32, samples as u32 / 2, args).shared = bytes as u32;
        source = sums;
        rest = ctas;
    }
    work.expect(d_output, Tolerance::Exact, move || decompose(signal));
    Ok(())
}

/// The last sum, then all details, coarsest first.
fn decompose(mut signal: Vec<f32>) -> Vec<f32> {
    let mut output = vec![0.0; signal.len()];
    while signal.len() > 1 {
        let half = signal.len() / 2;
        for (detail, pair) in output[half..].iter_mut().zip(signal.chunks_exact(2)) {
            *detail = (pair[0] - pair[1]) * FRAC_1_SQRT_2;
        }
        signal = signal.chunks_exact(2).map(|pair| (pair[0] + pair[1]) * FRAC_1_SQRT_2).collect();
    }
    output[0] = signal[0];
    output
}
