//! Applications of the suite, for benches.

use std::path::Path;
use warploom_kernel::execute::Mode;
use warploom_kernel::tape::Source;
use warploom_suite::{Size, application};
use warploom_tape::file::Writer;

/// Writes a tape file of an application.
pub fn tape(name: &str, size: Size, to: &Path) {
    let work = application(name).expect("an application").prepare(size, 1).expect("work");
    let mut writer = Writer::create(to).expect("a tape");
    let mut tapes = work.tapes(Mode::Warps32, 16);
    while let Some(launch) = tapes.launch().expect("a launch") {
        while let Some(cta) = tapes.cta().expect("a CTA") {
            let accesses = |number: u32| launch.code.instructions[number as usize].accesses();
            writer.cta(&cta, accesses).expect("it is written");
        }
        writer.end_launch(&launch, None).expect("it is written");
    }
    writer.finish().expect("it is finished");
}
