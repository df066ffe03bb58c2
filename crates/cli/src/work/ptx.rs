//! PTX with a launch file.

use super::{AHEAD, Options, Work};
use crate::command::Failure;
use crate::exec::Input;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use warploom_kernel::code::Code;
use warploom_kernel::tape::{Launch, produce, record};
use warploom_lab::run::WorkLabel;

/// The launches of a launch file. As the suite's, the code is lowered: a tape is of what a machine would run. What the file shows,
/// checks and saves is `warploom exec`'s.
pub fn open(kernel: &Path, options: &Options) -> Result<Work, Failure> {
    let name = kernel.display().to_string();
    let launch = options.launch(&name)?;
    let input = Input::read(kernel, &launch)?.lowered(&warploom_kernel::lower::Options::default());
    let ctas = input.file.ctas();
    let (mode, limits) = (options.mode(), options.limits());
    let tapes = produce(AHEAD, move |sink| {
        let mut plan = input.plan(mode, limits)?;
        let mut codes: BTreeMap<&str, Arc<Code>> = BTreeMap::new();
        for (program, launch) in &plan.launches {
            let code = codes.entry(&program.name).or_insert_with(|| Arc::new(Code::of(program)));
            let taped = Launch::new(program, Arc::clone(code), launch, &mut plan.memory);
            if sink.launch(taped).is_err() {
                break;
            }
            let keep = |cta| sink.cta(cta).is_ok();
            record(program, &plan.globals, launch, &mut plan.memory, keep)
                .map_err(|e| input.went_wrong(e))?;
        }
        Ok(())
    });
    let label = WorkLabel { work: name.clone(), ..WorkLabel::default() };
    Ok(Work { name: format!("{name} with {}", launch.display()), label, ctas, tapes: Box::new(tapes) })
}
