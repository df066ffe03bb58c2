//! PTX or GCN assembly with a launch file.

use super::error::WorkError;
use super::launch::{Input, LaunchEntry};
use super::options::WorkOptions;
use super::select::LaunchOutline;
use super::symbol;
use super::{AHEAD, Work};
use crate::run::WorkLabel;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use warploom_gpu::occupancy::occupancy_of;
use warploom_kernel::code::Code;
use warploom_kernel::tape::{Launch, produce, record};

/// Opens the launches of a launch file. The code is lowered like the suite's, unless the options say otherwise. The file's
/// `show`, `check` and `save` have no effect here.
pub(super) fn open(kernel: &Path, options: &WorkOptions) -> Result<Work, WorkError> {
    let name = kernel.display().to_string();
    let launch = options.launch(kernel)?.to_owned();
    let input = Input::read(kernel, &launch)?.with_code(options.code());
    let launches = outlines(&input);
    let (mode, limits, machine) = (options.mode(), options.limits(), options.machine.clone());
    let tapes = produce(AHEAD, move |sink| {
        let mut plan = input.plan(mode, limits)?;
        let mut codes: BTreeMap<&str, Arc<Code>> = BTreeMap::new();
        for (entry, launch) in &mut plan.launches {
            let code = codes.entry(entry.name()).or_insert_with(|| Arc::new(entry.code()));
            let taped = Launch::new(*entry, Arc::clone(code), launch, &mut plan.memory);
            if let Some(machine) = &machine {
                let per_core = occupancy_of(machine, &taped).ctas;
                launch.resident = u64::from(per_core) * u64::from(machine.cores());
            }
            if sink.launch(taped).is_err() {
                break;
            }
            let keep = |cta| sink.cta(cta).is_ok();
            record(*entry, &plan.globals, launch, &mut plan.memory, keep)
                .map_err(|error| input.run_error(error))?;
        }
        Ok(())
    });
    let label = WorkLabel { work: name.clone(), ..WorkLabel::default() };
    Ok(Work::new(format!("{name} with {}", launch.display()), label, launches, Box::new(tapes)))
}

/// The launches of a launch file. A kernel that the code does not have keeps its name: the plan reports it.
fn outlines(input: &Input) -> Vec<LaunchOutline> {
    let kernels = input.kernels();
    let one = |(number, launch): (u64, &LaunchEntry)| LaunchOutline {
        kernel: symbol::find(&launch.kernel, kernels.iter().copied()).unwrap_or(&launch.kernel).to_owned(),
        alias: None,
        number,
        ctas: launch.ctas(),
    };
    (0..).zip(&input.file.launch).map(one).collect()
}
