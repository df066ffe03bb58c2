//! Bitonic sort: inputs, launches and reference.

use crate::application::workload::args;
use crate::{Error, Kernel, Paper, Size, Tolerance, Workload};

application!(
    "bitonic",
    &[Kernel::new("stage", "one pass of a stage: every pair of numbers put in order")],
    &[Paper::Thesis, Paper::ThesisUnsaturated]
);

fn build(size: Size, work: &mut Workload) -> Result<(), Error> {
    let stages: u32 = match size {
        Size::Tiny => 6,
        Size::Paper(Paper::ThesisUnsaturated) => 4,
        Size::Small | Size::Paper(_) => 11,
    };
    let count = 1u32 << stages;
    let mut random = work.random();
    let values: Vec<u32> = (0..count).map(|_| random.bits()).collect();
    let d_values = work.buffer("values", &values)?;

    for stage in 0..stages {
        for pass in 0..=stage {
            // The thesis counts as many CTAs as there are pairs: a CTA is one thread.
            work.launch("stage", count / 2, 1, args![d_values, stage, pass]);
        }
    }

    work.expect(d_values, Tolerance::Exact, move || {
        let mut sorted = values;
        sorted.sort_unstable();
        sorted
    });
    Ok(())
}
