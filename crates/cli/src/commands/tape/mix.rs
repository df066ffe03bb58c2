//! The instruction mix of a tape.

use crate::ui::command::Failure;
use crate::ui::progress::Progress;
use warploom_kernel::class::Class;
use warploom_kernel::code::{Code, Effect};
use warploom_kernel::program::Space;
use warploom_kernel::tape::{Cta, Launch, Step};
use warploom_suite::InstructionMix;
use warploom_tape::file::TapeFile;

/// Warp instructions by class, for each launch. The whole tape is decoded.
pub fn mixes(file: &TapeFile, quiet: bool) -> Result<Vec<InstructionMix>, Failure> {
    let progress = Progress::new(file.totals().ctas, "CTAs", quiet);
    let mut mixes = vec![InstructionMix::default(); file.launches().len()];
    for batch in 0..file.batches() {
        let at = file.launch_of(batch);
        let launch = &file.launches()[at];
        for cta in file.batch(batch)? {
            count(launch, &cta, &mut mixes[at]);
            progress.end();
        }
    }
    Ok(mixes)
}

fn count(launch: &Launch, cta: &Cta, mix: &mut InstructionMix) {
    for warp in 0..cta.warps() {
        for step in cta.warp(warp).steps(&launch.code) {
            mix.add(class(&launch.code, launch, &step), 1);
        }
    }
}

/// An instruction's class. The space of a generic access follows from its address.
fn class(code: &Code, launch: &Launch, step: &Step<'_>) -> Class {
    let instruction = &code.instructions[step.pc.index()];
    let Effect::Memory { space: Space::Generic, .. } = instruction.effect else { return instruction.class };
    let first = step.access.and_then(|access| access.of(step.lanes).next());
    match first.map_or(Space::Global, |address| launch.windows.resolve(Space::Generic, address).0) {
        Space::Shared => Class::Shared,
        Space::Local => Class::Local,
        Space::Const | Space::Param => Class::Constant,
        Space::Global | Space::Generic | Space::Texture => instruction.class,
    }
}
