//! Back propagation: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "backprop",
    &[
        Kernel::new("layerforward", "weights times inputs, summed in shared memory")
            .size_note("two fifths of its instructions compute remainders by a number known at run time"),
        Kernel::new("adjust_weights", "weights moved by error, input and momentum"),
    ],
    &[Paper::PhaseAware, Paper::Pro, Paper::Thesis, Paper::ThesisUnsaturated]
);

/// Hidden nodes, and inputs per CTA.
const NODES: usize = 16;
/// A row of weights: one per hidden node, after one that is unused.
const ROW: usize = NODES + 1;

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let ctas = match size {
        Size::Tiny => 32,
        Size::Small => 3072,
        Size::Paper(Paper::ThesisUnsaturated) => 32,
        Size::Paper(Paper::Pro | Paper::Thesis) => 4096,
        Size::Paper(_) => 65535,
    };
    let inputs = ctas * NODES;
    let mut random = work.random();
    let input = random.floats(1 + inputs, 0.0, 1.0);
    let weights = random.floats((1 + inputs) * ROW, -0.5, 0.5);
    let moved = random.floats((1 + inputs) * ROW, -0.1, 0.1);
    let delta = random.floats(ROW, -1.0, 1.0);

    let d_input = work.buffer("input", &input)?;
    let d_weights = work.buffer("weights", &weights)?;
    let d_moved = work.buffer("moved", &moved)?;
    let d_delta = work.buffer("delta", &delta)?;
    let d_partial = work.zeros("partial", ctas * NODES)?;

    let (grid, block) = ([1, ctas as u32], [NODES as u32; 2]);
    let hidden = NODES as i32;
    work.launch("layerforward", grid, block, args![d_input, d_weights, d_partial, hidden]);
    // The forward kernel left products in the weights' place.
    work.host({
        let weights = weights.clone();
        move |memory| d_weights.write(memory, &weights)
    });
    work.launch("adjust_weights", grid, block, args![d_delta, d_input, d_weights, d_moved, hidden]);

    let near = Tolerance::Within { relative: 1e-5, absolute: 1e-5 };
    work.expect(d_partial, near, {
        let (input, weights) = (input.clone(), weights.clone());
        move || partial_sums(&input, &weights)
    });
    let adjusted = move || adjust(&delta, &input, weights, moved);
    work.expect(d_weights, near, {
        let adjusted = adjusted.clone();
        move || adjusted().0
    });
    work.expect(d_moved, near, move || adjusted().1);
    Ok(())
}

/// For each 16 inputs and each hidden node, the sum of weights times inputs.
fn partial_sums(input: &[f32], weights: &[f32]) -> Vec<f32> {
    let ctas = (input.len() - 1) / NODES;
    let mut sums = Vec::new();
    for cta in 0..ctas {
        let rows = cta * NODES + 1..=(cta + 1) * NODES;
        for node in 1..=NODES {
            let products =
                rows.clone().map(|row| f64::from(input[row]) * f64::from(weights[row * ROW + node]));
            sums.push(products.sum::<f64>() as f32);
        }
    }
    sums
}

/// The weights after a step, and how far they moved.
fn adjust(delta: &[f32], input: &[f32], mut weights: Vec<f32>, mut moved: Vec<f32>) -> (Vec<f32>, Vec<f32>) {
    for (row, &input) in input.iter().enumerate() {
        // Row 0 belongs to the bias, whose input is 1.
        let input = if row == 0 { 1.0 } else { input };
        for node in 1..=NODES {
            let at = row * ROW + node;
            moved[at] = 0.3 * delta[node] * input + 0.3 * moved[at];
            weights[at] += moved[at];
        }
    }
    (weights, moved)
}
