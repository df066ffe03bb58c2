//! Scalar product: inputs, launch and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "scalarprod",
    &[Kernel::new("scalarprod", "products into 1,024 accumulators, then a tree of ten barriers")
        .size_note("the paper's own size has hardly more than half a million")],
    &[Paper::Pro]
);

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    // CTAs, vectors, elements. The SDK has vectors for two rounds of CTAs; `small` has them for one.
    let (ctas, vectors, elements) = match size {
        Size::Tiny => (6, 14, 5000),
        Size::Small => (128, 128, 4096),
        Size::Paper(_) => (128, 256, 4096),
    };
    let mut random = work.random();
    let a = random.floats(vectors * elements, 0.0, 1.0);
    let b = random.floats(vectors * elements, 0.0, 1.0);
    let d_a = work.buffer("a", &a)?;
    let d_b = work.buffer("b", &b)?;
    let d_products = work.zeros("products", vectors)?;
    work.launch("scalarprod", ctas, 256, args![d_a, d_b, d_products, vectors as i32, elements as i32]);
    let near = Tolerance::Within { relative: 1e-6, absolute: 0.0 };
    work.expect(d_products, near, move || {
        let pairs = a.chunks(elements).zip(b.chunks(elements));
        pairs.map(|(a, b)| product(a, b) as f32).collect()
    });
    Ok(())
}

fn product(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}
