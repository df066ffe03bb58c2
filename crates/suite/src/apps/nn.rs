//! Neural network: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Random, Size, Tolerance, Workload};
use std::sync::Arc;

application!(
    "nn",
    &[
        Kernel::new("layer1", "windows over pictures, a CTA per map")
            .size_note("its grid is the paper's, and a thread has but 25 products to add up"),
        Kernel::new("layer2", "windows over six maps, a CTA per map"),
        Kernel::new("layer3", "neurons connected to all of layer 2, a CTA each"),
        Kernel::new("layer4", "neurons connected to all of layer 3, a CTA each")
            .size_note("its grid is the paper's, and a neuron's only thread has few products to add up"),
    ],
    &[Paper::Pro]
);

/// Sides of a picture, of a map of layer 1, of one of layer 2, and of a window.
const SIDES: [usize; 3] = [29, 13, 5];
const WINDOW: usize = 5;
/// Pictures given, maps of layer 1, maps of layer 2.
const MAPS: [usize; 3] = [1, 6, 50];
/// Neurons of layer 2.
const FEATURES: usize = MAPS[2] * SIDES[2] * SIDES[2];
const DIGITS: usize = 10;

struct Network {
    pictures: Vec<f32>,
    /// Neurons of layer 3.
    hidden: usize,
    /// Of each layer; those of a map or neuron follow its bias.
    weights: [Vec<f32>; 4],
}

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let (count, hidden) = match size {
        Size::Tiny => (2, 11),
        // Layer 3 is narrower than in the papers: with 100 neurons it would take more instructions than a run
        // of this size should. The other layers have the paper's grids.
        Size::Small => (28, 20),
        Size::Paper(_) => (28, 100),
    };
    let mut random = work.random();
    let pictures = (0..count).flat_map(|_| picture(&mut random)).collect();
    // The more there are to add up, the smaller: no neuron should always be at the end of its range.
    let window = WINDOW * WINDOW;
    let weights = [
        random.floats(MAPS[1] * (1 + window), -0.3, 0.3),
        random.floats(MAPS[2] * (1 + window * MAPS[1]), -0.15, 0.15),
        random.floats(hidden * (1 + FEATURES), -0.05, 0.05),
        random.floats(DIGITS * (1 + hidden), -0.2, 0.2),
    ];
    let network = Arc::new(Network { pictures, hidden, weights });

    let d_pictures = work.buffer("pictures", &network.pictures)?;
    let d_weights = [
        work.buffer("weights1", &network.weights[0])?,
        work.buffer("weights2", &network.weights[1])?,
        work.buffer("weights3", &network.weights[2])?,
        work.buffer("weights4", &network.weights[3])?,
    ];
    let d_maps = work.zeros("maps", count * MAPS[1] * SIDES[1] * SIDES[1])?;
    let d_features = work.zeros("features", count * FEATURES)?;
    let d_neurons = work.zeros("neurons", count * hidden)?;
    let d_digits = work.zeros("digits", count * DIGITS)?;

    let grid = |each: usize| [each as u32, count as u32];
    let block = |side: usize| [side as u32; 2];
    work.launch("layer1", grid(MAPS[1]), block(SIDES[1]), args![d_pictures, d_weights[0], d_maps]);
    work.launch("layer2", grid(MAPS[2]), block(SIDES[2]), args![d_maps, d_weights[1], d_features]);
    work.launch("layer3", grid(hidden), 1, args![d_features, d_weights[2], d_neurons]);
    work.launch("layer4", grid(DIGITS), 1, args![d_neurons, d_weights[3], d_digits, hidden as u32]);

    let near = Tolerance::Within { relative: 1e-6, absolute: 5e-6 };
    for (layer, buffer) in [d_maps, d_features, d_neurons, d_digits].into_iter().enumerate() {
        let network = network.clone();
        work.expect(buffer, near, move || network.layer(layer + 1).iter().map(|&n| n as f32).collect());
    }
    Ok(())
}

/// What a pen left that wandered over white paper.
fn picture(random: &mut Random) -> Vec<f32> {
    let side = SIDES[0];
    let mut pixels = vec![1.0; side * side];
    let (mut x, mut y) = (6 + random.below(17) as usize, 5 + random.below(6) as usize);
    let mut heading = random.below(4);
    for _ in 0..48 {
        for at in [y * side + x, y * side + x + 1, (y + 1) * side + x] {
            pixels[at] = -1.0;
        }
        if random.below(4) == 0 {
            heading = random.below(4);
        }
        match heading {
            0 => x = (x + 1).min(side - 6),
            1 => x = (x - 1).max(4),
            2 => y = (y - 1).max(4),
            _ => y = (y + 1).min(side - 6),
        }
    }
    pixels
}

impl Network {
    /// The neurons of a layer, where 0 are the pictures.
    fn layer(&self, layer: usize) -> Vec<f64> {
        if layer == 0 {
            return self.pictures.iter().map(|&p| p.into()).collect();
        }
        let before = self.layer(layer - 1);
        let weights = &self.weights[layer - 1];
        match layer {
            1 | 2 => convolve(&before, weights, layer),
            3 => connect(&before, weights, FEATURES),
            _ => connect(&before, weights, self.hidden),
        }
    }
}

fn squash(sum: f64) -> f64 {
    1.7159 * libm::tanh(2.0 / 3.0 * sum)
}

/// Layer 1 or 2: windows of all maps of the layer before, two steps apart.
fn convolve(before: &[f64], weights: &[f32], layer: usize) -> Vec<f64> {
    let [maps_before, maps] = [MAPS[layer - 1], MAPS[layer]];
    let [side_before, side] = [SIDES[layer - 1], SIDES[layer]];
    let mut neurons = Vec::new();
    for picture in before.chunks_exact(maps_before * side_before * side_before) {
        for weights in weights.chunks_exact(weights.len() / maps) {
            for (y, x) in (0..side * side).map(|i| (i / side, i % side)) {
                let mut sum = f64::from(weights[0]);
                for (i, &weight) in weights[1..].iter().enumerate() {
                    let (place, map) = (i / maps_before, i % maps_before);
                    let (dy, dx) = (place / WINDOW, place % WINDOW);
                    let from = (map * side_before + 2 * y + dy) * side_before + 2 * x + dx;
                    sum += f64::from(weight) * picture[from];
                }
                neurons.push(squash(sum));
            }
        }
    }
    neurons
}

/// Layer 3 or 4: each neuron from all `count` of the layer before.
fn connect(before: &[f64], weights: &[f32], count: usize) -> Vec<f64> {
    let neuron = |picture: &[f64], weights: &[f32]| {
        let products = picture.iter().zip(&weights[1..]).map(|(&p, &w)| p * f64::from(w));
        squash(f64::from(weights[0]) + products.sum::<f64>())
    };
    let pictures = before.chunks_exact(count);
    pictures.flat_map(|p| weights.chunks_exact(1 + count).map(move |w| neuron(p, w))).collect()
}
